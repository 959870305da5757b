//! Answers that are known already.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Expr};
use crate::solver::{Answer, Solver};

/// A solver whose answers are kept, of one arena: equal expressions are one there, so a set of conditions is its name. What is unknown is
/// kept as well, for the budget is the same the next time.
pub struct Cached<S> {
    solver: S,
    known: FxHashMap<Vec<Expr>, Answer>,
    /// Questions that the solver was asked.
    pub solved: u64,
    /// Questions whose answer was known.
    pub repeated: u64,
}

impl<S: Solver> Cached<S> {
    /// Keeps the answers of a solver.
    pub fn new(solver: S) -> Cached<S> {
        Cached {
            solver,
            known: FxHashMap::default(),
            solved: 0,
            repeated: 0,
        }
    }
}

impl<S> Cached<S> {
    /// The solver itself.
    pub fn solver(&mut self) -> &mut S {
        &mut self.solver
    }
}

impl<S: Solver> Solver for Cached<S> {
    fn solve(&mut self, arena: &Arena, conditions: &[Expr]) -> Answer {
        let mut name: Vec<Expr> = conditions.to_vec();
        name.sort_unstable();
        name.dedup();
        name.retain(|condition| arena.value(*condition) != Some(1));
        if name.iter().any(|condition| arena.value(*condition) == Some(0)) {
            return Answer::Unsatisfiable;
        }
        if let Some(answer) = self.known.get(&name) {
            self.repeated += 1;
            return answer.clone();
        }
        self.solved += 1;
        let answer = self.solver.solve(arena, &name);
        self.known.insert(name, answer.clone());
        answer
    }
}
