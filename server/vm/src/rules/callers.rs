//! On whose behalf the JDK acts, as data: which of its classes carry out the calls of others, and which read the clock for themselves.

/// Classes of the JDK that carry out calls which others name: reflection and the linkage of method handles (beginnings of names).
pub(super) const CARRY_OUT_CALLS: &[&str] = &[
    "java/lang/invoke/BoundMethodHandle",
    "java/lang/invoke/DelegatingMethodHandle",
    "java/lang/invoke/DirectMethodHandle",
    "java/lang/invoke/Invokers",
    "java/lang/invoke/LambdaForm$",
    "java/lang/invoke/MethodHandle$",
    "java/lang/invoke/MethodHandleImpl",
    "java/lang/invoke/MethodHandleProxies",
    "jdk/internal/reflect/",
    "sun/reflect/",
];

/// As the program calls them. Their classes have caches of their own.
const FRONTS_OF_REFLECTION: &[(&str, &str)] = &[
    ("java/lang/Class", "newInstance"),
    ("java/lang/invoke/MethodHandle", "invokeWithArguments"),
    ("java/lang/reflect/Constructor", "newInstance"),
    ("java/lang/reflect/Constructor", "newInstanceWithCaller"),
    ("java/lang/reflect/Method", "invoke"),
];

/// Classes of the JDK that read the clock for themselves: to time waits, to seed generators, to date the records of a log (beginnings of names).
/// All others read it for their callers.
const READ_THE_CLOCK_FOR_THEMSELVES: &[&str] = &[
    "com/sun/",
    "java/io/",
    "java/lang/",
    "java/net/DatagramSocket",
    "java/net/Inet",
    "java/net/ServerSocket",
    "java/net/Socket",
    "java/nio/",
    "java/security/",
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/Timer",
    "java/util/concurrent/",
    // The time of a record is asked for by `getMillis` or `getInstant`.
    "java/util/logging/",
    "jdk/",
    "sun/",
];

/// Exceptions to the above: what they read is for their caller.
const READ_THE_CLOCK_FOR_OTHERS: &[&str] = &[
    // `getDelay`, where the program asks, and not the pool.
    "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask",
    "sun/util/",
];

/// Classes of the JDK with threads of their own that wait until the clock shows a time: to others it shows there that a connection is closed.
const WAIT_FOR_A_TIME: &[&str] = &["sun/net/httpserver/", "sun/net/www/http/KeepAliveCache"];

fn begins_with(name: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| name.starts_with(start))
}

/// Whether a method of the JDK only carries out a call which another one names.
pub(crate) fn carries_out_calls(class: &str, method: &str) -> bool {
    begins_with(class, CARRY_OUT_CALLS) || FRONTS_OF_REFLECTION.contains(&(class, method))
}

/// Whether a method of the JDK reads the clock for a use of its own, and not for its caller.
pub(crate) fn reads_the_clock_for_itself(class: &str, method: &str) -> bool {
    // 8: `getDelay` asks it, and so does the pool.
    let for_both = class == "java/util/concurrent/ScheduledThreadPoolExecutor" && method == "now";
    begins_with(class, READ_THE_CLOCK_FOR_THEMSELVES) && !begins_with(class, READ_THE_CLOCK_FOR_OTHERS) && !for_both
}

/// Whether a class of the JDK has a thread of its own that waits until the clock shows a time.
pub(crate) fn waits_for_a_time(class: &str) -> bool {
    begins_with(class, WAIT_FOR_A_TIME)
}
