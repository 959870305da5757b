//! What is said of a kind of finding, whatever the program.

use crate::facts::kind::Kind;

/// The texts of a kind.
pub struct Texts {
    /// Before the message: `Deadlock`.
    pub title: &'static str,
    /// How the story of its run ends.
    pub ending: &'static str,
    /// One line for a list of rules.
    pub short: &'static str,
    /// A sentence: what is reported.
    pub full: &'static str,
}

/// What a finding of this kind is called.
pub fn title(kind: Kind) -> &'static str {
    texts(kind).title
}

/// All texts of a kind.
pub fn texts(kind: Kind) -> Texts {
    let (title, ending, short, full) = match kind {
        Kind::Deadlock => (
            "Deadlock",
            "all of these threads are blocked",
            "Threads block each other forever",
            "No live thread can make progress, or some threads form a cycle of waiting that the others cannot resolve.",
        ),
        Kind::DataRace => (
            "Data race",
            "these two accesses are concurrent",
            "Two concurrent accesses to one location",
            "Two accesses to one location, at least one of them a write and not both volatile or atomic, are not ordered \
             by happens-before.",
        ),
        Kind::AssertionFailure => (
            "Assertion failure",
            "the assertion fails",
            "An assertion fails",
            "An AssertionError leaves main or a thread's run.",
        ),
        Kind::UncaughtException => (
            "Uncaught exception",
            "no handler catches it",
            "An exception ends a thread",
            "A throwable that no handler catches leaves main or a thread's run.",
        ),
        Kind::InfiniteLoop => (
            "Infinite loop",
            "this repeats forever",
            "A loop never ends",
            "A state repeats while only one thread moves.",
        ),
        Kind::Livelock => (
            "Livelock",
            "this round may repeat forever",
            "A fair run never ends, though others do",
            "Threads can go round forever, each of them scheduled again and again, and the program does not end though other \
             runs do: threads that give way to each other (a livelock), or one that is overtaken forever (starvation).",
        ),
        Kind::BlockedInAtomic => (
            "Blocked in an atomic method",
            "it blocks inside an atomic method",
            "An atomic method waits",
            "A thread blocks inside a method that vm.por.attributes declares atomic.",
        ),
        Kind::ThreadLeak => (
            "Thread leak",
            "no live thread can submit work",
            "A pool is never shut down",
            "Workers of a pool are idle, and no live thread can submit work or shut the pool down.",
        ),
        Kind::LockDiscipline => (
            "Lock discipline",
            "this access violates the annotation",
            "An access violates a lock annotation",
            "A @GuardedBy member was accessed without its lock, or an @Immutable object was changed, while other threads \
             could reach it.",
        ),
        Kind::InvariantViolation => (
            "Invariant violated",
            "the invariant does not hold here",
            "A state violates an invariant",
            "A state does not satisfy what a [[property]] of dropwire.toml says of all states, or the invariant of an object \
             (@Invariant, repOk or invariant) does not hold when all calls of it are over.",
        ),
        Kind::PropertyViolation => (
            "Property violated",
            "this run violates the property",
            "A run violates a property over time",
            "A run does not satisfy the formula of a [[property]] of dropwire.toml.",
        ),
        Kind::NotLinearizable => (
            "Not linearizable",
            "no sequential order of these calls gives these results",
            "Concurrent calls give results that no sequential order explains",
            "Calls of one object by several threads return, throw or leave behind what no sequential order of the same calls \
             does.",
        ),
        Kind::NotObstructionFree => (
            "Not obstruction-free",
            "this call does not return alone",
            "A call does not return though its thread runs alone",
            "A call of an object is declared to be obstruction-free (object.progress) and does not return if its thread runs alone from some \
             reachable state on: it waits for another thread, or repeats its steps.",
        ),
    };
    Texts {
        title,
        ending,
        short,
        full,
    }
}
