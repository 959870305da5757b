//! An object that two threads use: which constructor makes it, with which arguments, and which of its methods are called.

use cafebabe::attributes::{AttributeData, AttributeInfo};
use cafebabe::descriptors::{FieldDescriptor, FieldType};
use dropwire_classes::{cafebabe, content_hash};
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::object_driver::{Function, ObjectRun, THREADS};
use dropwire_vm::test_driver::{Call, Member, Value};
use dropwire_vm::types::split_descriptor;
use dropwire_vm::{NoObject, Vm, VmError};

use super::Named;
use crate::fixture_names::{CREATE, fixture};

/// What stands for a method in the name of such a target, `shop.Till#new`: no method has this name (JLS 3.9).
pub const OBJECT: &str = "new";

/// Collections and their like that stand for their interfaces.
const COLLECTIONS: [(&str, &str); 17] = [
    ("java/lang/Iterable", "java/util/ArrayList"),
    ("java/util/Collection", "java/util/ArrayList"),
    ("java/util/List", "java/util/ArrayList"),
    ("java/util/Set", "java/util/HashSet"),
    ("java/util/SortedSet", "java/util/TreeSet"),
    ("java/util/NavigableSet", "java/util/TreeSet"),
    ("java/util/Map", "java/util/HashMap"),
    ("java/util/SortedMap", "java/util/TreeMap"),
    ("java/util/NavigableMap", "java/util/TreeMap"),
    ("java/util/Queue", "java/util/ArrayDeque"),
    ("java/util/Deque", "java/util/ArrayDeque"),
    (
        "java/util/concurrent/BlockingQueue",
        "java/util/concurrent/LinkedBlockingQueue",
    ),
    (
        "java/util/concurrent/BlockingDeque",
        "java/util/concurrent/LinkedBlockingDeque",
    ),
    (
        "java/util/concurrent/ConcurrentMap",
        "java/util/concurrent/ConcurrentHashMap",
    ),
    (
        "java/util/concurrent/locks/Lock",
        "java/util/concurrent/locks/ReentrantLock",
    ),
    (
        "java/util/concurrent/locks/ReadWriteLock",
        "java/util/concurrent/locks/ReentrantReadWriteLock",
    ),
    ("java/util/Random", "java/util/Random"),
];

/// An argument, and how a reader knows it.
pub(super) type Shown = (Value, String);

/// Whether a target is an object of a class.
pub(super) fn is_object(named: &Named<'_>) -> bool {
    named.method == OBJECT && named.types.is_none() && named.case.is_none()
}

/// The driver of the object that a target names; `None` if it names something else.
///
/// # Errors
/// A class that is missing; [`VmError::NotModelled`] for one of which nobody can make an object here, with the reason.
pub fn named(vm: &mut Vm, named: &Named<'_>) -> Result<Option<ObjectRun>, VmError> {
    if !is_object(named) {
        return Ok(None);
    }
    let class = vm.image.load(&mut vm.heap, &named.class.replace('.', "/"))?;
    let prefix = format!("dropwire/Object{:016x}", content_hash(named.class.as_bytes()));
    let mut making = Making::new(prefix, fixture(class.name));
    let (object, made) = making.under_test(vm, class)?;
    let mut calls = Vec::new();
    for method in called(class) {
        let (parameters, _) = split_descriptor(method.descriptor);
        let Some((arguments, shown)) = making.arguments(vm, &parameters, true) else {
            continue;
        };
        let member = Member {
            class: class.name.to_owned(),
            name: method.name.to_owned(),
            descriptor: method.descriptor.to_owned(),
        };
        let call = Call {
            member,
            interface: false,
            receiver: Some(0),
            arguments,
        };
        calls.push((call, format!("{}({shown})", method.name)));
    }
    if calls.is_empty() {
        return Err(VmError::NotModelled(format!(
            "no object of {} is used: it has no public method whose arguments can be made up",
            named.class
        )));
    }
    let ways: Vec<&str> = calls.iter().map(|(_, shown)| shown.as_str()).collect();
    let described = format!(
        "two threads use `{made}`: {} calls two of these methods, {} calls one: {}; what these throw is not judged, nor that \
         one of them waits forever",
        THREADS[0],
        THREADS[1],
        ways.join(", ")
    );
    Ok(Some(ObjectRun {
        name: making.prefix,
        class: class.name.to_owned(),
        object: Some(object),
        calls,
        functions: making.functions,
        described,
        scenarios: None,
    }))
}

/// The public methods that a class declares, but for those whose callers have to hold a lock.
fn called(class: &'static Class) -> impl Iterator<Item = &'static Method> {
    let wanted = |method: &&'static Method| {
        let flags = access::PUBLIC | access::STATIC | access::SYNTHETIC | access::ABSTRACT;
        method.access & flags == access::PUBLIC && !method.name.starts_with('<') && method.name != "finalize"
    };
    class
        .methods
        .iter()
        .copied()
        .filter(wanted)
        .filter(|method| !is_guarded(method))
}

/// Whether a method's callers have to hold a lock: it is annotated `@GuardedBy`, anybody's.
pub(super) fn is_guarded(method: &'static Method) -> bool {
    let mut all = method.class().file().into_iter().flat_map(|file| &file.methods);
    let info = all.find(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor);
    info.is_some_and(|info| says_guarded(&info.attributes))
}

fn says_guarded(attributes: &[AttributeInfo<'_>]) -> bool {
    let annotations = attributes.iter().flat_map(|attribute| match &attribute.data {
        AttributeData::RuntimeVisibleAnnotations(all) | AttributeData::RuntimeInvisibleAnnotations(all) => &all[..],
        _ => &[],
    });
    annotations
        .map(|annotation| &annotation.type_descriptor)
        .any(|ty| match ty {
            FieldDescriptor {
                field_type: FieldType::Object(name),
                ..
            } => name.rsplit(['/', '$']).next() == Some("GuardedBy"),
            FieldDescriptor { .. } => false,
        })
}

/// Values that are made up.
pub(super) struct Making {
    /// What the names of made classes begin with.
    pub(super) prefix: String,
    pub(super) functions: Vec<Function>,
    /// The class, by internal name, whose static methods give what cannot be made up.
    fixture: String,
}

impl Making {
    pub(super) fn new(prefix: String, fixture: String) -> Making {
        Making {
            prefix,
            functions: Vec::new(),
            fixture,
        }
    }

    /// The object that threads use; from its fixture where nothing else gives one.
    pub(super) fn under_test(&mut self, vm: &mut Vm, class: &'static Class) -> Result<Shown, VmError> {
        let is_abstract = class.access & (access::ABSTRACT | access::INTERFACE) != 0;
        // A method of the fixture that gives the object goes before those that give its parts.
        let fixture = std::mem::take(&mut self.fixture);
        let alone = if is_abstract { None } else { self.object(vm, class) };
        self.fixture = fixture;
        let why = match is_abstract {
            true => NoObject::Abstract,
            false => NoObject::NoConstructor,
        };
        alone
            .or_else(|| self.created(vm, class))
            .or_else(|| if is_abstract { None } else { self.object(vm, class) })
            .ok_or_else(|| VmError::NoObject(class.name.to_owned(), why))
    }

    /// The object of the fixture's method `create`, whose type is the class or one below it.
    fn created(&self, vm: &mut Vm, class: &'static Class) -> Option<Shown> {
        self.given(vm, |vm, method| {
            let (_, result) = split_descriptor(method.descriptor);
            let result = result.strip_prefix('L').and_then(|result| result.strip_suffix(';'));
            let result = result.and_then(|result| vm.image.load(&mut vm.heap, result).ok());
            method.name == CREATE && result.is_some_and(|result| result.is_subclass_of(class))
        })
    }

    /// What a static method without parameters of the fixture gives, the first that fits.
    fn given(&self, vm: &mut Vm, fits: impl Fn(&mut Vm, &Method) -> bool) -> Option<Shown> {
        if self.fixture.is_empty() {
            return None;
        }
        let fixture = vm.image.load(&mut vm.heap, &self.fixture).ok()?;
        let can_be_called = |method: &&&'static Method| {
            let flags = access::STATIC | access::PRIVATE | access::SYNTHETIC;
            method.access & flags == access::STATIC && method.descriptor.starts_with("()L")
        };
        let method = fixture
            .methods
            .iter()
            .filter(can_be_called)
            .find(|method| fits(vm, method))?;
        let (_, result) = split_descriptor(method.descriptor);
        let result = result.strip_prefix('L')?.strip_suffix(';')?;
        let value = Value::Made(fixture.name.to_owned(), method.name.to_owned(), result.to_owned());
        Some((value, format!("{}.{}()", simple(fixture.name), method.name)))
    }

    /// Small values of a type that differ, the plainest first; nothing if none can be made up.
    pub(super) fn domain(&mut self, vm: &mut Vm, descriptor: &str) -> Vec<Shown> {
        let component = descriptor
            .strip_prefix('[')
            .filter(|component| !component.starts_with('['));
        if let Some(component) = component {
            return self.arrays(vm, component);
        }
        let Some(first) = self.made_up(vm, descriptor, true) else {
            let recursive = self.recursive(vm, descriptor);
            return recursive
                .or_else(|| self.given_argument(vm, descriptor))
                .into_iter()
                .collect();
        };
        let bits = |letter: char, all: &[(u64, &str)]| -> Vec<Shown> {
            let shown = all
                .iter()
                .map(|(bits, text)| (Value::Bits(letter, *bits), (*text).to_owned()));
            shown.collect()
        };
        let further = match descriptor {
            "Z" | "Ljava/lang/Boolean;" => bits('Z', &[(0, "false")]),
            "C" | "Ljava/lang/Character;" => bits('C', &[(u64::from(b'b'), "'b'")]),
            "B" | "Ljava/lang/Byte;" => bits('B', &[(0, "0"), (u64::from(u32::MAX), "-1")]),
            "S" | "Ljava/lang/Short;" => bits('S', &[(0, "0"), (u64::from(u32::MAX), "-1")]),
            "I" | "Ljava/lang/Integer;" | "Ljava/lang/Number;" => bits('I', &[(0, "0"), (u64::from(u32::MAX), "-1")]),
            "J" | "Ljava/lang/Long;" => bits('J', &[(0, "0"), (u64::MAX, "-1")]),
            "F" | "Ljava/lang/Float;" => bits('F', &[(0, "0"), (u64::from((-1.0_f32).to_bits()), "-1")]),
            "D" | "Ljava/lang/Double;" => bits('D', &[(0, "0"), ((-1.0_f64).to_bits(), "-1")]),
            "Ljava/lang/String;" | "Ljava/lang/Object;" | "Ljava/lang/CharSequence;" | "Ljava/lang/Comparable;" => {
                vec![(Value::Text("b".into()), "\"b\"".into())]
            }
            _ => self.other_constants(vm, descriptor),
        };
        std::iter::once(first).chain(further).collect()
    }

    /// An array of one element, and one of two.
    fn arrays(&mut self, vm: &mut Vm, component: &str) -> Vec<Shown> {
        let elements = self.domain(vm, component);
        let Some(first) = elements.first() else {
            return Vec::new();
        };
        let second = elements.get(1).unwrap_or(first);
        [vec![first], vec![first, second]]
            .into_iter()
            .map(|all| {
                let (values, shown): (Vec<Value>, Vec<String>) = all.into_iter().cloned().unzip();
                (
                    Value::Array(component.to_owned(), values),
                    format!("[{}]", shown.join(", ")),
                )
            })
            .collect()
    }

    /// The constants of an enum behind the first one.
    fn other_constants(&mut self, vm: &mut Vm, descriptor: &str) -> Vec<Shown> {
        let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let class = name.and_then(|name| vm.image.load(&mut vm.heap, name).ok());
        let fields = class
            .iter()
            .flat_map(|class| class.fields.iter().map(|field| (class.name, field)));
        let constants = fields.filter(|(_, field)| field.access & access::ENUM != 0).skip(1);
        let shown = constants.map(|(class, field)| {
            let value = Value::Constant(class.to_owned(), field.name.to_owned());
            (value, format!("{}.{}", simple(class), field.name))
        });
        shown.collect()
    }

    /// An object of a class of the user's whose constructor takes what can be made up.
    fn recursive(&mut self, vm: &mut Vm, descriptor: &str) -> Option<Shown> {
        let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        let class = vm.image.load(&mut vm.heap, name).ok()?;
        let concrete = class.is_user() && class.access & (access::ABSTRACT | access::INTERFACE) == 0;
        if concrete { self.object(vm, class) } else { None }
    }

    /// The constructor that needs least, a public one first; else a static method without parameters that gives one.
    pub(super) fn object(&mut self, vm: &mut Vm, class: &'static Class) -> Option<Shown> {
        let mut constructors: Vec<&Method> = class
            .methods
            .iter()
            .copied()
            .filter(|method| method.name == "<init>" && method.access & (access::PRIVATE | access::SYNTHETIC) == 0)
            .collect();
        constructors.sort_by_key(|method| {
            (
                method.params.len(),
                method.access & access::PUBLIC == 0,
                method.descriptor,
            )
        });
        let simple = class.name.rsplit(['/', '$']).next().unwrap_or(class.name);
        for constructor in constructors {
            let (parameters, _) = split_descriptor(constructor.descriptor);
            if let Some((arguments, shown)) = self.arguments(vm, &parameters, true) {
                let value = Value::New(class.name.to_owned(), constructor.descriptor.to_owned(), arguments);
                return Some((value, format!("new {simple}({shown})")));
            }
        }
        let gives = format!("()L{};", class.name);
        let factory = class.methods.iter().find(|method| {
            let flags = access::STATIC | access::PRIVATE | access::SYNTHETIC;
            method.descriptor == gives && method.access & flags == access::STATIC
        })?;
        let value = Value::Made(class.name.to_owned(), factory.name.to_owned(), class.name.to_owned());
        Some((value, format!("{simple}.{}()", factory.name)))
    }

    fn arguments(&mut self, vm: &mut Vm, parameters: &[&str], deep: bool) -> Option<(Vec<Value>, String)> {
        let all: Option<Vec<Shown>> = parameters.iter().map(|one| self.argument(vm, one, deep)).collect();
        let (values, shown): (Vec<Value>, Vec<String>) = all?.into_iter().unzip();
        Some((values, shown.join(", ")))
    }

    /// Something small of a type, made up or else from the fixture.
    fn argument(&mut self, vm: &mut Vm, descriptor: &str, deep: bool) -> Option<Shown> {
        self.made_up(vm, descriptor, deep)
            .or_else(|| self.given_argument(vm, descriptor))
    }

    fn given_argument(&self, vm: &mut Vm, descriptor: &str) -> Option<Shown> {
        self.given(vm, |_, method| split_descriptor(method.descriptor).1 == descriptor)
    }

    /// Something small of a type; objects of other classes only where `deep`.
    fn made_up(&mut self, vm: &mut Vm, descriptor: &str, deep: bool) -> Option<Shown> {
        let one = |letter: char, bits: u64| Some((Value::Bits(letter, bits), "1".to_owned()));
        match descriptor {
            "Z" | "Ljava/lang/Boolean;" => return Some((Value::Bits('Z', 1), "true".into())),
            "C" | "Ljava/lang/Character;" => return Some((Value::Bits('C', u64::from(b'a')), "'a'".into())),
            "B" | "Ljava/lang/Byte;" => return one('B', 1),
            "S" | "Ljava/lang/Short;" => return one('S', 1),
            "I" | "Ljava/lang/Integer;" | "Ljava/lang/Number;" => return one('I', 1),
            "J" | "Ljava/lang/Long;" => return one('J', 1),
            "F" | "Ljava/lang/Float;" => return one('F', u64::from(1.0_f32.to_bits())),
            "D" | "Ljava/lang/Double;" => return one('D', 1.0_f64.to_bits()),
            "Ljava/lang/Class;" => return Some((Value::Class("java/lang/Object".into()), "Object.class".into())),
            "Ljava/lang/String;"
            | "Ljava/lang/Object;"
            | "Ljava/lang/CharSequence;"
            | "Ljava/lang/Comparable;"
            | "Ljava/io/Serializable;" => return Some((Value::Text("a".into()), "\"a\"".into())),
            _ => {}
        }
        if let Some(component) = descriptor.strip_prefix('[') {
            let component = component.strip_prefix('L')?.strip_suffix(';')?;
            return Some((Value::EmptyArray(component.to_owned()), "an empty array".into()));
        }
        let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        if let Some((_, made)) = COLLECTIONS.iter().find(|(interface, _)| *interface == name) {
            return Some((Value::Instance((*made).to_owned()), format!("new {}()", simple(made))));
        }
        let class = vm.image.load(&mut vm.heap, name).ok()?;
        if class.access & access::ENUM != 0 {
            let constant = class.fields.iter().find(|field| field.access & access::ENUM != 0)?;
            let value = Value::Constant(class.name.to_owned(), constant.name.to_owned());
            return Some((value, format!("{}.{}", simple(class.name), constant.name)));
        }
        if class.access & access::INTERFACE != 0 {
            return self.function(vm, class).filter(|_| deep);
        }
        let constructor = class.declared("<init>", "()V")?;
        let reachable = constructor.access & access::PRIVATE == 0 && class.access & access::ABSTRACT == 0;
        // Of the JDK plain values only: a socket does nothing here.
        let plain = name.starts_with("java/util/") || name.starts_with("java/lang/");
        let public = class.is_user() || plain && constructor.access & class.access & access::PUBLIC != 0;
        (deep && reachable && public).then(|| {
            let shown = format!("new {}()", simple(class.name));
            (Value::Instance(class.name.to_owned()), shown)
        })
    }

    /// An object of a functional interface (JLS 9.8): its one abstract method does nothing and gives something small.
    fn function(&mut self, vm: &mut Vm, interface: &'static Class) -> Option<Shown> {
        let all: Vec<&'static Method> = interface
            .all_interfaces
            .iter()
            .flat_map(|id| vm.image.class(id.0).methods.iter().copied())
            .collect();
        let same = |one: &Method, other: &Method| one.name == other.name && one.descriptor == other.descriptor;
        let object = vm.image.load(&mut vm.heap, "java/lang/Object").ok()?;
        let mut open: Vec<&'static Method> = Vec::new();
        for method in all.iter().copied().filter(|method| method.is_abstract()) {
            let given = all.iter().any(|other| !other.is_abstract() && same(other, method));
            let of_object = object.declared(method.name, method.descriptor).is_some();
            if !given && !of_object && !open.iter().any(|known| same(known, method)) {
                open.push(method);
            }
        }
        let [method] = open[..] else { return None };
        let (_, result) = split_descriptor(method.descriptor);
        let result = if result == "V" {
            None
        } else {
            self.argument(vm, result, false).map(|(value, _)| value)
        };
        let name = format!("{}${}", self.prefix, interface.name.replace('/', "_"));
        let function = Function {
            name: name.clone(),
            interface: interface.name.to_owned(),
            method: method.name.to_owned(),
            descriptor: method.descriptor.to_owned(),
            result,
        };
        if !self.functions.contains(&function) {
            self.functions.push(function);
        }
        Some((Value::Instance(name), format!("a {}", simple(interface.name))))
    }
}

pub(super) fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}
