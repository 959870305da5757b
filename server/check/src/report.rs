//! What a check says: verdict, findings, statistics. Plain data; the binary turns it into text or JSON.

use serde::{Deserialize, Serialize};

use std::collections::BTreeSet;

use crate::facts::defect::{Facts, Role, Thrown, Tried};
use crate::facts::explored::ExploredMethod;
use crate::facts::kind::Kind;
use crate::facts::location::Location;
use crate::facts::need::Need;
use crate::facts::note::Note;
use crate::facts::reason::{Cause, Reason};
use crate::facts::reported::Reported;
use crate::facts::why::Why;
use crate::temporal::spec::TemporalProperty;
use crate::trail::{PassingRun, Trail};

/// The answer for one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Verified, violated, incomplete or failed.
    pub verdict: Verdict,
    /// Whether the whole space was explored, also for a violated target.
    pub coverage: Coverage,
    /// Limits reached, methods not modelled, why it failed.
    pub reasons: Vec<Reason>,
    /// Remarks that change nothing: accesses that break what all others keep to.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// What the verdict takes for granted, by name: `jdk-atomic`, `timeouts-last-resort`, …
    pub assumptions: Vec<String>,
    /// Each distinct defect once, errors first.
    pub findings: Vec<Finding>,
    /// How much was done.
    pub statistics: Statistics,
    /// The reports that were asked for.
    #[serde(default)]
    pub reports: Vec<Reported>,
    /// What annotations of the initialised classes state.
    #[serde(default)]
    pub stated: Vec<TemporalProperty>,
    /// What is known of each path of methods that were explored for all inputs, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explored: Vec<ExploredMethod>,
}

impl Report {
    /// A report of a target that did not run.
    pub fn failed(reason: impl Into<Reason>) -> Report {
        Report::refused(vec![reason.into()])
    }

    /// A report of a target that did not run, for each of these reasons.
    pub fn refused(reasons: Vec<impl Into<Reason>>) -> Report {
        Report {
            verdict: Verdict::Failed,
            coverage: Coverage::Limited,
            reasons: reasons.into_iter().map(Into::into).collect(),
            notes: Vec::new(),
            assumptions: Vec::new(),
            findings: Vec::new(),
            statistics: Statistics::default(),
            reports: Vec::new(),
            stated: Vec::new(),
            explored: Vec::new(),
        }
    }

    /// What an assumption throws of a test whose assumptions fail on every path: nothing was tested. Everything was explored, and
    /// nothing is claimed.
    pub fn skipped(&self) -> Option<&str> {
        let [reason] = &self.reasons[..] else { return None };
        match (self.verdict, self.coverage, &reason.cause) {
            (Verdict::Incomplete, Coverage::Complete, Cause::Skipped { thrown }) => Some(thrown),
            _ => None,
        }
    }
}

/// The verdict on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole space was explored and nothing was found.
    Verified,
    /// At least one confirmed finding.
    Violated,
    /// Anything less than the two above.
    Incomplete,
    /// It did not run.
    Failed,
}

/// Whether the search saw everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// Every reachable state was explored.
    Complete,
    /// Something was cut off; the report's reasons say what.
    Limited,
}

/// One defect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What is wrong.
    pub kind: Kind,
    /// Confirmed by a replayable trail, or only predicted.
    pub confidence: Confidence,
    /// Who says so.
    pub analysis: Analysis,
    /// One short line in plain words.
    pub message: String,
    /// What is wrong; `None` if all that is known is a trail of another time.
    #[serde(default)]
    pub facts: Option<Facts>,
    /// How hard it was tried to reach what is no more than predicted.
    #[serde(default)]
    pub tried: Option<Tried>,
    /// What came between what, and what it takes for the run to pass.
    #[serde(default)]
    pub why: Option<Why>,
    /// The nearest run that passes, where one switch makes the difference.
    #[serde(default)]
    pub passing: Option<PassingRun>,
    /// Unlikely events without which it does not happen.
    pub needs: Vec<Need>,
    /// `v1:` and 16 hex digits; stable across compilers, edits elsewhere and JDKs.
    pub fingerprint: String,
    /// The main place.
    pub location: Location,
    /// The other places, each with its part in the story.
    pub related: Vec<Related>,
    /// The run that leads there.
    pub trail: Trail,
}

/// Another place of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Related {
    /// `audit waits to lock ledger, held by sell`.
    pub message: String,
    /// The same as facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Where.
    pub location: Location,
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// A defect.
    Error,
    /// A defect that needs an unlikely event, or a smell.
    Warning,
}

/// Confirmed or potential.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// The state was reached, and its schedule replays from scratch to the same finding.
    Confirmed,
    /// Predicted, or not replayed.
    Potential,
}

/// The analysis behind a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Analysis {
    /// The state-space search.
    Search,
    /// Lock sets of one run.
    Eraser,
    /// Lock orders of one run.
    LockTree,
    /// The order of one run.
    HappensBefore,
}

/// How much a check did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Statistics {
    /// Distinct keys stored.
    pub states: u64,
    /// Arrivals at a stored key.
    pub revisited: u64,
    /// Choices executed, revisits included.
    pub transitions: u64,
    /// Bytecodes interpreted after boot.
    pub instructions: u64,
    /// Longest path, in transitions.
    pub max_depth: u64,
    /// Wall time; filled in by the caller that has a clock.
    pub seconds: f64,
    /// CPU time of the worker; filled in by the caller.
    pub cpu_seconds: f64,
    /// Peak resident memory of the worker; filled in by the caller.
    pub peak_memory_bytes: u64,
    /// What the set of states takes at the end.
    #[serde(default)]
    pub store_bytes: u64,
    /// Most threads that lived at once.
    #[serde(default)]
    pub max_threads: u64,
    /// How often the search restarted because something did not hold that it had taken for granted.
    #[serde(default)]
    pub restarts: u64,
    /// The transitions made before the last of these, which no other figure counts but `instructions` and the times.
    #[serde(default)]
    pub restarted_transitions: u64,
}

impl Finding {
    /// The main place first, unless a related one on the same line has a message already.
    pub fn places(&self) -> Vec<(&Location, &str)> {
        let related = self.related.iter();
        let related = related.map(|related| (&related.location, related.message.as_str()));
        let same_line = |one: &Location| {
            let main = &self.location;
            one.file == main.file && one.line == main.line && one.class == main.class
        };
        let has_message = self.related.iter().any(|related| same_line(&related.location));
        let own = (!has_message).then_some((&self.location, ""));
        own.into_iter().chain(related).collect()
    }

    /// Error, unless the kind is a smell or the finding needs an unlikely event.
    pub fn severity(&self) -> Severity {
        if self.kind.is_a_smell() || !self.needs.is_empty() {
            Severity::Warning
        } else {
            Severity::Error
        }
    }

    /// The field that a race or a broken promise is about, with its class: `shop.Stats.hits`; binary name with dots.
    pub fn subject(&self) -> Option<String> {
        self.facts.as_ref()?.field()
    }

    /// The throwable that was not caught, or was never retrieved from its future.
    pub fn thrown(&self) -> Option<&Thrown> {
        self.facts.as_ref()?.thrown()
    }
}

/// What a check gives beside its report.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    /// The report.
    pub report: Report,
    /// With [`crate::Options::ends`]: what each end of the program printed to standard output, on any path. An end is where no
    /// thread is left that keeps the program alive.
    pub ends: BTreeSet<String>,
}
