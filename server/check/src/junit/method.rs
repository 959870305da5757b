//! Any method as a program: created and called as a test would be, without what a runner does around it. Its threads live on
//! when it returns, as those of a `main` do.

use dropwire_classes::content_hash;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::test_driver::{Instance, TestRun};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::{Named, plan};

/// What a target with a method's name is, if that is no test.
pub enum Callable {
    /// The `main` that the class is launched by.
    Main,
    /// A method without parameters.
    Plain(Box<TestRun>),
}

/// The method that a target names; `None` if there is none, or if it is a test.
///
/// # Errors
/// A method that cannot be called without more being said, and what to do.
pub fn named(vm: &mut Vm, named: &Named<'_>) -> Result<Option<Callable>, VmError> {
    let class = vm.image.load(&mut vm.heap, &named.class.replace('.', "/"))?;
    if named.case.is_some() || plan::tests(vm, class).iter().any(|test| named.is(test.method)) {
        return Ok(None);
    }
    let methods = plan::methods(class).into_iter().filter(|method| named.is(method));
    let fitting: Vec<&'static Method> = methods.collect();
    let plain = fitting.iter().find(|method| method.descriptor.starts_with("()"));
    match (plain, fitting.first()) {
        (Some(method), _) => Ok(Some(Callable::Plain(Box::new(program(class, method)?)))),
        (None, Some(first)) if vm.is_launched_by(class, first) => Ok(Some(Callable::Main)),
        (None, Some(first)) => {
            let (parameters, _) = split_descriptor(first.descriptor);
            let types: Vec<String> = parameters.into_iter().map(external_type).collect();
            Err(VmError::Class(format!(
                "{}.{} takes arguments ({}), which nobody gives; call it from a main or a test and check that",
                named.class,
                named.method,
                types.join(", ")
            )))
        }
        (None, None) => Ok(None),
    }
}

fn program(class: &'static Class, method: &'static Method) -> Result<TestRun, VmError> {
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
            "dropwire/Call{:016x}",
            content_hash(format!("{name}{}", method.descriptor).as_bytes())
        ),
        instances,
        test: plan::call(method, 0),
        lives_on: true,
        ..TestRun::default()
    })
}
