//! One `Code` attribute with calls inserted (JVMS §4.7.3): the instructions, and what else names places in them.

use super::moved::Moved;
use super::{LeftAlone, attribute, tables};
use crate::guard::{Pool, Reader, instruction_starts};

const NOP: u8 = 0x00;
const INVOKESTATIC: u8 = 0xb8;
const MONITORENTER: u8 = 0xc2;
const TABLESWITCH: u8 = 0xaa;
const LOOKUPSWITCH: u8 = 0xab;
const GOTO_W: u8 = 0xc8;
const JSR_W: u8 = 0xc9;

/// Bytes of the inserted call.
const CALL: u32 = 3;
/// Bytes of code at most.
const MOST_CODE: u32 = 65_535;

/// A rewritten `Code` attribute, without its name and length.
pub(super) struct Rewritten {
    pub body: Vec<u8>,
    pub points: usize,
}

/// Rewrites a `Code` attribute; `call` is the Methodref of the call, and `places` says where it is inserted.
pub(super) fn rewrite(
    mut reader: Reader<'_>,
    pool: &Pool<'_>,
    call: Option<u16>,
    places: impl FnOnce((&[u8], &[bool])) -> Vec<bool>,
) -> Result<Rewritten, LeftAlone> {
    let max_stack = reader.u2()?;
    let max_locals = reader.u2()?;
    let length = reader.u4()?;
    let code = reader.skip(length as usize)?;
    let starts = instruction_starts(code).ok_or(LeftAlone::Malformed)?;
    let places = places((code, &starts));
    let points = places.iter().filter(|place| **place).count();
    let call = match call {
        Some(call) => call,
        None if points == 0 => 0,
        None => return Err(LeftAlone::PoolIsFull),
    };
    let moved = lay_out(code, starts, &places)?;
    let instructions = instructions(code, &places, &moved, call)?;
    let mut body = Vec::new();
    body.extend(max_stack.to_be_bytes());
    body.extend(max_locals.to_be_bytes());
    body.extend((instructions.len() as u32).to_be_bytes());
    body.extend(instructions);
    handlers(&mut reader, &moved, &mut body)?;
    attributes(&mut reader, pool, &moved, &mut body)?;
    Ok(Rewritten { body, points })
}

/// Where each instruction goes. Only the padding of a switch depends on its place.
fn lay_out(code: &[u8], starts: Vec<bool>, places: &[bool]) -> Result<Moved, LeftAlone> {
    let mut moved = Moved {
        before: vec![0; code.len() + 1],
        at: vec![0; code.len() + 1],
        is_place: starts,
    };
    let mut next = 0;
    let mut old = 0;
    while old < code.len() {
        moved.before[old] = next;
        next += if places[old] { CALL } else { 0 };
        moved.at[old] = next;
        let size = size(&moved.is_place, old);
        next += match code[old] {
            TABLESWITCH | LOOKUPSWITCH => (size - padding(old)) as u32 + padding(next as usize) as u32,
            MONITORENTER if places[old] => 2,
            _ => size as u32,
        };
        if next > MOST_CODE {
            return Err(LeftAlone::TooLong);
        }
        old += size;
    }
    moved.before[old] = next;
    moved.at[old] = next;
    moved.is_place.push(true);
    Ok(moved)
}

/// How long an instruction is: up to the next one.
fn size(starts: &[bool], at: usize) -> usize {
    1 + starts[at + 1..].iter().take_while(|start| !**start).count()
}

/// Bytes between a switch's opcode and its operands, which are aligned to four bytes from the start of the code.
fn padding(at: usize) -> usize {
    3 - at % 4
}

fn instructions(code: &[u8], places: &[bool], moved: &Moved, call: u16) -> Result<Vec<u8>, LeftAlone> {
    let mut made = Vec::with_capacity(code.len() * 2);
    let mut old = 0;
    while old < code.len() {
        if places[old] {
            made.push(INVOKESTATIC);
            made.extend(call.to_be_bytes());
        }
        let size = size(&moved.is_place[..code.len()], old);
        instruction(code, old, size, moved, &mut made)?;
        if places[old] && code[old] == MONITORENTER {
            // While it waits HotSpot shows the place behind, which is on another line.
            made.push(NOP);
        }
        old += size;
    }
    Ok(made)
}

fn instruction(code: &[u8], old: usize, size: usize, moved: &Moved, made: &mut Vec<u8>) -> Result<(), LeftAlone> {
    let opcode = code[old];
    let operands = &code[old + 1..old + size];
    // A jump is counted from its own opcode.
    let jump = |offset: i64| -> Result<i64, LeftAlone> {
        let target = usize::try_from(old as i64 + offset).map_err(|_| LeftAlone::Malformed)?;
        Ok(i64::from(moved.before(target)?) - i64::from(moved.at[old]))
    };
    made.push(opcode);
    match (opcode, operands) {
        (0x99..=0xa8 | 0xc6 | 0xc7, &[high, low]) => {
            let offset = jump(i16::from_be_bytes([high, low]).into())?;
            let offset = i16::try_from(offset).map_err(|_| LeftAlone::FarJump)?;
            made.extend(offset.to_be_bytes());
        }
        (GOTO_W | JSR_W, &[a, b, c, d]) => {
            let offset = jump(i32::from_be_bytes([a, b, c, d]).into())?;
            made.extend((offset as i32).to_be_bytes());
        }
        (TABLESWITCH | LOOKUPSWITCH, _) => {
            made.resize(made.len() + padding(moved.at[old] as usize), 0);
            let words = operands.get(padding(old)..).ok_or(LeftAlone::Malformed)?;
            let words = words
                .chunks_exact(4)
                .map(|word| word.try_into().map(i32::from_be_bytes));
            for (nth, word) in words.enumerate() {
                let word = word.map_err(|_| LeftAlone::Malformed)?;
                // default, then low, high and jumps; or default, count, then each key and its jump.
                let is_jump = match opcode {
                    TABLESWITCH => nth == 0 || nth > 2,
                    _ => nth == 0 || nth > 2 && nth % 2 == 1,
                };
                let word = if is_jump { jump(word.into())? as i32 } else { word };
                made.extend(word.to_be_bytes());
            }
        }
        _ => made.extend(operands),
    }
    Ok(())
}

/// The exception table.
fn handlers(reader: &mut Reader<'_>, moved: &Moved, body: &mut Vec<u8>) -> Result<(), LeftAlone> {
    let count = reader.u2()?;
    body.extend(count.to_be_bytes());
    for _ in 0..count {
        for _ in 0..3 {
            body.extend(moved.before_u2(reader.u2()?)?); // start, end, handler
        }
        body.extend(reader.u2()?.to_be_bytes()); // the type
    }
    Ok(())
}

/// The attributes of the code that a JVM reads.
fn attributes(reader: &mut Reader<'_>, pool: &Pool<'_>, moved: &Moved, body: &mut Vec<u8>) -> Result<(), LeftAlone> {
    let mut kept: u16 = 0;
    let mut made = Vec::new();
    for _ in 0..reader.u2()? {
        let (name, content) = attribute(reader)?;
        let content = match pool.utf8(name) {
            Some(b"LineNumberTable") => tables::line_numbers(content, moved)?,
            Some(b"LocalVariableTable" | b"LocalVariableTypeTable") => tables::local_variables(content, moved)?,
            Some(b"StackMapTable") => tables::stack_maps(content, moved)?,
            Some(_) | None => continue,
        };
        kept += 1;
        made.extend(name.to_be_bytes());
        made.extend((content.len() as u32).to_be_bytes());
        made.extend(content);
    }
    body.extend(kept.to_be_bytes());
    body.extend(made);
    Ok(())
}
