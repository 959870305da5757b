//! The key: 128 bits that stand for a state. A collision among 10⁹ states has probability 1.5·10⁻²¹.
//!
//! Classes and methods enter by the hashes of their names, nothing by the order of exploration.

use super::Words;

/// A state's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(pub u128);

/// Two lanes of multiply-and-fold.
pub(crate) struct Mixer {
    a: u64,
    b: u64,
}

const START: (u64, u64) = (0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);

impl Mixer {
    pub(crate) fn new() -> Mixer {
        Mixer { a: START.0, b: START.1 }
    }

    pub(crate) fn finish(&self) -> Key {
        let (a, b) = self.halves();
        Key(u128::from(a) << 64 | u128::from(b))
    }

    /// The two halves of the key.
    pub(crate) fn halves(&self) -> (u64, u64) {
        let a = fold(self.a ^ self.b.rotate_left(32), 0xa076_1d64_78bd_642f);
        let b = fold(self.b, 0xe703_7ed1_a0b4_28db);
        (a, b)
    }
}

impl Words for Mixer {
    const HASHES: bool = true;

    #[inline(always)]
    fn add(&mut self, x: u64) {
        self.a = fold(self.a ^ x, 0x9e37_79b9_7f4a_7c15);
        self.b = fold(self.b.rotate_left(23) ^ x, 0xd6e8_feb8_6659_fd93).wrapping_add(self.a);
    }

    /// Both lanes see both words, at the price of one word.
    #[inline(always)]
    fn add_pair(&mut self, x: u64, y: u64) {
        self.a = fold(self.a ^ x, y ^ 0x9e37_79b9_7f4a_7c15);
        self.b = fold(self.b.rotate_left(23) ^ y, x ^ 0xd6e8_feb8_6659_fd93).wrapping_add(self.a);
    }

    /// An object says by the hash of its contents how many references follow.
    #[inline(always)]
    fn begin(&mut self) {}
}

/// Multiplies to 128 bits and folds the halves together.
#[inline(always)]
fn fold(a: u64, k: u64) -> u64 {
    // The addition keeps zero from being a fixed point.
    let product = u128::from(a.wrapping_add(0x2d35_8dcc_aa6c_78a5)) * u128::from(k);
    (product as u64) ^ (product >> 64) as u64
}
