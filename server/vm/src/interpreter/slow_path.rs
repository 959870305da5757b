//! The slow path: resolution, visible operations, allocation, type checks, monitors. One instruction at a time.

use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{Loadable, MemberRef, ObjectArrayType};
use dropwire_classes::cafebabe;

use super::flow::{AccessKind, Check, Flow};
use crate::error::VmError;
use crate::heap::{ESCAPED, HEADER, Ref};
use crate::image::InitState;
use crate::image::class::{Class, Field, Method, access, field_flag};
use crate::image::code::{Code, Instr, Op};
use crate::thread::{CONSTRUCTS, LOCKED, OBSERVED, Pending, Span, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

/// Goes on with a ready class, or leaves the instruction.
macro_rules! initialised {
    ($vm:expr, $thread:expr, $class:expr, $may_execute:expr) => {
        match $vm.check_initialised($thread, $class, $may_execute)? {
            Check::Ready => {}
            Check::Pushed => return Ok(Flow::Next),
            Check::Park(pending) => return Ok(Flow::Park(pending)),
        }
    };
}

impl Vm {
    /// Executes the instruction at `pc` with everything that the fast path leaves out.
    pub(crate) fn slow(&mut self, thread: ThreadId, may_execute: &mut bool) -> Result<Flow, VmError> {
        let index = thread.0 as usize;
        let method = self.image.method(self.threads[index].method_id());
        let code = self.code(method)?;
        let pc = self.threads[index].pc as usize;
        let instr = code.instructions[pc].get();
        self.instructions += 1;
        self.slow_instructions += 1;
        if method.class().apart || method.class().is_made() {
            self.note_linkage(method, code, pc);
        }
        match instr.op {
            Op::LdcSlow => self.ldc(thread, method, code, pc),
            Op::Iaload | Op::Aaload | Op::Laload | Op::Baload | Op::Caload | Op::Saload => {
                self.array_load(thread, instr.op, may_execute)
            }
            Op::Iastore | Op::Aastore | Op::Lastore | Op::Bastore | Op::Castore | Op::Sastore => {
                self.array_store(thread, instr.op, may_execute)
            }
            Op::GetstaticSlow | Op::PutstaticSlow => self.resolve_static(thread, method, code, pc, instr.op),
            Op::GetstaticInit | Op::PutstaticInit => {
                let (class, word) = code.checked.borrow()[instr.b as usize];
                let class = self.image.class(class.0);
                initialised!(self, thread, class, may_execute);
                let write = instr.op == Op::PutstaticInit;
                self.static_access(thread, write, (class.mirror.get(), word), instr.x, may_execute)
            }
            Op::GetstaticQ | Op::PutstaticQ => {
                let place = (self.mirror_at(instr.b), instr.b);
                self.static_access(thread, instr.op == Op::PutstaticQ, place, instr.x, may_execute)
            }
            Op::GetfieldSlow | Op::PutfieldSlow => self.resolve_field(thread, method, code, pc, instr.op),
            Op::GetfieldQ => self.get_field(thread, instr, may_execute),
            Op::Probe => self.probe(thread, method, code, pc),
            Op::PutfieldRecorded => self.put_recorded_field(thread, instr, may_execute),
            Op::PutstaticRecorded => self.put_recorded_static(thread, code, instr, may_execute),
            Op::GetfieldPerturbed => self.get_perturbed_field(thread, (method, pc), instr, may_execute),
            Op::GetstaticPerturbed => self.get_perturbed_static(thread, (method, pc), code, instr, may_execute),
            Op::PutfieldQ => self.put_field(thread, instr, may_execute),
            Op::InvokestaticSlow | Op::InvokespecialSlow | Op::InvokevirtualSlow | Op::InvokeinterfaceSlow => {
                self.resolve_call(thread, method, code, pc, instr.op)
            }
            Op::InvokedynamicSlow => self.link_dynamic(thread, method, code, pc),
            Op::InvokestaticInit => {
                let target = self.image.method(instr.b);
                // What a stub replaces is not called, and its class may need what is not modelled.
                if self.replacement_for(thread, target).is_none() {
                    initialised!(self, thread, target.class(), may_execute);
                }
                self.invoke(thread, target, may_execute)
            }
            Op::InvokestaticQ | Op::InvokespecialQ => {
                let target = self.image.method(instr.b);
                self.code_of(target)?;
                self.invoke(thread, target, may_execute)
            }
            Op::InvokevirtualQ => {
                let class = self.receiver_class(thread, instr.a);
                match class.vtable.get(instr.b as usize).copied() {
                    Some(target) => {
                        self.code_of(target)?;
                        self.invoke(thread, target, may_execute)
                    }
                    None => self.incompatible(thread, "java/lang/IncompatibleClassChangeError", class.name),
                }
            }
            Op::InvokeinterfaceQ => {
                let class = self.receiver_class(thread, instr.a);
                let named = self.image.method(instr.b);
                match self.image.select(class, named) {
                    Some(target) => {
                        self.code_of(target)?;
                        self.invoke(thread, target, may_execute)
                    }
                    None if !class.is_subclass_of(named.class()) => {
                        let (class, interface) = (class.external_name(), named.class().external_name());
                        let message = format!("Class {class} does not implement the requested interface {interface}");
                        self.incompatible(thread, "java/lang/IncompatibleClassChangeError", &message)
                    }
                    None => self.incompatible(thread, "java/lang/AbstractMethodError", &named.full_name()),
                }
            }
            Op::InvokeVarHandleQ => self.invoke_var_handle(thread, method, pc, may_execute),
            Op::InvokeLinkedQ => self.invoke_linked(thread, instr, may_execute),
            Op::InvokeBasicQ => self.invoke_basic(thread, instr, may_execute),
            Op::LinkToQ => self.link_to(thread, instr, may_execute),
            Op::NewSlow => self.resolve_new(thread, method, code, pc),
            Op::NewInit => {
                let class = self.image.class(instr.b);
                initialised!(self, thread, class, may_execute);
                self.new_instance(thread, class)
            }
            Op::NewQ => self.new_instance(thread, self.image.class(instr.b)),
            Op::Newarray => {
                let class = self
                    .image
                    .load(&mut self.heap, &format!("[{}", Ty::from_u8(instr.x).letter()))?;
                code.instructions[pc].set(Instr {
                    op: Op::AnewarrayQ,
                    x: 0,
                    a: 0,
                    b: class.id.0,
                });
                Ok(Flow::Next)
            }
            Op::AnewarraySlow => {
                let name = self.class_operand(method, pc)?;
                match self.resolve_class(thread, &name)? {
                    Some(component) => {
                        let class = self.image.array_of(&mut self.heap, component)?;
                        code.instructions[pc].set(Instr {
                            op: Op::AnewarrayQ,
                            x: 0,
                            a: 0,
                            b: class.id.0,
                        });
                        Ok(Flow::Next)
                    }
                    None => Ok(Flow::Next),
                }
            }
            Op::AnewarrayQ => self.new_array_instruction(thread, method, instr.b),
            Op::MultianewarraySlow | Op::CheckcastSlow | Op::InstanceofSlow => {
                let name = self.class_operand(method, pc)?;
                if let Some(class) = self.resolve_class(thread, &name)? {
                    let op = match instr.op {
                        Op::MultianewarraySlow => Op::MultianewarrayQ,
                        Op::CheckcastSlow => Op::CheckcastQ,
                        _ => Op::InstanceofQ,
                    };
                    code.instructions[pc].set(Instr {
                        op,
                        b: class.id.0,
                        ..instr
                    });
                }
                Ok(Flow::Next)
            }
            Op::MultianewarrayQ => self.new_multi_array(thread, method, instr),
            Op::CheckcastQ => {
                let object = self.threads[index].peek(0) as Ref;
                let message = self.cast_message(self.class_of(object), self.image.class(instr.b));
                self.throw_new(thread, "java/lang/ClassCastException", Some(&message))?;
                Ok(Flow::Next)
            }
            Op::Athrow => {
                let throwable = self.threads[index].pop() as Ref;
                self.throw(thread, throwable)?;
                Ok(Flow::Next)
            }
            Op::Monitorenter => {
                let object = self.lock_behind(method, self.threads[index].peek(0) as Ref);
                if object == 0 {
                    self.throw_new(thread, "java/lang/NullPointerException", None)?;
                    return Ok(Flow::Next);
                }
                let reached = !self.mode.reduction || self.heap.flag(object, ESCAPED);
                // Inside an atomic operation it is a step where somebody asks whether threads wait for monitors.
                let entered = self.threads[index].is_entered() && !(reached && self.meets_monitors_inside());
                if let Some(pending) = self.enter(thread, object, may_execute, entered)? {
                    return Ok(Flow::Park(pending));
                }
                self.threads[index].sp -= 1;
                self.threads[index].pc += 1;
                Ok(Flow::Next)
            }
            Op::Monitorexit => self.monitor_exit(thread, method, may_execute),
            Op::Return | Op::Return1 | Op::Return2 => {
                let word = self.threads[index].frame_word();
                let had = *may_execute;
                if word & LOCKED != 0 && self.parks_before_release(thread, word as Ref, may_execute, false) {
                    return Ok(Flow::Park(Pending::Release(word as Ref)));
                }
                if word & (OBSERVED | CONSTRUCTS) != 0 && self.parks_before_leaving(thread, method, had, may_execute)? {
                    return Ok(Flow::Park(Pending::Leave(method, 0)));
                }
                let slots = match instr.op {
                    Op::Return => 0,
                    Op::Return1 => 1,
                    _ => 2,
                };
                self.return_slow(thread, slots);
                Ok(self.behind_exit(thread, method, word))
            }
            Op::Jsr => {
                // What the subroutine does not use and its caller no longer needs is dead on one of the ways back.
                let cleared: Vec<usize> = self.maps(method, code)?.cleared_by_jsr(pc).collect();
                let t = &mut self.threads[index];
                let locals = (t.fp - code.max_locals) as usize;
                for local in cleared {
                    t.stack[locals + local] = 0;
                }
                t.push(pc as u64 + 1);
                t.pc = instr.b;
                Ok(Flow::Next)
            }
            Op::InitSupers => self.init_supers(thread, may_execute),
            Op::InitRun => self.init_run(thread),
            Op::InitFinish => Ok(self.init_finish(thread)),
            Op::ThreadRun => self.thread_run(thread, may_execute),
            Op::ThreadEnd => self.thread_end(thread, may_execute),
            Op::ThreadGone => self.thread_gone(thread, may_execute),
            Op::InvokeBoxed => {
                // The arguments are the frame's operands, spread by the reflection peer.
                let target = self.image.method(instr.b);
                if target.is_static() {
                    initialised!(self, thread, target.class(), may_execute);
                }
                let receiver = self.threads[index].sp - u32::from(target.arg_slots);
                let mut selected = target;
                if !target.is_static() && target.name != "<init>" {
                    let object = self.threads[index].stack[receiver as usize] as Ref;
                    match self.image.select(self.class_of(object), target) {
                        Some(found) => selected = found,
                        None => return self.incompatible(thread, "java/lang/AbstractMethodError", &target.full_name()),
                    }
                }
                self.invoke(thread, selected, may_execute)
            }
            Op::ReturnBoxed => {
                match Ty::from_u8(instr.x) {
                    Ty::Void => {
                        self.push_args(thread, &[0]);
                        self.threads[index].pc += 1;
                    }
                    Ty::Reference => self.threads[index].pc += 1,
                    // The JDK's own `valueOf` boxes; the next instruction returns what it made.
                    ty => {
                        let boxing = self.boxing_method(ty)?;
                        self.push_frame(thread, boxing, 0)?;
                    }
                }
                Ok(Flow::Next)
            }
            Op::ReturnLocal0 => {
                let t = &self.threads[index];
                let object = t.stack[(t.fp - code.max_locals) as usize];
                self.push_args(thread, &[object]);
                self.return_slow(thread, 1);
                Ok(Flow::Next)
            }
            Op::LinkCall => self.link_call(thread, may_execute),
            Op::LinkFinish => self.link_finish(thread),
            Op::EnsureInit => {
                let class = self.class_under_initialisation(thread);
                initialised!(self, thread, class, may_execute);
                self.threads[index].pc += 1;
                Ok(Flow::Next)
            }
            Op::Leave => Ok(Flow::Left),
            Op::Unsupported => Err(VmError::Class(format!("{}: reserved opcode", method.full_name()))),
            other => Err(VmError::Class(format!(
                "{}: {other:?} cannot run here",
                method.full_name()
            ))),
        }
    }

    fn code_of(&mut self, target: &'static Method) -> Result<(), VmError> {
        if target.has_code() {
            self.code(target).map(|_| ())
        } else {
            Ok(())
        }
    }

    fn receiver_class(&self, thread: ThreadId, arg_slots: u16) -> &'static Class {
        self.class_of(self.threads[thread.0 as usize].peek(u32::from(arg_slots) - 1) as Ref)
    }

    fn incompatible(&mut self, thread: ThreadId, error: &str, message: &str) -> Result<Flow, VmError> {
        self.throw_new(thread, error, Some(&message.replace('/', ".")))?;
        Ok(Flow::Next)
    }

    /// Java 21 and later say more than the field's name.
    fn no_such_field(&mut self, thread: ThreadId, member: &MemberRef<'_>) -> Result<Flow, VmError> {
        let field = &member.name_and_type;
        if self.image.universe.jdk.feature < 21 {
            return self.incompatible(thread, "java/lang/NoSuchFieldError", &field.name);
        }
        let (class, ty) = (
            member.class_name.replace('/', "."),
            crate::types::external_type(&field.descriptor),
        );
        let message = format!("Class {class} does not have member field '{ty} {}'", field.name);
        self.throw_new(thread, "java/lang/NoSuchFieldError", Some(&message))?;
        Ok(Flow::Next)
    }

    pub(super) fn finish_push(&mut self, thread: ThreadId, value: u64) -> Result<Flow, VmError> {
        let t = &mut self.threads[thread.0 as usize];
        t.push(value);
        t.pc += 1;
        Ok(Flow::Next)
    }

    /// A class by name; `None` after NoClassDefFoundError was thrown, or where a frame was pushed that finds it.
    pub(crate) fn resolve_class(&mut self, thread: ThreadId, name: &str) -> Result<Option<&'static Class>, VmError> {
        // A hidden class is found under its name by itself only; what a loader of the program's own defined, by that loader.
        let current = self.image.method(self.threads[thread.0 as usize].method_id()).class();
        if (current.apart || current.is_made())
            && let Some(known) = self.resolve_apart(thread, current, name)?
        {
            return Ok(known);
        }
        let missing = match self.image.try_load(&mut self.heap, name) {
            Ok(Some(class)) => return Ok(Some(class)),
            Ok(None) => name.to_owned(),
            // JVMS 5.3.5: so does a class that lacks its superclass. Libraries try which others are there.
            Err(VmError::MissingClass(missing)) => missing,
            Err(error) => return Err(error),
        };
        self.throw_new(thread, "java/lang/NoClassDefFoundError", Some(&missing))?;
        Ok(None)
    }

    fn opcode(&self, method: &'static Method, pc: usize) -> Result<&'static Opcode<'static>, VmError> {
        method
            .data()
            .and_then(|d| d.bytecode.as_ref())
            .and_then(|b| b.opcodes.get(pc))
            .map(|(_, opcode)| opcode)
            .ok_or_else(|| VmError::Class(format!("{} has no instruction {pc}", method.full_name())))
    }

    fn class_operand(&self, method: &'static Method, pc: usize) -> Result<String, VmError> {
        Ok(match self.opcode(method, pc)? {
            Opcode::Anewarray(ty) | Opcode::Checkcast(ty) | Opcode::Instanceof(ty) | Opcode::Multianewarray(ty, _) => {
                match ty {
                    ObjectArrayType::ArrayType(descriptor) => descriptor.to_string(),
                    ObjectArrayType::BinaryName(name) => name.to_string(),
                }
            }
            Opcode::New(name) => name.to_string(),
            other => {
                return Err(VmError::Class(format!(
                    "{}: {other:?} names no class",
                    method.full_name()
                )));
            }
        })
    }

    fn member_operand(&self, method: &'static Method, pc: usize) -> Result<&'static MemberRef<'static>, VmError> {
        Ok(match self.opcode(method, pc)? {
            Opcode::Getfield(m)
            | Opcode::Putfield(m)
            | Opcode::Getstatic(m)
            | Opcode::Putstatic(m)
            | Opcode::Invokestatic(m)
            | Opcode::Invokespecial(m)
            | Opcode::Invokevirtual(m)
            | Opcode::Invokeinterface(m, _) => m,
            other => {
                return Err(VmError::Class(format!(
                    "{}: {other:?} names no member",
                    method.full_name()
                )));
            }
        })
    }

    fn ldc(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
    ) -> Result<Flow, VmError> {
        let (Opcode::Ldc(constant) | Opcode::LdcW(constant) | Opcode::Ldc2W(constant)) = self.opcode(method, pc)?
        else {
            return Err(VmError::Class(format!("{}: no constant at {pc}", method.full_name())));
        };
        let value = match constant {
            Loadable::LiteralConstant(literal) => {
                let text = crate::image::load::literal_text(literal);
                if let Some(object) = self.patched_constant(method.class(), &text) {
                    return self.finish_push(thread, u64::from(object));
                }
                self.image.intern(&mut self.heap, &text)?
            }
            Loadable::ClassInfo(name) => match self.resolve_class(thread, name)? {
                Some(class) => class.mirror.get(),
                None => return Ok(Flow::Next),
            },
            Loadable::MethodHandle(_) | Loadable::MethodType(_) | Loadable::Dynamic(_) => {
                // An object of this path: the instruction stays as it is.
                let Some((ty, value)) = self.computed_constant(thread, method.class(), constant)? else {
                    return Ok(Flow::Next);
                };
                if ty.slots() == 2 {
                    let t = &mut self.threads[thread.0 as usize];
                    t.push2(value);
                    t.pc += 1;
                    return Ok(Flow::Next);
                }
                return self.finish_push(thread, value);
            }
        };
        code.instructions[pc].set(Instr {
            op: Op::PushRef,
            x: 0,
            a: 0,
            b: value,
        });
        Ok(Flow::Next)
    }

    fn resolve_static(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
        op: Op,
    ) -> Result<Flow, VmError> {
        let (owner, field) = match self.operand_field(thread, method, pc, true)? {
            Ok(found) => found,
            Err(flow) => return Ok(flow),
        };
        let word = self.image.statics_start(owner) + field.slot;
        let slot = owner.statics[field.slot as usize];
        let x = self.image.access_byte(owner, field, slot);
        let put = op == Op::PutstaticSlow;
        let heard = !put && self.hears_reads(method, owner);
        let recorded = put && self.records_range(owner, field);
        let new = if owner.initialised_in_base.get() && !heard && !recorded {
            Instr {
                op: if put { Op::PutstaticQ } else { Op::GetstaticQ },
                x,
                a: 0,
                b: word,
            }
        } else {
            let mut checked = code.checked.borrow_mut();
            checked.push((owner.id, word));
            let b = checked.len() as u32 - 1;
            Instr {
                op: match put {
                    true if recorded => Op::PutstaticRecorded,
                    true => Op::PutstaticInit,
                    false => Op::GetstaticInit,
                },
                x,
                a: 0,
                b,
            }
        };
        code.instructions[pc].set(new);
        if heard {
            self.hear_static_read(method, code, pc, (owner, field));
        }
        Ok(Flow::Next)
    }

    /// The field that an instruction names, and its class; else how the thread goes on (JVMS 5.4.3.2).
    fn operand_field(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        pc: usize,
        is_static: bool,
    ) -> Result<Result<(&'static Class, &'static Field), Flow>, VmError> {
        let member = self.member_operand(method, pc)?;
        let Some(class) = self.resolve_class(thread, &member.class_name)? else {
            return Ok(Err(Flow::Next));
        };
        let name = self.image.symbols.intern(&member.name_and_type.name);
        let descriptor = self.image.symbols.intern(&member.name_and_type.descriptor);
        let Some((owner, field)) = self.image.find_field(class, name, descriptor) else {
            return self.no_such_field(thread, member).map(Err);
        };
        if (field.access & access::STATIC != 0) != is_static {
            let error = "java/lang/IncompatibleClassChangeError";
            return self.incompatible(thread, error, field.name).map(Err);
        }
        Ok(Ok((owner, field)))
    }

    pub(super) fn static_access(
        &mut self,
        thread: ThreadId,
        write: bool,
        (mirror, word): (Ref, u32),
        x: u8,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let kind = AccessKind::of_field(write, x);
        let ty = Ty::from_u8(x & field_flag::TYPE_MASK);
        let pending = match write {
            true => self.gate_to_put(thread, (mirror, word), kind, ty, may_execute),
            false => self.gate(thread, mirror, Span::new(u64::from(word) * 8, 8), kind, may_execute),
        };
        if let Some(pending) = pending {
            return Ok(Flow::Park(pending));
        }
        let t = &mut self.threads[thread.0 as usize];
        if write {
            let value = if ty.slots() == 2 { t.pop2() } else { t.pop() };
            t.pc += 1;
            self.heap.set(word, ty.narrow(value));
            if ty == Ty::Reference {
                self.stored_in(mirror, word, value as Ref, x);
            }
        } else {
            let value = ty.widen(self.heap.get(word));
            if ty.slots() == 2 {
                t.push2(value)
            } else {
                t.push(value)
            }
            t.pc += 1;
        }
        Ok(Flow::Next)
    }

    /// The mirror whose statics hold this word.
    pub fn mirror_at(&self, word: u32) -> Ref {
        self.image.mirror_containing(word)
    }

    fn resolve_field(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
        op: Op,
    ) -> Result<Flow, VmError> {
        let (owner, field) = match self.operand_field(thread, method, pc, false)? {
            Ok(found) => found,
            Err(flow) => return Ok(flow),
        };
        let x = self.image.access_byte(owner, field, owner.layout[field.slot as usize]);
        let op = if op == Op::PutfieldSlow && self.records_range(owner, field) {
            Op::PutfieldRecorded
        } else if op == Op::PutfieldSlow {
            Op::PutfieldQ
        } else {
            Op::GetfieldQ
        };
        code.instructions[pc].set(Instr {
            op,
            x,
            a: (HEADER + field.slot) as u16,
            b: owner.id.0,
        });
        if op == Op::GetfieldQ && !self.perturb_read(method, code, pc, (owner, field)) {
            code.fuse_field(pc);
        }
        Ok(Flow::Next)
    }

    fn get_field(&mut self, thread: ThreadId, instr: Instr, may_execute: &mut bool) -> Result<Flow, VmError> {
        let object = self.threads[thread.0 as usize].peek(0) as Ref;
        let word = object + u32::from(instr.a);
        let kind = AccessKind::of_field(false, instr.x);
        if let Some(pending) = self.gate(thread, object, Span::new(u64::from(word) * 8, 8), kind, may_execute) {
            return Ok(Flow::Park(pending));
        }
        let ty = Ty::from_u8(instr.x & field_flag::TYPE_MASK);
        let value = ty.widen(self.heap.get(word));
        let t = &mut self.threads[thread.0 as usize];
        t.sp -= 1;
        if ty.slots() == 2 {
            t.push2(value)
        } else {
            t.push(value)
        }
        t.pc += 1;
        Ok(Flow::Next)
    }

    pub(super) fn put_field(
        &mut self,
        thread: ThreadId,
        instr: Instr,
        may_execute: &mut bool,
    ) -> Result<Flow, VmError> {
        let ty = Ty::from_u8(instr.x & field_flag::TYPE_MASK);
        let slots = ty.slots();
        let object = self.threads[thread.0 as usize].peek(slots) as Ref;
        let word = object + u32::from(instr.a);
        let kind = AccessKind::of_field(true, instr.x);
        if let Some(pending) = self.gate_to_put(thread, (object, word), kind, ty, may_execute) {
            return Ok(Flow::Park(pending));
        }
        let value = self.threads[thread.0 as usize].peek(slots - 1);
        if !self.image.promises.is_empty() {
            self.check_change(thread, object, word, ty.narrow(value));
        }
        let t = &mut self.threads[thread.0 as usize];
        t.sp -= 1 + slots;
        t.pc += 1;
        self.heap.set(word, ty.narrow(value));
        if ty == Ty::Reference {
            self.stored_in(object, word, value as Ref, instr.x);
        }
        Ok(Flow::Next)
    }

    fn resolve_call(
        &mut self,
        thread: ThreadId,
        caller: &'static Method,
        code: &'static Code,
        pc: usize,
        op: Op,
    ) -> Result<Flow, VmError> {
        let member = self.member_operand(caller, pc)?;
        let Some(class) = self.resolve_class(thread, &member.class_name)? else {
            return Ok(Flow::Next);
        };
        let key = (
            self.image.symbols.intern(&member.name_and_type.name),
            self.image.symbols.intern(&member.name_and_type.descriptor),
        );
        let Some(target) = self.image.find_method(class, key) else {
            if matches!(
                class.name,
                "java/lang/invoke/VarHandle" | "java/lang/invoke/MethodHandle"
            ) {
                return self.link_polymorphic(thread, caller, class, code, pc, member);
            }
            let message = missing_method(class, member);
            self.throw_new(thread, "java/lang/NoSuchMethodError", Some(&message))?;
            return Ok(Flow::Next);
        };
        if target.is_static() != (op == Op::InvokestaticSlow) {
            let expected = match op {
                Op::InvokestaticSlow => "Expected static method",
                Op::InvokespecialSlow => "Expecting non-static method",
                _ => "Expected instance not static method",
            };
            let message = format!("{expected} {}", missing_method(target.class(), member));
            self.throw_new(thread, "java/lang/IncompatibleClassChangeError", Some(&message))?;
            return Ok(Flow::Next);
        }
        // `invoke(Object[])Object` is declared, but as polymorphic as the others.
        if target.access & access::NATIVE != 0
            && matches!(
                target.class().name,
                "java/lang/invoke/VarHandle" | "java/lang/invoke/MethodHandle"
            )
        {
            return self.link_polymorphic(thread, caller, class, code, pc, member);
        }
        let a = target.arg_slots;
        let instr = match op {
            Op::InvokestaticSlow => {
                let op = if target.class().initialised_in_base.get() {
                    Op::InvokestaticQ
                } else {
                    Op::InvokestaticInit
                };
                Instr {
                    op,
                    x: 0,
                    a,
                    b: target.id.0,
                }
            }
            Op::InvokespecialSlow => {
                let selected = self.select_special(caller, class, target);
                Instr {
                    op: Op::InvokespecialQ,
                    x: 0,
                    a,
                    b: selected.id.0,
                }
            }
            _ => {
                let index = target.vtable_index.get();
                let fixed = target.access & (access::PRIVATE) != 0
                    || target.access & access::FINAL != 0 && !target.class().is_interface();
                if fixed {
                    Instr {
                        op: Op::InvokespecialQ,
                        x: 0,
                        a,
                        b: target.id.0,
                    }
                } else if index != u32::MAX && !target.class().is_interface() {
                    Instr {
                        op: Op::InvokevirtualQ,
                        x: 0,
                        a,
                        b: index,
                    }
                } else {
                    Instr {
                        op: Op::InvokeinterfaceQ,
                        x: 0,
                        a,
                        b: target.id.0,
                    }
                }
            }
        };
        code.instructions[pc].set(instr);
        Ok(Flow::Next)
    }

    /// `super.m()` starts at the direct superclass. JVMS §6.5.invokespecial.
    fn select_special(
        &self,
        caller: &'static Method,
        class: &'static Class,
        target: &'static Method,
    ) -> &'static Method {
        let current = caller.class();
        let is_super_call =
            target.name != "<init>" && !class.is_interface() && class.id != current.id && current.is_subclass_of(class);
        if is_super_call
            && let Some(superclass) = current.superclass
            && let Some(found) = self.image.find_method(superclass, target.key)
        {
            return found;
        }
        target
    }

    fn resolve_new(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
    ) -> Result<Flow, VmError> {
        let name = self.class_operand(method, pc)?;
        let Some(class) = self.resolve_class(thread, &name)? else {
            return Ok(Flow::Next);
        };
        if class.access & (access::ABSTRACT | access::INTERFACE) != 0 {
            return self.incompatible(thread, "java/lang/InstantiationError", class.name);
        }
        let op = if class.initialised_in_base.get() {
            Op::NewQ
        } else {
            Op::NewInit
        };
        code.instructions[pc].set(Instr {
            op,
            x: 0,
            a: 0,
            b: class.id.0,
        });
        Ok(Flow::Next)
    }

    /// Whether a class needs no check any more, for natives.
    pub(crate) fn is_initialised(&self, class: &Class) -> bool {
        class.initialised_in_base.get() || self.image.init_state(&self.heap, class).0 == InitState::Done
    }
}

/// `'void shop.Till.sell(int)'`, as HotSpot names a method that is not there.
/// A method as HotSpot's messages name it.
fn missing_method(class: &Class, member: &MemberRef<'_>) -> String {
    let (params, result) = crate::types::split_descriptor(&member.name_and_type.descriptor);
    let params: Vec<String> = params.into_iter().map(crate::types::external_type).collect();
    let result = crate::types::external_type(result);
    format!(
        "'{result} {}.{}({})'",
        class.external_name(),
        member.name_and_type.name,
        params.join(", ")
    )
}
