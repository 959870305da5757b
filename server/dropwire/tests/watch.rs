//! `dropwire watch` as a user meets it: findings come, are suppressed, go; Ctrl-C ends it.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);

const BROKEN: &str = "public class Till {
    static final Object drawer = new Object(), ledger = new Object();
    public static void main(String[] args) {
        new Thread(() -> { synchronized (drawer) { synchronized (ledger) { } } }, \"sell\").start();
        new Thread(() -> { synchronized (ledger) { synchronized (drawer) { } } }, \"audit\").start();
    }
}
";

struct Watch {
    process: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Watch {
    fn start(project: &Path) -> Watch {
        let mut process = Command::new(env!("CARGO_BIN_EXE_dropwire"))
            .arg("watch")
            .current_dir(project)
            .env("XDG_CACHE_HOME", project.join(".cache"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Watch {
            process,
            lines,
            said: Vec::new(),
        }
    }

    /// Waits for a line with these words.
    fn expect(&mut self, words: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| {
                panic!("no `{words}` in\n{}", self.said.join("\n"));
            });
            self.said.push(line.clone());
            if line.contains(words) {
                return line;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// False without a `javac`.
fn build(project: &Path, source: &str) -> bool {
    let file = project.join("src/main/java/Till.java");
    let classes = project.join("target/classes");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::create_dir_all(&classes).unwrap();
    std::fs::write(&file, source).unwrap();
    let mut javac = Command::new("javac");
    match javac.args(["-g", "-proc:none", "-d"]).arg(&classes).arg(&file).status() {
        Ok(status) => status.success(),
        Err(_) => {
            assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
            eprintln!("skipped: no javac on the path");
            false
        }
    }
}

#[test]
fn findings_come_and_go_and_an_interrupt_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path();
    if !build(project, BROKEN) {
        return;
    }
    let mut watch = Watch::start(project);
    let verdict = watch.expect("Till ✗ violated");
    assert!(!verdict.contains('\u{1b}'), "colours, and nobody sees them");
    watch.expect("✗ deadlock");
    watch.expect("lock");
    watch.expect("dropwire replay");
    watch.expect("waiting for changes");

    assert!(build(
        project,
        &BROKEN.replace("(ledger) { synchronized (drawer)", "(drawer) { synchronized (ledger)")
    ));
    watch.expect("Till ✓ verified");
    watch.expect("✓ gone: deadlock at Till.java");
    watch.expect("waiting for changes");

    let asked = Instant::now();
    let interrupted = Command::new("kill")
        .args(["-INT", &watch.process.id().to_string()])
        .status();
    if !interrupted.is_ok_and(|status| status.success()) {
        eprintln!("skipped the interrupt: no kill on the path");
        return;
    }
    let status = watch.process.wait().unwrap();
    println!("ended {:?} after the interrupt", asked.elapsed());
    assert_eq!(status.code(), Some(130));
}

#[test]
fn what_is_missing_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut watch = Watch::start(folder.path());
    watch.expect("no compiled classes found");
}
