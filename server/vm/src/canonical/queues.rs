//! Queues of synchronizers (`AbstractQueuedSynchronizer`) in which nobody waits.
//!
//! A queue is made when a thread has to wait for the first time, and keeps one node from then on, of which no method tells anything but
//! `hasContended`: for who acquires or releases, a queue of one node is the same as none. Each lock of a pool would double the states otherwise.
//!
//! This holds where an operation of a synchronizer is one step until the thread parks, so that no thread is between reading an end of the queue
//! and changing it, and where queues are unobserved (`Observation::Queues`). Classes of the program's own are left out: with a queue, `acquire` calls
//! `tryAcquire` once less before it parks, and theirs may count that.

use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::observation::Observation;
use crate::vm::Vm;

impl Vm {
    /// Brings up to date what [`Vm::is_empty_queue`] goes by: it is asked for each synchronizer of a state.
    pub(super) fn refresh_queues(&mut self) {
        self.knowledge.queues_unseen = self.mode.jdk_atomic && self.assume_unobserved(Observation::Queues);
    }

    /// Whether the queue of a synchronizer, by the offsets of its ends, is as one that was never made.
    pub(super) fn is_empty_queue(&self, synchronizer: Ref, [head, tail]: [u16; 2]) -> bool {
        let end = |offset| self.heap.get(synchronizer + u32::from(offset));
        self.knowledge.queues_unseen && (end(head) == end(tail) || planted(Fault::QueuesTakenForEmpty))
    }
}
