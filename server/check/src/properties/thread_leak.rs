//! Threads of pools and timers that wait forever for somebody to give them work, and servers that wait for somebody to connect, after
//! everybody else has ended.

use dropwire_vm::{Pending, Status, ThreadId, Vm};

use crate::facts::defect::{Defect, Facts, Idle, Participant, Role};
use crate::names;
use crate::site::{Site, frames};

/// (class, method, why): where a worker waits that has nothing to do.
const IDLE: &[(&str, &str, &str)] = &[
    (
        "java/util/concurrent/ThreadPoolExecutor",
        "getTask",
        "waits for the next task",
    ),
    ("java/util/TimerThread", "mainLoop", "waits for the next task"),
];

/// The threads that keep the program alive, if all of them are idle and there is one.
fn idle_threads(vm: &Vm) -> Option<Vec<ThreadId>> {
    let mut alive = vm.live_by_path().to_vec();
    alive.retain(|thread| !vm.thread(*thread).daemon);
    let idle = |thread: &ThreadId| is_idle(vm, *thread) || is_server(vm, *thread);
    (!alive.is_empty() && alive.iter().all(idle)).then_some(alive)
}

/// The names of the threads that keep the program alive, if all of them are idle, and what they wait for.
pub(crate) fn idle(vm: &Vm) -> Option<(Vec<String>, Idle)> {
    let threads = idle_threads(vm)?;
    let awaits = match threads.iter().any(|thread| is_server(vm, *thread)) {
        true => Idle::Connections,
        false => Idle::Tasks,
    };
    Some((threads.iter().map(|t| vm.thread_name(*t)).collect(), awaits))
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

/// The finding of a state in which nobody can move, if all threads that keep the program alive are idle workers.
pub(crate) fn thread_leak(vm: &Vm) -> Option<Defect> {
    let alive = idle_threads(vm)?;
    let mut sides = Vec::new();
    let mut participants = Vec::new();
    for thread in &alive {
        let (site, participant) = participant(vm, *thread)?;
        sides.push(site.identity(vm));
        participants.push(participant);
    }
    sides.sort();
    sides.dedup();
    let location = participants.first()?.location.clone();
    participants.truncate(6);
    let (threads, awaits) = idle(vm)?;
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
    waits
        && frames(vm, thread).any(|site| {
            IDLE.iter()
                .any(|(class, method, _)| site.method.class().name == *class && site.method.name == *method)
        })
}
