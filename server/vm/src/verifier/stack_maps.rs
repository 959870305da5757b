//! The type-checking verifier: one pass over the code, which compares with the class file's stack maps. JVMS §4.10.1.

use std::collections::BTreeMap;

use cafebabe::attributes::{AttributeData, CodeData, StackMapEntry, VerificationType};
use cafebabe::bytecode::Opcode;
use dropwire_classes::cafebabe;

use super::instructions::Machine;
use super::types::{Frame, MOST_KEPT, Type};
use super::{Checked, refuse, too_large};
use crate::frame_map::{falls_through, for_each_jump};
use crate::verifier::answer::Refusal;

type Frames = BTreeMap<usize, Frame>;

/// Checks a method against its stack maps.
pub(super) fn check(machine: &mut Machine<'_, '_>, code: &CodeData<'_>, ops: &[(usize, Opcode<'_>)]) -> Checked<()> {
    let frames = read(machine, code)?;
    if frames.keys().any(|at| ops.binary_search_by_key(at, |op| op.0).is_err()) {
        return refuse("StackMapTable error: bad offset");
    }
    let mut reached = true;
    for (at, opcode) in ops {
        reached = check_at(machine, code, &frames, *at, opcode, reached).map_err(|refusal| refusal.at(*at))?;
    }
    match reached {
        true => refuse("Control flow falls through code end"),
        false => Ok(()),
    }
}

/// Checks one instruction; says whether control goes on behind it.
fn check_at(
    machine: &mut Machine<'_, '_>,
    code: &CodeData<'_>,
    frames: &Frames,
    at: usize,
    opcode: &Opcode<'_>,
    reached: bool,
) -> Checked<bool> {
    if let Some(map) = frames.get(&at) {
        let current = machine.frame.clone();
        if reached && !machine.matches(&current, map)? {
            return refuse("Instruction type does not match stack map");
        }
        machine.frame = map.clone();
    } else if !reached {
        return refuse("Expecting a stack map frame");
    }
    if matches!(opcode, Opcode::Jsr(_) | Opcode::Ret(_)) {
        return refuse("Bad instruction");
    }
    // A store throws nothing: what a handler meets is what was there before it.
    let stores = matches!(
        opcode,
        Opcode::Istore(_) | Opcode::Lstore(_) | Opcode::Fstore(_) | Opcode::Dstore(_) | Opcode::Astore(_)
    );
    let was_uninitialized = machine.frame.this_uninitialized;
    if stores {
        check_handlers(machine, code, frames, at, was_uninitialized)?;
    }
    machine.step(at, opcode)?;
    if !stores {
        check_handlers(machine, code, frames, at, was_uninitialized)?;
    }
    let mut targets = Vec::new();
    for_each_jump(opcode, |jump| targets.push(at as i64 + i64::from(jump)));
    let current = machine.frame.clone();
    for target in targets {
        match usize::try_from(target).ok().and_then(|target| frames.get(&target)) {
            Some(map) if machine.matches(&current, map)? => {}
            Some(_) => return refuse("Stack map does not match the types at a branch"),
            None => return refuse(&format!("Expecting a stackmap frame at branch target {target}")),
        }
    }
    Ok(falls_through(opcode))
}

fn check_handlers(
    machine: &mut Machine<'_, '_>,
    code: &CodeData<'_>,
    frames: &Frames,
    at: usize,
    this_uninitialized: bool,
) -> Checked<()> {
    for entry in &code.exception_table {
        if !(usize::from(entry.start_pc)..usize::from(entry.end_pc)).contains(&at) {
            continue;
        }
        let caught = super::inference::caught(machine, entry)?;
        let thrown = Frame {
            locals: machine.frame.locals.clone(),
            stack: vec![caught],
            this_uninitialized,
        };
        match frames.get(&usize::from(entry.handler_pc)) {
            Some(map) if machine.matches(&thrown, map)? => {}
            Some(_) => return refuse("Stack map does not match the one at an exception handler"),
            None => {
                let handler = entry.handler_pc;
                return refuse(&format!("Expecting a stackmap frame at branch target {handler}"));
            }
        }
    }
    Ok(())
}

/// The stack maps, by byte. The first one describes the method's entry together with its descriptor.
fn read(machine: &mut Machine<'_, '_>, code: &CodeData<'_>) -> Checked<Frames> {
    let mut frames = Frames::new();
    let table = code.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::StackMapTable(table) => Some(table),
        _ => None,
    });
    let max_locals = usize::from(code.max_locals);
    let mut locals = machine.frame.locals.clone();
    while locals.last() == Some(&Type::Top) {
        locals.pop();
    }
    let (mut next, mut kept) = (0, 0);
    for entry in table.into_iter().flatten() {
        let mut stack = Vec::new();
        let delta = match entry {
            StackMapEntry::Same { offset_delta } => offset_delta,
            StackMapEntry::SameLocals1StackItem {
                offset_delta,
                stack: item,
            } => {
                push(machine, item, &mut stack)?;
                offset_delta
            }
            StackMapEntry::Chop {
                offset_delta,
                chop_count,
            } => {
                for _ in 0..*chop_count {
                    match locals.pop() {
                        Some(high) if high.is_second_half() => drop(locals.pop()),
                        Some(_) => {}
                        None => return malformed("bad offset in a chop frame"),
                    }
                }
                offset_delta
            }
            StackMapEntry::Append {
                offset_delta,
                locals: more,
            } => {
                for item in more {
                    push(machine, item, &mut locals)?;
                }
                offset_delta
            }
            StackMapEntry::FullFrame {
                offset_delta,
                locals: all,
                stack: items,
            } => {
                locals.clear();
                for item in all {
                    push(machine, item, &mut locals)?;
                }
                for item in items {
                    push(machine, item, &mut stack)?;
                }
                offset_delta
            }
        };
        if locals.len() > max_locals || stack.len() > code.max_stack.into() {
            return malformed("more slots than the method has");
        }
        let at = next + usize::from(*delta);
        next = at + 1;
        let mut padded = locals.clone();
        padded.resize(machine.frame.locals.len(), Type::Top);
        let frame = Frame {
            this_uninitialized: locals.contains(&Type::UninitializedThis),
            locals: padded,
            stack,
        };
        kept += frame.size();
        if kept > MOST_KEPT {
            return too_large();
        }
        frames.insert(at, frame);
    }
    Ok(frames)
}

fn malformed<T>(why: &str) -> Checked<T> {
    Err(Refusal::Format(format!("StackMapTable format error: {why}")))
}

fn push(machine: &mut Machine<'_, '_>, item: &VerificationType<'_>, slots: &mut Vec<Type>) -> Checked<()> {
    let ty = match item {
        VerificationType::Top => Type::Top,
        VerificationType::Integer => Type::Int,
        VerificationType::Float => Type::Float,
        VerificationType::Long => Type::Long,
        VerificationType::Double => Type::Double,
        VerificationType::Null => Type::Null,
        VerificationType::UninitializedThis => Type::UninitializedThis,
        VerificationType::Uninitialized { code_offset } if machine.made.contains_key(code_offset) => {
            Type::Uninitialized(*code_offset)
        }
        VerificationType::Uninitialized { .. } => return malformed("bad offset for Uninitialized"),
        VerificationType::Object { class_name } => machine.hierarchy.object(class_name),
    };
    slots.push(ty);
    slots.extend(ty.second_half());
    Ok(())
}
