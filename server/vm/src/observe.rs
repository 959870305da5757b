//! What a run tells whoever listens: accesses, locks, and what orders threads. Nothing is told while nobody listens.
//!
//! For analyses of one run. An observer sees what happens, in order, and changes nothing: with it and without it a schedule
//! does the same. Undo does not reach it; whoever goes back gives it back the state it had there.
//!
//! Not told: accesses to what only one thread has ever been able to reach, and all accesses before a second thread exists.

use crate::event::Event;
use crate::heap::{ESCAPED, Ref, WAS_ESCAPED};
use crate::image::class::field_flag;
use crate::interpreter::flow::AccessKind;
use crate::thread::{Side, Span, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// Tells the observer, if there is one.
    #[inline(always)]
    pub(crate) fn tell(&mut self, thread: ThreadId, event: Event) {
        if self.observer.is_some() {
            self.tell_observer(thread, event);
        }
    }

    #[cold]
    fn tell_observer(&mut self, thread: ThreadId, event: Event) {
        // Taken out, so that it can look at the machine.
        if let Some(mut observer) = self.observer.take() {
            observer.see(self, thread, event);
            self.observer = Some(observer);
        }
    }

    /// Tells the observer that objects are about to move.
    pub(crate) fn tell_of_collection(&mut self) {
        if let Some(mut observer) = self.observer.take() {
            observer.addresses_change(self);
            self.observer = Some(observer);
        }
    }

    /// The thread asks whether another one is alive.
    pub(crate) fn tell_if_ended(&mut self, thread: ThreadId, object: Ref) {
        if self.thread_of(object).is_none() {
            self.note_awaited(object);
            self.tell(thread, Event::Ended(object));
        }
    }

    /// Whether accesses are told.
    pub(crate) fn observed(&self) -> bool {
        self.observer.is_some() && self.exploring && self.threads.len() > 1
    }

    /// One side of an operation that parked for both of them goes ahead.
    pub(crate) fn tell_side(&mut self, thread: ThreadId, side: Side, kind: AccessKind) {
        if self.observed() {
            self.tell_access(thread, side.object, side.span, kind);
        }
    }

    /// An access goes ahead.
    #[cold]
    pub(crate) fn tell_access(&mut self, thread: ThreadId, object: Ref, span: Span, kind: AccessKind) {
        let final_field = kind.flags & field_flag::FINAL != 0 && !self.leaked_finals;
        let shared = object == 0
            || self.heap.is_fixed(object)
            || !self.reduction
            || self.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED) != 0;
        if shared && !final_field && kind.flags & field_flag::PRIVATE_TO_VM == 0 {
            let AccessKind { write, mode, .. } = kind;
            self.tell_observer(
                thread,
                Event::Access {
                    object,
                    span,
                    write,
                    mode,
                },
            );
        }
    }
}
