//! Answers on disk: what a verification found, with everything that it looked up on its class path and among the files of the machine.
//!
//! An answer holds as long as all of that is still there with the same content, under the same settings, JDK and build of
//! Dropwire; also after a restart, and for other servers of the same user. A file is written beside and renamed, so that
//! nobody reads half of one; what cannot be read, or whose checksum is wrong, is as good as not there. The folder keeps
//! what was used last.

mod disk;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use dropwire_check::Report;
use dropwire_classes::{DIRECTORY, content_hash, is_as_found, is_found_file, is_joined};
use serde::{Deserialize, Serialize};

use crate::engine::JdkInfo;
use crate::system::{self, stamp};
use crate::worker::protocol::Loaded;

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stored {
    /// What it was asked under: see [`Question`].
    pub question: u64,
    /// What it looked up.
    pub loaded: Vec<Loaded>,
    /// The time that it had, in milliseconds; 0 is unlimited.
    pub budget_ms: u64,
    /// That time was too short.
    pub timed_out: bool,
    /// The answer.
    pub report: Report,
}

/// All that an answer depends on, but for classes and resources.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Binary name with dots.
    pub class: &'a str,
    /// Arguments of `main`.
    pub args: &'a [String],
    /// Directories and jars, and what runs them: see [`stamps`].
    pub stamps: &'a str,
    /// Options of the engine, without its time.
    pub options: &'a str,
    /// The JDK.
    pub jdk: &'a JdkInfo,
}

/// Directories and jars of a class path, and what runs them, as text. Jars count by size and time of change; so do this binary's file and the
/// JDK's list of releases. Many targets share one.
pub fn stamps(class_path: &[PathBuf], jdk: &JdkInfo) -> String {
    let mut text = String::new();
    for entry in class_path {
        let stamp = if entry.is_dir() { 0 } else { stamp(entry) };
        text.push_str(&format!("{} {stamp:x}\n", entry.display()));
    }
    let binary = system::own_binary().map_or(0, |binary| stamp(&binary));
    let release = stamp(&jdk.home.join("release"));
    text.push_str(&format!("{} {binary:x} {release:x}", env!("CARGO_PKG_VERSION")));
    text
}

impl Question<'_> {
    /// A number for it.
    pub fn number(&self) -> u64 {
        let Question {
            class,
            args,
            stamps,
            options,
            jdk,
        } = self;
        content_hash(format!("{class}\n{args:?}\n{options}\n{jdk:?}\n{stamps}").as_bytes())
    }
}

/// Names the jars that only another jar's manifest names, so that a change to one of them is noticed.
pub fn complete(loaded: &mut Vec<Loaded>, class_path: &[PathBuf]) {
    let mut jars: Vec<PathBuf> = Vec::new();
    for origin in loaded.iter().filter_map(|loaded| loaded.origin.as_ref()) {
        if !class_path.contains(origin) && !jars.contains(origin) && origin.is_file() {
            jars.push(origin.clone());
        }
    }
    loaded.extend(jars.into_iter().map(|jar| Loaded {
        path: String::new(),
        hash: stamp(&jar),
        origin: Some(jar),
    }));
}

/// What of a run's class path is no longer as it was, by its path; `None` if all holds. `content` gives the bytes' hash of
/// a file, if it is one.
pub fn changed(
    loaded: &[Loaded],
    class_path: &[PathBuf],
    content: &mut dyn FnMut(&Path) -> Option<u64>,
) -> Option<String> {
    let folders: Vec<(&PathBuf, bool)> = class_path.iter().map(|entry| (entry, entry.is_dir())).collect();
    let differs = |loaded: &&Loaded| !holds(loaded, &folders, content);
    loaded.iter().find(differs).map(|loaded| loaded.path.clone())
}

fn holds(loaded: &Loaded, entries: &[(&PathBuf, bool)], content: &mut dyn FnMut(&Path) -> Option<u64>) -> bool {
    if is_found_file(&loaded.path) {
        return is_as_found(&loaded.path, loaded.hash);
    }
    if loaded.path.is_empty() {
        return loaded.origin.as_deref().is_some_and(|jar| stamp(jar) == loaded.hash);
    }
    if is_joined(&loaded.path) {
        let folders = entries.iter().filter(|(_, is_folder)| *is_folder);
        let parts: Vec<Vec<u8>> = folders
            .filter_map(|(folder, _)| crate::files::read(folder.join(&loaded.path)).ok())
            .collect();
        return content_hash(&parts.join(&b'\n')) == loaded.hash;
    }
    for (entry, is_folder) in entries {
        let is_origin = loaded.origin.as_ref() == Some(entry);
        match is_folder {
            // Jars are part of the question.
            false if is_origin => return true,
            false => {}
            true => {
                if let Some(hash) = content(&entry.join(&loaded.path)) {
                    return is_origin && hash == loaded.hash;
                }
            }
        }
    }
    match &loaded.origin {
        Some(origin) => !entries.iter().any(|(entry, _)| *entry == origin),
        None => {
            let is_folder = |(entry, is_folder): &(&PathBuf, bool)| *is_folder && entry.join(&loaded.path).is_dir();
            entries.iter().any(is_folder) == (loaded.hash == DIRECTORY)
        }
    }
}

/// The files of this machine that a program has seen.
pub fn found_files(loaded: &[Loaded]) -> impl Iterator<Item = PathBuf> + '_ {
    let found = loaded.iter().filter(|loaded| is_found_file(&loaded.path));
    found.map(|loaded| PathBuf::from(&loaded.path))
}

/// The hash of a file's bytes, read now; `None` for a folder, or for nothing.
pub fn content_of(path: &Path) -> Option<u64> {
    crate::files::read(path).ok().map(|bytes| content_hash(&bytes))
}

/// The answers of this user. Shared by threads; the folder may be shared by processes.
#[derive(Debug)]
pub struct Results {
    folder: PathBuf,
    known: Mutex<BTreeMap<u64, Known>>,
}

/// What is known of one question.
#[derive(Debug, Default)]
struct Known {
    /// Answers that were found or made.
    answers: Vec<Arc<Stored>>,
    /// The last one that held, once somebody has asked.
    last: Option<Option<Arc<Stored>>>,
}

/// So many answers to one question are kept on disk: a user goes to and fro between versions.
const VERSIONS: usize = 8;
/// And so many in memory.
const VERSIONS_IN_MEMORY: usize = 2;

impl Results {
    /// Those in this folder, which need not exist.
    pub fn in_folder(folder: PathBuf) -> Results {
        Results {
            folder,
            known: Mutex::default(),
        }
    }

    /// Those in the user's cache.
    pub fn of_user() -> Results {
        Results::in_folder(system::cache_folder().join("results"))
    }

    /// The answer that holds, the one with the largest budget if there are several.
    pub fn find(&self, question: u64, holds: &mut dyn FnMut(&[Loaded]) -> bool) -> Option<Arc<Stored>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.entry(question).or_default();
        if let Some(found) = best(known.answers.iter().filter(|stored| holds(&stored.loaded))) {
            let is_last = matches!(&known.last, Some(Some(last)) if last.loaded == found.loaded);
            known.last = Some(Some(Arc::clone(&found)));
            if !is_last {
                disk::mark_used(&self.folder, &found);
            }
            return Some(found);
        }
        let read = disk::read_all(&self.folder, question);
        let fresh: Vec<Arc<Stored>> = read
            .into_iter()
            .map(Arc::new)
            .filter(|stored| holds(&stored.loaded))
            .collect();
        let found = best(fresh.iter())?;
        disk::mark_used(&self.folder, &found);
        known.answers.push(Arc::clone(&found));
        forget_oldest(&mut known.answers);
        known.last = Some(Some(Arc::clone(&found)));
        Some(found)
    }

    /// The answer that held last, of this server or of one before it; it need not hold now.
    pub fn last(&self, question: u64) -> Option<Arc<Stored>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.entry(question).or_default();
        let read = || disk::read_last(&self.folder, question).map(Arc::new);
        known.last.get_or_insert_with(read).clone()
    }

    /// Keeps an answer, in memory whatever the disk says.
    ///
    /// # Errors
    /// The disk is full, or the folder cannot be written.
    pub fn keep(&self, stored: Stored) -> (Arc<Stored>, io::Result<()>) {
        let stored = Arc::new(stored);
        {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let known = known.entry(stored.question).or_default();
            known.answers.retain(|other| other.loaded != stored.loaded);
            known.answers.push(Arc::clone(&stored));
            forget_oldest(&mut known.answers);
            known.last = Some(Some(Arc::clone(&stored)));
        }
        let written = disk::write(&self.folder, &stored);
        (stored, written)
    }

    /// Forgets all answers to a question: the user wants a new one.
    pub fn forget(&self, question: u64) {
        self.known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&question);
        disk::remove_all(&self.folder, question);
    }
}

fn best<'a>(answers: impl Iterator<Item = &'a Arc<Stored>>) -> Option<Arc<Stored>> {
    let unlimited_last = |stored: &&Arc<Stored>| match stored.budget_ms {
        0 => u64::MAX,
        limited => limited,
    };
    answers.max_by_key(unlimited_last).cloned()
}

fn forget_oldest(answers: &mut Vec<Arc<Stored>>) {
    let surplus = answers.len().saturating_sub(VERSIONS_IN_MEMORY);
    answers.drain(..surplus);
}

#[cfg(test)]
mod tests;
