//! The kinds of slots, and what each instruction does to them (JVMS §6.5). No control flow, and no class types.

use super::SlotKind;
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{LiteralConstant, Loadable};
use std::ops::Range;

/// What a slot holds, as far as the instruction set distinguishes it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Never written, or different things on different paths: unusable.
    Top,
    /// Also boolean, byte, char and short.
    Int,
    Float,
    Long,
    /// The upper slot of a long; always right above a `Long`.
    LongHigh,
    Double,
    /// The upper slot of a double; always right above a `Double`.
    DoubleHigh,
    /// A reference or null.
    Ref,
    /// The address behind a `jsr`, named by the chain of calls that it begins.
    ReturnTo(u16),
}

use Kind::{Double, DoubleHigh, Float, Int, Long, LongHigh, Ref, ReturnTo, Top};

impl Kind {
    pub(super) fn second_half(self) -> Option<Kind> {
        match self {
            Long => Some(LongHigh),
            Double => Some(DoubleHigh),
            Top | Int | Float | LongHigh | DoubleHigh | Ref | ReturnTo(_) => None,
        }
    }

    fn is_second_half(self) -> bool {
        matches!(self, LongHigh | DoubleHigh)
    }

    pub(super) fn slot_kind(self) -> SlotKind {
        match self {
            Top | LongHigh | DoubleHigh => SlotKind::Dead,
            Int | Float | Long | Double | ReturnTo(_) => SlotKind::Value,
            Ref => SlotKind::Ref,
        }
    }
}

/// How an instruction uses a local.
pub(super) struct LocalUse {
    slot: usize,
    wide: bool,
    pub(super) reads: bool,
    pub(super) writes: bool,
}

impl LocalUse {
    pub(super) fn slots(&self) -> Range<usize> {
        self.slot..self.slot + 1 + usize::from(self.wide)
    }

    /// Turns the locals that are live after the instruction into those that are live before it. The upper half of a
    /// two-slot value is never live.
    pub(super) fn before(&self, live: &mut [u64]) {
        if self.writes {
            for slot in self.slots() {
                if let Some(word) = live.get_mut(slot / 64) {
                    *word &= !(1 << (slot % 64));
                }
            }
        }
        if self.reads {
            super::blocks::set_bit(live, self.slot);
        }
    }
}

pub(super) fn local_use(opcode: &Opcode<'_>) -> Option<LocalUse> {
    let (slot, wide, reads, writes) = match opcode {
        Opcode::Iload(slot) | Opcode::Fload(slot) | Opcode::Aload(slot) | Opcode::Ret(slot) => {
            (slot, false, true, false)
        }
        Opcode::Lload(slot) | Opcode::Dload(slot) => (slot, true, true, false),
        Opcode::Istore(slot) | Opcode::Fstore(slot) | Opcode::Astore(slot) => (slot, false, false, true),
        Opcode::Lstore(slot) | Opcode::Dstore(slot) => (slot, true, false, true),
        Opcode::Iinc(slot, _) => (slot, false, true, true),
        // The class-file format is closed: no other instruction has a local.
        _ => return None,
    };
    Some(LocalUse {
        slot: usize::from(*slot),
        wide,
        reads,
        writes,
    })
}

/// A frame of kinds instead of values.
pub(super) struct AbstractFrame {
    /// Only the locals that some instruction reads.
    pub(super) locals: Vec<Kind>,
    pub(super) stack: Vec<Kind>,
    /// The deepest that the stack has been.
    pub(super) deepest: usize,
    pub(super) max_stack: usize,
    max_locals: usize,
    /// The arguments of the call that is being looked at.
    arguments: Vec<Kind>,
}

impl AbstractFrame {
    pub(super) fn new(max_locals: usize, max_stack: usize) -> Self {
        let (locals, stack, arguments) = (Vec::new(), Vec::new(), Vec::new());
        AbstractFrame {
            locals,
            stack,
            deepest: 0,
            max_stack,
            max_locals,
            arguments,
        }
    }

    pub(super) fn push(&mut self, kind: Kind) -> Result<(), String> {
        self.stack.push(kind);
        self.stack.extend(kind.second_half());
        self.check_depth()
    }

    fn check_depth(&mut self) -> Result<(), String> {
        self.deepest = self.deepest.max(self.stack.len());
        if self.stack.len() > self.max_stack {
            return Err(format!("the stack grows beyond max_stack {}", self.max_stack));
        }
        Ok(())
    }

    fn pop(&mut self, kind: Kind) -> Result<(), String> {
        if let Some(high) = kind.second_half() {
            self.pop_slot(high)?;
        }
        self.pop_slot(kind)
    }

    fn pop_slot(&mut self, kind: Kind) -> Result<(), String> {
        match self.stack.pop() {
            Some(found) if found == kind => Ok(()),
            Some(found) => Err(format!("{found:?} on the stack where {kind:?} is needed")),
            None => Err(format!("the stack underflows: {kind:?} is needed")),
        }
    }

    /// Pops `operands` (the topmost is the last one) and pushes `results`.
    fn apply(&mut self, operands: &[Kind], results: &[Kind]) -> Result<(), String> {
        operands.iter().rev().try_for_each(|&kind| self.pop(kind))?;
        results.iter().try_for_each(|&kind| self.push(kind))
    }

    fn load(&mut self, slot: u16, kind: Kind) -> Result<(), String> {
        self.check_local(slot, kind)?;
        self.push(kind)
    }

    fn check_local(&self, slot: u16, kind: Kind) -> Result<(), String> {
        let slot = usize::from(slot);
        // A two-slot value is whole: its upper half lies right above it, or it would have been made unusable.
        match self.locals.get(slot) {
            Some(&found) if found == kind => Ok(()),
            Some(found) => Err(format!("local {slot} is {found:?} where {kind:?} is needed")),
            None => Err(format!("local {slot} is not below max_locals {}", self.max_locals)),
        }
    }

    fn store(&mut self, slot: u16, kind: Kind) -> Result<(), String> {
        self.pop(kind)?;
        let slot = usize::from(slot);
        let end = slot + 1 + usize::from(kind.second_half().is_some());
        if end > self.max_locals {
            return Err(format!("local {} is not below max_locals {}", end - 1, self.max_locals));
        }
        self.set_local(slot, kind);
        if let Some(high) = kind.second_half() {
            self.set_local(slot + 1, high);
        }
        Ok(())
    }

    /// Sets a slot and makes a two-slot value that loses a half by it unusable.
    fn set_local(&mut self, slot: usize, kind: Kind) {
        let Some(&old) = self.locals.get(slot) else { return };
        if old.is_second_half() && !kind.is_second_half() {
            self.locals[slot - 1] = Top;
        }
        if let Some(high) = old.second_half().and_then(|_| self.locals.get_mut(slot + 1)) {
            *high = Top;
        }
        self.locals[slot] = kind;
    }

    /// The `slots` topmost slots are usable and no two-slot value lies across their lower edge.
    fn check_edge(&self, slots: usize) -> Result<(), String> {
        let Some(edge) = self.stack.len().checked_sub(slots) else {
            return Err(format!("the stack underflows: {slots} slots are needed"));
        };
        if self.stack[edge].is_second_half() || self.stack[edge..].contains(&Top) {
            return Err(format!(
                "{slots} slots from the stack would split or use an unusable value"
            ));
        }
        Ok(())
    }

    fn discard(&mut self, slots: usize) -> Result<(), String> {
        self.check_edge(slots)?;
        self.stack.truncate(self.stack.len() - slots);
        Ok(())
    }

    /// Copies the `copied` topmost slots below the `skipped` slots under them.
    fn duplicate(&mut self, copied: usize, skipped: usize) -> Result<(), String> {
        self.check_edge(copied)?;
        self.check_edge(copied + skipped)?;
        let top = self.stack.len();
        self.stack.extend_from_within(top - copied..top);
        self.stack[top - copied - skipped..].rotate_right(copied);
        self.check_depth()
    }

    fn load_constant(&mut self, constant: &Loadable<'_>, wide: bool) -> Result<(), String> {
        let kind = match constant {
            Loadable::LiteralConstant(LiteralConstant::Integer(_)) => Int,
            Loadable::LiteralConstant(LiteralConstant::Float(_)) => Float,
            Loadable::LiteralConstant(LiteralConstant::Long(_)) => Long,
            Loadable::LiteralConstant(LiteralConstant::Double(_)) => Double,
            Loadable::LiteralConstant(LiteralConstant::String(_) | LiteralConstant::StringBytes(_)) => Ref,
            Loadable::ClassInfo(_) | Loadable::MethodHandle(_) | Loadable::MethodType(_) => Ref,
            Loadable::Dynamic(dynamic) => field_kind(&dynamic.name_and_type.descriptor)?,
        };
        if kind.second_half().is_some() != wide {
            return Err(format!(
                "a constant of kind {kind:?} is loaded with the wrong instruction"
            ));
        }
        self.push(kind)
    }

    fn access_field(&mut self, descriptor: &str, has_object: bool, is_store: bool) -> Result<(), String> {
        let kind = field_kind(descriptor)?;
        if is_store {
            self.pop(kind)?;
        }
        if has_object {
            self.pop(Ref)?;
        }
        if is_store { Ok(()) } else { self.push(kind) }
    }

    fn invoke(&mut self, descriptor: &str, has_receiver: bool) -> Result<(), String> {
        self.arguments.clear();
        self.arguments.extend(has_receiver.then_some(Ref));
        let result = method_kinds(descriptor, &mut self.arguments)?;
        if !self.stack.ends_with(&self.arguments) {
            let found = &self.stack[self.stack.len().saturating_sub(self.arguments.len())..];
            return Err(format!(
                "a call with {descriptor} needs {:?}, found {found:?}",
                self.arguments
            ));
        }
        self.stack.truncate(self.stack.len() - self.arguments.len());
        result.map_or(Ok(()), |kind| self.push(kind))
    }

    fn end_method(&mut self, with: Option<Kind>, returns: Option<Kind>) -> Result<(), String> {
        if with != returns {
            return Err(format!(
                "the method returns {with:?} where its descriptor says {returns:?}"
            ));
        }
        with.map_or(Ok(()), |kind| self.pop(kind))
    }

    /// Executes one instruction on kinds; `returns` is the method's result. The caller does the control flow, to which
    /// the return address of `jsr` belongs.
    pub(super) fn step(&mut self, opcode: &Opcode<'_>, returns: Option<Kind>) -> Result<(), String> {
        match opcode {
            Opcode::Nop | Opcode::Goto(_) | Opcode::Jsr(_) | Opcode::Ret(_) => Ok(()),
            Opcode::AconstNull | Opcode::New(_) => self.push(Ref),
            Opcode::IconstM1 | Opcode::Iconst0 | Opcode::Iconst1 | Opcode::Iconst2 | Opcode::Iconst3 => self.push(Int),
            Opcode::Iconst4 | Opcode::Iconst5 | Opcode::Bipush(_) | Opcode::Sipush(_) => self.push(Int),
            Opcode::Lconst0 | Opcode::Lconst1 => self.push(Long),
            Opcode::Fconst0 | Opcode::Fconst1 | Opcode::Fconst2 => self.push(Float),
            Opcode::Dconst0 | Opcode::Dconst1 => self.push(Double),
            Opcode::Ldc(constant) | Opcode::LdcW(constant) => self.load_constant(constant, false),
            Opcode::Ldc2W(constant) => self.load_constant(constant, true),

            Opcode::Iload(slot) => self.load(*slot, Int),
            Opcode::Lload(slot) => self.load(*slot, Long),
            Opcode::Fload(slot) => self.load(*slot, Float),
            Opcode::Dload(slot) => self.load(*slot, Double),
            Opcode::Aload(slot) => self.load(*slot, Ref),
            Opcode::Istore(slot) => self.store(*slot, Int),
            Opcode::Lstore(slot) => self.store(*slot, Long),
            Opcode::Fstore(slot) => self.store(*slot, Float),
            Opcode::Dstore(slot) => self.store(*slot, Double),
            Opcode::Astore(slot) => match self.stack.last() {
                Some(&address @ ReturnTo(_)) => self.store(*slot, address),
                _ => self.store(*slot, Ref),
            },
            Opcode::Iinc(slot, _) => self.check_local(*slot, Int),

            Opcode::Iaload | Opcode::Baload | Opcode::Caload | Opcode::Saload => self.apply(&[Ref, Int], &[Int]),
            Opcode::Laload => self.apply(&[Ref, Int], &[Long]),
            Opcode::Faload => self.apply(&[Ref, Int], &[Float]),
            Opcode::Daload => self.apply(&[Ref, Int], &[Double]),
            Opcode::Aaload => self.apply(&[Ref, Int], &[Ref]),
            Opcode::Iastore | Opcode::Bastore | Opcode::Castore | Opcode::Sastore => self.apply(&[Ref, Int, Int], &[]),
            Opcode::Lastore => self.apply(&[Ref, Int, Long], &[]),
            Opcode::Fastore => self.apply(&[Ref, Int, Float], &[]),
            Opcode::Dastore => self.apply(&[Ref, Int, Double], &[]),
            Opcode::Aastore => self.apply(&[Ref, Int, Ref], &[]),

            Opcode::Pop => self.discard(1),
            Opcode::Pop2 => self.discard(2),
            Opcode::Dup => self.duplicate(1, 0),
            Opcode::DupX1 => self.duplicate(1, 1),
            Opcode::DupX2 => self.duplicate(1, 2),
            Opcode::Dup2 => self.duplicate(2, 0),
            Opcode::Dup2X1 => self.duplicate(2, 1),
            Opcode::Dup2X2 => self.duplicate(2, 2),
            Opcode::Swap => {
                self.check_edge(1)?;
                self.check_edge(2)?;
                let top = self.stack.len();
                self.stack.swap(top - 1, top - 2);
                Ok(())
            }

            Opcode::Iadd | Opcode::Isub | Opcode::Imul | Opcode::Idiv | Opcode::Irem => self.apply(&[Int, Int], &[Int]),
            Opcode::Ishl | Opcode::Ishr | Opcode::Iushr => self.apply(&[Int, Int], &[Int]),
            Opcode::Iand | Opcode::Ior | Opcode::Ixor => self.apply(&[Int, Int], &[Int]),
            Opcode::Ladd | Opcode::Lsub | Opcode::Lmul | Opcode::Ldiv | Opcode::Lrem => {
                self.apply(&[Long, Long], &[Long])
            }
            Opcode::Lshl | Opcode::Lshr | Opcode::Lushr => self.apply(&[Long, Int], &[Long]),
            Opcode::Land | Opcode::Lor | Opcode::Lxor => self.apply(&[Long, Long], &[Long]),
            Opcode::Fadd | Opcode::Fsub | Opcode::Fmul | Opcode::Fdiv | Opcode::Frem => {
                self.apply(&[Float, Float], &[Float])
            }
            Opcode::Dadd | Opcode::Dsub | Opcode::Dmul | Opcode::Ddiv | Opcode::Drem => {
                self.apply(&[Double, Double], &[Double])
            }
            Opcode::Ineg | Opcode::I2b | Opcode::I2c | Opcode::I2s => self.apply(&[Int], &[Int]),
            Opcode::Lneg => self.apply(&[Long], &[Long]),
            Opcode::Fneg => self.apply(&[Float], &[Float]),
            Opcode::Dneg => self.apply(&[Double], &[Double]),
            Opcode::I2l => self.apply(&[Int], &[Long]),
            Opcode::I2f => self.apply(&[Int], &[Float]),
            Opcode::I2d => self.apply(&[Int], &[Double]),
            Opcode::L2i => self.apply(&[Long], &[Int]),
            Opcode::L2f => self.apply(&[Long], &[Float]),
            Opcode::L2d => self.apply(&[Long], &[Double]),
            Opcode::F2i => self.apply(&[Float], &[Int]),
            Opcode::F2l => self.apply(&[Float], &[Long]),
            Opcode::F2d => self.apply(&[Float], &[Double]),
            Opcode::D2i => self.apply(&[Double], &[Int]),
            Opcode::D2l => self.apply(&[Double], &[Long]),
            Opcode::D2f => self.apply(&[Double], &[Float]),
            Opcode::Lcmp => self.apply(&[Long, Long], &[Int]),
            Opcode::Fcmpg | Opcode::Fcmpl => self.apply(&[Float, Float], &[Int]),
            Opcode::Dcmpg | Opcode::Dcmpl => self.apply(&[Double, Double], &[Int]),

            Opcode::Ifeq(_) | Opcode::Ifge(_) | Opcode::Ifgt(_) => self.pop(Int),
            Opcode::Ifle(_) | Opcode::Iflt(_) | Opcode::Ifne(_) => self.pop(Int),
            Opcode::IfIcmpeq(_) | Opcode::IfIcmpge(_) | Opcode::IfIcmpgt(_) => self.apply(&[Int, Int], &[]),
            Opcode::IfIcmple(_) | Opcode::IfIcmplt(_) | Opcode::IfIcmpne(_) => self.apply(&[Int, Int], &[]),
            Opcode::IfAcmpeq(_) | Opcode::IfAcmpne(_) => self.apply(&[Ref, Ref], &[]),
            Opcode::Ifnull(_) | Opcode::Ifnonnull(_) => self.pop(Ref),
            Opcode::Tableswitch(_) | Opcode::Lookupswitch(_) => self.pop(Int),

            Opcode::Ireturn => self.end_method(Some(Int), returns),
            Opcode::Lreturn => self.end_method(Some(Long), returns),
            Opcode::Freturn => self.end_method(Some(Float), returns),
            Opcode::Dreturn => self.end_method(Some(Double), returns),
            Opcode::Areturn => self.end_method(Some(Ref), returns),
            Opcode::Return => self.end_method(None, returns),
            Opcode::Athrow => self.pop(Ref),

            Opcode::Getstatic(field) => self.access_field(&field.name_and_type.descriptor, false, false),
            Opcode::Putstatic(field) => self.access_field(&field.name_and_type.descriptor, false, true),
            Opcode::Getfield(field) => self.access_field(&field.name_and_type.descriptor, true, false),
            Opcode::Putfield(field) => self.access_field(&field.name_and_type.descriptor, true, true),
            Opcode::Invokestatic(method) => self.invoke(&method.name_and_type.descriptor, false),
            Opcode::Invokedynamic(site) => self.invoke(&site.name_and_type.descriptor, false),
            Opcode::Invokevirtual(method) | Opcode::Invokespecial(method) | Opcode::Invokeinterface(method, _) => {
                self.invoke(&method.name_and_type.descriptor, true)
            }

            Opcode::Newarray(_) | Opcode::Anewarray(_) => self.apply(&[Int], &[Ref]),
            Opcode::Multianewarray(_, 0) => Err("an array with no dimensions".to_string()),
            Opcode::Multianewarray(_, dimensions) => {
                (0..*dimensions).try_for_each(|_| self.pop(Int))?;
                self.push(Ref)
            }
            Opcode::Arraylength | Opcode::Instanceof(_) => self.apply(&[Ref], &[Int]),
            Opcode::Checkcast(_) => self.apply(&[Ref], &[Ref]),
            Opcode::Monitorenter | Opcode::Monitorexit => self.pop(Ref),
            Opcode::Breakpoint | Opcode::Impdep1 | Opcode::Impdep2 => Err("a reserved instruction".to_string()),
        }
    }
}

/// Takes one field type off the front of a descriptor.
fn take_kind(descriptor: &mut &[u8]) -> Option<Kind> {
    let dimensions = descriptor.iter().take_while(|&&byte| byte == b'[').count();
    let (kind, length) = match descriptor.get(dimensions)? {
        b'B' | b'C' | b'I' | b'S' | b'Z' => (Int, 1),
        b'F' => (Float, 1),
        b'J' => (Long, 1),
        b'D' => (Double, 1),
        b'L' => (Ref, descriptor[dimensions..].iter().position(|&byte| byte == b';')? + 1),
        _ => return None,
    };
    *descriptor = &descriptor[dimensions + length..];
    Some(if dimensions > 0 { Ref } else { kind })
}

fn field_kind(descriptor: &str) -> Result<Kind, String> {
    let mut rest = descriptor.as_bytes();
    match (take_kind(&mut rest), rest) {
        (Some(kind), []) => Ok(kind),
        _ => Err(format!("{descriptor:?} is no field descriptor")),
    }
}

/// Adds the slots of the parameters to `arguments` and returns the kind of the result.
fn method_kinds(descriptor: &str, arguments: &mut Vec<Kind>) -> Result<Option<Kind>, String> {
    let wrong = || format!("{descriptor:?} is no method descriptor");
    let mut rest = descriptor.as_bytes().strip_prefix(b"(").ok_or_else(wrong)?;
    while rest.first() != Some(&b')') {
        let kind = take_kind(&mut rest).ok_or_else(wrong)?;
        arguments.push(kind);
        arguments.extend(kind.second_half());
    }
    match &rest[1..] {
        b"V" => Ok(None),
        mut result => match (take_kind(&mut result), result) {
            (Some(kind), []) => Ok(Some(kind)),
            _ => Err(wrong()),
        },
    }
}
