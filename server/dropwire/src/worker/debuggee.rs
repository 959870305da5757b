//! The parent's side of a run that is debugged: a worker that replays a trail and then answers what is asked about it.

use std::sync::Arc;
use std::time::Duration;

use dropwire_check::debugger::command::{Answer, Command};
use dropwire_check::{Finding, Trail};

use super::client::{Handle, Worker};
use super::control::{Control, Workers, describe_death};
use super::protocol::{Event, Refused, Replayed, Request, Setup};

/// A run schedules nothing: one that takes longer hangs.
const LIMIT: Duration = Duration::from_secs(60);

/// A run that can be gone through.
pub struct Debuggee {
    worker: Worker,
    /// What it leads to.
    pub finding: Finding,
}

impl Debuggee {
    /// Replays a trail in a worker.
    ///
    /// # Errors
    /// Why it cannot be debugged.
    pub fn start(trail: &Trail, setup: &Setup, workers: &dyn Workers, control: &Control) -> Result<Debuggee, Refused> {
        let failed = |reason| Refused::Replay(Replayed::Failed { reason });
        let worker = workers.take(setup).map_err(failed)?;
        control.register(&worker, true);
        let request = Request::Debug {
            setup: setup.clone(),
            trail: Box::new(trail.clone()),
            time_limit_ms: u64::try_from(LIMIT.as_millis()).unwrap_or(u64::MAX),
        };
        let _ = worker.send(&request);
        match next(worker) {
            (Some(worker), Event::Debugging { finding }) => Ok(Debuggee {
                worker,
                finding: *finding,
            }),
            (_, Event::NotDebugged { refused }) => Err(refused),
            (_, other) => Err(failed(reason(&other))),
        }
    }

    /// The part that other threads may hold, to interrupt it.
    pub fn handle(&self) -> Arc<Handle> {
        self.worker.handle()
    }

    /// Asks something, and waits for the answer.
    ///
    /// # Errors
    /// The process is gone: how, as a sentence.
    pub fn ask(&mut self, command: Command) -> Result<Answer, String> {
        let _ = self.worker.send(&Request::Ask { command });
        match self.worker.next_event() {
            Some(Event::Answered { answer }) => Ok(answer),
            Some(other) => Err(reason(&other)),
            None => Err("the process of the run has ended".into()),
        }
    }
}

/// The first event; the worker too, unless it has ended.
fn next(mut worker: Worker) -> (Option<Worker>, Event) {
    match worker.next_event() {
        Some(event) => (Some(worker), event),
        None => {
            let (how, _) = describe_death(worker.death());
            let reason = format!("the worker process ended without an answer: {how}");
            (None, Event::Failed { reason })
        }
    }
}

fn reason(event: &Event) -> String {
    match event {
        Event::Failed { reason } => reason.clone(),
        Event::Panicked { message } => format!("Dropwire itself crashed: {message}"),
        Event::Ready
        | Event::Progress { .. }
        | Event::Found { .. }
        | Event::Report { .. }
        | Event::Replayed { .. }
        | Event::Cases { .. }
        | Event::Debugging { .. }
        | Event::NotDebugged { .. }
        | Event::Answered { .. } => "the worker process sent an unexpected message".into(),
    }
}
