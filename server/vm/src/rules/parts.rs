//! Steps within operations of the library: calls before which others may see what the operation has done so far.

use crate::observation::Observation;

/// Where functions, and who waits, are put on a stack of what hangs on a future.
pub(crate) const FUTURE: &str = "java/util/concurrent/CompletableFuture";

/// (class, methods, what sees it, what the operation has done by then): the call is a step of its own once something of the kind is
/// observed; always where none is named.
pub(super) const PARTS: &[(&str, &[&str], Option<Observation>, &str)] = &[
    (
        FUTURE,
        &["tryPushStack"],
        Some(Observation::Dependents),
        "the future was found not complete; what hangs on it is not there yet",
    ),
    (
        FUTURE,
        &["completeNull", "completeRelay", "completeThrowable", "completeValue"],
        Some(Observation::Completions),
        "the completion is taken, and others that find it taken go on; the future is not complete",
    ),
    (
        "java/util/concurrent/CompletableFuture$*",
        &["tryFire"],
        Some(Observation::Completions),
        "the source is complete; what depends on it is not",
    ),
    (
        "java/util/concurrent/ConcurrentHashMap",
        &["casTabAt"],
        Some(Observation::Elements),
        "the table is made, or the bin found empty; the element is not there yet",
    ),
    (
        "java/lang/ThreadGroup",
        &["getMaxPriority", "addUnstarted"],
        Some(Observation::Limits),
        "the new thread has what it takes from its maker; the group is asked for the rest",
    ),
    (
        "java/lang/Thread",
        &["start0"],
        Some(Observation::Ends),
        "the thread is in its group; it is not alive",
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor",
        &["getTask"],
        None,
        "the task before has ended, and who waited for it goes on; the next one is still in the queue",
    ),
    (
        "java/util/concurrent/Phaser",
        &["onAdvance"],
        None,
        "all have arrived, and who arrives meanwhile is refused; the phase has not advanced",
    ),
    (
        "java/util/Locale",
        &["getDefault"],
        Some(Observation::Defaults),
        "a lookup may ask for several of what programs set",
    ),
    (
        "java/util/TimeZone",
        &["getDefaultRef"],
        Some(Observation::Defaults),
        "a lookup may ask for several of what programs set",
    ),
    // A pool of 8, 11 and 17 asks whether it is open before it has the queue's lock; since 21 it asks inside. 17 has `tryLock`, 11
    // `tryLockPhase`, and 8 stores the task by `putOrderedObject`.
    (
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        &["tryLock", "tryLockPhase"],
        Some(Observation::Submissions),
        "the pool was found open; the task is in no queue",
    ),
    (
        "sun/misc/Unsafe",
        &["putOrderedObject"],
        Some(Observation::Submissions),
        "the pool was found open; the task is in no queue",
    ),
    // 8 and 11.
    (
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        &["cancelAll"],
        Some(Observation::Submissions),
        "the pool is stopped; its tasks are not cancelled yet",
    ),
    (
        "java/util/concurrent/ForkJoinPool",
        &["getAndBitwiseOrMode", "getAndBitwiseOrRunState"],
        Some(Observation::Submissions),
        "the pool was found at rest; it still takes tasks",
    ),
    (
        "java/util/concurrent/locks/AbstractOwnableSynchronizer",
        &["setExclusiveOwnerThread"],
        Some(Observation::Details),
        "the lock is taken; it has no owner",
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedSynchronizer",
        &["setState"],
        Some(Observation::Details),
        "the lock has no owner any more; it is not free",
    ),
    // The read-write lock's, from 25 on.
    (
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
        &["setState"],
        Some(Observation::Details),
        "the lock has no owner any more; it is not free",
    ),
    // 17. Where the neighbour before the element is withdrawn meanwhile, its thread spins instead of waiting.
    (
        "java/util/concurrent/LinkedTransferQueue",
        &["awaitMatch"],
        None,
        "the element is in the queue; its thread does not wait yet",
    ),
    (
        "java/util/concurrent/RecursiveTask",
        &["exec"],
        Some(Observation::Results),
        "the task was found not done; it does not run yet",
    ),
    (
        "java/util/concurrent/RecursiveAction",
        &["exec"],
        Some(Observation::Results),
        "the task was found not done; it does not run yet",
    ),
    (
        "java/util/concurrent/CountedCompleter",
        &["exec"],
        Some(Observation::Results),
        "the task was found not done; it does not run yet",
    ),
    // What programs derive from it.
    (
        "java/util/concurrent/ForkJoinTask",
        &["exec"],
        Some(Observation::Results),
        "the task was found not done; it does not run yet",
    ),
    (
        "java/util/concurrent/ForkJoinTask$*",
        &["exec"],
        Some(Observation::Results),
        "the task was found not done; it does not run yet",
    ),
    // `setCompletion`: 8 and 11.
    (
        "java/util/concurrent/ForkJoinTask",
        &["setDone", "setCompletion"],
        Some(Observation::Results),
        "the task has its result; it is not done",
    ),
];
