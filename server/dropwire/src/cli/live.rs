//! The line that shows a long run is alive: on a terminal's standard error only, rewritten in place, gone at the end.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use dropwire_check::Statistics;

use crate::units::{plural, show_seconds};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_millis(500);
const CLEAR: &str = "\r\x1b[2K";

/// The line of one target.
pub struct LiveLine {
    title: String,
    began: Instant,
    terminal: bool,
    shown: bool,
}

impl LiveLine {
    /// For a target that starts now.
    pub fn start(title: &str) -> LiveLine {
        let terminal = std::io::stderr().is_terminal();
        LiveLine {
            title: title.to_owned(),
            began: Instant::now(),
            terminal,
            shown: false,
        }
    }

    /// Shows how far the search is.
    pub fn update(&mut self, statistics: &Statistics) {
        let elapsed = self.began.elapsed();
        if !self.terminal || elapsed < PATIENCE {
            return;
        }
        self.shown = true;
        let (states, time) = (plural(statistics.states, "state"), show_seconds(elapsed.as_secs_f64()));
        let memory = match statistics.peak_memory_bytes {
            0 => String::new(),
            bytes => format!(" · {} MiB", bytes >> 20),
        };
        eprint!(
            "{CLEAR}↻ {} · {states} · depth {} · {time}{memory}",
            self.title, statistics.max_depth
        );
        // Nothing is lost if standard error is closed.
        let _ = std::io::stderr().flush();
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        if self.shown {
            eprint!("{CLEAR}");
        }
    }
}
