//! What `generate-tests` says that its tests cover is what JaCoCo measures when the real `java` runs them: branches and lines of each method, by its own
//! tests. Where JaCoCo counts otherwise on purpose the method says so, with the cause.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use dropwire_tests::dropwire;
use dropwire_tests::java::{Tool, java_libraries};
use dropwire_tests::{process, tree};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");
const PATIENCE: Duration = Duration::from_secs(300);

/// The classes whose methods are measured.
const CLASSES: &[&str] = &["Right", "Wrong", "Branches", "Covered"];

/// Why JaCoCo counts otherwise than we do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    /// JaCoCo knows what ran by probes behind it. Where an instruction throws, the next probe is not reached: what ran since the last one does not
    /// count.
    Exception,
    /// JaCoCo counts both ways of a branch though they meet at once. No program can tell which one was taken, and we count none.
    Meet,
    /// Where the `try` of a resource is left the compiler closes it, and asks first whether it is `null` if it may be. JaCoCo knows that code by its
    /// pattern and leaves it out, with its lines.
    Resource,
}

impl Cause {
    /// As the method says it.
    fn named(name: &str) -> Cause {
        match name {
            "an exception" => Cause::Exception,
            "ways that meet" => Cause::Meet,
            "a resource" => Cause::Resource,
            other => panic!("no cause `{other}`"),
        }
    }

    /// Whether it explains that JaCoCo counts this and we count that.
    fn explains(self, jacoco: Counts, ours: Counts) -> bool {
        match self {
            Cause::Exception => {
                (jacoco.of_branches, jacoco.of_lines) == (ours.of_branches, ours.of_lines)
                    && jacoco.branches <= ours.branches
                    && jacoco.lines <= ours.lines
            }
            Cause::Meet => {
                let more = jacoco.of_branches.checked_sub(ours.of_branches);
                more.is_some_and(|more| more > 0 && more % 2 == 0)
                    && (jacoco.lines, jacoco.of_lines) == (ours.lines, ours.of_lines)
            }
            Cause::Resource => jacoco.of_branches <= ours.of_branches && jacoco.of_lines <= ours.of_lines,
        }
    }
}

/// What is covered of a method, and what it has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counts {
    branches: u32,
    of_branches: u32,
    lines: u32,
    of_lines: u32,
}

impl Counts {
    /// `4 tests, 6 of 6 branches, 9 of 9 lines, fails with …`.
    fn said(text: &str) -> Counts {
        let mut counts = Counts::default();
        for part in text.split(", ") {
            let words: Vec<&str> = part.split(' ').collect();
            let ["of", of, unit] = words[1..] else { continue };
            let (covered, of) = (words[0].parse().unwrap(), of.parse().unwrap());
            match unit {
                "branches" | "branch" => (counts.branches, counts.of_branches) = (covered, of),
                "lines" | "line" => (counts.lines, counts.of_lines) = (covered, of),
                other => panic!("{other}: {text}"),
            }
        }
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            branches,
            of_branches,
            lines,
            of_lines,
        } = self;
        write!(f, "{branches} of {of_branches} branches, {lines} of {of_lines} lines")
    }
}

/// What is known of a method: of its source, of its tests, of JaCoCo.
#[derive(Default)]
struct Measured {
    /// What we say: `4 tests, 6 of 6 branches, …`.
    claim: String,
    /// What JaCoCo says.
    jacoco: Counts,
    /// What became of each test: a class that was thrown, or `passes`.
    ends: Vec<String>,
    /// What JaCoCo counts otherwise, and why, as the source says.
    listed: Option<(Counts, Cause)>,
}

fn source(class: &str) -> PathBuf {
    tree::root().join("tests/symbolic").join(class).with_extension("java")
}

fn lines_of(class: &str) -> Vec<String> {
    let text = fs::read_to_string(source(class)).unwrap();
    text.lines().map(|line| line.trim().to_owned()).collect()
}

/// `// JaCoCo counts 3 of 4 branches, 4 of 5 lines: an exception`, on the line before a method.
fn listed(class: &str) -> BTreeMap<String, (Counts, Cause)> {
    let lines = lines_of(class);
    let mut listed = BTreeMap::new();
    for (line, head) in lines.iter().zip(&lines[1..]) {
        if let Some(said) = line.strip_prefix("// JaCoCo counts ") {
            let (counts, cause) = said.rsplit_once(": ").unwrap();
            let (before, _) = head.split_once('(').unwrap();
            let method = before.rsplit(' ').next().unwrap().to_owned();
            listed.insert(method, (Counts::said(counts), Cause::named(cause)));
        }
    }
    listed
}

/// Generates the tests of a class into a folder; what is said of each method.
fn generate(classes: &Path, folder: &Path, class: &str) -> BTreeMap<String, String> {
    let said = [
        "generate-tests",
        "-c",
        classes.to_str().unwrap(),
        "--out",
        folder.to_str().unwrap(),
    ];
    let ended = dropwire::call(said.into_iter().chain([class])).unwrap();
    assert!(ended.stdout.contains("\nwrote "), "{}{}", ended.stdout, ended.stderr);
    let claims = ended.stdout.lines().filter_map(|line| line.split_once("): "));
    let claims = claims.filter_map(|(head, claim)| Some((head.split_once('(')?.0.to_owned(), claim.to_owned())));
    claims.collect()
}

/// Runs the tests of all classes under JaCoCo. `None` without a JDK or the libraries.
fn measure() -> Option<BTreeMap<(String, String), Measured>> {
    let (javac, java, jars) = (Tool::find("javac")?, Tool::find("java")?, java_libraries()?);
    let sources: Vec<PathBuf> = CLASSES.iter().map(|class| source(class)).collect();
    // A release that JaCoCo knows.
    let classes = javac
        .compile(Path::new(CACHE), &["-g", "-nowarn", "--release", "17"], &sources)
        .unwrap();
    let folder = Path::new(CACHE).join("symbolic-coverage");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut methods: BTreeMap<(String, String), Measured> = BTreeMap::new();
    let mut compiler = Command::new(javac.path());
    let class_path = std::env::join_paths([&classes, &folder, &jars.join("*")]).unwrap();
    compiler
        .args(["-nowarn", "-d"])
        .arg(&folder)
        .arg("-cp")
        .arg(&class_path)
        .arg(source("Coverage"));
    for class in CLASSES {
        let mut listed = listed(class);
        for (method, claim) in generate(&classes, &folder, class) {
            let measured = Measured {
                claim,
                listed: listed.remove(&method),
                ..Measured::default()
            };
            methods.insert(((*class).to_owned(), method), measured);
        }
        assert!(listed.is_empty(), "{class}: {listed:?}");
        compiler.arg(folder.join(format!("{class}GeneratedTest.java")));
    }
    let compiled = process::run(&mut compiler, PATIENCE).unwrap();
    assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
    let class_path = std::env::join_paths([&folder, &jars.join("*")]).unwrap();
    let mut run = Command::new(java.path());
    run.arg("-ea").arg("-cp").arg(&class_path).arg("Coverage");
    let ran = process::run(run.arg(&classes).arg(&folder).args(CLASSES), PATIENCE).unwrap();
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    add_measured(&mut methods, &ran.stdout);
    Some(methods)
}

/// What `Coverage.java` prints. Branches on the lines of an assertion do not count: JaCoCo asks of each whether it was enabled and disabled.
fn add_measured(methods: &mut BTreeMap<(String, String), Measured>, printed: &str) {
    let sources: BTreeMap<&str, Vec<String>> = CLASSES.iter().map(|class| (*class, lines_of(class))).collect();
    for line in printed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let method = methods.get_mut(&(words[1].to_owned(), words[2].to_owned())).unwrap();
        match words[..] {
            ["test", _, _, end] => method.ends.push(end.to_owned()),
            ["line", class, _, number, executed, branches, of] => {
                let text = &sources[class][number.parse::<usize>().unwrap() - 1];
                let jacoco = &mut method.jacoco;
                jacoco.lines += u32::from(executed == "true");
                jacoco.of_lines += 1;
                if !text.starts_with("assert ") {
                    jacoco.branches += branches.parse::<u32>().unwrap();
                    jacoco.of_branches += of.parse::<u32>().unwrap();
                }
            }
            _ => panic!("{line}"),
        }
    }
}

#[test]
fn what_tests_are_said_to_cover_is_what_is_measured() {
    let Some(methods) = measure() else { return };
    let mut complaints = Vec::new();
    for ((class, method), measured) in &methods {
        let Measured {
            claim,
            jacoco,
            ends,
            listed,
        } = measured;
        let ours = Counts::said(claim);
        let is_right = match listed {
            None => *jacoco == ours,
            Some((counts, cause)) => jacoco == counts && ours != *jacoco && cause.explains(*jacoco, ours),
        };
        if !is_right {
            complaints.push(format!(
                "{class}.{method}: {claim}; JaCoCo counts {jacoco}; listed: {listed:?}"
            ));
        }
        let number = ends.len();
        let tests = format!("{number} test{}", if number == 1 { "" } else { "s" });
        let mut thrown: Vec<&str> = ends.iter().map(String::as_str).filter(|end| *end != "passes").collect();
        thrown.sort_unstable();
        let failed = match thrown.is_empty() {
            true => String::new(),
            false => format!(", fails with {}", thrown.join(" and ")),
        };
        let fails = claim.find(", fails with").map_or("", |at| &claim[at..]);
        if claim.split(',').next() != Some(&tests) || fails != failed {
            complaints.push(format!("{class}.{method}: {claim}; what became of the tests: {ends:?}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(methods.len() >= 60, "{}", methods.len());
}
