//! A trail as a code flow: a thread flow for each Java thread, the interleaving in the order of execution.

use dropwire_check::{Operation, Step, Trail};
use serde_json::{Map, Value, json};

use super::{location, with_message};
use crate::json::Paths;

/// The whole trail.
pub fn code_flow(trail: &Trail, paths: Paths<'_>) -> Value {
    let mut threads: Vec<(&Step, Vec<Value>)> = Vec::new();
    let last = trail.steps.len().saturating_sub(1);
    for (index, step) in trail.steps.iter().enumerate() {
        let at = flow_location(step, index, index == last, paths);
        match threads
            .iter_mut()
            .find(|(first, _)| first.thread_path == step.thread_path)
        {
            Some((_, locations)) => locations.push(at),
            None => threads.push((step, vec![at])),
        }
    }
    let flows: Vec<Value> = threads
        .into_iter()
        .map(|(first, locations)| {
            json!({
                "id": first.thread_path,
                "message": { "text": first.thread_name },
                "locations": locations,
            })
        })
        .collect();
    json!({
        "message": { "text": format!("The run that leads there; replay it with: dropwire replay {}", trail.id) },
        "threadFlows": flows,
    })
}

fn flow_location(step: &Step, index: usize, last: bool, paths: Paths<'_>) -> Value {
    let mut text = step.operation.clone();
    if !step.note.is_empty() {
        text.push_str(&format!(", {}", step.note));
    }
    let place = step
        .location
        .as_ref()
        .map_or_else(|| json!({}), |place| location(place, paths));
    let mut at = json!({
        "location": with_message(place, &text, None),
        "executionOrder": index + 1,
        "importance": importance(step, last),
        "kinds": kinds(step.action),
    });
    if !step.scene.values.is_empty() {
        let values = step.scene.values.iter();
        let state: Map<String, Value> = values
            .map(|value| (value.name.clone(), json!({ "text": value.value })))
            .collect();
        at["state"] = state.into();
    }
    at
}

/// What made the difference: a switch that need not have been, who is blocked, and the end.
fn importance(step: &Step, last: bool) -> &'static str {
    if last || step.preemption || step.action == Operation::Blocked {
        "essential"
    } else {
        "important"
    }
}

/// In the words of section 3.38.8 where it has one.
fn kinds(action: Operation) -> &'static [&'static str] {
    match action {
        Operation::Lock => &["acquire", "lock"],
        Operation::Blocked => &["lock", "danger"],
        Operation::Read | Operation::Write => &["memory"],
        Operation::Atomic => &["memory", "atomic"],
        Operation::Call => &["call"],
        Operation::Begin => &["enter"],
        Operation::End => &["exit"],
        Operation::Throw => &["exit", "danger"],
        Operation::Start => &["start"],
        Operation::Wait => &["wait"],
        Operation::SpuriousWakeup | Operation::Timeout => &["wait", "caution"],
        Operation::Notify => &["notify"],
        Operation::Park | Operation::Unpark | Operation::Sleep => &["park"],
        Operation::Join => &["join"],
        Operation::Interrupt => &["interrupt"],
        Operation::ClassInit => &["class-initialisation"],
        Operation::Choice => &["branch"],
        Operation::Exit => &["exit"],
    }
}
