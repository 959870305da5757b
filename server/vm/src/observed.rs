//! What properties over time speak of: the writes, calls and monitors that are steps of their own, whoever could notice them.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use crate::assumptions::FieldKey;
use crate::image::class::Class;

/// The static of `dropwire.Native` that holds the objects of observed classes, in the order in which they were made.
pub(crate) const INSTANCES: &str = "instances";

/// Which values of a field properties distinguish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Distinguished {
    /// Each from each other: every write is seen.
    All,
    /// Those of different ranges. Each range but the first begins with one of these, in ascending order.
    Ranges(Vec<i64>),
}

impl Distinguished {
    /// What is distinguished by either.
    pub fn or(self, other: Distinguished) -> Distinguished {
        match (self, other) {
            (Distinguished::Ranges(mut starts), Distinguished::Ranges(more)) => {
                starts.extend(more);
                starts.sort_unstable();
                starts.dedup();
                Distinguished::Ranges(starts)
            }
            (Distinguished::All, _) | (_, Distinguished::All) => Distinguished::All,
        }
    }

    /// Whether one value is distinguished from another.
    pub(crate) fn separates(&self, one: i64, other: i64) -> bool {
        match self {
            Distinguished::All => true,
            Distinguished::Ranges(starts) => {
                let range = |value| starts.partition_point(|start| *start <= value);
                range(one) != range(other)
            }
        }
    }
}

/// What is observed. Empty where no property is stated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    /// Fields whose writes are seen, and which of these.
    pub fields: FxHashMap<FieldKey, Distinguished>,
    /// Classes of arrays whose elements are seen.
    pub arrays: Vec<&'static Class>,
    /// It is seen which monitors are held.
    pub monitors: bool,
    /// Objects are remembered when they are made.
    pub instances: bool,
    /// Names of threads whose states are seen.
    pub threads: Vec<String>,
    /// The field that says whether a lock of the library is held.
    pub lock_state: Option<FieldKey>,
    /// The class of a lock that a property asked about, and of which nothing is known.
    pub unknown_lock: Cell<Option<&'static Class>>,
}

impl Observed {
    /// Whether some write of memory is seen.
    pub fn has_memory(&self) -> bool {
        !self.fields.is_empty() || !self.arrays.is_empty() || self.lock_state.is_some()
    }
}
