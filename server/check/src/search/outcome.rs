//! What a search ended with.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_vm::assumptions::Refuted;
use dropwire_vm::{Alternative, Choice};

use super::Found;
use super::costs::Costs;
use crate::facts::note::Note;
use crate::facts::reason::Cause;
use crate::report::Statistics;
use crate::temporal::graph::Counterexample;

/// What a search ended with.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Defects by fingerprint.
    pub found: BTreeMap<String, Found>,
    /// Why the search is not complete; empty if it is.
    pub limits: Vec<Cause>,
    /// What was refuted when the last of them was reported: what all their schedules hold with.
    pub known: Option<Refuted>,
    /// What earlier searches had found that had to restart.
    pub abandoned: Vec<Abandoned>,
    /// How much was done.
    pub statistics: Statistics,
    /// The first thing that the program did and that is not modelled on any path, or a limit of a path.
    pub broken_paths: BTreeMap<Cause, u64>,
    /// It must be run again: a read was taken for invisible that was not.
    pub refuted: bool,
    /// The limit of transitions ended it.
    pub cut_off: bool,
    /// A bound or a window left out some choice.
    pub left_out: bool,
    /// Some of the threads that a window left out, by name.
    pub bystanders: BTreeSet<String>,
    /// Some limit ended it, and nobody's wish.
    pub unfinished: bool,
    /// `--first` ended it.
    pub stopped_at_first: bool,
    /// What each end of the program printed, if [`Options::ends`] asks for it.
    pub ends: BTreeSet<String>,
    /// Some path came to an end: of the program, or where nobody could move.
    pub ended: bool,
    /// From some states nothing ends, and the search did not look why.
    pub endless: bool,
    /// Whether properties over time were judged on all states; and runs that violate one.
    pub judged_over_time: bool,
    /// By property, once each.
    pub counterexamples: Vec<Counterexample>,
    /// What refuted that a field is protected by a lock.
    pub notes: Vec<Note>,
    /// The run of a test came to an end that tested something.
    pub applied: bool,
    /// Where its transitions went.
    pub costs: Costs,
    /// An assumption of a test that did not hold at an end, as it was thrown.
    pub aborted: Option<String>,
}

/// Defects of a search that restarted, for something that it relied on was refuted: their schedules hold with what was known
/// then. The next search may be cut off before it meets them.
#[derive(Clone, Debug)]
pub struct Abandoned {
    /// What was refuted when they were found.
    pub known: Refuted,
    /// By fingerprint.
    pub found: BTreeMap<String, Found>,
}

impl Outcome {
    /// Everything that was found, where it does not hold with what is known now.
    pub(crate) fn abandon(self) -> Vec<Abandoned> {
        let Outcome {
            found,
            known,
            mut abandoned,
            ..
        } = self;
        abandoned.extend(
            known
                .filter(|_| !found.is_empty())
                .map(|known| Abandoned { known, found }),
        );
        abandoned
    }

    /// Adds what an earlier search found; `holds`: nothing was refuted since.
    pub(crate) fn keep(&mut self, mut earlier: Outcome, holds: bool) {
        if holds {
            for (fingerprint, found) in std::mem::take(&mut earlier.found) {
                self.found.entry(fingerprint).or_insert(found);
            }
        }
        self.abandoned.extend(earlier.abandon());
    }

    /// Adds why another search is not complete.
    pub(crate) fn add_limits(&mut self, other: &Outcome) {
        for limit in &other.limits {
            if !self.limits.contains(limit) {
                self.limits.push(limit.clone());
            }
        }
        for (cause, paths) in &other.broken_paths {
            *self.broken_paths.entry(cause.clone()).or_default() += paths;
        }
    }

    /// Adds what single runs beside the search reached; its statistics stay those of the space.
    pub(crate) fn take_in(&mut self, runs: Outcome) {
        self.add_limits(&runs);
        let (mine, theirs) = (&mut self.statistics, &runs.statistics);
        mine.transitions += theirs.transitions;
        mine.max_depth = mine.max_depth.max(theirs.max_depth);
        mine.max_threads = mine.max_threads.max(theirs.max_threads);
        for (fingerprint, found) in runs.found {
            let known = self.found.get(&fingerprint);
            if known.is_none_or(|known| found.rank() < known.rank()) {
                self.found.insert(fingerprint, found);
            }
        }
        self.known = runs.known.or(self.known.take());
        self.abandoned.extend(runs.abandoned);
        self.refuted |= runs.refuted;
        self.stopped_at_first |= runs.stopped_at_first;
        self.ended |= runs.ended;
        self.applied |= runs.applied;
        self.aborted = self.aborted.take().or(runs.aborted);
        self.ends.extend(runs.ends);
        self.notes.extend(runs.notes);
    }
}

/// The number of the scenario that a schedule of an object under test begins with: the smallest first.
pub(super) fn scenario(schedule: &[Choice]) -> Option<usize> {
    match schedule.first()?.alternative {
        Alternative::DataChoice(way) => Some(way.index() as usize),
        _ => None,
    }
}

/// What makes a schedule worse for a reader: unlikely events first, then switches, then length.
pub(crate) fn schedule_rank(schedule: &[Choice]) -> (usize, usize, usize) {
    let unlikely = schedule
        .iter()
        .filter(|c| c.alternative == Alternative::SpuriousWakeup)
        .count();
    let switches = schedule.windows(2).filter(|w| w[0].thread != w[1].thread).count();
    (unlikely, switches, schedule.len())
}
