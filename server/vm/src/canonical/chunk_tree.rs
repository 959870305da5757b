//! What differs from the base, as one component: a tree over the chunks that hold something changed. A state that differs from the last
//! one in a few chunks costs a path in the tree for each of them, however much there is.
//!
//! A subtree with one chunk is that chunk, so the tree depends on which chunks there are alone (a Patricia trie, Morrison 1968). The
//! words of a chunk name their places; equal roots are therefore equal contents.

use rustc_hash::FxHashMap;

/// A heap has at most 2³² words, of which a chunk has 16.
const LEVELS: usize = 28;
/// More chunks than these are not listed one by one.
const MOST_STALE: usize = 4096;

/// The tree, and what of it is out of date.
pub(crate) struct ChunkTree {
    /// By level, from the leaves, and place in it: what stands for the chunks below. Nothing for none.
    nodes: [FxHashMap<u32, u32>; LEVELS],
    root: u32,
    /// Chunks that were written or undone since.
    stale: Vec<u32>,
    /// More than those.
    all_stale: bool,
}

impl Default for ChunkTree {
    fn default() -> ChunkTree {
        ChunkTree {
            nodes: std::array::from_fn(|_| FxHashMap::default()),
            root: 0,
            stale: Vec::new(),
            // Who never collapses keeps no list.
            all_stale: true,
        }
    }
}

impl ChunkTree {
    /// These chunks may hold something else now.
    pub(crate) fn touched(&mut self, chunks: &[u32]) {
        if self.all_stale {
            return;
        }
        self.stale.extend_from_slice(chunks);
        if self.stale.len() > MOST_STALE {
            self.stale.clear();
            self.all_stale = true;
        }
    }

    /// The chunks to be set again, those of the heap that may differ from the base where all are: then the tree is empty.
    pub(crate) fn take_stale(&mut self, changed: &[u32]) -> Vec<u32> {
        let mut stale = std::mem::take(&mut self.stale);
        if std::mem::take(&mut self.all_stale) {
            self.nodes.iter_mut().for_each(FxHashMap::clear);
            self.root = 0;
            stale = changed.to_vec();
        }
        stale.sort_unstable();
        stale.dedup();
        stale
    }

    /// Puts a component in the place of a chunk, 0 for nothing changed. `pair` gives the index of two subtrees.
    pub(crate) fn set(&mut self, chunk: u32, component: u32, mut pair: impl FnMut(u32, u32) -> u32) {
        let (mut at, mut node) = (chunk, component << 1);
        for level in &mut self.nodes {
            let before = match node {
                0 => level.remove(&at),
                node => level.insert(at, node),
            };
            if before.unwrap_or(0) == node {
                return;
            }
            let other = level.get(&(at ^ 1)).copied().unwrap_or(0);
            let (first, second) = if at & 1 == 0 { (node, other) } else { (other, node) };
            node = match (first, second) {
                (0, only) | (only, 0) => only,
                // No pair is taken for a component.
                (first, second) => pair(first, second) << 1 | 1,
            };
            at >>= 1;
        }
        self.root = node;
    }

    /// What stands for all of it; 0 where nothing differs from the base.
    pub(crate) fn root(&self) -> u32 {
        self.root
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::ChunkTree;

    /// A path of random changes: equal contents have equal roots, and others have others, however they came about.
    #[test]
    fn the_root_says_what_the_chunks_hold() {
        let mut pairs: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut roots: BTreeMap<Vec<(u32, u32)>, u32> = BTreeMap::new();
        let mut tree = ChunkTree::default();
        let mut contents: BTreeMap<u32, u32> = BTreeMap::new();
        let chunks = [0, 1, 2, 3, 7, 8, 1 << 20, (1 << 28) - 1];
        let mut seed = 1u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let chunk = chunks[(seed >> 33) as usize % chunks.len()];
            let value = (seed >> 40) as u32 % 3;
            // The words of a chunk name their places: no two chunks have one component.
            let component = if value == 0 { 0 } else { (chunk % 1000) * 2 + value };
            match component {
                0 => contents.remove(&chunk),
                component => contents.insert(chunk, component),
            };
            tree.set(chunk, component, |first, second| {
                let next = pairs.len() as u32 + 1;
                *pairs.entry((first, second)).or_insert(next)
            });
            let held: Vec<(u32, u32)> = contents.iter().map(|(chunk, component)| (*chunk, *component)).collect();
            let root = *roots.entry(held).or_insert(tree.root());
            assert_eq!(root, tree.root());
        }
        let mut distinct: Vec<u32> = roots.values().copied().collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), roots.len());
        assert!(roots.len() > 1000);
    }

    #[test]
    fn too_many_changes_are_all_of_them() {
        let mut tree = ChunkTree::default();
        assert_eq!(tree.take_stale(&[3, 1]), [1, 3]);
        tree.touched(&[5, 4, 5]);
        assert_eq!(tree.take_stale(&[1, 3]), [4, 5]);
        tree.set(9, 1, |_, _| unreachable!());
        tree.touched(&[7; 5000]);
        assert_eq!(tree.take_stale(&[1, 3]), [1, 3]);
        assert_eq!(tree.root(), 0, "it is made anew");
    }
}
