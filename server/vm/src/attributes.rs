//! Carries out what the user says about methods (`attributor.rs`): which run as one step, and which calls are boundaries.
//!
//! The levels are those of Java PathFinder's Attributor. `never`, `top-level` and `atomic` take boundaries away and can
//! hide defects: where one did, the verdict says so. The levels `always` and `runnables` only add boundaries.

use crate::attributor::Attributes;
use crate::image::class::Method;
use crate::thread::{LOCKED, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// Takes over what the user says about methods, for classes that are loaded already and those to come.
    pub fn set_attributes(&mut self, attributes: Attributes) {
        for method in &self.image.methods {
            if let Some(class) = method.class.get() {
                method.attribute.set(attributes.of(class, method.name));
                method.note_special();
            }
        }
        self.image.attributes = attributes;
    }

    /// Whether the thread runs a method that was said to be atomic.
    pub fn is_in_atomic(&self, thread: ThreadId) -> bool {
        self.thread(thread).is_atomic()
    }

    /// The outermost method on the thread's stack that was said to be atomic.
    pub fn atomic_method(&self, thread: ThreadId) -> Option<&'static Method> {
        let t = self.thread(thread);
        let root = |fp: u32| t.stack[fp as usize + 2] & crate::thread::ATOMIC_ROOT != 0;
        let found = t.frames().filter(|(fp, ..)| root(*fp)).last()?;
        Some(self.image.method(found.1))
    }

    /// Whether the thread holds a monitor that its frames refer to.
    pub(crate) fn holds_a_monitor(&self, thread: ThreadId) -> bool {
        let owns = |r: crate::heap::Ref| {
            self.heap
                .monitor(r)
                .is_some_and(|(owner, _)| owner == thread.0 as usize)
        };
        let t = self.thread(thread);
        if t.frames().any(|(fp, ..)| t.stack[fp as usize + 2] & LOCKED != 0) {
            return true;
        }
        let mut held = false;
        // A frame that cannot be read is given up when its state is numbered.
        let _ = self.for_each_frame_slot(thread, |_, value, is_ref| {
            held |= is_ref && value != 0 && owns(value as crate::heap::Ref);
        });
        held
    }

    /// Whether another thread can move.
    pub(crate) fn others_can_move(&self, thread: ThreadId) -> bool {
        self.live().any(|other| other != thread && self.is_enabled(other))
    }
}
