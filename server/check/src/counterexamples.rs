//! From what the graph of a search shows of a property to a schedule: the stem, and three rounds of the cycle.

use dropwire_vm::Vm;

use crate::facts::defect::Facts;
use crate::facts::kind::Kind;
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
            defect: counterexample.property,
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
        .follow_plan(&plan, &counterexample.property)
        .map_err(|broken| match broken {
            Broken::Drift { found, .. } => Some(found),
            Broken::Vm(error) => Some(error.to_string()),
        })?;
    let defects = follower
        .defects(Kind::PropertyViolation.name())
        .map_err(|error| Some(error.to_string()))?;
    let is_it = |facts: &Facts| matches!(facts, Facts::PropertyViolation { property, .. } if *property == counterexample.property);
    let defect = defects.into_iter().find(|defect| is_it(&defect.facts)).ok_or(None)?;
    Ok(Found {
        defect,
        schedule,
        spurious_wakeups: options.spurious_wakeups,
    })
}
