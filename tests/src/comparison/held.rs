//! How the answer of a mode differs from that of the first one, each difference by itself.
//!
//! What a program prints on its way is not compared: it is no part of a state, and of two ways to one state only the first is reported.

use std::collections::BTreeMap;
use std::fmt;

use dropwire_check::words::reason::sentences;
use dropwire_check::{Coverage, Finding, Kind};

use super::machine::Answer;
use crate::random::modes::Relation;

/// One thing that two answers about the same program do not share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difference {
    /// The engine panicked.
    Panic(String),
    /// A finding that only the other mode has: its kind's name and what it says.
    OnlyIt(String, String),
    /// A finding that only the first mode has.
    OnlyTheFirst(String, String),
    /// Both have the finding, and one of them says that it needs an unlikely event.
    Needs(String, String),
    /// The other mode saw less, and no limit of ours is the reason.
    Incomplete(String),
    /// The first mode saw less, and the other one everything.
    FirstIncomplete(String),
}

impl Difference {
    /// What differences of one cause have in common at least.
    pub fn sort(&self) -> String {
        match self {
            Difference::Panic(what) => what.clone(),
            Difference::OnlyIt(kind, _) => format!("{kind} that only it has"),
            Difference::OnlyTheFirst(kind, _) => format!("{kind} that it lacks"),
            Difference::Needs(kind, _) => format!("what a {kind} needs"),
            Difference::Incomplete(_) => "not complete".into(),
            Difference::FirstIncomplete(_) => "complete, and the default is not".into(),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Panic(_) => f.write_str(&self.sort()),
            Difference::OnlyIt(_, what)
            | Difference::OnlyTheFirst(_, what)
            | Difference::Needs(_, what)
            | Difference::Incomplete(what)
            | Difference::FirstIncomplete(what) => write!(f, "{}: {what}", self.sort()),
        }
    }
}

/// Everything in which an answer differs that should not.
pub fn differences(first: &Answer, other: &Answer, relation: Relation) -> Vec<Difference> {
    let [mine, theirs] = [first, other].map(by_fingerprint);
    let mut found = Vec::new();
    // What was not seen to its end may lack anything.
    if first.coverage == Coverage::Complete {
        let only = |finding: &&Finding| !implied(finding, first);
        found.extend(
            missing(&theirs, &mine)
                .filter(only)
                .map(|finding| Difference::OnlyIt(kind(finding), shown(finding))),
        );
    }
    let is_whole = relation == Relation::Equal && other.coverage == Coverage::Complete;
    if is_whole {
        let only = |finding: &&Finding| !implied(finding, other);
        found.extend(
            missing(&mine, &theirs)
                .filter(only)
                .map(|finding| Difference::OnlyTheFirst(kind(finding), shown(finding))),
        );
    }
    if first.coverage == Coverage::Complete && is_whole {
        found.extend(needs(&mine, &theirs));
    }
    found.extend(coverage(first, other, relation));
    found
}

/// One that stopped early for a reason of the program's, where the other one did not.
fn coverage(first: &Answer, other: &Answer, relation: Relation) -> Option<Difference> {
    match (first.coverage, other.coverage) {
        (Coverage::Complete, Coverage::Limited) if relation == Relation::Equal && !other.is_cut_off() => {
            Some(Difference::Incomplete(sentences(&other.reasons).join("; ")))
        }
        (Coverage::Limited, Coverage::Complete) if !first.is_cut_off() => {
            Some(Difference::FirstIncomplete(sentences(&first.reasons).join("; ")))
        }
        (Coverage::Complete | Coverage::Limited, _) => None,
    }
}

fn needs(mine: &BTreeMap<&str, &Finding>, theirs: &BTreeMap<&str, &Finding>) -> Vec<Difference> {
    let both = mine
        .iter()
        .filter_map(|(name, finding)| Some((*finding, *theirs.get(name)?)));
    both.filter(|(one, other)| one.needs.is_empty() != other.needs.is_empty())
        .map(|(one, other)| {
            let what = format!("{}: {:?}, there {:?}", shown(one), one.needs, other.needs);
            Difference::Needs(kind(one), what)
        })
        .collect()
}

/// A deadlock that contains another one is dropped: which one is reported depends on what else was found.
fn implied(finding: &Finding, by: &Answer) -> bool {
    finding.kind == Kind::Deadlock && by.findings.iter().any(|other| other.kind == Kind::Deadlock)
}

fn by_fingerprint(answer: &Answer) -> BTreeMap<&str, &Finding> {
    answer.findings.iter().map(|f| (f.fingerprint.as_str(), f)).collect()
}

fn missing<'a>(
    of: &'a BTreeMap<&'a str, &'a Finding>,
    from: &'a BTreeMap<&'a str, &'a Finding>,
) -> impl Iterator<Item = &'a Finding> {
    of.iter()
        .filter(|(name, _)| !from.contains_key(*name))
        .map(|(_, finding)| *finding)
}

fn kind(finding: &Finding) -> String {
    serde_json::to_value(finding.kind)
        .ok()
        .and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}

fn shown(finding: &Finding) -> String {
    let place = &finding.location;
    let line = place.line.map_or(String::new(), |line| format!(":{line}"));
    format!("{}.{}{line}: {}", place.class, place.method, finding.message)
}
