//! `.jpf` files in the shape of those that come with Java PathFinder, run as they are on programs of our own.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::java::Tool;
use dropwire_tests::{dropwire, tree};
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The files, with the compiled programs in `build` beside them; `None` without a `javac`.
fn folder(name: &str) -> Option<PathBuf> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("jpf").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let build = folder.join("build");
    fs::create_dir_all(build.join("dropwire")).unwrap();
    for file in tree::files(&tree::root().join("tests/jpf"), "jpf") {
        fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    for class in tree::files(&tree::verify_api(), "class") {
        fs::copy(&class, build.join("dropwire").join(class.file_name().unwrap())).unwrap();
    }
    let sources = tree::files(&tree::root().join("tests/jpf"), "java");
    let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    for class in tree::files(&classes, "class") {
        fs::copy(&class, build.join(class.file_name().unwrap())).unwrap();
    }
    Some(folder)
}

/// The answer about a file, and what was said beside it.
fn check(folder: &Path, file: &str, options: &[&str]) -> (Value, String) {
    let file = folder.join(file);
    let mut arguments = vec!["check", "--format", "json"];
    arguments.extend(options);
    arguments.push(file.to_str().unwrap());
    let ended = dropwire::call(&arguments).unwrap();
    let answer: Value = serde_json::from_str(&ended.stdout).unwrap_or_else(|_| panic!("{ended:?}"));
    (answer["targets"][0].clone(), ended.stderr)
}

#[test]
fn each_file_runs_as_it_is() {
    let Some(folder) = folder("each") else { return };
    for (file, kind, line) in [
        ("Philosophers.jpf", "deadlock", 9),
        ("Depot.jpf", "deadlock", 11),
        ("Runner.jpf", "data-race", 6),
        ("Dice.jpf", "uncaught-exception", 8),
        ("Speed.jpf", "assertion-failure", 6),
    ] {
        let (target, said) = check(&folder, file, &[]);
        let findings = target["findings"].as_array().unwrap();
        let found = findings.iter().find(|finding| finding["kind"] == kind);
        let found = found.unwrap_or_else(|| panic!("{file}: no {kind} in {target:#}"));
        let related = found["related"].as_array().into_iter().flatten();
        let mut lines = related
            .map(|place| &place["location"]["line"])
            .chain([&found["location"]["line"]]);
        assert!(lines.any(|found| *found == line), "{file}: {found:#}");
        assert!(!said.contains("warning"), "{file}: {said}");
        assert!(said.contains("report.console.property_violation"), "{file}: {said}");
    }
}

#[test]
fn the_command_line_counts_more() {
    let Some(folder) = folder("counts") else { return };
    let (target, _) = check(&folder, "Dice.jpf", &["--set", "jdk.enumerate-random=false"]);
    assert_eq!(target["verdict"], "verified", "{target:#}");
    let (target, _) = check(&folder, "Speed.jpf", &["--set", "choice.velocity.threshold=3"]);
    assert_eq!(target["verdict"], "verified", "{target:#}");
    let dice = folder.join("Dice.jpf");
    let shown = dropwire::call(["config", "jdk.enumerate-random", "--jpf", dice.to_str().unwrap()]).unwrap();
    assert!(
        shown.stdout.contains("jdk.enumerate-random = true (") && shown.stdout.contains("Dice.jpf:3)"),
        "{shown:?}"
    );
}

#[test]
fn what_is_not_known_is_named_on_its_line() {
    let Some(folder) = folder("named") else { return };
    let text = "@include = common.jpf\ntarget = Runner\nserach.class = x\nlistener = .listener.CoverageAnalyzer,.listener.ObjectTracker\n";
    fs::write(folder.join("Odd.jpf"), text).unwrap();
    let (target, said) = check(&folder, "Odd.jpf", &[]);
    assert_eq!(target["reports"][0]["report"], "coverage");
    let note = serde_json::json!({ "note": "left-out", "key": "listener", "classes": ["gov.nasa.jpf.listener.ObjectTracker"] });
    assert!(
        target["facts"]["notes"].as_array().unwrap().contains(&note),
        "{target:#}"
    );
    for named in [
        "Odd.jpf:3: warning: unknown key `serach.class`; did you mean `search.class`?",
        "Odd.jpf:4: warning: listener: `gov.nasa.jpf.listener.ObjectTracker` has no equivalent here",
    ] {
        assert!(said.contains(named), "no `{named}` in\n{said}");
    }
    fs::write(folder.join("Odd.jpf"), "target = Runner\nsearch.depth_limit = deep\n").unwrap();
    let ended = dropwire::call(["check", folder.join("Odd.jpf").to_str().unwrap()]).unwrap();
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.contains("Odd.jpf:2: search.depth_limit: "), "{ended:?}");
}
