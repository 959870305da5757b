//! A property as the user states it: a name, a formula, and which runs count.

use std::collections::BTreeMap;

use dropwire_ltl::{Definition, Definitions, Fairness, Formula};
use serde::{Deserialize, Serialize};

pub use dropwire_ltl::{DefinitionError, Pattern, Scope};

use crate::facts::property::PropertyOrigin;

/// What must hold of a program's runs. Plain data: the formula is a text that can be read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemporalProperty {
    /// Its name.
    pub name: String,
    /// Its formula, with what its atoms stand for in their places.
    pub formula: String,
    /// Which runs count.
    pub fairness: FairnessKind,
    /// Where it is stated.
    #[serde(default)]
    pub origin: PropertyOrigin,
}

/// Which runs without an end count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FairnessKind {
    /// All of them.
    None,
    /// A thread that could always move moves again and again.
    Weak,
    /// A thread that could move again and again does.
    Strong,
}

impl FairnessKind {
    /// All of them.
    pub const ALL: [FairnessKind; 3] = [FairnessKind::None, FairnessKind::Weak, FairnessKind::Strong];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            FairnessKind::None => "none",
            FairnessKind::Weak => "weak",
            FairnessKind::Strong => "strong",
        }
    }

    /// The one with this name.
    pub fn by_name(name: &str) -> Option<FairnessKind> {
        FairnessKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub(crate) fn of_runs(self) -> Fairness {
        match self {
            FairnessKind::None => Fairness::None,
            FairnessKind::Weak => Fairness::Weak,
            FairnessKind::Strong => Fairness::Strong,
        }
    }
}

/// Reads the formulas of one property.
pub struct PropertyReader<'a> {
    definitions: Definitions<'a>,
}

impl<'a> PropertyReader<'a> {
    /// With these names of atoms, each with what it stands for.
    pub fn new(atoms: &'a BTreeMap<String, String>) -> PropertyReader<'a> {
        PropertyReader {
            definitions: Definitions::new(atoms),
        }
    }

    /// Reads a formula.
    ///
    /// # Errors
    /// It, or one of the atoms that it names, is none.
    pub fn formula(&mut self, text: &str) -> Result<Formula, DefinitionError> {
        self.definitions.read(text)
    }

    /// Reads what holds in a state or not.
    ///
    /// # Errors
    /// As above, or it speaks of more than one state.
    pub fn predicate(&mut self, text: &str) -> Result<Formula, DefinitionError> {
        dropwire_ltl::parse_atom(text).map_err(DefinitionError::Text)?;
        self.formula(text)
    }

    /// The property.
    pub fn property(self, name: &str, formula: Formula, fairness: FairnessKind) -> TemporalProperty {
        TemporalProperty {
            name: name.to_owned(),
            formula: self.definitions.define(formula).to_string(),
            fairness,
            origin: PropertyOrigin::Configuration,
        }
    }
}

impl TemporalProperty {
    /// One line, from which [`TemporalProperty::read`] makes it again.
    pub(crate) fn line(&self) -> String {
        let stated = format!("{}\t{}\t{}", self.fairness.name(), self.name, self.formula);
        match &self.origin {
            PropertyOrigin::Configuration => stated,
            PropertyOrigin::Annotation {
                class,
                field,
                source,
                text,
            } => {
                let (field, source) = (field.as_deref().unwrap_or(""), source.as_deref().unwrap_or(""));
                format!("{stated}\t{class}\t{field}\t{source}\t{text}")
            }
        }
    }

    pub(crate) fn read(line: &str) -> Option<TemporalProperty> {
        let mut parts = line.split('\t');
        Some(TemporalProperty {
            fairness: FairnessKind::by_name(parts.next()?)?,
            name: parts.next()?.to_owned(),
            formula: parts.next()?.to_owned(),
            origin: parts.next().map_or(PropertyOrigin::Configuration, |class| {
                let mut said = || parts.next().filter(|text| !text.is_empty()).map(str::to_owned);
                PropertyOrigin::Annotation {
                    class: class.to_owned(),
                    field: said(),
                    source: said(),
                    text: said().unwrap_or_default(),
                }
            }),
        })
    }

    /// Whether what is said of it rests on fair threads.
    pub(crate) fn relies_on_fairness(&self) -> bool {
        self.fairness != FairnessKind::None && self.is_over_time()
    }

    /// Whether no single state decides it.
    pub(crate) fn is_over_time(&self) -> bool {
        self.definition()
            .is_none_or(|definition| invariant(&definition.formula).is_none())
    }

    /// Its formula, read again; `None` if the text is none.
    pub(crate) fn definition(&self) -> Option<Definition> {
        let names = BTreeMap::new();
        let mut definitions = Definitions::new(&names);
        let formula = definitions.read(&self.formula).ok()?;
        Some(definitions.define(formula))
    }
}

/// What must hold in every state, if a formula says nothing else.
pub(crate) fn invariant(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::Release(end, held) if **end == Formula::False && held.is_of_a_state() => Some(held),
        _ => None,
    }
}
