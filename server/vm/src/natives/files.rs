//! Files: the descriptors of standard streams, and a file system in which nothing exists but the JDK's own files.
//!
//! Programs under test never reach the host's disk. The library reads its configuration and data (time zones, security
//! providers) from its own directory; those files can be read, and nothing is ever written. Whatever a program asks
//! about other files ends its path as not modelled.

use dropwire_classes::At;

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, long, nothing, reference};
use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::vm::Vm;

/// Where a stream of a file stands: in a field of the machine's own, as Java 8 has none that could hold it.
pub(crate) const POSITION: &str = "position (hidden)";

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
            ("open0", "", no_write),
            ("close0", "", nothing),
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
            ("close0", "", nothing),
        ],
    ),
    (
        "java/io/UnixFileSystem",
        &[
            ("canonicalize0", "", |c| reference(c.reference(1))),
            ("getBooleanAttributes0", "", |c| {
                let (exists, regular, directory) = (1, 2, 4);
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
            ("stat0", "", |c| stat(c, 2)),
            ("lstat0", "", |c| stat(c, 2)),
            ("stat1", "", |c| {
                let kind = kind_of(c, &native_path(c))?;
                int(kind.map_or(0, mode_of))
            }),
            ("realpath0", "", |c| {
                let path = native_path(c);
                if kind_of(c, &path)?.is_none() {
                    return errno(c, -NO_ENTRY);
                }
                let array = c.vm.new_primitive_array(crate::types::Ty::Byte, path.len() as u32)?;
                for (i, byte) in path.bytes().enumerate() {
                    c.vm.heap
                        .write(u64::from(array + HEADER) * 8 + i as u64, 0, u64::from(byte));
                }
                reference(array)
            }),
            ("exists0", "", |c| boolean(kind_of(c, &native_path(c))?.is_some())),
            ("access0", "", |c| {
                const WRITE: i32 = 2;
                let readable = kind_of(c, &native_path(c))?.is_some() && c.int(2) & WRITE == 0;
                errno(c, if readable { 0 } else { NO_ENTRY })
            }),
            ("getcwd", "", |c| {
                let array = c.vm.new_primitive_array(crate::types::Ty::Byte, 1)?;
                c.vm.heap.write(u64::from(array + HEADER) * 8, 0, u64::from(b'/'));
                reference(array)
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
    let memory = &c.vm.native_memory;
    let start = usize::try_from(c.long(0)).unwrap_or(usize::MAX).min(memory.len());
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

/// Descriptors of files of the JDK count from here; standard streams are 0 to 2.
const FIRST_FILE: u32 = 1000;

/// Where the program's class path lies: one read-only directory, whatever it consists of.
pub(super) const CLASS_PATH: &str = "/classpath";

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
pub(super) fn kind_of(c: &NativeCall<'_>, path: &str) -> Result<Option<Kind>, VmError> {
    if matches!(path, "/dev/random" | "/dev/urandom") {
        return Ok(Some(Kind::Random));
    }
    let jdk = &c.vm.image.universe.jdk;
    let found = jdk.file_kind(std::path::Path::new(path));
    if let Some((directory, length)) = found {
        return Ok(Some(if directory { Kind::Directory } else { Kind::File(length) }));
    }
    if let Some(resource) = path.strip_prefix(CLASS_PATH) {
        let resource = resource.trim_matches('/');
        if resource.is_empty() {
            return Ok(Some(Kind::Directory));
        }
        let found = c.vm.image.universe.at(resource);
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
    Err(VmError::NotModelled(format!(
        "files are not modelled: {} of {path}, called at {}; this path was not checked. Give the program its data from the \
         class path or from memory",
        c.method.name.trim_end_matches('0'),
        c.vm.user_place(c.thread)
    )))
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

/// What a `java.io.File` argument names.
fn file_kind(c: &NativeCall<'_>) -> Result<Option<Kind>, VmError> {
    let path = c.vm.text(c.vm.field(c.reference(1), "path") as Ref);
    kind_of(c, &path)
}

fn length(c: &mut NativeCall<'_>) -> NativeResult {
    long(match file_kind(c)? {
        Some(Kind::File(length)) => length as i64,
        Some(Kind::Directory | Kind::Random) | None => 0,
    })
}

/// Files of the JDK can be read, and nothing else.
fn check_access(c: &mut NativeCall<'_>) -> NativeResult {
    const READ: i32 = 4;
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
    let bytes = match path.strip_prefix(CLASS_PATH) {
        Some(resource) => universe
            .resource(resource.trim_matches('/'))
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

/// Contents behind a descriptor number.
pub(super) fn contents(vm: &Vm, number: u32) -> Option<&[u8]> {
    let index = number.checked_sub(FIRST_FILE)?;
    vm.image.jdk_files.get(index as usize).map(|(_, bytes)| &bytes[..])
}

fn open_jdk_file(c: &mut NativeCall<'_>) -> NativeResult {
    let path = c.text(1);
    match kind_of(c, &path)? {
        Some(Kind::File(_) | Kind::Random) => {}
        Some(Kind::Directory) | None => return no_file(c),
    }
    let Some(number) = number_of(c, &path)? else {
        return no_file(c);
    };
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    c.vm.set_field(descriptor, "fd", u64::from(number));
    // On this platform the JDK has no use for the handle: it holds the position, which is undone with the object.
    c.vm.set_field(descriptor, POSITION, 0);
    Ok(Outcome::Void)
}

/// Contents of the receiver's file; `None` for standard input, which is empty.
fn open_file<'a>(c: &'a NativeCall<'_>) -> Result<Option<&'a [u8]>, VmError> {
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    Ok(contents(c.vm, c.vm.field(descriptor, "fd") as u32))
}

fn position(c: &NativeCall<'_>) -> u64 {
    c.vm.field(c.vm.field(c.reference(0), "fd") as Ref, POSITION)
}

fn move_position(c: &mut NativeCall<'_>, by: i64) {
    let to = position(c).saturating_add_signed(by);
    let descriptor = c.vm.field(c.reference(0), "fd") as Ref;
    if c.vm.field(descriptor, "fd") as u32 >= RANDOM_FILE {
        c.vm.set_field(descriptor, POSITION, to);
    }
}

/// The next bytes of the receiver's file.
fn take(c: &mut NativeCall<'_>, skip: usize, count: usize) -> Result<Vec<u8>, VmError> {
    let at = position(c) as usize + skip;
    if c.vm.field(c.vm.field(c.reference(0), "fd") as Ref, "fd") as u32 == RANDOM_FILE {
        c.vm.used.random = true;
        let bytes: Vec<u8> = (0..count.min(1 << 16) as u64)
            .map(|i| random_byte(at as u64 + i))
            .collect();
        move_position(c, bytes.len() as i64);
        return Ok(bytes);
    }
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

/// The byte at a position of the random stream: splitmix64 of the position.
fn random_byte(at: u64) -> u8 {
    let mut z = at.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x0d20_9741);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as u8
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
        Some(format!("{path} (No such file or directory)")),
    ))
}

/// Nothing is ever written.
fn no_write(c: &mut NativeCall<'_>) -> NativeResult {
    Err(VmError::NotModelled(format!(
        "files are not modelled: writing {}, called at {}; this path was not checked. Write to memory instead",
        c.text(1),
        c.vm.user_place(c.thread)
    )))
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
