//! Runs that never end: their trails say where the loop begins, and which steps repeat.

use std::path::{Path, PathBuf};

use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::programs;
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

fn classes(folder: &str) -> Option<PathBuf> {
    let javac = Tool::find("javac")?;
    let sources = programs::sources(&javac, folder);
    Some(javac.compile_fixtures(Path::new(CACHE), &sources).unwrap())
}

/// The trail of the only finding of this kind.
fn trail(classes: &Path, kind: &str, call: &[&str]) -> Value {
    let format = ["check", "--format", "json", "--class-path", classes.to_str().unwrap()];
    let ended = dropwire::call(format.iter().chain(call)).unwrap();
    dropwire::read(&ended).unwrap();
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    let findings = document["targets"][0]["findings"].as_array().unwrap();
    let found = findings.iter().find(|finding| finding["kind"] == kind);
    let found = found.unwrap_or_else(|| panic!("no {kind} in {findings:#?}"));
    assert_eq!(found["confidence"], "confirmed");
    found["trail"].clone()
}

/// From, steps and rounds of the loop, after each round was compared with the first one.
fn looped(trail: &Value) -> (usize, usize, usize) {
    let number = |name: &str| {
        trail["loop"][name]
            .as_u64()
            .unwrap_or_else(|| panic!("{}", trail["loop"])) as usize
    };
    let (from, steps, rounds) = (number("from"), number("steps"), number("rounds"));
    let all = trail["steps"].as_array().unwrap();
    let round = |round: usize| -> Vec<String> {
        let steps = &all[from - 1 + round * steps..][..steps];
        let what = |step: &Value| format!("{} {}", step["threadPath"], step["operation"]);
        steps.iter().map(what).collect()
    };
    for other in 1..rounds {
        assert_eq!(round(other), round(0), "round {other} of {trail:#}");
    }
    assert_eq!(from - 1 + rounds * steps, all.len(), "the loop is the end of {trail:#}");
    (from, steps, rounds)
}

#[test]
fn a_liveness_property_fails_by_a_stem_and_a_loop() {
    let Some(classes) = classes("tests/properties") else {
        return;
    };
    let folder = Path::new(CACHE).join("lasso");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("dropwire.toml");
    let response = "[[property]]\nname = \"served\"\nresponse = [\"Spin.asked\", \"Spin.done\"]\nfairness = \"none\"\n";
    std::fs::write(&file, response).unwrap();
    let config = ["--config", file.to_str().unwrap()];
    let found = trail(&classes, "property-violation", &[&config[..], &["Spin"]].concat());
    let (from, steps, rounds) = looped(&found);
    assert!(from > 3 && steps == 1 && rounds >= 3, "{from} {steps} {rounds}");
    assert_eq!(found["loop"]["sentence"], "from here this step repeats forever");
    // As text: the first round, and a row for each other one; a replay shows all of them.
    let class_path = ["--class-path", classes.to_str().unwrap(), "Spin"];
    let check = dropwire::call(["check"].iter().chain(&config).chain(&class_path)).unwrap();
    assert!(
        check.stdout.contains("⟲ from here this step repeats forever"),
        "{}",
        check.stdout
    );
    assert!(
        check.stdout.contains("⟲ round 3 of the loop: the same step"),
        "{}",
        check.stdout
    );
    let reads = |text: &str| text.matches("volatile read done").count();
    assert_eq!(reads(&check.stdout), 1, "{}", check.stdout);
    let replay = dropwire::call(["replay", found["id"].as_str().unwrap()]).unwrap();
    assert!(replay.stdout.contains("✓ reproduced"), "{}", replay.stdout);
    assert!(
        replay.stdout.contains("⟲ round 2 of the loop: the same step"),
        "{}",
        replay.stdout
    );
    assert_eq!(reads(&replay.stdout), rounds, "{}", replay.stdout);
}

#[test]
fn livelocks_and_loops_without_an_exit_have_one() {
    let Some(progress) = classes("tests/programs/progress") else {
        return;
    };
    for (class, steps) in [("GreedyThreadStarvesAnother", 3), ("TwoGiveWayForEver", 6)] {
        let found = trail(&progress, "livelock", &["--progress", class]);
        let (_, of_round, rounds) = looped(&found);
        assert_eq!((of_round, rounds), (steps, 3), "{class}");
    }
    let Some(deadlock) = classes("tests/programs/deadlock") else {
        return;
    };
    for class in [
        "SpinsForAFlagNobodySets",
        "TwoSpinOnEachOther",
        "LoopsForeverBesideATicker",
    ] {
        looped(&trail(&deadlock, "infinite-loop", &[class]));
    }
}

#[test]
fn a_run_that_ends_or_fails_at_once_has_none() {
    let Some(classes) = classes("tests/programs/deadlock") else {
        return;
    };
    let found = trail(&classes, "deadlock", &["ClassInitialiserWantsALock"]);
    assert_eq!(found["loop"], Value::Null);
}
