//! Carriers: a virtual thread runs on one of as many as there are processors, and gives it back where it waits or yields.
//!
//! Not where it is pinned: below the initialiser of a class, where it waits for another thread's initialiser and, before Java 24, where it
//! holds a monitor or waits to enter one (JEP 444, JEP 491). Who is pinned keeps its carrier until it is pinned no more. `Object.wait` gives
//! the carrier back here, as the scheduler makes up for it. Not modelled: native frames, and the properties of the scheduler, which a
//! verdict lists under `processors` where the program sets one.

use crate::heap::Ref;
use crate::image::class::Method;
use crate::thread::{Pending, Status, ThreadId};
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
        self.thread(thread).mounted || self.has_free_carrier()
    }

    /// Whether a virtual thread that starts or goes on gets a carrier at once.
    pub(crate) fn has_free_carrier(&self) -> bool {
        let taken = |thread: &ThreadId| {
            let t = self.thread(*thread);
            t.is_virtual && t.mounted && (self.runs(*thread) || self.is_pinned(*thread))
        };
        !self.used.virtual_threads || self.live().filter(taken).count() < self.carriers()
    }

    /// Whether there are more virtual threads than carriers: who has one is a part of the state.
    pub(crate) fn carriers_are_short(&self) -> bool {
        self.used.virtual_threads && self.live().filter(|t| self.thread(*t).is_virtual).count() > self.carriers()
    }

    /// Whether so many virtual threads were started on this path that carriers may be short in some order of its steps.
    pub(crate) fn carriers_may_be_short(&self) -> bool {
        self.used.virtual_threads && self.threads.iter().filter(|t| t.is_virtual).count() > self.carriers()
    }

    /// A virtual thread has come or gone. As long as there are carriers for all, each has one; when they become short, those that wait have
    /// given theirs back.
    pub(crate) fn share_carriers(&mut self) {
        let short = self.carriers_are_short();
        let all: Vec<ThreadId> = self.live().filter(|t| self.thread(*t).is_virtual).collect();
        for thread in all {
            let mounted = !short || self.thread(thread).mounted && (self.runs(thread) || self.is_pinned(thread));
            if self.thread(thread).mounted != mounted {
                self.thread_mut(thread).mounted = mounted;
                self.this_step.enabledness_changed = true;
            }
        }
    }

    /// The thread begins a step: a virtual one does so on a carrier.
    pub(crate) fn mount(&mut self, thread: ThreadId) {
        let t = self.thread(thread);
        if t.is_virtual && !t.mounted {
            self.thread_mut(thread).mounted = true;
            self.this_step.enabledness_changed = true;
        }
    }

    /// The thread yields its carrier, unless it is pinned or there are carriers for all.
    pub(crate) fn unmount(&mut self, thread: ThreadId) {
        if self.thread(thread).mounted && !self.is_pinned(thread) && self.carriers_are_short() {
            self.thread_mut(thread).mounted = false;
            self.this_step.enabledness_changed = true;
        }
    }

    /// The thread's step is over: where it waits now, it gives its carrier back.
    pub(crate) fn leave_carrier(&mut self, thread: ThreadId) {
        if self.thread(thread).is_virtual && !self.runs(thread) {
            self.unmount(thread);
        }
    }

    /// Whether a thread neither waits nor sleeps.
    fn runs(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        t.status == Status::Ready && !matches!(t.pending, Pending::Sleep(_)) && self.can_go_on(thread)
    }

    /// Whether a virtual thread keeps its carrier also where it waits.
    fn is_pinned(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        if !t.is_virtual || !t.mounted || !matches!(t.status, Status::Ready) {
            return false;
        }
        let initialises = self
            .known
            .init_driver
            .is_some_and(|driver| t.frames().any(|(_, method, _)| method == driver.id.0));
        let awaits_initialiser = matches!(t.pending, Pending::ClassInit(_));
        let by_monitor = self.image.universe.jdk.feature < MONITORS_DO_NOT_PIN;
        initialises
            || awaits_initialiser
            || by_monitor && (matches!(t.pending, Pending::Enter(_)) || self.holds_a_monitor(thread))
    }

    /// Whether a virtual thread lives, and it is not known yet that carriers matter.
    pub fn is_beside_virtual_threads(&self) -> bool {
        self.used.virtual_threads && !self.used.processors && self.live().any(|thread| self.thread(thread).is_virtual)
    }

    /// A virtual thread keeps its carrier while it waits. That matters where there is another one, in this order of independent steps or in another one.
    pub fn note_kept_carrier(&mut self) {
        self.used.kept_carriers = true;
        self.used.processors |= self.used.several_virtual_threads;
    }

    /// Takes note of a virtual thread that waits while it is pinned, and of another one, and of one that waits for a carrier: how many
    /// there are may decide.
    pub(crate) fn note_carriers(&mut self) {
        if !self.used.virtual_threads || self.used.processors {
            return;
        }
        let virtual_threads: Vec<ThreadId> = self.live().filter(|t| self.thread(*t).is_virtual).collect();
        let waits_pinned = |thread: &ThreadId| self.is_pinned(*thread) && !self.runs(*thread);
        let lacks_carrier = |thread: &ThreadId| self.runs(*thread) && !self.has_carrier(*thread);
        let waits = virtual_threads.iter().any(waits_pinned);
        let lacks = virtual_threads.iter().any(lacks_carrier);
        if waits {
            self.note_kept_carrier();
        }
        self.used.processors |= lacks || self.used.kept_carriers && self.used.several_virtual_threads;
    }

    /// What the code of `Thread` locks in `start` and `join`: of a virtual thread an object of its own, for only the program uses its
    /// monitor (JEP 444).
    pub(crate) fn lock_behind(&self, method: &Method, object: Ref) -> Ref {
        let of_thread = self.known.thread.is_some_and(|class| class.id == method.class().id);
        if of_thread && matches!(method.name, "start" | "join") && object != 0 && self.is_virtual(object) {
            self.field(object, "holder") as Ref
        } else {
            object
        }
    }
}
