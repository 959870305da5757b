//! Facts as those see them who ask about one aspect of a defect: a property, a round that repeats, an object under test, a field.

use super::defect::{Facts, Held, Obstacle, Promise, Scenario, SequentialOrder, Thrown};
use super::kind::Kind;
use super::object::{Memory, Object};
use super::property::{Failure, PropertyOrigin};

/// What is wrong with an object under test.
#[derive(Clone, Copy, Debug)]
pub enum ObjectDefect<'a> {
    /// No sequential order explains what its calls gave.
    NotLinearizable {
        /// What was called, and what it gave.
        scenario: &'a Scenario,
        /// The class whose sequential executions were looked at; binary name with dots.
        specification: &'a str,
        /// What these give; some of them, if there are many.
        sequential: &'a [SequentialOrder],
    },
    /// Its invariant does not hold after all calls.
    BrokenInvariant {
        /// What was called, and what it gave.
        scenario: &'a Scenario,
        /// The method that says so, as `repOk()`.
        invariant: &'a str,
    },
}

/// A property of the user's, as a finding names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViolatedProperty<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its formula.
    pub formula: &'a str,
    /// Where it is stated.
    pub origin: &'a PropertyOrigin,
}

impl Facts {
    /// Whether it is a race of which no state has both accesses next.
    pub fn is_never_adjacent(&self) -> bool {
        matches!(
            self,
            Facts::Race {
                never_adjacent: true,
                ..
            }
        )
    }

    /// The user's property that does not hold.
    pub fn property(&self) -> Option<ViolatedProperty<'_>> {
        match self {
            Facts::PropertyViolation {
                property,
                formula,
                origin,
                ..
            }
            | Facts::InvariantViolation {
                property,
                formula,
                origin,
                ..
            } => Some(ViolatedProperty {
                name: property,
                formula,
                origin,
            }),
            Facts::DeadlockCycle { .. }
            | Facts::Stuck { .. }
            | Facts::Race { .. }
            | Facts::Thrown { .. }
            | Facts::LockDiscipline { .. }
            | Facts::BlockedInAtomic { .. }
            | Facts::ThreadLeak { .. }
            | Facts::RepeatedState { .. }
            | Facts::Endless { .. }
            | Facts::Livelock { .. }
            | Facts::NotLinearizable { .. }
            | Facts::BrokenInvariant { .. }
            | Facts::NotObstructionFree { .. } => None,
        }
    }

    /// How many steps of threads repeat forever, where that is known.
    pub fn round(&self) -> Option<usize> {
        match self {
            Facts::Livelock { steps, .. } => Some(*steps),
            Facts::PropertyViolation { failure, .. } => match failure {
                Failure::ForEver { steps } => Some(*steps),
                Failure::Already | Failure::AtTheEnd => None,
            },
            Facts::NotObstructionFree { obstacle, .. } => match obstacle {
                Obstacle::Repeats { steps } => Some(*steps),
                Obstacle::Blocked { .. } => None,
            },
            Facts::RepeatedState { .. }
            | Facts::Endless { .. }
            | Facts::DeadlockCycle { .. }
            | Facts::Stuck { .. }
            | Facts::Race { .. }
            | Facts::Thrown { .. }
            | Facts::LockDiscipline { .. }
            | Facts::BlockedInAtomic { .. }
            | Facts::ThreadLeak { .. }
            | Facts::InvariantViolation { .. }
            | Facts::NotLinearizable { .. }
            | Facts::BrokenInvariant { .. } => None,
        }
    }

    /// Whether the run never ends: its last steps repeat.
    pub fn repeats_forever(&self) -> bool {
        self.round().is_some() || matches!(self, Facts::RepeatedState { .. } | Facts::Endless { .. })
    }

    /// What is wrong with an object under test; `None` if it is something else.
    pub fn of_object(&self) -> Option<ObjectDefect<'_>> {
        match self {
            Facts::NotLinearizable {
                scenario,
                specification,
                sequential,
                consistency: _,
                unexplained: _,
            } => Some(ObjectDefect::NotLinearizable {
                scenario,
                specification,
                sequential,
            }),
            Facts::BrokenInvariant {
                scenario,
                invariant,
                threw: _,
            } => Some(ObjectDefect::BrokenInvariant { scenario, invariant }),
            Facts::DeadlockCycle { .. }
            | Facts::Stuck { .. }
            | Facts::Race { .. }
            | Facts::Thrown { .. }
            | Facts::LockDiscipline { .. }
            | Facts::BlockedInAtomic { .. }
            | Facts::ThreadLeak { .. }
            | Facts::RepeatedState { .. }
            | Facts::Endless { .. }
            | Facts::Livelock { .. }
            | Facts::InvariantViolation { .. }
            | Facts::PropertyViolation { .. }
            | Facts::NotObstructionFree { .. } => None,
        }
    }

    /// The kind of finding that they make.
    pub fn kind(&self) -> Kind {
        match self {
            Facts::DeadlockCycle { .. } | Facts::Stuck { .. } => Kind::Deadlock,
            Facts::Race { .. } => Kind::DataRace,
            Facts::Thrown { assertion: true, .. } => Kind::AssertionFailure,
            Facts::Thrown { assertion: false, .. } => Kind::UncaughtException,
            Facts::LockDiscipline { .. } => Kind::LockDiscipline,
            Facts::BlockedInAtomic { .. } => Kind::BlockedInAtomic,
            Facts::ThreadLeak { .. } => Kind::ThreadLeak,
            Facts::RepeatedState { .. } | Facts::Endless { .. } => Kind::InfiniteLoop,
            Facts::Livelock { .. } => Kind::Livelock,
            Facts::InvariantViolation { .. } => Kind::InvariantViolation,
            Facts::PropertyViolation { .. } => Kind::PropertyViolation,
            Facts::NotLinearizable { .. } => Kind::NotLinearizable,
            Facts::NotObstructionFree { .. } => Kind::NotObstructionFree,
            Facts::BrokenInvariant { .. } => Kind::InvariantViolation,
        }
    }

    /// The field that a race or a broken promise is about, with its class.
    pub fn field(&self) -> Option<String> {
        match self {
            Facts::Race { memory, .. } => memory.qualified_field(),
            Facts::LockDiscipline { class, member, .. } => Some(format!("{class}.{member}")),
            Facts::DeadlockCycle { .. }
            | Facts::Stuck { .. }
            | Facts::Thrown { .. }
            | Facts::BlockedInAtomic { .. }
            | Facts::ThreadLeak { .. }
            | Facts::RepeatedState { .. }
            | Facts::Endless { .. }
            | Facts::Livelock { .. }
            | Facts::InvariantViolation { .. }
            | Facts::PropertyViolation { .. }
            | Facts::NotLinearizable { .. }
            | Facts::NotObstructionFree { .. }
            | Facts::BrokenInvariant { .. } => None,
        }
    }

    /// The throwable that was not caught, or was never retrieved from its future.
    pub fn thrown(&self) -> Option<&Thrown> {
        match self {
            Facts::Thrown { thrown, .. } => Some(thrown),
            Facts::DeadlockCycle { .. }
            | Facts::Stuck { .. }
            | Facts::Race { .. }
            | Facts::LockDiscipline { .. }
            | Facts::BlockedInAtomic { .. }
            | Facts::ThreadLeak { .. }
            | Facts::RepeatedState { .. }
            | Facts::Endless { .. }
            | Facts::Livelock { .. }
            | Facts::InvariantViolation { .. }
            | Facts::PropertyViolation { .. }
            | Facts::NotLinearizable { .. }
            | Facts::NotObstructionFree { .. }
            | Facts::BrokenInvariant { .. } => None,
        }
    }

    /// The fields and variables that it is about, without their classes.
    pub fn variables(&self) -> Vec<&str> {
        match self {
            Facts::DeadlockCycle { cycle } => {
                let held = cycle.iter().filter_map(|side| match &side.holds {
                    Some(Held::Lock { lock, .. }) => lock.variable(),
                    Some(Held::Initialisation { .. }) | None => None,
                });
                let wanted = cycle.iter().filter_map(|side| side.wait.object()?.variable());
                held.chain(wanted).collect()
            }
            Facts::Stuck { waiting } => waiting.iter().filter_map(|one| one.wait.object()?.variable()).collect(),
            Facts::BlockedInAtomic { waiting, .. }
            | Facts::NotObstructionFree {
                obstacle: Obstacle::Blocked { waiting },
                ..
            } => waiting.wait.object().and_then(Object::variable).into_iter().collect(),
            Facts::Race { memory, .. } => match memory {
                Memory::Field { field, .. } => vec![field],
                Memory::Elements { .. } | Memory::Whole { .. } | Memory::OffHeap { .. } => Vec::new(),
            },
            Facts::LockDiscipline { member, promise, .. } => match promise {
                Promise::GuardedBy { lock } => vec![member, lock],
                Promise::Immutable => vec![member],
            },
            Facts::Thrown { .. }
            | Facts::ThreadLeak { .. }
            | Facts::RepeatedState { .. }
            | Facts::Endless { .. }
            | Facts::Livelock { .. }
            | Facts::InvariantViolation { .. }
            | Facts::PropertyViolation { .. }
            | Facts::NotLinearizable { .. }
            | Facts::NotObstructionFree {
                obstacle: Obstacle::Repeats { .. },
                ..
            }
            | Facts::BrokenInvariant { .. } => Vec::new(),
        }
    }
}
