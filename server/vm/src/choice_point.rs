//! Data choices: what a thread chooses among, and what it chose.
//!
//! **Why a thread may choose at once.** A data choice reads and writes nothing but its own thread's operands: no operation of another
//! thread depends on it, enables it or takes it away. So all of its ways alone are a persistent set (Godefroid, LNCS 1032): whatever others
//! could do before it they can do after it, with the same result. Such a state is *passed*: only the ways of the choice are
//! explored, and it is not stored, so that choices one after the other (a cascade) are one transition for each combination.
//!
//! **The cycle proviso.** If that were all, `while (true) Verify.getBoolean();` would hold up everybody else forever. A cycle of the state
//! space in which only choices are made needs a jump back. So a thread that has jumped back since its last boundary does not choose
//! at once: that state is stored like any other, and whoever is enabled may move in it. It depends on nothing but the thread's own
//! step, so that depth-first, breadth-first and random search and replay all see the same states.

use std::sync::Arc;

/// Which way of a data choice, counted from 0. In two halves, which keep a [`Choice`](crate::Choice) small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Way {
    high: u32,
    low: u32,
}

impl Way {
    /// The first one. It stands for all of them in a list of choices.
    pub const FIRST: Way = Way { high: 0, low: 0 };

    /// The way with this number.
    pub fn of(index: u64) -> Way {
        Way {
            high: (index >> 32) as u32,
            low: index as u32,
        }
    }

    /// Its number.
    pub fn index(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }
}

/// A data choice that a thread is about to make. What it chooses among are the operands of the call, and part of the state as such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoicePoint {
    /// How many ways there are. An interval is never more than this number.
    pub ways: u64,
    /// Nobody else moves before it.
    pub alone: bool,
    /// No state is kept before it.
    pub passed: bool,
}

/// A value that was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A `boolean`.
    Boolean(bool),
    /// An `int` or a `long`.
    Whole(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
}

impl Value {
    /// The value as one of a descriptor's type, where nothing is lost; `None` if something would be.
    pub(crate) fn converted(self, wanted: u8) -> Option<Value> {
        Some(match (wanted, self) {
            (b'Z', Value::Boolean(_))
            | (b'J', Value::Whole(_))
            | (b'F', Value::Float(_))
            | (b'D', Value::Double(_)) => self,
            (b'I', Value::Whole(value)) => Value::Whole(i32::try_from(value).ok()?.into()),
            (b'F', Value::Whole(value)) => Value::Float(Some(value as f32).filter(|float| *float as i64 == value)?),
            (b'D', Value::Whole(value)) => Value::Double(Some(value as f64).filter(|double| *double as i64 == value)?),
            (b'D', Value::Float(value)) => Value::Double(value.into()),
            _ => return None,
        })
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Boolean(value) => value.fmt(f),
            Value::Whole(value) => value.fmt(f),
            Value::Float(value) => write!(f, "{value:?}"),
            Value::Double(value) => write!(f, "{value:?}"),
        }
    }
}

/// The data choice that the last step made, for who tells of it.
#[derive(Clone, PartialEq, Debug)]
pub enum Made {
    /// The program asked for it.
    Chosen(Chosen),
    /// The user's configuration perturbs these.
    Perturbed(Vec<PerturbedValue>),
}

/// A value in the place of another one.
#[derive(Clone, PartialEq, Debug)]
pub struct PerturbedValue {
    /// The field, or the parameter as `shop.Till.add(0)`.
    pub what: String,
    /// What is there now.
    pub value: Value,
}

/// A choice that the program asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The method that asked.
    pub method: &'static str,
    /// The name that the program gave the choice.
    pub name: Option<Arc<str>>,
    /// The ends of the interval, where there is one.
    pub among: Option<(i64, i64)>,
    /// What was chosen.
    pub value: Value,
}

#[cfg(test)]
mod tests {
    use super::Way;
    use crate::{Alternative, Choice, ThreadId};

    #[test]
    fn ways_are_numbered_in_order() {
        let numbers = [0, 1, 77, u64::from(u32::MAX), 1 << 32, (1 << 32) + 1, u64::MAX];
        let ways = numbers.map(Way::of);
        assert_eq!(ways.map(Way::index), numbers);
        assert!(ways.is_sorted());
        assert_eq!(Way::of(0), Way::FIRST);
        let choice = |number| Choice {
            thread: ThreadId(1),
            alternative: Alternative::DataChoice(Way::of(number)),
        };
        assert!(choice(7) < choice(1 << 40));
        assert_eq!(size_of::<Choice>(), 16);
    }
}
