//! The real language server under load: a project of 10,000 classes with 500 targets, 1,000 saves within a minute, and
//! at the end exactly the diagnostics that the last classes deserve.
//!
//! `cargo build --release --workspace && cargo run --release -p dropwire-tests --bin editor-load`

#[allow(dead_code, reason = "the tests of the server use the rest")]
#[path = "../../../server/dropwire/tests/lsp_client/mod.rs"]
mod lsp_client;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use lsp_client::Editor;
use serde_json::json;

const CLASSES: usize = 10_000;
const TARGETS: usize = 500;
const SAVES: usize = 1_000;
const MINUTE: Duration = Duration::from_secs(60);
const PATIENCE: Duration = Duration::from_secs(900);

fn main() -> ExitCode {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path();
    build(root);
    let mut racy: BTreeSet<usize> = (0..TARGETS).filter(|target| target.is_multiple_of(10)).collect();
    for target in 0..TARGETS {
        install(root, target, racy.contains(&target));
    }
    let began = Instant::now();
    let mut editor = Editor::start(root);
    editor.initialize(root, json!({ "experimental": { "serverStatusNotification": true } }));
    let mut watched = Watched::default();
    watched.until(&mut editor, "the first state", &expected(&racy));
    println!(
        "{CLASSES} classes, {TARGETS} targets: all answered after {:.1} s; the server has {} MiB resident",
        began.elapsed().as_secs_f64(),
        resident(editor.id())
    );
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let began = Instant::now();
    let mut most = 0;
    for save in 0..SAVES {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let target = (random >> 33) as usize % TARGETS;
        let is_racy = random >> 60 & 1 == 1;
        install(root, target, is_racy);
        if is_racy {
            racy.insert(target);
        } else {
            racy.remove(&target);
        }
        watched.listen(&mut editor);
        most = most.max(resident(editor.id()));
        let due = MINUTE * (save as u32 + 1) / SAVES as u32;
        std::thread::sleep(due.saturating_sub(began.elapsed()));
    }
    println!(
        "{SAVES} saves in {:.1} s; at most {most} MiB resident",
        began.elapsed().as_secs_f64()
    );
    let ended = Instant::now();
    watched.until(&mut editor, "the last state", &expected(&racy));
    println!(
        "exactly the {} diagnostics of the last classes, {:.1} s after the last save; {} notifications in all",
        racy.len(),
        ended.elapsed().as_secs_f64(),
        watched.count
    );
    ExitCode::SUCCESS
}

/// Ordinary classes in place, and both variants of each target beside.
fn build(root: &Path) {
    let classes = root.join("target/classes");
    let source = root.join("src/main/java");
    for folder in [&classes, &source, &root.join("racy"), &root.join("safe")] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let pom = "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>";
    std::fs::write(root.join("pom.xml"), pom).expect("a build file");
    let mut text = String::new();
    for class in 0..CLASSES - TARGETS {
        let next = (class + 1) % (CLASSES - TARGETS);
        let _ = writeln!(
            text,
            "class Plain{class} {{ int n; Plain{next} next; int sum() {{ return n + next.n; }} }}"
        );
    }
    compile(&source.join("Plain.java"), &text, &classes);
    for (variant, modifier) in [("racy", ""), ("safe", "synchronized ")] {
        let mut text = String::new();
        for target in 0..TARGETS {
            let _ = writeln!(
                text,
                "class Main{target} {{ static int n; {modifier}static void add() {{ n++; }} public static void main(String[] a) throws \
                 Exception {{ Thread t = new Thread(Main{target}::add); t.start(); add(); t.join(); }} }}"
            );
        }
        compile(&source.join("Main.java"), &text, &root.join(variant));
    }
}

fn compile(source: &Path, text: &str, out: &Path) {
    std::fs::write(source, text).expect("the source is written");
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-proc:none", "-d"]).arg(out).arg(source);
    assert!(
        javac.status().is_ok_and(|status| status.success()),
        "{}",
        source.display()
    );
}

fn install(root: &Path, target: usize, racy: bool) {
    let name = format!("Main{target}.class");
    let from = root.join(if racy { "racy" } else { "safe" }).join(&name);
    std::fs::copy(from, root.join("target/classes").join(name)).expect("the class is written");
}

/// The lines of `Main.java` with a diagnostic.
fn expected(racy: &BTreeSet<usize>) -> BTreeSet<u64> {
    racy.iter().map(|target| *target as u64).collect()
}

/// What is published, by document.
#[derive(Default)]
struct Watched {
    published: BTreeMap<String, BTreeSet<u64>>,
    rests: bool,
    count: usize,
}

impl Watched {
    fn listen(&mut self, editor: &mut Editor) {
        let diagnostics = editor.heard("textDocument/publishDiagnostics");
        let states = editor.heard("experimental/serverStatus");
        self.count += diagnostics.len() + states.len();
        for params in diagnostics {
            let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
            let lines = found
                .iter()
                .filter_map(|found| found["range"]["start"]["line"].as_u64());
            let uri = params["uri"].as_str().unwrap_or_default().to_owned();
            self.published.insert(uri, lines.collect());
        }
        if let Some(state) = states.last() {
            self.rests = state["quiescent"] == true;
        }
    }

    fn until(&mut self, editor: &mut Editor, what: &str, wanted: &BTreeSet<u64>) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.listen(editor);
            let shown: BTreeSet<u64> = self.published.values().flatten().copied().collect();
            if self.rests && shown == *wanted {
                return;
            }
            let (ghosts, lost) = (shown.difference(wanted).count(), wanted.difference(&shown).count());
            assert!(
                Instant::now() < deadline,
                "{what}: {ghosts} ghosts, {lost} lost, at rest: {}",
                self.rests
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.unwrap_or_default() / 1024
}
