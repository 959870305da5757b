//! Linked classes, methods and fields. Made once, never undone, alive as long as the process.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use cafebabe::attributes::CodeData;
use dropwire_classes::{DynamicArgument, Outline, ParsedClass, cafebabe};
use rustc_hash::FxHashMap;

use super::code::Code;
use crate::atomicity::Atomicity;
use crate::attributor::Level;
use crate::heap::Ref;
use crate::observation::Observation;
use crate::types::{ClassId, MethodId, Sym, Ty, name_hash};

/// JVMS table 4.1-B and its kin.
pub mod access {
    #![allow(missing_docs)]
    pub const PUBLIC: u16 = 0x1;
    pub const PRIVATE: u16 = 0x2;
    pub const PROTECTED: u16 = 0x4;
    pub const STATIC: u16 = 0x8;
    pub const FINAL: u16 = 0x10;
    pub const SYNCHRONIZED: u16 = 0x20;
    pub const VOLATILE: u16 = 0x40;
    pub const VARARGS: u16 = 0x80;
    pub const NATIVE: u16 = 0x100;
    pub const INTERFACE: u16 = 0x200;
    pub const ABSTRACT: u16 = 0x400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ENUM: u16 = 0x4000;
}

/// Whose calls of a method something is said about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callers {
    /// All.
    All,
    /// All but those from these methods of the JDK (class, name).
    AllBut(&'static [(&'static str, &'static str)]),
    /// The program: all but the bytecode of the JDK, of which these classes carry out the program's calls (beginnings of names).
    Program(&'static [&'static str]),
}

impl Callers {
    /// Whether what is said about calls of a method is said about those from `caller`.
    pub fn include(self, caller: &Method) -> bool {
        let class = caller.class();
        match self {
            Self::All => true,
            Self::AllBut(methods) => !methods.contains(&(class.name, caller.name)),
            Self::Program(through) => {
                let in_bytecode_of_jdk = class.origin == Origin::Jdk && caller.data().is_some();
                !in_bytecode_of_jdk || through.iter().any(|start| class.name.starts_with(start))
            }
        }
    }
}

/// Where a class comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The JDK's runtime image.
    Jdk,
    /// The user's class path.
    User,
    /// Made by this virtual machine (lambdas, concatenations) for a class of the JDK.
    MadeForJdk,
    /// Made by this virtual machine for a user's class.
    MadeForUser,
}

/// What shape a class has.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A class or interface with fields.
    Instance,
    /// An array of references.
    References(&'static Class),
    /// An array of primitives.
    Primitives(Ty),
    /// `int.class` and its kin.
    Primitive(Ty),
}

/// A loaded and linked class.
pub struct Class {
    /// Index in the image.
    pub id: ClassId,
    /// Internal name, as `java/lang/String` or `[I`.
    pub name: &'static str,
    /// Hash of the name: stands for the class in keys.
    pub hash: u64,
    /// Access flags of the class file.
    pub access: u16,
    /// Instance, array or primitive.
    pub shape: Shape,
    /// Where it comes from.
    pub origin: Origin,
    /// Superclass; `None` for Object, interfaces and primitives have Object or none.
    pub superclass: Option<&'static Class>,
    /// Superclasses from Object down to the class itself.
    pub supers: Vec<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<&'static Class>,
    /// All superinterfaces, itself included if it is one; sorted.
    pub all_interfaces: Vec<ClassId>,
    /// Declared fields.
    pub fields: Vec<Field>,
    /// Declared fields by name and descriptor.
    pub field_index: FxHashMap<(Sym, Sym), usize>,
    /// Instance fields with those of superclasses, in layout order.
    pub layout: Vec<Slot>,
    /// What traversals need of the layout; see [`Class::traversed`].
    pub traversed: OnceCell<Traversed>,
    /// Static fields of this class, in layout order.
    pub statics: Vec<Slot>,
    /// Declared methods.
    pub methods: Vec<&'static Method>,
    /// Declared methods by name and descriptor.
    pub method_index: FxHashMap<(Sym, Sym), &'static Method>,
    /// Virtual methods of the class chain.
    pub vtable: Vec<&'static Method>,
    /// `<clinit>`, if there is one.
    pub clinit: Option<&'static Method>,
    /// The class file; see [`Class::file`].
    pub(crate) source: Source,
    /// Raw bytes of the class file.
    pub bytes: &'static [u8],
    /// Name of the module, empty for the unnamed one.
    pub module: &'static str,
    /// The SourceFile attribute.
    pub source_file: Option<&'static str>,
    /// A loader defined it under a name that is not its alone: nobody finds it by that name.
    pub apart: bool,
    /// Its code is no part of an atomic operation that calls it: user code, and collections that guard nothing.
    pub leaves_atomic: bool,
    /// The collections that its atomic operations call are its own: nobody else has them.
    pub confines: bool,
    /// Of `java.lang` or below: the machine itself writes fields of such classes, and nothing is assumed of them.
    pub of_java_lang: bool,
    /// The `java.lang.Class` object.
    pub mirror: Cell<Ref>,
    /// Initialised before the heap was frozen: no check is needed any more.
    pub initialised_in_base: Cell<bool>,
    /// Receiver-class cache of interface method selection.
    pub selected: RefCell<FxHashMap<MethodId, Option<&'static Method>>>,
    /// The latest of these selections.
    pub lately_selected: [Cell<Option<(MethodId, &'static Method)>>; 4],
    /// The array class with this component, once made.
    pub array_class: OnceCell<&'static Class>,
}

/// What was read of a class file.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// There is none: an array, a primitive type.
    None,
    /// All of it.
    Whole(&'static ParsedClass<'static>),
    /// Of a class of the JDK: its structure, once somebody asks.
    Later(&'static LaterFile),
}

/// A class file of the JDK whose structure is parsed when it is first asked for: a machine that begins where another one's
/// boot ended knows most classes without.
pub(crate) struct LaterFile {
    bytes: &'static [u8],
    outline: OnceCell<Result<Outline, String>>,
}

impl LaterFile {
    pub(crate) fn new(bytes: &'static [u8]) -> LaterFile {
        LaterFile {
            bytes,
            outline: OnceCell::new(),
        }
    }

    /// Its structure.
    pub(crate) fn outline(&self) -> Result<&Outline, String> {
        let outline = self
            .outline
            .get_or_init(|| dropwire_classes::outline(self.bytes).map_err(|error| error.to_string()));
        outline.as_ref().map_err(Clone::clone)
    }
}

/// A declared field.
#[derive(Debug)]
pub struct Field {
    /// Name.
    pub name: &'static str,
    /// Descriptor.
    pub descriptor: &'static str,
    /// Access flags.
    pub access: u16,
    /// Index in the layout (instance) or in the statics.
    pub slot: u32,
}

/// One word of an object or of a class's statics.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Declared type.
    pub ty: Ty,
    /// Name of the field, for messages.
    pub name: &'static str,
    /// `VOLATILE`, `FINAL`, … of [`field_flag`].
    pub flags: u8,
    /// The class that declares it.
    pub declared_by: ClassId,
}

/// What traversals need of a layout: offsets from an object's start, in layout order.
#[derive(Debug, Default)]
pub struct Traversed {
    /// Words that count in a state's key and hold no reference.
    pub plain: Box<[u16]>,
    /// References that count in a state's key.
    pub keyed: Box<[u16]>,
    /// How many of `keyed` stand before firewalls: those come first.
    pub open: usize,
    /// References that count in no key and yet stand before no firewall: whoever reaches the object reaches what they hold.
    pub aside: Box<[u16]>,
}

impl Traversed {
    /// Of a layout. `flags`: those of a slot, with its index.
    pub(crate) fn of(layout: &[Slot], flags: impl Fn(usize, &Slot) -> u8) -> Traversed {
        let select_of = |in_key: bool, reference: bool, firewall: bool| {
            let flags = &flags;
            layout
                .iter()
                .enumerate()
                .filter(move |(at, slot)| {
                    let flags = flags(*at, slot);
                    (flags & field_flag::NOT_IN_KEY == 0) == in_key
                        && (slot.ty == Ty::Reference) == reference
                        && (flags & field_flag::FIREWALL != 0) == firewall
                })
                .map(|(at, _)| at as u16 + crate::heap::HEADER as u16)
        };
        let select = |reference, firewall| select_of(true, reference, firewall);
        Traversed {
            plain: select(false, false).chain(select(false, true)).collect(),
            keyed: select(true, false).chain(select(true, true)).collect(),
            open: select(true, false).count(),
            aside: select_of(false, true, false).collect(),
        }
    }
}

/// Flags of a slot; the upper bits of an instruction's `x`.
pub mod field_flag {
    #![allow(missing_docs)]
    pub const VOLATILE: u8 = 0x10;
    pub const FINAL: u8 = 0x20;
    /// Accesses are nobody else's business: no choice point, no race.
    pub const PRIVATE_TO_VM: u8 = 0x40;
    /// Declared by a class of the JDK.
    pub const JDK: u8 = 0x80;
    /// Not part of a state's key, and not followed. Not carried in instructions.
    pub const NOT_IN_KEY: u8 = 0x01;
    /// Not followed when reachability is computed. Not carried in instructions.
    pub const FIREWALL: u8 = 0x02;
    /// As `PRIVATE_TO_VM`, until somebody looks at pools. Not carried in instructions.
    pub const BOOKKEEPING: u8 = 0x04;
    pub const TYPE_MASK: u8 = 0x0f;
    pub const FLAG_MASK: u8 = 0xf0;
}

/// What runs in place of a method's body, or before it. Only who has found it knows what it is: a peer is given the whole machine.
pub type Peer = &'static dyn std::any::Any;

/// Who knows which methods have peers.
pub trait Peers {
    /// The peer of a method, if it is native and has one, or what replaces its body or listens to its calls.
    fn find(&self, class: &str, name: &str, descriptor: &str, is_native: bool, origin: Origin) -> Option<Peer>;
}

/// A declared method.
pub struct Method {
    /// Index in the image.
    pub id: MethodId,
    /// Declaring class.
    pub class: OnceCell<&'static Class>,
    /// Name.
    pub name: &'static str,
    /// Descriptor.
    pub descriptor: &'static str,
    /// Name and descriptor as symbols.
    pub key: (Sym, Sym),
    /// Access flags.
    pub access: u16,
    /// Slots of all arguments, receiver included.
    pub arg_slots: u16,
    /// Type of the result.
    pub result: Ty,
    /// Type of each parameter, receiver excluded.
    pub params: Vec<Ty>,
    /// The Code attribute.
    pub(crate) body: Body,
    /// Decoded code, made at the first call.
    pub code: OnceCell<&'static Code>,
    /// The native peer, or the replacement by the table of exceptions.
    pub native: Cell<Option<Peer>>,
    /// Index in the vtable; `u32::MAX` for methods that are not virtual.
    pub vtable_index: Cell<u32>,
    /// Hash of class, name and descriptor: stands for the method in keys.
    pub hash: Cell<u64>,
    /// Whether it runs as one step from code that is not atomic itself.
    pub atomic: Cell<Atomicity>,
    /// What a call of it looks at without waiting for it.
    pub looks: Cell<Option<Observation>>,
    /// Whose calls of it make a verdict assume sequential consistency: its memory effects are weaker than those of a volatile access.
    pub orders_less: Cell<Option<Callers>>,
    /// One of the JDK, which those that run tasks may call.
    pub may_be_task: Cell<bool>,
    /// A constant in its bytecode that is read as 0: below so many nanoseconds it would spin.
    pub spin_limit: Cell<Option<i64>>,
    /// What the user says about it.
    pub attribute: Cell<Option<Level>>,
    /// Another one runs in its place: the row of the user's list.
    pub replaced: Cell<Option<u32>>,
    /// What it is called with is perturbed.
    pub perturbed: Cell<bool>,
    /// What properties see of it.
    pub observed: Cell<Seen>,
    /// An annotation says which lock a caller holds.
    pub guarded: Cell<bool>,
    /// What a call of it needs more than a frame, of [`call_flag`]; follows from the fields above.
    pub special: Cell<u8>,
}

/// What properties see of a method's calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Whether a thread is in it.
    pub calls: bool,
    /// A constructor: that its object is made.
    pub construction: bool,
    /// That a thread has just entered it.
    pub entry: bool,
    /// That a thread has just left it.
    pub exit: bool,
}

impl Seen {
    /// This and that.
    pub(crate) fn and(self, other: Seen) -> Seen {
        Seen {
            calls: self.calls || other.calls,
            construction: self.construction || other.construction,
            entry: self.entry || other.entry,
            exit: self.exit || other.exit,
        }
    }

    /// Whether calls are boundaries.
    pub(crate) fn has_calls(self) -> bool {
        self.calls || self.entry || self.exit
    }

    /// Whether there is anything to be seen.
    pub fn is_something(self) -> bool {
        self != Seen::default()
    }
}

/// The Code attribute of a method.
pub(crate) enum Body {
    /// It is abstract, native, or the machine's own.
    None,
    /// Parsed with its class.
    Parsed(&'static CodeData<'static>),
    /// Of a class of the JDK, whose methods are parsed when they are first called: the method's number there.
    Later(
        &'static LaterFile,
        usize,
        OnceCell<Result<&'static CodeData<'static>, String>>,
    ),
}

/// Why the call of a method needs the slow path.
pub mod call_flag {
    /// It is synchronized or native: always.
    pub const ALWAYS: u8 = 1;
    /// It is an atomic operation, looks at something, or has weak memory effects: in a search, outside of atomic operations.
    pub const LOUD: u8 = 2;
    /// It leaves the atomic operation that calls it.
    pub const ATOMIC_REGION: u8 = 4;
    /// The user says something about it: in a search.
    pub const SAID: u8 = 8;
}

impl std::fmt::Debug for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Between the name in its class file and what tells a hidden class from others of that name.
pub(crate) const HIDDEN: &str = "+0x";

/// The class of virtual threads where the JDK finds no continuations. JVMs that have them show another one.
const BOUND_VIRTUAL_THREAD: &str = "java/lang/ThreadBuilders$BoundVirtualThread";

impl Class {
    /// What traversals need of the layout.
    #[inline(always)]
    pub fn traversed(&self) -> &Traversed {
        self.traversed
            .get_or_init(|| Traversed::of(&self.layout, |_, slot| slot.flags))
    }

    /// Whether instances of this class may be assigned to `target`. JVMS §6.5.instanceof.
    pub fn is_subclass_of(&self, target: &Class) -> bool {
        if self.id == target.id {
            return true;
        }
        if target.is_interface() {
            return self.all_interfaces.binary_search(&target.id).is_ok();
        }
        match (self.shape, target.shape) {
            (Shape::References(from), Shape::References(to)) => from.is_subclass_of(to),
            _ => self.supers.get(target.supers.len().wrapping_sub(1)) == Some(&target.id),
        }
    }

    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    /// Whether it is an array class.
    pub fn is_array(&self) -> bool {
        matches!(self.shape, Shape::References(_) | Shape::Primitives(_))
    }

    /// Type of the elements of an array class; `None` otherwise.
    pub fn element_type(&self) -> Option<Ty> {
        match self.shape {
            Shape::References(_) => Some(Ty::Reference),
            Shape::Primitives(ty) => Some(ty),
            Shape::Instance | Shape::Primitive(_) => None,
        }
    }

    /// The structure of the class file; `None` for arrays and primitives. Of a class of the JDK no method has an attribute `Code`.
    pub fn file(&self) -> Option<&'static cafebabe::ClassFile<'static>> {
        self.parsed().map(|parsed| &parsed.file)
    }

    /// Why the code of its methods was not read.
    pub(crate) fn broken_code(&self) -> Option<&'static str> {
        self.parsed().and_then(|parsed| parsed.broken_code.as_deref())
    }

    /// Bootstrap arguments that are CONSTANT_Dynamic.
    pub fn dynamic_arguments(&self) -> &'static [DynamicArgument<'static>] {
        self.parsed().map_or(&[], |parsed| &parsed.dynamic_arguments)
    }

    fn parsed(&self) -> Option<&'static ParsedClass<'static>> {
        match self.source {
            Source::None => None,
            Source::Whole(parsed) => Some(parsed),
            Source::Later(file) => file.outline().ok().map(|outline| &outline.parsed),
        }
    }

    /// Whether the user wrote it.
    pub fn is_user(&self) -> bool {
        match self.shape {
            Shape::References(component) => component.is_user(),
            _ => matches!(self.origin, Origin::User | Origin::MadeForUser),
        }
    }

    /// Whether its instances are groups of threads.
    pub(crate) fn is_thread_group(&self) -> bool {
        std::iter::successors(Some(self), |class| class.superclass).any(|class| class.name == "java/lang/ThreadGroup")
    }

    /// Whether a field is final for reflection as well: a static one, and one of a record or a hidden class.
    pub fn is_trusted_final(&self, field: &Field) -> bool {
        let record = self.superclass.is_some_and(|of| of.name == "java/lang/Record");
        let is_final = field.access & access::FINAL != 0;
        is_final && (field.access & access::STATIC != 0 || record || self.is_hidden() || self.is_made())
    }

    /// Whether this virtual machine made it.
    pub fn is_made(&self) -> bool {
        matches!(self.origin, Origin::MadeForJdk | Origin::MadeForUser)
    }

    /// Whether it is a hidden class (`Class.isHidden`). What the JDK generates for reflection is none: it has a loader of its own.
    pub fn is_hidden(&self) -> bool {
        self.is_made() && (!self.apart || self.name.contains(HIDDEN))
    }

    /// Whether it was made for an `invokedynamic` of a lambda, under a name that says which.
    fn is_lambda_of_site(&self) -> bool {
        self.is_made() && !self.name.contains(HIDDEN) && self.name.contains("$$Lambda$")
    }

    /// What an array, or an array of arrays, has as its elements in the end: a class, or an array of primitives; else the class itself.
    pub fn element(&self) -> &Class {
        let mut element = self;
        while let Shape::References(component) = element.shape {
            element = component;
        }
        element
    }

    /// The name as Java prints it, as `shop.Till$Drawer` or `[I`.
    pub fn binary_name(&self) -> String {
        let element = self.element();
        if element.apart && !element.is_hidden() {
            let own = element.name.rfind('+').map_or(element.name, |end| &element.name[..end]);
            return self.name.replace(element.name, own).replace('/', ".");
        }
        let name = self.name.replace('/', ".");
        if element.name == BOUND_VIRTUAL_THREAD {
            return name.replace("ThreadBuilders$Bound", "");
        }
        match self.is_made() {
            true if element.is_lambda_of_site() => {
                // A JVM shows a hidden class's address behind its name.
                let site = element.name.replace('/', ".");
                let own = site.rfind('_').map_or(site.as_str(), |end| &site[..end]);
                name.replace(&site, &format!("{own}/0x{:016x}", name_hash(element.name)))
            }
            true => name.replace('+', "/"),
            false => name,
        }
    }

    /// The name as a program writes it, as `shop.Till$Drawer` or `int[]`.
    pub fn external_name(&self) -> String {
        if self.is_array() {
            crate::types::external_type(self.name)
        } else {
            self.binary_name()
        }
    }

    /// The internal name in class files. The `name` of a class that is apart or generated has a suffix that makes it unique.
    pub fn own_name(&self) -> Cow<'static, str> {
        let element = self.element();
        if !element.apart && !element.is_made() {
            return self.name.into();
        }
        match element.file() {
            Some(file) => self.name.replace(element.name, &file.this_class).into(),
            None => self.name.into(),
        }
    }

    /// Whether it is a class that nobody else finds by its name, and its own class file calls it so.
    #[inline(always)]
    pub fn is_called(&self, name: &str) -> bool {
        (self.apart || self.is_made()) && self.file().is_some_and(|file| *file.this_class == *name)
    }

    /// Package with slashes, empty for the unnamed one.
    pub fn package(&self) -> &'static str {
        self.name.rfind('/').map_or("", |end| &self.name[..end])
    }

    /// A declared method by name and descriptor; linear, for start-up and rare paths.
    pub fn declared(&self, name: &str, descriptor: &str) -> Option<&'static Method> {
        self.methods
            .iter()
            .copied()
            .find(|m| m.name == name && m.descriptor == descriptor)
    }

    /// A declared field by name; linear, for start-up and rare paths.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|f| f.name == name)
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.name, self.descriptor)
    }
}

impl Method {
    /// A method without a body. `names`: name and descriptor; `types`: of the result and the parameters.
    pub(crate) fn made(
        id: MethodId,
        class: OnceCell<&'static Class>,
        key: (Sym, Sym),
        names: (&'static str, &'static str),
        access: u16,
        arg_slots: u16,
        types: (Ty, Vec<Ty>),
    ) -> Method {
        Method {
            id,
            class,
            name: names.0,
            descriptor: names.1,
            key,
            access,
            arg_slots,
            result: types.0,
            params: types.1,
            body: Body::None,
            code: OnceCell::new(),
            native: Cell::new(None),
            vtable_index: Cell::new(u32::MAX),
            hash: Cell::new(0),
            atomic: Cell::new(Atomicity::None),
            looks: Cell::new(None),
            orders_less: Cell::new(None),
            may_be_task: Cell::new(false),
            spin_limit: Cell::new(None),
            attribute: Cell::new(None),
            replaced: Cell::new(None),
            perturbed: Cell::new(false),
            observed: Cell::new(Seen::default()),
            guarded: Cell::new(false),
            special: Cell::new(0),
        }
    }

    /// Whether it has a Code attribute.
    pub fn has_code(&self) -> bool {
        match &self.body {
            Body::None => false,
            Body::Parsed(_) | Body::Later(..) => true,
        }
    }

    /// The Code attribute; `None` as well where it is broken, of which `Method::parsed` reports.
    pub fn data(&self) -> Option<&'static CodeData<'static>> {
        self.parsed().ok()
    }

    /// The Code attribute, or why there is none.
    pub(crate) fn parsed(&self) -> Result<&'static CodeData<'static>, String> {
        match &self.body {
            Body::None => Err("no code".into()),
            Body::Parsed(data) => Ok(data),
            Body::Later(file, method, parsed) => parsed
                .get_or_init(|| match file.outline()?.code(*method) {
                    Ok(Some(code)) => Ok(Box::leak(Box::new(code))),
                    Ok(None) => Err("no code".into()),
                    Err(error) => Err(error.to_string()),
                })
                .clone(),
        }
    }

    /// Brings [`Method::special`] up to date. Before the class is linked nobody calls it.
    pub(crate) fn note_special(&self) -> &Method {
        let Some(class) = self.class.get() else { return self };
        let atomic = self.atomic.get();
        let flag = |says: bool, flag: u8| if says { flag } else { 0 };
        self.special.set(
            flag(
                self.is_synchronized()
                    || self.native.get().is_some()
                    || self.replaced.get().is_some()
                    || self.perturbed.get()
                    || self.observed.get().is_something(),
                call_flag::ALWAYS,
            ) | flag(
                atomic.is_noticed() || self.looks.get().is_some() || self.orders_less.get().is_some(),
                call_flag::LOUD,
            ) | flag(
                class.leaves_atomic || atomic.ends_a_step() || self.may_be_task.get(),
                call_flag::ATOMIC_REGION,
            ) | flag(self.attribute.get().is_some() || self.guarded.get(), call_flag::SAID),
        );
        self
    }

    /// The declaring class.
    #[inline(always)]
    pub fn class(&self) -> &'static Class {
        self.class.get().expect("linked before use")
    }

    /// What it locks, if it is synchronized. JLS 8.4.3.6.
    pub(crate) fn monitor_of(&self, receiver: Ref) -> Ref {
        if self.is_static() {
            self.class().mirror.get()
        } else {
            receiver
        }
    }

    /// Whether it looks at threads that only their group may know, or at what a thread loses before it is dead.
    pub(crate) fn looks_at_a_group(&self) -> bool {
        self.class().name == "java/lang/ThreadGroup"
            || ["getAllStackTraces", "getThreadGroup", "getUncaughtExceptionHandler"].contains(&self.name)
    }

    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    /// Whether it is a constructor. JVMS §2.9.1.
    pub fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// Whether it is abstract.
    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    /// Whether its call locks a monitor.
    #[inline(always)]
    pub fn is_synchronized(&self) -> bool {
        self.access & access::SYNCHRONIZED != 0
    }

    /// Whether it is one of the JDK, and its result may be an array.
    pub fn gives_arrays(&self) -> bool {
        const THEIR_SUPERTYPES: [&str; 3] = ["Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;"];
        let result = self.descriptor.rsplit(')').next().unwrap_or_default();
        (result.starts_with('[') || THEIR_SUPERTYPES.contains(&result)) && !self.class().is_user()
    }

    /// `java.lang.Foo.bar(I)V`, for messages.
    pub fn full_name(&self) -> String {
        format!("{}.{}{}", self.class().binary_name(), self.name, self.descriptor)
    }

    /// Line of the instruction at `index` of the decoded code.
    pub fn line(&self, index: u32) -> Option<u32> {
        let data = self.data()?;
        let offset = data.bytecode.as_ref()?.opcodes.get(index as usize)?.0;
        let mut best: Option<(u16, u16)> = None;
        for attribute in &data.attributes {
            if let cafebabe::attributes::AttributeData::LineNumberTable(entries) = &attribute.data {
                for entry in entries {
                    if usize::from(entry.start_pc) <= offset && best.is_none_or(|(pc, _)| entry.start_pc >= pc) {
                        best = Some((entry.start_pc, entry.line_number));
                    }
                }
            }
        }
        best.map(|(_, line)| u32::from(line))
    }
}
