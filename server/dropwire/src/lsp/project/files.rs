//! The class files that have been read, each by size and times of change, so that a scan reads only what a build has written.
//! What was written a moment before it was read may have been written again since, at what the clock takes for the same time: it is
//! read again, until its time lies back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dropwire_classes::content_hash;

use crate::discover::class_summary::ClassFacts;
use crate::system;

/// What tells one state of a file from another: size, time of change, and what else the system notes of changes.
pub type Stamp = (u64, Option<SystemTime>, (i64, i64));

/// Times of change closer to each other may be one: there are file systems that count seconds.
const GRAIN: Duration = Duration::from_secs(2);

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
    known: BTreeMap<PathBuf, Entry>,
}

struct Entry {
    stamp: Stamp,
    /// It was written long enough before it was read.
    is_old: bool,
    file: Known,
}

impl Entry {
    fn holds(&self, stamp: Stamp) -> bool {
        self.is_old && self.stamp == stamp
    }

    fn hash(&self) -> u64 {
        match &self.file {
            Known::Class((hash, _)) | Known::Unreadable(hash) => *hash,
        }
    }
}

impl Files {
    /// Hash and facts of a class file; `None` if it cannot be read as one.
    pub fn read(&mut self, path: &Path) -> Option<Hashed> {
        let stamp = stamp(path)?;
        let is_old = is_old(stamp);
        let known = self.known.get_mut(path);
        if let Some(Entry {
            file: Known::Class(hashed),
            ..
        }) = known.as_deref().filter(|entry| entry.holds(stamp))
        {
            return Some(hashed.clone());
        }
        let bytes = crate::files::read(path).ok()?;
        let hash = content_hash(&bytes);
        // What was unreadable a moment ago may be written to within the clock's grain.
        if let Some(entry) = known.filter(|entry| entry.hash() == hash)
            && let Known::Class(hashed) = &entry.file
        {
            (entry.stamp, entry.is_old) = (stamp, is_old);
            return Some(hashed.clone());
        }
        let (file, class) = match ClassFacts::read(&bytes) {
            Ok(facts) => {
                let hashed = (hash, Arc::new(facts));
                (Known::Class(hashed.clone()), Some(hashed))
            }
            Err(_) => (Known::Unreadable(hash), None),
        };
        self.known.insert(path.to_path_buf(), Entry { stamp, is_old, file });
        class
    }

    /// The hash of any file's content: a class's from memory where it has not changed.
    pub fn content(&self, path: &Path) -> Option<u64> {
        let known = self.known.get(path);
        match known.filter(|entry| stamp(path).is_some_and(|stamp| entry.holds(stamp))) {
            Some(entry) => Some(entry.hash()),
            None => crate::results::content_of(path),
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
    Some((
        metadata.len(),
        metadata.modified().ok(),
        system::noted_change(&metadata),
    ))
}

/// When a file was written: also a copy that kept the time of its original, where the system notes changes.
pub fn changed((_, modified, (seconds, nanos)): Stamp) -> Option<SystemTime> {
    let since_epoch = u64::try_from(seconds).ok().zip(u32::try_from(nanos).ok());
    let noted = since_epoch.map(|(seconds, nanos)| UNIX_EPOCH + Duration::new(seconds, nanos));
    modified.max(noted.filter(|noted| *noted > UNIX_EPOCH))
}

fn is_old(stamp: Stamp) -> bool {
    let age = stamp.1.map(|written| written.elapsed().unwrap_or_default());
    age.is_some_and(|age| age > GRAIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_again_at_the_same_time_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("A.class");
        let mut files = Files::default();
        let mut hash = |content: &str| {
            std::fs::write(&path, content).unwrap();
            std::fs::File::options()
                .write(true)
                .open(&path)
                .unwrap()
                .set_modified(SystemTime::now())
                .unwrap();
            files.read(&path);
            files.content(&path)
        };
        assert_ne!(hash("one"), hash("two"));
        assert_eq!(hash("six"), hash("six"));
    }

    #[cfg(unix)]
    #[test]
    fn a_time_that_was_set_back_hides_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("A.class");
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let mut files = Files::default();
        let mut hash = |content: &str| {
            std::fs::write(&path, content).unwrap();
            let file = std::fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(long_ago).unwrap();
            std::thread::sleep(Duration::from_millis(20));
            files.read(&path);
            files.content(&path)
        };
        assert_ne!(hash("one"), hash("two"));
    }
}
