//! The silent provider: a program that logs has the same states as one that does not.

use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::{PLAIN, Tool, java_libraries};
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// Checks a class of `tests/logging`; `None` where a tool is missing.
fn check(class: &str, options: &[&str]) -> Option<Target> {
    let javac = Tool::find("javac")?;
    let jars = java_libraries()?.join("*").display().to_string();
    let sources = tree::files(&tree::root().join("tests/logging"), "java");
    let compile: Vec<&str> = PLAIN.iter().copied().chain(["-cp", &jars]).collect();
    let classes = javac.compile(Path::new(CACHE), &compile, &sources).unwrap();
    let class_path: PathBuf = std::env::join_paths([classes.as_path(), Path::new(&jars)])
        .unwrap()
        .into();
    let check = Check::new(&class_path, [class]).with(options.iter().copied());
    Some(check.run().unwrap())
}

fn as_without_a_word(class: &str) {
    let (Some(quiet), Some(chatty)) = (check("Quiet", &[]), check(class, &[])) else {
        return;
    };
    for report in [&quiet, &chatty] {
        assert_eq!(
            (report.verdict.as_str(), report.coverage.as_str()),
            ("verified", "complete"),
            "{report:?}"
        );
    }
    assert_eq!(chatty.statistics.states, quiet.statistics.states);
    let silent = |report: &Target| report.assumptions.iter().any(|name| name == "logging-silent");
    assert!(silent(&chatty) && !silent(&quiet), "{:?}", chatty.assumptions);
}

/// With Logback behind it, which would read its configuration and write.
#[test]
fn slf4j() {
    as_without_a_word("Chatty");
}

#[test]
fn the_loggers_of_the_jdk() {
    as_without_a_word("ChattyJdk");
}

#[test]
fn log4j_and_commons_logging() {
    as_without_a_word("ChattyLog4j");
}

/// Asked for, the real loggers run: whatever comes of it, nothing is assumed about them.
#[test]
fn real_loggers_on_demand() {
    let Some(report) = check("ChattyJdk", &["--set", "jdk.logging=on", "--max-transitions", "300"]) else {
        return;
    };
    assert!(
        !report.assumptions.iter().any(|name| name == "logging-silent"),
        "{report:?}"
    );
    assert_ne!(report.verdict, "failed", "{:?}", report.reasons);
}
