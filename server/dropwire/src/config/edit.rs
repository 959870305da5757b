//! Writes into `dropwire.toml` for the user: everything else in it stays as it is, comments included.

use std::ops::Range;

use dropwire_check::Kind;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

/// Stands where the user has to say why; reading it gives a warning.
pub const REASON_TO_WRITE: &str = "why is this acceptable?";

/// A replacement of a piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the old text.
    pub replaced: Range<usize>,
    /// What comes in their place.
    pub with: String,
}

/// Adds an `[[ignore]]` after the last one, else at the end.
///
/// # Errors
/// The text is not TOML, or its `ignore` is something else than tables: a sentence.
pub fn add_ignore(text: &str, kind: Kind, place: &str, reason: &str) -> Result<Edit, String> {
    let mut document = read(text)?;
    let mut entry = Table::new();
    entry.insert("kind", value(kind.name()));
    entry.insert("where", value(place));
    entry.insert("reason", value(reason));
    if !text.trim().is_empty() {
        entry.decor_mut().set_prefix("\n");
    }
    let item = document
        .entry("ignore")
        .or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    item.as_array_of_tables_mut()
        .ok_or("write `ignore` in dropwire.toml as [[ignore]], one table per entry")?
        .push(entry);
    Ok(difference(text, &document.to_string()))
}

/// Adds a `[[target]]` that says how an object is made, where the file lists its targets and this one is not among them; nothing elsewhere, for
/// then all that are found are targets.
///
/// # Errors
/// The text is not TOML: a sentence.
pub fn add_object(text: &str, class: &str, new: &str) -> Result<Option<Edit>, String> {
    let mut document = read(text)?;
    let Some(targets) = document.get_mut("target").and_then(Item::as_array_of_tables_mut) else {
        return Ok(None);
    };
    let is_it = |entry: &Table| entry.get("object").and_then(Item::as_str) == Some(class);
    if targets.iter().any(is_it) {
        return Ok(None);
    }
    let mut entry = Table::new();
    entry.insert("object", value(class));
    entry.insert("new", value(new));
    entry.decor_mut().set_prefix("\n");
    targets.push(entry);
    Ok(Some(difference(text, &document.to_string())))
}

fn read(text: &str) -> Result<DocumentMut, String> {
    text.parse()
        .map_err(|error: toml_edit::TomlError| format!("cannot read dropwire.toml: {}", error.message()))
}

/// The smallest replacement that makes one text of the other.
fn difference(old: &str, new: &str) -> Edit {
    let common = |pairs: &mut dyn Iterator<Item = (char, char)>| {
        pairs
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a.len_utf8())
            .sum::<usize>()
    };
    let start = common(&mut old.chars().zip(new.chars()));
    let end = common(&mut old[start..].chars().rev().zip(new[start..].chars().rev()));
    Edit {
        replaced: start..old.len() - end,
        with: new[start..new.len() - end].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::read::read_text;

    fn added(text: &str) -> String {
        let edit = add_ignore(text, Kind::DataRace, "shop.Stats.hits", "may \"lose\" a count").unwrap();
        let mut new = text.to_owned();
        new.replace_range(edit.replaced, &edit.with);
        let config = read_text(&new, Path::new("/")).unwrap();
        let entry = config.ignores.last().unwrap();
        assert_eq!((entry.kind, entry.place.as_str()), (Kind::DataRace, "shop.Stats.hits"));
        assert_eq!(entry.reason, "may \"lose\" a count");
        new
    }

    #[test]
    fn into_an_empty_file() {
        let new = added("");
        assert!(new.starts_with("[[ignore]]\nkind = \"data-race\"\n"), "{new}");
    }

    #[test]
    fn comments_and_order_stay() {
        for text in [
            "# ours\n[limits] # short\ntime = \"3s\" # seconds\n\n# the end\n",
            "[limits]\ntime = \"3s\"",
            "# a\n[[ignore]]\nkind = \"deadlock\" # b\nwhere = \"A\"\nreason = \"c\"\n\n[limits] # d\ntime = \"3s\"\n# e\n",
            "[limits]\r\ntime = \"3s\" # é\r\n",
        ] {
            let new = added(text);
            for line in text.lines() {
                assert!(new.lines().any(|kept| kept == line), "{line:?} is gone from\n{new}");
            }
        }
    }

    #[test]
    fn an_object_joins_the_targets_that_are_listed() {
        let text = "# ours\n[[target]] # first\nmain = \"shop.Till\"\n\n[limits]\ntime = \"3s\"\n";
        let edit = add_object(text, "shop.Stock", "shop.StockFixture#create")
            .unwrap()
            .unwrap();
        let mut new = text.to_owned();
        new.replace_range(edit.replaced, &edit.with);
        let config = read_text(&new, Path::new("/")).unwrap();
        assert_eq!(config.targets.len(), 2);
        assert_eq!(
            config.targets[1].object.new.as_deref(),
            Some("shop.StockFixture#create")
        );
        assert!(text.lines().all(|line| new.lines().any(|kept| kept == line)), "{new}");
        assert_eq!(
            add_object(&new, "shop.Stock", "shop.StockFixture#create"),
            Ok(None),
            "once"
        );
        // Where none is listed, a list of one would hide all others.
        assert_eq!(add_object("[limits]\ntime = \"3s\"\n", "A", "B#create"), Ok(None));
        assert!(add_object("a = ", "A", "B#create").is_err());
    }

    #[test]
    fn only_the_new_lines_are_replaced() {
        let edit = add_ignore("[limits]\ntime = \"3s\"\n", Kind::Deadlock, "A", "b").unwrap();
        assert!(edit.replaced.is_empty(), "{edit:?}");
        assert!(edit.with.contains("[[ignore]]"), "{edit:?}");
    }

    #[test]
    fn what_cannot_be_edited_is_left_alone() {
        assert!(add_ignore("a = ", Kind::Deadlock, "A", "b").is_err());
        assert!(
            add_ignore("ignore = 3", Kind::Deadlock, "A", "b")
                .unwrap_err()
                .contains("[[ignore]]")
        );
    }
}
