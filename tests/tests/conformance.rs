//! The same classes on the real `java` and on our machine: the same standard output, the same exit status, and the same
//! first words on standard error where a thread dies.
//!
//! On the JDK of the path, and on each one that `DROPWIRE_TEST_JDKS` names. A program says with `//@ jdk: 21` that it
//! needs that release; what no compiler at hand can compile is said in one line.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use dropwire_tests::dropwire;
use dropwire_tests::java::{PLAIN, Tool};
use dropwire_tests::process::Ended;
use dropwire_tests::suite;
use dropwire_tests::tree;
use libtest_mimic::{Failed, Trial};

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) {
        let sources = tree::files(&tree::root().join("tests/conformance"), "java");
        let mut jdks = vec![(None, java)];
        let homes = env::var_os("DROPWIRE_TEST_JDKS").unwrap_or_default();
        for home in env::split_paths(&homes).filter(|home| !home.as_os_str().is_empty()) {
            match Tool::at(&home.join("bin").join("java")) {
                Some(java) => jdks.push((Some(home), java)),
                None => panic!("DROPWIRE_TEST_JDKS: {} has no bin/java that runs", home.display()),
            }
        }
        let compilers = compilers(javac, &jdks);
        for (home, java) in jdks {
            trials.extend(trials_of(home, java, &compilers, &sources));
        }
    }
    suite::run(trials)
}

/// The compiler of the path, then those of the other JDKs: runtimes have none.
fn compilers(javac: Tool, jdks: &[(Option<PathBuf>, Tool)]) -> Vec<Tool> {
    let others = jdks
        .iter()
        .filter_map(|(home, _)| Tool::at(&home.as_ref()?.join("bin").join("javac")));
    [javac].into_iter().chain(others).collect()
}

/// All programs for one JDK, compiled together for its release by the first compiler that knows it, or else the newest.
fn trials_of(home: Option<PathBuf>, java: Tool, compilers: &[Tool], sources: &[PathBuf]) -> Vec<Trial> {
    let newest = || compilers.iter().max_by_key(|javac| javac.feature());
    let javac = compilers.iter().find(|javac| javac.feature() >= java.feature());
    let Some(javac) = javac.or_else(newest).cloned() else {
        return Vec::new();
    };
    let release = java.feature().min(javac.feature());
    let (sources, too_new): (Vec<PathBuf>, Vec<PathBuf>) = sources
        .iter()
        .cloned()
        .partition(|source| needed_release(source) <= release);
    if !too_new.is_empty() {
        eprintln!(
            "skipped on JDK {}: {} programs need more than Java {release}",
            java.feature(),
            too_new.len()
        );
    }
    let prefix = home
        .as_ref()
        .map_or(String::new(), |_| format!("jdk-{}/", java.feature()));
    let jdk = Arc::new(Jdk {
        home,
        java,
        javac,
        release: release.to_string(),
        sources,
        classes: OnceLock::new(),
    });
    let trial = |source: &PathBuf| {
        let (jdk, source) = (Arc::clone(&jdk), source.clone());
        Trial::test(prefix.clone() + &tree::stem(&source), move || {
            jdk.agrees(&source).map_err(Failed::from)
        })
    };
    jdk.sources.iter().map(trial).collect()
}

/// What a header `//@ jdk: 21` says.
fn needed_release(source: &Path) -> u32 {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix("//@ jdk: "))
        .map_or(8, |release| release.trim().parse().expect("a number behind //@ jdk:"))
}

struct Jdk {
    /// `None`: that of the path, which `dropwire` finds itself.
    home: Option<PathBuf>,
    java: Tool,
    javac: Tool,
    release: String,
    sources: Vec<PathBuf>,
    classes: OnceLock<Result<PathBuf, String>>,
}

impl Jdk {
    fn agrees(&self, source: &Path) -> Result<(), String> {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let options = [PLAIN, &["--release", &self.release]].concat();
        let classes = self
            .classes
            .get_or_init(|| self.javac.compile(cache, &options, &self.sources))
            .clone()?;
        let theirs = self.java.run_class(cache, &classes, source)?;
        compare(&theirs, &self.run(&classes, &tree::stem(source))?)
    }

    fn run(&self, classes: &Path, class: &str) -> Result<Ended, String> {
        let mut arguments = vec![OsStr::new("run"), OsStr::new("--classpath"), classes.as_os_str()];
        if let Some(home) = &self.home {
            arguments.extend([OsStr::new("--jdk"), home.as_os_str()]);
        }
        arguments.push(OsStr::new(class));
        dropwire::call(arguments)
    }
}

fn compare(theirs: &Ended, ours: &Ended) -> Result<(), String> {
    let mut ours_by_line = ours.stdout.split('\n');
    for (number, expected) in (1..).zip(theirs.stdout.split('\n')) {
        let found = ours_by_line.next();
        if found != Some(expected) {
            let found = found.unwrap_or("(nothing)");
            return Err(format!(
                "line {number} differs\n  java: {expected}\n  ours: {found}\n{}",
                ours.stderr
            ));
        }
    }
    if let Some(more) = ours_by_line.next() {
        return Err(format!("more than java prints: {more}"));
    }
    if theirs.status != ours.status {
        return Err(format!(
            "the exit status is {:?}, not {:?}\n{}",
            ours.status, theirs.status, ours.stderr
        ));
    }
    let deaths = |ended: &Ended| -> Vec<String> {
        ended
            .stderr
            .lines()
            .filter(|line| line.starts_with("Exception in thread"))
            .map(str::to_owned)
            .collect()
    };
    if deaths(theirs) == deaths(ours) {
        Ok(())
    } else {
        Err(format!("java: {:?}\nours: {:?}", deaths(theirs), deaths(ours)))
    }
}
