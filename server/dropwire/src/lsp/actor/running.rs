//! The verification that runs, and where its progress is shown.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crate::worker::control::Control;

/// Shorter runs show no progress.
const PROGRESS_AFTER: Duration = Duration::from_millis(500);

/// The verification that runs.
pub struct Running {
    /// Its number; answers of earlier ones are ignored.
    pub(super) run: u64,
    /// Its target.
    pub key: String,
    /// Its target, for people.
    pub title: String,
    pub(super) inputs: u64,
    pub(super) class_path: Vec<PathBuf>,
    pub(super) reaches: Arc<BTreeSet<String>>,
    /// Its target has an answer already, to which this one adds: it gives way to others.
    pub(super) gives_way: bool,
    pub(super) control: Arc<Control>,
    pub(super) began: Instant,
    /// When the last of its classes was written: what was saved in a source later is not in its answer.
    pub(super) written: SystemTime,
    pub(super) progress: Progress,
}

impl Running {
    /// Whether a class file that has changed is one of those that it can reach.
    pub fn reaches(&self, file: &Path) -> bool {
        let below = self.class_path.iter().filter_map(|root| file.strip_prefix(root).ok());
        let mut names = below.map(|path| path.with_extension("").to_string_lossy().replace('\\', "/"));
        names.any(|name| self.reaches.contains(&name))
    }

    /// When progress should be offered.
    pub fn progress_due(&self) -> Option<Instant> {
        match self.progress {
            Progress::None => Some(self.began + PROGRESS_AFTER),
            Progress::Asked(_) | Progress::Shown(..) => None,
        }
    }
}

/// Where a run's progress is shown.
pub enum Progress {
    /// Too early, or the client cannot show any.
    None,
    /// The client was asked for a place.
    Asked(String),
    /// The client shows it.
    Shown(String, Instant),
}

impl Progress {
    /// Whether the client knows it by this token.
    pub fn is_shown_as(&self, token: &str) -> bool {
        match self {
            Progress::Asked(shown) | Progress::Shown(shown, _) => shown == token,
            Progress::None => false,
        }
    }
}
