//! One target: what is on disk, its last answer, and what follows from both.

use std::time::Duration;

use dropwire_check::{Cause, Finding, Report, Verdict};

use super::scan::{ScannedTarget, class_of};
use crate::sources::Sources;

/// The first pass of each affected target.
pub const FIRST_PASS: Duration = Duration::from_secs(2);
/// Each further pass has so many times more.
const GROWTH: u32 = 5;
/// After this pass an unlimited one follows, if the user has set no limit.
const LONGEST_PASS: Duration = Duration::from_secs(600);
/// A target whose workers die so often is left alone until its classes change.
const DEATHS: u32 = 3;
/// A target that never sees the same classes before and after its run is believed after so many.
const TORN_RUNS: u32 = 4;

/// A target and its last answer.
pub struct TargetState {
    /// What is on disk.
    pub scanned: ScannedTarget,
    /// Its state.
    pub status: TargetStatus,
    /// The last answer, perhaps about other classes.
    pub report: Option<Report>,
    /// What the run that goes on has found so far.
    pub early: Vec<Finding>,
    /// The time that answer had; zero is unlimited.
    pub budget: Duration,
    /// That time was too short.
    pub timed_out: bool,
    /// Why the last run gave no report.
    pub trouble: Option<String>,
    /// What the last run said instead of an answer.
    causes: Vec<Cause>,
    /// The user asked for it: the whole time at once.
    pub forced: bool,
    /// The user waits for what comes of it.
    pub awaited: bool,
    /// Workers that died of it.
    deaths: u32,
    /// Runs whose classes changed under them.
    torn: u32,
    /// Finds its files.
    pub sources: Sources,
}

/// The state of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetStatus {
    /// The report is about what is on disk.
    Answered,
    /// It needs a run.
    Waiting,
    /// No run until its inputs are others: it was cancelled, or cannot be run.
    GivenUp,
    /// Its classes are no finished build: why.
    Unfinished(String),
    /// Its class root is empty: a clean build.
    Cleaned,
    /// The configuration that holds for it has an error: which.
    Misconfigured(String),
}

impl TargetState {
    /// A new target.
    pub fn new(scanned: ScannedTarget) -> TargetState {
        let mut state = TargetState {
            sources: Sources::new(scanned.sources.clone()),
            scanned: scanned.clone(),
            status: TargetStatus::Waiting,
            report: None,
            early: Vec::new(),
            budget: Duration::ZERO,
            timed_out: false,
            trouble: None,
            causes: Vec::new(),
            forced: false,
            awaited: false,
            deaths: 0,
            torn: 0,
        };
        state.adopt(scanned);
        state
    }

    /// Takes what is on disk now; true if that brought a known answer.
    pub fn adopt(&mut self, scanned: ScannedTarget) -> bool {
        let same = self.scanned.inputs == scanned.inputs;
        // A resource, or a class that only reflection finds.
        let lost = self.scanned.known.is_some() && scanned.known.is_none();
        if !same {
            (self.deaths, self.torn) = (0, 0);
        }
        self.scanned = scanned;
        // Sources may have been edited: their lines are read again.
        self.sources = Sources::new(self.scanned.sources.clone());
        if let (None, Some(last)) = (&self.report, &self.scanned.last) {
            // As if this server had seen it: what a user sees does not depend on when the server was started.
            self.report = Some(last.report.clone());
        }
        if let Some(reason) = &self.scanned.unfinished {
            self.status = TargetStatus::Unfinished(reason.clone());
            return false;
        }
        if self.forced {
            self.status = TargetStatus::Waiting;
            return false;
        }
        if let Some(known) = &self.scanned.known {
            let is_news = self.status != TargetStatus::Answered || self.report.as_ref() != Some(&known.report);
            self.report = Some(known.report.clone());
            self.budget = Duration::from_millis(known.budget_ms);
            self.timed_out = known.timed_out;
            self.trouble = None;
            self.status = TargetStatus::Answered;
            return is_news;
        }
        let settled = match self.status {
            TargetStatus::Answered => same && !lost,
            TargetStatus::GivenUp => same,
            TargetStatus::Waiting
            | TargetStatus::Unfinished(_)
            | TargetStatus::Cleaned
            | TargetStatus::Misconfigured(_) => false,
        };
        if !settled {
            self.status = TargetStatus::Waiting;
        }
        false
    }

    /// The user wants an answer, with the whole time, also where there is one.
    pub fn again(&mut self) {
        self.forced = true;
        self.scanned.known = None;
        let scanned = self.scanned.clone();
        self.adopt(scanned);
    }

    /// It cannot be verified: why, and what is to be said of it.
    pub fn given_up(&mut self, trouble: String, causes: Vec<Cause>) {
        self.status = TargetStatus::GivenUp;
        self.trouble = Some(trouble);
        self.causes = causes;
    }

    /// Why what is on disk was not verified.
    pub fn refused(&self) -> impl Iterator<Item = &Cause> {
        let given_up = self.status == TargetStatus::GivenUp;
        self.causes.iter().filter(move |_| given_up)
    }

    /// Its class root was emptied; the old answer stays, stale.
    pub fn cleaned(&mut self) {
        self.status = TargetStatus::Cleaned;
        self.scanned.known = None;
        self.scanned.inputs = 0;
    }

    /// Its own class file cannot be read; the old answer stays, stale.
    pub fn torn(&mut self) {
        let class = class_of(&self.scanned.class);
        self.status = TargetStatus::Unfinished(format!("the class file of {class} is truncated"));
        self.scanned.known = None;
        self.scanned.inputs = 0;
    }

    /// Its configuration has an error; the old answer stays, stale.
    pub fn misconfigured(&mut self, why: String) {
        self.status = TargetStatus::Misconfigured(why);
        self.scanned.known = None;
        self.scanned.inputs = 0;
    }

    /// Adds what the run that goes on has found.
    pub fn found(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            self.early.retain(|known| known.fingerprint != finding.fingerprint);
            self.early.push(finding);
        }
    }

    /// All findings that are shown: those of the last answer, and what the run that goes on adds to them.
    pub fn shown(&self) -> impl Iterator<Item = &Finding> {
        let report = self.report.iter().flat_map(|report| &report.findings);
        let is_new = |early: &&Finding| {
            let mut known = self.report.iter().flat_map(|report| &report.findings);
            known.all(|known| known.fingerprint != early.fingerprint)
        };
        report.chain(self.early.iter().filter(is_new))
    }

    /// The report is about other classes than those on disk.
    pub fn is_stale(&self) -> bool {
        self.status != TargetStatus::Answered
    }

    /// Why there is no new answer, if there is a reason.
    pub fn trouble(&self) -> Option<String> {
        match &self.status {
            TargetStatus::Unfinished(why) => Some(format!("the build is not finished: {why}")),
            TargetStatus::Answered | TargetStatus::Waiting | TargetStatus::GivenUp => self.trouble.clone(),
            TargetStatus::Misconfigured(why) => Some(why.clone()),
            TargetStatus::Cleaned => None,
        }
    }

    /// The time of its next run; `None` if there is nothing to run. Zero is unlimited.
    pub fn next_pass(&self) -> Option<Duration> {
        let limit = self.scanned.settings.time;
        let within = |pass: Duration| if limit.is_zero() { pass } else { pass.min(limit) };
        match self.status {
            TargetStatus::Waiting if self.forced => Some(limit),
            TargetStatus::Waiting => Some(within(FIRST_PASS)),
            TargetStatus::Answered if self.timed_out && !self.is_sequential() => {
                let exhausted = self.budget.is_zero() || (!limit.is_zero() && self.budget >= limit);
                let unlimited = limit.is_zero() && self.budget >= LONGEST_PASS;
                let longer = self.budget.max(FIRST_PASS) * GROWTH;
                (!exhausted).then_some(if unlimited { Duration::ZERO } else { within(longer) })
            }
            TargetStatus::Answered
            | TargetStatus::GivenUp
            | TargetStatus::Unfinished(_)
            | TargetStatus::Cleaned
            | TargetStatus::Misconfigured(_) => None,
        }
    }

    /// It was found, and its run never had two threads: not what we are for, unless it has findings.
    pub fn is_sequential(&self) -> bool {
        // A run that was cut off may have been about to start one.
        let alone = |report: &Report| report.statistics.max_threads <= 1 && report.verdict == Verdict::Verified;
        !self.scanned.configured && self.report.as_ref().is_some_and(alone)
    }

    /// A worker has died; true if it is not tried again.
    pub fn died(&mut self) -> bool {
        self.deaths += 1;
        self.deaths >= DEATHS
    }

    /// Its classes changed while it ran; false if it is believed nevertheless.
    pub fn was_torn(&mut self) -> bool {
        self.torn += 1;
        self.torn < TORN_RUNS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::project::testing::scanned_target;
    use crate::results::Stored;
    use crate::text::testing::verified_report;
    use std::sync::Arc;

    fn known(timed_out: bool, budget_ms: u64) -> Option<Arc<Stored>> {
        let mut report = verified_report();
        report.statistics.max_threads = 2;
        Some(Arc::new(Stored {
            question: 1,
            loaded: Vec::new(),
            budget_ms,
            timed_out,
            report,
        }))
    }

    #[test]
    fn budgets_grow_up_to_the_limit() {
        let mut target = scanned_target("Till");
        let mut state = TargetState::new(target.clone());
        assert_eq!(state.next_pass(), Some(FIRST_PASS));
        for (had, next) in [(2, Some(10)), (10, Some(50)), (50, Some(60)), (60, None)] {
            target.known = known(true, had * 1_000);
            state.adopt(target.clone());
            assert_eq!(state.next_pass(), next.map(Duration::from_secs), "after {had} s");
        }
        target.known = known(false, 2_000);
        state.adopt(target.clone());
        assert_eq!(state.next_pass(), None, "nothing is left to explore");
        target.settings.time = Duration::ZERO;
        target.known = known(true, 600_000);
        state.adopt(target.clone());
        assert_eq!(state.next_pass(), Some(Duration::ZERO), "unlimited at last");
        target.settings.time = Duration::from_secs(1);
        assert_eq!(
            TargetState::new(target_without_answer(&target)).next_pass(),
            Some(Duration::from_secs(1))
        );
    }

    fn target_without_answer(target: &ScannedTarget) -> ScannedTarget {
        ScannedTarget {
            known: None,
            ..target.clone()
        }
    }

    #[test]
    fn only_a_change_asks_for_a_run() {
        let mut target = scanned_target("Till");
        target.known = known(false, 2_000);
        let mut state = TargetState::new(target.clone());
        assert_eq!(state.status, TargetStatus::Answered);
        target.inputs += 1;
        state.adopt(target.clone());
        assert_eq!(state.status, TargetStatus::Answered, "what changed was not loaded");
        state.adopt(target_without_answer(&target));
        assert_eq!(
            state.status,
            TargetStatus::Waiting,
            "something that was loaded has changed"
        );
        assert!(state.report.is_some() && state.is_stale(), "the old answer stays");
    }

    #[test]
    fn half_a_build_waits_for_the_rest() {
        let mut target = scanned_target("Till");
        target.known = known(false, 2_000);
        let mut state = TargetState::new(target.clone());
        target.unfinished = Some("A wants B.go, which is not there".into());
        state.adopt(target.clone());
        assert_eq!(state.next_pass(), None);
        assert!(state.is_stale() && state.report.is_some());
        assert!(state.trouble().unwrap().contains("B.go"));
        target.unfinished = None;
        state.adopt(target);
        assert_eq!(state.status, TargetStatus::Answered);
    }

    #[test]
    fn a_target_that_kills_its_workers_is_left_alone_until_it_changes() {
        let mut target = scanned_target("Till");
        let mut state = TargetState::new(target.clone());
        assert!(!state.died() && !state.died() && state.died());
        state.status = TargetStatus::GivenUp;
        state.adopt(target.clone());
        assert_eq!(state.next_pass(), None);
        target.inputs += 1;
        state.adopt(target);
        assert_eq!(state.next_pass(), Some(FIRST_PASS));
        assert!(!state.died());
    }

    #[test]
    fn a_found_target_without_threads_gets_no_more_time() {
        let mut target = scanned_target("Till");
        let mut report = verified_report();
        report.statistics.max_threads = 1;
        target.known = Some(Arc::new(Stored {
            report,
            ..Stored::clone(&known(true, 2_000).unwrap())
        }));
        let state = TargetState::new(target.clone());
        assert!(state.is_sequential());
        assert_eq!(state.next_pass(), None);
        target.configured = true;
        assert!(!TargetState::new(target).is_sequential(), "somebody asked for it");
    }
}
