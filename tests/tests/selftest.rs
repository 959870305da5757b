//! The harness tests itself: a missing, an extra and a misplaced annotation each fail. And the programs keep its rules.

use std::collections::BTreeMap;
use std::fs;

use dropwire_tests::annotations::Expectations;
use dropwire_tests::programs::expectations;
use dropwire_tests::report::Target;
use dropwire_tests::{judge, tree};
use serde_json::{Value, json};

const DEADLOCKED: &str = "class Till {
    void sell() {
        synchronized (drawer) {
            synchronized (ledger) { //~ deadlock \"ledger\"
";

fn place(line: u32) -> Value {
    json!({"class": "Till", "method": "sell", "file": "Till.java", "path": null, "line": line})
}

fn finding(kind: &str, line: u32, other: u32) -> Value {
    json!({
        "kind": kind, "confidence": "confirmed", "analysis": "search", "message": "sell wants ledger", "needs": [],
        "fingerprint": "v1:0", "suppressed": null, "location": place(line),
        "related": [{"message": "held by audit", "location": place(other)}], "trail": {"id": "00000000"},
    })
}

fn report(verdict: &str, findings: &[Value]) -> Target {
    serde_json::from_value(json!({
        "target": "Till", "args": [], "verdict": verdict, "coverage": "complete", "reasons": [], "assumptions": [],
        "findings": findings,
        "statistics": {"states": 1, "revisited": 0, "transitions": 1, "instructions": 1, "maxDepth": 1,
                       "seconds": 0.0, "cpuSeconds": 0.0, "peakMemoryBytes": 0},
    }))
    .unwrap()
}

fn complaints(source: &str, report: &Target) -> Vec<String> {
    judge::complaints("Till.java", &Expectations::parse(source).unwrap(), report)
}

fn assert_complains(source: &str, report: &Target, expected: &str) {
    let complaints = complaints(source, report);
    assert!(
        complaints.iter().any(|complaint| complaint.contains(expected)),
        "{complaints:?}"
    );
}

#[test]
fn what_is_annotated_and_found_is_right() {
    assert_eq!(
        complaints(DEADLOCKED, &report("violated", &[finding("deadlock", 4, 9)])),
        Vec::<String>::new()
    );
    assert_eq!(
        complaints("class Till {}", &report("verified", &[])),
        Vec::<String>::new()
    );
}

#[test]
fn either_side_of_a_deadlock_or_a_race_may_be_the_main_one() {
    let race = DEADLOCKED.replace("deadlock", "data-race");
    assert_eq!(
        complaints(DEADLOCKED, &report("violated", &[finding("deadlock", 9, 4)])),
        Vec::<String>::new()
    );
    assert_eq!(
        complaints(&race, &report("violated", &[finding("data-race", 9, 4)])),
        Vec::<String>::new()
    );
    let assertion = DEADLOCKED.replace("deadlock", "assertion-failure");
    assert_complains(
        &assertion,
        &report("violated", &[finding("assertion-failure", 9, 4)]),
        "not annotated",
    );
}

#[test]
fn several_findings_may_meet_one_annotation() {
    let findings = [finding("deadlock", 4, 9), finding("deadlock", 4, 12)];
    assert_eq!(
        complaints(DEADLOCKED, &report("violated", &findings)),
        Vec::<String>::new()
    );
    let counted = format!("//@ findings: 1\n{DEADLOCKED}");
    let findings = [finding("deadlock", 5, 9), finding("deadlock", 5, 12)];
    assert_eq!(
        complaints(&counted, &report("violated", &findings)),
        ["2 findings, not 1"]
    );
}

#[test]
fn a_missing_annotation_fails() {
    let unannotated = DEADLOCKED.replace("//~", "//");
    assert_complains(
        &unannotated,
        &report("violated", &[finding("deadlock", 4, 9)]),
        "not annotated: Till.java:4/9",
    );
}

#[test]
fn an_extra_annotation_fails() {
    let twice = DEADLOCKED.replace("sell() {", "sell() { //~ data-race");
    assert_complains(
        &twice,
        &report("violated", &[finding("deadlock", 4, 9)]),
        "Till.java:2: not reported: data-race",
    );
    assert_complains(
        DEADLOCKED,
        &report("verified", &[]),
        "not reported: deadlock \"ledger\"",
    );
}

#[test]
fn a_misplaced_annotation_fails() {
    let report = report("violated", &[finding("deadlock", 3, 9)]);
    assert_complains(DEADLOCKED, &report, "not annotated: Till.java:3/9");
    assert_complains(DEADLOCKED, &report, "Till.java:4: not reported");
}

#[test]
fn the_kind_the_text_and_the_file_count() {
    assert_complains(
        DEADLOCKED,
        &report("violated", &[finding("data-race", 4, 4)]),
        "not reported: deadlock",
    );
    let other_text = DEADLOCKED.replace("\"ledger\"", "\"cellar\"");
    assert_complains(
        &other_text,
        &report("violated", &[finding("deadlock", 4, 9)]),
        "not reported: deadlock \"cellar\"",
    );
    let mut elsewhere = finding("deadlock", 4, 4);
    elsewhere["location"]["file"] = json!("Shop.java");
    elsewhere["related"] = json!([]);
    assert_complains(DEADLOCKED, &report("violated", &[elsewhere]), "not reported: deadlock");
}

#[test]
fn what_a_finding_needs_counts() {
    let mut spurious = finding("deadlock", 4, 9);
    spurious["needs"] = json!(["spurious-wakeup Till.java:3"]);
    assert_complains(
        DEADLOCKED,
        &report("violated", &[spurious.clone()]),
        "needs an unlikely event, and should not",
    );
    // A second, rarer finding on a line that also has a plain one is no mistake.
    let both = [finding("deadlock", 4, 9), spurious.clone()];
    assert_eq!(complaints(DEADLOCKED, &report("violated", &both)), Vec::<String>::new());

    let needing = format!("{DEADLOCKED}//@ needs: spurious-wakeup\n");
    assert_eq!(
        complaints(&needing, &report("violated", &[spurious])),
        Vec::<String>::new()
    );
    assert_complains(
        &needing,
        &report("violated", &[finding("deadlock", 4, 9)]),
        "does not say that it needs",
    );
}

#[test]
fn verdict_coverage_confidence_and_reasons_count() {
    assert_complains(
        "class Till {}",
        &report("incomplete", &[]),
        "the verdict is incomplete, not verified",
    );
    let mut limited = report("verified", &[]);
    limited.coverage = "limited".into();
    assert_complains("class Till {}", &limited, "the coverage is limited, not complete");
    let mut potential = finding("deadlock", 4, 9);
    potential["confidence"] = json!("potential");
    assert_complains(DEADLOCKED, &report("violated", &[potential]), "only potential");
    let mut unmodelled = report("incomplete", &[]);
    unmodelled.coverage = "limited".into();
    let expecting = "//@ verdict: incomplete\n//@ reason: Depth\n";
    assert_complains(expecting, &unmodelled, "no reason speaks of `Depth`");
    unmodelled.reasons = vec!["native method depth()I is not modelled".into()];
    assert_eq!(complaints(expecting, &unmodelled), Vec::<String>::new());
}

#[test]
fn the_programs_keep_the_rules() {
    let programs = tree::files(&tree::root().join("tests/programs"), "java");
    assert!(programs.len() >= 70, "{} programs", programs.len());
    let mut names = BTreeMap::new();
    for source in programs
        .iter()
        .chain(&tree::files(&tree::root().join("samples"), "java"))
    {
        let expected = expectations(source).unwrap();
        let shown = source.display();
        let folder = tree::file_name(source.parent().unwrap());
        let loose = !expected.annotations.is_empty() || expected.verdict() != "verified";
        assert!(folder != "clean" || !loose, "{shown}: a clean program has no findings");
        assert!(
            folder != "race" || expected.annotations.iter().any(|a| a.kind == "data-race"),
            "{shown}: no race"
        );
        let other = names.insert(tree::stem(source), source.clone());
        assert!(
            other.is_none(),
            "{shown} and {other:?} are compiled together or confused"
        );
        let lines = fs::read_to_string(source).unwrap().lines().count();
        assert!(lines <= 70, "{shown}: {lines} lines are too many to see what happens");
    }
}

#[test]
fn the_readme_lists_every_sample() {
    let readme = fs::read_to_string(tree::root().join("samples/README.md")).unwrap();
    for source in tree::files(&tree::root().join("samples"), "java") {
        let name = tree::stem(&source);
        let row = readme
            .lines()
            .find(|line| line.starts_with(&format!("| [{name}]({name}.java) |")));
        let row = row.unwrap_or_else(|| panic!("{name} is not in samples/README.md"));
        let expected = expectations(&source).unwrap();
        assert_eq!(row.contains("verified"), expected.annotations.is_empty(), "{row}");
        for annotation in &expected.annotations {
            assert!(row.contains(&format!("`{}`", annotation.kind)), "{row}");
        }
    }
}
