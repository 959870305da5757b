//! `StrictMath`, what JVMs have instructions for in `Math`, and the checksums of `java.util.zip`.

use super::nondeterminism::note_environment;
use super::{NativeCall, NativeResult, Outcome, Row, fdlibm, int, unsafe_memory};
use crate::cancellation::PIECE;
use crate::many_bytes::pieces;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    // Natives up to 17, the four last ones in 8 only; later ones are written in Java.
    (
        "java/lang/StrictMath",
        &[
            ("sin", "", |c| unary(c, fdlibm::sin)),
            ("cos", "", |c| unary(c, fdlibm::cos)),
            ("tan", "", |c| unary(c, libm::tan)),
            ("asin", "", |c| unary(c, libm::asin)),
            ("acos", "", |c| unary(c, libm::acos)),
            ("atan", "", |c| unary(c, libm::atan)),
            ("log", "", |c| unary(c, fdlibm::log)),
            ("log10", "", |c| unary(c, fdlibm::log10)),
            ("sqrt", "", |c| unary(c, f64::sqrt)),
            ("sinh", "", |c| unary(c, fdlibm::sinh)),
            ("cosh", "", |c| unary(c, fdlibm::cosh)),
            ("tanh", "", |c| unary(c, fdlibm::tanh)),
            ("expm1", "", |c| unary(c, libm::expm1)),
            ("log1p", "", |c| unary(c, fdlibm::log1p)),
            ("atan2", "", |c| binary(c, fdlibm::atan2)),
            ("IEEEremainder", "", |c| binary(c, fdlibm::remainder)),
            ("exp", "", |c| unary(c, libm::exp)),
            ("cbrt", "", |c| unary(c, fdlibm::cbrt)),
            ("pow", "", |c| {
                binary(c, |base, exponent| fdlibm::power(base, exponent, libm::pow))
            }),
            ("hypot", "", |c| binary(c, fdlibm::hypot)),
        ],
    ),
    (
        "java/util/zip/Adler32",
        &[
            (
                "update",
                "",
                |c| int(adler32(c.int(0) as u32, &[c.int(1) as u8]) as i32),
            ),
            ("updateBytes", "", |c| sum_of_bytes(c, adler32)),
            ("updateByteBuffer", "", |c| sum_off_heap(c, adler32)),
        ],
    ),
    (
        "java/util/zip/CRC32",
        &[
            ("update", "", |c| int(crc32(c.int(0) as u32, &[c.int(1) as u8]) as i32)),
            ("updateBytes0", "", |c| sum_of_bytes(c, crc32)),
            ("updateByteBuffer0", "", |c| sum_off_heap(c, crc32)),
            // 8.
            ("updateBytes", "", |c| sum_of_bytes(c, crc32)),
            ("updateByteBuffer", "", |c| sum_off_heap(c, crc32)),
        ],
    ),
];

/// A checksum that goes on from another one.
type Sum = fn(u32, &[u8]) -> u32;

/// sum, array, from, count.
fn sum_of_bytes(c: &mut NativeCall<'_>, sum: Sum) -> NativeResult {
    let (array, at, count) = (c.reference(1), c.int(2).max(0) as u64, c.int(3).max(0) as u64);
    let side = c.vm.elements(array, at, count);
    if let Some(park) = c.reach(side, false) {
        return Ok(park);
    }
    let mut result = c.int(0) as u32;
    for (piece, length) in pieces(count) {
        c.vm.cancellation.check()?;
        result = sum(result, &c.vm.heap.bytes(side.span.at + piece, length));
    }
    int(result as i32)
}

/// sum, address (2 slots), from, count.
fn sum_off_heap(c: &mut NativeCall<'_>, sum: Sum) -> NativeResult {
    let (at, count) = (c.long(1).wrapping_add(i64::from(c.int(3))), c.int(4).max(0) as usize);
    unsafe_memory::native_slice(c.vm, at, count)?;
    if let Some(park) = c.reach(unsafe_memory::off_heap(at, count as u64), false) {
        return Ok(park);
    }
    let mut result = c.int(0) as u32;
    for bytes in unsafe_memory::native_slice(c.vm, at, count)?.chunks(PIECE as usize) {
        c.vm.cancellation.check()?;
        result = sum(result, bytes);
    }
    int(result as i32)
}

fn unary(c: &mut NativeCall<'_>, f: fn(f64) -> f64) -> NativeResult {
    let x = f64::from_bits(c.slot(0));
    let result = if x.is_nan() { fdlibm::quiet(x) } else { f(x) };
    Ok(Outcome::Value(result.to_bits()))
}

fn binary(c: &mut NativeCall<'_>, f: fn(f64, f64) -> f64) -> NativeResult {
    Ok(Outcome::Value(
        f(f64::from_bits(c.slot(0)), f64::from_bits(c.slot(2))).to_bits(),
    ))
}

/// A function of `java.lang.Math` that JVMs compute by instructions of their own. It need not be exact to the last bit.
pub(super) fn intrinsic(c: &mut NativeCall<'_>, f: fn(f64) -> f64) -> NativeResult {
    note_environment(c);
    unary(c, f)
}

/// As `intrinsic`.
pub(super) fn intrinsic_power(c: &mut NativeCall<'_>) -> NativeResult {
    note_environment(c);
    binary(c, |base, exponent| fdlibm::power(base, exponent, f64::powf))
}

fn crc32(start: u32, bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new_with_initial(start);
    sum.update(bytes);
    sum.finalize()
}

pub(super) fn adler32(start: u32, bytes: &[u8]) -> u32 {
    let mut sum = simd_adler32::Adler32::from_checksum(start);
    sum.write(bytes);
    sum.finish()
}
