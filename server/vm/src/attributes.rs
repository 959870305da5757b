//! What the user says about methods: which run as one step, and which calls are boundaries.
//!
//! The levels are those of Java PathFinder's Attributor. `never`, `top-level` and `atomic` take boundaries away and can
//! hide defects: where one did, the verdict says so. The levels `always` and `runnables` only add boundaries.

use crate::image::class::{Class, Method};
use crate::thread::{LOCKED, ThreadId};
use crate::vm::Vm;

/// What is said about a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

const LEVELS: &[(&str, Level)] = &[
    ("atomic", Level::Atomic),
    ("never", Level::Never),
    ("always", Level::Always),
    ("runnables", Level::Runnables),
    ("top-level", Level::TopLevel),
];

/// Patterns of methods with their levels; the first that matches counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    rows: Vec<(String, Level)>,
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

impl Vm {
    /// Takes over what the user says about methods, for classes that are loaded already and those to come.
    pub fn set_attributes(&mut self, attributes: Attributes) {
        for method in &self.image.methods {
            if let Some(class) = method.class.get() {
                method.attribute.set(attributes.of(class, method));
                method.note_special();
            }
        }
        self.image.attributes = attributes;
    }

    /// Whether the thread runs a method that was said to be atomic.
    pub fn is_in_atomic(&self, thread: ThreadId) -> bool {
        self.thread(thread).is_atomic()
    }

    /// The outermost method on the thread's stack that was said to be atomic.
    pub fn atomic_method(&self, thread: ThreadId) -> Option<&'static Method> {
        let t = self.thread(thread);
        let root = |fp: u32| t.stack[fp as usize + 2] & crate::thread::ATOMIC_ROOT != 0;
        let found = t.frames().filter(|(fp, ..)| root(*fp)).last()?;
        Some(self.image.method(found.1))
    }

    /// Whether the thread holds a monitor that its frames refer to.
    pub(crate) fn holds_a_monitor(&self, thread: ThreadId) -> bool {
        let owns = |r: crate::heap::Ref| {
            self.heap
                .monitor(r)
                .is_some_and(|(owner, _)| owner == thread.0 as usize)
        };
        let t = self.thread(thread);
        if t.frames().any(|(fp, ..)| t.stack[fp as usize + 2] & LOCKED != 0) {
            return true;
        }
        let mut held = false;
        // A frame that cannot be read is given up when its state is numbered.
        let _ = self.for_each_frame_slot(thread, |_, value, is_ref| {
            held |= is_ref && value != 0 && owns(value as crate::heap::Ref);
        });
        held
    }

    /// Whether another thread can move.
    pub(crate) fn others_can_move(&self, thread: ThreadId) -> bool {
        self.live().any(|other| other != thread && self.is_enabled(other))
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
