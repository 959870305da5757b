//! The operators of two operands, and what they compute.

use crate::bits::{sign_extended, truncated};
use crate::floats::{arithmetic, number};

/// An operator of two operands of one width. Comparisons give one bit, all others the operands' width.
///
/// They are total: what Java throws for is decided before. Division and remainder by zero give what SMT-LIB says (`bvsdiv`, `bvsrem`).
/// Operands of floating-point operators are the bits of an IEEE 754 number, of a `float` with 32 bits and of a `double` with 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// Sum, modulo 2^width. JVMS §6.5.iadd.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Signed quotient, rounded towards zero; `MIN_VALUE / -1` is `MIN_VALUE`. JVMS §6.5.idiv.
    Div,
    /// Signed remainder, with the sign of the dividend. JVMS §6.5.irem.
    Rem,
    /// Shift to the left by the distance modulo the width, which is a power of two. JVMS §6.5.ishl.
    ShiftLeft,
    /// Arithmetic shift to the right, likewise.
    ShiftRight,
    /// Logical shift to the right, likewise.
    UnsignedShiftRight,
    /// Conjunction of bits.
    And,
    /// Disjunction of bits.
    Or,
    /// Exclusive disjunction of bits.
    Xor,
    /// Equality.
    Equal,
    /// Signed comparison.
    SignedLess,
    /// Unsigned comparison.
    UnsignedLess,
    /// Floating-point sum, rounded to nearest, ties to even, as all of these; a NaN is the canonical one. JVMS §6.5.dadd.
    FloatAdd,
    /// Floating-point difference.
    FloatSub,
    /// Floating-point product.
    FloatMul,
    /// Floating-point quotient.
    FloatDiv,
    /// Floating-point equality: NaN equals nothing, 0.0 equals -0.0.
    FloatEqual,
    /// Floating-point comparison: false for NaN.
    FloatLess,
    /// Likewise.
    FloatLessOrEqual,
}

impl Operator {
    /// Those on integers, of any width.
    pub const INTEGERS: [Operator; 14] = [
        Operator::Add,
        Operator::Sub,
        Operator::Mul,
        Operator::Div,
        Operator::Rem,
        Operator::ShiftLeft,
        Operator::ShiftRight,
        Operator::UnsignedShiftRight,
        Operator::And,
        Operator::Or,
        Operator::Xor,
        Operator::Equal,
        Operator::SignedLess,
        Operator::UnsignedLess,
    ];

    /// Those on floating-point numbers.
    pub const FLOATS: [Operator; 7] = [
        Operator::FloatAdd,
        Operator::FloatSub,
        Operator::FloatMul,
        Operator::FloatDiv,
        Operator::FloatEqual,
        Operator::FloatLess,
        Operator::FloatLessOrEqual,
    ];

    /// Whether it gives one bit.
    pub fn compares(self) -> bool {
        matches!(self, Operator::Equal | Operator::SignedLess | Operator::UnsignedLess) || self.compares_floats()
    }

    /// Whether it compares floating-point numbers.
    pub fn compares_floats(self) -> bool {
        matches!(
            self,
            Operator::FloatEqual | Operator::FloatLess | Operator::FloatLessOrEqual
        )
    }

    /// Whether it gives a floating-point number.
    pub fn gives_float(self) -> bool {
        matches!(
            self,
            Operator::FloatAdd | Operator::FloatSub | Operator::FloatMul | Operator::FloatDiv
        )
    }

    /// Whether its operands may be exchanged.
    pub(crate) fn commutes(self) -> bool {
        match self {
            Operator::Add
            | Operator::Mul
            | Operator::And
            | Operator::Or
            | Operator::Xor
            | Operator::Equal
            | Operator::FloatAdd
            | Operator::FloatMul
            | Operator::FloatEqual => true,
            Operator::Sub
            | Operator::Div
            | Operator::Rem
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::UnsignedShiftRight
            | Operator::SignedLess
            | Operator::UnsignedLess
            | Operator::FloatSub
            | Operator::FloatDiv
            | Operator::FloatLess
            | Operator::FloatLessOrEqual => false,
        }
    }

    /// What it computes of two values of so many bits, whose bits above are 0.
    pub fn apply(self, left: u64, right: u64, width: u32) -> u64 {
        let signed = |value: u64| sign_extended(value, width);
        let distance = right % u64::from(width);
        let value = match self {
            Operator::Add => left.wrapping_add(right),
            Operator::Sub => left.wrapping_sub(right),
            Operator::Mul => left.wrapping_mul(right),
            Operator::Div if right == 0 => match signed(left) < 0 {
                true => 1,
                false => u64::MAX,
            },
            Operator::Div => signed(left).wrapping_div(signed(right)) as u64,
            Operator::Rem if right == 0 => left,
            Operator::Rem => signed(left).wrapping_rem(signed(right)) as u64,
            Operator::ShiftLeft => left << distance,
            Operator::ShiftRight => (signed(left) >> distance) as u64,
            Operator::UnsignedShiftRight => left >> distance,
            Operator::And => left & right,
            Operator::Or => left | right,
            Operator::Xor => left ^ right,
            Operator::Equal => u64::from(left == right),
            Operator::SignedLess => u64::from(signed(left) < signed(right)),
            Operator::UnsignedLess => u64::from(left < right),
            Operator::FloatAdd => arithmetic(left, right, width, |a, b| a + b, |a, b| a + b),
            Operator::FloatSub => arithmetic(left, right, width, |a, b| a - b, |a, b| a - b),
            Operator::FloatMul => arithmetic(left, right, width, |a, b| a * b, |a, b| a * b),
            Operator::FloatDiv => arithmetic(left, right, width, |a, b| a / b, |a, b| a / b),
            Operator::FloatEqual => u64::from(number(left, width) == number(right, width)),
            Operator::FloatLess => u64::from(number(left, width) < number(right, width)),
            Operator::FloatLessOrEqual => u64::from(number(left, width) <= number(right, width)),
        };
        truncated(value, if self.compares() { 1 } else { width })
    }
}
