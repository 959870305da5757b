//! What is a boundary and what is none, by the numbers that a check reports; and random walks by their seed.

use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The compiled programs; `None` without a `javac`.
fn programs() -> Option<PathBuf> {
    let sources = tree::files(&tree::root().join("tests/programs"), "java");
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &sources)
            .unwrap(),
    )
}

fn check(options: &[&str], class: &str) -> Option<Target> {
    let classes = programs()?;
    let target = Check::new(&classes, [class]).with(options.iter().copied()).run();
    Some(target.unwrap())
}

fn attributed(class: &str, rows: &str) -> Option<(Target, Target)> {
    let set = format!("vm.por.attributes={rows}");
    Some((check(&["--set", &set], class)?, check(&[], class)?))
}

#[track_caller]
fn assert_assumes(target: &Target, assumption: &str, does: bool) {
    let found = target.assumptions.iter().any(|a| a == assumption);
    assert_eq!(found, does, "{}: {:?}", target.target, target.assumptions);
}

#[test]
fn a_lock_that_is_held_costs_nothing_when_it_is_taken_again() {
    let (Some(once), Some(again)) = (check(&[], "LocksTakenOnce"), check(&[], "LocksTakenAgain")) else {
        return;
    };
    assert_eq!(once.statistics.states, again.statistics.states);
    assert_eq!(once.statistics.transitions, again.statistics.transitions);
}

#[test]
fn levels_that_take_boundaries_away_are_taken_for_granted() {
    for (class, rows) in [
        ("AtomicMethodIsOneStep", "AtomicMethodIsOneStep.add=atomic"),
        ("NeverRelevantCallHidesTheLock", "*.first=never"),
        (
            "RelevantForTheOuterLockOnly",
            "RelevantForTheOuterLockOnly$Part.*=top-level",
        ),
    ] {
        let Some((with, without)) = attributed(class, rows) else {
            return;
        };
        assert_assumes(&with, "por-attributes", true);
        assert_assumes(&without, "por-attributes", false);
        assert!(with.statistics.transitions < without.statistics.transitions, "{class}");
    }
}

#[test]
fn levels_that_add_boundaries_take_nothing_for_granted() {
    for (class, rows) in [
        (
            "AlwaysRelevantCallAddsABoundary",
            "AlwaysRelevantCallAddsABoundary.*=always",
        ),
        ("RelevantWhereOthersCanRun", "*.look=runnables"),
    ] {
        let Some((with, without)) = attributed(class, rows) else {
            return;
        };
        assert_assumes(&with, "por-attributes", false);
        assert!(with.statistics.transitions > without.statistics.transitions, "{class}");
        assert_eq!(with.verdict, without.verdict);
    }
}

#[test]
fn always_is_a_boundary_for_a_thread_that_is_alone_and_runnables_is_not() {
    let class = "BoundariesWithoutAnyThread";
    let (Some((always, without)), Some((runnables, _))) = (
        attributed(class, "BoundariesWithoutAnyThread.add=always"),
        attributed(class, "BoundariesWithoutAnyThread.add=runnables"),
    ) else {
        return;
    };
    assert_eq!(always.statistics.transitions, without.statistics.transitions + 3);
    assert_eq!(runnables.statistics.transitions, without.statistics.transitions);
}

#[test]
fn the_same_seed_makes_the_same_random_runs() {
    let options = ["--search", "random", "--runs", "40", "--seed", "7"];
    let (Some(first), Some(second)) = (
        check(&options, "TwoFieldsTwoRaces"),
        check(&options, "TwoFieldsTwoRaces"),
    ) else {
        return;
    };
    assert_eq!(first.verdict, "violated");
    assert_eq!(first.coverage, "limited");
    let fingerprints =
        |target: &Target| -> Vec<String> { target.findings.iter().map(|f| f.fingerprint.clone()).collect() };
    assert_eq!(fingerprints(&first), fingerprints(&second));
    assert_eq!(first.statistics.transitions, second.statistics.transitions);
    assert_eq!(first.statistics.states, second.statistics.states);
}

#[test]
fn random_runs_never_verify() {
    let options = ["--search", "random", "--runs", "5", "--seed", "7"];
    let Some(target) = check(&options, "LocksTakenOnce") else {
        return;
    };
    assert_eq!(target.verdict, "incomplete");
    assert!(target.reasons[0].contains("5 random runs"), "{:?}", target.reasons);
    assert!(target.reasons[0].contains("seed 7"), "{:?}", target.reasons);
}

#[test]
fn a_run_that_goes_round_in_circles_is_given_up_and_told() {
    let options = ["--search", "random", "--runs", "2", "--max-depth", "50"];
    let Some(target) = check(&options, "LoopsForeverBesideATicker") else {
        return;
    };
    let told = target
        .reasons
        .iter()
        .any(|r| r.contains("2 of the random runs were given up"));
    assert!(told, "{:?}", target.reasons);
}
