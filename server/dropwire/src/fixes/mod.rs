//! Repairs of findings as edits of the source.
//!
//! A rule makes an edit from a finding's facts and the tokens around its places (`fields`, `locks`, `order`, `conditions`, `maps`; of several
//! sources at once `across`), and need not be right:
//! what it proposes is shown only after it has been compiled, and checked with the same options as the target (`check`). What does not
//! compile, leaves the finding, brings a new one, or breaks another target is dropped. Writes no file of the user's.

mod across;
mod check;
mod conditions;
mod diff;
mod fields;
mod locks;
mod maps;
mod order;
mod source;
pub mod words;

use std::ops::Range;
use std::path::{Path, PathBuf};

use dropwire_check::facts::defect::{Facts, Promise, Role};
use dropwire_check::facts::object::Memory;
use dropwire_check::facts::step::StepOp;
use dropwire_check::{Finding, Location};

use crate::discover::tree;
use crate::sources::Sources;
pub use check::{Check, Checked, Fixed, Seen};
pub use diff::unified;
use source::Source;

/// The most that are tried for one finding.
const MOST_TRIED: usize = 8;
/// More sources are not looked through for uses of a field.
const MOST_SOURCES: usize = 2_000;

/// What an edit does. Closed: a new one needs its text in `words`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Two locks are taken in the other order, as elsewhere.
    LockOrder {
        /// The one that is now taken first, as the source names it.
        first: String,
        /// The other one.
        second: String,
    },
    /// Two locks that differ by their values alone are taken in an order of these.
    OrderedByValue {
        /// Both, as the source names them.
        locks: [String; 2],
        /// What tells which is first.
        by: OrderBy,
    },
    /// Methods become `synchronized`.
    Synchronized {
        /// Their names.
        methods: Vec<String>,
    },
    /// A lock is held for the whole method.
    Widened {
        /// The lock, as the source names it.
        lock: String,
        /// The method.
        method: String,
    },
    /// A lock is held at each use of a field.
    Guarded {
        /// The field.
        field: String,
        /// The lock, as the source names it.
        lock: String,
    },
    /// A field becomes `volatile`.
    Volatile {
        /// The field.
        field: String,
    },
    /// A field becomes an `AtomicInteger` or an `AtomicLong`.
    Atomic {
        /// The field.
        field: String,
        /// The class that it gets.
        class: &'static str,
    },
    /// One operation of a map takes the place of several.
    OneOperation {
        /// Its name.
        method: &'static str,
    },
    /// `if` around `wait` becomes `while`.
    WaitInLoop,
    /// `notify` becomes `notifyAll`.
    NotifyAll,
    /// Both of these.
    WaitInLoopAndNotifyAll,
}

/// What orders two objects of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderBy {
    /// A final field of their class.
    Field {
        /// Its name.
        field: String,
    },
    /// Their identity hash codes; where these are equal, one more lock is taken first.
    IdentityHash,
}

/// A piece of a text, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// In bytes; empty where something is inserted.
    pub range: Range<usize>,
    /// The new text.
    pub with: String,
}

impl Edit {
    fn insert(at: usize, text: impl Into<String>) -> Edit {
        Edit {
            range: at..at,
            with: text.into(),
        }
    }

    fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit {
            range,
            with: text.into(),
        }
    }
}

/// An edit that may be a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What it does.
    pub repair: Repair,
    /// The sources that it changes; at least one, each once.
    pub sources: Vec<Changed>,
}

/// A source and what is changed in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The file.
    pub path: PathBuf,
    /// Its text when the edits were made.
    pub text: String,
    /// In their order, apart from each other; at least one.
    pub edits: Vec<Edit>,
}

impl Changed {
    /// Of edits in any order; `None` where there is none, or where they overlap.
    fn of(path: &Path, text: &str, mut edits: Vec<Edit>) -> Option<Changed> {
        edits.sort_by_key(|edit| edit.range.start);
        let apart = edits.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start);
        (apart && !edits.is_empty()).then(|| Changed {
            path: path.to_path_buf(),
            text: text.to_owned(),
            edits,
        })
    }

    /// The source with the edits.
    pub fn edited(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut from = 0;
        for edit in &self.edits {
            text.push_str(&self.text[from..edit.range.start]);
            text.push_str(&edit.with);
            from = edit.range.end;
        }
        text.push_str(&self.text[from..]);
        text
    }
}

/// What a rule proposes for one file.
type Proposed = Vec<(Repair, Vec<Edit>)>;

/// Everything that the rules propose, in the order in which it is to be tried.
///
/// `roots`: folders of sources, to see who else uses a field.
pub fn candidates(finding: &Finding, sources: &Sources, roots: &[PathBuf]) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    for place in places(finding) {
        let Some(path) = sources.path(place).filter(|path| !seen.contains(path)) else {
            continue;
        };
        seen.push(path.clone());
        // The edit is one of this very text: a file in another encoding is left alone.
        let Ok(text) = crate::files::read_to_string(&path) else {
            continue;
        };
        let Some(source) = Source::new(&text) else { continue };
        let lines: Vec<u32> = places(finding)
            .filter(|place| sources.path(place).as_ref() == Some(&path))
            .filter_map(|place| place.line)
            .collect();
        let around = Around {
            path: &path,
            lines: &lines,
            roots,
        };
        for (repair, edits) in proposed(finding, &source, &around) {
            let changed = Changed::of(&path, &text, edits);
            found.extend(changed.map(|changed| Candidate {
                repair,
                sources: vec![changed],
            }));
        }
    }
    let across = across::guarded(finding, &seen, roots);
    // What changes one source by a word is the smaller one.
    let is_small =
        |candidate: &&Candidate| matches!(candidate.repair, Repair::Volatile { .. } | Repair::OneOperation { .. });
    let at = found.iter().take_while(is_small).count();
    found.splice(at..at, across);
    found.truncate(MOST_TRIED);
    found
}

/// A source among the others.
struct Around<'a> {
    path: &'a Path,
    /// The lines of the finding's places in it.
    lines: &'a [u32],
    roots: &'a [PathBuf],
}

/// The places of the finding, and the steps of its trail: the last ones first.
fn places(finding: &Finding) -> impl Iterator<Item = &Location> {
    let related = finding.related.iter().map(|related| &related.location);
    let steps = finding.trail.steps.iter().rev();
    std::iter::once(&finding.location)
        .chain(related)
        .chain(steps.filter_map(|step| step.location.as_ref()))
}

fn proposed(finding: &Finding, source: &Source<'_>, around: &Around<'_>) -> Proposed {
    let Some(facts) = &finding.facts else {
        return Vec::new();
    };
    let lines = around.lines;
    let is_private: &dyn Fn(&str) -> bool = &|field| !is_used_elsewhere(field, around.path, around.roots);
    let mut found = Vec::new();
    match facts {
        Facts::DeadlockCycle { cycle } => {
            let waiting = waiting_lines(finding);
            if cycle.len() == 2 {
                for &(line, _) in &waiting {
                    found.extend(locks::other_order(source, line));
                }
            }
            let text_of = |class: &str| source_named(class, around.roots);
            for (line, _) in waiting {
                found.extend(order::by_value(source, line, &text_of));
            }
        }
        Facts::Stuck { .. } => found.extend(conditions::of_waiting(source, lines)),
        Facts::Race { memory, accesses, .. } => {
            found.extend(maps::one_operation(source, lines));
            if let (Memory::Field { class, field }, true) = (memory, accesses.iter().all(|side| side.inside.is_none()))
            {
                found.extend(fields::of_race(source, class, field, is_private));
                found.extend(locks::synchronized_users(source, class, field));
                found.extend(locks::guarded_uses(source, class, field, None));
            }
            found.extend(locks::synchronized_methods(source, lines));
        }
        Facts::Thrown { .. } | Facts::NotLinearizable { .. } | Facts::BrokenInvariant { .. } => {
            found.extend(maps::one_operation(source, lines));
            found.extend(conditions::of_waiting(source, lines));
            for (class, field) in accessed(finding) {
                found.extend(fields::atomic(source, &class, &field, is_private));
            }
            found.extend(locks::widened(source, lines));
            found.extend(locks::synchronized_methods(source, lines));
        }
        Facts::LockDiscipline {
            class, member, promise, ..
        } => match promise {
            Promise::GuardedBy { lock } => found.extend(locks::guarded_uses(source, class, member, Some(lock))),
            Promise::Immutable => {}
        },
        Facts::BlockedInAtomic { .. }
        | Facts::ThreadLeak { .. }
        | Facts::RepeatedState { .. }
        | Facts::Endless { .. }
        | Facts::Livelock { .. }
        | Facts::InvariantViolation { .. }
        | Facts::NotObstructionFree { .. }
        | Facts::PropertyViolation { .. } => {}
    }
    found
}

/// Where the threads of a cycle wait.
fn waiting_lines(finding: &Finding) -> Vec<(u32, &Location)> {
    let waits = finding
        .related
        .iter()
        .filter(|related| matches!(related.role, Some(Role::WaitsInCycle { .. })));
    let places = waits.map(|related| &related.location);
    let mut lines: Vec<(u32, &Location)> = Vec::new();
    for place in std::iter::once(&finding.location).chain(places) {
        if let Some(line) = place.line
            && !lines.iter().any(|(known, _)| *known == line)
        {
            lines.push((line, place));
        }
    }
    lines
}

/// The fields that the trail's steps access, each once, the last first.
fn accessed(finding: &Finding) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for step in finding.trail.steps.iter().rev() {
        if let Some(StepOp::Access {
            memory: Memory::Field { class, field },
            ..
        }) = step.facts.as_ref().map(|facts| &facts.op)
        {
            let field = (class.clone(), field.clone());
            if !fields.contains(&field) {
                fields.push(field);
            }
        }
    }
    fields
}

/// Whether another source contains the name; also where there are too many to look.
fn is_used_elsewhere(field: &str, path: &Path, roots: &[PathBuf]) -> bool {
    let mut others = sources_in(roots).filter(|file| file != path);
    others.by_ref().take(MOST_SOURCES).any(|file| {
        let text = crate::files::read(&file).unwrap_or_default();
        contains_word(&String::from_utf8_lossy(&text), field)
    }) || others.next().is_some()
}

/// All Java sources in these folders.
fn sources_in(roots: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    let folders = roots.iter().flat_map(|root| tree::folders(root));
    folders.flat_map(|folder| folder.files_named("java").collect::<Vec<_>>())
}

/// The text of the source that is named after a class.
fn source_named(class: &str, roots: &[PathBuf]) -> Option<String> {
    let named = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == class);
    let file = sources_in(roots).take(MOST_SOURCES).find(named)?;
    crate::files::read_to_string(file).ok()
}

fn contains_word(text: &str, word: &str) -> bool {
    text.contains(word) && crate::java_tokens::tokens(text).iter().any(|token| token.text == word)
}
