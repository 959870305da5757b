//! Walks folders: class files, and folders in which to look for modules.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Folders that hold no modules and may be huge: hidden ones, and what build tools and version control leave out by themselves.
const SKIPPED: [&str; 8] = [
    "node_modules",
    "bower_components",
    "__pycache__",
    "venv",
    "vendor",
    "CVS",
    "SCCS",
    "lost+found",
];
/// Deeper than this, nobody keeps a module.
const DEEPEST: usize = 8;
/// More folders than this are not looked at. Those near the root come first.
pub const MOST_FOLDERS: usize = 20_000;

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

    /// The first of the class files that are directly in it.
    pub fn first_class_file(&self) -> Option<PathBuf> {
        self.files_named("class").min()
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

/// Walks a folder and those below it, level by level, without hidden and foreign ones and other tools' caches. Reads a folder when it comes to it.
#[derive(Debug)]
pub struct Walk {
    open: VecDeque<(PathBuf, usize)>,
    /// So many folders may still be read.
    left: usize,
}

impl Walk {
    /// Begins at a folder.
    pub fn of(root: &Path) -> Walk {
        Walk::up_to(root, MOST_FOLDERS)
    }

    fn up_to(root: &Path, most: usize) -> Walk {
        Walk {
            open: VecDeque::from([(root.to_path_buf(), 0)]),
            left: most,
        }
    }

    /// Whether there were more folders than are looked at.
    pub fn was_cut_off(&self) -> bool {
        self.left == 0 && !self.open.is_empty()
    }

    /// The next folder. What is `left_out`, and all that is below it, is not read.
    pub fn next(&mut self, left_out: &dyn Fn(&Path) -> bool) -> Option<Folder> {
        while self.left > 0 {
            let (path, depth) = self.open.pop_front()?;
            if left_out(&path) {
                continue;
            }
            self.left -= 1;
            let mut folder = Folder::read(path);
            if depth > 0 && folder.is_cache() {
                continue;
            }
            let inner = std::mem::take(&mut folder.inner);
            if depth < DEEPEST {
                self.open.extend(inner.into_iter().map(|path| (path, depth + 1)));
            }
            return Some(folder);
        }
        None
    }
}

/// The folder and those below it, sorted: parents first.
pub fn folders(root: &Path) -> Vec<Folder> {
    let mut walk = Walk::of(root);
    let mut found: Vec<Folder> = std::iter::from_fn(|| walk.next(&|_| false)).collect();
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Whether there is a class file in a folder or below it. Looks level by level, ends at the first one, and gives up after so many folders
/// without any.
pub fn has_class_file(root: &Path) -> bool {
    let mut open = VecDeque::from([root.to_path_buf()]);
    for _ in 0..MOST_FOLDERS {
        let Some(folder) = open.pop_front() else { return false };
        for entry in std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push_back(entry.path());
            } else if is_class(Path::new(&entry.file_name())) {
                return true;
            }
        }
    }
    false
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

    #[test]
    fn a_walk_reads_what_is_near_first_and_ends() {
        let root = tempfile::tempdir().expect("a folder");
        for folder in ["a/deep/deeper", "b", "left-out/inner"] {
            std::fs::create_dir_all(root.path().join(folder)).expect("a folder");
        }
        let left_out = |path: &Path| path.ends_with("left-out");
        let walked = |most: usize| {
            let mut walk = Walk::up_to(root.path(), most);
            let found: Vec<PathBuf> = std::iter::from_fn(|| Some(walk.next(&left_out)?.path)).collect();
            (found.len(), found.last().cloned(), walk.was_cut_off())
        };
        assert_eq!(walked(100), (5, Some(root.path().join("a/deep/deeper")), false));
        assert_eq!(walked(5), (5, Some(root.path().join("a/deep/deeper")), false));
        assert_eq!(walked(4), (4, Some(root.path().join("a/deep")), true));
    }

    #[test]
    fn the_first_class_file_ends_a_look() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("shop/inner.class")).expect("a folder");
        assert!(!has_class_file(root.path()));
        std::fs::write(root.path().join("shop/Till.class"), "").expect("a file");
        assert!(has_class_file(root.path()));
    }
}
