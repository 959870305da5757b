//! What properties over time speak of: the writes, calls and monitors that are steps of their own, whoever could notice them.

use std::cell::Cell;

use rustc_hash::FxHashSet;

use crate::assumptions::FieldKey;
use crate::image::class::Class;

/// The static of `dropwire.Native` that holds the objects of observed classes, in the order in which they were made.
pub(crate) const INSTANCES: &str = "instances";

/// What is observed. Empty where no property is stated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    /// Fields whose writes are seen.
    pub fields: FxHashSet<FieldKey>,
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
