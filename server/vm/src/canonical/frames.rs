//! What a thread's frames hold: the live slots, by the frame maps of their methods.

use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::Method;
use crate::image::code::Code;
use crate::thread::{CONSTRUCTS, LOCKED, Pending, Status, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

/// The slot that stands for the monitor of a synchronized method.
pub(crate) const MONITOR_SLOT: u32 = u32::MAX;

impl Vm {
    /// Live slots of a method's frames. Errors name the method.
    pub(crate) fn maps(
        &self,
        method: &'static Method,
        code: &'static Code,
    ) -> Result<&'static crate::frame_map::FrameMaps, VmError> {
        let maps = code.maps.get_or_init(|| {
            let data = method.parsed()?;
            let descriptor = method
                .class()
                .file()
                .and_then(|file| file.methods.get(method_index(method)))
                .map(|info| &info.descriptor)
                .ok_or("no descriptor")?;
            crate::frame_map::FrameMaps::analyse(data, method.is_static(), descriptor)
        });
        maps.as_ref()
            .map_err(|e| VmError::Class(format!("{}: {e}", method.full_name())))
    }

    /// Whether an instruction of a method, or one after it, may read a local variable.
    pub fn is_live_local(&self, method: &'static Method, code: &'static Code, pc: u32, local: u16) -> bool {
        let mut live = false;
        if let Ok(maps) = self.maps(method, code) {
            maps.for_each_live(pc as usize, |slot, _| live |= slot == usize::from(local));
        }
        live
    }

    /// Calls `f` with every live reference on a thread's stack, and what belongs to the thread itself.
    pub(crate) fn thread_roots(&self, thread: ThreadId, mut f: impl FnMut(Ref)) -> Result<(), VmError> {
        let t = self.thread(thread);
        f(t.object);
        if t.async_exception != 0 {
            f(t.async_exception);
        }
        self.for_each_own_field(t.object, &mut f);
        match t.status {
            Status::Waiting { object, .. } => f(object),
            Status::Ready | Status::Terminated => {}
        }
        match t.pending {
            Pending::Enter(r) | Pending::Reacquire(r, ..) | Pending::Leave(_, r) | Pending::Left(_, r) => f(r),
            _ => {}
        }
        self.for_each_frame_slot(thread, |_, value, is_ref| {
            if is_ref {
                f(value as Ref);
            }
        })
    }

    /// The fields of a thread object that are the thread's own business, whoever can reach the object.
    pub(crate) fn for_each_own_field(&self, object: Ref, f: &mut impl FnMut(Ref)) {
        for word in &self.known.own_fields {
            f(self.heap.get(object + word) as Ref);
        }
    }

    /// Calls `f(slot, value, is reference)` with every live slot of a thread's frames, bottom up within each frame,
    /// topmost frame first. The monitor of a synchronized method counts although its slot may be dead.
    pub(crate) fn for_each_frame_slot(
        &self,
        thread: ThreadId,
        mut f: impl FnMut(u32, u64, bool),
    ) -> Result<(), VmError> {
        self.for_each_slot_of_frames(thread, |_, slot, value, is_ref| f(slot, value, is_ref))
    }

    /// The same with the frame's number first, 0 for the topmost.
    pub(crate) fn for_each_slot_of_frames(
        &self,
        thread: ThreadId,
        mut f: impl FnMut(usize, u32, u64, bool),
    ) -> Result<(), VmError> {
        let t = self.thread(thread);
        let mut callee: Option<&'static Method> = None;
        for (frame, (fp, method, pc)) in t.frames().enumerate() {
            let method = self.image.method(method);
            let Some(code) = method.code.get() else { continue };
            let word = t.stack[fp as usize + 2];
            if word & (LOCKED | CONSTRUCTS) != 0 {
                f(frame, MONITOR_SLOT, word & 0xffff_ffff, true);
            }
            let locals = fp - code.max_locals;
            if code.internal {
                if code.instructions.len() > 1 && method.arg_slots > 0 && !method.name.starts_with("reflective call") {
                    f(frame, 0, t.stack[locals as usize], true);
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
                    f(frame, slot, t.stack[at as usize], is_ref);
                };
                match callee {
                    None => maps.for_each_live(pc as usize, &mut each),
                    // An initialiser runs before the instruction, which then runs again.
                    Some(m) if self.runs_again_after(m) => {
                        maps.for_each_live(pc as usize, &mut each);
                    }
                    Some(_) => {
                        let popped = call_slots(method, code, pc);
                        maps.for_each_live_during_call(pc as usize, popped, &mut each);
                    }
                }
            }
            callee = Some(method);
        }
        Ok(())
    }

    /// Whether an instruction that this driver interrupted runs again, with its operands.
    pub(crate) fn runs_again_after(&self, callee: &Method) -> bool {
        [self.known.init_driver, self.known.link_driver]
            .into_iter()
            .flatten()
            .any(|driver| driver.id == callee.id)
    }
}

/// Argument slots of the call instruction at `pc`.
pub(crate) fn call_slots(method: &'static Method, code: &'static Code, pc: u32) -> usize {
    let slots = code.popped.get_or_init(|| {
        (0..code.instructions.len() as u32)
            .map(|pc| call_slots_of(method, pc))
            .collect()
    });
    usize::from(slots[pc as usize])
}

fn call_slots_of(method: &'static Method, pc: u32) -> u16 {
    use cafebabe::bytecode::Opcode;
    use dropwire_classes::cafebabe;
    let opcode = method
        .data()
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
    receiver + params.iter().map(|p| Ty::of(p).slots() as u16).sum::<u16>()
}

fn method_index(method: &Method) -> usize {
    method
        .class()
        .methods
        .iter()
        .position(|m| m.id == method.id)
        .unwrap_or(usize::MAX)
}
