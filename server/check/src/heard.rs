//! A budget whose search is heard by one listener more.

use dropwire_vm::{CancellationToken, Vm};

use crate::engine;
use crate::facts::reason::Stop;
use crate::listener::Listener;
use crate::options::{Budget, Options, Target};
use crate::report::{Finding, Report, Statistics};

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

    fn wants_findings(&self) -> bool {
        self.budget.wants_findings()
    }

    fn found(&mut self, findings: Vec<Finding>) {
        self.budget.found(findings);
    }
}

/// As [`check`](crate::check), with a listener.
pub fn check_heard(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    budget: &mut dyn Budget,
    listener: &mut dyn Listener,
) -> Report {
    let mut options = options.clone();
    options.attributes.append(listener.boundaries());
    engine::check(vm, target, &options, &mut Heard { budget, listener })
}
