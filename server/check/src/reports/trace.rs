//! What happens on one run, step by step: on that of the first confirmed finding; where there is none, on one that keeps to a thread as long as it
//! can go on.

use dropwire_vm::{Vm, VmError};

use crate::facts::reported::{Reported, TraceStep};
use crate::follower::Follower;
use crate::options::Options;
use crate::report::{Confidence, Finding};
use crate::rollback::{from_start, without_learning};
use crate::trail::Step;

/// Steps that a report has at most.
const MOST: usize = 2_000;

/// The report.
///
/// # Errors
/// The program does not get as far as its first step.
pub(super) fn report(vm: &mut Vm, options: &Options, findings: &[Finding]) -> Result<Reported, VmError> {
    let confirmed = findings.iter().find(|found| found.confidence == Confidence::Confirmed);
    let steps = match confirmed {
        Some(found) => found.trail.steps.clone(),
        None => one_run(vm, options, MOST + 1)?,
    };
    let left_out = steps.len().saturating_sub(MOST) as u64;
    let traced = steps.into_iter().take(MOST).filter_map(|step| {
        Some(TraceStep {
            thread: step.thread_name,
            facts: step.facts?,
            location: step.location,
        })
    });
    Ok(Reported::Trace {
        finding: confirmed.map(|found| found.fingerprint.clone()),
        steps: traced.collect(),
        left_out,
    })
}

/// So many steps at most of a run that keeps to a thread as long as it can go on.
///
/// # Errors
/// The program does not get as far as its first step.
pub(super) fn one_run(vm: &mut Vm, options: &Options, most: usize) -> Result<Vec<Step>, VmError> {
    // What this run makes use of says nothing of the search.
    let used = vm.used;
    let steps = without_learning(vm, |vm| {
        from_start(vm, |vm| {
            let mut follower = Follower::new(vm, options).with_scenes_of(usize::MAX);
            // A run that comes to what is not modelled is recorded as far as it goes.
            let _ = follower.keep_to_threads(most);
            follower.steps_so_far()
        })
    });
    vm.used = used;
    steps
}
