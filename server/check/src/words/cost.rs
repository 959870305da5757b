//! Where the transitions of a search went, and what makes it smaller.

use crate::facts::cost::{Advice, SiteCost};
use crate::facts::location::Location;

use super::step::operation;

/// `Till.java:12`; the class where the file is not known.
pub(super) fn place(location: &Location) -> String {
    let line = location.line.map_or_else(String::new, |line| format!(":{line}"));
    format!("{}{line}", location.file.as_deref().unwrap_or(&location.class))
}

/// `34%`.
pub(super) fn share(transitions: u64, of: u64) -> String {
    match (transitions * 100 + of / 2) / of.max(1) {
        0 if transitions > 0 => "<1%".into(),
        percent => format!("{percent}%"),
    }
}

/// `4 threads`.
pub(super) fn threads(threads: u64) -> String {
    match threads {
        1 => "1 thread".into(),
        _ => format!("{threads} threads"),
    }
}

/// `34% lock drawer at Till.java:12 (4 threads)`.
pub(super) fn site(site: &SiteCost, counted: u64) -> String {
    let at = site
        .location
        .as_ref()
        .map_or_else(String::new, |at| format!(" at {}", place(at)));
    format!(
        "{} {}{at} ({})",
        share(site.transitions, counted),
        operation(&site.facts),
        threads(site.threads)
    )
}

/// What to do, without a full stop.
pub(super) fn advice(advice: &Advice) -> String {
    match advice {
        Advice::FewerThreads {
            threads,
            location: Some(at),
        } => format!("start fewer threads ({threads} are started at {})", place(at)),
        Advice::FewerThreads {
            threads,
            location: None,
        } => format!("start fewer threads (up to {threads} live at once)"),
        Advice::FewerRounds {
            thread,
            facts,
            rounds,
            at_least,
            location,
        } => {
            let at = location
                .as_ref()
                .map_or_else(String::new, |at| format!(" at {}", place(at)));
            let least = if *at_least { "at least " } else { "" };
            format!(
                "make fewer rounds ({thread} comes to `{}`{at} {least}{rounds} times)",
                operation(facts)
            )
        }
        Advice::AtomicMethod { method, .. } => {
            format!("if {method} is documented as atomic and never waits, --set vm.por.attributes={method}=atomic")
        }
        Advice::UnorderedField { field, .. } => {
            format!("if the order of accesses to {field} does not matter, --set vm.por.field-attributes={field}=never")
        }
        Advice::BoundPreemptions => "explore schedules with few preemptions first, --search preemption-bound".into(),
    }
}
