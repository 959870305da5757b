//! Floating-point numbers as bits, and what the operators on them compute. IEEE 754 with Java's choices: rounding to nearest, ties to even,
//! and a NaN that is computed is the canonical one (JLS §15.17, `Float.intBitsToFloat`).

use crate::bits::{sign_extended, truncated};

/// An operator of one operand that takes or gives a floating-point number: a `float` of 32 bits or a `double` of 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatFunction {
    /// The number nearest to a signed integer. JLS §5.1.2.
    FromInteger,
    /// The signed integer nearest to a number towards zero: the greatest or the least one where it is beyond, and 0 for NaN. JLS §5.1.3.
    ToInteger,
    /// A `float` as a `double`, or the `float` that is nearest to a `double`.
    Resized,
    /// The square root.
    SquareRoot,
}

impl FloatFunction {
    /// All of them.
    pub const ALL: [FloatFunction; 4] = [
        FloatFunction::FromInteger,
        FloatFunction::ToInteger,
        FloatFunction::Resized,
        FloatFunction::SquareRoot,
    ];

    /// What it computes of a value of so many bits, as one of other so many.
    pub fn apply(self, value: u64, from: u32, to: u32) -> u64 {
        match self {
            FloatFunction::FromInteger => match to {
                32 => of_float(sign_extended(value, from) as f32),
                _ => of_double(sign_extended(value, from) as f64),
            },
            FloatFunction::ToInteger => {
                let number = number(value, from);
                match to {
                    32 => truncated(number as i32 as u64, 32),
                    _ => number as i64 as u64,
                }
            }
            FloatFunction::Resized => match to {
                32 => of_float(number(value, from) as f32),
                _ => of_double(number(value, from)),
            },
            FloatFunction::SquareRoot => match to {
                32 => of_float(f32::from_bits(value as u32).sqrt()),
                _ => of_double(f64::from_bits(value).sqrt()),
            },
        }
    }

    /// Whether it gives a floating-point number.
    pub fn gives_float(self) -> bool {
        self != FloatFunction::ToInteger
    }

    /// Whether it takes one.
    pub(crate) fn takes_float(self) -> bool {
        self != FloatFunction::FromInteger
    }
}

/// A floating-point format.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    /// Bits of the exponent.
    pub(crate) exponent: u32,
    /// Bits of the fraction that are kept.
    pub(crate) fraction: u32,
}

impl Format {
    pub(crate) fn of(width: u32) -> Format {
        debug_assert!(width == 32 || width == 64);
        match width {
            32 => Format {
                exponent: 8,
                fraction: 23,
            },
            _ => Format {
                exponent: 11,
                fraction: 52,
            },
        }
    }

    pub(crate) fn width(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// Bits of a significand, with the one before the point.
    pub(crate) fn precision(self) -> u32 {
        self.fraction + 1
    }

    pub(crate) fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    pub(crate) fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    pub(crate) fn nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    pub(crate) fn sign(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }
}

/// Whether the bits of a number of so many bits are those of a NaN.
pub fn is_nan(bits: u64, width: u32) -> bool {
    let format = Format::of(width);
    bits & !format.sign() > format.infinity()
}

fn of_float(number: f32) -> u64 {
    match number.is_nan() {
        true => Format::of(32).nan(),
        false => u64::from(number.to_bits()),
    }
}

fn of_double(number: f64) -> u64 {
    match number.is_nan() {
        true => Format::of(64).nan(),
        false => number.to_bits(),
    }
}

/// The number with these bits: each `float` is a `double`.
pub(crate) fn number(bits: u64, width: u32) -> f64 {
    match width {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// What an operator of two `float` or two `double` values computes.
pub(crate) fn arithmetic(
    left: u64,
    right: u64,
    width: u32,
    floats: impl Fn(f32, f32) -> f32,
    doubles: impl Fn(f64, f64) -> f64,
) -> u64 {
    match width {
        32 => of_float(floats(f32::from_bits(left as u32), f32::from_bits(right as u32))),
        _ => of_double(doubles(f64::from_bits(left), f64::from_bits(right))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_integers_as_in_java() {
        let to = |number: f64, width| sign_extended(FloatFunction::ToInteger.apply(number.to_bits(), 64, width), width);
        assert_eq!(to(f64::NAN, 32), 0);
        assert_eq!(to(-1.9, 32), -1);
        assert_eq!(to(1e300, 32), i64::from(i32::MAX));
        assert_eq!(to(f64::NEG_INFINITY, 64), i64::MIN);
        let from = FloatFunction::FromInteger.apply(16_777_217, 32, 32);
        assert_eq!(f32::from_bits(from as u32), 16_777_216.0);
    }

    #[test]
    fn a_nan_that_is_computed_is_the_canonical_one() {
        let odd = u64::from(f32::NAN.to_bits()) | 1 << 31 | 5;
        assert_eq!(arithmetic(odd, 0, 32, |a, b| a + b, |a, b| a + b), 0x7fc0_0000);
        assert_eq!(FloatFunction::Resized.apply(odd, 32, 64), 0x7ff8_0000_0000_0000);
        assert!(is_nan(odd, 32) && !is_nan(0x7f80_0000, 32) && !is_nan(0xff80_0000, 32));
    }
}
