//! The shared objects, numbered in the order of their first visit: from the components of the threads in the order of
//! creation paths, then from what differs from the base. Garbage, addresses and the order of allocation do not count.

use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{HASHED, HEADER, Ref};
use crate::image::class::Shape;
use crate::vm::Vm;

use super::key::Mixer;
use super::private::{Contents, FIXED};
use super::{Canonical, Key, Words};

/// The traversal of the shared objects.
struct Outside<'a, W> {
    vm: &'a Vm,
    canonical: &'a mut Canonical,
    generation: u64,
    next: u32,
    queue: Vec<Ref>,
    words: &'a mut W,
}

impl Vm {
    /// The key of the present state, at a choice point. Marks it first. An error names a method whose frames cannot
    /// be read.
    pub fn key(&mut self) -> Result<Key, VmError> {
        self.normalise();
        self.refresh_fixed();
        let mut canonical = std::mem::replace(&mut self.canonical, Canonical::new());
        let result = self.key_with(&mut canonical);
        self.canonical = canonical;
        result
    }

    fn key_with(&mut self, canonical: &mut Canonical) -> Result<Key, VmError> {
        self.refresh_parts(canonical)?;
        let mut mixer = Mixer::new();
        for thread in self.live_by_path() {
            let (a, b) = canonical.parts[thread.0 as usize].hash;
            mixer.add(a);
            mixer.add(b);
        }
        let (a, b) = canonical.fixed.sum();
        mixer.add(a);
        mixer.add(b);
        self.shared_words(canonical, &mut mixer);
        Ok(mixer.finish())
    }

    /// Brings all components of threads up to date with the last marking.
    pub(super) fn refresh_parts(&mut self, canonical: &mut Canonical) -> Result<(), VmError> {
        if canonical.shared == 0 {
            // Nothing is marked, so no component is known to be closed.
            let start = self.heap.dynamic_start();
            canonical.scratch.cover(start, self.heap.top() - start);
            canonical.parts.resize_with(self.threads.len(), Default::default);
            for part in &mut canonical.parts {
                part.forget();
            }
        }
        for i in 0..self.live_by_path().len() {
            let thread = self.live_by_path()[i];
            if canonical.parts[thread.0 as usize].is_known() {
                continue;
            }
            let label = match canonical.shared {
                0 => 0,
                shared => shared + 1 + i as u32,
            };
            self.refresh_part(canonical, thread, label)?;
            self.threads[thread.0 as usize].changed = false;
        }
        Ok(())
    }

    /// Writes what the components refer to, the shared objects, and what belongs to no object.
    pub(super) fn shared_words(&self, canonical: &mut Canonical, words: &mut impl Words) {
        let generation = canonical.scratch.take_generation();
        let mut queue = std::mem::take(&mut canonical.queue);
        queue.clear();
        let fixed = std::mem::take(&mut canonical.fixed);
        let mut outside = Outside {
            vm: self,
            canonical,
            generation,
            next: 0,
            queue,
            words,
        };
        for thread in self.live_by_path() {
            let boundary = std::mem::take(&mut outside.canonical.parts[thread.0 as usize].boundary);
            for r in &boundary {
                outside.reference(*r, false);
            }
            outside.canonical.parts[thread.0 as usize].boundary = boundary;
        }
        for (at, r) in fixed.keyed() {
            outside.plain(at);
            outside.reference(r, false);
        }
        let mut done = 0;
        while done < outside.queue.len() {
            let r = outside.queue[done];
            done += 1;
            self.object_words(r, &mut outside);
        }
        for byte in self.native_memory.iter().skip(8) {
            outside.plain(u64::from(*byte));
        }
        outside.plain(self.facts.exited.map_or(0, |status| u64::from(status as u32) + 1));
        let Outside { queue, .. } = outside;
        canonical.queue = queue;
        canonical.fixed = fixed;
    }

    /// What stands for an object that exists in every state.
    #[inline(always)]
    pub(super) fn fixed_token(&self, r: Ref) -> u64 {
        if self.heap.is_base(r) {
            return u64::from(r) | FIXED;
        }
        let name = self.image.eternal_names.get(&r).copied();
        name.unwrap_or(u64::from(r)) | FIXED
    }

    /// What an object is, in canonical terms.
    #[inline(always)]
    pub(super) fn object_words(&self, r: Ref, contents: &mut impl Contents) {
        let class = self.class_of(r);
        contents.plain(class.hash);
        let held = self.heap.monitor(r).filter(|_| !planted(Fault::KeyWithoutMonitors));
        let (owner, count) = held.unwrap_or((0, 0));
        let hash = if self.heap.flag(r, HASHED) {
            self.known_hash(r)
        } else {
            None
        };
        contents.plain(u64::from(count) | u64::from(hash.is_some()) << 32);
        if count > 0 {
            contents.plain(self.threads[owner].path_hash);
        }
        if let Some(hash) = hash {
            contents.plain(u64::from(hash));
        }
        match class.shape {
            Shape::Instance => {
                for word in class.words() {
                    let value = self.heap.get(r + u32::from(word.offset));
                    if word.is_ref {
                        contents.reference(value as Ref, word.firewall);
                    } else {
                        contents.plain(value);
                    }
                }
            }
            Shape::References(_) => {
                let length = self.heap.length(r);
                contents.plain(u64::from(length));
                for i in 0..length {
                    contents.reference(self.element(r, i), false);
                }
            }
            Shape::Primitives(ty) => {
                let length = self.heap.length(r);
                contents.plain(u64::from(length));
                for word in 0..crate::image::array_words(length, ty) {
                    contents.plain(self.heap.get(r + HEADER + word));
                }
            }
            Shape::Primitive(_) => {}
        }
    }

    /// The identity hash that was given out for an object.
    pub(super) fn known_hash(&self, r: Ref) -> Option<u32> {
        self.hashes.iter().rev().find(|(of, _)| *of == r).map(|(_, hash)| *hash)
    }
}

impl<W: Words> Contents for Outside<'_, W> {
    #[inline(always)]
    fn plain(&mut self, word: u64) {
        self.words.add(word);
    }

    #[inline(always)]
    fn reference(&mut self, r: Ref, _firewall: bool) {
        let token = self.token(r);
        self.words.add(token);
    }
}

impl<W: Words> Outside<'_, W> {
    #[inline(always)]
    fn token(&mut self, r: Ref) -> u64 {
        if r == 0 {
            return 0;
        }
        if self.vm.heap.is_fixed(r) {
            return self.vm.fixed_token(r);
        }
        let (generation, number) = self.canonical.scratch.number(r);
        if generation == self.generation {
            return u64::from(number) + 1;
        }
        // Behind a firewall a shared object may hold what belongs to one thread.
        let inside = |part: &super::private::ThreadPart| part.generation == generation;
        if self.canonical.scratch.label(r) != self.canonical.shared
            && generation != 0
            && let Some(owner) = self.canonical.parts.iter().position(inside)
        {
            let path = self.vm.threads[owner].path_hash;
            return path.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number) | 1 << 61;
        }
        self.canonical.scratch.set_number(r, self.generation, self.next);
        self.next += 1;
        self.queue.push(r);
        u64::from(self.next)
    }
}
