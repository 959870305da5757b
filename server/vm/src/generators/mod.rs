//! Named choices: what `Verify.getDouble("velocity")` chooses among is said in the configuration, and not in the program.
//!
//! A kind of choice is one file and one line in [`KINDS`].

mod boolean;
mod interval;
mod list;
mod random;
mod threshold;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::choice_point::Value;

/// What a choice is among: at least one value, each with a number.
pub trait Generator: Debug + Send + Sync {
    /// How many values there are.
    fn ways(&self) -> u64;
    /// The value with a number below that.
    fn value(&self, way: u64) -> Value;
}

type Made = Result<Arc<dyn Generator>, String>;

/// A kind of choice.
pub struct Kind {
    /// As `double-threshold`.
    pub name: &'static str,
    /// Java PathFinder's classes of this kind, without their package.
    pub classes: &'static [&'static str],
    /// What it takes, as `threshold`.
    pub parameters: &'static [&'static str],
    make: fn(&Parameters<'_>) -> Made,
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    interval::KIND,
    list::INTS,
    list::LONGS,
    list::FLOATS,
    list::DOUBLES,
    threshold::FLOAT,
    threshold::DOUBLE,
    boolean::KIND,
    random::KIND,
];

impl Kind {
    /// The kind with a name, or of a class of Java PathFinder's.
    pub fn by_name(name: &str) -> Option<&'static Kind> {
        // Its package has had two names.
        let of = |package: &str| name.strip_prefix(package);
        let class = of("gov.nasa.jpf.vm.choice.").or_else(|| of("gov.nasa.jpf.jvm.choice."));
        let class = class.unwrap_or(name);
        KINDS
            .iter()
            .find(|kind| kind.name == name || kind.classes.contains(&class))
    }
}

/// Choices by their names: each with its parameters, `kind` among them. Texts, as the user writes them.
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedChoices {
    by_name: BTreeMap<String, BTreeMap<String, String>>,
}

/// What the keys of choices begin with: `choice.velocity.kind`.
pub const PREFIX: &str = "choice.";

impl NamedChoices {
    /// Sets what a key says, as `choice.velocity.kind`; whether it is one.
    pub fn set(&mut self, key: &str, value: &str) -> bool {
        let Some((choice, parameter)) = key.strip_prefix(PREFIX).and_then(|rest| rest.rsplit_once('.')) else {
            return false;
        };
        // Java PathFinder names a class.
        let parameter = if parameter == "class" { "kind" } else { parameter };
        let choice = self.by_name.entry(choice.to_owned()).or_default();
        choice.insert(parameter.to_owned(), value.to_owned());
        true
    }

    /// Those of some keys that are about choices.
    pub fn of_keys<'a>(keys: impl Iterator<Item = (&'a str, &'a str)>) -> NamedChoices {
        let mut choices = NamedChoices::default();
        for (key, value) in keys {
            choices.set(key, value);
        }
        choices
    }

    /// All keys with their values, as [`NamedChoices::set`] takes them.
    pub fn keys(&self) -> impl Iterator<Item = (String, &str)> {
        self.by_name.iter().flat_map(|(choice, parameters)| {
            let key = move |parameter: &String| format!("{PREFIX}{choice}.{parameter}");
            parameters
                .iter()
                .map(move |(parameter, value)| (key(parameter), value.as_str()))
        })
    }

    /// What they are among.
    ///
    /// # Errors
    /// A sentence that names the choice: no kind or an unknown one, a parameter that is unknown, missing or does not fit.
    pub fn generators(&self) -> Result<BTreeMap<String, Arc<dyn Generator>>, String> {
        let made = self.by_name.iter().map(|(name, given)| {
            let generator = Parameters { given }.generator();
            let generator = generator.map_err(|why| format!("the choice `{name}`: {why}"))?;
            Ok((name.clone(), generator))
        });
        made.collect()
    }
}

/// The parameters of one choice.
pub(crate) struct Parameters<'a> {
    given: &'a BTreeMap<String, String>,
}

impl Parameters<'_> {
    fn generator(&self) -> Made {
        let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        let said = self
            .given
            .get("kind")
            .ok_or_else(|| format!("it has no `kind`; there are {}", names()))?;
        let kind = Kind::by_name(said).ok_or_else(|| format!("there is no kind `{said}`; there are {}", names()))?;
        let known = |name: &&String| *name == "kind" || kind.parameters.contains(&name.as_str());
        if let Some(unknown) = self.given.keys().find(|name| !known(name)) {
            return Err(format!(
                "`{}` takes {}, and no `{unknown}`",
                kind.name,
                kind.parameters.join(", ")
            ));
        }
        (kind.make)(self)
    }

    /// A parameter as a value of some sort.
    fn one<T: std::str::FromStr>(&self, name: &str) -> Result<T, String> {
        let text = self.given.get(name).ok_or_else(|| format!("it needs `{name}`"))?;
        text.trim()
            .parse()
            .map_err(|_| format!("`{name}` is `{text}`, which is no such number"))
    }

    fn one_or<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, String> {
        match self.given.contains_key(name) {
            true => self.one(name),
            false => Ok(default),
        }
    }

    /// Values apart by commas, semicolons, colons or white space.
    fn several<T: std::str::FromStr>(&self, name: &str) -> Result<Vec<T>, String> {
        let text = self.given.get(name).ok_or_else(|| format!("it needs `{name}`"))?;
        let separates = |c: char| matches!(c, ',' | ';' | ':') || c.is_whitespace();
        let words = text.split(separates).filter(|word| !word.is_empty());
        let values = words.map(|word| {
            word.parse()
                .map_err(|_| format!("`{word}` in `{name}` is no such number"))
        });
        let values: Vec<T> = values.collect::<Result<_, _>>()?;
        match values.is_empty() {
            true => Err(format!("`{name}` is empty")),
            false => Ok(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(parameters: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let mut choices = NamedChoices::default();
        for (name, value) in parameters {
            assert!(choices.set(&format!("choice.velocity.{name}"), value));
        }
        let generators = choices.generators()?;
        let generator = &generators["velocity"];
        Ok((0..generator.ways())
            .map(|way| generator.value(way).to_string())
            .collect())
    }

    #[test]
    fn each_kind_has_its_values() {
        let of = |parameters: &[(&str, &str)]| values(parameters).unwrap();
        assert_eq!(
            of(&[("kind", "int-interval"), ("min", "-1"), ("max", "5"), ("delta", "3")]),
            ["-1", "2", "5"]
        );
        assert_eq!(
            of(&[("kind", "IntIntervalGenerator"), ("min", "3"), ("max", "3")]),
            ["3"]
        );
        assert_eq!(of(&[("kind", "int-list"), ("values", "1:2, 7")]), ["1", "2", "7"]);
        assert_eq!(of(&[("kind", "double-list"), ("values", "1.5 -2")]), ["1.5", "-2.0"]);
        let threshold = "gov.nasa.jpf.vm.choice.DoubleThresholdGenerator";
        assert_eq!(
            of(&[("kind", threshold), ("threshold", "5"), ("delta", "0.5")]),
            ["4.5", "5.0", "5.5"]
        );
        assert_eq!(of(&[("kind", "boolean"), ("false-first", "false")]), ["true", "false"]);
        let drawn = [
            ("kind", "random-ints"),
            ("min", "1"),
            ("max", "6"),
            ("count", "4"),
            ("seed", "3"),
        ];
        assert_eq!((of(&drawn).len(), of(&drawn)), (4, of(&drawn)));
        let whole = [
            ("kind", "int-interval"),
            ("min", "-9223372036854775808"),
            ("max", "9223372036854775807"),
        ];
        let mut choices = NamedChoices::default();
        for (name, value) in whole {
            choices.set(&format!("choice.all.{name}"), value);
        }
        assert_eq!(
            NamedChoices::of_keys(choices.keys().map(|(key, value)| (&*key.leak(), value))),
            choices
        );
        assert_eq!(
            choices.generators().unwrap()["all"].value(u64::MAX - 1),
            Value::Whole(i64::MAX - 1)
        );
    }

    #[test]
    fn mistakes_say_what_there_is() {
        let wrong = |parameters: &[(&str, &str)]| values(parameters).unwrap_err();
        assert!(wrong(&[("min", "1")]).contains("there are int-interval, "));
        assert!(wrong(&[("kind", "zigzag")]).contains("no kind `zigzag`; there are int-interval, "));
        assert!(wrong(&[("kind", "int-list")]).contains("needs `values`"));
        assert!(wrong(&[("kind", "int-list"), ("values", "1,x")]).contains("`x` in `values`"));
        assert!(wrong(&[("kind", "int-list"), ("values", " ")]).contains("empty"));
        assert!(wrong(&[("kind", "int-list"), ("value", "1")]).contains("takes values, and no `value`"));
        assert!(wrong(&[("kind", "int-interval"), ("min", "3"), ("max", "1")]).contains("`velocity`"));
        assert!(wrong(&[("kind", "random-ints"), ("min", "1"), ("max", "2"), ("count", "0")]).contains("count"));
    }
}
