//! Why a report says less than it could. `words::reason` makes the sentences; nothing reads those.

use dropwire_vm::{NoObject, VmError};
use serde::{Deserialize, Serialize};

use super::property::{Problem, PropertyOrigin};

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reason {
    /// What it is.
    #[serde(flatten)]
    pub cause: Cause,
    /// The paths that it is the reason for, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<u64>,
    /// The case of a test that it is about; none if it is about the whole target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
}

/// What stood in the way. Closed: a new one needs its text in `words::reason`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "cause", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Cause {
    /// The time limit.
    Time {
        /// In milliseconds; none where that is not known.
        limit: Option<u64>,
    },
    /// The time for all targets together was over before this one ran.
    TotalTime,
    /// The memory limit.
    Memory {
        /// In bytes; none where that is not known.
        limit: Option<u64>,
    },
    /// The memory limit of all workers of a server together.
    MemoryOfWorkers {
        /// In bytes.
        limit: u64,
    },
    /// The limit of transitions.
    Transitions {
        /// So many.
        limit: u64,
    },
    /// The limit of a path's length.
    Depth {
        /// So many transitions.
        limit: u64,
    },
    /// Somebody wanted it to stop.
    Interrupted {
        /// The report has what was found by then.
        partial: bool,
    },
    /// A server has no use for the answer any more.
    Cancelled,
    /// Something that the machine does not model.
    NotModelled {
        /// What, and where it was called.
        what: String,
    },
    /// No object of the class under test can be constructed: its constructors need arguments that cannot be generated, or it has none.
    NoObject {
        /// Binary name with dots.
        class: String,
        /// It is abstract, or an interface.
        is_abstract: bool,
        /// The class that would say how, with a static method `create`; binary name with dots.
        fixture: String,
    },
    /// A limit of the machine, as of a stack's depth or the number of threads.
    Machine {
        /// Which.
        what: String,
    },
    /// A class that the class path does not have.
    MissingClass {
        /// Binary name with dots.
        class: String,
        /// Whose class path, where several are known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class_path: Option<String>,
        /// The entries of the class path that do not exist.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<String>,
    },
    /// Classes that were compiled apart from each other.
    InconsistentClasses {
        /// How it shows.
        what: String,
    },
    /// A class, a jar or a JDK that cannot be read.
    Unreadable {
        /// Which, and why.
        what: String,
    },
    /// The assumptions of a test fail on every path.
    Skipped {
        /// What one of them throws.
        thrown: String,
    },
    /// A test has no cases.
    NoCases,
    /// The object under test could not be made.
    ObjectNotMade {
        /// What its constructor throws.
        thrown: String,
    },
    /// No method of the object under test returned on any path.
    NothingReturned,
    /// Scenarios of an object under test that were not explored.
    ScenariosLeftOut {
        /// So many were.
        explored: u64,
    },
    /// What the calls of some scenarios give in sequence is not known, and was not judged.
    NoSpecification {
        /// So many scenarios.
        scenarios: u64,
        /// Why, for one of them.
        problem: String,
    },
    /// The first finding was enough, as asked.
    FirstFinding,
    /// The program ignores all of its runs that do not go on forever.
    EveryRunIgnored,
    /// No run came to an end, and nothing was found that says why.
    NoEnd,
    /// Potential findings are left.
    PotentialFindings {
        /// So many.
        left: u64,
    },
    /// A defect was reached, and its run could not be followed again.
    NotFollowed {
        /// The defect.
        defect: String,
        /// Why; none if there was no time.
        problem: Option<String>,
    },
    /// A trail did not reproduce in a fresh process.
    NotReproduced {
        /// The finding.
        finding: String,
        /// What happened instead.
        problem: String,
    },
    /// Paths with more preemptions were not explored.
    PreemptionBound {
        /// The most that a path has.
        preemptions: u32,
    },
    /// Only the threads on which a warning depends were scheduled.
    Window {
        /// Some of the others, by name.
        left_out: Vec<String>,
    },
    /// A listener ended the search or left out paths.
    Listener {
        /// Its name.
        name: String,
    },
    /// Random schedules are all that was tried.
    Simulation {
        /// So many.
        schedules: u64,
        /// They were analysed.
        analysed: bool,
        /// Of the random numbers.
        seed: u64,
    },
    /// Random runs that were given up before their end.
    RunsGivenUp {
        /// So many.
        runs: u64,
        /// The steps that a run may have.
        longest: u64,
    },
    /// An atom of a property has no meaning.
    PropertyNotUnderstood {
        /// The property's name.
        property: String,
        /// Where it is stated.
        #[serde(default, skip_serializing_if = "PropertyOrigin::is_configuration")]
        origin: PropertyOrigin,
        /// The atom.
        atom: String,
        /// Why.
        problem: Problem,
    },
    /// Properties that this search does not decide.
    PropertiesNotDecided {
        /// Their names.
        properties: Vec<String>,
    },
    /// Properties that a search with so many states does not decide.
    GraphTooLarge {
        /// Their names.
        properties: Vec<String>,
    },
    /// A loop waits for the garbage collector, or a wait for it ended by its time and what then failed is not reported.
    CollectorAwaited,
    /// A loop polls the clock.
    ClockPolled,
    /// It could not be decided whether daemon threads free the others.
    Daemons {
        /// The states after which it was given up.
        states: u64,
    },
    /// The store of states may take new ones for old ones.
    Bitstate {
        /// How many of them, in hundredths of a percent.
        omitted: u64,
    },
    /// A key kept up to date differs from the one computed from scratch.
    KeyDiffers,
    /// A state that was left could not be reached again.
    NotRestored {
        /// Why, where that is known.
        problem: Option<String>,
    },
    /// A state that was left is another one when it is reached again.
    RestoredDiffers,
    /// The process that was to answer did not start, or could not begin.
    NotStarted {
        /// Why.
        what: String,
    },
    /// Values of something that cannot stay symbolic were left out.
    ValuesLeftOut {
        /// What it is: the length of an array, a call.
        what: String,
        /// So many were tried.
        tried: u64,
    },
    /// A path was cut off after so many decisions on symbolic values.
    DecisionsOfAPath {
        /// So many.
        limit: u64,
    },
    /// The solver did not decide within its budget whether a path can be taken.
    ConditionNotDecided {
        /// Whether z3 was asked as well.
        z3: AskedZ3,
    },
    /// Some inputs were not explored.
    InputsLeftOut {
        /// Which.
        what: LeftOut,
    },
    /// No input that was explored satisfies the precondition.
    PreconditionNeverHolds {
        /// The method that says what inputs are allowed, with its class.
        method: String,
    },
    /// Symbolic values were not followed to the end of a path.
    PathNotFollowed {
        /// Why.
        problem: NotFollowed,
    },
    /// The process that was to answer is gone.
    WorkerDied {
        /// How.
        what: String,
        /// That is a bug of this program.
        bug: bool,
    },
}

/// Inputs that were not explored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LeftOut {
    /// Those with more objects of a class.
    Objects {
        /// The class; binary name.
        class: String,
        /// So many were explored.
        limit: u64,
    },
    /// Longer arrays.
    Arrays {
        /// So many elements were explored.
        limit: u64,
    },
    /// Longer strings, and those with characters of more than one byte.
    Strings {
        /// So many characters were explored.
        limit: u64,
    },
    /// Objects of a type.
    Type {
        /// As source code has it.
        name: String,
    },
    /// Two strings that are one object.
    SameString,
    /// Calls on objects of a class whose constructors cannot be called.
    InstanceMethods {
        /// The class; binary name.
        class: String,
    },
}

/// Whether z3 was asked about a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedZ3 {
    /// It was.
    Asked,
    /// There is none on the path.
    Missing,
    /// The options say that it is not to be asked.
    NotAllowed,
}

/// Why symbolic values were not followed to the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotFollowed {
    /// Integers are taken for mathematical ones, and overflow in some interleaving: others may do without.
    Overflow,
    /// It ran for long and did not end.
    Endless,
    /// The method was not reached.
    NotCalled,
    /// A symbolic value went a way that is not followed.
    ValueLost,
    /// Of the inputs that take it, none were found that preconditions allow.
    NoInputs,
}

/// Why a budget ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit is reached.
    Time,
    /// The user or the server cancelled.
    Interrupted,
    /// The process has become as large as it may be.
    Memory,
}

impl Reason {
    /// The same for one case of a test.
    pub fn of_case(self, case: &str) -> Reason {
        Reason {
            case: Some(case.to_owned()),
            ..self
        }
    }
}

impl Cause {
    /// The time limit ended it, whatever that was.
    pub(crate) fn time() -> Cause {
        Cause::Time { limit: None }
    }

    /// The memory limit ended it: so many bytes, 0 where that is not known.
    pub fn memory(limit: u64) -> Cause {
        Cause::Memory {
            limit: Some(limit).filter(|limit| *limit > 0),
        }
    }

    /// A budget ended it, whose limit of memory is that.
    pub(crate) fn of_end(stop: Option<Stop>, memory_limit: u64) -> Cause {
        match stop {
            Some(Stop::Memory) => Cause::memory(memory_limit),
            stop => stop.unwrap_or(Stop::Interrupted).into(),
        }
    }

    /// Somebody wanted it to stop.
    pub(crate) fn interrupted() -> Cause {
        Cause::Interrupted { partial: false }
    }

    /// What the user can do about it.
    pub fn remedy(&self) -> Remedy<'_> {
        match self {
            Cause::Time { .. } => Remedy::Raise(Limit::Time),
            Cause::Memory { .. } => Remedy::Raise(Limit::Memory),
            Cause::Transitions { .. } => Remedy::Raise(Limit::Transitions),
            Cause::Depth { .. } => Remedy::Raise(Limit::Depth),
            Cause::MissingClass { class, .. } => Remedy::Provide { class },
            Cause::InconsistentClasses { what } => Remedy::Compile { what },
            Cause::NoObject { class, fixture, .. } => Remedy::WriteFixture { class, fixture },
            Cause::TotalTime
            | Cause::MemoryOfWorkers { .. }
            | Cause::Interrupted { .. }
            | Cause::Cancelled
            | Cause::NotModelled { .. }
            | Cause::Machine { .. }
            | Cause::Unreadable { .. }
            | Cause::Skipped { .. }
            | Cause::NoCases
            | Cause::ObjectNotMade { .. }
            | Cause::NothingReturned
            | Cause::ScenariosLeftOut { .. }
            | Cause::NoSpecification { .. }
            | Cause::FirstFinding
            | Cause::NoEnd
            | Cause::EveryRunIgnored
            | Cause::PotentialFindings { .. }
            | Cause::NotFollowed { .. }
            | Cause::NotReproduced { .. }
            | Cause::PreemptionBound { .. }
            | Cause::Window { .. }
            | Cause::Listener { .. }
            | Cause::Simulation { .. }
            | Cause::RunsGivenUp { .. }
            | Cause::PropertyNotUnderstood { .. }
            | Cause::PropertiesNotDecided { .. }
            | Cause::GraphTooLarge { .. }
            | Cause::CollectorAwaited
            | Cause::ClockPolled
            | Cause::Daemons { .. }
            | Cause::Bitstate { .. }
            | Cause::KeyDiffers
            | Cause::NotRestored { .. }
            | Cause::RestoredDiffers
            | Cause::NotStarted { .. }
            | Cause::ValuesLeftOut { .. }
            | Cause::DecisionsOfAPath { .. }
            | Cause::ConditionNotDecided { .. }
            | Cause::InputsLeftOut { .. }
            | Cause::PreconditionNeverHolds { .. }
            | Cause::PathNotFollowed { .. }
            | Cause::WorkerDied { .. } => Remedy::None,
        }
    }
}

/// What the user can do about a cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy<'a> {
    /// Raise the limit that was reached.
    Raise(Limit),
    /// Put a class on the class path.
    Provide {
        /// Its name.
        class: &'a str,
    },
    /// Compile classes together.
    Compile {
        /// What does not fit.
        what: &'a str,
    },
    /// Write a class with a static method `create` that gives the object under test.
    WriteFixture {
        /// The class of the object.
        class: &'a str,
        /// The class to write.
        fixture: &'a str,
    },
    /// Nothing that is known here.
    None,
}

/// A limit of one search that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Of wall-clock time.
    Time,
    /// Of the process's memory.
    Memory,
    /// Of transitions.
    Transitions,
    /// Of choices on one path.
    Depth,
}

impl From<Cause> for Reason {
    fn from(cause: Cause) -> Reason {
        Reason {
            cause,
            paths: None,
            case: None,
        }
    }
}

impl From<&VmError> for Cause {
    fn from(error: &VmError) -> Cause {
        let what = || error.to_string();
        match error {
            VmError::NotModelled(_) => Cause::NotModelled { what: what() },
            VmError::NoObject(class, why) => Cause::NoObject {
                class: class.replace('/', "."),
                is_abstract: *why == NoObject::Abstract,
                fixture: crate::fixture_names::fixture(class).replace('/', "."),
            },
            VmError::Limit(_) => Cause::Machine { what: what() },
            VmError::Class(_) | VmError::Jdk(_) => Cause::Unreadable { what: what() },
            VmError::Ignored(_) => Cause::EveryRunIgnored,
            VmError::Stopped => Cause::interrupted(),
            VmError::MissingClass(name) => Cause::MissingClass {
                class: name.replace('/', "."),
                class_path: None,
                absent: Vec::new(),
            },
        }
    }
}

impl From<Stop> for Cause {
    fn from(stop: Stop) -> Cause {
        match stop {
            Stop::Time => Cause::time(),
            Stop::Memory => Cause::memory(0),
            Stop::Interrupted => Cause::interrupted(),
        }
    }
}
