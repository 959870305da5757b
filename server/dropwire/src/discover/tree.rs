//! Walks folders: class files, and folders in which to look for modules.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders that hold no modules and may be huge.
const SKIPPED: [&str; 4] = ["node_modules", "__pycache__", "venv", "vendor"];
/// Deeper than this, nobody keeps a module.
const DEEPEST: usize = 8;

/// Every class file below a folder, sorted. A folder that cannot be read holds none.
pub fn class_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for (path, is_folder) in entries(&folder) {
            if is_folder {
                open.push(path);
            } else if is_class(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The folder and those below it, parents first, without hidden and foreign ones and other tools' caches.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![(root.to_path_buf(), 0)];
    while let Some((folder, depth)) = open.pop() {
        if depth < DEEPEST {
            let inner = inner_folders(&folder);
            if depth > 0 && inner.is_cache {
                continue;
            }
            open.extend(inner.folders.into_iter().map(|path| (path, depth + 1)));
        }
        found.push(folder);
    }
    found.sort();
    found
}

struct Inner {
    folders: Vec<PathBuf>,
    /// A cache says so itself (Cache Directory Tagging Specification, <https://bford.info/cachedir/>).
    is_cache: bool,
}

fn inner_folders(folder: &Path) -> Inner {
    let mut inner = Inner {
        folders: Vec::new(),
        is_cache: false,
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if !is_skipped(&entry.file_name()) {
                inner.folders.push(entry.path());
            }
        } else {
            inner.is_cache |= entry.file_name() == "CACHEDIR.TAG";
        }
    }
    inner
}

/// Whether a folder has a class file directly in it, and which is the first.
pub fn first_class_file(folder: &Path) -> Option<PathBuf> {
    let mut classes: Vec<PathBuf> = entries(folder)
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| is_class(path))
        .collect();
    classes.sort();
    classes.into_iter().next()
}

/// Whether a path names a class file.
pub fn is_class(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "class")
}

/// What is in a folder, and whether each is a folder. Symbolic links to folders are not followed: they may be circular.
fn entries(folder: &Path) -> Vec<(PathBuf, bool)> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_type().ok().map(|kind| (entry.path(), kind.is_dir())))
        .collect()
}

fn is_skipped(folder: &OsStr) -> bool {
    let name = folder.to_string_lossy();
    name.starts_with('.') || SKIPPED.contains(&name.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_tools_caches_are_not_walked() {
        let root = tempfile::tempdir().expect("a folder");
        for folder in ["shop/src", "rust/target/debug", "node_modules/x", ".git/objects"] {
            std::fs::create_dir_all(root.path().join(folder)).expect("a folder");
        }
        for cache in ["", "rust/target"] {
            std::fs::write(root.path().join(cache).join("CACHEDIR.TAG"), "").expect("a file");
        }

        let found = folders(root.path());

        let expected = ["", "rust", "shop", "shop/src"].map(|folder| root.path().join(folder).components().collect());
        assert_eq!(found, expected);
    }
}
