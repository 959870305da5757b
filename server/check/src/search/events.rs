//! What happens on a path and is no property of one state: throwables that leave a thread, promises that are broken.

use dropwire_vm::Vm;

use super::Search;
use crate::{discipline, judge};

/// How much of what happened on the present path has been reported.
#[derive(Default)]
pub(super) struct Told {
    uncaught: usize,
    breaches: usize,
}

impl Told {
    /// The machine went a way again whose events are known.
    pub(super) fn catch_up(&mut self, vm: &Vm) {
        (self.uncaught, self.breaches) = (vm.uncaught.len(), vm.breaches.len());
    }

    /// The machine went back: what is not on the path any more may happen again.
    pub(super) fn go_back(&mut self, vm: &Vm) {
        self.uncaught = self.uncaught.min(vm.uncaught.len());
        self.breaches = self.breaches.min(vm.breaches.len());
    }
}

impl Search<'_> {
    pub(super) fn report_events(&mut self) {
        while self.told.uncaught < self.vm.uncaught.len() {
            let uncaught = self.vm.uncaught[self.told.uncaught];
            self.told.uncaught += 1;
            if self.vm.class_of(uncaught.throwable).name == "java/lang/StackOverflowError" {
                continue;
            }
            let defect = judge::uncaught(self.vm, &uncaught);
            self.report(defect);
        }
        while self.told.breaches < self.vm.breaches.len() {
            let breach = self.vm.breaches[self.told.breaches];
            self.told.breaches += 1;
            let defect = discipline::breach(self.vm, &breach);
            self.report(defect);
        }
    }
}
