//! Side tables of the traversals: a label and a number for each dynamic object. Outside the undo log; whatever they
//! say is valid only together with the pass or the component that wrote it.

use crate::heap::Ref;

/// Bits of a number; the rest is the generation that wrote it.
const NUMBER_BITS: u32 = 28;

/// An object has at least two words, so half an address is unique.
#[derive(Default)]
pub(crate) struct Scratch {
    start: Ref,
    labels: Vec<u32>,
    numbers: Vec<u64>,
    last_label: u32,
    generation: u64,
}

impl Scratch {
    /// Makes room for a dynamic region of `words` words from `start`. What was written before may be gone.
    pub fn cover(&mut self, start: Ref, words: u32) {
        let need = words as usize / 2 + 1;
        let stale = need > self.labels.len() || start != self.start || self.last_label > u32::MAX - (1 << 20);
        if stale {
            // Fresh zero pages cost nothing until they are used.
            let room = need + need / 2 + 1024;
            self.labels = vec![0; room];
            self.numbers = vec![0; room];
            self.last_label = 0;
            self.start = start;
        }
    }

    /// The first of `count` labels that no object has.
    pub fn take_labels(&mut self, count: u32) -> u32 {
        let first = self.last_label + 1;
        self.last_label += count;
        first
    }

    /// A generation of numbers that no object has. At a million states a second it lasts for hours: 2³⁶.
    pub fn take_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    #[inline(always)]
    fn index(&self, r: Ref) -> usize {
        ((r - self.start) >> 1) as usize
    }

    #[inline(always)]
    pub fn label(&self, r: Ref) -> u32 {
        self.labels[self.index(r)]
    }

    #[inline(always)]
    pub fn set_label(&mut self, r: Ref, label: u32) {
        let at = self.index(r);
        self.labels[at] = label;
    }

    /// Generation and number.
    #[inline(always)]
    pub fn number(&self, r: Ref) -> (u64, u32) {
        let word = self.numbers[self.index(r)];
        (word >> NUMBER_BITS, (word & ((1 << NUMBER_BITS) - 1)) as u32)
    }

    #[inline(always)]
    pub fn set_number(&mut self, r: Ref, generation: u64, number: u32) {
        let at = self.index(r);
        self.numbers[at] = generation << NUMBER_BITS | u64::from(number);
    }
}
