//! The paths of a method: what each decides, and what is open of it.

use std::rc::Rc;

use dropwire_symbolic::{Expr, Model};
use dropwire_vm::types::ClassId;

use super::places::PlaceId;
use super::recorder::{Decision, Holds};
use super::structure::Structure;

/// The path of a run.
pub(super) struct Path {
    pub(super) decisions: Vec<Decision>,
    /// Before this decision it is the path of another run.
    pub(super) from: usize,
    /// The values that other runs have where its first own decision pins one.
    pub(super) excluded: Vec<Expr>,
    /// Inputs that take it.
    pub(super) model: Model,
    /// The objects that were decided on the way.
    pub(super) created: Vec<(PlaceId, ClassId)>,
}

/// What is known of a run before it runs.
#[derive(Default)]
pub(super) struct Ahead {
    /// What it decides first.
    pub(super) expected: Vec<Holds>,
    /// Where its own decisions begin.
    pub(super) from: usize,
    /// The values that other runs have where the first of these pins one.
    pub(super) excluded: Vec<Expr>,
}

/// Something that may hold instead of what a path decided.
pub(super) struct Open {
    pub(super) path: Rc<Path>,
    /// The decision.
    pub(super) at: usize,
    /// What holds in its place; each other value, if there is none.
    pub(super) way: Option<Holds>,
}

impl Path {
    /// The conditions that hold before a decision.
    pub(super) fn conditions(&self, before: usize) -> Vec<Expr> {
        let held = self.decisions[..before].iter().map(|decision| decision.taken);
        held.filter_map(condition).collect()
    }

    /// What references refer to before a decision.
    pub(super) fn structure(&self, before: usize) -> Structure {
        let held = self.decisions[..before].iter();
        held.filter_map(|decision| match decision.taken {
            Holds::Refers(place, reference) => Some((place, reference)),
            Holds::Condition(_) => None,
        })
        .collect()
    }
}

pub(super) fn condition(holds: Holds) -> Option<Expr> {
    match holds {
        Holds::Condition(condition) => Some(condition),
        Holds::Refers(..) => None,
    }
}

/// What the inputs of a run have to be.
pub(super) struct Wanted {
    pub(super) conditions: Vec<Expr>,
    pub(super) structure: Structure,
    /// Numbers that satisfy the conditions, where they are known.
    pub(super) model: Option<Model>,
    pub(super) ahead: Ahead,
}
