//! What the user wants: `dropwire.toml`, and the options that override it.
//!
//! `keys` knows every settable key, `read` reads the file, `edit` writes into it; `jpf` reads the files of Java PathFinder,
//! `schema` is what editors know of the file. Paths in a file are relative to its folder and come out absolute.

pub mod edit;
pub mod entries;
pub mod jpf;
pub mod keys;
mod literal;
pub mod missing;
pub mod property;
pub mod read;
pub mod schema;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dropwire_check::{FilesOptions, JvmArgs, Kind, ObjectOptions, Options, SymbolicOptions};

/// The name of the configuration file.
pub const FILE_NAME: &str = "dropwire.toml";

/// A read configuration; [`Config::default`] is that of a project without a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The file, if there is one.
    pub file: Option<PathBuf>,
    /// `[[target]]`
    pub targets: Vec<TargetEntry>,
    /// `[[module]]`
    pub modules: Vec<ModuleEntry>,
    /// `[[ignore]]`
    pub ignores: Vec<IgnoreEntry>,
    /// `baseline`: absolute path, and the 1-based line that names it.
    pub baseline: Option<(PathBuf, usize)>,
    /// `[limits]`, `[search]`, `[jdk]`
    pub settings: Settings,
    /// The keys of settings that the file sets.
    pub said: BTreeMap<String, Said>,
    /// What the user should know, with the line it is on.
    pub warnings: Vec<Warning>,
}

impl Config {
    /// The line of the file that gives a key its value, from 1; `None` where something else does, or nothing.
    pub fn line_of(&self, key: &str) -> Option<usize> {
        match self.said.get(key)?.by {
            SaidBy::ConfigFile(line) => Some(line),
            SaidBy::JpfFile(..) | SaidBy::Call => None,
        }
    }
}

/// What is said of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// As written.
    pub value: String,
    /// Who says it.
    pub by: SaidBy,
}

/// Where a key got its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaidBy {
    /// A line of `dropwire.toml`, from 1.
    ConfigFile(usize),
    /// A `.jpf` file, and its line.
    JpfFile(PathBuf, usize),
    /// The command line.
    Call,
}

/// A remark about a line of the configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// 1-based.
    pub line: usize,
    /// A sentence without a full stop.
    pub message: String,
    /// The bytes of the line that it is about; all of it if unset.
    pub columns: Option<std::ops::Range<usize>>,
}

impl Warning {
    /// A remark about a line.
    pub fn new(line: usize, message: impl Into<String>) -> Warning {
        let message = message.into();
        Warning {
            line,
            message,
            columns: None,
        }
    }
}

/// One `[[target]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetEntry {
    /// Binary name with dots of a class with a `main`; or a test class, or a test of it, as `shop.TillTest#sells`.
    pub main: String,
    /// It is named as a test.
    pub is_test: bool,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// Options of the JVM, as `-Dtill=3`.
    pub jvm_args: JvmArgs,
    /// The file whose content is in standard input, absolute.
    pub stdin: Option<PathBuf>,
    /// How the object is used, if it is one.
    pub object: ObjectOptions,
    /// Its parameters that are symbolic, if it is a method.
    pub symbolic: SymbolicOptions,
    /// Name of its module, if it says one.
    pub module: Option<String>,
    /// 1-based line of its header.
    pub line: usize,
}

/// One `[[module]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleEntry {
    /// Its name.
    pub name: String,
    /// Absolute folder.
    pub root: PathBuf,
    /// Absolute folders of classes.
    pub class_roots: Vec<PathBuf>,
    /// Absolute folders of test classes.
    pub test_roots: Vec<PathBuf>,
    /// Further folders and jars, absolute; a last component `*.jar` stands for every jar of that folder.
    pub class_path: Vec<PathBuf>,
    /// Absolute folders of sources.
    pub sources: Vec<PathBuf>,
    /// Names of modules whose class roots come in place of their jars.
    pub depends_on: Vec<String>,
    /// 1-based line of its header.
    pub line: usize,
}

/// One `[[ignore]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreEntry {
    /// Which kind of finding.
    pub kind: Kind,
    /// Class, `class.member` or a pattern with `*` and `?`; `$` and `.` are one.
    pub place: String,
    /// Why it is suppressed.
    pub reason: String,
    /// 1-based line of its header.
    pub line: usize,
}

/// Every setting that is not a list of things to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `limits.time`, for one target; zero is unlimited.
    pub time: Duration,
    /// `limits.total-time`, for all targets; zero is unlimited.
    pub total_time: Duration,
    /// `files.read`, as written: relative to the project's folder.
    pub files_read: Vec<PathBuf>,
    /// `jdk.home`
    pub jdk_home: Option<PathBuf>,
    /// `build.on-save`: a command for the shell.
    pub on_save: Option<String>,
    /// Options of the engine.
    pub options: Options,
}

impl Default for Settings {
    fn default() -> Self {
        let time = Duration::from_secs(60);
        Settings {
            time,
            total_time: Duration::ZERO,
            files_read: vec![".".into()],
            jdk_home: None,
            on_save: None,
            options: Options::default(),
        }
    }
}

impl Settings {
    /// The files that a program may see which runs in a folder. Paths are sent to workers and kept in trails as text: what is none is left out.
    pub fn files(&self, project: &Path, working_folder: &Path) -> FilesOptions {
        let is_text = |path: &PathBuf| path.to_str().is_some_and(|text| !text.contains('\n'));
        let absolute = |path: &Path| std::path::absolute(path).ok().filter(is_text);
        let read = self.files_read.iter().filter_map(|path| absolute(&project.join(path)));
        let read: Vec<PathBuf> = read.collect();
        FilesOptions {
            working_folder: absolute(working_folder).filter(|_| !read.is_empty()),
            read,
        }
    }
}

/// The configuration file that governs a folder: in it, or in the nearest parent up to the repository's root.
pub fn find_file(folder: &Path) -> Option<PathBuf> {
    for folder in folder.ancestors() {
        let candidate = folder.join(FILE_NAME);
        // One that is not a regular file is refused by name.
        if candidate.exists() && !candidate.is_dir() {
            return Some(candidate);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}
