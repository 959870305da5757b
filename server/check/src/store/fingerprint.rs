//! The table of fingerprints: 16 bytes a state, 19 to 24 with the free slots.
//!
//! 256 segments grow by a quarter each on their own, so no second table of the whole size is ever needed. Within a
//! segment the keys are sorted, each at or shortly behind the place that its value suggests (linear probing with
//! order, Amble and Knuth 1974): a search ends at the first greater key, and growing is one pass.

use dropwire_vm::Key;
use dropwire_vm::faults::{Fault, planted};

use super::Visit;

const SEGMENT_BITS: u32 = 8;
/// Slots behind the last place, for keys that were pushed there.
const OVERHANG: usize = 24;

/// The table.
pub struct FingerprintStore {
    segments: Vec<Segment>,
    used: u64,
}

#[derive(Clone, Default)]
struct Segment {
    /// 0 is free.
    slots: Vec<u128>,
    places: usize,
    used: usize,
}

impl FingerprintStore {
    /// An empty table.
    pub fn new() -> FingerprintStore {
        FingerprintStore {
            segments: vec![Segment::default(); 1 << SEGMENT_BITS],
            used: 0,
        }
    }

    /// Remembers a key.
    pub fn insert(&mut self, key: Key) -> Visit {
        // Zero marks a free slot; no key is zero but with probability 2⁻¹²⁸, and then it shares the state of one.
        let key = key.0.max(1);
        if planted(Fault::NewTakenForOld) && key % 16 == 5 {
            return Visit::Old;
        }
        let segment = &mut self.segments[(key >> (128 - SEGMENT_BITS)) as usize];
        if segment.insert(key) {
            self.used += 1;
            Visit::New
        } else {
            Visit::Old
        }
    }

    /// Keys remembered.
    pub fn count(&self) -> u64 {
        self.used
    }

    /// Bytes held.
    pub fn memory(&self) -> u64 {
        self.segments.iter().map(|s| s.slots.capacity() as u64 * 16).sum()
    }
}

impl Default for FingerprintStore {
    fn default() -> Self {
        FingerprintStore::new()
    }
}

impl Segment {
    fn place(&self, key: u128) -> usize {
        let value = (key >> (64 - SEGMENT_BITS)) as u64;
        ((u128::from(value) * self.places as u128) >> 64) as usize
    }

    /// Whether the key is new.
    fn insert(&mut self, key: u128) -> bool {
        if self.used * 100 >= self.places * 85 {
            self.grow();
        }
        loop {
            let mut at = self.place(key);
            while self.slots[at] != 0 && self.slots[at] < key {
                at += 1;
                if at == self.slots.len() {
                    break;
                }
            }
            if at < self.slots.len() && self.slots[at] == key {
                return false;
            }
            if let Some(free) = self.slots[at..].iter().position(|slot| *slot == 0) {
                self.slots.copy_within(at..at + free, at + 1);
                self.slots[at] = key;
                self.used += 1;
                return true;
            }
            // Full to the end. Scattered keys are given more places; keys that all belong at the end, which no number of
            // places would part, are given more slots.
            if self.used * 100 < self.places * 70 {
                self.slots.reserve_exact(OVERHANG);
                self.slots.resize(self.slots.len() + OVERHANG, 0);
            } else {
                self.grow();
            }
        }
    }

    fn grow(&mut self) {
        self.places = (self.places + self.places / 4).max(16);
        let mut slots = Vec::new();
        slots.reserve_exact(self.places + OVERHANG);
        slots.resize(self.places + OVERHANG, 0);
        let old = std::mem::replace(&mut self.slots, slots);
        let mut next = 0;
        for key in old.into_iter().filter(|key| *key != 0) {
            let at = self.place(key).max(next);
            if at >= self.slots.len() {
                self.slots.push(0);
            }
            self.slots[at] = key;
            next = at + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FingerprintStore, Visit};
    use dropwire_vm::Key;

    fn key(i: u128) -> Key {
        let a = i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        Key((a ^ a >> 61).wrapping_mul(0xd6e8_feb8_6659_fd93_a076_1d64_78bd_642f))
    }

    #[test]
    fn remembers_what_it_saw_across_growth() {
        let mut store = FingerprintStore::new();
        for i in 1..200_000 {
            assert_eq!(store.insert(key(i)), Visit::New, "{i}");
        }
        for i in 1..200_000 {
            assert_eq!(store.insert(key(i)), Visit::Old, "{i}");
        }
        assert_eq!(store.insert(key(0)), Visit::New);
        assert_eq!(store.count(), 200_000);
    }

    #[test]
    fn keys_at_both_ends_of_a_segment_have_room() {
        let mut store = FingerprintStore::new();
        for i in 0..2_000 {
            assert_eq!(store.insert(Key(u128::MAX - i)), Visit::New, "{i}");
            assert_eq!(store.insert(Key(1 + i)), Visit::New, "{i}");
        }
        assert_eq!(store.insert(Key(u128::MAX - 1_000)), Visit::Old);
        assert_eq!(store.insert(Key(1_000)), Visit::Old);
    }

    #[test]
    fn a_state_costs_at_most_24_bytes() {
        let mut store = FingerprintStore::new();
        for i in 0..1_000_000 {
            store.insert(key(i));
            if i > 300_000 && i.is_multiple_of(1000) {
                let bytes = store.memory() as f64 / store.count() as f64;
                assert!(bytes <= 24.0, "{bytes} at {i}");
            }
        }
    }
}
