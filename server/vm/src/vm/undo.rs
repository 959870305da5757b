//! Undo: how a path is taken back.

use super::{PathFacts, Vm};
use crate::canonical::remembered::ThreadPart;
use crate::faults::{Fault, planted};
use crate::thread::{Thread, ThreadId};

pub(super) struct UndoFrame {
    pub(super) facts: PathFacts,
    pub(super) saved_threads: usize,
    pub(super) saved_slots: usize,
    pub(super) threads: usize,
    pub(super) native_log: usize,
}

/// A thread as it was when an undo frame was opened; its stack lies in `saved_slots`.
pub(super) struct Saved {
    pub(super) index: usize,
    pub(super) head: Thread,
    pub(super) part: ThreadPart,
}

/// Open undo frames, and what to put back when they are taken back. The heap has a log of its own.
#[derive(Default)]
pub(super) struct UndoLog {
    pub(super) frames: Vec<UndoFrame>,
    /// Bytes of off-heap memory before they were written, for undo.
    pub(super) native_log: Vec<(usize, u64)>,
    pub(super) saved: Vec<Saved>,
    /// The stacks of `saved`, one after the other.
    pub(super) saved_slots: Vec<u64>,
    pub(super) epoch: u64,
    pub(super) last_epoch: u64,
}

impl Vm {
    /// Opens an undo frame: what happens from now on can be taken back.
    pub fn push_undo(&mut self) {
        self.undo.frames.push(UndoFrame {
            facts: self.path.facts,
            saved_threads: self.undo.saved.len(),
            saved_slots: self.undo.saved_slots.len(),
            threads: self.threads.len(),
            native_log: self.undo.native_log.len(),
        });
        self.heap.push_undo();
        self.undo.last_epoch += 1;
        self.undo.epoch = self.undo.last_epoch;
        if let Some(mut hook) = self.instruction_hook.take() {
            hook.undo_pushed(self);
            self.instruction_hook = Some(hook);
        }
    }

    /// Saves off-heap bytes before they are written.
    pub(crate) fn log_native(&mut self, range: std::ops::Range<usize>) {
        self.path.facts.native_changed = true;
        if let Some(frame) = self.undo.frames.last() {
            // What was reserved since goes with the frame.
            let end = range.end.min(frame.facts.native_top);
            for word in range.start >> 3..end.div_ceil(8) {
                let bytes = &self.path.native_memory[word << 3..self.path.native_memory.len().min((word + 1) << 3)];
                let saved = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                self.undo.native_log.push((word, saved));
            }
        }
    }

    /// Takes back everything since the last undo frame and closes it.
    pub fn pop_undo(&mut self) {
        let Some(frame) = self.undo.frames.pop() else { return };
        let frozen = self.heap.has_frozen_prefix();
        self.heap.pop_undo();
        let forgotten = frozen && !self.heap.has_frozen_prefix();
        if forgotten {
            // Parts of the base no longer: what is remembered of it names objects that are gone.
            self.forget_components();
        }
        let mut same_threads = self.threads.len() == frame.threads;
        while self.undo.saved.len() > frame.saved_threads {
            let Saved { index, mut head, part } = self.undo.saved.pop().expect("longer than the mark");
            let slots = self.undo.saved_slots.len() - head.sp as usize;
            let thread = &mut self.threads[index];
            same_threads &= thread.is_alive() == head.is_alive();
            std::mem::swap(&mut head.stack, &mut thread.stack);
            head.stack[..head.sp as usize].copy_from_slice(&self.undo.saved_slots[slots..]);
            if planted(Fault::UndoMissesThread) {
                head.stop_waiting();
            }
            *thread = head;
            thread.changed |= forgotten;
            self.canonical.put_back(index, part);
            self.undo.saved_slots.truncate(slots);
        }
        debug_assert_eq!(self.undo.saved_slots.len(), frame.saved_slots);
        self.threads.truncate(frame.threads);
        let (top, threads) = (self.heap.top(), self.threads.len());
        self.knowledge.protection.forget_gone(top, threads);
        if !same_threads {
            self.sort_threads();
        }
        self.path.take_back(frame.facts);
        // Who shared what with whom is known of all threads or of none.
        self.path.facts.marked &= !forgotten;
        self.allocation_sites.truncate(self.path.facts.named_objects);
        while self.undo.native_log.len() > frame.native_log {
            let (word, saved) = self.undo.native_log.pop().expect("longer than the mark");
            let bytes = self.path.native_memory[word << 3..].iter_mut().take(8);
            bytes.zip(saved.to_le_bytes()).for_each(|(byte, before)| *byte = before);
        }
        self.path.native_memory.truncate(self.path.facts.native_top.max(8));
        self.undo.last_epoch += 1;
        self.undo.epoch = self.undo.last_epoch;
        if let Some(hook) = &mut self.instruction_hook {
            hook.undo_popped();
        }
    }

    /// Open undo frames.
    pub fn undo_depth(&self) -> usize {
        self.undo.frames.len()
    }

    /// Saves a thread before its first change since the last undo frame.
    pub fn touch(&mut self, thread: ThreadId) {
        let index = thread.0 as usize;
        self.this_step.enabledness_changed |= thread != self.this_step.current;
        let t = &mut self.threads[index];
        if t.epoch != self.undo.epoch {
            if !self.undo.frames.is_empty() {
                self.undo.saved_slots.extend_from_slice(&t.stack[..t.sp as usize]);
                self.undo.saved.push(Saved {
                    index,
                    head: t.head(),
                    part: self.canonical.set_aside(index),
                });
            }
            t.epoch = self.undo.epoch;
        }
        t.changed =
            !planted(Fault::StaleComponent) || t.changed || !matches!(t.status, crate::thread::Status::Waiting { .. });
    }

    /// The epoch of the innermost undo frame.
    pub(crate) fn current_epoch(&self) -> u64 {
        self.undo.epoch
    }
}
