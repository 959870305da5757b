//! `dropwire worker`: reads requests from standard input, runs them one after the other, writes events.
//!
//! Ends at once when its input closes, so that none outlives its parent, however that died.

use std::cell::RefCell;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dropwire_check::facts::reported::Sample;
use dropwire_check::{Cause, Debugger, Report, ReportKind, Reported, Statistics, Target};

use super::clock::Clock;
use super::protocol::{CheckRequest, Event, Refused, Replayed, Request, Setup, emit};
use crate::engine::Engine;
use crate::system;
use crate::z3;

/// The engine may recurse as deep as Java data goes; only touched pages cost anything.
pub const ENGINE_STACK_BYTES: usize = 256 << 20;

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
    z3::end_running();
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
        let answered = catch_unwind(AssertUnwindSafe(|| answer(request, inbox, &mut warm, stop)));
        if answered.is_err() {
            let message = LAST_PANIC.lock().map(|text| text.clone()).unwrap_or_default();
            emit(&Event::Panicked { message });
            std::process::exit(101);
        }
    }
}

fn answer(request: Request, inbox: &Receiver<Request>, warm: &mut Option<(Setup, Engine)>, stop: &Arc<AtomicBool>) {
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
            let mut clock = Clock::start(Some(time_limit_ms), Arc::clone(stop), |_| {});
            for trail in trails {
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
        Request::Debug {
            setup,
            trail,
            time_limit_ms,
        } => {
            let mut clock = Clock::start(Some(time_limit_ms), Arc::clone(stop), |_| {});
            let mut talk = |debugger: &mut Debugger<'_>| converse(debugger, inbox, stop);
            let debugged = booted(&setup, warm)
                .map_err(|reason| Refused::Replay(Replayed::Failed { reason }))
                .and_then(|mut engine| engine.debug(&trail, &mut clock, &mut talk));
            if let Err(refused) = debugged {
                emit(&Event::NotDebugged { refused });
            }
        }
        Request::Ask { .. } => emit(&Event::Failed {
            reason: "no trail is debugged".into(),
        }),
        Request::Stop => {} // taken out by `listen`
    }
}

/// Answers what the parent asks about a run, until it goes away.
fn converse(debugger: &mut Debugger<'_>, inbox: &Receiver<Request>, stop: &AtomicBool) {
    let finding = Box::new(debugger.finding().clone());
    emit(&Event::Debugging { finding });
    for request in inbox {
        match request {
            Request::Ask { command } => {
                let answer = debugger.answer(&command, &mut || stop.load(Ordering::Relaxed));
                // A wish to stop that comes after that is for what is asked next.
                stop.store(false, Ordering::Relaxed);
                emit(&Event::Answered { answer });
            }
            Request::Prepare { .. }
            | Request::Check { .. }
            | Request::Replay { .. }
            | Request::Cases { .. }
            | Request::Debug { .. }
            | Request::Stop => emit(&Event::Failed {
                reason: "a trail is debugged".into(),
            }),
        }
    }
}

fn run_check(check: &CheckRequest, warm: &mut Option<(Setup, Engine)>, stop: &Arc<AtomicBool>) -> Event {
    let began = Instant::now();
    let samples = RefCell::new(Samples::default());
    let report = |statistics: &Statistics| {
        samples.borrow_mut().add(began.elapsed(), statistics);
        emit(&Event::Progress {
            statistics: *statistics,
        })
    };
    let clock = Clock::within(check.time_limit_ms, check.memory_limit(), Arc::clone(stop), report);
    let mut clock = clock.reporting_early(check.early);
    let target = Target {
        class: check.class.clone(),
        args: check.args.clone(),
    };
    let (mut report, loaded) = match booted(&check.setup, warm) {
        Ok(mut engine) => {
            let report = engine.check(&target, &check.options, &mut clock);
            (report, engine.loaded())
        }
        Err(what) => (Report::failed(Cause::NotStarted { what }), Vec::new()),
    };
    for reason in &mut report.reasons {
        match &mut reason.cause {
            Cause::Time { limit } => *limit = check.time_limit_ms,
            Cause::MissingClass { absent, .. } => *absent = check.setup.absent(),
            _ => {}
        }
    }
    if check.options.reports.contains(&ReportKind::Progress) {
        let mut samples = samples.take().kept;
        samples.push(sample(began.elapsed().as_secs_f64(), &report.statistics));
        report.reports.push(Reported::Progress { samples });
    }
    report.statistics.seconds = began.elapsed().as_secs_f64();
    report.statistics.cpu_seconds = system::cpu_seconds();
    report.statistics.peak_memory_bytes = system::peak_memory_bytes();
    Event::Report {
        report: Box::new(report),
        interrupted: clock.interrupted,
        loaded,
    }
}

fn sample(seconds: f64, statistics: &Statistics) -> Sample {
    Sample {
        seconds,
        states: statistics.states,
        transitions: statistics.transitions,
    }
}

/// How far a search was when; the more there are, the further apart.
#[derive(Default)]
struct Samples {
    kept: Vec<Sample>,
    heard: usize,
    /// Twice as many are left out between two with each power.
    power: u32,
}

impl Samples {
    const MOST: usize = 40;

    fn add(&mut self, since: Duration, statistics: &Statistics) {
        self.heard += 1;
        if !self.heard.is_multiple_of(1 << self.power) {
            return;
        }
        self.kept.push(sample(since.as_secs_f64(), statistics));
        if self.kept.len() > Self::MOST {
            let mut second = false;
            self.kept.retain(|_| {
                second = !second;
                !second
            });
            self.power += 1;
        }
    }
}

/// The warm engine if it was prepared for this set-up, else a new one. Each engine runs one program, or follows trails of one.
fn booted(setup: &Setup, warm: &mut Option<(Setup, Engine)>) -> Result<Engine, String> {
    match warm.take() {
        Some((prepared, engine)) if prepared == *setup => Ok(engine),
        Some(_) | None => Engine::boot(setup),
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
