//! `[[target]]` entries that name nothing that is there: each is a remark on its line.
//!
//! Says nothing of a folder in which nothing is compiled, and nothing of a class file that cannot be read yet.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_check::OBJECT;

use crate::config::{Config, TargetEntry, Warning};
use crate::discover::class_summary::{ClassFacts, Classes};
use crate::discover::graph::Graph;
use crate::lsp::scan::class_of;
use crate::nearest::nearest;

/// What a module has of what an entry names; the greater one is nearer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// The entry names another module.
    OtherModule,
    /// The module has no such class.
    NoClass,
    /// The class has no `main`.
    NoMain,
    /// The class has no tests.
    NoTests,
    /// The class has no such method.
    NoMethod,
    /// All of it, or its class file cannot be read.
    Whole,
}

/// What is known of a module's entries.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    /// One for each entry, in their order.
    pub of: Vec<Match>,
    /// The module's own classes, binary names with dots.
    pub classes: BTreeSet<String>,
}

/// Compares the entries with what a module has compiled.
pub fn matches(
    entries: &[TargetEntry],
    module: &str,
    classes: &Classes<'_>,
    graph: &Graph<'_>,
    unreadable: &BTreeSet<String>,
) -> Vec<Match> {
    let of = |entry: &TargetEntry| {
        if entry.module.as_ref().is_some_and(|name| name != module) {
            return Match::OtherModule;
        }
        let internal = class_of(&entry.main).replace('.', "/");
        match classes.get(internal.as_str()) {
            _ if unreadable.contains(&internal) => Match::Whole,
            None => Match::NoClass,
            Some(class) => in_class(entry, class, graph),
        }
    };
    entries.iter().map(of).collect()
}

fn in_class(entry: &TargetEntry, class: &ClassFacts, graph: &Graph<'_>) -> Match {
    let (is_there, else_this) = match entry.main.split_once('#') {
        Some((_, method)) => {
            let name = method.split(['(', '[']).next().unwrap_or(method);
            // An inherited test is the graph's business.
            let inherited = graph.tests_of(class_of(&entry.main)).iter().any(|test| {
                let test = test.split_once('#').map_or("", |(_, test)| test);
                test.split(['(', '[']).next() == Some(name)
            });
            let own = class.methods.iter().any(|method| method.name == name);
            (name == OBJECT || own || inherited, Match::NoMethod)
        }
        None if entry.is_test => (!graph.tests_of(&entry.main).is_empty(), Match::NoTests),
        None => (
            class.has_main() || class.super_class.as_deref() != Some("java/lang/Object"),
            Match::NoMain,
        ),
    };
    if is_there { Match::Whole } else { else_this }
}

/// The remarks on the entries of a configuration, given what each of its modules has.
pub fn remarks(config: &Config, modules: &BTreeMap<String, Matches>) -> Vec<Warning> {
    if modules.values().all(|module| module.classes.is_empty()) {
        return Vec::new();
    }
    let of = |(index, entry): (usize, &TargetEntry)| {
        let nearest_match = modules.values().filter_map(|module| module.of.get(index)).max()?;
        Some(Warning::new(entry.line, remark(entry, *nearest_match, modules)?))
    };
    config.targets.iter().enumerate().filter_map(of).collect()
}

fn remark(entry: &TargetEntry, found: Match, modules: &BTreeMap<String, Matches>) -> Option<String> {
    let class = class_of(&entry.main);
    let meant = |name: Option<&str>| name.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
    Some(match found {
        Match::Whole => return None,
        Match::OtherModule => {
            let named = entry.module.as_deref().unwrap_or_default();
            let known = modules.keys().map(String::as_str);
            format!(
                "this [[target]] matches nothing: there is no module `{named}`{}",
                meant(nearest(named, known))
            )
        }
        Match::NoClass => {
            let classes = modules.values().flat_map(|module| &module.classes);
            let known = classes.map(String::as_str);
            format!(
                "this [[target]] matches nothing: no class `{class}` is compiled{}",
                meant(nearest(class, known))
            )
        }
        Match::NoMain => format!("this [[target]] matches nothing: `{class}` has no `main`"),
        Match::NoTests => format!("this [[target]] matches nothing: `{class}` has no tests"),
        Match::NoMethod => {
            let method = entry.main.split_once('#').map_or("", |(_, method)| method);
            format!("this [[target]] matches nothing: `{class}` has no method `{method}`")
        }
    })
}
