//! The files: one folder for each question, one file for each set of classes, named by its hash.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use dropwire_classes::content_hash;

use super::{Stored, VERSIONS};
use crate::pruning::{UNUSED, by_age, prune};

/// The folder is kept below this.
const MOST_BYTES: u64 = 128 << 20;
/// Looked at after every so many writes of this process.
const LOOK_AFTER: u64 = 32;

fn folder_of(folder: &Path, question: u64) -> PathBuf {
    folder.join(format!("{question:016x}"))
}

fn file_of(folder: &Path, stored: &Stored) -> PathBuf {
    let key = serde_json::to_vec(&stored.loaded).unwrap_or_default();
    folder_of(folder, stored.question).join(format!("{:016x}.json", content_hash(&key)))
}

/// Every readable answer to a question. What is not is removed.
pub(super) fn read_all(folder: &Path, question: u64) -> Vec<Stored> {
    let entries = std::fs::read_dir(folder_of(folder, question)).into_iter().flatten();
    let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let mut answers = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        match parse(&text).filter(|stored| stored.question == question) {
            Some(stored) => answers.push(stored),
            None => {
                tracing::warn!("{} is damaged and is removed", file.display());
                // Another server may have been faster.
                let _ = std::fs::remove_file(&file);
            }
        }
    }
    answers
}

/// The readable answer to a question that was written or used last.
pub(super) fn read_last(folder: &Path, question: u64) -> Option<Stored> {
    let files = by_age(&folder_of(folder, question)).into_iter().rev();
    let mut texts = files.filter_map(|(_, file, _)| std::fs::read_to_string(file).ok());
    texts.find_map(|text| parse(&text).filter(|stored| stored.question == question))
}

/// A line with the checksum of the rest, then the answer.
fn parse(text: &str) -> Option<Stored> {
    let (sum, body) = text.split_once('\n')?;
    if u64::from_str_radix(sum, 16).ok()? != content_hash(body.as_bytes()) {
        return None;
    }
    serde_json::from_str(body).ok()
}

/// Writes beside and renames: a reader sees the old file or the new one.
pub(super) fn write(folder: &Path, stored: &Stored) -> io::Result<()> {
    let file = file_of(folder, stored);
    let parent = file.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent)?;
    let body = serde_json::to_string(stored)?;
    let mut beside = tempfile::Builder::new().prefix(".new-").tempfile_in(parent)?;
    write!(beside, "{:016x}\n{body}", content_hash(body.as_bytes()))?;
    beside.persist(&file).map_err(|error| error.error)?;
    trim_versions(parent);
    let written = WRITTEN.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    if written.is_multiple_of(LOOK_AFTER) {
        prune(folder, MOST_BYTES, UNUSED);
    }
    Ok(())
}

static WRITTEN: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// An answer that was of use is not the next to go.
pub(super) fn mark_used(folder: &Path, stored: &Stored) {
    let touched = std::fs::File::options()
        .append(true)
        .open(file_of(folder, stored))
        .and_then(|file| file.set_modified(SystemTime::now()));
    if let Err(error) = touched {
        tracing::debug!("an answer cannot be marked as used: {error}");
    }
}

/// Removes all answers to a question.
pub(super) fn remove_all(folder: &Path, question: u64) {
    // There may be none.
    let _ = std::fs::remove_dir_all(folder_of(folder, question));
}

fn trim_versions(folder: &Path) {
    let files = by_age(folder);
    let surplus = files.len().saturating_sub(VERSIONS);
    for (_, file, _) in &files[..surplus] {
        let _ = std::fs::remove_file(file);
    }
}
