//! What may be said of the use of an object under test. By default two threads make three calls, and results are not judged.

use serde::{Deserialize, Serialize};

/// The default number of threads, and of calls of each.
const THREADS: usize = 2;
const CALLS: usize = 2;
/// Calls of one method, with different arguments.
const ARGUMENTS: usize = 2;
/// As many threads have names.
pub(crate) const MOST_THREADS: usize = 8;

/// `object.…` and the same keys of a `[[target]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ObjectOptions {
    /// How many threads use the object.
    pub threads: Option<usize>,
    /// How many calls each makes.
    pub calls: Option<usize>,
    /// In how many ways a method is called that has parameters.
    pub arguments: Option<usize>,
    /// The methods that are called, by name, with the types of the parameters where that matters; all public ones if there is none here.
    pub methods: Vec<String>,
    /// The methods whose results are compared after all calls; those that look like it if there is none here.
    pub observers: Vec<String>,
    /// The static method that gives the object, as `shop.TillFixture#create`.
    pub new: Option<String>,
    /// The class whose sequential executions say what is right; the object's own if there is none.
    pub spec: Option<String>,
    /// What orders of the calls may explain their results.
    pub consistency: Option<Consistency>,
    /// Methods, by name, that only one thread calls at a time, in groups.
    pub non_parallel: Vec<Vec<String>>,
    /// How many calls one thread makes at most before the others begin.
    pub prefix: Option<usize>,
    /// When calls have to return.
    pub progress: Option<ProgressCondition>,
    /// How calls are given up by others.
    pub cancellation: Option<Cancellation>,
}

/// How a thread gives up a call of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cancellation {
    /// By `Thread.interrupt`, which is a call as others are: a sequential order has its place for it.
    Interrupt,
}

impl Cancellation {
    /// The name in `object.cancellation`.
    pub fn name(self) -> &'static str {
        match self {
            Cancellation::Interrupt => "interrupt",
        }
    }
}

/// When a call has to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProgressCondition {
    /// From every reachable state on, if its thread runs alone (Herlihy, Luchangco and Moir, ICDCS 2003).
    ObstructionFreedom,
}

impl ProgressCondition {
    /// The name in `object.progress`.
    pub fn name(self) -> &'static str {
        match self {
            ProgressCondition::ObstructionFreedom => "obstruction-freedom",
        }
    }
}

/// Which sequential orders of the calls may explain what they gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consistency {
    /// Orders in which a call that was over when another one began comes first (Herlihy and Wing, TOPLAS 1990).
    Linearizability,
    /// Orders that keep each thread's own (Lamport, IEEE ToC 1979).
    Sequential,
    /// Orders in which what was over at a moment without any call comes before what began later (Aspnes, Herlihy and Shavit, JACM 1994).
    Quiescent,
    /// Results are not judged.
    None,
}

impl Consistency {
    /// All of them.
    pub const ALL: [Consistency; 4] = [
        Consistency::Linearizability,
        Consistency::Sequential,
        Consistency::Quiescent,
        Consistency::None,
    ];

    /// The name in `object.consistency`.
    pub fn name(self) -> &'static str {
        match self {
            Consistency::Linearizability => "linearizability",
            Consistency::Sequential => "sequential",
            Consistency::Quiescent => "quiescent",
            Consistency::None => "none",
        }
    }

    /// The one with this name.
    pub fn by_name(name: &str) -> Option<Consistency> {
        Consistency::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl ObjectOptions {
    /// The keys, without `object.`, in the order of the pages.
    pub const KEYS: [&str; 12] = [
        "threads",
        "calls",
        "methods",
        "arguments",
        "observers",
        "new",
        "spec",
        "consistency",
        "non-parallel",
        "prefix",
        "progress",
        "cancellation",
    ];

    /// Whether scenarios are made: somebody has said anything.
    pub fn makes_scenarios(&self) -> bool {
        *self != ObjectOptions::default()
    }

    /// How many threads use the object.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(THREADS)
    }

    /// How many calls each makes.
    pub fn calls(&self) -> usize {
        self.calls.unwrap_or(CALLS)
    }

    /// How many calls one thread makes at most before the others begin.
    pub fn prefix(&self) -> usize {
        self.prefix.unwrap_or(0)
    }

    /// In how many ways a method is called that has parameters.
    pub fn arguments(&self) -> usize {
        self.arguments.unwrap_or(ARGUMENTS)
    }

    /// What orders of the calls may explain their results.
    pub fn consistency(&self) -> Consistency {
        self.consistency.unwrap_or(Consistency::Linearizability)
    }

    /// Sets one of [`ObjectOptions::KEYS`]. Lists are separated by commas, groups by semicolons.
    ///
    /// # Errors
    /// A sentence that says what would fit.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number
                .map(Some)
                .ok_or_else(|| format!("`{value}` is not a number from 1 to {most}"))
        };
        match key {
            "threads" => self.threads = number(MOST_THREADS)?,
            "calls" => self.calls = number(8)?,
            "prefix" => self.prefix = number(8)?,
            "arguments" => self.arguments = number(100)?,
            // A method may be said with the types of its parameters: `offer(Object, long)`.
            "methods" => self.methods = names(value),
            "observers" => self.observers = names(value),
            "new" => {
                if !value.contains('#') {
                    return Err(format!("`{value}` is not a static method, as shop.TillFixture#create"));
                }
                self.new = Some(value.to_owned());
            }
            "spec" => self.spec = Some(value.to_owned()),
            "consistency" => {
                let known = Consistency::by_name(value);
                let all = Consistency::ALL.map(Consistency::name).join(", ");
                self.consistency = Some(known.ok_or_else(|| format!("`{value}` is not one of {all}"))?);
            }
            "non-parallel" => {
                let groups = value.split(';').map(names).filter(|group| !group.is_empty());
                self.non_parallel = groups.collect();
            }
            "progress" => {
                let known = ProgressCondition::ObstructionFreedom;
                self.progress = match value == known.name() {
                    true => Some(known),
                    false => {
                        return Err(format!(
                            "`{value}` is not {}, the only condition that is checked",
                            known.name()
                        ));
                    }
                };
            }
            "cancellation" => {
                let known = Cancellation::Interrupt;
                self.cancellation = match value == known.name() {
                    true => Some(known),
                    false => return Err(format!("`{value}` is not {}, the only way that there is", known.name())),
                };
            }
            _ => return Err(format!("there is no key `object.{key}`")),
        }
        self.can_be_cancelled()?;
        let most = dropwire_vm::MOST_CALLS;
        if self.threads() * self.calls() + self.prefix() > most {
            let before = match self.prefix {
                Some(prefix) => format!(" after {prefix} calls"),
                None => String::new(),
            };
            return Err(format!(
                "{} threads with {} calls each{before} are too many: a scenario has at most {most} calls",
                self.threads(),
                self.calls()
            ));
        }
        Ok(())
    }

    /// Whether calls are cancelled only where that has a meaning.
    ///
    /// # Errors
    /// A sentence that says what is needed.
    pub(crate) fn can_be_cancelled(&self) -> Result<(), String> {
        match self.cancellation.is_some() && (self.threads() != 2 || self.prefix() > 0) {
            true => Err(
                "calls are cancelled (object.cancellation) only where two threads make all of them, without a prefix"
                    .into(),
            ),
            false => Ok(()),
        }
    }

    /// What was said, as [`ObjectOptions::set`] reads it.
    pub fn said(&self) -> Vec<(&'static str, String)> {
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        let list = |list: &[String]| Some(list.join(",")).filter(|text| !text.is_empty());
        let groups: Vec<String> = self.non_parallel.iter().map(|group| group.join(",")).collect();
        [
            ("threads", number(self.threads)),
            ("calls", number(self.calls)),
            ("methods", list(&self.methods)),
            ("arguments", number(self.arguments)),
            ("observers", list(&self.observers)),
            ("new", self.new.clone()),
            ("spec", self.spec.clone()),
            ("consistency", self.consistency.map(|one| one.name().to_owned())),
            ("non-parallel", Some(groups.join(";")).filter(|text| !text.is_empty())),
            ("prefix", number(self.prefix)),
            ("progress", self.progress.map(|one| one.name().to_owned())),
            ("cancellation", self.cancellation.map(|one| one.name().to_owned())),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
        .collect()
    }

    /// What is said here, and else what is said there.
    pub fn or(&self, other: &ObjectOptions) -> ObjectOptions {
        let list = |one: &[String], other: &[String]| if one.is_empty() { other.to_vec() } else { one.to_vec() };
        ObjectOptions {
            threads: self.threads.or(other.threads),
            calls: self.calls.or(other.calls),
            arguments: self.arguments.or(other.arguments),
            methods: list(&self.methods, &other.methods),
            observers: list(&self.observers, &other.observers),
            new: self.new.clone().or_else(|| other.new.clone()),
            spec: self.spec.clone().or_else(|| other.spec.clone()),
            consistency: self.consistency.or(other.consistency),
            non_parallel: match self.non_parallel.is_empty() {
                true => other.non_parallel.clone(),
                false => self.non_parallel.clone(),
            },
            prefix: self.prefix.or(other.prefix),
            progress: self.progress.or(other.progress),
            cancellation: self.cancellation.or(other.cancellation),
        }
    }
}

/// What stands between commas, but for those in parentheses.
fn names(text: &str) -> Vec<String> {
    let mut depth = 0;
    let parts = text.split(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Consistency, ObjectOptions};

    #[test]
    fn what_was_said_is_read_again() {
        let mut options = ObjectOptions::default();
        assert!(!options.makes_scenarios());
        for (key, value) in [
            ("threads", "3"),
            ("calls", "2"),
            ("methods", "add(int, long), close"),
            ("arguments", "1"),
            ("observers", "size"),
            ("new", "shop.Fixture#create"),
            ("spec", "java.util.ArrayDeque"),
            ("consistency", "quiescent"),
            ("non-parallel", "offer,poll; close"),
            ("prefix", "1"),
            ("progress", "obstruction-freedom"),
        ] {
            options.set(key, value).unwrap();
        }
        assert!(options.makes_scenarios());
        assert_eq!(options.consistency(), Consistency::Quiescent);
        assert_eq!(options.methods, ["add(int, long)", "close"]);
        assert_eq!(options.non_parallel.len(), 2);
        let mut again = ObjectOptions::default();
        for (key, value) in options.said() {
            again.set(key, &value).unwrap();
        }
        assert_eq!(again, options);
        // Of all but one, which goes with two threads and no prefix.
        assert_eq!(options.said().len() + 1, ObjectOptions::KEYS.len());
        assert!(
            options
                .set("cancellation", "interrupt")
                .unwrap_err()
                .contains("two threads")
        );
        let mut options = ObjectOptions::default();
        options.set("cancellation", "interrupt").unwrap();
        assert_eq!(options.said(), [("cancellation", "interrupt".to_owned())]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut options = ObjectOptions::default();
        for (key, value) in [
            ("threads", "0"),
            ("threads", "9"),
            ("new", "shop.Fixture"),
            ("consistency", "eventual"),
            ("progress", "wait-freedom"),
            ("cancellation", "stop"),
            ("colour", "red"),
        ] {
            assert!(options.set(key, value).is_err(), "{key} {value}");
        }
        options.set("threads", "8").unwrap();
        assert!(options.set("calls", "8").unwrap_err().contains("at most"));
    }
}
