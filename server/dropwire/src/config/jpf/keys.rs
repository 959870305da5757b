//! What Java PathFinder's keys mean here, one row each.

use std::path::{Path, PathBuf};

use dropwire_check::{JvmArgs, ReportKind};

use super::JpfFile;
use super::load::UNSET;
use crate::config::{Said, SaidBy, Settings, keys};

/// What a key has done.
pub enum Effect {
    /// What it says holds.
    Set,
    /// It changes nothing here, for this reason.
    None(&'static str),
    /// Something of it holds not, or otherwise; the sentence says what.
    Differs(String),
    /// Classes without an equal: what they report or check is left out.
    LeftOut(Vec<String>),
}

/// Why a value is not taken.
pub struct Refused(pub String);

type Taken = Result<Effect, Refused>;

/// What a file has asked for so far.
pub struct Wanted<'a> {
    settings: &'a mut Settings,
    folder: PathBuf,
    file: JpfFile,
    entry: Option<String>,
    jvm: Vec<String>,
    /// Where the file says what is taken now.
    by: SaidBy,
}

impl<'a> Wanted<'a> {
    /// Nothing yet. Paths are relative to the folder, else to the current one.
    pub fn new(settings: &'a mut Settings, folder: PathBuf) -> Wanted<'a> {
        Wanted {
            settings,
            folder,
            file: JpfFile::default(),
            entry: None,
            jvm: Vec::new(),
            by: SaidBy::Call,
        }
    }

    /// What comes next is said on this line.
    pub fn read_at(&mut self, file: &Path, line: usize) {
        self.by = SaidBy::JpfFile(file.to_path_buf(), line);
    }

    /// All of it.
    ///
    /// # Errors
    /// A sentence: there is no target, or a choice is none.
    pub fn finish(mut self) -> Result<JpfFile, String> {
        if self.file.target.is_empty() {
            return Err("it has no `target`, the class whose main is checked".into());
        }
        if let Some(entry) = self.entry {
            self.file.target = format!("{}#{entry}", self.file.target);
        }
        self.settings.options.choices.generators()?;
        self.file.jvm_args = JvmArgs::parse(&self.jvm)?;
        Ok(self.file)
    }

    /// Sets a parameter of a choice, as `velocity.threshold`.
    pub fn choice(&mut self, key: &str, value: &str) {
        let value = if key.ends_with(".class") {
            whole(value)
        } else {
            value.to_owned()
        };
        let key = format!(
            "choice.{}",
            key.strip_suffix(".class")
                .map_or(key.to_owned(), |choice| format!("{choice}.kind"))
        );
        self.settings.options.choices.set(&key, &value);
        let by = self.by.clone();
        self.file.said.insert(key, Said { value, by });
    }

    fn set(&mut self, key: &str, value: &str) -> Taken {
        match keys::apply(self.settings, key, value) {
            Ok(()) => {
                let said = Said {
                    value: value.to_owned(),
                    by: self.by.clone(),
                };
                self.file.said.insert(keys::current_name(key), said);
                Ok(Effect::Set)
            }
            Err(error) => Err(Refused(error.message().to_owned())),
        }
    }

    /// The elements of a path that exist; those with a variable that is not set are left out.
    fn paths(&self, value: &str) -> Vec<PathBuf> {
        let here = std::env::current_dir().unwrap_or_default();
        let folder = here.join(&self.folder);
        elements(value, &[',', ';', ':'])
            .filter(|element| !element.contains(UNSET))
            .filter_map(|element| {
                [folder.join(element), here.join(element)]
                    .into_iter()
                    .find(|path| path.exists())
            })
            .collect()
    }
}

fn elements<'a>(value: &'a str, separators: &'static [char]) -> impl Iterator<Item = &'a str> {
    value
        .split(separators)
        .map(str::trim)
        .filter(|element| !element.is_empty())
}

/// A name of Java PathFinder's own may leave out its package.
pub fn whole(class: &str) -> String {
    match class.strip_prefix('.') {
        Some(rest) => format!("gov.nasa.jpf.{rest}"),
        None => class.to_owned(),
    }
}

type Take = fn(&mut Wanted<'_>, &str) -> Taken;

/// How a key is taken.
enum Meaning {
    /// Our key of the same meaning.
    Same(&'static str),
    /// What it does is done here.
    By(Take),
    /// The same, for the elements of a path that exist.
    Paths(fn(&mut Wanted<'_>, Vec<PathBuf>) -> Taken),
    /// It changes nothing, for this reason.
    None(&'static str),
}

/// One row: a key of Java PathFinder's, or all with a prefix where it ends in `*`.
pub struct Key {
    name: &'static str,
    meaning: Meaning,
}

const fn key(name: &'static str, meaning: Meaning) -> Key {
    Key { name, meaning }
}

use Meaning::{By, None as Nothing, Paths, Same};

const ANSWER: &str = "output format: --format";
const SEARCHED_ALWAYS: &str = "races, deadlocks and uncaught exceptions are always checked";
const INSIDE: &str = "internal to Java PathFinder";
const ORDER: &str = "all choices are explored, whatever their order";
const BOUNDARIES: &str = "boundaries are where the reduction needs them";
const OF_LISTENER: &str = "a key of a listener";

const KEYS: &[Key] = &[
    key(
        "target",
        By(|wanted, value| {
            wanted.file.target = value.replace('/', ".");
            Ok(Effect::Set)
        }),
    ),
    key("target.args", By(args)),
    key("target_args", By(args)),
    key("target.entry", By(entry)),
    key(
        "classpath",
        Paths(|wanted, paths| {
            wanted.file.class_path = paths;
            Ok(match wanted.file.class_path.is_empty() {
                false => Effect::Set,
                true => {
                    Effect::Differs("none of its entries exists, so classes are found as if it were not set".into())
                }
            })
        }),
    ),
    key(
        "sourcepath",
        Paths(|wanted, paths| {
            wanted.file.sources = paths;
            Ok(Effect::Set)
        }),
    ),
    key("search.class", By(search_class)),
    key(
        "search.depth_limit",
        By(|wanted, value| {
            let unlimited = matches!(value, "MAX" | "2147483647" | "-1");
            wanted.set("limits.depth", if unlimited { "0" } else { value })
        }),
    ),
    key(
        "search.multiple_errors",
        By(|wanted, value| {
            wanted.settings.options.first = !truth(value)?;
            Ok(Effect::Set)
        }),
    ),
    key("search.RandomSearch.path_limit", Same("search.runs")),
    key("search.properties", By(properties)),
    key("search.match_depth", Nothing(ORDER)),
    key("search.min_free", Nothing("limits.memory limits the process")),
    key("search.error_path", Nothing("--trails names the folder of trails")),
    key("search.heuristic.*", Nothing(ORDER)),
    key("branch_start", Nothing(ORDER)),
    key("vm.por", Same("vm.por")),
    key("vm.por.sync_detection", Same("vm.por.sync-detection")),
    key("vm.shared.sync_detection", Same("vm.por.sync-detection")),
    key("vm.sync_detection", Same("vm.por.sync-detection")),
    key("vm.por.include_fields", Same("vm.por.include-fields")),
    key("vm.por.exclude_fields", Same("vm.por.exclude-fields")),
    key(
        "vm.enable_assertions",
        By(|wanted, value| {
            let patterns: Vec<&str> = elements(value, &[',', ';']).collect();
            if !patterns.contains(&"*") {
                wanted.jvm.push("-da".into());
                wanted
                    .jvm
                    .extend(patterns.iter().map(|pattern| format!("-ea:{}", as_java(pattern))));
            }
            Ok(Effect::Set)
        }),
    ),
    key(
        "vm.disable_assertions",
        By(|wanted, value| {
            let patterns = elements(value, &[',', ';']).map(|pattern| match pattern {
                "*" => "-da".to_owned(),
                pattern => format!("-da:{}", as_java(pattern)),
            });
            wanted.jvm.extend(patterns);
            Ok(Effect::Set)
        }),
    ),
    key(
        "vm.verify.ignore_path",
        By(|_, value| match truth(value)? {
            true => Ok(Effect::Set),
            false => Ok(Effect::Differs(
                "`Verify.ignoreIf` ends a run here; the verdict says so".into(),
            )),
        }),
    ),
    key(
        "vm.ignore_uncaught_handler",
        Nothing("a handler that the program sets counts"),
    ),
    key(
        "vm.pass_uncaught_handler",
        Nothing("a handler that the program sets counts"),
    ),
    key(
        "vm.storage.class",
        By(|wanted, value| match value {
            "" => Ok(Effect::Differs(
                "states are matched; `--search random` does not match states".into(),
            )),
            _ => wanted.set("search.store", "fingerprint"),
        }),
    ),
    key("vm.max_transition_length", Nothing(BOUNDARIES)),
    key("vm.shared.*", Nothing(BOUNDARIES)),
    key("vm.scheduler*", Nothing(BOUNDARIES)),
    key("vm.sysprop.*", Nothing("set properties of the program with -D")),
    key("vm.*", Nothing(INSIDE)),
    key("jvm.*", Nothing(INSIDE)),
    key("jpf.*", Nothing(INSIDE)),
    key("native_classpath", Nothing(INSIDE)),
    key("peer_packages", Nothing(INSIDE)),
    key("extensions", Nothing(INSIDE)),
    key("site", Nothing(INSIDE)),
    key("cg.seed", Same("search.seed")),
    key("cg.randomize_choices", Nothing(ORDER)),
    key("cg.boolean.false_first", Nothing(ORDER)),
    key("cg.break_single_choice", Nothing(BOUNDARIES)),
    key("cg.threads.*", Nothing(BOUNDARIES)),
    key(
        "cg.max_processors",
        By(|wanted, value| {
            wanted.set("vm.processors", value)?;
            Ok(match value {
                "1" => Effect::Set,
                _ => Effect::Differs(format!(
                    "`availableProcessors` answers {value}, and not each number up to it"
                )),
            })
        }),
    ),
    key(
        "cg.enable_atomic",
        By(|_, value| match truth(value)? {
            true => Ok(Effect::Set),
            false => Ok(Effect::Differs(
                "atomic blocks are atomic here; the verdict says so".into(),
            )),
        }),
    ),
    key("cg.enumerate_random", Same("jdk.enumerate-random")),
    key("listener", By(listeners)),
    key("listener.*", Nothing(OF_LISTENER)),
    key("race.*", Nothing(OF_LISTENER)),
    key("deadlock.*", Nothing(OF_LISTENER)),
    key("coverage.*", Nothing(OF_LISTENER)),
    key("range.*", Nothing(OF_LISTENER)),
    key("choice.*", Nothing(OF_LISTENER)),
    key("report.*", Nothing(ANSWER)),
    key("log.*", Nothing("DROPWIRE_LOG, see CONTRIBUTING.md")),
];

impl Key {
    /// The row of a key: its own, else that of the longest prefix.
    pub fn of(name: &str) -> Option<&'static Key> {
        let fits = |row: &&Key| match row.name.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => row.name == name,
        };
        let rank = |row: &&Key| (!row.name.ends_with('*'), row.name.len());
        KEYS.iter().filter(fits).max_by_key(rank)
    }

    /// Does what the value says.
    ///
    /// # Errors
    /// The value does not fit; the sentence says what would.
    pub fn take(&self, value: &str, wanted: &mut Wanted<'_>) -> Taken {
        let set = value.replace(UNSET, "");
        match self.meaning {
            Same(ours) => wanted.set(ours, &set),
            By(take) => take(wanted, &set),
            Paths(take) => take(wanted, wanted.paths(value)),
            Nothing(why) => Ok(Effect::None(why)),
        }
    }
}

/// All names that are no prefixes.
pub fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|row| row.name).filter(|name| !name.ends_with('*'))
}

fn truth(value: &str) -> Result<bool, Refused> {
    value
        .parse()
        .map_err(|_| Refused(format!("`{value}` is not one of true, false")))
}

fn args(wanted: &mut Wanted<'_>, value: &str) -> Taken {
    wanted.file.args = elements(value, &[',', ';']).map(str::to_owned).collect();
    Ok(Effect::Set)
}

/// `main([Ljava/lang/String;)V`, or a static method that takes nothing.
fn entry(wanted: &mut Wanted<'_>, value: &str) -> Taken {
    let (name, descriptor) = value.split_once('(').unwrap_or((value, ")V"));
    match (name, descriptor) {
        ("main", _) => {}
        (name, descriptor) if descriptor.starts_with(')') => wanted.entry = Some(name.to_owned()),
        _ => {
            return Err(Refused(format!(
                "`{value}` takes parameters; name a method without parameters, or call it from a main"
            )));
        }
    }
    Ok(Effect::Set)
}

/// `shop.*` as `java -ea:shop...` has it.
fn as_java(pattern: &str) -> String {
    match pattern.strip_suffix(".*") {
        Some(package) => format!("{package}..."),
        None => pattern.to_owned(),
    }
}

fn search_class(wanted: &mut Wanted<'_>, value: &str) -> Taken {
    let class = whole(value);
    match class.strip_prefix("gov.nasa.jpf.search.").unwrap_or_default() {
        "DFSearch" | "heuristic.DFSHeuristic" => wanted.set("search.strategy", "dfs"),
        "heuristic.BFSHeuristic" => wanted.set("search.strategy", "bfs"),
        "heuristic.MostBlocked" => {
            wanted.set("search.strategy", "best-first")?;
            wanted.set("search.heuristic", "most-blocked")
        }
        "heuristic.Interleaving" => {
            wanted.set("search.strategy", "best-first")?;
            wanted.set("search.heuristic", "interleaving")
        }
        "RandomSearch" => wanted.set("search.strategy", "random"),
        "Simulation" => {
            wanted.set("search.strategy", "random")?;
            wanted.set("search.runs", "1")
        }
        other if !other.is_empty() => Ok(Effect::Differs(format!(
            "`{class}` has no equivalent here; the same states are searched in another order (`search.strategy`)"
        ))),
        _ => Err(Refused(format!(
            "`{class}` is not a known search; known are DFSearch, heuristic.BFSHeuristic, heuristic.MostBlocked, heuristic.Interleaving, RandomSearch and Simulation of gov.nasa.jpf.search"
        ))),
    }
}

fn properties(_: &mut Wanted<'_>, value: &str) -> Taken {
    let strange: Vec<String> = elements(value, &[',', ';'])
        .map(whole)
        .filter(|class| {
            !matches!(
                class.as_str(),
                "gov.nasa.jpf.vm.NotDeadlockedProperty" | "gov.nasa.jpf.vm.NoUncaughtExceptionsProperty"
            )
        })
        .collect();
    Ok(match strange.is_empty() {
        true => Effect::None(SEARCHED_ALWAYS),
        false => Effect::LeftOut(strange),
    })
}

/// Listeners whose work is always done, those whose report can be asked for, and all others.
fn listeners(wanted: &mut Wanted<'_>, value: &str) -> Taken {
    const REPORTS: [(&str, ReportKind); 4] = [
        ("ExecTracker", ReportKind::Trace),
        ("CoverageAnalyzer", ReportKind::Coverage),
        ("SearchMonitor", ReportKind::Progress),
        ("SearchStats", ReportKind::Progress),
    ];
    const ALWAYS: [&str; 4] = [
        "PreciseRaceDetector",
        "DeadlockAnalyzer",
        "AssertionProperty",
        "IdleFilter",
    ];
    let mut strange = Vec::new();
    let mut reported = false;
    for class in elements(value, &[',', ';']).map(whole) {
        let name = class.strip_prefix("gov.nasa.jpf.listener.").unwrap_or_default();
        if let Some((_, kind)) = REPORTS.iter().find(|(listener, _)| *listener == name) {
            wanted.settings.options.reports.push(*kind);
            reported = true;
        } else if !ALWAYS.contains(&name) {
            strange.push(class);
        }
    }
    Ok(match strange.is_empty() {
        true if reported => Effect::Set,
        true => Effect::None(SEARCHED_ALWAYS),
        false => Effect::LeftOut(strange),
    })
}
