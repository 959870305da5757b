//! Instructions of a method that stand for no code of the source, or for code that others stand for as well: what measures coverage leaves
//! them out, and so do we.
//!
//! - an assertion asks first whether assertions are enabled (JLS §14.10); none of its branches counts;
//! - a `switch` on strings compares hashes before it switches (JLS §14.11);
//! - a `finally` block has a copy wherever its `try` is left, and one that throws again what was thrown (JLS §14.20.2);
//! - the end of a `synchronized` statement is reached by exceptions, too (JVMS §3.14).

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::ops::Range;

use dropwire_classes::cafebabe::bytecode::Opcode;
use dropwire_vm::apart;
use dropwire_vm::image::class::Method;
use dropwire_vm::image::code::{Code, Handler, Op, Switch};

/// What is known of a method's instructions, by their indices.
#[derive(Default)]
pub(super) struct Generated {
    /// Branches of these do not count.
    no_branches: Vec<Range<u32>>,
    /// These do not stand for their lines.
    no_lines: BTreeSet<u32>,
    /// Of a copy the same instruction in another one, which comes before it.
    copies: BTreeMap<u32, u32>,
}

impl Generated {
    /// Of a method that has code.
    pub(super) fn of(method: &Method) -> Generated {
        let opcodes = method.data().and_then(|data| data.bytecode.as_ref());
        let (Some(bytecode), Some(code)) = (opcodes, method.code.get()) else {
            return Generated::default();
        };
        let opcodes = bytecode.opcodes.iter().map(|(_, opcode)| opcode).collect();
        let body = Body { method, code, opcodes };
        let mut generated = Generated::default();
        for at in 0..body.opcodes.len() as u32 {
            generated.no_branches.extend(body.assertion(at));
            generated.no_branches.extend(body.switch_on_strings(at));
        }
        for handler in code.handlers.iter().filter(|handler| handler.catch.is_none()) {
            generated.add_finally(&body, handler);
            if body.is_end_of_synchronized(handler.target) {
                generated.no_lines.extend(handler.target..handler.target + 5);
            }
        }
        generated
    }

    /// Whether a branch at this instruction counts.
    pub(super) fn has_branches(&self, at: u32) -> bool {
        !self.no_branches.iter().any(|range| range.contains(&at))
    }

    /// Whether an instruction stands for its line.
    pub(super) fn has_line(&self, at: u32) -> bool {
        !self.no_lines.contains(&at)
    }

    /// The instruction that a copy is one of; every other one is its own.
    pub(super) fn original(&self, at: u32) -> u32 {
        let mut at = at;
        while let Some(earlier) = self.copies.get(&at) {
            at = *earlier;
        }
        at
    }

    /// The copies of a `finally` block, if a handler is the one that throws again.
    fn add_finally(&mut self, body: &Body<'_>, handler: &Handler) {
        let Some(again) = body.throws_again(handler.target) else {
            return;
        };
        let block = handler.target + 1..again;
        let mut is_copied = false;
        for copy in body.ends_of_what_it_protects(handler) {
            if !body.is_copy(&block, copy) {
                continue;
            }
            is_copied = true;
            for (one, other) in block.clone().zip(copy..) {
                let (one, other) = (self.original(one), self.original(other));
                if one != other {
                    self.copies.insert(one.max(other), one.min(other));
                }
            }
            let behind = copy + (block.end - block.start);
            if body.op(behind) == Some(Op::Goto) {
                self.no_lines.insert(behind);
            }
        }
        if is_copied {
            self.no_lines.extend([handler.target, again, again + 1]);
        }
    }
}

/// A method's code.
struct Body<'a> {
    method: &'a Method,
    code: &'a Code,
    opcodes: Vec<&'a Opcode<'static>>,
}

impl Body<'_> {
    fn opcode(&self, at: u32) -> Option<&Opcode<'static>> {
        self.opcodes.get(at as usize).copied()
    }

    fn op(&self, at: u32) -> Option<Op> {
        Some(apart(self.code.instructions.get(at as usize)?.get()).op)
    }

    /// The assertion that begins here.
    fn assertion(&self, at: u32) -> Option<Range<u32>> {
        let Opcode::Getstatic(field) = self.opcode(at)? else {
            return None;
        };
        let branch = apart(self.code.instructions.get(at as usize + 1)?.get());
        let asks = field.name_and_type.name == "$assertionsDisabled" && branch.op == Op::Ifne;
        asks.then_some(at..branch.b)
    }

    /// What finds the number of a string, if a switch on strings begins here, as `javac` writes it.
    fn switch_on_strings(&self, at: u32) -> Option<Range<u32>> {
        let (Opcode::IconstM1, Opcode::Istore(_), Opcode::Aload(_), Opcode::Invokevirtual(called)) = (
            self.opcode(at)?,
            self.opcode(at + 1)?,
            self.opcode(at + 2)?,
            self.opcode(at + 3)?,
        ) else {
            return None;
        };
        let switch = apart(self.code.instructions.get(at as usize + 4)?.get());
        let hashes = called.class_name == "java/lang/String" && called.name_and_type.name == "hashCode";
        if !hashes || switch.op != Op::Switch {
            return None;
        }
        match &self.code.switches[switch.b as usize] {
            Switch::Table(_, default, _) | Switch::Lookup(default, _) => Some(at..*default),
        }
    }

    /// `astore`, `aload`, `monitorexit`, `aload`, `athrow`.
    fn is_end_of_synchronized(&self, at: u32) -> bool {
        let opcodes = self.opcodes.get(at as usize..at as usize + 5);
        matches!(
            opcodes,
            Some([
                Opcode::Astore(_),
                Opcode::Aload(_),
                Opcode::Monitorexit,
                Opcode::Aload(_),
                Opcode::Athrow
            ])
        )
    }

    /// Where what a handler keeps first is thrown again.
    fn throws_again(&self, handler: u32) -> Option<u32> {
        let Opcode::Astore(kept) = self.opcode(handler)? else {
            return None;
        };
        let throws = |at: u32| {
            matches!(self.opcode(at), Some(Opcode::Aload(slot)) if slot == kept)
                && matches!(self.opcode(at + 1), Some(Opcode::Athrow))
        };
        (handler + 1..self.opcodes.len() as u32).find(|at| throws(*at))
    }

    /// Where a copy may begin: where what the handler protects ends, where it jumps to, and behind the store of a handler beside it.
    fn ends_of_what_it_protects(&self, handler: &Handler) -> BTreeSet<u32> {
        let mut ends = BTreeSet::new();
        let same = |other: &&Handler| other.target == handler.target && other.catch.is_none();
        let parts: Vec<&Handler> = self.code.handlers.iter().filter(same).collect();
        for part in &parts {
            ends.insert(part.end);
            let instructions = (part.start..part.end).filter_map(|at| self.code.instructions.get(at as usize));
            let instructions = instructions.map(|instruction| apart(instruction.get()));
            ends.extend(instructions.filter(|one| is_jump(one.op)).map(|one| one.b));
            let beside = self.code.handlers.iter().filter(|other| other.catch.is_some());
            let beside = beside.filter(|other| (other.start, other.end) == (part.start, part.end));
            ends.extend(beside.map(|other| other.target + 1));
        }
        ends.retain(|end| !parts.iter().any(|part| (part.start..part.end).contains(end)));
        ends
    }

    /// Whether the same instructions of the same lines are here, apart from those of a block.
    fn is_copy(&self, block: &Range<u32>, at: u32) -> bool {
        let is_elsewhere = at + (block.end - block.start) <= block.start || block.end <= at;
        let same = |(one, other): (u32, u32)| {
            let opcodes = self.opcode(one).zip(self.opcode(other));
            opcodes.is_some_and(|(one, other)| discriminant(one) == discriminant(other))
                && self.method.line(one) == self.method.line(other)
        };
        is_elsewhere && !block.is_empty() && block.clone().zip(at..).all(same)
    }
}

/// A jump whose target is its operand.
fn is_jump(op: Op) -> bool {
    op == Op::Goto || is_conditional(op)
}

/// JVMS §6.5, `if<cond>` and its kin.
pub(super) fn is_conditional(op: Op) -> bool {
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
