//! Any method as a program: created and called as a test would be, without what a runner does around it. Its threads live on
//! when it returns, as those of a `main` do. What it takes are the arguments of the target, as text.

use dropwire_classes::content_hash;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::test_driver::{Call, InputObject, Instance, TestRun, Value};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::input_objects::{Inputs, argument};
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
        (Some(method), None, _) => Ok(Some(Callable::Plain(Box::new(
            program(vm, class, method, arguments)?.0,
        )))),
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

/// The one method that a target names.
///
/// # Errors
/// It names none, or several, or one that has no body.
pub fn one(vm: &mut Vm, named: &Named<'_>) -> Result<&'static Method, VmError> {
    let fitting = fitting(vm, named)?.map(|(_, fitting)| fitting).unwrap_or_default();
    match fitting[..] {
        [method] if method.has_code() => Ok(method),
        [method] => Err(VmError::NotModelled(format!(
            "{} has no body to explore",
            method.full_name()
        ))),
        [] => Err(VmError::Class(format!(
            "class {} has no method `{}` that is no test",
            named.class, named.method
        ))),
        [first, ..] => Err(VmError::Class(format!(
            "{} has several methods `{}`; say which, as {}",
            named.class,
            named.method,
            with_types(first)
        ))),
    }
}

fn types_of(method: &Method) -> String {
    let (parameters, _) = split_descriptor(method.descriptor);
    let types: Vec<String> = parameters.into_iter().map(external_type).collect();
    types.join(", ")
}

fn with_types(method: &Method) -> String {
    let types = types_of(method).replace(' ', "");
    format!("{}#{}({types})", method.class().binary_name(), method.name)
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

/// The driver that calls a method, and for each argument how many objects those before it have.
fn program(
    vm: &mut Vm,
    class: &'static Class,
    method: &'static Method,
    arguments: &[String],
) -> Result<(TestRun, Vec<usize>), VmError> {
    let (descriptors, _) = split_descriptor(method.descriptor);
    let name = format!("{}.{}", class.binary_name(), method.name);
    let mut instances = Vec::new();
    let mut inputs = Inputs::default();
    let mut first_objects = Vec::new();
    let receiver = arguments.first().and_then(|first| first.strip_prefix(RECEIVER));
    if let Some(text) = receiver.filter(|_| !method.is_static()) {
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
        return Err(VmError::Class(format!("{name} is static and is called on no object")));
    } else if !method.is_static() {
        let why = if class.access & access::ABSTRACT != 0 {
            Some("is abstract")
        } else if class.declared("<init>", "()V").is_none() {
            Some("has no constructor without parameters")
        } else {
            None
        };
        if let Some(why) = why {
            return Err(VmError::Class(format!(
                "{name} needs an object, and {} {why}; call it from a main or a test and check that, or give the object as the first \
                 argument, as in this={}{{}}",
                class.binary_name(),
                class.binary_name()
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
    let values = arguments[usize::from(receiver.is_some())..].iter().zip(descriptors);
    let values = values.map(|(text, descriptor)| {
        first_objects.push(inputs.made.len());
        argument(vm, &mut inputs, text, descriptor)
    });
    let values = values.collect::<Result<Vec<Value>, VmError>>()?;
    let run = TestRun {
        name: format!(
            "{DRIVER}{:016x}",
            content_hash(format!("{name}{}{}", method.descriptor, arguments.join("\n")).as_bytes())
        ),
        instances,
        objects: inputs.made,
        test: Call {
            arguments: values,
            ..plan::call(method, 0)
        },
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
    let fits = |found: &&'static Method| found.is_static() || !method.is_static();
    found
        .filter(|found| found.has_code() && !found.params.is_empty())
        .filter(fits)
}

/// Whether a method says itself which inputs are allowed.
pub(crate) fn is_precondition(method: &Method) -> bool {
    method.name == PRECONDITION && method.descriptor.ends_with(")Z")
}

/// A call of a method, after calls that say whether its inputs are allowed.
pub(crate) struct CallOnAllowedInputs {
    /// The driver.
    pub run: TestRun,
    /// The ids of the methods that are called before, and whether they take the method's parameters.
    pub preconditions: Vec<(u32, bool)>,
    /// For each argument, how many objects those before it have.
    pub first_objects: Vec<usize>,
}

/// The driver that calls a method with arguments where they are allowed.
///
/// # Errors
/// As [`named`].
pub(crate) fn on_allowed_inputs(
    vm: &mut Vm,
    method: &'static Method,
    arguments: &[String],
) -> Result<CallOnAllowedInputs, VmError> {
    let (mut run, first_objects) = program(vm, method.class(), method, arguments)?;
    let mut preconditions = Vec::new();
    if is_precondition(method) {
        return Ok(CallOnAllowedInputs {
            run,
            preconditions,
            first_objects,
        });
    }
    let on_parameters = precondition_on_parameters(method);
    let on_parameters = match on_parameters {
        // It is asked about the object, and not about null.
        Some(precondition) if is_on_library(vm, precondition)? => None,
        other => other,
    };
    let receiver = run.test.receiver.map(Value::TestInstance);
    let values: Vec<Value> = receiver.iter().chain(&run.test.arguments).cloned().collect();
    let mut asked = Vec::new();
    for value in values {
        let Value::TestInstance(number) = value else { continue };
        let Some(index) = number.checked_sub(run.instances.len()) else {
            continue;
        };
        let Some(InputObject::Instance { class, .. }) = run.objects.get(index) else {
            continue;
        };
        let class = vm.image.load(&mut vm.heap, class)?;
        let on_library = || precondition_on_library(method.class(), class);
        let precondition = precondition_of(class).or_else(on_library);
        if let Some(precondition) = precondition.filter(|_| !asked.contains(&number)) {
            asked.push(number);
            preconditions.push((precondition.id.0, false));
            let call = plan::call(precondition, 0);
            run.preconditions.push(match precondition.is_static() {
                true => Call {
                    arguments: vec![Value::TestInstance(number)],
                    ..call
                },
                false => Call {
                    receiver: Some(number),
                    ..call
                },
            });
        }
    }
    if let Some(precondition) = on_parameters {
        preconditions.push((precondition.id.0, true));
        let call = plan::call(precondition, 0);
        run.preconditions.push(Call {
            arguments: run.test.arguments.clone(),
            receiver: call.receiver.and(run.test.receiver),
            ..call
        });
    }
    if !preconditions.is_empty() {
        run.name.push_str("IfAllowed");
    }
    Ok(CallOnAllowedInputs {
        run,
        preconditions,
        first_objects,
    })
}
