//! What a run reports to whoever listens: accesses, locks, and what orders threads. Nothing is reported while nobody listens.
//!
//! For analyses of one run. An observer sees what happens, in order, and changes nothing: with it and without it a schedule
//! does the same. Undo does not reach it; whoever goes back gives it back the state it had there.
//!
//! Not reported: accesses to what only one thread has ever been able to reach, and all accesses before a second thread exists.

use crate::event::Event;
use crate::heap::{ESCAPED, Ref, WAS_ESCAPED};
use crate::image::class::field_flag;
use crate::interpreter::flow::AccessKind;
use crate::rules::{self, Ordering};
use crate::thread::{Side, Span, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// What the access orders that a thread makes now: less than a volatile one where the program's own code calls an atomic or a VarHandle in a weaker mode.
    /// An operation of the library that does so within has been documented to order more.
    pub fn ordering_of_access(&self, thread: ThreadId) -> Ordering {
        let mut ordering = Ordering {
            acquires: true,
            releases: true,
        };
        // Fences order the accesses beside them on every machine, if not by the letter.
        if !self.used.weak_access || self.used.fences {
            return ordering;
        }
        for (_, method, _) in self.thread(thread).frames() {
            let method = self.image.method(method);
            let class = method.class();
            if class.is_user() {
                return ordering;
            }
            let is_bridge = class.is_made() || class.name.contains("$$");
            let is_handle = class.name.starts_with("java/lang/invoke/");
            if is_bridge || class.name.ends_with("/Unsafe") {
                continue;
            }
            if !is_handle && !class.name.starts_with("java/util/concurrent/atomic/Atomic") {
                break;
            }
            if !is_handle || class.name.starts_with("java/lang/invoke/VarHandle") {
                ordering = rules::ordering(method.name);
            }
        }
        Ordering {
            acquires: true,
            releases: true,
        }
    }

    /// Reports to the observer, if there is one.
    #[inline(always)]
    pub(crate) fn report(&mut self, thread: ThreadId, event: Event) {
        if self.observer.is_some() || self.footprint.is_some() {
            self.report_to_observer(thread, event);
        }
    }

    #[cold]
    fn report_to_observer(&mut self, thread: ThreadId, event: Event) {
        if self.footprint.is_some() {
            self.note_touches(thread, event);
        }
        // Taken out, so that it can look at the machine.
        if let Some(mut observer) = self.observer.take() {
            observer.see(self, thread, event);
            self.observer = Some(observer);
        }
    }

    /// Reports that objects are about to move.
    pub(crate) fn report_collection(&mut self) {
        if let Some(mut observer) = self.observer.take() {
            observer.addresses_change(self);
            self.observer = Some(observer);
        }
    }

    /// The thread asks whether another one is alive.
    pub(crate) fn report_if_ended(&mut self, thread: ThreadId, object: Ref) {
        self.touch_life(thread, object);
        if self.thread_of(object).is_none() {
            self.note_awaited(object);
            self.report(thread, Event::Ended(object));
        }
    }

    /// Whether accesses are reported.
    pub(crate) fn observed(&self) -> bool {
        (self.observer.is_some() || self.footprint.is_some()) && self.mode.exploring && self.threads.len() > 1
    }

    /// One side of an operation that parked for both of them goes ahead.
    pub(crate) fn report_side(&mut self, thread: ThreadId, side: Side, kind: AccessKind) {
        if self.observed() {
            self.report_access(thread, side.object, side.span, kind);
        }
    }

    /// An access goes ahead.
    #[cold]
    pub(crate) fn report_access(&mut self, thread: ThreadId, object: Ref, span: Span, kind: AccessKind) {
        let final_field = kind.flags & field_flag::FINAL != 0 && !self.knowledge.leaked_finals;
        let shared = object == 0
            || self.heap.is_fixed(object)
            || !self.mode.reduction
            || self.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED) != 0;
        // A class of the JDK is initialised once, and no program observes by which thread.
        let initialises = self.observer.is_none()
            && kind.flags & field_flag::JDK != 0
            && object != 0
            && self.is_initialising(thread, object, span.at);
        if shared && !final_field && !initialises && kind.flags & field_flag::PRIVATE_TO_VM == 0 {
            let AccessKind { write, mode, .. } = kind;
            self.report_to_observer(
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
