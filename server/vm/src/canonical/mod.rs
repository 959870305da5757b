//! The canonical form of a state: who can reach what, and a key that is equal for states that no continuation can
//! tell apart.
//!
//! A state is seen as components: one for each live thread (its frames and the objects that it alone can reach), one
//! for what differs from the frozen base, and the objects that several threads share. What has not changed since the
//! last state is not looked at again: a thread that did not move keeps its component, of which only the references to
//! shared objects count, and an unchanged chunk of the base keeps its share. So the cost of a state follows from what
//! moved and what is shared, not from what exists.
//!
//! Objects that exist when the search begins, if there are many, are *settled*: taken for part of the base, named by
//! their addresses, and only what changes in them counts. The price is paid in states, not in wrong verdicts: they
//! stay escaped once they are, and what changed in them counts though nobody can reach them any more.
//!
//! Every shortcut must give what a computation from scratch gives: [`Vm::key_is_right`] is the oracle.

mod collapse;
mod contents;
mod fixed;
mod frames;
mod key;
mod marks;
mod private;
mod scratch;
mod shared;
mod traces;

use crate::heap::Ref;
use crate::vm::Vm;
use contents::Remembered;
use fixed::FixedPart;
use scratch::Scratch;

pub use collapse::{Component, Components};
pub(crate) use frames::call_slots;
pub use key::Key;
pub(crate) use private::ThreadPart;

/// What receives the words of a component.
pub(crate) trait Words {
    /// Takes the next word.
    fn add(&mut self, word: u64);
    /// Takes the next two words.
    fn add_pair(&mut self, first: u64, second: u64);
    /// What follows is an object.
    fn begin(&mut self);
    /// Whether a hash may stand for words.
    const HASHES: bool;
}

/// What is remembered from state to state; a function of the present state, never of how it was reached.
#[derive(Default)]
pub(crate) struct Canonical {
    /// By thread index.
    parts: Vec<ThreadPart>,
    /// Their empty vectors are used again.
    spare: Vec<ThreadPart>,
    fixed: FixedPart,
    scratch: Scratch,
    remembered: Remembered,
    work: Vec<Ref>,
    visited: Vec<Ref>,
    queue: Vec<Ref>,
    recorder: collapse::Recorder,
    /// Escape flags that the last marking changed.
    corrected: u32,
}

impl Canonical {
    /// Takes the component out of its place, for the undo log. Its references to shared objects stay, for comparison.
    pub(crate) fn set_aside(&mut self, thread: usize) -> ThreadPart {
        if self.parts.len() <= thread {
            self.parts.resize_with(thread + 1, ThreadPart::default);
        }
        let mut empty = self.spare.pop().unwrap_or_default();
        empty.outside.clear();
        empty.outside.extend_from_slice(&self.parts[thread].outside);
        std::mem::replace(&mut self.parts[thread], empty)
    }

    /// Puts a component back. `false` when everything was forgotten meanwhile.
    pub(crate) fn put_back(&mut self, thread: usize, part: ThreadPart) -> bool {
        let place = self.parts.get_mut(thread);
        let known = place.is_some();
        let spare = match place {
            Some(place) => std::mem::replace(place, part),
            None => part,
        };
        self.spare.push(spare);
        known
    }
}

impl Vm {
    /// Takes what is remembered out of its place, so that the machine can be read while it is written;
    /// [`Vm::give_back`] follows.
    fn lend(&mut self) -> Box<Canonical> {
        let stand_in = self.stand_in.take().unwrap_or_default();
        std::mem::replace(&mut self.canonical, stand_in)
    }

    fn give_back(&mut self, canonical: Box<Canonical>) {
        self.stand_in = Some(std::mem::replace(&mut self.canonical, canonical));
    }

    /// Forgets what is remembered: for a new search.
    pub(crate) fn forget_components(&mut self) {
        *self.canonical = Canonical::default();
        self.heap.touch_dirty();
        self.facts.marked = false;
        for thread in &mut self.threads {
            thread.changed = true;
        }
    }

    /// The oracle: whether `key`, which [`Vm::key`] gave for the present state, and the escape flags are what a
    /// computation gives that remembers nothing. What is remembered stays as it is.
    pub fn key_is_right(&mut self, key: Key) -> Result<bool, crate::VmError> {
        let remembered = std::mem::take(&mut self.canonical);
        self.forget_components();
        let again = self.key();
        let fresh = std::mem::replace(&mut self.canonical, remembered);
        Ok(again? == key && fresh.corrected == 0)
    }
}
