//! A condition on parameters as a class with one static method that says whether it holds.

use super::assembler::{Branch, ClassWriter, Code, Compare, Field, Invoke, Jump, Operate, access};
use super::convert::as_type;
use super::descriptor::{Primitive, Signature, Type};

/// The name of the method.
pub const HOLDS: &str = "holds";

/// A condition as a class.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The class to make.
    pub name: String,
    /// The descriptors of the parameters, which are its local variables.
    pub parameters: Vec<String>,
    /// Of type `boolean`.
    pub condition: Term,
}

/// An expression with a type. Class names are internal.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A primitive value: its type's letter, and its bits.
    Bits(char, u64),
    /// `null`
    Null,
    /// A string.
    Text(String),
    /// The parameter that begins in this slot, and its descriptor.
    Parameter(usize, String),
    /// A field.
    Field {
        /// The object that has it; nothing: it is static.
        of: Option<Box<Term>>,
        /// The class that declares it.
        class: String,
        /// Its name.
        name: String,
        /// Its descriptor.
        descriptor: String,
    },
    /// The length of an array.
    Length(Box<Term>),
    /// The element of an array at an index.
    Element(Box<Term>, Box<Term>),
    /// A call.
    Call {
        /// Its receiver; nothing: the method is static.
        receiver: Option<Box<Term>>,
        /// The class that declares the method is an interface.
        interface: bool,
        /// That class.
        class: String,
        /// The method's name.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// Its arguments.
        arguments: Vec<Term>,
    },
    /// A value as one of another type, by this letter, to which it is widened.
    Widened(Box<Term>, char),
    /// `-x`
    Negated(Box<Term>),
    /// `!x`
    Not(Box<Term>),
    /// Two operands of the same numeric type.
    Arithmetic(Arithmetic, Box<Term>, Box<Term>),
    /// Two operands of the same type.
    Comparison(Comparison, Box<Term>, Box<Term>),
    /// `x && y`: the second operand counts where the first one holds.
    And(Box<Term>, Box<Term>),
    /// `x || y`: the second operand counts where the first one does not hold.
    Or(Box<Term>, Box<Term>),
}

/// An operator on numbers. JLS §15.17, §15.18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// A comparison. JLS §15.20, §15.21.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Term {
    /// The descriptor of its type; that of `Object` for `null`.
    pub fn descriptor(&self) -> String {
        match self {
            Term::Bits(letter, _) | Term::Widened(_, letter) => letter.to_string(),
            Term::Null => "Ljava/lang/Object;".into(),
            Term::Text(_) => "Ljava/lang/String;".into(),
            Term::Parameter(_, descriptor) | Term::Field { descriptor, .. } => descriptor.clone(),
            Term::Length(_) => "I".into(),
            Term::Element(of, _) => of.descriptor().split_off(1),
            Term::Call { descriptor, .. } => {
                let (_, result) = descriptor.split_once(')').unwrap_or_default();
                result.to_owned()
            }
            Term::Negated(of) | Term::Arithmetic(_, of, _) => match of.descriptor().as_str() {
                "B" | "C" | "S" => "I".into(),
                other => other.to_owned(),
            },
            Term::Not(_) | Term::Comparison(..) | Term::And(..) | Term::Or(..) => "Z".into(),
        }
    }

    /// Its type among those that instructions distinguish; nothing for a reference.
    fn number(&self) -> Option<Primitive> {
        let descriptor = self.descriptor();
        match Type::parse(&descriptor) {
            Ok(Type::Primitive(one @ (Primitive::Long | Primitive::Float | Primitive::Double))) => Some(one),
            Ok(Type::Primitive(_)) => Some(Primitive::Int),
            _ => None,
        }
    }
}

/// The class file of a predicate.
///
/// # Errors
/// Odd descriptors, and what does not fit a class file.
pub fn predicate(predicate: &Predicate) -> Result<Vec<u8>, String> {
    let mut class = ClassWriter::new(&predicate.name);
    let descriptor = format!("({})Z", predicate.parameters.concat());
    let signature = Signature::parse(&descriptor)?;
    class.method(access::PUBLIC | access::STATIC, HOLDS, &signature, |code| {
        push(code, &predicate.condition)?;
        code.give(signature.result);
        Ok(())
    })?;
    class.finish()
}

fn push(code: &mut Code, term: &Term) -> Result<(), String> {
    match term {
        Term::Bits(letter, bits) => {
            let primitive = Primitive::ALL.into_iter().find(|one| one.letter().starts_with(*letter));
            code.push_bits(primitive.ok_or("no such primitive type")?, *bits);
        }
        Term::Null => code.push_default(Type::OBJECT),
        Term::Text(text) => code.push_string(&text.encode_utf16().collect::<Vec<_>>()),
        Term::Parameter(slot, descriptor) => code.load(Type::parse(descriptor)?, *slot),
        Term::Field {
            of,
            class,
            name,
            descriptor,
        } => {
            let access = match of {
                Some(of) => {
                    push(code, of)?;
                    Field::Get
                }
                None => Field::GetStatic,
            };
            code.field(access, class, name, Type::parse(descriptor)?);
        }
        Term::Length(of) => {
            push(code, of)?;
            code.array_length();
        }
        Term::Element(of, index) => {
            push(code, of)?;
            push(code, index)?;
            code.load_element_of(Type::parse(&term.descriptor())?);
        }
        Term::Call {
            receiver,
            interface,
            class,
            name,
            descriptor,
            arguments,
        } => {
            if let Some(receiver) = receiver {
                push(code, receiver)?;
            }
            for argument in arguments {
                push(code, argument)?;
            }
            let instruction = match (receiver, interface) {
                (None, _) => Invoke::Static,
                (Some(_), true) => Invoke::Interface,
                (Some(_), false) => Invoke::Virtual,
            };
            code.invoke(instruction, class, *interface, name, descriptor)?;
        }
        Term::Widened(of, to) => {
            push(code, of)?;
            let (from, to) = (of.descriptor(), to.to_string());
            as_type(code, Type::parse(&from)?, Type::parse(&to)?)?;
        }
        Term::Negated(of) => {
            push(code, of)?;
            code.negate(of.number().ok_or("a reference is negated")?);
        }
        Term::Arithmetic(operator, left, right) => {
            push(code, left)?;
            push(code, right)?;
            let operator = match operator {
                Arithmetic::Add => Operate::Add,
                Arithmetic::Subtract => Operate::Subtract,
                Arithmetic::Multiply => Operate::Multiply,
                Arithmetic::Divide => Operate::Divide,
                Arithmetic::Remainder => Operate::Remainder,
            };
            code.operate(operator, left.number().ok_or("an operator on references")?);
        }
        Term::Not(_) | Term::Comparison(..) | Term::And(..) | Term::Or(..) => {
            let fails = jump_unless(code, term)?;
            code.push_int(1);
            let over = code.jump(Branch::Always);
            for jump in fails {
                code.land(jump);
            }
            code.push_int(0);
            code.land(over);
        }
    }
    Ok(())
}

/// Goes on where a condition holds; the jumps are taken where it does not.
fn jump_unless(code: &mut Code, term: &Term) -> Result<Vec<Jump>, String> {
    Ok(match term {
        Term::And(left, right) => {
            let mut jumps = jump_unless(code, left)?;
            jumps.extend(jump_unless(code, right)?);
            jumps
        }
        Term::Or(left, right) => {
            let fails = jump_unless(code, left)?;
            let holds = code.jump(Branch::Always);
            for jump in fails {
                code.land(jump);
            }
            let jumps = jump_unless(code, right)?;
            code.land(holds);
            jumps
        }
        Term::Not(of) => {
            let fails = jump_unless(code, of)?;
            let holds = code.jump(Branch::Always);
            for jump in fails {
                code.land(jump);
            }
            vec![holds]
        }
        Term::Comparison(comparison, left, right) => vec![compare(code, *comparison, left, right)?],
        _ => {
            push(code, term)?;
            vec![code.jump(Branch::IfZero)]
        }
    })
}

/// A jump that is taken where a comparison does not hold. One with a NaN holds if it is `!=` (JLS §15.20.1).
fn compare(code: &mut Code, comparison: Comparison, left: &Term, right: &Term) -> Result<Jump, String> {
    push(code, left)?;
    push(code, right)?;
    let is_less = matches!(comparison, Comparison::Less | Comparison::LessOrEqual);
    match left.number() {
        None if comparison == Comparison::Equal => return Ok(code.jump(Branch::IfReferencesDiffer)),
        None if comparison == Comparison::NotEqual => return Ok(code.jump(Branch::IfReferencesSame)),
        None => return Err("references are compared by order".into()),
        Some(Primitive::Int) => {
            return Ok(code.jump(match comparison {
                Comparison::Equal => Branch::IfIntsDiffer,
                Comparison::NotEqual => Branch::IfIntsSame,
                Comparison::Less => Branch::IfIntNotLess,
                Comparison::LessOrEqual => Branch::IfIntGreater,
                Comparison::Greater => Branch::IfIntNotGreater,
                Comparison::GreaterOrEqual => Branch::IfIntLess,
            }));
        }
        Some(Primitive::Long) => code.compare(Compare::Longs),
        Some(Primitive::Float) if is_less => code.compare(Compare::FloatsNanGreater),
        Some(Primitive::Float) => code.compare(Compare::FloatsNanLess),
        Some(_) if is_less => code.compare(Compare::DoublesNanGreater),
        Some(_) => code.compare(Compare::DoublesNanLess),
    }
    Ok(code.jump(match comparison {
        Comparison::Equal => Branch::IfNotZero,
        Comparison::NotEqual => Branch::IfZero,
        Comparison::Less => Branch::IfNotNegative,
        Comparison::LessOrEqual => Branch::IfPositive,
        Comparison::Greater => Branch::IfNotPositive,
        Comparison::GreaterOrEqual => Branch::IfNegative,
    }))
}
