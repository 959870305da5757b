//! `[[property]]`: what must hold of a program's runs, from an entry of `dropwire.toml`.

use std::collections::BTreeMap;
use std::ops::Range;

use dropwire_check::{DefinitionError, FairnessKind, Formula, Pattern, PropertyReader, Scope, TemporalProperty};

/// A text of an entry.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Its literal in the file.
    pub span: Option<Range<usize>>,
}

/// What an entry says, as far as it is text.
#[derive(Default)]
pub struct PropertyEntry {
    /// The line at which it begins.
    pub line: usize,
    /// `name`.
    pub name: String,
    /// `fairness`, with its line.
    pub fairness: Option<(Text, usize)>,
    /// `atoms`.
    pub atoms: BTreeMap<String, String>,
    /// The place of each, and its line.
    pub atom_places: BTreeMap<String, (Text, usize)>,
    /// All else: key, texts, line.
    pub texts: Vec<(String, Vec<Text>, usize)>,
}

/// What is wrong with an entry.
#[derive(Debug)]
pub struct Wrong {
    /// The line, where it is no place in a text.
    pub line: usize,
    /// A sentence without a full stop.
    pub message: String,
    /// The text, and its character, counted from 1.
    pub at: Option<(Text, usize)>,
}

impl Wrong {
    fn on(line: usize, message: impl Into<String>) -> Wrong {
        Wrong {
            line,
            message: message.into(),
            at: None,
        }
    }
}

/// What is claimed, with how many texts each needs.
pub const CLAIMS: [(&str, usize); 8] = [
    ("always", 1),
    ("never", 1),
    ("ltl", 1),
    ("absence", 1),
    ("existence", 1),
    ("universality", 1),
    ("precedence", 2),
    ("response", 2),
];

/// Where a pattern must hold, with how many texts each needs.
pub const SCOPES: [(&str, usize); 3] = [("before", 1), ("after", 1), ("between", 2)];

impl PropertyEntry {
    /// The property that it states.
    ///
    /// # Errors
    /// All that is missing, and where each formula is none.
    pub fn property(&self) -> Result<TemporalProperty, Vec<Wrong>> {
        let mut wrong = Vec::new();
        if self.name.trim().is_empty() {
            let message = "a [[property]] needs `name`, its name in reports";
            wrong.push(Wrong::on(self.line, message));
        }
        wrong.extend(self.wrong_atoms());
        // A formula that names a wrong atom is not wrong itself.
        let mut reader = PropertyReader::new(&self.atoms);
        let fairness = self.fairness().map_err(|error| wrong.push(error)).ok();
        let scope = self.scope(&mut reader, &mut wrong);
        let formula = match self.claim() {
            Ok(claim) => self.formula(claim, scope.as_ref(), &mut reader, &mut wrong),
            Err(error) => {
                wrong.push(error);
                None
            }
        };
        match (formula, fairness) {
            (Some(formula), Some(fairness)) if wrong.is_empty() => {
                Ok(reader.property(self.name.trim(), formula, fairness))
            }
            _ => Err(wrong),
        }
    }

    /// What its atoms stand for, where that is nothing.
    fn wrong_atoms(&self) -> Vec<Wrong> {
        let none = BTreeMap::new();
        let wrong = |(name, (text, line)): (&String, &(Text, usize))| {
            let error = PropertyReader::new(&none).predicate(&text.text).err()?;
            let (DefinitionError::Text(error) | DefinitionError::Named(_, error)) = error;
            Some(Wrong {
                line: *line,
                message: format!("property {}: atom `{name}`, {error}", self.name),
                at: Some((text.clone(), error.at)),
            })
        };
        self.atom_places.iter().filter_map(wrong).collect()
    }

    fn formula(
        &self,
        (claim, texts, line): (&str, &[Text], usize),
        scope: Option<&Scope>,
        reader: &mut PropertyReader<'_>,
        wrong: &mut Vec<Wrong>,
    ) -> Option<Formula> {
        if claim == "ltl" {
            if scope.is_some_and(|scope| *scope != Scope::Globally) {
                let message = "`ltl` is a complete formula; only patterns have scopes";
                wrong.push(Wrong::on(line, message));
            }
            let text = texts.first()?;
            let formula = reader.formula(&text.text);
            return formula
                .map_err(|error| wrong.extend(self.wrong(claim, line, text, error)))
                .ok();
        }
        let parts = self.predicates(claim, texts, line, reader, wrong)?;
        let mut parts = parts.into_iter();
        let (first, second) = (parts.next()?, parts.next());
        let pattern = match (claim, second) {
            ("precedence", Some(second)) => Pattern::Precedence(first, second),
            ("response", Some(second)) => Pattern::Response(first, second),
            ("existence", _) => Pattern::Existence(first),
            ("absence" | "never", _) => Pattern::Absence(first),
            _ => Pattern::Universality(first),
        };
        Some(pattern.within(scope?))
    }

    /// All of some texts; `None` if one of them is none.
    fn predicates(
        &self,
        key: &str,
        texts: &[Text],
        line: usize,
        reader: &mut PropertyReader<'_>,
        wrong: &mut Vec<Wrong>,
    ) -> Option<Vec<Formula>> {
        let mut parts = Vec::new();
        for text in texts {
            match reader.predicate(&text.text) {
                Ok(part) => parts.push(part),
                Err(error) => wrong.extend(self.wrong(key, line, text, error)),
            }
        }
        (parts.len() == texts.len()).then_some(parts)
    }

    /// What it claims: one thing.
    fn claim(&self) -> Result<(&str, &[Text], usize), Wrong> {
        let names = CLAIMS.map(|(name, _)| name).join("`, `");
        let mut claims = self
            .texts
            .iter()
            .filter_map(|(key, texts, line)| Some((CLAIMS.iter().find(|(name, _)| name == key)?, texts, *line)));
        let Some((claim, texts, line)) = claims.next() else {
            let message = format!("a [[property]] needs one of `{names}`");
            return Err(Wrong::on(self.line, message));
        };
        if let Some((other, _, line)) = claims.next() {
            let message = format!("`{}` beside `{}`: a [[property]] states one thing", other.0, claim.0);
            return Err(Wrong::on(line, message));
        }
        counted(*claim, texts, line)?;
        Ok((claim.0, texts, line))
    }

    /// `None` if it is wrong.
    fn scope(&self, reader: &mut PropertyReader<'_>, wrong: &mut Vec<Wrong>) -> Option<Scope> {
        let mut scope = Some(Scope::Globally);
        let mut seen = false;
        for (key, texts, line) in &self.texts {
            let Some(known) = SCOPES.iter().find(|(name, _)| name == key) else {
                continue;
            };
            if std::mem::replace(&mut seen, true) {
                let message =
                    format!("`{key}` is a second scope; expected `between = [\"START\", \"END\"]` for both ends");
                wrong.push(Wrong::on(*line, message));
                return None;
            }
            if let Err(error) = counted(*known, texts, *line) {
                wrong.push(error);
                return None;
            }
            let parts = self.predicates(key, texts, *line, reader, wrong);
            scope = match (known.0, &parts?[..]) {
                ("before", [end]) => Some(Scope::Before(end.clone())),
                ("after", [start]) => Some(Scope::After(start.clone())),
                (_, [start, end]) => Some(Scope::Between(start.clone(), end.clone())),
                _ => scope,
            };
        }
        scope
    }

    fn fairness(&self) -> Result<FairnessKind, Wrong> {
        let Some((text, line)) = &self.fairness else {
            return Ok(FairnessKind::Weak);
        };
        FairnessKind::by_name(&text.text).ok_or_else(|| {
            let names = FairnessKind::ALL.map(FairnessKind::name).join(", ");
            Wrong {
                line: *line,
                message: format!("fairness = \"{}\": expected one of {names}", text.text),
                at: Some((text.clone(), 1)),
            }
        })
    }

    /// What is wrong with a text; nothing if that is an atom that it names.
    fn wrong(&self, key: &str, line: usize, text: &Text, error: DefinitionError) -> Option<Wrong> {
        match error {
            DefinitionError::Text(error) => Some(Wrong {
                line,
                message: format!("property {}: `{key}`, {error}", self.name),
                at: Some((text.clone(), error.at)),
            }),
            // Too many atoms: all that is wrong with one alone is said at its definition.
            DefinitionError::Named(name, error) => {
                let (atom, line) = self.atom_places.get(&name)?;
                let alone = BTreeMap::new();
                let is_right = PropertyReader::new(&alone).predicate(&atom.text).is_ok();
                is_right.then(|| Wrong {
                    line: *line,
                    message: format!("property {}: atom `{name}`, {error}", self.name),
                    at: Some((atom.clone(), error.at)),
                })
            }
        }
    }
}

fn counted((key, count): (&str, usize), texts: &[Text], line: usize) -> Result<(), Wrong> {
    if texts.len() == count {
        return Ok(());
    }
    let expected = match (key, count) {
        ("precedence", _) => "two, [\"FIRST\", \"SECOND\"]",
        ("response", _) => "two, [\"REQUEST\", \"ANSWER\"]",
        ("between", _) => "two, [\"START\", \"END\"]",
        _ => "one",
    };
    let message = format!("`{key}`: expected {expected}, found {}", texts.len());
    Err(Wrong::on(line, message))
}

#[cfg(test)]
mod tests {
    use super::super::read::read_text;

    fn read(text: &str) -> Result<Vec<String>, (usize, String)> {
        let config = read_text(text, std::path::Path::new("/"));
        let config = config.map_err(|mut errors| {
            errors
                .pop()
                .map(|error| (error.line, error.message))
                .unwrap_or_default()
        })?;
        let properties = &config.settings.options.properties;
        Ok(properties.iter().map(|property| property.formula.clone()).collect())
    }

    #[test]
    fn claims_and_scopes() {
        let one = |lines: &str| read(&format!("[[property]]\nname = \"p\"\n{lines}")).unwrap().remove(0);
        assert_eq!(one("always = \"M.a >= 0\""), "[] (M.a >= 0)");
        assert_eq!(one("never = \"M.a > 3\""), "[] !(M.a > 3)");
        assert_eq!(one("existence = \"M.done\""), "<> M.done");
        assert_eq!(
            one("ltl = \"[] (asked -> <> done)\"\natoms = { asked = \"M.a > 0\", done = \"M.done\" }"),
            "[] (!(M.a > 0) || <> M.done)"
        );
        assert_eq!(
            one("response = [\"M.a > 0\", \"M.done\"]"),
            "[] (!(M.a > 0) || <> M.done)"
        );
        assert_eq!(
            one("absence = \"M.a > 3\"\nafter = \"M.open\""),
            "[] (!M.open || [] !(M.a > 3))"
        );
        assert!(one("precedence = [\"M.a > 0\", \"M.b > 0\"]\nbetween = [\"M.open\", \"M.done\"]").starts_with("[] ("));
    }

    #[test]
    fn what_is_wrong_is_said_with_line_and_character() {
        for (text, line, says) in [
            ("[[property]]\nalways = \"M.a >= 0\"", 1, "needs `name`"),
            ("[[property]]\nname = \"p\"", 1, "needs one of `always`"),
            (
                "[[property]]\nname = \"p\"\nalways = \"M.a >=\"",
                3,
                "`always`, at character 7: expected a field or a number",
            ),
            ("[[property]]\nname = \"p\"\nalways = \"a U b\"", 3, "one state"),
            ("[[property]]\nname = \"p\"\nltl = \"X a\"", 3, "`X` is no operator"),
            (
                "[[property]]\nname = \"p\"\nltl = \"[] a\"\n[property.atoms]\na = \"M.x <\"",
                5,
                "atom `a`, at character 6",
            ),
            (
                "[[property]]\nname = \"p\"\nalways = \"M.a\"\nnever = \"M.b\"",
                4,
                "states one thing",
            ),
            ("[[property]]\nname = \"p\"\nresponse = \"M.a\"", 3, "expected two"),
            (
                "[[property]]\nname = \"p\"\nalways = \"M.a\"\nfairness = \"very\"",
                4,
                "none, weak, strong",
            ),
            (
                "[[property]]\nname = \"p\"\nabsence = \"M.a\"\nafter = \"M.b\"\nbefore = \"M.c\"",
                5,
                "second scope",
            ),
            (
                "[[property]]\nname = \"p\"\nalways = \"M.a\"\n[[property]]\nname = \"p\"\nalways = \"M.b\"",
                4,
                "second",
            ),
        ] {
            let (at, message) = read(text).unwrap_err();
            assert!(at == line && message.contains(says), "{text}\n{at}: {message}");
        }
    }
}
