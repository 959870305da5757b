//! The set of states seen. Lossy by 128-bit keys only: see [`dropwire_vm::Key`].

use dropwire_vm::Key;
use dropwire_vm::faults::{Fault, planted};
use rustc_hash::FxHashMap;

/// Whether a state was seen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// It is stored now.
    New,
    /// It was there.
    Old,
}

/// Where states are remembered.
pub trait StateStore {
    /// Remembers a state.
    fn insert(&mut self, key: Key) -> Visit;
    /// States remembered.
    fn len(&self) -> u64;
    /// Bytes held.
    fn memory(&self) -> u64;
}

/// A table of fingerprints: open addressing, 16 bytes a state, at most three quarters full.
pub struct FingerprintStore {
    slots: Vec<u128>,
    used: usize,
}

impl FingerprintStore {
    /// An empty table.
    pub fn new() -> FingerprintStore {
        FingerprintStore {
            slots: vec![0; 1 << 12],
            used: 0,
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        for key in old.into_iter().filter(|k| *k != 0) {
            let at = self.probe(key);
            self.slots[at] = key;
        }
    }

    fn probe(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (key as usize) & mask;
        while self.slots[at] != 0 && self.slots[at] != key {
            at = (at + 1) & mask;
        }
        at
    }
}

impl Default for FingerprintStore {
    fn default() -> Self {
        FingerprintStore::new()
    }
}

impl StateStore for FingerprintStore {
    fn insert(&mut self, key: Key) -> Visit {
        // Zero marks a free slot; no key is zero but with probability 2⁻¹²⁸, and then it shares the state of one.
        let key = key.0.max(1);
        let at = self.probe(key);
        if self.slots[at] == key {
            return Visit::Old;
        }
        if planted(Fault::NewTakenForOld) && key % 16 == 5 {
            return Visit::Old;
        }
        self.slots[at] = key;
        self.used += 1;
        if self.used * 4 > self.slots.len() * 3 {
            self.grow();
        }
        Visit::New
    }

    fn len(&self) -> u64 {
        self.used as u64
    }

    fn memory(&self) -> u64 {
        // While it grows, the old and the new table exist side by side.
        (self.slots.len() * 16 * 3 / 2) as u64
    }
}

/// What is known of states in which only daemons can move: whether they can ever free a non-daemon thread.
pub type DaemonVerdicts = FxHashMap<Key, bool>;

#[cfg(test)]
mod tests {
    use super::{FingerprintStore, StateStore, Visit};
    use dropwire_vm::Key;

    #[test]
    fn remembers_what_it_saw_across_growth() {
        let mut store = FingerprintStore::new();
        let key = |i: u128| Key(i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
        for i in 1..20_000 {
            assert_eq!(store.insert(key(i)), Visit::New, "{i}");
        }
        for i in 1..20_000 {
            assert_eq!(store.insert(key(i)), Visit::Old, "{i}");
        }
        assert_eq!(store.len(), 19_999);
    }
}
