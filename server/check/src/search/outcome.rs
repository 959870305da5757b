//! What a search ended with.

use std::collections::{BTreeMap, BTreeSet};

use super::{Found, cost};
use crate::report::Statistics;

/// What a search ended with.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Defects by fingerprint.
    pub found: BTreeMap<String, Found>,
    /// Why the search is not complete; empty if it is.
    pub limits: Vec<String>,
    /// How much was done.
    pub statistics: Statistics,
    /// The first thing that the program did and that is not modelled on any path, or a limit of a path.
    pub broken_paths: BTreeMap<String, u64>,
    /// It must be run again: a read was taken for invisible that was not.
    pub refuted: bool,
    /// The limit of transitions ended it.
    pub cut_off: bool,
    /// Some limit ended it, and nobody's wish.
    pub unfinished: bool,
    /// `--first` ended it.
    pub stopped_at_first: bool,
    /// What each end of the program printed, if [`Options::ends`] asks for it.
    pub ends: BTreeSet<String>,
    /// A clock was let run out somewhere.
    pub used_timeouts: bool,
    /// What refuted that a field is protected by a lock.
    pub notes: Vec<Note>,
    /// The run of a test came to an end that tested something.
    pub applied: bool,
    /// An assumption of a test that did not hold at an end, as it was thrown.
    pub aborted: Option<String>,
}

/// A remark on a field.
#[derive(Clone, Debug)]
pub struct Note {
    /// As findings name it: `Account.balance`.
    pub field: String,
    /// A sentence.
    pub text: String,
}

impl Outcome {
    /// Adds what single runs beside the search reached; its statistics stay those of the space.
    pub(crate) fn take_in(&mut self, runs: Outcome) {
        let (mine, theirs) = (&mut self.statistics, &runs.statistics);
        mine.transitions += theirs.transitions;
        mine.max_depth = mine.max_depth.max(theirs.max_depth);
        mine.max_threads = mine.max_threads.max(theirs.max_threads);
        for (fingerprint, found) in runs.found {
            let known = self.found.get(&fingerprint);
            if known.is_none_or(|known| cost(&found.schedule) < cost(&known.schedule)) {
                self.found.insert(fingerprint, found);
            }
        }
        for limit in runs.limits {
            if !self.limits.contains(&limit) {
                self.limits.push(limit);
            }
        }
        for (text, paths) in runs.broken_paths {
            *self.broken_paths.entry(text).or_default() += paths;
        }
        self.refuted |= runs.refuted;
        self.stopped_at_first |= runs.stopped_at_first;
        self.used_timeouts |= runs.used_timeouts;
        self.applied |= runs.applied;
        self.aborted = self.aborted.take().or(runs.aborted);
        self.ends.extend(runs.ends);
        self.notes.extend(runs.notes);
    }
}
