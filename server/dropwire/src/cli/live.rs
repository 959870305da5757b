//! The line that shows a long run is alive: on a terminal's standard error only, rewritten in place, gone at the end.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use dropwire_check::Statistics;
use unicode_width::UnicodeWidthChar;

use crate::system;
use crate::units::{plural, show_seconds};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_millis(500);
const CLEAR: &str = "\r\x1b[2K";

/// The line of the targets of one call.
pub struct LiveLine {
    terminal: bool,
    targets: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    done: usize,
    running: BTreeMap<usize, Running>,
    shown: bool,
}

struct Running {
    title: String,
    began: Instant,
    last: Statistics,
}

impl LiveLine {
    /// For so many targets.
    pub fn of(targets: usize) -> LiveLine {
        LiveLine {
            terminal: std::io::stderr().is_terminal(),
            targets,
            state: Mutex::default(),
        }
    }

    /// A target starts.
    pub fn start(&self, target: usize, title: &str) {
        let running = Running {
            title: title.to_owned(),
            began: Instant::now(),
            last: Statistics::default(),
        };
        self.with(|state| state.running.insert(target, running));
    }

    /// Shows how far a target's search is.
    pub fn update(&self, target: usize, statistics: &Statistics) {
        self.with(|state| {
            let Some(running) = state.running.get_mut(&target) else {
                return;
            };
            running.last = *statistics;
            if !self.terminal || running.began.elapsed() < PATIENCE {
                return;
            }
            state.shown = true;
            let line = cut(&state.line(self.targets), system::terminal_width().saturating_sub(1));
            eprint!("{CLEAR}{line}");
            // Nothing is lost if standard error is closed.
            let _ = std::io::stderr().flush();
        });
    }

    /// A target has ended: the line is gone until another one goes on.
    pub fn end(&self, target: usize) {
        self.with(|state| {
            state.running.remove(&target);
            state.done += 1;
            state.clear();
        });
    }

    /// Prints with the line out of the way.
    pub fn beside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.with(|state| {
            state.clear();
            print()
        })
    }

    fn with<R>(&self, act: impl FnOnce(&mut State) -> R) -> R {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            eprint!("{CLEAR}");
        }
    }

    /// `↻ Till · 1,204 states · depth 30 · 2.1 s`, or `↻ 3 of 12 targets · Till: 1,204 states · Relay: 12 states`.
    fn line(&self, targets: usize) -> String {
        if let (1, Some(running)) = (targets, self.running.values().next()) {
            let (states, time) = (
                plural(running.last.states, "state"),
                show_seconds(running.began.elapsed().as_secs_f64()),
            );
            let memory = match running.last.peak_memory_bytes {
                0 => String::new(),
                bytes => format!(" · {} MiB", bytes >> 20),
            };
            let depth = running.last.max_depth;
            return format!("↻ {} · {states} · depth {depth} · {time}{memory}", running.title);
        }
        let running = self.running.values();
        let running = running.map(|one| format!(" · {}: {}", one.title, plural(one.last.states, "state")));
        let running: String = running.collect();
        format!("↻ {} of {}{running}", self.done, plural(targets as u64, "target"))
    }
}

/// The first columns of a line: one that wraps cannot be rewritten.
fn cut(line: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = line.chars().take_while(|one| {
        used += one.width().unwrap_or(0);
        used <= columns
    });
    fits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(title: &str, states: u64) -> Running {
        Running {
            title: title.into(),
            began: Instant::now(),
            last: Statistics {
                states,
                max_depth: 7,
                ..Statistics::default()
            },
        }
    }

    #[test]
    fn one_target_is_shown_in_full_and_several_in_short() {
        let mut state = State::default();
        state.running.insert(0, running("Till", 1204));
        assert!(state.line(1).starts_with("↻ Till · 1,204 states · depth 7 · "));
        state.running.insert(3, running("Relay", 1));
        state.done = 2;
        assert_eq!(
            state.line(12),
            "↻ 2 of 12 targets · Till: 1,204 states · Relay: 1 state"
        );
    }

    #[test]
    fn a_line_never_wraps() {
        assert_eq!(cut("↻ Till", 3), "↻ T");
        assert_eq!(cut("日本語", 5), "日本");
    }
}
