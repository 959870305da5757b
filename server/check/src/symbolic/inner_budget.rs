//! A budget whose end is not the end of an exploration.

use crate::facts::reason::Stop;
use crate::listener::Listener;
use crate::options::Budget;
use crate::report::Statistics;

/// The budget of the check with the inputs of one path: its end is not the end of the exploration.
pub(super) struct Inner<'a> {
    pub(super) budget: &'a mut dyn Budget,
}

impl Budget for Inner<'_> {
    fn exhausted(&mut self) -> Option<Stop> {
        self.budget.exhausted()
    }

    fn cancellation(&self) -> dropwire_vm::CancellationToken {
        self.budget.cancellation()
    }

    fn conclude(&mut self) {
        if self.budget.exhausted().is_some() {
            self.budget.conclude();
        }
    }

    fn listeners(&mut self, show: &mut dyn FnMut(&mut dyn Listener)) {
        self.budget.listeners(show);
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.budget.progress(statistics);
    }

    fn used(&mut self) -> Option<f64> {
        self.budget.used()
    }
}
