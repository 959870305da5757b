//! The tables of a method's code that name places in it (JVMS §4.7.4, §4.7.12 to §4.7.14).

use super::LeftAlone;
use super::moved::Moved;
use crate::guard::Reader;

/// `LineNumberTable`.
pub(super) fn line_numbers(mut reader: Reader<'_>, moved: &Moved) -> Result<Vec<u8>, LeftAlone> {
    let count = reader.u2()?;
    let mut made = count.to_be_bytes().to_vec();
    for _ in 0..count {
        made.extend(moved.before_u2(reader.u2()?)?);
        made.extend(reader.take::<2>()?); // the line
    }
    Ok(made)
}

/// `LocalVariableTable` and `LocalVariableTypeTable`.
pub(super) fn local_variables(mut reader: Reader<'_>, moved: &Moved) -> Result<Vec<u8>, LeftAlone> {
    let count = reader.u2()?;
    let mut made = count.to_be_bytes().to_vec();
    for _ in 0..count {
        let start = usize::from(reader.u2()?);
        let end = start + usize::from(reader.u2()?);
        let (start, end) = (moved.before(start)?, moved.before(end)?);
        made.extend((start as u16).to_be_bytes());
        made.extend(((end - start) as u16).to_be_bytes());
        made.extend(reader.take::<6>()?); // name, descriptor or signature, index
    }
    Ok(made)
}

const SAME: std::ops::RangeInclusive<u8> = 0..=63;
const SAME_WITH_ONE: std::ops::RangeInclusive<u8> = 64..=127;
const SAME_WITH_ONE_EXTENDED: u8 = 247;
const SAME_EXTENDED: u8 = 251;
const APPEND: std::ops::RangeInclusive<u8> = 252..=254;
const CHOP: std::ops::RangeInclusive<u8> = 248..=250;
const FULL: u8 = 255;
const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// `StackMapTable`: the same frames, in their forms with the offset apart.
pub(super) fn stack_maps(mut reader: Reader<'_>, moved: &Moved) -> Result<Vec<u8>, LeftAlone> {
    let count = reader.u2()?;
    let mut made = count.to_be_bytes().to_vec();
    let mut offsets = Offsets::default();
    for _ in 0..count {
        let kind = reader.u1()?;
        let frame = |kind: u8, delta: u16, offsets: &mut Offsets| -> Result<Vec<u8>, LeftAlone> {
            let delta = offsets.next(delta, moved)?;
            Ok([&[kind][..], &delta.to_be_bytes()].concat())
        };
        match kind {
            kind if SAME.contains(&kind) => made.extend(frame(SAME_EXTENDED, kind.into(), &mut offsets)?),
            kind if SAME_WITH_ONE.contains(&kind) => {
                let delta = kind - SAME_WITH_ONE.start();
                made.extend(frame(SAME_WITH_ONE_EXTENDED, delta.into(), &mut offsets)?);
                types(1, &mut reader, moved, &mut made)?;
            }
            SAME_WITH_ONE_EXTENDED => {
                made.extend(frame(kind, reader.u2()?, &mut offsets)?);
                types(1, &mut reader, moved, &mut made)?;
            }
            kind if CHOP.contains(&kind) || kind == SAME_EXTENDED => {
                made.extend(frame(kind, reader.u2()?, &mut offsets)?);
            }
            kind if APPEND.contains(&kind) => {
                made.extend(frame(kind, reader.u2()?, &mut offsets)?);
                types((kind - SAME_EXTENDED).into(), &mut reader, moved, &mut made)?;
            }
            FULL => {
                made.extend(frame(kind, reader.u2()?, &mut offsets)?);
                // Locals, then the stack.
                for _ in 0..2 {
                    let count = reader.u2()?;
                    made.extend(count.to_be_bytes());
                    types(count, &mut reader, moved, &mut made)?;
                }
            }
            _ => return Err(LeftAlone::Malformed),
        }
    }
    Ok(made)
}

/// The offset of the frame before: each one is counted from there, and one less.
#[derive(Default)]
struct Offsets {
    last: Option<(usize, u32)>,
}

impl Offsets {
    fn next(&mut self, delta: u16, moved: &Moved) -> Result<u16, LeftAlone> {
        let old = self.last.map_or(0, |(old, _)| old + 1) + usize::from(delta);
        let new = moved.before(old)?;
        let delta = new - self.last.map_or(0, |(_, new)| new + 1);
        self.last = Some((old, new));
        // Places are within 65,535 bytes.
        Ok(delta as u16)
    }
}

/// Verification types.
fn types(count: u16, reader: &mut Reader<'_>, moved: &Moved, made: &mut Vec<u8>) -> Result<(), LeftAlone> {
    for _ in 0..count {
        let tag = reader.u1()?;
        made.push(tag);
        match tag {
            OBJECT => made.extend(reader.take::<2>()?),
            // Named by the `new` that made it, not by the call before that.
            UNINITIALIZED => made.extend(moved.at_u2(reader.u2()?)?),
            _ => {}
        }
    }
    Ok(())
}
