//! Loops that never end: of one thread that moves alone, and of several whose moves lead nowhere.

use std::collections::BTreeSet;

use dropwire_vm::{ThreadId, Vm};
use rustc_hash::FxHashSet;

use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{Defect, Facts, Participant, Role, split_places};
use crate::facts::location::Location;
use crate::site::Site;

/// The only thread that is enabled does not come back to a state of its own.
pub(super) struct Progress;

impl Property for Progress {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Repeated]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let repeats = state.alone.map(|thread| infinite_loop(state.vm, thread));
        judgement.defects.extend(repeats);
    }
}

/// The threads that move in a component without exit, wherever they are at the moment.
#[derive(Default)]
pub struct Moving {
    threads: BTreeSet<ThreadId>,
    /// What they have been called with, as [`entry`] says.
    entries: FxHashSet<u32>,
}

impl Moving {
    /// This thread moves on from here.
    pub fn note(&mut self, vm: &Vm, thread: ThreadId) {
        self.threads.insert(thread);
        self.entries.extend(entry(vm, thread));
    }

    /// Only threads that lived before are reported: others come and go.
    pub fn that_lived_before(mut self, threads: usize) -> Moving {
        self.threads.retain(|thread| (thread.0 as usize) < threads);
        self
    }
}

/// The user's method that a thread does all its work in. A loop goes through many places, and which of them are states depends on the
/// reduction: this one is the same in all of them.
fn entry(vm: &Vm, thread: ThreadId) -> Option<u32> {
    let user = |method: &u32| {
        let method = vm.image.method(*method);
        Site { method, pc: 0 }.is_user() && !method.code.get().is_some_and(|code| code.internal)
    };
    let methods = vm.thread(thread).frames().map(|(_, method, _)| method);
    methods.filter(user).last()
}

fn sides(vm: &Vm, entries: impl IntoIterator<Item = u32>) -> Vec<String> {
    let methods = entries.into_iter().map(|method| vm.image.method(method));
    let mut sides: Vec<String> = methods.map(|method| Site { method, pc: 0 }.source_method(vm)).collect();
    sides.sort();
    sides.dedup();
    sides
}

/// These threads move, and nothing that any of them can do ends the program.
pub fn endless(vm: &Vm, moving: Moving) -> Defect {
    let (daemons, others): (Vec<ThreadId>, Vec<ThreadId>) = moving.threads.iter().partition(|t| vm.thread(**t).daemon);
    let sides = sides(vm, moving.entries);
    let moving: Vec<ThreadId> = others.into_iter().chain(daemons).collect();
    let (location, participants) = split_places(places(vm, &moving));
    Defect {
        facts: Facts::Endless {
            threads: moving.iter().map(|thread| vm.thread_name(*thread)).collect(),
        },
        sides,
        location,
        participants,
    }
}

/// Where each of these threads goes round.
fn places(vm: &Vm, moving: &[ThreadId]) -> Vec<Participant> {
    let place = |thread: &ThreadId| {
        let site = Site::of_thread(vm, *thread)?;
        Some(Participant {
            role: Role::GoesRound {
                thread: vm.thread_name(*thread),
            },
            location: site.location(),
        })
    };
    moving.iter().filter_map(place).collect()
}

/// These threads move forever in a fair run, so many steps a round, and those do not, though other runs end.
pub(crate) fn livelock(vm: &Vm, moving: &[ThreadId], starved: &[ThreadId], steps: usize) -> Defect {
    let names = |threads: &[ThreadId]| threads.iter().map(|thread| vm.thread_name(*thread)).collect();
    let all = moving.iter().chain(starved);
    let (location, participants) = split_places(places(vm, moving));
    Defect {
        facts: Facts::Livelock {
            moving: names(moving),
            starved: names(starved),
            steps,
        },
        sides: sides(vm, all.filter_map(|thread| entry(vm, *thread))),
        location,
        participants,
    }
}

/// A state repeats while only one thread can move.
fn infinite_loop(vm: &Vm, thread: ThreadId) -> Defect {
    let site = Site::of_thread(vm, thread);
    Defect {
        facts: Facts::RepeatedState {
            thread: vm.thread_name(thread),
        },
        sides: sides(vm, entry(vm, thread)),
        location: site.map_or_else(Location::nowhere, |s| s.location()),
        participants: Vec::new(),
    }
}
