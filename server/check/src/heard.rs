//! A budget whose search is heard by one listener more.

use dropwire_symbolic::Solver;
use dropwire_vm::CancellationToken;

use crate::facts::reason::Stop;
use crate::listener::Listener;
use crate::options::Budget;
use crate::report::{Finding, Statistics};

/// A budget, and who listens.
pub(crate) struct Heard<'a> {
    pub(crate) budget: &'a mut dyn Budget,
    pub(crate) listener: &'a mut dyn Listener,
}

impl Budget for Heard<'_> {
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
        show(self.listener);
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
