//! What threads do, as observers see it.

use crate::heap::Ref;
use crate::thread::{Mode, Span, ThreadId};

/// Something that a thread does. Accesses are reported before they happen, everything else when it has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A read or write of a field, a static, elements, or memory off the heap.
    Access {
        /// Object, array or mirror; 0 for memory off the heap.
        object: Ref,
        /// Where.
        span: Span,
        /// Whether it writes.
        write: bool,
        /// Plain, volatile or atomic.
        mode: Mode,
    },
    /// A monitor was entered from outside, or again after a wait.
    Acquire(Ref),
    /// A monitor was left for good, or for a wait.
    Release(Ref),
    /// An object can be reached by other threads from now on.
    Publish(Ref),
    /// It started a thread.
    Start(ThreadId),
    /// It has come to its end.
    End,
    /// It has seen that a thread is not alive, by its object.
    Ended(Ref),
    /// It interrupted a thread, by its object.
    Interrupt(Ref),
    /// It has seen that it was interrupted.
    Interrupted,
    /// It has initialised a class, or failed to, by its mirror.
    Initialised(Ref),
    /// It has seen that a class is initialised.
    Uses(Ref),
}
