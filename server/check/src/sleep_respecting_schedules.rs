//! Runs in which sleeping takes its time and nothing else takes any: a sleeper wakes only when everybody else waits or sleeps
//! longer. In a search `sleep` orders nothing, so that a test which sleeps "long enough" has true findings that nobody
//! ever sees. What no such run shows says that it needs a `short-sleep`.

use std::collections::BTreeSet;

use dropwire_vm::Vm;

use crate::follower::Follower;
use crate::options::{Budget, Options};
use crate::rollback::{from_start, unless_refuted, without_learning};
use crate::search::{Found, Outcome, Search};

/// Steps that looking for such runs may cost.
const TRANSITIONS: u64 = 50_000;

/// Whether in a schedule every sleep takes its time.
pub(crate) fn respects_sleeps(vm: &mut Vm, options: &Options, found: &Found) -> bool {
    let options = &found.options(options);
    let timely = without_learning(vm, |vm| {
        from_start(vm, |vm| {
            let mut follower = Follower::new(vm, options);
            follower.follow(&found.schedule).is_ok() && follower.respects_sleeps()
        })
    });
    timely.unwrap_or(false)
}

/// Findings whose run lets a sleep end early are looked for where none does. Gives those whose run is a timely one.
pub(crate) fn prefer(
    vm: &mut Vm,
    options: &Options,
    budget: &mut dyn Budget,
    outcome: &mut Outcome,
) -> BTreeSet<String> {
    let mut timely = BTreeSet::new();
    // The delay of a task or an element is a timed wait, and counts as a sleep.
    if !vm.used.sleeps && !vm.used.timed_waits {
        return timely;
    }
    let mut open = BTreeSet::new();
    for (fingerprint, found) in outcome
        .found
        .iter()
        .filter(|(_, f)| f.defect.kind().may_need_short_sleep())
    {
        let known = if respects_sleeps(vm, options, found) {
            &mut timely
        } else {
            &mut open
        };
        known.insert(fingerprint.clone());
    }
    if open.is_empty() || budget.exhausted().is_some() {
        return timely;
    }
    let plain = Options {
        spurious_wakeups: false,
        ..options.clone()
    };
    let second = unless_refuted(vm, |vm| {
        from_start(vm, |vm| {
            let search = Search::new(vm, &plain, budget);
            search.timely(TRANSITIONS, open).run()
        })
    });
    // What it refutes, the first search was cut off before it saw: its schedules hold without it.
    for (fingerprint, found) in second.into_iter().flatten().flat_map(|second| second.found) {
        timely.insert(fingerprint.clone());
        outcome.found.insert(fingerprint, found);
    }
    timely
}
