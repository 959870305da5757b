//! Loops that never end: of one thread that moves alone, and of several whose moves lead nowhere.

use std::collections::BTreeMap;

use dropwire_vm::{ThreadId, Vm};
use rustc_hash::FxHashSet;

use super::property::{Judgement, Moment, Property, Repeats, State};
use crate::facts::defect::{Defect, Facts, Participant, Role, split_places};
use crate::facts::location::Location;
use crate::least_depths::LeastDepths;
use crate::site::Site;

/// The only thread that is enabled does not come back to a state of its own.
pub(super) struct Progress;

impl Property for Progress {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Repeated]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let repeats = state.repeats.map(|repeats| infinite_loop(state.vm, repeats));
        judgement.defects.extend(repeats);
    }
}

/// How the only thread that is enabled goes round. `least`: how few frames it had in one round, if that was followed.
pub(crate) fn repeats(vm: &Vm, thread: ThreadId, least: Option<&LeastDepths>) -> Repeats {
    let method = least.and_then(|least| going_round(vm, thread, least));
    Repeats {
        thread,
        method: method.or_else(|| entry(vm, thread)),
    }
}

/// The threads that move in a component without exit, wherever they are at the moment.
#[derive(Default)]
pub struct Moving {
    /// What they have been called with, as [`entry`] says.
    entries: BTreeMap<ThreadId, FxHashSet<u32>>,
}

impl Moving {
    /// This thread moves on from here.
    pub fn note(&mut self, vm: &Vm, thread: ThreadId) {
        let entries = self.entries.entry(thread).or_default();
        entries.extend(entry(vm, thread));
    }
}

/// The user's method that a thread does all its work in.
fn entry(vm: &Vm, thread: ThreadId) -> Option<u32> {
    of_user(vm, thread, 0).last()
}

/// The innermost method of the user's that a thread never leaves in a round. A loop goes through many places, and which of them are states depends on
/// the reduction: this one is the same in all of them. Workers of a pool have none.
fn going_round(vm: &Vm, thread: ThreadId, least: &LeastDepths) -> Option<u32> {
    let depth = vm.thread(thread).depth;
    let above = depth.saturating_sub(*least.get(&thread)?);
    of_user(vm, thread, above as usize).next()
}

/// The user's methods on the stack of a thread, innermost first, but for some frames at the top.
fn of_user(vm: &Vm, thread: ThreadId, above: usize) -> impl Iterator<Item = u32> {
    let user = |method: &u32| {
        let method = vm.image.method(*method);
        Site { method, pc: 0 }.is_user() && !method.code.get().is_some_and(|code| code.internal)
    };
    let methods = vm.thread(thread).frames().skip(above).map(|(_, method, _)| method);
    methods.filter(user)
}

fn sides(vm: &Vm, entries: impl IntoIterator<Item = u32>) -> Vec<String> {
    let methods = entries.into_iter().map(|method| vm.image.method(method));
    let mut sides: Vec<String> = methods.map(|method| Site { method, pc: 0 }.source_method(vm)).collect();
    sides.sort();
    sides.dedup();
    sides
}

/// These threads move, and nothing that any of them can do ends the program. `least`: how few frames they had meanwhile.
pub(crate) fn endless(vm: &Vm, moving: Moving, least: &LeastDepths) -> Defect {
    // Only threads that live now are named: others come and go.
    let lives = |thread: &ThreadId| (thread.0 as usize) < vm.threads.len();
    let threads = moving.entries.keys().copied().filter(lives);
    let (daemons, others): (Vec<ThreadId>, Vec<ThreadId>) = threads.partition(|thread| vm.thread(*thread).daemon);
    let methods = moving.entries.into_iter().flat_map(|(thread, entries)| {
        let own = Some(thread)
            .filter(lives)
            .and_then(|thread| going_round(vm, thread, least));
        own.map_or(entries, |method| FxHashSet::from_iter([method]))
    });
    let sides = sides(vm, methods);
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
fn infinite_loop(vm: &Vm, Repeats { thread, method }: Repeats) -> Defect {
    let site = Site::of_thread(vm, thread);
    Defect {
        facts: Facts::RepeatedState {
            thread: vm.thread_name(thread),
        },
        sides: sides(vm, method),
        location: site.map_or_else(Location::nowhere, |s| s.location()),
        participants: Vec::new(),
    }
}
