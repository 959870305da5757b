//! What a whole project's check answers: names and texts of a program decide nothing, and what could not be looked at is reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Classes below `target/classes`, which `check` finds by itself.
struct Project(tempfile::TempDir);

impl Project {
    /// Compiles each source, `Class` and its text; `None` without a `javac`.
    fn of(sources: &[(&str, &str)]) -> Option<Project> {
        if Command::new("javac").arg("-version").output().is_err() {
            assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
            eprintln!("skipped: no javac on the path");
            return None;
        }
        let project = Project(tempfile::tempdir().unwrap());
        let mut javac = Command::new("javac");
        javac.arg("-g").arg("-d").arg(project.classes());
        for (class, text) in sources {
            let file = project.root().join(format!("{class}.java"));
            fs::write(&file, text).unwrap();
            javac.arg(file);
        }
        assert!(javac.status().unwrap().success());
        Some(project)
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    fn classes(&self) -> PathBuf {
        self.root().join("target/classes")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dropwire"));
        command
            .args(arguments)
            .current_dir(self.root())
            .env("XDG_CACHE_HOME", self.root().join(".cache"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The first target of the JSON document, and the exit status.
    fn answer(&self, arguments: &[&str]) -> (Value, Option<i32>) {
        let output = self.run(&[&["check", "--format", "json"], arguments].concat());
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        (document["targets"][0].clone(), output.status.code())
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_error_that_the_program_throws_itself_is_a_finding() {
    let source = "class Gate { public static void main(String[] a) {
        new Thread(() -> { throw new IllegalAccessError(\"closed today\"); }).start(); } }";
    let Some(project) = Project::of(&[("Gate", source)]) else {
        return;
    };
    let (target, status) = project.answer(&[]);
    assert_eq!(
        (target["verdict"].as_str(), status),
        (Some("violated"), Some(1)),
        "{target}"
    );
}

#[test]
fn a_missing_class_is_one_whatever_the_thread_is_called() {
    let source = "class Mill { public static void main(String[] a) {
            new Thread(() -> Wheel.turn(), \"mill: 1\").start(); } }
        class Wheel { static void turn() { } }";
    let Some(project) = Project::of(&[("Mill", source)]) else {
        return;
    };
    fs::remove_file(project.classes().join("Wheel.class")).unwrap();
    let (target, status) = project.answer(&[]);
    assert_eq!(
        (target["verdict"].as_str(), status),
        (Some("incomplete"), Some(3)),
        "{target}"
    );
    assert!(
        target["reasons"][0]
            .as_str()
            .unwrap()
            .contains("class Wheel is not on the class path")
    );
}

#[test]
fn a_comma_in_a_name_stays_in_it() {
    let source = "class Guest { static final Object door = new Object();
        public static void main(String[] a) throws Exception {
            Thread host = new Thread(() -> { synchronized (door) {
                try { door.wait(); } catch (InterruptedException e) { } } }, \"host, at home\");
            host.start();
            host.join(); } }";
    let Some(project) = Project::of(&[("Guest", source)]) else {
        return;
    };
    let (target, _) = project.answer(&[]);
    let steps = target["findings"][0]["trail"]["steps"].as_array().unwrap();
    let blocked = steps
        .iter()
        .find(|step| step["operation"].as_str().unwrap().starts_with("waits for the end"));
    assert!(
        blocked.unwrap()["operation"]
            .as_str()
            .unwrap()
            .contains("host, at home"),
        "{steps:?}"
    );
}

#[test]
fn a_native_method_with_the_name_of_a_limit_is_none() {
    let source = "class Meter { static native void limitTime();
        public static void main(String[] a) { new Thread(() -> limitTime()).start(); } }";
    let Some(project) = Project::of(&[("Meter", source)]) else {
        return;
    };
    let output = project.run(&["check", "-c", "target/classes", "Meter"]);
    let said = text(&output.stdout);
    assert!(said.contains("not modelled") && !said.contains("raise it"), "{said}");
    // Nobody named it: it is counted, and fails nothing unless that is asked for.
    let found = project.run(&["check"]);
    assert_eq!(found.status.code(), Some(0));
    assert_eq!(
        project.run(&["check", "--fail-on", "incomplete"]).status.code(),
        Some(3)
    );
    assert_eq!(
        project.run(&["check", "--fail-on", "error,incomplete"]).status.code(),
        Some(3)
    );
}

#[test]
fn an_idle_pool_is_no_deadlock() {
    let source = "import java.util.concurrent.*;
        class Crew { public static void main(String[] a) {
            Executors.newFixedThreadPool(1, task -> new Thread(task, \"crew\")).submit(() -> 1); } }";
    let Some(project) = Project::of(&[("Crew", source)]) else {
        return;
    };
    let output = project.run(&["run", "-c", "target/classes", "Crew"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(125));
    assert!(said.contains("crew is idle") && !said.contains("deadlock"), "{said}");
}

#[test]
fn class_files_that_cannot_be_read_are_named_in_every_format() {
    let source = "class Ferry { public static void main(String[] a) { new Thread(() -> { }).start(); } }";
    let Some(project) = Project::of(&[("Ferry", source)]) else {
        return;
    };
    let file = project.classes().join("Ferry.class");
    let whole = fs::read(&file).unwrap();
    for damaged in [&whole[..whole.len() / 2], b"".as_slice(), b"no class".as_slice()] {
        fs::write(&file, damaged).unwrap();
        for format in ["text", "json", "sarif", "junit", "github", "html"] {
            let output = project.run(&["check", "--format", format]);
            let said = text(&output.stdout);
            assert_eq!(output.status.code(), Some(3), "{format}: {said}");
            assert!(said.contains("Ferry.class cannot be read"), "{format}: {said}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_the_place_of_a_class_does_not_block() {
    let source = "class Tram { public static void main(String[] a) { new Thread(() -> Rail.go()).start(); } }
        class Rail { static void go() { } }";
    let Some(project) = Project::of(&[("Tram", source)]) else {
        return;
    };
    let file = project.classes().join("Rail.class");
    fs::remove_file(&file).unwrap();
    assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
    let output = project.run(&["check"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("Rail.class cannot be read: it is not a regular file"));
}

/// The children of a process.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_was_killed_fails_the_call() {
    let source = "class Spinner { static volatile int turns;
        public static void main(String[] a) { for (int i = 0; i < 4; i++) new Thread(() -> {
            for (int j = 0; j < 1_000_000; j++) turns++; }).start(); } }";
    let Some(project) = Project::of(&[("Spinner", source)]) else {
        return;
    };
    let mut command = project.command(&["check", "--format", "junit"]);
    let check = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let worker = loop {
        if let Some(worker) = children(check.id()).first() {
            break worker.clone();
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    assert!(
        Command::new("kill")
            .args(["-KILL", &worker])
            .status()
            .unwrap()
            .success()
    );
    let output = check.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("errors=\"1\"") && said.contains("it was killed"),
        "{said}"
    );
}
