//! What differs from the frozen base: a sum over the changed words, kept up to date chunk by chunk, and the list of
//! references from there into the dynamic region.

use super::Words;
use super::key::Mixer;
use super::remembered::FixedRef;
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, HASHED, HEADER, Ref, WAS_ESCAPED};
use crate::image::class::field_flag;
use crate::types::Ty;
use crate::vm::Vm;

impl Vm {
    /// Brings the component up to date with the chunks that were written or undone since the last time.
    pub(super) fn refresh_fixed(&mut self) {
        let mut touched = std::mem::take(&mut self.canonical.fixed.touched);
        let mut refs = std::mem::take(&mut self.canonical.fixed.found);
        while let Some(chunk) = self.heap.next_touched() {
            let mut share = (0u64, 0u64);
            if self.heap.is_dirty(chunk) {
                self.heap.for_each_changed_in(chunk, |word, value| {
                    let mut add = |at: u64, value: u64| {
                        let mut mixer = Mixer::new();
                        mixer.add_pair(at, value);
                        let (a, b) = mixer.halves();
                        share = (share.0.wrapping_add(a), share.1.wrapping_add(b));
                    };
                    self.fixed_change(chunk, word, value, &mut add, &mut refs);
                });
            }
            self.canonical.fixed.set_share(chunk, share);
            touched.push(chunk);
        }
        if !touched.is_empty() {
            touched.sort_unstable();
            let fixed = &mut self.canonical.fixed;
            if self.heap.has_frozen_prefix() && !fixed.has_roots(&touched, &refs) {
                // An object of the frozen prefix that belongs to one thread may have been written in passing.
                self.path.facts.escape_info_stale = true;
            }
            fixed.tree.touched(&touched);
            fixed.replace(&touched, &refs);
            touched.clear();
            refs.clear();
        }
        (self.canonical.fixed.touched, self.canonical.fixed.found) = (touched, refs);
    }

    /// Writes what differs from the base in a chunk and refers to nothing dynamic, in the order of addresses, which are those of
    /// every state of one search.
    pub(super) fn fixed_words(&self, chunk: u32, words: &mut impl Words) {
        self.heap.for_each_changed_in(chunk, |word, value| {
            let mut add = |at: u64, value: u64| words.add_pair(at, value);
            self.fixed_change(chunk, word, value, &mut add, &mut Vec::new());
        });
    }

    /// What a changed word of the base says: names and values for `add`, references into the dynamic region for `refs`.
    fn fixed_change(
        &self,
        chunk: u32,
        word: u32,
        value: u64,
        add: &mut impl FnMut(u64, u64),
        refs: &mut Vec<FixedRef>,
    ) {
        let Some(object) = self.named_object(word) else { return };
        // What is behind a firewall of the base: the array of a group's threads.
        let closed = self.heap.is_base(object) && !self.heap.flag(object, ESCAPED);
        if closed && !self.knowledge.watched_groups {
            return;
        }
        let at = self.fixed_token(object) ^ u64::from(word - object).rotate_left(48);
        if self.has_keyed_trace(self.class_of(object)) && self.is_trace_word(object, word) {
            return add(at, self.trace_hash(object));
        }
        match self.fixed_word(object, word) {
            Some((Ty::Reference, flags, packed)) => {
                // Once somebody looks at groups: which threads they have, in the order in which they list them.
                let is_group = self.knowledge.watched_groups && self.is_group(object);
                let keyed =
                    (flags & field_flag::NOT_IN_KEY == 0 || is_group) && (!closed || self.knowledge.watched_groups);
                let firewall = flags & field_flag::FIREWALL != 0 || self.is_firewall_at(object, u64::from(word) * 8);
                let root = !firewall || self.knowledge.watched_groups && self.is_group(object);
                // An array packs two references in a word.
                let high = packed.then_some((value >> 32) as Ref);
                for (half, target) in [Some(value as Ref), high].into_iter().flatten().enumerate() {
                    let at = at ^ (half as u64) << 47;
                    if target != 0 && !self.heap.is_named(target) {
                        refs.push(FixedRef {
                            at,
                            chunk,
                            target,
                            keyed,
                            root,
                        });
                    } else if keyed {
                        add(at, if target == 0 { 0 } else { self.fixed_token(target) });
                    }
                }
            }
            Some((_, flags, _)) => {
                let is_group = self.knowledge.watched_groups && self.is_group(object);
                if (flags & field_flag::NOT_IN_KEY == 0 || is_group) && !planted(Fault::KeyWithoutStatics) {
                    add(at, value);
                }
            }
            None if word == object + 1 => {
                // No marking recomputes the flags of an object of the frozen prefix, so they are part of the state.
                if !self.heap.is_fixed(object) {
                    let flags = self.heap.lock_word(object) & (ESCAPED | WAS_ESCAPED);
                    if flags != 0 {
                        add(at ^ 1 << 46, u64::from(flags));
                    }
                }
                if let Some((owner, count)) = self.heap.monitor(object) {
                    add(at, self.threads[owner].path_hash.wrapping_add(u64::from(count)));
                }
                if self.heap.flag(object, HASHED)
                    && let Some(hash) = self.known_hash(object)
                {
                    add(at, u64::from(hash) | 1 << 40);
                }
            }
            // The initialisation state: which thread runs it counts by its path.
            None => {
                let runner = (value >> 32) as usize;
                let path = runner.checked_sub(1).map_or(0, |t| self.threads[t].path_hash);
                add(at, path ^ (value & 0xffff_ffff));
            }
        }
    }

    /// The object that contains this word, which exists in every state of the present search.
    fn named_object(&self, word: u32) -> Option<Ref> {
        if self.heap.is_fixed(word) {
            return self.fixed_object(word);
        }
        let starts = &self.prefix_starts;
        let after = starts.partition_point(|start| *start <= word);
        after.checked_sub(1).map(|i| starts[i])
    }

    pub(super) fn is_group(&self, object: Ref) -> bool {
        self.class_of(object).name == "java/lang/ThreadGroup"
    }

    /// Type, flags and whether it is an array's word, of a word in a fixed object; `None` for headers and padding.
    pub(crate) fn fixed_word(&self, object: Ref, word: u32) -> Option<(Ty, u8, bool)> {
        let class = self.class_of(object);
        let offset = word - object;
        if offset < HEADER {
            return None;
        }
        if let Some(ty) = class.element_type() {
            return Some((ty, 0, true));
        }
        if let Some(slot) = class.layout.get((offset - HEADER) as usize) {
            return Some((slot.ty, slot.flags, false));
        }
        let of = self.image.class_of_mirror(&self.heap, object);
        of.statics
            .get((offset - self.image.mirror_hidden).wrapping_sub(2) as usize)
            .map(|slot| (slot.ty, slot.flags, false))
    }
}
