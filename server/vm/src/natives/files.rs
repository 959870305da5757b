//! Files: the descriptors of standard streams, the JDK's own files, and what a program writes in memory (`memfs.rs`).
//!
//! Programs under test never write to the host's disk, and read only what the user lets them (`files.read`, `memfs_found.rs`). The library reads its configuration and data (time zones, security
//! providers) from its own directory; those files can be read, and nothing is ever written there. Whatever a program asks
//! about other files ends its path as not modelled.

use dropwire_classes::At;

use super::errno::{Done, Errno, Trouble};
use super::memfs::{self, Found};
use super::memfs_found;
use super::memfs_peers::{self, input_output};
use super::{NativeCall, NativeResult, Outcome, Row, Touch, boolean, int, libraries, long, nothing, reference};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::hidden_fields::POSITION;
use crate::thread::Side;
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/io/FileDescriptor",
        &[
            ("getHandle", "", |_| long(-1)),
            ("getAppend", "", |c| {
                let open = memfs::opened(c.vm, c.int(0) as u32);
                boolean(open.is_ok_and(|open| open.flags(c.vm) & memfs::flag::APPEND != 0))
            }),
            ("close0", "", |c| {
                let descriptor = c.reference(0);
                memfs_peers::close(c, descriptor)
            }),
            ("sync", "", nothing),
            ("sync0", "", nothing),
        ],
    ),
    // Standard input is no terminal; `istty` is 8 to 21's, `ttyStatus` came after it.
    (
        "java/io/Console",
        &[
            ("encoding", "", |_| reference(0)),
            ("istty", "", |c| {
                c.vm.used.input = true;
                boolean(false)
            }),
            ("ttyStatus", "", |c| {
                c.vm.used.input = true;
                int(0)
            }),
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
            ("open0", "", memfs_peers::open_output),
            ("close0", "", memfs_peers::close_stream),
        ],
    ),
    (
        "java/io/FileInputStream",
        &[
            ("open0", "", open_jdk_file),
            ("readBytes", "", read_bytes),
            ("read0", "", |c| {
                if let Some(park) = first_seen(c) {
                    return Ok(park);
                }
                let byte = take(c, 1);
                input_output(byte, |byte| int(byte.first().map_or(-1, |byte| i32::from(*byte))))
            }),
            ("available0", "", |c| {
                if let Some(park) = first_seen(c) {
                    return Ok(park);
                }
                let left = size(c).saturating_sub(position(c));
                int(left.min(i32::MAX as u64) as i32)
            }),
            ("skip0", "", |c| {
                if let Some(park) = first_seen(c) {
                    return Ok(park);
                }
                let count = c.long(1);
                move_position(c, count);
                long(count)
            }),
            ("isRegularFile0", "", |_| boolean(true)),
            ("length0", "", seen_length),
            ("position0", "", seen_position),
            ("close0", "", memfs_peers::close_stream),
        ],
    ),
    (
        "java/io/UnixFileSystem",
        &[
            ("canonicalize0", "", canonical),
            ("getBooleanAttributes0", "", |c| {
                let (exists, regular, directory) = (1, 2, 4);
                if let Some(park) = park_at_file(c) {
                    return Ok(park);
                }
                int(match file_kind(c)? {
                    Some(Kind::Directory) => exists | directory,
                    Some(Kind::File(_)) => exists | regular,
                    Some(Kind::Random) => exists,
                    None => 0,
                })
            }),
            ("checkAccess", "", check_access),
            ("checkAccess0", "", check_access),
            ("getLength", "", length),
            ("getLength0", "", length),
            ("getLastModifiedTime", "", memfs_peers::modified),
            ("getLastModifiedTime0", "", memfs_peers::modified),
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
            ("stat0", "", |c| stat(c, 2)),
            ("lstat0", "", |c| stat(c, 2)),
            ("stat1", "", |c| {
                let path = native_path(c);
                if let Some(park) = memfs::park_first_at(c, &path) {
                    return Ok(park);
                }
                let kind = kind_of(c, &path)?;
                int(kind.map_or(0, mode_of))
            }),
            ("realpath0", "", |c| {
                let given = native_path(c);
                if let Some(park) = memfs::park_first_at(c, &given) {
                    return Ok(park);
                }
                if kind_of(c, &given)?.is_none() {
                    return errno(c, -NO_ENTRY);
                }
                let path = memfs::path_of(c.vm, &given).unwrap_or(given);
                let array = c.vm.new_primitive_array(crate::types::Ty::Byte, path.len() as u32)?;
                for (i, byte) in path.bytes().enumerate() {
                    c.vm.heap
                        .write(u64::from(array + HEADER) * 8 + i as u64, 0, u64::from(byte));
                }
                reference(array)
            }),
            ("exists0", "", |c| {
                let path = native_path(c);
                if let Some(park) = memfs::park_first_at(c, &path) {
                    return Ok(park);
                }
                boolean(kind_of(c, &path)?.is_some())
            }),
            ("access0", "", |c| {
                const WRITE: i32 = 2;
                let path = native_path(c);
                if let Some(path) = memfs::path_of(c.vm, &path) {
                    if let Some(park) = memfs::park_at(c, &path) {
                        return Ok(park);
                    }
                    let wanted = c.int(2);
                    let found = memfs::find(c.vm, &path);
                    return match found {
                        Ok(found) if found.allows(c.vm, wanted) => errno(c, 0),
                        Ok(_) => errno(c, Errno::Denied as i32),
                        Err(Trouble::Refused(why)) => errno(c, why as i32),
                        Err(Trouble::Machine(error)) => Err(error),
                    };
                }
                let readable = kind_of(c, &path)?.is_some() && c.int(2) & WRITE == 0;
                errno(c, if readable { 0 } else { NO_ENTRY })
            }),
            ("getcwd", "", |c| {
                let path = dropwire_classes::WORKING_FOLDER.as_bytes();
                reference(memfs::new_bytes(c.vm, path)?)
            }),
        ],
    ),
];

/// ENOENT.
const NO_ENTRY: i32 = 2;

/// `st_mode` of what lies at a path.
fn mode_of(kind: Kind) -> i32 {
    match kind {
        Kind::Directory => 0o040_555,
        Kind::File(_) => 0o100_444,
        Kind::Random => 0o020_444,
    }
}

/// The path behind the address in argument 0.
pub(super) fn native_path(c: &NativeCall<'_>) -> String {
    path_at(c, c.long(0))
}

/// The path behind an address.
pub(super) fn path_at(c: &NativeCall<'_>, address: i64) -> String {
    let memory = &c.vm.path.native_memory;
    let start = usize::try_from(address).unwrap_or(usize::MAX).min(memory.len());
    let bytes: Vec<u8> = memory[start..].iter().copied().take_while(|b| *b != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An error number: the result since Java 20, an exception before. A negative one is always thrown.
pub(super) fn errno(c: &mut NativeCall<'_>, number: i32) -> NativeResult {
    if c.method.result == crate::types::Ty::Int && number >= 0 {
        return int(number);
    }
    if number == 0 {
        return Ok(Outcome::Void);
    }
    let number = number.abs();
    let exception = c.vm.make_throwable(c.thread, "sun/nio/fs/UnixException", None)?;
    c.vm.set_field(exception, "errno", u64::from(number as u32));
    Ok(Outcome::ThrowObject(exception))
}

/// path, (2 slots), attributes to fill in.
fn stat(c: &mut NativeCall<'_>, into: u32) -> NativeResult {
    let attributes = c.reference(into);
    if let Some(path) = memfs::path_of(c.vm, &native_path(c)) {
        if let Some(park) = memfs::park_at(c, &path) {
            return Ok(park);
        }
        return match memfs::find(c.vm, &path) {
            Ok(found) => {
                fill_in(c, found, &path, attributes);
                errno(c, 0)
            }
            Err(Trouble::Refused(why)) => errno(c, why as i32),
            Err(Trouble::Machine(error)) => Err(error),
        };
    }
    let Some(kind) = kind_of(c, &native_path(c))? else {
        return errno(c, NO_ENTRY);
    };
    c.vm.set_field(attributes, "st_mode", mode_of(kind) as u64);
    if let Kind::File(length) = kind {
        c.vm.set_field(attributes, "st_size", length);
    }
    c.vm.set_field(attributes, "st_nlink", 1);
    errno(c, 0)
}

/// What stat(2) says of a file in memory.
pub(super) fn fill_in(c: &mut NativeCall<'_>, found: Found, path: &str, attributes: Ref) {
    const USER: u64 = 1000;
    let nanos = found.time(c.vm);
    let (seconds, rest) = (nanos.div_euclid(1_000_000_000), nanos.rem_euclid(1_000_000_000));
    let pairs = [
        ("st_mode", found.mode(c.vm) as u64),
        ("st_ino", found.inode(path) as u64),
        ("st_dev", 1),
        ("st_nlink", 1),
        ("st_uid", USER),
        ("st_gid", USER),
        ("st_size", found.length(c.vm) as u64),
    ];
    for (name, value) in pairs {
        c.vm.set_field(attributes, name, value);
    }
    for time in ["atime", "mtime", "ctime", "birthtime"] {
        c.vm.set_field(attributes, &format!("st_{time}_sec"), seconds as u64);
        c.vm.set_field(attributes, &format!("st_{time}_nsec"), rest as u64);
    }
}

/// Descriptors of files of the JDK count from here; standard streams are 0 to 2, files in memory come after them.
const FIRST_FILE: u32 = 1000;

/// Where the program's class path lies: one read-only directory, whatever it consists of.
pub(crate) const CLASS_PATH: &str = "/classpath";

/// Number of standard input.
const INPUT: u32 = 0;

/// Number of the source of random bytes.
const RANDOM_FILE: u32 = 999;

/// What lies at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A directory of the JDK, or the class path.
    Directory,
    /// A file of the JDK or a resource of the class path, of this length.
    File(u64),
    /// A device with random bytes: always the same ones, `seeded-random`.
    Random,
}

/// What lies at a path; `None`: nothing, inside of the JDK. Outside of it, nobody knows: an error.
pub(super) fn kind_of(c: &mut NativeCall<'_>, path: &str) -> Result<Option<Kind>, VmError> {
    if matches!(path, "/dev/random" | "/dev/urandom") {
        return Ok(Some(Kind::Random));
    }
    if let Some(path) = memfs::path_of(c.vm, path) {
        return match memfs::find(c.vm, &path) {
            Ok(found) if found.is_directory(c.vm) => Ok(Some(Kind::Directory)),
            Ok(found) => Ok(Some(Kind::File(found.length(c.vm) as u64))),
            Err(Trouble::Refused(_)) => Ok(None),
            Err(Trouble::Machine(error)) => Err(error),
        };
    }
    let jdk = &c.vm.image.universe.jdk;
    let found = jdk.file_kind(std::path::Path::new(path));
    if let Some((directory, length)) = found {
        return Ok(Some(if directory { Kind::Directory } else { Kind::File(length) }));
    }
    // No file has this name; one of the working folder is not meant.
    if path.is_empty() {
        return Ok(None);
    }
    if let Some(resource) = class_path_resource(path) {
        if resource.is_empty() {
            return Ok(Some(Kind::Directory));
        }
        let found = c.vm.image.universe.at(&resource);
        return match found.map_err(|e| VmError::Class(e.to_string()))? {
            At::File(bytes) => Ok(Some(Kind::File(bytes.len() as u64))),
            At::Nothing => Ok(None),
            At::Directory => Err(VmError::NotModelled(format!(
                "directories of the class path are not modelled: {resource}, asked for at {}; this path was not checked. Ask for the \
                 files in it by name",
                c.vm.user_place(c.thread)
            ))),
        };
    }
    if let Some(resource) = boot_resource(c.vm, path) {
        return Ok(match read_boot_resource(c.vm, &resource)? {
            Some(bytes) => Some(Kind::File(bytes.len() as u64)),
            None if resource.is_empty() => Some(Kind::Directory),
            None => None,
        });
    }
    if std::path::Path::new(path).starts_with(&jdk.home) {
        return Ok(None);
    }
    if libraries::is_looking(c) {
        return match jdk.is_library(std::path::Path::new(path)) {
            true => Err(libraries::found(c, path)),
            false => Ok(None),
        };
    }
    // The home of the user is the machine's own, and holds no such file.
    if path == USER_POLICY {
        c.vm.used.in_memory_tmp = true;
        return Ok(None);
    }
    Err(elsewhere(c, path))
}

/// Where the JDK looks for what the user lets programs do, beside what it says itself.
const USER_POLICY: &str = "/.java.policy";

/// The resource of the class path that a path names; an empty one for all of them.
fn class_path_resource(path: &str) -> Option<String> {
    let names = path.strip_prefix(CLASS_PATH)?.split('/');
    let names: Vec<&str> = names.filter(|name| !matches!(*name, "" | ".")).collect();
    Some(names.join("/"))
}

/// What is said of files that are neither the JDK's nor below the directory for temporary ones.
pub(super) fn elsewhere(c: &NativeCall<'_>, path: &str) -> VmError {
    VmError::NotModelled(format!(
        "files are not modelled: {} of {path}, called at {}; this path was not checked. Name the file in `files.read` (an editor must trust the folder), or give the \
         program its data from the class path, from memory, or in a file below {} that it writes itself",
        c.method.name.trim_end_matches('0'),
        c.vm.user_place(c.thread),
        memfs::ROOT
    ))
}

/// Where the jars of Java 8 lie for the JDK: one directory, as the class path is.
pub(super) fn boot_class_path(vm: &Vm) -> std::path::PathBuf {
    vm.image.universe.jdk.home.join("classes")
}

/// The resource of the jars of Java 8 that a path names; an empty one for all of them.
fn boot_resource(vm: &Vm, path: &str) -> Option<String> {
    if vm.image.universe.jdk.has_modules() {
        return None;
    }
    let resource = std::path::Path::new(path).strip_prefix(boot_class_path(vm)).ok()?;
    Some(resource.to_str()?.replace(std::path::MAIN_SEPARATOR, "/"))
}

fn read_boot_resource(vm: &Vm, resource: &str) -> Result<Option<Vec<u8>>, VmError> {
    let found = vm.image.universe.library.resource(resource);
    found.map_err(|e| VmError::Class(e.to_string()))
}

/// A path without dots. There are no links: one of this machine that leads there ends the path.
fn canonical(c: &mut NativeCall<'_>) -> NativeResult {
    let text = c.text(1);
    if let Some(path) = memfs::path_of(c.vm, &text) {
        memfs::note(c.vm, &path);
        memfs_found::must_have_no_link(c.vm, &path)?;
    }
    let path = memfs::without_dots(&text);
    c.return_text(&path)
}

/// What a `java.io.File` argument names.
fn file_kind(c: &mut NativeCall<'_>) -> Result<Option<Kind>, VmError> {
    let path = c.vm.text(c.vm.field(c.reference(1), "path") as Ref);
    kind_of(c, &path)
}

/// A file in memory that is an argument: others may see what is done with it.
fn park_at_file(c: &mut NativeCall<'_>) -> Option<Outcome> {
    memfs_peers::file_path(c, 1).and_then(|path| memfs::park_at(c, &path))
}

fn length(c: &mut NativeCall<'_>) -> NativeResult {
    if let Some(park) = park_at_file(c) {
        return Ok(park);
    }
    long(match file_kind(c)? {
        Some(Kind::File(length)) => length as i64,
        Some(Kind::Directory | Kind::Random) | None => 0,
    })
}

/// Files of the JDK can be read, and nothing else.
fn check_access(c: &mut NativeCall<'_>) -> NativeResult {
    const READ: i32 = 4;
    if let Some(path) = memfs_peers::file_path(c, 1) {
        if let Some(park) = memfs::park_at(c, &path) {
            return Ok(park);
        }
        let wanted = c.int(2);
        return match memfs::find(c.vm, &path) {
            Ok(found) => boolean(found.allows(c.vm, wanted)),
            Err(Trouble::Refused(_)) => boolean(false),
            Err(Trouble::Machine(error)) => Err(error),
        };
    }
    boolean(c.int(2) & !READ == 0 && file_kind(c)?.is_some())
}

/// Opens a file that exists: its descriptor number.
pub(super) fn number_of(c: &mut NativeCall<'_>, path: &str) -> Result<Option<u32>, VmError> {
    if kind_of(c, path)? == Some(Kind::Random) {
        return Ok(Some(RANDOM_FILE));
    }
    let known = std::path::PathBuf::from(path);
    if let Some(number) = c.vm.image.jdk_files.iter().position(|(file, _)| *file == known) {
        return Ok(Some(FIRST_FILE + number as u32));
    }
    let universe = &c.vm.image.universe;
    let bytes = match class_path_resource(path) {
        Some(resource) => universe
            .resource(&resource)
            .map_err(|e| VmError::Class(e.to_string()))?,
        None => match boot_resource(c.vm, path) {
            Some(resource) => read_boot_resource(c.vm, &resource)?,
            None => universe.jdk.read_file(&known),
        },
    };
    let Some(bytes) = bytes else { return Ok(None) };
    c.vm.image.jdk_files.push((known, bytes));
    Ok(Some(FIRST_FILE + c.vm.image.jdk_files.len() as u32 - 1))
}

/// Contents behind a descriptor number: of a file that can only be read, or of standard input, if the user has said what is in it.
pub(super) fn contents(vm: &Vm, number: u32) -> Option<&[u8]> {
    if number == INPUT {
        return vm.mode.stdin.as_deref();
    }
    let index = number.checked_sub(FIRST_FILE)?;
    vm.image.jdk_files.get(index as usize).map(|(_, bytes)| &bytes[..])
}

fn open_jdk_file(c: &mut NativeCall<'_>) -> NativeResult {
    let path = c.text(1);
    if let Some(path) = memfs::path_of(c.vm, &path) {
        return memfs_peers::open_stream(c, &path, memfs::flag::READ_ONLY);
    }
    match kind_of(c, &path)? {
        Some(Kind::File(_) | Kind::Random) => {}
        Some(Kind::Directory) | None => return memfs_peers::not_found(&path, Errno::NoEntry),
    }
    let Some(number) = number_of(c, &path)? else {
        return memfs_peers::not_found(&path, Errno::NoEntry);
    };
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    c.vm.set_field(descriptor, "fd", u64::from(number));
    // On this platform the JDK has no use for the handle: it holds the position, which is undone with the object.
    c.vm.set_field(descriptor, POSITION, 0);
    Ok(Outcome::Void)
}

/// The number in the receiver's descriptor.
pub(super) fn stream_number(c: &NativeCall<'_>) -> i32 {
    match c.vm.field(c.reference(0), "fd") as Ref {
        0 => -1,
        descriptor => c.vm.field(descriptor, "fd") as u32 as i32,
    }
}

/// The receiver's file is one in memory, or standard input, and others may see what is done with it.
pub(super) fn first_seen(c: &mut NativeCall<'_>) -> Option<Outcome> {
    let number = stream_number(c);
    park_at_number(c, number as u32)
}

/// The same of a descriptor's number.
pub(super) fn park_at_number(c: &mut NativeCall<'_>, number: u32) -> Option<Outcome> {
    c.vm.used.input |= number == INPUT;
    match memfs::is_ours(number) || is_given_input(c.vm, number) {
        true => memfs::park_first(c),
        false => None,
    }
}

/// Whether a number is that of standard input, and the user has said what is in it: who reads first gets other bytes than who comes later.
fn is_given_input(vm: &Vm, number: u32) -> bool {
    number == INPUT && vm.mode.stdin.is_some()
}

/// The length, as a program asks for it.
pub(super) fn seen_length(c: &mut NativeCall<'_>) -> NativeResult {
    match first_seen(c) {
        Some(park) => Ok(park),
        None => long(size(c) as i64),
    }
}

/// The position, as a program asks for it.
pub(super) fn seen_position(c: &mut NativeCall<'_>) -> NativeResult {
    match first_seen(c) {
        Some(park) => Ok(park),
        None => long(position(c) as i64),
    }
}

/// Length of the receiver's file.
pub(super) fn size(c: &NativeCall<'_>) -> u64 {
    let number = stream_number(c) as u32;
    match memfs::opened(c.vm, number) {
        Ok(open) => open.length(c.vm) as u64,
        Err(_) => contents(c.vm, number).map_or(0, <[u8]>::len) as u64,
    }
}

pub(super) fn position(c: &NativeCall<'_>) -> u64 {
    match memfs::opened(c.vm, stream_number(c) as u32) {
        Ok(open) => open.position(c.vm) as u64,
        Err(_) => c.vm.field(c.vm.field(c.reference(0), "fd") as Ref, POSITION),
    }
}

fn move_position(c: &mut NativeCall<'_>, by: i64) {
    let (to, number) = (position(c).saturating_add_signed(by), stream_number(c) as u32);
    set_position(c, number, to);
}

pub(super) fn set_position(c: &mut NativeCall<'_>, number: u32, to: u64) {
    if let Ok(open) = memfs::opened(c.vm, number) {
        open.set_position(c.vm, to as usize);
    } else if number >= RANDOM_FILE || is_given_input(c.vm, number) {
        let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
        c.vm.set_field(descriptor, POSITION, to);
    }
}

/// The next bytes of the receiver's file.
pub(super) fn take(c: &mut NativeCall<'_>, count: usize) -> Done<Vec<u8>> {
    let at = position(c) as usize;
    let number = stream_number(c);
    let bytes: Vec<u8> = match number {
        ..0 => return Err(Errno::BadDescriptor.into()),
        number if memfs::is_ours(number as u32) => return memfs::opened(c.vm, number as u32)?.read_on(c.vm, count),
        number if number as u32 == RANDOM_FILE => {
            c.vm.used.random = true;
            (0..count.min(1 << 16) as u64)
                .map(|i| random_byte(at as u64 + i))
                .collect()
        }
        number => {
            let file = contents(c.vm, number as u32).unwrap_or_default();
            let rest = file.get(at..).unwrap_or_default();
            rest[..rest.len().min(count)].to_vec()
        }
    };
    move_position(c, bytes.len() as i64);
    Ok(bytes)
}

/// The byte at a position of the random stream: splitmix64 of the position.
fn random_byte(at: u64) -> u8 {
    let mut z = at.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x0d20_9741);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as u8
}

pub(super) fn read_bytes(c: &mut NativeCall<'_>) -> NativeResult {
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
    let written = coming(c, count as u64);
    if let Some(park) = first_touched(c, Side::NONE, c.vm.elements(array, at as u64, written)) {
        return Ok(park);
    }
    let bytes = match take(c, count as usize) {
        Ok(bytes) => bytes,
        failed => return input_output(failed, |_| int(-1)),
    };
    let base = u64::from(array + HEADER) * 8 + at as u64;
    c.vm.set_bytes(base, &bytes)?;
    int(if bytes.is_empty() { -1 } else { bytes.len() as i32 })
}

/// How many bytes of the receiver's file a read will give.
fn coming(c: &NativeCall<'_>, count: u64) -> u64 {
    match stream_number(c) as u32 {
        RANDOM_FILE => count,
        _ => count.min(size(c).saturating_sub(position(c))),
    }
}

/// As [`first_seen`], for an operation that reads or writes an array too: both are one step.
fn first_touched(c: &mut NativeCall<'_>, from: Side, to: Side) -> Option<Outcome> {
    match c.touch(from, to) {
        Touch::Alone => first_seen(c),
        Touch::Park(park) => Some(park),
        Touch::Granted => None,
    }
}

pub(super) fn write_bytes(c: &mut NativeCall<'_>) -> NativeResult {
    let (array, at, count) = (c.reference(1), c.int(2), c.int(3));
    if array == 0 {
        return super::null_pointer();
    }
    let length = c.vm.heap.length(array);
    if at < 0 || count < 0 || i64::from(at) + i64::from(count) > i64::from(length) {
        return Ok(Outcome::Throw("java/lang/IndexOutOfBoundsException", None));
    }
    let read = c.vm.elements(array, at as u64, count as u64);
    let number = stream_number(c);
    let park = match number {
        1 | 2 => c.reach(read, false),
        _ => first_touched(c, read, Side::NONE),
    };
    if let Some(park) = park {
        return Ok(park);
    }
    let bytes = c.vm.bytes(read.span.at, count as u64)?;
    put_out(c, number, bytes)
}

/// Descriptors 1 and 2 are the path's output; the others are files in memory.
pub(super) fn write_to(c: &mut NativeCall<'_>, bytes: Vec<u8>) -> NativeResult {
    let number = stream_number(c);
    if !matches!(number, 1 | 2)
        && let Some(park) = first_seen(c)
    {
        return Ok(park);
    }
    put_out(c, number, bytes)
}

fn put_out(c: &mut NativeCall<'_>, number: i32, bytes: Vec<u8>) -> NativeResult {
    if let 1 | 2 = number {
        // Each byte of the output is kept with where it goes to.
        c.vm.room_for(2 * (c.vm.path.output.len() + bytes.len()) as u64)?;
        c.vm.print(number == 2, bytes);
        return Ok(Outcome::Void);
    }
    let written = match number {
        ..0 => Err(Errno::BadDescriptor.into()),
        number => memfs::opened(c.vm, number as u32).and_then(|open| open.write_on(c.vm, &bytes)),
    };
    input_output(written, |()| Ok(Outcome::Void))
}
