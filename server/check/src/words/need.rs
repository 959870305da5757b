//! Unlikely events that a defect needs.

use crate::facts::need::{Need, UnlikelyEvent};

/// `spurious-wakeup Relay.java:8`: the event as documents name it.
pub fn name(need: &Need) -> String {
    let event = match need.event {
        UnlikelyEvent::ShortSleep => "short-sleep",
        UnlikelyEvent::SpuriousWakeup => "spurious-wakeup",
        UnlikelyEvent::TimeOut => "time-out",
    };
    format!("{event} {}", place(need))
}

/// `a spurious wakeup at Relay.java:8`: what a reader sees.
pub fn event(need: &Need) -> String {
    let event = match need.event {
        UnlikelyEvent::ShortSleep => "a sleep that ends before the work of others",
        UnlikelyEvent::SpuriousWakeup => "a spurious wakeup",
        UnlikelyEvent::TimeOut => "an early timeout",
    };
    match place(need) {
        place if place.is_empty() => event.to_owned(),
        place => format!("{event} at {place}"),
    }
}

/// All of them, as part of a sentence.
pub fn events(needs: &[Need]) -> String {
    needs.iter().map(event).collect::<Vec<_>>().join(", ")
}

fn place(need: &Need) -> String {
    match &need.file {
        Some(file) => format!("{file}:{}", need.line.unwrap_or(0)),
        None => String::new(),
    }
}
