//! A whole verification: a check in one worker, then its trails replayed in a fresh one before anybody sees them.
//!
//! Blocking, without a runtime: the command line calls it on its main thread, the server on a thread of its own.

use std::process::ExitStatus;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use dropwire_check::facts::defect::Tried;
use dropwire_check::words;
use dropwire_check::{Cause, Confidence, Finding, Note, Report, Statistics};

use super::control::{Control, Workers, describe_death};
use super::protocol::{CheckRequest, Event, Loaded, Replayed, Request, Setup};
use super::replays::{self, REPLAY_LIMIT};
use crate::trails;

/// Why a report is not a plain answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Dropwire itself crashed.
    OurBug,
    /// The user ended it; the report is partial.
    Interrupted,
}

/// What came of a verification.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer; its confirmed findings have been replayed.
    pub report: Report,
    /// What went wrong besides, if anything.
    pub trouble: Option<Trouble>,
    /// What was looked up on the class path.
    pub loaded: Vec<Loaded>,
    /// The check and its replays did not see the same classes: something was compiled meanwhile.
    pub torn: bool,
    /// The worker ended without an answer, for whatever reason.
    pub died: bool,
}

impl Outcome {
    /// An outcome of which nothing else is known.
    pub fn of(report: Report, trouble: Option<Trouble>) -> Outcome {
        Outcome {
            report,
            trouble,
            loaded: Vec::new(),
            torn: false,
            died: false,
        }
    }
}

/// What a verification reports while it goes on.
pub enum News {
    /// How far it is.
    Progress(Statistics),
    /// What is known already; confirmed findings have been replayed. The answer upgrades these or drops them.
    Found(Vec<Finding>),
}

/// Checks a target and replays what it finds.
pub fn verify(check: &CheckRequest, workers: &dyn Workers, control: &Control, report: &mut dyn FnMut(News)) -> Outcome {
    let began = Instant::now();
    let mut outcome = check_in_worker(check, workers, control, report);
    if outcome.trouble != Some(Trouble::OurBug) {
        let patience = patience(check.time_limit_ms, began.elapsed(), &outcome.report, control);
        let seen = replays::confirm(&mut outcome.report, &check.setup, workers, control, patience);
        let differs = |again: &Loaded| {
            let first = outcome.loaded.iter().find(|first| first.path == again.path);
            first.is_some_and(|first| first != again)
        };
        outcome.torn = seen.iter().any(differs);
        cut_trails(&mut outcome.report);
    }
    outcome
}

/// How long the replays of an answer may take: what is left of the limit, and a little after it.
fn patience(limit_ms: Option<u64>, spent: Duration, report: &Report, control: &Control) -> Duration {
    const AFTER_THE_LIMIT: Duration = Duration::from_millis(1_700);
    const AT_LEAST: Duration = Duration::from_millis(500);
    // Several times what a step takes where nothing else runs: a finding is not lost because the machine is busy.
    const A_STEP: Duration = Duration::from_micros(50);
    if control.was_stopped() {
        return AT_LEAST;
    }
    let Some(limit) = limit_ms.map(Duration::from_millis) else {
        return REPLAY_LIMIT;
    };
    let left = (limit + AFTER_THE_LIMIT).saturating_sub(spent);
    let steps: usize = report.findings.iter().map(|finding| finding.trail.steps.len()).sum();
    let least = AT_LEAST + A_STEP * u32::try_from(steps).unwrap_or(u32::MAX);
    left.max(least).min(REPLAY_LIMIT)
}

/// Trails that are too long to be kept are recorded from near their end.
fn cut_trails(report: &mut Report) {
    for finding in &mut report.findings {
        let steps = finding.trail.steps.len();
        if finding.trail.cut() {
            report.notes.push(Note::TrailCut {
                finding: finding.message.clone(),
                steps: steps as u64,
                kept: finding.trail.steps.len() as u64,
            });
        }
    }
}

fn check_in_worker(
    check: &CheckRequest,
    workers: &dyn Workers,
    control: &Control,
    report: &mut dyn FnMut(News),
) -> Outcome {
    let (replayed, early) = channel();
    std::thread::scope(|scope| {
        let mut hear = |news: News| {
            match news {
                News::Progress(_) => report(news),
                News::Found(findings) => {
                    let (confirmed, potential) = findings
                        .into_iter()
                        .partition(|finding| finding.confidence == Confidence::Confirmed);
                    let confirmed: Vec<Finding> = confirmed;
                    report(News::Found(potential));
                    if !confirmed.is_empty() {
                        let replayed = replayed.clone();
                        scope.spawn(move || replay_early(confirmed, &check.setup, workers, control, &replayed));
                    }
                }
            }
            early.try_iter().for_each(|finding| report(News::Found(vec![finding])));
        };
        talk_to_worker(check, workers, control, &mut hear)
    })
}

/// Replays what is reported before the end. What does not reproduce is not reported: the end says why.
fn replay_early(
    findings: Vec<Finding>,
    setup: &Setup,
    workers: &dyn Workers,
    control: &Control,
    replayed: &Sender<Finding>,
) {
    let trails: Vec<_> = findings.iter().map(|finding| &finding.trail).collect();
    replays::replay_all(&trails, setup, workers, control, REPLAY_LIMIT, &mut |index, answer| {
        if answer.replayed == Replayed::Reproduced {
            let mut finding = findings[index].clone();
            finding.tried = Some(Tried::SearchGoesOn);
            finding.message = words::defect::of_finding(&finding).sentence();
            // Nobody listens after the end.
            let _ = replayed.send(finding);
        }
    });
}

fn talk_to_worker(
    check: &CheckRequest,
    workers: &dyn Workers,
    control: &Control,
    hear: &mut dyn FnMut(News),
) -> Outcome {
    let mut worker = match workers.take(&check.setup) {
        Ok(worker) => worker,
        Err(what) => {
            return Outcome::of(Report::failed(Cause::NotStarted { what }), None);
        }
    };
    control.register(&worker, true);
    // A worker that died before it heard us is recognised by the end of its events.
    let _ = worker.send(&Request::Check {
        check: Box::new(check.clone()),
    });
    let mut last = Statistics::default();
    let mut spoken = None;
    while let Some(event) = worker.next_event() {
        match event {
            Event::Ready
            | Event::Replayed { .. }
            | Event::Cases { .. }
            | Event::Debugging { .. }
            | Event::NotDebugged { .. }
            | Event::Answered { .. } => {}
            Event::Progress { statistics } => {
                last = statistics;
                hear(News::Progress(statistics));
            }
            Event::Found { mut findings } => {
                trails::name(&mut findings, check.origin);
                hear(News::Found(findings));
            }
            Event::Report {
                mut report,
                interrupted,
                loaded,
            } => {
                trails::name(&mut report.findings, check.origin);
                let trouble = interrupted.then_some(Trouble::Interrupted);
                return Outcome {
                    loaded,
                    ..Outcome::of(*report, trouble)
                };
            }
            // A warm worker may have failed to prepare; the check itself still gets its own answer.
            Event::Failed { reason } => spoken = Some(reason),
            Event::Panicked { message } => {
                return crashed(format!("Dropwire itself crashed: {message}"), last);
            }
        }
    }
    died(worker.death(), control, spoken, last)
}

/// The answer for a worker that ended without one.
fn died(status: Option<ExitStatus>, control: &Control, spoken: Option<String>, last: Statistics) -> Outcome {
    if control.was_killed() {
        let mut report = Report::failed(Cause::Cancelled);
        report.statistics = last;
        return Outcome::of(report, Some(Trouble::Interrupted));
    }
    let (description, our_bug) = describe_death(status);
    let mut reason = format!("the worker process ended without an answer: {description}");
    if let Some(spoken) = spoken {
        reason = format!("{reason}; it said: {spoken}");
    }
    if our_bug {
        return crashed(reason, last);
    }
    let mut report = Report::failed(Cause::WorkerDied {
        what: reason,
        bug: false,
    });
    report.statistics = last;
    Outcome {
        died: true,
        ..Outcome::of(report, None)
    }
}

fn crashed(what: String, last: Statistics) -> Outcome {
    let mut report = Report::failed(Cause::WorkerDied { what, bug: true });
    report.statistics = last;
    Outcome {
        died: true,
        ..Outcome::of(report, Some(Trouble::OurBug))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn deaths_are_distinguished() {
        use std::os::unix::process::ExitStatusExt;
        let (text, bug) = describe_death(Some(ExitStatus::from_raw(9)));
        assert!(text.contains("memory") && !bug);
        assert!(describe_death(Some(ExitStatus::from_raw(6))).1);
        assert!(describe_death(Some(ExitStatus::from_raw(101 << 8))).1);
        assert!(!describe_death(Some(ExitStatus::from_raw(0))).1);
    }
}
