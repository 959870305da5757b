//! Resources of images made with `jlink --compress`: zip, and shared strings ("compact-cp").
//!
//! A compressed resource begins with a header that names its decompressor; what comes out may begin with a
//! header again. Follows OpenJDK's `imageDecompressor.cpp`.

use std::io::Read;

use flate2::read::ZlibDecoder;

const HEADER_MAGIC: u32 = 0xcafe_fafa;
const HEADER_BYTES: usize = 29;

/// The largest resource that is decompressed. The largest in a JDK has about 10 MB.
const LARGEST: u64 = 256 << 20;

/// jlink stacks two at most; a damaged file must not go on forever.
const MOST_LAYERS: usize = 8;

/// Undoes all layers of compression. `string` looks into the image's string table.
pub(super) fn resource(
    stored: &[u8],
    uncompressed: u64,
    string: impl Fn(u32) -> Option<&'static str>,
) -> Result<Vec<u8>, String> {
    let mut content = stored.to_vec();
    for _ in 0..MOST_LAYERS {
        let Some(header) = Header::read(&content) else {
            return if content.len() as u64 == uncompressed {
                Ok(content)
            } else {
                Err(format!(
                    "{} bytes came out of decompression, not {uncompressed}",
                    content.len()
                ))
            };
        };
        let end = HEADER_BYTES.saturating_add(usize::try_from(header.compressed).unwrap_or(usize::MAX));
        let compressed = content
            .get(HEADER_BYTES..end)
            .ok_or("the compressed resource is cut off")?;
        if header.uncompressed > LARGEST {
            return Err(format!("a resource of {} bytes", header.uncompressed));
        }
        content = match string(header.decompressor) {
            Some("zip") => inflate(compressed, header.uncompressed)?,
            Some("compact-cp") => expand(compressed, header.uncompressed, &string).ok_or("damaged shared strings")?,
            Some(other) => return Err(format!("its compression {other:?} is unknown")),
            None => return Err("its compression has no name".to_string()),
        };
        if content.len() as u64 != header.uncompressed {
            return Err(format!(
                "{} bytes came out of decompression, not {}",
                content.len(),
                header.uncompressed
            ));
        }
    }
    Err(format!("more than {MOST_LAYERS} layers of compression"))
}

/// In front of each compressed layer.
struct Header {
    /// Bytes after the header.
    compressed: u64,
    uncompressed: u64,
    /// Offset of the decompressor's name in the string table.
    decompressor: u32,
}

impl Header {
    fn read(content: &[u8]) -> Option<Self> {
        let header = content.get(..HEADER_BYTES)?;
        let u4 = |at: usize| header.get(at..)?.first_chunk().map(|chunk| u32::from_ne_bytes(*chunk));
        let u8 = |at: usize| header.get(at..)?.first_chunk().map(|chunk| u64::from_ne_bytes(*chunk));
        (u4(0)? == HEADER_MAGIC).then_some(())?;
        // Behind the name come the offset of a configuration and a mark at the last layer: both unused.
        Some(Self {
            compressed: u8(4)?,
            uncompressed: u8(12)?,
            decompressor: u4(20)?,
        })
    }
}

/// Undoes zlib compression of a resource whose length is not known; `None` if it is damaged or longer than 256 MiB.
pub fn inflate_resource(compressed: &[u8]) -> Option<Vec<u8>> {
    const LONGEST: u64 = 256 << 20;
    let mut bytes = Vec::new();
    let mut decoder = ZlibDecoder::new(compressed).take(LONGEST + 1);
    decoder.read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LONGEST).then_some(bytes)
}

fn inflate(compressed: &[u8], uncompressed: u64) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    // One byte more than promised, so that a wrong promise shows.
    let mut decoder = ZlibDecoder::new(compressed).take(uncompressed + 1);
    decoder
        .read_to_end(&mut content)
        .map_err(|error| format!("damaged zip data: {error}"))?;
    Ok(content)
}

/// A text of the constant pool that is in the string table.
const EXTERNAL_STRING: u8 = 23;
/// A descriptor whose class names stand in the string table.
const EXTERNAL_DESCRIPTOR: u8 = 25;

/// Restores a class file whose constant pool shares strings with the whole image.
fn expand(compressed: &[u8], uncompressed: u64, string: impl Fn(u32) -> Option<&'static str>) -> Option<Vec<u8>> {
    // A shared string can be longer than its mention: never more than promised is written, so memory is bounded.
    let limit = usize::try_from(uncompressed).ok()?;
    let mut class = Vec::with_capacity(limit);
    let mut input = Input { rest: compressed };
    class.extend(input.take(8)?); // magic and version
    let count_bytes = input.take(2)?;
    class.extend(count_bytes);
    let count = u16::from_be_bytes([count_bytes[0], count_bytes[1]]);
    let mut index = 1;
    while index < count {
        let tag = input.u1()?;
        match tag {
            EXTERNAL_STRING => push_utf8(&mut class, string(input.number()?)?.as_bytes())?,
            EXTERNAL_DESCRIPTOR => {
                let pattern = string(input.number()?)?;
                let names_bytes = input.number()? as usize;
                let names = Input {
                    rest: input.take(names_bytes)?,
                };
                push_utf8(&mut class, &descriptor(pattern, names, &string)?)?;
            }
            1 => {
                let length = *input.rest.first_chunk::<2>()?;
                class.push(tag);
                class.extend(input.take(2 + usize::from(u16::from_be_bytes(length)))?);
            }
            _ => {
                class.push(tag);
                class.extend(input.take(constant_bytes(tag)?)?);
            }
        }
        if class.len() > limit {
            return None;
        }
        // Longs and doubles take two indices.
        index = index.checked_add(if matches!(tag, 5 | 6) { 2 } else { 1 })?;
    }
    class.extend(input.rest);
    Some(class)
}

/// The bytes after the tag of a constant other than text. JVMS §4.4.
fn constant_bytes(tag: u8) -> Option<usize> {
    match tag {
        7 | 8 | 16 | 19 | 20 => Some(2),
        15 => Some(3),
        3 | 4 | 9..=12 | 17 | 18 => Some(4),
        5 | 6 => Some(8),
        _ => None,
    }
}

/// `(L;I)V` with the names `java/lang`, `String` is `(Ljava/lang/String;I)V`.
fn descriptor(pattern: &str, mut names: Input<'_>, string: impl Fn(u32) -> Option<&'static str>) -> Option<Vec<u8>> {
    if names.rest.is_empty() {
        return Some(pattern.as_bytes().to_vec());
    }
    let mut text = Vec::with_capacity(2 * pattern.len());
    for byte in pattern.bytes() {
        text.push(byte);
        if byte == b'L' {
            let package = string(names.number()?)?;
            if !package.is_empty() {
                text.extend(package.as_bytes());
                text.push(b'/');
            }
            text.extend(string(names.number()?)?.as_bytes());
        }
        // A constant has no more bytes than that; more names would only grow a lie.
        (text.len() <= usize::from(u16::MAX)).then_some(())?;
    }
    Some(text)
}

fn push_utf8(class: &mut Vec<u8>, text: &[u8]) -> Option<()> {
    class.push(1);
    class.extend(u16::try_from(text.len()).ok()?.to_be_bytes());
    class.extend(text);
    Some(())
}

struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn u1(&mut self) -> Option<u8> {
        self.take(1).map(|taken| taken[0])
    }

    /// An unsigned number of one to four bytes: if the first bit is set, the next two say how many.
    fn number(&mut self) -> Option<u32> {
        let first = *self.rest.first()?;
        let (length, cleared) = if first & 0x80 == 0 {
            (4, first)
        } else {
            (usize::from(first >> 5 & 3), first & 0x1f)
        };
        let bytes = self.take(length.max(1))?;
        Some(
            bytes
                .iter()
                .skip(1)
                .fold(u32::from(cleared), |number, &byte| number << 8 | u32::from(byte)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(offset: u32) -> Option<&'static str> {
        ["zip", "compact-cp", "java/lang", "String", "(L;I)V", ""]
            .get(offset as usize)
            .copied()
    }

    fn layer(decompressor: u32, uncompressed: usize, content: &[u8]) -> Vec<u8> {
        let mut layer = HEADER_MAGIC.to_ne_bytes().to_vec();
        layer.extend((content.len() as u64).to_ne_bytes());
        layer.extend((uncompressed as u64).to_ne_bytes());
        layer.extend(decompressor.to_ne_bytes());
        layer.extend([0; 5]);
        layer.extend(content);
        layer
    }

    fn zip(content: &[u8]) -> Vec<u8> {
        let mut zipped = Vec::new();
        let mut encoder = flate2::read::ZlibEncoder::new(content, flate2::Compression::best());
        encoder.read_to_end(&mut zipped).unwrap();
        zipped
    }

    #[test]
    fn zip_over_shared_strings() {
        let shared =
            b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x06\x17\xa3\x19\xa4\xa2\xa2\xa3\x05--------\x01\0\x01X-rest".to_vec();
        let expected =
            b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x06\x01\0\x06String\x01\0\x16(Ljava/lang/String;I)V\x05--------\x01\0\x01X-rest";
        let expected = expected.to_vec();
        let inner = layer(1, expected.len(), &shared);
        let outer = layer(0, inner.len(), &zip(&inner));
        assert_eq!(resource(&outer, expected.len() as u64, strings).unwrap(), expected);
        for length in 0..outer.len() {
            assert!(resource(&outer[..length], expected.len() as u64, strings).is_err());
        }
    }

    #[test]
    fn lies_are_errors() {
        let zipped = zip(&[7; 100]);
        assert!(resource(&layer(0, 99, &zipped), 99, strings).is_err());
        assert!(resource(&layer(0, 101, &zipped), 101, strings).is_err());
        assert!(resource(&layer(0, 100, &zipped), 99, strings).is_err());
        assert!(
            resource(&layer(3, 100, &zipped), 100, strings)
                .unwrap_err()
                .contains("\"String\" is unknown")
        );
        assert!(resource(&layer(9, 100, &zipped), 100, strings).is_err());
        assert!(resource(&layer(0, usize::MAX, &zipped), 100, strings).is_err());
        assert_eq!(resource(&layer(0, 100, &zipped), 100, strings).unwrap(), [7; 100]);
    }
}
