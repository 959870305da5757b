//! What the JDK asks of a file system, answered by the one in memory (`memfs.rs`): `java.io`'s and `java.nio.file`'s natives
//! of all releases. What has no row here (links, attributes of users, maps, watches) stays not modelled, by name.

use super::errno::{Done, Errno, Trouble};
use super::files::{self, elsewhere, errno, native_path};
use super::memfs::{self, Remove, flag};
use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, null_pointer, reference};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};

/// Permissions of what is made without saying which.
const PLAIN: i32 = 0o666;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    ("java/io/UnixFileSystem", FILE_SYSTEM),
    ("java/io/RandomAccessFile", RANDOM_ACCESS),
    ("sun/nio/fs/UnixNativeDispatcher", DISPATCHER),
    ("sun/nio/fs/LinuxNativeDispatcher", LINUX),
    ("sun/nio/fs/UnixCopyFile", COPY),
    ("sun/nio/fs/UnixFileSystem", COPY),
    ("sun/nio/ch/FileKey", &[("init", "", file_key)]),
];

// --- java.io.File ---

const FILE_SYSTEM: &[Row] = &[
    ("createFileExclusively", "", create_exclusively),
    ("createFileExclusively0", "", create_exclusively),
    ("createDirectory", "", make_directory),
    ("createDirectory0", "", make_directory),
    ("delete0", "", delete),
    ("list", "", list),
    ("list0", "", list),
    ("rename0", "", |c| {
        let (Some(from), Some(to)) = (file_path(c, 1), file_path(c, 2)) else {
            return Err(outside(c, &[1, 2]));
        };
        done(c, &[&from, &to], |c| memfs::rename(c.vm, &from, &to))
    }),
    ("setLastModifiedTime", "", set_modified),
    ("setLastModifiedTime0", "", set_modified),
    ("setReadOnly", "", |c| change_mode(c, |mode| mode & !0o222)),
    ("setReadOnly0", "", |c| change_mode(c, |mode| mode & !0o222)),
    ("setPermission", "", set_permission),
    ("setPermission0", "", set_permission),
    ("getNameMax0", "", |_| long(255)),
];

/// The path of a `java.io.File` argument, if it is in memory.
pub(super) fn file_path(c: &NativeCall<'_>, index: u32) -> Option<String> {
    memfs::path_of(c.vm, &file_text(c, index))
}

fn file_text(c: &NativeCall<'_>, index: u32) -> String {
    match c.reference(index) {
        0 => String::new(),
        file => c.vm.text(c.vm.field(file, "path") as Ref),
    }
}

/// The first of these arguments that is a file elsewhere.
fn outside(c: &NativeCall<'_>, arguments: &[u32]) -> VmError {
    let texts = arguments.iter().map(|index| file_text(c, *index));
    let text = texts.into_iter().find(|text| memfs::path_of(c.vm, text).is_none());
    elsewhere(c, &text.unwrap_or_default())
}

/// An operation on paths that answers whether it was done.
fn done(c: &mut NativeCall<'_>, paths: &[&str], run: impl FnOnce(&mut NativeCall<'_>) -> Done<()>) -> NativeResult {
    paths.iter().for_each(|path| memfs::note(c.vm, path));
    if let Some(park) = memfs::park_first(c) {
        return Ok(park);
    }
    match run(c) {
        Ok(()) => boolean(true),
        Err(Trouble::Refused(_)) => boolean(false),
        Err(Trouble::Machine(error)) => Err(error),
    }
}

fn create_exclusively(c: &mut NativeCall<'_>) -> NativeResult {
    let text = c.text(1);
    let Some(path) = memfs::path_of(c.vm, &text) else {
        return Err(no_write(c, &text));
    };
    if let Some(park) = memfs::park_at(c, &path) {
        return Ok(park);
    }
    match memfs::create(c.vm, &path, Some(&[]), PLAIN) {
        Err(Trouble::Refused(Errno::Exists)) => boolean(false),
        made => input_output(made, |_| boolean(true)),
    }
}

fn make_directory(c: &mut NativeCall<'_>) -> NativeResult {
    let Some(path) = file_path(c, 1) else {
        return Err(no_write(c, &file_text(c, 1)));
    };
    done(c, &[&path], |c| memfs::create(c.vm, &path, None, 0o777).map(|_| ()))
}

fn delete(c: &mut NativeCall<'_>) -> NativeResult {
    let Some(path) = file_path(c, 1) else {
        return Err(outside(c, &[1]));
    };
    done(c, &[&path], |c| memfs::remove(c.vm, &path, Remove::Either))
}

fn list(c: &mut NativeCall<'_>) -> NativeResult {
    let Some(path) = file_path(c, 1) else {
        return Err(outside(c, &[1]));
    };
    if let Some(park) = memfs::park_at(c, &path) {
        return Ok(park);
    }
    match memfs::list(c.vm, &path) {
        Ok(names) => {
            let mut texts = Vec::new();
            for name in names {
                texts.push(c.vm.new_text(&name)?);
            }
            reference(c.vm.new_reference_array("java/lang/String", &texts)?)
        }
        Err(Trouble::Refused(_)) => reference(0),
        Err(Trouble::Machine(error)) => Err(error),
    }
}

/// In milliseconds. Those of files elsewhere stand at 0.
pub(super) fn modified(c: &mut NativeCall<'_>) -> NativeResult {
    let Some(path) = file_path(c, 1) else { return long(0) };
    if let Some(park) = memfs::park_at(c, &path) {
        return Ok(park);
    }
    match memfs::find(c.vm, &path) {
        Ok(found) => long(found.time(c.vm).div_euclid(1_000_000)),
        Err(Trouble::Refused(_)) => long(0),
        Err(Trouble::Machine(error)) => Err(error),
    }
}

/// this, file, milliseconds (2 slots).
fn set_modified(c: &mut NativeCall<'_>) -> NativeResult {
    let Some(path) = file_path(c, 1) else {
        return Err(outside(c, &[1]));
    };
    let nanos = c.long(2).saturating_mul(1_000_000);
    done(c, &[&path], |c| memfs::set_time(c.vm, &path, nanos))
}

fn change_mode(c: &mut NativeCall<'_>, change: impl FnOnce(i32) -> i32) -> NativeResult {
    let Some(path) = file_path(c, 1) else {
        return Err(outside(c, &[1]));
    };
    done(c, &[&path], |c| {
        let mode = change(memfs::find(c.vm, &path)?.mode(c.vm));
        memfs::set_mode(c.vm, &path, mode)
    })
}

/// this, file, access, enable, only the owner.
fn set_permission(c: &mut NativeCall<'_>) -> NativeResult {
    let (access, enable, owner) = (c.int(2), c.int(3) != 0, c.int(4) != 0);
    let bits = if owner {
        access << 6
    } else {
        access << 6 | access << 3 | access
    };
    change_mode(c, |mode| if enable { mode | bits } else { mode & !bits })
}

// --- streams ---

/// Opens the receiver's file, whose path is the first argument.
pub(super) fn open_stream(c: &mut NativeCall<'_>, path: &str, flags: i32) -> NativeResult {
    if let Some(park) = memfs::park_at(c, path) {
        return Ok(park);
    }
    let given = c.text(1);
    let opened = match memfs::find(c.vm, path) {
        Ok(found) if found.is_directory(c.vm) => Err(Errno::IsDirectory.into()),
        Err(Trouble::Machine(error)) => Err(error.into()),
        Ok(_) | Err(Trouble::Refused(_)) => memfs::open(c.vm, path, flags, PLAIN),
    };
    match opened {
        Ok(number) => {
            let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
            c.vm.set_field(descriptor, "fd", u64::from(number));
            c.vm.set_field(descriptor, "append", u64::from(flags & flag::APPEND != 0));
            Ok(Outcome::Void)
        }
        Err(Trouble::Refused(why)) => not_found(&given, why),
        Err(Trouble::Machine(error)) => Err(error),
    }
}

/// this, path, whether to append.
pub(super) fn open_output(c: &mut NativeCall<'_>) -> NativeResult {
    let (text, append) = (c.text(1), c.int(2) != 0);
    let Some(path) = memfs::path_of(c.vm, &text) else {
        return Err(no_write(c, &text));
    };
    let how = if append { flag::APPEND } else { flag::TRUNCATE };
    open_stream(c, &path, flag::WRITE_ONLY | flag::CREATE | how)
}

/// FileNotFoundException, as the JDK words it.
pub(super) fn not_found(path: &str, why: Errno) -> NativeResult {
    Ok(Outcome::Throw(
        "java/io/FileNotFoundException",
        Some(format!("{path} ({})", why.text())),
    ))
}

/// Nothing is ever written elsewhere.
pub(super) fn no_write(c: &NativeCall<'_>, path: &str) -> VmError {
    VmError::NotModelled(format!(
        "files are not modelled: writing {path}, called at {}; this path was not checked. Write to memory instead, or below {}",
        c.vm.user_place(c.thread),
        memfs::ROOT
    ))
}

/// A result, or an IOException.
pub(super) fn input_output<T>(result: Done<T>, then: impl FnOnce(T) -> NativeResult) -> NativeResult {
    match result {
        Ok(value) => then(value),
        Err(Trouble::Refused(why)) => {
            let text = match why {
                Errno::BadDescriptor => "Stream Closed",
                other => other.text(),
            };
            Ok(Outcome::Throw("java/io/IOException", Some(text.to_owned())))
        }
        Err(Trouble::Machine(error)) => Err(error),
    }
}

/// Closes a descriptor that is an object.
pub(super) fn close(c: &mut NativeCall<'_>, descriptor: Ref) -> NativeResult {
    if descriptor == 0 {
        return Ok(Outcome::Void);
    }
    let number = c.vm.field(descriptor, "fd") as u32;
    if super::network::is_ours(number) {
        let closed = super::network_peers::close_number(c, number)?;
        if closed == Outcome::Void {
            c.vm.set_field(descriptor, "fd", u64::from(u32::MAX));
        }
        return Ok(closed);
    }
    // Standard streams stay open: whoever prints does so without them.
    if number > 2 {
        if memfs::is_ours(number)
            && let Some(park) = memfs::park_first(c)
        {
            return Ok(park);
        }
        c.vm.set_field(descriptor, "fd", u64::from(u32::MAX));
        memfs::close(c.vm, number)?;
    }
    Ok(Outcome::Void)
}

/// The receiver's descriptor: up to Java 8.
pub(super) fn close_stream(c: &mut NativeCall<'_>) -> NativeResult {
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    close(c, descriptor)
}

/// Closes a number.
pub(super) fn close_number(c: &mut NativeCall<'_>, number: u32) -> NativeResult {
    if super::network::is_ours(number) {
        return super::network_peers::close_number(c, number);
    }
    if memfs::is_ours(number) {
        if let Some(park) = memfs::park_first(c) {
            return Ok(park);
        }
        memfs::close(c.vm, number)?;
    }
    Ok(Outcome::Void)
}

const RANDOM_ACCESS: &[Row] = &[
    // this, path, mode.
    ("open0", "", |c| {
        const READ_ONLY: i32 = 1;
        let (text, mode) = (c.text(1), c.int(2));
        let flags = match mode & READ_ONLY != 0 {
            true => flag::READ_ONLY,
            false => flag::READ_WRITE | flag::CREATE,
        };
        match memfs::path_of(c.vm, &text) {
            Some(path) => open_stream(c, &path, flags),
            None => Err(elsewhere(c, &text)),
        }
    }),
    ("read0", "", |c| {
        if let Some(park) = files::first_seen(c) {
            return Ok(park);
        }
        let byte = files::take(c, 1);
        input_output(byte, |byte| int(byte.first().map_or(-1, |byte| i32::from(*byte))))
    }),
    ("readBytes", "", files::read_bytes),
    ("readBytes0", "", files::read_bytes),
    ("write0", "", |c| {
        let byte = c.int(1) as u8;
        files::write_to(c, vec![byte])
    }),
    ("writeBytes", "", files::write_bytes),
    ("writeBytes0", "", files::write_bytes),
    ("getFilePointer", "", files::seen_position),
    ("seek0", "", |c| {
        if let Some(park) = files::first_seen(c) {
            return Ok(park);
        }
        let (number, to) = (files::stream_number(c) as u32, c.long(1));
        files::set_position(c, number, to.max(0) as u64);
        Ok(Outcome::Void)
    }),
    ("length", "", random_length),
    ("length0", "", random_length),
    ("setLength", "", set_length),
    ("setLength0", "", set_length),
    ("close0", "", close_stream),
];

fn random_length(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = files::first_seen(c) {
        return Ok(park);
    }
    let length = opened(c).map(|open| open.length(c.vm) as i64);
    input_output(length, long)
}

/// this, length (2 slots). What is behind it goes back to it.
fn set_length(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = files::first_seen(c) {
        return Ok(park);
    }
    let length = c.long(1).max(0) as usize;
    let set = opened(c).and_then(|open| {
        open.resize(c.vm, length)?;
        if open.position(c.vm) > length {
            open.set_position(c.vm, length);
        }
        Ok(())
    });
    input_output(set, |()| Ok(Outcome::Void))
}

/// The receiver's open file.
fn opened(c: &NativeCall<'_>) -> Done<memfs::Open> {
    memfs::opened(c.vm, files::stream_number(c) as u32)
}

// --- java.nio.file ---

/// A result, or a UnixException.
pub(super) fn unix<T>(
    c: &mut NativeCall<'_>,
    result: Done<T>,
    then: impl FnOnce(&mut NativeCall<'_>, T) -> NativeResult,
) -> NativeResult {
    match result {
        Ok(value) => then(c, value),
        Err(Trouble::Refused(why)) => errno(c, -(why as i32)),
        Err(Trouble::Machine(error)) => Err(error),
    }
}

/// An operation on the path behind the address in argument 0.
fn on_path(c: &mut NativeCall<'_>, run: impl FnOnce(&mut NativeCall<'_>, &str) -> Done<()>) -> NativeResult {
    let text = native_path(c);
    let Some(path) = memfs::path_of(c.vm, &text) else {
        return Err(elsewhere(c, &text));
    };
    if let Some(park) = memfs::park_at(c, &path) {
        return Ok(park);
    }
    let result = run(c, &path);
    unix(c, result, |_, ()| Ok(Outcome::Void))
}

const DISPATCHER: &[Row] = &[
    // path (2 slots), mode.
    ("mkdir0", "", |c| {
        let mode = c.int(2);
        on_path(c, |c, path| memfs::create(c.vm, path, None, mode).map(|_| ()))
    }),
    ("rmdir0", "", |c| {
        on_path(c, |c, path| memfs::remove(c.vm, path, Remove::Directory))
    }),
    ("unlink0", "", |c| {
        on_path(c, |c, path| memfs::remove(c.vm, path, Remove::File))
    }),
    // path (2 slots), new path (2 slots).
    ("rename0", "", |c| {
        let text = files::path_at(c, c.long(2));
        let to = memfs::path_of(c.vm, &text);
        to.iter().for_each(|to| memfs::note(c.vm, to));
        on_path(c, move |c, from| match to {
            Some(to) => memfs::rename(c.vm, from, &to),
            None => Err(elsewhere(c, &text).into()),
        })
    }),
    // There are no links.
    ("readlink0", "", |c| {
        on_path(c, |c, path| {
            memfs::find(c.vm, path)?;
            Err(Errno::Invalid.into())
        })
    }),
    ("chmod0", "", |c| {
        let mode = c.int(2);
        on_path(c, |c, path| memfs::set_mode(c.vm, path, mode))
    }),
    ("fchmod", "", set_mode),
    ("fchmod0", "", set_mode),
    // path (2 slots), access time, modification time in microseconds.
    ("utimes0", "", |c| {
        let nanos = c.long(4).saturating_mul(1000);
        on_path(c, |c, path| memfs::set_time(c.vm, path, nanos))
    }),
    ("lutimes0", "", |c| {
        let nanos = c.long(4).saturating_mul(1000);
        on_path(c, |c, path| memfs::set_time(c.vm, path, nanos))
    }),
    // descriptor, access time, modification time in microseconds; then in nanoseconds.
    ("futimes", "", |c| set_open_time(c, 1000)),
    ("futimes0", "", |c| set_open_time(c, 1000)),
    ("futimens", "", |c| set_open_time(c, 1)),
    ("futimens0", "", |c| set_open_time(c, 1)),
    // directory's descriptor, path (2 slots), the two times, flags. The path is absolute.
    ("utimensat0", "", |c| {
        let (text, nanos) = (files::path_at(c, c.long(1)), c.long(5));
        let Some(path) = memfs::path_of(c.vm, &text) else {
            return Err(elsewhere(c, &text));
        };
        if let Some(park) = memfs::park_at(c, &path) {
            return Ok(park);
        }
        let set = memfs::set_time(c.vm, &path, nanos);
        unix(c, set, |_, ()| Ok(Outcome::Void))
    }),
    ("opendir0", "", |c| {
        let text = native_path(c);
        let Some(path) = memfs::path_of(c.vm, &text) else {
            // The directories of the JDK are the same in every state.
            let names = c.vm.image.universe.jdk.names_in(std::path::Path::new(&text));
            let names = names.ok_or_else(|| elsewhere(c, &text))?;
            let opened = memfs::open_names(c.vm, &names);
            return unix(c, opened, |_, number| long(i64::from(number)));
        };
        if let Some(park) = memfs::park_at(c, &path) {
            return Ok(park);
        }
        let opened = memfs::open_list(c.vm, &path);
        unix(c, opened, |_, number| long(i64::from(number)))
    }),
    ("readdir", "", next_name),
    ("readdir0", "", next_name),
    ("closedir", "", |c| {
        let number = c.long(0) as u32;
        close_number(c, number)
    }),
    // descriptor, address (2 slots), length.
    ("strerror", "", |c| {
        let number = c.int(0);
        let text = Errno::of(number).map_or_else(|| format!("Unknown error {number}"), |one| one.text().to_owned());
        reference(memfs::new_bytes(c.vm, text.as_bytes())?)
    }),
    // The one user and the one group.
    ("getpwuid", "", |c| reference(memfs::new_bytes(c.vm, b"user")?)),
    ("getgrgid", "", |c| reference(memfs::new_bytes(c.vm, b"user")?)),
];

fn set_mode(c: &mut NativeCall<'_>) -> NativeResult {
    let (number, mode) = (c.int(0) as u32, c.int(1));
    if let Some(park) = memfs::park_first(c) {
        return Ok(park);
    }
    let set = memfs::opened(c.vm, number).map(|open| open.set_mode(c.vm, mode));
    unix(c, set, |_, ()| Ok(Outcome::Void))
}

fn set_open_time(c: &mut NativeCall<'_>, unit: i64) -> NativeResult {
    let (number, nanos) = (c.int(0) as u32, c.long(3).saturating_mul(unit));
    if let Some(park) = memfs::park_first(c) {
        return Ok(park);
    }
    let set = memfs::opened(c.vm, number).map(|open| open.set_time(c.vm, nanos));
    unix(c, set, |_, ()| Ok(Outcome::Void))
}

fn next_name(c: &mut NativeCall<'_>) -> NativeResult {
    let number = c.long(0) as u32;
    let name = memfs::next_name(c.vm, number);
    unix(c, name, |_, name| reference(name))
}

const LINUX: &[Row] = &[
    ("init", "", super::nothing),
    ("posix_fadvise", "", |_| int(0)),
    // target, source, address of a flag to stop (2 slots): 0 when all is done.
    ("directCopy0", "", |c| match copy_all(c)? {
        Outcome::Void => int(0),
        other => Ok(other),
    }),
];

/// target, source, what follows is for copies that take long.
const COPY: &[Row] = &[("transfer", "", copy_all), ("bufferedCopy0", "", copy_all)];

fn copy_all(c: &mut NativeCall<'_>) -> NativeResult {
    let (to, from) = (c.int(0) as u32, c.int(1) as u32);
    if let Some(park) = memfs::park_first(c) {
        return Ok(park);
    }
    let copied = read_number(c, from, 0, usize::MAX).and_then(|bytes| memfs::opened(c.vm, to)?.write_on(c.vm, &bytes));
    unix(c, copied, |_, ()| Ok(Outcome::Void))
}

/// Bytes of an open file, of whatever sort.
pub(super) fn read_number(c: &NativeCall<'_>, number: u32, at: usize, count: usize) -> Done<Vec<u8>> {
    if memfs::is_ours(number) {
        return memfs::opened(c.vm, number)?.read(c.vm, at, count);
    }
    let rest = files::contents(c.vm, number)
        .and_then(|bytes| bytes.get(at..))
        .unwrap_or_default();
    Ok(rest[..rest.len().min(count)].to_vec())
}

// --- channels ---

/// source, position (2 slots), count (2 slots), target; `first` is the source's slot. The source's position stays.
pub(super) fn transfer(c: &mut NativeCall<'_>, first: u32) -> NativeResult {
    if let Some(park) = memfs::park_first(c) {
        return Ok(park);
    }
    let number = |index| c.vm.field(c.reference(index), "fd") as u32;
    let (from, to) = (number(first), number(first + 5));
    let (at, count) = (c.long(first + 1).max(0) as usize, c.long(first + 3).max(0) as usize);
    let copied = read_number(c, from, at, count).and_then(|bytes| {
        memfs::opened(c.vm, to)?.write_on(c.vm, &bytes)?;
        Ok(bytes.len() as i64)
    });
    input_output(copied, long)
}

/// source, target, position in the target (2 slots), count (2 slots). The target's position stays, the source's moves.
pub(super) fn transfer_from(c: &mut NativeCall<'_>) -> NativeResult {
    const UNSUPPORTED: i64 = -4;
    let number = |index| c.vm.field(c.reference(index), "fd") as u32;
    let (from, to) = (number(0), number(1));
    if !memfs::is_ours(from) {
        return long(UNSUPPORTED);
    }
    if let Some(park) = memfs::park_first(c) {
        return Ok(park);
    }
    let (at, count) = (c.long(2).max(0) as usize, c.long(4).max(0) as usize);
    let copied = memfs::opened(c.vm, from).and_then(|source| {
        let bytes = source.read_on(c.vm, count)?;
        memfs::opened(c.vm, to)?.write(c.vm, at, &bytes)?;
        Ok(bytes.len() as i64)
    });
    input_output(copied, long)
}

/// What tells files apart. Up to Java 21 this, descriptor; then descriptor, array.
fn file_key(c: &mut NativeCall<'_>) -> NativeResult {
    let instance = !c.method.is_static();
    let descriptor = c.reference(u32::from(instance));
    if descriptor == 0 {
        return null_pointer();
    }
    let number = c.vm.field(descriptor, "fd") as u32;
    let inode = memfs::opened(c.vm, number).map_or(i64::from(number), |open| open.found().inode(&open.path(c.vm)));
    let values = [1, inode as u64];
    if instance {
        let key = c.reference(0);
        c.vm.set_field(key, "st_dev", values[0]);
        c.vm.set_field(key, "st_ino", values[1]);
    } else {
        let array = c.reference(1);
        for (index, value) in (0..).zip(values) {
            c.vm.heap.write(u64::from(array + HEADER + index) * 8, 3, value);
        }
    }
    Ok(Outcome::Void)
}
