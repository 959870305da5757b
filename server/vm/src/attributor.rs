//! What the user says about methods and fields: patterns with levels, which are those of Java PathFinder's Attributor.

use serde::{Deserialize, Serialize};

use crate::image::class::Class;

/// What can be said about members of one kind.
pub trait AttributeLevel: Copy + PartialEq + 'static {
    /// The levels by name.
    const LEVELS: &'static [(&'static str, Self)];
    /// A pattern with a level, as error messages show it.
    const EXAMPLE: &'static str;
}

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

impl AttributeLevel for Level {
    const LEVELS: &'static [(&'static str, Level)] = &[
        ("atomic", Level::Atomic),
        ("never", Level::Never),
        ("always", Level::Always),
        ("runnables", Level::Runnables),
        ("top-level", Level::TopLevel),
    ];
    const EXAMPLE: &'static str = "shop.Till.sell=atomic";
}

/// What is said about a field of the program's own classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FieldLevel {
    /// An access is no boundary, though other threads can reach the field.
    Never,
    /// What the field refers to is not shared because of it: reachability is not followed through the field.
    Firewall,
}

impl AttributeLevel for FieldLevel {
    const LEVELS: &'static [(&'static str, FieldLevel)] =
        &[("never", FieldLevel::Never), ("firewall", FieldLevel::Firewall)];
    const EXAMPLE: &'static str = "shop.Pool.workers=firewall";
}

/// What is said about fields.
pub type FieldAttributes = Attributes<FieldLevel>;

/// Patterns of members with their levels; the first that matches counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes<L = Level> {
    pub(crate) rows: Vec<(String, L)>,
}

impl<L> Default for Attributes<L> {
    fn default() -> Self {
        Attributes { rows: Vec::new() }
    }
}

impl<L: AttributeLevel> Attributes<L> {
    /// Reads `shop.Till.sell=atomic, shop.Log.*=never`: binary names of classes with their members; a `*` matches
    /// any characters.
    ///
    /// # Errors
    /// A sentence that names the part that is wrong, and the levels there are.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut rows = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((pattern, level)) = part.split_once('=') else {
                return Err(format!("`{part}` is not a pattern and a level, as {}", L::EXAMPLE));
            };
            let level = level.trim();
            let Some((_, level)) = L::LEVELS.iter().find(|(name, _)| *name == level) else {
                let names: Vec<&str> = L::LEVELS.iter().map(|(name, _)| *name).collect();
                return Err(format!("`{level}` is not a level; use one of {}", names.join(", ")));
            };
            rows.push((pattern.trim().to_owned(), *level));
        }
        Ok(Attributes { rows })
    }

    /// Says this as well, of what nothing is said yet.
    pub fn append(&mut self, mut others: Self) {
        self.rows.append(&mut others.rows);
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What is said about a member of a class.
    pub(crate) fn of(&self, class: &Class, member: &str) -> Option<L> {
        if self.rows.is_empty() {
            return None;
        }
        let name = format!("{}.{member}", class.binary_name());
        self.rows
            .iter()
            .find(|(pattern, _)| matches(pattern, &name))
            .map(|row| row.1)
    }
}

impl<L: AttributeLevel> std::fmt::Display for Attributes<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (pattern, level)) in self.rows.iter().enumerate() {
            let name = L::LEVELS.iter().find(|(_, l)| l == level).map_or("", |(name, _)| *name);
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
    use super::{Attributes, FieldAttributes, FieldLevel, Level, matches};

    #[test]
    fn patterns_and_levels_are_read() {
        let read: Attributes = Attributes::parse("Till.sell=atomic, shop.Log.*=never,").unwrap();
        assert_eq!(
            read.rows,
            [
                ("Till.sell".to_owned(), Level::Atomic),
                ("shop.Log.*".to_owned(), Level::Never)
            ]
        );
        assert!(Attributes::<Level>::parse("").unwrap().is_empty());
        let wrong = |text: &str| Attributes::<Level>::parse(text).unwrap_err();
        assert!(wrong("Till.sell").contains("Till.sell"));
        assert!(wrong("Till.sell=often").contains("runnables"));
    }

    #[test]
    fn fields_have_levels_of_their_own() {
        let read = FieldAttributes::parse("Pool.workers=firewall,Log.*=never").unwrap();
        assert_eq!(read.rows[0].1, FieldLevel::Firewall);
        assert_eq!(read.to_string(), "Pool.workers=firewall,Log.*=never");
        let wrong = |text: &str| FieldAttributes::parse(text).unwrap_err();
        assert!(wrong("Pool.workers=atomic").ends_with("use one of never, firewall"));
        assert!(wrong("Pool.workers").contains("shop.Pool.workers=firewall"));
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
