//! Any method as a program: created and called as a test would be, without what a runner does around it. Its threads live on
//! when it returns, as those of a `main` do. What it takes are the arguments of the target, as text.

use dropwire_classes::content_hash;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::test_driver::{Call, InputObject, Instance, Step, TestRun, Value};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::input_objects::{Inputs, argument};
use super::requirement::{requirement, takes_object};
use super::{Named, plan};

/// What the names of the classes begin with that call methods.
pub const DRIVER: &str = "dropwire/Call";

/// What an argument begins with that is the object on which the method is called.
pub(crate) const RECEIVER: &str = "this=";

/// What a target with a method's name is, if that is no test.
pub enum Callable {
    /// The `main` that the class is launched by.
    Main,
    /// Another method, which takes the target's arguments.
    Plain(Box<TestRun>),
}

/// The method that a target names, with its arguments; `None` if there is none, or if it is a test.
///
/// # Errors
/// A method that cannot be called without more being said, and what to do.
pub fn named(vm: &mut Vm, named: &Named<'_>, arguments: &[String]) -> Result<Option<Callable>, VmError> {
    let Some((class, fitting)) = fitting(vm, named)? else {
        return Ok(None);
    };
    let is_main = |method: &&&'static Method| !method.params.is_empty() && vm.is_launched_by(class, method);
    let has_main = fitting.iter().any(|method| is_main(&method));
    let taken = arguments.len() - usize::from(has_receiver(arguments));
    let takes = |method: &&&'static Method| method.params.len() == taken && !is_main(method);
    let taking: Vec<&'static Method> = fitting.iter().filter(takes).copied().collect();
    match (taking.first(), taking.get(1), fitting.first()) {
        (Some(method), None, _) => {
            let calls = CallSequence {
                class,
                methods: vec![*method],
            };
            Ok(Some(Callable::Plain(Box::new(driver(vm, &calls, arguments)?))))
        }
        (_, _, Some(_)) if has_main => Ok(Some(Callable::Main)),
        (Some(_), Some(_), _) => Err(VmError::Class(format!(
            "{} has several methods {} that take {} arguments; say which, as {}",
            named.class,
            named.method,
            arguments.len(),
            with_types(fitting[0])
        ))),
        (None, _, Some(first)) => Err(VmError::Class(format!(
            "{}.{} takes arguments ({}), {}; write them behind the target, call it from a main or a test and check that, or explore it \
             for all inputs (--symbolic)",
            named.class,
            named.method,
            types_of(first),
            match arguments.len() {
                0 => "and none are given".to_owned(),
                given => format!("and {given} are given"),
            }
        ))),
        (None, _, None) => Ok(None),
    }
}

/// Whether a target names a method that is no test.
pub fn is_named(vm: &mut Vm, named: &Named<'_>) -> Result<bool, VmError> {
    Ok(fitting(vm, named)?.is_some_and(|(_, fitting)| !fitting.is_empty()))
}

/// Calls on one object, in order; of static methods, on none.
#[derive(Clone, Debug)]
pub(crate) struct CallSequence {
    /// The class that the target names.
    pub class: &'static Class,
    /// What is called, at least one; a constructor comes first.
    pub methods: Vec<&'static Method>,
}

impl CallSequence {
    /// The call that is made last.
    pub fn last(&self) -> &'static Method {
        self.methods[self.methods.len() - 1]
    }

    /// The constructor that makes the object, if one of the calls does.
    pub fn constructor(&self) -> Option<&'static Method> {
        self.methods.first().copied().filter(|method| method.is_constructor())
    }

    /// Whether an object is needed that no call makes.
    pub fn needs_object(&self) -> bool {
        self.constructor().is_none() && self.methods.iter().any(|method| !method.is_static())
    }

    /// As messages name it.
    pub fn described(&self) -> String {
        match &self.methods[..] {
            [method] if !method.is_constructor() => method.full_name(),
            _ => self.target(),
        }
    }

    /// As a target names it.
    pub fn target(&self) -> String {
        let call = |method: &&'static Method| format!("#{}", named_with_types(method));
        self.class.binary_name() + &self.methods.iter().map(call).collect::<String>()
    }
}

/// The one method that a target names.
///
/// # Errors
/// It names none, or several, or one that has no body.
pub fn one(vm: &mut Vm, named: &Named<'_>) -> Result<CallSequence, VmError> {
    let Some((class, fitting)) = fitting(vm, named)? else {
        return Err(none(named));
    };
    let methods = vec![the_only(named, &fitting)?];
    Ok(CallSequence { class, methods })
}

/// The calls that a target names.
///
/// # Errors
/// As [`one`], for each of them.
pub fn sequence(vm: &mut Vm, calls: &[Named<'_>]) -> Result<CallSequence, VmError> {
    let class = vm.image.load(&mut vm.heap, &calls[0].class.replace('.', "/"))?;
    let mut methods = Vec::new();
    for (at, named) in calls.iter().enumerate() {
        if named.method != "new" {
            methods.push(one(vm, named)?.last());
            continue;
        }
        if at > 0 {
            return Err(VmError::Class(format!(
                "a constructor comes first, as in {}#new()#{}",
                named.class, calls[0].method
            )));
        }
        let declared = class.methods.iter().copied();
        let fitting: Vec<&'static Method> = declared
            .filter(|method| method.is_constructor() && named.takes(method))
            .collect();
        methods.push(the_only(named, &fitting)?);
    }
    Ok(CallSequence { class, methods })
}

fn the_only(named: &Named<'_>, fitting: &[&'static Method]) -> Result<&'static Method, VmError> {
    match fitting {
        [method] if method.has_code() => Ok(method),
        [method] => Err(VmError::NotModelled(format!(
            "{} has no body to explore",
            method.full_name()
        ))),
        [] => Err(none(named)),
        [first, ..] => Err(VmError::Class(format!(
            "{} has several methods `{}`; say which, as {}",
            named.class,
            named.method,
            with_types(first)
        ))),
    }
}

fn none(named: &Named<'_>) -> VmError {
    VmError::Class(match (named.method, named.types) {
        ("new", Some(types)) => format!("class {} has no constructor {}({types})", named.class, named.class),
        _ => format!("class {} has no method `{}` that is no test", named.class, named.method),
    })
}

fn types_of(method: &Method) -> String {
    let (parameters, _) = split_descriptor(method.descriptor);
    let types: Vec<String> = parameters.into_iter().map(external_type).collect();
    types.join(", ")
}

fn with_types(method: &Method) -> String {
    format!("{}#{}", method.class().binary_name(), named_with_types(method))
}

/// A method as a target names it: `add(int,int)`, `new(int)`.
fn named_with_types(method: &Method) -> String {
    let types = types_of(method).replace(' ', "");
    let name = if method.is_constructor() { "new" } else { method.name };
    format!("{name}({types})")
}

/// The class that a target names, and its methods of that name; `None` if it is a test.
#[allow(clippy::type_complexity)] // Two things that belong together for a moment.
fn fitting(vm: &mut Vm, named: &Named<'_>) -> Result<Option<(&'static Class, Vec<&'static Method>)>, VmError> {
    let class = vm.image.load(&mut vm.heap, &named.class.replace('.', "/"))?;
    if named.case.is_some() || plan::tests(vm, class).iter().any(|test| named.is(test.method)) {
        return Ok(None);
    }
    let methods = plan::methods(class).into_iter().filter(|method| named.is(method));
    Ok(Some((class, methods.collect())))
}

/// Whether the first argument is the object on which the method is called.
fn has_receiver(arguments: &[String]) -> bool {
    arguments.first().is_some_and(|first| first.starts_with(RECEIVER))
}

/// The driver that makes calls with arguments.
///
/// # Errors
/// Arguments that do not fit, or an object that cannot be made, and what to do.
pub fn driver(vm: &mut Vm, calls: &CallSequence, arguments: &[String]) -> Result<TestRun, VmError> {
    Ok(program(vm, calls, arguments)?.0)
}

/// The driver that makes calls, and for each argument how many objects those before it have.
fn program(vm: &mut Vm, calls: &CallSequence, arguments: &[String]) -> Result<(TestRun, Vec<usize>), VmError> {
    let CallSequence { class, methods } = calls;
    let name = match &methods[..] {
        [method] if !method.is_constructor() => format!("{}.{}", class.binary_name(), method.name),
        _ => calls.target(),
    };
    let mut instances = Vec::new();
    let mut inputs = Inputs::default();
    let mut first_objects = Vec::new();
    let receiver = arguments.first().and_then(|first| first.strip_prefix(RECEIVER));
    let abstract_class = (class.access & access::ABSTRACT != 0).then_some("is abstract");
    if let Some(text) = receiver.filter(|_| calls.needs_object()) {
        let of = format!("L{};", class.name);
        first_objects.push(0);
        match argument(vm, &mut inputs, text, &of)? {
            Value::TestInstance(0) => {}
            _ => {
                return Err(VmError::Class(format!(
                    "`{text}` is no object on which {name} can be called"
                )));
            }
        }
    } else if receiver.is_some() {
        let why = match calls.constructor() {
            Some(_) => "is called on the object that its constructor makes, and on no other one",
            None => "is static and is called on no object",
        };
        return Err(VmError::Class(format!("{name} {why}")));
    } else if let Some(constructor) = calls.constructor() {
        if let Some(why) = abstract_class {
            return Err(VmError::Class(format!(
                "{} {why}: its constructors make no object",
                class.binary_name()
            )));
        }
        instances.push(Instance {
            class: class.name.to_owned(),
            enclosing: None,
            constructor: constructor.descriptor.to_owned(),
            arguments: Vec::new(),
        });
    } else if calls.needs_object() {
        let none = "has no constructor without parameters";
        let why = abstract_class.or(class.declared("<init>", "()V").is_none().then_some(none));
        if let Some(why) = why {
            return Err(VmError::Class(format!(
                "{name} needs an object, and {0} {why}; name a constructor that makes it, as in {0}#new(…)#{1}, call it from a main or a test \
                 and check that, or give the object as the first argument, as in this={0}{{}}",
                class.binary_name(),
                calls.last().name,
            )));
        }
        instances.push(Instance {
            class: class.name.to_owned(),
            enclosing: None,
            constructor: "()V".to_owned(),
            arguments: Vec::new(),
        });
    }
    inputs.instances = instances.len();
    let taken: usize = methods.iter().map(|method| method.params.len()).sum();
    let passed = arguments.len() - usize::from(receiver.is_some());
    if passed != taken {
        let are = if passed == 1 { "is" } else { "are" };
        return Err(VmError::Class(format!(
            "{name} takes {taken} arguments, and {passed} {are} given; write them behind the target, or explore it for all inputs (--symbolic)"
        )));
    }
    let mut given = arguments[usize::from(receiver.is_some())..].iter();
    let mut made = Vec::new();
    for method in methods {
        let (descriptors, _) = split_descriptor(method.descriptor);
        let values = descriptors.into_iter().zip(given.by_ref());
        let values = values.map(|(descriptor, text)| {
            first_objects.push(inputs.made.len());
            argument(vm, &mut inputs, text, descriptor)
        });
        made.push(Call {
            arguments: values.collect::<Result<Vec<Value>, VmError>>()?,
            ..plan::call(method, 0)
        });
    }
    let test = made.pop().unwrap_or_default();
    let first = made.into_iter().map(|call| Step {
        call,
        ..Step::default()
    });
    let descriptors: String = methods.iter().map(|method| method.descriptor).collect();
    let run = TestRun {
        name: format!(
            "{DRIVER}{:016x}",
            content_hash(format!("{name}{descriptors}{}", arguments.join("\n")).as_bytes())
        ),
        instances,
        objects: inputs.made,
        first: first.collect(),
        test,
        lives_on: true,
        ..TestRun::default()
    };
    Ok((run, first_objects))
}

/// The name of a method that says whether an object, or the parameters of the methods of its class, are well formed.
const PRECONDITION: &str = "repOk";

/// The method of a class that says whether an object of it is well formed: `boolean repOk()`.
pub(crate) fn precondition_of(class: &'static Class) -> Option<&'static Method> {
    let mut classes = std::iter::successors(Some(class), |class| class.superclass);
    let found = classes.find_map(|class| class.declared(PRECONDITION, "()Z"));
    found.filter(|method| !method.is_static() && method.has_code())
}

/// The method of a class that says whether objects of a class of the library are well formed as inputs of its methods:
/// `static boolean repOk(BitSet set)`.
pub(crate) fn precondition_on_library(subject: &Class, class: &Class) -> Option<&'static Method> {
    let found = subject.declared(PRECONDITION, &format!("(L{};)Z", class.name))?;
    // Strings and boxes are inputs anyway.
    let is_value = class.package() == "java/lang";
    (found.is_static() && found.has_code() && !class.is_user() && !is_value).then_some(found)
}

/// Whether a precondition is [`precondition_on_library`] of its class for some class.
fn is_on_library(vm: &mut Vm, precondition: &'static Method) -> Result<bool, VmError> {
    let (parameters, _) = split_descriptor(precondition.descriptor);
    let [class] = parameters[..] else { return Ok(false) };
    let Some(class) = class.strip_prefix('L').and_then(|class| class.strip_suffix(';')) else {
        return Ok(false);
    };
    let class = vm.image.load(&mut vm.heap, class)?;
    Ok(precondition_on_library(precondition.class(), class).is_some())
}

/// The method that says whether the parameters of another one of its class are allowed: it has the same, and is static or called on the
/// same object.
fn precondition_on_parameters(method: &Method) -> Option<&'static Method> {
    let parameters = method.descriptor.split_inclusive(')').next()?;
    let found = method.class().declared(PRECONDITION, &format!("{parameters}Z"));
    // Before a constructor there is no object.
    let fits = |found: &&'static Method| found.is_static() || !method.is_static() && !method.is_constructor();
    found
        .filter(|found| found.has_code() && !found.params.is_empty())
        .filter(fits)
}

/// Whether a method says itself which inputs are allowed.
pub(crate) fn is_precondition(method: &Method) -> bool {
    method.name == PRECONDITION && method.descriptor.ends_with(")Z")
}

/// What a method is called for that the driver calls with inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It says whether an object among the inputs is allowed.
    OnObject,
    /// It says whether the parameters of the call with this number are allowed.
    OnParameters {
        /// The call.
        call: usize,
        /// How many locals earlier than those of the call its parameters begin: it takes the same, and may take no object.
        earlier: u32,
    },
    /// It is the call with this number.
    Call(usize),
}

/// Calls, after others that say whether their inputs are allowed.
pub(crate) struct CallsOnAllowedInputs {
    /// The driver.
    pub run: TestRun,
    /// The ids of the methods that it calls, in order, and what for.
    pub followed: Vec<(u32, Role)>,
    /// For each argument, how many objects those before it have.
    pub first_objects: Vec<usize>,
}

/// The driver that makes calls with arguments where they are allowed; without preconditions, wherever.
///
/// # Errors
/// As [`named`].
pub(crate) fn on_allowed_inputs(
    vm: &mut Vm,
    calls: &CallSequence,
    arguments: &[String],
    with_preconditions: bool,
) -> Result<CallsOnAllowedInputs, VmError> {
    let (mut run, first_objects) = program(vm, calls, arguments)?;
    let mut followed = Vec::new();
    let has_preconditions = |method: &Method| with_preconditions && !is_precondition(method);
    if has_preconditions(calls.last()) {
        let objects = preconditions_on_objects(vm, calls, &run)?;
        followed.extend(
            objects
                .iter()
                .map(|(precondition, _)| (precondition.id.0, Role::OnObject)),
        );
        let objects = objects.into_iter().map(|(_, call)| call);
        run.preconditions_of(0).extend(objects);
    }
    for (number, method) in calls.methods.iter().enumerate() {
        let precondition = precondition_on_parameters(method).filter(|_| has_preconditions(method));
        let precondition = match precondition {
            // It is asked about the object, and not about null.
            Some(precondition) if is_on_library(vm, precondition)? => None,
            other => other,
        };
        if let Some(precondition) = precondition {
            let role = Role::OnParameters {
                call: number,
                earlier: u32::from(precondition.is_static() && !method.is_static()),
            };
            followed.push((precondition.id.0, role));
            let call = plan::call(precondition, 0);
            let of = run.call(number);
            let call = Call {
                arguments: of.arguments.clone(),
                receiver: call.receiver.and(of.receiver),
                ..call
            };
            run.preconditions_of(number).push(call);
        }
        let requirement = match with_preconditions {
            true => requirement(vm, calls.class, method)?,
            false => None,
        };
        if let Some(precondition) = requirement {
            let role = Role::OnParameters {
                call: number,
                earlier: u32::from(method.is_constructor()),
            };
            followed.push((precondition.id.0, role));
            let of = run.call(number);
            let object = of.receiver.filter(|_| takes_object(method)).map(Value::TestInstance);
            let call = Call {
                arguments: object.into_iter().chain(of.arguments.iter().cloned()).collect(),
                ..plan::call(precondition, 0)
            };
            run.preconditions_of(number).push(call);
        }
        followed.push((method.id.0, Role::Call(number)));
    }
    if followed.len() > calls.methods.len() {
        run.name.push_str("IfAllowed");
    }
    Ok(CallsOnAllowedInputs {
        run,
        followed,
        first_objects,
    })
}

/// The methods that say whether the objects are allowed that calls are made on and with, and the calls of them.
fn preconditions_on_objects(
    vm: &mut Vm,
    calls: &CallSequence,
    run: &TestRun,
) -> Result<Vec<(&'static Method, Call)>, VmError> {
    let mut preconditions = Vec::new();
    let mut asked = Vec::new();
    for number in 0..calls.methods.len() {
        let call = run.call(number);
        let receiver = call.receiver.map(Value::TestInstance);
        for value in receiver.iter().chain(&call.arguments) {
            let Value::TestInstance(number) = value else { continue };
            let Some(index) = number.checked_sub(run.instances.len()) else {
                continue;
            };
            let Some(InputObject::Instance { class, .. }) = run.objects.get(index) else {
                continue;
            };
            let class = vm.image.load(&mut vm.heap, class)?;
            let on_library = || precondition_on_library(calls.last().class(), class);
            let precondition = precondition_of(class).or_else(on_library);
            let Some(precondition) = precondition.filter(|_| !asked.contains(number)) else {
                continue;
            };
            asked.push(*number);
            let call = plan::call(precondition, 0);
            let call = match precondition.is_static() {
                true => Call {
                    arguments: vec![Value::TestInstance(*number)],
                    ..call
                },
                false => Call {
                    receiver: Some(*number),
                    ..call
                },
            };
            preconditions.push((precondition, call));
        }
    }
    Ok(preconditions)
}
