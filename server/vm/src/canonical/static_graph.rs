//! The shared objects to which statics lead, from state to state.
//!
//! They come first and are numbered breadth-first from what differs from the base, so their numbers do not depend on the threads. What they say is a
//! sum of one term for each: its number, the hash of what it holds, and the numbers of the objects to which it refers. Where an
//! object was written that refers to the same ones as before, one term changes. Where it refers to others, the numbers from there on are given again: those
//! before it do not depend on it.
//!
//! The sum is the same as one that is computed from scratch; a small graph is, each time.

use super::Words;
use super::key::Mixer;
use super::remembered::{Content, FixedPart, Piece, Remembered, StaticGraph, Sum};
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, Ref};
use crate::vm::Vm;

/// Objects from which on a graph is kept.
const WORTH: usize = 64;

/// Adds the term of an object.
pub(super) fn add(sum: &mut Sum, term: Sum) {
    *sum = (sum.0.wrapping_add(term.0), sum.1.wrapping_add(term.1));
}

fn subtract(sum: &mut Sum, term: Sum) {
    *sum = (sum.0.wrapping_sub(term.0), sum.1.wrapping_sub(term.1));
}

impl StaticGraph {
    /// Whether it is worth being kept from state to state.
    pub(super) fn is_worth_keeping(&self) -> bool {
        self.size >= WORTH && !self.avoided
    }

    /// The number of an object; `None` if it has none.
    #[inline(always)]
    pub(super) fn number(&self, r: Ref) -> Option<u32> {
        self.numbers.get(((r - self.start) >> 1) as usize)?.checked_sub(1)
    }

    /// The objects in the order of their numbers.
    pub(super) fn objects(&self) -> &[Ref] {
        match self.current {
            true => &self.order,
            false => &[],
        }
    }

    /// It is not that of the last key.
    pub(super) fn set_aside(&mut self) {
        self.current = false;
    }

    /// Brings it up to date, and gives what it says: the roots, and the sum of the terms. `None` if it cannot be kept.
    pub(super) fn refresh(&mut self, vm: &Vm, fixed: &FixedPart, remembered: &mut Remembered) -> Option<(Sum, Sum)> {
        let start = vm.heap.prefix_end();
        let same = self.current && self.start == start && self.classified == vm.classifies();
        if !same || !fixed.keyed().eq(self.roots.iter().copied()) {
            self.begin(vm, fixed)?;
        } else if let Some(changed) = self.first_changed(vm, remembered)? {
            self.truncate(vm, changed);
        }
        self.stamp = vm.heap.looked_at();
        self.extend(vm, remembered)?;
        self.size = self.order.len();
        self.current = true;
        Some((self.roots_hash, self.sum))
    }

    /// Starts anew from the roots. `None` if the graph cannot be kept.
    fn begin(&mut self, vm: &Vm, fixed: &FixedPart) -> Option<()> {
        self.current = false;
        if self.start == vm.heap.prefix_end() {
            for r in &self.order {
                self.numbers[((r - self.start) >> 1) as usize] = 0;
            }
            let base = vm.heap.chunk(self.start);
            for piece in &self.pieces {
                self.chunks[(piece.chunk - base) as usize] = 0;
            }
        } else {
            self.numbers.clear();
            self.chunks.clear();
        }
        (self.start, self.classified) = (vm.heap.prefix_end(), vm.classifies());
        self.order.clear();
        self.terms.clear();
        self.read_at.clear();
        self.refs.clear();
        self.pieces.clear();
        self.sum = (0, 0);
        self.roots.clear();
        self.roots.extend(fixed.keyed());
        self.cover(vm);
        let mut mixer = Mixer::new();
        for at in 0..self.roots.len() {
            let (name, r) = self.roots[at];
            if self.classified && !vm.heap.flag(r, ESCAPED) {
                self.avoided = true;
                return None;
            }
            mixer.add_pair(name, u64::from(self.numbered(r)) + 1);
        }
        self.roots_hash = mixer.halves();
        Some(())
    }

    /// Makes room for the objects that there are now.
    fn cover(&mut self, vm: &Vm) {
        let words = (vm.heap.top() - self.start) as usize;
        if self.numbers.len() < words / 2 + 1 {
            self.numbers.resize(words + words / 2 + 1024, 0);
        }
        let chunks = (vm.heap.chunk(vm.heap.top()) - vm.heap.chunk(self.start)) as usize + 1;
        if self.chunks.len() < chunks {
            self.chunks.resize(chunks + chunks / 2, 0);
        }
    }

    fn numbered(&mut self, r: Ref) -> u32 {
        let number = &mut self.numbers[((r - self.start) >> 1) as usize];
        if *number == 0 {
            self.order.push(r);
            *number = self.order.len() as u32;
        }
        *number - 1
    }

    /// The first object that refers to others than before; the terms of those before it are brought up to date. Where the inner one is
    /// `None`, the graph cannot be kept.
    fn first_changed(&mut self, vm: &Vm, remembered: &mut Remembered) -> Option<Option<usize>> {
        self.cover(vm);
        let first = vm.heap.chunk(self.start);
        let mut written = std::mem::take(&mut self.written);
        written.clear();
        for chunk in vm.heap.chunks_written_after(self.stamp, self.start) {
            let mut at = self.chunks[(chunk - first) as usize];
            while let Some(piece) = at.checked_sub(1).map(|at| &self.pieces[at as usize]) {
                written.push(piece.number);
                at = piece.next;
            }
        }
        // What comes before an object leads to it: it is there if all of them are as they were.
        written.sort_unstable();
        written.dedup();
        let mut changed = Some(None);
        for number in &written {
            let at = *number as usize;
            let r = self.order[at];
            if self.classified && !vm.heap.flag(r, ESCAPED) {
                self.avoided = true;
                changed = None;
                break;
            }
            let content = remembered.of(vm, r);
            let (_, begins) = self.read_at[at];
            let ends = self
                .read_at
                .get(at + 1)
                .map_or(self.refs.len(), |(_, next)| *next as usize);
            if content.refs != self.refs[begins as usize..ends] {
                changed = Some(Some(at));
                break;
            }
            if planted(Fault::StaticTermKept) {
                continue;
            }
            let numbers = |r: Ref| u64::from(self.numbers[((r - self.start) >> 1) as usize]);
            let term = vm.shared_term(at, r, content, numbers);
            subtract(&mut self.sum, self.terms[at]);
            add(&mut self.sum, term);
            self.terms[at] = term;
        }
        self.written = written;
        changed
    }

    /// Forgets what was read from an object on.
    fn truncate(&mut self, vm: &Vm, from: usize) {
        let (numbered, refs) = self.read_at[from];
        for r in self.order.drain(numbered as usize..) {
            self.numbers[((r - self.start) >> 1) as usize] = 0;
        }
        for term in self.terms.drain(from..) {
            subtract(&mut self.sum, term);
        }
        self.refs.truncate(refs as usize);
        self.read_at.truncate(from);
        let first = self.pieces.partition_point(|piece| (piece.number as usize) < from);
        let base = vm.heap.chunk(self.start);
        for piece in self.pieces.drain(first..).rev() {
            self.chunks[(piece.chunk - base) as usize] = piece.next;
        }
    }

    /// Reads the objects that are numbered and not read yet, and those to which they lead. `None` if the graph cannot be kept.
    fn extend(&mut self, vm: &Vm, remembered: &mut Remembered) -> Option<()> {
        let base = vm.heap.chunk(self.start);
        while self.terms.len() < self.order.len() {
            let at = self.terms.len();
            let r = self.order[at];
            let content = remembered.of(vm, r);
            self.read_at.push((self.order.len() as u32, self.refs.len() as u32));
            self.refs.extend_from_slice(&content.refs);
            let (mut numbers, mut order) = (std::mem::take(&mut self.numbers), std::mem::take(&mut self.order));
            let mut owned = false;
            let term = vm.shared_term(at, r, content, |to| {
                let number = &mut numbers[((to - self.start) >> 1) as usize];
                if *number == 0 {
                    owned |= self.classified && !vm.heap.flag(to, ESCAPED);
                    order.push(to);
                    *number = order.len() as u32;
                }
                u64::from(*number)
            });
            let words = content.words;
            (self.numbers, self.order) = (numbers, order);
            self.terms.push(term);
            add(&mut self.sum, term);
            if owned {
                self.avoided = true;
                return None;
            }
            for chunk in vm.heap.chunk(r)..=vm.heap.chunk(r + words.max(1) - 1) {
                let last = &mut self.chunks[(chunk - base) as usize];
                self.pieces.push(Piece {
                    chunk,
                    number: at as u32,
                    next: *last,
                });
                *last = self.pieces.len() as u32;
            }
        }
        Some(())
    }
}

impl Vm {
    /// The term of a shared object: of its number, the hash of its contents, and the tokens of the objects to which it refers.
    #[inline(always)]
    pub(super) fn shared_term(
        &self,
        number: usize,
        r: Ref,
        content: &Content,
        mut token: impl FnMut(Ref) -> u64,
    ) -> Sum {
        let mut mixer = Mixer::new();
        mixer.add_pair(content.hash.0, content.hash.1);
        mixer.add(number as u64);
        if let Some(name) = self.allocation_sites.name(r) {
            mixer.add(name);
        }
        if self.mode.keys_tell_makers && !planted(Fault::KeysWithoutMakers) {
            mixer.add(u64::from(self.heap.maker(r)));
        }
        for to in &content.refs {
            mixer.add(token(*to));
        }
        mixer.halves()
    }
}
