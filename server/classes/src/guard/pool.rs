//! The constant pool, as far as the guard needs it: where each entry is, and what is safe to hand on.

use super::reader::{Fault, Reader};
use crate::modified_utf8::decode_modified_utf8;

pub(crate) const UTF8: u8 = 1;
pub(crate) const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
pub(crate) const LONG: u8 = 5;
pub(crate) const DOUBLE: u8 = 6;
pub(crate) const CLASS: u8 = 7;
pub(crate) const STRING: u8 = 8;
pub(crate) const FIELD_REF: u8 = 9;
pub(crate) const METHOD_REF: u8 = 10;
pub(crate) const INTERFACE_METHOD_REF: u8 = 11;
pub(crate) const NAME_AND_TYPE: u8 = 12;
pub(crate) const METHOD_HANDLE: u8 = 15;
pub(crate) const METHOD_TYPE: u8 = 16;
pub(crate) const DYNAMIC: u8 = 17;
pub(crate) const INVOKE_DYNAMIC: u8 = 18;
const MODULE: u8 = 19;
const PACKAGE: u8 = 20;

/// Set in an entry's offset if cafebabe copies its text at every mention, as it is not plain UTF-8.
const COPIED: u32 = 1 << 31;

/// How many bytes of descriptors cafebabe may parse on behalf of constants.
/// Far above any compiler's output; it stops 65,000 constants that share one descriptor of 65,000 bytes.
const MOST_DESCRIPTOR_BYTES: usize = 64 << 20;

/// Offsets of the constants; the bytes behind each one are known to be inside the class file.
pub(crate) struct Pool<'a> {
    bytes: &'a [u8],
    /// Offset of each constant's tag; 0 for index 0 and for the upper halves of longs and doubles.
    offsets: Vec<u32>,
    /// Whether any text is copied at every mention.
    pub copies: bool,
}

impl<'a> Pool<'a> {
    /// Reads the pool's entries without following their references.
    pub fn read(bytes: &'a [u8], reader: &mut Reader<'a>) -> Result<Self, Fault> {
        let count = reader.u2()?;
        // The least constant has three bytes: what the count claims beyond that is not allocated.
        let mut offsets = Vec::with_capacity(usize::from(count).min(2 + reader.remaining() / 2));
        let mut copies = false;
        offsets.push(0);
        while offsets.len() < usize::from(count) {
            let at = reader.at();
            let mut offset = at as u32; // a class file is smaller than 2^31 bytes: checked by the caller
            match reader.u1()? {
                UTF8 => {
                    let length = reader.u2()?;
                    let text = reader.skip(usize::from(length))?;
                    if !text.is_ascii() && std::str::from_utf8(text).is_err() {
                        offset |= COPIED;
                        copies = true;
                    }
                }
                INTEGER | FLOAT | FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF | NAME_AND_TYPE | DYNAMIC
                | INVOKE_DYNAMIC => {
                    reader.skip(4)?;
                }
                LONG | DOUBLE => {
                    reader.skip(8)?;
                    offsets.push(offset);
                    // JVMS §4.4.5: they take two indices, and the second must be usable too.
                    if offsets.len() >= usize::from(count) {
                        return Err(Fault::new(at, "a long or double constant at the last index"));
                    }
                    offset = 0;
                }
                CLASS | STRING | METHOD_TYPE | MODULE | PACKAGE => {
                    reader.skip(2)?;
                }
                METHOD_HANDLE => {
                    reader.skip(3)?;
                }
                tag => return Err(Fault::new(at, format!("unknown constant of kind {tag}"))),
            }
            offsets.push(offset);
        }
        Ok(Self { bytes, offsets, copies })
    }

    /// Refuses references that cafebabe follows without looking.
    pub fn check(&self) -> Result<(), Fault> {
        let mut descriptor_bytes = 0;
        for index in 1..self.offsets.len() as u16 {
            match self.tag(index) {
                Some(NAME_AND_TYPE) => {
                    let readable = |nth| self.utf8(self.u2(index, nth)).is_some_and(is_text);
                    if !readable(0) || !readable(1) {
                        let problem = format!("constant {index} names something that is not text");
                        return Err(Fault::new(self.offset(index), problem));
                    }
                }
                Some(FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF | DYNAMIC | INVOKE_DYNAMIC) => {
                    descriptor_bytes += self.descriptor(self.u2(index, 1)).map_or(0, <[u8]>::len);
                }
                Some(CLASS | METHOD_TYPE) => {
                    descriptor_bytes += self.utf8(self.u2(index, 0)).map_or(0, <[u8]>::len);
                }
                Some(_) | None => {}
            }
        }
        if descriptor_bytes > MOST_DESCRIPTOR_BYTES {
            return Err(Fault::new(10, "constants with absurdly long descriptors"));
        }
        Ok(())
    }

    /// How many indices there are, 0 included.
    pub fn len(&self) -> u16 {
        self.offsets.len() as u16
    }

    /// The bytes of a constant, its tag first.
    pub fn constant(&self, index: u16) -> Option<&'a [u8]> {
        let length = match self.tag(index)? {
            UTF8 => 3 + usize::from(self.u2(index, 0)),
            LONG | DOUBLE => 9,
            CLASS | STRING | METHOD_TYPE | MODULE | PACKAGE => 3,
            METHOD_HANDLE => 4,
            _ => 5,
        };
        self.bytes.get(self.offset(index)..self.offset(index) + length)
    }

    /// Where a constant's tag is.
    pub fn place(&self, index: u16) -> usize {
        self.offset(index)
    }

    /// The constant's kind; `None` for an index that is no constant.
    #[inline]
    pub fn tag(&self, index: u16) -> Option<u8> {
        match self.offset(index) {
            0 => None,
            offset => self.bytes.get(offset).copied(),
        }
    }

    /// The bytes of a Utf8 constant.
    #[inline]
    pub fn utf8(&self, index: u16) -> Option<&'a [u8]> {
        if self.tag(index)? != UTF8 {
            return None;
        }
        let start = self.offset(index) + 3;
        self.bytes.get(start..start + usize::from(self.u2(index, 0)))
    }

    /// The name of a Class constant.
    pub fn class_name(&self, index: u16) -> Option<&'a [u8]> {
        (self.tag(index)? == CLASS)
            .then(|| self.u2(index, 0))
            .and_then(|name| self.utf8(name))
    }

    /// For a Dynamic constant: its bootstrap method, name and descriptor.
    pub fn dynamic(&self, index: u16) -> Option<(u16, &'a [u8], &'a [u8])> {
        if self.tag(index)? != DYNAMIC {
            return None;
        }
        let member = self.u2(index, 1);
        (self.tag(member)? == NAME_AND_TYPE).then_some(())?;
        Some((
            self.u2(index, 0),
            self.utf8(self.u2(member, 0))?,
            self.utf8(self.u2(member, 1))?,
        ))
    }

    /// For a Fieldref or Methodref constant: its class, name and descriptor.
    pub fn member(&self, index: u16) -> Option<(&'a [u8], &'a [u8], &'a [u8])> {
        let (FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF) = self.tag(index)? else {
            return None;
        };
        let class = self.class_name(self.u2(index, 0))?;
        let member = self.u2(index, 1);
        Some((class, self.name(member)?, self.descriptor(member)?))
    }

    /// How many bytes cafebabe copies for one mention of this constant.
    pub fn copied_bytes(&self, index: u16) -> usize {
        self.copied_bytes_within(index, 4)
    }

    // The longest chain is MethodHandle, Methodref, NameAndType, Utf8; `depth` ends longer, cyclic ones.
    fn copied_bytes_within(&self, index: u16, depth: u8) -> usize {
        let nth = |nth| {
            if depth == 0 {
                0
            } else {
                self.copied_bytes_within(self.u2(index, nth), depth - 1)
            }
        };
        match self.tag(index) {
            Some(UTF8) if self.is_copied(index) => usize::from(self.u2(index, 0)),
            Some(CLASS | STRING | METHOD_TYPE | MODULE | PACKAGE) => nth(0),
            Some(DYNAMIC | INVOKE_DYNAMIC) => nth(1),
            Some(FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF | NAME_AND_TYPE) => nth(0) + nth(1),
            Some(METHOD_HANDLE) if depth > 0 => {
                let at = self.offset(index) + 2;
                let target = self
                    .bytes
                    .get(at..at + 2)
                    .map_or(0, |pair| u16::from_be_bytes([pair[0], pair[1]]));
                self.copied_bytes_within(target, depth - 1)
            }
            Some(_) | None => 0,
        }
    }

    fn name(&self, name_and_type: u16) -> Option<&'a [u8]> {
        (self.tag(name_and_type)? == NAME_AND_TYPE)
            .then(|| self.u2(name_and_type, 0))
            .and_then(|at| self.utf8(at))
    }

    fn descriptor(&self, name_and_type: u16) -> Option<&'a [u8]> {
        (self.tag(name_and_type)? == NAME_AND_TYPE)
            .then(|| self.u2(name_and_type, 1))
            .and_then(|at| self.utf8(at))
    }

    #[inline]
    fn offset(&self, index: u16) -> usize {
        self.offsets
            .get(usize::from(index))
            .map_or(0, |offset| (offset & !COPIED) as usize)
    }

    fn is_copied(&self, index: u16) -> bool {
        self.offsets
            .get(usize::from(index))
            .is_some_and(|offset| offset & COPIED != 0)
    }

    /// The `nth` two bytes after the constant's tag. `read` has made sure that they exist.
    #[inline]
    fn u2(&self, index: u16, nth: usize) -> u16 {
        let start = self.offset(index) + 1 + 2 * nth;
        self.bytes
            .get(start..start + 2)
            .map_or(0, |pair| u16::from_be_bytes([pair[0], pair[1]]))
    }
}

/// Whether cafebabe takes the bytes for text rather than for "raw bytes", which only strings may be.
fn is_text(bytes: &[u8]) -> bool {
    bytes.is_ascii()
        || std::str::from_utf8(bytes).is_ok()
        || (shortest_form(bytes)
            && decode_modified_utf8(bytes).is_some_and(|units| char::decode_utf16(units).all(|c| c.is_ok())))
}

/// Whether no character is written longer than it needs (but for NUL, which must be).
fn shortest_form(bytes: &[u8]) -> bool {
    bytes.windows(2).all(|pair| match *pair {
        [0xc0, second] => second == 0x80,
        [0xc1, _] => false,
        [0xe0, second] => second >= 0xa0,
        _ => true,
    })
}
