//! Classes explored by sequences of calls: `symbolic/Sequences.java` says of each class that it is right, or what fails after which calls. What is found
//! replays, and the tests that are written fail on the real machine with the same, and nowhere else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::{Tool, java_libraries};
use dropwire_tests::process;
use dropwire_tests::report::{Finding, Target};
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

fn source(class: &str) -> PathBuf {
    tree::root().join("tests/symbolic").join(class).with_extension("java")
}

/// The classes; `None` without a `javac`.
fn classes() -> Option<&'static Path> {
    static CLASSES: OnceLock<Option<PathBuf>> = OnceLock::new();
    let compile = || {
        let compiled = Tool::find("javac")?.compile(Path::new(CACHE), &["-g"], &[source("Sequences")]);
        Some(compiled.unwrap())
    };
    CLASSES.get_or_init(compile).as_deref()
}

/// A class, how many calls its sequences have, and what is said of it.
struct Said {
    class: String,
    calls: String,
    what: String,
}

fn said() -> Vec<Said> {
    let text = fs::read_to_string(source("Sequences")).unwrap();
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("//@ "));
    let one = |line: &str| {
        let (class, what) = line.split_once(": ").unwrap();
        let (class, calls) = class.split_once(' ').unwrap();
        Said {
            class: format!("Sequences${class}"),
            calls: format!("symbolic.calls={calls}"),
            what: what.to_owned(),
        }
    };
    lines.map(one).collect()
}

/// Whether a finding is that something is thrown.
fn shows(finding: &Finding, thrown: &str) -> bool {
    match thrown {
        "java.lang.AssertionError" => finding.kind == "assertion-failure",
        _ => finding.message.contains(thrown),
    }
}

fn explore(classes: &Path, target: &str, options: &[&str]) -> Target {
    let options = ["--symbolic"].into_iter().chain(options.iter().copied());
    Check::new(classes, [target]).with(options).run().unwrap()
}

#[test]
fn what_fails_after_some_calls_is_found() {
    let Some(classes) = classes() else { return };
    let all = said();
    assert!(all.len() >= 12);
    for Said { class, calls, what } in all {
        let folder = Path::new(CACHE).join("symbolic-sequences").join(&class);
        let options = ["--set", &calls, "--trails", folder.to_str().unwrap()];
        let target = explore(classes, &class, &options);
        assert!(target.reasons.is_empty(), "{class}: {:?}", target.reasons);
        assert!(target.assumptions.iter().any(|one| one == "call-sequences"), "{class}");
        if what == "verified" {
            assert_eq!(target.verdict, "verified", "{class}: {:?}", target.findings);
            continue;
        }
        let [finding] = &target.findings[..] else {
            panic!("{class}: {:?}", target.findings);
        };
        let (thrown, after) = what.split_once(" after ").unwrap();
        assert_eq!(finding.confidence, "confirmed");
        assert!(shows(finding, thrown), "{class}: {}", finding.message);
        let calls = finding.trail.calls.iter().map(|call| &call.method[..]);
        let calls: Vec<&str> = calls.collect();
        let expected: Vec<&str> = after.split(", ").collect();
        match &calls[..] {
            // A static method is called by itself.
            [] => assert_eq!(expected.len(), 1, "{class}"),
            _ => assert_eq!(calls, expected, "{class}"),
        }
        dropwire::replay_all(&target, &folder).unwrap();
    }
}

/// The trail of a finding names a target, which fails with the same arguments, and which can be explored by itself.
#[test]
fn a_sequence_is_a_target() {
    let Some(classes) = classes() else { return };
    let full = "Sequences$Full#new()#push(int)#push(int)#push(int)";
    let by_class = explore(classes, "Sequences$Full", &["--set", "symbolic.calls=3"]);
    assert_eq!(by_class.findings[0].trail.target, full);
    let all = explore(classes, full, &[]);
    assert_eq!(all.findings[0].fingerprint, by_class.findings[0].fingerprint);
    let inputs: Vec<&str> = all.findings[0]
        .trail
        .inputs
        .iter()
        .map(|input| &input.name[..])
        .collect();
    assert_eq!(inputs, ["element", "element3", "element4"]);
    let given = Check::new(classes, [full, "1", "2", "3"]).run().unwrap();
    assert_eq!(given.findings[0].fingerprint, by_class.findings[0].fingerprint);
    let shorter = explore(classes, "Sequences$Full#new()#push#push", &[]);
    assert_eq!(shorter.verdict, "verified");
    let by_constructor = explore(classes, "Sequences$Range#width", &[]);
    assert_eq!(by_constructor.findings.len(), 1);
    assert_eq!(
        by_constructor.findings[0].trail.target,
        "Sequences$Range#new(int,int)#width()"
    );
    for (target, why) in [
        ("Sequences$Range#new(long)", "has no constructor"),
        ("Sequences$Range#new(int,int)#height", "has no method `height`"),
        ("Sequences$Range#width()#new(int,int)", "a constructor comes first"),
    ] {
        let wrong = Check::new(classes, [target]).with(["--symbolic"]).run().unwrap();
        assert!(
            wrong.reasons.iter().any(|reason| reason.contains(why)),
            "{target}: {:?}",
            wrong.reasons
        );
    }
}

#[test]
fn what_is_not_called_is_said() {
    let Some(classes) = classes() else { return };
    for (class, verdict) in [("Sequences$Single", "incomplete"), ("Sequences$Inside", "failed")] {
        let target = explore(classes, class, &[]);
        assert_eq!((&target.verdict[..], target.findings.len()), (verdict, 0), "{class}");
        let said = |reason: &String| reason.contains("no constructor that other classes can call");
        assert!(target.reasons.iter().any(said), "{class}: {:?}", target.reasons);
    }
    let program = explore(classes, "Sequences$Program", &[]);
    assert_eq!(program.verdict, "failed", "nothing but main was called");
    assert!(
        program.reasons[0].contains("no method to explore but main"),
        "{:?}",
        program.reasons
    );
    let color = explore(classes, "Sequences$Color", &[]);
    assert_eq!(color.verdict, "verified", "{:?}", color.findings);
    let few = Check::new(classes, ["Sequences$Range#new(int,int)#width", "1"])
        .run()
        .unwrap();
    assert!(
        few.reasons[0].contains("takes 2 arguments, and 1 is given"),
        "{:?}",
        few.reasons
    );
    let named = Check::new(classes, ["Sequences$Range"])
        .with(["--symbolic=low:1"])
        .run()
        .unwrap();
    assert!(named.reasons[0].contains("needs a method"), "{:?}", named.reasons);
}

/// What changes nothing is called last only, and nothing is called behind what never returns.
#[test]
fn sequences_that_show_nothing_new_are_left_out() {
    let Some(classes) = classes() else { return };
    let sequences = |class: &str, calls: &str| {
        let target = explore(classes, class, &["--set", calls]);
        let note = target
            .notes
            .iter()
            .find(|note| note.contains(" of ") && note.starts_with("explored"))
            .cloned();
        let note = note.unwrap();
        let (_, count) = note.split_once(" of ").unwrap();
        count.split(' ').next().unwrap().to_owned()
    };
    // new; push, size, isEmpty; three each behind push.
    assert_eq!(sequences("Sequences$Full", "symbolic.calls=2"), "7");
    // new; open, close: close throws. open, close behind open.
    assert_eq!(sequences("Sequences$Declared", "symbolic.calls=2"), "5");
}

#[test]
fn written_tests_make_the_calls() {
    let (Some(classes), Some(jars), Some(javac)) = (classes(), java_libraries(), Tool::find("javac")) else {
        return;
    };
    let folder = Path::new(CACHE).join("symbolic-sequence-tests");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut sources = vec![source("RunTests")];
    let mut names = Vec::new();
    let mut wrong = 0;
    for Said { class, calls, what } in said() {
        if class.contains("Workers") {
            // What it does depends on the schedule.
            continue;
        }
        let name = format!("{}Test", class.replace('$', ""));
        let file = folder.join(format!("{name}.java"));
        let said = [
            "check",
            "--symbolic",
            "--set",
            &calls,
            "-c",
            classes.to_str().unwrap(),
            "--write-test",
        ];
        let ended = dropwire::call(said.into_iter().chain([file.to_str().unwrap(), &class])).unwrap();
        assert!(ended.stderr.contains("wrote the tests"), "{class}: {}", ended.stderr);
        sources.push(file);
        names.push(name);
        wrong += usize::from(what != "verified");
    }
    for class in ["Sequences$Bounded", "Sequences$Full"] {
        let said = [
            "generate-tests",
            "--calls",
            "3",
            "-c",
            classes.to_str().unwrap(),
            "--out",
        ];
        let ended = dropwire::call(said.into_iter().chain([folder.to_str().unwrap(), class])).unwrap();
        assert!(ended.stdout.contains("\nwrote "), "{}{}", ended.stdout, ended.stderr);
        if class.ends_with("Bounded") {
            // An element comes back, and one too many is refused: that takes three calls.
            assert!(ended.stdout.contains("push, pop: 1 test"), "{}", ended.stdout);
            assert!(ended.stdout.contains("push, push, push: 1 test"), "{}", ended.stdout);
        }
        let name = format!("{}GeneratedTest", class.replace('$', ""));
        sources.push(folder.join(format!("{name}.java")));
        names.push(name);
    }
    let class_path = std::env::join_paths([classes, &folder, &jars.join("*")]).unwrap();
    let mut compiler = Command::new(javac.path());
    compiler
        .args(["-nowarn", "-d"])
        .arg(&folder)
        .arg("-cp")
        .arg(&class_path)
        .args(&sources);
    let compiled = process::run(&mut compiler, Duration::from_secs(120)).unwrap();
    assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
    let mut java = Command::new(Tool::find("java").unwrap().path());
    java.arg("-ea").arg("-cp").arg(&class_path).arg("RunTests").args(&names);
    let ran = process::run(&mut java, Duration::from_secs(120)).unwrap();
    let mut failed = 0;
    for line in ran.stdout.lines() {
        let (name, became) = line.rsplit_once(" => ").unwrap();
        let expected = name.split_once(" fails with ").map_or("passes", |(_, thrown)| thrown);
        assert_eq!(became, expected, "{line}");
        failed += usize::from(became != "passes");
    }
    assert!(failed >= wrong, "{}", ran.stdout);
}

/// `Preconditions.java` says of each method what comes of it with its precondition.
#[test]
fn preconditions_are_annotations() {
    let Some(javac) = Tool::find("javac") else { return };
    let classes = javac
        .compile(Path::new(CACHE), &["-g"], &[source("Preconditions")])
        .unwrap();
    let text = fs::read_to_string(source("Preconditions")).unwrap();
    let said: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("//@ ")?.split_once(": "))
        .collect();
    assert!(said.len() >= 16);
    for (method, what) in said {
        let target = explore(&classes, &format!("Preconditions#{method}"), &[]);
        match what {
            "verified" | "incomplete" => assert_eq!(
                target.verdict, what,
                "{method}: {:?} {:?}",
                target.reasons, target.findings
            ),
            thrown if thrown.starts_with("java.") => {
                assert_eq!(target.findings.len(), 1, "{method}: {:?}", target.reasons);
                assert!(shows(&target.findings[0], thrown), "{method}");
            }
            why => {
                assert_eq!(target.verdict, "incomplete", "{method}");
                assert!(
                    target.reasons.iter().any(|reason| reason.contains(why)),
                    "{method}: {:?}",
                    target.reasons
                );
            }
        }
    }
    let gate = explore(&classes, "Preconditions$Gate", &["--set", "symbolic.calls=3"]);
    assert_eq!(gate.verdict, "verified", "{:?} {:?}", gate.reasons, gate.findings);
}
