//! What reports say that were asked for (`--report`), as facts. `words::reported` makes the lines; nothing reads those.

use serde::{Deserialize, Serialize};

use super::cost::Profile;
use super::location::Location;
use super::object::Object;
use super::step::StepFacts;

/// A report that can be asked for. Closed: a new one is made in `reports` and needs its lines in `words::reported`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportKind {
    /// What happens on one run: that of the first confirmed finding, else one that goes on with the same thread as long as it can.
    Trace,
    /// What of the program's own code has run on some path.
    Coverage,
    /// How states and transitions came with time.
    Progress,
    /// Between which ends the numbers lie that were written to fields.
    Values,
    /// Which locks were waited for.
    Contention,
    /// Where the transitions went, and what makes the search smaller.
    Profile,
}

impl ReportKind {
    /// All of them.
    pub const ALL: [ReportKind; 6] = [
        ReportKind::Trace,
        ReportKind::Coverage,
        ReportKind::Progress,
        ReportKind::Values,
        ReportKind::Contention,
        ReportKind::Profile,
    ];

    /// The name in `--report`.
    pub fn name(self) -> &'static str {
        match self {
            ReportKind::Trace => "trace",
            ReportKind::Coverage => "coverage",
            ReportKind::Progress => "progress",
            ReportKind::Values => "values",
            ReportKind::Contention => "contention",
            ReportKind::Profile => "profile",
        }
    }

    /// The report with this name.
    pub fn by_name(name: &str) -> Option<ReportKind> {
        ReportKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a report says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "report", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Reported {
    /// What happens on one run.
    Trace {
        /// The fingerprint of the finding whose run it is; none for one on which nothing was found.
        finding: Option<String>,
        /// Its steps.
        steps: Vec<TraceStep>,
        /// So many more are left out.
        left_out: u64,
    },
    /// What has run of each class of the program that was loaded.
    Coverage {
        /// In the order of their names.
        classes: Vec<ClassCoverage>,
    },
    /// How far the search was when.
    Progress {
        /// In order, the end last.
        samples: Vec<Sample>,
    },
    /// What was written to fields of the program, all paths together.
    Values {
        /// In the order of their names.
        fields: Vec<FieldRange>,
    },
    /// Which locks threads waited for, most often first.
    Contention {
        /// In that order.
        locks: Vec<LockContention>,
    },
    /// Where the transitions of the search went.
    Profile(Profile),
}

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceStep {
    /// The thread's name.
    pub thread: String,
    /// What it does.
    pub facts: StepFacts,
    /// Where, if that is in the program's code.
    pub location: Option<Location>,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Those that were covered.
    pub covered: u64,
    /// All.
    pub total: u64,
}

impl Counted {
    /// One more.
    pub(crate) fn count(&mut self, covered: bool) {
        self.covered += u64::from(covered);
        self.total += 1;
    }

    /// Both together.
    pub fn plus(self, other: Counted) -> Counted {
        Counted {
            covered: self.covered + other.covered,
            total: self.total + other.total,
        }
    }
}

/// What has run of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassCoverage {
    /// Binary name with dots.
    pub class: String,
    /// The source file's name, where the class file says it.
    pub file: Option<String>,
    /// Its methods with a body, in the order of the class file.
    pub methods: Vec<MethodCoverage>,
    /// Its lines with code, in order.
    pub lines: Vec<LineCoverage>,
}

/// What has run of a method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodCoverage {
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its first line.
    pub line: Option<u32>,
    /// Its instructions.
    pub instructions: Counted,
    /// The ways of its conditional branches, two each.
    pub branches: Counted,
}

/// What has run of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCoverage {
    /// From 1.
    pub line: u32,
    /// Its instructions.
    pub instructions: Counted,
    /// Its conditional branches: whether each has jumped, and whether it has gone on behind itself.
    pub branches: Vec<(bool, bool)>,
}

/// How far a search was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Since the check began.
    pub seconds: f64,
    /// Distinct states so far, of the search that goes on.
    pub states: u64,
    /// Its transitions so far.
    pub transitions: u64,
}

/// The numbers that were written to a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldRange {
    /// With its class: `shop.Till.sum`.
    pub field: String,
    /// The least.
    pub least: String,
    /// The greatest.
    pub greatest: String,
}

/// A lock that a thread waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockContention {
    /// As the waiting threads know it.
    pub lock: Object,
    /// After so many transitions, each counted for each thread that waits.
    pub transitions: u64,
    /// Who waited for whom, most often first.
    pub pairs: Vec<Contender>,
}

/// A thread that waited for a lock that another one held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contender {
    /// Its name.
    pub waits: String,
    /// The name of the other one, where it is known.
    pub holds: Option<String>,
    /// After so many transitions.
    pub transitions: u64,
}
