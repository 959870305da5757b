//! Files of the machine that the program may see (`files.read`), below those that it makes and changes in memory (`memfs.rs`).
//!
//! They are the same on all paths, and no part of a state. A node says what a program has changed: it is made of what was found when a
//! file is opened or changed, and has a content of its own when the content changes. Where something was found and is no more, a
//! node says that it is gone. What is below a folder that is gone is so too, each by itself.

use dropwire_classes::{FoundFile, FoundKind};

use super::errno::Done;
use super::memfs::{self, Contents, DIRECTORY, Found, REGULAR, ROOT};
use crate::error::VmError;
use crate::heap::Ref;
use crate::vm::Vm;

/// Files at most that are moved with their folder.
const MOST_MOVED: usize = 10_000;

/// Whether a path is one that may be read.
pub(super) fn is_readable(vm: &Vm, path: &str) -> bool {
    vm.image.universe.files.place_of(path).is_some()
}

/// What was found at a path, whatever the program has done there since; `None` for nothing.
///
/// # Errors
/// A path that is neither below the directory for temporary files nor readable, or at which we do not look.
pub(super) fn found_at(vm: &Vm, path: &str) -> Result<Option<&'static FoundFile>, VmError> {
    let Some(found) = vm.image.universe.files.at(path) else {
        return match memfs::is_in(path, ROOT) {
            true => Ok(None),
            false => Err(refused(vm, path, "is not among the paths that `files.read` names")),
        };
    };
    match &found.kind {
        FoundKind::Nothing => Ok(None),
        FoundKind::Directory | FoundKind::File { .. } => Ok(Some(found)),
        FoundKind::Link => Err(refused(
            vm,
            path,
            "is, or is behind, a symbolic link, which is not followed",
        )),
        FoundKind::Refused(why) => Err(refused(vm, path, why)),
    }
}

/// Refuses a path at which a link of this machine lies, or one that leads there, whatever the program has made of it since.
pub(super) fn must_have_no_link(vm: &Vm, path: &str) -> Result<(), VmError> {
    match is_readable(vm, path) {
        true => found_at(vm, path).map(|_| ()),
        false => Ok(()),
    }
}

/// What is said of a file at which we do not look.
fn refused(vm: &Vm, path: &str, why: &str) -> VmError {
    VmError::NotModelled(format!(
        "files are not modelled: {path} {why}, asked for at {}; this path was not checked",
        vm.user_place(vm.this_step.current)
    ))
}

pub(super) fn is_directory(found: &FoundFile) -> bool {
    found.kind == FoundKind::Directory
}

pub(super) fn length(found: &FoundFile) -> usize {
    match found.kind {
        FoundKind::File { length, .. } => usize::try_from(length).unwrap_or(usize::MAX),
        FoundKind::Nothing | FoundKind::Directory | FoundKind::Link | FoundKind::Refused(_) => 0,
    }
}

/// `st_mode`: its owner may write, whoever may on this machine.
pub(super) fn mode(found: &FoundFile) -> i32 {
    match found.kind {
        FoundKind::File { executable: true, .. } => REGULAR | 0o755,
        FoundKind::File { executable: false, .. } => REGULAR | 0o644,
        FoundKind::Nothing | FoundKind::Directory | FoundKind::Link | FoundKind::Refused(_) => DIRECTORY | 0o755,
    }
}

/// The content of what was found at a path.
///
/// # Errors
/// It is too large, or cannot be read.
pub(super) fn content(vm: &Vm, path: &str) -> Result<&'static [u8], VmError> {
    match found_at(vm, path)?.map(|found| &found.kind) {
        Some(FoundKind::File {
            content: Ok(content), ..
        }) => Ok(content),
        Some(FoundKind::File { content: Err(why), .. }) => Err(refused(vm, path, why)),
        Some(FoundKind::Nothing | FoundKind::Directory | FoundKind::Link | FoundKind::Refused(_)) | None => Ok(&[]),
    }
}

/// The names that were found in a folder; none where none was found.
///
/// # Errors
/// There are too many, or they cannot be read.
pub(super) fn names_in(vm: &Vm, path: &str) -> Result<&'static [String], VmError> {
    let folder = found_at(vm, path)?.filter(|found| is_directory(found));
    let names = folder.map_or(Ok(&[][..]), |folder| vm.image.universe.files.names_in(folder));
    names.map_err(|why| refused(vm, path, why))
}

/// The node of what lies at a path, to be changed: it is made where the program has not touched it yet. `None` for the root.
pub(super) fn node_at(vm: &mut Vm, path: &str) -> Done<Option<Ref>> {
    match memfs::find(vm, path)? {
        Found::Root => Ok(None),
        Found::Node(node) => Ok(Some(node)),
        Found::OnMachine(found) => Ok(Some(made_of(vm, path, found)?)),
    }
}

fn made_of(vm: &mut Vm, path: &str, found: &FoundFile) -> Result<Ref, VmError> {
    let contents = match is_directory(found) {
        true => Contents::Directory,
        false => Contents::AsFound(length(found)),
    };
    memfs::add_node(vm, path, contents, mode(found))
}

/// As [`node_at`], with nodes of all that is below it.
pub(super) fn nodes_below(vm: &mut Vm, path: &str) -> Done<()> {
    let mut left = vec![path.to_owned()];
    let mut made = 0;
    while let Some(path) = left.pop() {
        made += 1;
        if made > MOST_MOVED {
            return Err(VmError::Limit(format!("a folder of more than {MOST_MOVED} files that is renamed")).into());
        }
        node_at(vm, &path)?;
        if memfs::find(vm, &path)?.is_directory(vm) {
            let names = memfs::names(vm, &path)?;
            left.extend(names.iter().map(|name| format!("{path}/{name}")));
        }
    }
    Ok(())
}

/// Says that what was found at a path is gone; its node was taken out.
pub(super) fn mark_gone(vm: &mut Vm, path: &str) -> Result<(), VmError> {
    if found_at(vm, path)?.is_some() {
        memfs::add_node(vm, path, Contents::Gone, 0)?;
    }
    Ok(())
}
