//! Operations that run as one step: what the JDK documents as atomic. Which document says so, what the body does and which program
//! shows it is in `atomic.md`, row by row.

/// (class, methods, why): returns what a final field holds, which is no operation.
const GETTERS: &[(&str, &[&str], &str)] = &[
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock",
        &["readLock", "writeLock"],
        "both locks are made with the pair",
    ),
    (
        "java/util/concurrent/CyclicBarrier",
        &["getParties"],
        "the number is given to the constructor",
    ),
];

/// Whether a method only returns what a final field of its object holds.
pub(super) fn reads_a_final_field(class: &str, method: &str) -> bool {
    GETTERS
        .iter()
        .any(|(name, methods, _)| *name == class && methods.contains(&method))
}

/// (class prefix, methods or none for all public ones, why). A prefix that ends in `*` matches any continuation.
pub(super) const ATOMIC: &[(&str, &[&str], &str)] = &[
    (
        "java/lang/Shutdown",
        &["exit", "shutdown"],
        "the end of the program; hooks are threads of their own",
    ),
    (
        "java/lang/ApplicationShutdownHooks",
        &["add", "remove"],
        "registration is synchronized as a whole",
    ),
    (
        "java/lang/Thread",
        &[
            "start",
            "interrupt",
            "exit",
            "setName",
            "join",
            "isAlive",
            "getThreadGroup",
            "getContextClassLoader",
            "setContextClassLoader",
        ],
        "one operation of the virtual machine",
    ),
    (
        "java/security/SecureRandom",
        &["nextBytes", "next", "generateSeed", "setSeed"],
        "documented as safe for use by several threads; what each call answers is chance",
    ),
    (
        "java/io/FileCleanable",
        &["register", "unregister"],
        "the list of what is cleaned with its object is synchronized as a whole",
    ),
    (
        "java/nio/Bits",
        &["reserveMemory", "unreserveMemory"],
        "counts what direct buffers take, against a limit that no program comes to here",
    ),
    (
        "jdk/internal/ref/Cleaner",
        &["add", "remove"],
        "a list under the lock of its class",
    ),
    ("sun/misc/Cleaner", &["add", "remove"], "likewise, on 8"),
    (
        "java/lang/ThreadGroup",
        &["uncaughtException", "add", "remove"],
        "bookkeeping of threads",
    ),
    (
        "java/util/concurrent/atomic/Atomic*",
        &[],
        "each method is documented as one atomic operation",
    ),
    (
        "java/util/concurrent/locks/ReentrantLock",
        &[],
        "lock operations are linearizable",
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock*",
        &[],
        "lock operations are linearizable",
    ),
    (
        "java/util/concurrent/locks/StampedLock*",
        &[],
        "lock operations are linearizable",
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedSynchronizer*",
        &[],
        "lock operations are linearizable",
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer*",
        &[],
        "lock operations are linearizable",
    ),
    ("java/util/concurrent/CountDownLatch", &[], "a synchronizer"),
    (
        "java/util/concurrent/Exchanger",
        &["exchange", "<init>"],
        "each side is one step until it waits for the other",
    ),
    ("java/util/concurrent/CyclicBarrier", &[], "a synchronizer"),
    ("java/util/concurrent/Semaphore", &[], "a synchronizer"),
    ("java/util/concurrent/Phaser", &[], "a synchronizer"),
    (
        "java/util/concurrent/ConcurrentHashMap",
        &[
            "get",
            "put",
            "remove",
            "containsKey",
            "putIfAbsent",
            "replace",
            "getOrDefault",
            "computeIfAbsent",
            "computeIfPresent",
            "compute",
            "merge",
            "<init>",
        ],
        "single-element operations are atomic",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap$KeySetView",
        &["add"],
        "single-element operations are atomic",
    ),
    (
        "java/util/concurrent/ConcurrentSkipListMap",
        &[
            "get",
            "put",
            "remove",
            "containsKey",
            "putIfAbsent",
            "replace",
            "getOrDefault",
            "firstKey",
            "firstEntry",
            "lastKey",
            "lastEntry",
            "<init>",
        ],
        "single-element operations are linearizable",
    ),
    (
        "java/util/concurrent/ConcurrentLinkedQueue",
        &["offer", "add", "poll", "peek", "<init>"],
        "single-element operations are atomic",
    ),
    (
        "java/util/concurrent/ConcurrentLinkedDeque",
        &[
            "offer",
            "add",
            "peek",
            "peekFirst",
            "peekLast",
            "<init>",
            "push",
            "offerFirst",
            "offerLast",
            "addFirst",
            "addLast",
        ],
        "single-element operations are atomic",
    ),
    (
        "java/util/concurrent/*BlockingQueue",
        &["offer", "add", "put", "take", "poll", "peek", "<init>", "remove"],
        "single-element operations are atomic",
    ),
    (
        "java/util/concurrent/LinkedBlockingDeque",
        &[
            "offer",
            "add",
            "put",
            "take",
            "poll",
            "peek",
            "<init>",
            "offerFirst",
            "offerLast",
            "pollFirst",
            "pollLast",
            "putFirst",
            "putLast",
            "takeFirst",
            "takeLast",
            "addFirst",
            "addLast",
        ],
        "single-element operations are atomic",
    ),
    (
        "java/util/concurrent/SynchronousQueue",
        &["offer", "put", "take", "poll", "<init>"],
        "a hand-over is atomic",
    ),
    (
        "java/util/concurrent/CopyOnWriteArrayList",
        &["add", "get", "set", "remove", "contains", "size", "<init>"],
        "copies",
    ),
    (
        "java/util/concurrent/FutureTask",
        &["get", "isDone", "isCancelled", "<init>", "set", "setException"],
        "a future",
    ),
    (
        "java/util/concurrent/CompletableFuture*",
        &[],
        "a future; the functions are called back",
    ),
    (
        "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue",
        &[
            "offer",
            "add",
            "put",
            "take",
            "poll",
            "peek",
            "remove",
            "size",
            "isEmpty",
            "finishPoll",
        ],
        "a queue behind one lock",
    ),
    (
        "java/util/concurrent/DelayQueue",
        &["offer", "add", "put", "take", "poll", "peek", "remove", "<init>"],
        "a queue behind one lock",
    ),
    (
        "java/util/concurrent/LinkedTransferQueue",
        &[
            "offer",
            "add",
            "put",
            "take",
            "poll",
            "peek",
            "<init>",
            "transfer",
            "tryTransfer",
        ],
        "single-element operations are atomic",
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor",
        &["advanceRunState", "getPoolSize", "getLargestPoolSize"],
        "one change of the pool's state, or one look at it under its lock",
    ),
];
