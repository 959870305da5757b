//! Many bytes at once. Addresses are of bytes, as those of single elements; what is written is saved for undo by the chunk.

use super::{CHUNK_SHIFT, Heap};

/// Bits of a byte address that tell the place within a word.
const WITHIN: u64 = 7;

impl Heap {
    /// The bytes from `at` on.
    pub fn bytes(&self, at: u64, count: u64) -> Vec<u8> {
        if count == 0 {
            return Vec::new();
        }
        let (first, last) = (at >> 3, (at + count - 1) >> 3);
        let words = &self.words[first as usize..=last as usize];
        let mut bytes: Vec<u8> = Vec::with_capacity(words.len() * 8);
        words
            .iter()
            .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        bytes.truncate((at & WITHIN) as usize + count as usize);
        bytes.drain(..(at & WITHIN) as usize);
        bytes
    }

    /// Writes bytes from `at` on.
    pub fn set_bytes(&mut self, at: u64, bytes: &[u8]) {
        self.save_range(at, bytes.len() as u64);
        let to_word = ((8 - (at & WITHIN)) & WITHIN) as usize;
        let (head, rest) = bytes.split_at(to_word.min(bytes.len()));
        let words = rest.chunks_exact(8);
        let tail = words.remainder();
        for (at, byte) in (at..).zip(head) {
            self.write(at, 0, u64::from(*byte));
        }
        let start = at + head.len() as u64;
        for (word, bytes) in (start >> 3..).zip(words) {
            self.words[word as usize] = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        for (at, byte) in (start + (rest.len() - tail.len()) as u64..).zip(tail) {
            self.write(at, 0, u64::from(*byte));
        }
    }

    /// Sets bytes to one value.
    pub fn fill_bytes(&mut self, at: u64, count: u64, value: u8) {
        self.save_range(at, count);
        let end = at + count;
        let first = at.next_multiple_of(8).min(end);
        let last = (end & !WITHIN).max(first);
        (at..first).for_each(|at| self.write(at, 0, u64::from(value)));
        if first < last {
            self.words[(first >> 3) as usize..(last >> 3) as usize].fill(u64::from_le_bytes([value; 8]));
        }
        (last..end).for_each(|at| self.write(at, 0, u64::from(value)));
    }

    /// Copies bytes, as if they were taken out before any is written.
    pub fn copy_bytes(&mut self, from: u64, to: u64, count: u64) {
        self.save_range(to, count);
        let end = to + count;
        let first = to.next_multiple_of(8).min(end);
        let last = (end & !WITHIN).max(first);
        if (from ^ to) & WITHIN == 0 && first < last {
            let ends = [self.bytes(from, first - to), self.bytes(from + (last - to), end - last)];
            let source = ((from + (first - to)) >> 3) as usize;
            let words = ((last - first) >> 3) as usize;
            self.words.copy_within(source..source + words, (first >> 3) as usize);
            self.put_ends(to, last, &ends);
        } else if from < to {
            (last..end).rev().for_each(|at| self.copy_byte(from, to, at));
            (first >> 3..last >> 3)
                .rev()
                .for_each(|word| self.copy_word(from, to, word));
            (to..first).rev().for_each(|at| self.copy_byte(from, to, at));
        } else {
            (to..first).for_each(|at| self.copy_byte(from, to, at));
            (first >> 3..last >> 3).for_each(|word| self.copy_word(from, to, word));
            (last..end).for_each(|at| self.copy_byte(from, to, at));
        }
    }

    fn put_ends(&mut self, first: u64, last: u64, ends: &[Vec<u8>; 2]) {
        for (start, bytes) in [first, last].into_iter().zip(ends) {
            (start..)
                .zip(bytes)
                .for_each(|(at, byte)| self.write(at, 0, u64::from(*byte)));
        }
    }

    fn copy_byte(&mut self, from: u64, to: u64, at: u64) {
        let byte = self.read(from + (at - to), 0);
        self.write(at, 0, byte);
    }

    /// Fills a word from two that its bytes lie in.
    fn copy_word(&mut self, from: u64, to: u64, word: u64) {
        let start = from + (word * 8 - to);
        let (low, shift) = ((start >> 3) as usize, (start & WITHIN) * 8);
        // The two ends of a copy that lies as its source does are no neighbours' bytes.
        let high = if shift == 0 {
            0
        } else {
            self.words[low + 1] << (64 - shift)
        };
        self.words[word as usize] = self.words[low] >> shift | high;
    }

    /// Saves all chunks of these bytes that were not saved since the last undo frame.
    fn save_range(&mut self, at: u64, count: u64) {
        if count == 0 {
            return;
        }
        let (first, last) = (at >> 3 >> CHUNK_SHIFT, (at + count - 1) >> 3 >> CHUNK_SHIFT);
        for chunk in first as usize..=last as usize {
            if self.epochs[chunk] != self.epoch {
                self.save(chunk);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap whose first bytes are 0, 1, 2, …
    fn counted() -> Heap {
        let mut heap = Heap::new(1 << 16);
        (0..512).for_each(|at| heap.write(at, 0, at));
        heap.push_undo();
        heap
    }

    #[test]
    fn copies_are_those_of_single_bytes() {
        let mut heap = counted();
        let before = heap.bytes(0, 512);
        for from in 100..120 {
            for to in 90..130 {
                for count in [0, 1, 3, 8, 9, 40, 101] {
                    let mut expected = before.clone();
                    expected.copy_within(from..from + count, to);
                    heap.copy_bytes(from as u64, to as u64, count as u64);
                    assert_eq!(heap.bytes(0, 512), expected, "{count} bytes from {from} to {to}");
                    heap.pop_undo();
                    heap.push_undo();
                    assert_eq!(heap.bytes(0, 512), before);
                }
            }
        }
    }

    #[test]
    fn bytes_are_written_and_filled_at_any_place() {
        let mut heap = counted();
        let before = heap.bytes(0, 512);
        for at in 50..70 {
            for count in [0, 1, 5, 8, 30] {
                let mut expected = before.clone();
                expected[at..at + count].fill(0xee);
                heap.fill_bytes(at as u64, count as u64, 0xee);
                assert_eq!(heap.bytes(0, 512), expected);
                heap.set_bytes(at as u64, &before[at..at + count]);
                assert_eq!(heap.bytes(0, 512), before);
                assert_eq!(heap.bytes(at as u64, count as u64), before[at..at + count]);
            }
        }
    }
}
