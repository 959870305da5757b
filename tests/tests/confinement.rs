//! Which processes are started and which files opened, as the system sees it: those that `SECURITY.md` lists.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use dropwire_classes::Jdk;
use dropwire_tests::calls::{self, Allowed};
use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// A machine on which processes may be traced, and where the traced one may do what.
struct Traced {
    folder: tempfile::TempDir,
    allowed: Allowed,
}

impl Traced {
    fn new(allowed: &[&Path]) -> Option<Traced> {
        let traces = Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "true"])
            .stderr(Stdio::null())
            .status();
        if !traces.is_ok_and(|status| status.success()) {
            eprintln!("no strace that may trace: skipped");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let real = |path: &Path| fs::canonicalize(path).unwrap();
        let allowed = Allowed {
            programs: vec![dropwire::binary().to_owned(), "/proc/self/exe".into()],
            compiler: false,
            solver: false,
            read: allowed
                .iter()
                .map(|path| real(path))
                .chain([dropwire::binary().to_owned()])
                .collect(),
            written: vec![real(folder.path())],
        };
        Some(Traced { folder, allowed })
    }

    /// Everything that a call does and that is not allowed.
    fn faults(&self, arguments: &[&str]) -> Vec<String> {
        let trace = self.folder.path().join("trace");
        let mut command = calls::strace(&trace);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.folder.path())
            .env("TMPDIR", self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().unwrap();
        let trace = fs::read_to_string(trace).unwrap();
        assert!(trace.contains("execve("), "{trace}");
        self.allowed.faults(&trace)
    }
}

#[test]
fn a_program_that_tries_to_get_out_touches_nothing() {
    let Some(javac) = Tool::find("javac") else { return };
    let source = tree::root().join("tests/confinement/TriesToGetOut.java");
    let classes = javac
        .compile_fixtures(Path::new(CACHE), std::slice::from_ref(&source))
        .unwrap();
    let jdk = Jdk::locate(None).unwrap();
    // The sources lie there, which trails quote.
    let Some(traced) = Traced::new(&[&classes, &jdk.home, &tree::root().join("tests/confinement")]) else {
        return;
    };
    // A compiler is seen.
    let compiles = traced.faults(&["check", source.to_str().unwrap(), "other"]);
    assert!(
        compiles
            .iter()
            .any(|line| line.contains("execve(") && line.contains("javac"))
    );
    let kept = traced.folder.path().join("kept");
    fs::write(&kept, "kept").unwrap();
    let (classes, kept_name) = (classes.to_str().unwrap(), kept.to_str().unwrap());
    for attempt in [
        "reads", "lists", "writes", "deletes", "starts", "connects", "listens", "loads", "other",
    ] {
        for how in ["check", "run"] {
            let faults = traced.faults(&[how, "--classpath", classes, "TriesToGetOut", attempt, kept_name]);
            assert!(faults.is_empty(), "{how} {attempt}: {faults:#?}");
            assert_eq!(fs::read(&kept).unwrap(), b"kept", "{how} {attempt}");
        }
    }
}
