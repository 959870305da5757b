//! Class files with a call before each operation at which the scheduler may switch: for runs on a real JVM.
//!
//! Inserts `invokestatic HOOK ()V` and moves what names places in code: jumps, switches, exception tables, line numbers, local
//! variables and stack maps (JVMS §4.7). The call takes and gives nothing, so every frame stays what it was. All else of the class file
//! stays byte for byte, but for what a JVM never reads: type annotations within code, and attributes of code that are no JVM's.
//!
//! A method that cannot be rewritten stays as it is, and is named.

mod code;
mod moved;
mod places;
mod tables;

use std::collections::BTreeSet;

use crate::error::ClassError;
use crate::guard::pool::{CLASS, INTERFACE_METHOD_REF, METHOD_REF, NAME_AND_TYPE, UTF8};
use crate::guard::{Fault, Guard, Pool, Reader, text};
use crate::parse::refused;

/// A method's name and its descriptor, in modified UTF-8.
pub type MethodName = (Vec<u8>, Vec<u8>);

/// Before which operations calls are inserted.
#[derive(Clone, Debug)]
pub struct SchedulingPoints {
    /// Accesses to fields of classes that are not the JDK's.
    pub fields: bool,
    /// Accesses to elements of arrays.
    pub arrays: bool,
    /// Monitors, waits and notifications, what threads do to each other, what `java.util.concurrent` does, and the first
    /// instruction of a thread, of a task and of a class initialiser.
    pub synchronisation: bool,
    /// Calls of the mutable classes of `java.util`.
    pub collections: bool,
    /// The synchronized methods of the program: a call of one of that name takes a lock.
    pub synchronized_methods: BTreeSet<MethodName>,
}

/// A rewritten class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instrumented {
    /// The class file.
    pub bytes: Vec<u8>,
    /// How many calls were inserted.
    pub points: usize,
    /// The methods that stay as they were although they have places for calls: name with descriptor, and why.
    pub left_alone: Vec<(String, LeftAlone)>,
}

/// Why a method stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftAlone {
    /// Its code would be longer than 65,535 bytes (JVMS §4.7.3).
    TooLong,
    /// A jump would be farther than 16 bits reach.
    FarJump,
    /// Its code or one of its tables is malformed: `java` refuses it as it is.
    Malformed,
    /// The constant pool has no room.
    PoolIsFull,
}

/// Rewrites a class file; `hook` is the internal name of the class and the name of its static method without parameters.
///
/// # Errors
/// The class file is malformed, or newer than [`crate::NEWEST_FEATURE`].
pub fn instrument(bytes: &[u8], hook: (&str, &str), points: &SchedulingPoints) -> Result<Instrumented, ClassError> {
    let guard = Guard::check(bytes).map_err(|refusal| refused(bytes, refusal))?;
    rewrite(bytes, &guard, hook, points).map_err(|fault| refused(bytes, fault.into()))
}

/// The synchronized methods that a class file declares.
///
/// # Errors
/// As [`instrument`].
pub fn synchronized_methods(bytes: &[u8]) -> Result<BTreeSet<MethodName>, ClassError> {
    let guard = Guard::check(bytes).map_err(|refusal| refused(bytes, refusal))?;
    let found = || -> Result<BTreeSet<MethodName>, Fault> {
        let mut reader = members(bytes, &guard)?;
        let mut found = BTreeSet::new();
        for _ in 0..reader.u2()? {
            let method = Method::read(&mut reader)?;
            let name = guard.pool.utf8(method.name).zip(guard.pool.utf8(method.descriptor));
            if method.flags & SYNCHRONIZED != 0 {
                found.extend(name.map(|(name, descriptor)| (name.to_vec(), descriptor.to_vec())));
            }
        }
        Ok(found)
    };
    found().map_err(|fault| refused(bytes, fault.into()))
}

/// The methods that a class file's constants name, as internal name of the class and name.
///
/// # Errors
/// As [`instrument`].
pub fn mentioned_methods(bytes: &[u8]) -> Result<BTreeSet<(String, String)>, ClassError> {
    let guard = Guard::check(bytes).map_err(|refusal| refused(bytes, refusal))?;
    let pool = &guard.pool;
    let methods = (1..pool.len()).filter(|index| matches!(pool.tag(*index), Some(METHOD_REF | INTERFACE_METHOD_REF)));
    let named = methods.filter_map(|index| {
        let (class, name, _) = pool.member(index)?;
        Some((text(class)?, text(name)?))
    });
    Ok(named.collect())
}

const SYNCHRONIZED: u16 = 0x0020;

/// A method's header; its attributes come next.
struct Method {
    flags: u16,
    name: u16,
    descriptor: u16,
}

impl Method {
    /// Reads a whole method.
    fn read(reader: &mut Reader<'_>) -> Result<Method, Fault> {
        let method = Method::header(reader)?;
        skip_attributes(reader)?;
        Ok(method)
    }

    fn header(reader: &mut Reader<'_>) -> Result<Method, Fault> {
        let flags = reader.u2()?;
        let name = reader.u2()?;
        let descriptor = reader.u2()?;
        Ok(Method {
            flags,
            name,
            descriptor,
        })
    }
}

fn skip_attributes(reader: &mut Reader<'_>) -> Result<(), Fault> {
    for _ in 0..reader.u2()? {
        attribute(reader)?;
    }
    Ok(())
}

/// An attribute's name and its body.
fn attribute<'a>(reader: &mut Reader<'a>) -> Result<(u16, Reader<'a>), Fault> {
    let name = reader.u2()?;
    let length = reader.u4()?;
    Ok((name, reader.part(length as usize)?))
}

/// At the number of methods.
fn members<'a>(bytes: &'a [u8], guard: &Guard<'_>) -> Result<Reader<'a>, Fault> {
    let mut reader = Reader::new(bytes);
    reader.skip(guard.pool_end + 6)?; // access flags, this_class, super_class
    let interfaces = reader.u2()?;
    reader.skip(2 * usize::from(interfaces))?;
    for _ in 0..reader.u2()? {
        Method::read(&mut reader)?; // a field has the same form
    }
    Ok(reader)
}

/// Constants behind those of the class file.
struct Appended {
    first: u16,
    bytes: Vec<u8>,
}

/// How many constants the call of the hook needs.
const CONSTANTS: u16 = 6;

impl Appended {
    /// The constants of a call of the hook, and the index of its Methodref; `None` where the pool has no room.
    fn call(pool: &Pool<'_>, (class, method): (&str, &str)) -> Option<(Appended, u16)> {
        let first = pool.len();
        first.checked_add(CONSTANTS)?;
        let mut appended = Appended {
            first,
            bytes: Vec::new(),
        };
        appended.utf8(class);
        appended.pair(CLASS, &[first]);
        appended.utf8(method);
        appended.utf8("()V");
        appended.pair(NAME_AND_TYPE, &[first + 2, first + 3]);
        appended.pair(METHOD_REF, &[first + 1, first + 4]);
        Some((appended, first + 5))
    }

    fn utf8(&mut self, text: &str) {
        self.bytes.push(UTF8);
        self.bytes.extend((text.len() as u16).to_be_bytes());
        self.bytes.extend(text.as_bytes());
    }

    fn pair(&mut self, tag: u8, indices: &[u16]) {
        self.bytes.push(tag);
        self.bytes.extend(indices.iter().flat_map(|index| index.to_be_bytes()));
    }
}

fn rewrite(
    bytes: &[u8],
    guard: &Guard<'_>,
    hook: (&str, &str),
    points: &SchedulingPoints,
) -> Result<Instrumented, Fault> {
    let pool = &guard.pool;
    let call = Appended::call(pool, hook);
    let mut made = Instrumented {
        bytes: Vec::with_capacity(bytes.len() * 2),
        points: 0,
        left_alone: Vec::new(),
    };
    let mut reader = members(bytes, guard)?;
    let methods_at = reader.at();
    if let Some((constants, _)) = &call {
        made.bytes.extend(&bytes[..COUNT_OF_CONSTANTS]);
        made.bytes.extend((constants.first + CONSTANTS).to_be_bytes());
        made.bytes.extend(&bytes[COUNT_OF_CONSTANTS + 2..guard.pool_end]);
        made.bytes.extend(&constants.bytes);
        made.bytes.extend(&bytes[guard.pool_end..methods_at]);
    } else {
        made.bytes.extend(&bytes[..methods_at]);
    }
    let methods = reader.u2()?;
    made.bytes.extend(methods.to_be_bytes());
    for _ in 0..methods {
        method(
            bytes,
            &mut reader,
            pool,
            call.as_ref().map(|(_, call)| *call),
            points,
            &mut made,
        )?;
    }
    made.bytes.extend(&bytes[reader.at()..]);
    Ok(made)
}

/// Where the number of constants is.
const COUNT_OF_CONSTANTS: usize = 8;

fn method(
    bytes: &[u8],
    reader: &mut Reader<'_>,
    pool: &Pool<'_>,
    call: Option<u16>,
    points: &SchedulingPoints,
    made: &mut Instrumented,
) -> Result<(), Fault> {
    let start = reader.at();
    let method = Method::header(reader)?;
    let attributes = reader.u2()?;
    made.bytes.extend(&bytes[start..reader.at()]);
    for _ in 0..attributes {
        let start = reader.at();
        let (name, body) = attribute(reader)?;
        let whole = &bytes[start..reader.at()];
        if pool.utf8(name) != Some(b"Code") {
            made.bytes.extend(whole);
            continue;
        }
        let name_of_method = pool.utf8(method.name).unwrap_or_default();
        match code::rewrite(body, pool, call, |code| {
            places::find(code, name_of_method, pool, points)
        }) {
            Ok(code) => {
                made.points += code.points;
                made.bytes.extend(name.to_be_bytes());
                made.bytes.extend((code.body.len() as u32).to_be_bytes());
                made.bytes.extend(code.body);
            }
            Err(why) => {
                let named = [method.name, method.descriptor].map(|part| pool.utf8(part).unwrap_or_default());
                made.left_alone
                    .push((String::from_utf8_lossy(&named.concat()).into_owned(), why));
                made.bytes.extend(whole);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
