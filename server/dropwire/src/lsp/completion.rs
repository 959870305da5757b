//! What may be written at a place of `dropwire.toml`: tables, keys, values, and the words of formulas.
//!
//! Goes by the text before the place alone, which need not be TOML yet, and by the tables that the reader of the file goes by.

mod formula;
mod statement;

use std::collections::BTreeSet;
use std::sync::Arc;

use dropwire_check::{FairnessKind, KINDS, Kind};
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Position, Range, TextEdit,
};

use super::diagnostics::position;
use crate::config::entries::{Field, IGNORE, MODULE, PERTURB, PROPERTY, REPLACE, TARGET};
use crate::config::keys::KEYS;
use crate::config::property::{CLAIMS, SCOPES};
use crate::config::read::{TOP, property_places};
use crate::discover::class_summary::ClassFacts;
use statement::{Inside, Statement};

/// Items of one answer at most; a client asks again when more is written.
const MOST: usize = 200;
/// Tables that are lists.
const LISTS: [&str; 6] = ["target", "module", "replace", "perturb", "property", "ignore"];

/// A word that may be written.
struct Word {
    label: String,
    kind: CompletionItemKind,
    meaning: String,
    /// What is written, if not the label.
    inserts: Option<String>,
    /// What it is found by, if not the label.
    found_by: Option<String>,
}

impl Word {
    fn new(label: impl Into<String>, kind: CompletionItemKind, meaning: impl Into<String>) -> Word {
        Word {
            label: label.into(),
            kind,
            meaning: meaning.into(),
            inserts: None,
            found_by: None,
        }
    }

    fn writes(self, text: impl Into<String>) -> Word {
        Word {
            inserts: Some(text.into()),
            ..self
        }
    }
}

/// What may be written, in the place of so many bytes before the cursor.
struct Offer {
    replaces: usize,
    words: Vec<Word>,
}

/// The byte of a text that a client's position means.
pub fn offset(text: &str, at: Position, utf8: bool) -> usize {
    let lines = text.split_inclusive('\n');
    let start: usize = lines.take(at.line as usize).map(str::len).sum();
    let line = text[start..].split('\n').next().unwrap_or_default();
    let mut units = 0;
    let found = line.char_indices().find(|(_, letter)| {
        let here = units >= at.character;
        units += if utf8 {
            letter.len_utf8() as u32
        } else {
            letter.len_utf16() as u32
        };
        here
    });
    start + found.map_or(line.len(), |(index, _)| index)
}

/// The words that may be written at a place. `classes`: those of the workspace.
pub fn completions(text: &str, at: Position, classes: &[Arc<ClassFacts>], utf8: bool) -> CompletionList {
    let cursor = offset(text, at, utf8);
    let statement = Statement::at(text, cursor);
    let Offer { replaces, mut words } = offer(text, &statement, classes);
    let is_incomplete = words.len() > MOST;
    words.truncate(MOST);
    // An editor closes brackets itself.
    let closed = match statement.inside {
        Inside::Header { .. } => text[cursor..].chars().take_while(|letter| *letter == ']').count(),
        Inside::Key { .. } | Inside::Value { .. } | Inside::Text { .. } | Inside::Nothing => 0,
    };
    let range = Range::new(
        position(text, cursor - replaces, utf8),
        position(text, cursor + closed, utf8),
    );
    let item = |(index, word): (usize, Word)| CompletionItem {
        kind: Some(word.kind),
        detail: Some(word.meaning).filter(|meaning| !meaning.is_empty()),
        filter_text: word.found_by,
        // In this order.
        sort_text: Some(format!("{index:04}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: word.inserts.unwrap_or_else(|| word.label.clone()),
        })),
        label: word.label,
        ..CompletionItem::default()
    };
    CompletionList {
        is_incomplete,
        items: words.into_iter().enumerate().map(item).collect(),
    }
}

fn offer(text: &str, statement: &Statement<'_>, classes: &[Arc<ClassFacts>]) -> Offer {
    let offer = |prefix: &str, words: Vec<Word>| Offer {
        replaces: prefix.len(),
        words: words.into_iter().filter(|word| fits(word, prefix)).collect(),
    };
    match statement.inside {
        Inside::Header { written } => offer(written, headers()),
        Inside::Key { prefix } => {
            let mut words = keys(statement.table);
            words.retain(|word| !statement.keys.contains(&word.label.as_str()) || word.label == prefix);
            if statement.table.is_empty() {
                words.extend(headers());
            }
            offer(prefix, words)
        }
        Inside::Value { key, prefix } => {
            let quoted = values(statement.table, key).into_iter().map(|word| {
                let bare = matches!(word.label.as_str(), "true" | "false");
                let inserts = if bare {
                    word.label.clone()
                } else {
                    format!("\"{}\"", word.label)
                };
                word.writes(inserts)
            });
            offer(prefix, quoted.collect())
        }
        Inside::Text { key, written } if is_formula(statement.table, key) => {
            let atoms = || {
                let mut places = property_places(text).into_iter();
                let mine = places.rfind(|place| place.line <= statement.line);
                mine.map_or_else(Vec::new, |place| place.atoms)
            };
            let of_atom = statement.table == "property.atoms" || key == "atoms";
            let named = if of_atom { Vec::new() } else { atoms() };
            let (prefix, words) = formula::words(written, key == "ltl", &named, classes);
            Offer {
                replaces: prefix.len(),
                words,
            }
        }
        Inside::Text { key, written } if names_class(statement.table, key) => {
            let prefix = formula::prefix(written);
            Offer {
                replaces: prefix.len(),
                words: formula::classes(prefix, classes),
            }
        }
        Inside::Text { key, written } => offer(written, values(statement.table, key)),
        Inside::Nothing => offer("", Vec::new()),
    }
}

fn fits(word: &Word, prefix: &str) -> bool {
    let label = word.inserts.as_ref().unwrap_or(&word.label);
    let begins = |text: &str| text.to_lowercase().starts_with(&prefix.to_lowercase());
    begins(label) || begins(&word.label)
}

/// `[[target]]`, `[limits]`, and the first key.
fn headers() -> Vec<Word> {
    let word = |name: &&str| {
        let header = match (*name, LISTS.contains(name)) {
            ("choice", _) => "[choice.NAME]".to_owned(),
            (name, true) => format!("[[{name}]]"),
            (name, false) => format!("[{name}]"),
        };
        Word::new(header, CompletionItemKind::STRUCT, "")
    };
    let tables = TOP.iter().filter(|name| **name != "baseline");
    tables.map(word).collect()
}

/// The keys of a table.
fn keys(table: &str) -> Vec<Word> {
    let key =
        |name: &str, meaning: &str| Word::new(name, CompletionItemKind::PROPERTY, meaning).writes(format!("{name} = "));
    let of_entry = |fields: &'static [Field]| fields.iter().map(|field| key(field.name, field.meaning)).collect();
    match table {
        "" => vec![key("baseline", "a baseline: a file of findings to suppress")],
        "target" => of_entry(TARGET),
        "module" => of_entry(MODULE),
        "replace" => of_entry(REPLACE),
        "perturb" => of_entry(PERTURB),
        "property" => of_entry(PROPERTY),
        "ignore" => of_entry(IGNORE),
        _ if table.starts_with("choice.") => {
            let parameters = KINDS.iter().flat_map(|kind| kind.parameters.iter().copied());
            let names: BTreeSet<&str> = std::iter::once("kind").chain(parameters).collect();
            names.into_iter().map(|name| key(name, "")).collect()
        }
        _ => {
            let of_table = KEYS.iter().filter_map(|known| {
                let (section, name) = known.name.split_once('.')?;
                (section == table).then(|| key(name, known.meaning))
            });
            of_table.collect()
        }
    }
}

/// The values of a key, where they are a closed set.
fn values(table: &str, key: &str) -> Vec<Word> {
    let word = |name: &str| Word::new(name, CompletionItemKind::VALUE, "");
    match (table, key) {
        ("property", "fairness") => FairnessKind::ALL.map(|kind| word(kind.name())).into(),
        ("ignore", "kind") => Kind::ALL.iter().map(|kind| word(kind.name())).collect(),
        ("target", "consistency") => ["linearizability", "sequential", "quiescent", "none"].map(word).into(),
        _ if table.starts_with("choice.") && key == "kind" => KINDS.iter().map(|kind| word(kind.name)).collect(),
        _ => {
            let known = KEYS
                .iter()
                .find(|known| known.name.split_once('.') == Some((table, key)));
            let words = known.map_or("", |known| known.values).split(" | ");
            let is_word = |word: &&str| !word.is_empty() && !word.contains(|letter: char| letter.is_ascii_uppercase());
            words.filter(is_word).map(word).collect()
        }
    }
}

fn is_formula(table: &str, key: &str) -> bool {
    let is_claim = CLAIMS.iter().chain(&SCOPES).any(|(name, _)| *name == key);
    table == "property.atoms" || table == "property" && (is_claim || key == "atoms")
}

fn names_class(table: &str, key: &str) -> bool {
    matches!(
        (table, key),
        ("target", "main" | "test" | "object" | "spec") | ("ignore", "where") | ("perturb", "field" | "in")
    )
}

#[cfg(test)]
mod tests;
