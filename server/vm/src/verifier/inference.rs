//! The type-inferring verifier for class files without stack maps: types flow along all paths until nothing changes. JVMS §4.10.2.
//!
//! A subroutine (`jsr`, `ret`) is followed once for each chain of calls that leads to it, so that its callers never mix.

use std::collections::BTreeMap;

use cafebabe::attributes::{CodeData, ExceptionTableEntry};
use cafebabe::bytecode::Opcode;
use dropwire_classes::cafebabe;

use super::instructions::Machine;
use super::types::{Frame, MOST_KEPT, Type};
use super::{Checked, refuse, too_large};
use crate::frame_map::{end_of_locals, falls_through, for_each_jump};

/// How many instructions one method may cost, and how many types: each instruction looks at those of all local variables.
const MAX_WORK: u32 = 1 << 22;
const MAX_TYPES: usize = 1 << 28;

/// What a handler finds on the stack.
pub(super) fn caught(machine: &mut Machine<'_, '_>, entry: &ExceptionTableEntry<'_>) -> Checked<Type> {
    let throwable = machine.hierarchy.object("java/lang/Throwable");
    let Some(class) = &entry.catch_type else {
        return Ok(throwable);
    };
    let caught = machine.hierarchy.object(class);
    match machine.hierarchy.assignable(caught, throwable)? {
        true => Ok(caught),
        false => refuse("Catch type is not a subclass of Throwable in exception handler"),
    }
}

/// A chain of subroutine calls; number 0 is the method itself.
#[derive(Clone, PartialEq)]
struct Chain {
    parent: u16,
    subroutine: usize,
    /// The instruction behind the `jsr`.
    back: usize,
}

struct Flow<'m, 'h, 'a> {
    machine: &'m mut Machine<'h, 'a>,
    ops: &'m [(usize, Opcode<'m>)],
    chains: Vec<Chain>,
    /// The types before an instruction, for each chain that leads to it.
    frames: BTreeMap<(u16, usize), Frame>,
    pending: std::collections::BTreeSet<(u16, usize)>,
    /// Types in the frames.
    kept: usize,
}

/// Infers the types of a method, from its entry on.
pub(super) fn infer(machine: &mut Machine<'_, '_>, code: &CodeData<'_>, ops: &[(usize, Opcode<'_>)]) -> Checked<()> {
    let entry = machine.frame.clone();
    // Of instructions that nothing leads to as well: those are not followed.
    if end_of_locals(ops) > entry.locals.len() {
        return refuse("Local index exceeds max_locals");
    }
    let mut flow = Flow {
        machine,
        ops,
        chains: vec![Chain {
            parent: 0,
            subroutine: usize::MAX,
            back: usize::MAX,
        }],
        frames: BTreeMap::new(),
        pending: std::collections::BTreeSet::new(),
        kept: 0,
    };
    let most = (MAX_TYPES / (entry.locals.len() + 1)).min(MAX_WORK as usize);
    flow.merge(0, 0, entry)?;
    for _ in 0..most {
        let Some((chain, index)) = flow.pending.pop_first() else {
            return Ok(());
        };
        flow.follow(code, chain, index)
            .map_err(|refusal| refusal.at(ops[index].0))?;
    }
    too_large()
}

impl Flow<'_, '_, '_> {
    /// Follows one instruction to all that may come after it.
    fn follow(&mut self, code: &CodeData<'_>, chain: u16, index: usize) -> Checked<()> {
        let before = self.frames[&(chain, index)].clone();
        let (at, opcode) = &self.ops[index];
        for entry in &code.exception_table {
            if (usize::from(entry.start_pc)..usize::from(entry.end_pc)).contains(at) {
                let caught = caught(self.machine, entry)?;
                let handler = self.index_of(entry.handler_pc.into())?;
                let mut thrown = before.clone();
                thrown.stack = vec![caught];
                self.merge(chain, handler, thrown)?;
            }
        }
        self.machine.frame = before;
        self.machine.step(*at, opcode)?;
        match opcode {
            Opcode::Jsr(jump) => self.call(chain, index, *jump),
            Opcode::Ret(slot) => self.come_back(*slot),
            _ => self.go_on(chain, index),
        }
    }

    fn go_on(&mut self, chain: u16, index: usize) -> Checked<()> {
        let (at, opcode) = &self.ops[index];
        let mut targets = Vec::new();
        for_each_jump(opcode, |jump| targets.push(*at as i64 + i64::from(jump)));
        let after = self.machine.frame.clone();
        for target in targets {
            let target = self.index_of(target)?;
            self.merge(chain, target, after.clone())?;
        }
        match falls_through(opcode) {
            true if index + 1 == self.ops.len() => refuse("Control flow falls through code end"),
            true => self.merge(chain, index + 1, after),
            false => Ok(()),
        }
    }

    fn call(&mut self, chain: u16, index: usize, jump: i32) -> Checked<()> {
        let subroutine = self.index_of(self.ops[index].0 as i64 + i64::from(jump))?;
        let call = Chain {
            parent: chain,
            subroutine,
            back: index + 1,
        };
        let mut outer = chain;
        while outer != 0 {
            if self.chains[usize::from(outer)].subroutine == subroutine {
                return refuse("Recursive call to jsr entry");
            }
            outer = self.chains[usize::from(outer)].parent;
        }
        let known = self.chains.iter().position(|chain| *chain == call);
        let number = known.unwrap_or_else(|| {
            self.chains.push(call);
            self.chains.len() - 1
        });
        let Ok(number) = u16::try_from(number) else {
            return refuse("Too many chains of subroutine calls");
        };
        self.machine.push(Type::ReturnTo(number))?;
        let after = self.machine.frame.clone();
        self.merge(number, subroutine, after)
    }

    fn come_back(&mut self, slot: u16) -> Checked<()> {
        let Some(Type::ReturnTo(number)) = self.machine.frame.locals.get(usize::from(slot)) else {
            return refuse("Bad local variable type");
        };
        let Chain { parent, back, .. } = self.chains[usize::from(*number)];
        if back >= self.ops.len() {
            return refuse("Control flow falls through code end");
        }
        let after = self.machine.frame.clone();
        self.merge(parent, back, after)
    }

    fn index_of(&self, at: i64) -> Checked<usize> {
        let at = usize::try_from(at).ok();
        match at.and_then(|at| self.ops.binary_search_by_key(&at, |op| op.0).ok()) {
            Some(index) => Ok(index),
            None => refuse("Illegal target of jump or branch"),
        }
    }

    fn merge(&mut self, chain: u16, index: usize, frame: Frame) -> Checked<()> {
        let key = (chain, index);
        let Some(known) = self.frames.get(&key) else {
            self.kept += frame.size();
            if self.kept > MOST_KEPT {
                return too_large();
            }
            self.frames.insert(key, frame);
            self.pending.insert(key);
            return Ok(());
        };
        if known.stack.len() != frame.stack.len() {
            return refuse("Inconsistent stack height");
        }
        let mut joined = known.clone();
        joined.this_uninitialized |= frame.this_uninitialized;
        for (known, new) in joined.locals.iter_mut().zip(&frame.locals) {
            *known = self.machine.hierarchy.join(*known, *new)?;
        }
        for (known, new) in joined.stack.iter_mut().zip(&frame.stack) {
            *known = self.machine.hierarchy.join(*known, *new)?;
            if *known == Type::Top {
                return refuse("Mismatched stack types");
            }
        }
        if self.frames.get(&key) != Some(&joined) {
            self.frames.insert(key, joined);
            self.pending.insert(key);
        }
        Ok(())
    }
}
