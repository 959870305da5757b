//! Plain execution: one schedule, no exploration.

use dropwire_vm::{Vm, VmError};

use crate::facts::property::Monitored;
use crate::facts::reason::Stop;
use crate::junit;
use crate::options::{Budget, ObjectOptions, Options, Target};
use crate::round_robin::{RunEnd, Stream, flush, go};
use crate::temporal::plain_run::RunMonitors;
use crate::trail_options::give_files;
use crate::words::reason::joined;

/// Runs `target` once and hands its output to `output` as it comes. Monitors follow the run, one for each property that the options state, and
/// one for each that an annotation states, from the initialisation of its class on.
pub fn run(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    output: &mut dyn FnMut(Stream, &[u8]),
    budget: &mut dyn Budget,
) -> (RunEnd, Vec<Monitored>) {
    let mut monitors = match RunMonitors::begin(vm, options) {
        Ok(monitors) => monitors,
        Err(causes) => return (RunEnd::Failed(joined(causes)), Vec::new()),
    };
    vm.mode.parks_where_stated = true;
    give_files(vm, options);
    let end = ended(vm, output, budget, |vm, output, budget| {
        junit::start(vm, target, &ObjectOptions::default())?;
        go(vm, output, budget, &mut |vm| {
            let read = monitors.read(vm);
            read.err().map(|causes| RunEnd::Failed(joined(causes)))
        })
    });
    let over = match end {
        // Threads that are blocked are so forever.
        RunEnd::Exit(_) | RunEnd::Blocked(_) => true,
        RunEnd::NotModelled(_) | RunEnd::Stopped(_) | RunEnd::Failed(_) => false,
    };
    let known = monitors.known(vm, over);
    vm.mode.monitored = false;
    vm.mode.parks_where_stated = false;
    (end, known)
}

/// Runs what has been started, as [`run`] does.
pub fn run_started(vm: &mut Vm, output: &mut dyn FnMut(Stream, &[u8]), budget: &mut dyn Budget) -> RunEnd {
    ended(vm, output, budget, |vm, output, budget| {
        go(vm, output, budget, &mut |_| None)
    })
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
