//! Runs until there were enough: process after process, each going on where the one before ended.

use std::time::{Duration, Instant};

use super::events::{Events, ProcessEnd};
use super::plan::Plan;
use super::process::{Batch, GoOn, Process};
use super::rewritten::Rewritten;
use super::tally::Tally;

/// Why there are fewer runs than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// What was looked for was seen.
    Seen,
    /// The time is up.
    Time,
    /// The user does not want to wait.
    Interrupted,
}

/// What the runs showed.
#[derive(Debug)]
pub struct Campaign {
    /// Counted.
    pub tally: Tally,
    /// Why it ended early.
    pub cut: Option<Cut>,
    /// Why each run had a process of its own.
    pub alone: Option<Alone>,
    /// The run in which the finding was seen that was looked for.
    pub seen: Option<u64>,
    /// How long it took.
    pub took: Duration,
}

/// Why each run had a process of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alone {
    /// The user said so.
    Asked,
    /// The program does something that others in its process would notice: a method's name.
    Calls(String),
    /// The program ended the process.
    Exits,
}

/// Runs the program.
///
/// # Errors
/// A sentence: it cannot be run.
pub fn run(plan: &Plan, rewritten: &Rewritten, interrupted: &dyn Fn() -> bool) -> Result<Campaign, String> {
    let begun = Instant::now();
    let calls = rewritten.needs_a_process.clone().map(Alone::Calls);
    let mut campaign = Campaign {
        tally: Tally::default(),
        cut: None,
        alone: if plan.alone { Some(Alone::Asked) } else { calls },
        seen: None,
        took: Duration::ZERO,
    };
    while campaign.cut.is_none() && campaign.tally.runs < plan.runs {
        let left = plan.time_limit.map(|limit| limit.saturating_sub(begun.elapsed()));
        if left == Some(Duration::ZERO) {
            campaign.cut = Some(Cut::Time);
            break;
        }
        campaign.process(plan, rewritten, left, interrupted)?;
    }
    campaign.took = begun.elapsed();
    Ok(campaign)
}

impl Campaign {
    /// One process more.
    fn process(
        &mut self,
        plan: &Plan,
        rewritten: &Rewritten,
        left: Option<Duration>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let first = self.tally.runs + 1;
        let alone = self.alone.is_some();
        let batch = Batch {
            first,
            runs: if alone { 1 } else { plan.runs - self.tally.runs },
            alone,
            left,
        };
        let started = Instant::now();
        let mut process = Process::start(plan, rewritten, batch)?;
        let mut events = Events::default();
        let end = process.listen(|bytes| {
            events.read(bytes);
            for run in events.take() {
                self.count(plan, run);
            }
            if interrupted() {
                self.cut = Some(Cut::Interrupted);
            } else if left.is_some_and(|left| started.elapsed() > left) {
                self.cut.get_or_insert(Cut::Time);
            }
            match self.cut {
                Some(_) => GoOn::No,
                None => GoOn::Yes,
            }
        })?;
        let exited = events.finish(&end);
        if let Some(why) = events.broken() {
            return Err(format!("{} cannot be run: {why}", plan.target));
        }
        for run in events.take() {
            if self.cut.is_none() || matches!(self.cut, Some(Cut::Time | Cut::Interrupted)) {
                self.count(plan, run);
            }
        }
        if exited && !alone {
            self.alone = Some(Alone::Exits);
        }
        let began = self.tally.runs >= first;
        match end {
            ProcessEnd::Stopped => Ok(()),
            _ if began => Ok(()),
            ProcessEnd::Status(_) | ProcessEnd::Died(_) | ProcessEnd::NoProgress => Err(format!(
                "{} began no run: {}",
                plan.java.display(),
                said(process.said(), &end)
            )),
        }
    }

    fn count(&mut self, plan: &Plan, run: super::Run) {
        if self.cut == Some(Cut::Seen) {
            return;
        }
        let (number, failed) = (run.number, !run.failures.is_empty());
        let sought = plan.sought.as_ref();
        let seen = sought.is_some_and(|sought| run.failures.iter().any(|failure| sought.is_shown_by(failure)));
        self.tally.count(run);
        if seen {
            self.seen.get_or_insert(number);
        }
        if seen || failed && plan.first {
            self.cut = Some(Cut::Seen);
        }
    }
}

fn said(said: String, end: &ProcessEnd) -> String {
    if !said.is_empty() {
        return said;
    }
    match end {
        ProcessEnd::Status(status) => format!("it ended with status {status}"),
        ProcessEnd::Died(how) => how.clone(),
        ProcessEnd::NoProgress | ProcessEnd::Stopped => "it did not answer".into(),
    }
}
