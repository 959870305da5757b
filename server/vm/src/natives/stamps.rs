//! Which locks a thread reads without holding them: it has asked a `StampedLock` for a stamp to validate later.
//!
//! Such a read races with the lock's writers by the letter of JLS 17.4.5, and is what the class is made for (its
//! documentation, "Optimistic Reading"). Who judges races asks [`Vm::optimistic_locks`].

use super::{NativeCall, NativeResult, Outcome};
use crate::heap::Ref;
use crate::hidden_fields::STAMPED;
use crate::natives::call::Replacement;
use crate::thread::ThreadId;
use crate::vm::Vm;

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
    if c.vm.mode.exploring {
        let (thread, lock) = (c.this_thread().object, c.reference(0));
        let id = c.thread;
        c.vm.used.stamps = true;
        let mut locks: Vec<Ref> = c.vm.optimistic_locks(id).collect();
        if !locks.contains(&lock) {
            locks.push(lock);
            // Another array each time: one that others may have seen is never written.
            let array = c.vm.new_reference_array("java/lang/Object", &locks)?;
            c.vm.link(thread, STAMPED, array);
        }
    }
    Ok(Outcome::Fallthrough)
}

impl Vm {
    /// The `StampedLock`s that gave a thread a stamp for reading without the lock.
    pub fn optimistic_locks(&self, thread: ThreadId) -> impl Iterator<Item = Ref> + '_ {
        let object = self.thread(thread).object;
        let array = if self.used.stamps {
            self.field(object, STAMPED) as Ref
        } else {
            0
        };
        let length = if array == 0 { 0 } else { self.heap.length(array) };
        (0..length).map(move |index| self.element(array, index))
    }

    /// Whether somebody holds a `StampedLock` for writing. No stamp for reading that was given before is valid then.
    pub fn is_write_locked(&self, stamped: Ref) -> bool {
        const WRITER: u64 = 0x80;
        self.field(stamped, "state") & WRITER != 0
    }
}
