//! Remarks of a report that change nothing, as facts. `words::note` makes the sentences; nothing reads those.

use dropwire_vm::Unclear;
use serde::{Deserialize, Serialize};

use super::cost::{Advice, SiteCost};
use super::location::Location;
use super::object::{Memory, Object};

/// A remark. Closed: a new one needs its text in `words::note`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "note", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Note {
    /// A throwable left a thread, and a handler of the program's own took it.
    Handled {
        /// The thread.
        thread: Object,
        /// The throwable, as it describes itself.
        thrown: String,
        /// Where it was thrown.
        location: Location,
    },
    /// An access without the lock that protects all others.
    Unprotected {
        /// What is accessed.
        memory: Memory,
        /// The field with its class, as findings of races name it: `shop.Account.balance`.
        subject: Option<String>,
        /// Who accesses it.
        thread: Object,
        /// Where.
        location: Option<Location>,
        /// The locks that it holds.
        held: Vec<Object>,
        /// The locks that protected every access before.
        assumed: Vec<Object>,
    },
    /// An annotation that names a lock which is not known.
    UncheckedAnnotation {
        /// The class of the member; binary name with dots.
        class: String,
        /// The field or the method.
        member: String,
        /// What the annotation names.
        lock: String,
    },
    /// What the build passes to the JVM of its tests, and has no effect.
    IgnoredJvmOptions {
        /// As the build says them.
        options: Vec<String>,
    },
    /// A method in whose place another one ran.
    Replaced {
        /// Class and name, or a pattern.
        method: String,
        /// What ran.
        by: String,
    },
    /// Atoms of a property that held in no state.
    NeverTrue {
        /// The property's name.
        property: String,
        /// What they say.
        atoms: Vec<String>,
    },
    /// A row of the user's list of perturbed values.
    Perturbed {
        /// As the list has it: `field = "shop.Till.sum"`.
        what: String,
        /// Something was perturbed by it.
        used: bool,
    },
    /// What a file of Java PathFinder asks for and has no equivalent here.
    LeftOut {
        /// The key: `listener`, or `search.properties`.
        key: String,
        /// Classes.
        classes: Vec<String>,
    },
    /// What was done to the object under test.
    ObjectUnderTest {
        /// The calls.
        calls: String,
    },
    /// Methods of the object under test that returned on no path.
    NeverReturns {
        /// The calls.
        calls: Vec<String>,
    },
    /// Methods of the object under test that are not called: their arguments cannot be made up.
    NotConstructed {
        /// The methods.
        methods: Vec<String>,
        /// The types of these arguments; binary names with dots.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        types: Vec<String>,
        /// The class whose static methods would give them; binary name with dots.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fixture: Option<String>,
    },
    /// Results of calls of which the class alone is compared.
    ComparedByClass {
        /// Binary names with dots.
        classes: Vec<String>,
    },
    /// Random schedules that were tried beside a search that was cut off.
    AdditionalRuns {
        /// So many.
        schedules: u64,
        /// Of the random numbers.
        seed: u64,
        /// Something is confirmed.
        confirmed: bool,
    },
    /// Where the transitions of a search went that was cut off.
    MostTransitions {
        /// Transitions that were counted.
        counted: u64,
        /// The most expensive places, in that order.
        sites: Vec<SiteCost>,
    },
    /// What makes a search smaller that was cut off.
    ToExploreLess {
        /// The most promising first.
        advice: Vec<Advice>,
    },
    /// Where the random runs that were asked for switched threads.
    SwitchCoverage {
        /// In so many methods.
        methods: u64,
        /// Between so many pairs of methods.
        pairs: u64,
    },
    /// An assumption of a test does not hold on some paths.
    AssumptionFailed {
        /// What it throws.
        thrown: String,
    },
    /// A case of a test was skipped.
    CaseSkipped {
        /// Its name.
        case: String,
        /// What its assumption throws.
        thrown: String,
    },
    /// A trail that was too long to be kept whole.
    TrailCut {
        /// The finding.
        finding: String,
        /// The steps of the run.
        steps: u64,
        /// Those that are kept.
        kept: u64,
    },
    /// A method was explored for all values of some of its parameters.
    SymbolicPaths {
        /// The paths that were followed.
        paths: u64,
        /// Of so many sequences of calls; 0 where one was asked for.
        #[serde(default)]
        sequences: u64,
        /// The parameters.
        parameters: Vec<String>,
        /// The path conditions that a solver was asked about.
        conditions: u64,
        /// Those whose answer was known.
        repeated: u64,
        /// Those that z3 decided.
        decided_by_z3: u64,
    },
    /// Objects that were inputs, and which of them a method allows.
    InputStructures {
        /// The method, with its class.
        method: String,
        /// How many were tried.
        candidates: u64,
        /// How many are allowed.
        allowed: u64,
    },
    /// No inputs of a method take these branches: all of its paths were explored.
    UnreachableBranches {
        /// The class that declares the method; binary name with dots.
        class: String,
        /// The SourceFile attribute.
        file: Option<String>,
        /// The line of each branch, and the one where the method would go on.
        lines: Vec<(u32, u32)>,
    },
}

impl Note {
    /// Whether it says what keeps a search from its end, and what to do about that.
    pub fn is_a_hint(&self) -> bool {
        matches!(self, Note::MostTransitions { .. } | Note::ToExploreLess { .. })
    }

    /// The field that it is about, with its class.
    pub(crate) fn subject(&self) -> Option<&str> {
        match self {
            Note::Unprotected { subject, .. } => subject.as_deref(),
            Note::Handled { .. }
            | Note::UncheckedAnnotation { .. }
            | Note::IgnoredJvmOptions { .. }
            | Note::Replaced { .. }
            | Note::NeverTrue { .. }
            | Note::Perturbed { .. }
            | Note::LeftOut { .. }
            | Note::ObjectUnderTest { .. }
            | Note::NeverReturns { .. }
            | Note::NotConstructed { .. }
            | Note::ComparedByClass { .. }
            | Note::AdditionalRuns { .. }
            | Note::MostTransitions { .. }
            | Note::ToExploreLess { .. }
            | Note::SwitchCoverage { .. }
            | Note::AssumptionFailed { .. }
            | Note::CaseSkipped { .. }
            | Note::TrailCut { .. }
            | Note::SymbolicPaths { .. }
            | Note::InputStructures { .. }
            | Note::UnreachableBranches { .. } => None,
        }
    }
}

impl From<&Unclear> for Note {
    fn from(unclear: &Unclear) -> Note {
        Note::UncheckedAnnotation {
            class: unclear.class.clone(),
            member: unclear.member.clone(),
            lock: unclear.lock.clone(),
        }
    }
}
