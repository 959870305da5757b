//! What happens on a path and is no property of one state: throwables that leave a thread, promises that are broken.

use dropwire_vm::heap::Ref;
use dropwire_vm::{Uncaught, Unprotected, Vm};

use super::Search;
use crate::facts::note::Note;
use crate::site::Site;
use crate::{discipline, names, object, throwables};

/// How much of what happened on the present path has been reported.
#[derive(Default)]
pub(super) struct Told {
    uncaught: usize,
    violations: usize,
}

impl Told {
    /// The machine went a way again whose events are known.
    pub(super) fn catch_up(&mut self, vm: &Vm) {
        (self.uncaught, self.violations) = (vm.uncaught.len(), vm.violations.len());
    }

    /// The machine went back: what is not on the path any more may happen again.
    pub(super) fn go_back(&mut self, vm: &Vm) {
        self.uncaught = self.uncaught.min(vm.uncaught.len());
        self.violations = self.violations.min(vm.violations.len());
    }
}

impl Search<'_> {
    pub(super) fn report_events(&mut self) {
        while self.told.uncaught < self.vm.uncaught.len() {
            let uncaught = self.vm.uncaught[self.told.uncaught];
            self.told.uncaught += 1;
            if uncaught.handled {
                let note = handled(self.vm, &uncaught);
                if !self.outcome.notes.contains(&note) {
                    self.outcome.notes.push(note);
                }
                continue;
            }
            if !object::throw_counts(self.vm, &uncaught) {
                continue;
            }
            let defect = throwables::uncaught(self.vm, &uncaught);
            self.report(defect);
        }
        while self.told.violations < self.vm.violations.len() {
            let breach = self.vm.violations[self.told.violations];
            self.told.violations += 1;
            let defect = discipline::breach(self.vm, &breach);
            self.report(defect);
        }
    }
}

fn handled(vm: &Vm, uncaught: &Uncaught) -> Note {
    Note::Handled {
        thread: names::object(vm, uncaught.thread, vm.thread(uncaught.thread).object),
        thrown: vm.describe_throwable(uncaught.throwable),
        location: throwables::uncaught(vm, uncaught).location,
    }
}

pub(super) fn unprotected(vm: &Vm, access: &Unprotected) -> Note {
    let named = |locks: &[Ref]| locks.iter().map(|r| names::object(vm, access.thread, *r)).collect();
    let subject = names::field(vm, access.object, access.location).map(|(class, field)| format!("{class}.{field}"));
    Note::Unprotected {
        memory: names::location(vm, access.object, access.location),
        subject,
        thread: names::object(vm, access.thread, vm.thread(access.thread).object),
        location: Site::of_thread(vm, access.thread).map(|site| site.location()),
        held: named(&access.held),
        assumed: named(&access.assumed),
    }
}
