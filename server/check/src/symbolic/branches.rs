//! What a run shows of the code of the method that is explored: the branches that it takes, and what the method returns.

use std::collections::BTreeSet;

use dropwire_classes::cafebabe::bytecode::Opcode;
use dropwire_vm::heap::Ref;
use dropwire_vm::image::class::Method;
use dropwire_vm::image::code::{Code, Op, Switch};
use dropwire_vm::types::Ty;
use dropwire_vm::{Vm, apart};

use super::instructions::At;
use super::recorder::Recorder;
use crate::facts::explored::{Branch, Returned};

/// All branches of a method's code, in order.
fn all(method: &Method) -> Vec<Branch> {
    let Some(code) = method.code.get() else {
        return Vec::new();
    };
    let mut branches = Vec::new();
    for (at, place) in (0..).zip(&code.instructions) {
        let instr = apart(place.get());
        for to in ways(code, instr.op, instr.b, at) {
            branches.push(Branch {
                at,
                to,
                line: method.line(at),
            });
        }
    }
    branches
}

/// All but those of assertions.
pub(super) fn of_the_program(method: &Method) -> Vec<Branch> {
    let mut branches = all(method);
    branches.retain(|branch| !is_of_an_assertion(method, branch));
    branches
}

/// Where an instruction may go on that has several ways; none for every other one.
fn ways(code: &Code, op: Op, operand: u32, at: u32) -> Vec<u32> {
    let mut ways = match op {
        Op::Switch => match &code.switches[operand as usize] {
            Switch::Table(_, default, targets) => targets.iter().copied().chain([*default]).collect(),
            Switch::Lookup(default, pairs) => pairs.iter().map(|(_, to)| *to).chain([*default]).collect(),
        },
        op if is_conditional(op) => vec![at + 1, operand],
        _ => Vec::new(),
    };
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// The branches that no run takes, of those `taken` (indices of the branch and of the next instruction): the lines of each and of what comes
/// next. Left out are branches of code that nothing reaches, and those of which another copy in the class file is taken: compilers write
/// `finally` blocks several times.
pub(super) fn never_taken(method: &Method, taken: &BTreeSet<(u32, u32)>) -> Vec<(u32, u32)> {
    let lines = |branch: &Branch| Some((branch.line?, method.line(branch.to)?));
    let is_taken = |branch: &Branch| taken.contains(&(branch.at, branch.to));
    let (with, without): (Vec<Branch>, Vec<Branch>) = all(method).into_iter().partition(is_taken);
    let reached: BTreeSet<u32> = with.iter().map(|branch| branch.at).collect();
    let elsewhere: BTreeSet<(u32, u32)> = with.iter().filter_map(lines).collect();
    let open = without
        .iter()
        .filter(|branch| reached.contains(&branch.at) && !is_of_an_assertion(method, branch));
    let open: BTreeSet<(u32, u32)> = open.filter_map(lines).collect();
    open.difference(&elsewhere).copied().collect()
}

/// Whether a branch asks whether assertions are enabled, which they are, or is taken where an assertion fails. JLS §14.10.
fn is_of_an_assertion(method: &Method, branch: &Branch) -> bool {
    let Some(code) = method.data().and_then(|data| data.bytecode.as_ref()) else {
        return false;
    };
    let opcode = |at: Option<u32>| Some(&code.opcodes.get(at? as usize)?.1);
    let asks = |opcode: &Opcode<'_>| matches!(opcode, Opcode::Getstatic(field) if field.name_and_type.name == "$assertionsDisabled");
    let fails = |opcode: &Opcode<'_>| matches!(opcode, Opcode::New(class) if *class == "java/lang/AssertionError");
    opcode(branch.at.checked_sub(1)).is_some_and(asks) || opcode(Some(branch.to)).is_some_and(fails)
}

/// JVMS §6.5, `if<cond>` and its kin.
fn is_conditional(op: Op) -> bool {
    matches!(
        op,
        Op::Ifeq
            | Op::Ifne
            | Op::Iflt
            | Op::Ifge
            | Op::Ifgt
            | Op::Ifle
            | Op::IfIcmpeq
            | Op::IfIcmpne
            | Op::IfIcmplt
            | Op::IfIcmpge
            | Op::IfIcmpgt
            | Op::IfIcmple
            | Op::IfAcmpeq
            | Op::IfAcmpne
            | Op::Ifnull
            | Op::Ifnonnull
    )
}

impl Recorder {
    /// An instruction is about to be executed: the branch that was the last one has been taken, and the method may return.
    pub(super) fn look_at_target(&mut self, at: &At<'_>, method: &Method, op: Op) {
        let last = self.branching.take();
        if method.id.0 != self.target {
            return;
        }
        let (depth, pc) = (at.t.depth, at.t.pc);
        if let Some((_, branch)) = last.filter(|(frames, _)| *frames == depth) {
            self.branches.insert((branch, pc));
        }
        if is_conditional(op) || op == Op::Switch {
            self.branching = Some((depth, pc));
        }
        if depth == self.depth && matches!(op, Op::Return | Op::Return1 | Op::Return2) {
            self.returned = Some(returned(at, method));
        }
    }
}

/// What a method returns that is at its `return`.
fn returned(at: &At<'_>, method: &Method) -> Returned {
    let word = |slots: u32| at.t.stack[(at.sp - slots) as usize];
    match method.result {
        Ty::Void => Returned::Void,
        Ty::Boolean => Returned::Boolean(word(1) & 1 != 0),
        Ty::Char => Returned::Char(word(1) as u16),
        Ty::Byte => Returned::Int(i32::from(word(1) as i8)),
        Ty::Short => Returned::Int(i32::from(word(1) as i16)),
        Ty::Int => Returned::Int(word(1) as i32),
        Ty::Long => Returned::Long(word(2) as i64),
        Ty::Float => Returned::Float(word(1) as u32),
        Ty::Double => Returned::Double(word(2)),
        Ty::Reference => object(at.vm, word(1) as Ref),
    }
}

fn object(vm: &Vm, object: Ref) -> Returned {
    match object {
        0 => Returned::Null,
        string if vm.class_of(string).name == "java/lang/String" => Returned::Text(vm.string_units(string)),
        _ => Returned::Object,
    }
}
