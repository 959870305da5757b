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
use crate::image::code::{Instr, Op};
use crate::types::MethodId;

/// What is asked for, and what was recorded.
#[derive(Default)]
pub(crate) struct Recording {
    pub(crate) coverage: bool,
    pub(crate) ranges: bool,
    pub(crate) probes: FxHashMap<MethodId, Probes>,
    /// By class and field.
    pub(crate) written: BTreeMap<(String, &'static str), Range>,
}

/// A method's instructions as they were, and what has run.
pub(crate) struct Probes {
    pub(crate) original: Vec<Instr>,
    pub(crate) run: Vec<bool>,
    /// [`JUMPED`] and [`PASSED`].
    pub(crate) gone: Vec<u8>,
}

/// A branch has jumped.
pub(crate) const JUMPED: u8 = 1;
/// It has gone on behind itself.
pub(crate) const PASSED: u8 = 2;

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

pub(crate) fn is_less(one: Value, other: Value) -> bool {
    match (one, other) {
        (Value::Whole(one), Value::Whole(other)) => one < other,
        (Value::Float(one), Value::Float(other)) => one < other,
        (Value::Double(one), Value::Double(other)) => one < other,
        _ => false,
    }
}

/// An instruction as it was decoded, before others were done with it at once.
pub fn apart(instr: Instr) -> Instr {
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
pub(crate) fn jumps(op: Op, top: u64, below: impl Fn() -> u64) -> Option<(bool, u32)> {
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
