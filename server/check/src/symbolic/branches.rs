//! What a run shows of the code of the method that is explored: the branches that it takes, the lines that it executes, and what the method returns.

use std::collections::BTreeSet;

use dropwire_vm::heap::Ref;
use dropwire_vm::image::class::Method;
use dropwire_vm::image::code::{Code, Op, Switch};
use dropwire_vm::types::Ty;
use dropwire_vm::{ThreadId, Vm, apart};

use super::generated::{Generated, is_conditional};
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

/// What of a method's code counts: not what only the compiler wrote.
pub(super) struct Counted {
    /// The branches, in the code's order.
    pub(super) branches: Vec<Branch>,
    /// The lines, ascending; none where the class file has no line numbers.
    pub(super) lines: BTreeSet<u32>,
    method: &'static Method,
    generated: Generated,
}

impl Counted {
    pub(super) fn of(method: &'static Method) -> Counted {
        let generated = Generated::of(method);
        let mut branches = all(method);
        branches.retain(|branch| generated.has_branches(branch.at) && generated.original(branch.at) == branch.at);
        let instructions = method.code.get().map_or(0, |code| code.instructions.len());
        let mut counted = Counted {
            branches,
            lines: BTreeSet::new(),
            method,
            generated,
        };
        counted.lines = counted.lines_of((0..).take(instructions));
        counted
    }

    /// The indices of these branches, which are those of a run: an instruction and the next one.
    pub(super) fn indices_of(&self, taken: &BTreeSet<(u32, u32)>) -> BTreeSet<usize> {
        let originals = taken.iter().map(|(at, to)| self.original(*at, *to));
        let index = |one: (u32, u32)| self.branches.iter().position(|branch| (branch.at, branch.to) == one);
        originals.filter_map(index).collect()
    }

    /// The lines that instructions stand for.
    pub(super) fn lines_of(&self, instructions: impl Iterator<Item = u32>) -> BTreeSet<u32> {
        let counted = instructions.filter(|at| self.generated.has_line(*at));
        counted.filter_map(|at| self.method.line(at)).collect()
    }

    /// A branch, or the same way of the instruction that its own is a copy of.
    fn original(&self, at: u32, to: u32) -> (u32, u32) {
        let original = self.generated.original(at);
        let ways = |at: u32| {
            let code = self.method.code.get()?;
            let instr = apart(code.instructions.get(at as usize)?.get());
            Some(ways_as_written(code, instr.op, instr.b, at))
        };
        let same = || {
            let way = ways(at)?.iter().position(|way| *way == to)?;
            ways(original)?.get(way).copied()
        };
        (original, if original == at { to } else { same().unwrap_or(to) })
    }
}

/// Where an instruction may go on that has several ways, ascending; none for every other one.
fn ways(code: &Code, op: Op, operand: u32, at: u32) -> Vec<u32> {
    let mut ways = ways_as_written(code, op, operand, at);
    ways.sort_unstable();
    ways.dedup();
    // Where all ways are the same one nothing is decided.
    if ways.len() < 2 { Vec::new() } else { ways }
}

/// The same as the instruction has them.
fn ways_as_written(code: &Code, op: Op, operand: u32, at: u32) -> Vec<u32> {
    match op {
        Op::Switch => match &code.switches[operand as usize] {
            Switch::Table(_, default, targets) => targets.iter().copied().chain([*default]).collect(),
            Switch::Lookup(default, pairs) => pairs.iter().map(|(_, to)| *to).chain([*default]).collect(),
        },
        op if is_conditional(op) => vec![at + 1, operand],
        _ => Vec::new(),
    }
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
    let generated = Generated::of(method);
    let open = without
        .iter()
        .filter(|branch| reached.contains(&branch.at) && generated.has_branches(branch.at));
    let open: BTreeSet<(u32, u32)> = open.filter_map(lines).collect();
    open.difference(&elsewhere).copied().collect()
}

impl Recorder {
    /// An instruction is about to be executed: the branch that was the last one has been taken, and the method may return.
    pub(super) fn look_at_target(&mut self, at: &At<'_>, method: &Method, op: Op) {
        let last = self.running().branching.take();
        if method.id.0 != self.target {
            return;
        }
        let (depth, pc) = (at.t.depth, at.t.pc);
        self.outcome.seen.instructions.insert(pc);
        if let Some((_, branch)) = last.filter(|(frames, _)| *frames == depth) {
            self.outcome.seen.branches.insert((branch, pc));
        }
        if is_conditional(op) || op == Op::Switch {
            self.running().branching = Some((depth, pc));
        }
        if self.running == ThreadId(0)
            && depth == self.beside.depth
            && matches!(op, Op::Return | Op::Return1 | Op::Return2)
        {
            self.outcome.returned = Some(returned(at, method));
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
