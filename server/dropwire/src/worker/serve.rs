//! `dropwire worker`: reads requests from standard input, runs them one after the other, writes events.
//!
//! Ends at once when its input closes, so that none outlives its parent, however that died.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dropwire_check::{Budget, Coverage, Finding, Options, Reason, Report, Statistics, Stop, Target, Verdict};

use super::protocol::{CheckRequest, Event, Request, Setup};
use crate::engine::{Engine, Replayed};
use crate::system;

/// The engine may recurse as deep as Java data goes; only touched pages cost anything.
pub const ENGINE_STACK_BYTES: usize = 256 << 20;

/// How often progress is told.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Message and place of the last panic, kept by the hook for [`Event::Panicked`].
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Serves requests until standard input closes.
pub fn serve(low_priority: bool) -> ExitCode {
    if low_priority {
        system::lower_priority();
    }
    remember_panics();
    let stop = Arc::new(AtomicBool::new(false));
    let (requests, inbox) = channel();
    let asked_to_stop = Arc::clone(&stop);
    let engine = std::thread::Builder::new()
        .name("engine".into())
        .stack_size(ENGINE_STACK_BYTES)
        .spawn(move || work(&inbox, &asked_to_stop));
    if let Err(error) = engine {
        emit(&Event::Failed {
            reason: format!("cannot start the engine's thread: {error}"),
        });
        return ExitCode::from(3);
    }
    listen(&requests, &stop);
    // Whatever the engine is doing, nobody is left to hear of it.
    std::process::exit(0)
}

fn listen(requests: &Sender<Request>, stop: &AtomicBool) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        match serde_json::from_str(&line) {
            Ok(Request::Stop) => stop.store(true, Ordering::Relaxed),
            Ok(request) => {
                if requests.send(request).is_err() {
                    return;
                }
            }
            Err(error) => emit(&Event::Failed {
                reason: format!("the worker cannot read a request: {error}"),
            }),
        }
    }
}

fn work(inbox: &Receiver<Request>, stop: &Arc<AtomicBool>) {
    let mut warm = None;
    for request in inbox {
        let answered = catch_unwind(AssertUnwindSafe(|| answer(request, &mut warm, stop)));
        if answered.is_err() {
            let message = LAST_PANIC.lock().map(|text| text.clone()).unwrap_or_default();
            emit(&Event::Panicked { message });
            std::process::exit(101);
        }
    }
}

fn answer(request: Request, warm: &mut Option<(Setup, Engine)>, stop: &Arc<AtomicBool>) {
    match request {
        Request::Prepare { setup } => match Engine::boot(&setup) {
            Ok(engine) => {
                *warm = Some((setup, engine));
                emit(&Event::Ready);
            }
            Err(reason) => emit(&Event::Failed { reason }),
        },
        Request::Check { check } => {
            let event = run_check(&check, warm, stop);
            emit(&event);
        }
        Request::Replay {
            setup,
            trails,
            time_limit_ms,
        } => {
            let mut engine = booted(&setup, warm);
            for trail in trails {
                let mut clock = Clock::start(Some(time_limit_ms), Arc::clone(stop), |_| {});
                let (replayed, loaded) = match &mut engine {
                    Ok(engine) => (engine.replay(&trail, &mut clock), engine.loaded()),
                    Err(reason) => (Replayed::Failed { reason: reason.clone() }, Vec::new()),
                };
                emit(&Event::Replayed { replayed, loaded });
            }
        }
        Request::Cases {
            setup,
            targets,
            time_limit_ms,
        } => {
            let mut clock = Clock::start(time_limit_ms, Arc::clone(stop), |_| {});
            match booted(&setup, warm) {
                Ok(mut engine) => {
                    let list = |target: &String| engine.cases(target, &mut clock);
                    let listed = targets.iter().map(list).collect();
                    emit(&Event::Cases { listed });
                }
                Err(reason) => emit(&Event::Failed { reason }),
            }
        }
        Request::Stop => {} // taken out by `listen`
    }
}

fn run_check(check: &CheckRequest, warm: &mut Option<(Setup, Engine)>, stop: &Arc<AtomicBool>) -> Event {
    let began = Instant::now();
    let tell = |statistics: &Statistics| {
        emit(&Event::Progress {
            statistics: *statistics,
        })
    };
    let mut clock = Clock::start(check.time_limit_ms, Arc::clone(stop), tell);
    clock.early = check.early;
    let target = Target {
        class: check.class.clone(),
        args: check.args.clone(),
    };
    let (mut report, loaded) = match booted(&check.setup, warm) {
        Ok(mut engine) => {
            let report = engine.check(&target, &Options::from(&check.options), &mut clock);
            (report, engine.loaded())
        }
        Err(reason) => (failed(reason), Vec::new()),
    };
    report.statistics.seconds = began.elapsed().as_secs_f64();
    report.statistics.cpu_seconds = system::cpu_seconds();
    report.statistics.peak_memory_bytes = system::peak_memory_bytes();
    Event::Report {
        report: Box::new(report),
        interrupted: clock.interrupted,
        loaded,
    }
}

/// A report of a target that did not run.
pub fn failed(reason: impl Into<Reason>) -> Report {
    Report {
        verdict: Verdict::Failed,
        coverage: Coverage::Limited,
        reasons: vec![reason.into()],
        notes: Vec::new(),
        assumptions: Vec::new(),
        findings: Vec::new(),
        statistics: Statistics::default(),
    }
}

/// The warm engine if it was prepared for this set-up, else a new one. Each engine runs one program, or follows trails of one.
fn booted(setup: &Setup, warm: &mut Option<(Setup, Engine)>) -> Result<Engine, String> {
    match warm.take() {
        Some((prepared, engine)) if prepared == *setup => Ok(engine),
        Some(_) | None => Engine::boot(setup),
    }
}

/// The budget of a worker: the wall clock, the parent's wish to stop, and its ear.
pub struct Clock<F: FnMut(&Statistics)> {
    began: Instant,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    tell: F,
    told: Instant,
    /// The parent wants findings as they come.
    early: bool,
    /// The parent's wish ended it.
    pub interrupted: bool,
}

impl<F: FnMut(&Statistics)> Clock<F> {
    /// Starts now.
    pub fn start(limit_ms: Option<u64>, stop: Arc<AtomicBool>, tell: F) -> Clock<F> {
        let now = Instant::now();
        let deadline = limit_ms.and_then(|limit| now.checked_add(Duration::from_millis(limit)));
        Clock {
            began: now,
            deadline,
            stop,
            tell,
            told: now,
            early: false,
            interrupted: false,
        }
    }
}

impl<F: FnMut(&Statistics)> Budget for Clock<F> {
    fn exhausted(&mut self) -> Option<Stop> {
        if self.stop.load(Ordering::Relaxed) {
            self.interrupted = true;
            return Some(Stop::Interrupted);
        }
        self.deadline
            .filter(|&deadline| Instant::now() >= deadline)
            .map(|_| Stop::Time)
    }

    fn progress(&mut self, statistics: &Statistics) {
        if self.told.elapsed() >= PROGRESS_EVERY {
            self.told = Instant::now();
            (self.tell)(statistics);
        }
    }

    fn used(&mut self) -> Option<f64> {
        let limit = self.deadline?.saturating_duration_since(self.began);
        let share = self.began.elapsed().as_secs_f64() / limit.as_secs_f64();
        Some(if limit.is_zero() { 1.0 } else { share.min(1.0) })
    }

    fn wants_findings(&self) -> bool {
        self.early
    }

    fn found(&mut self, findings: Vec<Finding>) {
        emit(&Event::Found { findings });
    }
}

fn remember_panics() {
    std::panic::set_hook(Box::new(|panic| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            // One line: it becomes part of a sentence.
            *last = panic.to_string().replace('\n', " ");
        }
        if std::env::var_os("RUST_BACKTRACE").is_some() {
            eprintln!("{panic}\n{}", std::backtrace::Backtrace::force_capture());
        }
    }));
}

fn emit(event: &Event) {
    let mut line = match serde_json::to_vec(event) {
        Ok(line) => line,
        Err(error) => format!(r#"{{"event":"failed","reason":"unserialisable answer: {error}"}}"#).into_bytes(),
    };
    line.push(b'\n');
    let mut output = std::io::stdout().lock();
    if output.write_all(&line).and_then(|()| output.flush()).is_err() {
        // The parent is gone.
        std::process::exit(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_ends_by_time_and_by_wish() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut unlimited = Clock::start(None, Arc::clone(&stop), |_| {});
        assert_eq!((unlimited.exhausted(), unlimited.used()), (None, None));
        let mut limited = Clock::start(Some(0), Arc::clone(&stop), |_| {});
        assert_eq!((limited.exhausted(), limited.used()), (Some(Stop::Time), Some(1.0)));
        let mut long = Clock::start(Some(1_000_000_000), Arc::clone(&stop), |_| {});
        assert!(long.used().is_some_and(|used| used < 0.1));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(unlimited.exhausted(), Some(Stop::Interrupted));
        assert!(unlimited.interrupted);
    }
}
