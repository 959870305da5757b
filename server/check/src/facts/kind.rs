//! Kinds of findings.

use serde::{Deserialize, Serialize};

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
    /// Workers of a pool wait for tasks forever, after everybody else has ended.
    ThreadLeak,
    /// What an annotation says about locks is not kept to.
    LockDiscipline,
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

    /// Whether it is a smell more than a failure: it is a warning, and no check stops at it.
    pub fn is_a_smell(self) -> bool {
        match self {
            Kind::InfiniteLoop | Kind::BlockedInAtomic | Kind::ThreadLeak | Kind::LockDiscipline => true,
            Kind::Deadlock | Kind::DataRace | Kind::AssertionFailure | Kind::UncaughtException => false,
        }
    }
}
