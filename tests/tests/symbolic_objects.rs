//! Objects, arrays and strings as inputs: wrong methods are found with objects that fail on the real `java`, right ones are not, structures that `repOk` allows
//! are counted, and the figures of the slides hold.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::{Tool, java_libraries};
use dropwire_tests::process;
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

fn source(class: &str) -> PathBuf {
    tree::root().join("tests/symbolic").join(class).with_extension("java")
}

/// The classes; `None` without a `javac`.
fn classes() -> Option<&'static Path> {
    static CLASSES: OnceLock<Option<PathBuf>> = OnceLock::new();
    let compile = || {
        let names = [
            "WrongObjects",
            "RightObjects",
            "RedBlackTree",
            "Slides",
            "LibraryObjects",
            "Conservative",
        ];
        let compiled = Tool::find("javac")?.compile(Path::new(CACHE), &["-g"], &names.map(source));
        Some(compiled.unwrap())
    };
    CLASSES.get_or_init(compile).as_deref()
}

/// What each method of a class is said to throw: `//@ second: java.lang.NullPointerException`.
fn said(class: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(source(class)).unwrap();
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("//@ "));
    let said = lines.map(|line| line.split_once(": ").unwrap());
    said.map(|(method, what)| (method.to_owned(), what.to_owned()))
        .collect()
}

/// The static methods of a class, as its source says.
fn methods_of(class: &str) -> Vec<String> {
    let text = fs::read_to_string(source(class)).unwrap();
    let heads = text
        .lines()
        .filter(|line| line.starts_with("    static ") && line.ends_with(") {"));
    let methods = heads.filter_map(|head| head.split_once('(')?.0.split(' ').next_back());
    methods.map(str::to_owned).collect()
}

fn explore(target: &str, options: &[&str]) -> Option<Target> {
    let options = ["--symbolic"].into_iter().chain(options.iter().copied());
    Some(Check::new(classes()?, [target]).with(options).run().unwrap())
}

fn only_bounds(target: &Target) -> bool {
    target.reasons.iter().all(|reason| reason.contains("left out"))
}

#[test]
fn what_is_wrong_is_found_with_objects_that_replay() {
    let trails = Path::new(CACHE).join("symbolic-objects-trails");
    let wrong = said("WrongObjects");
    assert!(wrong.len() >= 16, "{wrong:?}");
    for (method, thrown) in wrong {
        let options = ["--trails", trails.to_str().unwrap()];
        let Some(target) = explore(&format!("WrongObjects#{method}"), &options) else {
            return;
        };
        assert_eq!(target.verdict, "violated", "{method}: {:?}", target.reasons);
        let kind = match thrown.ends_with("AssertionError") {
            true => "assertion-failure",
            false => "uncaught-exception",
        };
        for finding in &target.findings {
            assert_eq!(
                (finding.kind.as_str(), finding.confidence.as_str()),
                (kind, "confirmed"),
                "{method}"
            );
            assert!(!finding.trail.condition.is_empty(), "{method}");
        }
        dropwire::replay_all(&target, &trails).unwrap();
    }
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let methods = methods_of("RightObjects");
    assert!(methods.len() >= 15, "{methods:?}");
    let mut verified = 0;
    for method in methods {
        let Some(target) = explore(&format!("RightObjects#{method}"), &[]) else {
            return;
        };
        assert!(target.findings.is_empty(), "{method}: {:?}", target.findings);
        assert!(only_bounds(&target), "{method}: {:?}", target.reasons);
        assert_eq!(target.verdict == "verified", target.reasons.is_empty(), "{method}");
        verified += usize::from(target.reasons.is_empty());
    }
    assert!(verified >= 6, "{verified} methods need no bound");
}

/// Objects of the library are inputs where the class of the method says which are well formed, as it may without a line of their source.
#[test]
fn objects_of_the_library_are_those_that_repok_allows() {
    for (method, what) in said("LibraryObjects") {
        let Some(target) = explore(&format!("LibraryObjects#{method}"), &[]) else {
            return;
        };
        let thrown: Vec<&str> = target.findings.iter().map(|finding| finding.message.as_str()).collect();
        match what.as_str() {
            "verified" => assert_eq!(target.verdict, "verified", "{method}: {thrown:?} {:?}", target.reasons),
            "java.lang.AssertionError" => assert_eq!(thrown, ["Assertion failed in main"], "{method}"),
            what => assert!(thrown.len() == 1 && thrown[0].contains(what), "{method}: {thrown:?}"),
        }
        let counted = target
            .notes
            .iter()
            .any(|note| note.contains("LibraryObjects.repOk holds for"));
        assert!(counted, "{method}: {:?}", target.notes);
    }
}

/// Tests for JUnit 4 compile with it alone, and fail where they say so.
#[test]
fn tests_are_written_for_junit_4() {
    let (Some(classes), Some(jars), Some(javac)) = (classes(), java_libraries(), Tool::find("javac")) else {
        return;
    };
    let folder = Path::new(CACHE).join("symbolic-junit-4");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let arguments = [
        "generate-tests",
        "--junit",
        "4",
        "-c",
        classes.to_str().unwrap(),
        "--out",
    ];
    let arguments = arguments.into_iter().chain([folder.to_str().unwrap(), "WrongObjects"]);
    let ended = dropwire::call(arguments).unwrap();
    assert!(ended.stdout.contains("\nwrote "), "{}{}", ended.stdout, ended.stderr);
    let source = folder.join("WrongObjectsGeneratedTest.java");
    let text = fs::read_to_string(&source).unwrap();
    assert!(!text.contains("jupiter"), "{text}");
    let four = ["junit.jar", "hamcrest.jar"].map(|jar| jars.join(jar));
    let class_path = std::env::join_paths([classes.to_owned(), folder.clone()].into_iter().chain(four)).unwrap();
    let mut compiler = Command::new(javac.path());
    compiler
        .args(["-nowarn", "-d"])
        .arg(&folder)
        .arg("-cp")
        .arg(&class_path)
        .arg(&source);
    let compiled = process::run(&mut compiler, Duration::from_secs(120)).unwrap();
    assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
    let mut java = Command::new(Tool::find("java").unwrap().path());
    java.arg("-ea").arg("-cp").arg(&class_path);
    java.args(["org.junit.runner.JUnitCore", "WrongObjectsGeneratedTest"]);
    let ran = process::run(&mut java, Duration::from_secs(120)).unwrap();
    let (all, failing) = (text.matches("@Test").count(), text.matches(") fails with ").count());
    let expected = format!("Tests run: {all},  Failures: {failing}");
    assert!(
        failing >= 16 && ran.stdout.contains(&expected),
        "{expected}: {}",
        ran.stdout
    );
}

/// Structures of so many entries, and the candidates of the slide, where an empty tree is not counted.
#[test]
fn as_many_red_black_trees_as_there_are() {
    for (size, structures, most) in [(1, 1, 5), (2, 3, 24), (3, 5, 103), (4, 9, 432), (5, 17, 1830)] {
        let bound = format!("symbolic.objects={size}");
        let options = ["--set", &bound];
        let Some(target) = explore("RedBlackTree#repOk()", &options) else {
            return;
        };
        let note = target.notes.iter().find(|note| note.contains("candidate structures"));
        let words: Vec<&str> = note.unwrap().split(' ').collect();
        let number = |behind: &str| {
            let at = words.iter().position(|word| *word == behind).unwrap() + 1;
            words[at].replace(',', "").parse::<u64>().unwrap()
        };
        assert_eq!(number("for") - 1, structures, "{note:?}");
        assert!(number("of") - 1 <= most, "{note:?}");
        assert!(only_bounds(&target), "{:?}", target.reasons);
    }
}

/// Entries of the tree are deleted and put, whatever the tree is: it may only be too small.
#[test]
fn methods_are_called_on_what_their_class_allows() {
    for method in ["put(int)", "deleteEntry(RedBlackTree$Entry)"] {
        let options = ["--set", "symbolic.objects=4"];
        let Some(target) = explore(&format!("RedBlackTree#{method}"), &options) else {
            return;
        };
        assert!(target.findings.is_empty(), "{method}: {:?}", target.findings);
        assert!(only_bounds(&target), "{method}: {:?}", target.reasons);
        assert!(
            target
                .notes
                .iter()
                .any(|note| note.contains("RedBlackTree.repOk holds for"))
        );
    }
}

#[test]
fn a_list_of_two_has_seven_shapes() {
    let Some(classes) = classes() else { return };
    let on_this = Check::new(classes, ["Slides$Node#swapNode"]).with(["--symbolic=this:symbolic"]);
    let target = on_this.run().unwrap();
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
    assert!(
        target.notes.iter().any(|note| note.contains("explored 7 paths")),
        "{:?}",
        target.notes
    );
    assert!(target.assumptions.iter().any(|one| one == "input-types"));
    let of_none = explore("Slides#swapNode", &[]).unwrap();
    let [finding] = &of_none.findings[..] else {
        panic!("{:?}", of_none.findings)
    };
    assert!(
        of_none.notes.iter().any(|note| note.contains("explored 8 paths")),
        "{:?}",
        of_none.notes
    );
    assert_eq!(finding.trail.args, ["null"]);
    assert_eq!(finding.trail.condition, ["list == null"]);
}

#[test]
fn integers_are_those_of_java_or_of_mathematics() {
    for method in ["swap", "swapLong"] {
        let Some(java) = explore(&format!("Slides#{method}"), &[]) else {
            return;
        };
        assert_eq!(java.verdict, "violated", "{method}");
        let [finding] = &java.findings[..] else {
            panic!("{:?}", java.findings)
        };
        assert!(!finding.trail.condition.is_empty(), "{method}");
        let mathematical = explore(
            &format!("Slides#{method}"),
            &["--set", "symbolic.integers=mathematical"],
        )
        .unwrap();
        assert_eq!(mathematical.verdict, "verified", "{method}: {:?}", mathematical.reasons);
        assert!(
            mathematical
                .assumptions
                .iter()
                .any(|one| one == "mathematical-integers")
        );
        assert!(!java.assumptions.iter().any(|one| one == "mathematical-integers"));
    }
}

/// One path for what is no more than 0, one for each number up to 10, and one that the program ignores.
#[test]
fn a_loop_has_a_path_for_each_number() {
    let Some(target) = explore("Slides#m", &[]) else { return };
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
    assert!(
        target.notes.iter().any(|note| note.contains("explored 12 paths")),
        "{:?}",
        target.notes
    );
    assert!(target.assumptions.iter().any(|one| one == "ignored-paths"));
    let counted = explore("Slides#counted", &[]).unwrap();
    let [finding] = &counted.findings[..] else {
        panic!("{:?}", counted.findings)
    };
    assert_eq!(finding.trail.args, ["10"]);
    // That the loop ends says nothing new.
    let expected = ["n <= 10".to_owned()]
        .into_iter()
        .chain((0..10).map(|passed| format!("n > {passed}")));
    assert!(
        expected.eq(finding.trail.condition.iter().cloned()),
        "{:?}",
        finding.trail.condition
    );
}

/// Tests that are written build the objects, and fail on the real machine where the method fails and nowhere else.
#[test]
fn written_tests_build_the_objects() {
    let (Some(classes), Some(jars), Some(javac)) = (classes(), java_libraries(), Tool::find("javac")) else {
        return;
    };
    let folder = Path::new(CACHE).join("symbolic-object-tests");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let names = ["WrongObjects", "RightObjects", "RedBlackTree", "LibraryObjects"];
    for class in names {
        let said = ["generate-tests", "--set", "symbolic.objects=3", "-c"];
        let said = said
            .into_iter()
            .chain([classes.to_str().unwrap(), "--out", folder.to_str().unwrap(), class]);
        let ended = dropwire::call(said).unwrap();
        assert!(ended.stdout.contains("\nwrote "), "{}{}", ended.stdout, ended.stderr);
    }
    let generated = |class: &str| format!("{class}GeneratedTest");
    let tree = fs::read_to_string(folder.join("RedBlackTreeGeneratedTest.java")).unwrap();
    assert!(tree.contains("redBlackTree1.root = entry1;"), "{tree}");
    let records = fs::read_to_string(folder.join("WrongObjectsGeneratedTest.java")).unwrap();
    assert!(records.contains("new WrongObjects.Circle(0)"), "{records}");
    assert!(records.contains("make(WrongObjects.Account.class)"), "{records}");
    let library = fs::read_to_string(folder.join("LibraryObjectsGeneratedTest.java")).unwrap();
    assert!(
        library.contains("@code --add-opens java.base/java.util=ALL-UNNAMED"),
        "{library}"
    );
    let class_path = std::env::join_paths([classes, &folder, &jars.join("*")]).unwrap();
    let mut sources = vec![source("RunTests")];
    sources.extend(names.map(|class| folder.join(generated(class)).with_extension("java")));
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
    java.arg("-ea")
        .args(["java.util", "java.time"].map(|package| format!("--add-opens=java.base/{package}=ALL-UNNAMED")))
        .arg("-cp")
        .arg(&class_path)
        .arg("RunTests")
        .args(names.map(generated));
    let ran = process::run(&mut java, Duration::from_secs(120)).unwrap();
    let mut failed = Vec::new();
    for line in ran.stdout.lines() {
        let (name, became) = line.rsplit_once(" => ").unwrap();
        let expected = name.rsplit_once(" fails with ").map_or("passes", |(_, thrown)| thrown);
        assert_eq!(became, expected, "{line}");
        if became != "passes" {
            failed.push((name.split('(').next().unwrap().to_owned(), became.to_owned()));
        }
    }
    let mut all = said("WrongObjects");
    all.extend(
        said("LibraryObjects")
            .into_iter()
            .filter(|(_, what)| what != "verified"),
    );
    for (method, thrown) in &all {
        assert!(
            failed.contains(&(method.clone(), thrown.clone())),
            "{method}: {}",
            ran.stdout
        );
    }
    assert!(
        failed
            .iter()
            .all(|(method, _)| all.iter().any(|(wrong, _)| wrong == method)),
        "{failed:?}"
    );
}

/// Objects are arguments of a target as text.
#[test]
fn objects_are_arguments() {
    let Some(classes) = classes() else { return };
    let check = |target: &[&str]| Check::new(classes, target.iter().copied()).run().unwrap();
    let node = "this=Slides$Node{elem: 2, next: Slides$Node{elem: 1}}";
    assert_eq!(check(&["Slides$Node#swapNode", node]).verdict, "verified");
    assert_eq!(
        check(&["Slides$Node#swapNode", "this=#1=Slides$Node{next: #1}"]).verdict,
        "verified"
    );
    assert_eq!(check(&["WrongObjects#last", "int[]{1, 2}"]).verdict, "verified");
    assert_eq!(
        check(&["WrongObjects#last", "int[]{}"]).findings[0].kind,
        "uncaught-exception"
    );
    assert_eq!(
        check(&["WrongObjects#password", "c7"]).findings[0].kind,
        "uncaught-exception"
    );
    assert_eq!(
        check(&["WrongObjects#password", "\"c7\""]).findings[0].kind,
        "uncaught-exception"
    );
    assert_eq!(
        check(&["WrongObjects#code", "WrongObjects$Color.BLUE"]).findings[0].kind,
        "uncaught-exception"
    );
    for (target, says) in [
        (&["Slides$Node#swapNode", "this=null"][..], "is no object on which"),
        (&["Slides$Node#swapNode", "this=Slides{}"], "is no subtype of it"),
        (
            &["Slides$Node#swapNode", "this=Slides$Node{last: null}"],
            "has no field last",
        ),
        (
            &["Slides$Node#swapNode", "this=Slides$Node{next: #2}"],
            "no object before it has this label",
        ),
        (
            &["Slides#swapNode", "Slides$Node{elem: }"],
            "a value is expected at character 19",
        ),
        (
            &["WrongObjects#code", "WrongObjects$Color.PINK"],
            "has no constant PINK",
        ),
        (
            &["WrongObjects#side", "WrongObjects$Shape{}"],
            "cannot be made without a constructor",
        ),
    ] {
        let failed = check(target);
        assert_eq!(failed.verdict, "failed", "{target:?}");
        assert!(failed.reasons[0].contains(says), "{:?}", failed.reasons);
    }
}

/// Preconditions that run on what the method reads: what is verified is so for objects of any size, and what is found has inputs that they allow.
#[test]
fn conservative_preconditions_need_no_bound_where_the_method_needs_none() {
    let trails = Path::new(CACHE).join("symbolic-conservative-trails");
    let conservative = [
        "--set",
        "symbolic.preconditions=conservative",
        "--trails",
        trails.to_str().unwrap(),
    ];
    for (method, what) in said("Conservative") {
        let name = format!("Conservative#{method}");
        let (Some(target), Some(complete)) = (explore(&name, &conservative), explore(&name, &[])) else {
            return;
        };
        assert!(
            complete
                .reasons
                .iter()
                .any(|reason| reason.contains("symbolic.objects")),
            "{method}"
        );
        let found = |target: &Target| -> Vec<String> {
            let all = target.findings.iter().map(|finding| finding.fingerprint.clone());
            all.collect()
        };
        assert_eq!(found(&target), found(&complete), "{method}");
        let thrown: Vec<&str> = target.findings.iter().map(|finding| finding.message.as_str()).collect();
        match what.as_str() {
            "verified" => assert_eq!(target.verdict, "verified", "{method}: {thrown:?} {:?}", target.reasons),
            "java.lang.AssertionError" => assert_eq!(thrown, ["Assertion failed in main"], "{method}"),
            what => assert!(thrown.len() == 1 && thrown[0].contains(what), "{method}: {thrown:?}"),
        }
        dropwire::replay_all(&target, &trails).unwrap();
    }
}
