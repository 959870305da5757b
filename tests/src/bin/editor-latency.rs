//! How long an editor waits, measured on the real language server: from a class written to its diagnostic, from a save to
//! the end of what ran, what the server takes while nothing happens, and how long its workers outlive it when it is killed. What is aimed
//! at: 50 ms for the verification part, 20 ms for a cancel, no tick while idle, 1 s after a kill.
//!
//! `cargo build --release --workspace && cargo run --release -p dropwire-tests --bin editor-latency`

#[allow(dead_code, reason = "the tests of the server use the rest")]
#[path = "../../../server/dropwire/tests/lsp_client/mod.rs"]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use lsp_client::{Editor, file_uri};
use serde_json::json;

/// So often; the median counts.
const TIMES: usize = 20;
/// So long nothing may come before classes are looked at, and so far apart two looks must agree.
const DEBOUNCE: Duration = Duration::from_millis(300);

const SAMPLES: [&str; 3] = ["Till", "LostUpdateAtomic", "MoneyTransferDeadlock"];

fn main() -> ExitCode {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples");
    println!("from a class written to its diagnostic, worker booted, 300 ms debounce included; median of {TIMES}");
    for sample in SAMPLES {
        let source = samples.join(format!("{sample}.java"));
        match std::fs::read_to_string(&source) {
            Ok(text) => diagnostic(sample, &text),
            Err(error) => println!("{sample}: {error}"),
        }
    }
    cancel();
    idle();
    killed();
    ExitCode::SUCCESS
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir_all(folder.path().join("target/classes")).expect("a folder for classes");
    std::fs::create_dir_all(folder.path().join("src")).expect("a folder for sources");
    folder
}

/// Compiles into a folder below the project.
fn compile(root: &Path, name: &str, text: &str, out: &str) {
    let source = root.join(format!("src/{name}.java"));
    std::fs::write(&source, text).expect("the source is written");
    std::fs::create_dir_all(root.join(out)).expect("a folder for classes");
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-d"]).arg(root.join(out)).arg(source);
    assert!(javac.status().is_ok_and(|status| status.success()), "{name} compiles");
}

fn classes(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    entries.map(|entry| entry.path()).collect()
}

fn diagnostic(name: &str, text: &str) {
    let folder = project();
    let root = folder.path();
    let target = root.join("target/classes");
    compile(root, "Keep", "class Keep { }", "target/classes");
    for round in 0..TIMES {
        // Other bytes each time, so that no answer is known, on the same lines.
        let class = format!("class {name} {{");
        let changed = text.replacen(&class, &format!("{class} static final int ROUND = {round};"), 1);
        assert!(changed != text, "{name} is declared as `{class}`");
        compile(root, name, &changed, &format!("made/{round}"));
    }
    let mut editor = Editor::start(root);
    editor.initialize(root, json!({ "experimental": { "serverStatusNotification": true } }));
    let uri = file_uri(&root.join(format!("src/{name}.java")));
    let mut times = Vec::new();
    for round in 0..TIMES {
        editor.settle(Duration::from_millis(1_500));
        editor.forget_heard();
        for class in classes(&root.join(format!("made/{round}"))) {
            let to = target.join(class.file_name().unwrap_or_default());
            std::fs::copy(&class, to).expect("the class is written");
        }
        let written = Instant::now();
        editor.diagnostics(&uri, |found| !found.is_empty());
        times.push(written.elapsed());
        let built = classes(&target)
            .into_iter()
            .filter(|class| !class.ends_with("Keep.class"));
        built.for_each(|class| std::fs::remove_file(class).expect("the class can be removed"));
        editor.diagnostics(&uri, Vec::is_empty);
    }
    let verification = times.iter().map(|time| time.saturating_sub(DEBOUNCE)).collect();
    report(name, times);
    report("its verification part", verification);
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |index: usize| times.get(index).copied().unwrap_or_default();
    println!(
        "  {what}: {:?}, fastest {:?}, slowest {:?}",
        at(times.len() / 2),
        at(0),
        at(times.len() - 1)
    );
}

const LONG: &str = "public class Long { static volatile int a, b, c; public static void main(String[] x) {
    for (int i = 0; i < 7; i++) new Thread(() -> { for (int n = 0; n < 60; n++) { a++; b++; c++; } }).start(); } }";

fn cancel() {
    let folder = project();
    let root = folder.path();
    let mut editor = Editor::start(root);
    editor.initialize(root, json!({ "experimental": { "serverStatusNotification": true } }));
    compile(root, "Long", LONG, "target/classes");
    let class = root.join("target/classes/Long.class");
    let bytes = std::fs::read(&class).expect("the class is there");
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let mut busy = Vec::new();
        while busy.is_empty() {
            std::thread::sleep(Duration::from_millis(200));
            busy = editor.busy_workers();
        }
        let written = Instant::now();
        std::fs::write(&class, &bytes).expect("the class is written");
        while busy.iter().all(|&id| lsp_client::parent_of_living(id).is_some()) {
            std::thread::sleep(Duration::from_millis(1));
        }
        times.push(written.elapsed());
    }
    println!("from a class written to the end of the run that used it");
    report("cancel", times);
}

fn idle() {
    let folder = project();
    let root = folder.path();
    let mut editor = Editor::start(root);
    editor.initialize(root, json!({ "experimental": { "serverStatusNotification": true } }));
    editor.settle(Duration::from_secs(2));
    let before = lsp_client::cpu_ticks(editor.id());
    std::thread::sleep(Duration::from_secs(10));
    let ticks = lsp_client::cpu_ticks(editor.id()) - before;
    println!(
        "idle for 10 s: {ticks} ticks of the processor, {} MiB resident",
        resident(editor.id())
    );
    let workers: Vec<u64> = editor.workers().into_iter().map(resident).collect();
    println!("its warm workers: {workers:?} MiB");
}

/// A worker that searches, and the warm one, end with their server.
fn killed() {
    let mut times = Vec::new();
    for _ in 0..TIMES / 4 {
        let folder = project();
        let root = folder.path();
        let mut editor = Editor::start(root);
        editor.initialize(root, json!({ "experimental": { "serverStatusNotification": true } }));
        compile(root, "Long", LONG, "target/classes");
        while editor.busy_workers().is_empty() {
            std::thread::sleep(Duration::from_millis(50));
        }
        let workers = editor.workers();
        editor.kill();
        let killed = Instant::now();
        while !workers.iter().all(|&id| lsp_client::has_ended(id)) {
            std::thread::sleep(Duration::from_millis(1));
        }
        times.push(killed.elapsed());
    }
    println!("from `kill -9` of the server to the end of its last worker");
    report("killed", times);
}

fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.unwrap_or_default() / 1024
}
