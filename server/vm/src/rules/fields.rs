//! Fields that are nobody else's business.

use crate::image::class::field_flag;

pub(crate) const CACHE: u8 = field_flag::NOT_IN_KEY | field_flag::PRIVATE_TO_VM | field_flag::FIREWALL;
const OWN: u8 = field_flag::PRIVATE_TO_VM | field_flag::FIREWALL;

/// (class, field, flags, why).
const FIELDS: &[(&str, &str, u8, &str)] = &[
    (
        "java/lang/String",
        "hash",
        CACHE,
        "a cache whose race is benign by construction",
    ),
    ("java/lang/String", "hashIsZero", CACHE, "part of the cache above"),
    ("java/lang/Class", "name", CACHE, "a cache"),
    ("java/lang/Class", "packageName", CACHE, "a cache"),
    ("java/lang/Class", "reflectionData", CACHE, "a cache"),
    (
        "java/lang/Class",
        "classRedefinedCount",
        field_flag::PRIVATE_TO_VM,
        "no class is ever redefined",
    ),
    ("java/lang/Class", "cachedConstructor", CACHE, "a cache"),
    ("java/lang/Class", "newInstanceCallerCache", CACHE, "a cache"),
    ("java/lang/Class", "enumConstants", CACHE, "a cache"),
    ("java/lang/Class", "enumConstantDirectory", CACHE, "a cache"),
    ("java/lang/Class", "annotationData", CACHE, "a cache"),
    ("java/lang/Class", "annotationType", CACHE, "a cache"),
    (
        "java/lang/Throwable",
        "backtrace",
        CACHE,
        "where it was thrown decides nothing",
    ),
    ("java/lang/Throwable", "depth", CACHE, "belongs to the backtrace"),
    (
        "java/lang/Throwable",
        "stackTrace",
        field_flag::NOT_IN_KEY,
        "computed from the backtrace on demand; whoever asks first leaves it to the others",
    ),
    ("java/lang/reflect/Method", "methodAccessor", CACHE, "made on demand"),
    (
        "java/lang/reflect/Constructor",
        "constructorAccessor",
        CACHE,
        "made on demand",
    ),
    ("java/lang/reflect/Field", "fieldAccessor", CACHE, "made on demand"),
    (
        "java/lang/reflect/Field",
        "overrideFieldAccessor",
        CACHE,
        "made on demand",
    ),
    (
        "java/lang/reflect/AccessibleObject",
        "accessCheckCache",
        CACHE,
        "whoever may call it may do so forever",
    ),
    (
        "java/lang/Thread",
        "eetop",
        field_flag::NOT_IN_KEY,
        "follows from the thread's status",
    ),
    (
        "java/lang/Thread",
        "target",
        field_flag::PRIVATE_TO_VM,
        "only the thread itself reads and clears it, and who calls its `run`: a step of its own (natives/thread.rs)",
    ),
    (
        "java/lang/Thread",
        "threadLocals",
        OWN,
        "only the thread itself uses it",
    ),
    (
        "java/lang/Thread",
        "inheritableThreadLocals",
        OWN,
        "only the thread itself and its creator use it",
    ),
    (
        "java/lang/Thread",
        "threadLocalRandomSeed",
        OWN,
        "only the thread itself uses it",
    ),
    (
        "java/lang/Thread",
        "threadLocalRandomProbe",
        OWN,
        "only the thread itself uses it",
    ),
    (
        "java/lang/Thread",
        "threadLocalRandomSecondarySeed",
        CACHE,
        "only the thread itself uses it, to decide where in a structure it looks first",
    ),
    (
        "java/lang/Thread",
        "scopedValueBindings",
        OWN,
        "set before the thread starts, then only the thread itself uses it",
    ),
    (
        "java/lang/ThreadGroup",
        "threads",
        CACHE,
        "the set of live threads, in the order of their start",
    ),
    (
        "java/lang/ThreadGroup",
        "nthreads",
        CACHE,
        "follows from the live threads",
    ),
    (
        "java/lang/ThreadGroup",
        "nUnstartedThreads",
        CACHE,
        "follows from the threads that exist",
    ),
    (
        "java/lang/ThreadGroup",
        "ngroups",
        CACHE,
        "follows from the groups that exist",
    ),
    (
        "java/lang/ref/Reference",
        "discovered",
        CACHE,
        "belongs to the collector",
    ),
    ("java/io/File", "status", CACHE, "a cache of a function of the path"),
    ("sun/nio/fs/UnixPath", "stringValue", CACHE, "a cache of immutable text"),
    ("sun/nio/fs/UnixPath", "hash", CACHE, "a cache"),
    (
        "sun/nio/fs/UnixPath",
        "offsets",
        CACHE,
        "a cache of where the names in the path begin",
    ),
    (
        "jdk/internal/ref/PhantomCleanable",
        "next",
        CACHE,
        "the list of what is cleaned with its object: none ever is",
    ),
    ("jdk/internal/ref/PhantomCleanable", "prev", CACHE, "the same list"),
    (
        "java/util/concurrent/ThreadPoolExecutor$Worker",
        "firstTask",
        field_flag::PRIVATE_TO_VM,
        "set before the worker's thread starts, then used by that thread only",
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor$Worker",
        "completedTasks",
        field_flag::BOOKKEEPING,
        "written by the worker's thread only, read for statistics",
    ),
    (
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        "nsteals",
        field_flag::BOOKKEEPING,
        "written by the worker's thread only, read for statistics",
    ),
];

/// Numbers that are computed on demand and kept: who finds none computes the same. Objects made so are not here: which one a thread
/// finds is visible, as by who locks it.
const MADE_ON_DEMAND: &[(&str, &[&str])] = &[
    ("java/math/BigDecimal", &["precision"]),
    (
        "java/math/BigInteger",
        &[
            "bitCountPlusOne",
            "bitLengthPlusOne",
            "lowestSetBitPlusTwo",
            "firstNonzeroIntNumPlusTwo",
            "bitCount",
            "bitLength",
            "lowestSetBit",
            "firstNonzeroIntNum",
        ],
    ),
    ("java/net/URI", &["hash"]),
    ("java/lang/Enum", &["hash"]),
    ("java/util/Locale", &["hashCodeValue"]),
    ("sun/util/locale/BaseLocale", &["hash"]),
    ("java/util/jar/Attributes$Name", &["hashCode"]),
    (
        "java/nio/Bits",
        &[
            "PAGE_SIZE",
            "pageSize",
            "UNALIGNED",
            "unaligned",
            "MAX_MEMORY",
            "maxMemory",
            "MEMORY_LIMIT_SET",
            "memoryLimitSet",
        ],
    ),
];

/// Whether a final field of the JDK is written all the same: the write-protected ones of JLS 17.5.4, and the target of a call
/// site, which natives set.
pub fn is_written_though_final(class: &str, field: &str) -> bool {
    match class {
        "java/lang/System" => matches!(field, "in" | "out" | "err"),
        "java/lang/invoke/CallSite" => field == "target",
        _ => false,
    }
}

/// Extra flags of a field of the JDK.
pub fn field_flags(class: &str, field: &str) -> u8 {
    const OTHERS: [&str; 5] = [
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        "java/util/concurrent/ThreadPoolExecutor$Worker",
        "java/io/File",
        "sun/nio/fs/UnixPath",
        "jdk/internal/ref/PhantomCleanable",
    ];
    if MADE_ON_DEMAND
        .iter()
        .any(|(of, fields)| *of == class && fields.contains(&field))
    {
        return CACHE;
    }
    if !class.starts_with("java/lang/") && !OTHERS.contains(&class) {
        return 0;
    }
    if class.starts_with("java/lang/invoke/") {
        return invoke_flags(field);
    }
    if class == "java/lang/Class$ReflectionData" {
        // Filled on demand behind the cache; what is handed out of it are copies.
        return field_flag::PRIVATE_TO_VM;
    }
    FIELDS
        .iter()
        .find(|row| row.0 == class && row.1 == field)
        .map_or(0, |row| row.2)
}

/// Whether the static fields of a class that a program can read describe the machine: the separators of paths and of lists of them.
pub fn describes_the_machine(class: &str) -> bool {
    class == "java/io/File"
}

/// What is known of an inherited field in the instances of a class and its subclasses. Nobody gets at an object by a phantom
/// reference to it: `get` answers null.
pub fn inherited_flags(class: &str, field: &str) -> u8 {
    match (class, field) {
        ("java/lang/ref/PhantomReference", "referent") => field_flag::FIREWALL,
        _ => 0,
    }
}

/// Method handles are immutable to those who use them; what changes inside are caches and links, which are the machine's
/// own business. The target of a call site is what a program sets.
fn invoke_flags(field: &str) -> u8 {
    match field {
        "target" => 0,
        "asTypeCache" | "asTypeSoftCache" | "customizationCount" | "transformCache" | "invocationCounter" => CACHE,
        _ => field_flag::PRIVATE_TO_VM,
    }
}
