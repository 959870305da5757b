//! Why a counterexample fails, in one sentence.

use crate::facts::step::{StepFacts, StepOp};
use crate::facts::wait::Wait;
use crate::facts::why::{Holding, Inside, Moment, Switch, Why, Without};
use crate::site::simple_name;
use crate::trail::{PassingRun, Step};

use super::{lock as lock_name, method, step};

/// What came between what, and what it takes for the run to pass.
pub fn why(why: &Why) -> String {
    match why {
        Why::OneAccess => "no preemption is needed: this access alone violates the annotation".to_owned(),
        Why::NoPreemption => {
            "no preemption is needed: the failure occurs when every thread runs until it blocks".to_owned()
        }
        Why::Switch(switch) => {
            let Switch {
                intruder,
                before,
                after,
                without,
                step: _,
            } = &**switch;
            let victim = &before.thread;
            let between = match after {
                Some(after) => format!("between {victim}'s {} and its {}", moment(before), moment(after)),
                None => format!("after {victim}'s {}", moment(before)),
            };
            let without = match without {
                Without::Passes => "passes",
                Without::GoesOn => "goes on without a failure",
                Without::FailsOtherwise => "fails in another way",
            };
            format!(
                "the failure depends on one context switch: {}'s {} comes {between}; without that switch this run {without}",
                intruder.thread,
                moment(intruder)
            )
        }
        Why::Held { threads: [one, other] } => match (&one.locks[..], &other.locks[..]) {
            ([], []) => format!(
                "no lock is common to {} and {} here, and no happens-before edge orders the accesses",
                one.thread, other.thread
            ),
            _ => format!("{} and {}: no lock is common to both", holds(one), holds(other)),
        },
    }
}

fn holds(side: &Holding) -> String {
    match &side.locks[..] {
        [] => format!("{} holds no lock", side.thread),
        locks => format!("{} holds {}", side.thread, locks.join(" and ")),
    }
}

/// How the nearest run that passes goes on: `sell goes on with "lock ledger" (Till.java:6); audit's "lock ledger" (Till.java:9) follows`.
pub fn passing(run: &PassingRun) -> Option<String> {
    const SHOWN: usize = 3;
    let first = run.steps.first()?;
    let own: Vec<&Step> = run
        .steps
        .iter()
        .take_while(|step| step.thread == first.thread)
        .collect();
    let in_users_code = |step: &&Step| {
        step.scene
            .library
            .as_ref()
            .is_none_or(|library| library.called.is_some())
    };
    let own: Vec<&Step> = match own
        .iter()
        .copied()
        .filter(|step| in_users_code(step))
        .collect::<Vec<_>>()
    {
        none if none.is_empty() => own,
        users => users,
    };
    // Of the steps inside one call the first one stands for all.
    let calls = own.chunk_by(|one, next| one.location == next.location && is_inside(one, next));
    let said: Vec<String> = calls.filter_map(|steps| quoted(steps.first()?)).collect();
    let more = if said.len() > SHOWN { ", …" } else { "" };
    let others = || run.steps.iter().filter(|step| step.thread != first.thread);
    let other = others().find(in_users_code).or_else(|| others().next());
    let follows = other.and_then(|step| Some(format!("; {}'s {} follows", step.thread_name, quoted(step)?)));
    let said: Vec<String> = said.into_iter().take(SHOWN).collect();
    let (who, what) = (&first.thread_name, said.join(", "));
    (!said.is_empty()).then(|| format!("{who} goes on with {what}{more}{}", follows.unwrap_or_default()))
}

/// Whether a step is inside the call of the library that another one makes, or is inside too.
fn is_inside(one: &Step, next: &Step) -> bool {
    let Some(library) = &next.scene.library else {
        return false;
    };
    let calls = |facts: &StepFacts| {
        let StepOp::Call { method, .. } = &facts.op else {
            return false;
        };
        library.called.as_ref().is_some_and(|called| called.method == *method)
    };
    match &one.scene.library {
        Some(earlier) => earlier == library,
        None => one.facts.as_ref().is_some_and(calls),
    }
}

fn quoted(step: &Step) -> Option<String> {
    Some(moment(&Moment {
        step: 0,
        thread: step.thread_name.clone(),
        facts: step.facts.clone()?,
        object: step.scene.object.clone(),
        called: step.scene.library.clone().and_then(|library| library.called),
        inside: None,
        location: step.location.clone(),
    }))
}

/// `"write Till.cash" (Till.java:5)`.
fn moment(moment: &Moment) -> String {
    let operation = match &moment.facts.op {
        // What it would do if it could.
        StepOp::Blocked {
            wait: Wait::Lock { lock, .. },
        } => format!("lock {}", lock_name(lock, moment.object.as_ref())),
        StepOp::Blocked {
            wait: Wait::Initialisation { class, .. },
        } => format!("initialise {}", simple_name(class)),
        // A reader knows the call that he wrote, and not what it does inside.
        StepOp::Access { .. } | StepOp::Copy { .. } | StepOp::Continue | StepOp::Park | StepOp::Unpark { .. }
            if moment.called.is_some() =>
        {
            let called = moment.called.iter().map(|called| method(&called.class, &called.method));
            format!("{}()", called.collect::<String>())
        }
        op => step::operation_on(op, moment.object.as_ref()),
    };
    let operation = match &moment.inside {
        Some(Inside { memory, write }) => {
            let verb = if *write { "write" } else { "read" };
            format!("{operation}, {verb} {}", super::memory(memory))
        }
        None => operation,
    };
    // A text of the program's has quotes of its own.
    let operation = if operation.contains('"') {
        operation
    } else {
        format!("\"{operation}\"")
    };
    match moment.location.as_ref().and_then(|l| Some((l.file.as_ref()?, l.line?))) {
        Some((file, line)) => format!("{operation} ({file}:{line})"),
        None => operation,
    }
}
