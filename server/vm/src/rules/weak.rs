//! Methods of the JDK with weaker memory effects than a volatile access, as data. A verdict about a program that calls one assumes sequential
//! consistency.

use super::callers::CARRY_OUT_CALLS;
use crate::image::class::{Callers, Class, Method};

/// Parts of names of methods with the memory effects of a weaker mode than volatile, as `java.lang.invoke.VarHandle` defines them, or which may
/// fail spuriously. Not `Plain`: such an access of a VarHandle is judged as a race.
const MODES: &[&str] = &["Opaque", "Acquire", "Release", "weak"];

/// What reads an adder.
const READS_OF_AN_ADDER: &[&str] = &["sum", "reset", "Value", "toString"];

/// Methods of the JDK that give the class loader of the application, or none, to a thread before it runs. Not the methods of the same name by which
/// their classes pass on what a program asks for.
const BEFORE_A_THREAD_RUNS: &[(&str, &str)] = &[
    ("java/lang/System", "initPhase3"),
    ("java/util/concurrent/ForkJoinWorkerThread", "<init>"),
    ("java/util/logging/LogManager$Cleaner", "<init>"),
];

/// (class, parts of the methods' names, whose calls, why). A pattern that ends in `*` matches any continuation.
const WEAK: &[(&str, &[&str], Callers, &str)] = &[
    (
        "java/util/concurrent/atomic/*",
        MODES,
        Callers::All,
        "documented with the memory effects of the modes of VarHandle",
    ),
    (
        "java/util/concurrent/atomic/Atomic*",
        &["Plain", "lazySet"],
        Callers::All,
        "documented with the memory effects of the modes of VarHandle",
    ),
    (
        "java/util/concurrent/atomic/LongAdder",
        READS_OF_AN_ADDER,
        Callers::All,
        "documented without memory effects; the body adds with the effects of a release",
    ),
    (
        "java/util/concurrent/atomic/DoubleAdder",
        READS_OF_AN_ADDER,
        Callers::All,
        "likewise",
    ),
    (
        "java/util/concurrent/atomic/LongAccumulator",
        &["accumulate", "get", "reset", "Value", "toString"],
        Callers::All,
        "likewise; who accumulates reads what others have left",
    ),
    (
        "java/util/concurrent/atomic/DoubleAccumulator",
        &["accumulate", "get", "reset", "Value", "toString"],
        Callers::All,
        "likewise",
    ),
    (
        "java/lang/Thread",
        &["setContextClassLoader"],
        Callers::AllBut(BEFORE_A_THREAD_RUNS),
        "passes an object on in a plain field, and is explored as one step",
    ),
    (
        "java/util/concurrent/locks/LockSupport",
        &["getBlocker"],
        Callers::All,
        "documented without memory effects; from 17 on the body reads with those of an opaque access",
    ),
    (
        "sun/misc/Unsafe",
        &["putOrdered"],
        Callers::Program(CARRY_OUT_CALLS),
        "documented as a store that other threads may see late; the JDK's own calls are inside its operations",
    ),
    (
        "jdk/internal/misc/Unsafe",
        MODES,
        Callers::Program(CARRY_OUT_CALLS),
        "named after the modes of VarHandle; the JDK's own calls are inside its operations",
    ),
];

/// Whether an access mode of a VarHandle, by its method's name, is weaker than a volatile access. Plain ones are not meant: they are judged as races.
pub(crate) fn is_weak_mode(name: &str) -> bool {
    MODES.iter().any(|part| name.contains(part))
}

/// Whether a method is the body of such an access mode: a handle for the mode names it, and no call of a VarHandle is in the bytecode.
pub(crate) fn is_body_of_weak_mode(method: &Method) -> bool {
    method.class().name.starts_with("java/lang/invoke/VarHandle") && is_weak_mode(method.name)
}

/// What an access in a mode orders: whether a read acquires, and whether a write releases (`java.lang.invoke.VarHandle`, "memory ordering effects").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// A read comes after what came before the write that it sees.
    pub acquires: bool,
    /// A write comes before what comes after a read that sees it.
    pub releases: bool,
}

/// What the accesses order that a method of an atomic or of a VarHandle makes, by its name.
pub(crate) fn ordering(name: &str) -> Ordering {
    let is_unordered = name.contains("Plain") || name.contains("Opaque");
    Ordering {
        acquires: !is_unordered && !name.contains("Release") && name != "lazySet",
        releases: !is_unordered && !name.contains("Acquire"),
    }
}

/// Whose calls of a method make a verdict assume sequential consistency; `None`: no call does.
pub fn orders_less(class: &Class, method: &Method) -> Option<Callers> {
    let named = |(pattern, parts, ..): &&(&str, &[&str], Callers, &str)| {
        super::class_matches(pattern, class.name) && parts.iter().any(|part| method.name.contains(part))
    };
    WEAK.iter().find(named).map(|row| row.2)
}
