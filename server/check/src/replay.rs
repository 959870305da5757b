//! A stored trail, run again.

use dropwire_vm::{Choice, Vm, VmError};

use crate::facts::defect::Defect;
use crate::facts::kind::Kind;
use crate::facts::reason::{Cause, Reason};
use crate::facts::step::StepOp;
use crate::finding;
use crate::follower::{Broken, Followed, Follower, Taken};
use crate::options::{Budget, Options, Target};
use crate::report::Finding;
use crate::rollback::anew;
use crate::sequential;
use crate::temporal::atoms::resolve;
use crate::trail::Trail;
use crate::trail_options::{options_of, prepare};
use crate::unordered_races;
use crate::words::reason::joined;

/// How a replay ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Replay {
    /// The same finding.
    Reproduced(Box<Finding>),
    /// The schedule could be followed, but to another finding.
    Other(Box<Finding>),
    /// The program went another way.
    Drift {
        /// 1-based number of the step.
        step: usize,
        /// What the trail says.
        expected: String,
        /// What the program does now.
        found: String,
    },
    /// The schedule could be followed, and nothing is wrong at its end.
    NotReached,
    /// It could not run to its end.
    Failed(String),
}

/// Runs a stored trail again, from its contents alone.
pub fn replay(vm: &mut Vm, trail: &Trail, budget: &mut dyn Budget) -> Replay {
    replay_recorded(vm, trail, budget).0
}

/// The same, with what was taken on the way.
pub(crate) fn replay_recorded(vm: &mut Vm, trail: &Trail, budget: &mut dyn Budget) -> (Replay, Vec<Taken>) {
    vm.cancellation = budget.cancellation();
    let options = options_of(trail);
    let target = Target {
        class: trail.target.clone(),
        args: trail.args.clone(),
    };
    prepare(vm, &options);
    if let Err(causes) = resolve(vm, &options) {
        return (Replay::Failed(joined(causes)), Vec::new());
    }
    if let Err(error) = vm.import_refutations(&trail.visible) {
        return (Replay::Failed(error.to_string()), Vec::new());
    }
    // A race whose accesses are never adjacent: the order of the run shows it.
    let mut by_order = None;
    loop {
        let mut schedule = Vec::new();
        let result = anew(vm, |vm| {
            replay_once(vm, trail, &target, &options, (budget, by_order.clone()), &mut schedule)
        });
        // The search ended with no refuted assumption; the replay has to learn the same ones first.
        if vm.refuted {
            continue;
        }
        let is_missed = matches!(result, Replay::NotReached | Replay::Other(_)) && trail.kind == Kind::DataRace.name();
        if is_missed && by_order.is_none() {
            let choices: Vec<Choice> = schedule.iter().map(|taken| taken.choice).collect();
            by_order = anew(vm, |vm| {
                sequential::start(vm, &target, &options, scenario_of(trail), budget).ok()?;
                unordered_races::first(vm, &options, &choices, &trail.fingerprint)
            })
            .map(|(_, defect)| defect);
            if by_order.is_some() {
                continue;
            }
        }
        return (result, schedule);
    }
}

/// The scenario of an object under test that a trail begins with.
fn scenario_of(trail: &Trail) -> Option<usize> {
    let first = trail.steps.iter().find(|step| step.options > 0)?;
    let chooses = matches!(first.facts.as_ref()?.op, StepOp::ScenarioUnderTest { .. });
    chooses.then_some(first.choice as usize)
}

fn replay_once(
    vm: &mut Vm,
    trail: &Trail,
    target: &Target,
    options: &Options,
    (budget, by_order): (&mut dyn Budget, Option<Defect>),
    schedule: &mut Vec<Taken>,
) -> Replay {
    let started = sequential::start(vm, target, options, scenario_of(trail), budget);
    if let Err(error) = started.and_then(|_| vm.begin(true)) {
        return Replay::Failed(error.to_string());
    }
    let mut follower = Follower::new(vm, options).with_scenes_of(trail.steps.len());
    if let Some(kind) = Kind::by_name(&trail.kind) {
        follower = follower.with_rounds_of(kind);
    }
    match follower.follow_trail(&trail.steps, budget) {
        Ok(None) => {}
        Ok(Some(stop)) => return Replay::Failed(Reason::from(Cause::from(stop)).to_string()),
        Err(Broken::Vm(VmError::Stopped)) => return Replay::Failed(Reason::from(Cause::time()).to_string()),
        Err(Broken::Drift { step, expected, found }) => return Replay::Drift { step, expected, found },
        Err(Broken::Vm(error)) => return Replay::Failed(error.to_string()),
    }
    *schedule = follower.take_schedule();
    let defects = match by_order.map_or_else(|| follower.defects(&trail.kind), |defect| Ok(vec![defect])) {
        Ok(defects) => defects,
        Err(error) => return Replay::Failed(error.to_string()),
    };
    let same = defects.iter().position(|d| d.fingerprint() == trail.fingerprint);
    let Some(mut defect) = defects.into_iter().nth(same.unwrap_or(0)) else {
        return Replay::NotReached;
    };
    follower.name_locks(&mut defect);
    let Followed {
        steps, needs, lasso, ..
    } = follower.into_steps(&defect);
    let fingerprint = defect.fingerprint();
    let trail = Trail {
        steps,
        lasso: lasso.filter(|_| defect.facts.repeats_forever()),
        ..trail.clone()
    };
    let finding = Box::new(Finding {
        needs,
        ..finding::confirmed(defect, &fingerprint, trail)
    });
    if same.is_some() {
        Replay::Reproduced(finding)
    } else {
        Replay::Other(finding)
    }
}
