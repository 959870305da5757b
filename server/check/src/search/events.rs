//! What happens on a path and is no property of one state: throwables that leave a thread, promises that are broken.

use std::collections::BTreeSet;

use dropwire_vm::heap::Ref;
use dropwire_vm::{Uncaught, Unprotected, Vm};

use super::{Note, Search};
use crate::site::Site;
use crate::{discipline, names, object, throwables, words};

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
                if !self.outcome.notes.iter().any(|known| known.text == note.text) {
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

/// `Thread-1 threw java.lang.IllegalStateException: x at Event.java:7, and a handler of the program's own took it`
fn handled(vm: &Vm, uncaught: &Uncaught) -> Note {
    let defect = throwables::uncaught(vm, uncaught);
    let at = match (defect.location.file, defect.location.line) {
        (Some(file), Some(line)) => format!(" at {file}:{line}"),
        _ => String::new(),
    };
    let who = words::object(&names::object(vm, uncaught.thread, vm.thread(uncaught.thread).object));
    let what = vm.describe_throwable(uncaught.throwable);
    let text = format!("{who} threw {what}{at}, and a handler of the program's own took it");
    Note { subject: None, text }
}

/// `Event.count is written by Thread-1 at Event.java:7 without this Event, …`
pub(super) fn unprotected(vm: &Vm, access: &Unprotected) -> Note {
    let named = |locks: &[Ref]| {
        let names: BTreeSet<String> = locks
            .iter()
            .map(|r| words::object(&names::object(vm, access.thread, *r)))
            .collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    };
    let field = words::memory(&names::location(vm, access.object, access.location));
    let place = Site::of_thread(vm, access.thread).map_or(String::new(), |site| {
        let at = site.location();
        let line = at.line.map_or(String::new(), |line| format!(":{line}"));
        format!(" at {}{line}", at.file.unwrap_or(at.class))
    });
    let held = match named(&access.held) {
        held if held.is_empty() => "no lock".to_owned(),
        held => format!("only {held}"),
    };
    let thread = words::object(&names::object(vm, access.thread, vm.thread(access.thread).object));
    let text = format!(
        "unprotected access of {field} in {thread}{place}: at all accesses before, {} was held, at this one {held}; \
         the search began again without taking it for protected (vm.por.exclude_fields leaves it out from the start)",
        match named(&access.assumed) {
            // What led to it then leads elsewhere now.
            locks if locks.is_empty() => "one lock".to_owned(),
            locks => locks,
        },
    );
    let subject = names::field(vm, access.object, access.location).map(|(class, field)| format!("{class}.{field}"));
    Note { subject, text }
}
