//! What a check says: verdict, findings, statistics. Plain data; the binary turns it into text or JSON.

use serde::{Deserialize, Serialize};

use crate::reason::Reason;
use crate::trail::Trail;

/// The answer for one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Verified, violated, incomplete or failed.
    pub verdict: Verdict,
    /// Whether the whole space was explored, also for a violated target.
    pub coverage: Coverage,
    /// Limits reached, methods not modelled, why it failed.
    pub reasons: Vec<Reason>,
    /// Remarks that change nothing: accesses that break what all others keep to. Whole sentences without a full stop.
    #[serde(default)]
    pub notes: Vec<String>,
    /// What the verdict takes for granted, by name: `jdk-atomic`, `timeouts-last-resort`, …
    pub assumptions: Vec<String>,
    /// Each distinct defect once, errors first.
    pub findings: Vec<Finding>,
    /// How much was done.
    pub statistics: Statistics,
}

/// How the only reason of a skipped target begins.
pub(crate) const SKIPPED: &str = "skipped: ";

impl Report {
    /// Why nothing was tested: a test whose assumptions fail on every path. Everything was explored, and nothing is claimed.
    pub fn skipped(&self) -> Option<&str> {
        match (self.verdict, self.coverage, &self.reasons[..]) {
            (Verdict::Incomplete, Coverage::Complete, [reason]) => reason.strip_prefix(SKIPPED),
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
    /// What came between what, and what it takes for the run to pass; in plain words.
    #[serde(default)]
    pub why: Option<String>,
    /// Unlikely events without which it does not happen: `spurious-wakeup Relay.java:8`, `time-out Relay.java:9`.
    pub needs: Vec<String>,
    /// `v1:` and 16 hex digits; stable across compilers, edits elsewhere and JDKs.
    pub fingerprint: String,
    /// The field that a race is about, with its class: `shop.Stats.hits`; binary name with dots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The throwable that left a thread, or that nobody asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown: Option<Thrown>,
    /// The main place.
    pub location: Location,
    /// The other places, each with its part in the story.
    pub related: Vec<Related>,
    /// The run that leads there.
    pub trail: Trail,
}

/// A throwable, as a finding tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Thrown {
    /// Binary name of its class.
    pub class: String,
    /// What it says; empty if nothing.
    pub text: String,
    /// A constructor that the user's code called has made it: it is no word of the machine's about the program's classes.
    pub by_the_program: bool,
}

/// Another place of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Related {
    /// `audit holds ledger since step 8`.
    pub message: String,
    /// Where.
    pub location: Location,
}

/// A place in Java code, as the class file tells it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// Binary class name with dots, as `shop.Till$Drawer`.
    pub class: String,
    /// Method name, as `sell`; `<init>` and `<clinit>` as in the class file.
    pub method: String,
    /// The SourceFile attribute.
    pub file: Option<String>,
    /// 1-based line; `None` where the class has no line table.
    pub line: Option<u32>,
}

/// Kinds of findings, in the order of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Nobody can move, or a cycle of threads waits for itself.
    Deadlock,
    /// Two conflicting accesses, not ordered.
    DataRace,
    /// An `AssertionError` leaves a thread.
    AssertionFailure,
    /// Any other throwable does.
    UncaughtException,
    /// A state repeats while only one thread moves.
    InfiniteLoop,
    /// A thread blocks inside a method that was said to be atomic.
    BlockedInAtomic,
    /// Workers of a pool wait for tasks for ever, after everybody else has ended.
    ThreadLeak,
    /// What an annotation says about locks is not kept to.
    LockDiscipline,
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
    /// How often the search began again because something did not hold that it had taken for granted.
    #[serde(default)]
    pub restarts: u64,
    /// The transitions made before the last of these, which no other figure counts but `instructions` and the times.
    #[serde(default)]
    pub restarted_transitions: u64,
}

impl Kind {
    /// Every kind, in the order of the contract.
    pub const ALL: [Kind; 8] = [
        Kind::Deadlock,
        Kind::DataRace,
        Kind::AssertionFailure,
        Kind::UncaughtException,
        Kind::InfiniteLoop,
        Kind::BlockedInAtomic,
        Kind::ThreadLeak,
        Kind::LockDiscipline,
    ];

    /// The kind of that name.
    pub fn by_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::DataRace => "data-race",
            Kind::AssertionFailure => "assertion-failure",
            Kind::UncaughtException => "uncaught-exception",
            Kind::InfiniteLoop => "infinite-loop",
            Kind::BlockedInAtomic => "blocked-in-atomic",
            Kind::ThreadLeak => "thread-leak",
            Kind::LockDiscipline => "lock-discipline",
        }
    }
}

impl Finding {
    /// Error, unless the kind is a smell or the finding needs an unlikely event.
    pub fn severity(&self) -> Severity {
        match self.kind {
            Kind::InfiniteLoop | Kind::BlockedInAtomic | Kind::ThreadLeak | Kind::LockDiscipline => Severity::Warning,
            Kind::Deadlock | Kind::DataRace | Kind::AssertionFailure | Kind::UncaughtException => {
                if self.needs.is_empty() {
                    Severity::Error
                } else {
                    Severity::Warning
                }
            }
        }
    }
}
