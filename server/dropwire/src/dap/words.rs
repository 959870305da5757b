//! What a debugger's user reads, made of facts.

use dropwire_check::debugger::command::{Bound, LockRow, Stopped, Why};
use dropwire_check::debugger::expression::ExpressionError;
use dropwire_check::{Finding, Step, ThreadStatus};

use crate::worker::protocol::{Refused, Replayed};
use crate::worker::replays::describe_replay;

/// Why a trail cannot be debugged.
pub fn refused(refused: &Refused) -> String {
    match refused {
        Refused::Changed(classes) => format!(
            "classes have changed since this trail was recorded ({}); check the target again, and debug the new trail",
            classes.join(", ")
        ),
        Refused::Replay(Replayed::Failed { reason } | Replayed::Crashed { reason }) => reason.clone(),
        Refused::Replay(replayed) => format!(
            "the trail no longer reproduces its finding: {}; check the target again, and debug the new trail",
            describe_replay(replayed)
        ),
    }
}

/// Why an expression has no value.
pub fn expression(error: &ExpressionError) -> String {
    match error {
        ExpressionError::Call(name) => {
            format!("`{name}(…)` is a call, which could change the run: calls are not evaluated")
        }
        ExpressionError::Assignment => "an assignment would change the run: it is not evaluated".into(),
        ExpressionError::Unsupported(what) => format!("`{what}` is not evaluated"),
        ExpressionError::Unexpected(found) if found.is_empty() => "the expression is not complete".into(),
        ExpressionError::Unexpected(found) => format!("unexpected `{found}`"),
        ExpressionError::TooDeep => "the expression is nested too deeply".into(),
        ExpressionError::Unknown(name) => format!("`{name}` is not defined here"),
        ExpressionError::Null(member) => format!("`{member}` of null"),
        ExpressionError::Index(index, length) => format!("the index {index} is outside of an array of length {length}"),
        ExpressionError::DivisionByZero => "/ by zero".into(),
        ExpressionError::Operand(sign) => format!("`{sign}` does not take such an operand"),
        ExpressionError::NoFrame => "there is no such frame".into(),
    }
}

/// What is wrong with a breakpoint; nothing if it is bound.
pub fn bound(bound: &Bound) -> Option<String> {
    match bound {
        Bound::Set => None,
        Bound::NoCode => Some("no code of this run is on this line".into()),
        Bound::NoMethod => Some("no class of this run has such a method".into()),
        Bound::Condition(error) => Some(expression(error)),
        Bound::Hits => Some("not a hit condition; expected 3, >= 3, > 3 or % 3, for example".into()),
    }
}

/// The switch to another thread, and the step of the trail.
pub fn place(stopped: &Stopped, steps: &[Step]) -> String {
    let switch = stopped
        .switch
        .as_ref()
        .map(|(from, to)| format!("context switch: {from} → {to}"));
    let step = stopped
        .step
        .checked_sub(1)
        .and_then(|index| steps.get(index))
        .map(|step| {
            format!(
                "step {} of {}: {} {}",
                stopped.step,
                steps.len(),
                step.thread_name,
                step.operation
            )
        });
    let step = step.unwrap_or_else(|| format!("before step 1 of {}", steps.len()));
    switch.into_iter().chain([step]).collect::<Vec<_>>().join("; ")
}

/// Why the run has stopped, in a few words.
pub fn why(why: &Why, finding: &Finding) -> String {
    match why {
        Why::Entry => "at the start".into(),
        Why::Step => "after a step".into(),
        Why::Breakpoints(_) => "at a breakpoint".into(),
        Why::Data(_) => "at a data breakpoint".into(),
        Why::End => format!("at the finding: {}", finding.kind.name()),
        Why::Goto => "at the step".into(),
        Why::Pause => "paused".into(),
    }
}

/// A thread and what it can do.
pub fn thread(name: &str, status: ThreadStatus) -> String {
    match status {
        ThreadStatus::Runnable => name.to_owned(),
        ThreadStatus::Blocked => format!("{name} (blocked)"),
        ThreadStatus::Waiting => format!("{name} (waiting)"),
        ThreadStatus::Parked => format!("{name} (parked)"),
        ThreadStatus::Ended => format!("{name} (ended)"),
    }
}

/// How a thread is to a lock.
pub fn lock(row: &LockRow) -> String {
    match row {
        LockRow::Held => "held".into(),
        LockRow::Wanted(None) => "wanted".into(),
        LockRow::Wanted(Some(by)) => format!("wanted, held by {by}"),
    }
}

/// A step as a place to go to.
pub fn target(number: usize, step: &Step) -> String {
    format!("step {number}: {} {}", step.thread_name, step.operation)
}
