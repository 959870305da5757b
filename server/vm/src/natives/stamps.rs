//! Which locks a thread reads without holding them: it has asked a `StampedLock` for a stamp to validate later.
//!
//! Such a read races with the lock's writers by the letter of JLS 17.4.5, and is what the class is made for (its
//! documentation, "Optimistic Reading"). Who judges races asks [`Vm::optimistic_locks`].

use super::replaced::Replacement;
use super::{NativeCall, NativeResult, Outcome};
use crate::heap::Ref;
use crate::thread::ThreadId;
use crate::vm::Vm;

/// Fields of `Thread`: the lock that last gave it a stamp, and the other one that did so before.
pub(crate) const LATEST: &str = "optimisticLock (hidden)";
pub(crate) const BEFORE: &str = "optimisticLockBefore (hidden)";

/// Before these methods somebody takes note; their bodies run as they are.
pub(crate) const LISTENERS: &[Replacement] = &[
    gives_a_stamp("tryOptimisticRead"),
    gives_a_stamp("tryConvertToOptimisticRead"),
];

const fn gives_a_stamp(name: &'static str) -> Replacement {
    Replacement {
        class: "java/util/concurrent/locks/StampedLock",
        name,
        descriptor: "",
        run: note,
        why: "what is read from now on is validated later, or is a race",
    }
}

fn note(c: &mut NativeCall<'_>) -> NativeResult {
    if c.vm.exploring {
        let (thread, lock) = (c.this_thread().object, c.reference(0));
        let latest = c.vm.field(thread, LATEST) as Ref;
        if latest != lock {
            c.vm.link(thread, BEFORE, latest);
            c.vm.link(thread, LATEST, lock);
        }
        c.vm.used.stamps = true;
    }
    Ok(Outcome::Fallthrough)
}

impl Vm {
    /// The `StampedLock`s that last gave a thread a stamp for reading without the lock: two at most, the latest first.
    pub fn optimistic_locks(&self, thread: ThreadId) -> impl Iterator<Item = Ref> + '_ {
        let object = self.thread(thread).object;
        let fields = if self.used.stamps { &[LATEST, BEFORE][..] } else { &[] };
        fields
            .iter()
            .map(move |field| self.field(object, field) as Ref)
            .filter(|lock| *lock != 0)
    }

    /// Whether somebody holds a `StampedLock` for writing. No stamp for reading that was given before is valid then.
    pub fn is_write_locked(&self, stamped: Ref) -> bool {
        const WRITER: u64 = 0x80;
        self.field(stamped, "state") & WRITER != 0
    }
}
