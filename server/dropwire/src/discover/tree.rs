//! Walks folders: class files, and folders in which to look for modules.

use std::ffi::{OsStr, OsString};
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

/// A folder in which to look for modules.
#[derive(Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What is directly in it.
    names: Vec<OsString>,
    /// The folders among them that may hold modules.
    inner: Vec<PathBuf>,
}

impl Folder {
    /// Reads a folder; one that cannot be read is empty.
    pub fn read(path: PathBuf) -> Folder {
        let (mut names, mut inner) = (Vec::new(), Vec::new());
        for entry in std::fs::read_dir(&path).into_iter().flatten().filter_map(Result::ok) {
            let name = entry.file_name();
            if !is_skipped(&name) && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                inner.push(entry.path());
            }
            names.push(name);
        }
        Folder { path, names, inner }
    }

    /// Whether something of this name is directly in it.
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|other| other == name)
    }

    /// Whether a class file is directly in it.
    pub fn has_class_files(&self) -> bool {
        self.names.iter().any(|name| is_class(Path::new(name)))
    }

    /// What has this extension, of all that is directly in it.
    pub fn files_named(&self, extension: &str) -> impl Iterator<Item = PathBuf> {
        let fits = move |name: &&OsString| Path::new(name).extension().is_some_and(|other| other == extension);
        self.names.iter().filter(fits).map(|name| self.path.join(name))
    }

    /// A cache says so itself (Cache Directory Tagging Specification, <https://bford.info/cachedir/>).
    fn is_cache(&self) -> bool {
        self.has("CACHEDIR.TAG")
    }
}

/// The folder and those below it, parents first, without hidden and foreign ones and other tools' caches.
pub fn folders(root: &Path) -> Vec<Folder> {
    let mut found = Vec::new();
    let mut open = vec![(root.to_path_buf(), 0)];
    while let Some((path, depth)) = open.pop() {
        let mut folder = Folder::read(path);
        if depth > 0 && folder.is_cache() {
            continue;
        }
        let inner = std::mem::take(&mut folder.inner);
        if depth < DEEPEST {
            open.extend(inner.into_iter().map(|path| (path, depth + 1)));
        }
        found.push(folder);
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
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

        let found: Vec<PathBuf> = folders(root.path()).into_iter().map(|folder| folder.path).collect();

        let plain = |folder| root.path().join(folder).components().collect::<PathBuf>();
        let expected = ["", "rust", "shop", "shop/src"].map(plain);
        assert_eq!(found, expected);
    }
}
