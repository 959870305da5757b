//! What counts where two threads call methods of one object that nobody else knows: what the object itself promises. What its
//! methods throw, and that one waits for what nobody does here, is the business of those who call it.

use dropwire_vm::{Uncaught, Vm};

use crate::facts::defect::Defect;
use crate::facts::kind::Kind;
use crate::facts::note::Note;
use crate::facts::reason::Cause;
use crate::properties::deadlock;

/// The assumption that a verdict on such an object rests on.
pub(crate) const ASSUMPTION: &str = "object-under-test";

/// Whether a defect is reported: always, but for what is no defect of an object.
pub(crate) fn judged(vm: &Vm, defect: &Defect) -> bool {
    if vm.mode.object.is_none() {
        return true;
    }
    // A cycle is a deadlock whoever else comes; a thread that waits for a notification is none.
    defect.kind().is_of_objects() && (defect.kind() != Kind::Deadlock || deadlock::in_cycle(vm))
}

/// Whether a throwable that leaves a thread is reported: `wait` or `notify` without the monitor. A lock of the library throws the
/// same where it is let go by who does not hold it.
pub(crate) fn throw_counts(vm: &Vm, uncaught: &Uncaught) -> bool {
    let misuse = || {
        let trace = vm.backtrace(uncaught.throwable);
        let of_library = |class: &str| class.starts_with("java/util/concurrent/");
        vm.class_of(uncaught.throwable).name == "java/lang/IllegalMonitorStateException"
            && !trace.iter().any(|(method, _)| of_library(method.class().name))
    };
    vm.mode.object.is_none() || misuse()
}

/// What the driver did, and which methods never returned in it.
pub(crate) fn notes(vm: &Vm) -> Vec<Note> {
    let Some(object) = &vm.mode.object else {
        return Vec::new();
    };
    let never = object
        .ways
        .iter()
        .enumerate()
        .filter(|(way, _)| !object.returned.contains(way));
    let never: Vec<String> = never.map(|(_, shown)| shown.clone()).collect();
    let mut notes = vec![Note::ObjectUnderTest {
        calls: object.described.clone(),
    }];
    if !never.is_empty() {
        notes.push(Note::NeverReturns { calls: never });
    }
    if let Some(scenarios) = &object.scenarios {
        if !scenarios.not_constructed.is_empty() {
            notes.push(Note::NotConstructed {
                methods: scenarios.not_constructed.clone(),
                types: scenarios.types_not_constructed.clone(),
                fixture: Some(scenarios.fixture.clone()),
            });
        }
        if !scenarios.by_class.is_empty() {
            notes.push(Note::ComparedByClass {
                classes: scenarios.by_class.iter().cloned().collect(),
            });
        }
    }
    notes
}

/// Why nothing can be claimed of the object: it was not made, or no method came to its end.
pub(crate) fn untested(vm: &Vm, thrown: Option<&str>) -> Option<Cause> {
    let object = vm.mode.object.as_ref()?;
    match thrown {
        Some(thrown) => Some(Cause::ObjectNotMade { thrown: thrown.into() }),
        // What a call throws is a result where results are judged.
        None if object.returned.is_empty() && object.scenarios.as_ref().is_none_or(|said| said.results.is_empty()) => {
            Some(Cause::NothingReturned)
        }
        None => None,
    }
}
