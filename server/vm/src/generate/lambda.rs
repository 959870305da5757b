//! The class behind a lambda or a method reference, as LambdaMetafactory would spin it.
//!
//! Captured values in final fields, one method (and its bridges) that converts, calls and converts back.
//! Absent: `writeReplace`, by which the JDK serialises lambdas (a user's class with such a call site is linked by the JDK itself), and
//! the checks of the metafactory's arguments, which javac makes too; what has no conversion is refused.

use super::assembler::{ClassWriter, Code, Field, Invoke, access};
use super::convert::{lambda_argument, lambda_result};
use super::descriptor::{Signature, Type};
use super::{FACTORY, Target};

/// What a call site of LambdaMetafactory asks for.
#[derive(Clone, Copy, Debug)]
pub struct Lambda<'a> {
    /// Internal name of the class to make, such as `shop/Till$$Lambda$3`.
    pub name: &'a str,
    /// Internal names: the functional interface first, then markers.
    pub interfaces: &'a [&'a str],
    /// Name of the interface's method.
    pub method: &'a str,
    /// Descriptor of the interface's method: samMethodType.
    pub erased: &'a str,
    /// Descriptor that it has for this lambda: instantiatedMethodType.
    pub instantiated: &'a str,
    /// Further descriptors of a method of that name (altMetafactory, FLAG_BRIDGES).
    pub bridges: &'a [&'a str],
    /// Descriptor of the call site: captured values to the interface.
    pub captured: &'a str,
    /// What the lambda does.
    pub target: Target<'a>,
}

/// The class file of a lambda. Its static `make` has the call site's descriptor, and gives a new lambda each time.
///
/// # Errors
/// Odd descriptors, types that do not convert, and what does not fit a class file.
pub fn lambda(asked: &Lambda) -> Result<Vec<u8>, String> {
    let captured = Signature::parse(asked.captured)?;
    let mut class = ClassWriter::new(asked.name);
    for interface in asked.interfaces {
        class.implement(interface);
    }
    let mut fields = Vec::new();
    for (index, &value) in captured.parameters.iter().enumerate() {
        let field = (format!("arg${}", index + 1), value);
        class.field(access::PRIVATE | access::FINAL, &field.0, value);
        fields.push(field);
    }
    constructor(&mut class, asked, &captured, &fields)?;
    factory(&mut class, asked, &captured)?;
    let mut written = vec![asked.erased];
    forward(&mut class, asked, asked.erased, &fields)?;
    for &bridge in asked.bridges {
        if !written.contains(&bridge) {
            written.push(bridge);
            forward(&mut class, asked, bridge, &fields)?;
        }
    }
    class.finish()
}

type CapturedField<'a> = (String, Type<'a>);

fn constructor(
    class: &mut ClassWriter,
    asked: &Lambda,
    captured: &Signature,
    fields: &[CapturedField],
) -> Result<(), String> {
    let this = Type::of_class(asked.name);
    let initializer = Signature::new(captured.parameters.iter().copied(), None);
    class.method(access::PRIVATE, "<init>", &initializer, |code| {
        code.load(this, 0);
        code.invoke(Invoke::Special, "java/lang/Object", false, "<init>", "()V")?;
        for ((slot, value), (field, _)) in captured.locals(1).zip(fields) {
            code.load(this, 0);
            code.load(value, slot);
            code.field(Field::Put, asked.name, field, value);
        }
        code.give(None);
        Ok(())
    })
}

fn factory(class: &mut ClassWriter, asked: &Lambda, captured: &Signature) -> Result<(), String> {
    let initializer = Signature::new(captured.parameters.iter().copied(), None).to_string();
    let result = match captured.result {
        Some(result @ Type::Class(_)) => result,
        _ => return Err(format!("a lambda is of a class: {}", asked.captured)),
    };
    class.method(access::STATIC | access::SYNTHETIC, FACTORY, captured, |code| {
        code.new_object(asked.name);
        code.dup();
        for (slot, value) in captured.locals(0) {
            code.load(value, slot);
        }
        code.invoke(Invoke::Special, asked.name, false, "<init>", &initializer)?;
        code.give(Some(result));
        Ok(())
    })
}

/// The interface's method, with the descriptor it has in the interface or in one below it.
fn forward(class: &mut ClassWriter, asked: &Lambda, descriptor: &str, fields: &[CapturedField]) -> Result<(), String> {
    let method = Signature::parse(descriptor)?;
    let instantiated = Signature::parse(asked.instantiated)?;
    let target = asked.target.signature()?;
    let arguments = method.parameters.len();
    if arguments != instantiated.parameters.len() || fields.len() + arguments != target.parameters.len() {
        return Err(format!(
            "cannot generate {}: {} captured values and {descriptor} (as {}) do not make the arguments of {}.{}{}",
            asked.name,
            fields.len(),
            asked.instantiated,
            asked.target.class,
            asked.target.name,
            asked.target.descriptor,
        ));
    }
    let (from_fields, from_arguments) = target.parameters.split_at(fields.len());
    class.method(access::PUBLIC, asked.method, &method, |code| {
        asked.target.prepare(code);
        for ((field, value), &wanted) in fields.iter().zip(from_fields) {
            code.load(Type::of_class(asked.name), 0);
            code.field(Field::Get, asked.name, field, *value);
            captured_value(code, *value, wanted)?;
        }
        let types = instantiated.parameters.iter().zip(from_arguments);
        for ((slot, value), (&through, &wanted)) in method.locals(1).zip(types) {
            code.load(value, slot);
            lambda_argument(code, value, through, wanted)?;
        }
        asked.target.invoke(code)?;
        lambda_result(code, target.result, method.result)?;
        code.give(method.result);
        Ok(())
    })
}

/// A captured reference is of a subtype of what the target wants, by javac's checks, and needs no cast.
fn captured_value(code: &mut Code, from: Type, to: Type) -> Result<(), String> {
    match (from, to) {
        (Type::Class(_) | Type::Array(_), Type::Class(_) | Type::Array(_)) => Ok(()),
        (_, _) => lambda_argument(code, from, from, to),
    }
}
