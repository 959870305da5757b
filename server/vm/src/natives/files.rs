//! Files: the descriptors of standard streams, and a file system in which nothing exists but the JDK's own files.
//!
//! Programs under test never reach the host's disk. The library reads its configuration and data (time zones, security
//! providers) from its own directory; those files can be read, and nothing is ever written.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, reference};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/io/FileDescriptor",
        &[
            ("getHandle", "", |_| long(-1)),
            ("getAppend", "", |_| boolean(false)),
            ("close0", "", nothing),
            ("sync0", "", nothing),
        ],
    ),
    (
        "java/io/FileOutputStream",
        &[
            ("writeBytes", "", write_bytes),
            ("write", "", |c| {
                let byte = c.int(1) as u8;
                write_to(c, vec![byte])
            }),
            ("open0", "", no_file),
        ],
    ),
    (
        "java/io/FileInputStream",
        &[
            ("open0", "", open_jdk_file),
            ("readBytes", "", read_bytes),
            ("read0", "", |c| {
                let byte = take(c, 0, 1)?.first().copied();
                int(byte.map_or(-1, i32::from))
            }),
            ("available0", "", |c| {
                let left = take(c, 0, usize::MAX)?.len();
                let read_back = -(left as i64);
                move_position(c, read_back);
                int(left as i32)
            }),
            ("skip0", "", |c| {
                let count = c.long(1);
                move_position(c, count);
                long(count)
            }),
            ("isRegularFile0", "", |_| boolean(true)),
            ("length0", "", |c| {
                long(open_file(c)?.map_or(0, |file| file.len() as i64))
            }),
            ("position0", "", |c| long(position(c) as i64)),
        ],
    ),
    (
        "java/io/UnixFileSystem",
        &[
            ("canonicalize0", "", |c| reference(c.reference(1))),
            ("getBooleanAttributes0", "", |c| {
                let (exists, regular, directory) = (1, 2, 4);
                int(match file_kind(c) {
                    Some((true, _)) => exists | directory,
                    Some((false, _)) => exists | regular,
                    None => 0,
                })
            }),
            ("checkAccess", "", |_| boolean(false)),
            ("checkAccess0", "", |_| boolean(false)),
            ("getLength", "", |c| {
                long(file_kind(c).map_or(0, |(_, length)| length as i64))
            }),
            ("getLength0", "", |c| {
                long(file_kind(c).map_or(0, |(_, length)| length as i64))
            }),
            ("getLastModifiedTime", "", |_| long(0)),
            ("getLastModifiedTime0", "", |_| long(0)),
        ],
    ),
    (
        "sun/nio/ch/IOUtil",
        &[
            ("initIDs", "", nothing),
            ("iovMax", "", |_| int(1024)),
            ("writevMax", "", |_| long(i64::from(i32::MAX))),
        ],
    ),
    (
        "sun/nio/fs/UnixNativeDispatcher",
        &[
            ("init", "", |_| int(0)),
            ("getcwd", "", |c| {
                let array = c.vm.new_primitive_array(crate::types::Ty::Byte, 1)?;
                c.vm.heap.write(u64::from(array + HEADER) * 8, 0, u64::from(b'/'));
                reference(array)
            }),
        ],
    ),
];

/// Descriptors of files of the JDK count from here; standard streams are 0 to 2.
const FIRST_FILE: u32 = 1000;

/// What a `java.io.File` argument names, if it lies in the JDK: nothing else exists.
fn file_kind(c: &NativeCall<'_>) -> Option<(bool, u64)> {
    let path = c.vm.text(c.vm.field(c.reference(1), "path") as Ref);
    c.vm.image.universe.jdk.file_kind(std::path::Path::new(&path))
}

fn open_jdk_file(c: &mut NativeCall<'_>) -> NativeResult {
    let path = std::path::PathBuf::from(c.vm.text(c.reference(1)));
    let number = match c.vm.image.jdk_files.iter().position(|(known, _)| *known == path) {
        Some(number) => number,
        None => {
            let Some(bytes) = c.vm.image.universe.jdk.read_file(&path) else {
                return no_file(c);
            };
            c.vm.image.jdk_files.push((path, bytes));
            c.vm.image.jdk_files.len() - 1
        }
    };
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    c.vm.set_field(descriptor, "fd", u64::from(FIRST_FILE + number as u32));
    // On this platform the JDK has no use for the handle: it holds the position, which is undone with the object.
    c.vm.set_field(descriptor, "handle", 0);
    Ok(Outcome::Void)
}

/// Contents of the receiver's file; `None` for standard input, which is empty.
fn open_file<'a>(c: &'a NativeCall<'_>) -> Result<Option<&'a [u8]>, VmError> {
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    let number = c.vm.field(descriptor, "fd") as u32;
    if number < FIRST_FILE {
        return Ok(None);
    }
    Ok(c.vm
        .image
        .jdk_files
        .get((number - FIRST_FILE) as usize)
        .map(|(_, bytes)| &bytes[..]))
}

fn position(c: &NativeCall<'_>) -> u64 {
    c.vm.field(c.vm.field(c.reference(0), "fd") as Ref, "handle")
}

fn move_position(c: &mut NativeCall<'_>, by: i64) {
    let to = position(c).saturating_add_signed(by);
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    if c.vm.field(descriptor, "fd") as u32 >= FIRST_FILE {
        c.vm.set_field(descriptor, "handle", to);
    }
}

/// The next bytes of the receiver's file.
fn take(c: &mut NativeCall<'_>, skip: usize, count: usize) -> Result<Vec<u8>, VmError> {
    let at = position(c) as usize + skip;
    let bytes = match open_file(c)? {
        Some(file) => {
            let rest = file.get(at..).unwrap_or_default();
            rest[..rest.len().min(count)].to_vec()
        }
        None => Vec::new(),
    };
    move_position(c, bytes.len() as i64);
    Ok(bytes)
}

fn read_bytes(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, at, count) = (c.reference(1), c.int(2), c.int(3));
    if array == 0 {
        return super::null_pointer();
    }
    if at < 0 || count < 0 || i64::from(at) + i64::from(count) > i64::from(c.vm.heap.length(array)) {
        return Ok(Outcome::Throw("java/lang/IndexOutOfBoundsException", None));
    }
    if count == 0 {
        return int(0);
    }
    let bytes = take(c, 0, count as usize)?;
    let base = u64::from(array + HEADER) * 8 + at as u64;
    for (i, byte) in bytes.iter().enumerate() {
        c.vm.heap.write(base + i as u64, 0, u64::from(*byte));
    }
    int(if bytes.is_empty() { -1 } else { bytes.len() as i32 })
}

fn no_file(c: &mut NativeCall<'_>) -> NativeResult {
    let path = c.text(1);
    Ok(Outcome::Throw(
        "java/io/FileNotFoundException",
        Some(format!("{path} (files are not modelled)")),
    ))
}

fn write_bytes(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, at, count) = (c.reference(1), c.int(2), c.int(3));
    if array == 0 {
        return super::null_pointer();
    }
    let length = c.vm.heap.length(array);
    if at < 0 || count < 0 || i64::from(at) + i64::from(count) > i64::from(length) {
        return Ok(Outcome::Throw("java/lang/IndexOutOfBoundsException", None));
    }
    let base = u64::from(array + HEADER) * 8 + at as u64;
    let bytes = (0..count as u64).map(|i| c.vm.heap.read(base + i, 0) as u8).collect();
    write_to(c, bytes)
}

/// Descriptors 1 and 2 are the path's output; there are no others.
fn write_to(c: &mut NativeCall<'_>, bytes: Vec<u8>) -> NativeResult {
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    let number = if descriptor == 0 {
        0
    } else {
        c.vm.field(descriptor, "fd") as u32 as i32
    };
    match number {
        1 | 2 => {
            c.vm.print(number == 2, bytes);
            Ok(Outcome::Void)
        }
        _ => Ok(Outcome::Throw(
            "java/io/IOException",
            Some("files are not modelled".into()),
        )),
    }
}
