//! Which cases tests have: asked of a worker, because only their own code can list some of them.

use super::control::{Control, Workers};
use super::protocol::{Event, Listed, Request, Setup};

/// The cases of each of `targets`.
///
/// # Errors
/// A sentence: no worker could answer.
pub fn list(
    setup: &Setup,
    targets: &[String],
    time_limit_ms: Option<u64>,
    workers: &dyn Workers,
    control: &Control,
) -> Result<Vec<Listed>, String> {
    let mut worker = workers.take(setup)?;
    control.register(&worker, true);
    // A worker that died before it heard us is recognised by the end of its events.
    let _ = worker.send(&Request::Cases {
        setup: setup.clone(),
        targets: targets.to_vec(),
        time_limit_ms,
    });
    let mut spoken = None;
    while let Some(event) = worker.next_event() {
        match event {
            Event::Cases { listed } => return Ok(listed),
            Event::Failed { reason } => return Err(reason),
            Event::Panicked { message } => {
                spoken = Some(format!(
                    "Dropwire itself crashed: {message} (a bug of Dropwire, please report it)"
                ));
            }
            Event::Ready
            | Event::Progress { .. }
            | Event::Found { .. }
            | Event::Report { .. }
            | Event::Replayed { .. }
            | Event::Debugging { .. }
            | Event::NotDebugged { .. }
            | Event::Answered { .. } => {}
        }
    }
    Err(spoken.unwrap_or_else(|| "the worker process ended before it had listed the tests".into()))
}
