//! The program's own classes: directories and jars, searched in order, as `java -cp` does.
//!
//! Follows the `java` launcher: `lib/*` stands for the jars in a directory, missing entries are passed over,
//! a jar's manifest can name more jars. Stricter in one point: a jar that cannot be read is an error, by name.
//! Jars are read, never mapped: one that shrinks under a mapping would kill the process.

mod jar;
mod launcher;
mod names;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::ClassError;
use jar::Jar;

/// An opened class path.
#[derive(Debug)]
pub struct ClassPath {
    entries: Vec<Entry>,
    missing: Vec<PathBuf>,
    launcher: Option<PathBuf>,
}

/// A class file of a class path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundClass {
    /// The class file.
    pub bytes: Vec<u8>,
    /// The directory or jar of the class path.
    pub origin: PathBuf,
}

#[derive(Debug)]
enum Entry {
    Directory(PathBuf),
    Jar(Jar),
}

impl ClassPath {
    /// Opens the entries: directories, jars, `directory/*` for its jars. The empty path is the current directory.
    ///
    /// Where they have the engine of the JUnit Platform and not its launcher, the launcher comes last if it can be found: see
    /// [`Self::launcher`].
    ///
    /// From multi-release jars the classes for `feature` are taken (JEP 238).
    ///
    /// # Errors
    /// An entry that exists but cannot be read, by name. Missing ones are only listed, see [`Self::missing`].
    pub fn open(entries: &[PathBuf], feature: u32) -> Result<Self, ClassError> {
        let mut opening = Opening {
            feature,
            entries: Vec::new(),
            missing: Vec::new(),
            seen: BTreeSet::new(),
        };
        for entry in entries {
            if entry.file_name().is_some_and(|name| name == "*") {
                opening.wildcard(entry)?;
            } else if !opening.add(entry)? {
                opening.missing.push(entry.clone());
            }
        }
        let launcher = launcher::left_out(opening.entries.iter().map(Entry::path));
        // The class path does not name this jar, so an unreadable one is ignored and no error.
        let launcher = launcher.filter(|launcher| opening.add(launcher).unwrap_or(false));
        Ok(Self {
            entries: opening.entries,
            missing: opening.missing,
            launcher,
        })
    }

    /// The launcher of the JUnit Platform, if no entry has it and it was found beside the engine or where Maven and Gradle keep it.
    pub fn launcher(&self) -> Option<&Path> {
        self.launcher.as_deref()
    }

    /// The entries that do not exist, as they were given.
    pub fn missing(&self) -> &[PathBuf] {
        &self.missing
    }

    /// The directories and jars that are searched, in order.
    pub fn origins(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().map(Entry::path)
    }

    /// Finds a class by its internal name, `a/b/C`.
    ///
    /// # Errors
    /// A file that cannot be read, and a class file that holds a class of another name.
    pub fn find_class(&self, name: &str) -> Result<Option<FoundClass>, ClassError> {
        let path = format!("{name}.class");
        for entry in &self.entries {
            let Some(bytes) = entry.read(&path)? else {
                continue;
            };
            let origin = entry.path().to_path_buf();
            return match crate::class_name(&bytes) {
                Some(found) if found != name => Err(ClassError::WrongName {
                    origin,
                    expected: name.to_string(),
                    found,
                }),
                Some(_) => Ok(Some(FoundClass { bytes, origin })),
                // Malformed before its own name: the parser says how, only here it is known which class it should be.
                None => match crate::parse(&bytes) {
                    Err(error) => Err(error.of_class(name)),
                    Ok(_) => Ok(Some(FoundClass { bytes, origin })),
                },
            };
        }
        Ok(None)
    }

    /// Finds a resource by its path, `messages.properties`; the first entry that has it wins.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn find_resource(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        Ok(self.locate_resource(path)?.map(|(_, bytes)| bytes))
    }

    /// Like [`Self::find_resource`], with the directory or jar that has it.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn locate_resource(&self, path: &str) -> Result<Option<(&Path, Vec<u8>)>, ClassError> {
        for entry in &self.entries {
            if let Some(bytes) = entry.read(path)? {
                return Ok(Some((entry.path(), bytes)));
            }
        }
        Ok(None)
    }

    /// Whether one of the directories has a directory of this name.
    pub fn has_directory(&self, path: &str) -> bool {
        names::is_relative(path)
            && self.entries.iter().any(|entry| match entry {
                Entry::Directory(root) => root.join(path).is_dir(),
                Entry::Jar(_) => false,
            })
    }

    /// The contents of a file in all directories that have it, in order.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn find_in_directories(&self, path: &str) -> Result<Vec<Vec<u8>>, ClassError> {
        let directories = self.entries.iter().filter(|entry| matches!(entry, Entry::Directory(_)));
        directories.filter_map(|entry| entry.read(path).transpose()).collect()
    }

    /// The contents of a file in all entries that have it, in order.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn find_resources(&self, path: &str) -> Result<Vec<Vec<u8>>, ClassError> {
        self.entries
            .iter()
            .filter_map(|entry| entry.read(path).transpose())
            .collect()
    }

    /// The internal names of all classes, sorted, each once; without `module-info` and `package-info`.
    ///
    /// Taken from the paths: nothing is parsed. Links to directories are not followed.
    ///
    /// # Errors
    /// A directory that cannot be listed.
    pub fn class_names(&self) -> Result<Vec<String>, ClassError> {
        self.names_in(|_| true)
    }

    /// Like [`Self::class_names`], from the directories alone: the classes that are built here, not libraries.
    ///
    /// # Errors
    /// A directory that cannot be listed.
    pub fn class_names_of_directories(&self) -> Result<Vec<String>, ClassError> {
        self.names_in(|entry| matches!(entry, Entry::Directory(_)))
    }

    fn names_in(&self, wanted: impl Fn(&Entry) -> bool) -> Result<Vec<String>, ClassError> {
        let mut names = BTreeSet::new();
        for entry in self.entries.iter().filter(|entry| wanted(entry)) {
            match entry {
                Entry::Directory(root) => names::in_directory(root, &mut names)?,
                Entry::Jar(jar) => jar.class_names(&mut names),
            }
        }
        Ok(names.into_iter().collect())
    }
}

impl Entry {
    fn path(&self) -> &Path {
        match self {
            Self::Directory(path) => path,
            Self::Jar(jar) => jar.path(),
        }
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        if !names::is_relative(path) {
            return Ok(None);
        }
        match self {
            Self::Directory(root) => read_file(&root.join(path)),
            Self::Jar(jar) => jar.read(path),
        }
    }
}

/// The bytes of a file; `None` if there is none of that name.
fn read_file(path: &Path) -> Result<Option<Vec<u8>>, ClassError> {
    match read_plain(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) => match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory | ErrorKind::InvalidInput => {
                Ok(None)
            }
            // A name too long, or a directory in the file's place on Windows: no such file either.
            _ if fs::metadata(path).map_or(true, |file| !file.is_file()) && !path.exists() => Ok(None),
            _ => Err(ClassError::io(path, &error)),
        },
    }
}

/// A pipe or a device may never come to an end.
fn read_plain(path: &Path) -> std::io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() || kind.is_dir() {
        fs::read(path)
    } else {
        Err(std::io::Error::other("it is not a regular file"))
    }
}

/// A class path that is being opened.
struct Opening {
    feature: u32,
    entries: Vec<Entry>,
    missing: Vec<PathBuf>,
    /// What has been added, so that manifests that name each other end, and nothing is searched twice.
    seen: BTreeSet<PathBuf>,
}

impl Opening {
    /// Adds a directory or a jar, and what the jar's manifest names; answers whether it exists.
    fn add(&mut self, path: &Path) -> Result<bool, ClassError> {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        let kind = match fs::metadata(path) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(false);
            }
            Err(error) => return Err(ClassError::io(path, &error)),
        };
        // Canonical, or two jars in two directories that name each other would make ever longer paths.
        if !self
            .seen
            .insert(fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()))
        {
            return Ok(true);
        }
        if kind.is_dir() {
            self.entries.push(Entry::Directory(path.to_path_buf()));
            return Ok(true);
        }
        if !kind.is_file() {
            return Err(ClassError::io(path, &std::io::Error::other("it is not a regular file")));
        }
        let jar = Jar::open(path, self.feature)?;
        let named = jar.class_path().to_vec();
        self.entries.push(Entry::Jar(jar));
        for path in named {
            self.add(&path)?; // a missing one is usual here, and nobody's mistake
        }
        Ok(true)
    }

    /// `lib/*`: the jars of a directory. Java leaves their order open; here it is by name.
    fn wildcard(&mut self, wildcard: &Path) -> Result<(), ClassError> {
        let directory = match wildcard.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let listing = match fs::read_dir(directory) {
            Ok(listing) => listing,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.missing.push(wildcard.to_path_buf());
                return Ok(());
            }
            Err(error) => return Err(ClassError::io(directory, &error)),
        };
        let mut jars = Vec::new();
        for file in listing {
            let path = file.map_err(|error| ClassError::io(directory, &error))?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "jar" || extension == "JAR")
                && path.is_file()
            {
                jars.push(path);
            }
        }
        jars.sort();
        jars.iter().try_for_each(|jar| self.add(jar).map(|_| ()))
    }
}

#[cfg(test)]
mod tests;
