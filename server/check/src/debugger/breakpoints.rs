//! Breakpoints, bound to the code of the classes that a run has loaded.

use std::collections::BTreeSet;

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_vm::Vm;
use dropwire_vm::image::class::{Class, Method};
use rustc_hash::FxHashMap;

use super::command::{Bound, Breakpoint, Place, Position, Watch};
use super::expression::{self, Expression};
use super::inspect;
use crate::site::simple_name;

/// All breakpoints of a session, by their index.
#[derive(Default)]
pub(super) struct Breakpoints {
    /// Those before an instruction, by method and instruction.
    pub(super) code: FxHashMap<(u32, u32), Vec<usize>>,
    /// Those of data.
    pub(super) watches: Vec<(usize, Watch)>,
    /// What has to hold.
    pub(super) conditions: Vec<Option<Expression>>,
    /// The places at which one with a number of times stops; nothing for one without.
    pub(super) times: Vec<Option<BTreeSet<Position>>>,
}

/// Which of the times counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Times {
    Exactly(u64),
    AtLeast(u64),
    Each(u64),
}

impl Times {
    /// `3` and `== 3`, `>= 3` and `> 2`, `% 3`.
    pub(super) fn parse(text: &str) -> Option<Times> {
        let text = text.trim();
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
        let behind = |sign: &str| text.strip_prefix(sign).and_then(number);
        behind(">=")
            .map(Times::AtLeast)
            .or_else(|| {
                text.strip_prefix('>')?
                    .trim()
                    .parse::<u64>()
                    .ok()?
                    .checked_add(1)
                    .map(Times::AtLeast)
            })
            .or_else(|| behind("%").map(Times::Each))
            .or_else(|| behind("==").or_else(|| number(text)).map(Times::Exactly))
    }

    /// Whether the `n`th time counts, from 1.
    pub(super) fn counts(self, n: u64) -> bool {
        match self {
            Times::Exactly(one) => n == one,
            Times::AtLeast(least) => n >= least,
            Times::Each(period) => n.is_multiple_of(period),
        }
    }
}

impl Breakpoints {
    /// Binds breakpoints, and says how each was taken. The times of those with a number are found by running.
    pub(super) fn bind(vm: &Vm, wanted: &[Breakpoint]) -> (Breakpoints, Vec<Bound>) {
        let mut all = Breakpoints::default();
        let mut answers = Vec::new();
        for (index, breakpoint) in wanted.iter().enumerate() {
            let condition = breakpoint.condition.as_deref().map(expression::parse).transpose();
            let hits = breakpoint.hits.as_deref().map(Times::parse);
            all.conditions.push(condition.clone().ok().flatten());
            all.times.push(None);
            answers.push(match (condition, hits) {
                (Err(error), _) => Bound::Condition(error),
                (_, Some(None)) => Bound::Hits,
                _ => all.place(vm, index, &breakpoint.place),
            });
        }
        (all, answers)
    }

    fn place(&mut self, vm: &Vm, index: usize, place: &Place) -> Bound {
        let (code, otherwise) = match place {
            Place::Line { path, line } => (line_starts(vm, path, *line), Bound::NoCode),
            Place::Method(name) => (entries(vm, name), Bound::NoMethod),
            Place::Data(watch) => {
                self.watches.push((index, *watch));
                return Bound::Set;
            }
        };
        let known = !code.is_empty();
        for at in code {
            self.code.entry(at).or_default().push(index);
        }
        if known { Bound::Set } else { otherwise }
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.code.is_empty() && self.watches.is_empty()
    }

    /// Whether a breakpoint stops at a place that it has reached.
    pub(super) fn counts(&self, index: usize, position: Position) -> bool {
        let times = self.times.get(index).and_then(Option::as_ref);
        times.is_none_or(|times| times.contains(&position))
    }
}

/// The user's classes that were loaded.
fn user_classes(vm: &Vm) -> impl Iterator<Item = &'static Class> + '_ {
    let all = vm.image.classes.iter().copied();
    all.filter(|class| class.is_user() && !class.is_made() && !class.is_array())
}

/// Where lines of a method begin: instruction and line.
pub(super) fn starts_of(method: &Method) -> Vec<(u32, u32)> {
    let Some(data) = method.data() else { return Vec::new() };
    let opcodes = data.bytecode.as_ref().map(|code| &code.opcodes[..]).unwrap_or_default();
    let mut starts = Vec::new();
    for attribute in &data.attributes {
        if let AttributeData::LineNumberTable(entries) = &attribute.data {
            for entry in entries {
                let at = opcodes.binary_search_by_key(&usize::from(entry.start_pc), |(offset, _)| *offset);
                starts.extend(at.ok().map(|at| (at as u32, u32::from(entry.line_number))));
            }
        }
    }
    starts.sort_unstable();
    starts
}

/// The instructions at which a line of a file begins. A file is that of a class where its path ends as the class's package and source file
/// say; where none does, by its name alone.
fn line_starts(vm: &Vm, path: &str, line: u32) -> Vec<(u32, u32)> {
    let of_file = |whole: bool| {
        user_classes(vm).filter(move |class| {
            let Some(file) = class.source_file else { return false };
            let relative = match class.package() {
                "" => file.to_owned(),
                package if whole => format!("{package}/{file}"),
                _ => file.to_owned(),
            };
            path == relative || path.strip_suffix(&relative).is_some_and(|folder| folder.ends_with('/'))
        })
    };
    let on_line = |whole: bool| -> Vec<(u32, u32)> {
        let methods = of_file(whole).flat_map(|class| class.methods.iter().copied());
        let starts = methods.flat_map(|method| starts_of(method).into_iter().map(|start| (method.id.0, start)));
        starts
            .filter(|(_, (_, of))| *of == line)
            .map(|(method, (pc, _))| (method, pc))
            .collect()
    };
    match of_file(true).next() {
        Some(_) => on_line(true),
        None => on_line(false),
    }
}

/// The first instructions of the methods of a name.
fn entries(vm: &Vm, name: &str) -> Vec<(u32, u32)> {
    let name = name.trim().trim_end_matches("()").replace('#', ".");
    let (class, method) = match name.rsplit_once('.') {
        Some((class, method)) => (Some(class), method),
        None => (None, name.as_str()),
    };
    let is_meant = |of: &Class| {
        let binary = of.binary_name();
        class.is_none_or(|class| {
            let simple = simple_name(&binary);
            binary == class
                || simple == class
                || simple.replace('$', ".") == class
                || simple.rsplit('$').next() == Some(class)
        })
    };
    let methods = user_classes(vm)
        .filter(|class| is_meant(class))
        .flat_map(|class| class.methods.iter().copied());
    let named = methods.filter(|one| one.name == method && one.has_code());
    named.map(|one| (one.id.0, 0)).collect()
}

/// What is known of a method while a run goes through it.
enum Known {
    /// A reader does not go through it.
    Other,
    /// The user's: where its lines begin.
    User(Vec<u32>),
}

/// What is known of methods, by their number.
#[derive(Default)]
pub(super) struct Methods {
    known: FxHashMap<u32, Known>,
}

impl Methods {
    /// Whether a method is the user's; then whether one of its lines begins at an instruction.
    pub(super) fn look(&mut self, vm: &Vm, method: u32, pc: u32) -> Option<bool> {
        let known = self
            .known
            .entry(method)
            .or_insert_with(|| match inspect::is_user(vm, method, 0) {
                true => {
                    let starts = starts_of(vm.image.method(method));
                    Known::User(starts.into_iter().map(|(pc, _)| pc).collect())
                }
                false => Known::Other,
            });
        match known {
            Known::Other => None,
            Known::User(starts) => Some(starts.binary_search(&pc).is_ok()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_four_forms() {
        let counted = |text: &str| {
            let times = Times::parse(text)?;
            Some((1..=6).filter(|n| times.counts(*n)).collect::<Vec<u64>>())
        };
        for (text, times) in [
            ("3", Some(vec![3])),
            ("== 3", Some(vec![3])),
            (">= 5", Some(vec![5, 6])),
            ("> 5", Some(vec![6])),
            ("% 2", Some(vec![2, 4, 6])),
            ("0", None),
            ("% 0", None),
            ("often", None),
        ] {
            assert_eq!(counted(text), times, "{text}");
        }
    }
}
