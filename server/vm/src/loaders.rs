//! Class loaders of the program's own: a class is its name and the loader that defined it. JVMS §5.3.
//!
//! The built-in loaders share one name space, which is the image's. What a loader of the program's own defines is linked
//! under a name that no class file can say (`shop/Till+hash_loader`), and what its classes name is found by asking the loader,
//! in Java, as any JVM does; answers are kept with those of linkage.
//!
//! Linked classes are never undone. So loaders are numbered on each path, in the order in which they came up, and the same
//! bytes defined by the loader with the same number are the same class on all paths. Whether a path has defined it, its mirror
//! says: it names the loader.

use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::Ref;
use crate::image::class::{Class, Method, Origin};
use crate::image::code::Code;
use crate::method_handle_linkage::Question;
use crate::thread::ThreadId;
use crate::vm::Vm;

/// The static of `dropwire.Native` that holds the loaders by number.
pub(crate) const LOADERS: &str = "loaders";

/// What a name means to a class, or to a loader.
pub(crate) enum Named {
    /// This class.
    Found(&'static Class),
    /// What it means to the built-in loaders.
    Shared,
    /// The loader has to be asked first.
    Ask(u32),
}

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

    /// The number of a loader on this path.
    pub(crate) fn loader_number(&mut self, loader: Ref) -> Result<u32, VmError> {
        let table = self.loaders();
        let length = if table == 0 { 0 } else { self.heap.length(table) };
        let mut known: Vec<Ref> = (0..length).map(|i| self.element(table, i)).collect();
        if let Some(number) = known.iter().position(|one| *one == loader) {
            return Ok(number as u32);
        }
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
    /// a parent asks the bootstrap loader alone.
    fn reaches(&mut self, loader: Ref, name: &str) -> Result<bool, VmError> {
        if name.starts_with("java/lang/") {
            return Ok(true);
        }
        let mut above = loader;
        while self.is_own_loader(above) {
            above = self.field(above, "parent") as Ref;
        }
        let class = self.image.try_load(&mut self.heap, name)?;
        Ok(above != 0 || class.is_none_or(|class| self.defining_loader(class) == 0))
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
        match self.defining_loader(host) {
            loader if self.is_own_loader(loader) => self.named_by_loader(loader, name, false),
            _ => Ok(Named::Shared),
        }
    }

    /// An instruction of a class whose names a loader of the program's own explains is about to be linked.
    pub(crate) fn note_linkage(&mut self, method: &'static Method, code: &'static Code, pc: usize) {
        let class = method.class();
        // What the built-in loaders find is the same on all paths.
        let by_loader = class.apart && class.is_user();
        if !by_loader && !self.image.made_for.contains_key(&class.id) {
            return;
        }
        let noted = self
            .linked
            .iter()
            .any(|(of, at, _)| std::ptr::eq(*of, code) && *at == pc);
        if !noted {
            self.linked.push((code, pc, code.instructions[pc].get()));
        }
    }

    /// Such instructions are as they were decoded.
    pub(crate) fn forget_linkage(&mut self) {
        for (code, pc, instr) in self.linked.drain(..) {
            code.instructions[pc].set(instr);
            code.split_field(pc);
        }
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
        supers: (Option<&'static Class>, Vec<&'static Class>),
    ) -> Result<&'static Class, VmError> {
        let hash = dropwire_classes::content_hash(bytes);
        let own = dropwire_classes::class_name(bytes).unwrap_or_default();
        let name = format!("{own}+{hash:016x}_{number}");
        if let Some(known) = self.image.loaded(&name) {
            return Ok(known);
        }
        let bytes: &'static [u8] = Box::leak(bytes.to_vec().into_boxed_slice());
        let class = self.image.link_apart(&mut self.heap, bytes, origin, name, supers)?;
        self.image.apart.entry(own).or_default().push(class);
        // On a path that has not defined it, it has no loader.
        self.image.set_defining_loader(&mut self.heap, class, 0);
        self.learn_of(class)?;
        Ok(class)
    }
}
