//! Races of which no state of a search has both sides, for something that orders nothing lies between them.
//!
//! A timed wait ends where no other thread can move (`timeouts-last-resort`): what its thread does then comes after all that the others did,
//! and yet no happens-before edge leads there (JLS 17.4.5). Nor does one lead from a write in opaque mode to a read that sees it, or from what a
//! thread did to who finds it blocked. So a few runs of such a program are analysed. Accesses that one of them leaves unordered are a race by
//! definition. Behind a time-out, a run in which time-outs come at any moment then shows both sides at once, and is the trail; elsewhere the trail is
//! the run itself, up to the second access.

use std::collections::BTreeMap;

use dropwire_vm::{Alternative, Choice, Vm, VmError};

use crate::analysis::{Analyses, Prediction};
use crate::facts::defect::{Defect, Facts};
use crate::follower::Follower;
use crate::options::{Budget, Options, Timeouts};
use crate::pipeline::{WALKS, analyse_unheard, confirm_predictions, for_analyses};
use crate::report::Analysis;
use crate::rollback::in_frame;
use crate::search::{Found, Outcome};

/// Random runs that are analysed. A periodic task may be seen to run in one of twenty.
const RUNS: u64 = 100;

/// Adds them to what a search has found.
pub(crate) fn add(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    outcome: &mut Outcome,
) -> Result<(), VmError> {
    let behind_timeouts = options.timeouts == Timeouts::LastResort && vm.used.timed_waits;
    // With fences, the analysis takes weaker modes for volatile ones.
    let behind_weak_accesses = (vm.used.weak_access || vm.used.thread_states) && !vm.used.fences;
    let may_be_there = options.strategy.is_exhaustive() && (behind_timeouts || behind_weak_accesses);
    if !may_be_there || outcome.stopped_at_first || outcome.unfinished || budget.exhausted().is_some() {
        return Ok(());
    }
    // What the search has seen is what its verdict lists.
    let (known, used) = (vm.refutations(), vm.used);
    let plain = Options {
        spurious_wakeups: false,
        ..options.clone()
    };
    let mut predictions = analyse_unheard(vm, &plain, RUNS, budget)?;
    predictions.retain(|fingerprint, prediction| {
        prediction.analysis == Analysis::HappensBefore && outcome.found.get(fingerprint).is_none_or(needs_luck)
    });
    let mut reached = Outcome::default();
    if !predictions.is_empty() && behind_timeouts {
        let any_moment = Options {
            timeouts: Timeouts::Always,
            ..for_analyses(&plain)
        };
        reached = confirm_predictions(vm, &any_moment, budget, &predictions, WALKS)?;
        reached
            .found
            .retain(|fingerprint, _| predictions.contains_key(fingerprint));
        for (fingerprint, found) in &mut reached.found {
            found.unordered = true;
            outcome.found.remove(fingerprint);
        }
    }
    if behind_weak_accesses {
        predictions.retain(|fingerprint, _| {
            !reached.found.contains_key(fingerprint) && !outcome.found.contains_key(fingerprint)
        });
        reached.found.extend(never_adjacent(vm, &plain, &predictions));
    }
    vm.used = used;
    let holds = vm.refutations() == known;
    if !holds {
        vm.restore_refutations(known);
    }
    outcome.stopped_at_first |= reached.stopped_at_first;
    outcome.keep(reached, holds);
    Ok(())
}

/// Those whose accesses no run has one right after the other, with runs up to the second one.
fn never_adjacent(
    vm: &mut Vm,
    options: &Options,
    predictions: &BTreeMap<String, Prediction>,
) -> BTreeMap<String, Found> {
    let mut all = BTreeMap::new();
    for (fingerprint, prediction) in predictions {
        let Some(run) = &prediction.run else { continue };
        if let Some((length, defect)) = first(vm, options, run, fingerprint) {
            let found = Found {
                defect,
                schedule: run[..length].to_vec(),
                spurious_wakeups: options.spurious_wakeups,
                timeouts: options.timeouts,
                unordered: true,
                scenario: None,
            };
            all.insert(fingerprint.clone(), found);
        }
    }
    all
}

/// The first steps of a run after which two accesses are a race by its order, how many they are, and the race. The machine is before `main`, and
/// is there again afterwards.
pub(crate) fn first(vm: &mut Vm, options: &Options, schedule: &[Choice], fingerprint: &str) -> Option<(usize, Defect)> {
    let observer = vm.observer.take();
    let first = in_frame(vm, |vm| {
        let mut analyses = Analyses::listen(vm, options.eraser);
        vm.begin(true).ok()?;
        analyses.set_out();
        analyses.begin();
        let mut follower = Follower::new(vm, options)
            .with_scenes_of(usize::MAX)
            .with_analyses(analyses);
        let mut known = 0;
        for (before, choice) in schedule.iter().enumerate() {
            follower.follow(std::slice::from_ref(choice)).ok()?;
            let races = follower.more_unordered_races(&mut known);
            if let Some(race) = races.into_iter().find(|race| race.fingerprint() == fingerprint) {
                return Some((before + 1, race));
            }
        }
        None
    });
    vm.observer = observer;
    first.map(|(length, defect)| (length, as_never_adjacent(defect)))
}

/// The race, of which no state has both accesses next.
fn as_never_adjacent(mut defect: Defect) -> Defect {
    if let Facts::Race { never_adjacent, .. } = &mut defect.facts {
        *never_adjacent = true;
    }
    defect
}

/// Whether its schedule wakes somebody without a reason.
fn needs_luck(found: &Found) -> bool {
    found
        .schedule
        .iter()
        .any(|choice| choice.alternative == Alternative::SpuriousWakeup)
}
