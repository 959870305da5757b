//! Properties that annotations state: of the target's class, of classes that are loaded later, and of none that is not loaded.

use std::path::{Path, PathBuf};

use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::tree;
use serde_json::{Value, json};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

fn classes() -> Option<PathBuf> {
    let sources = tree::files(&tree::root().join("tests/annotated"), "java");
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &sources)
            .unwrap(),
    )
}

fn check(class: &str, options: &[&str]) -> Option<Value> {
    let classes = classes()?;
    let call = ["check", "--format", "json", "--classpath", classes.to_str()?];
    let ended = dropwire::call(call.iter().chain(options).chain(&[class])).unwrap();
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    Some(document["targets"][0].clone())
}

const STRATEGIES: [&[&str]; 3] = [&[], &["--set", "vm.por=false"], &["--search", "bfs"]];

#[test]
fn what_annotations_state_holds() {
    for options in STRATEGIES {
        let Some(target) = check("AnnotatedStock", options) else {
            return;
        };
        assert_eq!(target["verdict"], "verified", "{options:?} {target:#}");
        // What a formula needs is listed.
        let assumptions = target["assumptions"].as_array().unwrap();
        assert!(assumptions.contains(&json!("fair-threads")), "{assumptions:?}");
        // The class that was never loaded states nothing, and the others have begun.
        let notes = target["notes"].to_string();
        assert!(!notes.contains("Unused"), "{notes}");
    }
}

#[test]
fn what_fails_says_which_annotation() {
    let file = json!("AnnotatedOversold.java");
    for options in STRATEGIES {
        let Some(target) = check("AnnotatedOversold", options) else {
            return;
        };
        let findings = target["findings"].as_array().unwrap();
        for (property, formula, origin) in [
            (
                "AnnotatedOversold.size: always size >= 0",
                "[] all((AnnotatedOversold.size >= 0))",
                json!({"is": "annotation", "class": "AnnotatedOversold", "field": "size", "source": file, "text": "size >= 0"}),
            ),
            (
                "AnnotatedOversold$Late: never last == 2",
                "[] !(AnnotatedOversold$Late.last == 2)",
                json!({"is": "annotation", "class": "AnnotatedOversold$Late", "field": null, "source": file, "text": "last == 2"}),
            ),
            (
                "AnnotatedOversold$Till: [] (sold -> <> paid)",
                "[] (!AnnotatedOversold$Till.sold || <> AnnotatedOversold$Till.paid)",
                json!({"is": "annotation", "class": "AnnotatedOversold$Till", "field": null, "source": file, "text": "[] (sold -> <> paid)"}),
            ),
        ] {
            let found = findings
                .iter()
                .find(|finding| finding["facts"]["what"]["property"] == property);
            let found = found.unwrap_or_else(|| panic!("{options:?} {property}: {target:#}"));
            assert_eq!(found["confidence"], "confirmed");
            assert_eq!(found["facts"]["what"]["formula"], formula);
            assert_eq!(found["facts"]["what"]["origin"], origin);
        }
        // Where the write is that makes it fail.
        let lines: Vec<u64> = findings
            .iter()
            .filter_map(|one| one["location"]["line"].as_u64())
            .collect();
        assert!(lines.contains(&22) && lines.contains(&33), "{lines:?}");
    }
}

#[test]
fn what_has_no_meaning_fails_by_name() {
    for (class, says) in [
        ("AnnotatedBadSyntax", "at character 7: expected a field or a number"),
        ("AnnotatedBadName", "no prefix of count is a class"),
        ("AnnotatedBadFairness", "expected one of none, weak, strong"),
    ] {
        let Some(target) = check(class, &[]) else { return };
        assert_eq!(target["verdict"], "failed", "{target:#}");
        let reason = target["reasons"][0].as_str().unwrap();
        assert!(reason.contains(says) && reason.contains(class), "{reason}");
    }
}

#[test]
fn a_plain_run_is_followed_from_the_initialisation_of_each_class_on() {
    let Some(classes) = classes() else { return };
    let run = |class: &str| dropwire::call(["run", "--classpath", classes.to_str().unwrap(), class]).unwrap();
    let oversold = run("AnnotatedOversold");
    assert_eq!(oversold.status, Some(1), "{oversold:?}");
    for line in [
        "AnnotatedOversold.size: always size >= 0: true",
        "AnnotatedOversold$Late: never last == 2: false; AnnotatedOversold$Late.last is 2 (AnnotatedOversold.java:33)",
        "AnnotatedOversold$Till: [] (sold -> <> paid): false, because the run ends here",
    ] {
        assert!(
            oversold.stderr.contains(&format!("property {line}")),
            "{}",
            oversold.stderr
        );
    }
    let stock = run("AnnotatedStock");
    assert_eq!(stock.status, Some(0), "{stock:?}");
    // Seven of classes that were initialised, none of the one that was not.
    let known = stock.stderr.lines().filter(|line| line.ends_with(": true")).count();
    assert!(known == 7 && !stock.stderr.contains("Unused"), "{}", stock.stderr);
    let wrong = run("AnnotatedBadName");
    assert_eq!(wrong.status, Some(125), "{wrong:?}");
    assert!(
        wrong.stderr.contains("no prefix of count is a class"),
        "{}",
        wrong.stderr
    );
}
