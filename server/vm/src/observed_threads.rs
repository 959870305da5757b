//! States of threads, and locks of `java.util.concurrent`, that properties over time speak of.
//!
//! A thread is parked before its next operation. Reduction decides where it is parked before that one, and a property must not depend on it. So a
//! thread of which a property knows the name comes to each operation at which it may wait in a step of its own ([`Pending::Arrive`]), be there
//! something to wait for or not: before that step it runs, behind it it waits as long as the operation is not enabled. What enables it is a step of
//! another thread, and so is what makes it wait again: taking or releasing a monitor, starting or ending a thread, each operation of the library.
//!
//! A lock is what its own class says: the state of its synchronizer, each write to which is a step. Operations of locks that are one
//! step by `jdk-atomic` stay one.

use crate::assumptions::FieldKey;
use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::image::class::Method;
use crate::observation::Observation;
use crate::thread::{Pending, Status, ThreadId};
use crate::vm::Vm;

/// Names of threads that properties may speak of at most.
pub const MOST_NAMES: usize = 64;

const LOCK: &str = "java/util/concurrent/locks/Lock";
const SYNCHRONIZER: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";

/// Classes of locks, and which bits of the synchronizer's state say that it is held.
const LOCKS: [(&str, u32); 3] = [
    ("java/util/concurrent/locks/ReentrantLock", u32::MAX),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
        0xffff_0000,
    ),
    ("java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock", 0xffff),
];

/// What a thread that was started does, as `Thread.getState` says it, but that waits with and without a time-out are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadState {
    /// It runs, or may.
    Runnable,
    /// It waits in code of the program's own for a monitor that another thread holds.
    Blocked,
    /// It waits for something else: a notification, a permit, the end of a thread, a time.
    Waiting,
    /// It has ended.
    Terminated,
}

/// What a variable of a declared type leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockKind {
    /// An object with a monitor.
    Monitor,
    /// A lock of the library that says whether it is held, or an object of the interface of such locks.
    Library,
    /// A lock of which nothing is known.
    Unknown,
}

impl Vm {
    /// From now on the states of threads with these names are seen, and of no others.
    pub fn observe_threads(&mut self, names: Vec<String>) {
        let again = self.mode.observed.threads == names;
        self.mode.observed.threads = names;
        for at in 0..self.threads.len() {
            if !again || self.threads[at].observed_name == 0 {
                let name = self.observed_name_of(self.threads[at].object);
                if name != self.threads[at].observed_name {
                    self.thread_mut(ThreadId(at as u32)).observed_name = name;
                }
            }
        }
        if !self.mode.observed.threads.is_empty() {
            self.see_locks_held();
            // A thread's name is looked at: the default one too.
            let looks = &mut self.knowledge.assumptions.looks;
            looks.extend([Observation::Numbers, Observation::Futures, Observation::Stops]);
        }
    }

    /// From now on it is seen which locks of the library are held, or not.
    ///
    /// # Errors
    /// The class file of the JDK's synchronizers cannot be read.
    pub fn observe_locks(&mut self, on: bool) -> Result<(), crate::error::VmError> {
        self.mode.observed.lock_state = None;
        if on {
            let class = self.image.load(&mut self.heap, SYNCHRONIZER)?;
            self.mode.observed.lock_state = class.field("state").map(|field| FieldKey {
                class: class.id,
                slot: field.slot,
                is_static: false,
            });
        }
        Ok(())
    }

    /// The number of a thread's name among those that properties speak of, from 1 on; else 0.
    pub(crate) fn observed_name_of(&self, object: Ref) -> u8 {
        let names = &self.mode.observed.threads;
        if names.is_empty() {
            return 0;
        }
        let name = self.reported_text(self.field(object, "name") as Ref);
        names
            .iter()
            .position(|known| *known == name)
            .map_or(0, |at| at as u8 + 1)
    }

    /// Whether some thread that had this name when it started is in this state.
    pub fn is_thread_in(&self, name: &str, state: ThreadState) -> bool {
        let Some(number) = self.mode.observed.threads.iter().position(|known| known == name) else {
            return false;
        };
        if state == ThreadState::Terminated {
            return self.path.facts.ended_names >> number & 1 == 1;
        }
        self.live()
            .filter(|thread| usize::from(self.thread(*thread).observed_name) == number + 1)
            .any(|thread| self.thread_state(thread) == state)
    }

    fn thread_state(&self, thread: ThreadId) -> ThreadState {
        let waits = match (self.thread(thread).status, self.thread(thread).pending) {
            (Status::Terminated, _) => return ThreadState::Terminated,
            (Status::Waiting { .. }, _) => return ThreadState::Waiting,
            (Status::Ready, Pending::Sleep(_)) => {
                // Before and inside the sleep are one point.
                !self.thread(thread).timed_out && !self.is_interrupted(thread)
            }
            (Status::Ready, _) => !self.can_go_on(thread),
        };
        // Waits for monitors inside the library's own code do not count: the reduction leaves out their states.
        let in_own_code = || self.image.method(self.thread(thread).method_id()).class().is_user();
        match self.thread(thread).pending {
            Pending::Enter(_) | Pending::Reacquire(..) if waits && in_own_code() => ThreadState::Blocked,
            Pending::Park(_) | Pending::Join(_) | Pending::Sleep(_) if waits => ThreadState::Waiting,
            _ => ThreadState::Runnable,
        }
    }

    /// A thread with an observed name has ended.
    pub(crate) fn note_observed_end(&mut self, thread: ThreadId) {
        let number = self.thread(thread).observed_name;
        if number != 0 && self.observes() && !planted(Fault::EndsUnobserved) {
            self.path.facts.ended_names |= 1 << (number - 1);
        }
    }

    /// Whether a property sees what this thread waits for, and when it ends.
    pub(crate) fn sees_states(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        t.observed_name != 0 && self.observes() && !t.in_atomic_region() && !t.is_atomic()
    }

    /// The thread parks: before the operation, or before it comes there.
    pub(crate) fn arrive(&self, thread: ThreadId, pending: Pending) -> Pending {
        let waits = matches!(
            pending,
            Pending::Enter(_) | Pending::Park(_) | Pending::Join(_) | Pending::Sleep(_)
        );
        let t = self.thread(thread);
        match waits
            && !planted(Fault::ArrivalsUnobserved)
            && self.this_step.arrives != Some((t.fp, t.pc))
            && self.sees_states(thread)
        {
            true => Pending::Arrive,
            false => pending,
        }
    }

    /// Whether an operation of the library, called by the user, is a step of its own for the sake of properties, whoever can notice it.
    pub(crate) fn sees_operation(&self, thread: ThreadId, method: &Method) -> bool {
        let observed = &self.mode.observed;
        let of_locks = || {
            let class = method.class().name;
            class == CONDITION || LOCKS.iter().any(|(known, _)| *known == class)
        };
        let seen = || observed.lock_state.is_some() && of_locks() && self.observes();
        if planted(Fault::OperationsUnobserved) {
            return false;
        }
        self.sees_library(thread) || seen() && !self.threads[thread.0 as usize].is_atomic()
    }

    /// Whether this holds of all operations of the library.
    pub(crate) fn sees_library(&self, thread: ThreadId) -> bool {
        !self.mode.observed.threads.is_empty() && self.observes() && !self.threads[thread.0 as usize].is_atomic()
    }

    /// What a variable of this declared type, as class files write it, leads to.
    ///
    /// # Errors
    /// A class file cannot be read.
    pub fn lock_kind(&mut self, descriptor: &str) -> Result<LockKind, crate::error::VmError> {
        let Some(name) = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else {
            return Ok(LockKind::Monitor);
        };
        let Some(class) = self.image.try_load(&mut self.heap, name)? else {
            return Ok(LockKind::Unknown);
        };
        if name == LOCK || self.held_bits(class).is_some() {
            return Ok(LockKind::Library);
        }
        let is_lock = self.image.loaded(LOCK).is_some_and(|lock| class.is_subclass_of(lock));
        let other = name.starts_with("java/util/concurrent/locks/") || name == "java/util/concurrent/Semaphore";
        Ok(match is_lock || other {
            true => LockKind::Unknown,
            false => LockKind::Monitor,
        })
    }

    fn held_bits(&self, class: &'static crate::image::class::Class) -> Option<u32> {
        let mut classes = std::iter::successors(Some(class), |class| class.superclass);
        classes.find_map(|class| {
            let known = LOCKS.iter().find(|(name, _)| *name == class.name);
            known.map(|(_, bits)| *bits)
        })
    }

    /// Whether some thread holds a lock of the library. One of another class, of which nothing is known, is remembered.
    pub fn is_lock_held(&self, lock: Ref) -> bool {
        let class = self.class_of(lock);
        let Some(bits) = self.held_bits(class) else {
            self.mode.observed.unknown_lock.set(Some(class));
            return false;
        };
        // Until its constructor has returned it has none.
        let synchronizer = self.field(lock, "sync") as Ref;
        synchronizer != 0 && self.field(synchronizer, "state") as u32 & bits != 0
    }

    /// Whether a property asked about a lock of which nothing is known.
    pub fn met_unknown_lock(&self) -> bool {
        self.mode.observed.unknown_lock.get().is_some()
    }

    /// The class of a lock of which nothing is known, if a property asked about one since the last time that this was asked.
    pub fn take_unknown_lock(&self) -> Option<String> {
        self.mode.observed.unknown_lock.take().map(|class| class.binary_name())
    }
}
