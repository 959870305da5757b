//! The canonical key of a state: equal for states that no continuation can tell apart.
//!
//! Traverses from the live threads, ordered by creation path, and from what differs from the frozen base, numbering
//! objects in the order of their first visit: garbage, addresses and the order of allocation do not count. Classes
//! and methods enter by the hashes of their names. 128 bits: a collision among 10⁹ states has probability 1.5·10⁻²¹.

use crate::error::VmError;
use crate::heap::{HASHED, HEADER, Ref};
use crate::image::class::{Shape, field_flag};
use crate::thread::{Pending, Status, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

/// A state's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(pub u128);

struct Mixer {
    a: u64,
    b: u64,
}

impl Mixer {
    fn new() -> Mixer {
        Mixer {
            a: 0x243f_6a88_85a3_08d3,
            b: 0x1319_8a2e_0370_7344,
        }
    }

    #[inline(always)]
    fn add(&mut self, x: u64) {
        self.a = fold(self.a ^ x, 0x9e37_79b9_7f4a_7c15);
        self.b = fold(self.b.rotate_left(23) ^ x, 0xd6e8_feb8_6659_fd93).wrapping_add(self.a);
    }

    fn finish(&self) -> Key {
        let a = fold(self.a ^ self.b.rotate_left(32), 0xa076_1d64_78bd_642f);
        let b = fold(self.b, 0xe703_7ed1_a0b4_28db);
        Key(u128::from(a) << 64 | u128::from(b))
    }
}

/// Multiplies to 128 bits and folds the halves together.
#[inline(always)]
fn fold(a: u64, k: u64) -> u64 {
    // The addition keeps zero from being a fixed point.
    let product = u128::from(a.wrapping_add(0x2d35_8dcc_aa6c_78a5)) * u128::from(k);
    (product as u64) ^ (product >> 64) as u64
}

struct Numbering {
    first: u32,
    next: u32,
    queue: Vec<Ref>,
}

impl Vm {
    /// The key of the present state, at a choice point. An error names a method whose frames cannot be read.
    pub fn key(&mut self) -> Result<Key, VmError> {
        let first = self.heap.begin_visit();
        let mut numbers = Numbering {
            first,
            next: first,
            queue: Vec::new(),
        };
        let mut mixer = Mixer::new();
        for thread in self.live_by_path() {
            self.add_thread(thread, &mut mixer, &mut numbers)?;
        }
        self.add_changed_fixed(&mut mixer, &mut numbers);
        let mut done = 0;
        while done < numbers.queue.len() {
            let r = numbers.queue[done];
            done += 1;
            self.add_object(r, &mut mixer, &mut numbers);
        }
        for byte in self.native_memory.iter().skip(8) {
            mixer.add(u64::from(*byte));
        }
        mixer.add(self.facts.exited.map_or(0, |status| u64::from(status as u32) + 1));
        self.heap.end_visit(numbers.next);
        Ok(mixer.finish())
    }

    /// What stands for a reference: its number, or its identity when it exists in every state.
    fn token(&mut self, r: Ref, numbers: &mut Numbering) -> u64 {
        if r == 0 {
            return 0;
        }
        if self.heap.is_fixed(r) {
            let name = self.image.eternal_names.get(&r).copied();
            return name.unwrap_or(u64::from(r)) | 1 << 63;
        }
        let stamp = self.heap.visit_stamp(r);
        if stamp >= numbers.first {
            return u64::from(stamp - numbers.first) + 1;
        }
        self.heap.set_visit_stamp(r, numbers.next);
        numbers.next += 1;
        numbers.queue.push(r);
        u64::from(numbers.next - numbers.first)
    }

    fn add_thread(&mut self, thread: ThreadId, mixer: &mut Mixer, numbers: &mut Numbering) -> Result<(), VmError> {
        let t = self.thread(thread);
        mixer.add(t.path_hash);
        mixer.add(
            u64::from(t.permit)
                | u64::from(t.daemon) << 1
                | u64::from(t.timed_out) << 2
                | u64::from(t.polled) << 3
                | u64::from(t.hashes) << 8,
        );
        mixer.add(t.skew as u64);
        let object = t.object;
        let (status, pending) = (t.status, t.pending);
        let token = self.token(object, numbers);
        mixer.add(token);
        match (status, pending) {
            (Status::Waiting { object, count, nanos }, _) => {
                mixer.add(1);
                let token = self.token(object, numbers);
                mixer.add(token);
                mixer.add(u64::from(count));
                mixer.add(nanos as u64);
            }
            (_, Pending::Reacquire(object, count, why)) => {
                mixer.add(2 + why as u64);
                let token = self.token(object, numbers);
                mixer.add(token);
                mixer.add(u64::from(count));
            }
            // Parked before an instruction, and after it was found to be visible, are two states.
            (_, Pending::Continue | Pending::Resume) => mixer.add(8),
            _ => mixer.add(0),
        }
        for (fp, method, pc) in self.thread(thread).frames() {
            mixer.add(self.image.method(method).hash.get());
            let flags = self.thread(thread).stack[fp as usize + 2] >> 32;
            mixer.add(u64::from(pc) | flags << 32);
        }
        let mut slots = Vec::new();
        self.for_each_frame_slot(thread, |slot, value, is_ref| slots.push((slot, value, is_ref)))?;
        for (slot, value, is_ref) in slots {
            mixer.add(u64::from(slot));
            let value = if is_ref {
                self.token(value as Ref, numbers)
            } else {
                value
            };
            mixer.add(value);
        }
        Ok(())
    }

    fn add_changed_fixed(&mut self, mixer: &mut Mixer, numbers: &mut Numbering) {
        let mut changed = Vec::new();
        self.heap.for_each_changed(|word, value| changed.push((word, value)));
        for (word, value) in changed {
            let Some(object) = self.fixed_object(word) else {
                continue;
            };
            let identity = self
                .image
                .eternal_names
                .get(&object)
                .copied()
                .unwrap_or(u64::from(object));
            let at = identity ^ u64::from(word - object).rotate_left(48);
            match self.fixed_word(word) {
                Some((_, flags, _)) if flags & field_flag::NOT_IN_KEY != 0 => {}
                Some((Ty::Reference, _, packed)) => {
                    mixer.add(at);
                    let low = self.token(value as u32, numbers);
                    mixer.add(low);
                    if packed {
                        let high = self.token((value >> 32) as u32, numbers);
                        mixer.add(high);
                    }
                }
                Some(_) => {
                    mixer.add(at);
                    mixer.add(value);
                }
                None if word == object + 1 => {
                    if let Some((owner, count)) = self.heap.monitor(object) {
                        mixer.add(at);
                        mixer.add(self.threads[owner].path_hash.wrapping_add(u64::from(count)));
                    }
                    self.add_hash(object, mixer);
                }
                // The initialisation state: which thread runs it counts by its path.
                None => {
                    mixer.add(at);
                    let runner = (value >> 32) as usize;
                    let path = runner.checked_sub(1).map_or(0, |t| self.threads[t].path_hash);
                    mixer.add(path ^ (value & 0xffff_ffff));
                }
            }
        }
    }

    fn add_hash(&self, object: Ref, mixer: &mut Mixer) {
        if self.heap.flag(object, HASHED)
            && let Some((_, hash)) = self.hashes.iter().rev().find(|(r, _)| *r == object)
        {
            mixer.add(u64::from(*hash) | 1 << 40);
        }
    }

    fn add_object(&mut self, r: Ref, mixer: &mut Mixer, numbers: &mut Numbering) {
        let class = self.class_of(r);
        mixer.add(class.hash);
        if let Some((owner, count)) = self.heap.monitor(r) {
            mixer.add(self.threads[owner].path_hash.wrapping_add(u64::from(count)));
        }
        self.add_hash(r, mixer);
        match class.shape {
            Shape::Instance => {
                for (slot, field) in class.layout.iter().enumerate() {
                    if field.flags & field_flag::NOT_IN_KEY != 0 {
                        continue;
                    }
                    let value = self.heap.get(r + HEADER + slot as u32);
                    let value = if field.ty == Ty::Reference {
                        self.token(value as Ref, numbers)
                    } else {
                        value
                    };
                    mixer.add(value);
                }
            }
            Shape::References(_) => {
                let length = self.heap.length(r);
                mixer.add(u64::from(length));
                for i in 0..length {
                    let token = self.token(self.element(r, i), numbers);
                    mixer.add(token);
                }
            }
            Shape::Primitives(ty) => {
                let length = self.heap.length(r);
                mixer.add(u64::from(length));
                for word in 0..crate::image::array_words(length, ty) {
                    mixer.add(self.heap.get(r + HEADER + word));
                }
            }
            Shape::Primitive(_) => {}
        }
    }
}
