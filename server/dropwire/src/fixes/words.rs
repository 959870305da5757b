//! English of repairs.

use super::{Fixed, OrderBy, Repair, Seen};
use crate::units::plural;

/// What an edit does: `make left volatile`.
pub fn repair(repair: &Repair) -> String {
    match repair {
        Repair::LockOrder { first, second } => format!("acquire {first} before {second}"),
        Repair::OrderedByValue {
            locks: [one, other],
            by,
        } => match by {
            OrderBy::Field { field } => format!("acquire {one} and {other} in the order of their {field}"),
            OrderBy::IdentityHash => {
                format!(
                    "acquire {one} and {other} in the order of their identity hash codes, of equal ones one pair at a time"
                )
            }
        },
        Repair::Synchronized { methods } => format!("make {} synchronized", listed(methods)),
        Repair::Widened { lock, method } => format!("hold {lock} for all of {method}"),
        Repair::Guarded { field, lock } => format!("hold {lock} at each use of {field}"),
        Repair::Volatile { field } => format!("make {field} volatile"),
        Repair::Atomic { field, class } => format!("make {field} an {class}"),
        Repair::OneOperation { method } => format!("use {method}, which is atomic"),
        Repair::WaitInLoop => "test the condition in a loop around wait".into(),
        Repair::NotifyAll => "wake all waiting threads".into(),
        Repair::WaitInLoopAndNotifyAll => {
            "test the condition in a loop around wait, and wake all waiting threads".into()
        }
    }
}

/// The same as a name in documents.
pub fn name(repair: &Repair) -> &'static str {
    match repair {
        Repair::LockOrder { .. } => "lock-order",
        Repair::OrderedByValue { .. } => "lock-order-by-value",
        Repair::Synchronized { .. } => "synchronized",
        Repair::Widened { .. } => "widened",
        Repair::Guarded { .. } => "guarded",
        Repair::Volatile { .. } => "volatile",
        Repair::Atomic { .. } => "atomic",
        Repair::OneOperation { .. } => "one-operation",
        Repair::WaitInLoop => "wait-in-loop",
        Repair::NotifyAll => "notify-all",
        Repair::WaitInLoopAndNotifyAll => "wait-in-loop-and-notify-all",
    }
}

/// What was seen of it.
pub fn seen(seen: &Seen) -> String {
    match seen {
        Seen::Verified { states, assuming } => {
            let assuming = match assuming.as_slice() {
                [] => String::new(),
                names => format!(", assuming {}", names.join(", ")),
            };
            format!("verified with it: {}, no finding{assuming}", plural(*states, "state"))
        }
        Seen::Gone { others } => {
            let remain = if *others == 1 { "remains" } else { "remain" };
            format!(
                "every interleaving was explored with it: this finding is gone, {} {remain}",
                plural(*others as u64, "other finding")
            )
        }
        Seen::NotFoundAgain { time } => format!(
            "not found again with it, but the search was cut off (limit: {} s for each target)",
            time.as_secs_f64()
        ),
    }
}

/// `verified fix: make left volatile`, or `suggestion: …` where more than the finding would have to be known.
pub fn title(fixed: &Fixed) -> String {
    let what = repair(&fixed.candidate.repair);
    match &fixed.seen {
        Seen::Verified { .. } => format!("verified fix: {what}"),
        Seen::Gone { .. } => format!("fix of this finding: {what}"),
        Seen::NotFoundAgain { .. } => format!("suggestion, not verified: {what}"),
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => format!("{only}()"),
        [first @ .., last] => format!("{}() and {last}()", first.join("(), ")),
    }
}
