//! From what the graph of a search shows of a property to a schedule: the stem, and three rounds of the cycle.

use dropwire_vm::Vm;

use crate::facts::defect::Defect;
use crate::facts::reason::Cause;
use crate::follower::{Broken, Follower};
use crate::options::Options;
use crate::rollback::{from_start, unless_refuted};
use crate::search::{Found, Outcome};
use crate::temporal::graph::Counterexample;

/// Rounds that are made to show that the cycle is one.
const ROUNDS: usize = 3;

/// Follows the counterexamples of a search, so that they are findings like any other. One that cannot be followed is a limit.
pub(crate) fn follow(vm: &mut Vm, options: &Options, outcome: &mut Outcome) {
    for counterexample in std::mem::take(&mut outcome.counterexamples) {
        let followed = unless_refuted(vm, |vm| from_start(vm, |vm| follow_one(vm, options, &counterexample)));
        let problem = match followed {
            Some(Ok(Ok(found))) => {
                outcome.found.insert(found.defect.fingerprint(), found);
                outcome.known = Some(vm.refutations());
                continue;
            }
            Some(Ok(Err(problem))) => problem,
            Some(Err(error)) => Some(error.to_string()),
            None => None,
        };
        outcome.limits.push(Cause::NotFollowed {
            defect: counterexample.of.name().to_owned(),
            problem: problem.or_else(|| Some("its run leads elsewhere".into())),
        });
    }
}

fn follow_one(vm: &mut Vm, options: &Options, counterexample: &Counterexample) -> Result<Found, Option<String>> {
    let mut plan = counterexample.stem.clone();
    for _ in 0..ROUNDS {
        plan.extend_from_slice(&counterexample.cycle);
    }
    let mut follower = Follower::new(vm, options);
    let schedule = follower
        .follow_plan(&plan, &counterexample.of)
        .map_err(|broken| match broken {
            Broken::Drift { found, .. } => Some(found),
            Broken::Vm(error) => Some(error.to_string()),
        })?;
    let defects = follower
        .defects(counterexample.of.kind().name())
        .map_err(|error| Some(error.to_string()))?;
    let is_it = |defect: &Defect| counterexample.of.is_violated_by(&defect.facts);
    let defect = defects.into_iter().find(is_it).ok_or(None)?;
    Ok(Found {
        defect,
        schedule,
        spurious_wakeups: options.spurious_wakeups,
        timeouts: options.timeouts,
        unordered: false,
        scenario: None,
    })
}
