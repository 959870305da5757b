//! The canonical form of a state: who can reach what, and a key that is equal for states that no continuation can
//! tell apart.
//!
//! A state is seen as components: one for each live thread (its frames and the objects that it alone can reach), one
//! for what differs from the frozen base, and the objects that several threads share. What has not changed since the
//! last state is not looked at again: a thread that did not move keeps its component, of which only the references to
//! shared objects count, and an unchanged chunk of the base keeps its share. So the cost of a state follows from what
//! moved and what is shared, not from what exists.
//!
//! Every shortcut must give what a computation from scratch gives: [`Vm::key_is_right`] is the oracle.

mod fixed;
mod frames;
mod key;
mod marks;
mod private;
mod scratch;
mod shared;

use crate::heap::Ref;
use crate::vm::Vm;
use fixed::FixedPart;
use private::ThreadPart;
use scratch::Scratch;

pub(crate) use frames::call_slots;
pub use key::Key;

/// What receives the words of a component.
pub(crate) trait Words {
    /// Takes the next word.
    fn add(&mut self, word: u64);
}

/// What is remembered from state to state; a function of the present state, never of how it was reached.
pub(crate) struct Canonical {
    /// By thread index.
    parts: Vec<ThreadPart>,
    fixed: FixedPart,
    scratch: Scratch,
    work: Vec<Ref>,
    visited: Vec<Ref>,
    queue: Vec<Ref>,
    /// The label of shared objects in the last marking; thread `i` of the order has that plus `i + 1`. 0 when nothing
    /// is marked: one thread lives, or the reduction is off.
    shared: u32,
    /// The least number of undo frames that were open since the last marking.
    lowest: usize,
    /// Escape flags that the last marking changed.
    corrected: u32,
}

impl Canonical {
    pub(crate) fn new() -> Canonical {
        Canonical {
            parts: Vec::new(),
            fixed: FixedPart::default(),
            scratch: Scratch::default(),
            work: Vec::new(),
            visited: Vec::new(),
            queue: Vec::new(),
            shared: 0,
            lowest: 0,
            corrected: 0,
        }
    }
}

impl Canonical {
    /// An undo frame was closed by going back; `depth` are left.
    pub(crate) fn went_back(&mut self, depth: usize) {
        self.lowest = self.lowest.min(depth);
    }
}

impl Vm {
    /// Forgets what is remembered about components, but not what differs from the base: for a new search, and for the
    /// oracle.
    pub fn forget_components(&mut self) {
        for part in &mut self.canonical.parts {
            part.forget();
        }
        self.canonical.fixed.forget(&mut self.heap);
    }

    /// The oracle: whether `key`, which [`Vm::key`] gave for the present state, and the escape flags are what a
    /// computation gives that remembers nothing. What is remembered stays as it is.
    pub fn key_is_right(&mut self, key: Key) -> Result<bool, crate::VmError> {
        let remembered = std::mem::replace(&mut self.canonical, Canonical::new());
        self.heap.touch_dirty();
        let again = self.key();
        let fresh = std::mem::replace(&mut self.canonical, remembered);
        Ok(again? == key && fresh.corrected == 0)
    }
}
