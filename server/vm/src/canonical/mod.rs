//! The canonical form of a state: who can reach what, and a key that is equal for states that no continuation can
//! tell apart.
//!
//! A state is seen as components: one for each live thread (its frames and the objects that it alone can reach), one
//! for what differs from the frozen base, and the objects that several threads share. What has not changed since the
//! last state is not looked at again: a thread that did not move keeps its component, of which only the references to
//! shared objects count, and an unchanged chunk of the base keeps its share. So the cost of a state follows from what
//! moved and what is shared, not from what exists.
//!
//! Objects that exist when the search begins, if there are many, are the *frozen prefix*: taken for part of the base, named by
//! their addresses, and only what changes in them counts. The price is paid in states, not in wrong verdicts: they
//! stay escaped once they are, and what changed in them counts though nobody can reach them any more.
//!
//! Every shortcut must give what a computation from scratch gives: [`Vm::key_is_right`] is the oracle.

mod chunk_tree;
mod collapse;
mod contents;
mod fixed;
mod frames;
mod key;
mod marks;
mod object_names;
mod private;
pub(crate) mod remembered;
mod scratch;
mod shared;
mod static_graph;
mod traces;

use crate::vm::Vm;
pub use collapse::{Component, Components};
pub(crate) use frames::{MONITOR_SLOT, call_slots};
pub use key::Key;
pub use object_names::ObjectNames;
use remembered::Canonical;

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
        self.path.facts.marked = false;
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
