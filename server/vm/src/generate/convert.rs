//! Conversions of the value on top of the stack from one type to another.
//!
//! Two sets of rules: a lambda's (LambdaMetafactory; the JDK's TypeConvertingMethodAdapter) trusts what javac
//! checked, a bridge's (MethodHandle.asType) refuses what the types alone show to be wrong. Neither narrows.

use super::assembler::{Arithmetic, Branch, Code, Invoke};
use super::descriptor::{Primitive, Signature, Type};

/// Converts an argument of a lambda's method to a parameter of its target.
///
/// `through` is the type that the interface's method has as instantiated: it says what a reference really is.
pub(super) fn lambda_argument(code: &mut Code, from: Type, through: Type, to: Type) -> Result<(), String> {
    match (from, to) {
        (Type::Primitive(from), Type::Primitive(to)) => widen(code, from, to),
        (Type::Primitive(from), _) => box_as(code, from, to),
        (_, Type::Primitive(to)) => {
            let source = if is_reference(through) { through } else { from };
            cast(code, from, source);
            unbox_trusting(code, source, to)
        }
        (_, _) => {
            let source = if is_reference(through) { through } else { from };
            cast(code, from, source);
            cast(code, source, to);
            Ok(())
        }
    }
}

/// Converts the result of a lambda's target to the result of its method.
pub(super) fn lambda_result(code: &mut Code, from: Option<Type>, to: Option<Type>) -> Result<(), String> {
    match (from, to) {
        (Some(from), Some(to)) => lambda_argument(code, from, to, to),
        (Some(dropped), None) => {
            code.pop(dropped);
            Ok(())
        }
        (None, None) => Ok(()),
        (None, Some(to)) => Err(format!("no conversion of void to {to}")),
    }
}

/// Converts as `MethodHandle.asType` does for a parameter.
pub(super) fn as_type(code: &mut Code, from: Type, to: Type) -> Result<(), String> {
    match (from, to) {
        (Type::Primitive(from), Type::Primitive(to)) => widen(code, from, to),
        (Type::Primitive(primitive), _) => {
            if !boxes_to(primitive, to) {
                return Err(impossible(from, to));
            }
            box_as(code, primitive, to)
        }
        (_, Type::Primitive(primitive)) => match wrapped(from) {
            Some(held) => {
                unbox(code, held)?;
                widen(code, held, primitive)
            }
            None if boxes_to(primitive, from) => unbox_any(code, primitive),
            None => Err(impossible(from, to)),
        },
        (_, _) => {
            cast(code, from, to);
            Ok(())
        }
    }
}

/// Converts as `MethodHandle.asType` does for a result: void becomes zero or null.
pub(super) fn as_type_result(code: &mut Code, from: Option<Type>, to: Option<Type>) -> Result<(), String> {
    match (from, to) {
        (Some(from), Some(to)) => as_type(code, from, to),
        (Some(dropped), None) => {
            code.pop(dropped);
            Ok(())
        }
        (None, Some(to)) => {
            code.push_default(to);
            Ok(())
        }
        (None, None) => Ok(()),
    }
}

/// Casts between references, unless nothing can be wrong.
fn cast(code: &mut Code, from: Type, to: Type) {
    if from == to || to == Type::OBJECT {
        return;
    }
    match to {
        Type::Class(name) => code.check_cast(name),
        Type::Array(descriptor) => code.check_cast(descriptor),
        Type::Primitive(_) => {}
    }
}

/// Boxes a primitive as a reference of type `to`, with a cast if that is not its wrapper.
fn box_as(code: &mut Code, from: Primitive, to: Type) -> Result<(), String> {
    let boxed = match wrapped(to) {
        Some(wider) => {
            widen(code, from, wider)?;
            wider
        }
        None => from,
    };
    let wrapper = Type::Class(boxed.wrapper());
    let value_of = Signature::new([Type::Primitive(boxed)], Some(wrapper));
    code.call(boxed.wrapper(), "valueOf", &value_of.to_string())?;
    if !boxes_to(boxed, to) {
        cast(code, wrapper, to);
    }
    Ok(())
}

/// Unboxes a wrapper of which the stack's type is known.
fn unbox(code: &mut Code, held: Primitive) -> Result<(), String> {
    unbox_by(code, held.wrapper(), held)
}

fn unbox_by(code: &mut Code, class: &str, primitive: Primitive) -> Result<(), String> {
    let unboxer = Signature::new([], Some(Type::Primitive(primitive))).to_string();
    code.invoke(Invoke::Virtual, class, false, primitive.unboxer(), &unboxer)
}

/// Unboxes as lambdas do: of a wider type than any wrapper, numbers are converted by Number's methods.
fn unbox_trusting(code: &mut Code, from: Type, to: Primitive) -> Result<(), String> {
    if let Some(held) = wrapped(from) {
        unbox(code, held)?;
        return widen(code, held, to);
    }
    let class = match to {
        Primitive::Boolean | Primitive::Char => to.wrapper(),
        Primitive::Byte
        | Primitive::Short
        | Primitive::Int
        | Primitive::Long
        | Primitive::Float
        | Primitive::Double => "java/lang/Number",
    };
    cast(code, from, Type::Class(class));
    unbox_by(code, class, to)
}

/// Unboxes what the stack's type does not tell: any wrapper that `to` is at least as wide as; else a
/// ClassCastException or NullPointerException, as `asType` has it.
fn unbox_any(code: &mut Code, to: Primitive) -> Result<(), String> {
    let mut done = Vec::new();
    for held in Primitive::ALL {
        if held == to || widening(held, to).is_none() {
            continue;
        }
        code.dup();
        code.instance_of(held.wrapper());
        let other = code.jump(Branch::IfZero);
        code.check_cast(held.wrapper());
        unbox(code, held)?;
        widen(code, held, to)?;
        done.push(code.jump(Branch::Always));
        code.land(other);
    }
    code.check_cast(to.wrapper());
    unbox(code, to)?;
    for jump in done {
        code.land(jump);
    }
    Ok(())
}

fn widen(code: &mut Code, from: Primitive, to: Primitive) -> Result<(), String> {
    match widening(from, to) {
        Some(Widening::None) => Ok(()),
        Some(Widening::By(operation)) => {
            code.arithmetic(operation);
            Ok(())
        }
        None => Err(impossible(Type::Primitive(from), Type::Primitive(to))),
    }
}

enum Widening {
    /// The same bits on the stack.
    None,
    By(Arithmetic),
}

/// How a primitive type widens to another, or to itself (JLS §5.1.2).
fn widening(from: Primitive, to: Primitive) -> Option<Widening> {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    Some(match (from, to) {
        (same, other) if same == other => Widening::None,
        (Byte, Short | Int) | (Short | Char, Int) => Widening::None,
        (Byte | Short | Char | Int, Long) => Widening::By(Arithmetic::IntToLong),
        (Byte | Short | Char | Int, Float) => Widening::By(Arithmetic::IntToFloat),
        (Byte | Short | Char | Int, Double) => Widening::By(Arithmetic::IntToDouble),
        (Long, Float) => Widening::By(Arithmetic::LongToFloat),
        (Long, Double) => Widening::By(Arithmetic::LongToDouble),
        (Float, Double) => Widening::By(Arithmetic::FloatToDouble),
        (Boolean | Byte | Short | Char | Int | Long | Float | Double, _) => return None,
    })
}

/// The primitive type that a wrapper class wraps.
fn wrapped(reference: Type) -> Option<Primitive> {
    match reference {
        Type::Class(name) => Primitive::of_wrapper(name),
        Type::Array(_) | Type::Primitive(_) => None,
    }
}

/// Whether the wrapper of a primitive type is of this type.
fn boxes_to(primitive: Primitive, reference: Type) -> bool {
    let Type::Class(name) = reference else {
        return false;
    };
    match name {
        "java/lang/Object" | "java/lang/Comparable" | "java/io/Serializable" | "java/lang/constant/Constable" => true,
        "java/lang/Number" => !matches!(primitive, Primitive::Boolean | Primitive::Char),
        "java/lang/constant/ConstantDesc" => matches!(
            primitive,
            Primitive::Int | Primitive::Long | Primitive::Float | Primitive::Double
        ),
        _ => name == primitive.wrapper(),
    }
}

fn is_reference(value: Type) -> bool {
    !matches!(value, Type::Primitive(_))
}

fn impossible(from: Type, to: Type) -> String {
    format!("no conversion of {from} to {to}")
}
