//! Every settable key: its name, its meaning, and what it accepts. `dropwire.toml` and `--set` share it.

use std::path::PathBuf;

use dropwire_check::{Attributes, EraserMode, StoreKind, Strategy, Symmetry, Timeouts};

use super::Settings;
use crate::nearest::nearest;
use crate::units::{parse_duration, parse_size};

/// Why a key or its value is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// No such key; the sentence names the nearest known one.
    Unknown(String),
    /// The value does not fit; the sentence says what would.
    Invalid(String),
    /// Known, but not built yet.
    Later(String),
}

impl KeyError {
    /// The sentence for the user.
    pub fn message(&self) -> &str {
        match self {
            KeyError::Unknown(message) | KeyError::Invalid(message) | KeyError::Later(message) => message,
        }
    }
}

type Apply = fn(&mut Settings, &str) -> Result<(), KeyError>;

/// The keys in the order of the contract. `vm.por` is Java PathFinder's name for the reduction.
const KEYS: &[(&str, Apply)] = &[
    ("limits.time", |settings, value| duration(&mut settings.time, value)),
    ("limits.total-time", |settings, value| {
        duration(&mut settings.total_time, value)
    }),
    ("limits.memory", |settings, value| {
        settings.options.memory_limit = parse_size(value).map_err(KeyError::Invalid)?;
        Ok(())
    }),
    ("limits.transitions", |settings, value| {
        number(&mut settings.options.max_transitions, value)
    }),
    ("limits.depth", |settings, value| {
        number(&mut settings.options.max_depth, value)
    }),
    ("search.eraser", |settings, value| match EraserMode::by_name(value) {
        Some(mode) => {
            settings.options.eraser = mode;
            Ok(())
        }
        None => Err(KeyError::Invalid(format!(
            "`{value}` is not one of strict, seed, ownership"
        ))),
    }),
    ("search.strategy", |settings, value| {
        settings.options.strategy = strategy(value)?;
        Ok(())
    }),
    ("search.runs", |settings, value| {
        number(&mut settings.options.runs, value)
    }),
    ("search.store", |settings, value| {
        settings.options.store = StoreKind::by_name(value)
            .ok_or_else(|| KeyError::Invalid(format!("`{value}` is not one of fingerprint, collapse, bitstate")))?;
        Ok(())
    }),
    ("search.symmetry", |settings, value| {
        settings.options.symmetry = Symmetry::by_name(value)
            .ok_or_else(|| KeyError::Invalid(format!("`{value}` is not one of canonical, site, site-thread")))?;
        Ok(())
    }),
    ("search.timeouts", |settings, value| {
        settings.options.timeouts = match value {
            "last-resort" => Timeouts::LastResort,
            "always" => Timeouts::Always,
            _ => {
                return Err(KeyError::Invalid(format!(
                    "`{value}` is not one of last-resort, always"
                )));
            }
        };
        Ok(())
    }),
    ("search.spurious-wakeups", |settings, value| {
        settings.options.spurious_wakeups = match value {
            "0" | "false" => false,
            "1" | "true" => true,
            _ => {
                return Err(KeyError::Later(format!(
                    "`{value}` spurious wakeups: only 0 and 1 are built yet"
                )));
            }
        };
        Ok(())
    }),
    ("search.seed", |settings, value| {
        number(&mut settings.options.seed, value)
    }),
    ("jdk.home", |settings, value| {
        settings.jdk_home = Some(PathBuf::from(value));
        Ok(())
    }),
    ("jdk.atomic", |settings, value| {
        flag(&mut settings.options.jdk_atomic, value)
    }),
    ("jdk.logging", |settings, value| {
        settings.options.silent_logging = match value {
            "silent" => true,
            "real" => false,
            _ => return Err(KeyError::Invalid(format!("`{value}` is not one of silent, real"))),
        };
        Ok(())
    }),
    ("vm.processors", |settings, value| {
        let number = value.parse().ok().filter(|processors| (1..=64).contains(processors));
        settings.options.processors = number;
        number
            .map(|_| ())
            .ok_or_else(|| KeyError::Invalid(format!("`{value}` is not a number from 1 to 64")))
    }),
    ("vm.por", |settings, value| flag(&mut settings.options.reduction, value)),
    ("vm.por.attributes", |settings, value| {
        settings.options.attributes = Attributes::parse(value).map_err(KeyError::Invalid)?;
        Ok(())
    }),
    ("vm.por.sync_detection", |settings, value| {
        detection(settings, "vm.por.sync_detection", value)
    }),
    ("vm.por.include_fields", |settings, value| {
        detection(settings, "vm.por.include_fields", value)
    }),
    ("vm.por.exclude_fields", |settings, value| {
        detection(settings, "vm.por.exclude_fields", value)
    }),
    ("vm.por.fieldlockinfo", |settings, value| {
        detection(settings, "vm.por.fieldlockinfo", value)
    }),
    ("debug.full-keys", |settings, value| {
        flag(&mut settings.options.full_keys, value)
    }),
    ("build.on-save", |settings, value| {
        settings.on_save = Some(value.trim().to_owned()).filter(|command| !command.is_empty());
        Ok(())
    }),
];

const STRATEGIES_TO_COME: &[&str] = &["best-first", "a-star", "preemption-bound", "pct", "pos", "surw"];

/// Sets one key.
///
/// # Errors
/// See [`KeyError`]; the settings are then unchanged.
pub fn apply(settings: &mut Settings, key: &str, value: &str) -> Result<(), KeyError> {
    match KEYS.iter().find(|(name, _)| *name == key) {
        Some((_, set)) => set(settings, value),
        None => Err(KeyError::Unknown(unknown(key, KEYS.iter().map(|(name, _)| *name)))),
    }
}

/// `unknown key `x`; did you mean `y`?`
pub fn unknown<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(key, known) {
        Some(meant) => format!("unknown key `{key}`; did you mean `{meant}`?"),
        None => format!("unknown key `{key}`"),
    }
}

fn strategy(value: &str) -> Result<Strategy, KeyError> {
    const BUILT: &str = "use guided, dfs, bfs, random or simulate";
    match Strategy::by_name(value) {
        Some(strategy) => Ok(strategy),
        None if STRATEGIES_TO_COME.contains(&value) => Err(KeyError::Later(format!(
            "the search strategy `{value}` is not built yet; {BUILT}"
        ))),
        None => Err(KeyError::Invalid(format!(
            "`{value}` is not a search strategy; {BUILT}"
        ))),
    }
}

fn detection(settings: &mut Settings, key: &str, value: &str) -> Result<(), KeyError> {
    let set = settings.options.sync_detection.set(key, value);
    set.map(|_| ()).map_err(KeyError::Invalid)
}

fn duration(place: &mut std::time::Duration, value: &str) -> Result<(), KeyError> {
    *place = parse_duration(value).map_err(KeyError::Invalid)?;
    Ok(())
}

fn number(place: &mut u64, value: &str) -> Result<(), KeyError> {
    *place = value
        .parse()
        .map_err(|_| KeyError::Invalid(format!("`{value}` is not a whole number")))?;
    Ok(())
}

fn flag(place: &mut bool, value: &str) -> Result<(), KeyError> {
    *place = value
        .parse()
        .map_err(|_| KeyError::Invalid(format!("`{value}` is not one of true, false")))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn keys_are_set() {
        let mut settings = Settings::default();
        for (key, value) in [
            ("limits.time", "2m"),
            ("search.timeouts", "always"),
            ("vm.por", "false"),
        ] {
            assert_eq!(apply(&mut settings, key, value), Ok(()));
        }
        assert_eq!(settings.time, Duration::from_secs(120));
        assert_eq!(settings.options.timeouts, Timeouts::Always);
        assert!(!settings.options.reduction);
    }

    #[test]
    fn wrong_ones_say_what_would_be_right() {
        let mut settings = Settings::default();
        let unknown = apply(&mut settings, "search.timeout", "always");
        assert_eq!(
            unknown,
            Err(KeyError::Unknown(
                "unknown key `search.timeout`; did you mean `search.timeouts`?".into()
            ))
        );
        assert!(matches!(
            apply(&mut settings, "search.strategy", "best-first"),
            Err(KeyError::Later(_))
        ));
        assert!(matches!(
            apply(&mut settings, "search.strategy", "zigzag"),
            Err(KeyError::Invalid(_))
        ));
        assert_eq!(settings, Settings::default());
    }
}
