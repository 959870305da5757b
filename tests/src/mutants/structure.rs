//! Changes that keep a class file readable: they get past the parser, and often past linking and the verifier.

use super::ODD;
use super::places::{Part, Place, Places, What};
use crate::random::rng::Rng;

/// Opcodes that take and leave as many words, of the same types in each row but the last ones.
const ALIKE: &[&[u8]] = &[
    &[0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08],
    &[0x09, 0x0a],
    &[0x0b, 0x0c, 0x0d],
    &[0x0e, 0x0f],
    &[0x1a, 0x1b, 0x1c, 0x1d],
    &[0x1e, 0x1f, 0x20, 0x21],
    &[0x22, 0x23, 0x24, 0x25],
    &[0x26, 0x27, 0x28, 0x29],
    &[0x2a, 0x2b, 0x2c, 0x2d],
    &[0x3b, 0x3c, 0x3d, 0x3e],
    &[0x3f, 0x40, 0x41, 0x42],
    &[0x47, 0x48, 0x49, 0x4a],
    &[0x4b, 0x4c, 0x4d, 0x4e],
    &[0x60, 0x64, 0x68, 0x6c, 0x70, 0x78, 0x7a, 0x7c, 0x7e, 0x80, 0x82],
    &[0x61, 0x65, 0x69, 0x6d, 0x71, 0x7f, 0x81, 0x83],
    &[0x62, 0x66, 0x6a, 0x6e, 0x72],
    &[0x63, 0x67, 0x6b, 0x6f, 0x73],
    &[0x74, 0x91, 0x92, 0x93],
    &[0x95, 0x96],
    &[0x97, 0x98],
    &[0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e],
    &[0x9f, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4],
    &[0xa5, 0xa6],
    &[0xc6, 0xc7],
    &[0xc2, 0xc3],
    &[0xb6, 0xb7],
    &[0xbb, 0xbd],
    &[0xc0, 0xc1],
    &[0x1a, 0x22, 0x2a, 0x01, 0x03, 0x0b],
    &[0x2e, 0x30, 0x32, 0x33, 0x34, 0x35],
    &[0x4f, 0x51, 0x53, 0x54, 0x55, 0x56],
    &[0x57, 0x3b, 0x43, 0x4b, 0xac, 0xae, 0xb0, 0xbf, 0xc2],
    &[0x59, 0x5a, 0x5b],
    &[0x00, 0xb1],
];
/// Letters of descriptors.
const LETTERS: &[u8] = b"IJZBCSFDVL;[()";

/// The sort of constants that only class files since Java 7 may have.
const SINCE_7: u8 = 15;

/// Changes one to three places.
pub(super) fn change(bytes: &mut [u8], rng: &mut Rng) {
    let places = Places::of(bytes);
    for _ in 0..1 + rng.below(3) {
        let candidates = places.in_part(rng.pick(&Part::ALL));
        if !candidates.is_empty() {
            change_place(bytes, &places, rng.pick(&candidates), rng);
        }
    }
}

/// Changes one place of what the verifier looks at: of two reasons to refuse a class, the real `java` may see either first.
/// Stack maps stay readable, for those that are not are refused by name and not by an error of the program's.
pub(super) fn change_code(bytes: &mut [u8], rng: &mut Rng) {
    let places = Places::of(bytes);
    let part = rng.pick(&[Part::Code, Part::Code, Part::Frames]);
    let mut candidates = places.in_part(part);
    candidates.retain(|place| part == Part::Code || !matches!(place.what, What::Number(_)));
    if !candidates.is_empty() {
        change_place(bytes, &places, rng.pick(&candidates), rng);
    }
}

/// Makes it a class file of Java 6 or 5, if it could be one.
pub(super) fn make_older(bytes: &mut [u8], rng: &mut Rng) {
    let newest = |places: &Places| places.constants.iter().map(|constant| constant.0).max();
    let places = Places::of(bytes);
    // The first flags are those of the class. What interfaces may have was less then.
    let interface = places
        .in_part(Part::Members)
        .first()
        .is_some_and(|flags| bytes[flags.at] & 2 != 0);
    if !interface && newest(&places).is_none_or(|tag| tag < SINCE_7) {
        bytes[6..8].copy_from_slice(&rng.pick(&[50u16, 50, 50, 49]).to_be_bytes());
    }
}

fn change_place(bytes: &mut [u8], places: &Places, place: Place, rng: &mut Rng) {
    let at = place.at;
    match place.what {
        What::Constant => {
            let old = usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
            if let Some(other) = another(places, old, u16::MAX, rng) {
                bytes[at..at + 2].copy_from_slice(&other.to_be_bytes());
            }
        }
        What::ShortConstant => {
            if let Some(other) = another(places, bytes[at].into(), 255, rng) {
                bytes[at] = other as u8;
            }
        }
        What::Flags => bytes[at + rng.below(2) as usize] ^= 1 << rng.below(8),
        What::Opcode => {
            let opcode = bytes[at];
            let rows: Vec<&[u8]> = ALIKE.iter().filter(|row| row.contains(&opcode)).copied().collect();
            if !rows.is_empty() {
                let row = rng.pick(&rows);
                bytes[at] = rng.pick(row);
            }
        }
        What::Number(size) => {
            // The last byte counts for most: what is far too large is refused at once.
            let last = at + size - 1;
            match rng.below(3) {
                0 => bytes[last] = bytes[last].wrapping_add(1),
                1 => bytes[last] = bytes[last].wrapping_sub(1),
                _ => bytes[at + rng.below(size as u32) as usize] = rng.pick(&ODD),
            }
        }
        What::Text(0) => {}
        What::Text(length) => {
            let letter = bytes[at + rng.below(length as u32) as usize];
            let other = rng.pick(LETTERS);
            bytes[at + rng.below(length as u32) as usize] = if rng.percent(70) { other } else { letter };
        }
        What::Pc(method) => {
            let pc = rng.pick(&places.boundaries[method]) as u16;
            bytes[at..at + 2].copy_from_slice(&pc.to_be_bytes());
        }
        What::Branch(method, from) => {
            let offset = (rng.pick(&places.boundaries[method]) as u16).wrapping_sub(from as u16);
            bytes[at..at + 2].copy_from_slice(&offset.to_be_bytes());
        }
        What::FrameType => bytes[at] = rng.below(7) as u8,
    }
}

/// The index of another constant of the same sort.
fn another(places: &Places, old: usize, most: u16, rng: &mut Rng) -> Option<u16> {
    let tag = places.constants.get(old)?.0;
    let alike = |index: &u16| places.constants[usize::from(*index)].0 == tag;
    let count = u16::try_from(places.constants.len()).ok()?;
    let all: Vec<u16> = (0..count.min(most)).filter(alike).collect();
    (!all.is_empty()).then(|| rng.pick(&all))
}
