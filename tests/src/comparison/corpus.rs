//! Every program of the tree that has a `main`: annotated programs, samples, and what the real `java` is compared on.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_check::{Attributes, Options, Timeouts};

use crate::java::{PLAIN, Tool};
use crate::programs;
use crate::suite::Suite;
use crate::tree;

/// A program, compiled.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its folder and its class, as `race/Till`.
    pub name: String,
    /// What is checked: `Till`, or `Till#new`.
    pub target: String,
    /// The arguments of `main`.
    pub args: Vec<String>,
    /// What its headers set, as `key=value`.
    pub set: Vec<String>,
    /// The source.
    pub source: PathBuf,
    /// The folder of its classes.
    pub classes: PathBuf,
    /// The JDK that runs it; `None` for the one of the path.
    pub jdk: Option<PathBuf>,
}

/// All programs, those with the same classes one after the other; and what cannot be held against anything, each as a sentence.
///
/// # Errors
/// No compiler, or what it says.
pub fn all(cache: &str) -> Result<(Vec<Case>, Vec<String>), String> {
    let mut cases = Vec::new();
    let mut left_out = Vec::new();
    for folder in ["tests/programs", "samples"] {
        let suite = Suite::find(folder, cache).ok_or("javac is needed: install a JDK 17, or set JAVA_HOME")?;
        for source in &suite.sources {
            let program = suite.program(source)?;
            let expected = programs::expectations(source)?;
            let stem = tree::stem(source);
            let of = if expected.object { "#new" } else { "" };
            let case = Case {
                name: format!("{}/{stem}", tree::file_name(source.parent().unwrap_or(source))),
                target: format!("{stem}{of}"),
                args: expected.args,
                set: expected.set,
                source: source.clone(),
                classes: program.classes.to_path_buf(),
                jdk: program.jdk.map(Path::to_path_buf),
            };
            match case.options() {
                Ok(_) => cases.push(case),
                Err(why) => left_out.push(format!("{}: {why}", case.name)),
            }
        }
    }
    cases.extend(conformance(Path::new(cache))?);
    cases.sort_by(|one, other| (&one.classes, &one.name).cmp(&(&other.classes, &other.name)));
    Ok((cases, left_out))
}

/// The programs of `conformance/` that the compiler of the path knows.
fn conformance(cache: &Path) -> Result<Vec<Case>, String> {
    let javac = Tool::find("javac").ok_or("javac is needed")?;
    let mut sources = tree::files(&tree::root().join("tests/conformance"), "java");
    sources.retain(|source| needed_release(source) <= javac.feature());
    let release = javac.feature().to_string();
    let classes = javac.compile(cache, &[PLAIN, &["--release", &release]].concat(), &sources)?;
    let is_support = |source: &PathBuf| source.parent().is_some_and(|folder| folder.ends_with("support"));
    let programs = sources.into_iter().filter(|source| !is_support(source));
    Ok(programs
        .map(|source| Case {
            name: format!("conformance/{}", tree::stem(&source)),
            target: tree::stem(&source),
            args: Vec::new(),
            set: Vec::new(),
            source,
            classes: classes.clone(),
            jdk: None,
        })
        .collect())
}

/// What a header `//@ jdk: 21` says; 8 without one.
///
/// # Panics
/// It is no number.
pub fn needed_release(source: &Path) -> u32 {
    let text = fs::read_to_string(source).unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix("//@ jdk: "))
        .map_or(8, |release| release.trim().parse().expect("a number behind //@ jdk:"))
}

impl Case {
    /// The options that its headers ask for.
    ///
    /// # Errors
    /// A header that this comparison has no word for.
    pub fn options(&self) -> Result<Options, String> {
        let mut options = Options::default();
        for pair in &self.set {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| format!("`{pair}` is not key=value"))?;
            set(&mut options, key, value)?;
        }
        Ok(options)
    }

    /// Whether its headers set the key of a mode, as `key=value`: the mode would replace what the program is about.
    pub fn sets_the_key_of(&self, mode: &str) -> bool {
        let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
        self.set.iter().any(|pair| key(pair) == key(mode))
    }
}

/// The keys that programs of the tree set.
fn set(options: &mut Options, key: &str, value: &str) -> Result<(), String> {
    match key {
        "search.timeouts" if value == "always" => options.timeouts = Timeouts::Always,
        "search.spurious-wakeups" => options.spurious_wakeups = value != "0",
        "limits.transitions" => {
            options.max_transitions = value.parse().map_err(|_| format!("`{value}` is no number"))?
        }
        "vm.por.attributes" => options.attributes = Attributes::parse(value)?,
        _ => return Err(format!("it sets {key}={value}")),
    }
    Ok(())
}
