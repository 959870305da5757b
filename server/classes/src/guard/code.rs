//! Bytecode, as far as the guard needs it: where each instruction ends, and what its tables claim.

use super::pool::Pool;
use super::reader::{Fault, Reader};

const LDC: u8 = 0x12;
const TABLESWITCH: u8 = 0xaa;
const LOOKUPSWITCH: u8 = 0xab;
const WIDE: u8 = 0xc4;
const IINC: u8 = 0x84;
const GOTO_W: u8 = 0xc8;
const JSR_W: u8 = 0xc9;

/// Walks the instructions of one method; `code` covers exactly them.
///
/// Answers how many bytes of text cafebabe will copy for the constants that they mention.
pub(crate) fn check(mut code: Reader<'_>, pool: &Pool<'_>) -> Result<usize, Fault> {
    let start = code.at();
    let length = code.remaining();
    let mut copied = 0;
    while code.remaining() > 0 {
        let at = code.at();
        let pc = at - start;
        let opcode = code.u1()?;
        match OPERANDS[usize::from(opcode)] {
            Operands::Fixed(count) => {
                code.skip(usize::from(count))?;
            }
            Operands::Constant(count) => {
                let operand = code.skip(usize::from(count))?;
                if pool.copies {
                    copied += pool.copied_bytes(constant_index(opcode, operand));
                }
            }
            Operands::Irregular => irregular(opcode, pc, length, &mut code)?,
            Operands::Unknown => {
                return Err(Fault::new(at, format!("unknown opcode {opcode:#04x}")));
            }
        }
    }
    Ok(copied)
}

/// The places of one method's code that hold an index into the constant pool: offset from the code's start, width in
/// bytes, index. For code that [`check`] has passed.
pub(crate) fn constants(mut code: Reader<'_>) -> Result<Vec<(usize, usize, u16)>, Fault> {
    let start = code.at();
    let length = code.remaining();
    let mut found = Vec::new();
    while code.remaining() > 0 {
        let pc = code.at() - start;
        let opcode = code.u1()?;
        match OPERANDS[usize::from(opcode)] {
            Operands::Fixed(count) => {
                code.skip(usize::from(count))?;
            }
            Operands::Constant(count) => {
                let operand = code.skip(usize::from(count))?;
                let width = if opcode == LDC { 1 } else { 2 };
                found.push((pc + 1, width, constant_index(opcode, operand)));
            }
            Operands::Irregular => irregular(opcode, pc, length, &mut code)?,
            Operands::Unknown => return Err(Fault::new(start + pc, format!("unknown opcode {opcode:#04x}"))),
        }
    }
    Ok(found)
}

/// Where instructions begin, byte by byte, whatever their operands say; `None` where one is none or is cut off.
pub fn instruction_starts(code: &[u8]) -> Option<Vec<bool>> {
    let mut starts = vec![false; code.len()];
    let mut at = 0;
    while at < code.len() {
        starts[at] = true;
        at += 1 + operands(code, at)?;
    }
    (at == code.len()).then_some(starts)
}

/// How many bytes of operands follow an opcode.
fn operands(code: &[u8], at: usize) -> Option<usize> {
    let opcode = code[at];
    let padding = 3 - at % 4;
    let word = |index: usize| {
        let bytes = code.get(at + 1 + padding + 4 * index..)?.first_chunk()?;
        Some(i64::from(i32::from_be_bytes(*bytes)))
    };
    match OPERANDS[usize::from(opcode)] {
        _ if opcode > JSR_W => None,
        Operands::Fixed(count) | Operands::Constant(count) => Some(count.into()),
        Operands::Irregular => match opcode {
            GOTO_W | JSR_W => Some(4),
            WIDE => match *code.get(at + 1)? {
                IINC => Some(5),
                0x15..=0x19 | 0x36..=0x3a | 0xa9 => Some(3), // loads, stores, ret
                _ => None,
            },
            TABLESWITCH => {
                let jumps = word(2)? - word(1)? + 1;
                usize::try_from(jumps).ok().map(|jumps| padding + 12 + 4 * jumps)
            }
            _ => usize::try_from(word(1)?).ok().map(|pairs| padding + 8 + 8 * pairs),
        },
        Operands::Unknown => None,
    }
}

fn constant_index(opcode: u8, operand: &[u8]) -> u16 {
    match *operand {
        [low, ..] if opcode == LDC => u16::from(low),
        [high, low, ..] => u16::from_be_bytes([high, low]),
        _ => 0,
    }
}

/// The instructions whose length is not known from their opcode, and those with jumps of 32 bits.
fn irregular(opcode: u8, pc: usize, length: usize, code: &mut Reader<'_>) -> Result<(), Fault> {
    match opcode {
        GOTO_W | JSR_W => jump(pc, length, code),
        WIDE => {
            let widened = code.u1()?;
            code.skip(if widened == IINC { 4 } else { 2 })?;
            Ok(())
        }
        TABLESWITCH => {
            skip_padding(pc, code)?;
            jump(pc, length, code)?;
            let at = code.at();
            let low = i64::from(code.u4()? as i32);
            let high = i64::from(code.u4()? as i32);
            let jumps = (high - low + 1).max(0) as usize; // at most 2^32
            if jumps == 0 || jumps > code.remaining() / 4 {
                return Err(Fault::new(at, format!("a tableswitch from {low} to {high}")));
            }
            (0..jumps).try_for_each(|_| jump(pc, length, code))
        }
        LOOKUPSWITCH => {
            skip_padding(pc, code)?;
            jump(pc, length, code)?;
            let at = code.at();
            let pairs = code.u4()? as usize;
            if pairs > code.remaining() / 8 {
                return Err(Fault::new(at, format!("a lookupswitch with {pairs} pairs")));
            }
            (0..pairs).try_for_each(|_| {
                code.skip(4)?;
                jump(pc, length, code)
            })
        }
        _ => Ok(()),
    }
}

/// The operands of a switch are aligned to four bytes from the start of the code.
fn skip_padding(pc: usize, code: &mut Reader<'_>) -> Result<(), Fault> {
    code.skip(3 - pc % 4)?;
    Ok(())
}

/// A jump of 32 bits must stay in the method. (One of 16 bits cannot overflow; cafebabe checks its target.)
fn jump(pc: usize, length: usize, code: &mut Reader<'_>) -> Result<(), Fault> {
    let at = code.at();
    let offset = i64::from(code.u4()? as i32);
    let target = pc as i64 + offset;
    if (0..length as i64).contains(&target) {
        Ok(())
    } else {
        Err(Fault::new(
            at,
            format!("a jump from {pc} to {target}, outside the method"),
        ))
    }
}

#[derive(Clone, Copy)]
enum Operands {
    /// So many bytes of operands, none of which is an index into the constant pool.
    Fixed(u8),
    /// So many bytes of operands, which begin with an index into the constant pool.
    Constant(u8),
    Irregular,
    Unknown,
}

/// Operands by opcode. JVMS §6.5; 0xca, 0xfe and 0xff are reserved (§6.2) but accepted by cafebabe.
static OPERANDS: [Operands; 256] = {
    let mut table = [Operands::Unknown; 256];
    let mut opcode = 0;
    while opcode < 256 {
        table[opcode] = match opcode as u8 {
            0x12 => Operands::Constant(1),                      // ldc
            0x13 | 0x14 => Operands::Constant(2),               // ldc_w, ldc2_w
            0xb2..=0xb8 => Operands::Constant(2),               // getstatic … invokestatic
            0xb9 | 0xba => Operands::Constant(4),               // invokeinterface, invokedynamic
            0xbb | 0xbd | 0xc0 | 0xc1 => Operands::Constant(2), // new, anewarray, checkcast, instanceof
            0xc5 => Operands::Constant(3),                      // multianewarray
            0xaa | 0xab | 0xc4 | 0xc8 | 0xc9 => Operands::Irregular,
            0x10 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => Operands::Fixed(1), // bipush, loads, stores, ret, newarray
            0x11 | 0x84 | 0x99..=0xa8 | 0xc6 | 0xc7 => Operands::Fixed(2),        // sipush, iinc, jumps
            0x00..=0xca | 0xfe | 0xff => Operands::Fixed(0),
            _ => Operands::Unknown,
        };
        opcode += 1;
    }
    table
};
