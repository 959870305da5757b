//! A thread's component: what the thread is, its frames, and the objects that it alone can reach, in the order of the
//! first visit. References out of it are listed, and count by their place in that list until the shared objects
//! have numbers.

use crate::error::VmError;
use crate::faults::{Fault, planted};
use crate::heap::Ref;
use crate::thread::{Pending, Status, ThreadId};
use crate::vm::Vm;

use super::frames::MONITOR_SLOT;
use super::key::Mixer;
use super::{Canonical, Words};

/// Stands for a reference out of the component, whose object comes in the list.
const OUTSIDE: u64 = 1 << 62;
/// Marks the name of an object that exists in every state.
pub(super) const FIXED: u64 = 1 << 63;

/// What is remembered of a thread's component while the thread does not move.
#[derive(Default)]
pub(super) struct ThreadPart {
    /// What its objects are numbered with; 0 when nothing is remembered.
    pub generation: u64,
    pub hash: (u64, u64),
    /// Open undo frames when escape flags of objects of the thread's own were last cleared: with that frame they come
    /// back, and the component is no longer what it was. 0 when no flag had to be cleared.
    pub depth: usize,
    /// Objects outside to which it refers, without repetition, in the order of the first visit.
    pub boundary: Vec<Ref>,
    /// Those of them that the marking follows.
    pub outside: Vec<Ref>,
}

impl ThreadPart {
    pub fn forget(&mut self) {
        self.generation = 0;
    }

    pub fn is_known(&self) -> bool {
        self.generation != 0
    }
}

/// A traversal of one component.
struct Inside<'a, W> {
    vm: &'a Vm,
    canonical: &'a mut Canonical,
    part: ThreadPart,
    /// The label of what the thread alone can reach.
    label: u32,
    /// Generation of the numbers of the boundary.
    border: u64,
    next: u32,
    queue: Vec<Ref>,
    words: &'a mut W,
}

impl Vm {
    /// Brings the component of a thread up to date. `label` is that of the last marking, 0 for none: then the thread
    /// has no objects of its own.
    pub(super) fn refresh_part(&self, canonical: &mut Canonical, thread: ThreadId, label: u32) -> Result<(), VmError> {
        let mut mixer = Mixer::new();
        let part = self.traverse_part(canonical, thread, label, &mut mixer)?;
        let slot = &mut canonical.parts[thread.0 as usize];
        *slot = part;
        slot.hash = mixer.halves();
        Ok(())
    }

    /// Writes the words of a thread's component and returns what it refers to.
    pub(super) fn traverse_part(
        &self,
        canonical: &mut Canonical,
        thread: ThreadId,
        label: u32,
        words: &mut impl Words,
    ) -> Result<ThreadPart, VmError> {
        let mut part = std::mem::take(&mut canonical.parts[thread.0 as usize]);
        part.boundary.clear();
        part.outside.clear();
        part.generation = canonical.scratch.take_generation();
        let border = canonical.scratch.take_generation();
        let mut queue = std::mem::take(&mut canonical.queue);
        queue.clear();
        let mut inside = Inside {
            vm: self,
            canonical,
            part,
            label,
            border,
            next: 0,
            queue,
            words,
        };
        inside.thread(thread)?;
        let mut done = 0;
        while done < inside.queue.len() {
            let r = inside.queue[done];
            done += 1;
            self.object_words(r, &mut inside);
        }
        let Inside { part, queue, .. } = inside;
        canonical.queue = queue;
        Ok(part)
    }
}

/// Receives the contents of an object: plain words, and references with what is said about the field.
pub(super) trait Contents {
    fn plain(&mut self, word: u64);
    fn reference(&mut self, r: Ref, firewall: bool);
}

impl<W: Words> Contents for Inside<'_, W> {
    #[inline(always)]
    fn plain(&mut self, word: u64) {
        self.words.add(word);
    }

    #[inline(always)]
    fn reference(&mut self, r: Ref, firewall: bool) {
        let token = self.token(r, firewall);
        self.words.add(token);
    }
}

impl<W: Words> Inside<'_, W> {
    #[inline(always)]
    fn token(&mut self, r: Ref, firewall: bool) -> u64 {
        if r == 0 {
            return 0;
        }
        if self.vm.heap.is_fixed(r) {
            return self.vm.fixed_token(r);
        }
        let scratch = &mut self.canonical.scratch;
        let (generation, number) = scratch.number(r);
        if generation == self.part.generation {
            return u64::from(number) + 1;
        }
        if self.label != 0 && scratch.label(r) == self.label {
            scratch.set_number(r, self.part.generation, self.next);
            self.next += 1;
            self.queue.push(r);
            return u64::from(self.next);
        }
        if !firewall && !self.part.outside.contains(&r) {
            self.part.outside.push(r);
        }
        if generation == self.border {
            return u64::from(number) | OUTSIDE;
        }
        // An object inside another component keeps its number there: it is only referred to here.
        let listed = self.part.boundary.len() as u32;
        if self
            .canonical
            .parts
            .iter()
            .any(|p| p.generation == generation && generation != 0)
        {
            if let Some(at) = self.part.boundary.iter().position(|b| *b == r) {
                return at as u64 | OUTSIDE;
            }
        } else {
            scratch.set_number(r, self.border, listed);
        }
        self.part.boundary.push(r);
        u64::from(listed) | OUTSIDE
    }

    fn thread(&mut self, thread: ThreadId) -> Result<(), VmError> {
        let vm = self.vm;
        let t = vm.thread(thread);
        self.words.add(t.path_hash);
        self.words.add(
            u64::from(t.permit)
                | u64::from(t.daemon) << 1
                | u64::from(t.timed_out) << 2
                | u64::from(t.polled) << 3
                | u64::from(t.hashes) << 8,
        );
        self.words.add(t.skew as u64);
        self.reference(t.object, false);
        vm.for_each_own_field(t.object, &mut |r| self.reference(r, false));
        match (t.status, t.pending) {
            (Status::Waiting { object, count, nanos }, _) => {
                self.words.add(if planted(Fault::KeyWithoutWaiting) { 2 } else { 1 });
                self.reference(object, false);
                self.words.add(u64::from(count));
                if !planted(Fault::KeyWithoutWaiting) {
                    self.words.add(nanos as u64);
                }
            }
            (_, Pending::Reacquire(object, count, why)) => {
                self.words.add(2 + why as u64);
                self.reference(object, false);
                self.words.add(u64::from(count));
            }
            _ => self.words.add(0),
        }
        for (fp, method, pc) in t.frames() {
            self.words.add(vm.image.method(method).hash.get());
            let flags = t.stack[fp as usize + 2] >> 32;
            self.words.add(u64::from(pc) | flags << 32);
        }
        vm.for_each_frame_slot(thread, |slot, value, is_ref| {
            if slot == MONITOR_SLOT || is_ref {
                self.words.add(u64::from(slot) | 1 << 32);
                self.reference(value as Ref, false);
            } else {
                self.words.add(u64::from(slot));
                self.words.add(if planted(Fault::LiveLocalMasked) { 0 } else { value });
            }
        })
    }
}
