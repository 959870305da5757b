//! The value of an expression in a frame, as Java gives it (JLS 15.15 to 15.24). Nothing runs: a text that is compared with a string by `==` is
//! compared letter by letter, for no object is made of it.

use dropwire_vm::heap::Ref;
use dropwire_vm::image::class::Class;
use dropwire_vm::types::Ty;
use dropwire_vm::{ThreadId, Vm};

use super::expression::{Expression, ExpressionError, Operator};
use super::inspect::{self, Frame, Typed};
use crate::site::simple_name;

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A value of the machine's.
    Plain(Typed),
    /// A text that no object of the program is.
    Text(String),
    /// A class, for its statics, or the packages before one.
    Name(String, Option<&'static Class>),
}

/// A number after promotion (JLS 5.6).
#[derive(Clone, Copy)]
enum Number {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
}

/// Evaluates an expression in a frame.
pub(super) fn evaluate(
    vm: &Vm,
    thread: ThreadId,
    frame: Option<&Frame>,
    expression: &Expression,
) -> Result<Value, ExpressionError> {
    let scope = Scope { vm, thread, frame };
    match scope.value(expression)? {
        Value::Name(name, None) => Err(ExpressionError::Unknown(name)),
        value => Ok(value),
    }
}

/// Whether a condition holds; one that has no value or is no boolean does not.
pub(super) fn holds(vm: &Vm, thread: ThreadId, expression: &Expression) -> bool {
    let frames = inspect::frames(vm, thread);
    let value = evaluate(vm, thread, frames.first(), expression);
    matches!(value, Ok(Value::Plain(Typed { ty: Ty::Boolean, bits })) if bits & 1 == 1)
}

struct Scope<'a> {
    vm: &'a Vm,
    thread: ThreadId,
    frame: Option<&'a Frame>,
}

fn int(value: i32) -> Value {
    plain(Ty::Int, u64::from(value as u32))
}

fn boolean(value: bool) -> Value {
    plain(Ty::Boolean, u64::from(value))
}

fn plain(ty: Ty, bits: u64) -> Value {
    Value::Plain(Typed { ty, bits })
}

impl Scope<'_> {
    fn value(&self, expression: &Expression) -> Result<Value, ExpressionError> {
        match expression {
            Expression::Int(value) => Ok(int(*value)),
            Expression::Long(value) => Ok(plain(Ty::Long, *value as u64)),
            Expression::Float(value) => Ok(plain(Ty::Float, u64::from(value.to_bits()))),
            Expression::Double(value) => Ok(plain(Ty::Double, value.to_bits())),
            Expression::Char(unit) => Ok(plain(Ty::Char, u64::from(*unit))),
            Expression::Boolean(value) => Ok(boolean(*value)),
            Expression::Text(text) => Ok(Value::Text(text.clone())),
            Expression::Null => Ok(Value::Plain(Typed::of(0))),
            Expression::Name(name) => Ok(self.name(name)),
            Expression::Member(of, name) => self.member(self.value(of)?, name),
            Expression::Index(array, index) => self.element(&self.value(array)?, &self.value(index)?),
            Expression::Not(operand) => match self.value(operand)? {
                Value::Plain(Typed { ty: Ty::Boolean, bits }) => Ok(boolean(bits & 1 == 0)),
                _ => Err(ExpressionError::Operand("!".into())),
            },
            Expression::Complement(operand) => match number(&self.value(operand)?) {
                Some(Number::Int(value)) => Ok(int(!value)),
                Some(Number::Long(value)) => Ok(plain(Ty::Long, !value as u64)),
                _ => Err(ExpressionError::Operand("~".into())),
            },
            Expression::Negate(operand) => match number(&self.value(operand)?) {
                Some(Number::Int(value)) => Ok(int(value.wrapping_neg())),
                Some(Number::Long(value)) => Ok(plain(Ty::Long, value.wrapping_neg() as u64)),
                Some(Number::Float(value)) => Ok(plain(Ty::Float, u64::from((-value).to_bits()))),
                Some(Number::Double(value)) => Ok(plain(Ty::Double, (-value).to_bits())),
                None => Err(ExpressionError::Operand("-".into())),
            },
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right),
        }
    }

    /// A variable, a field of `this`, a static of the class or one around it; else a class, or a package.
    fn name(&self, name: &str) -> Value {
        let locals = self.frame.map(|frame| inspect::locals(self.vm, self.thread, frame));
        let locals = locals.unwrap_or_default();
        if let Some(local) = locals.iter().find(|local| local.name == name) {
            return Value::Plain(local.value);
        }
        let this = locals
            .iter()
            .find(|local| local.name == "this")
            .map(|local| local.value.bits as Ref);
        let field = this.filter(|r| inspect::is_object(self.vm, *r));
        if let Some((value, _)) = field.and_then(|this| inspect::field(self.vm, this, name)) {
            return Value::Plain(value);
        }
        let around = self
            .frame
            .map(inspect::class_of_frame)
            .into_iter()
            .flat_map(|class| self.around(class));
        for class in around {
            if let Some((value, _)) = inspect::static_field(self.vm, class, name) {
                return Value::Plain(value);
            }
        }
        Value::Name(name.to_owned(), self.class(name))
    }

    /// A class and those that it is nested in.
    fn around(&self, class: &'static Class) -> impl Iterator<Item = &'static Class> {
        let mut name = class.name;
        let outer = std::iter::from_fn(move || {
            name = &name[..name.rfind('$')?];
            Some(name)
        });
        std::iter::once(class).chain(outer.filter_map(|name| self.vm.image.loaded(name)))
    }

    /// A class of the user's by its name, with or without what it is in; one of the JDK's by its whole name.
    fn class(&self, name: &str) -> Option<&'static Class> {
        let classes = || {
            self.vm
                .image
                .classes
                .iter()
                .copied()
                .filter(|class| !class.is_made() && !class.is_array())
        };
        let whole = classes().find(|class| class.binary_name() == name);
        whole.or_else(|| {
            classes().filter(|class| class.is_user()).find(|class| {
                let binary = class.binary_name();
                let simple = simple_name(&binary);
                simple == name || simple.rsplit('$').next() == Some(name)
            })
        })
    }

    fn member(&self, of: Value, name: &str) -> Result<Value, ExpressionError> {
        let unknown = || ExpressionError::Unknown(name.to_owned());
        match of {
            Value::Name(path, class) => {
                if let Some((value, _)) = class.and_then(|class| inspect::static_field(self.vm, class, name)) {
                    return Ok(Value::Plain(value));
                }
                let nested = class.and_then(|class| self.class(&format!("{}${name}", class.binary_name())));
                let longer = format!("{path}.{name}");
                let class = nested.or_else(|| self.class(&longer));
                Ok(Value::Name(longer, class))
            }
            Value::Plain(Typed {
                ty: Ty::Reference,
                bits: 0,
            }) => Err(ExpressionError::Null(name.to_owned())),
            Value::Plain(Typed {
                ty: Ty::Reference,
                bits,
            }) if inspect::is_object(self.vm, bits as Ref) => {
                let r = bits as Ref;
                let class = self.vm.class_of(r);
                if class.is_array() && name == "length" {
                    return Ok(int(self.vm.heap.length(r) as i32));
                }
                let field = inspect::field(self.vm, r, name).or_else(|| inspect::static_field(self.vm, class, name));
                field.map(|(value, _)| Value::Plain(value)).ok_or_else(unknown)
            }
            Value::Plain(_) | Value::Text(_) => Err(unknown()),
        }
    }

    fn element(&self, array: &Value, index: &Value) -> Result<Value, ExpressionError> {
        let Some(Number::Int(index)) = number(index) else {
            return Err(ExpressionError::Operand("[]".into()));
        };
        match array {
            Value::Plain(Typed {
                ty: Ty::Reference,
                bits: 0,
            }) => Err(ExpressionError::Null("[]".into())),
            Value::Plain(Typed {
                ty: Ty::Reference,
                bits,
            }) if inspect::is_object(self.vm, *bits as Ref) && self.vm.class_of(*bits as Ref).is_array() => {
                let array = *bits as Ref;
                let element = u32::try_from(index)
                    .ok()
                    .and_then(|index| inspect::element(self.vm, array, index));
                let outside = ExpressionError::Index(i64::from(index), self.vm.heap.length(array));
                element.map(|(value, _)| Value::Plain(value)).ok_or(outside)
            }
            _ => Err(ExpressionError::Operand("[]".into())),
        }
    }

    fn binary(&self, operator: Operator, left: &Expression, right: &Expression) -> Result<Value, ExpressionError> {
        let left = self.value(left)?;
        // What decides alone leaves the other side out (JLS 15.23, 15.24).
        match (operator, truth(&left)) {
            (Operator::And, Some(false)) => return Ok(boolean(false)),
            (Operator::Or, Some(true)) => return Ok(boolean(true)),
            _ => {}
        }
        let right = self.value(right)?;
        let wrong = || ExpressionError::Operand(operator.sign().to_owned());
        if let (Some(a), Some(b)) = (truth(&left), truth(&right)) {
            return of_booleans(operator, a, b).ok_or_else(wrong);
        }
        if let (Some(a), Some(b)) = (number(&left), number(&right)) {
            return of_numbers(operator, a, b);
        }
        let same = self.is_same(&left, &right).ok_or_else(wrong)?;
        match operator {
            Operator::Equal => Ok(boolean(same)),
            Operator::NotEqual => Ok(boolean(!same)),
            _ => Err(wrong()),
        }
    }

    /// Whether two references are one; nothing where these are none.
    fn is_same(&self, left: &Value, right: &Value) -> Option<bool> {
        let is_reference = |value: &Value| match value {
            Value::Plain(Typed {
                ty: Ty::Reference,
                bits,
            }) => Some(*bits as Ref),
            _ => None,
        };
        match (left, right) {
            (Value::Text(a), Value::Text(b)) => Some(a == b),
            (Value::Text(text), other) | (other, Value::Text(text)) => {
                let r = is_reference(other)?;
                let string = inspect::is_object(self.vm, r) && self.vm.class_of(r).name == "java/lang/String";
                Some(string && self.vm.text(r) == *text)
            }
            (left, right) => Some(is_reference(left)? == is_reference(right)?),
        }
    }
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Plain(Typed { ty: Ty::Boolean, bits }) => Some(bits & 1 == 1),
        _ => None,
    }
}

/// Promotes what is numeric.
fn number(value: &Value) -> Option<Number> {
    let Value::Plain(Typed { ty, bits }) = value else {
        return None;
    };
    match ty {
        Ty::Byte => Some(Number::Int(i32::from(*bits as u8 as i8))),
        Ty::Char => Some(Number::Int(i32::from(*bits as u16))),
        Ty::Short => Some(Number::Int(i32::from(*bits as u16 as i16))),
        Ty::Int => Some(Number::Int(*bits as u32 as i32)),
        Ty::Long => Some(Number::Long(*bits as i64)),
        Ty::Float => Some(Number::Float(f32::from_bits(*bits as u32))),
        Ty::Double => Some(Number::Double(f64::from_bits(*bits))),
        Ty::Boolean | Ty::Reference | Ty::Void => None,
    }
}

fn of_booleans(operator: Operator, a: bool, b: bool) -> Option<Value> {
    let result = match operator {
        Operator::Or | Operator::BitOr => a | b,
        Operator::And | Operator::BitAnd => a & b,
        Operator::BitXor | Operator::NotEqual => a != b,
        Operator::Equal => a == b,
        Operator::Less
        | Operator::LessOrEqual
        | Operator::Greater
        | Operator::GreaterOrEqual
        | Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Remainder => return None,
    };
    Some(boolean(result))
}

fn of_numbers(operator: Operator, a: Number, b: Number) -> Result<Value, ExpressionError> {
    let wide = |number: Number| match number {
        Number::Int(value) => i64::from(value),
        Number::Long(value) => value,
        Number::Float(value) => value as i64,
        Number::Double(value) => value as i64,
    };
    let real = |number: Number| match number {
        Number::Int(value) => f64::from(value),
        Number::Long(value) => value as f64,
        Number::Float(value) => f64::from(value),
        Number::Double(value) => value,
    };
    let single = |number: Number| match number {
        Number::Int(value) => value as f32,
        Number::Long(value) => value as f32,
        Number::Float(value) => value,
        Number::Double(value) => value as f32,
    };
    match (a, b) {
        (Number::Double(_), _) | (_, Number::Double(_)) => {
            let result = |value: f64| plain(Ty::Double, value.to_bits());
            of_reals(operator, real(a), real(b), result)
        }
        (Number::Float(_), _) | (_, Number::Float(_)) => {
            // Each operation of `float` is that of `double`, rounded once: 53 bits are more than twice 24, and two.
            let result = |value: f64| plain(Ty::Float, u64::from((value as f32).to_bits()));
            of_reals(operator, f64::from(single(a)), f64::from(single(b)), result)
        }
        (Number::Long(_), _) | (_, Number::Long(_)) => {
            of_integers(operator, wide(a), wide(b), |value| plain(Ty::Long, value as u64))
        }
        // In 64 bits nothing is lost that the low 32 bits of the result depend on.
        (Number::Int(_), Number::Int(_)) => of_integers(operator, wide(a), wide(b), |value| int(value as i32)),
    }
}

fn of_integers(operator: Operator, a: i64, b: i64, result: impl Fn(i64) -> Value) -> Result<Value, ExpressionError> {
    Ok(match operator {
        Operator::BitOr => result(a | b),
        Operator::BitXor => result(a ^ b),
        Operator::BitAnd => result(a & b),
        Operator::Equal => boolean(a == b),
        Operator::NotEqual => boolean(a != b),
        Operator::Less => boolean(a < b),
        Operator::LessOrEqual => boolean(a <= b),
        Operator::Greater => boolean(a > b),
        Operator::GreaterOrEqual => boolean(a >= b),
        Operator::Add => result(a.wrapping_add(b)),
        Operator::Subtract => result(a.wrapping_sub(b)),
        Operator::Multiply => result(a.wrapping_mul(b)),
        Operator::Divide | Operator::Remainder if b == 0 => return Err(ExpressionError::DivisionByZero),
        Operator::Divide => result(a.wrapping_div(b)),
        Operator::Remainder => result(a.wrapping_rem(b)),
        Operator::Or | Operator::And => return Err(ExpressionError::Operand(operator.sign().to_owned())),
    })
}

fn of_reals(operator: Operator, a: f64, b: f64, result: impl Fn(f64) -> Value) -> Result<Value, ExpressionError> {
    Ok(match operator {
        #[allow(clippy::float_cmp)] // As Java compares them.
        Operator::Equal => boolean(a == b),
        #[allow(clippy::float_cmp)] // Likewise.
        Operator::NotEqual => boolean(a != b),
        Operator::Less => boolean(a < b),
        Operator::LessOrEqual => boolean(a <= b),
        Operator::Greater => boolean(a > b),
        Operator::GreaterOrEqual => boolean(a >= b),
        Operator::Add => result(a + b),
        Operator::Subtract => result(a - b),
        Operator::Multiply => result(a * b),
        Operator::Divide => result(a / b),
        Operator::Remainder => result(a % b),
        Operator::Or | Operator::And | Operator::BitOr | Operator::BitXor | Operator::BitAnd => {
            return Err(ExpressionError::Operand(operator.sign().to_owned()));
        }
    })
}
