//! File channels: over files in memory (`memfs.rs`), and over those that can only be read, the JDK's own and resources of the
//! class path.

use super::errno::{Done, Errno};
use super::files::{Kind, errno, kind_of, native_path};
use super::memfs::{self, flag};
use super::memfs_peers::{self, input_output, unix};
use super::unsafe_memory::{all_pieces, io_vector, native_slice, native_slice_mut, off_heap};
use super::{NativeCall, NativeResult, Outcome, Row, Touch, boolean, int, long, nothing};
use super::{network, network_peers};
use crate::error::VmError;
use crate::heap::Ref;
use crate::thread::Side;

const FILES: &[Row] = &[
    ("init", "", nothing),
    ("init0", "", nothing),
    // descriptor, address (2 slots), length.
    ("read0", "", |c| {
        if network::is_ours(number(c)) {
            return network_peers::read(c);
        }
        let at = position(c);
        let written = coming(c, at);
        if let Some(park) = first_touched(c, Side::NONE, written)? {
            return Ok(park);
        }
        let count = read(c, at).inspect(|count| set_position(c, at + (*count).max(0) as u64));
        input_output(count, int)
    }),
    // descriptor, address (2 slots), length, position (2 slots).
    ("pread0", "", |c| {
        let at = c.long(4).max(0) as u64;
        let written = coming(c, at);
        if let Some(park) = first_touched(c, Side::NONE, written)? {
            return Ok(park);
        }
        input_output(read(c, at), int)
    }),
    ("write0", "", |c| {
        if network::is_ours(number(c)) {
            return network_peers::write(c);
        }
        let (address, length) = (c.long(1), c.int(3));
        if let Some(park) = first_touched(c, off_heap(address, length.max(0) as u64), Side::NONE)? {
            return Ok(park);
        }
        let written = write(c, None, &[(address, length.max(0) as usize)]);
        input_output(written, |count| int(count as i32))
    }),
    ("pwrite0", "", |c| {
        let read = off_heap(c.long(1), c.int(3).max(0) as u64);
        if let Some(park) = first_touched(c, read, Side::NONE)? {
            return Ok(park);
        }
        let (address, length, at) = (c.long(1), c.int(3), c.long(4).max(0) as usize);
        let written = write(c, Some(at), &[(address, length.max(0) as usize)]);
        input_output(written, |count| int(count as i32))
    }),
    // descriptor, address of pairs of address and length (2 slots), their number.
    ("readv0", "", |c| {
        if network::is_ours(number(c)) {
            return network_peers::read_pieces(c);
        }
        let written = io_vector(c, size(c).saturating_sub(position(c)), true);
        if let Some(park) = touched_or_seen(c, |c| c.touch_pieces(written))? {
            return Ok(park);
        }
        let read = read_pieces(c, &all_pieces(c)?);
        input_output(read, long)
    }),
    ("writev0", "", |c| {
        if network::is_ours(number(c)) {
            return network_peers::write_pieces(c);
        }
        let read = io_vector(c, u64::MAX, false);
        if let Some(park) = touched_or_seen(c, |c| c.touch_pieces(read))? {
            return Ok(park);
        }
        let written = write(c, None, &all_pieces(c)?);
        input_output(written, |count| long(count as i64))
    }),
    ("force0", "", |_| int(0)),
    // descriptor, length (2 slots).
    ("truncate0", "", |c| {
        if let Some(park) = first_seen(c) {
            return Ok(park);
        }
        let length = c.long(1).max(0) as usize;
        let cut = memfs::opened(c.vm, number(c)).and_then(|open| open.resize(c.vm, length));
        input_output(cut, |()| int(0))
    }),
    // Locks are held against other processes; the JDK itself keeps those of this one apart.
    ("lock0", "", |_| int(0)),
    ("release0", "", nothing),
    ("size0", "", |c| {
        if let Some(park) = first_seen(c) {
            return Ok(park);
        }
        long(size(c) as i64)
    }),
    ("available0", "", |c| {
        if let Some(park) = first_seen(c) {
            return Ok(park);
        }
        let left = size(c).saturating_sub(position(c));
        int(left.min(i32::MAX as u64) as i32)
    }),
    // descriptor, offset (2 slots): a negative one only asks.
    ("seek0", "", |c| {
        if let Some(park) = first_seen(c) {
            return Ok(park);
        }
        let to = c.long(1);
        if to >= 0 {
            set_position(c, to as u64);
        }
        long(position(c) as i64)
    }),
    // source, position (2 slots), count (2 slots), target.
    ("transferTo0", "", |c| memfs_peers::transfer(c, 0)),
    // source, target, position in it (2 slots), count (2 slots).
    ("transferFrom0", "", memfs_peers::transfer_from),
    ("isOther0", "", |_| boolean(false)),
    ("allocationGranularity0", "", |_| long(4096)),
    ("closeIntFD", "", |c| {
        let number = c.int(0) as u32;
        memfs_peers::close_number(c, number)
    }),
    ("close0", "", |c| {
        let number = number(c);
        memfs_peers::close_number(c, number)
    }),
    ("preClose0", "", network_peers::close_early),
    ("dup0", "", network_peers::duplicate),
];

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("sun/nio/ch/FileDispatcherImpl", FILES),
    ("sun/nio/ch/UnixFileDispatcherImpl", FILES),
    ("sun/nio/ch/UnixDispatcher", FILES),
    (
        "sun/nio/ch/FileChannelImpl",
        &[
            ("initIDs", "", |_| long(4096)),
            // Up to Java 20: the receiver, then as above.
            ("transferTo0", "", |c| memfs_peers::transfer(c, 1)),
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
            ("configureBlocking", "", network_peers::configure_blocking),
            ("fdLimit", "", |_| int(1024)),
        ],
    ),
    (
        "sun/nio/fs/UnixNativeDispatcher",
        &[
            ("open0", "", open),
            ("close", "", |c| {
                let number = c.int(0) as u32;
                memfs_peers::close_number(c, number)
            }),
            ("close0", "", |c| {
                let number = c.int(0) as u32;
                memfs_peers::close_number(c, number)
            }),
            ("fstat", "", status),
            ("fstat0", "", status),
        ],
    ),
];

/// path (2 slots), flags, mode: outside of the memory for reading only.
fn open(c: &mut NativeCall<'_>) -> NativeResult {
    let path = native_path(c);
    if let Some(path) = memfs::path_of(c.vm, &path) {
        if let Some(park) = memfs::park_at(c, &path) {
            return Ok(park);
        }
        let (flags, mode) = (c.int(2), c.int(3));
        let opened = memfs::open(c.vm, &path, flags, mode);
        return unix(c, opened, |_, number| int(number as i32));
    }
    if c.int(2) & flag::ACCESS != flag::READ_ONLY {
        return Err(memfs_peers::no_write(c, &path));
    }
    match kind_of(c, &path)? {
        Some(Kind::File(_) | Kind::Random) => {}
        Some(Kind::Directory) | None => return errno(c, -(Errno::NoEntry as i32)),
    }
    match super::files::number_of(c, &path)? {
        Some(number) => int(number as i32),
        None => errno(c, -(Errno::NoEntry as i32)),
    }
}

/// descriptor number, attributes.
fn status(c: &mut NativeCall<'_>) -> NativeResult {
    const REGULAR: u64 = 0o100_444;
    let (number, attributes) = (c.int(0) as u32, c.reference(1));
    if memfs::is_ours(number)
        && let Some(park) = memfs::park_first(c)
    {
        return Ok(park);
    }
    if let Ok(open) = memfs::opened(c.vm, number) {
        let path = open.path(c.vm);
        super::files::fill_in(c, open.found(), &path, attributes);
        return Ok(Outcome::Void);
    }
    let length = super::files::contents(c.vm, number).map_or(0, <[u8]>::len);
    c.vm.set_field(attributes, "st_mode", REGULAR);
    c.vm.set_field(attributes, "st_size", length as u64);
    Ok(Outcome::Void)
}

fn number(c: &NativeCall<'_>) -> u32 {
    c.vm.field(c.reference(0), "fd") as u32
}

/// The descriptor is one of a file in memory, or standard input, and others may see what is done with it.
fn first_seen(c: &mut NativeCall<'_>) -> Option<Outcome> {
    let number = number(c);
    super::files::park_at_number(c, number)
}

/// As [`first_seen`], for an operation that reads or writes memory too: both are one step.
fn first_touched(c: &mut NativeCall<'_>, from: Side, to: Side) -> Result<Option<Outcome>, VmError> {
    touched_or_seen(c, |c| Ok(c.touch(from, to)))
}

fn touched_or_seen(
    c: &mut NativeCall<'_>,
    touch: impl FnOnce(&mut NativeCall<'_>) -> Result<Touch, VmError>,
) -> Result<Option<Outcome>, VmError> {
    c.vm.used.input |= number(c) == 0;
    Ok(match touch(c)? {
        Touch::Alone => first_seen(c),
        Touch::Park(park) => Some(park),
        Touch::Granted => None,
    })
}

/// Where a read from a place of the file will put what it finds: descriptor, address (2 slots), length.
fn coming(c: &NativeCall<'_>, at: u64) -> Side {
    let count = c.int(3).max(0) as u64;
    off_heap(c.long(1), count.min(size(c).saturating_sub(at)))
}

fn size(c: &NativeCall<'_>) -> u64 {
    match memfs::opened(c.vm, number(c)) {
        Ok(open) => open.length(c.vm) as u64,
        Err(_) => super::files::contents(c.vm, number(c)).map_or(0, <[u8]>::len) as u64,
    }
}

fn position(c: &NativeCall<'_>) -> u64 {
    match memfs::opened(c.vm, number(c)) {
        Ok(open) => open.position(c.vm) as u64,
        Err(_) => c.vm.field(c.reference(0) as Ref, crate::hidden_fields::POSITION),
    }
}

fn set_position(c: &mut NativeCall<'_>, to: u64) {
    match memfs::opened(c.vm, number(c)) {
        Ok(open) => open.set_position(c.vm, to as usize),
        Err(_) => {
            let descriptor = c.reference(0);
            c.vm.set_field(descriptor, crate::hidden_fields::POSITION, to);
        }
    }
}

/// Copies bytes to off-heap memory; -1 at the end.
fn read(c: &mut NativeCall<'_>, at: u64) -> Done<i32> {
    let (address, length) = (c.long(1), c.int(3).max(0) as usize);
    let bytes = memfs_peers::read_number(c, number(c), at as usize, length)?;
    if bytes.is_empty() {
        return Ok(if length == 0 { 0 } else { -1 });
    }
    native_slice_mut(c.vm, address, bytes.len())?.copy_from_slice(&bytes);
    Ok(bytes.len() as i32)
}

fn read_pieces(c: &mut NativeCall<'_>, pieces: &[(i64, usize)]) -> Done<i64> {
    let (at, all) = (position(c), pieces.iter().map(|(_, length)| length).sum());
    let bytes = memfs_peers::read_number(c, number(c), at as usize, all)?;
    set_position(c, at + bytes.len() as u64);
    let mut rest = bytes.as_slice();
    for (address, length) in pieces {
        let (piece, later) = rest.split_at(rest.len().min(*length));
        native_slice_mut(c.vm, *address, piece.len())?.copy_from_slice(piece);
        rest = later;
    }
    Ok(if bytes.is_empty() && all > 0 {
        -1
    } else {
        bytes.len() as i64
    })
}

/// Writes pieces of off-heap memory, at a place or where the file is.
fn write(c: &mut NativeCall<'_>, at: Option<usize>, pieces: &[(i64, usize)]) -> Done<usize> {
    let mut bytes = Vec::new();
    for (address, length) in pieces {
        bytes.extend_from_slice(native_slice(c.vm, *address, *length)?);
    }
    let open = memfs::opened(c.vm, number(c))?;
    match at {
        Some(at) => open.write(c.vm, at, &bytes)?,
        None => open.write_on(c.vm, &bytes)?,
    }
    Ok(bytes.len())
}
