//! What shorter runs and explanations of findings may cost: as much as the search did, and about a second more.
//!
//! Counted in bytecodes and transitions, so that what is reported does not depend on the machine. Findings are followed once more whatever is
//! left: what does not fit costs them a shorter run or their explanation, and never their confirmation.

use dropwire_symbolic::Solver;
use dropwire_vm::{CancellationToken, Vm};

use crate::facts::reason::Stop;
use crate::listener::Listener;
use crate::options::Budget;
use crate::report::{Finding, Statistics};

/// What an instruction on the slow path counts, in bytecodes of the fast one.
const SLOW: u64 = 20;
/// What a transition counts: to compare its state, and to take it back.
const TRANSITION: u64 = 1_000;
/// Some tenths of a second, and less than a second on a slow machine.
const SECOND: u64 = 60_000_000;

/// What a machine has executed since boot.
pub(crate) fn executed(vm: &Vm) -> u64 {
    vm.instructions + (SLOW - 1) * vm.slow_instructions
}

/// What may still be done.
#[derive(Debug)]
pub(crate) struct Effort {
    left: u64,
}

impl Effort {
    /// What may be done after a search that has executed so much and made so many transitions.
    pub fn after(executed: u64, transitions: u64) -> Effort {
        Effort {
            left: SECOND + executed + TRANSITION * transitions,
        }
    }

    /// Whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Does something that may cost one of so many equal parts of what is left: its searches end there. What it did not need is left.
    pub fn spend<T>(
        &mut self,
        parts: u64,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        work: impl FnOnce(&mut Vm, &mut dyn Budget) -> T,
    ) -> T {
        let began = executed(vm);
        let mut part = Part {
            budget,
            limit: self.left / parts.max(1),
            began,
            before: 0,
            transitions: 0,
        };
        let result = work(vm, &mut part);
        let spent = part.spent(executed(vm));
        self.left = self.left.saturating_sub(spent);
        result
    }
}

/// A part of an effort.
struct Part<'a> {
    budget: &'a mut dyn Budget,
    limit: u64,
    /// What the machine had executed when it began.
    began: u64,
    /// Transitions of the searches that are over, and of the present one.
    before: u64,
    transitions: u64,
}

impl Part<'_> {
    fn spent(&self, executed: u64) -> u64 {
        executed - self.began + TRANSITION * (self.before + self.transitions)
    }
}

impl Budget for Part<'_> {
    fn is_spent(&mut self, executed: u64, transitions: u64) -> bool {
        if transitions < self.transitions {
            // Another search has begun.
            self.before += self.transitions;
        }
        self.transitions = transitions;
        self.spent(executed) >= self.limit
    }

    fn exhausted(&mut self) -> Option<Stop> {
        self.budget.exhausted()
    }

    fn cancellation(&self) -> CancellationToken {
        self.budget.cancellation()
    }

    fn conclude(&mut self) {
        self.budget.conclude();
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.budget.progress(statistics);
    }

    fn listeners(&mut self, show: &mut dyn FnMut(&mut dyn Listener)) {
        self.budget.listeners(show);
    }

    fn used(&mut self) -> Option<f64> {
        self.budget.used()
    }

    fn z3(&mut self, limit_ms: u64) -> Option<Box<dyn Solver>> {
        self.budget.z3(limit_ms)
    }

    fn wants_findings(&self) -> bool {
        self.budget.wants_findings()
    }

    fn found(&mut self, findings: Vec<Finding>) {
        self.budget.found(findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Unlimited;

    impl Budget for Unlimited {
        fn exhausted(&mut self) -> Option<Stop> {
            None
        }

        fn progress(&mut self, _: &Statistics) {}
    }

    #[test]
    fn searches_one_after_the_other_share_a_part() {
        let mut part = Part {
            budget: &mut Unlimited,
            limit: 10 * TRANSITION,
            began: 5,
            before: 0,
            transitions: 0,
        };
        assert!(!part.is_spent(5, 3));
        assert!(!part.is_spent(5, 6));
        assert!(!part.is_spent(6, 2), "the second search");
        assert!(!part.is_spent(7, 3));
        assert!(part.is_spent(7 + TRANSITION, 3));
    }
}
