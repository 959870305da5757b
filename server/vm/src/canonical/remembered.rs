//! What is remembered from state to state: components, contents of objects, and side tables.

use rustc_hash::FxHashMap;

use super::Words;
use super::scratch::Scratch;
use crate::heap::Ref;

/// What is remembered from state to state; a function of the present state, never of how it was reached.
#[derive(Default)]
pub(crate) struct Canonical {
    /// By thread index.
    pub(crate) parts: Vec<ThreadPart>,
    /// Their empty vectors are used again.
    pub(crate) spare: Vec<ThreadPart>,
    pub(crate) fixed: FixedPart,
    pub(crate) scratch: Scratch,
    pub(crate) remembered: Remembered,
    pub(crate) work: Vec<Ref>,
    pub(crate) visited: Vec<Ref>,
    pub(crate) queue: Vec<Ref>,
    pub(crate) recorder: Recorder,
    /// Escape flags that the last marking changed.
    pub(crate) corrected: u32,
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

/// What is remembered of a thread's component while the thread does not change.
#[derive(Default)]
pub(crate) struct ThreadPart {
    pub(crate) hash: (u64, u64),
    /// Its index in the table of components; 0 when it has not been collapsed.
    pub(crate) component: u32,
    /// Objects that the thread alone can reach, in the order of the first visit.
    pub(crate) inside: Vec<Ref>,
    /// Objects outside to which it refers, without repetition, in the order of the first visit.
    pub(crate) boundary: Vec<Ref>,
    /// Those of them that the marking follows, and what does not count in the key, be it the thread's own or not.
    pub(crate) outside: Vec<Ref>,
}

/// A changed word that refers to a dynamic object.
#[derive(Clone, Copy)]
pub(crate) struct FixedRef {
    /// Names object and word.
    pub(crate) at: u64,
    pub(crate) chunk: u32,
    pub(crate) target: Ref,
    /// It counts in the key.
    pub(crate) keyed: bool,
    /// The marking starts from it.
    pub(crate) root: bool,
}

/// The component.
#[derive(Default)]
pub(crate) struct FixedPart {
    /// By chunk: its share of the sum.
    pub(crate) shares: FxHashMap<u32, (u64, u64)>,
    pub(crate) sum: (u64, u64),
    /// Its index in the table of components; 0 when it has not been collapsed since it changed.
    pub component: u32,
    /// Sorted by name.
    pub(crate) refs: Vec<FixedRef>,
}

impl FixedPart {
    /// What the words say that refer to nothing dynamic.
    pub fn sum(&self) -> (u64, u64) {
        self.sum
    }

    /// Where the marking starts.
    pub fn roots(&self) -> impl Iterator<Item = Ref> + '_ {
        self.refs.iter().filter(|r| r.root).map(|r| r.target)
    }

    /// The references that count in the key, in the order of their names.
    pub fn keyed(&self) -> impl Iterator<Item = (u64, Ref)> + '_ {
        self.refs.iter().filter(|r| r.keyed).map(|r| (r.at, r.target))
    }

    /// Whether the references of a chunk that the marking starts from are these.
    pub(crate) fn has_roots(&self, chunk: u32, refs: &[FixedRef]) -> bool {
        let old = self.refs.iter().filter(|r| r.chunk == chunk && r.root);
        let key = |r: &FixedRef| (r.at, r.target);
        let mut new: Vec<(u64, Ref)> = refs.iter().filter(|r| r.root).map(key).collect();
        new.sort_unstable();
        old.map(key).eq(new)
    }

    pub(crate) fn remove(&mut self, chunk: u32) {
        if let Some((a, b)) = self.shares.remove(&chunk) {
            self.sum = (self.sum.0.wrapping_sub(a), self.sum.1.wrapping_sub(b));
        }
        self.refs.retain(|r| r.chunk != chunk);
    }

    pub(crate) fn insert(&mut self, chunk: u32, share: (u64, u64), refs: &[FixedRef]) {
        if share != (0, 0) {
            self.shares.insert(chunk, share);
            self.sum = (self.sum.0.wrapping_add(share.0), self.sum.1.wrapping_add(share.1));
        }
        if !refs.is_empty() {
            self.refs.extend_from_slice(refs);
            self.refs.sort_unstable_by_key(|r| r.at);
        }
    }
}

/// What one object held.
#[derive(Default)]
pub(crate) struct Content {
    pub(crate) of: Ref,
    /// Epoch of the heap after which a write makes it stale.
    pub(crate) stamp: u64,
    pub(crate) words: u32,
    /// Its words then, of an object that is not large: neighbours in a chunk are written more often than it.
    pub(crate) raw: Vec<u64>,
    pub(crate) hash: (u64, u64),
    /// Objects of the dynamic region to which it refers, in the order of fields or elements.
    pub(crate) refs: Vec<Ref>,
    /// How many of `refs` stand before firewalls: those come first.
    pub(crate) open: usize,
    /// Such objects to which it refers where that does not count.
    pub(crate) aside: Vec<Ref>,
}

/// The contents of all objects that were looked at, by address.
#[derive(Default)]
pub(crate) struct Remembered {
    pub(crate) start: Ref,
    /// Indices into `contents`; 0 for none.
    pub(crate) places: Vec<u32>,
    pub(crate) contents: Vec<Content>,
}

/// Keeps the words that a traversal writes, and where its objects begin.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) words: Vec<u64>,
    pub(crate) objects: Vec<usize>,
}

impl Recorder {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.objects.clear();
    }
}

impl Words for Recorder {
    const HASHES: bool = false;

    fn add(&mut self, word: u64) {
        self.words.push(word);
    }

    fn add_pair(&mut self, first: u64, second: u64) {
        self.words.extend([first, second]);
    }

    fn begin(&mut self) {
        self.objects.push(self.words.len());
    }
}
