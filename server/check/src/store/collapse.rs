//! The lossless store: a state is a vector of component indices, and the vector a tree of pairs (Laarman, van de Pol
//! and Weber 2011). Subtrees that were seen before are shared, so a state that differs from another one in one
//! component costs a handful of pairs.
//!
//! Classes and methods stand in components by 64-bit hashes of their names.

use dropwire_vm::{Component, Components, Vm, VmError};
use rustc_hash::FxHashMap;

use super::Visit;

/// The tables.
#[derive(Default)]
pub struct CollapseStore {
    tables: Tables,
    /// Inner nodes of the trees.
    inner: PairTable,
    /// Roots: one a state.
    roots: PairTable,
    vector: Vec<u32>,
}

/// Components by kind.
#[derive(Default)]
struct Tables {
    by_kind: [FxHashMap<Box<[u64]>, u32>; 4],
    /// Pairs of them.
    pairs: PairTable,
    words: u64,
}

impl CollapseStore {
    /// Empty tables.
    pub fn new() -> CollapseStore {
        CollapseStore::default()
    }

    /// Remembers the state of `vm`, whose key has just been taken.
    pub fn insert(&mut self, vm: &mut Vm) -> Result<Visit, VmError> {
        let mut vector = std::mem::take(&mut self.vector);
        vector.clear();
        vm.collapse(&mut self.tables, &mut vector)?;
        let visit = self.insert_vector(&mut vector);
        self.vector = vector;
        Ok(visit)
    }

    fn insert_vector(&mut self, vector: &mut [u32]) -> Visit {
        // The length is part of the root: vectors of two lengths never share one.
        let mut length = vector.len();
        while length > 2 {
            for i in 0..length / 2 {
                vector[i] = self.inner.index(vector[2 * i], vector[2 * i + 1]).0;
            }
            if length % 2 == 1 {
                vector[length / 2] = vector[length - 1];
            }
            length = length.div_ceil(2);
        }
        let (first, second) = (vector[0], vector.get(1).copied().unwrap_or(0));
        let body = self.inner.index(first, second).0;
        match self.roots.index(body, vector.len() as u32).1 {
            true => Visit::New,
            false => Visit::Old,
        }
    }

    /// States remembered.
    pub fn count(&self) -> u64 {
        self.roots.len()
    }

    /// Bytes held.
    pub fn memory(&self) -> u64 {
        // A map of components holds a box and an index in each of its places, up to half of them free.
        let places: u64 = self.tables.by_kind.iter().map(|t| t.capacity() as u64).sum();
        self.inner.memory()
            + self.roots.memory()
            + self.tables.pairs.memory()
            + self.tables.words * 8
            + places * 8 / 7 * 25
    }
}

impl Components for Tables {
    fn index(&mut self, kind: Component, words: &[u64]) -> u32 {
        let table = match kind {
            Component::Thread => 0,
            Component::Statics => 1,
            Component::Links => 2,
            Component::Object => 3,
        };
        let table = &mut self.by_kind[table];
        if let Some(index) = table.get(words) {
            return *index;
        }
        let index = table.len() as u32 + 1;
        table.insert(words.into(), index);
        // The allocator's own word included.
        self.words += words.len() as u64 + 1;
        index
    }

    fn pair(&mut self, first: u32, second: u32) -> u32 {
        self.pairs.index(first, second).0
    }
}

/// Pairs of indices, each with an index of its own: 12 to 16 bytes a pair.
#[derive(Default)]
struct PairTable {
    pairs: Vec<u64>,
    /// Places in `pairs`, plus one; 0 is free.
    places: Vec<u32>,
}

impl PairTable {
    /// The index of a pair, and whether it is new.
    fn index(&mut self, first: u32, second: u32) -> (u32, bool) {
        if self.pairs.len() * 5 >= self.places.len() * 4 {
            self.grow();
        }
        let pair = u64::from(first) << 32 | u64::from(second);
        let mut at = self.place(pair);
        while self.places[at] != 0 {
            let index = self.places[at];
            if self.pairs[index as usize - 1] == pair {
                return (index, false);
            }
            at = if at + 1 == self.places.len() { 0 } else { at + 1 };
        }
        if self.pairs.len() == self.pairs.capacity() {
            self.pairs.reserve_exact(self.pairs.len() / 4 + 1024);
        }
        self.pairs.push(pair);
        self.places[at] = self.pairs.len() as u32;
        (self.pairs.len() as u32, true)
    }

    fn place(&self, pair: u64) -> usize {
        let product = u128::from(pair ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15_u128;
        let hash = (product as u64) ^ (product >> 64) as u64;
        ((u128::from(hash.wrapping_mul(0xd6e8_feb8_6659_fd93)) * self.places.len() as u128) >> 64) as usize
    }

    fn grow(&mut self) {
        let length = (self.places.len() + self.places.len() / 4).max(1024);
        self.places = Vec::new();
        self.places.reserve_exact(length);
        self.places.resize(length, 0);
        for i in 0..self.pairs.len() {
            let mut at = self.place(self.pairs[i]);
            while self.places[at] != 0 {
                at = if at + 1 == length { 0 } else { at + 1 };
            }
            self.places[at] = i as u32 + 1;
        }
    }

    fn len(&self) -> u64 {
        self.pairs.len() as u64
    }

    fn memory(&self) -> u64 {
        (self.pairs.capacity() * 8 + self.places.capacity() * 4) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{CollapseStore, Visit};

    #[test]
    fn equal_vectors_are_one_state_and_others_are_not() {
        let mut store = CollapseStore::new();
        let mut visit = |vector: &[u32]| store.insert_vector(&mut vector.to_vec());
        for length in 1..40u32 {
            for changed in 0..length {
                let mut vector: Vec<u32> = (1..=length).collect();
                vector[changed as usize] += 1000;
                assert_eq!(visit(&vector), Visit::New);
                assert_eq!(visit(&vector), Visit::Old);
            }
        }
        assert_eq!(visit(&[7]), Visit::New);
        assert_eq!(visit(&[7, 0]), Visit::New);
    }
}
