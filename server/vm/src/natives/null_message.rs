//! The message of a NullPointerException that the machine threw: what was null, derived from the bytecode. JEP 358.
//!
//! Follows HotSpot's `ExceptionMessageBuilder`: a data-flow analysis finds, for each operand, the one instruction
//! that pushed it; the expression behind that instruction is printed up to five levels deep.

use std::collections::VecDeque;

use cafebabe::attributes::AttributeData;
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::MemberRef;
use dropwire_classes::cafebabe;

use crate::image::class::Method;
use crate::types::{Ty, external_type, split_descriptor};

/// Levels of an expression that are printed.
const DEEPEST: u32 = 5;
/// Methods with more instructions get no message: the analysis is quadratic at worst.
const LONGEST: usize = 20_000;

/// The message for the instruction at `pc` of a method, if it is one that dereferences.
pub(super) fn message(method: &'static Method, pc: u32) -> Option<String> {
    let pc = pc as usize;
    let bytecode = method.data()?.bytecode.as_ref()?;
    if bytecode.opcodes.len() > LONGEST {
        return None;
    }
    let opcode = &bytecode.opcodes.get(pc)?.1;
    let (what, slot) = failed_action(opcode)?;
    let analysis = Analysis::of(method, bytecode);
    Some(
        match analysis.source(pc, slot).and_then(|source| analysis.cause(source)) {
            Some(cause) => format!("{what} because {cause} is null"),
            None => what,
        },
    )
}

/// The first half of the message, and how deep the null operand lies.
fn failed_action(opcode: &Opcode<'_>) -> Option<(String, usize)> {
    let load = |what: &str| Some((format!("Cannot load from {what} array"), 1));
    let store = |what: &str, slots: usize| Some((format!("Cannot store to {what} array"), 1 + slots));
    match opcode {
        Opcode::Iaload => load("int"),
        Opcode::Faload => load("float"),
        Opcode::Aaload => load("object"),
        Opcode::Baload => load("byte/boolean"),
        Opcode::Caload => load("char"),
        Opcode::Saload => load("short"),
        Opcode::Laload => load("long"),
        Opcode::Daload => load("double"),
        Opcode::Iastore => store("int", 1),
        Opcode::Fastore => store("float", 1),
        Opcode::Aastore => store("object", 1),
        Opcode::Bastore => store("byte/boolean", 1),
        Opcode::Castore => store("char", 1),
        Opcode::Sastore => store("short", 1),
        Opcode::Lastore => store("long", 2),
        Opcode::Dastore => store("double", 2),
        Opcode::Arraylength => Some(("Cannot read the array length".into(), 0)),
        Opcode::Athrow => Some(("Cannot throw exception".into(), 0)),
        Opcode::Monitorenter => Some(("Cannot enter synchronized block".into(), 0)),
        Opcode::Monitorexit => Some(("Cannot exit synchronized block".into(), 0)),
        Opcode::Getfield(m) => Some((format!("Cannot read field \"{}\"", m.name_and_type.name), 0)),
        Opcode::Putfield(m) => Some((
            format!("Cannot assign field \"{}\"", m.name_and_type.name),
            Ty::of(&m.name_and_type.descriptor).slots() as usize,
        )),
        // An exception that the program constructs itself.
        Opcode::Invokespecial(m) if m.name_and_type.name == "<init>" => None,
        Opcode::Invokevirtual(m) | Opcode::Invokespecial(m) | Opcode::Invokeinterface(m, _) => {
            Some((format!("Cannot invoke \"{}\"", method_name(m)), argument_slots(m)))
        }
        _ => None,
    }
}

fn argument_slots(member: &MemberRef<'_>) -> usize {
    let (params, _) = split_descriptor(&member.name_and_type.descriptor);
    params.iter().map(|p| Ty::of(p).slots() as usize).sum()
}

/// The two classes that everybody knows lose their package.
fn short(name: String) -> String {
    name.replace("java.lang.Object", "Object")
        .replace("java.lang.String", "String")
}

fn class_name(internal: &str) -> String {
    let name = if internal.starts_with('[') {
        external_type(internal)
    } else {
        internal.replace('/', ".")
    };
    match name.as_str() {
        "java.lang.Object" => "Object".into(),
        "java.lang.String" => "String".into(),
        _ => name,
    }
}

fn method_name(member: &MemberRef<'_>) -> String {
    let (params, _) = split_descriptor(&member.name_and_type.descriptor);
    let params: Vec<String> = params
        .into_iter()
        .map(|p| match p.trim_start_matches('[') {
            "Ljava/lang/Object;" | "Ljava/lang/String;" => short(external_type(p)),
            _ => external_type(p),
        })
        .collect();
    format!(
        "{}.{}({})",
        class_name(&member.class_name),
        member.name_and_type.name,
        params.join(", ")
    )
}

/// The instruction that pushed a slot; `None` where several did.
type Source = Option<usize>;

struct Analysis {
    method: &'static Method,
    opcodes: &'static [(usize, Opcode<'static>)],
    /// Operands before each instruction, bottom first; `None` where nothing was reached.
    stacks: Vec<Option<Vec<Source>>>,
}

impl Analysis {
    fn of(method: &'static Method, bytecode: &'static cafebabe::bytecode::ByteCode<'static>) -> Analysis {
        let opcodes: &'static [(usize, Opcode<'static>)] = &bytecode.opcodes;
        let mut analysis = Analysis {
            method,
            opcodes,
            stacks: vec![None; opcodes.len()],
        };
        let mut work = VecDeque::new();
        analysis.flow_into(0, &[], &mut work);
        if let Some(data) = method.data() {
            for entry in &data.exception_table {
                if let Some(handler) = bytecode.get_opcode_index(usize::from(entry.handler_pc)) {
                    // What a handler finds on its stack was pushed by no instruction.
                    analysis.flow_into(handler, &[None], &mut work);
                }
            }
        }
        while let Some(at) = work.pop_front() {
            let Some(mut stack) = analysis.stacks[at].clone() else {
                continue;
            };
            let (offset, opcode) = &opcodes[at];
            step(at, opcode, &mut stack);
            let mut jump = |to: i32| {
                let target = usize::try_from(*offset as i64 + i64::from(to)).ok();
                if let Some(target) = target.and_then(|t| bytecode.get_opcode_index(t)) {
                    analysis.flow_into(target, &stack, &mut work);
                }
            };
            if for_each_jump(opcode, &mut jump) && at + 1 < opcodes.len() {
                analysis.flow_into(at + 1, &stack, &mut work);
            }
        }
        analysis
    }

    fn flow_into(&mut self, at: usize, stack: &[Source], work: &mut VecDeque<usize>) {
        match &mut self.stacks[at] {
            known @ None => {
                *known = Some(stack.to_vec());
                work.push_back(at);
            }
            Some(known) => {
                let mut changed = false;
                for (known, new) in known.iter_mut().zip(stack) {
                    if known.is_some() && known != new {
                        *known = None;
                        changed = true;
                    }
                }
                if changed {
                    work.push_back(at);
                }
            }
        }
    }

    fn source(&self, at: usize, slot: usize) -> Source {
        let stack = self.stacks[at].as_ref()?;
        *stack.get(stack.len().checked_sub(1 + slot)?)?
    }

    /// `"x.next"`, or `the return value of "X.f()"`.
    fn cause(&self, source: usize) -> Option<String> {
        let text = self.expression(source, DEEPEST)?;
        Some(if is_call(&self.opcodes[source].1) {
            format!("the return value of \"{text}\"")
        } else {
            format!("\"{text}\"")
        })
    }

    /// The expression whose value the instruction pushed.
    fn expression(&self, at: usize, depth: u32) -> Option<String> {
        if depth == 0 {
            return None;
        }
        let inner = |slot: usize, depth: u32| self.source(at, slot).and_then(|source| self.expression(source, depth));
        Some(match &self.opcodes[at].1 {
            Opcode::AconstNull => "null".into(),
            Opcode::IconstM1 => "-1".into(),
            Opcode::Iconst0 => "0".into(),
            Opcode::Iconst1 => "1".into(),
            Opcode::Iconst2 => "2".into(),
            Opcode::Iconst3 => "3".into(),
            Opcode::Iconst4 => "4".into(),
            Opcode::Iconst5 => "5".into(),
            Opcode::Bipush(value) => value.to_string(),
            Opcode::Sipush(value) => value.to_string(),
            Opcode::Iload(slot) | Opcode::Aload(slot) => self.local(at, *slot),
            Opcode::Getstatic(m) => format!("{}.{}", class_name(&m.class_name), m.name_and_type.name),
            Opcode::Getfield(m) => match inner(0, depth - 1) {
                Some(object) => format!("{object}.{}", m.name_and_type.name),
                None => m.name_and_type.name.to_string(),
            },
            Opcode::Iaload
            | Opcode::Faload
            | Opcode::Aaload
            | Opcode::Baload
            | Opcode::Caload
            | Opcode::Saload
            | Opcode::Laload
            | Opcode::Daload => {
                let array = inner(1, depth - 1).unwrap_or_else(|| "<array>".into());
                let index = inner(0, depth).unwrap_or_else(|| "...".into());
                format!("{array}[{index}]")
            }
            Opcode::Invokevirtual(m)
            | Opcode::Invokespecial(m)
            | Opcode::Invokestatic(m)
            | Opcode::Invokeinterface(m, _) => method_name(m),
            _ => return None,
        })
    }

    /// A local variable by its name, if the class file names it.
    fn local(&self, at: usize, slot: u16) -> String {
        let offset = self.opcodes[at].0;
        let named = self.method.data().and_then(|data| {
            data.attributes.iter().find_map(|attribute| match &attribute.data {
                AttributeData::LocalVariableTable(entries) => entries.iter().find(|entry| {
                    let start = usize::from(entry.start_pc);
                    entry.index == slot && start <= offset && offset < start + usize::from(entry.length)
                }),
                _ => None,
            })
        });
        if let Some(entry) = named {
            return entry.name.to_string();
        }
        if slot == 0 && !self.method.is_static() {
            return "this".into();
        }
        let mut first = u16::from(!self.method.is_static());
        for (number, ty) in self.method.params.iter().enumerate() {
            if slot == first {
                return format!("<parameter{}>", number + 1);
            }
            first += ty.slots() as u16;
        }
        format!("<local{slot}>")
    }
}

fn is_call(opcode: &Opcode<'_>) -> bool {
    matches!(
        opcode,
        Opcode::Invokevirtual(_) | Opcode::Invokespecial(_) | Opcode::Invokestatic(_) | Opcode::Invokeinterface(..)
    )
}

/// Calls `f` with each jump distance; whether the next instruction can follow.
fn for_each_jump(opcode: &Opcode<'_>, f: &mut impl FnMut(i32)) -> bool {
    match opcode {
        Opcode::Goto(to) => {
            f(*to);
            false
        }
        Opcode::Ifeq(to)
        | Opcode::Ifne(to)
        | Opcode::Iflt(to)
        | Opcode::Ifge(to)
        | Opcode::Ifgt(to)
        | Opcode::Ifle(to)
        | Opcode::Ifnull(to)
        | Opcode::Ifnonnull(to)
        | Opcode::IfAcmpeq(to)
        | Opcode::IfAcmpne(to)
        | Opcode::IfIcmpeq(to)
        | Opcode::IfIcmpne(to)
        | Opcode::IfIcmplt(to)
        | Opcode::IfIcmpge(to)
        | Opcode::IfIcmpgt(to)
        | Opcode::IfIcmple(to)
        | Opcode::Jsr(to) => {
            f(*to);
            true
        }
        Opcode::Tableswitch(table) => {
            f(table.default);
            table.jumps.iter().for_each(|to| f(*to));
            false
        }
        Opcode::Lookupswitch(table) => {
            f(table.default);
            table.match_offsets.iter().for_each(|(_, to)| f(*to));
            false
        }
        Opcode::Athrow
        | Opcode::Ret(_)
        | Opcode::Return
        | Opcode::Ireturn
        | Opcode::Lreturn
        | Opcode::Freturn
        | Opcode::Dreturn
        | Opcode::Areturn => false,
        _ => true,
    }
}

/// What an instruction does to the operands' sources.
fn step(at: usize, opcode: &Opcode<'_>, stack: &mut Vec<Source>) {
    match opcode {
        Opcode::Dup => duplicate(stack, 1, 0),
        Opcode::DupX1 => duplicate(stack, 1, 1),
        Opcode::DupX2 => duplicate(stack, 1, 2),
        Opcode::Dup2 => duplicate(stack, 2, 0),
        Opcode::Dup2X1 => duplicate(stack, 2, 1),
        Opcode::Dup2X2 => duplicate(stack, 2, 2),
        Opcode::Swap => {
            let top = stack.len();
            if top >= 2 {
                stack.swap(top - 1, top - 2);
            }
        }
        _ => {
            let (pops, pushes) = effect(opcode);
            stack.truncate(stack.len().saturating_sub(pops));
            stack.extend(std::iter::repeat_n(Some(at), pushes));
        }
    }
}

fn duplicate(stack: &mut Vec<Source>, count: usize, below: usize) {
    let Some(start) = stack.len().checked_sub(count) else {
        return;
    };
    let copied = stack[start..].to_vec();
    let Some(to) = start.checked_sub(below) else { return };
    stack.splice(to..to, copied);
}

/// Slots that an instruction pops and pushes.
fn effect(opcode: &Opcode<'_>) -> (usize, usize) {
    let slots = |descriptor: &str| Ty::of(descriptor).slots() as usize;
    match opcode {
        Opcode::AconstNull
        | Opcode::Bipush(_)
        | Opcode::Sipush(_)
        | Opcode::IconstM1
        | Opcode::Iconst0
        | Opcode::Iconst1
        | Opcode::Iconst2
        | Opcode::Iconst3
        | Opcode::Iconst4
        | Opcode::Iconst5
        | Opcode::Fconst0
        | Opcode::Fconst1
        | Opcode::Fconst2
        | Opcode::Ldc(_)
        | Opcode::LdcW(_)
        | Opcode::Iload(_)
        | Opcode::Fload(_)
        | Opcode::Aload(_)
        | Opcode::New(_)
        | Opcode::Jsr(_) => (0, 1),
        Opcode::Lconst0
        | Opcode::Lconst1
        | Opcode::Dconst0
        | Opcode::Dconst1
        | Opcode::Ldc2W(_)
        | Opcode::Lload(_)
        | Opcode::Dload(_) => (0, 2),
        Opcode::Iaload | Opcode::Faload | Opcode::Aaload | Opcode::Baload | Opcode::Caload | Opcode::Saload => (2, 1),
        Opcode::Laload | Opcode::Daload => (2, 2),
        Opcode::Iastore | Opcode::Fastore | Opcode::Aastore | Opcode::Bastore | Opcode::Castore | Opcode::Sastore => {
            (3, 0)
        }
        Opcode::Lastore | Opcode::Dastore => (4, 0),
        Opcode::Istore(_)
        | Opcode::Fstore(_)
        | Opcode::Astore(_)
        | Opcode::Pop
        | Opcode::Ifeq(_)
        | Opcode::Ifne(_)
        | Opcode::Iflt(_)
        | Opcode::Ifge(_)
        | Opcode::Ifgt(_)
        | Opcode::Ifle(_)
        | Opcode::Ifnull(_)
        | Opcode::Ifnonnull(_)
        | Opcode::Tableswitch(_)
        | Opcode::Lookupswitch(_)
        | Opcode::Monitorenter
        | Opcode::Monitorexit
        | Opcode::Athrow => (1, 0),
        Opcode::Lstore(_)
        | Opcode::Dstore(_)
        | Opcode::Pop2
        | Opcode::IfAcmpeq(_)
        | Opcode::IfAcmpne(_)
        | Opcode::IfIcmpeq(_)
        | Opcode::IfIcmpne(_)
        | Opcode::IfIcmplt(_)
        | Opcode::IfIcmpge(_)
        | Opcode::IfIcmpgt(_)
        | Opcode::IfIcmple(_) => (2, 0),
        Opcode::Iadd
        | Opcode::Isub
        | Opcode::Imul
        | Opcode::Idiv
        | Opcode::Irem
        | Opcode::Iand
        | Opcode::Ior
        | Opcode::Ixor
        | Opcode::Ishl
        | Opcode::Ishr
        | Opcode::Iushr
        | Opcode::Fadd
        | Opcode::Fsub
        | Opcode::Fmul
        | Opcode::Fdiv
        | Opcode::Frem
        | Opcode::Fcmpl
        | Opcode::Fcmpg => (2, 1),
        Opcode::Ladd
        | Opcode::Lsub
        | Opcode::Lmul
        | Opcode::Ldiv
        | Opcode::Lrem
        | Opcode::Land
        | Opcode::Lor
        | Opcode::Lxor
        | Opcode::Dadd
        | Opcode::Dsub
        | Opcode::Dmul
        | Opcode::Ddiv
        | Opcode::Drem => (4, 2),
        Opcode::Lshl | Opcode::Lshr | Opcode::Lushr => (3, 2),
        Opcode::Ineg
        | Opcode::Fneg
        | Opcode::I2f
        | Opcode::F2i
        | Opcode::I2b
        | Opcode::I2c
        | Opcode::I2s
        | Opcode::Newarray(_)
        | Opcode::Anewarray(_)
        | Opcode::Arraylength
        | Opcode::Instanceof(_) => (1, 1),
        Opcode::Lneg | Opcode::Dneg | Opcode::L2d | Opcode::D2l => (2, 2),
        Opcode::I2l | Opcode::I2d | Opcode::F2l | Opcode::F2d => (1, 2),
        Opcode::L2i | Opcode::L2f | Opcode::D2i | Opcode::D2f => (2, 1),
        Opcode::Lcmp | Opcode::Dcmpl | Opcode::Dcmpg => (4, 1),
        Opcode::Getstatic(m) => (0, slots(&m.name_and_type.descriptor)),
        Opcode::Putstatic(m) => (slots(&m.name_and_type.descriptor), 0),
        Opcode::Getfield(m) => (1, slots(&m.name_and_type.descriptor)),
        Opcode::Putfield(m) => (1 + slots(&m.name_and_type.descriptor), 0),
        Opcode::Invokestatic(m) => (argument_slots(m), result_slots(&m.name_and_type.descriptor)),
        Opcode::Invokevirtual(m) | Opcode::Invokespecial(m) | Opcode::Invokeinterface(m, _) => {
            (1 + argument_slots(m), result_slots(&m.name_and_type.descriptor))
        }
        Opcode::Invokedynamic(d) => {
            let (params, result) = split_descriptor(&d.name_and_type.descriptor);
            (params.iter().map(|p| slots(p)).sum(), slots(result))
        }
        Opcode::Multianewarray(_, dimensions) => (usize::from(*dimensions), 1),
        // `checkcast` leaves its operand as it was; the rest touches no operand, or ends the method.
        _ => (0, 0),
    }
}

fn result_slots(descriptor: &str) -> usize {
    Ty::of(split_descriptor(descriptor).1).slots() as usize
}
