//! Rarer things that instructions do to the operands on the stack alone. JVMS §6.5; a long or double takes two slots and
//! lies in the lower one.

use crate::image::code::Op;

/// A conversion from or to a float or double. The new stack pointer.
///
/// Rust's float-to-int `as` saturates and maps NaN to 0, as JVMS §6.5.f2i wants.
pub(super) fn convert(op: Op, stack: &mut [u64], sp: usize) -> usize {
    let wide = matches!(op, Op::L2f | Op::L2d | Op::D2i | Op::D2l | Op::D2f);
    let at = sp - if wide { 2 } else { 1 };
    let value = stack[at];
    let (float, double) = (f32::from_bits(value as u32), f64::from_bits(value));
    let of_float = |v: f32| u64::from(v.to_bits());
    let (result, slots) = match op {
        Op::I2f => (of_float(value as u32 as i32 as f32), 1),
        Op::I2d => (f64::from(value as u32 as i32).to_bits(), 2),
        Op::L2f => (of_float(value as i64 as f32), 1),
        Op::L2d => ((value as i64 as f64).to_bits(), 2),
        Op::F2i => (u64::from(float as i32 as u32), 1),
        Op::F2l => (float as i64 as u64, 2),
        Op::F2d => (f64::from(float).to_bits(), 2),
        Op::D2i => (u64::from(double as i32 as u32), 1),
        Op::D2l => (double as i64 as u64, 2),
        // The caller knows these ten.
        _ => (of_float(double as f32), 1),
    };
    stack[at] = result;
    at + slots
}

/// `dup_x2`, `dup2_x1` or `dup2_x2`. The new stack pointer.
pub(super) fn shuffle(op: Op, stack: &mut [u64], sp: usize) -> usize {
    // So many slots are copied below so many others.
    let (copied, below) = match op {
        Op::DupX2 => (1, 2),
        Op::Dup2X1 => (2, 1),
        // The caller knows these three.
        _ => (2, 2),
    };
    let all = copied + below;
    stack.copy_within(sp - copied..sp, sp);
    stack[sp - all..sp].rotate_right(copied);
    sp + copied
}

/// A comparison of floats or doubles. The new stack pointer.
pub(super) fn compare(op: Op, stack: &mut [u64], sp: usize) -> usize {
    let slots = if matches!(op, Op::Dcmpl | Op::Dcmpg) { 2 } else { 1 };
    let at = sp - 2 * slots;
    let (a, b) = (stack[at], stack[at + slots]);
    let order = if slots == 2 {
        f64::from_bits(a).partial_cmp(&f64::from_bits(b))
    } else {
        f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32))
    };
    let nan = if matches!(op, Op::Fcmpg | Op::Dcmpg) { 1 } else { -1 };
    stack[at] = u64::from(order.map_or(nan, |order| order as i32) as u32);
    at + 1
}

/// A shift of a long. The new stack pointer.
#[inline(always)]
pub(super) fn shift(op: Op, stack: &mut [u64], sp: usize) -> usize {
    let by = stack[sp - 1] as u32;
    let value = stack[sp - 3];
    stack[sp - 3] = match op {
        Op::Lshl => value.wrapping_shl(by),
        Op::Lshr => (value as i64).wrapping_shr(by) as u64,
        // The caller knows these three.
        _ => value.wrapping_shr(by),
    };
    sp - 1
}
