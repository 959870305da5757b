//! The class files that have been read, each by size and time of change, so that a scan reads only what a build has written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use dropwire_classes::content_hash;

use crate::discover::facts::ClassFacts;

/// What tells one state of a file from another.
pub type Stamp = (u64, Option<SystemTime>);

/// A class and the hash of its bytes.
pub type Hashed = (u64, Arc<ClassFacts>);

/// What is known of a class file.
enum Known {
    Class(Hashed),
    /// Not a class file, or half of one; its bytes' hash.
    Unreadable(u64),
}

/// The class files that have been read.
#[derive(Default)]
pub struct Files {
    known: BTreeMap<PathBuf, (Stamp, Known)>,
}

impl Files {
    /// Hash and facts of a class file; `None` if it cannot be read as one.
    pub fn read(&mut self, path: &Path) -> Option<Hashed> {
        let stamp = stamp(path)?;
        match self.known.get(path) {
            Some((known, Known::Class(hashed))) if *known == stamp => return Some(hashed.clone()),
            // What was unreadable a moment ago may be written to within the clock's grain.
            Some(_) | None => {}
        }
        let bytes = crate::files::read(path).ok()?;
        let hash = content_hash(&bytes);
        let known = match ClassFacts::read(&bytes) {
            Ok(facts) => Known::Class((hash, Arc::new(facts))),
            Err(_) => Known::Unreadable(hash),
        };
        let class = match &known {
            Known::Class(hashed) => Some(hashed.clone()),
            Known::Unreadable(_) => None,
        };
        self.known.insert(path.to_path_buf(), (stamp, known));
        class
    }

    /// The hash of any file's content: a class's from memory where it has not changed.
    pub fn content(&self, path: &Path) -> Option<u64> {
        match self.known.get(path) {
            Some((known, file)) if stamp(path) == Some(*known) => Some(match file {
                Known::Class((hash, _)) => *hash,
                Known::Unreadable(hash) => *hash,
            }),
            Some(_) | None => crate::results::content_of(path),
        }
    }

    /// Forgets all but these.
    pub fn keep_only(&mut self, seen: &BTreeMap<PathBuf, Hashed>) {
        self.known.retain(|path, _| seen.contains_key(path));
    }
}

/// Size and time of change of a file; `None` for a folder, or for nothing.
pub fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    Some((metadata.len(), metadata.modified().ok()))
}
