//! Modified UTF-8, the encoding of text in class files (JVMS §4.4.7).
//!
//! Plain UTF-8 is by far the usual case and is borrowed by whoever reads it; this is for the rest:
//! NUL as two bytes, supplementary characters as two surrogates of three bytes, and surrogates alone.

/// Decodes to UTF-16 code units, as Java strings hold them; `None` if the bytes are no modified UTF-8.
///
/// Unpaired surrogates are kept: Java strings may hold them (cafebabe: `LiteralConstant::StringBytes`).
pub fn decode_modified_utf8(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        let (unit, length) = match *rest {
            [] => return Some(units),
            [a @ 0x01..=0x7f, ..] => (u16::from(a), 1),
            [a @ 0xc0..=0xdf, b @ 0x80..=0xbf, ..] => (bits(a, 0x1f) << 6 | bits(b, 0x3f), 2),
            [a @ 0xe0..=0xef, b @ 0x80..=0xbf, c @ 0x80..=0xbf, ..] => {
                (bits(a, 0x0f) << 12 | bits(b, 0x3f) << 6 | bits(c, 0x3f), 3)
            }
            _ => return None,
        };
        units.push(unit);
        rest = &rest[length..];
    }
}

fn bits(byte: u8, mask: u8) -> u16 {
    u16::from(byte & mask)
}

#[cfg(test)]
mod tests {
    use super::decode_modified_utf8;

    #[test]
    fn decodes_what_only_java_writes() {
        assert_eq!(decode_modified_utf8(b"a\xc0\x80b"), Some(vec![97, 0, 98]));
        assert_eq!(decode_modified_utf8("é日".as_bytes()), Some(vec![0xe9, 0x65e5]));
        // A surrogate pair, and one alone.
        assert_eq!(
            decode_modified_utf8(&[0xed, 0xa0, 0x81, 0xed, 0xb0, 0x81]),
            Some(vec![0xd801, 0xdc01])
        );
        assert_eq!(decode_modified_utf8(&[0xed, 0xa0, 0x81]), Some(vec![0xd801]));
    }

    #[test]
    fn refuses_what_is_cut_or_foreign() {
        for bytes in [&[0u8][..], &[0xc0], &[0xe6, 0x97], &[0xf0, 0x9f, 0x98, 0x80], &[0x80]] {
            assert_eq!(decode_modified_utf8(bytes), None, "{bytes:x?}");
        }
    }
}
