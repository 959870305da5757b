//! `[[property]]`: its keys, and where in the file each text is.

use toml_edit::{Document, Item, Key, Table};

use super::super::entries::{PROPERTY, names};
use super::super::keys;
use super::super::literal::token;
use super::super::property::{PropertyEntry, Text, Wrong};
use super::{Line, Reader, line_of, without_syntax_errors};
use crate::config::Warning;

/// An entry of a text that need not be a whole configuration yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyPlace {
    /// Its name.
    pub name: String,
    /// Its formula; `None` if it is none.
    pub formula: Option<String>,
    /// The names that it has for atoms.
    pub atoms: Vec<String>,
    /// Its name in the text, with quotes: bytes.
    pub at: std::ops::Range<usize>,
    /// The line of its header, from 0.
    pub line: u32,
    /// The first line that is none of its own any more, from 0.
    pub end: u32,
}

/// The entries of a text, as far as they have names.
pub fn property_places(text: &str) -> Vec<PropertyPlace> {
    // What is no TOML is passed over; what stays is where it was, if it is on one line.
    let (readable, _) = without_syntax_errors(text);
    let Ok(document) = Document::parse(readable.as_str()) else {
        return Vec::new();
    };
    let Some(tables) = document.get("property").and_then(Item::as_array_of_tables) else {
        return Vec::new();
    };
    let line_at = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    let place = |table: &Table| {
        let name = table.get("name")?;
        let span = name.span()?;
        let line = line_of(&readable, table.span()?.start);
        let last = last_line(&readable, table).max(line);
        // The same line of the text as it is.
        let shift = |offset: usize| {
            let line = line_of(&readable, offset);
            offset + start_of(text, line) - start_of(&readable, line)
        };
        let mut reader = Reader::new(&readable, std::path::Path::new("/"), super::Settings::default());
        reader.property(table);
        let property = reader.config.settings.options.properties.pop();
        Some(PropertyPlace {
            name: name.as_str()?.trim().to_owned(),
            formula: property.map(|property| property.formula),
            atoms: table
                .get("atoms")
                .and_then(Item::as_table_like)
                .map(|atoms| atoms.iter().map(|(name, _)| name.to_owned()).collect())
                .unwrap_or_default(),
            at: shift(span.start)..shift(span.end),
            line: line_at(line - 1),
            end: line_at(last),
        })
    };
    tables.iter().filter_map(place).collect()
}

/// The last line that a table has anything on, from 1.
fn last_line(text: &str, table: &Table) -> usize {
    let ends = table.iter().filter_map(|(_, item)| match item {
        Item::Table(inner) => Some(last_line(text, inner)),
        _ => item.span().map(|span| line_of(text, span.end)),
    });
    ends.max().unwrap_or(1)
}

/// The offset of a line, from 1.
fn start_of(text: &str, line: usize) -> usize {
    let before = text.split_inclusive('\n').take(line - 1);
    before.map(str::len).sum()
}

impl Reader<'_> {
    pub(super) fn property(&mut self, table: &Table) {
        let before = self.errors.len();
        let mut entry = PropertyEntry {
            line: self.line_of_table(table),
            ..PropertyEntry::default()
        };
        for (name, item) in table.iter() {
            let read = self.key_of_property(table.key(name), name, item, &mut entry);
            self.noted(read);
        }
        if self.errors.len() > before {
            return;
        }
        let property = match entry.property() {
            Ok(property) => property,
            Err(wrong) => {
                let warnings: Vec<Warning> = wrong.into_iter().map(|wrong| self.remark(wrong)).collect();
                return self.errors.extend(warnings);
            }
        };
        let properties = &mut self.config.settings.options.properties;
        if properties.iter().any(|known| known.name == property.name) {
            let message = format!("a second [[property]] named {}", property.name);
            return self.refuse(entry.line, message);
        }
        properties.push(property);
    }

    /// What is wrong, on its line and in its columns.
    fn remark(&self, wrong: Wrong) -> Warning {
        let exact = wrong.at.and_then(|(text, at)| {
            let span = text.span?;
            let token = token(self.text.get(span.clone())?, &text.text, at)?;
            let line = line_of(self.text, span.start + token.start);
            let columns = span.start + token.start..span.start + token.end;
            let start = start_of(self.text, line);
            Some((line, columns.start - start..columns.end - start))
        });
        match exact {
            Some((line, columns)) => Warning {
                columns: Some(columns),
                ..Warning::new(line, wrong.message)
            },
            None => Warning::new(wrong.line, wrong.message),
        }
    }

    fn key_of_property(&mut self, key: Option<&Key>, name: &str, item: &Item, entry: &mut PropertyEntry) -> Line<()> {
        match name {
            "name" => entry.name = self.string(key, item)?,
            "fairness" => entry.fairness = Some((self.text(key, item)?, self.line(key))),
            "atoms" => self.atoms(key, item, entry)?,
            _ if !names(PROPERTY).any(|known| known == name) => self.warn(key, keys::unknown(name, names(PROPERTY))),
            _ => {
                let texts = match item.as_array() {
                    Some(array) => {
                        let texts = self.strings(key, item)?.into_iter().zip(array.iter());
                        texts
                            .map(|(text, value)| Text {
                                text,
                                span: value.span(),
                            })
                            .collect()
                    }
                    None => vec![self.text(key, item)?],
                };
                entry.texts.push((name.to_owned(), texts, self.line(key)));
            }
        }
        Ok(())
    }

    fn text(&self, key: Option<&Key>, item: &Item) -> Line<Text> {
        Ok(Text {
            text: self.string(key, item)?,
            span: item.span(),
        })
    }

    fn atoms(&self, key: Option<&Key>, item: &Item, entry: &mut PropertyEntry) -> Line<()> {
        let wrong = || {
            (
                self.line(key),
                "`atoms` expects a table, such as { full = \"shop.Main.size == 3\" }".into(),
            )
        };
        let table = item.as_table_like().ok_or_else(wrong)?;
        for (name, item) in table.iter() {
            let key = table.key(name);
            let text = self.text(key, item)?;
            entry.atoms.insert(name.to_owned(), text.text.clone());
            entry.atom_places.insert(name.to_owned(), (text, self.line(key)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::read::read_text;

    #[test]
    fn all_errors_of_formulas_have_their_place() {
        let text = "[[property]]\nname = \"a\"\nltl = \"[] (x -> X y)\"\n\n\
                    [[property]]\nname = \"b\"\nresponse = [\"M.a >\", 'M.b && ']\nfairness = \"very\"\n\
                    atoms = { p = \"M.c <\", \"q\" = \"<> M.d\" }\n\n\
                    [[property]]\nname = \"c\"\nalways = \"\"\"\n  M.a >= 0 \\\n  &&& M.b\"\"\"\n";
        let errors = read_text(text, Path::new("/")).unwrap_err();
        let shown = |error: &Warning| {
            let line = text.lines().nth(error.line - 1).unwrap();
            format!("{} {}", error.line, &line[error.columns.clone().unwrap()])
        };
        let shown: Vec<String> = errors.iter().map(shown).collect();
        assert_eq!(
            shown,
            ["3 X", "7 \"", "7 '", "8 very", "9 \"", "9 <>", "15 &"],
            "{errors:#?}"
        );
    }

    #[test]
    fn entries_are_found_in_a_text_that_is_being_written() {
        let text = "[[property]]\nname = \"one\"\nalways = \"M.a\"\n[property.atoms]\nx = \"M.b\"\n\n[limits\n[[property]]\nalways = \n\
                    name = 'two' # is\n\n[jdk]\natomic = true\n";
        let places = property_places(text);
        let shown: Vec<_> = places
            .iter()
            .map(|place| (&place.name[..], &text[place.at.clone()]))
            .collect();
        assert_eq!(shown, [("one", "\"one\""), ("two", "'two'")]);
        assert_eq!(places[0].formula.as_deref(), Some("[] M.a"));
        assert_eq!((places[0].line, places[0].end, places[1].formula.clone()), (0, 5, None));
        assert_eq!(property_places("property = 3"), []);
    }
}
