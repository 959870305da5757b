//! A sample of the programs of the tree, in all modes and on the real machine; `compare-modes` and `run-verified` take all of them.

use std::path::Path;
use std::time::Duration;

use dropwire_check::Verdict;
use dropwire_tests::comparison::campaign::{HELD_AGAINST, Outcome, Plan, run};
use dropwire_tests::comparison::corpus::{self, Case};
use dropwire_tests::comparison::machine::Limits;
use dropwire_tests::java::Tool;
use dropwire_tests::real_machine::{self, needs_a_process, taken_for_granted};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

fn sample(one_in: usize, keep: impl FnMut(&Case) -> bool) -> Vec<Case> {
    let (mut cases, _) = corpus::all(CACHE).unwrap();
    cases.retain(keep);
    cases.into_iter().step_by(one_in).collect()
}

fn checked(cases: &[Case], modes: &[&'static str]) -> Outcome {
    let plan = Plan {
        modes: modes.to_vec(),
        limits: Limits {
            transitions: 4_000,
            time: Duration::from_secs(60),
        },
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        time: None,
    };
    run(cases, &plan)
}

#[test]
fn the_modes_agree_on_a_sample() {
    let Some(_) = Tool::find("javac") else { return };
    let outcome = checked(&sample(37, |_| true), HELD_AGAINST);
    println!("{outcome}");
    assert!(outcome.answers.len() >= 10, "{outcome}");
    assert_eq!(outcome.unexplained().count(), 0, "{outcome}");
}

#[test]
fn what_is_verified_does_not_fail_on_the_real_machine() {
    let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    let plain = |case: &Case| case.name.starts_with("clean/") && case.jdk.is_none() && !needs_a_process(case);
    let answers = checked(&sample(10, plain), &[]).answers;
    let verified: Vec<Case> = answers
        .into_iter()
        .filter(|(_, answer)| answer.verdict == Verdict::Verified && taken_for_granted(&answer.assumptions).is_empty())
        .map(|(case, _)| case)
        .collect();
    assert!(!verified.is_empty());
    let plan = real_machine::Plan {
        runs: 100,
        seconds: 5,
        processes: 1,
    };
    let seen = real_machine::run(&verified, &javac, &java, Path::new(CACHE), plan).unwrap();
    for (name, seen) in &seen {
        println!("{name}: {} runs", seen.runs);
        assert!(seen.runs > 0 && seen.failures.is_empty(), "{name}: {:?}", seen.failures);
    }
    assert_eq!(seen.len(), verified.len());
}

#[test]
fn a_failure_on_the_real_machine_is_noticed() {
    let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) else {
        return;
    };
    let cases = sample(1, |case| {
        ["exception/IndexOutOfBoundsInMain", "deadlock/ThreadsJoinEachOther"].contains(&case.name.as_str())
    });
    assert_eq!(cases.len(), 2);
    let plan = real_machine::Plan {
        runs: 5,
        seconds: 5,
        processes: 1,
    };
    for (name, seen) in real_machine::run(&cases, &javac, &java, Path::new(CACHE), plan).unwrap() {
        assert!(!seen.failures.is_empty(), "{name} fails on every run");
    }
}
