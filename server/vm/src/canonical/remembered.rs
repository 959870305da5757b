//! What is remembered from state to state: components, contents of objects, and side tables.

use rustc_hash::FxHashMap;

use super::Words;
use super::chunk_tree::ChunkTree;
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
    pub(crate) statics: StaticGraph,
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

    /// Puts a component back, also where all others were forgotten meanwhile: it was set aside before.
    pub(crate) fn put_back(&mut self, thread: usize, part: ThreadPart) {
        if self.parts.len() <= thread {
            self.parts.resize_with(thread + 1, ThreadPart::default);
        }
        let other = std::mem::replace(&mut self.parts[thread], part);
        self.spare.push(other);
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
    /// Its components.
    pub(crate) tree: ChunkTree,
    /// Sorted by name.
    pub(crate) refs: Vec<FixedRef>,
    /// Chunks and references of one refresh; empty between two.
    pub(crate) touched: Vec<u32>,
    pub(crate) found: Vec<FixedRef>,
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

    /// Whether the references of these chunks that the marking starts from are those of `refs`.
    pub(crate) fn has_roots(&self, chunks: &[u32], refs: &[FixedRef]) -> bool {
        let key = |r: &FixedRef| (r.at, r.target);
        let is_root = |r: &&FixedRef| r.root;
        let old = self.refs.iter().filter(is_root);
        let old = old.filter(|r| chunks.binary_search(&r.chunk).is_ok()).map(key);
        let mut new: Vec<(u64, Ref)> = refs.iter().filter(is_root).map(key).collect();
        new.sort_unstable();
        old.eq(new)
    }

    /// The share of a chunk.
    pub(crate) fn set_share(&mut self, chunk: u32, share: (u64, u64)) {
        let old = match share {
            (0, 0) => self.shares.remove(&chunk),
            share => self.shares.insert(chunk, share),
        };
        let (a, b) = old.unwrap_or_default();
        let add = |sum: u64, old: u64, new: u64| sum.wrapping_sub(old).wrapping_add(new);
        self.sum = (add(self.sum.0, a, share.0), add(self.sum.1, b, share.1));
    }

    /// The references of these chunks, which are sorted, are now those of `refs`: all at once, for there may be many of both.
    pub(crate) fn replace(&mut self, chunks: &[u32], refs: &[FixedRef]) {
        self.refs.retain(|r| chunks.binary_search(&r.chunk).is_err());
        if !refs.is_empty() {
            self.refs.extend_from_slice(refs);
            // What stood here is sorted already.
            self.refs.sort_by_key(|r| r.at);
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

/// A sum of terms, in two lanes as a key.
pub(crate) type Sum = (u64, u64);

/// The shared objects to which statics lead, in the order of their numbers.
#[derive(Default)]
pub(crate) struct StaticGraph {
    /// It is that of the last key.
    pub(crate) current: bool,
    /// Some object behind a firewall belongs to one thread: its name depends on that thread.
    pub(crate) avoided: bool,
    /// How many objects there were when it was last computed.
    pub(crate) size: usize,
    pub(crate) start: Ref,
    pub(crate) classified: bool,
    /// Epoch of the heap after which a write is news.
    pub(crate) stamp: u64,
    pub(crate) roots: Vec<(u64, Ref)>,
    pub(crate) roots_hash: Sum,
    /// By half the distance from `start`: the number and 1, or 0.
    pub(crate) numbers: Vec<u32>,
    pub(crate) order: Vec<Ref>,
    pub(crate) terms: Vec<Sum>,
    pub(crate) sum: Sum,
    /// For each object, how many were numbered before it was read, and where its references begin.
    pub(crate) read_at: Vec<(u32, u32)>,
    pub(crate) refs: Vec<Ref>,
    /// By chunk from that of `start` on: its last piece and 1, or 0.
    pub(crate) chunks: Vec<u32>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) written: Vec<u32>,
}

/// An object's part of a chunk.
pub(crate) struct Piece {
    pub(crate) chunk: u32,
    pub(crate) number: u32,
    /// Another one in the chunk, as in `chunks`.
    pub(crate) next: u32,
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
