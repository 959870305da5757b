//! The kinds of findings as SARIF's reporting descriptors.

use dropwire_check::Kind;
use serde_json::{Value, json};

/// One for each kind, in the order of [`Kind::ALL`].
pub fn all() -> Vec<Value> {
    Kind::ALL.into_iter().map(rule).collect()
}

/// Where a kind stands in [`all`].
pub fn index(kind: Kind) -> Option<usize> {
    Kind::ALL.into_iter().position(|other| other == kind)
}

fn rule(kind: Kind) -> Value {
    let (name, short, full, level) = match kind {
        Kind::Deadlock => (
            "Deadlock",
            "Threads wait for each other for ever",
            "Nobody who is left can move, or some threads wait for each other in a circle, whatever the others do.",
            "error",
        ),
        Kind::DataRace => (
            "DataRace",
            "Two threads touch one location at the same time",
            "Two accesses of one location, at least one of them a write and not both volatile or atomic, can happen at the \
             same moment.",
            "error",
        ),
        Kind::AssertionFailure => (
            "AssertionFailure",
            "An assertion fails",
            "An AssertionError leaves main or a thread's run.",
            "error",
        ),
        Kind::UncaughtException => (
            "UncaughtException",
            "A thread dies of an exception",
            "A throwable that no handler catches leaves main or a thread's run.",
            "error",
        ),
        Kind::InfiniteLoop => (
            "InfiniteLoop",
            "A loop never ends",
            "A state repeats while only one thread moves.",
            "warning",
        ),
        Kind::BlockedInAtomic => (
            "BlockedInAtomic",
            "An atomic method waits",
            "A thread blocks inside a method that is said to be atomic.",
            "warning",
        ),
        Kind::ThreadLeak => (
            "ThreadLeak",
            "A pool is never shut down",
            "Workers of a pool wait for tasks for ever after everybody who could give them one has ended.",
            "warning",
        ),
        Kind::LockDiscipline => (
            "LockDiscipline",
            "An annotation about locks is not kept to",
            "What @GuardedBy guards was touched without its lock, or an @Immutable object was changed, where other threads \
             could see it.",
            "warning",
        ),
    };
    json!({
        "id": kind.name(),
        "name": name,
        "shortDescription": { "text": short },
        "fullDescription": { "text": full },
        "defaultConfiguration": { "level": level },
    })
}
