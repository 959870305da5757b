//! Calls that look at something without waiting for it.

use super::{FUTURE, class_matches};
use crate::image::class::{Class, Method};
use crate::observation::Observation;

/// What a synchronizer says of its queue: its own class says it in one way, locks and semaphores in another.
const QUERIES_OF_QUEUES: &[&str] = &[
    "hasQueuedThread",
    "hasQueuedThreads",
    "hasQueuedPredecessors",
    "hasContended",
    "isQueued",
    "getFirstQueuedThread",
    "getQueueLength",
    "getQueuedThreads",
    "getExclusiveQueuedThreads",
    "getSharedQueuedThreads",
    "getQueuedReaderThreads",
    "getQueuedWriterThreads",
];

/// (class pattern, methods, what a call looks at, why).
pub(super) const LOOKS: &[(&str, &[&str], Observation, &str)] = &[
    (
        "java/lang/Thread",
        &[
            "isAlive",
            "isInterrupted",
            "join",
            "getAllStackTraces",
            "setDaemon",
            "setPriority",
            "getThreadGroup",
            "getUncaughtExceptionHandler",
            "getContextClassLoader",
        ],
        Observation::Ends,
        "the answer depends on whether the thread has ended",
    ),
    (
        "java/lang/Thread",
        &["getName", "toString", "getId", "threadId"],
        Observation::Numbers,
        "a name by default ends with a number, and an id is one",
    ),
    (
        "java/lang/VirtualThread",
        &["toString"],
        Observation::Numbers,
        "says the id",
    ),
    (
        "java/lang/Throwable",
        &[
            "getStackTrace",
            "printStackTrace",
            "writeObject",
            // 8.
            "getStackTraceElement",
            "getStackTraceDepth",
        ],
        Observation::Traces,
        "says where the throwable was made",
    ),
    (
        "java/lang/Throwable",
        &["getMessage"],
        Observation::Refusals,
        "of a refused task: counts the pool's workers and tasks",
    ),
    (
        "java/lang/NullPointerException",
        &["getExtendedNPEMessage"],
        Observation::Traces,
        "says what was null, by where it was thrown",
    ),
    (
        "java/lang/ThreadGroup",
        &[
            "activeCount",
            "activeGroupCount",
            "enumerate",
            "interrupt",
            "list",
            "destroy",
            "isDestroyed",
            "setDaemon",
        ],
        Observation::Ends,
        "lists the threads that have not ended, or asks whether there is one",
    ),
    (
        "java/lang/ThreadGroup",
        &["setMaxPriority"],
        Observation::Limits,
        "limits the priorities of the threads that are made from now on",
    ),
    (
        "java/lang/Thread",
        &["setContextClassLoader"],
        Observation::Limits,
        "the threads that this one makes from now on have the loader",
    ),
    (
        "java/lang/Runtime",
        &["addShutdownHook"],
        Observation::Ends,
        "refuses a thread that has not ended",
    ),
    (
        "java/lang/ApplicationShutdownHooks",
        &["add", "remove"],
        Observation::Hooks,
        "refused once the end has begun",
    ),
    (
        "java/lang/Thread",
        &["setUncaughtExceptionHandler", "setDefaultUncaughtExceptionHandler"],
        Observation::Handlers,
        "takes what a thread dies of from now on",
    ),
    (
        "java/util/concurrent/locks/ReentrantLock",
        &["tryLock", "isLocked"],
        Observation::Locks,
        "does not wait for the lock",
    ),
    (
        "java/util/concurrent/locks/ReentrantLock",
        &["getOwner", "toString"],
        Observation::Details,
        "a lock that is taken has its owner a moment later",
    ),
    (
        "java/util/concurrent/locks/ReentrantLock",
        QUERIES_OF_QUEUES,
        Observation::Queues,
        "sees who waits, be the lock free or not",
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock*",
        &["tryLock", "isWriteLocked", "getReadLockCount"],
        Observation::Locks,
        "does not wait for the lock",
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock*",
        &["getOwner", "toString"],
        Observation::Details,
        "a lock that is taken has its owner a moment later",
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock",
        QUERIES_OF_QUEUES,
        Observation::Queues,
        "sees who waits, be the lock free or not",
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedSynchronizer",
        QUERIES_OF_QUEUES,
        Observation::Queues,
        "sees who waits, be the synchronizer free or not",
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
        QUERIES_OF_QUEUES,
        Observation::Queues,
        "sees who waits, be the synchronizer free or not",
    ),
    (
        "java/util/concurrent/Semaphore",
        QUERIES_OF_QUEUES,
        Observation::Queues,
        "sees who waits, be there permits or not",
    ),
    (
        "java/util/concurrent/Semaphore",
        &["acquire", "acquireUninterruptibly", "tryAcquire"],
        Observation::Queues,
        "several permits at once: who found none may wait behind that, though there is one again",
    ),
    (
        "java/util/concurrent/locks/StampedLock",
        &["readLock", "readLockInterruptibly"],
        Observation::Queues,
        "while a writer waits: who reads in vain once waits behind it, though there are readers",
    ),
    (
        "java/util/concurrent/locks/StampedLock$ReadLockView",
        &["lock", "lockInterruptibly"],
        Observation::Queues,
        "while a writer waits: who reads in vain once waits behind it, though there are readers",
    ),
    (
        "java/util/concurrent/CountDownLatch",
        &["getCount", "await", "toString"],
        Observation::Latches,
        "does not wait for the count, or not forever",
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor",
        &["shutdownNow"],
        Observation::Stops,
        "who has not begun its first task yet interrupts itself",
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor",
        &[
            "getPoolSize",
            "getActiveCount",
            "getLargestPoolSize",
            "getTaskCount",
            "getCompletedTaskCount",
            "toString",
        ],
        Observation::Pools,
        "counts workers or tasks",
    ),
    (
        "java/util/concurrent/ForkJoinPool",
        &[
            "getPoolSize",
            "getActiveThreadCount",
            "getRunningThreadCount",
            "getQueuedTaskCount",
            "getQueuedSubmissionCount",
            "hasQueuedSubmissions",
            "getStealCount",
            "isQuiescent",
            "toString",
        ],
        Observation::Pools,
        "counts workers or tasks",
    ),
    (
        "java/util/concurrent/ForkJoinPool",
        &["shutdown", "shutdownNow", "close"],
        Observation::Submissions,
        "cancels what is pushed after the pool was found at rest",
    ),
    (
        "java/util/concurrent/ForkJoinTask",
        &["complete", "completeExceptionally", "quietlyComplete", "cancel"],
        Observation::Results,
        "completes what another thread may just run",
    ),
    (
        "java/util/concurrent/RecursiveTask",
        &["getRawResult"],
        Observation::Results,
        "asks for the result of what may not be done",
    ),
    (
        "java/util/concurrent/ForkJoinTask$Adapted*",
        &["getRawResult"],
        Observation::Results,
        "asks for the result of what may not be done",
    ),
    (
        "java/util/concurrent/ForkJoinTask",
        &["getQueuedTaskCount", "getSurplusQueuedTaskCount"],
        Observation::Pools,
        "counts tasks",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap",
        &["size", "isEmpty", "mappingCount"],
        Observation::Counts,
        "sums the counters",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap$Traverser",
        &["<init>"],
        Observation::Elements,
        "goes through the table as it finds it",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap$BulkTask",
        &["<init>"],
        Observation::Elements,
        "goes through the table as it finds it, in parts",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap$CollectionView",
        &["removeAll"],
        Observation::Elements,
        "asks whether there is a table, then takes one key after the other",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap",
        &["clear"],
        Observation::Elements,
        "goes through the table as it finds it, and empties it bin by bin",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap",
        &["sumCount"],
        Observation::Counts,
        "how its spliterators know how much there is",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap$*",
        &["spliterator", "estimateSize", "getExactSizeIfKnown"],
        Observation::Counts,
        "begins with a sum of the counters",
    ),
    (
        "java/util/concurrent/ConcurrentSkipListMap",
        &[
            "size",
            "getAdderCount",
            "keySpliterator",
            "valueSpliterator",
            "entrySpliterator",
        ],
        Observation::Counts,
        "sums the counters",
    ),
    (
        "java/util/concurrent/ConcurrentSkipListMap$*",
        &["estimateSize"],
        Observation::Counts,
        "began with a sum of the counters",
    ),
    (
        "java/util/concurrent/FutureTask",
        &["cancel"],
        Observation::Cancels,
        "may come before a task that is taken already",
    ),
    (
        "java/util/concurrent/FutureTask",
        &[
            "get",
            "isDone",
            "isCancelled",
            "resultNow",
            "exceptionNow",
            "state",
            "set",
            "setException",
        ],
        Observation::Futures,
        "does not wait for the task, or not forever; a subclass sets a result where the task has none yet",
    ),
    (
        "java/util/concurrent/FutureTask",
        &["toString"],
        Observation::Details,
        "a task that has its outcome is completed a moment later",
    ),
    (
        "java/util/concurrent/atomic/LongAdder",
        &[
            "sum",
            "reset",
            "sumThenReset",
            "toString",
            "intValue",
            "longValue",
            "floatValue",
            "doubleValue",
        ],
        Observation::Sums,
        "goes from cell to cell",
    ),
    (
        "java/util/concurrent/atomic/AtomicStampedReference",
        &["set", "attemptStamp"],
        Observation::Pairs,
        "may replace a pair by an equal one, or fails though the reference is the expected one",
    ),
    (
        "java/util/concurrent/atomic/AtomicMarkableReference",
        &["set", "attemptMark"],
        Observation::Pairs,
        "may replace a pair by an equal one, or fails though the reference is the expected one",
    ),
    (
        "java/util/concurrent/ConcurrentLinkedDeque",
        &[
            "peek",
            "peekFirst",
            "peekLast",
            "getFirst",
            "getLast",
            "element",
            "contains",
            "size",
            "isEmpty",
            "iterator",
            "descendingIterator",
            "spliterator",
            "toArray",
            "toString",
            "forEach",
            "remove",
            "removeFirstOccurrence",
            "removeLastOccurrence",
            "removeIf",
            "removeAll",
            "retainAll",
            "writeObject",
        ],
        Observation::Peeks,
        "sees an element that somebody is about to take",
    ),
    (
        "java/util/Locale",
        &["setDefault"],
        Observation::Defaults,
        "others ask for it in the midst of a lookup",
    ),
    (
        "java/util/TimeZone",
        &["setDefault"],
        Observation::Defaults,
        "others ask for it in the midst of a lookup",
    ),
    (
        FUTURE,
        &["getNumberOfDependents", "toString", "obtrudeValue", "obtrudeException"],
        Observation::Dependents,
        "counts the functions, or changes what they will receive",
    ),
    (
        FUTURE,
        &[
            "isDone",
            "isCancelled",
            "isCompletedExceptionally",
            "getNow",
            "get",
            "resultNow",
            "exceptionNow",
            "state",
            "complete",
            "completeExceptionally",
            "cancel",
            "completeAsync",
            "completeOnTimeout",
        ],
        Observation::Completions,
        "the answer depends on whether the future is complete, without waiting for it",
    ),
];

const DEQUE: &str = "java/util/concurrent/ConcurrentLinkedDeque";

/// A handle of its nodes that it has had since 9. Before, who loses the element that it has found goes on from there: it sees the takes of others,
/// and may come to the end of a deque that never was empty.
const ITEM: &str = "ITEM";

/// What takes from a deque.
pub(super) const TAKES: &[&str] = &["poll", "pollFirst", "pollLast", "pop", "removeFirst", "removeLast"];

/// (class, methods, why): changes what threads are given that are made from now on, beside what a call looks at.
const LIMITS: &[(&str, &[&str], &str)] = &[
    (
        "java/lang/Thread",
        &["setPriority"],
        "the threads that this one makes have its priority",
    ),
    (
        "java/lang/ThreadGroup",
        &["destroy", "setDaemon"],
        "a group that is destroyed, or destroys itself, takes no more threads",
    ),
];

/// Whether a call that looks at ends changes what new threads are given as well.
pub fn limits_new_threads(method: &Method) -> bool {
    LIMITS
        .iter()
        .any(|(class, methods, _)| *class == method.class().name && methods.contains(&method.name))
}

/// Whether a call joins a thread and waits until it ends, however long: `argument` gives the slots of its arguments, the receiver's first.
pub fn waits_for_the_end(method: &Method, argument: impl Fn(u32) -> u64) -> bool {
    method.name == "join"
        && method.class().name == "java/lang/Thread"
        && match method.descriptor {
            "()V" => true,
            "(J)V" => argument(1) == 0,
            // The nanoseconds stand behind a long.
            "(JI)V" => argument(1) == 0 && argument(3) == 0,
            _ => false,
        }
}

/// What a call of a method looks at without waiting for it.
pub fn look(class: &Class, method: &Method) -> Option<Observation> {
    if class.name == DEQUE && class.field(ITEM).is_none() && TAKES.contains(&method.name) {
        return Some(Observation::Peeks);
    }
    LOOKS
        .iter()
        .find(|(pattern, methods, ..)| methods.contains(&method.name) && class_matches(pattern, class.name))
        .map(|row| row.2)
}
