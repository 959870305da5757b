//! File channels, over the few files that can be read: the JDK's own, and resources of the class path.

use super::files::{Kind, errno, kind_of, native_path};
use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing};
use crate::error::VmError;
use crate::heap::Ref;

const FILES: &[Row] = &[
    ("init", "", nothing),
    ("init0", "", nothing),
    // descriptor, address (2 slots), length.
    ("read0", "", |c| {
        let at = position(c);
        let count = read(c, at)?;
        set_position(c, at + count.max(0) as u64);
        int(count)
    }),
    // descriptor, address (2 slots), length, position (2 slots).
    ("pread0", "", |c| {
        let at = c.long(4).max(0) as u64;
        int(read(c, at)?)
    }),
    ("size0", "", |c| {
        let length = bytes_of(c).map_or(0, <[u8]>::len);
        long(length as i64)
    }),
    ("available0", "", |c| {
        let length = bytes_of(c).map_or(0, <[u8]>::len);
        int((length as u64).saturating_sub(position(c)) as i32)
    }),
    // descriptor, offset (2 slots): a negative one only asks.
    ("seek0", "", |c| {
        let to = c.long(1);
        if to >= 0 {
            set_position(c, to as u64);
        }
        long(position(c) as i64)
    }),
    ("isOther0", "", |_| boolean(false)),
    ("allocationGranularity0", "", |_| long(4096)),
    ("closeIntFD", "", nothing),
    ("close0", "", nothing),
    ("preClose0", "", nothing),
];

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("sun/nio/ch/FileDispatcherImpl", FILES),
    ("sun/nio/ch/UnixFileDispatcherImpl", FILES),
    ("sun/nio/ch/UnixDispatcher", FILES),
    (
        "sun/nio/ch/FileChannelImpl",
        &[
            ("initIDs", "", |_| long(4096)),
            ("maxDirectTransferSize0", "", |_| int(0x7fff_f000)),
        ],
    ),
    (
        "sun/nio/ch/NativeThread",
        &[
            ("init", "", nothing),
            ("current", "", |_| long(1)),
            ("current0", "", |_| long(1)),
            ("signal", "", nothing),
            ("signal0", "", nothing),
            ("supportPendingSignals0", "", |_| boolean(false)),
        ],
    ),
    (
        "sun/nio/ch/IOUtil",
        &[
            ("fdVal", "", |c| int(c.vm.field(c.reference(0), "fd") as u32 as i32)),
            ("setfdVal", "", |c| {
                let (descriptor, number) = (c.reference(0), c.int(1));
                c.vm.set_field(descriptor, "fd", u64::from(number as u32));
                Ok(Outcome::Void)
            }),
            ("configureBlocking", "", nothing),
            ("fdLimit", "", |_| int(1024)),
        ],
    ),
    (
        "sun/nio/fs/UnixNativeDispatcher",
        &[
            ("open0", "", open),
            ("close0", "", nothing),
            ("fstat", "", status),
            ("fstat0", "", status),
        ],
    ),
];

/// path (2 slots), flags, mode: for reading only.
fn open(c: &mut NativeCall<'_>) -> NativeResult {
    const ACCESS: i32 = 3;
    const NO_ENTRY: i32 = 2;
    let path = native_path(c);
    if c.int(2) & ACCESS != 0 {
        return Err(VmError::NotModelled(format!(
            "files are not modelled: writing {path}, called at {}; this path was not checked. Write to memory instead",
            c.vm.user_place(c.thread)
        )));
    }
    match kind_of(c, &path)? {
        Some(Kind::File(_) | Kind::Random) => {}
        Some(Kind::Directory) | None => return errno(c, -NO_ENTRY),
    }
    match super::files::number_of(c, &path)? {
        Some(number) => int(number as i32),
        None => errno(c, -NO_ENTRY),
    }
}

/// descriptor number, attributes.
fn status(c: &mut NativeCall<'_>) -> NativeResult {
    const REGULAR: u64 = 0o100_444;
    let (number, attributes) = (c.int(0) as u32, c.reference(1));
    let length = super::files::contents(c.vm, number).map_or(0, <[u8]>::len);
    c.vm.set_field(attributes, "st_mode", REGULAR);
    c.vm.set_field(attributes, "st_size", length as u64);
    Ok(Outcome::Void)
}

fn bytes_of<'a>(c: &'a NativeCall<'_>) -> Option<&'a [u8]> {
    super::files::contents(c.vm, c.vm.field(c.reference(0), "fd") as u32)
}

fn position(c: &NativeCall<'_>) -> u64 {
    c.vm.field(c.reference(0) as Ref, super::files::POSITION)
}

fn set_position(c: &mut NativeCall<'_>, to: u64) {
    let descriptor = c.reference(0);
    c.vm.set_field(descriptor, super::files::POSITION, to);
}

/// Copies bytes to off-heap memory; -1 at the end.
fn read(c: &mut NativeCall<'_>, at: u64) -> Result<i32, VmError> {
    let (address, length) = (c.long(1), c.int(3).max(0) as usize);
    let rest = bytes_of(c)
        .and_then(|bytes| bytes.get(at as usize..))
        .unwrap_or_default();
    let bytes = rest[..rest.len().min(length)].to_vec();
    if bytes.is_empty() {
        return Ok(if length == 0 { 0 } else { -1 });
    }
    super::unsafe_memory::native_slice_mut(c.vm, address, bytes.len())?.copy_from_slice(&bytes);
    Ok(bytes.len() as i32)
}
