//! What the user says about methods: patterns with levels, which are those of Java PathFinder's Attributor.

use serde::{Deserialize, Serialize};

use crate::image::class::{Class, Method};

/// What is said about a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Level {
    /// The method with all that it calls is one step. That it blocks is a finding.
    Atomic,
    /// Its call is no boundary, though it locks a monitor or is an operation that others can see.
    Never,
    /// Its call is a boundary, also where no other thread lives.
    Always,
    /// Its call is a boundary where another thread can move.
    Runnables,
    /// Its call is a boundary only where the thread holds no monitor yet.
    TopLevel,
}

pub(crate) const LEVELS: &[(&str, Level)] = &[
    ("atomic", Level::Atomic),
    ("never", Level::Never),
    ("always", Level::Always),
    ("runnables", Level::Runnables),
    ("top-level", Level::TopLevel),
];

/// Patterns of methods with their levels; the first that matches counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes {
    pub(crate) rows: Vec<(String, Level)>,
}

impl Attributes {
    /// Reads `shop.Till.sell=atomic, shop.Log.*=never`: binary names of classes with their methods; a `*` stands for
    /// any characters.
    ///
    /// # Errors
    /// A sentence that names the part that is wrong, and the levels there are.
    pub fn parse(text: &str) -> Result<Attributes, String> {
        let mut rows = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((pattern, level)) = part.split_once('=') else {
                return Err(format!(
                    "`{part}` is not a pattern and a level, as shop.Till.sell=atomic"
                ));
            };
            let level = level.trim();
            let Some((_, level)) = LEVELS.iter().find(|(name, _)| *name == level) else {
                let names: Vec<&str> = LEVELS.iter().map(|(name, _)| *name).collect();
                return Err(format!("`{level}` is not a level; use one of {}", names.join(", ")));
            };
            rows.push((pattern.trim().to_owned(), *level));
        }
        Ok(Attributes { rows })
    }

    /// Says this as well, of what nothing is said yet.
    pub fn append(&mut self, mut others: Attributes) {
        self.rows.append(&mut others.rows);
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn of(&self, class: &Class, method: &Method) -> Option<Level> {
        if self.rows.is_empty() {
            return None;
        }
        let name = format!("{}.{}", class.binary_name(), method.name);
        self.rows
            .iter()
            .find(|(pattern, _)| matches(pattern, &name))
            .map(|row| row.1)
    }
}

impl std::fmt::Display for Attributes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (pattern, level)) in self.rows.iter().enumerate() {
            let name = LEVELS.iter().find(|(_, l)| l == level).map_or("", |(name, _)| *name);
            write!(f, "{}{pattern}={name}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// Whether a name fits a pattern, in which a `*` stands for any characters.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => {
            let Some(rest) = name.strip_prefix(before) else {
                return false;
            };
            (0..=rest.len()).any(|at| rest.is_char_boundary(at) && matches(after, &rest[at..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Attributes, Level, matches};

    #[test]
    fn patterns_and_levels_are_read() {
        let read = Attributes::parse("Till.sell=atomic, shop.Log.*=never,").unwrap();
        assert_eq!(
            read.rows,
            [
                ("Till.sell".to_owned(), Level::Atomic),
                ("shop.Log.*".to_owned(), Level::Never)
            ]
        );
        assert!(Attributes::parse("").unwrap().is_empty());
        assert!(Attributes::parse("Till.sell").unwrap_err().contains("Till.sell"));
        assert!(Attributes::parse("Till.sell=often").unwrap_err().contains("runnables"));
    }

    #[test]
    fn a_star_stands_for_anything() {
        assert!(matches("shop.*.log", "shop.Till.log"));
        assert!(matches("*", "Till.sell"));
        assert!(matches("Till.*", "Till.sell"));
        assert!(!matches("Till.sell", "Till.sells"));
        assert!(!matches("*.log", "Till.logs"));
    }
}
