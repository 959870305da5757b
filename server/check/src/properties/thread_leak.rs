//! Threads of pools and timers that wait forever for somebody to give them work, after everybody else has ended.

use dropwire_vm::{Status, ThreadId, Vm};

use crate::facts::defect::{Defect, Facts, Participant, Role};
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

/// The threads that keep the program alive, if all of them are idle workers and there is one.
fn idle_workers(vm: &Vm) -> Option<Vec<ThreadId>> {
    let mut alive = vm.live_by_path().to_vec();
    alive.retain(|thread| !vm.thread(*thread).daemon);
    (!alive.is_empty() && alive.iter().all(|thread| is_idle(vm, *thread))).then_some(alive)
}

/// The names of the threads that keep the program alive, if all of them are idle workers.
pub(crate) fn idle(vm: &Vm) -> Option<Vec<String>> {
    Some(idle_workers(vm)?.iter().map(|t| vm.thread_name(*t)).collect())
}

/// The finding of a state in which nobody can move, if all threads that keep the program alive are idle workers.
pub(crate) fn thread_leak(vm: &Vm) -> Option<Defect> {
    let alive = idle_workers(vm)?;
    let mut sides = Vec::new();
    let mut participants = Vec::new();
    for thread in &alive {
        let (method, pc) = vm.thread(*thread).started_at?;
        let site = Site {
            method: vm.image.method(method),
            pc,
        };
        sides.push(site.identity());
        participants.push(Participant {
            role: Role::Started {
                thread: vm.thread_name(*thread),
            },
            location: site.location(),
        });
    }
    sides.sort();
    sides.dedup();
    let location = participants.first()?.location.clone();
    participants.truncate(6);
    Some(Defect {
        facts: Facts::ThreadLeak { threads: idle(vm)? },
        sides,
        location,
        participants,
    })
}

fn is_idle(vm: &Vm, thread: ThreadId) -> bool {
    let waits = matches!(vm.thread(thread).status, Status::Waiting { .. }) || !vm.is_enabled(thread);
    waits
        && frames(vm, thread).any(|site| {
            IDLE.iter()
                .any(|(class, method, _)| site.method.class().name == *class && site.method.name == *method)
        })
}
