//! A lock at each use of a field that several sources use: one edit of all of them.
//!
//! Uses of the field are recognised by its name and what is written before it, without types. So nothing is proposed where another class
//! declares a field of that name, or where a subclass may use it by its simple name.

use std::path::PathBuf;

use dropwire_check::Finding;
use dropwire_check::facts::defect::Facts;
use dropwire_check::facts::object::Memory;

use super::locks::{around_uses, lock_of_uses};
use super::source::{Source, simple_name};
use super::{Candidate, Changed, Edit, MOST_SOURCES, Repair, contains_word, sources_in};

/// More sources are not changed at once.
const MOST_CHANGED: usize = 6;

/// The field of a race, and the class that declares it.
struct Field<'a> {
    class: &'a str,
    name: &'a str,
    is_static: bool,
}

/// A source that mentions the field.
struct Mention {
    path: PathBuf,
    text: String,
}

/// What holds one lock wherever the field of a race is used; `None` where one source has all uses.
///
/// `known`: the sources of the finding's places.
pub fn guarded(finding: &Finding, known: &[PathBuf], roots: &[PathBuf]) -> Option<Candidate> {
    let (class, name) = match &finding.facts {
        Some(Facts::Race {
            memory: Memory::Field { class, field },
            accesses,
            ..
        }) if accesses.iter().all(|side| side.inside.is_none()) => (class, field),
        _ => return None,
    };
    let mentions = mentions(name, known, roots)?;
    let sources: Option<Vec<Source<'_>>> = mentions.iter().map(|mention| Source::new(&mention.text)).collect();
    let sources = sources?;
    let mut declaring = (0..sources.len()).filter(|&at| sources[at].field_of(class, name).is_some());
    let declaring = declaring.next().filter(|_| declaring.next().is_none())?;
    let (body, declared) = sources[declaring].field_of(class, name)?;
    let modifiers = (declared.start, declared.of_type);
    let field = Field {
        class,
        name,
        is_static: sources[declaring].has_modifier(modifiers, "static"),
    };
    if sources[declaring].has_modifier(modifiers, "private") {
        return None;
    }
    let own = sources[declaring].uses(&declared);
    // A lock that some use holds is the one, if it is one that the other sources can name as well.
    let lock = lock_of_uses(&sources[declaring], &own).unwrap_or_else(|| match field.is_static {
        true => format!("{}.class", simple_name(class)),
        false => "this".to_owned(),
    });
    let mut changed = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let edits = if at == declaring {
            let lock_of = |use_of: usize| Some(own_lock(source, use_of, &lock));
            around_uses(source, &own, Some((body, class)), &lock_of)?.0
        } else {
            edits_elsewhere(source, &field, &lock)?
        };
        let Mention { path, text } = &mentions[at];
        changed.extend(Changed::of(path, text, edits));
    }
    let repair = Repair::Guarded {
        field: name.clone(),
        lock,
    };
    (2..=MOST_CHANGED).contains(&changed.len()).then_some(Candidate {
        repair,
        sources: changed,
    })
}

/// All sources with the name, those of the finding first; `None` where there are too many to look.
fn mentions(name: &str, known: &[PathBuf], roots: &[PathBuf]) -> Option<Vec<Mention>> {
    let mut found: Vec<Mention> = Vec::new();
    let mut looked = 0;
    for path in known.iter().cloned().chain(sources_in(roots)) {
        looked += 1;
        if looked > MOST_SOURCES {
            return None;
        }
        if found.iter().any(|other| other.path == path) {
            continue;
        }
        let text = crate::files::read(&path).unwrap_or_default();
        if contains_word(&String::from_utf8_lossy(&text), name) {
            // The edit is one of this very text.
            let text = String::from_utf8(text).ok()?;
            found.push(Mention { path, text });
        }
    }
    Some(found)
}

/// The lock in the class that declares the field: of `other.field` it is `other`, where it is the object itself.
fn own_lock(source: &Source<'_>, at: usize, lock: &str) -> String {
    match (lock, owner(source, at)) {
        ("this", Some(owner)) => owner.to_owned(),
        _ => lock.to_owned(),
    }
}

/// What is before the dot: of `stock.left`, `stock`.
fn owner<'a>(source: &Source<'a>, at: usize) -> Option<&'a str> {
    let start = source.chain_start(at)?;
    (start < at).then(|| source.text(start..at - 1))
}

/// The edits of a source that does not declare the field; `None` where it is not clear who uses it.
fn edits_elsewhere(source: &Source<'_>, field: &Field<'_>, lock: &str) -> Option<Vec<Edit>> {
    let class = simple_name(field.class);
    let named = || (0..source.len()).filter(|&at| source.word(at) == field.name && source.is_name(at));
    let declares = |at: usize| {
        at > 0
            && (source.is_name(at - 1) || source.before(at) == "]" || source.before(at) == ">")
            && matches!(source.word(at + 1), ";" | "=" | "," | ")")
            && !matches!(source.before(at), "return" | "case" | "else" | "assert" | "throw")
    };
    let inherits = (0..source.len()).any(|at| source.word(at) == "extends" && source.word(at + 1) == class);
    let uses: Vec<usize> = named()
        .filter(|&at| source.before(at) == "." && source.word(at + 1) != "(")
        .collect();
    if uses.is_empty() {
        return (!inherits || named().next().is_none()).then(Vec::new);
    }
    if inherits || named().any(declares) {
        return None;
    }
    let is_of_class = |&at: &usize| !field.is_static || source.word(at - 2) == class;
    if !uses.iter().all(is_of_class) {
        return None;
    }
    let lock_of = |at: usize| {
        let owner = owner(source, at)?;
        match lock {
            "this" => Some(owner.to_owned()),
            lock if lock.ends_with(".class") => Some(lock.to_owned()),
            lock => Some(format!("{owner}.{}", lock.strip_prefix("this.").unwrap_or(lock))),
        }
    };
    Some(around_uses(source, &uses, None, &lock_of)?.0)
}
