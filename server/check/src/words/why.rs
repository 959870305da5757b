//! Why a counterexample fails, in one sentence.

use crate::facts::step::StepOp;
use crate::facts::wait::Wait;
use crate::facts::why::{Holding, Moment, Switch, Why};
use crate::site::simple_name;

use super::{object, step};

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
            } = &**switch;
            let victim = &before.thread;
            let between = match after {
                Some(after) => format!("between {victim}'s {} and its {}", moment(before), moment(after)),
                None => format!("after {victim}'s {}", moment(before)),
            };
            format!(
                "the failure depends on one context switch: {}'s {} comes {between}; without that switch this run passes",
                intruder.thread,
                moment(intruder)
            )
        }
        Why::Held { threads: [one, other] } => match (&one.locks[..], &other.locks[..]) {
            ([], []) => format!(
                "{} and {} hold no lock here, and no happens-before edge orders the accesses",
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

/// `"write Till.cash" (Till.java:5)`.
fn moment(moment: &Moment) -> String {
    let operation = match &moment.facts.op {
        // What it would do if it could.
        StepOp::Blocked {
            wait: Wait::Lock { lock, .. },
        } => format!("lock {}", object(lock)),
        StepOp::Blocked {
            wait: Wait::Initialisation { class, .. },
        } => format!("initialise {}", simple_name(class)),
        op => step::operation(op),
    };
    match moment.location.as_ref().and_then(|l| Some((l.file.as_ref()?, l.line?))) {
        Some((file, line)) => format!("\"{operation}\" ({file}:{line})"),
        None => format!("\"{operation}\""),
    }
}
