//! One schedule of a program that has been started: each thread in turn, and a clock that jumps when all of them wait.

use dropwire_vm::{Alternative, Choice, ThreadId, Vm, VmError};

use crate::facts::reason::Stop;
use crate::options::Budget;
use crate::properties::thread_leak;
use crate::report::Statistics;
use crate::virtual_clock::note_deadlines;
use crate::words;

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// How a plain run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// With this exit status.
    Exit(i32),
    /// At something that is not modelled.
    NotModelled(String),
    /// The budget ended it.
    Stopped(Stop),
    /// Every thread waits forever.
    Blocked(String),
    /// It could not start, or not go on.
    Failed(String),
}

/// Runs what has been started. Each state that the run comes to is shown to `see`, which may end it.
pub(crate) fn go(
    vm: &mut Vm,
    output: &mut dyn FnMut(Stream, &[u8]),
    budget: &mut dyn Budget,
    see: &mut dyn FnMut(&mut Vm) -> Option<RunEnd>,
) -> Result<RunEnd, VmError> {
    vm.begin(false)?;
    let mut deadlines: Vec<Option<i64>> = Vec::new();
    let mut last = ThreadId(0);
    loop {
        flush(vm, output);
        if let Some(end) = see(vm) {
            return Ok(end);
        }
        if let Some(status) = vm.path.facts.exited {
            return Ok(RunEnd::Exit(status));
        }
        if !vm.live().any(|t| !vm.thread(t).daemon) {
            let failed = vm.path.uncaught.iter().any(|u| u.died && u.thread == ThreadId(0));
            return Ok(RunEnd::Exit(i32::from(failed)));
        }
        if let Some(stop) = budget.exhausted() {
            return Ok(RunEnd::Stopped(stop));
        }
        budget.progress(&Statistics {
            instructions: vm.instructions,
            ..Statistics::default()
        });
        note_deadlines(vm, &mut deadlines);
        let Some(choice) = next(vm, last).or_else(|| pass_time(vm, &mut deadlines)) else {
            return Ok(RunEnd::Blocked(stuck(vm)));
        };
        last = choice.thread;
        if let Some(deadline) = deadlines.get_mut(last.0 as usize) {
            *deadline = None;
        }
        vm.step(choice)?;
    }
}

/// Why no thread is enabled: threads that wait for each other, or workers that wait for work.
fn stuck(vm: &Vm) -> String {
    match thread_leak::idle(vm) {
        Some((workers, awaits)) => format!("no thread can make progress: {}", words::defect::idle(&workers, awaits)),
        None => "no thread can make progress: all of them are blocked (deadlock)".into(),
    }
}

/// The next enabled thread after `last`, in the order of their numbers.
fn next(vm: &Vm, last: ThreadId) -> Option<Choice> {
    let live: Vec<ThreadId> = vm.live().collect();
    let after = live.iter().position(|t| *t > last).unwrap_or(0);
    (0..live.len())
        .map(|i| live[(after + i) % live.len()])
        .find(|t| vm.is_enabled(*t))
        .map(|thread| Choice {
            thread,
            alternative: Alternative::Run,
        })
}

/// No thread is enabled: the earliest timed wait ends.
fn pass_time(vm: &mut Vm, deadlines: &mut [Option<i64>]) -> Option<Choice> {
    let live: Vec<ThreadId> = vm.live().collect();
    let (deadline, thread) = live
        .into_iter()
        .filter_map(|t| deadlines[t.0 as usize].map(|d| (d, t)))
        .min_by_key(|(d, t)| (*d, t.0))?;
    vm.clock = vm.clock.max(deadline);
    vm.end_timed_wait(thread);
    Some(Choice {
        thread,
        alternative: Alternative::Run,
    })
}

pub(crate) fn flush(vm: &mut Vm, output: &mut dyn FnMut(Stream, &[u8])) {
    let mut chunk = Vec::new();
    let mut to_error = false;
    for (error, byte) in vm.take_output() {
        if error != to_error && !chunk.is_empty() {
            output(if to_error { Stream::Err } else { Stream::Out }, &chunk);
            chunk.clear();
        }
        to_error = error;
        chunk.push(byte);
    }
    if !chunk.is_empty() {
        output(if to_error { Stream::Err } else { Stream::Out }, &chunk);
    }
}
