//! Loops that never end: of one thread that moves alone, and of several whose moves lead nowhere.

use std::collections::BTreeSet;

use dropwire_vm::{ThreadId, Vm};
use rustc_hash::FxHashSet;

use crate::facts::defect::{Defect, Facts, Participant, Role};
use crate::facts::location::Location;
use crate::judge::{name, split_places};
use crate::site::Site;

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

    /// Only threads that lived before are told: others come and go.
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
    let mut sides: Vec<String> = methods.map(|method| Site { method, pc: 0 }.source_method()).collect();
    sides.sort();
    sides.dedup();
    sides
}

/// These threads move, and nothing that any of them can do ends the program.
pub fn endless(vm: &Vm, moving: Moving) -> Defect {
    let mut places = Vec::new();
    let (daemons, others): (Vec<ThreadId>, Vec<ThreadId>) = moving.threads.iter().partition(|t| vm.thread(**t).daemon);
    let sides = sides(vm, moving.entries);
    let moving: Vec<ThreadId> = others.into_iter().chain(daemons).collect();
    for thread in &moving {
        let Some(site) = Site::of_thread(vm, *thread) else {
            continue;
        };
        places.push(Participant {
            role: Role::GoesRound {
                thread: name(vm, *thread),
            },
            location: site.location(),
        });
    }
    let (location, participants) = split_places(places);
    Defect {
        facts: Facts::Endless {
            threads: moving.iter().map(|thread| name(vm, *thread)).collect(),
        },
        sides,
        location,
        participants,
    }
}

/// A state repeats while only one thread can move.
pub fn infinite_loop(vm: &Vm, thread: ThreadId) -> Defect {
    let site = Site::of_thread(vm, thread);
    Defect {
        facts: Facts::RepeatedState {
            thread: name(vm, thread),
        },
        sides: sides(vm, entry(vm, thread)),
        location: site.map_or_else(Location::nowhere, |s| s.location()),
        participants: Vec::new(),
    }
}
