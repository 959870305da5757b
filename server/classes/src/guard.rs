//! One cheap pass over a class file, before cafebabe sees it.
//!
//! cafebabe 0.9.0 trusts its input in places: this pass refuses, by name and offset, whatever would make it
//! panic, overflow its stack, hang, or allocate far more than the file's size. What it lets through may still
//! be refused by cafebabe, with an error. Refused here:
//!
//! - descriptors of NameAndType constants that are not text (cafebabe panics; a cycle of them hangs it);
//! - a long or double at the last index of the pool (an index of 16 bits overflows);
//! - `Code` or `Record` attributes in each other, and annotations nested without end (stack overflow);
//! - counts of more elements than bytes follow, above all those of switches (gigabytes are allocated);
//! - jumps that leave the method by 32-bit offsets (an addition overflows);
//! - method descriptors of more than 255 parameters (a list of parameters for each method);
//! - text that is not plain UTF-8 in thousands of mentions (a copy for each).
//!
//! Not a verifier: types, and the targets of jumps and handlers within the method, are not looked at.

mod attributes;
mod code;
pub(crate) mod pool;
mod reader;

use attributes::Holder;
pub(crate) use code::constants;
pub use code::instruction_starts;
pub(crate) use pool::Pool;
pub(crate) use reader::{Fault, Reader};

const MAGIC: [u8; 4] = [0xca, 0xfe, 0xba, 0xbe];

/// The largest class file that is read. Compilers' largest ones have about 5 MB.
const LARGEST: usize = 16 << 20;

/// How much text cafebabe may copy for one class file.
const MOST_COPIED_BYTES: usize = 256 << 20;

/// How many parameters all methods of a class may have together.
const MOST_PARAMETERS: usize = 1 << 20;

/// A bootstrap argument that is a CONSTANT_Dynamic.
pub(crate) struct DynamicSite {
    /// Offset of the argument's two bytes in the class file.
    pub at: usize,
    pub bootstrap_method: u16,
    pub argument: u16,
    /// Index of the CONSTANT_Dynamic.
    pub constant: u16,
}

/// What the pass found out.
pub(crate) struct Guard<'a> {
    pub pool: Pool<'a>,
    /// Where the pool ends.
    pub pool_end: usize,
    pub this_class: u16,
    pub dynamic_sites: Vec<DynamicSite>,
    /// The first thing wrong with bytecode: cafebabe must not read any.
    pub broken_code: Option<Fault>,
    copied_bytes: usize,
    parameters: usize,
}

/// Why the pass refuses a class file.
pub(crate) enum Refusal {
    Fault(Fault),
    TooNew { major: u16 },
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl<'a> Guard<'a> {
    /// Walks the whole class file.
    pub fn check(bytes: &'a [u8]) -> Result<Self, Refusal> {
        let mut reader = Reader::new(bytes);
        header(bytes, &mut reader)?;
        let pool = Pool::read(bytes, &mut reader)?;
        pool.check()?;
        let pool_end = reader.at();
        reader.skip(2)?; // access flags
        let at = reader.at();
        let this_class = reader.u2()?;
        if pool.class_name(this_class).is_none() {
            return Err(Fault::new(at, "this_class is no class constant").into());
        }
        let mut guard = Guard {
            pool,
            pool_end,
            this_class,
            dynamic_sites: Vec::new(),
            broken_code: None,
            copied_bytes: 0,
            parameters: 0,
        };
        guard.members(&mut reader)?;
        if reader.remaining() > 0 {
            return Err(Fault::new(
                reader.at(),
                format!("{} bytes after the end of the class", reader.remaining()),
            )
            .into());
        }
        Ok(guard)
    }

    fn members(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        self.mention(reader)?; // super_class
        for _ in 0..reader.count(2)? {
            self.mention(reader)?; // an interface
        }
        for _ in 0..reader.count(8)? {
            self.member(reader, Holder::Field)?;
        }
        for _ in 0..reader.count(8)? {
            self.member(reader, Holder::Method)?;
        }
        self.attributes(reader, Holder::Class)
    }

    fn member(&mut self, reader: &mut Reader<'a>, holder: Holder) -> Result<(), Fault> {
        reader.skip(2)?; // access flags
        self.mention(reader)?; // name
        let at = reader.at();
        if holder == Holder::Method {
            let descriptor = reader.clone().u2()?;
            self.parameters += parameters(self.pool.utf8(descriptor).unwrap_or_default(), at)?;
            if self.parameters > MOST_PARAMETERS {
                return Err(Fault::new(
                    at,
                    format!("methods with more than {MOST_PARAMETERS} parameters in all"),
                ));
            }
        }
        self.mention(reader)?; // descriptor
        self.attributes(reader, holder)
    }

    fn charge(&mut self, copied: usize, at: usize) -> Result<(), Fault> {
        self.copied_bytes += copied;
        if self.copied_bytes > MOST_COPIED_BYTES {
            return Err(Fault::new(
                at,
                "long texts with NUL or supplementary characters in too many places",
            ));
        }
        Ok(())
    }
}

fn header(bytes: &[u8], reader: &mut Reader<'_>) -> Result<(), Refusal> {
    if bytes.len() > LARGEST {
        return Err(Fault::new(LARGEST, format!("{} bytes in one class file", bytes.len())).into());
    }
    if reader.take()? != MAGIC {
        return Err(Fault::new(0, "no class file: the magic number 0xCAFEBABE is missing").into());
    }
    let minor = reader.u2()?;
    let major = reader.u2()?;
    if u32::from(major) > crate::NEWEST_FEATURE + 44 {
        return Err(Refusal::TooNew { major });
    }
    // JVMS §4.1: since Java 12 the minor version is 0, or 65535 for preview features.
    if major < 45 || (major >= 56 && minor != 0 && minor != 0xffff) {
        return Err(Fault::new(4, format!("class-file version {major}.{minor} does not exist")).into());
    }
    Ok(())
}

/// The number of parameters in a method descriptor, which need not be well-formed.
fn parameters(descriptor: &[u8], at: usize) -> Result<usize, Fault> {
    let mut count = 0;
    let mut rest = descriptor.iter();
    while let Some(byte) = rest.next() {
        match byte {
            b')' => break,
            b'(' | b'[' => continue,
            b'L' => {
                rest.by_ref().find(|&&byte| byte == b';');
            }
            _ => {}
        }
        count += 1;
    }
    if count > 255 {
        return Err(Fault::new(
            at,
            format!("a method with {count} parameters (255 are allowed)"),
        ));
    }
    Ok(count)
}

/// The internal name of a class file's class, if its constant pool is sound as far as that.
pub(crate) fn class_name(bytes: &[u8]) -> Option<String> {
    let mut reader = Reader::new(bytes.get(..bytes.len().min(LARGEST))?);
    (reader.take().ok()? == MAGIC).then_some(())?;
    reader.skip(4).ok()?; // versions
    let pool = Pool::read(bytes, &mut reader).ok()?;
    reader.skip(2).ok()?; // access flags
    let name = pool.class_name(reader.u2().ok()?)?;
    text(name)
}

/// Text of a constant, if it can be a Rust string.
pub(crate) fn text(bytes: &[u8]) -> Option<String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.to_string()),
        Err(_) => String::from_utf16(&crate::modified_utf8::decode_modified_utf8(bytes)?).ok(),
    }
}

#[cfg(test)]
mod tests;
