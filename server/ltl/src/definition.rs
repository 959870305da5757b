//! Formulas whose atoms may have names of their own, and how they are written down again.

use std::collections::BTreeMap;
use std::fmt;

use crate::syntax::{Atom, Rename, said};
use crate::{Formula, MAX_ATOMS, ParseError, parse, parse_atom};

/// A formula, and what its atoms say. Its text can be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Over the numbers of `atoms`.
    pub formula: Formula,
    /// Each once.
    pub atoms: Vec<Atom>,
}

/// Why a definition cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefinitionError {
    /// The text itself is wrong.
    Text(ParseError),
    /// What an atom of this name stands for is wrong.
    Named(String, ParseError),
}

/// Reads formulas over the same atoms.
pub struct Definitions<'a> {
    names: &'a BTreeMap<String, String>,
    atoms: Vec<Atom>,
}

impl<'a> Definitions<'a> {
    /// With these names of atoms, each with what it stands for.
    pub fn new(names: &'a BTreeMap<String, String>) -> Definitions<'a> {
        Definitions {
            names,
            atoms: Vec::new(),
        }
    }

    /// Reads a formula.
    ///
    /// # Errors
    /// It or one of the atoms that it names is none.
    pub fn read(&mut self, text: &str) -> Result<Formula, DefinitionError> {
        let parsed = parse(text).map_err(DefinitionError::Text)?;
        let mut parts = Vec::new();
        for (atom, place) in parsed.atoms.iter().zip(&parsed.places) {
            let named = match atom {
                Atom::Name(name) => self.names.get_key_value(name),
                Atom::Compare { .. } | Atom::Call { .. } | Atom::Quantified { .. } => None,
            };
            parts.push(match named {
                None => self.atom(atom, *place).map_err(DefinitionError::Text)?,
                Some((name, text)) => {
                    let error = |error| DefinitionError::Named(name.clone(), error);
                    let inner = parse_atom(text).map_err(error)?;
                    let mut atoms = Vec::new();
                    for (atom, place) in inner.atoms.iter().zip(&inner.places) {
                        atoms.push(self.atom(atom, *place).map_err(error)?);
                    }
                    inner.formula.with(&atoms)
                }
            });
        }
        Ok(parsed.formula.with(&parts))
    }

    fn atom(&mut self, atom: &Atom, at: usize) -> Result<Formula, ParseError> {
        let number = match self.atoms.iter().position(|known| known == atom) {
            Some(number) => number,
            None if self.atoms.len() + 1 >= MAX_ATOMS => {
                let message = format!("expected fewer than {MAX_ATOMS} atoms in one property");
                return Err(ParseError { at, message });
            }
            None => {
                self.atoms.push(atom.clone());
                self.atoms.len() - 1
            }
        };
        Ok(Formula::Atom(number as u32))
    }

    /// A formula over what was read.
    pub fn define(self, formula: Formula) -> Definition {
        Definition {
            formula,
            atoms: self.atoms,
        }
    }
}

impl Definition {
    /// Gives names in atoms other ones.
    pub fn rename(&mut self, rename: &mut Rename<'_>) {
        for atom in &mut self.atoms {
            atom.rename(rename, false);
        }
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&said(&self.formula, &self.atoms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let names = BTreeMap::from([
            ("request".to_owned(), "M.asked > M.served".to_owned()),
            ("idle".to_owned(), "!M.busy && M.last == null".to_owned()),
            ("wrong".to_owned(), "[] M.busy".to_owned()),
        ]);
        let read = |text: &str| {
            let mut definitions = Definitions::new(&names);
            definitions.read(text).map(|formula| definitions.define(formula))
        };
        for text in [
            "[] (request -> <> idle)",
            "idle W (request && M.busy)",
            "[] (idle -> once request)",
            "true U !idle",
            "[] (all(M.open -> M.n >= 0) || <> some(M.slots[2] == M.slots.length))",
            "[] threads(M.go) + 1 <= M.limit && !at(M.go)",
        ] {
            let definition = read(text).unwrap();
            let again = parse(&definition.to_string()).unwrap();
            let again = Definition {
                formula: again.formula,
                atoms: again.atoms,
            };
            assert_eq!(again.to_string(), definition.to_string());
        }
        assert_eq!(read("[] (request -> <> idle)").unwrap().atoms.len(), 3);
        assert!(matches!(read("<> wrong"), Err(DefinitionError::Named(name, _)) if name == "wrong"));
        assert!(matches!(read("<> "), Err(DefinitionError::Text(error)) if error.at == 4));
    }
}
