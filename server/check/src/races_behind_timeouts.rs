//! Races of which no state of a search has both sides, for a time-out lies between them.
//!
//! A timed wait ends where no other thread can move (`timeouts-last-resort`): what its thread does then comes after all that the others did,
//! and yet no happens-before edge leads there (JLS 17.4.5). So a few runs of such a program are analysed. Accesses that one of them
//! leaves unordered are a race by definition, whatever time takes; a run in which time-outs come at any moment then shows both at once,
//! and is its trail.

use dropwire_vm::{Alternative, Vm, VmError};

use crate::options::{Budget, Options, Timeouts};
use crate::pipeline::{WALKS, analyse_unheard, confirm_predictions, for_analyses};
use crate::report::Analysis;
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
    let may_be_there =
        options.strategy.is_exhaustive() && options.timeouts == Timeouts::LastResort && vm.used.timed_waits;
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
    if !predictions.is_empty() {
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
    vm.used = used;
    let holds = vm.refutations() == known;
    if !holds {
        vm.restore_refutations(known);
    }
    outcome.stopped_at_first |= reached.stopped_at_first;
    outcome.keep(reached, holds);
    Ok(())
}

/// Whether its schedule wakes somebody without a reason.
fn needs_luck(found: &Found) -> bool {
    found
        .schedule
        .iter()
        .any(|choice| choice.alternative == Alternative::SpuriousWakeup)
}
