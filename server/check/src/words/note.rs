//! Remarks that change nothing: one sentence without a full stop for each.

use std::collections::BTreeSet;
use std::fmt;

use crate::facts::location::Location;
use crate::facts::note::Note;
use crate::facts::object::Object;
use crate::site::simple_name;

use super::{cost, memory, object};

/// The sentences, in order.
pub fn sentences(notes: &[Note]) -> Vec<String> {
    notes.iter().map(Note::to_string).collect()
}

/// An assumption of a test that throws this.
pub(super) fn assumption(thrown: &str) -> String {
    format!("an assumption of the test does not hold ({thrown})")
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(self))
    }
}

fn sentence(note: &Note) -> String {
    match note {
        Note::Handled {
            thread,
            thrown,
            location,
        } => {
            let at = match (&location.file, location.line) {
                (Some(file), Some(line)) => format!(" at {file}:{line}"),
                _ => String::new(),
            };
            let who = object(thread);
            format!("{who} threw {thrown}{at}, and a handler of the program caught it")
        }
        Note::Unprotected {
            memory: what,
            subject: _,
            thread,
            location,
            held,
            assumed,
        } => {
            let (held, assumed) = (named(held), named(assumed));
            let held = if held.is_empty() {
                "no lock".to_owned()
            } else {
                format!("only {held}")
            };
            // What led to it then leads elsewhere now.
            let assumed = if assumed.is_empty() {
                "one lock".to_owned()
            } else {
                assumed
            };
            format!(
                "unprotected access to {} in {}{}: every earlier access held {assumed}, this one {held}; the search restarted without \
                 assuming that it is protected (vm.por.exclude-fields excludes it from the start)",
                memory(what),
                object(thread),
                location.as_ref().map_or_else(String::new, place)
            )
        }
        Note::UncheckedAnnotation { class, member, lock } => format!(
            "@GuardedBy(\"{lock}\") on {}.{member} was not checked: lock `{lock}` cannot be resolved",
            simple_name(class)
        ),
        Note::IgnoredJvmOptions { options } => format!(
            "the build passes `{}` to the JVM of its tests; this has no effect here",
            options.join("`, `")
        ),
        Note::Replaced { method, by } => format!("{by} ran in place of {method} ([[replace]])"),
        Note::NeverTrue { property, atoms } => {
            let atoms: Vec<String> = atoms.iter().map(|atom| format!("`{atom}`")).collect();
            format!("property {property}: no state satisfies {}", atoms.join(" or "))
        }
        Note::Perturbed { what, used: true } => format!("values were perturbed by {what} ([[perturb]])"),
        Note::Perturbed { what, used: false } => format!("nothing was perturbed by {what} ([[perturb]])"),
        Note::LeftOut { key, classes } => format!(
            "`{}` ({key} in the .jpf file) has no equivalent here; what it reports or checks is left out",
            classes.join("`, `")
        ),
        Note::ObjectUnderTest { calls } => calls.clone(),
        Note::NeverReturns { calls } => format!("never returned on any explored path: {}", calls.join(", ")),
        Note::NotConstructed {
            methods,
            types,
            fixture,
        } => format!(
            "not called, because their arguments cannot be generated: {}; to check them, give {} a static method without \
             parameters that returns a value of type {}",
            methods.join(", "),
            match fixture {
                Some(class) => format!("the class {class}"),
                None => "a fixture".to_owned(),
            },
            types.join(", ")
        ),
        Note::ComparedByClass { classes } => format!(
            "results that are objects of {} were compared by class only",
            classes.join(", ")
        ),
        Note::MostTransitions { counted, sites } => {
            let sites: Vec<String> = sites.iter().map(|site| cost::site(site, *counted)).collect();
            format!("most transitions: {} (--profile shows more)", sites.join(", "))
        }
        Note::ToExploreLess { advice } => {
            let advice: Vec<String> = advice.iter().map(cost::advice).collect();
            format!("to explore less: {}", advice.join("; "))
        }
        Note::AdditionalRuns {
            schedules,
            seed,
            confirmed,
        } => {
            let found = if *confirmed { "" } else { ", which reached no defect" };
            let tried = match schedules {
                1 => "1 additional random schedule was tried".to_owned(),
                _ => format!("{schedules} additional random schedules were tried"),
            };
            format!("the exhaustive search was cut off; {tried} (seed {seed}){found}")
        }
        Note::SwitchCoverage { methods, pairs } => format!(
            "context switches: in {}, between {} of methods",
            counted(*methods, "method"),
            counted(*pairs, "pair")
        ),
        Note::AssumptionFailed { thrown } => {
            format!("on some paths {}, and nothing was tested there", assumption(thrown))
        }
        Note::CaseSkipped { case, thrown } => format!("{case} was skipped: {}", super::reason::skipped(thrown)),
        Note::SymbolicPaths {
            paths,
            sequences,
            parameters,
            conditions,
            repeated,
            decided_by_z3,
        } => {
            let by_z3 = match decided_by_z3 {
                0 => String::new(),
                some => format!(" ({some} by z3)"),
            };
            let of_what = match (sequences, &parameters[..]) {
                (0, []) => String::new(),
                (0, some) => format!(" for symbolic {}", some.join(", ")),
                (some, _) => format!(" of {}", counted(*some, "call sequence")),
            };
            format!(
                "explored {}{of_what}; {} solved{by_z3}, {repeated} known before",
                counted(*paths, "path"),
                counted(*conditions, "path condition")
            )
        }
        Note::InputStructures {
            method,
            candidates,
            allowed,
        } => format!(
            "{method} holds for {allowed} of {}",
            counted(*candidates, "candidate structure")
        ),
        Note::UnreachableBranches { lines, .. } => {
            let branch = |(from, to): &(u32, u32)| match from == to {
                true => format!("one branch of line {from}"),
                false => format!("the branch from line {from} to line {to}"),
            };
            let branches: Vec<String> = lines.iter().map(branch).collect();
            format!("no inputs take {}", branches.join(", or "))
        }
        Note::TrailCut { finding, steps, kept } => format!(
            "the run of \"{finding}\" has {steps} steps, of which its trail keeps the last {kept}: it cannot be replayed"
        ),
    }
}

fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Each name once, in order.
fn named(locks: &[Object]) -> String {
    let names: BTreeSet<String> = locks.iter().map(object).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

fn place(at: &Location) -> String {
    let line = at.line.map_or_else(String::new, |line| format!(":{line}"));
    format!(" at {}{line}", at.file.as_deref().unwrap_or(&at.class))
}
