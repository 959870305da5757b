//! The same classes on the real `java` and on our machine: the same standard output, the same exit status, and the same
//! first words on standard error where a thread dies.

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::process::Ended;
use dropwire_tests::suite::{self, Suite};
use dropwire_tests::tree;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let (Some(suite), Some(java)) = (
        Suite::find("tests/conformance", env!("CARGO_TARGET_TMPDIR")),
        Tool::find("java"),
    ) {
        for source in &suite.sources {
            let java = java.clone();
            trials.push(suite.trial(tree::stem(source), source, move |suite, classes, source| {
                let theirs = java.run_class(&suite.cache, classes, source)?;
                compare(&theirs, &run(classes, &tree::stem(source))?)
            }));
        }
    }
    suite::run(trials)
}

fn run(classes: &Path, class: &str) -> Result<Ended, String> {
    dropwire::call([
        OsStr::new("run"),
        OsStr::new("--classpath"),
        classes.as_os_str(),
        OsStr::new(class),
    ])
}

fn compare(theirs: &Ended, ours: &Ended) -> Result<(), String> {
    let mut ours_by_line = ours.stdout.split('\n');
    for (number, expected) in (1..).zip(theirs.stdout.split('\n')) {
        let found = ours_by_line.next();
        if found != Some(expected) {
            let found = found.unwrap_or("(nothing)");
            return Err(format!(
                "line {number} differs\n  java: {expected}\n  ours: {found}\n{}",
                ours.stderr
            ));
        }
    }
    if let Some(more) = ours_by_line.next() {
        return Err(format!("more than java prints: {more}"));
    }
    if theirs.status != ours.status {
        return Err(format!(
            "the exit status is {:?}, not {:?}\n{}",
            ours.status, theirs.status, ours.stderr
        ));
    }
    let deaths = |ended: &Ended| -> Vec<String> {
        ended
            .stderr
            .lines()
            .filter(|line| line.starts_with("Exception in thread"))
            .map(str::to_owned)
            .collect()
    };
    if deaths(theirs) == deaths(ours) {
        Ok(())
    } else {
        Err(format!("java: {:?}\nours: {:?}", deaths(theirs), deaths(ours)))
    }
}
