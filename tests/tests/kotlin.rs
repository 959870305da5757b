//! Class files of the Kotlin compiler: the programs of `tests/kotlin` print what they print on the real `java`, and findings
//! stand on their lines.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use dropwire_tests::dropwire::{call, read};
use dropwire_tests::java::{Tool, in_plain_locale, kotlin_compiler};
use dropwire_tests::process;
use dropwire_tests::report::Target;
use dropwire_tests::tree;

/// The programs' classes and Kotlin's library.
fn class_path() -> Option<&'static str> {
    static READY: OnceLock<Option<String>> = OnceLock::new();
    let prepare = || {
        let home = kotlin_compiler()?;
        let kotlinc = Tool::at(&home.join("bin/kotlinc"))?;
        let sources = tree::files(&tree::root().join("tests/kotlin"), "kt");
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let classes = kotlinc.compile(cache, &["-nowarn"], &sources).unwrap();
        let all: [PathBuf; 2] = [classes, home.join("lib/kotlin-stdlib.jar")];
        Some(std::env::join_paths(all).unwrap().into_string().unwrap())
    };
    READY.get_or_init(prepare).as_deref()
}

/// Runs a program on the real `java` and on ours.
fn prints_the_same(class: &str) {
    let (Some(class_path), Some(java)) = (class_path(), Tool::find("java")) else {
        return;
    };
    let mut command = Command::new(java.path());
    command.args(["-ea", "-cp", class_path, class]);
    let theirs = process::run(in_plain_locale(&mut command), Duration::from_secs(120)).unwrap();
    let ours = call(["run", "--classpath", class_path, class].map(OsStr::new)).unwrap();
    assert_eq!(theirs.status, Some(0), "{}", theirs.stderr);
    assert_eq!(
        (ours.stdout, ours.status),
        (theirs.stdout, theirs.status),
        "{}",
        ours.stderr
    );
}

fn check(class: &str) -> Option<Target> {
    let arguments = ["check", "--classpath", class_path()?, "--format", "json", class];
    let document = read(&call(arguments.map(OsStr::new)).unwrap()).unwrap();
    document.targets.into_iter().next()
}

#[test]
fn sealed_classes_and_when() {
    prints_the_same("shapes.ShapesKt");
}

#[test]
fn functions_of_every_kind() {
    prints_the_same("functions.FunctionsKt");
}

#[test]
fn delegates_and_companions() {
    prints_the_same("delegates.DelegatesKt");
}

#[test]
fn text_and_numbers() {
    prints_the_same("text.TextKt");
}

#[test]
fn threads_and_locks() {
    prints_the_same("threads.ThreadsKt");
}

#[test]
fn a_race_stands_on_its_line() {
    let Some(target) = check("sold.SoldKt") else { return };
    assert_eq!(target.verdict, "violated");
    let lines = |kind: &str| {
        let of_kind = target.findings.iter().filter(|finding| finding.kind == kind);
        of_kind.flat_map(|finding| finding.lines("Sold.kt")).collect::<Vec<_>>()
    };
    assert!(lines("data-race").contains(&9), "{:?}", target.findings);
    assert!(lines("assertion-failure").contains(&11), "{:?}", target.findings);
}
