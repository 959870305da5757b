//! What was looked up, and what was there: all that a run depends on.

use std::path::PathBuf;

/// A path that was looked up on the class path, or among the files of this machine (`found_files.rs`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// Its path below an entry: `a/b/C.class`, `messages.properties`; of a file of this machine the absolute one.
    pub path: String,
    /// The directory or jar that has it; `None` if none has, for lists of services, which every entry adds to, and for files of this machine.
    pub origin: Option<PathBuf>,
    /// The hash of its content; of a list of services that of the directories' parts. Where no entry has a file:
    /// [`DIRECTORY`], or 0 for nothing.
    pub hash: u64,
}

/// In place of a hash: a directory.
pub const DIRECTORY: u64 = u64::MAX;
