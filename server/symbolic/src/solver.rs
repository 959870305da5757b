//! What a solver is asked, and what it answers.

use crate::arena::{Arena, Expr};
use crate::model::Model;

/// Whether conditions can hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They do for these inputs.
    Satisfiable(Model),
    /// They do not, for any inputs.
    Unsatisfiable,
    /// It was not found out within the budget.
    Unknown,
}

/// Who decides conditions.
pub trait Solver {
    /// Whether all of these conditions, each one bit wide, can hold together.
    fn solve(&mut self, arena: &Arena, conditions: &[Expr]) -> Answer;
}
