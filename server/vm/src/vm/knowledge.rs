//! What the machine has learned of the program on any path.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::assumptions::Assumptions;
use crate::heap::Ref;
use crate::lock_annotations::Unclear;
use crate::protection::Protection;
use crate::recording::Recording;

/// What is known of the program, whatever path showed it. It only grows, so no undo takes it back; where it makes more operations visible
/// or more of a state count, the search starts again with it.
#[derive(Default)]
pub struct Knowledge {
    /// Annotations that cannot be checked.
    pub unclear: BTreeSet<Unclear>,
    /// What was learned of classes that loaders of the program's own define.
    pub(crate) unlearned: Vec<String>,
    /// Fixed objects that were written while several threads lived: reads are visible.
    pub mutable_fixed: FxHashMap<Ref, ()>,
    /// The program looks at the threads of a group: every thread can be reached.
    pub watched_groups: bool,
    /// A final field of the program was written after its object had escaped: reads of such fields are visible.
    pub leaked_finals: bool,
    /// The address of a static field of the program was given out while its class was being initialised: accesses of initialisers are visible.
    pub leaked_statics: bool,
    /// What the search takes for granted until the program shows otherwise.
    pub(crate) assumptions: Assumptions,
    /// Which fields are taken for protected by a lock.
    pub(crate) protection: Protection,
    /// Somebody asks throwables where they were made, so that it counts in keys.
    pub(crate) traces_count: bool,
    /// Rows of the user's list of replaced methods that were called.
    pub(crate) replaced: BTreeSet<u32>,
    /// What is recorded for reports.
    pub(crate) recording: Recording,
    /// Rows of the user's list of perturbed values that were used.
    pub(crate) perturbed: BTreeSet<u32>,
    /// `Verify`'s counters: what paths have counted so far. They are no part of a state, and not undone.
    pub(crate) counters: Vec<i32>,
}
