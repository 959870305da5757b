//! Threads of pools and timers that wait forever for somebody to give them work, and servers that wait for somebody to connect, after
//! everybody else has ended.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_vm::heap::Ref;
use dropwire_vm::{Pending, Status, ThreadId, Vm};

use crate::facts::defect::{Defect, Facts, Idle, Participant, Role};
use crate::names;
use crate::site::{Site, frames};

/// Class and method: where a worker of a pool waits that has nothing to do.
const IDLE_WORKER: (&str, &str) = ("java/util/concurrent/ThreadPoolExecutor", "getTask");

/// The same of the thread of a timer.
const IDLE_TIMER: (&str, &str) = ("java/util/TimerThread", "mainLoop");

/// The threads that keep the program alive, if all of them are idle and there is one.
fn idle_threads(vm: &Vm) -> Option<Vec<ThreadId>> {
    let mut alive = vm.live_by_path().to_vec();
    alive.retain(|thread| !vm.thread(*thread).daemon);
    let idle = |thread: &ThreadId| is_idle(vm, *thread) || is_server(vm, *thread);
    (!alive.is_empty() && alive.iter().all(idle)).then_some(alive)
}

/// The names of the threads that keep the program alive, if all of them are idle, and what they wait for.
pub(crate) fn idle(vm: &Vm) -> Option<(Vec<String>, Idle)> {
    Some(described(vm, &idle_threads(vm)?))
}

fn described(vm: &Vm, threads: &[ThreadId]) -> (Vec<String>, Idle) {
    let awaits = if threads.iter().any(|thread| is_server(vm, *thread)) {
        Idle::Connections
    } else if threads.iter().all(|thread| is_in(vm, *thread, &IDLE_TIMER)) {
        Idle::TimerTasks
    } else {
        Idle::Tasks
    };
    (threads.iter().map(|t| vm.thread_name(*t)).collect(), awaits)
}

/// Where a thread was started, or, of a server, where it waits.
fn participant(vm: &Vm, thread: ThreadId) -> Option<(Site, Participant)> {
    let (site, role) = if is_server(vm, thread) {
        let wait = names::network_wait(vm, thread)?;
        let thread_name = vm.thread_name(thread);
        let role = Role::Waits {
            thread: thread_name,
            wait,
        };
        (Site::of_thread(vm, thread)?, role)
    } else {
        let (method, pc) = vm.thread(thread).started_at?;
        let site = Site {
            method: vm.image.method(method),
            pc,
        };
        let thread = vm.thread_name(thread);
        (site, Role::Started { thread })
    };
    let location = site.location();
    Some((site, Participant { role, location }))
}

/// The findings of a state in which no thread is enabled, if all threads that keep the program alive are idle: one for each pool, timer and server, or
/// for those of one place.
pub(crate) fn thread_leaks(vm: &Vm) -> Vec<Defect> {
    let mut of_pools: BTreeMap<Ref, Vec<ThreadId>> = BTreeMap::new();
    let mut groups: Vec<Vec<ThreadId>> = Vec::new();
    for thread in idle_threads(vm).unwrap_or_default() {
        match pool(vm, thread) {
            Some(pool) => of_pools.entry(pool).or_default().push(thread),
            None => groups.push(vec![thread]),
        }
    }
    groups.extend(of_pools.into_values());
    let mut of_places: BTreeMap<Vec<String>, Vec<ThreadId>> = BTreeMap::new();
    for group in groups {
        let sites = group
            .iter()
            .map(|thread| Some(participant(vm, *thread)?.0.identity(vm)));
        let Some(sides) = sites.collect::<Option<BTreeSet<String>>>() else {
            return Vec::new();
        };
        of_places.entry(sides.into_iter().collect()).or_default().extend(group);
    }
    let leaks = of_places.into_iter();
    leaks.filter_map(|(sides, threads)| leak(vm, sides, &threads)).collect()
}

/// The pool of a worker.
fn pool(vm: &Vm, thread: ThreadId) -> Option<Ref> {
    let mut frames = vm.thread(thread).frames();
    frames.find_map(|(fp, method, _)| {
        let method = vm.image.method(method);
        let takes = (method.class().name, method.name) == IDLE_WORKER;
        takes.then(|| vm.this_of(thread, fp, method))?
    })
}

/// The finding that these threads are idle for good.
fn leak(vm: &Vm, sides: Vec<String>, threads: &[ThreadId]) -> Option<Defect> {
    let places = threads.iter().map(|thread| Some(participant(vm, *thread)?.1));
    let mut participants = places.collect::<Option<Vec<Participant>>>()?;
    let location = participants.first()?.location.clone();
    participants.truncate(6);
    let (threads, awaits) = described(vm, threads);
    Some(Defect {
        facts: Facts::ThreadLeak { threads, awaits },
        sides,
        location,
        participants,
    })
}

/// Whether a thread waits for nothing but connections, without a time limit.
fn is_server(vm: &Vm, thread: ThreadId) -> bool {
    match vm.thread(thread).pending {
        Pending::Poll {
            descriptor, nanos: 0, ..
        } => !vm.is_enabled(thread) && vm.waits_for_connections(descriptor),
        _ => false,
    }
}

pub(super) fn is_idle(vm: &Vm, thread: ThreadId) -> bool {
    let waits = matches!(vm.thread(thread).status, Status::Waiting { .. }) || !vm.is_enabled(thread);
    waits && [IDLE_WORKER, IDLE_TIMER].iter().any(|place| is_in(vm, thread, place))
}

/// Whether a thread is within a method.
fn is_in(vm: &Vm, thread: ThreadId, (class, method): &(&str, &str)) -> bool {
    frames(vm, thread).any(|site| site.method.class().name == *class && site.method.name == *method)
}
