//! What follows a search costs about as much as the search, and a second more: counted in steps, which do not depend on the machine.

use std::path::Path;
use std::process::{Command, Stdio};

use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// How many long steps a check of a program takes, before and after its search; it confirms a deadlock.
fn long_steps(program: &str) -> Option<usize> {
    let source = tree::root().join("tests/programs").join(program);
    let classes = Tool::find("javac")?
        .compile_fixtures(Path::new(CACHE), std::slice::from_ref(&source))
        .unwrap();
    let ended = Command::new(dropwire::binary())
        .args(["check", "--classpath"])
        .arg(classes)
        .arg(source.file_stem().unwrap())
        .env("DROPWIRE_LOG", "dropwire_check::search=trace")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&ended.stderr);
    let text = String::from_utf8_lossy(&ended.stdout);
    assert!(text.contains("deadlock:") && text.contains("dropwire replay"), "{text}");
    Some(log.lines().filter(|line| line.contains("operation=Continue")).count())
}

#[test]
fn shorter_runs_and_explanations_have_a_budget() {
    let Some(steps) = long_steps("deadlock/TwoOfFourDeadlockWhileTheOthersSpin.java") else {
        return;
    };
    // Each is 20,000 rounds of the loop. There were 516.
    assert!((1..120).contains(&steps), "{steps} long steps");
}
