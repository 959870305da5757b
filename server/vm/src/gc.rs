//! The garbage collector: mark and compact, exact, between two instructions.
//!
//! Invariants:
//! - Under an undo frame it moves and frees nothing but what was allocated since: the log refers to no such object, and closing
//!   the frame takes them all back. States and keys know no addresses; what is remembered by address is forgotten.
//! - In a search it is put off where more is identified by address: where allocation sites count, and where the class of a loader that may be
//!   undone names one. An observer hears before it ([`Observer::addresses_change`](crate::Observer::addresses_change)).
//! - It runs only between instructions: every thread is before an instruction that has changed nothing, so that
//!   the frame maps tell each live reference. No Rust frame holds a reference to a dynamic object across it.
//! - Base and eternal objects never move and never die. Those among them that refer to dynamic objects are found
//!   through the dirty chunks, and through the mirrors, whose pristine contents may name a loader or a module.
//! - Each place that holds a reference is visited exactly once when references are rewritten: a second visit would
//!   take a new address for an old one. Places are therefore gathered first; the frames' do not overlap, because the
//!   arguments of a call belong to the callee alone.
//! - Dead slots keep stale references; nobody reads them.
//!
//! Weak and soft references are strong here: no program can rely on their being cleared.

use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::image::class::{Method, Shape};
use crate::image::code::{Code, Op};
use crate::thread::{CONSTRUCTS, LOCKED, Location, Pending, Span, Status, ThreadId};
use crate::types::{Ty, split_descriptor};
use crate::vm::Vm;

/// Words that are allocated before the first collection, and at least between two.
const LEAST: u32 = 4 << 20;

/// The same where collections themselves are looked at.
const OFTEN: u32 = 256;

/// An observed run is left alone until it has made so large a part of what the limit allows: a collection ends its analysis.
const OBSERVED: u32 = 4;

/// Words after which a step of a search ends with one: under the undo frame that may come next, garbage stays.
const STEP: u32 = 1 << 19;

/// A place outside the dynamic region that holds a reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// A word of a fixed object.
    Word(u32),
    /// The lower or upper half of a word of a fixed array: its byte address.
    Half(u64),
    /// A slot of a thread's stack.
    Slot(u32, u32),
    /// The monitor in the low half of a frame's third header word.
    Monitor(u32, u32),
}

/// New addresses of dynamic objects, by half their distance from the start of the region; 0 for the dead.
struct Forward {
    start: Ref,
    /// What lies below stays, though nothing may lead there now: closing an undo frame may bring that back.
    young: Ref,
    addresses: Vec<u32>,
}

impl Forward {
    /// The object's new address; 0 for one that is dead.
    fn of(&self, r: Ref) -> Ref {
        if r < self.young {
            r
        } else {
            self.addresses[((r - self.start) >> 1) as usize]
        }
    }

    /// Marks an object; false if it is fixed or marked already.
    fn mark(&mut self, r: Ref) -> bool {
        if r < self.start {
            return false;
        }
        // An object has at least two words, so half an address is unique.
        let address = &mut self.addresses[((r - self.start) >> 1) as usize];
        let new = *address == 0;
        *address = r;
        new
    }
}

impl Vm {
    /// Collects if enough was allocated since the last time and it is allowed. Called between two instructions.
    pub(crate) fn collect_if_due(&mut self) -> Result<(), VmError> {
        if self.mode.in_boot
            || !self.mode.exploring && self.undo_depth() != 0
            || self.mode.exploring && !self.explores_plainly()
        {
            self.put_off_collection();
            return Ok(());
        }
        let (made, most) = (self.heap.uncollected(), self.heap.limit() / OBSERVED);
        if self.observer.is_some() && made < most {
            self.heap.set_soft_end(self.heap.top() - made + most);
            return Ok(());
        }
        self.collect()
    }

    /// Collects at the end of a step that left much behind, in proportion to what is alive.
    pub(crate) fn collect_behind_step(&mut self) -> Result<(), VmError> {
        let (made, all) = (self.heap.uncollected(), self.heap.top() - self.heap.dynamic_start());
        if made < STEP.max(all / 4) || self.observer.is_some() || !self.explores_plainly() {
            return Ok(());
        }
        self.collect()
    }

    /// Forgets what is remembered by address. What is remembered of each thread comes back with the innermost undo frame.
    fn forget_moved(&mut self) {
        for index in 0..self.live_by_path().len() {
            self.touch(self.live_by_path()[index]);
        }
        self.forget_components();
        self.collections += 1;
    }

    /// Has the next collection of a search come as soon as it can, if that is asked for.
    pub(crate) fn collect_soon(&mut self) {
        if self.mode.collects_often {
            self.heap.collect_after(OFTEN);
        }
    }

    /// Whether nothing but the state itself refers to objects, as far as the search goes.
    fn explores_plainly(&self) -> bool {
        self.allocation_sites.is_canonical() && !self.may_dangle()
    }

    /// Whether a class names an object of the program though no path may have defined it.
    fn may_dangle(&self) -> bool {
        let start = self.heap.dynamic_start();
        let dangles = |word: u32| self.heap.pristine(word) as Ref >= start;
        self.mirror_words().any(dangles)
    }

    /// The references that the mirrors of classes hold as objects.
    fn mirror_words(&self) -> impl Iterator<Item = u32> {
        let layout = self.image.class_class().layout.iter().enumerate();
        let slots: Vec<u32> = layout
            .filter(|(_, field)| field.ty == Ty::Reference)
            .map(|(slot, _)| slot as u32)
            .collect();
        let mirrors = self.image.classes.iter().map(|class| class.mirror.get());
        mirrors
            .filter(|mirror| *mirror != 0)
            .flat_map(move |mirror| slots.clone().into_iter().map(move |slot| mirror + HEADER + slot))
    }

    /// Whether so many words fit, after a collection if need be. In plain execution what does not fit is an OutOfMemoryError; a search
    /// goes on until it meets its limit.
    pub(crate) fn makes_room(&mut self, words: u64) -> Result<bool, VmError> {
        // For the error itself.
        const SPARE: u64 = 1 << 16;
        let words = u32::try_from(words.saturating_add(SPARE)).unwrap_or(u32::MAX);
        if self.heap.has_room(words) || !self.can_collect() {
            return Ok(true);
        }
        self.collect()?;
        Ok(self.heap.has_room(words))
    }

    /// Whether a collection could make room now.
    pub(crate) fn can_collect(&self) -> bool {
        !self.mode.exploring && self.undo_depth() == 0 && !self.mode.in_boot
    }

    /// Reclaims what no thread and no fixed object can reach, and slides the rest together.
    pub(crate) fn collect(&mut self) -> Result<(), VmError> {
        self.report_collection();
        let places = self.places()?;
        let (start, young) = (self.heap.dynamic_start(), self.heap.young_start());
        let mut forward = self.marked(&places)?;
        // Ascending, because the marks lie in the order of addresses: objects move down only, in order.
        let (mut old, mut live) = (Vec::new(), Vec::<(Ref, u32)>::new());
        let mut top = young;
        for address in forward.addresses.iter_mut().filter(|a| **a != 0) {
            if *address < young {
                old.push(*address);
                continue;
            }
            let size = self.image.size_of(&self.heap, *address);
            live.push((*address, size));
            *address = top;
            top += size;
        }
        self.heap.open_young(young);
        for r in old.into_iter().chain(live.iter().map(|(r, _)| *r)) {
            self.rewrite_object(r, &forward);
        }
        self.rewrite_places(&places, &forward);
        self.rewrite_tables(&forward);
        for (r, size) in live {
            self.heap.slide(r, forward.of(r), size);
        }
        self.heap.truncate(top);
        self.heap.set_soft_end(top.saturating_add(LEAST.max(top - start)));
        if self.mode.exploring {
            self.collect_soon();
            self.forget_moved();
        }
        Ok(())
    }

    /// Everything outside the dynamic region that may hold a reference into it, but for the tables of the machine.
    fn places(&self) -> Result<Vec<Place>, VmError> {
        let mut places = Vec::new();
        // Settled objects are looked at as all others are.
        let start = self.heap.dynamic_start();
        for thread in self.live() {
            self.frame_places(thread, &mut places)?;
        }
        self.heap.for_each_changed(|word, _| {
            match self
                .fixed_object(word)
                .filter(|_| word < start)
                .and_then(|o| self.fixed_word(o, word))
            {
                Some((Ty::Reference, _, false)) => places.push(Place::Word(word)),
                Some((Ty::Reference, _, true)) => {
                    places.push(Place::Half(u64::from(word) * 8));
                    places.push(Place::Half(u64::from(word) * 8 + 4));
                }
                _ => {}
            }
        });
        places.extend(self.mirror_words().map(Place::Word));
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    fn place(&self, place: Place) -> Ref {
        match place {
            Place::Word(word) => self.heap.get(word) as Ref,
            Place::Half(at) => self.heap.read(at, 2) as Ref,
            Place::Slot(thread, slot) | Place::Monitor(thread, slot) => {
                self.threads[thread as usize].stack[slot as usize] as Ref
            }
        }
    }

    /// All objects of the program that something leads to, ascending.
    pub(crate) fn live_objects(&self) -> Result<Vec<Ref>, VmError> {
        let marked = self.marked(&self.places()?)?;
        Ok(marked.addresses.into_iter().filter(|address| *address != 0).collect())
    }

    fn marked(&self, places: &[Place]) -> Result<Forward, VmError> {
        let start = self.heap.dynamic_start();
        let mut forward = Forward {
            start,
            young: self.heap.young_start(),
            addresses: vec![0; ((self.heap.top() - start) / 2 + 1) as usize],
        };
        self.mark(places, &mut forward)?;
        Ok(forward)
    }

    fn mark(&self, places: &[Place], forward: &mut Forward) -> Result<(), VmError> {
        let mut work: Vec<Ref> = places.iter().map(|place| self.place(*place)).collect();
        for thread in &self.threads {
            work.push(thread.object);
            work.push(thread.async_exception);
            work.extend(status_object(thread.status));
            work.extend(pending_object(thread.pending));
        }
        work.extend(self.path.uncaught.iter().map(|u| u.throwable));
        for access in self.knowledge.protection.unprotected() {
            work.push(access.object);
            work.extend(access.assumed.iter().chain(&access.held));
        }
        work.extend(self.image.module_of_package.values());
        work.extend(self.path.modules.iter().map(|(_, module)| module));
        work.push(self.image.boot_unnamed_module);
        while let Some(r) = work.pop() {
            if forward.mark(r) {
                self.cancellation.check()?;
                self.for_each_reference(r, false, |to| work.push(to));
            }
        }
        Ok(())
    }

    /// Rewrites the references that an object holds, where it still lies.
    fn rewrite_object(&mut self, r: Ref, forward: &Forward) {
        let class = self.class_of(r);
        match class.shape {
            Shape::Instance => {
                for (slot, field) in class.layout.iter().enumerate() {
                    if field.ty == Ty::Reference {
                        let word = r + HEADER + slot as u32;
                        let from = self.heap.get(word) as Ref;
                        let to = forward.of(from);
                        // Whose reference stays is not written.
                        if to != from {
                            self.heap.set(word, u64::from(to));
                        }
                    }
                }
            }
            Shape::References(_) => {
                for i in 0..self.heap.length(r) {
                    let from = self.element(r, i);
                    let to = forward.of(from);
                    if to != from {
                        self.set_element(r, i, to);
                    }
                }
            }
            Shape::Primitives(_) | Shape::Primitive(_) => {}
        }
    }

    fn rewrite_places(&mut self, places: &[Place], forward: &Forward) {
        for place in places {
            let old = self.place(*place);
            let new = forward.of(old);
            if new == old {
                continue;
            }
            match *place {
                Place::Word(word) => self.heap.set(word, u64::from(new)),
                Place::Half(at) => self.heap.write(at, 2, u64::from(new)),
                Place::Slot(thread, slot) => self.threads[thread as usize].stack[slot as usize] = u64::from(new),
                Place::Monitor(thread, slot) => {
                    let word = &mut self.threads[thread as usize].stack[slot as usize];
                    *word = (*word & !0xffff_ffff) | u64::from(new);
                }
            }
        }
    }

    fn rewrite_tables(&mut self, forward: &Forward) {
        for thread in &mut self.threads {
            thread.object = forward.of(thread.object);
            thread.async_exception = forward.of(thread.async_exception);
            if let Status::Waiting { object, .. } = &mut thread.status {
                *object = forward.of(*object);
            }
            move_pending(&mut thread.pending, forward);
        }
        move_pending(&mut self.this_step.operation, forward);
        for uncaught in &mut self.path.uncaught {
            uncaught.throwable = forward.of(uncaught.throwable);
        }
        for access in self.knowledge.protection.unprotected_mut() {
            move_location(&mut access.object, &mut access.location, forward);
            for lock in access.assumed.iter_mut().chain(&mut access.held) {
                *lock = forward.of(*lock);
            }
        }
        for module in self.image.module_of_package.values_mut() {
            *module = forward.of(*module);
        }
        for (_, module) in &mut self.path.modules {
            *module = forward.of(*module);
        }
        self.image.boot_unnamed_module = forward.of(self.image.boot_unnamed_module);
        // The hash of a dead object is forgotten with it.
        self.path.hashes.retain_mut(|(r, _)| {
            let alive = *r == 0 || forward.of(*r) != 0;
            *r = forward.of(*r);
            alive
        });
        self.path.facts.hashes = self.path.hashes.len();
        for r in self.tracked.iter_mut().chain(self.step_recorder.objects()) {
            *r = forward.of(*r);
        }
    }

    /// The slots of a thread's frames that hold live references.
    fn frame_places(&self, thread: ThreadId, places: &mut Vec<Place>) -> Result<(), VmError> {
        let t = self.thread(thread);
        let mut callee: Option<&'static Method> = None;
        for (fp, method, pc) in t.frames() {
            let method = self.image.method(method);
            let Some(code) = method.code.get() else {
                return Err(VmError::Class(format!("{} runs without code", method.full_name())));
            };
            if t.stack[fp as usize + 2] & (LOCKED | CONSTRUCTS) != 0 {
                places.push(Place::Monitor(thread.0, fp + 2));
            }
            // An initialiser runs before the instruction, which then runs again: its operands are still there.
            let again = callee.is_none_or(|m| self.runs_again_after(m));
            let locals = fp - code.max_locals;
            let mut add = |slot: u32| {
                let at = if slot < code.max_locals {
                    locals + slot
                } else {
                    fp + 3 + slot - code.max_locals
                };
                places.push(Place::Slot(thread.0, at));
            };
            if code.internal {
                self.internal_slots(method, code, pc, again, &mut add);
            } else {
                let maps = self.maps(method, code)?;
                let each = |slot: usize, is_ref: bool| {
                    if is_ref {
                        add(slot as u32);
                    }
                };
                if again {
                    maps.for_each_live(pc as usize, each);
                } else {
                    maps.for_each_live_during_call(pc as usize, crate::canonical::call_slots(method, code, pc), each);
                }
            }
            callee = Some(method);
        }
        Ok(())
    }

    /// Live references of the machine's own frames: the object in local 0, or the arguments of a reflective call.
    fn internal_slots(&self, method: &Method, code: &Code, pc: u32, again: bool, add: &mut impl FnMut(u32)) {
        let at = |op: Op| code.instructions.iter().position(|i| i.get().op == op);
        let Some(call) = at(Op::InvokeBoxed) else {
            if method.arg_slots > 0 {
                add(0);
            }
            return;
        };
        let target = self.image.method(code.instructions[call].get().b);
        let constructs = at(Op::ReturnLocal0).is_some();
        if constructs {
            add(0);
        }
        let first = u32::from(constructs);
        if (pc as usize) < call {
            argument_references(target, |slot| add(first + slot));
        } else if pc as usize == call && again {
            argument_references(target, |slot| add(code.max_locals + slot));
        } else if pc as usize > call && again && !constructs {
            // The result, or the box around it.
            let boxed = code.instructions[call + 1].get();
            if boxed.x == Ty::Reference as u8 || pc as usize > call + 1 {
                add(code.max_locals);
            }
        }
    }
}

fn move_pending(pending: &mut Pending, forward: &Forward) {
    if let Some(object) = pending.subject() {
        *object = forward.of(*object);
    }
    match pending {
        Pending::Access { object, span, .. } => move_span(object, span, forward),
        Pending::Copy { from, to } => {
            move_span(&mut from.object, &mut from.span, forward);
            move_span(&mut to.object, &mut to.span, forward);
        }
        _ => {}
    }
}

/// Memory off the heap, that of the object 0, stays where it is.
fn move_span(object: &mut Ref, span: &mut Span, forward: &Forward) {
    move_location(object, &mut span.at, forward);
}

fn move_location(object: &mut Ref, at: &mut Location, forward: &Forward) {
    if *object != 0 {
        let new = forward.of(*object);
        *at = *at - u64::from(*object) * 8 + u64::from(new) * 8;
        *object = new;
    }
}

/// Calls `f` with the position of each argument slot that holds a reference.
fn argument_references(method: &Method, mut f: impl FnMut(u32)) {
    let mut slot = 0;
    if !method.is_static() {
        f(0);
        slot = 1;
    }
    for param in split_descriptor(method.descriptor).0 {
        let ty = Ty::of(param);
        if ty == Ty::Reference {
            f(slot);
        }
        slot += ty.slots();
    }
}

fn status_object(status: Status) -> Option<Ref> {
    match status {
        Status::Waiting { object, .. } => Some(object),
        Status::Ready | Status::Terminated => None,
    }
}

/// The arrays of a copy are still operands on the stack.
fn pending_object(mut pending: Pending) -> Option<Ref> {
    match pending {
        Pending::Access { object, .. } => Some(object),
        _ => pending.subject().copied(),
    }
}
