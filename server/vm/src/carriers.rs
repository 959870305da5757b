//! Carriers: a virtual thread runs on one of as many as there are processors, and gives it back where it waits.
//!
//! Not where it is pinned: below the initialiser of a class and, before Java 24, where it holds a monitor (JEP 444, JEP 491). Who is
//! pinned keeps its carrier until it is pinned no more; the others share what is left. Not modelled: native frames, and that the
//! scheduler makes up for `Object.wait`, which gives the monitor back here.

use crate::heap::Ref;
use crate::thread::{Status, ThreadId};
use crate::vm::Vm;

/// The release since which a monitor does not pin.
const MONITORS_DO_NOT_PIN: u32 = 24;

impl Vm {
    /// Whether a thread object is that of a virtual thread.
    pub(crate) fn is_virtual(&self, object: Ref) -> bool {
        std::iter::successors(Some(self.class_of(object)), |class| class.superclass)
            .any(|class| class.name == "java/lang/BaseVirtualThread")
    }

    /// Whether a virtual thread has a carrier, or can get one.
    pub(crate) fn has_carrier(&self, thread: ThreadId) -> bool {
        let pinned = || self.live().filter(|other| self.is_pinned(*other));
        self.is_pinned(thread) || pinned().count() < self.carriers()
    }

    /// Whether a virtual thread keeps its carrier also where it waits.
    fn is_pinned(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        if !t.is_virtual || !matches!(t.status, Status::Ready) {
            return false;
        }
        let initialises = self
            .known
            .init_driver
            .is_some_and(|driver| t.frames().any(|(_, method, _)| method == driver.id.0));
        let by_monitor = self.image.universe.jdk.feature < MONITORS_DO_NOT_PIN;
        initialises || by_monitor && self.holds_a_monitor(thread)
    }

    /// Takes note of a virtual thread that waits while it is pinned, and of another one: how many carriers there are may decide.
    pub(crate) fn note_carriers(&mut self) {
        if !self.used.virtual_threads || self.used.processors {
            return;
        }
        let virtual_threads: Vec<ThreadId> = self.live().filter(|t| self.thread(*t).is_virtual).collect();
        let waits_pinned = |thread: &ThreadId| self.is_pinned(*thread) && !self.can_go_on(*thread);
        self.used.processors = virtual_threads.len() > 1 && virtual_threads.iter().any(waits_pinned);
    }
}
