//! Any method as a program: created and called as a test would be, without what a runner does around it. Its threads live on
//! when it returns, as those of a `main` do. What it takes are the arguments of the target, as text.

use dropwire_classes::content_hash;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::test_driver::{Call, Instance, TestRun, Value};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::{Named, plan, sources};

/// What the names of the classes begin with that call methods.
pub const DRIVER: &str = "dropwire/Call";

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
    let takes = |method: &&&'static Method| method.params.len() == arguments.len() && !is_main(method);
    let taking: Vec<&'static Method> = fitting.iter().filter(takes).copied().collect();
    match (taking.first(), taking.get(1), fitting.first()) {
        (Some(method), None, _) => Ok(Some(Callable::Plain(Box::new(program(vm, class, method, arguments)?)))),
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

/// An argument as the method takes it. A `char` is itself, or `\u` and its number in four hex digits.
fn argument(vm: &mut Vm, text: &str, descriptor: &str) -> Result<Value, VmError> {
    let char_of = |digits: &str| u16::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 4);
    let value = match (descriptor, text) {
        ("C", text) if text.len() > 1 && text.starts_with("\\u") => {
            char_of(&text[2..]).map(|unit| Value::Bits('C', unit.into()))
        }
        ("Z", "true") => Some(Value::Bits('Z', 1)),
        ("Z", "false") => Some(Value::Bits('Z', 0)),
        ("Z", _) => None,
        (_, "null") if descriptor.len() > 1 => Some(Value::Null),
        (descriptor, text) => sources::convert(vm, text, descriptor).ok(),
    };
    value.ok_or_else(|| VmError::Class(format!("`{text}` is no argument of type {}", external_type(descriptor))))
}

fn program(
    vm: &mut Vm,
    class: &'static Class,
    method: &'static Method,
    arguments: &[String],
) -> Result<TestRun, VmError> {
    let (descriptors, _) = split_descriptor(method.descriptor);
    let values = arguments.iter().zip(descriptors);
    let values = values.map(|(text, descriptor)| argument(vm, text, descriptor));
    let values = values.collect::<Result<Vec<Value>, VmError>>()?;
    let name = format!("{}.{}", class.binary_name(), method.name);
    let mut instances = Vec::new();
    if !method.is_static() {
        let why = if class.access & access::ABSTRACT != 0 {
            Some("is abstract")
        } else if class.declared("<init>", "()V").is_none() {
            Some("has no constructor without parameters")
        } else {
            None
        };
        if let Some(why) = why {
            return Err(VmError::Class(format!(
                "{name} needs an object, and {} {why}; call it from a main or a test and check that",
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
    Ok(TestRun {
        name: format!(
            "{DRIVER}{:016x}",
            content_hash(format!("{name}{}{}", method.descriptor, arguments.join("\n")).as_bytes())
        ),
        instances,
        test: Call {
            arguments: values,
            ..plan::call(method, 0)
        },
        lives_on: true,
        ..TestRun::default()
    })
}
