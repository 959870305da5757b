//! Who can reach what: the escape analysis, recomputed exactly at choice points.
//!
//! An object has escaped when two threads can reach it, or a static can. Two passes: from the statics (every fixed
//! object that differs from its pristine contents), then from each thread. Fields marked as firewalls are not
//! followed; a thread's own such fields are roots of that thread.

use crate::error::VmError;
use crate::heap::{ESCAPED, HEADER, Ref};
use crate::image::class::field_flag;
use crate::thread::{LOCKED, Pending, Status, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

impl Vm {
    /// Recomputes the escape flags of all dynamic objects that anything can reach.
    pub(crate) fn mark_escaped(&mut self) {
        let first = self.heap.begin_visit();
        let shared = first;
        let mut work: Vec<(Ref, u32)> = Vec::new();
        for r in self.fixed_roots() {
            work.push((r, shared));
        }
        for uncaught in &self.uncaught {
            work.push((uncaught.throwable, shared));
        }
        let live: Vec<ThreadId> = self.live().collect();
        let mut last = shared;
        self.spread(&mut work, shared, shared);
        for (i, thread) in live.iter().enumerate() {
            let mark = shared + 1 + i as u32;
            last = mark;
            let mut roots = Vec::new();
            // A thread whose frames cannot be read is given up when its state is numbered.
            let _ = self.thread_roots(*thread, |r| roots.push(r));
            work.extend(roots.into_iter().map(|r| (r, mark)));
            self.spread(&mut work, shared, mark);
        }
        self.heap.end_visit(last);
    }

    fn spread(&mut self, work: &mut Vec<(Ref, u32)>, shared: u32, _mark: u32) {
        while let Some((r, mark)) = work.pop() {
            if r == 0 || self.heap.is_fixed(r) {
                continue;
            }
            let stamp = self.heap.visit_stamp(r);
            let new = if stamp < shared {
                mark
            } else if stamp == mark || stamp == shared {
                continue;
            } else {
                shared
            };
            self.heap.set_visit_stamp(r, new);
            self.heap.set_flag(r, ESCAPED, new == shared);
            self.seal_text(r);
            self.for_each_reference(r, true, |to| work.push((to, new)));
        }
    }

    fn in_group(&self, word: u32) -> bool {
        self.fixed_object(word)
            .is_some_and(|r| self.class_of(r).name == "java/lang/ThreadGroup")
    }

    /// References that fixed objects hold and did not hold when they were made.
    fn fixed_roots(&self) -> Vec<Ref> {
        let mut roots = Vec::new();
        self.heap.for_each_changed(|word, value| {
            if let Some(slot) = self.fixed_word(word)
                && slot.0 == Ty::Reference
                && (slot.1 & field_flag::FIREWALL == 0 || self.watched_groups && self.in_group(word))
            {
                roots.push(value as Ref);
                // An array packs two references in a word.
                if slot.2 {
                    roots.push((value >> 32) as Ref);
                }
            }
        });
        roots
    }

    /// Type, flags and whether it is an array's word, of a word in a fixed object; `None` for headers and padding.
    pub(crate) fn fixed_word(&self, word: u32) -> Option<(Ty, u8, bool)> {
        let object = self.fixed_object(word)?;
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

    /// Calls `f` with every live reference on a thread's stack, and what belongs to the thread itself.
    pub(crate) fn thread_roots(&self, thread: ThreadId, mut f: impl FnMut(Ref)) -> Result<(), VmError> {
        let t = self.thread(thread);
        f(t.object);
        for field in ["threadLocals", "inheritableThreadLocals"] {
            f(self.field(t.object, field) as Ref);
        }
        match t.status {
            Status::Waiting { object, .. } => f(object),
            Status::Ready | Status::Terminated => {}
        }
        match t.pending {
            Pending::Enter(r) | Pending::Reacquire(r, ..) => f(r),
            _ => {}
        }
        self.for_each_frame_slot(thread, |_, value, is_ref| {
            if is_ref {
                f(value as Ref);
            }
        })
    }

    /// Calls `f(slot, value, is reference)` with every live slot of a thread's frames, bottom up within each frame,
    /// topmost frame first. The monitor of a synchronized method counts although its slot may be dead.
    pub(crate) fn for_each_frame_slot(
        &self,
        thread: ThreadId,
        mut f: impl FnMut(u32, u64, bool),
    ) -> Result<(), VmError> {
        let t = self.thread(thread);
        let mut callee: Option<&'static crate::image::class::Method> = None;
        for (fp, method, pc) in t.frames() {
            let method = self.image.method(method);
            let Some(code) = method.code.get() else { continue };
            let word = t.stack[fp as usize + 2];
            if word & LOCKED != 0 {
                f(u32::MAX, word & 0xffff_ffff, true);
            }
            let locals = fp - code.max_locals;
            if code.internal {
                if code.instructions.len() > 1 && method.arg_slots > 0 && !method.name.starts_with("reflective call") {
                    f(0, t.stack[locals as usize], true);
                }
            } else {
                let maps = self.maps(method, code)?;
                let mut each = |slot: usize, is_ref: bool| {
                    let slot = slot as u32;
                    let at = if slot < code.max_locals {
                        locals + slot
                    } else {
                        fp + 3 + slot - code.max_locals
                    };
                    f(slot, t.stack[at as usize], is_ref);
                };
                match callee {
                    None => maps.for_each_live(pc as usize, &mut each),
                    // An initialiser runs before the instruction, which then runs again.
                    Some(m) if Some(m.id) == self.known.init_driver.map(|d| d.id) => {
                        maps.for_each_live(pc as usize, &mut each);
                    }
                    Some(_) => {
                        let popped = self.call_slots(method, pc);
                        maps.for_each_live_during_call(pc as usize, popped, &mut each);
                    }
                }
            }
            callee = Some(method);
        }
        Ok(())
    }

    /// Argument slots of the call instruction at `pc`.
    pub(crate) fn call_slots(&self, method: &'static crate::image::class::Method, pc: u32) -> usize {
        use cafebabe::bytecode::Opcode;
        use dropwire_classes::cafebabe;
        let opcode = method
            .data
            .and_then(|d| d.bytecode.as_ref())
            .and_then(|b| b.opcodes.get(pc as usize));
        let (descriptor, receiver) = match opcode {
            Some((_, Opcode::Invokestatic(m))) => (&m.name_and_type.descriptor, 0),
            Some((_, Opcode::Invokespecial(m) | Opcode::Invokevirtual(m) | Opcode::Invokeinterface(m, _))) => {
                (&m.name_and_type.descriptor, 1)
            }
            Some((_, Opcode::Invokedynamic(d))) => (&d.name_and_type.descriptor, 0),
            _ => return 0,
        };
        let (params, _) = crate::types::split_descriptor(descriptor);
        receiver + params.iter().map(|p| Ty::of(p).slots() as usize).sum::<usize>()
    }
}
