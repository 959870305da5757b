//! A file system in memory: what a program writes below the directory for temporary files, and what it changes of files that
//! were found on this machine (`memfs_found.rs`).
//!
//! It is empty at first and made of objects of the path, behind two statics of `dropwire.Native`: undone, hashed and kept alive
//! like all else. Nothing is ever written to the disk. A node is `{path, contents or null for a directory, {mode, time, length}, path of the found file
//! whose contents it still has, or null}`, an open file `{node, {position, flags}}`. There are no links, one user, and times change only where they are set.

use std::collections::BTreeSet;

use dropwire_classes::{FoundFile, TEMPORARY_FOLDER, WORKING_FOLDER};

use super::errno::{Done, Errno, Trouble};
use super::{NativeCall, memfs_found};
use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::{HEADER, Ref};
use crate::thread::Pending;
use crate::types::Ty;
use crate::vm::Vm;

/// Its root; `java.io.tmpdir`.
pub(crate) const ROOT: &str = TEMPORARY_FOLDER;
/// Statics of `dropwire.Native`: the nodes in the order of their paths, and open files by number.
pub(crate) const FILES: &str = "files";
pub(crate) const OPEN_FILES: &str = "open files";

/// Descriptors of files in memory, as numbers.
const FIRST_NUMBER: u32 = 3;
const LAST_NUMBER: u32 = 900;

/// Flags of open(2) on Linux.
pub(super) mod flag {
    pub const ACCESS: i32 = 3;
    pub const READ_ONLY: i32 = 0;
    pub const WRITE_ONLY: i32 = 1;
    pub const READ_WRITE: i32 = 2;
    pub const CREATE: i32 = 0o100;
    pub const EXCLUSIVE: i32 = 0o200;
    pub const TRUNCATE: i32 = 0o1000;
    pub const APPEND: i32 = 0o2000;
}

/// Bits of a mode.
pub(super) const DIRECTORY: i32 = 0o040_000;
pub(super) const REGULAR: i32 = 0o100_000;
const READABLE: i32 = 0o400;
const WRITABLE: i32 = 0o200;
/// What nobody else may do, whatever a program asks for.
const UMASK: i32 = 0o022;

/// Where a node's facts hold the length of its contents.
const LENGTH: u32 = 2;
/// Where a node says whose contents it has.
const ORIGIN: u32 = 3;
/// Bytes from which on a file's room is a power of two, so that writing piece by piece does not copy all of it each time.
const ROOMY: usize = 4096;

/// The bytes that are set aside for contents of this length: the same for the same length, whatever came before. What is not used is zero.
fn room(length: usize) -> usize {
    if length < ROOMY {
        length
    } else {
        length.next_power_of_two()
    }
}

/// What lies at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// The root, which is always there.
    Root,
    /// A node.
    Node(Ref),
    /// A file of this machine that the program has not changed.
    OnMachine(&'static FoundFile),
}

/// What a new node has in it.
pub(super) enum Contents<'a> {
    /// Other nodes.
    Directory,
    /// Bytes.
    Bytes(&'a [u8]),
    /// Those of the file that was found at its path: so many.
    AsFound(usize),
    /// Nothing lies here any more.
    Gone,
}

/// A path of this file system, absolute and without dots and doubled slashes: below the root, or one that may be read; `None`: it lies
/// elsewhere. The JDK's own files lie on the host, also where its home is below the root.
pub(super) fn path_of(vm: &Vm, text: &str) -> Option<String> {
    let universe = &vm.image.universe;
    let path = match text.starts_with('/') {
        true => universe.files.name_of(&without_dots(text)),
        false => below_working_folder(text)?,
    };
    let is_here = is_in(&path, ROOT) || memfs_found::is_readable(vm, &path);
    (is_here && !universe.jdk.owns(path.as_ref())).then_some(path)
}

/// A relative path that does not leave the working folder. An empty one names nothing.
fn below_working_folder(text: &str) -> Option<String> {
    let path = without_dots(&format!("{WORKING_FOLDER}/{text}"));
    (!text.is_empty() && is_in(&path, WORKING_FOLDER)).then_some(path)
}

/// Whether a path is a folder's, or below it.
pub(super) fn is_in(path: &str, folder: &str) -> bool {
    let below = path.strip_prefix(folder);
    below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

/// An absolute path without dots and doubled slashes.
pub(super) fn without_dots(text: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Others may see every operation on an open file: the thread parks first. What the verdict rests on was noted when it was opened.
pub(super) fn park_first(c: &mut NativeCall<'_>) -> Option<super::Outcome> {
    c.park_first(0, Pending::Call(c.method, 0))
}

/// The same for an operation on a path of this file system.
pub(super) fn park_at(c: &mut NativeCall<'_>, path: &str) -> Option<super::Outcome> {
    note(c.vm, path);
    park_first(c)
}

/// What the verdict rests on when somebody asks about a path.
pub(super) fn note(vm: &mut Vm, path: &str) {
    match memfs_found::is_readable(vm, path) {
        true => vm.used.files_as_found = true,
        false => vm.used.in_memory_tmp = true,
    }
}

/// The same for an operation on a path, which may lie elsewhere.
pub(super) fn park_first_at(c: &mut NativeCall<'_>, path: &str) -> Option<super::Outcome> {
    path_of(c.vm, path).and_then(|path| park_at(c, &path))
}

// --- the table ---

pub(super) fn table(vm: &Vm, name: &str) -> Ref {
    vm.note_files();
    vm.image
        .loaded(NATIVE)
        .map_or(0, |native| vm.static_field(native, name) as Ref)
}

pub(super) fn elements(vm: &Vm, array: Ref) -> Vec<Ref> {
    let length = if array == 0 { 0 } else { vm.heap.length(array) };
    (0..length).map(|index| vm.element(array, index)).collect()
}

pub(super) fn set_table(vm: &mut Vm, name: &str, elements: &[Ref]) -> Result<(), VmError> {
    let native = vm.image.load(&mut vm.heap, NATIVE)?;
    let array = match elements {
        [] => 0,
        elements => vm.new_reference_array("java/lang/Object", elements)?,
    };
    vm.set_static_field(native, name, u64::from(array));
    vm.stored(native.mirror.get(), array);
    Ok(())
}

pub(super) fn bytes_of(vm: &Vm, array: Ref) -> Vec<u8> {
    vm.heap
        .bytes(u64::from(array + HEADER) * 8, u64::from(vm.heap.length(array)))
}

pub(super) fn new_bytes(vm: &mut Vm, bytes: &[u8]) -> Result<Ref, VmError> {
    let array = vm.new_primitive_array(Ty::Byte, bytes.len() as u32)?;
    put(vm, array, 0, bytes)?;
    Ok(array)
}

fn put(vm: &mut Vm, array: Ref, at: usize, bytes: &[u8]) -> Result<(), VmError> {
    vm.set_bytes(u64::from(array + HEADER) * 8 + at as u64, bytes)
}

pub(super) fn new_longs(vm: &mut Vm, values: &[i64]) -> Result<Ref, VmError> {
    let array = vm.new_primitive_array(Ty::Long, values.len() as u32)?;
    for (index, value) in (0..).zip(values) {
        set_long(vm, array, index, *value);
    }
    Ok(array)
}

pub(super) fn long_at(vm: &Vm, array: Ref, index: u32) -> i64 {
    vm.heap.read(u64::from(array + HEADER + index) * 8, 3) as i64
}

pub(super) fn set_long(vm: &mut Vm, array: Ref, index: u32, value: i64) {
    vm.heap.write(u64::from(array + HEADER + index) * 8, 3, value as u64);
}

pub(super) fn set_member(vm: &mut Vm, array: Ref, index: u32, value: Ref) {
    vm.set_element(array, index, value);
    vm.stored(array, value);
}

// --- nodes ---

pub(super) fn path_text(vm: &Vm, node: Ref) -> String {
    String::from_utf8_lossy(&bytes_of(vm, vm.element(node, 0))).into_owned()
}

pub(super) fn is_directory(vm: &Vm, node: Ref) -> bool {
    vm.element(node, 1) == 0
}

/// Whether it says that nothing lies at its path.
fn is_gone(vm: &Vm, node: Ref) -> bool {
    long_at(vm, vm.element(node, 2), 0) == 0
}

/// The path of the found file whose contents it still has.
fn origin(vm: &Vm, node: Ref) -> Option<String> {
    match vm.element(node, ORIGIN) {
        0 => None,
        origin => Some(String::from_utf8_lossy(&bytes_of(vm, origin)).into_owned()),
    }
}

/// Gives it contents of its own.
fn own_contents(vm: &mut Vm, node: Ref) -> Result<(), VmError> {
    if let Some(origin) = origin(vm, node) {
        let bytes = memfs_found::content(vm, &origin)?;
        let array = new_bytes(vm, &vec![0; room(bytes.len())])?;
        put(vm, array, 0, bytes)?;
        set_member(vm, node, 1, array);
        set_member(vm, node, ORIGIN, 0);
    }
    Ok(())
}

pub(super) fn length(vm: &Vm, node: Ref) -> usize {
    long_at(vm, vm.element(node, 2), LENGTH) as usize
}

impl Found {
    pub(super) fn is_directory(self, vm: &Vm) -> bool {
        match self {
            Found::Root => true,
            Found::Node(node) => is_directory(vm, node),
            Found::OnMachine(found) => memfs_found::is_directory(found),
        }
    }

    pub(super) fn length(self, vm: &Vm) -> usize {
        match self {
            Found::Root => 0,
            Found::Node(node) => length(vm, node),
            Found::OnMachine(found) => memfs_found::length(found),
        }
    }

    /// `st_mode`
    pub(super) fn mode(self, vm: &Vm) -> i32 {
        match self {
            Found::Root => DIRECTORY | 0o777,
            Found::Node(node) => long_at(vm, vm.element(node, 2), 0) as i32,
            Found::OnMachine(found) => memfs_found::mode(found),
        }
    }

    /// Nanoseconds since 1970.
    pub(super) fn time(self, vm: &Vm) -> i64 {
        match self {
            // What was found is as old as the rest: another time would be one of this machine's.
            Found::Root | Found::OnMachine(_) => crate::threads::EPOCH_MILLIS * 1_000_000,
            Found::Node(node) => long_at(vm, vm.element(node, 2), 1),
        }
    }

    /// A number of its own, where this is its path.
    pub(super) fn inode(self, path: &str) -> i64 {
        match self {
            Found::Root => 2,
            Found::Node(_) | Found::OnMachine(_) => (crate::types::name_hash(path) >> 1) as i64,
        }
    }

    /// Whether its owner may do this: bits of access(2), 4 to read and 2 to write.
    pub(super) fn allows(self, vm: &Vm, access: i32) -> bool {
        let mode = self.mode(vm);
        access << 6 & !mode & 0o700 == 0
    }
}

/// Sets what may be done with what lies at a path.
pub(super) fn set_mode(vm: &mut Vm, path: &str, permissions: i32) -> Done<()> {
    if let Some(node) = memfs_found::node_at(vm, path)? {
        set_mode_of(vm, node, permissions);
    }
    Ok(())
}

fn set_mode_of(vm: &mut Vm, node: Ref, permissions: i32) {
    let kind = Found::Node(node).mode(vm) & !0o7777;
    set_long(vm, vm.element(node, 2), 0, i64::from(kind | permissions & 0o7777));
}

/// Sets the time of change of what lies at a path, in nanoseconds since 1970.
pub(super) fn set_time(vm: &mut Vm, path: &str, nanos: i64) -> Done<()> {
    if let Some(node) = memfs_found::node_at(vm, path)? {
        set_long(vm, vm.element(node, 2), 1, nanos);
    }
    Ok(())
}

/// What lies at a path of this file system.
pub(super) fn find(vm: &Vm, path: &str) -> Done<Found> {
    if let Some(found) = there(vm, path)? {
        return Ok(found);
    }
    let mut above = path;
    while let Some((folder, _)) = above.rsplit_once('/').filter(|(folder, _)| is_here(vm, folder)) {
        if let Some(found) = there(vm, folder)? {
            return Err(match found.is_directory(vm) {
                true => Errno::NoEntry,
                false => Errno::NotDirectory,
            }
            .into());
        }
        above = folder;
    }
    Err(Errno::NoEntry.into())
}

fn is_here(vm: &Vm, path: &str) -> bool {
    is_in(path, ROOT) || memfs_found::is_readable(vm, path)
}

/// What lies at a path, if anything does.
fn there(vm: &Vm, path: &str) -> Result<Option<Found>, VmError> {
    if path == ROOT {
        return Ok(Some(Found::Root));
    }
    let all = elements(vm, table(vm, FILES));
    match all.into_iter().find(|node| path_text(vm, *node) == path) {
        Some(node) => Ok((!is_gone(vm, node)).then_some(Found::Node(node))),
        None => Ok(memfs_found::found_at(vm, path)?.map(Found::OnMachine)),
    }
}

/// The directory that holds a path, which may be written to.
fn parent(vm: &Vm, path: &str) -> Done<()> {
    let (above, _) = path.rsplit_once('/').unwrap_or((ROOT, ""));
    let above = find(vm, above)?;
    if !above.is_directory(vm) {
        return Err(Errno::NotDirectory.into());
    }
    match above.allows(vm, 2) {
        true => Ok(()),
        false => Err(Errno::Denied.into()),
    }
}

/// Makes a directory (without contents) or a file.
pub(super) fn create(vm: &mut Vm, path: &str, contents: Option<&[u8]>, mode: i32) -> Done<Ref> {
    match find(vm, path) {
        Ok(_) => return Err(Errno::Exists.into()),
        Err(Trouble::Refused(Errno::NoEntry)) => {}
        Err(other) => return Err(other),
    }
    parent(vm, path)?;
    let (kind, contents) = match contents {
        Some(bytes) => (REGULAR, Contents::Bytes(bytes)),
        None => (DIRECTORY, Contents::Directory),
    };
    Ok(add_node(vm, path, contents, kind | mode & 0o7777 & !UMASK)?)
}

/// Adds a node, in the place of one that says that nothing is there.
pub(super) fn add_node(vm: &mut Vm, path: &str, contents: Contents<'_>, mode: i32) -> Result<Ref, VmError> {
    let name = new_bytes(vm, path.as_bytes())?;
    let (length, array, origin) = match contents {
        Contents::Directory | Contents::Gone => (0, 0, 0),
        Contents::Bytes(bytes) => {
            let array = new_bytes(vm, &vec![0; room(bytes.len())])?;
            put(vm, array, 0, bytes)?;
            (bytes.len(), array, 0)
        }
        Contents::AsFound(length) => (length, new_bytes(vm, &[])?, name),
    };
    let now = crate::threads::EPOCH_MILLIS * 1_000_000;
    let facts = new_longs(vm, &[i64::from(mode), now, length as i64])?;
    let node = vm.new_reference_array("java/lang/Object", &[name, array, facts, origin])?;
    let mut all = elements(vm, table(vm, FILES));
    all.retain(|other| path_text(vm, *other) != path);
    all.push(node);
    set_nodes(vm, all)?;
    Ok(node)
}

fn set_nodes(vm: &mut Vm, mut all: Vec<Ref>) -> Result<(), VmError> {
    all.sort_by_cached_key(|node| bytes_of(vm, vm.element(*node, 0)));
    set_table(vm, FILES, &all)
}

/// Names of what a directory holds, in their order.
pub(super) fn list(vm: &Vm, path: &str) -> Done<Vec<String>> {
    let found = find(vm, path)?;
    if !found.is_directory(vm) {
        return Err(Errno::NotDirectory.into());
    }
    if !found.allows(vm, 4) {
        return Err(Errno::Denied.into());
    }
    Ok(names(vm, path)?)
}

/// The same of a path that is a directory's.
pub(super) fn names(vm: &Vm, path: &str) -> Result<Vec<String>, VmError> {
    let mut names: BTreeSet<String> = memfs_found::names_in(vm, path)?.iter().cloned().collect();
    for node in elements(vm, table(vm, FILES)) {
        let text = path_text(vm, node);
        let Some(name) = text.strip_prefix(path).and_then(|below| below.strip_prefix('/')) else {
            continue;
        };
        if is_gone(vm, node) {
            names.remove(name);
        } else if !name.contains('/') {
            names.insert(name.to_owned());
        }
    }
    Ok(names.into_iter().collect())
}

/// What may be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remove {
    File,
    Directory,
    Either,
}

pub(super) fn remove(vm: &mut Vm, path: &str, what: Remove) -> Done<()> {
    let found = find(vm, path)?;
    if found == Found::Root {
        return Err(Errno::NotPermitted.into());
    }
    match (found.is_directory(vm), what) {
        (true, Remove::File) => return Err(Errno::IsDirectory.into()),
        (false, Remove::Directory) => return Err(Errno::NotDirectory.into()),
        (true, _) if !list(vm, path)?.is_empty() => return Err(Errno::NotEmpty.into()),
        (true, Remove::Directory | Remove::Either) | (false, Remove::File | Remove::Either) => {}
    }
    parent(vm, path)?;
    let mut all = elements(vm, table(vm, FILES));
    all.retain(|node| path_text(vm, *node) != path);
    set_table(vm, FILES, &all)?;
    Ok(memfs_found::mark_gone(vm, path)?)
}

/// rename(2): what lies at the new path is replaced, if it is of the same kind, and empty if it is a directory.
pub(super) fn rename(vm: &mut Vm, from: &str, to: &str) -> Done<()> {
    let moved = find(vm, from)?;
    if moved == Found::Root {
        return Err(Errno::NotPermitted.into());
    }
    if from == to {
        return Ok(());
    }
    let below = format!("{from}/");
    if to.starts_with(&below) {
        return Err(Errno::Invalid.into());
    }
    parent(vm, from)?;
    parent(vm, to)?;
    match find(vm, to) {
        Ok(there) => match (moved.is_directory(vm), there.is_directory(vm)) {
            (true, false) => return Err(Errno::NotDirectory.into()),
            (false, true) => return Err(Errno::IsDirectory.into()),
            (true, true) => remove(vm, to, Remove::Directory)?,
            (false, false) => remove(vm, to, Remove::File)?,
        },
        Err(Trouble::Refused(Errno::NoEntry)) => {}
        Err(other) => return Err(other),
    }
    memfs_found::nodes_below(vm, from)?;
    let all = elements(vm, table(vm, FILES)).into_iter();
    let is_moved = |node: &Ref| is_in(&path_text(vm, *node), from) && !is_gone(vm, *node);
    let (moved, stay): (Vec<Ref>, Vec<Ref>) = all.partition(is_moved);
    let old: Vec<String> = moved.iter().map(|node| path_text(vm, *node)).collect();
    let new: BTreeSet<String> = old.iter().map(|path| format!("{to}{}", &path[from.len()..])).collect();
    let mut all: Vec<Ref> = stay
        .into_iter()
        .filter(|node| !new.contains(&path_text(vm, *node)))
        .collect();
    for (node, path) in moved.into_iter().zip(&old) {
        let renamed = new_bytes(vm, format!("{to}{}", &path[from.len()..]).as_bytes())?;
        set_member(vm, node, 0, renamed);
        all.push(node);
    }
    set_nodes(vm, all)?;
    for path in old {
        memfs_found::mark_gone(vm, &path)?;
    }
    Ok(())
}

// --- open files ---

/// Whether a descriptor's number is one of ours.
pub(super) fn is_ours(number: u32) -> bool {
    (FIRST_NUMBER..=LAST_NUMBER).contains(&number)
}

/// open(2)
pub(super) fn open(vm: &mut Vm, path: &str, flags: i32, mode: i32) -> Done<u32> {
    let wanted = flags & flag::ACCESS;
    let found = match find(vm, path) {
        Ok(_) if flags & flag::CREATE != 0 && flags & flag::EXCLUSIVE != 0 => return Err(Errno::Exists.into()),
        Ok(found) => found,
        Err(Trouble::Refused(Errno::NoEntry)) if flags & flag::CREATE != 0 => {
            let node = create(vm, path, Some(&[]), mode)?;
            return number(vm, node, flags);
        }
        Err(other) => return Err(other),
    };
    if found.is_directory(vm) && wanted != flag::READ_ONLY {
        return Err(Errno::IsDirectory.into());
    }
    let mode = found.mode(vm);
    let may =
        (wanted == flag::WRITE_ONLY || mode & READABLE != 0) && (wanted == flag::READ_ONLY || mode & WRITABLE != 0);
    if !may {
        return Err(Errno::Denied.into());
    }
    // The root can be opened, as any directory, but nothing can be done with it.
    let Some(node) = memfs_found::node_at(vm, path)? else {
        return Err(Errno::IsDirectory.into());
    };
    if flags & flag::TRUNCATE != 0 && wanted != flag::READ_ONLY {
        let none = new_bytes(vm, &[])?;
        set_member(vm, node, 1, none);
        set_member(vm, node, ORIGIN, 0);
        set_long(vm, vm.element(node, 2), LENGTH, 0);
    }
    number(vm, node, flags)
}

/// The lowest number that is free.
fn number(vm: &mut Vm, node: Ref, flags: i32) -> Done<u32> {
    let facts = new_longs(vm, &[0, i64::from(flags)])?;
    let entry = vm.new_reference_array("java/lang/Object", &[node, facts])?;
    let mut all = elements(vm, table(vm, OPEN_FILES));
    let free = all.iter().position(|entry| *entry == 0).unwrap_or(all.len());
    if free as u32 > LAST_NUMBER - FIRST_NUMBER {
        return Err(Errno::TooManyOpen.into());
    }
    match all.get_mut(free) {
        Some(place) => *place = entry,
        None => all.push(entry),
    }
    set_table(vm, OPEN_FILES, &all)?;
    Ok(FIRST_NUMBER + free as u32)
}

pub(super) fn close(vm: &mut Vm, number: u32) -> Result<(), VmError> {
    let mut all = elements(vm, table(vm, OPEN_FILES));
    let Some(place) = number
        .checked_sub(FIRST_NUMBER)
        .and_then(|index| all.get_mut(index as usize))
    else {
        return Ok(());
    };
    *place = 0;
    while all.last() == Some(&0) {
        all.pop();
    }
    set_table(vm, OPEN_FILES, &all)
}

/// An open file.
#[derive(Clone, Copy)]
pub(super) struct Open {
    node: Ref,
    facts: Ref,
}

pub(super) fn opened(vm: &Vm, number: u32) -> Done<Open> {
    let all = table(vm, OPEN_FILES);
    let index = number.wrapping_sub(FIRST_NUMBER);
    let entry = match all {
        0 => 0,
        all if index < vm.heap.length(all) => vm.element(all, index),
        _ => 0,
    };
    match entry {
        0 => Err(Errno::BadDescriptor.into()),
        entry => Ok(Open {
            node: vm.element(entry, 0),
            facts: vm.element(entry, 1),
        }),
    }
}

impl Open {
    pub(super) fn found(self) -> Found {
        Found::Node(self.node)
    }

    /// Its path, where it was when it was there last.
    pub(super) fn path(self, vm: &Vm) -> String {
        path_text(vm, self.node)
    }

    pub(super) fn set_mode(self, vm: &mut Vm, permissions: i32) {
        set_mode_of(vm, self.node, permissions);
    }

    pub(super) fn set_time(self, vm: &mut Vm, nanos: i64) {
        set_long(vm, vm.element(self.node, 2), 1, nanos);
    }

    pub(super) fn length(self, vm: &Vm) -> usize {
        length(vm, self.node)
    }

    pub(super) fn position(self, vm: &Vm) -> usize {
        long_at(vm, self.facts, 0) as usize
    }

    pub(super) fn set_position(self, vm: &mut Vm, to: usize) {
        set_long(vm, self.facts, 0, to as i64);
    }

    pub(super) fn flags(self, vm: &Vm) -> i32 {
        long_at(vm, self.facts, 1) as i32
    }

    /// At most so many bytes from a place; none at the end.
    pub(super) fn read(self, vm: &Vm, at: usize, count: usize) -> Done<Vec<u8>> {
        if is_directory(vm, self.node) {
            return Err(Errno::IsDirectory.into());
        }
        if self.flags(vm) & flag::ACCESS == flag::WRITE_ONLY {
            return Err(Errno::BadDescriptor.into());
        }
        if let Some(origin) = origin(vm, self.node) {
            let rest = memfs_found::content(vm, &origin)?.get(at..).unwrap_or_default();
            return Ok(rest[..rest.len().min(count)].to_vec());
        }
        let contents = vm.element(self.node, 1);
        let base = u64::from(contents + HEADER) * 8;
        let end = self.length(vm).min(at.saturating_add(count));
        Ok(vm.bytes(base + at.min(end) as u64, end.saturating_sub(at) as u64)?)
    }

    /// Reads from where it is, and goes on.
    pub(super) fn read_on(self, vm: &mut Vm, count: usize) -> Done<Vec<u8>> {
        let at = self.position(vm);
        let bytes = self.read(vm, at, count)?;
        self.set_position(vm, at + bytes.len());
        Ok(bytes)
    }

    /// Writes at a place; what lies between it and the end before becomes zero.
    pub(super) fn write(self, vm: &mut Vm, at: usize, bytes: &[u8]) -> Done<()> {
        if self.flags(vm) & flag::ACCESS == flag::READ_ONLY {
            return Err(Errno::BadDescriptor.into());
        }
        own_contents(vm, self.node)?;
        let end = at.saturating_add(bytes.len());
        if end > self.length(vm) && !bytes.is_empty() {
            self.resize(vm, end)?;
        }
        put(vm, vm.element(self.node, 1), at, bytes)?;
        Ok(())
    }

    /// Writes where it is, or at the end if it was opened so, and goes on.
    pub(super) fn write_on(self, vm: &mut Vm, bytes: &[u8]) -> Done<()> {
        let append = self.flags(vm) & flag::APPEND != 0;
        let at = if append { self.length(vm) } else { self.position(vm) };
        self.write(vm, at, bytes)?;
        self.set_position(vm, at + bytes.len());
        Ok(())
    }

    pub(super) fn resize(self, vm: &mut Vm, length: usize) -> Done<()> {
        const MOST: usize = 256 << 20;
        if length > MOST {
            return Err(VmError::Limit(format!("a file of {length} bytes in memory")).into());
        }
        own_contents(vm, self.node)?;
        let (contents, before) = (vm.element(self.node, 1), self.length(vm));
        if room(length) == room(before) {
            let start = u64::from(contents + HEADER) * 8;
            let gone = before.saturating_sub(length);
            vm.fill_bytes(start + length as u64, gone as u64, 0)?;
        } else {
            let kept = before.min(length) as u64;
            let grown = vm.new_primitive_array(Ty::Byte, room(length) as u32)?;
            let start = |array: Ref| u64::from(array + HEADER) * 8;
            vm.copy_bytes(start(contents), start(grown), kept)?;
            set_member(vm, self.node, 1, grown);
        }
        set_long(vm, vm.element(self.node, 2), LENGTH, length as i64);
        Ok(())
    }
}

/// A directory's names, to be asked for one by one: a number as of an open file.
pub(super) fn open_list(vm: &mut Vm, path: &str) -> Done<u32> {
    let names = list(vm, path)?;
    open_names(vm, &names)
}

/// The same of names that are known.
pub(super) fn open_names(vm: &mut Vm, known: &[String]) -> Done<u32> {
    let mut names = Vec::new();
    for name in known {
        names.push(new_bytes(vm, name.as_bytes())?);
    }
    let names = vm.new_reference_array("java/lang/Object", &names)?;
    number(vm, names, flag::READ_ONLY)
}

/// The next of them; 0 at the end.
pub(super) fn next_name(vm: &mut Vm, number: u32) -> Done<Ref> {
    let open = opened(vm, number)?;
    let at = open.position(vm) as u32;
    if at >= vm.heap.length(open.node) {
        return Ok(0);
    }
    open.set_position(vm, at as usize + 1);
    let name = bytes_of(vm, vm.element(open.node, at));
    Ok(new_bytes(vm, &name)?)
}

#[cfg(test)]
mod tests {
    use super::{below_working_folder, is_in, without_dots};

    #[test]
    fn paths_are_distinguished() {
        assert_eq!(without_dots("/tmp//a/./b/"), "/tmp/a/b");
        assert_eq!(without_dots("/tmp/a/../b"), "/tmp/b");
        assert!(is_in("/tmp", "/tmp") && is_in("/tmp/a", "/tmp"));
        for elsewhere in ["/tmpa", "/etc", "/", "", "/etc/tmp"] {
            assert!(!is_in(elsewhere, "/tmp"), "{elsewhere}");
        }
        assert_eq!(below_working_folder("a/./b").as_deref(), Some("/working-directory/a/b"));
        assert_eq!(below_working_folder(".").as_deref(), Some("/working-directory"));
        assert_eq!(below_working_folder("../tmp/a"), None);
        assert_eq!(below_working_folder(""), None);
    }
}
