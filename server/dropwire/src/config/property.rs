//! `[[property]]`: what must hold of a program's runs, from an entry of `dropwire.toml`.

use std::collections::BTreeMap;

use dropwire_check::{DefinitionError, FairnessKind, Pattern, PropertyReader, Scope, TemporalProperty};

/// What an entry says, as far as it is text.
#[derive(Default)]
pub struct PropertyEntry {
    /// The line at which it begins.
    pub line: usize,
    /// `name`.
    pub name: String,
    /// `fairness`, with its line.
    pub fairness: Option<(String, usize)>,
    /// `atoms`, and the line of each.
    pub atoms: BTreeMap<String, String>,
    pub atom_lines: BTreeMap<String, usize>,
    /// All else: key, texts, line.
    pub texts: Vec<(String, Vec<String>, usize)>,
}

/// Line, and what is wrong there.
type Wrong = (usize, String);

/// What is claimed, with how many texts each needs.
const CLAIMS: [(&str, usize); 8] = [
    ("always", 1),
    ("never", 1),
    ("ltl", 1),
    ("absence", 1),
    ("existence", 1),
    ("universality", 1),
    ("precedence", 2),
    ("response", 2),
];

const SCOPES: [(&str, usize); 3] = [("before", 1), ("after", 1), ("between", 2)];

impl PropertyEntry {
    /// The property that it states.
    ///
    /// # Errors
    /// What is missing, or where a formula is none.
    pub fn property(&self) -> Result<TemporalProperty, Wrong> {
        if self.name.trim().is_empty() {
            return Err((self.line, "a [[property]] needs `name`, its name in reports".into()));
        }
        let (claim, texts, line) = self.claim()?;
        let fairness = self.fairness()?;
        let mut reader = PropertyReader::new(&self.atoms);
        let scope = self.scope(&mut reader)?;
        if claim == "ltl" {
            if scope != Scope::Globally {
                return Err((line, "`ltl` is a complete formula; only patterns have scopes".into()));
            }
            let formula = reader
                .formula(&texts[0])
                .map_err(|error| self.wrong(claim, line, error))?;
            return Ok(reader.property(self.name.trim(), formula, fairness));
        }
        let mut parts = Vec::new();
        for text in texts {
            parts.push(reader.predicate(text).map_err(|error| self.wrong(claim, line, error))?);
        }
        let mut parts = parts.into_iter();
        let (Some(first), second) = (parts.next(), parts.next()) else {
            return Err((line, format!("`{claim}` needs a formula")));
        };
        let pattern = match (claim, second) {
            ("precedence", Some(second)) => Pattern::Precedence(first, second),
            ("response", Some(second)) => Pattern::Response(first, second),
            ("existence", _) => Pattern::Existence(first),
            ("absence" | "never", _) => Pattern::Absence(first),
            _ => Pattern::Universality(first),
        };
        Ok(reader.property(self.name.trim(), pattern.within(&scope), fairness))
    }

    /// What it claims: one thing.
    fn claim(&self) -> Result<(&str, &[String], usize), Wrong> {
        let names = CLAIMS.map(|(name, _)| name).join("`, `");
        let mut claims = self
            .texts
            .iter()
            .filter_map(|(key, texts, line)| Some((CLAIMS.iter().find(|(name, _)| name == key)?, texts, *line)));
        let Some((claim, texts, line)) = claims.next() else {
            return Err((self.line, format!("a [[property]] needs one of `{names}`")));
        };
        if let Some((other, _, line)) = claims.next() {
            let message = format!("`{}` beside `{}`: a [[property]] states one thing", other.0, claim.0);
            return Err((line, message));
        }
        counted(*claim, texts, line)?;
        Ok((claim.0, texts, line))
    }

    fn scope(&self, reader: &mut PropertyReader<'_>) -> Result<Scope, Wrong> {
        let mut scope = Scope::Globally;
        for (key, texts, line) in &self.texts {
            let Some(known) = SCOPES.iter().find(|(name, _)| name == key) else {
                continue;
            };
            if scope != Scope::Globally {
                let message =
                    format!("`{key}` is a second scope; expected `between = [\"START\", \"END\"]` for both ends");
                return Err((*line, message));
            }
            counted(*known, texts, *line)?;
            let mut parts = Vec::new();
            for text in texts {
                parts.push(reader.predicate(text).map_err(|error| self.wrong(key, *line, error))?);
            }
            scope = match (known.0, &parts[..]) {
                ("before", [end]) => Scope::Before(end.clone()),
                ("after", [start]) => Scope::After(start.clone()),
                (_, [start, end]) => Scope::Between(start.clone(), end.clone()),
                _ => scope,
            };
        }
        Ok(scope)
    }

    fn fairness(&self) -> Result<FairnessKind, Wrong> {
        let Some((text, line)) = &self.fairness else {
            return Ok(FairnessKind::Weak);
        };
        FairnessKind::by_name(text).ok_or_else(|| {
            let names = FairnessKind::ALL.map(FairnessKind::name).join(", ");
            (*line, format!("fairness = \"{text}\": expected one of {names}"))
        })
    }

    fn wrong(&self, key: &str, line: usize, error: DefinitionError) -> Wrong {
        match error {
            DefinitionError::Text(error) => (line, format!("property {}: `{key}`, {error}", self.name)),
            DefinitionError::Named(name, error) => {
                let line = self.atom_lines.get(&name).copied().unwrap_or(line);
                (line, format!("property {}: atom `{name}`, {error}", self.name))
            }
        }
    }
}

fn counted((key, count): (&str, usize), texts: &[String], line: usize) -> Result<(), Wrong> {
    if texts.len() == count {
        return Ok(());
    }
    let expected = match (key, count) {
        ("precedence", _) => "two, [\"FIRST\", \"SECOND\"]",
        ("response", _) => "two, [\"REQUEST\", \"ANSWER\"]",
        ("between", _) => "two, [\"START\", \"END\"]",
        _ => "one",
    };
    Err((line, format!("`{key}`: expected {expected}, found {}", texts.len())))
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
