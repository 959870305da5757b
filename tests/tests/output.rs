//! What becomes of an answer whose output cannot be written, or that nobody reads on.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::pipe;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use dropwire_tests::calls;
use dropwire_tests::java::Tool;
use dropwire_tests::{programs, tree};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The classes of the samples; `None` without a `javac`.
fn samples() -> Option<PathBuf> {
    let javac = Tool::find("javac")?;
    let sources = programs::sources(&javac, "samples");
    Some(javac.compile_fixtures(Path::new(CACHE), &sources).unwrap())
}

/// The classes of a program that ends with status 3.
fn exits_with_three() -> Option<PathBuf> {
    let program = tree::root().join("tests/conformance/ExitWithStatusThree.java");
    Some(
        Tool::find("javac")?
            .compile_fixtures(Path::new(CACHE), &[program])
            .unwrap(),
    )
}

/// What comes of a call whose standard output nobody reads.
fn unread(mut command: Command) -> Output {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
    command.output().unwrap()
}

#[test]
fn whoever_reads_no_more_gets_the_status_of_the_verdict() {
    let Some(classes) = samples() else { return };
    for format in ["text", "json", "sarif", "junit", "github", "html"] {
        for (target, status) in [("Till", 1), ("MoneyTransferFixed", 0)] {
            let mut command = calls::command();
            command.args(["check", "--format", format, "--classpath"]);
            command.arg(&classes).arg(target);
            let output = unread(command);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                (output.status.code(), said.as_ref()),
                (Some(status), ""),
                "{format} {target}"
            );
        }
    }
    for asked in ["--help", "--version", "help"] {
        let mut command = calls::command();
        command.arg(asked);
        assert_eq!(unread(command).status.code(), Some(0), "{asked}");
    }
    let mut command = calls::command();
    let Some(classes) = exits_with_three() else { return };
    command
        .args(["run", "--classpath"])
        .arg(classes)
        .arg("ExitWithStatusThree");
    let output = unread(command);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("dropwire"), "{said}");
}

#[test]
fn no_target_begins_for_nobody_but_for_files() {
    let Some(classes) = samples() else { return };
    let folder = Path::new(CACHE).join("output/for-nobody");
    fs::create_dir_all(&folder).unwrap();
    let config = folder.join("dropwire.toml");
    let targets = "[[target]]\nmain = \"MoneyTransferFixed\"\n\n[[target]]\nmain = \"Till\"\n";
    fs::write(&config, targets).unwrap();
    let checked = |options: &[&str]| {
        let mut command = calls::command();
        command.args(["check", "--jobs", "1", "--config"]).arg(&config);
        command.arg("--classpath").arg(&classes).args(options);
        unread(command)
    };
    let output = checked(&[]);
    let said = String::from_utf8_lossy(&output.stderr);
    // The second target, which has a finding, did not run.
    assert_eq!((output.status.code(), said.as_ref()), (Some(3), ""));
    let baseline = folder.join("baseline.json");
    let output = checked(&["--write-baseline", baseline.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(fs::read_to_string(baseline).unwrap().contains("Till"));
}

#[test]
fn an_answer_that_cannot_be_written_has_a_status() {
    let Some(classes) = samples() else { return };
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let call = |options: &[&str]| {
        let mut command = calls::command();
        command
            .arg("check")
            .args(options)
            .arg("--classpath")
            .arg(&classes)
            .arg("Till");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    for format in ["text", "json", "sarif", "junit", "github", "html"] {
        let status = call(&["--format", format]).stdout(full()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{format}");
    }
    for asked in ["--help", "--version", "help"] {
        let mut command = calls::command();
        command.arg(asked).stdout(full()).stderr(Stdio::null());
        assert_eq!(command.status().unwrap().code(), Some(2), "{asked}");
    }
    // Nobody hears what is said beside the answer; the answer is what counts.
    let status = call(&["--trails", "/dev/null"]).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(1));
    let status = call(&["--write-baseline", "/dev/full"]).status().unwrap();
    assert_eq!(status.code(), Some(2));
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
}

#[test]
fn output_of_a_run_that_cannot_be_written_has_a_status() {
    let Some(classes) = exits_with_three() else { return };
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = calls::command()
        .args(["run", "--classpath"])
        .arg(classes)
        .arg("ExitWithStatusThree")
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(125), "{said}");
    assert!(said.contains("the program's output cannot be written"), "{said}");
}
