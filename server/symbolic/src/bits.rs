//! Values of a width as words.

/// The lowest bits of a value.
pub(crate) fn truncated(value: u64, width: u32) -> u64 {
    value & (u64::MAX >> (64 - width))
}

/// A value of so many bits as a signed number.
pub(crate) fn sign_extended(value: u64, width: u32) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}
