//! What a boot leaves, as data: another machine can begin there, without running the JDK's initialisation again.
//!
//! A pure function of the JDK's class library, of where it lies, and of this machine's own code. Classes are linked anew from what is
//! known of them here; their class files are parsed when somebody asks for more, which for most never happens.

use dropwire_classes::{Found, Universe};
use serde::{Deserialize, Serialize};

use crate::boot::native_class_file;
use crate::error::VmError;
use crate::generate;
use crate::heap::Ref;
use crate::image::Image;
use crate::image::class::{Class, LaterFile, Origin, Shape, Source};
use crate::image::load::{Head, Member};
use crate::thread::Thread;
use crate::types::Ty;
use crate::vm::{Vm, VmOptions};

/// A machine that has booted and done nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Base<'a> {
    /// In the order of their ids.
    #[serde(borrow)]
    classes: Vec<BaseClass<'a>>,
    /// So many methods there are.
    methods: u32,
    /// The first of the machine's own methods.
    first_driver: u32,
    /// The base of the heap.
    words: Vec<u64>,
    /// Interned strings.
    strings: Vec<Ref>,
    /// Identities of eternal objects for keys.
    names: Vec<(Ref, u64)>,
    /// Module mirrors by package.
    #[serde(borrow)]
    modules: Vec<(&'a str, Ref)>,
    boot_unnamed_module: Ref,
    /// Identity hashes given out.
    hashes: Vec<(Ref, u32)>,
    /// Off-heap memory.
    native_memory: Vec<u8>,
    /// The main thread's object, and how many thread ids were given out.
    main: (Ref, u32),
    stdout: Ref,
    stderr: Ref,
}

/// A linked class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct BaseClass<'a> {
    name: &'a str,
    mirror: Ref,
    initialised: bool,
    first_method: u32,
    #[serde(borrow)]
    kind: Kind<'a>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Kind<'a> {
    /// The component's class.
    References(u32),
    /// The type of the elements.
    Primitives(u8),
    Primitive(u8),
    #[serde(borrow)]
    Declared(Declared<'a>),
    /// Made for a call site of the JDK.
    Made {
        bytes: &'a [u8],
        module: &'a str,
    },
}

/// What the class file says that linking needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Declared<'a> {
    /// Length of the class file.
    length: u32,
    access: u16,
    superclass: Option<u32>,
    interfaces: Vec<u32>,
    source_file: Option<&'a str>,
    #[serde(borrow)]
    fields: Vec<(&'a str, &'a str, u16)>,
    /// The last: whether it has code.
    #[serde(borrow)]
    methods: Vec<(&'a str, &'a str, u16, bool)>,
}

impl BaseClass<'static> {
    fn of(class: &'static Class, first_method: u32) -> BaseClass<'static> {
        BaseClass {
            name: class.name,
            mirror: class.mirror.get(),
            initialised: class.initialised_in_base.get(),
            first_method,
            kind: match class.shape {
                Shape::References(component) => Kind::References(component.id.0),
                Shape::Primitives(ty) => Kind::Primitives(ty as u8),
                Shape::Primitive(ty) => Kind::Primitive(ty as u8),
                Shape::Instance if class.is_made() => Kind::Made {
                    bytes: class.bytes,
                    module: class.module,
                },
                Shape::Instance => Kind::Declared(Declared::of(class)),
            },
        }
    }
}

impl Declared<'static> {
    fn of(class: &'static Class) -> Declared<'static> {
        let fields = class.fields.iter().map(|f| (f.name, f.descriptor, f.access));
        let methods = class.methods.iter();
        Declared {
            length: class.bytes.len() as u32,
            access: class.access,
            superclass: class.superclass.map(|class| class.id.0),
            interfaces: class.interfaces.iter().map(|class| class.id.0).collect(),
            source_file: class.source_file,
            fields: fields.collect(),
            methods: methods
                .map(|m| (m.name, m.descriptor, m.access, m.has_code()))
                .collect(),
        }
    }
}

impl Vm {
    /// What boot has left, on a machine that has done nothing since. `None` where that is more than a base holds: then boot again.
    pub fn base(&self) -> Option<Base<'static>> {
        let image = &self.image;
        let is_captured = self.threads.len() == 1
            && self.path.init_failures.is_empty()
            && self.path.hidden.is_empty()
            && self.path.modules.is_empty()
            && !self.path.facts.native_changed
            && image.has_only_base()
            && image.classes.iter().all(|class| is_found_by_name(class));
        if !is_captured {
            return None;
        }
        let mut first_method = 0;
        let mut classes = Vec::with_capacity(image.classes.len());
        for class in &image.classes {
            first_method = class.methods.first().map_or(first_method, |method| method.id.0);
            classes.push(BaseClass::of(class, first_method));
            first_method += class.methods.len() as u32;
        }
        let mut strings: Vec<Ref> = image.strings.values().copied().collect();
        strings.sort_unstable();
        let mut names: Vec<(Ref, u64)> = image.eternal_names.iter().map(|(r, name)| (*r, *name)).collect();
        names.sort_unstable();
        let main = &self.threads[0];
        Some(Base {
            classes,
            methods: image.methods.len() as u32,
            first_driver: self.known.init_driver?.id.0,
            words: self.heap.slice(0, self.base_top()).to_vec(),
            strings,
            names,
            modules: image.modules_by_package(),
            boot_unnamed_module: image.boot_unnamed_module,
            hashes: self.path.hashes.clone(),
            native_memory: self.path.native_memory.clone(),
            main: (main.object, self.path.facts.ids),
            stdout: self.known.stdout,
            stderr: self.known.stderr,
        })
    }

    /// Where the last object of the base ends.
    fn base_top(&self) -> Ref {
        let last = self.image.fixed_starts.last();
        last.map_or(0, |last| last + self.image.size_of(&self.heap, *last))
    }

    /// A machine that is where boot ended. `universe`: with the library that the base came from.
    ///
    /// # Errors
    /// The base is of another library.
    pub fn from_base(universe: Universe, base: &Base<'static>, options: &VmOptions) -> Result<Vm, VmError> {
        let mut vm = Vm::empty(
            Image::new(universe, Box::new(crate::natives::Table::new())),
            options.clone(),
        );
        for (id, known) in base.classes.iter().enumerate() {
            vm.fill_up_to(known.first_method, base)?;
            let class = vm.link_again(known)?;
            if class.id.0 as usize != id {
                return Err(other_library(known.name));
            }
            class.mirror.set(known.mirror);
            class.initialised_in_base.set(known.initialised);
        }
        vm.fill_up_to(base.methods, base)?;
        vm.heap.set_base(&base.words);
        vm.image.set_core()?;
        vm.note_core()?;
        vm.known.stdout = base.stdout;
        vm.known.stderr = base.stderr;
        vm.image.boot_unnamed_module = base.boot_unnamed_module;
        vm.image.note_base(&base.names, &base.modules);
        for &string in &base.strings {
            let text = vm.string_units(string).into();
            vm.image.strings.insert(text, string);
        }
        vm.path.hashes = base.hashes.clone();
        vm.path.native_memory = base.native_memory.clone();
        vm.path.facts.ids = base.main.1;
        let main = Thread::new(base.main.0, std::rc::Rc::from([]));
        vm.threads.push(main);
        vm.sort_threads();
        vm.end_boot();
        Ok(vm)
    }

    /// Makes the methods that no class of the base declares, up to a number: the machine's own, and others that boot made for itself
    /// and that are made again where they are needed.
    fn fill_up_to(&mut self, methods: u32, base: &Base<'static>) -> Result<(), VmError> {
        while (self.image.methods.len() as u32) < methods {
            let object = self.image.load(&mut self.heap, "java/lang/Object")?;
            if self.image.methods.len() as u32 == base.first_driver {
                self.make_drivers(object);
            } else {
                self.internal_method(object, "of an earlier boot", &[], 0);
            }
        }
        Ok(())
    }

    fn link_again(&mut self, known: &BaseClass<'static>) -> Result<&'static Class, VmError> {
        let declared = match &known.kind {
            Kind::References(component) => {
                let component = self.base_class(*component, known.name)?;
                return self
                    .image
                    .make_shape(&mut self.heap, known.name, Shape::References(component));
            }
            Kind::Primitives(ty) => {
                let shape = Shape::Primitives(Ty::from_u8(*ty));
                return self.image.make_shape(&mut self.heap, known.name, shape);
            }
            Kind::Primitive(ty) => {
                let shape = Shape::Primitive(Ty::from_u8(*ty));
                return self.image.make_shape(&mut self.heap, known.name, shape);
            }
            Kind::Made { bytes, module } => {
                return self.image.define(&mut self.heap, bytes, Origin::MadeForJdk, module);
            }
            Kind::Declared(declared) => declared,
        };
        let (bytes, module) = self.class_file(known.name)?;
        if bytes.len() as u32 != declared.length {
            return Err(other_library(known.name));
        }
        let symbols = &mut self.image.symbols;
        let mut member = |name, descriptor, access, has_code| Member {
            name,
            descriptor: symbols.intern_static(descriptor),
            access,
            has_code,
        };
        let fields = declared.fields.iter();
        let methods = declared.methods.iter();
        let head = Head {
            name: known.name,
            access: declared.access,
            source_file: declared.source_file,
            fields: fields
                .map(|(name, descriptor, access)| member(name, descriptor, *access, false))
                .collect(),
            methods: methods
                .map(|(name, descriptor, access, code)| member(name, descriptor, *access, *code))
                .collect(),
            source: Source::Later(Box::leak(Box::new(LaterFile::new(bytes)))),
            bytes,
            origin: Origin::Jdk,
            module,
            apart: false,
        };
        let superclass = match declared.superclass {
            Some(id) => Some(self.base_class(id, known.name)?),
            None => None,
        };
        let interfaces = declared.interfaces.iter();
        let interfaces = interfaces
            .map(|id| self.base_class(*id, known.name))
            .collect::<Result<_, _>>()?;
        self.image.link(head, superclass, interfaces)
    }

    fn base_class(&self, id: u32, of: &str) -> Result<&'static Class, VmError> {
        let class = self.image.classes.get(id as usize);
        class.copied().ok_or_else(|| other_library(of))
    }

    /// The class file of a class of the base, and its module.
    fn class_file(&self, name: &str) -> Result<(&'static [u8], &'static str), VmError> {
        if name == generate::NATIVE {
            return Ok((native_class_file(), "java.base"));
        }
        match self.image.universe.find(name) {
            Ok(Some(Found {
                bytes,
                origin: dropwire_classes::Origin::Image { module },
            })) => Ok((bytes, module)),
            Ok(Some(_) | None) | Err(_) => Err(other_library(name)),
        }
    }
}

/// A class of the JDK, or one made for a call site, which is found again by its name. Names of other made classes hold numbers that
/// another machine counts otherwise.
fn is_found_by_name(class: &Class) -> bool {
    match class.origin {
        Origin::Jdk => true,
        Origin::MadeForJdk => crate::generate::is_made_for_call_site(class),
        Origin::User | Origin::MadeForUser => false,
    }
}

fn other_library(class: &str) -> VmError {
    VmError::Jdk(format!("another library than the one that booted before: {class}"))
}
