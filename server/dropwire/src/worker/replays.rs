//! Replays: no confirmed finding is shown whose trail did not lead to it again, in another process than the one that found it.
//!
//! Booting a JDK takes far longer than following a trail, so one process follows several, one after the other, each from
//! where boot ended.

use std::time::Duration;

use dropwire_check::{Cause, Confidence, Report, Trail, Verdict};

use super::control::{Control, Workers, describe_death};
use super::protocol::{Event, Loaded, Replayed, Request, Setup};

/// A replay runs one schedule; one that takes longer than this hangs.
pub(super) const REPLAY_LIMIT: Duration = Duration::from_secs(60);
/// So many trails are worth a process more, if there is a processor for it.
const TRAILS_PER_PROCESS: usize = 8;
/// Processes for one trail: somebody may have killed the first, and a finding is not lost for that.
const ATTEMPTS: usize = 3;

/// The answer for one trail.
pub struct Answer {
    /// What came of it.
    pub replayed: Replayed,
    /// What the process had looked up on the class path by then; empty if it gave no answer.
    pub loaded: Vec<Loaded>,
}

impl Answer {
    fn without_process(replayed: Replayed) -> Answer {
        Answer {
            replayed,
            loaded: Vec::new(),
        }
    }

    /// The process could do nothing, or was gone.
    fn is_gone(&self) -> bool {
        matches!(self.replayed, Replayed::Crashed { .. } | Replayed::Failed { .. }) && self.loaded.is_empty()
    }
}

/// Replays each confirmed finding; downgrades what does not reproduce, and recomputes the verdict.
/// Gives what the replays have loaded.
pub fn confirm(
    report: &mut Report,
    setup: &Setup,
    workers: &dyn Workers,
    control: &Control,
    patience: Duration,
) -> Vec<Loaded> {
    let claimed: Vec<usize> = (0..report.findings.len())
        .filter(|&index| report.findings[index].confidence == Confidence::Confirmed)
        .collect();
    if claimed.is_empty() {
        return Vec::new();
    }
    let findings = &report.findings;
    let lanes = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(claimed.len().div_ceil(TRAILS_PER_PROCESS));
    let answers: Vec<(usize, Answer)> = std::thread::scope(|scope| {
        let replay = |lane: usize| {
            let mine: Vec<usize> = claimed.iter().skip(lane).step_by(lanes).copied().collect();
            let trails: Vec<&Trail> = mine.iter().map(|&index| &findings[index].trail).collect();
            let mut answers = Vec::new();
            replay_all(&trails, setup, workers, control, patience, &mut |place, answer| {
                answers.push((mine[place], answer));
            });
            answers
        };
        let threads: Vec<_> = (0..lanes).map(|lane| scope.spawn(move || replay(lane))).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_default())
            .collect()
    });
    for index in claimed {
        let answer = answers.iter().find(|(answered, _)| *answered == index);
        let problem = match answer.map(|(_, answer)| &answer.replayed) {
            Some(Replayed::Reproduced) => continue,
            Some(other) => describe_replay(other),
            None => "the replay did not answer".into(),
        };
        let finding = &mut report.findings[index];
        finding.confidence = Confidence::Potential;
        let why = Cause::NotReproduced {
            finding: finding.message.clone(),
            problem,
        };
        report.reasons.push(why.into());
    }
    report.verdict = verdict_after_replay(report);
    answers.into_iter().flat_map(|(_, answer)| answer.loaded).collect()
}

fn verdict_after_replay(report: &Report) -> Verdict {
    let confirmed = report
        .findings
        .iter()
        .any(|finding| finding.confidence == Confidence::Confirmed);
    match report.verdict {
        Verdict::Failed => Verdict::Failed,
        Verdict::Verified | Verdict::Violated | Verdict::Incomplete => {
            if confirmed {
                Verdict::Violated
            } else {
                Verdict::Incomplete
            }
        }
    }
}

/// Replays a trail in a fresh worker.
pub fn replay_trail(trail: &Trail, setup: &Setup, workers: &dyn Workers, control: &Control) -> Replayed {
    let mut replayed = None;
    let end = in_one_process(&[trail], setup, workers, control, REPLAY_LIMIT, &mut |answer| {
        replayed = Some(answer.replayed);
    });
    replayed.or(end).unwrap_or(Replayed::NotReached)
}

/// Replays trails in one worker, and those that are left in another one where it dies. Reports the answer of each, by its place.
/// Each worker has so much time.
pub fn replay_all(
    trails: &[&Trail],
    setup: &Setup,
    workers: &dyn Workers,
    control: &Control,
    patience: Duration,
    report: &mut dyn FnMut(usize, Answer),
) {
    let mut done = 0;
    let mut attempts = 0;
    while let Some(left) = trails.get(done..).filter(|left| !left.is_empty()) {
        attempts += 1;
        let last = attempts == ATTEMPTS || control.was_killed();
        let before = done;
        let mut gone = None;
        let end = in_one_process(left, setup, workers, control, patience, &mut |answer| {
            if gone.is_none() && (last || !answer.is_gone()) {
                report(done, answer);
                done += 1;
            } else {
                gone.get_or_insert(answer.replayed);
            }
        });
        if done > before {
            attempts = 0;
        } else if last {
            report(
                done,
                Answer::without_process(gone.or(end).unwrap_or(Replayed::NotReached)),
            );
            done += 1;
            attempts = 0;
        }
    }
}

/// Replays trails in one worker and reports the answers in their order. Where it ends before the last: how, which is the answer for
/// the first trail that has none.
fn in_one_process(
    trails: &[&Trail],
    setup: &Setup,
    workers: &dyn Workers,
    control: &Control,
    patience: Duration,
    report: &mut dyn FnMut(Answer),
) -> Option<Replayed> {
    let mut worker = match workers.take(setup) {
        Ok(worker) => worker,
        Err(reason) => return Some(Replayed::Failed { reason }),
    };
    // A replay is short and decides what may be shown: a wish to stop does not end it, a kill does.
    control.register(&worker, false);
    let request = Request::Replay {
        setup: setup.clone(),
        trails: trails.iter().map(|&trail| trail.clone()).collect(),
        time_limit_ms: u64::try_from(patience.as_millis()).unwrap_or(u64::MAX),
    };
    let _ = worker.send(&request);
    let mut spoken = None;
    let mut missing = trails.len();
    while missing > 0
        && let Some(event) = worker.next_event()
    {
        match event {
            Event::Replayed { replayed, loaded } => {
                report(Answer { replayed, loaded });
                missing -= 1;
            }
            Event::Panicked { message } => {
                let reason = format!("Dropwire itself crashed in the replay: {message}");
                return Some(Replayed::Crashed { reason });
            }
            Event::Failed { reason } => spoken = Some(reason),
            Event::Ready
            | Event::Progress { .. }
            | Event::Found { .. }
            | Event::Report { .. }
            | Event::Cases { .. }
            | Event::Debugging { .. }
            | Event::NotDebugged { .. }
            | Event::Answered { .. } => {}
        }
    }
    if missing == 0 {
        return None;
    }
    let (description, our_bug) = describe_death(worker.death());
    let reason = spoken.unwrap_or_else(|| format!("the worker process ended without an answer: {description}"));
    Some(if our_bug && !control.was_killed() {
        Replayed::Crashed { reason }
    } else {
        Replayed::Failed { reason }
    })
}

/// What came of a replay, as part of a sentence.
pub fn describe_replay(replayed: &Replayed) -> String {
    match replayed {
        Replayed::Reproduced => "the same finding was reached".into(),
        Replayed::Other { finding } => format!("another finding was reached: {finding}"),
        Replayed::Drift { step, expected, found } => {
            format!("at step {step} the trail expects {expected}, but the program was at {found}")
        }
        Replayed::NotReached => "the schedule ran to its end without a finding".into(),
        Replayed::Failed { reason } | Replayed::Crashed { reason } => reason.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{deadlock_report, verified_report};

    #[test]
    fn a_report_without_confirmed_findings_is_incomplete() {
        let mut report = deadlock_report();
        assert_eq!(verdict_after_replay(&report), Verdict::Violated);
        report.findings[0].confidence = Confidence::Potential;
        assert_eq!(verdict_after_replay(&report), Verdict::Incomplete);
        let mut report = verified_report();
        report.verdict = Verdict::Failed;
        assert_eq!(verdict_after_replay(&report), Verdict::Failed);
    }
}
