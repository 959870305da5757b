//! Reads under a stamp: what a thread reads between `StampedLock.tryOptimisticRead` and `validate` while another one
//! writes under that lock is a data race by the letter of JLS 17.4.5, and is how the class is meant to be used.
//!
//! It is excused where the lock is held for writing, so that the stamp is not valid any more, and where the reader asks
//! before it goes its way: on every path from the read to the end of its method, or of a caller's, is a call that
//! compares the stamp and whose answer is not dropped. What the values do until then is explored like everything else.

use dropwire_classes::cafebabe;
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::{ThreadId, Vm};

use cafebabe::bytecode::{JumpOffset, Opcode};
use cafebabe::constant_pool::MemberRef;

use crate::site::{Site, frames};

const STAMPED_LOCK: &str = "java/util/concurrent/locks/StampedLock";
/// Calls inside calls that are looked at for a `validate`.
const DEPTH: u32 = 3;

/// Whether a pending plain read of this thread, in conflict with a pending write, is one that a stamp makes harmless.
pub(crate) fn excuses(vm: &Vm, reader: ThreadId) -> bool {
    vm.optimistic_locks(reader).any(|lock| vm.is_write_locked(lock)) && validates(vm, reader)
}

/// Whether a thread compares its stamp after what it does now, whichever way it goes.
pub(crate) fn validates(vm: &Vm, reader: ThreadId) -> bool {
    for site in frames(vm, reader).filter(Site::is_user) {
        match ahead(vm, site) {
            Ahead::Validates => return true,
            Ahead::Returns => {}
            Ahead::Forgets => return false,
        }
    }
    false
}

/// What comes behind an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ahead {
    /// Every path validates, or reads again under the lock.
    Validates,
    /// Some path returns before it has.
    Returns,
    /// Some path asks for a new stamp before it has, or none does.
    Forgets,
}

/// What a path does at an instruction.
enum Turn {
    /// It validates here.
    Validates,
    /// The values are read again under the lock, or dropped.
    Drops,
    Returns,
    NewStamp,
    /// It goes on at these instructions.
    On(Vec<usize>),
}

fn ahead(vm: &Vm, site: Site) -> Ahead {
    let mut open = vec![site.pc as usize + 1];
    let mut seen = vec![false; site.opcodes().len()];
    let (mut validates, mut returns) = (false, false);
    while let Some(at) = open.pop() {
        if seen.get(at).is_none_or(|seen| *seen) {
            continue;
        }
        seen[at] = true;
        match turn(vm, site.method, at) {
            Turn::Validates => validates = true,
            Turn::Drops => {}
            Turn::Returns => returns = true,
            Turn::NewStamp => return Ahead::Forgets,
            Turn::On(next) => open.extend(next),
        }
    }
    match (returns, validates) {
        (true, _) => Ahead::Returns,
        (false, true) => Ahead::Validates,
        (false, false) => Ahead::Forgets,
    }
}

fn turn(vm: &Vm, method: &'static Method, at: usize) -> Turn {
    let opcodes = Site { method, pc: 0 }.opcodes();
    let jump = |offset: &JumpOffset| target(opcodes, at, *offset);
    let both = |offset: &JumpOffset| Turn::On(vec![at + 1, jump(offset)]);
    match &opcodes[at].1 {
        Opcode::Invokevirtual(m)
        | Opcode::Invokespecial(m)
        | Opcode::Invokestatic(m)
        | Opcode::Invokeinterface(m, _) => match call(vm, method.class(), m) {
            Call::Validates if !is_dropped(opcodes, at) => Turn::Validates,
            Call::Locks => Turn::Drops,
            Call::NewStamp => Turn::NewStamp,
            Call::Of(callee) if contains_validate(vm, callee, DEPTH) => Turn::Validates,
            Call::Validates | Call::Of(_) | Call::Other => Turn::On(vec![at + 1]),
        },
        Opcode::Areturn
        | Opcode::Dreturn
        | Opcode::Freturn
        | Opcode::Ireturn
        | Opcode::Lreturn
        | Opcode::Return
        | Opcode::Ret(_) => Turn::Returns,
        Opcode::Athrow => Turn::Drops,
        Opcode::Goto(offset) => Turn::On(vec![jump(offset)]),
        // A stamp that is 0 was never valid: on that side nothing has to be compared.
        Opcode::Ifeq(_) if compares_with_zero(opcodes, at) => Turn::On(vec![at + 1]),
        Opcode::Ifne(offset) if compares_with_zero(opcodes, at) => Turn::On(vec![jump(offset)]),
        Opcode::IfAcmpeq(offset)
        | Opcode::IfAcmpne(offset)
        | Opcode::IfIcmpeq(offset)
        | Opcode::IfIcmpge(offset)
        | Opcode::IfIcmpgt(offset)
        | Opcode::IfIcmple(offset)
        | Opcode::IfIcmplt(offset)
        | Opcode::IfIcmpne(offset)
        | Opcode::Ifeq(offset)
        | Opcode::Ifge(offset)
        | Opcode::Ifgt(offset)
        | Opcode::Ifle(offset)
        | Opcode::Iflt(offset)
        | Opcode::Ifne(offset)
        | Opcode::Ifnonnull(offset)
        | Opcode::Ifnull(offset)
        | Opcode::Jsr(offset) => both(offset),
        Opcode::Lookupswitch(table) => {
            let cases = table.match_offsets.iter().map(|(_, offset)| jump(offset));
            Turn::On(cases.chain([jump(&table.default)]).collect())
        }
        Opcode::Tableswitch(table) => Turn::On(table.jumps.iter().chain([&table.default]).map(jump).collect()),
        _ => Turn::On(vec![at + 1]),
    }
}

type Opcodes = [(usize, Opcode<'static>)];

fn target(opcodes: &Opcodes, at: usize, offset: JumpOffset) -> usize {
    let byte = opcodes[at].0 as i64 + i64::from(offset);
    opcodes
        .binary_search_by_key(&byte, |(byte, _)| *byte as i64)
        .unwrap_or(opcodes.len())
}

fn is_dropped(opcodes: &Opcodes, call: usize) -> bool {
    matches!(opcodes.get(call + 1), Some((_, Opcode::Pop | Opcode::Pop2)))
}

fn compares_with_zero(opcodes: &Opcodes, branch: usize) -> bool {
    let before = branch.checked_sub(2).map(|at| (&opcodes[at].1, &opcodes[at + 1].1));
    matches!(before, Some((Opcode::Lconst0, Opcode::Lcmp)))
}

/// What a call is to a stamp.
enum Call {
    Validates,
    Locks,
    NewStamp,
    /// The user's own method.
    Of(&'static Method),
    Other,
}

/// `from`: the class whose code it is.
fn call(vm: &Vm, from: &'static Class, member: &MemberRef<'_>) -> Call {
    let Some(class) = vm.already_named_by(from, &member.class_name) else {
        return Call::Other;
    };
    let name = &*member.name_and_type.name;
    let mut lineage = std::iter::successors(Some(class), |class| class.superclass);
    if lineage.clone().any(|class| class.name == STAMPED_LOCK) {
        return match name {
            "validate" | "tryConvertToReadLock" | "tryConvertToWriteLock" => Call::Validates,
            "tryOptimisticRead" | "tryConvertToOptimisticRead" => Call::NewStamp,
            "readLock" | "readLockInterruptibly" | "writeLock" | "writeLockInterruptibly" => Call::Locks,
            _ => Call::Other,
        };
    }
    let descriptor = member.name_and_type.descriptor.to_string();
    let declared = lineage.find_map(|class: &'static Class| class.declared(name, &descriptor));
    declared.filter(|m| m.class().is_user()).map_or(Call::Other, Call::Of)
}

fn contains_validate(vm: &Vm, method: &'static Method, depth: u32) -> bool {
    let opcodes = Site { method, pc: 0 }.opcodes();
    let validates = |at: usize, member: &MemberRef<'_>| match call(vm, method.class(), member) {
        Call::Validates => !is_dropped(opcodes, at),
        Call::Of(callee) => depth > 1 && contains_validate(vm, callee, depth - 1),
        Call::Locks | Call::NewStamp | Call::Other => false,
    };
    opcodes.iter().enumerate().any(|(at, (_, opcode))| match opcode {
        Opcode::Invokevirtual(m)
        | Opcode::Invokespecial(m)
        | Opcode::Invokestatic(m)
        | Opcode::Invokeinterface(m, _) => validates(at, m),
        _ => false,
    })
}
