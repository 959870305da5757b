//! Bitstate hashing (Holzmann 1987; three bits a state, Dillinger and Manolios 2004): a state is old when all its bits
//! are set. States may be taken for old that are new, so a search with it is never complete; it sees far into
//! spaces that no table holds. The first states are kept by their keys: bits that lie far apart cost a page each.

use dropwire_vm::Key;
use rustc_hash::FxHashSet;

use super::Visit;

const HASHES: u32 = 3;
/// States that are kept by their keys: some megabytes.
const EXACT: usize = 1 << 18;

/// The bits.
pub struct BitstateStore {
    /// Words of bits, once there are any.
    words: usize,
    /// Empty while the states are few.
    bits: Vec<u64>,
    few: FxHashSet<u128>,
    set: u64,
    states: u64,
}

impl BitstateStore {
    /// Room for `bytes` of bits, a whole number of words.
    pub fn new(bytes: u64) -> BitstateStore {
        BitstateStore {
            words: (bytes / 8).max(1) as usize,
            bits: Vec::new(),
            few: FxHashSet::default(),
            set: 0,
            states: 0,
        }
    }

    /// Remembers a key.
    pub fn insert(&mut self, key: Key) -> Visit {
        if self.bits.is_empty() {
            let new = self.few.insert(key.0);
            self.states += u64::from(new);
            if self.few.len() > EXACT {
                self.bits = vec![0; self.words];
                for key in std::mem::take(&mut self.few) {
                    self.set_bits(key);
                }
            }
            return if new { Visit::New } else { Visit::Old };
        }
        if self.set_bits(key.0) {
            self.states += 1;
            Visit::New
        } else {
            Visit::Old
        }
    }

    /// Whether one of the key's bits was not set.
    fn set_bits(&mut self, key: u128) -> bool {
        let (start, step) = (key as u64, (key >> 64) as u64 | 1);
        let count = self.bits.len() as u128 * 64;
        let mut new = false;
        for i in 0..HASHES {
            // Double hashing, and the range by multiplication.
            let value = start.wrapping_add(step.wrapping_mul(u64::from(i)));
            let bit = ((u128::from(value) * count) >> 64) as u64;
            let (word, mask) = (&mut self.bits[(bit / 64) as usize], 1 << (bit % 64));
            if *word & mask == 0 {
                *word |= mask;
                self.set += 1;
                new = true;
            }
        }
        new
    }

    /// Whether no state was taken for another one.
    pub fn is_exact(&self) -> bool {
        self.bits.is_empty()
    }

    /// Keys taken for new.
    pub fn count(&self) -> u64 {
        self.states
    }

    /// Bytes held.
    pub fn memory(&self) -> u64 {
        self.bits.len() as u64 * 8 + self.few.capacity() as u64 * 17
    }

    /// The probability that a new state is taken for an old one now.
    pub fn omission(&self) -> f64 {
        (self.set as f64 / (self.words as f64 * 64.0)).powi(HASHES as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::{BitstateStore, Visit};
    use dropwire_vm::Key;

    #[test]
    fn what_was_seen_is_old_and_few_others_are() {
        let mut store = BitstateStore::new(1 << 20);
        let key = |i: u128| {
            Key(i
                .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
                .rotate_left(29))
        };
        let few = 200_000;
        assert!((1..few).all(|i| store.insert(key(i)) == Visit::New) && store.is_exact());
        let new = (few..400_000).filter(|i| store.insert(key(*i)) == Visit::New).count();
        assert!(new > 195_000 && !store.is_exact(), "{new}");
        assert!((1..400_000).all(|i| store.insert(key(i)) == Visit::Old));
        assert!(store.omission() < 0.01);
    }
}
