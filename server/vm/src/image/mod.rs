//! The linked program: classes, methods and constants. Grows as classes are named, is never undone, and is a pure
//! function of the class files: nothing in it depends on the path that the search took.

pub mod class;
pub mod code;
pub(crate) mod inner_classes;
pub mod load;
mod perturbed;
pub mod resolve;

use dropwire_classes::Universe;
use rustc_hash::FxHashMap;

use crate::error::VmError;
use crate::heap::{HEADER, Heap, Ref};
use crate::types::{ClassId, MethodId, Sym, Symbols, Ty};
use crate::verifier::answer::Verified;
use class::{Class, Method, Peers, Shape};

/// Classes, methods, strings.
pub struct Image {
    /// What the user says about methods.
    pub(crate) attributes: crate::attributor::Attributes,
    /// What the user says about fields.
    pub(crate) said_fields: crate::said_fields::SaidFields,
    /// Which methods are replaced by others.
    pub(crate) replacements: Vec<crate::replacements::Replacement>,
    /// Methods of which properties see something.
    pub(crate) observed_methods: Vec<&'static Method>,
    /// Properties that annotations of the user's classes state.
    pub(crate) stated: crate::stated_properties::StatedProperties,
    /// Which values are perturbed.
    pub(crate) perturbations: Vec<crate::perturbations::Perturbation>,
    /// Reads of fields that are perturbed, by method and instruction: the row of that list.
    pub(crate) perturbed_sites: FxHashMap<(MethodId, u32), u32>,
    /// What annotations promise, by class of the user.
    pub(crate) promises: FxHashMap<ClassId, &'static crate::lock_annotations::LockAnnotations>,
    /// Some field promises that its object is its own lock.
    pub(crate) guards_itself: bool,
    /// Where class files come from.
    pub universe: Universe,
    /// Interned names.
    pub symbols: Symbols,
    /// All classes by id.
    pub classes: Vec<&'static Class>,
    /// All methods by id.
    pub methods: Vec<&'static Method>,
    by_name: FxHashMap<Sym, &'static Class>,
    /// Classes that are being linked: each waits for its superclass or an interface, which comes next.
    loading: Vec<String>,
    /// Interned strings by their UTF-16 text.
    pub strings: FxHashMap<Box<[u16]>, Ref>,
    /// First words of all fixed objects, in the order of their addresses; complete once the heap is frozen.
    pub(crate) fixed_starts: Vec<Ref>,
    /// All mirrors in the order of their addresses.
    mirrors: Vec<Ref>,
    /// Identity of each eternal object for keys, by its address.
    pub eternal_names: FxHashMap<Ref, u64>,
    /// Module mirrors by package, filled in by `Module.defineModule0`.
    pub module_of_package: FxHashMap<String, Ref>,
    /// Files of the JDK's own directory that were read.
    pub(crate) jdk_files: Vec<(std::path::PathBuf, Vec<u8>)>,
    /// The unnamed module of the boot loader.
    pub boot_unnamed_module: Ref,
    /// Where in a mirror the virtual machine's own two words lie: initialisation state and class id.
    pub mirror_hidden: u32,
    peers: Box<dyn Peers>,
    /// Call sites of `invokedynamic`, by method and instruction: what they were linked to.
    pub(crate) linked_sites: FxHashMap<(MethodId, u32), u32>,
    /// What is linked by the JDK's own code.
    pub(crate) questions: crate::linkage_questions::Questions,
    /// Natives of `MethodHandle` by name and shape.
    pub(crate) intrinsics: FxHashMap<(Sym, Sym), &'static Method>,
    /// Hidden classes by the hash of their bytes, in the order in which a path defines them.
    pub(crate) hidden_classes: FxHashMap<(u64, u32), &'static Class>,
    /// What the verifier says of the user's classes that were asked for.
    pub(crate) verified: FxHashMap<ClassId, Verified>,
    /// Hidden classes that belong to a nest, and its host.
    pub(crate) nest_hosts: FxHashMap<ClassId, &'static Class>,
    /// Classes that nobody finds by their name alone, by that name.
    pub(crate) apart: FxHashMap<String, Vec<&'static Class>>,
    /// Classes that the machine made for call sites of such classes, and of hidden ones.
    pub(crate) made_for: FxHashMap<ClassId, &'static Class>,
    class_class: Option<&'static Class>,
    string_class: Option<&'static Class>,
    /// User classes loaded so far, with the hash of their bytes.
    pub user_classes: Vec<(String, u64)>,
}

/// How far the initialisation of a class is (JVMS §5.5): low half of a mirror's hidden word; the high half is the thread that initialises, plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum InitState {
    /// Not initialised.
    None,
    /// A thread runs the initialiser.
    Running,
    /// Initialised.
    Done,
    /// The initialiser failed.
    Erroneous,
}

impl InitState {
    /// Of the low half of the word.
    #[inline(always)]
    fn of(word: u32) -> InitState {
        match word {
            0 => InitState::None,
            1 => InitState::Running,
            2 => InitState::Done,
            _ => InitState::Erroneous,
        }
    }
}

impl Image {
    /// An empty image over a universe of class files.
    pub fn new(universe: Universe, peers: Box<dyn Peers>) -> Image {
        Image {
            attributes: crate::attributor::Attributes::default(),
            said_fields: crate::said_fields::SaidFields::default(),
            replacements: Vec::new(),
            observed_methods: Vec::new(),
            stated: crate::stated_properties::StatedProperties::default(),
            perturbations: Vec::new(),
            perturbed_sites: FxHashMap::default(),
            promises: FxHashMap::default(),
            guards_itself: false,
            universe,
            symbols: Symbols::default(),
            classes: Vec::new(),
            methods: Vec::new(),
            by_name: FxHashMap::default(),
            loading: Vec::new(),
            strings: FxHashMap::default(),
            fixed_starts: Vec::new(),
            mirrors: Vec::new(),
            eternal_names: FxHashMap::default(),
            module_of_package: FxHashMap::default(),
            jdk_files: Vec::new(),
            boot_unnamed_module: 0,
            mirror_hidden: 0,
            peers,
            linked_sites: FxHashMap::default(),
            questions: crate::linkage_questions::Questions::default(),
            intrinsics: FxHashMap::default(),
            hidden_classes: FxHashMap::default(),
            verified: FxHashMap::default(),
            nest_hosts: FxHashMap::default(),
            apart: FxHashMap::default(),
            made_for: FxHashMap::default(),
            class_class: None,
            string_class: None,
            user_classes: Vec::new(),
        }
    }

    /// The class with this id.
    #[inline(always)]
    pub fn class(&self, id: u32) -> &'static Class {
        self.classes[id as usize]
    }

    /// The method with this id.
    #[inline(always)]
    pub fn method(&self, id: u32) -> &'static Method {
        self.methods[id as usize]
    }

    /// An already loaded class.
    pub fn loaded(&self, name: &str) -> Option<&'static Class> {
        self.symbols.find(name).and_then(|sym| self.by_name.get(&sym).copied())
    }

    /// The class of an object.
    #[inline(always)]
    pub fn class_of(&self, heap: &Heap, r: Ref) -> &'static Class {
        self.classes[heap.class(r) as usize]
    }

    /// The class that a `java.lang.Class` object stands for.
    pub fn class_of_mirror(&self, heap: &Heap, mirror: Ref) -> &'static Class {
        self.classes[heap.get(mirror + self.mirror_hidden + 1) as usize]
    }

    /// Words of an object, header included.
    pub fn size_of(&self, heap: &Heap, r: Ref) -> u32 {
        let class = self.class_of(heap, r);
        match class.shape {
            Shape::Instance => {
                if self.class_class.is_some_and(|c| c.id == class.id) {
                    self.mirror_hidden + 2 + self.class_of_mirror(heap, r).statics.len() as u32
                } else {
                    HEADER + class.layout.len() as u32
                }
            }
            Shape::References(_) => HEADER + array_words(heap.length(r), Ty::Reference),
            Shape::Primitives(ty) => HEADER + array_words(heap.length(r), ty),
            Shape::Primitive(_) => HEADER,
        }
    }

    /// The mirror that holds this word; addresses of mirrors only grow.
    pub fn mirror_containing(&self, word: u32) -> Ref {
        let after = self.mirrors.partition_point(|m| *m <= word);
        after.checked_sub(1).map_or(0, |i| self.mirrors[i])
    }

    /// The fixed object that contains this word.
    pub(crate) fn fixed_object(&self, word: u32) -> Option<Ref> {
        let after = self.fixed_starts.partition_point(|start| *start <= word);
        after.checked_sub(1).map(|i| self.fixed_starts[i])
    }

    /// Allocates an object that is never undone.
    pub(crate) fn allocate_fixed(&mut self, heap: &mut Heap, words: u32) -> Result<Ref, VmError> {
        let r = heap.allocate_eternal(words).ok_or_else(limit_eternal)?;
        if heap.is_frozen() {
            self.fixed_starts.push(r);
        }
        Ok(r)
    }

    /// First word of a class's statics inside its mirror.
    pub fn statics_start(&self, class: &Class) -> u32 {
        class.mirror.get() + self.mirror_hidden + 2
    }

    /// Whether the class's initialiser has run.
    #[inline(always)]
    pub fn is_initialised(&self, heap: &Heap, class: &Class) -> bool {
        heap.get(class.mirror.get() + self.mirror_hidden) as u32 == InitState::Done as u32
    }

    /// Initialisation state of a class and the thread index that runs it.
    #[inline(always)]
    pub fn init_state(&self, heap: &Heap, class: &Class) -> (InitState, Option<usize>) {
        let word = heap.get(class.mirror.get() + self.mirror_hidden);
        (
            InitState::of(word as u32),
            (word >> 32).checked_sub(1).map(|t| t as usize),
        )
    }

    /// Sets it.
    pub fn set_init_state(&self, heap: &mut Heap, class: &Class, state: InitState, thread: Option<usize>) {
        let word = state as u64 | thread.map_or(0, |t| t as u64 + 1) << 32;
        heap.set(class.mirror.get() + self.mirror_hidden, word);
        self.stated.begin(class);
        if state == InitState::Done && !heap.is_frozen() {
            class.initialised_in_base.set(true);
        }
    }

    /// Makes the mirror of a class. The mirror holds the fields of `java.lang.Class`, two hidden words, the statics.
    pub(crate) fn make_mirror(&mut self, heap: &mut Heap, class: &'static Class) -> Result<(), VmError> {
        let Some(class_class) = self.class_class else {
            return Ok(());
        };
        if class.mirror.get() != 0 {
            return Ok(());
        }
        let words = self.mirror_hidden + 2 + class.statics.len() as u32;
        let mirror = self.allocate_fixed(heap, words)?;
        heap.set_pristine(mirror, u64::from(class_class.id.0));
        heap.set_pristine(mirror + 1, u64::from(crate::heap::ESCAPED));
        heap.set_pristine(mirror + self.mirror_hidden + 1, u64::from(class.id.0));
        class.mirror.set(mirror);
        self.mirrors.push(mirror);
        self.eternal_names.insert(mirror, class.hash);
        if let Shape::References(component) = class.shape {
            self.make_mirror(heap, component)?;
            self.set_class_field(heap, mirror, "componentType", u64::from(component.mirror.get()));
        }
        if let Shape::Primitives(ty) = class.shape {
            let component = self.primitive_class(heap, ty)?;
            self.set_class_field(heap, mirror, "componentType", u64::from(component.mirror.get()));
        }
        // Fields since Java 25; before, natives answer.
        self.set_class_field(heap, mirror, "modifiers", u64::from(inner_classes::modifiers(class)));
        let primitive = matches!(class.shape, Shape::Primitive(_));
        self.set_class_field(heap, mirror, "primitive", u64::from(primitive));
        self.set_module_of(heap, class);
        self.set_loader_of(heap, class);
        self.follow_element(heap, class);
        self.set_constants(heap, class)
    }

    /// Writes a field of `java.lang.Class` as part of the mirror's pristine contents.
    pub(crate) fn set_class_field(&self, heap: &mut Heap, mirror: Ref, name: &str, value: u64) {
        if let Some(slot) = self.class_class.and_then(|class| self.slot(class, name)) {
            heap.set_pristine(mirror + HEADER + slot, value);
        }
    }

    /// Sets `Class.module` from the package, once modules are defined.
    pub(crate) fn set_module_of(&self, heap: &mut Heap, class: &Class) {
        let element = class.element();
        let package = match element.shape {
            Shape::Primitives(_) | Shape::Primitive(_) => "java/lang",
            _ => element.package(),
        };
        let module = match self.module_of_package.get(package) {
            Some(module) => *module,
            None if element.is_user() => self.app_unnamed_module(heap),
            None => self.boot_unnamed_module,
        };
        if module != 0 {
            self.set_class_field(heap, class.mirror.get(), "module", u64::from(module));
        }
    }

    fn set_loader_of(&self, heap: &mut Heap, class: &Class) {
        let element = class.element();
        let loader = if element.is_user() {
            self.loader(heap, "APP_LOADER")
        } else {
            self.jdk_loader(heap, element)
        };
        if loader != 0 {
            self.set_class_field(heap, class.mirror.get(), "classLoader", u64::from(loader));
        }
    }

    /// An array of a class that a loader of the program's own has defined has its loader and module, as long as the path lasts that
    /// defined it.
    fn follow_element(&self, heap: &mut Heap, class: &Class) {
        let element = class.element();
        if !element.apart || !class.is_array() {
            return;
        }
        for field in ["classLoader", "module"] {
            let Some(slot) = self.class_class.and_then(|of| self.slot(of, field)) else {
                continue;
            };
            let value = heap.get(element.mirror.get() + HEADER + slot);
            heap.set_pristine(class.mirror.get() + HEADER + slot, 0);
            heap.set(class.mirror.get() + HEADER + slot, value);
        }
    }

    /// Sets `Class.classLoader` of a class that a loader defined from bytes.
    pub(crate) fn set_defining_loader(&self, heap: &mut Heap, class: &Class, loader: Ref) {
        self.set_class_field(heap, class.mirror.get(), "classLoader", u64::from(loader));
    }

    /// A static field of `ClassLoaders`; 0 before it is initialised.
    pub fn loader(&self, heap: &Heap, field: &str) -> Ref {
        // Java 8 has one that matters, behind a static of `ClassLoader`.
        let found = match (self.loaded("jdk/internal/loader/ClassLoaders"), field) {
            (Some(loaders), _) => Some((loaders, field)),
            (None, "APP_LOADER") => self.loaded("java/lang/ClassLoader").map(|loader| (loader, "scl")),
            (None, _) => None,
        };
        let Some((loaders, field)) = found else { return 0 };
        let Some(field) = loaders.field(field) else { return 0 };
        if loaders.mirror.get() == 0 {
            return 0;
        }
        heap.get(self.statics_start(loaders) + field.slot) as Ref
    }

    /// The loader to which a class's module is defined.
    fn jdk_loader(&self, heap: &Heap, class: &Class) -> Ref {
        let module = self.module_of_package.get(class.package());
        module.map_or(0, |module| self.field_of(heap, *module, "loader") as Ref)
    }

    /// A field of an object, by its name; 0 where its class has none.
    pub(crate) fn field_of(&self, heap: &Heap, object: Ref, name: &str) -> u64 {
        let slot = self.slot(self.class_of(heap, object), name);
        slot.map_or(0, |slot| heap.get(object + HEADER + slot))
    }

    fn app_unnamed_module(&self, heap: &Heap) -> Ref {
        let loader = self.loader(heap, "APP_LOADER");
        if loader == 0 {
            return 0;
        }
        self.field_of(heap, loader, "unnamedModule") as Ref
    }

    /// Whether strings keep chars, as up to Java 8, not bytes.
    pub(crate) fn has_wide_strings(&self) -> bool {
        !self.universe.jdk.has_modules()
    }

    /// What a string keeps its text in: the type of the elements, their number, whether it is Latin-1.
    pub(crate) fn text_array(&self, text: &[u16]) -> (Ty, u32, bool) {
        let length = text.len() as u32;
        if self.has_wide_strings() {
            return (Ty::Char, length, false);
        }
        let latin1 = text.iter().all(|c| *c < 256);
        (Ty::Byte, if latin1 { length } else { length * 2 }, latin1)
    }

    /// Makes or finds the interned string with this text.
    pub fn intern(&mut self, heap: &mut Heap, text: &[u16]) -> Result<Ref, VmError> {
        if let Some(r) = self.strings.get(text) {
            return Ok(*r);
        }
        let class = self
            .string_class
            .ok_or_else(|| VmError::Jdk("a string before java.lang.String".into()))?;
        let (ty, length, latin1) = self.text_array(text);
        let bytes = self.load(heap, if ty == Ty::Char { "[C" } else { "[B" })?;
        let array = self.allocate_fixed(heap, HEADER + array_words(length, ty))?;
        heap.set_pristine(array, u64::from(bytes.id.0) | u64::from(length) << 32);
        heap.set_pristine(array + 1, u64::from(crate::heap::ESCAPED | crate::heap::IMMUTABLE));
        for (word, value) in pack(text, latin1).into_iter().enumerate() {
            heap.set_pristine(array + HEADER + word as u32, value);
        }
        let string = self.allocate_fixed(heap, HEADER + class.layout.len() as u32)?;
        heap.set_pristine(string, u64::from(class.id.0));
        heap.set_pristine(string + 1, u64::from(crate::heap::ESCAPED));
        for (slot, field) in class.layout.iter().enumerate() {
            let value = match field.name {
                "value" => u64::from(array),
                "coder" => u64::from(!latin1),
                _ => 0,
            };
            heap.set_pristine(string + HEADER + slot as u32, value);
        }
        let hash = text.iter().fold(0x5742_4c49_7465_7231u64, |h, c| {
            (h.rotate_left(5) ^ u64::from(*c)).wrapping_mul(0x517c_c1b7_2722_0a95)
        });
        self.eternal_names.insert(string, hash);
        self.eternal_names.insert(array, hash ^ 0xa5a5);
        self.strings.insert(text.into(), string);
        Ok(string)
    }

    /// A primitive class by its type.
    pub fn primitive_class(&mut self, heap: &mut Heap, ty: Ty) -> Result<&'static Class, VmError> {
        let name = match ty {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Char => "char",
            Ty::Short => "short",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Void | Ty::Reference => "void",
        };
        match self.loaded(name) {
            Some(class) => Ok(class),
            None => self.make_shape(heap, name, Shape::Primitive(ty)),
        }
    }

    /// Remembers the two classes that the image itself needs, once they are loaded.
    pub(crate) fn set_core(&mut self) -> Result<(), VmError> {
        let core = (self.loaded("java/lang/Class"), self.loaded("java/lang/String"));
        let (Some(class_class), Some(string_class)) = core else {
            return Err(VmError::Jdk("no java.lang.Class or no java.lang.String".into()));
        };
        self.class_class = Some(class_class);
        self.string_class = Some(string_class);
        self.mirror_hidden = HEADER + class_class.layout.len() as u32;
        Ok(())
    }

    /// Whether all that it knows but for classes is behind references from the heap's base, or in strings, names and packages.
    pub(crate) fn has_only_base(&self) -> bool {
        self.hidden_classes.is_empty()
            && self.nest_hosts.is_empty()
            && self.apart.is_empty()
            && self.made_for.is_empty()
            && self.intrinsics.is_empty()
            && self.questions.is_empty()
            && self.jdk_files.is_empty()
            && self.user_classes.is_empty()
            && self.universe.looked_up().is_empty()
    }

    /// Module mirrors by package, sorted. Names live as long as the process.
    pub(crate) fn modules_by_package(&self) -> Vec<(&'static str, Ref)> {
        let packages = self.module_of_package.iter();
        let mut packages: Vec<(&'static str, Ref)> = packages
            .map(|(package, module)| (&*package.clone().leak(), *module))
            .collect();
        packages.sort_unstable();
        packages
    }

    /// Takes over the names of fixed objects, the modules, and the mirrors of all classes.
    pub(crate) fn note_base(&mut self, names: &[(Ref, u64)], modules: &[(&str, Ref)]) {
        self.eternal_names.extend(names.iter().copied());
        let modules = modules.iter().map(|(package, module)| ((*package).to_owned(), *module));
        self.module_of_package.extend(modules);
        let mirrors = self.classes.iter().map(|class| class.mirror.get());
        self.mirrors = mirrors.filter(|mirror| *mirror != 0).collect();
        self.mirrors.sort_unstable();
    }

    /// `java.lang.Class`.
    pub fn class_class(&self) -> &'static Class {
        self.class_class.expect("boot sets it first")
    }

    /// `java.lang.String`.
    pub fn string_class(&self) -> &'static Class {
        self.string_class.expect("boot sets it first")
    }
}

/// Words that `length` elements take.
pub fn array_words(length: u32, ty: Ty) -> u32 {
    ((u64::from(length) << ty.log2()).div_ceil(8)) as u32
}

/// UTF-16 text as the words of a byte array, in Latin-1 or little-endian UTF-16.
pub(crate) fn pack(text: &[u16], latin1: bool) -> Vec<u64> {
    let bytes: Vec<u8> = if latin1 {
        text.iter().map(|c| *c as u8).collect()
    } else {
        text.iter().flat_map(|c| c.to_le_bytes()).collect()
    };
    bytes
        .chunks(8)
        .map(|chunk| {
            chunk
                .iter()
                .enumerate()
                .fold(0, |word, (i, byte)| word | u64::from(*byte) << (8 * i))
        })
        .collect()
}

pub(crate) fn limit_eternal() -> VmError {
    VmError::Limit("too many classes, literals and call sites for the eternal region".into())
}

impl Image {
    fn next_class_id(&self) -> ClassId {
        ClassId(self.classes.len() as u32)
    }
}
