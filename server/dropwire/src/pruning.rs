//! What lies in the user's cache and is used no more: it goes by age, and by size.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What was neither written nor used for so long is removed.
pub const UNUSED: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Files below a folder, oldest first, with their sizes.
pub fn by_age(folder: &Path) -> Vec<(SystemTime, PathBuf, u64)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(metadata) = entry.metadata() else { continue };
        if metadata.is_dir() {
            files.extend(by_age(&entry.path()));
        } else {
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            files.push((used, entry.path(), metadata.len()));
        }
    }
    files.sort();
    files
}

/// Removes what was not used for so long, and then what was not used for longest, until the rest fits.
pub fn prune(folder: &Path, most_bytes: u64, unused: Duration) {
    let files = by_age(folder);
    let mut total: u64 = files.iter().map(|(.., size)| size).sum();
    let now = SystemTime::now();
    for (used, file, size) in files {
        // One of the future is as good as new.
        let stays = now.duration_since(used).map_or(true, |age| age <= unused);
        if stays && total <= most_bytes {
            return;
        }
        // It counts as gone either way: another process may have removed it.
        let _ = std::fs::remove_file(&file);
        if let Some(parent) = file.parent().filter(|parent| *parent != folder) {
            // Only an empty folder can be removed.
            let _ = std::fs::remove_dir(parent);
        }
        total -= size;
    }
}
