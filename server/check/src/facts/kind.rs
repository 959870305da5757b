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
    /// A fair run never ends, though others do.
    Livelock,
    /// A thread blocks inside a method that was said to be atomic.
    BlockedInAtomic,
    /// Workers of a pool wait for tasks forever, after everybody else has ended.
    ThreadLeak,
    /// What an annotation says about locks is not kept to.
    LockDiscipline,
    /// Something does not hold that the user says always does.
    InvariantViolation,
    /// A run does not satisfy a formula of the user's.
    PropertyViolation,
    /// No sequential order of an object's calls explains what they gave.
    NotLinearizable,
    /// A call of an object does not return though its thread runs alone.
    NotObstructionFree,
}

impl Kind {
    /// Every kind, in the order of the contract.
    pub const ALL: [Kind; 13] = [
        Kind::Deadlock,
        Kind::DataRace,
        Kind::AssertionFailure,
        Kind::UncaughtException,
        Kind::InfiniteLoop,
        Kind::Livelock,
        Kind::BlockedInAtomic,
        Kind::ThreadLeak,
        Kind::LockDiscipline,
        Kind::InvariantViolation,
        Kind::PropertyViolation,
        Kind::NotLinearizable,
        Kind::NotObstructionFree,
    ];

    /// The kind of that name.
    pub fn by_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in the contract.
    pub fn name(self) -> &'static str {
        self.character().name
    }

    /// Whether it is a smell more than a failure: it is a warning, and no check stops at it.
    pub fn is_a_smell(self) -> bool {
        self.character().smell
    }

    /// What is wrong in the last state of its run.
    pub fn last_snapshot(self) -> LastSnapshot {
        self.character().last_snapshot
    }

    /// Whether each of its places is a side of it; else all but the main one are callers.
    pub fn has_sides(self) -> bool {
        self.character().sides
    }

    /// Whether a value that was read may be the point where its run goes wrong.
    pub fn depends_on_values(self) -> bool {
        self.character().values
    }

    /// Whether it may owe itself to a sleep that is too short. A race does not: a sleep orders nothing (JLS 17.3).
    pub fn may_need_short_sleep(self) -> bool {
        self.character().short_sleep
    }

    /// Whether it is one of an object whose methods are called by a driver, and not by its own program.
    pub fn is_of_objects(self) -> bool {
        self.character().of_objects
    }

    /// Whether no single state shows it.
    pub fn is_over_time(self) -> bool {
        matches!(self, Kind::PropertyViolation | Kind::Livelock)
    }

    /// All that differs from kind to kind, but for the English.
    fn character(self) -> Character {
        let failure = Character {
            name: "",
            smell: false,
            last_snapshot: LastSnapshot::Plain,
            sides: false,
            values: false,
            short_sleep: false,
            of_objects: false,
        };
        let smell = Character { smell: true, ..failure };
        match self {
            Kind::Deadlock => Character {
                name: "deadlock",
                last_snapshot: LastSnapshot::Blocked,
                sides: true,
                short_sleep: true,
                of_objects: true,
                ..failure
            },
            Kind::DataRace => Character {
                name: "data-race",
                last_snapshot: LastSnapshot::Conflict,
                sides: true,
                of_objects: true,
                ..failure
            },
            Kind::AssertionFailure => Character {
                name: "assertion-failure",
                last_snapshot: LastSnapshot::Throw,
                values: true,
                short_sleep: true,
                ..failure
            },
            Kind::UncaughtException => Character {
                name: "uncaught-exception",
                last_snapshot: LastSnapshot::Throw,
                values: true,
                short_sleep: true,
                of_objects: true,
                ..failure
            },
            Kind::InfiniteLoop => Character {
                name: "infinite-loop",
                ..smell
            },
            Kind::Livelock => Character {
                name: "livelock",
                ..smell
            },
            Kind::BlockedInAtomic => Character {
                name: "blocked-in-atomic",
                last_snapshot: LastSnapshot::Blocked,
                of_objects: true,
                ..smell
            },
            Kind::ThreadLeak => Character {
                name: "thread-leak",
                last_snapshot: LastSnapshot::Blocked,
                sides: true,
                short_sleep: true,
                ..smell
            },
            Kind::LockDiscipline => Character {
                name: "lock-discipline",
                last_snapshot: LastSnapshot::Violation,
                of_objects: true,
                ..smell
            },
            Kind::InvariantViolation => Character {
                name: "invariant-violation",
                values: true,
                sides: true,
                short_sleep: true,
                of_objects: true,
                ..failure
            },
            Kind::NotLinearizable => Character {
                name: "not-linearizable",
                sides: true,
                short_sleep: true,
                of_objects: true,
                ..failure
            },
            Kind::NotObstructionFree => Character {
                name: "not-obstruction-free",
                of_objects: true,
                ..failure
            },
            Kind::PropertyViolation => Character {
                name: "property-violation",
                of_objects: true,
                ..failure
            },
        }
    }
}

/// What is wrong in the last state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastSnapshot {
    /// Threads that are blocked.
    Blocked,
    /// Two accesses that are both possible.
    Conflict,
    /// A throwable that leaves its thread, or was lost.
    Throw,
    /// An access that an annotation forbids.
    Violation,
    /// Nothing more than its last step.
    Plain,
}

struct Character {
    name: &'static str,
    smell: bool,
    last_snapshot: LastSnapshot,
    sides: bool,
    values: bool,
    short_sleep: bool,
    of_objects: bool,
}
