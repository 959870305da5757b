//! The scenario of an object under test: what its calls gave, and what the sequential orders of them give.

use crate::facts::defect::{CallMade, Facts, Observed, Scenario, SequentialOrder, Unexplained};
use crate::facts::view::ObjectDefect;
use crate::object_options::Consistency;
use crate::site::simple_name;

/// More sequential orders are not shown in a table.
const SHOWN: usize = 12;

/// `first: offer(1) = true; second: poll() = null; no sequential order of these calls gives these results`.
pub(super) fn unexplained(scenario: &Scenario, consistency: Consistency, unexplained: &Unexplained) -> String {
    let orders = match consistency {
        Consistency::Linearizability | Consistency::None => "no sequential order of these calls",
        Consistency::Sequential => "no sequential order that keeps each thread's own",
        Consistency::Quiescent => "no sequential order that keeps quiescent moments apart",
    };
    let said = |call: usize| scenario.calls.get(call).map_or("", |made| &made.call);
    let of = simple_name(&scenario.class);
    match unexplained {
        Unexplained::Exception { call } => {
            let thrown = scenario.calls.get(*call).and_then(|made| made.result.as_deref());
            let thrown = simple_name(
                thrown
                    .and_then(|text| text.strip_prefix("throws "))
                    .unwrap_or("something"),
            );
            format!(
                "{of}.{} throws {thrown}, as it does in {orders} ({})",
                said(*call),
                calls(scenario)
            )
        }
        Unexplained::Blocks { call } => format!(
            "{of}.{} never returns, but returns in every sequential order of these calls ({})",
            said(*call),
            calls(scenario)
        ),
        Unexplained::Results => format!("{}; {orders} of {of} gives these results", calls(scenario)),
        Unexplained::FinalState => format!(
            "{}; {orders} of {of} leaves {}",
            calls(scenario),
            observations(&scenario.observations)
        ),
    }
}

/// `repOk() is false after first: put(1); second: put(1)`.
pub(super) fn broken(scenario: &Scenario, invariant: &str, threw: bool) -> String {
    let says = if threw { "throws" } else { "is false" };
    format!(
        "{}.{invariant} {says} after {}",
        simple_name(&scenario.class),
        calls(scenario)
    )
}

/// What the calls of each thread gave, in one line.
fn calls(scenario: &Scenario) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut last = "";
    for made in &scenario.calls {
        if made.thread == last {
            if let Some(part) = parts.last_mut() {
                part.push_str(", ");
                part.push_str(&call(made));
            }
        } else {
            parts.push(format!("{}: {}", made.thread, call(made)));
        }
        last = &made.thread;
    }
    parts.join("; ")
}

fn call(made: &CallMade) -> String {
    gave(&made.call, made.result.as_deref())
}

/// `poll() = null`, `close()`, `add(1) throws IllegalStateException`, `take() never returns`.
fn gave(call: &str, result: Option<&str>) -> String {
    match result {
        None => format!("{call} never returns"),
        Some("returns") => call.to_owned(),
        Some(result) => match result.strip_prefix("throws ") {
            Some(class) => format!("{call} throws {}", simple_name(class)),
            None => format!("{call} = {result}"),
        },
    }
}

fn observations(all: &[Observed]) -> String {
    let said: Vec<String> = all.iter().map(|one| gave(&one.call, one.result.as_deref())).collect();
    said.join(", ")
}

/// The scenario as a table: a line for each thread with its calls and what they gave, then what the object looked like, then the sequential orders
/// that were tried. Nothing for other defects.
pub fn table(facts: &Facts) -> Vec<String> {
    match facts.of_object() {
        Some(ObjectDefect::NotLinearizable {
            scenario,
            specification,
            sequential,
        }) => {
            let mut lines = threads(scenario);
            let whose = match specification == scenario.class {
                true => String::new(),
                false => format!(" of {specification}"),
            };
            let orders = sequential.len();
            lines.push(match orders {
                1 => format!("the only sequential execution{whose} of these calls:"),
                _ => format!("the {orders} sequential executions{whose} of these calls:"),
            });
            let shown = sequential.iter().take(SHOWN);
            lines.extend(shown.map(|one| format!("  {}", order(scenario, one))));
            if orders > SHOWN {
                lines.push(format!("  … {} more", orders - SHOWN));
            }
            lines
        }
        Some(ObjectDefect::BrokenInvariant { scenario, invariant: _ }) => threads(scenario),
        None => Vec::new(),
    }
}

fn threads(scenario: &Scenario) -> Vec<String> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for made in &scenario.calls {
        match rows.last_mut().filter(|(thread, _)| *thread == made.thread) {
            Some((_, calls)) => calls.push(call(made)),
            None => rows.push((made.thread.clone(), vec![call(made)])),
        }
    }
    let looks = scenario
        .observations
        .iter()
        .map(|one| gave(&one.call, one.result.as_deref()));
    let looks: Vec<String> = looks.collect();
    if !looks.is_empty() {
        rows.push(("then".into(), looks));
    }
    let first = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let count = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|(_, cells)| cells.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |(name, cells): &(String, Vec<String>)| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        let cells: Vec<String> = cells.collect();
        format!("{name:first$} │ {}", cells.join(" │ ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// `second: poll() = null, first: offer(1) = true; then size() = 1`.
fn order(scenario: &Scenario, sequential: &SequentialOrder) -> String {
    let calls = sequential.order.iter().filter_map(|at| {
        let made = scenario.calls.get(*at)?;
        let result = sequential.results.get(*at)?.as_deref();
        Some(format!("{}: {}", made.thread, gave(&made.call, result)))
    });
    let calls: Vec<String> = calls.collect();
    let looks = scenario.observations.iter().zip(&sequential.observations);
    let looks: Vec<String> = looks.map(|(one, result)| gave(&one.call, result.as_deref())).collect();
    let then = match looks.is_empty() {
        true => String::new(),
        false => format!("; then {}", looks.join(", ")),
    };
    let wrong = match sequential.wrong_order {
        true => " (the same results, but a call comes before one that was over when it began)",
        false => "",
    };
    format!("{}{then}{wrong}", calls.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(thread: &str, call: &str, result: Option<&str>) -> CallMade {
        CallMade {
            thread: thread.into(),
            call: call.into(),
            result: result.map(str::to_owned),
            after: Vec::new(),
        }
    }

    #[test]
    fn a_scenario_in_words() {
        let scenario = Scenario {
            class: "shop.Queue".into(),
            object: "new Queue()".into(),
            calls: vec![
                made("first", "offer(1)", Some("true")),
                made("first", "poll()", Some("null")),
                made("second", "take()", None),
                made("third", "close()", Some("throws java.lang.IllegalStateException")),
            ],
            observations: vec![Observed {
                call: "size()".into(),
                result: Some("1".into()),
            }],
        };
        let said = unexplained(&scenario, Consistency::Linearizability, &Unexplained::Results);
        assert_eq!(
            said,
            "first: offer(1) = true, poll() = null; second: take() never returns; third: close() throws \
             IllegalStateException; no sequential order of these calls of Queue gives these results"
        );
        let said = unexplained(&scenario, Consistency::Linearizability, &Unexplained::FinalState);
        assert!(said.ends_with("of Queue leaves size() = 1"), "{said}");
        assert_eq!(
            threads(&scenario),
            [
                "first  │ offer(1) = true                      │ poll() = null",
                "second │ take() never returns",
                "third  │ close() throws IllegalStateException",
                "then   │ size() = 1",
            ]
        );
    }
}
