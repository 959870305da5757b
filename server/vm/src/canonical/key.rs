//! The key: 128 bits that stand for a state. A collision among 10⁹ states has probability 1.5·10⁻²¹.
//!
//! Classes and methods enter by the hashes of their names, nothing by the order of exploration.

use super::Words;

/// A state's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(pub u128);

/// Two lanes of multiply-and-fold. What a state holds is added before anything is multiplied, and multiplied by constants
/// only: no value that a program writes is a factor, so none makes a lane forget what came before it.
pub(crate) struct Mixer {
    a: u64,
    b: u64,
}

const START: (u64, u64) = (0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);
const FACTORS: (u64, u64) = (0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
const LAST: (u64, u64) = (0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db);
/// Spreads the second word of a pair over the first. Odd.
const SPREAD: u64 = 0xc2b2_ae3d_27d4_eb4f;
/// What keeps zero from being a fixed point.
const OFFSET: u64 = 0x2d35_8dcc_aa6c_78a5;

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
        let a = fold(self.a ^ self.b.rotate_left(32), LAST.0);
        let b = fold(self.b, LAST.1);
        (a, b)
    }
}

impl Mixer {
    /// A step: each lane takes a word of its own and what the other lane was.
    #[inline(always)]
    fn absorb(&mut self, first: u64, second: u64) {
        let before = self.b.rotate_left(23);
        self.a = fold(self.a.wrapping_add(first), FACTORS.0) ^ before;
        self.b = fold(before.wrapping_add(second), FACTORS.1).wrapping_add(self.a);
    }
}

impl Words for Mixer {
    const HASHES: bool = true;

    #[inline(always)]
    fn add(&mut self, x: u64) {
        self.absorb(x, x.rotate_left(32));
    }

    /// Both lanes see both words, at the price of one word. No two pairs are absorbed alike: from what the lanes take, `y` follows,
    /// and then `x`.
    #[inline(always)]
    fn add_pair(&mut self, x: u64, y: u64) {
        let first = x.wrapping_add(y.wrapping_mul(SPREAD));
        self.absorb(first, y ^ first.rotate_left(32));
    }

    /// An object says by the hash of its contents how many references follow.
    #[inline(always)]
    fn begin(&mut self) {}
}

/// Multiplies to 128 bits and folds the halves together.
#[inline(always)]
fn fold(a: u64, k: u64) -> u64 {
    let product = u128::from(a.wrapping_add(OFFSET)) * u128::from(k);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::{FACTORS, LAST, Mixer, OFFSET, SPREAD, START};
    use crate::canonical::Words;

    /// Inverse of an odd number modulo 2⁶⁴, by Newton's iteration.
    fn inverse(of: u64) -> u64 {
        (0..6).fold(of, |x, _| x.wrapping_mul(2u64.wrapping_sub(of.wrapping_mul(x))))
    }

    /// The mixer's own numbers, what cancels them, and what is special to multiplication.
    fn adversaries() -> Vec<u64> {
        let own = [FACTORS.0, FACTORS.1, LAST.0, LAST.1, SPREAD, OFFSET, START.0, START.1];
        let mut values = vec![0, 1, 2, 3, u64::MAX, u64::MAX >> 1];
        for own in own {
            values.extend([own, !own, own.wrapping_neg(), inverse(own | 1)]);
            values.extend([
                own ^ START.0,
                own ^ START.1,
                own.wrapping_sub(OFFSET),
                own.rotate_left(32),
            ]);
            values.extend([START.0, START.1].map(|start| OFFSET.wrapping_neg().wrapping_sub(start) ^ own));
        }
        values.push(OFFSET.wrapping_add(START.0).wrapping_neg());
        values.push(OFFSET.wrapping_add(START.1.rotate_left(23)).wrapping_neg());
        values.extend((0..64).map(|bit| 1 << bit));
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The halves after these words, added as pairs or one by one.
    fn halves(words: &[u64], pairs: bool) -> (u64, u64) {
        let mut mixer = Mixer::new();
        if pairs {
            words.chunks(2).for_each(|pair| mixer.add_pair(pair[0], pair[1]));
        } else {
            words.iter().for_each(|word| mixer.add(*word));
        }
        mixer.halves()
    }

    /// All of them differ, in each half.
    fn all_differ(halves: impl Iterator<Item = (u64, u64)>) {
        let (mut first, mut second): (Vec<u64>, Vec<u64>) = halves.unzip();
        let count = first.len();
        for lane in [&mut first, &mut second] {
            lane.sort_unstable();
            lane.dedup();
            assert_eq!(lane.len(), count);
        }
    }

    #[test]
    fn no_value_hides_what_came_before_it() {
        let values = adversaries();
        for pairs in [false, true] {
            for x in &values {
                for y in &values {
                    all_differ(
                        (1..=2u64)
                            .flat_map(|p| [[p, 3], [3, p]])
                            .map(|[p, q]| halves(&[p, q, *x, *y], pairs)),
                    );
                }
            }
        }
    }

    #[test]
    fn no_pair_stands_for_another() {
        let values = adversaries();
        for pairs in [false, true] {
            all_differ(
                values
                    .iter()
                    .flat_map(|x| values.iter().map(move |y| halves(&[*x, *y], pairs))),
            );
            all_differ(
                values
                    .iter()
                    .flat_map(|x| values.iter().map(move |y| halves(&[7, *x, *y, 7], pairs))),
            );
        }
    }

    #[test]
    fn the_lanes_do_not_follow_from_each_other() {
        let values = adversaries();
        let joint = values
            .iter()
            .flat_map(|x| values.iter().map(move |y| halves(&[*x, *y], true)));
        // What one lane says about the other would show as a preference for one difference of them.
        all_differ(joint.map(|(a, b)| (a ^ b, a.wrapping_sub(b))));
    }
}
