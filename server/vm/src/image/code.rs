//! Decoded bytecode: fixed-size instructions, one for each of the class file's, and the tables beside them.
//!
//! An instruction that names a member starts out unresolved; the interpreter resolves it at its first execution
//! and rewrites it in place. That is a pure function of the code, so it is never undone.

use std::cell::{Cell, OnceCell};

use cafebabe::bytecode::{Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{LiteralConstant, Loadable};
use dropwire_classes::cafebabe;

use super::class::Method;
use crate::frame_map::FrameMaps;
use crate::types::{ClassId, Ty};

/// One decoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instr {
    /// What it does.
    pub op: Op,
    /// Small operand: a type and flags.
    pub x: u8,
    /// Local index, offset or count.
    pub a: u16,
    /// Target, constant or index.
    pub b: u32,
}

/// An exception handler, in instruction indices.
#[derive(Debug)]
pub struct Handler {
    /// First covered instruction.
    pub start: u32,
    /// First one no longer covered.
    pub end: u32,
    /// Where it continues.
    pub target: u32,
    /// Caught class; `None` catches everything.
    pub catch: Option<&'static str>,
}

/// A `tableswitch` or `lookupswitch`.
#[derive(Debug)]
pub enum Switch {
    /// `low`, default and targets.
    Table(i32, u32, Vec<u32>),
    /// Default and sorted pairs.
    Lookup(u32, Vec<(i32, u32)>),
}

impl Switch {
    /// Where it goes on with this key.
    pub fn target(&self, key: i32) -> u32 {
        match self {
            Switch::Table(low, default, targets) => usize::try_from(i64::from(key) - i64::from(*low))
                .ok()
                .and_then(|i| targets.get(i))
                .copied()
                .unwrap_or(*default),
            Switch::Lookup(default, pairs) => pairs
                .binary_search_by_key(&key, |(k, _)| *k)
                .map_or(*default, |i| pairs[i].1),
        }
    }
}

/// The decoded body of a method.
pub struct Code {
    /// The instructions.
    pub instructions: Vec<Cell<Instr>>,
    /// Local slots.
    pub max_locals: u32,
    /// Operand slots.
    pub max_stack: u32,
    /// Exception table, in order.
    pub handlers: Vec<Handler>,
    /// Switch tables.
    pub switches: Vec<Switch>,
    /// 64-bit constants.
    pub wide: Vec<u64>,
    /// Live slots per instruction, computed at the first choice point inside the method.
    pub maps: OnceCell<Result<FrameMaps, String>>,
    /// Argument slots of the call at each instruction, computed with the first frame that waits in this method.
    pub popped: OnceCell<Box<[u16]>>,
    /// A frame of the virtual machine's own: no Java code, no line, no trace element.
    pub internal: bool,
    /// A method of the program.
    pub of_user: bool,
    /// A method of the JDK whose result may be an array.
    pub gives_arrays: bool,
    /// Static fields and classes behind checked instructions: class and word address.
    pub checked: std::cell::RefCell<Vec<(ClassId, u32)>>,
}

/// Operations. Names follow JVMS §6.5; a `Q` at the end marks a resolved ("quick") form and `Init` one that still
/// checks class initialisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Op {
    Nop,
    PushInt,
    PushWide,
    PushRef,
    LdcSlow,
    Load,
    Load2,
    Store,
    Store2,
    Iinc,
    Iaload,
    Laload,
    Aaload,
    Baload,
    Caload,
    Saload,
    Iastore,
    Lastore,
    Aastore,
    Bastore,
    Castore,
    Sastore,
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Iadd,
    Isub,
    Imul,
    Idiv,
    Irem,
    Ineg,
    Ishl,
    Ishr,
    Iushr,
    Iand,
    Ior,
    Ixor,
    Ladd,
    Lsub,
    Lmul,
    Ldiv,
    Lrem,
    Lneg,
    Lshl,
    Lshr,
    Lushr,
    Land,
    Lor,
    Lxor,
    Fadd,
    Fsub,
    Fmul,
    Fdiv,
    Frem,
    Fneg,
    Dadd,
    Dsub,
    Dmul,
    Ddiv,
    Drem,
    Dneg,
    I2l,
    I2f,
    I2d,
    L2i,
    L2f,
    L2d,
    F2i,
    F2l,
    F2d,
    D2i,
    D2l,
    D2f,
    I2b,
    I2c,
    I2s,
    Lcmp,
    Fcmpl,
    Fcmpg,
    Dcmpl,
    Dcmpg,
    Ifeq,
    Ifne,
    Iflt,
    Ifge,
    Ifgt,
    Ifle,
    IfIcmpeq,
    IfIcmpne,
    IfIcmplt,
    IfIcmpge,
    IfIcmpgt,
    IfIcmple,
    IfAcmpeq,
    IfAcmpne,
    Ifnull,
    Ifnonnull,
    Goto,
    Jsr,
    Ret,
    Switch,
    Return,
    Return1,
    Return2,
    GetstaticSlow,
    PutstaticSlow,
    GetstaticInit,
    PutstaticInit,
    GetstaticQ,
    /// A resolved read whose value the user perturbs, with the class's check as in `GetstaticInit`.
    GetstaticPerturbed,
    /// A write of a number that is recorded, with the class's check as in `PutstaticInit`.
    PutstaticRecorded,
    PutstaticQ,
    GetfieldSlow,
    PutfieldSlow,
    GetfieldQ,
    /// A resolved read whose value the user perturbs.
    GetfieldPerturbed,
    /// A write of a number that is recorded.
    PutfieldRecorded,
    /// Stands in the place of an instruction that is recorded when it runs.
    Probe,
    PutfieldQ,
    InvokestaticSlow,
    InvokespecialSlow,
    InvokevirtualSlow,
    InvokeinterfaceSlow,
    InvokedynamicSlow,
    InvokestaticInit,
    InvokestaticQ,
    InvokespecialQ,
    InvokevirtualQ,
    InvokeinterfaceQ,
    InvokeVarHandleQ,
    /// Calls what the JDK linked an `invokedynamic` or a method handle's invocation to: question number in `b`.
    InvokeLinkedQ,
    /// `MethodHandle.invokeBasic`.
    InvokeBasicQ,
    /// `MethodHandle.linkToStatic` and its kin; `x`: the reference kind.
    LinkToQ,
    NewSlow,
    NewInit,
    NewQ,
    Newarray,
    AnewarraySlow,
    AnewarrayQ,
    MultianewarraySlow,
    MultianewarrayQ,
    CheckcastSlow,
    CheckcastQ,
    InstanceofSlow,
    InstanceofQ,
    Arraylength,
    Athrow,
    Monitorenter,
    Monitorexit,
    Unsupported,
    /// Initialises the superclasses of the class in local 0. JLS 12.4.2 step 7.
    InitSupers,
    /// Calls `<clinit>` of the class in local 0. JLS 12.4.2 step 9.
    InitRun,
    /// Marks the class in local 0 as initialised and returns. JLS 12.4.2 step 10.
    InitFinish,
    /// Calls `run` of the thread.
    ThreadRun,
    /// The thread's last operation: `Thread.exit` and what follows.
    ThreadEnd,
    /// The thread is gone.
    ThreadGone,
    /// Calls the method in `b` with the arguments that lie on the stack, then returns its boxed result (reflection).
    InvokeBoxed,
    /// Boxes a result of type `x` and returns it.
    ReturnBoxed,
    /// Discards what the called method left and returns the object in local 0 (reflective construction).
    ReturnLocal0,
    /// Lets the JDK link what the number in local 1 stands for.
    LinkCall,
    /// Keeps what it linked to, and returns without a value to an instruction that runs again.
    LinkFinish,
    /// Initialises the class in local 0.
    EnsureInit,
    /// Ends a nested run of the interpreter (boot).
    Leave,
    /// From here on: several instructions at once. Such an operation is in the place of the first of them, with that one's
    /// operands; the others stand where they stood. The first ones only load, so nothing has happened where the fast path must be left.
    LoadLoad,
    LoadPush,
    LoadLoadIadd,
    LoadPushIadd,
    LoadLoadIsub,
    LoadPushIsub,
    LoadLoadImul,
    LoadPushImul,
    LoadLoadIand,
    LoadPushIand,
    LoadLoadIxor,
    LoadPushIxor,
    LoadLoadIfeq,
    LoadPushIfeq,
    LoadLoadIfne,
    LoadPushIfne,
    LoadLoadIflt,
    LoadPushIflt,
    LoadLoadIfge,
    LoadPushIfge,
    LoadLoadIfgt,
    LoadPushIfgt,
    LoadLoadIfle,
    LoadPushIfle,
    LoadIfZero,
    LoadIfNotZero,
    LoadReturn1,
    /// A load and a `GetfieldQ`.
    LoadGetfieldQ,
    IincGoto,
    IaddStore,
}

impl Code {
    /// Does a load and the `GetfieldQ` behind it, which was resolved just now, at once.
    pub(crate) fn fuse_field(&self, field: usize) {
        let load = field.checked_sub(1).and_then(|at| self.instructions.get(at));
        if let Some(load) = load.filter(|load| load.get().op == Op::Load) {
            load.set(Instr {
                op: Op::LoadGetfieldQ,
                ..load.get()
            });
        }
    }

    /// Takes [`Code::fuse_field`] back, for an instruction that is no longer resolved.
    pub(crate) fn split_field(&self, field: usize) {
        let load = field.checked_sub(1).and_then(|at| self.instructions.get(at));
        if let Some(load) = load.filter(|load| load.get().op == Op::LoadGetfieldQ) {
            load.set(Instr {
                op: Op::Load,
                ..load.get()
            });
        }
    }
}

impl Instr {
    /// An instruction without operands.
    pub fn plain(op: Op) -> Instr {
        Instr { op, x: 0, a: 0, b: 0 }
    }

    fn int(value: i32) -> Instr {
        Instr {
            op: Op::PushInt,
            x: 0,
            a: 0,
            b: value as u32,
        }
    }
}

/// Decodes a method's code. Errors are about code that the class-file parser let through.
pub fn decode(method: &Method) -> Result<Code, String> {
    let data = method.parsed()?;
    let bytecode = data.bytecode.as_ref().ok_or("no bytecode")?;
    let mut decoder = Decoder {
        spin_limit: method.spin_limit.get(),
        bytecode,
        switches: Vec::new(),
        wide: Vec::new(),
    };
    let mut instructions = Vec::with_capacity(bytecode.opcodes.len());
    for (offset, opcode) in &bytecode.opcodes {
        instructions.push(Cell::new(decoder.decode(*offset, opcode)?));
    }
    if instructions.is_empty() {
        return Err("empty code".into());
    }
    fuse(&instructions);
    let index_of = |offset: u16| bytecode.get_opcode_index(usize::from(offset)).map(|i| i as u32);
    let mut handlers = Vec::new();
    for entry in &data.exception_table {
        let end = index_of(entry.end_pc).unwrap_or(instructions.len() as u32);
        let (Some(start), Some(target)) = (index_of(entry.start_pc), index_of(entry.handler_pc)) else {
            return Err("an exception handler lies between instructions".into());
        };
        handlers.push(Handler {
            start,
            end,
            target,
            catch: entry.catch_type.as_deref(),
        });
    }
    Ok(Code {
        instructions,
        max_locals: u32::from(data.max_locals).max(u32::from(method.arg_slots)),
        max_stack: u32::from(data.max_stack),
        handlers,
        switches: decoder.switches,
        wide: decoder.wide,
        maps: OnceCell::new(),
        popped: OnceCell::new(),
        internal: false,
        of_user: method.class().is_user(),
        gives_arrays: method.gives_arrays(),
        checked: std::cell::RefCell::default(),
    })
}

/// Whether an instruction jumps or goes on behind itself.
pub(crate) fn is_conditional(opcode: &Opcode<'_>) -> bool {
    matches!(
        opcode,
        Opcode::Ifeq(_)
            | Opcode::Ifne(_)
            | Opcode::Iflt(_)
            | Opcode::Ifge(_)
            | Opcode::Ifgt(_)
            | Opcode::Ifle(_)
            | Opcode::IfIcmpeq(_)
            | Opcode::IfIcmpne(_)
            | Opcode::IfIcmplt(_)
            | Opcode::IfIcmpge(_)
            | Opcode::IfIcmpgt(_)
            | Opcode::IfIcmple(_)
            | Opcode::IfAcmpeq(_)
            | Opcode::IfAcmpne(_)
            | Opcode::Ifnull(_)
            | Opcode::Ifnonnull(_)
    )
}

/// Puts operations that do several instructions at once in the place of the first ones.
fn fuse(instructions: &[Cell<Instr>]) {
    for (i, first) in instructions.iter().enumerate() {
        // What follows is not fused yet.
        let op = |at: usize| instructions.get(at).map_or(Op::Nop, |instr| instr.get().op);
        if let Some(fused) = fused([op(i), op(i + 1), op(i + 2)]) {
            first.set(Instr {
                op: fused,
                ..first.get()
            });
        }
    }
}

fn fused(ops: [Op; 3]) -> Option<Op> {
    use Op::*;
    Some(match ops {
        [Load, Load, Iadd] => LoadLoadIadd,
        [Load, PushInt, Iadd] => LoadPushIadd,
        [Load, Load, Isub] => LoadLoadIsub,
        [Load, PushInt, Isub] => LoadPushIsub,
        [Load, Load, Imul] => LoadLoadImul,
        [Load, PushInt, Imul] => LoadPushImul,
        [Load, Load, Iand] => LoadLoadIand,
        [Load, PushInt, Iand] => LoadPushIand,
        [Load, Load, Ixor] => LoadLoadIxor,
        [Load, PushInt, Ixor] => LoadPushIxor,
        [Load, Load, IfIcmpeq] => LoadLoadIfeq,
        [Load, PushInt, IfIcmpeq] => LoadPushIfeq,
        [Load, Load, IfIcmpne] => LoadLoadIfne,
        [Load, PushInt, IfIcmpne] => LoadPushIfne,
        [Load, Load, IfIcmplt] => LoadLoadIflt,
        [Load, PushInt, IfIcmplt] => LoadPushIflt,
        [Load, Load, IfIcmpge] => LoadLoadIfge,
        [Load, PushInt, IfIcmpge] => LoadPushIfge,
        [Load, Load, IfIcmpgt] => LoadLoadIfgt,
        [Load, PushInt, IfIcmpgt] => LoadPushIfgt,
        [Load, Load, IfIcmple] => LoadLoadIfle,
        [Load, PushInt, IfIcmple] => LoadPushIfle,
        [Load, Load, _] => LoadLoad,
        [Load, PushInt, _] => LoadPush,
        [Load, Ifeq | Ifnull, _] => LoadIfZero,
        [Load, Ifne | Ifnonnull, _] => LoadIfNotZero,
        [Load, Return1, _] => LoadReturn1,
        [Iinc, Goto, _] => IincGoto,
        [Iadd, Store, _] => IaddStore,
        _ => return None,
    })
}

/// A body of the virtual machine's own.
pub fn internal(ops: &[Instr], max_locals: u32, max_stack: u32) -> &'static Code {
    Box::leak(Box::new(Code {
        instructions: ops.iter().map(|i| Cell::new(*i)).collect(),
        max_locals,
        max_stack,
        handlers: Vec::new(),
        switches: Vec::new(),
        wide: Vec::new(),
        maps: OnceCell::new(),
        popped: OnceCell::new(),
        internal: true,
        of_user: false,
        gives_arrays: false,
        checked: std::cell::RefCell::default(),
    }))
}

struct Decoder {
    spin_limit: Option<i64>,
    bytecode: &'static cafebabe::bytecode::ByteCode<'static>,
    switches: Vec<Switch>,
    wide: Vec<u64>,
}

impl Decoder {
    fn target(&self, offset: usize, jump: i32) -> Result<u32, String> {
        let to = offset as i64 + i64::from(jump);
        usize::try_from(to)
            .ok()
            .and_then(|to| self.bytecode.get_opcode_index(to))
            .map(|index| index as u32)
            .ok_or_else(|| format!("jump at {offset} to {to} is not an instruction"))
    }

    fn wide(&mut self, value: u64) -> Instr {
        self.wide.push(value);
        Instr {
            op: Op::PushWide,
            x: 0,
            a: 0,
            b: self.wide.len() as u32 - 1,
        }
    }

    fn branch(&self, op: Op, offset: usize, jump: i32) -> Result<Instr, String> {
        Ok(Instr {
            op,
            x: 0,
            a: 0,
            b: self.target(offset, jump)?,
        })
    }

    fn decode(&mut self, offset: usize, opcode: &Opcode<'static>) -> Result<Instr, String> {
        use Op::*;
        type Table = super::code::Switch;
        let plain = Instr::plain;
        let local = |op, index: u16| Instr {
            op,
            x: 0,
            a: index,
            b: 0,
        };
        Ok(match opcode {
            Opcode::Nop => plain(Nop),
            Opcode::AconstNull | Opcode::Iconst0 | Opcode::Fconst0 => Instr::int(0),
            Opcode::IconstM1 => Instr::int(-1),
            Opcode::Iconst1 => Instr::int(1),
            Opcode::Iconst2 => Instr::int(2),
            Opcode::Iconst3 => Instr::int(3),
            Opcode::Iconst4 => Instr::int(4),
            Opcode::Iconst5 => Instr::int(5),
            Opcode::Bipush(v) => Instr::int(i32::from(*v)),
            Opcode::Sipush(v) => Instr::int(i32::from(*v)),
            Opcode::Fconst1 => Instr::int(1f32.to_bits() as i32),
            Opcode::Fconst2 => Instr::int(2f32.to_bits() as i32),
            Opcode::Lconst0 => self.wide(0),
            Opcode::Lconst1 => self.wide(1),
            Opcode::Dconst0 => self.wide(0f64.to_bits()),
            Opcode::Dconst1 => self.wide(1f64.to_bits()),
            Opcode::Ldc(c) | Opcode::LdcW(c) | Opcode::Ldc2W(c) => match c {
                Loadable::LiteralConstant(LiteralConstant::Integer(v)) => Instr::int(*v),
                Loadable::LiteralConstant(LiteralConstant::Float(v)) => Instr::int(v.to_bits() as i32),
                Loadable::LiteralConstant(LiteralConstant::Long(v)) if Some(*v) == self.spin_limit => self.wide(0),
                Loadable::LiteralConstant(LiteralConstant::Long(v)) => self.wide(*v as u64),
                Loadable::LiteralConstant(LiteralConstant::Double(v)) => self.wide(v.to_bits()),
                _ => plain(LdcSlow),
            },
            Opcode::Iload(i) | Opcode::Fload(i) | Opcode::Aload(i) => local(Load, *i),
            Opcode::Lload(i) | Opcode::Dload(i) => local(Load2, *i),
            Opcode::Istore(i) | Opcode::Fstore(i) | Opcode::Astore(i) => local(Store, *i),
            Opcode::Lstore(i) | Opcode::Dstore(i) => local(Store2, *i),
            Opcode::Iinc(i, by) => Instr {
                op: Iinc,
                x: 0,
                a: *i,
                b: i32::from(*by) as u32,
            },
            Opcode::Iaload | Opcode::Faload => plain(Iaload),
            Opcode::Laload | Opcode::Daload => plain(Laload),
            Opcode::Aaload => plain(Aaload),
            Opcode::Baload => plain(Baload),
            Opcode::Caload => plain(Caload),
            Opcode::Saload => plain(Saload),
            Opcode::Iastore | Opcode::Fastore => plain(Iastore),
            Opcode::Lastore | Opcode::Dastore => plain(Lastore),
            Opcode::Aastore => plain(Aastore),
            Opcode::Bastore => plain(Bastore),
            Opcode::Castore => plain(Castore),
            Opcode::Sastore => plain(Sastore),
            Opcode::Pop => plain(Pop),
            Opcode::Pop2 => plain(Pop2),
            Opcode::Dup => plain(Dup),
            Opcode::DupX1 => plain(DupX1),
            Opcode::DupX2 => plain(DupX2),
            Opcode::Dup2 => plain(Dup2),
            Opcode::Dup2X1 => plain(Dup2X1),
            Opcode::Dup2X2 => plain(Dup2X2),
            Opcode::Swap => plain(Swap),
            Opcode::Iadd => plain(Iadd),
            Opcode::Isub => plain(Isub),
            Opcode::Imul => plain(Imul),
            Opcode::Idiv => plain(Idiv),
            Opcode::Irem => plain(Irem),
            Opcode::Ineg => plain(Ineg),
            Opcode::Ishl => plain(Ishl),
            Opcode::Ishr => plain(Ishr),
            Opcode::Iushr => plain(Iushr),
            Opcode::Iand => plain(Iand),
            Opcode::Ior => plain(Ior),
            Opcode::Ixor => plain(Ixor),
            Opcode::Ladd => plain(Ladd),
            Opcode::Lsub => plain(Lsub),
            Opcode::Lmul => plain(Lmul),
            Opcode::Ldiv => plain(Ldiv),
            Opcode::Lrem => plain(Lrem),
            Opcode::Lneg => plain(Lneg),
            Opcode::Lshl => plain(Lshl),
            Opcode::Lshr => plain(Lshr),
            Opcode::Lushr => plain(Lushr),
            Opcode::Land => plain(Land),
            Opcode::Lor => plain(Lor),
            Opcode::Lxor => plain(Lxor),
            Opcode::Fadd => plain(Fadd),
            Opcode::Fsub => plain(Fsub),
            Opcode::Fmul => plain(Fmul),
            Opcode::Fdiv => plain(Fdiv),
            Opcode::Frem => plain(Frem),
            Opcode::Fneg => plain(Fneg),
            Opcode::Dadd => plain(Dadd),
            Opcode::Dsub => plain(Dsub),
            Opcode::Dmul => plain(Dmul),
            Opcode::Ddiv => plain(Ddiv),
            Opcode::Drem => plain(Drem),
            Opcode::Dneg => plain(Dneg),
            Opcode::I2l => plain(I2l),
            Opcode::I2f => plain(I2f),
            Opcode::I2d => plain(I2d),
            Opcode::L2i => plain(L2i),
            Opcode::L2f => plain(L2f),
            Opcode::L2d => plain(L2d),
            Opcode::F2i => plain(F2i),
            Opcode::F2l => plain(F2l),
            Opcode::F2d => plain(F2d),
            Opcode::D2i => plain(D2i),
            Opcode::D2l => plain(D2l),
            Opcode::D2f => plain(D2f),
            Opcode::I2b => plain(I2b),
            Opcode::I2c => plain(I2c),
            Opcode::I2s => plain(I2s),
            Opcode::Lcmp => plain(Lcmp),
            Opcode::Fcmpl => plain(Fcmpl),
            Opcode::Fcmpg => plain(Fcmpg),
            Opcode::Dcmpl => plain(Dcmpl),
            Opcode::Dcmpg => plain(Dcmpg),
            Opcode::Ifeq(j) => self.branch(Ifeq, offset, *j)?,
            Opcode::Ifne(j) => self.branch(Ifne, offset, *j)?,
            Opcode::Iflt(j) => self.branch(Iflt, offset, *j)?,
            Opcode::Ifge(j) => self.branch(Ifge, offset, *j)?,
            Opcode::Ifgt(j) => self.branch(Ifgt, offset, *j)?,
            Opcode::Ifle(j) => self.branch(Ifle, offset, *j)?,
            Opcode::IfIcmpeq(j) => self.branch(IfIcmpeq, offset, *j)?,
            Opcode::IfIcmpne(j) => self.branch(IfIcmpne, offset, *j)?,
            Opcode::IfIcmplt(j) => self.branch(IfIcmplt, offset, *j)?,
            Opcode::IfIcmpge(j) => self.branch(IfIcmpge, offset, *j)?,
            Opcode::IfIcmpgt(j) => self.branch(IfIcmpgt, offset, *j)?,
            Opcode::IfIcmple(j) => self.branch(IfIcmple, offset, *j)?,
            Opcode::IfAcmpeq(j) => self.branch(IfAcmpeq, offset, *j)?,
            Opcode::IfAcmpne(j) => self.branch(IfAcmpne, offset, *j)?,
            Opcode::Ifnull(j) => self.branch(Ifnull, offset, *j)?,
            Opcode::Ifnonnull(j) => self.branch(Ifnonnull, offset, *j)?,
            Opcode::Goto(j) => self.branch(Goto, offset, *j)?,
            Opcode::Jsr(j) => self.branch(Jsr, offset, *j)?,
            Opcode::Ret(i) => local(Ret, *i),
            Opcode::Tableswitch(t) => {
                let default = self.target(offset, t.default)?;
                let targets = t
                    .jumps
                    .iter()
                    .map(|j| self.target(offset, *j))
                    .collect::<Result<_, _>>()?;
                self.switches.push(Table::Table(t.low, default, targets));
                Instr {
                    op: Switch,
                    x: 0,
                    a: 0,
                    b: self.switches.len() as u32 - 1,
                }
            }
            Opcode::Lookupswitch(t) => {
                let default = self.target(offset, t.default)?;
                let mut pairs = Vec::with_capacity(t.match_offsets.len());
                for (key, jump) in &t.match_offsets {
                    pairs.push((*key, self.target(offset, *jump)?));
                }
                pairs.sort_unstable_by_key(|(key, _)| *key);
                self.switches.push(Table::Lookup(default, pairs));
                Instr {
                    op: Switch,
                    x: 0,
                    a: 0,
                    b: self.switches.len() as u32 - 1,
                }
            }
            Opcode::Return => plain(Return),
            Opcode::Ireturn | Opcode::Freturn | Opcode::Areturn => plain(Return1),
            Opcode::Lreturn | Opcode::Dreturn => plain(Return2),
            Opcode::Getstatic(_) => plain(GetstaticSlow),
            Opcode::Putstatic(_) => plain(PutstaticSlow),
            Opcode::Getfield(_) => plain(GetfieldSlow),
            Opcode::Putfield(_) => plain(PutfieldSlow),
            Opcode::Invokestatic(_) => plain(InvokestaticSlow),
            Opcode::Invokespecial(_) => plain(InvokespecialSlow),
            Opcode::Invokevirtual(_) => plain(InvokevirtualSlow),
            Opcode::Invokeinterface(..) => plain(InvokeinterfaceSlow),
            Opcode::Invokedynamic(_) => plain(InvokedynamicSlow),
            Opcode::New(_) => plain(NewSlow),
            Opcode::Newarray(t) => Instr {
                op: Newarray,
                x: primitive(*t) as u8,
                a: 0,
                b: 0,
            },
            Opcode::Anewarray(_) => plain(AnewarraySlow),
            Opcode::Multianewarray(_, dimensions) => Instr {
                op: MultianewarraySlow,
                x: 0,
                a: u16::from(*dimensions),
                b: 0,
            },
            Opcode::Checkcast(_) => plain(CheckcastSlow),
            Opcode::Instanceof(_) => plain(InstanceofSlow),
            Opcode::Arraylength => plain(Arraylength),
            Opcode::Athrow => plain(Athrow),
            Opcode::Monitorenter => plain(Monitorenter),
            Opcode::Monitorexit => plain(Monitorexit),
            Opcode::Breakpoint | Opcode::Impdep1 | Opcode::Impdep2 => plain(Unsupported),
        })
    }
}

fn primitive(ty: PrimitiveArrayType) -> Ty {
    match ty {
        PrimitiveArrayType::Boolean => Ty::Boolean,
        PrimitiveArrayType::Char => Ty::Char,
        PrimitiveArrayType::Float => Ty::Float,
        PrimitiveArrayType::Double => Ty::Double,
        PrimitiveArrayType::Byte => Ty::Byte,
        PrimitiveArrayType::Short => Ty::Short,
        PrimitiveArrayType::Int => Ty::Int,
        PrimitiveArrayType::Long => Ty::Long,
    }
}
