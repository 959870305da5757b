//! Class loaders of the program's own: a class is its name and the loader that defined it. JVMS §5.3.
//!
//! The built-in loaders share one name space, which is the image's. What a loader of the program's own defines is linked
//! under a name that no class file can say (`shop/Till+hash_loader`), and what its classes name is found by asking the loader,
//! in Java, as any JVM does; answers are kept with those of linkage.
//!
//! Linked classes are never undone. So loaders are numbered on each path, in the order in which they came up, and the same
//! bytes defined by the loader with the same number are the same class on all paths. Whether a path has defined it, its mirror
//! says: it names the loader.

use crate::class_names::{LOADERS, Named, Supers, hash_apart};
use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::{HEADER, Ref};
use crate::hidden_fields::DEFINED;
use crate::image::class::{Class, Method, Origin};
use crate::image::code::Code;
use crate::linkage_questions::Question;
use crate::thread::{Side, Span, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// Whether a loader has a name space of its own.
    pub(crate) fn is_own_loader(&self, loader: Ref) -> bool {
        loader != 0 && {
            let class = self.class_of(loader);
            // What libraries that make classes define for themselves shares the one name space: their names are their own.
            let makes_classes = class.name.starts_with("net/bytebuddy/") || class.name.starts_with("org/mockito/");
            class.is_user() && !makes_classes || class.name == "java/net/URLClassLoader"
        }
    }

    /// The loader of the program's own that explains the names in what a loader defines: itself, or the one for which reflection made
    /// a loader for one class.
    pub(crate) fn own_loader_behind(&self, loader: Ref) -> Option<Ref> {
        let delegates = |loader: Ref| {
            let name = self.class_of(loader).name;
            name == "jdk/internal/reflect/DelegatingClassLoader" || name == "sun/reflect/DelegatingClassLoader"
        };
        let behind = match loader {
            0 => 0,
            loader if delegates(loader) => self.field(loader, "parent") as Ref,
            loader => loader,
        };
        self.is_own_loader(behind).then_some(behind)
    }

    /// Whether the JVM locks a loader while it asks it for a class: one that is not parallel capable, which a loader's constructor notes
    /// in this field (`ClassLoader.registerAsParallelCapable`).
    pub(crate) fn locks_while_loading(&self, loader: Ref) -> bool {
        self.field(loader, "parallelLockMap") == 0
    }

    /// The classes that a loader of the program's own has defined, as others see them: what `ClassLoader` keeps them in.
    pub(crate) fn definitions(&self, loader: Ref) -> Side {
        let slot = self.image.slot(self.class_of(loader), "classes");
        slot.map_or(Side::NONE, |slot| Side {
            object: loader,
            span: Span::new(u64::from(loader + HEADER + slot) * 8, 8),
        })
    }

    /// A loader of the program's own has defined a class.
    pub(crate) fn note_definition(&mut self, loader: Ref, class: &Class) {
        let defined = self.field(loader, DEFINED).wrapping_add(class.hash);
        self.set_field(loader, DEFINED, defined);
    }

    /// The loader that defined a class, on this path.
    pub(crate) fn defining_loader(&self, class: &Class) -> Ref {
        self.field(class.mirror.get(), "classLoader") as Ref
    }

    /// Whether a built-in loader finds a class, by itself or by those that it asks: the bootstrap loader (null) and that of the
    /// platform do not know the class path.
    pub(crate) fn is_seen_by(&self, loader: Ref, class: &'static Class) -> bool {
        let defining = self.defining_loader(class);
        let platform = self.image.loader(&self.heap, "PLATFORM_LOADER");
        defining == 0 || defining == loader || loader != 0 && loader != platform
    }

    fn loaders(&self) -> Ref {
        let native = self.image.loaded(NATIVE);
        native.map_or(0, |native| self.static_field(native, LOADERS) as Ref)
    }

    /// The loader with a number.
    pub(crate) fn numbered_loader(&self, number: u32) -> Ref {
        self.element(self.loaders(), number)
    }

    fn known_loaders(&self) -> Vec<Ref> {
        let table = self.loaders();
        let length = if table == 0 { 0 } else { self.heap.length(table) };
        (0..length).map(|i| self.element(table, i)).collect()
    }

    fn known_number(&self, loader: Ref) -> Option<u32> {
        let number = self.known_loaders().iter().position(|one| *one == loader)?;
        Some(number as u32)
    }

    /// The number of a loader on this path.
    pub(crate) fn loader_number(&mut self, loader: Ref) -> Result<u32, VmError> {
        if let Some(number) = self.known_number(loader) {
            return Ok(number);
        }
        let mut known = self.known_loaders();
        let length = known.len() as u32;
        known.push(loader);
        let made = self.new_reference_array("java/lang/Object", &known)?;
        let native = self.image.load(&mut self.heap, NATIVE)?;
        self.set_static_field(native, LOADERS, u64::from(made));
        self.stored(native.mirror.get(), made);
        Ok(length)
    }

    /// The class of this name that a loader of the program's own has defined.
    pub(crate) fn defined_by(&self, loader: Ref, name: &str) -> Option<&'static Class> {
        let of_name = self.image.apart.get(name)?;
        of_name
            .iter()
            .copied()
            .find(|class| self.defining_loader(class) == loader)
    }

    /// What a name, or the descriptor of an array, means to a loader of the program's own.
    pub(crate) fn named_by_loader(&mut self, loader: Ref, name: &str, plainly: bool) -> Result<Named, VmError> {
        if let Some(component) = name.strip_prefix('[') {
            let element = match component.strip_prefix('L') {
                Some(element) => element.trim_end_matches(';'),
                None if component.starts_with('[') => component,
                None => return Ok(Named::Shared),
            };
            return Ok(match self.named_by_loader(loader, element, plainly)? {
                Named::Found(class) => Named::Found(self.image.array_of(&mut self.heap, class)?),
                other @ (Named::Shared | Named::Ask(_)) => other,
            });
        }
        if let Some(class) = self.defined_by(loader, name) {
            return Ok(Named::Found(class));
        }
        let of_jdk = name.starts_with("java/") || self.image.loaded(name).is_some_and(|class| !class.is_user());
        if (of_jdk || self.image.universe.is_in_library(name)) && self.reaches(loader, name)? {
            return Ok(Named::Shared);
        }
        let loader = self.loader_number(loader)?;
        let question = Question::Loaded {
            loader,
            name: name.to_owned(),
            plainly,
        };
        let number = self.image.questions.number(question);
        Ok(match self.answer(number) {
            Some((mirror, _)) if mirror != 0 => Named::Found(self.image.class_of_mirror(&self.heap, mirror)),
            _ => Named::Ask(number),
        })
    }

    /// Whether a loader of the program's own that asks its parents comes to the one that defines a class of the JDK: a loader without
    /// a parent asks the bootstrap loader alone. What a `loadClass` of the program's own does is not known beforehand (JVMS 5.3.2).
    fn reaches(&mut self, loader: Ref, name: &str) -> Result<bool, VmError> {
        let mut above = loader;
        while self.is_own_loader(above) {
            if self.overrides_load_class(above) {
                return Ok(false);
            }
            above = self.field(above, "parent") as Ref;
        }
        if name.starts_with("java/lang/") {
            return Ok(true);
        }
        let class = self.image.try_load(&mut self.heap, name)?;
        Ok(above != 0 || class.is_none_or(|class| self.defining_loader(class) == 0))
    }

    fn overrides_load_class(&self, loader: Ref) -> bool {
        std::iter::successors(Some(self.class_of(loader)), |class| class.superclass)
            .take_while(|class| class.is_user())
            .any(|class| class.methods.iter().any(|method| method.name == "loadClass"))
    }

    /// What a name means to a class.
    pub(crate) fn named_by(&mut self, class: &'static Class, name: &str) -> Result<Named, VmError> {
        let host = self.image.made_for.get(&class.id).copied().unwrap_or(class);
        if host.is_called(name) {
            return Ok(Named::Found(host));
        }
        if !host.apart && !host.is_made() {
            return Ok(Named::Shared);
        }
        match self.own_loader_behind(self.defining_loader(host)) {
            Some(loader) => self.named_by_loader(loader, name, false),
            None => Ok(Named::Shared),
        }
    }

    /// An instruction of a class whose names a loader of the program's own explains is about to be linked.
    pub(crate) fn note_linkage(&mut self, method: &'static Method, code: &'static Code, pc: usize) {
        let class = method.class();
        // What the built-in loaders find is the same on all paths.
        let by_loader =
            class.apart && (class.is_user() || self.own_loader_behind(self.defining_loader(class)).is_some());
        if !by_loader && !self.image.made_for.contains_key(&class.id) {
            return;
        }
        let noted = self
            .this_step
            .linked
            .iter()
            .any(|(of, at, _)| std::ptr::eq(*of, code) && *at == pc);
        if !noted {
            self.this_step.linked.push((code, pc, code.instructions[pc].get()));
        }
    }

    /// Such instructions are as they were decoded.
    pub(crate) fn forget_linkage(&mut self) {
        for (code, pc, instr) in self.this_step.linked.drain(..) {
            code.instructions[pc].set(instr);
            code.split_field(pc);
        }
    }

    /// What names mean to a class; `None` where a frame was pushed that finds the first of them that is not known.
    pub(crate) fn classes_named_by<'a>(
        &mut self,
        thread: ThreadId,
        class: &'static Class,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Option<Vec<&'static Class>>, VmError> {
        let mut classes = Vec::new();
        for name in names {
            classes.push(match self.named_by(class, name)? {
                Named::Found(found) => found,
                Named::Shared => self.image.load(&mut self.heap, name)?,
                Named::Ask(question) => {
                    self.ask(thread, question)?;
                    return Ok(None);
                }
            });
        }
        Ok(Some(classes))
    }

    /// A class that one names whose names may mean something of their own: as [`Vm::resolve_class`] has it; `None` where they do not.
    pub(crate) fn resolve_apart(
        &mut self,
        thread: ThreadId,
        class: &'static Class,
        name: &str,
    ) -> Result<Option<Option<&'static Class>>, VmError> {
        Ok(match self.named_by(class, name)? {
            Named::Found(found) => Some(Some(found)),
            Named::Shared => None,
            Named::Ask(question) => {
                self.ask(thread, question)?;
                Some(None)
            }
        })
    }

    /// What a name means to a class by now: `None` where no loader of the program's own has been asked yet, or there is no such class
    /// loaded.
    pub fn already_named_by(&self, class: &'static Class, name: &str) -> Option<&'static Class> {
        let host = self.image.made_for.get(&class.id).copied().unwrap_or(class);
        if host.is_called(name) {
            return Some(host);
        }
        let shared = || self.image.loaded(name);
        if !host.apart && !host.is_made() {
            return shared();
        }
        let Some(loader) = self.own_loader_behind(self.defining_loader(host)) else {
            return shared();
        };
        let asked = self.known_number(loader).and_then(|loader| {
            let [plain, other] = [false, true].map(|plainly| Question::Loaded {
                loader,
                name: name.to_owned(),
                plainly,
            });
            let answered = |question: &Question| self.answer(self.image.questions.find(question)?);
            let (mirror, _) = answered(&plain).or_else(|| answered(&other))?;
            (mirror != 0).then(|| self.image.class_of_mirror(&self.heap, mirror))
        });
        let of_jdk = || shared().filter(|class| !class.is_user());
        self.defined_by(loader, name).or(asked).or_else(of_jdk)
    }

    /// A class that another one names, where no loader can be asked: `None` if there is none.
    pub(crate) fn known_to(&mut self, class: &'static Class, name: &str) -> Result<Option<&'static Class>, VmError> {
        match self.named_by(class, name)? {
            Named::Found(found) => Ok(Some(found)),
            Named::Shared | Named::Ask(_) => self.image.try_load(&mut self.heap, name),
        }
    }

    /// Links a class that nobody finds by its name alone: the one that the loader with this number defines from these bytes.
    pub(crate) fn define_apart(
        &mut self,
        bytes: &[u8],
        number: u32,
        origin: Origin,
        supers: Supers,
    ) -> Result<&'static Class, VmError> {
        let hash = hash_apart(dropwire_classes::content_hash(bytes), &supers);
        let own = dropwire_classes::class_name(bytes).unwrap_or_default();
        let name = format!("{own}+{hash:016x}_{number}");
        if let Some(known) = self.image.loaded(&name) {
            return Ok(known);
        }
        let class = self.link_apart(bytes.to_vec(), (origin, ""), name, supers)?;
        self.image.apart.entry(own).or_default().push(class);
        Ok(class)
    }

    /// Links a class under a name of the machine's own, with the superclass and the interfaces that its loader knows. `from`: where it
    /// comes from, and its module.
    pub(crate) fn link_apart(
        &mut self,
        bytes: Vec<u8>,
        from: (Origin, &'static str),
        name: String,
        supers: Supers,
    ) -> Result<&'static Class, VmError> {
        let bytes: &'static [u8] = Box::leak(bytes.into_boxed_slice());
        let class = self.image.link_apart(&mut self.heap, bytes, from, name, supers)?;
        // On a path that has not defined it, it has no loader.
        self.image.set_defining_loader(&mut self.heap, class, 0);
        self.learn_of(class)?;
        Ok(class)
    }

    /// What a class says of who defined it, and its arrays say: taken back with the path where the program made the loader.
    pub(crate) fn note_definer(&mut self, class: &'static Class, loader: Ref, domain: Ref) {
        self.note_of_class(class, "classLoader", loader);
        self.note_of_class(class, self.image.domain_field(), domain);
        let own = self.path.modules.iter().find(|(package, _)| package == class.package());
        let module = match own {
            Some(&(_, module)) => module,
            // Java 8 has no modules.
            None if self.is_own_loader(loader) => self.field(loader, "unnamedModule") as Ref,
            None => 0,
        };
        if module != 0 {
            self.note_of_class(class, "module", module);
        }
    }

    fn note_of_class(&mut self, class: &'static Class, field: &str, object: Ref) {
        let on_path = self.mode.exploring && object != 0 && !self.heap.is_fixed(object);
        for class in std::iter::successors(Some(class), |class| class.array_class.get().copied()) {
            let mirror = class.mirror.get();
            if on_path {
                self.set_field(mirror, field, u64::from(object));
                self.stored(mirror, object);
            } else {
                self.image
                    .set_class_field(&mut self.heap, mirror, field, u64::from(object));
            }
        }
    }
}
