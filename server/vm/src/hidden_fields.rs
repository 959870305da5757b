//! Fields that the machine adds to classes of the JDK: state of its own that is undone, hashed and kept alive like the rest.

use crate::image::class::field_flag;
use crate::rules::CACHE;
use crate::types::Ty;

/// Class, type, name, flags.
pub(crate) const TABLE: &[(&str, Ty, &str, u8)] = &[
    // Where it comes from: a field of Java's since 25.
    ("java/lang/Class", Ty::Reference, DOMAIN, field_flag::PRIVATE_TO_VM),
    // What a loader of the program's own has defined.
    ("java/lang/ClassLoader", Ty::Long, DEFINED, field_flag::PRIVATE_TO_VM),
    // Which method it is.
    (
        "java/lang/invoke/MemberName",
        Ty::Long,
        MEMBER_TARGET,
        field_flag::PRIVATE_TO_VM,
    ),
    // Where a stream of a file is.
    ("java/io/FileDescriptor", Ty::Long, POSITION, field_flag::PRIVATE_TO_VM),
    // The cache of scoped values in force.
    ("java/lang/Thread", Ty::Reference, SCOPED_VALUE_CACHE, CACHE),
    // The locks whose stamps it has.
    ("java/lang/Thread", Ty::Reference, STAMPED, field_flag::PRIVATE_TO_VM),
    // The queue with delays that it took from last.
    ("java/lang/Thread", Ty::Reference, TAKES_FROM, field_flag::PRIVATE_TO_VM),
    // How often elements of a queue with delays have come back.
    (
        "java/util/concurrent/DelayQueue",
        Ty::Int,
        COMES_BACK,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue",
        Ty::Int,
        COMES_BACK,
        field_flag::PRIVATE_TO_VM,
    ),
    ("java/util/TaskQueue", Ty::Int, COMES_BACK, field_flag::PRIVATE_TO_VM),
    // What an inflater or deflater was given, and how much it gave.
    (
        "java/util/zip/Inflater",
        Ty::Reference,
        TAKEN,
        field_flag::PRIVATE_TO_VM,
    ),
    ("java/util/zip/Inflater", Ty::Int, GIVEN, field_flag::PRIVATE_TO_VM),
    (
        "java/util/zip/Deflater",
        Ty::Reference,
        TAKEN,
        field_flag::PRIVATE_TO_VM,
    ),
    ("java/util/zip/Deflater", Ty::Int, GIVEN, field_flag::PRIVATE_TO_VM),
    // The list of throwables in futures that nobody has asked.
    ("java/lang/Throwable", Ty::Reference, NEXT, field_flag::PRIVATE_TO_VM),
    ("java/lang/Throwable", Ty::Reference, KEEPER, field_flag::PRIVATE_TO_VM),
    ("java/lang/Throwable", Ty::Int, THROWN, field_flag::PRIVATE_TO_VM),
    (
        "java/util/concurrent/ForkJoinTask",
        Ty::Reference,
        STANDS_FOR,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/util/concurrent/CompletableFuture",
        Ty::Reference,
        STANDS_FOR,
        field_flag::PRIVATE_TO_VM,
    ),
    // Whether another future completes it.
    (
        "java/util/concurrent/CompletableFuture",
        Ty::Int,
        DEPENDS,
        field_flag::PRIVATE_TO_VM,
    ),
    // Whether functions hang on it, and whether somebody has taken them.
    (
        "java/util/concurrent/CompletableFuture",
        Ty::Int,
        FUNCTIONS,
        field_flag::PRIVATE_TO_VM,
    ),
];

/// Name of the machine's own field in `Thread`.
pub(crate) const SCOPED_VALUE_CACHE: &str = "scopedValueCache (hidden)";

/// Field of `Thread`: an array of the locks that gave it a stamp.
pub(crate) const STAMPED: &str = "optimisticLocks (hidden)";

/// Field of `Thread`: the queue with delays from which it took last.
pub(crate) const TAKES_FROM: &str = "takes from (hidden)";

/// Field of queues with delays: how often threads that take from them have added to them, up to a bound.
pub(crate) const COMES_BACK: &str = "comes back (hidden)";

/// Where a stream of a file is: in a field of the machine's own, as Java 8 has none that could hold it.
pub(crate) const POSITION: &str = "position (hidden)";

/// Names of the machine's own fields: all input so far, and how much output was given.
pub(crate) const TAKEN: &str = "taken (hidden)";

pub(crate) const GIVEN: &str = "given (hidden)";

/// Names of the machine's own fields in `Throwable`: the next one, and the future; the throwable itself once somebody has seen it.
pub(crate) const NEXT: &str = "next kept (hidden)";

pub(crate) const KEEPER: &str = "kept by (hidden)";

/// Name of the machine's own field in `Throwable`: whether somebody has thrown it.
pub(crate) const THROWN: &str = "thrown (hidden)";

/// Name of the machine's own field in `CompletableFuture` and `ForkJoinTask`: not 0 where whoever asks for one of several
/// learns of all.
pub(crate) const STANDS_FOR: &str = "one of several (hidden)";

/// Name of the machine's own field in `MemberName`: the method's id plus 1.
pub(crate) const MEMBER_TARGET: &str = "vmtarget (hidden)";

/// Name of the machine's own field in `ClassLoader`: the hashes of the classes that a loader of the program's own has defined.
pub(crate) const DEFINED: &str = "defined (hidden)";

/// Name of the machine's own field in `CompletableFuture`: not 0 where another one completes it.
pub(crate) const DEPENDS: &str = "depends (hidden)";

/// Name of the machine's own field in `CompletableFuture`: bit 0 once a function is registered that is called when it is
/// complete, bit 1 once a thread has begun to call those functions.
pub(crate) const FUNCTIONS: &str = "functions (hidden)";

/// Name of the machine's own field in `Class`, up to Java 24.
pub(crate) const DOMAIN: &str = "protectionDomain (hidden)";
