//! Content hashes that stay the same on every platform and in every release.
//!
//! Not cryptographic: it distinguishes builds, it does not resist forgery.

/// FNV-1a, 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv). Trails and cached results hold these values,
/// so the function must never change.
pub fn content_hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::content_hash;

    #[test]
    fn published_test_vectors() {
        assert_eq!(content_hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(content_hash(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(content_hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
