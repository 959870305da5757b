//! The kinds of findings as SARIF's reporting descriptors.

use dropwire_check::Kind;
use dropwire_check::words::kind::texts;
use serde_json::{Value, json};

/// One for each kind, in the order of [`Kind::ALL`].
pub fn all() -> Vec<Value> {
    Kind::ALL.into_iter().map(rule).collect()
}

/// Where a kind is in [`all`].
pub fn index(kind: Kind) -> Option<usize> {
    Kind::ALL.into_iter().position(|other| other == kind)
}

/// `DataRace` of `data-race`.
fn pascal_case(name: &str) -> String {
    let mut words = String::new();
    for word in name.split('-') {
        let (first, rest) = word.split_at(1);
        words.push_str(&first.to_uppercase());
        words.push_str(rest);
    }
    words
}

fn rule(kind: Kind) -> Value {
    let texts = texts(kind);
    let level = if kind.is_a_smell() { "warning" } else { "error" };
    json!({
        "id": kind.name(),
        "name": pascal_case(kind.name()),
        "shortDescription": { "text": texts.short },
        "fullDescription": { "text": texts.full },
        "defaultConfiguration": { "level": level },
    })
}
