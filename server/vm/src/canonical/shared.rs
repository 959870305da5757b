//! The shared objects, numbered in the order of their first visit: for a key from what differs from the base, then from the components of the
//! threads in the order of creation paths; for words from the threads first. Garbage, addresses and the order of allocation do not count.

use super::remembered::{Canonical, Remembered, StaticGraph, ThreadPart};
use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::{ESCAPED, HASHED, HEADER, Ref, USER_ARRAY, WAS_ESCAPED};
use crate::image::class::Shape;
use crate::vm::Vm;

use super::key::Mixer;
use super::private::{Contents, FIXED};
use super::scratch::Scratch;
use super::static_graph;
use super::{Key, Words};

/// Marks what stands for an object inside a thread's component.
const INSIDE: u64 = 1 << 61;

/// The traversal of the shared objects.
struct Outside<'a, W> {
    vm: &'a Vm,
    scratch: &'a mut Scratch,
    parts: &'a [ThreadPart],
    generation: u64,
    /// Those to which statics lead, if they are kept: they have their numbers.
    kept: Option<&'a StaticGraph>,
    /// How many those are.
    first: u32,
    queue: Vec<Ref>,
    words: &'a mut W,
}

impl Vm {
    /// The key of the present state, at a choice point. Marks it first, where that can change anything. An error names
    /// a method whose frames cannot be read.
    pub fn key(&mut self) -> Result<Key, VmError> {
        self.cancellation.check()?;
        self.heap.look();
        self.refresh_traces();
        self.refresh_fixed();
        self.refresh_marks()?;
        let all = !self.classifies();
        for i in 0..self.live_by_path().len() {
            let thread = self.live_by_path()[i];
            if all || self.thread(thread).changed {
                if all && self.mode.reduction {
                    // A thread that is alone owns nothing; undo must bring back what it owned beside others.
                    self.touch(thread);
                }
                self.refresh_part(thread)?;
            }
        }
        let mut canonical = self.lend();
        let mut mixer = Mixer::new();
        for thread in self.live_by_path() {
            let (a, b) = canonical.parts[thread.0 as usize].hash;
            mixer.add_pair(a, b);
        }
        let (a, b) = canonical.fixed.sum();
        mixer.add_pair(a, b);
        self.shared_words(&mut canonical, &mut mixer);
        self.hook_words(&canonical, &mut mixer);
        self.give_back(canonical);
        Ok(mixer.finish())
    }

    /// Writes what the components refer to, the shared objects, and what belongs to no object.
    pub(super) fn shared_words<W: Words>(&self, canonical: &mut Canonical, words: &mut W) {
        let mut queue = std::mem::take(&mut canonical.queue);
        queue.clear();
        // Nothing else may have been looked at since the region changed.
        let start = self.heap.prefix_end();
        canonical.scratch.cover(start, self.heap.top() - start);
        canonical.remembered.cover(start, self.heap.top() - start);
        let Canonical {
            parts,
            fixed,
            scratch,
            remembered,
            statics,
            ..
        } = canonical;
        let kept = match W::HASHES && statics.is_worth_keeping() {
            true => statics.refresh(self, fixed, remembered),
            false => None,
        };
        if kept.is_none() {
            statics.set_aside();
        }
        let mut outside = Outside {
            vm: self,
            generation: scratch.take_generation(),
            scratch,
            parts,
            kept: kept.map(|_| &*statics),
            first: kept.map_or(0, |_| statics.size as u32),
            queue,
            words,
        };
        let mut done = 0;
        if W::HASHES {
            let (roots, sum) = kept.unwrap_or_else(|| {
                let mut roots = Mixer::new();
                for (at, r) in fixed.keyed() {
                    roots.add_pair(at, outside.token(r));
                }
                let mut sum = (0, 0);
                while done < outside.queue.len() {
                    let r = outside.queue[done];
                    let content = remembered.of(self, r);
                    static_graph::add(&mut sum, self.shared_term(done, r, content, |to| outside.token(to)));
                    done += 1;
                }
                (roots.halves(), sum)
            });
            outside.words.add_pair(roots.0, roots.1);
            outside.words.add_pair(sum.0, sum.1);
            outside.plain(outside.first as u64 + done as u64);
        }
        let of_statics = done;
        for thread in self.live_by_path() {
            outside.plain(outside.parts[thread.0 as usize].boundary.len() as u64);
            for r in &outside.parts[thread.0 as usize].boundary {
                outside.reference(*r, false);
            }
        }
        if !W::HASHES {
            for (at, r) in fixed.keyed() {
                outside.plain(at);
                outside.reference(r, false);
            }
        }
        if self.path.facts.native_changed {
            for bytes in self.path.native_memory.chunks(8).skip(1) {
                outside.plain(bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
            }
        }
        outside.plain(match self.path.facts.clock_reads {
            0 => 0,
            _ => self.path.facts.now as u64 + 1,
        });
        outside.plain(self.path.facts.exited.map_or(0, |status| u64::from(status as u32) + 1));
        outside.plain(u64::from(self.mode.reduction && self.has_unawaited_end()));
        outside.plain(self.threads_made());
        if self.mode.keys_tell_makers {
            // By that the threads and objects are named that one makes from here on.
            for thread in self.live_by_path() {
                outside.plain(u64::from(self.thread(*thread).children));
            }
        }
        outside.plain(self.failed_initialisations());
        outside.plain(self.printed());
        if !self.mode.observed.threads.is_empty() {
            outside.plain(self.path.facts.ended_names);
        }
        while done < outside.queue.len() {
            let r = outside.queue[done];
            done += 1;
            self.object(r, remembered, &mut outside);
        }
        let is_kept = outside.kept.is_some();
        canonical.queue = outside.queue;
        if !is_kept {
            canonical.statics.size = of_statics;
        }
    }

    /// Writes what a hook keeps for this state.
    fn hook_words(&mut self, canonical: &Canonical, mixer: &mut Mixer) {
        let Some(mut hook) = self.instruction_hook.take() else {
            return;
        };
        let mut words = Vec::new();
        hook.state_words(self, &self.object_names(canonical), &mut words);
        self.instruction_hook = Some(hook);
        if planted(Fault::KeyWithoutSymbolicValues) {
            return;
        }
        for word in words {
            mixer.add(word);
        }
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

    /// Tells of an object, from memory where a hash may stand for words.
    #[inline(always)]
    pub(super) fn object<C: Contents>(&self, r: Ref, remembered: &mut Remembered, contents: &mut C) {
        contents.begin();
        if let Some(name) = self.allocation_sites.name(r) {
            contents.plain(name);
        }
        if self.mode.keys_tell_makers && !planted(Fault::KeysWithoutMakers) {
            contents.plain(u64::from(self.heap.maker(r)));
        }
        if C::HASHES {
            remembered.of(self, r).report(contents);
        } else {
            self.object_words(r, contents);
        }
    }

    /// What an object is, in canonical terms.
    #[inline(always)]
    pub(super) fn object_words(&self, r: Ref, contents: &mut impl Contents) {
        let class = self.class_of(r);
        let (owner, count) = self.heap.monitor(r).unwrap_or((0, 0));
        let hashed = self.heap.flag(r, HASHED);
        let hash = hashed.then(|| self.known_hash(r)).flatten();
        let was_escaped = self.heap.flag(r, WAS_ESCAPED);
        let of_user = self.heap.flag(r, USER_ARRAY);
        contents.plain_pair(
            class.hash,
            u64::from(count)
                | u64::from(hash.is_some()) << 32
                | u64::from(was_escaped) << 33
                | u64::from(of_user) << 34,
        );
        if count > 0 {
            contents.plain(self.threads[owner].path_hash);
        }
        if let Some(hash) = hash {
            contents.plain(u64::from(hash));
        }
        if self.has_keyed_trace(class) {
            contents.plain(self.trace_hash(r));
        }
        match class.shape {
            Shape::Instance => {
                let traversed = self.traversed(class);
                let mut pairs = traversed.plain.chunks_exact(2);
                for pair in &mut pairs {
                    let (a, b) = (u32::from(pair[0]), u32::from(pair[1]));
                    contents.plain_pair(self.heap.get(r + a), self.heap.get(r + b));
                }
                for offset in pairs.remainder() {
                    contents.plain(self.heap.get(r + u32::from(*offset)));
                }
                for (i, offset) in traversed.keyed.iter().enumerate() {
                    contents.reference(self.heap.get(r + u32::from(*offset)) as Ref, i >= traversed.open);
                }
                for offset in &traversed.aside {
                    contents.aside(self.heap.get(r + u32::from(*offset)) as Ref);
                }
                if self.knowledge.watched_groups && self.is_group(r) {
                    for name in ["nthreads", "nUnstartedThreads", "ngroups"] {
                        contents.plain(self.field(r, name));
                    }
                    contents.reference(self.field(r, "threads") as Ref, false);
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
                let words = self.heap.slice(r + HEADER, crate::image::array_words(length, ty));
                let mut pairs = words.chunks_exact(2);
                for pair in &mut pairs {
                    contents.plain_pair(pair[0], pair[1]);
                }
                for word in pairs.remainder() {
                    contents.plain(*word);
                }
            }
            Shape::Primitive(_) => {}
        }
    }

    /// The identity hash that was given out for an object.
    pub(super) fn known_hash(&self, r: Ref) -> Option<u32> {
        self.path
            .hashes
            .iter()
            .rev()
            .find(|(of, _)| *of == r)
            .map(|(_, hash)| *hash)
    }
}

impl<W: Words> Contents for Outside<'_, W> {
    const HASHES: bool = W::HASHES;

    #[inline(always)]
    fn begin(&mut self) {
        self.words.begin();
    }

    #[inline(always)]
    fn plain(&mut self, word: u64) {
        self.words.add(word);
    }

    #[inline(always)]
    fn plain_pair(&mut self, first: u64, second: u64) {
        self.words.add_pair(first, second);
    }

    #[inline(always)]
    fn reference(&mut self, r: Ref, _firewall: bool) {
        let token = self.token(r);
        self.words.add(token);
    }

    /// What is shared is followed by the marking.
    #[inline(always)]
    fn aside(&mut self, _: Ref) {}
}

impl<W: Words> Outside<'_, W> {
    #[inline(always)]
    fn token(&mut self, r: Ref) -> u64 {
        if r == 0 {
            return 0;
        }
        if self.vm.heap.is_named(r) {
            return self.vm.fixed_token(r);
        }
        if let Some(number) = self.kept.and_then(|kept| kept.number(r)) {
            return u64::from(number) + 1;
        }
        let (generation, number) = self.scratch.number(r);
        if generation == self.generation {
            return u64::from(number) + 1;
        }
        if !self.vm.heap.flag(r, ESCAPED)
            && let Some(token) = self.inside_token(r)
        {
            return token;
        }
        let number = self.first + self.queue.len() as u32;
        self.scratch.set_number(r, self.generation, number);
        self.queue.push(r);
        u64::from(number) + 1
    }

    /// Behind a firewall a shared object may hold what belongs to one thread.
    #[cold]
    fn inside_token(&self, r: Ref) -> Option<u64> {
        if !self.vm.classifies() {
            return None;
        }
        self.vm.live().find_map(|thread| {
            let at = self.parts[thread.0 as usize].inside.iter().position(|of| *of == r)?;
            let path = self.vm.thread(thread).path_hash;
            Some(path.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at as u64 | INSIDE)
        })
    }
}
