//! The clock of a run in which time passes: it does not move between steps but for a little, and jumps to the end of a timed wait.

use dropwire_vm::{Alternative, Choice, Pending, Status, ThreadId, Vm};

fn timed(vm: &Vm, thread: ThreadId) -> Option<i64> {
    match (vm.thread(thread).status, vm.thread(thread).pending) {
        (Status::Waiting { nanos, .. }, _) => (nanos > 0).then_some(nanos),
        (Status::Ready, Pending::Park(nanos) | Pending::Poll { nanos, .. } | Pending::Sleep(nanos)) => {
            (nanos > 0).then_some(nanos)
        }
        _ => None,
    }
}

pub(crate) fn note_deadlines(vm: &Vm, deadlines: &mut Vec<Option<i64>>) {
    deadlines.resize(vm.threads.len(), None);
    for thread in vm.live() {
        let slot = &mut deadlines[thread.0 as usize];
        match timed(vm, thread) {
            Some(nanos) if slot.is_none() => *slot = Some(vm.clock.saturating_add(nanos)),
            Some(_) => {}
            None => *slot = None,
        }
    }
}

/// The clock moves on for a step: a little, and to the end of a timed wait that this step ends. Sleeps move it themselves
/// (`Vm::time_passes`), including those that no other thread can observe.
pub(crate) fn let_time_pass(vm: &mut Vm, choice: Choice, deadlines: &mut Vec<Option<i64>>) {
    /// What a step takes, in nanoseconds.
    const STEP: i64 = 1_000;
    note_deadlines(vm, deadlines);
    let ends = choice.alternative == Alternative::Timeout;
    let end = deadlines[choice.thread.0 as usize].filter(|_| ends);
    vm.clock = vm.clock.max(end.unwrap_or(0)).saturating_add(STEP);
}
