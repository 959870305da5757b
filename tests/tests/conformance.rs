//! The same classes on the real `java` and on our machine: the same standard output, the same exit status, and the same
//! first words on standard error where a thread dies.
//!
//! On the JDK of the path, and on each one that `DROPWIRE_TEST_JDKS` names. A program says with `//@ jdk: 21` that it
//! needs that release; what no compiler at hand can compile is said in one line.
//!
//! With `//@ cases` the program is many in one: each of its static methods without parameters is a test of its own, run by
//! `support/Cases.java` under a headline, and what is below the headline must agree.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use dropwire_tests::comparison::corpus::needed_release;
use dropwire_tests::dropwire;
use dropwire_tests::java::{PLAIN, Tool};
use dropwire_tests::process::Ended;
use dropwire_tests::suite;
use dropwire_tests::tree;
use libtest_mimic::{Failed, Trial};

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) {
        let (support, sources): (Vec<PathBuf>, Vec<PathBuf>) =
            tree::files(&tree::root().join("tests/conformance"), "java")
                .into_iter()
                .partition(|source| source.parent().is_some_and(|folder| folder.ends_with("support")));
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
            trials.extend(trials_of(home, java, &compilers, &sources, &support));
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
fn trials_of(
    home: Option<PathBuf>,
    java: Tool,
    compilers: &[Tool],
    sources: &[PathBuf],
    support: &[PathBuf],
) -> Vec<Trial> {
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
    let known = |source: &&PathBuf| needed_release(source) <= release;
    let prefix = home
        .as_ref()
        .map_or(String::new(), |_| format!("jdk-{}/", java.feature()));
    let jdk = Arc::new(Jdk {
        home,
        java,
        javac,
        release: release.to_string(),
        compiled: sources.iter().chain(support.iter().filter(known)).cloned().collect(),
        classes: OnceLock::new(),
    });
    let trials = |source: &PathBuf| {
        let name = prefix.clone() + &tree::stem(source);
        let program = Arc::new(Program {
            jdk: Arc::clone(&jdk),
            source: source.clone(),
            ended: OnceLock::new(),
        });
        let cases = cases_of(source);
        let of_case = |case: &String| {
            let (program, case) = (Arc::clone(&program), case.clone());
            Trial::test(format!("{name}/{case}"), move || {
                program.agrees_on(&case).map_err(Failed::from)
            })
        };
        let mut trials: Vec<Trial> = cases.iter().map(of_case).collect();
        let whole = move || program.agrees(&cases).map_err(Failed::from);
        trials.push(Trial::test(name.clone(), whole));
        trials
    };
    sources.iter().flat_map(trials).collect()
}

/// The cases of a program that says `//@ cases`, in the order in which they run: its static methods that are not private and take
/// nothing.
fn cases_of(source: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    if !text.lines().any(|line| line == "//@ cases") {
        return Vec::new();
    }
    let case = |line: &str| {
        let (name, rest) = line.strip_prefix("    static void ")?.split_once('(')?;
        rest.starts_with(')').then(|| name.to_owned())
    };
    let mut cases: Vec<String> = text.lines().filter_map(case).collect();
    cases.sort();
    cases
}

struct Jdk {
    /// `None`: that of the path, which `dropwire` finds itself.
    home: Option<PathBuf>,
    java: Tool,
    javac: Tool,
    release: String,
    compiled: Vec<PathBuf>,
    classes: OnceLock<Result<PathBuf, String>>,
}

/// A program, and what became of it on both machines.
struct Program {
    jdk: Arc<Jdk>,
    source: PathBuf,
    ended: OnceLock<Result<(Ended, Ended), String>>,
}

impl Program {
    /// On the real machine, and on ours.
    fn ended(&self) -> Result<&(Ended, Ended), String> {
        self.ended
            .get_or_init(|| self.jdk.run_both(&self.source))
            .as_ref()
            .map_err(Clone::clone)
    }

    fn agrees(&self, cases: &[String]) -> Result<(), String> {
        let (theirs, ours) = self.ended()?;
        if cases.is_empty() {
            return compare(theirs, ours);
        }
        let ran: Vec<String> = sections(&theirs.stdout).into_keys().collect();
        if ran != cases {
            return Err(format!("java runs the cases {ran:?}, and the source has {cases:?}"));
        }
        // What the cases print is theirs to compare.
        compare_ends(theirs, ours)
    }

    fn agrees_on(&self, case: &str) -> Result<(), String> {
        let (theirs, ours) = self.ended()?;
        let section = |ended: &Ended| sections(&ended.stdout).remove(case);
        let Some(expected) = section(theirs) else {
            return Err(format!("java does not run it\n{}", theirs.stderr));
        };
        let Some(found) = section(ours) else {
            return Err(format!("ours did not come to it\n{}", ours.stderr));
        };
        compare_lines(&expected, &found, &ours.stderr)
    }
}

/// What is below each headline `== name`.
fn sections(output: &str) -> BTreeMap<String, String> {
    let mut sections = BTreeMap::new();
    for part in ["\n", output].concat().split("\n== ").skip(1) {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        sections.insert(name.to_owned(), text.to_owned());
    }
    sections
}

impl Jdk {
    fn run_both(&self, source: &Path) -> Result<(Ended, Ended), String> {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let options = [PLAIN, &["--release", &self.release]].concat();
        let classes = self
            .classes
            .get_or_init(|| self.javac.compile(cache, &options, &self.compiled))
            .clone()?;
        let theirs = self.java.run_class(cache, &classes, source)?;
        Ok((theirs, self.run(&classes, &tree::stem(source))?))
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
    compare_lines(&theirs.stdout, &ours.stdout, &ours.stderr)?;
    compare_ends(theirs, ours)
}

fn compare_lines(theirs: &str, ours: &str, errors: &str) -> Result<(), String> {
    let mut ours_by_line = ours.split('\n');
    for (number, expected) in (1..).zip(theirs.split('\n')) {
        let found = ours_by_line.next();
        if found != Some(expected) {
            let found = found.unwrap_or("(nothing)");
            return Err(format!(
                "line {number} differs\n  java: {expected}\n  ours: {found}\n{errors}"
            ));
        }
    }
    match ours_by_line.next() {
        Some(more) => Err(format!("more than java prints: {more}")),
        None => Ok(()),
    }
}

/// The exit statuses, and the words about threads that died.
fn compare_ends(theirs: &Ended, ours: &Ended) -> Result<(), String> {
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
