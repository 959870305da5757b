//! The kinds of findings as SARIF's reporting descriptors.

use dropwire_check::Kind;
use serde_json::{Value, json};

/// One for each kind, in the order of [`Kind::ALL`].
pub fn all() -> Vec<Value> {
    Kind::ALL.into_iter().map(rule).collect()
}

/// Where a kind is in [`all`].
pub fn index(kind: Kind) -> Option<usize> {
    Kind::ALL.into_iter().position(|other| other == kind)
}

fn rule(kind: Kind) -> Value {
    let (name, short, full, level) = match kind {
        Kind::Deadlock => (
            "Deadlock",
            "Threads block each other forever",
            "No live thread can make progress, or some threads form a cycle of waiting that the others cannot resolve.",
            "error",
        ),
        Kind::DataRace => (
            "DataRace",
            "Two concurrent accesses to one location",
            "Two accesses to one location, at least one of them a write and not both volatile or atomic, are not ordered by \
             happens-before.",
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
            "An exception ends a thread",
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
            "A thread blocks inside a method that vm.por.attributes calls atomic.",
            "warning",
        ),
        Kind::ThreadLeak => (
            "ThreadLeak",
            "A pool is never shut down",
            "Workers of a pool are idle, and no live thread can submit work or shut the pool down.",
            "warning",
        ),
        Kind::LockDiscipline => (
            "LockDiscipline",
            "An access violates a lock annotation",
            "A @GuardedBy member was accessed without its lock, or an @Immutable object was changed, while other threads \
             could reach it.",
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
