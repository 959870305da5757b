//! Which processes are started and which files opened, as the system sees it: those that `SECURITY.md` lists.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dropwire_classes::Jdk;
use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// What the loader, the standard library and a look at the own memory read.
const SYSTEM: &[&str] = &["/proc/", "/sys/", "/lib", "/usr/lib", "/etc/ld.so.", "/dev/null"];

/// A machine on which processes may be traced, and where the traced one may do what.
struct Traced {
    folder: tempfile::TempDir,
    allowed: Vec<PathBuf>,
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
        let mut allowed: Vec<PathBuf> = allowed.iter().map(|path| fs::canonicalize(path).unwrap()).collect();
        allowed.push(fs::canonicalize(folder.path()).unwrap());
        allowed.push(dropwire::binary().to_owned());
        Some(Traced { folder, allowed })
    }

    /// Everything that a call does and that is not allowed.
    fn faults(&self, arguments: &[&str]) -> Vec<String> {
        let trace = self.folder.path().join("trace");
        let mut command = Command::new("strace");
        command
            .args(["-f", "-qq", "-s", "4096", "-e", "trace=%file,%network", "-o"])
            .arg(&trace)
            .arg(dropwire::binary())
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
        trace
            .lines()
            .filter(|line| !self.may(line))
            .map(str::to_owned)
            .collect()
    }

    fn may(&self, line: &str) -> bool {
        let call = line.split_once(' ').map_or(line, |(_, call)| call.trim_start());
        let (name, arguments) = call.split_once('(').unwrap_or((call, ""));
        let path = arguments.split('"').nth(1).unwrap_or_default();
        match name {
            "execve" => Path::new(path) == dropwire::binary() || path == "/proc/self/exe",
            "open" | "openat" | "creat" | "mkdir" | "rename" | "renameat2" | "unlink" | "unlinkat" | "rmdir" => {
                // What does not exist was looked for and not read.
                call.contains("ENOENT") || self.is_allowed(Path::new(path))
            }
            "socket" | "connect" | "bind" | "listen" | "sendto" | "sendmsg" => false,
            // Looks at names, ends of calls, signals.
            _ => true,
        }
    }

    fn is_allowed(&self, path: &Path) -> bool {
        path.is_relative()
            || SYSTEM
                .iter()
                .any(|system| path.as_os_str().as_encoded_bytes().starts_with(system.as_bytes()))
            || self.allowed.iter().any(|allowed| path.starts_with(allowed))
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
