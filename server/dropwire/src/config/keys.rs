//! Every settable key: its name, its meaning, and what it accepts. `dropwire.toml` and `--set` share it.

use std::path::PathBuf;

use dropwire_check::{
    Attributes, EraserMode, FieldAttributes, HeuristicKind, Integers, Probability, ReducedSearches, SearchMode,
    SolverChoice, SourceLine, StoreKind, Symmetry, Timeouts,
};

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
}

impl KeyError {
    /// The sentence for the user.
    pub fn message(&self) -> &str {
        match self {
            KeyError::Unknown(message) | KeyError::Invalid(message) => message,
        }
    }
}

type Apply = fn(&mut Settings, &str) -> Result<(), KeyError>;

/// A key, and what the user may know of it.
pub struct Key {
    /// As `search.timeouts`.
    pub name: &'static str,
    /// What it accepts, as a grammar: words, or the sort of a value in capitals.
    pub values: &'static str,
    /// Its value if it is unset; empty if that is no value of the key's own.
    pub default: &'static str,
    /// What it is for.
    pub meaning: &'static str,
    set: Apply,
}

impl Key {
    const fn new(
        name: &'static str,
        values: &'static str,
        default: &'static str,
        meaning: &'static str,
        set: Apply,
    ) -> Key {
        Key {
            name,
            values,
            default,
            meaning,
            set,
        }
    }
}

/// The keys in the order of the contract. `vm.por` is Java PathFinder's name for the reduction.
pub const KEYS: &[Key] = &[
    Key::new(
        "limits.time",
        "TIME",
        "60s",
        "time limit per target, such as 500ms, 60s or 2m; 0 for none",
        |settings, value| duration(&mut settings.time, value),
    ),
    Key::new(
        "limits.total-time",
        "TIME",
        "0",
        "time limit for all targets together; 0 for none",
        |settings, value| duration(&mut settings.total_time, value),
    ),
    Key::new(
        "limits.memory",
        "SIZE",
        "4GiB",
        "memory limit of all verification processes together; 0 for none",
        |settings, value| {
            settings.options.memory_limit = parse_size(value).map_err(KeyError::Invalid)?;
            Ok(())
        },
    ),
    Key::new(
        "limits.transitions",
        "N",
        "0",
        "maximum number of transitions per target; 0 for no limit",
        |settings, value| number(&mut settings.options.max_transitions, value),
    ),
    Key::new(
        "limits.depth",
        "N",
        "0",
        "maximum number of transitions on one path; 0 for no limit",
        |settings, value| number(&mut settings.options.max_depth, value),
    ),
    Key::new(
        "search.eraser",
        "strict | seed | ownership",
        "strict",
        "variant of the lockset analysis that predicts races; `ownership` does not warn of objects that one thread hands over to another",
        |settings, value| match EraserMode::by_name(value) {
            Some(mode) => {
                settings.options.eraser = mode;
                Ok(())
            }
            None => Err(KeyError::Invalid(format!(
                "`{value}` is not one of strict, seed, ownership"
            ))),
        },
    ),
    Key::new(
        "search.strategy",
        "guided | dfs | bfs | best-first | a-star | preemption-bound | window | random | pct | pos | surw | coverage | simulate",
        "guided",
        "search strategy, see `dropwire help search`",
        |settings, value| {
            settings.options.strategy = strategy(value)?;
            Ok(())
        },
    ),
    Key::new(
        "search.progress",
        "true | false",
        "false",
        "whether to report fair runs that never end though others do (livelock, starvation), see `dropwire help property`",
        |settings, value| flag(&mut settings.options.progress, value),
    ),
    Key::new(
        "search.runs",
        "N",
        "",
        "number of runs of `random`, `pct`, `pos`, `surw` and `coverage` (1000 if unset), and of `simulate` (10 if unset)",
        |settings, value| number(&mut settings.options.runs, value),
    ),
    Key::new(
        "search.switch-probability",
        "P",
        "",
        "probability of a context switch at each step of `random`, such as 0.1; if unset, all choices are equally likely",
        |settings, value| {
            let probability = Probability::parse(value);
            settings.options.switch_probability = probability;
            probability
                .map(|_| ())
                .ok_or_else(|| KeyError::Invalid(format!("`{value}` is not a number above 0 and up to 1, such as 0.1")))
        },
    ),
    Key::new(
        "search.switch-coverage",
        "true | false",
        "false",
        "whether to note in how many methods, and between how many pairs of methods, the runs of `random`, `pct`, `pos`, `surw` and `coverage` switched threads",
        |settings, value| flag(&mut settings.options.switch_coverage, value),
    ),
    Key::new(
        "search.heuristic",
        "alternating | distance | most-blocked | interleaving",
        "alternating",
        "heuristic by which `best-first` and `a-star` estimate the distance to a defect, see `dropwire help search`",
        |settings, value| {
            settings.options.heuristic = HeuristicKind::by_name(value).ok_or_else(|| {
                KeyError::Invalid(format!(
                    "`{value}` is not one of alternating, distance, most-blocked, interleaving"
                ))
            })?;
            Ok(())
        },
    ),
    Key::new(
        "search.goal",
        "CLASS:LINE",
        "",
        "line that the heuristics `distance` and `alternating` aim at, such as shop.Till:42; if unset, the places that the analyses warn of",
        |settings, value| {
            let goal = SourceLine::parse(value);
            settings.options.goal = goal.clone();
            goal.map(|_| ())
                .ok_or_else(|| KeyError::Invalid(format!("`{value}` is not a class and a line, such as shop.Till:42")))
        },
    ),
    Key::new(
        "search.preemptions",
        "N",
        "2",
        "maximum number of preemptions on a path that `preemption-bound` explores",
        |settings, value| {
            settings.options.preemptions = value
                .parse()
                .map_err(|_| KeyError::Invalid(format!("`{value}` is not a whole number")))?;
            Ok(())
        },
    ),
    Key::new(
        "search.store",
        "fingerprint | collapse | bitstate | none",
        "fingerprint",
        "how visited states are stored: `fingerprint`, as 128-bit hashes; `collapse`, without loss; `bitstate`, as bits of one table, complete for small spaces only; `none`, not at all, so paths must end (`limits.depth`)",
        |settings, value| {
            settings.options.store = StoreKind::by_name(value).ok_or_else(|| {
                KeyError::Invalid(format!("`{value}` is not one of fingerprint, collapse, bitstate, none"))
            })?;
            Ok(())
        },
    ),
    Key::new(
        "search.symmetry",
        "canonical | site | site-thread",
        "canonical",
        "how objects are identified in states: by how they are reached, or by allocation site and occurrence (and thread), as in early versions of Java PathFinder",
        |settings, value| {
            settings.options.symmetry = Symmetry::by_name(value)
                .ok_or_else(|| KeyError::Invalid(format!("`{value}` is not one of canonical, site, site-thread")))?;
            Ok(())
        },
    ),
    Key::new(
        "search.timeouts",
        "when-blocked | always",
        "when-blocked",
        "when a timed wait may time out: only if no other thread can move, or at any moment",
        |settings, value| {
            settings.options.timeouts = match value {
                "when-blocked" | "last-resort" => Timeouts::LastResort,
                "always" => Timeouts::Always,
                _ => {
                    return Err(KeyError::Invalid(format!(
                        "`{value}` is not one of when-blocked, always"
                    )));
                }
            };
            Ok(())
        },
    ),
    Key::new(
        "search.spurious-wakeups",
        "true | false",
        "true",
        "whether `wait` and `park` may wake up spuriously (JLS 17.2.1)",
        |settings, value| {
            settings.options.spurious_wakeups = match value {
                "0" | "false" => false,
                "1" | "true" => true,
                _ => return Err(KeyError::Invalid(format!("`{value}` is not one of true, false"))),
            };
            Ok(())
        },
    ),
    Key::new(
        "search.seed",
        "N",
        "0",
        "seed of all random choices",
        |settings, value| number(&mut settings.options.seed, value),
    ),
    Key::new(
        "jdk.home",
        "DIR",
        "",
        "home of the JDK whose class library is used; if unset, `JAVA_HOME`, else the `java` on the PATH, else any installed one",
        |settings, value| {
            settings.jdk_home = Some(PathBuf::from(value));
            Ok(())
        },
    ),
    Key::new(
        "jdk.atomic",
        "true | false",
        "true",
        "whether operations that java.util.concurrent documents as atomic run as one step",
        |settings, value| flag(&mut settings.options.jdk_atomic, value),
    ),
    Key::new(
        "jdk.enumerate-random",
        "true | false",
        "false",
        "whether to explore every value within bounds that `nextBoolean`, `nextInt` and `nextLong` of java.util.Random can return, see `dropwire help choices`",
        |settings, value| flag(&mut settings.options.enumerate_random, value),
    ),
    Key::new(
        "jdk.logging",
        "silent | on",
        "silent",
        "whether loggers run, or are silenced while interleavings are explored",
        |settings, value| {
            settings.options.silent_logging = match value {
                "silent" => true,
                "on" | "real" => false,
                _ => return Err(KeyError::Invalid(format!("`{value}` is not one of silent, on"))),
            };
            Ok(())
        },
    ),
    Key::new(
        "files.read",
        "PATH, …",
        ".",
        "files and folders that the program may read, as they are found, relative to the folder of dropwire.toml; it never writes to them, see `dropwire help verdicts`",
        |settings, value| {
            if value.starts_with('[') {
                let form = "expects paths with commas between them, as `.,/etc/hosts`; a path that begins with `[` is written `./[…`";
                return Err(KeyError::Invalid(form.into()));
            }
            let paths = value.split(',').map(str::trim).filter(|path| !path.is_empty());
            settings.files_read = paths.map(PathBuf::from).collect();
            Ok(())
        },
    ),
    Key::new(
        "vm.processors",
        "N",
        "",
        "number that `availableProcessors` returns, from 1 to 64; 4 if unset",
        |settings, value| {
            let number = value.parse().ok().filter(|processors| (1..=64).contains(processors));
            settings.options.processors = number;
            number
                .map(|_| ())
                .ok_or_else(|| KeyError::Invalid(format!("`{value}` is not a number from 1 to 64")))
        },
    ),
    Key::new(
        "vm.por",
        "true | false",
        "true",
        "partial order reduction",
        |settings, value| flag(&mut settings.options.reduction, value),
    ),
    Key::new(
        "vm.por.attributes",
        "PATTERN=LEVEL, …",
        "",
        "what you know about methods, see `dropwire help search`",
        |settings, value| {
            settings.options.attributes = Attributes::parse(value).map_err(KeyError::Invalid)?;
            Ok(())
        },
    ),
    Key::new(
        "vm.por.field-attributes",
        "PATTERN=LEVEL, …",
        "",
        "what you know about fields, see `dropwire help search`",
        |settings, value| {
            settings.options.field_attributes = FieldAttributes::parse(value).map_err(KeyError::Invalid)?;
            Ok(())
        },
    ),
    Key::new(
        "vm.por.persistent",
        "large-searches | always | never",
        "large-searches",
        "in which searches threads that share nothing are explored one after the other (persistent sets): those of the default strategy that come to more than 2,000 transitions, those along paths from their beginning, or none; what each thread touches is learned, and what contradicts it restarts the search",
        |settings, value| {
            settings.options.persistent_sets = reduced_searches(value)?;
            Ok(())
        },
    ),
    Key::new(
        "vm.por.sleep",
        "large-searches | always | never",
        "large-searches",
        "in which searches a step is not taken again behind steps that are independent of it (sleep sets): as for `vm.por.persistent`; what it leaves out leads to what was explored",
        |settings, value| {
            settings.options.sleep_sets = reduced_searches(value)?;
            Ok(())
        },
    ),
    Key::new(
        "vm.por.sync-detection",
        "true | false",
        "true",
        "whether a field is assumed to be protected as long as a common lock is held at every access; a violation is detected and restarts the search",
        |settings, value| detection(settings, "vm.por.sync-detection", value),
    ),
    Key::new(
        "vm.por.include-fields",
        "PATTERN, …",
        "",
        "fields that may be assumed to be protected; if unset, all",
        |settings, value| detection(settings, "vm.por.include-fields", value),
    ),
    Key::new(
        "vm.por.exclude-fields",
        "PATTERN, …",
        "",
        "fields that are never assumed to be protected",
        |settings, value| detection(settings, "vm.por.exclude-fields", value),
    ),
    Key::new(
        "vm.por.fieldlockinfo",
        "at-once | statistic:ACCESSES",
        "at-once",
        "after how many accesses a field is assumed to be protected",
        |settings, value| detection(settings, "vm.por.fieldlockinfo", value),
    ),
    Key::new(
        "object.threads",
        "N",
        "",
        "number of threads that use an object under test, from 1 to 8; 2 if any other key or option of objects is set, see `dropwire help targets`",
        |settings, value| object(settings, "threads", value),
    ),
    Key::new(
        "object.calls",
        "N",
        "",
        "maximum number of calls per thread; 2 if any other key or option of objects is set",
        |settings, value| object(settings, "calls", value),
    ),
    Key::new(
        "object.methods",
        "NAME, …",
        "",
        "methods to call; if unset, all public ones",
        |settings, value| object(settings, "methods", value),
    ),
    Key::new(
        "object.arguments",
        "N",
        "",
        "number of different argument lists per method with parameters; 2 if any other key or option of objects is set",
        |settings, value| object(settings, "arguments", value),
    ),
    Key::new(
        "object.observers",
        "NAME, …",
        "",
        "methods without parameters whose results are compared after all calls; if unset, `size`, `isEmpty`, `get`, …",
        |settings, value| object(settings, "observers", value),
    ),
    Key::new(
        "object.new",
        "CLASS#METHOD",
        "",
        "static method that returns the object under test; if unset, a constructor is called",
        |settings, value| object(settings, "new", value),
    ),
    Key::new(
        "object.spec",
        "CLASS",
        "",
        "class whose sequential executions define the correct results; if unset, the object's class",
        |settings, value| object(settings, "spec", value),
    ),
    Key::new(
        "object.consistency",
        "linearizability | sequential | quiescent | none",
        "",
        "consistency condition that the results must satisfy; `linearizability` if any other key or option of objects is set",
        |settings, value| object(settings, "consistency", value),
    ),
    Key::new(
        "object.non-parallel",
        "NAME, …; NAME, …",
        "",
        "groups of methods that only one thread calls",
        |settings, value| object(settings, "non-parallel", value),
    ),
    Key::new(
        "object.prefix",
        "N",
        "",
        "maximum number of calls that one thread makes before the others begin; if unset, none",
        |settings, value| object(settings, "prefix", value),
    ),
    Key::new(
        "object.progress",
        "obstruction-freedom",
        "",
        "when calls have to return: with obstruction-freedom, if their threads run alone from any reachable state; if unset, only when they do in each sequential order",
        |settings, value| object(settings, "progress", value),
    ),
    Key::new(
        "object.cancellation",
        "interrupt",
        "",
        "how calls are given up: with interrupt, each of two threads also interrupts the other one, as a call of its own; if unset, none does",
        |settings, value| object(settings, "cancellation", value),
    ),
    Key::new(
        "debug.verify-hashes",
        "true | false",
        "false",
        "compute the key of each state from scratch too, and compare the two",
        |settings, value| flag(&mut settings.options.full_keys, value),
    ),
    Key::new(
        "debug.machine-steps",
        "true | false",
        "true",
        "operations of threads and groups of threads (`Thread.start`, `interrupt`, …) are one step; `false` explores them access by access",
        |settings, value| flag(&mut settings.options.machine_steps, value),
    ),
    Key::new(
        "symbolic.parameters",
        "none | all | NAME:symbolic,NAME:VALUE",
        "none",
        "parameters of a target Class#method that stand for all values, see `dropwire help symbolic`",
        |settings, value| {
            settings
                .options
                .symbolic
                .set_parameters(value)
                .map_err(KeyError::Invalid)
        },
    ),
    Key::new(
        "symbolic.values",
        "N",
        "100",
        "number of values to explore of what cannot stay symbolic, such as the length of an array",
        |settings, value| number(&mut settings.options.symbolic.values, value),
    ),
    Key::new(
        "symbolic.conflicts",
        "N",
        "100000",
        "number of conflicts after which the solver gives up on a path condition",
        |settings, value| number(&mut settings.options.symbolic.conflicts, value),
    ),
    Key::new(
        "symbolic.solver",
        "built-in | z3 | both",
        "both",
        "solver that decides path conditions; `both` asks the `z3` of the `PATH`, if there is one, where the built-in one takes long",
        |settings, value| {
            settings.options.symbolic.solver = solver(value)?;
            Ok(())
        },
    ),
    Key::new(
        "symbolic.z3-time",
        "TIME",
        "5s",
        "time after which z3 gives up on a path condition; 0 for none",
        |settings, value| milliseconds(&mut settings.options.symbolic.z3_time_ms, value),
    ),
    Key::new(
        "symbolic.branches",
        "N",
        "500",
        "number of branches on symbolic values after which a path is cut off",
        |settings, value| number(&mut settings.options.symbolic.branches, value),
    ),
    Key::new(
        "symbolic.integers",
        "java | mathematical",
        "java",
        "what int and long stand for; `mathematical` assumes that no operation on inputs overflows",
        |settings, value| {
            settings.options.symbolic.integers = integers(value)?;
            Ok(())
        },
    ),
    Key::new(
        "symbolic.objects",
        "N",
        "3",
        "number of new objects of one class among the inputs of a path",
        |settings, value| number(&mut settings.options.symbolic.objects, value),
    ),
    Key::new(
        "symbolic.length",
        "N",
        "3",
        "number of elements of an array, and of characters of a string, that is an input",
        |settings, value| number(&mut settings.options.symbolic.length, value),
    ),
    Key::new(
        "symbolic.preconditions",
        "complete | conservative",
        "complete",
        "what preconditions run on: `complete` inputs, before the method, or, `conservative`, what the method reads of them",
        |settings, value| {
            settings.options.symbolic.conservative = match value.trim() {
                "complete" => false,
                "conservative" => true,
                _ => {
                    return Err(KeyError::Invalid(format!(
                        "`{value}` is not one of complete, conservative"
                    )));
                }
            };
            Ok(())
        },
    ),
    Key::new(
        "symbolic.calls",
        "N",
        "2",
        "number of methods that a sequence of calls has behind the constructor, where the target is a class",
        |settings, value| number(&mut settings.options.symbolic.calls, value),
    ),
    Key::new(
        "build.on-save",
        "COMMAND",
        "",
        "command that the language server runs on each save, if the client trusts the project",
        |settings, value| {
            settings.on_save = Some(value.trim().to_owned()).filter(|command| !command.is_empty());
            Ok(())
        },
    ),
];

/// Names that keys had before.
const FORMER_NAMES: &[(&str, &str)] = &[("debug.full-keys", "debug.verify-hashes")];

/// The name in [`KEYS`] of a key that may be written with a former name, or with `_` for `-` as Java PathFinder does.
pub fn current_name(key: &str) -> String {
    if key.starts_with("choice.") {
        return key.to_owned();
    }
    let former = FORMER_NAMES.iter().find(|(former, _)| *former == key);
    former.map_or_else(|| key.replace('_', "-"), |(_, current)| (*current).to_owned())
}

/// Sets one key, written as [`current_name`] allows.
///
/// What is said of a choice with a name is looked at as a whole, by `NamedChoices::generators`, once all is said.
///
/// # Errors
/// See [`KeyError`]; the settings are then unchanged.
pub fn apply(settings: &mut Settings, key: &str, value: &str) -> Result<(), KeyError> {
    if settings.options.choices.set(key, value) {
        return Ok(());
    }
    let name = current_name(key);
    match KEYS.iter().find(|known| known.name == name) {
        Some(known) => (known.set)(settings, value),
        None => Err(KeyError::Unknown(unknown(key, KEYS.iter().map(|known| known.name)))),
    }
}

/// `unknown key `x`; did you mean `y`?`
pub fn unknown<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(key, known) {
        Some(meant) => format!("unknown key `{key}`; did you mean `{meant}`?"),
        None => format!("unknown key `{key}`"),
    }
}

fn strategy(value: &str) -> Result<SearchMode, KeyError> {
    SearchMode::by_name(value).ok_or_else(|| {
        let names = SearchMode::ALL.map(SearchMode::name).join(", ");
        KeyError::Invalid(format!("`{value}` is not a search strategy; there are {names}"))
    })
}

fn reduced_searches(value: &str) -> Result<ReducedSearches, KeyError> {
    match value {
        "large-searches" => Ok(ReducedSearches::LargeSearches),
        "always" => Ok(ReducedSearches::Always),
        "never" => Ok(ReducedSearches::Never),
        _ => Err(KeyError::Invalid(format!(
            "`{value}` is not one of large-searches, always, never"
        ))),
    }
}

fn solver(value: &str) -> Result<SolverChoice, KeyError> {
    SolverChoice::by_name(value).ok_or_else(|| {
        let names = SolverChoice::ALL.map(SolverChoice::name).join(", ");
        KeyError::Invalid(format!("`{value}` is not one of {names}"))
    })
}

fn integers(value: &str) -> Result<Integers, KeyError> {
    Integers::by_name(value).ok_or_else(|| {
        let names = Integers::ALL.map(Integers::name).join(", ");
        KeyError::Invalid(format!("`{value}` is not one of {names}"))
    })
}

fn object(settings: &mut Settings, key: &str, value: &str) -> Result<(), KeyError> {
    settings.options.object.set(key, value).map_err(KeyError::Invalid)
}

fn detection(settings: &mut Settings, key: &str, value: &str) -> Result<(), KeyError> {
    let set = settings.options.sync_detection.set(key, value);
    set.map(|_| ()).map_err(KeyError::Invalid)
}

fn duration(place: &mut std::time::Duration, value: &str) -> Result<(), KeyError> {
    *place = parse_duration(value).map_err(KeyError::Invalid)?;
    Ok(())
}

fn milliseconds(place: &mut u64, value: &str) -> Result<(), KeyError> {
    let time = parse_duration(value).map_err(KeyError::Invalid)?;
    // A limit below a millisecond is one.
    let least = u64::from(!time.is_zero());
    *place = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(least);
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
        let list_of_toml = apply(&mut settings, "files.read", r#"["/etc/hosts"]"#);
        assert!(matches!(list_of_toml, Err(KeyError::Invalid(_))), "{list_of_toml:?}");
    }

    #[test]
    fn defaults_are_what_the_table_says() {
        for key in KEYS.iter().filter(|key| !key.default.is_empty()) {
            let mut settings = Settings::default();
            assert_eq!(apply(&mut settings, key.name, key.default), Ok(()), "{}", key.name);
            assert_eq!(settings, Settings::default(), "{}", key.name);
        }
    }

    #[test]
    fn former_names_and_values_mean_what_they_meant() {
        for (former, current) in FORMER_NAMES.iter().chain(&[
            ("vm.por.sync_detection", "vm.por.sync-detection"),
            ("vm.por.include_fields", "vm.por.include-fields"),
            ("vm.por.exclude_fields", "vm.por.exclude-fields"),
        ]) {
            assert!(!KEYS.iter().any(|key| key.name == *former), "{former}");
            let key = KEYS.iter().find(|key| key.name == *current).unwrap();
            let default = key.default.parse::<bool>();
            let value = default.map_or("shop.*".to_owned(), |default| (!default).to_string());
            let set = |name: &str| {
                let mut settings = Settings::default();
                assert_eq!(apply(&mut settings, name, &value), Ok(()), "{name}");
                settings
            };
            assert_eq!(set(former), set(current), "{former}");
            assert_ne!(set(former), Settings::default(), "{former}");
        }
        let mut settings = Settings::default();
        settings.options.timeouts = Timeouts::Always;
        assert_eq!(apply(&mut settings, "search.timeouts", "last-resort"), Ok(()));
        assert_eq!(apply(&mut settings, "jdk.logging", "real"), Ok(()));
        assert_eq!(settings.options.timeouts, Timeouts::LastResort);
        assert!(!settings.options.silent_logging);
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
            apply(&mut settings, "search.goal", "shop.Till"),
            Err(KeyError::Invalid(_))
        ));
        assert!(matches!(
            apply(&mut settings, "search.strategy", "zigzag"),
            Err(KeyError::Invalid(_))
        ));
        assert_eq!(settings, Settings::default());
    }
}
