//! What objects hold, remembered while nobody writes to them: class, monitor, plain words and references to what exists in
//! every state as one hash, and the other references as a list, whose names are a question of the state.
//!
//! It holds as long as the chunks of the object, its lock word among them, were not written or undone since
//! ([`Heap::written_after`](crate::heap::Heap::written_after)).

use super::Words;
use super::key::Mixer;
use super::private::Contents;
use super::remembered::{Content, Remembered};
use crate::faults::{Fault, planted};
use crate::heap::{HASHED, Ref};
use crate::vm::Vm;

/// Words of an object up to which it is compared before it is read again.
const NOT_LARGE: u32 = 64;

impl Content {
    /// The same as reading the object, but for the hash of its plain words.
    #[inline(always)]
    pub(super) fn report(&self, contents: &mut impl Contents) {
        contents.plain_pair(self.hash.0, self.hash.1);
        for (i, r) in self.refs.iter().enumerate() {
            contents.reference(*r, i >= self.open);
        }
        for r in &self.aside {
            contents.aside(*r);
        }
    }
}

impl Remembered {
    /// Makes room for a dynamic region of `words` words from `start`; forgets everything where that changed.
    pub fn cover(&mut self, start: Ref, words: u32) {
        let need = words as usize / 2 + 1;
        if need > self.places.len() || start != self.start {
            self.places = vec![0; need + need / 2 + 1024];
            self.contents.clear();
            self.contents.push(Content::default());
            self.start = start;
        }
    }

    /// What an object holds, read again if it was written since.
    #[inline(always)]
    pub fn of(&mut self, vm: &Vm, r: Ref) -> &Content {
        let place = self.place(r);
        let content = &self.contents[place];
        let stale = vm.heap.written_after(content.stamp, r, content.words);
        if (stale && !planted(Fault::StaleContent)) || content.of != r {
            self.read(vm, r, place);
        }
        &self.contents[place]
    }

    #[inline(always)]
    fn place(&mut self, r: Ref) -> usize {
        let at = ((r - self.start) >> 1) as usize;
        if self.places[at] == 0 {
            self.places[at] = self.contents.len() as u32;
            self.contents.push(Content::default());
        }
        self.places[at] as usize
    }

    fn read(&mut self, vm: &Vm, r: Ref, place: usize) {
        let content = &mut self.contents[place];
        content.stamp = vm.heap.looked_at();
        if content.of == r && !content.raw.is_empty() && vm.heap.slice(r, content.words) == content.raw {
            return;
        }
        content.of = r;
        content.words = vm.image.size_of(&vm.heap, r);
        content.raw.clear();
        // Owner, identity hash and trace are more than the object's words say.
        let plain = vm.heap.monitor(r).is_none() && !vm.heap.flag(r, HASHED) && !vm.has_keyed_trace(vm.class_of(r));
        if plain && content.words <= NOT_LARGE {
            content.raw.extend_from_slice(vm.heap.slice(r, content.words));
        }
        content.refs.clear();
        content.open = 0;
        content.aside.clear();
        let mut reader = Reader {
            vm,
            mixer: Mixer::new(),
            content,
        };
        vm.object_words(r, &mut reader);
        let hash = reader.mixer.halves();
        content.hash = hash;
    }
}

struct Reader<'a> {
    vm: &'a Vm,
    mixer: Mixer,
    content: &'a mut Content,
}

impl Contents for Reader<'_> {
    const HASHES: bool = false;

    fn begin(&mut self) {}

    #[inline(always)]
    fn plain(&mut self, word: u64) {
        self.mixer.add(word);
    }

    #[inline(always)]
    fn plain_pair(&mut self, first: u64, second: u64) {
        self.mixer.add_pair(first, second);
    }

    #[inline(always)]
    fn reference(&mut self, r: Ref, firewall: bool) {
        if self.vm.heap.is_named(r) {
            let token = if r == 0 { 0 } else { self.vm.fixed_token(r) };
            self.mixer.add(token);
        } else {
            // That something is here counts; what it is comes with the list.
            self.mixer.add(1);
            self.content.refs.push(r);
            self.content.open += usize::from(!firewall);
        }
    }

    fn aside(&mut self, r: Ref) {
        if !self.vm.heap.is_named(r) {
            self.content.aside.push(r);
        }
    }
}
