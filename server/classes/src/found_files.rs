//! Files of this machine that a program may see: each as it was when somebody first asked for it.
//!
//! Only what is below a readable path, and nothing through a symbolic link. Nothing is ever written. What was looked at stays as it was
//! found for as long as the readable paths are the same: one worker process checks one program, and replays its trails.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::looked::{DIRECTORY, Looked};

/// What a program calls its working folder, on every machine.
pub const WORKING_FOLDER: &str = "/working-directory";

/// Where programs write temporary files: no folder of this machine, but for readable paths below it.
pub const TEMPORARY_FOLDER: &str = "/tmp";

/// Bytes of a file at most for its content to be read.
const LARGEST_FOUND_FILE: u64 = 16 << 20;
/// Bytes of all of them.
const MOST_BYTES: u64 = 256 << 20;
/// Names of a folder at most.
const MOST_NAMES: usize = 10_000;

/// Which files may be read. By default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readable {
    /// The folder that the program takes for its working folder, absolute.
    pub working_folder: Option<PathBuf>,
    /// Files and folders, absolute; what is below a folder belongs to it.
    pub paths: Vec<PathBuf>,
}

/// What lies at a path.
#[derive(Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// Nothing.
    Nothing,
    /// A folder.
    Directory,
    /// A regular file.
    File {
        /// Its length in bytes.
        length: u64,
        /// Whether its owner may execute it.
        executable: bool,
        /// Its content, or why that is not known.
        content: Result<Vec<u8>, String>,
    },
    /// A symbolic link below a readable path, or something behind one.
    Link,
    /// It is not looked at, and why: part of a sentence behind the path.
    Refused(String),
}

/// A path that was looked at.
#[derive(Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// Where it is on this machine.
    pub path: PathBuf,
    /// What lies there.
    pub kind: FoundKind,
}

/// Files of this machine, and what has been asked of them.
#[derive(Debug, Default)]
pub struct FoundFiles {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    readable: Readable,
    /// By path.
    files: BTreeMap<PathBuf, &'static FoundFile>,
    /// Names in folders, by path.
    names: BTreeMap<PathBuf, &'static Result<Vec<String>, String>>,
    /// Bytes that were read.
    bytes: u64,
}

impl FoundFiles {
    /// Says which files may be read. If that is news, all that was found is forgotten.
    pub fn allow(&self, readable: &Readable) {
        let mut state = self.state();
        let readable = readable.normal();
        if state.readable != readable {
            *state = State {
                readable,
                ..State::default()
            };
        }
    }

    /// The program's name of a path, which is absolute and without dots: what lies in the working folder has a name below
    /// [`WORKING_FOLDER`], however the program got there.
    pub fn name_of(&self, path: &str) -> String {
        let state = self.state();
        let below = state.readable.working_folder.as_deref();
        let below = below.filter(|folder| !is_of_machine(path) || is_below_temporary(folder));
        let below = below.and_then(|folder| Path::new(path).strip_prefix(folder).ok()?.to_str());
        match below {
            Some("") => WORKING_FOLDER.to_owned(),
            Some(below) => format!("{WORKING_FOLDER}/{below}"),
            None => path.to_owned(),
        }
    }

    /// Where a path of the program's lies on this machine; `None` if it is not readable.
    pub fn place_of(&self, name: &str) -> Option<PathBuf> {
        self.state().readable.place_of(name)
    }

    /// What lies at a path of the program's; `None` if it is not readable. It is kept as long as the process lives.
    pub fn at(&self, name: &str) -> Option<&'static FoundFile> {
        let mut state = self.state();
        let path = state.readable.place_of(name)?;
        if let Some(found) = state.files.get(&path) {
            return Some(found);
        }
        let room = MOST_BYTES.saturating_sub(state.bytes);
        let kind = look(&state.readable, &path, room);
        if let FoundKind::File {
            content: Ok(content), ..
        } = &kind
        {
            state.bytes += content.len() as u64;
        }
        let found: &'static FoundFile = Box::leak(Box::new(FoundFile {
            path: path.clone(),
            kind,
        }));
        state.files.insert(path, found);
        Some(found)
    }

    /// The names in a folder, in their order.
    ///
    /// # Errors
    /// Why they are not known: part of a sentence behind the path.
    pub fn names_in(&self, folder: &FoundFile) -> Result<&'static [String], &'static str> {
        let mut state = self.state();
        let names: &'static Result<Vec<String>, String> = match state.names.get(&folder.path) {
            Some(names) => names,
            None => {
                let names: &'static _ = Box::leak(Box::new(names_of(&folder.path)));
                state.names.insert(folder.path.clone(), names);
                names
            }
        };
        names.as_deref().map_err(String::as_str)
    }

    /// All that was looked at, by its path on this machine; a folder whose names were asked for has a slash behind it.
    pub fn looked_up(&self) -> Vec<Looked> {
        let state = self.state();
        let looked = |path: String, hash| Looked {
            path,
            origin: None,
            hash,
        };
        let files = state.files.values();
        let files = files.map(|found| looked(found.path.to_string_lossy().into_owned(), hash_of(&found.kind)));
        let names = state.names.iter();
        let names = names.map(|(path, names)| looked(format!("{}/", path.to_string_lossy()), hash_of_names(names)));
        files.chain(names).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Readable {
    /// Without dots in paths.
    fn normal(&self) -> Readable {
        Readable {
            working_folder: self.working_folder.as_deref().map(without_dots),
            paths: self.paths.iter().map(|path| without_dots(path)).collect(),
        }
    }

    fn place_of(&self, name: &str) -> Option<PathBuf> {
        let below = name.strip_prefix(WORKING_FOLDER);
        let below = below.filter(|below| below.is_empty() || below.starts_with('/'));
        let path = match below {
            Some(below) => self.working_folder.as_ref()?.join(below.trim_start_matches('/')),
            None => PathBuf::from(name),
        };
        // A folder without a name behind it has no slash.
        let path: PathBuf = path.components().collect();
        let root = self.root_of(&path)?;
        (below.is_some() || !is_of_machine(name) || is_below_temporary(root)).then_some(path)
    }

    /// The readable path that a path belongs to, the longest if there are several.
    fn root_of(&self, path: &Path) -> Option<&PathBuf> {
        let roots = self.paths.iter().filter(|root| path.starts_with(root));
        roots.max_by_key(|root| root.components().count())
    }
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(component),
        }
    }
    plain
}

/// Whether a path is one of the program's own machine, which has its own folder for temporary files.
fn is_of_machine(path: &str) -> bool {
    Path::new(path).starts_with(TEMPORARY_FOLDER)
}

fn is_below_temporary(path: &Path) -> bool {
    path.starts_with(TEMPORARY_FOLDER) && path != Path::new(TEMPORARY_FOLDER)
}

/// Whether an error says that nothing lies at a path.
fn is_absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn look(readable: &Readable, path: &Path, room: u64) -> FoundKind {
    let Some(root) = readable.root_of(path) else {
        return FoundKind::Refused("is not readable".into());
    };
    // The root itself was named by the user, wherever it leads. Below it nothing leads out of it.
    let below = path.strip_prefix(root).unwrap_or(Path::new(""));
    let mut passed = root.clone();
    for component in below.components() {
        passed.push(component);
        match fs::symlink_metadata(&passed) {
            Ok(there) if there.file_type().is_symlink() => {
                return FoundKind::Link;
            }
            Ok(_) => {}
            Err(error) if is_absent(&error) => return FoundKind::Nothing,
            Err(error) => return FoundKind::Refused(format!("cannot be looked at: {error}")),
        }
    }
    kind_of(path, room)
}

/// What lies at a path, without a look at what leads there.
fn kind_of(path: &Path, room: u64) -> FoundKind {
    let there = match fs::metadata(path) {
        Ok(there) => there,
        Err(error) if is_absent(&error) => return FoundKind::Nothing,
        Err(error) => return FoundKind::Refused(format!("cannot be looked at: {error}")),
    };
    if there.is_dir() {
        return FoundKind::Directory;
    }
    if !there.is_file() {
        return FoundKind::Refused("is neither a regular file nor a folder".into());
    }
    let content = content_of(path, there.len(), room);
    FoundKind::File {
        // It may have grown meanwhile.
        length: content.as_ref().map_or(there.len(), |content| content.len() as u64),
        executable: is_executable(&there),
        content,
    }
}

fn content_of(path: &Path, length: u64, room: u64) -> Result<Vec<u8>, String> {
    let too_large = |length: u64| {
        Err(format!(
            "is too large to be read: {length} bytes, of at most {LARGEST_FOUND_FILE}"
        ))
    };
    if length > LARGEST_FOUND_FILE {
        return too_large(length);
    }
    if length > room {
        return Err(format!("is one file too many: {MOST_BYTES} bytes of files can be read"));
    }
    let mut content = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(LARGEST_FOUND_FILE + 1).read_to_end(&mut content));
    match read {
        Ok(_) if content.len() as u64 > LARGEST_FOUND_FILE => too_large(content.len() as u64),
        Ok(_) => Ok(content),
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}

#[cfg(unix)]
fn is_executable(there: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    there.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

fn names_of(folder: &Path) -> Result<Vec<String>, String> {
    let unreadable = |error: std::io::Error| format!("cannot be listed: {error}");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        let name = name.into_string();
        names.push(name.map_err(|name| format!("has a file whose name is not UTF-8: {}", name.display()))?);
        if names.len() > MOST_NAMES {
            return Err(format!("has more than {MOST_NAMES} files"));
        }
    }
    names.sort();
    Ok(names)
}

/// In place of a hash: a symbolic link, or something behind one.
const LINK: u64 = u64::MAX - 1;

fn hash_of(kind: &FoundKind) -> u64 {
    match kind {
        FoundKind::Nothing => 0,
        FoundKind::Directory => DIRECTORY,
        FoundKind::File {
            content: Ok(content),
            executable,
            ..
        } => crate::content_hash(content) ^ u64::from(*executable),
        FoundKind::File {
            content: Err(_),
            length,
            ..
        } => hash_of_length(*length),
        FoundKind::Link => LINK,
        FoundKind::Refused(why) => crate::content_hash(why.as_bytes()),
    }
}

/// Of a file whose content is not read.
fn hash_of_length(length: u64) -> u64 {
    crate::content_hash(format!("{length} bytes").as_bytes())
}

fn hash_of_names(names: &Result<Vec<String>, String>) -> u64 {
    match names {
        Ok(names) => crate::content_hash(names.join("\n").as_bytes()),
        Err(why) => crate::content_hash(why.as_bytes()),
    }
}

/// Whether a path of [`Looked`] is one of [`FoundFiles::looked_up`]: those of a class path are relative.
pub fn is_found_file(path: &str) -> bool {
    Path::new(path).is_absolute()
}

/// Whether what [`FoundFiles::looked_up`] says of a path is true now.
pub fn is_as_found(path: &str, hash: u64) -> bool {
    if let Some(folder) = path.strip_suffix('/') {
        return hash_of_names(&names_of(Path::new(folder))) == hash;
    }
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|there| there.file_type().is_symlink());
    if hash == LINK {
        return Path::new(path).ancestors().any(is_link);
    }
    let kind = kind_of(Path::new(path), u64::MAX);
    let by_length = match kind {
        FoundKind::File { length, .. } => Some(hash_of_length(length)),
        FoundKind::Nothing | FoundKind::Directory | FoundKind::Link | FoundKind::Refused(_) => None,
    };
    hash_of(&kind) == hash || by_length == Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempDir;

    fn readable(working: &Path, paths: &[PathBuf]) -> FoundFiles {
        let files = FoundFiles::default();
        files.allow(&Readable {
            working_folder: Some(working.to_path_buf()),
            paths: paths.to_vec(),
        });
        files
    }

    #[test]
    fn what_was_found_stays_as_it_was() {
        let dir = TempDir::new("found-files");
        fs::create_dir(dir.path().join("data")).unwrap();
        fs::write(dir.path().join("data/a"), b"first").unwrap();
        let files = readable(dir.path(), &[dir.path().join(".")]);
        let content = |files: &FoundFiles| match &files.at("/working-directory/data/a").unwrap().kind {
            FoundKind::File { content, .. } => content.clone().unwrap(),
            other => panic!("{other:?}"),
        };
        assert_eq!(content(&files), b"first");
        fs::write(dir.path().join("data/a"), b"second").unwrap();
        assert_eq!(content(&files), b"first");
        let looked = files.looked_up();
        assert_eq!(looked.len(), 1);
        assert!(!is_as_found(&looked[0].path, looked[0].hash));
        fs::write(dir.path().join("data/a"), b"first").unwrap();
        assert!(is_as_found(&looked[0].path, looked[0].hash));
        assert!(is_found_file(&looked[0].path));
    }

    #[test]
    fn only_readable_paths_are_looked_at() {
        let dir = TempDir::new("found-files-outside");
        fs::create_dir(dir.path().join("data")).unwrap();
        fs::write(dir.path().join("secret"), b"s").unwrap();
        let files = readable(dir.path(), &[dir.path().join("data"), "/absent/x/../y".into()]);
        let kind = |name: &str| files.at(name).map(|found| &found.kind);
        assert_eq!(kind("/working-directory/secret"), None);
        assert_eq!(kind("/working-directory"), None);
        assert_eq!(kind("/working-directory-2/data"), None);
        assert_eq!(kind("/working-directory/data"), Some(&FoundKind::Directory));
        assert_eq!(kind("/working-directory/data/b"), Some(&FoundKind::Nothing));
        assert_eq!(kind("/absent/y/z"), Some(&FoundKind::Nothing));
        assert_eq!(kind("/absent/x"), None);
        assert_eq!(kind("/etc/hostname"), None);
        let absolute = dir.path().join("data/b");
        assert_eq!(files.name_of(absolute.to_str().unwrap()), "/working-directory/data/b");
        assert_eq!(files.name_of("/etc"), "/etc");
    }

    #[test]
    fn the_folder_for_temporary_files_is_none_of_this_machine() {
        let files = readable(Path::new("/tmp"), &["/tmp".into(), "/tmp/project".into()]);
        assert_eq!(files.name_of("/tmp/a"), "/tmp/a");
        assert_eq!(files.place_of("/tmp/a"), None);
        assert_eq!(files.place_of("/tmp/project/a"), Some("/tmp/project/a".into()));
        assert_eq!(files.place_of("/working-directory/a"), Some("/tmp/a".into()));
        let files = readable(Path::new("/tmp/project"), &["/tmp/project".into(), "/".into()]);
        assert_eq!(files.name_of("/tmp/project/a"), "/working-directory/a");
        assert_eq!(files.place_of("/tmp"), None);
        assert_eq!(files.place_of("/etc"), Some("/etc".into()));
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        let dir = TempDir::new("found-files-links");
        fs::create_dir(dir.path().join("data")).unwrap();
        fs::write(dir.path().join("secret"), b"s").unwrap();
        for (to, link) in [
            ("../secret", "data/file"),
            ("..", "data/up"),
            ("nowhere", "data/dangling"),
        ] {
            std::os::unix::fs::symlink(to, dir.path().join(link)).unwrap();
        }
        let files = readable(dir.path(), &[dir.path().join("data")]);
        for name in ["data/file", "data/up/secret", "data/dangling"] {
            let found = files.at(&format!("/working-directory/{name}")).unwrap();
            assert_eq!(found.kind, FoundKind::Link, "{name}");
        }
        let folder = files.at("/working-directory/data").unwrap();
        assert_eq!(files.names_in(folder).unwrap(), ["dangling", "file", "up"]);
        let looked = files.looked_up();
        assert_eq!(looked.len(), 5);
        assert!(looked.iter().all(|one| is_as_found(&one.path, one.hash)));
    }

    #[test]
    fn a_large_file_has_a_length_and_no_content() {
        let dir = TempDir::new("found-files-large");
        let file = fs::File::create(dir.path().join("large")).unwrap();
        file.set_len(LARGEST_FOUND_FILE + 1).unwrap();
        let files = readable(dir.path(), &[dir.path().to_path_buf()]);
        match &files.at("/working-directory/large").unwrap().kind {
            FoundKind::File { length, content, .. } => {
                assert_eq!(*length, LARGEST_FOUND_FILE + 1);
                assert!(content.as_ref().unwrap_err().contains("too large"));
            }
            other => panic!("{other:?}"),
        }
    }
}
