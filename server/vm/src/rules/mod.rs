//! What is said about the JDK's classes, as data: fields that only their classes use, operations that are
//! documented as atomic, classes that are thread-safe. Every row has its reason.

#[cfg(test)]
mod audit;
mod callers;
mod fields;
mod looks;
mod lookups;
mod operations;
mod parts;
mod races;
mod weak;

use crate::atomicity::Atomicity;
use crate::image::class::{Class, Method, access};
use crate::observation::Observation;

pub(crate) use callers::{carries_out_calls, reads_the_clock_for_itself, waits_for_a_time};
pub(crate) use fields::CACHE;
pub use fields::{describes_the_machine, field_flags, inherited_flags, is_written_though_final};
pub use looks::{limits_new_threads, look, waits_for_the_end};
use lookups::LOOKUPS;
use operations::ATOMIC;
pub(crate) use parts::FUTURE;
use parts::PARTS;
pub use races::{
    EMPTY, holds_for_callers, is_benign_race, is_thread_safe, is_unguarded, makes_a_view, works_for_callers,
};
pub use weak::{Ordering, orders_less};
pub(crate) use weak::{is_body_of_weak_mode, is_weak_mode, ordering};
/// (class, method, what sees it, why): lets go of a lock, or lets others pass, and does nothing else. Whoever acquires the lock cannot tell whether it was
/// released right after the holder's last operation or later; who only looks can, and so can who parks, see [`Observation::Permits`]: waiting for the lock may have used up a permit.
const RELEASES: &[(&str, &str, Observation, &str)] = &[
    (
        "java/util/concurrent/locks/ReentrantLock",
        "unlock",
        Observation::Locks,
        "the lock's release",
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
        "unlock",
        Observation::Locks,
        "the lock's release",
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
        "unlock",
        Observation::Locks,
        "the lock's release",
    ),
    (
        "java/util/concurrent/CountDownLatch",
        "countDown",
        Observation::Latches,
        "whoever waits cannot tell when the count came down; who was interrupted finds that out before it looks",
    ),
];

/// (class, methods, why): takes a lock, of which operations of the library have some inside.
const ACQUIRES: &[(&str, &[&str], &str)] = &[(
    "java/util/concurrent/locks/ReentrantLock",
    &["lock", "lockInterruptibly", "tryLock"],
    "who waits for it parks, and uses up the permit that the user's own park waits for",
)];

/// (class, methods, why): what a pool's workers do for themselves, between taking tasks and running them.
const BOOKKEEPING: &[(&str, &[&str], &str)] = &[
    (
        "java/util/concurrent/ThreadPoolExecutor",
        &[
            "runWorker",
            "addWorker",
            "addWorkerFailed",
            "processWorkerExit",
            "tryTerminate",
            "interruptIdleWorkers",
            "interruptWorkers",
            "decrementWorkerCount",
        ],
        "counts and sets of workers, which only the pool itself uses until somebody asks for them",
    ),
    (
        "java/util/concurrent/ForkJoinPool",
        &[
            "createWorker",
            "registerWorker",
            "deregisterWorker",
            "runWorker",
            "signalWork",
            "scan",
            "awaitWork",
            "canStop",
            "tryCompensate",
            "uncompensate",
            "helpJoin",
            "pollScan",
            "submissionQueue",
            "externalPush",
            "externalQueue",
            "commonQueue",
            // From 20 on a queue is found and locked in one method and filled in another; who scans meanwhile spins.
            "poolSubmit",
            "tryTerminate",
            "nextTaskFor",
            // 8 and 11.
            "awaitJoin",
            "isQuiescent",
            "externalHelpComplete",
            "tryExternalUnpush",
        ],
        "finding, taking and handing over tasks; the tasks themselves are called back",
    ),
    (
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        &[
            "push",
            "lockedPush",
            "pop",
            "tryUnpush",
            "externalTryUnpush",
            "tryRemove",
            "tryPoll",
            "nextLocalTask",
            "peek",
            "queueSize",
            "isEmpty",
            // 11.
            "poll",
            "tryLockedUnpush",
            // 8: a task, then those that it forked.
            "runTask",
        ],
        "each is one operation on a double-ended queue",
    ),
    (
        "java/util/concurrent/ForkJoinTask",
        &[
            // From 20 on it finds and locks a queue, then fills it: see `poolSubmit`.
            "fork",
            "doExec",
            "trySetCancelled",
            "trySetThrown",
            "trySetException",
            "awaitDone",
            // 8 and 11.
            "setExceptionalCompletion",
            "getThrowableException",
            "internalWait",
            "externalAwaitDone",
            "externalInterruptibleAwaitDone",
        ],
        "one change of a task's state, or one wait for it; the task itself is called back",
    ),
];

/// (class pattern, methods or none for all that are atomic, what would notice more, why).
const UNTIL: &[(&str, &[&str], Observation, &str)] = &[
    (
        "java/lang/Thread",
        &["<init>"],
        Observation::Limits,
        "takes priority and loader from its maker, asks the group whether it takes threads, and counts itself there",
    ),
    (
        "java/util/concurrent/atomic/LongAdder",
        &["add", "increment", "decrement"],
        Observation::Sums,
        "one addition; where several meet they go to cells of their own, which are not summed up at once",
    ),
    (
        "java/util/concurrent/atomic/AtomicStampedReference",
        &["compareAndSet", "weakCompareAndSet", "set", "attemptStamp"],
        Observation::Pairs,
        "reads the pair, then puts another one in its place, unless somebody else was faster, be it with an equal one",
    ),
    (
        "java/util/concurrent/atomic/AtomicMarkableReference",
        &["compareAndSet", "weakCompareAndSet", "set", "attemptMark"],
        Observation::Pairs,
        "reads the pair, then puts another one in its place, unless somebody else was faster, be it with an equal one",
    ),
    (
        "java/util/concurrent/ConcurrentLinkedDeque",
        looks::TAKES,
        Observation::Peeks,
        "finds the node at its end, then takes the element, though others may have put one before it",
    ),
    (
        "java/util/concurrent/FutureTask",
        &["run", "runAndReset"],
        Observation::Cancels,
        "takes the task, then sees whether it was cancelled; the task itself is called back",
    ),
    (
        "java/util/concurrent/FutureTask",
        &["set", "setException"],
        Observation::Details,
        "says that it is done, then sets the outcome, then says how it was done",
    ),
    (
        "java/util/concurrent/CompletableFuture*",
        &[],
        Observation::Dependents,
        "functions are added and taken off one by one",
    ),
    (
        "java/util/concurrent/locks/ReentrantLock",
        &[],
        Observation::Queues,
        "tries, enqueues, tries again and parks; who lets go wakes the first one, which leaves the queue later",
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock*",
        &[],
        Observation::Queues,
        "tries, enqueues, tries again and parks; who lets go wakes the first one, which leaves the queue later",
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedSynchronizer*",
        &[],
        Observation::Queues,
        "tries, enqueues, tries again and parks; who lets go wakes the first one, which leaves the queue later",
    ),
    (
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer*",
        &[],
        Observation::Queues,
        "tries, enqueues, tries again and parks; who lets go wakes the first one, which leaves the queue later",
    ),
    (
        "java/util/concurrent/locks/StampedLock",
        &["readLock", "readLockInterruptibly"],
        Observation::Queues,
        "attempts once, be there a writer in the queue or not, then goes behind who is there",
    ),
    (
        "java/util/concurrent/locks/StampedLock$ReadLockView",
        &["lock", "lockInterruptibly"],
        Observation::Queues,
        "as the lock's own method",
    ),
    (
        "java/util/concurrent/Semaphore",
        &[],
        Observation::Queues,
        "tries, enqueues, tries again and parks; who lets go wakes the first one, which leaves the queue later",
    ),
];

/// (class, methods, why): what a map does when an element is in it or gone already.
const COUNTS: &[(&str, &[&str], &str)] = &[
    (
        "java/util/concurrent/ConcurrentHashMap",
        &["addCount"],
        "`size` may lag behind what `get` says",
    ),
    (
        "java/util/concurrent/ConcurrentSkipListMap",
        &["addCount"],
        "`size` may lag behind what `get` says",
    ),
];

/// (class, methods, why): calls of another object of the same class, which others may ask as well.
const ON_ANOTHER: &[(&str, &[&str], &str)] = &[(
    "java/util/concurrent/Phaser",
    &["doArrive", "doRegister", "arriveAndAwaitAdvance"],
    "a phaser is one step, a tree of them is not",
)];

/// (class, methods, why): one step where its argument is `false`, which asks for no interrupt.
const INTERRUPTERS: &[(&str, &[&str], &str)] = &[(
    "java/util/concurrent/FutureTask",
    &["cancel"],
    "reads which thread runs the task after it was cancelled: it may have ended, and no thread is interrupted",
)];

/// (class, methods, why): asks whether the current thread was interrupted.
const INTERRUPT_CHECKS: &[(&str, &[&str], &str)] = &[
    (
        "java/lang/Thread",
        &["interrupted", "isInterrupted"],
        "who was not interrupted when it asked may be before it does what it does then",
    ),
    ("java/lang/VirtualThread", &["isInterrupted"], "as for other threads"),
];

/// (class pattern, nothing, why): classes whose waits ask whether the thread was interrupted before they read what they wait for, read it again
/// afterwards, or ask right behind `park`. What completes such a wait and then interrupts is met there. All others read first and then ask:
/// `FutureTask` finds no result, another thread sets it and interrupts, and `get` throws.
const ASKS_AGAIN: &[(&str, &[&str], &str)] = &[
    (
        "java/util/concurrent/locks/AbstractQueued*",
        &[],
        "asks first, and behind `park`; a condition then reads whether it was signalled",
    ),
    ("java/util/concurrent/locks/ReentrantLock$Sync", &[], "asks first"),
    (
        "java/util/concurrent/CyclicBarrier",
        &[],
        "asks under the lock that guards the generation",
    ),
    (
        "java/util/concurrent/SynchronousQueue*",
        &[],
        "withdraws by a compare-and-set, which fails where it was matched",
    ),
    (
        "java/util/concurrent/LinkedTransferQueue*",
        &[],
        "withdraws by a compare-and-set, which fails where it was matched",
    ),
    (
        "java/util/concurrent/Exchanger",
        &[],
        "withdraws by a compare-and-set, which fails where it was matched",
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor*",
        &[],
        "reads the pool's state again",
    ),
];

/// Whether the waits of a class need no step of their own before they ask whether the thread was interrupted.
pub fn asks_again(class: &str) -> bool {
    ASKS_AGAIN.iter().any(|(pattern, ..)| class_matches(pattern, class))
}

/// Whether others go by a wrong count of workers before a call of a pool's own: a worker is counted whose thread was not made, or one whose task threw is
/// counted no more, and the other one in its place is not counted yet. `argument`: of the caller.
pub fn miscounts_workers(caller: &Method, method: &Method, argument: impl Fn(u32) -> u64) -> bool {
    match (caller.name, method.name) {
        ("addWorker", "addWorkerFailed") => true,
        // Whether the worker has ended because its task threw.
        ("processWorkerExit", "tryTerminate") => argument(2) != 0,
        _ => false,
    }
}

/// (class pattern, methods, callers, why): withdraws what an operation of the library has offered to others, for its thread was interrupted or
/// has no time to wait. Where the thread has not waited, others could take it before the withdrawal: the call is a step of its own then.
/// Without callers, every one.
const WITHDRAWALS: &[(&str, &[&str], &[&str], &str)] = &[
    (
        "java/util/concurrent/SynchronousQueue$Transfer*Node",
        &["tryCancel"],
        &[],
        "the node is in the queue or on the stack (8 to 17)",
    ),
    // Its other callers match the node of another thread.
    (
        "java/util/concurrent/LinkedTransferQueue$DualNode",
        &["cmpExItem"],
        &["await"],
        "the node is in the queue (21 and later, synchronous queues too)",
    ),
    (
        "java/util/concurrent/locks/AbstractQueued*Synchronizer",
        &["transferAfterCancelledWait"],
        &[],
        "the lock is free, and the thread can be signalled (8 and 11)",
    ),
    // Its other callers signal another thread.
    (
        "java/util/concurrent/locks/AbstractQueued*Synchronizer$Node",
        &["getAndUnsetStatus"],
        &["await", "awaitNanos", "awaitUntil"],
        "the lock is free, and the thread can be signalled (17 and later)",
    ),
];

/// The callers whose call of a method withdraws what they have offered: all, if there are none; `None` for any other method.
fn withdrawal(class: &str, method: &str) -> Option<&'static [&'static str]> {
    WITHDRAWALS
        .iter()
        .find(|(pattern, methods, ..)| methods.contains(&method) && class_matches(pattern, class))
        .map(|(_, _, callers, _)| *callers)
}

/// Whether a method withdraws what this one, which calls it, has offered.
pub fn withdraws(caller: &Method, method: &Method) -> bool {
    withdrawal(method.class().name, method.name)
        .is_some_and(|callers| callers.is_empty() || callers.contains(&caller.name))
}

/// (class, methods, why): asks whether its thread was interrupted, and how much time there is, behind what it has offered, and withdraws it by no call:
/// the question is a step of its own.
const OFFERS_FIRST: &[(&str, &[&str], &str)] = &[(
    "java/util/concurrent/Exchanger",
    &["slotExchange", "arenaExchange", "xchg"],
    "the node is in the slot",
)];

/// Whether the caller of a question for an interrupt has offered something before.
pub fn offers_first(caller: &Method) -> bool {
    OFFERS_FIRST
        .iter()
        .any(|(class, methods, _)| *class == caller.class().name && methods.contains(&caller.name))
}

/// (class pattern, why): collections whose operations on single elements are atomic. What else they offer goes from element to
/// element, and is no part of an atomic operation that calls it.
const COLLECTIONS: &[(&str, &str)] = &[
    (
        "java/util/concurrent/Concurrent*",
        "maps, their views, iterators and bulk tasks; linked queues",
    ),
    ("java/util/concurrent/LinkedTransferQueue*", "a linked queue"),
];

/// (class, methods, why): runs tasks for an atomic operation, and is no part of it.
const CALLBACKS: &[(&str, &[&str], &str)] = &[
    (
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        &["topLevelExec", "helpAsyncBlocker"],
        "runs tasks one after the other; between them others may look",
    ),
    (
        "java/util/concurrent/ForkJoinPool",
        &["helpQuiescePool"],
        "runs tasks one after the other",
    ),
    (
        "java/util/concurrent/ThreadPoolExecutor",
        &["execute", "shutdown", "shutdownNow"],
        "several steps, also where a future that is completed hands its functions over",
    ),
    (
        "java/util/concurrent/ExecutorCompletionService$QueueingFuture",
        &["done"],
        "the future is complete before it is in the queue",
    ),
];

/// (class, methods, what they call, why): runs tasks one after the other. A task is no part of it.
const RUNNERS: &[(&str, &[&str], &str, &str)] = &[(
    "java/util/concurrent/ThreadPoolExecutor",
    &["runWorker"],
    "run",
    "the task that its worker has taken",
)];

/// Whether a method that runs tasks calls one.
pub(crate) fn calls_a_task(caller: &Method, callee: &Method) -> bool {
    RUNNERS.iter().any(|(class, methods, task, _)| {
        *task == callee.name && methods.contains(&caller.name) && *class == caller.class().name
    })
}

/// Whether a method of the JDK may be a task.
pub(crate) fn may_be_a_task(method: &Method) -> bool {
    method.descriptor == "()V" && RUNNERS.iter().any(|row| row.2 == method.name)
}

/// Classes whose collections nobody else has: calls of them are part of an atomic operation.
pub fn confines(class: &str) -> bool {
    const CLASSES: [(&str, &str); 3] = [
        (
            "java/lang/ApplicationShutdownHooks",
            "the set of hooks, guarded by its class",
        ),
        (
            "java/util/concurrent/ThreadPoolExecutor",
            "the set of workers, guarded by mainLock",
        ),
        (
            "java/util/concurrent/DelayQueue",
            "the heap of elements, guarded by its lock",
        ),
    ];
    CLASSES.iter().any(|(name, _)| *name == class)
}

/// Whether a class's name begins with a pattern that ends in `*`.
fn begins(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').is_some_and(|before| name.starts_with(before))
}

fn class_matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((before, after)) => {
            name.starts_with(before) && name[before.len()..].ends_with(after) && !name[before.len()..].contains('/')
        }
        None => pattern == name,
    }
}

/// Whether a method of the JDK runs as one step.
pub fn atomicity(class: &Class, method: &Method) -> Atomicity {
    let named = |(name, methods, _): &(&str, &[&str], &str)| *name == class.name && methods.contains(&method.name);
    let release = RELEASES.iter().find(|row| row.0 == class.name && row.1 == method.name);
    if let Some(row) = release {
        Atomicity::Release(row.2)
    } else if BOOKKEEPING.iter().any(named) {
        Atomicity::Until(Observation::Pools)
    } else if COUNTS.iter().any(named) {
        Atomicity::PartUntil(Observation::Counts)
    } else if let Some(part) = part(class, method) {
        part
    } else if withdrawal(class.name, method.name).is_some() {
        Atomicity::Withdrawal
    } else if CALLBACKS.iter().any(named) {
        Atomicity::Callback
    } else if ON_ANOTHER.iter().any(named) {
        Atomicity::OnAnother
    } else if INTERRUPTERS.iter().any(named) {
        Atomicity::Interrupter
    } else if class.name == "java/lang/Thread" && method.name == "interrupt" {
        Atomicity::Signal
    } else if INTERRUPT_CHECKS.iter().any(named) && method.descriptor == "()Z" {
        Atomicity::InterruptCheck
    } else if ACQUIRES.iter().any(named) {
        Atomicity::Acquire
    } else if let Some(row) = UNTIL.iter().find(|(pattern, methods, ..)| {
        class_matches(pattern, class.name)
            && (methods.contains(&method.name) || methods.is_empty() && is_atomic(class, method))
    }) {
        Atomicity::Until(row.2)
    } else if is_lookup(class, method) {
        Atomicity::Lookup
    } else if !is_atomic(class, method) {
        let element_by_element = method.access & access::PUBLIC != 0
            && !matches!(method.name, "size" | "isEmpty")
            && !class.name.ends_with("Node")
            && COLLECTIONS.iter().any(|(pattern, _)| begins(pattern, class.name));
        match element_by_element {
            true => Atomicity::Callback,
            false => Atomicity::None,
        }
    } else if class.name.starts_with("java/lang/") {
        Atomicity::Machine
    } else {
        Atomicity::Library
    }
}

/// Whether a method only asks what the JDK reads and keeps for itself.
fn is_lookup(class: &Class, method: &Method) -> bool {
    method.name != "<clinit>"
        && method.access & access::ABSTRACT == 0
        && !method.name.starts_with("registerProvider")
        && !races::guards_nothing(class.name)
        && LOOKUPS.iter().any(|(pattern, methods, _)| {
            (*pattern == class.name || begins(pattern, class.name))
                && (methods.is_empty() || methods.contains(&method.name))
        })
}

/// Functions of a future that complete no other: `Signaller` wakes a thread, and `CoCompletion` asks another one.
const COMPLETE_NOTHING: [&str; 2] = ["Signaller", "CoCompletion"];

/// What a call of a method is that is a step within operations.
fn part(class: &Class, method: &Method) -> Option<Atomicity> {
    let function = class.name.strip_prefix(FUTURE).and_then(|rest| rest.strip_prefix('$'));
    if function.is_some_and(|name| COMPLETE_NOTHING.contains(&name)) {
        return None;
    }
    let row = PARTS
        .iter()
        .find(|(pattern, methods, ..)| methods.contains(&method.name) && class_matches(pattern, class.name))?;
    Some(row.2.map_or(Atomicity::Part, Atomicity::PartUntil))
}

/// The same of a program's own method that overrides such a one.
pub fn overrides_a_part(class: &Class, method: &Method) -> Option<Atomicity> {
    let overridden = |above: &&'static Class| {
        let declared = above.declared(method.name, method.descriptor);
        declared.is_some_and(|m| m.access & (access::PRIVATE | access::STATIC) == 0)
    };
    std::iter::successors(class.superclass, |above| above.superclass)
        .find(overridden)
        .and_then(|above| part(above, method))
}

/// Whether a constructor fills the new object with what a collection holds: it goes from element to element.
fn copies(method: &Method) -> bool {
    const SOURCES: [&str; 4] = [
        "Ljava/util/Collection;",
        "Ljava/util/Map;",
        "Ljava/util/SortedMap;",
        "Ljava/util/SortedSet;",
    ];
    method.name == "<init>" && SOURCES.iter().any(|source| method.descriptor.contains(source))
}

fn is_atomic(class: &Class, method: &Method) -> bool {
    if method.access & access::ABSTRACT != 0 || method.name == "<clinit>" {
        return false;
    }
    if copies(method) || operations::reads_a_final_field(class.name, method.name) {
        return false;
    }
    // Reads one element after the other.
    if method.name == "toString"
        && class.name.starts_with("java/util/concurrent/atomic/")
        && class.name.ends_with("Array")
    {
        return false;
    }
    const PLACES: [&str; 6] = [
        "java/util/concurrent/",
        "java/security/SecureRandom",
        "java/io/FileCleanable",
        "java/lang/Thread",
        "java/lang/Shutdown",
        "java/lang/ApplicationShutdownHooks",
    ];
    if !PLACES.iter().any(|place| class.name.starts_with(place)) {
        return false;
    }
    ATOMIC.iter().any(|(pattern, methods, _)| {
        class_matches(pattern, class.name)
            && if methods.is_empty() {
                method.access & (access::PUBLIC | access::PROTECTED) != 0 || method.name == "<init>"
            } else {
                methods.contains(&method.name)
            }
    })
}

/// Whether a class, by internal name, belongs to a test framework: what it throws, the test throws, and what it does to
/// an object, the test does.
pub fn is_test_library(class: &str) -> bool {
    const PACKAGES: &[&str] = &[
        "org/junit/",
        "org/opentest4j/",
        "org/hamcrest/",
        "org/assertj/core/",
        "org/mockito/",
        "org/easymock/",
        "net/bytebuddy/",
        "com/google/common/truth/",
        "junit/framework/",
    ];
    PACKAGES.iter().any(|package| class.starts_with(package))
}

/// Whether a class is what is behind Mockito's mocks. They may be called by several threads, says its manual.
pub fn is_mock_machinery(class: &str) -> bool {
    class.starts_with("org/mockito/internal/")
}

/// Classes that ask for the number of processors only to decide how long they spin before they block: they see
/// that there is one. Spinning is invisible to programs, and each round of it would be a state.
pub fn spins(class: &str) -> bool {
    const CLASSES: [&str; 7] = [
        // 8.
        "java/util/concurrent/CompletableFuture",
        "java/util/concurrent/ConcurrentHashMap",
        "java/util/concurrent/Exchanger",
        "java/util/concurrent/LinkedTransferQueue",
        "java/util/concurrent/Phaser",
        // 8 and 11.
        "java/util/concurrent/SynchronousQueue",
        "java/util/concurrent/locks/StampedLock",
    ];
    CLASSES.contains(&class)
}

/// Classes, by the beginnings of their names, that spin until a deadline where they have less than a constant number of nanoseconds left, and the
/// constant: they wait for it instead, as for any other. 8 and 11.
pub fn spins_below(class: &str) -> Option<i64> {
    const CLASSES: [&str; 3] = [
        "java/util/concurrent/SynchronousQueue$Transfer",
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
        "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    ];
    CLASSES.iter().any(|start| class.starts_with(start)).then_some(1000)
}

/// Whether a method calls `wait` in a loop, its own or its only callers': a spurious wakeup changes nothing but when it looks again.
pub fn waits_in_a_loop(class: &str, method: &str) -> bool {
    const METHODS: [(&str, &[&str]); 4] = [
        ("java/lang/Thread", &["join"]),
        ("java/util/TimerThread", &["mainLoop"]),
        // 8 and 11. Later ones park, in loops as well.
        (
            "java/util/concurrent/ForkJoinPool",
            &["awaitTermination", "awaitRunStateLock"],
        ),
        (
            "java/util/concurrent/ForkJoinTask",
            &[
                "internalWait",
                "externalAwaitDone",
                "externalInterruptibleAwaitDone",
                "get",
            ],
        ),
    ];
    METHODS.iter().any(|row| row.0 == class && row.1.contains(&method))
}

/// Whether a lock's `sync` has its count of readers in the upper half of a long, as from JDK 25 on, and not of an int.
pub fn counts_in_a_long(sync: &'static Class) -> bool {
    std::iter::successors(Some(sync), |class| class.superclass)
        .any(|class| class.name == "java/util/concurrent/locks/AbstractQueuedLongSynchronizer")
}
