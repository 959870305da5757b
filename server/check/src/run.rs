//! Plain execution: one schedule, no exploration.

use dropwire_vm::{Vm, VmError};

use crate::facts::reason::Stop;
use crate::junit;
use crate::options::{Budget, ObjectOptions, Target};
use crate::round_robin::{RunEnd, Stream, flush, go};

/// Runs `target` once and hands its output to `output` as it comes.
pub fn run(vm: &mut Vm, target: &Target, output: &mut dyn FnMut(Stream, &[u8]), budget: &mut dyn Budget) -> RunEnd {
    ended(vm, output, budget, |vm, output, budget| {
        junit::start(vm, target, &ObjectOptions::default())?;
        go(vm, output, budget)
    })
}

/// Runs what has been started, as [`run`] does.
pub fn run_started(vm: &mut Vm, output: &mut dyn FnMut(Stream, &[u8]), budget: &mut dyn Budget) -> RunEnd {
    ended(vm, output, budget, go)
}

fn ended(
    vm: &mut Vm,
    output: &mut dyn FnMut(Stream, &[u8]),
    budget: &mut dyn Budget,
    work: impl FnOnce(&mut Vm, &mut dyn FnMut(Stream, &[u8]), &mut dyn Budget) -> Result<RunEnd, VmError>,
) -> RunEnd {
    vm.cancellation = budget.cancellation();
    let end = match work(vm, output, budget) {
        Ok(end) => end,
        Err(VmError::Stopped) => RunEnd::Stopped(budget.exhausted().unwrap_or(Stop::Interrupted)),
        Err(VmError::NotModelled(text)) => RunEnd::NotModelled(text),
        Err(error) => RunEnd::Failed(error.to_string()),
    };
    flush(vm, output);
    end
}
