//! What an atom of a formula says, as it is written; what its names mean is not known here.

use std::borrow::Cow;
use std::fmt;

use crate::Formula;

/// What is said of every instance of a class.
pub(crate) const ALL: &str = "all";
/// What is said of some.
pub(crate) const SOME: &str = "some";

/// What a name in an atom becomes, if it changes: of the function that asks about it, the name, and whether `all(…)` or `some(…)` is around it.
pub type Rename<'a> = dyn FnMut(Option<&str>, &str, bool) -> Option<String> + 'a;

/// What holds in a state or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A name that is said what it stands for, or a boolean variable.
    Name(String),
    /// Two values are compared.
    Compare {
        /// The left one.
        left: Value,
        /// How.
        comparison: Comparison,
        /// The right one.
        right: Value,
    },
    /// As `at(shop.Till.sell)`.
    Call {
        /// What is asked.
        function: String,
        /// Of what.
        argument: String,
    },
    /// As `all(shop.Account.balance >= 0)`: of every instance of a class, or of some.
    Quantified {
        /// Of every one; else of some.
        every: bool,
        /// What is said of an instance, over the numbers of `atoms`.
        formula: Formula,
        /// What its atoms say; none is quantified itself.
        atoms: Vec<Atom>,
    },
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Atom {
    pub(crate) fn rename(&mut self, rename: &mut Rename<'_>, quantified: bool) {
        let mut change = |function: Option<&str>, name: &mut String| {
            if let Some(other) = rename(function, name, quantified) {
                *name = other;
            }
        };
        match self {
            Atom::Name(name) => change(None, name),
            Atom::Call { function, argument } => change(Some(function), argument),
            Atom::Compare { left, right, .. } => {
                for value in [left, right] {
                    let Value::Sum(sum) = value else { continue };
                    for (_, operand) in &mut sum.operands {
                        match operand {
                            Operand::Number(_) => {}
                            Operand::Path(path) => change(None, path),
                            Operand::Call { function, argument } => change(Some(function), argument),
                        }
                    }
                }
            }
            Atom::Quantified { atoms, .. } => atoms.iter_mut().for_each(|atom| atom.rename(rename, true)),
        }
    }
}

impl Comparison {
    /// Compares numbers.
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
        }
    }

    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }
}

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Sum(Sum),
    /// `true` or `false`.
    Boolean(bool),
    /// `null`
    Null,
}

/// Numbers that are added or subtracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// In the order of the text; whether each is subtracted.
    pub operands: Vec<(bool, Operand)>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A constant.
    Number(i64),
    /// A variable, as `shop.Queue.size`.
    Path(String),
    /// As `threads(shop.Till.sell)`.
    Call {
        /// What is counted.
        function: String,
        /// Of what.
        argument: String,
    },
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Name(name) => write!(f, "{name}"),
            Atom::Compare {
                left,
                comparison,
                right,
            } => write!(f, "{left} {} {right}", comparison.symbol()),
            Atom::Call { function, argument } => write!(f, "{function}({})", quoted(argument)),
            Atom::Quantified { every, formula, atoms } => {
                let function = if *every { ALL } else { SOME };
                write!(f, "{function}({})", said(formula, atoms))
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => write!(f, "null"),
            Value::Boolean(value) => write!(f, "{value}"),
            Value::Sum(sum) => {
                for (index, (minus, operand)) in sum.operands.iter().enumerate() {
                    match (index, minus) {
                        (0, false) => {}
                        (0, true) => write!(f, "-")?,
                        (_, false) => write!(f, " + ")?,
                        (_, true) => write!(f, " - ")?,
                    }
                    match operand {
                        Operand::Number(number) => write!(f, "{number}")?,
                        Operand::Path(path) => write!(f, "{path}")?,
                        Operand::Call { function, argument } => write!(f, "{function}({})", quoted(argument))?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// An argument as it is written: between quotes if it is no path.
fn quoted(argument: &str) -> Cow<'_, str> {
    let begins = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '[' | ']');
    match (argument.starts_with(begins), argument.contains('"')) {
        (true, _) if argument.chars().all(goes_on) => Cow::Borrowed(argument),
        (_, false) => Cow::Owned(format!("\"{argument}\"")),
        (_, true) => Cow::Owned(format!("'{argument}'")),
    }
}

/// A formula as text that can be read again.
pub(crate) fn said(formula: &Formula, atoms: &[Atom]) -> String {
    let of = |inner: &Formula| said(inner, atoms);
    match formula {
        Formula::True => "true".into(),
        Formula::False => "false".into(),
        Formula::Atom(atom) => match atoms.get(*atom as usize) {
            Some(name @ (Atom::Name(_) | Atom::Call { .. } | Atom::Quantified { .. })) => name.to_string(),
            Some(comparison) => format!("({comparison})"),
            None => "false".into(),
        },
        Formula::Not(a) => format!("!{}", of(a)),
        Formula::And(a, b) => format!("({} && {})", of(a), of(b)),
        Formula::Or(a, b) => format!("({} || {})", of(a), of(b)),
        Formula::Until(a, b) => match **a {
            Formula::True => format!("<> {}", of(b)),
            _ => format!("({} U {})", of(a), of(b)),
        },
        Formula::Release(a, b) => match **a {
            Formula::False => format!("[] {}", of(b)),
            _ => format!("({} R {})", of(a), of(b)),
        },
        Formula::Once(a) => format!("once {}", of(a)),
        Formula::Since(a, b) => format!("({} since {})", of(a), of(b)),
    }
}
