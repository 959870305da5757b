//! `StrictMath`, and the checksums of `java.util.zip`.

use super::{NativeCall, NativeResult, Outcome, Row, int, unsafe_memory};
use crate::error::VmError;

/// StrictMath's natives on JDK 17 and older are fdlibm's; the platform's functions agree with it to the last bit for `sqrt`
/// and nearly always for the rest.
pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/StrictMath",
        &[
            ("sin", "", |c| unary(c, f64::sin)),
            ("cos", "", |c| unary(c, f64::cos)),
            ("tan", "", |c| unary(c, f64::tan)),
            ("asin", "", |c| unary(c, f64::asin)),
            ("acos", "", |c| unary(c, f64::acos)),
            ("atan", "", |c| unary(c, f64::atan)),
            ("log", "", |c| unary(c, f64::ln)),
            ("log10", "", |c| unary(c, f64::log10)),
            ("sqrt", "", |c| unary(c, f64::sqrt)),
            ("sinh", "", |c| unary(c, f64::sinh)),
            ("cosh", "", |c| unary(c, f64::cosh)),
            ("tanh", "", |c| unary(c, f64::tanh)),
            ("expm1", "", |c| unary(c, f64::exp_m1)),
            ("log1p", "", |c| unary(c, f64::ln_1p)),
            ("exp", "", |c| unary(c, f64::exp)),
            ("cbrt", "", |c| unary(c, f64::cbrt)),
            ("pow", "", |c| binary(c, power)),
            ("hypot", "", |c| binary(c, f64::hypot)),
            ("atan2", "", |c| binary(c, f64::atan2)),
            ("IEEEremainder", "", |c| binary(c, ieee_remainder)),
        ],
    ),
    (
        "java/util/zip/Adler32",
        &[
            ("update", "", |c| {
                let byte = c.int(1) as u8;
                int(adler32(c.int(0) as u32, std::iter::once(byte)) as i32)
            }),
            ("updateBytes", "", |c| {
                let (array, at, count) = (c.reference(1), c.int(2), c.int(3));
                let bytes = match c.read_bytes(array, at, count) {
                    Ok(bytes) => bytes,
                    Err(park) => return Ok(park),
                };
                int(adler32(c.int(0) as u32, bytes.into_iter()) as i32)
            }),
            ("updateByteBuffer", "", |c| {
                let bytes = match off_heap_bytes(c)? {
                    Ok(bytes) => bytes,
                    Err(park) => return Ok(park),
                };
                int(adler32(c.int(0) as u32, bytes.into_iter()) as i32)
            }),
        ],
    ),
    (
        "java/util/zip/CRC32",
        &[
            ("update", "", |c| {
                let crc = crc32(c.int(0) as u32, std::iter::once(c.int(1) as u8));
                int(crc as i32)
            }),
            ("updateBytes0", "", crc_of_bytes),
            ("updateByteBuffer0", "", crc_off_heap),
            // 8.
            ("updateBytes", "", crc_of_bytes),
            ("updateByteBuffer", "", crc_off_heap),
        ],
    ),
];

/// sum, address (2 slots), from, count: what the sum is made of, or the wait before it may be read.
fn off_heap_bytes(c: &mut NativeCall<'_>) -> Result<Result<Vec<u8>, Outcome>, VmError> {
    let (at, count) = (c.long(1).wrapping_add(i64::from(c.int(3))), c.int(4).max(0));
    let side = unsafe_memory::off_heap(at, count as u64);
    let bytes = unsafe_memory::native_slice(c.vm, at, count as usize)?.to_vec();
    Ok(match c.reach(side, false) {
        Some(park) => Err(park),
        None => Ok(bytes),
    })
}

fn unary(c: &mut NativeCall<'_>, f: fn(f64) -> f64) -> NativeResult {
    Ok(Outcome::Value(f(f64::from_bits(c.slot(0))).to_bits()))
}

fn binary(c: &mut NativeCall<'_>, f: fn(f64, f64) -> f64) -> NativeResult {
    Ok(Outcome::Value(
        f(f64::from_bits(c.slot(0)), f64::from_bits(c.slot(2))).to_bits(),
    ))
}

/// Unlike C's, Java's is NaN where one with an infinite exponent is asked for, and where the exponent is NaN.
fn power(base: f64, exponent: f64) -> f64 {
    let undefined = exponent.is_nan() || base.abs() == 1.0 && exponent.is_infinite();
    if undefined { f64::NAN } else { base.powf(exponent) }
}

/// The remainder of IEEE 754: of a division whose quotient is rounded to the nearest integer, ties to even. It is always exact.
fn ieee_remainder(a: f64, b: f64) -> f64 {
    if b == 0.0 || a.is_infinite() || a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    let by = b.abs();
    // Of what is left of two divisors, one or both are taken away. Twice the greatest divisors would be infinite.
    let mut left = if by <= f64::MAX / 2.0 {
        a.abs() % (by + by)
    } else {
        a.abs()
    };
    // Halves of the least divisors are not exact, twice the greatest are not finite.
    let beyond = |left: f64, or_equal: bool| {
        let (left, by) = if by < 2.0 * f64::MIN_POSITIVE {
            (left + left, by)
        } else {
            (left, by * 0.5)
        };
        left > by || or_equal && left == by
    };
    if beyond(left, false) {
        left -= by;
        if beyond(left, true) {
            left -= by;
        }
    }
    let sign = if a.is_sign_negative() { -1.0 } else { 1.0 };
    left * sign
}

fn crc_of_bytes(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, at, count) = (c.reference(1), c.int(2), c.int(3));
    match c.read_bytes(array, at, count) {
        Ok(bytes) => int(crc32(c.int(0) as u32, bytes.into_iter()) as i32),
        Err(park) => Ok(park),
    }
}

fn crc_off_heap(c: &mut NativeCall<'_>) -> NativeResult {
    match off_heap_bytes(c)? {
        Ok(bytes) => int(crc32(c.int(0) as u32, bytes.into_iter()) as i32),
        Err(park) => Ok(park),
    }
}

fn crc32(start: u32, bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(!start, |crc, byte| {
        CRC_OF_BYTES[usize::from(crc as u8 ^ byte)] ^ (crc >> 8)
    })
}

/// What each byte adds to a CRC-32.
const CRC_OF_BYTES: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 != 0 {
                (crc >> 1) ^ 0xedb8_8320
            } else {
                crc >> 1
            };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

pub(super) fn adler32(start: u32, bytes: impl Iterator<Item = u8>) -> u32 {
    const BASE: u32 = 65521;
    let (a, b) = bytes.fold((start & 0xffff, start >> 16), |(a, b), byte| {
        let a = (a + u32::from(byte)) % BASE;
        (a, (b + a) % BASE)
    });
    b << 16 | a
}
