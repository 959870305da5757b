//! What is recorded of all paths for reports: which instructions of the program's own code have run, which ways its branches have gone, and
//! between which ends the numbers lie that were written to its fields. No part of a state, and not undone.
//!
//! What is recorded is found without cost where nobody asks: an instruction whose run is of interest has a form of its own, which leaves the fast
//! path. One that has run gets its own form back, and a branch when it has gone both ways. Writes of numbers keep theirs.
//!
//! Left out: classes that loaders of the program's own define, for their instructions are linked anew by each step.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::choice_point::Value;
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, Field, Method, Origin};
use crate::image::code::{Code, Instr, Op};
use crate::interpreter::flow::Flow;
use crate::thread::ThreadId;
use crate::types::{MethodId, Ty};
use crate::vm::Vm;

/// What is asked for, and what was recorded.
#[derive(Default)]
pub(crate) struct Recording {
    coverage: bool,
    ranges: bool,
    probes: FxHashMap<MethodId, Probes>,
    /// By class and field.
    written: BTreeMap<(String, &'static str), Range>,
}

/// A method's instructions as they were, and what has run.
struct Probes {
    original: Vec<Instr>,
    run: Vec<bool>,
    /// [`JUMPED`] and [`PASSED`].
    gone: Vec<u8>,
}

/// A branch has jumped.
const JUMPED: u8 = 1;
/// It has gone on behind itself.
const PASSED: u8 = 2;

/// The ends of the numbers that were written to a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub least: Value,
    /// The greatest.
    pub greatest: Value,
}

/// An instruction of a method that some path has called, or none has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its line, where the class file says it.
    pub line: Option<u32>,
    /// It has run.
    pub run: bool,
    /// Of a conditional branch: whether it has jumped, and whether it has gone on behind itself.
    pub branch: Option<(bool, bool)>,
}

impl Vm {
    /// Says what is recorded from now on; what was recorded before is forgotten.
    pub fn record(&mut self, coverage: bool, ranges: bool) {
        let before = std::mem::take(&mut self.knowledge.recording);
        self.knowledge.recording.coverage = coverage;
        self.knowledge.recording.ranges = ranges;
        if !(before.coverage || before.ranges || coverage || ranges) {
            return;
        }
        for (id, probes) in &before.probes {
            let code = self.image.method(id.0).code.get();
            let instructions = code.into_iter().flat_map(|code| &code.instructions);
            for (instruction, original) in instructions.zip(&probes.original) {
                if instruction.get().op == Op::Probe {
                    instruction.set(*original);
                }
            }
        }
        let methods: Vec<&'static Method> = self.image.methods.iter().copied().filter(|m| is_recorded(m)).collect();
        for method in methods {
            if let Some(code) = method.code.get().copied() {
                resolve_writes_again(code);
                self.set_probes(method, code);
            }
        }
    }

    /// A method's code has been decoded.
    pub(crate) fn set_probes(&mut self, method: &'static Method, code: &'static Code) {
        if !self.knowledge.recording.coverage || !is_recorded(method) {
            return;
        }
        let original: Vec<Instr> = code.instructions.iter().map(|instr| apart(instr.get())).collect();
        for instruction in &code.instructions {
            instruction.set(Instr::plain(Op::Probe));
        }
        let probes = Probes {
            run: vec![false; original.len()],
            gone: vec![0; original.len()],
            original,
        };
        self.knowledge.recording.probes.insert(method.id, probes);
    }

    /// An instruction runs whose run is of interest.
    pub(crate) fn probe(
        &mut self,
        thread: ThreadId,
        method: &'static Method,
        code: &'static Code,
        pc: usize,
    ) -> Result<Flow, VmError> {
        let Some(probes) = self.knowledge.recording.probes.get_mut(&method.id) else {
            return Err(VmError::Class(format!("{}: no probe was set", method.full_name())));
        };
        let original = probes.original[pc];
        probes.run[pc] = true;
        let t = &mut self.threads[thread.0 as usize];
        let Some((jumps, operands)) = jumps(original.op, t.peek(0), || t.peek(1)) else {
            code.instructions[pc].set(original);
            // It runs now, and counts then.
            self.instructions -= 1;
            return Ok(Flow::Next);
        };
        probes.gone[pc] |= if jumps { JUMPED } else { PASSED };
        if probes.gone[pc] == JUMPED | PASSED {
            code.instructions[pc].set(original);
        }
        t.sp -= operands;
        t.pc = if jumps { original.b } else { pc as u32 + 1 };
        Ok(Flow::Next)
    }

    /// Whether writes of a field are recorded.
    pub(crate) fn records_range(&self, owner: &Class, field: &Field) -> bool {
        let ty = Ty::of(field.descriptor);
        self.knowledge.recording.ranges
            && owner.origin == Origin::User
            && !matches!(ty, Ty::Boolean | Ty::Reference | Ty::Void)
    }

    /// Records what was written to a word of an object, or of the statics behind a mirror.
    pub(crate) fn record_written(&mut self, object: Ref, word: u32, ty: Ty) {
        let class = self.class_of(object);
        let slot = match class.id == self.image.class_class().id {
            true => {
                let of = self.image.class_of_mirror(&self.heap, object);
                of.statics.get((word - self.image.statics_start(of)) as usize)
            }
            false => class.layout.get((word - object - crate::heap::HEADER) as usize),
        };
        let Some(slot) = slot else { return };
        let bits = ty.widen(self.heap.get(word));
        let value = match ty {
            Ty::Float => Value::Float(f32::from_bits(bits as u32)),
            Ty::Double => Value::Double(f64::from_bits(bits)),
            Ty::Long => Value::Whole(bits as i64),
            _ => Value::Whole(i64::from(bits as u32 as i32)),
        };
        let field = (self.image.class(slot.declared_by.0).binary_name(), slot.name);
        let new = Range {
            least: value,
            greatest: value,
        };
        let range = self.knowledge.recording.written.entry(field).or_insert(new);
        if is_less(value, range.least) {
            range.least = value;
        }
        if is_less(range.greatest, value) {
            range.greatest = value;
        }
    }

    /// The fields that were written, each as `shop.Till.sum`, in order.
    pub fn written_ranges(&self) -> impl Iterator<Item = (String, Range)> {
        let written = self.knowledge.recording.written.iter();
        written.map(|((class, field), range)| (format!("{class}.{field}"), *range))
    }

    /// The instructions of every method with a body of the program's own classes that were loaded, as the class file has them.
    pub fn recorded_code(&self) -> impl Iterator<Item = (&'static Method, Vec<Recorded>)> {
        let methods = self.image.methods.iter().copied();
        methods.filter(|method| is_recorded(method)).filter_map(|method| {
            let opcodes = &method.data()?.bytecode.as_ref()?.opcodes;
            let probes = self.knowledge.recording.probes.get(&method.id);
            let of = |(at, (_, opcode)): (usize, &(usize, _))| Recorded {
                line: method.line(at as u32),
                run: probes.is_some_and(|probes| probes.run[at]),
                branch: crate::image::code::is_conditional(opcode).then(|| {
                    let gone = probes.map_or(0, |probes| probes.gone[at]);
                    (gone & JUMPED != 0, gone & PASSED != 0)
                }),
            };
            Some((method, opcodes.iter().enumerate().map(of).collect()))
        })
    }
}

/// Whether something is recorded of a method's code.
fn is_recorded(method: &Method) -> bool {
    let class = method.class.get();
    class.is_some_and(|class| class.origin == Origin::User && !class.apart)
}

fn is_less(one: Value, other: Value) -> bool {
    match (one, other) {
        (Value::Whole(one), Value::Whole(other)) => one < other,
        (Value::Float(one), Value::Float(other)) => one < other,
        (Value::Double(one), Value::Double(other)) => one < other,
        _ => false,
    }
}

/// An instruction as it was decoded, before others were done with it at once.
fn apart(instr: Instr) -> Instr {
    use Op::*;
    let op = match instr.op {
        LoadLoad | LoadPush | LoadLoadIadd | LoadPushIadd | LoadLoadIsub | LoadPushIsub | LoadLoadImul
        | LoadPushImul | LoadLoadIand | LoadPushIand | LoadLoadIxor | LoadPushIxor | LoadLoadIfeq | LoadPushIfeq
        | LoadLoadIfne | LoadPushIfne | LoadLoadIflt | LoadPushIflt | LoadLoadIfge | LoadPushIfge | LoadLoadIfgt
        | LoadPushIfgt | LoadLoadIfle | LoadPushIfle | LoadIfZero | LoadIfNotZero | LoadReturn1 | LoadGetfieldQ => Load,
        IincGoto => Iinc,
        IaddStore => Iadd,
        other => other,
    };
    Instr { op, ..instr }
}

/// Whether a conditional branch jumps, by what lies on top of the stack and below it, and how many operands it takes; none for every other
/// instruction. JVMS §6.5.
fn jumps(op: Op, top: u64, below: impl Fn() -> u64) -> Option<(bool, u32)> {
    let value = top as u32 as i32;
    let compared = || (below() as u32 as i32).cmp(&value);
    Some(match op {
        Op::Ifeq | Op::Ifnull => (value == 0, 1),
        Op::Ifne | Op::Ifnonnull => (value != 0, 1),
        Op::Iflt => (value < 0, 1),
        Op::Ifge => (value >= 0, 1),
        Op::Ifgt => (value > 0, 1),
        Op::Ifle => (value <= 0, 1),
        Op::IfIcmpeq | Op::IfAcmpeq => (compared().is_eq(), 2),
        Op::IfIcmpne | Op::IfAcmpne => (compared().is_ne(), 2),
        Op::IfIcmplt => (compared().is_lt(), 2),
        Op::IfIcmpge => (compared().is_ge(), 2),
        Op::IfIcmpgt => (compared().is_gt(), 2),
        Op::IfIcmple => (compared().is_le(), 2),
        _ => return None,
    })
}

/// Writes of fields are resolved at their next execution.
fn resolve_writes_again(code: &Code) {
    for instruction in &code.instructions {
        let instr = instruction.get();
        let op = match instr.op {
            Op::PutfieldQ | Op::PutfieldRecorded => Op::PutfieldSlow,
            Op::PutstaticQ | Op::PutstaticInit | Op::PutstaticRecorded => Op::PutstaticSlow,
            _ => continue,
        };
        instruction.set(Instr { op, ..instr });
    }
}

#[cfg(test)]
mod tests {
    use super::{is_less, jumps};
    use crate::choice_point::Value;
    use crate::image::code::Op;

    #[test]
    fn branches_go_as_in_the_specification() {
        let minus = u64::from(-3i32 as u32);
        let goes = |op, below: u64, top: u64| jumps(op, top, || below);
        assert_eq!(goes(Op::Iflt, 0, minus), Some((true, 1)));
        assert_eq!(goes(Op::Ifge, 0, minus), Some((false, 1)));
        assert_eq!(goes(Op::IfIcmplt, minus, 4), Some((true, 2)));
        assert_eq!(goes(Op::IfIcmpgt, minus, 4), Some((false, 2)));
        assert_eq!(goes(Op::IfAcmpne, 7, 7), Some((false, 2)));
        assert_eq!(goes(Op::Ifnonnull, 0, 7), Some((true, 1)));
        assert_eq!(goes(Op::Goto, 0, 0), None);
    }

    #[test]
    fn numbers_are_compared_as_their_type_does() {
        assert!(is_less(Value::Whole(-1), Value::Whole(0)));
        assert!(is_less(Value::Double(-0.5), Value::Double(0.25)));
        assert!(!is_less(Value::Float(f32::NAN), Value::Float(1.0)));
    }
}
