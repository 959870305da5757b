//! Files: the descriptors of standard streams, and a file system in which nothing exists.
//!
//! Programs under test never reach the host's disk. What boot asks of the file system is answered so that it goes on.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, reference};
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
            ("open0", "", no_file),
            // Standard input is empty.
            ("readBytes", "", |_| int(-1)),
            ("read0", "", |_| int(-1)),
            ("available0", "", |_| int(0)),
        ],
    ),
    (
        "java/io/UnixFileSystem",
        &[
            ("canonicalize0", "", |c| reference(c.reference(1))),
            ("getBooleanAttributes0", "", |_| int(0)),
            ("checkAccess", "", |_| boolean(false)),
            ("checkAccess0", "", |_| boolean(false)),
            ("getLength", "", |_| long(0)),
            ("getLength0", "", |_| long(0)),
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
