//! Methods of the JDK with weaker memory effects than a volatile access, as data. A verdict about a program that calls one assumes sequential
//! consistency.

use crate::image::class::{Callers, Class, Method};

/// Parts of names of methods with the memory effects of a weaker mode than volatile, as `java.lang.invoke.VarHandle` defines them, or which may
/// fail spuriously. Not `Plain`: such an access of a VarHandle is judged as a race.
const MODES: &[&str] = &["Opaque", "Acquire", "Release", "weak"];

/// What reads an adder.
const READS_OF_AN_ADDER: &[&str] = &["sum", "reset", "Value", "toString"];

/// Classes of the JDK that give the class loader of the application, or none, to a thread that they make.
const OWN_THREADS: &[&str] = &[
    "java/lang/System",
    "java/util/concurrent/ForkJoin*",
    "java/util/logging/LogManager$*",
    "jdk/internal/misc/*",
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
        Callers::AllBut(OWN_THREADS),
        "passes an object on in a plain field, and is explored as one step",
    ),
];

/// Whether an access mode of a VarHandle, by its method's name, is weaker than a volatile access. Plain ones are not meant: they are judged as races.
pub(crate) fn is_weak_mode(name: &str) -> bool {
    MODES.iter().any(|part| name.contains(part))
}

/// Whether what is said about calls of a method is said about those from a class.
pub fn includes(callers: Callers, class: &Class) -> bool {
    match callers {
        Callers::All => true,
        Callers::AllBut(patterns) => !patterns.iter().any(|pattern| super::class_matches(pattern, class.name)),
    }
}

/// Whose calls of a method make a verdict assume sequential consistency; `None`: no call does.
pub fn orders_less(class: &Class, method: &Method) -> Option<Callers> {
    let named = |(pattern, parts, ..): &&(&str, &[&str], Callers, &str)| {
        super::class_matches(pattern, class.name) && parts.iter().any(|part| method.name.contains(part))
    };
    WEAK.iter().find(named).map(|row| row.2)
}
