//! The words and shapes of a step, shared by every drawing of a trail.

use dropwire_check::facts::step::StepOp;
use dropwire_check::words::kind::texts;
use dropwire_check::words::step::phrase_of;
use dropwire_check::{Kind, Operation, Step, Trail, Value};

use crate::text::style::{harmless, width};

/// `⊕ lock drawer`. A class that the reader has before his eyes is not named.
pub fn words(step: &Step) -> String {
    let glyph = glyph(step.action);
    let operation = harmless(&phrase_of(step).sentence());
    if glyph.is_empty() {
        operation
    } else {
        format!("{glyph} {operation}")
    }
}

/// How many steps the run takes; those after it describe the state at its end, all at once, and have no number.
pub fn moves(steps: &[Step]) -> usize {
    let at_end = |step: &&Step| step.options == 0 && !matches!(step.action, Operation::Start);
    steps.len() - steps.iter().rev().take_while(at_end).count()
}

/// A shape for each operation, each one column wide. Closed: a new operation must be drawn.
pub fn glyph(action: Operation) -> &'static str {
    match action {
        Operation::Start => "",
        Operation::Begin => "▷",
        Operation::Lock => "⊕",
        Operation::Blocked => "⧗",
        Operation::Wait | Operation::Park => "◌",
        Operation::SpuriousWakeup => "!",
        Operation::Timeout => "τ",
        Operation::Notify | Operation::Unpark => "◎",
        Operation::Join => "⊣",
        Operation::Interrupt => "↯",
        Operation::Sleep => "z",
        Operation::Read => "○",
        Operation::Write => "●",
        Operation::Atomic => "◆",
        Operation::Call => "◇",
        Operation::ClassInit => "□",
        Operation::Choice => "?",
        Operation::Throw => "✗",
        Operation::End | Operation::Exit => "■",
    }
}

/// How the story ends, by the kind of finding.
pub fn ending(trail: &Trail) -> Option<&'static str> {
    let last = trail.steps.last().and_then(|step| step.facts.as_ref());
    if last.is_some_and(|facts| matches!(facts.op, StepOp::Unobserved { .. })) {
        return Some("the program ends, and its exception was lost");
    }
    Kind::by_name(&trail.kind).map(|kind| texts(kind).ending)
}

/// `:5` in the file that the trail begins in, else `Other.java:5`.
pub fn place(trail: &Trail, step: &Step) -> String {
    let Some(location) = &step.location else {
        return String::new();
    };
    let Some(line) = location.line else {
        return location.file.clone().unwrap_or_default();
    };
    let home = trail
        .steps
        .iter()
        .find_map(|step| step.location.as_ref())
        .and_then(|first| first.file.as_ref());
    match &location.file {
        Some(file) if Some(file) != home => format!("{file}:{line}"),
        Some(_) | None => format!(":{line}"),
    }
}

/// What a step changed or saw on its way to the next one: `counted 3 → 4, seen = 3`; empty if nothing.
pub fn accesses(step: &Step) -> String {
    const SHOWN: usize = 2;
    let inside = step.scene.values.iter().filter(|value| value.access.is_some());
    let (changed, seen): (Vec<&Value>, Vec<&Value>) = inside.partition(|value| value.before.is_some());
    let all: Vec<&Value> = changed.into_iter().chain(seen).collect();
    let said = all.iter().take(SHOWN).map(|value| {
        let name = value.name.rsplit_once('.').map_or(&value.name[..], |(_, field)| field);
        match &value.before {
            Some(before) => format!("{name} {before} → {}", value.value),
            None => format!("{name} = {}", value.value),
        }
    });
    let said: Vec<String> = said.collect();
    harmless(&said.join(", "))
}

/// Names as short as they differ, where some have no room: without what the long ones share before the last word of it.
pub fn short_names(names: Vec<String>, room: usize) -> Vec<String> {
    let long: std::collections::BTreeSet<&String> = names.iter().filter(|name| width(name) > room).collect();
    let long: Vec<Vec<char>> = long.into_iter().map(|name| name.chars().collect()).collect();
    let Some((first, others @ [_, ..])) = long.split_first() else {
        return names;
    };
    let shared = |at: &usize| others.iter().all(|name| name.get(*at) == first.get(*at));
    let common = (0..first.len()).take_while(shared).count();
    let ends = (0..common).rev().filter(|at| "-_. ".contains(first[*at]));
    // Where the last shared word begins; a name that is one word keeps its end.
    let cut = ends.map(|at| at + 1).nth(1).unwrap_or(common.saturating_sub(1));
    let short: Vec<String> = names
        .iter()
        .map(|name| match width(name) > room && cut > 1 {
            true => format!("…{}", name.chars().skip(cut).collect::<String>()),
            false => name.clone(),
        })
        .collect();
    let different = |names: &[String]| names.iter().collect::<std::collections::BTreeSet<_>>().len();
    if different(&short) == different(&names) {
        short
    } else {
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_short_as_they_differ() {
        let short = |names: &[&str]| short_names(names.iter().map(|name| (*name).to_owned()).collect(), 12);
        assert_eq!(
            short(&[
                "main",
                "inventory-coordinator-worker-0",
                "inventory-coordinator-worker-1"
            ]),
            ["main", "…worker-0", "…worker-1"]
        );
        assert_eq!(short(&["reconciliation-0", "reconciliation-1"]), ["…-0", "…-1"]);
        assert_eq!(short(&["main", "a-very-long-name"]), ["main", "a-very-long-name"]);
        assert_eq!(
            short(&["the-same-name-twice", "the-same-name-twice"])[0],
            "the-same-name-twice"
        );
    }
}
