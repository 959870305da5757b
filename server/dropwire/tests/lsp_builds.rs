//! What runs again and what does not, over the real binary: restarts, unrelated changes, resources, clean builds, builds
//! that are not finished, and workers that die.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lsp_client::{Editor, file_uri, has_ended, until};
use serde_json::{Value, json};

const RACE: &str = "public class Stock {
    static int left = 3;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> Helper.take());
        other.start();
        Helper.take();
        other.join();
    }
}
";
const HELPER: &str = "class Helper { static void take() { Stock.left--; } }\n";
const SAFE: &str = "class Helper { static synchronized void take() { Stock.left--; } }\n";

/// A Maven project: somebody else compiles it, into `target/classes`.
struct Project {
    folder: tempfile::TempDir,
    /// One server at a time: these tests look at what idle workers do.
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());
const POM: &str = "<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId>\
    <version>1</version></project>";

impl Project {
    fn new() -> Option<Project> {
        if Command::new("javac").arg("-version").output().is_err() {
            assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
            eprintln!("skipped: no javac on the path");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("target/classes")).unwrap();
        std::fs::create_dir_all(folder.path().join("src/main/java")).unwrap();
        std::fs::write(folder.path().join("pom.xml"), POM).unwrap();
        Some(Project {
            folder,
            _alone: ALONE.lock().unwrap_or_else(PoisonError::into_inner),
        })
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn source(&self, class: &str) -> PathBuf {
        self.root().join(format!("src/main/java/{class}.java"))
    }

    fn class_file(&self, class: &str) -> PathBuf {
        self.root().join(format!("target/classes/{class}.class"))
    }

    /// Writes sources and compiles them, and these alone.
    fn build(&self, sources: &[(&str, &str)]) {
        for (class, text) in sources {
            std::fs::write(self.source(class), text).unwrap();
        }
        let classes = self.root().join("target/classes");
        let mut javac = Command::new("javac");
        javac
            .args(["-g", "-proc:none", "-implicit:none", "-d"])
            .arg(&classes)
            .arg("-cp")
            .arg(&classes);
        javac.args(["-sourcepath", ""]);
        javac.args(sources.iter().map(|(class, _)| self.source(class)));
        assert!(javac.status().unwrap().success(), "the test's own program compiles");
    }

    fn editor(&self) -> Editor {
        let mut editor = Editor::start(self.root());
        let capabilities =
            json!({ "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } } });
        editor.initialize(self.root(), capabilities);
        editor
    }
}

/// Waits until the first target is so.
fn target(editor: &mut Editor, fits: impl Fn(&Value) -> bool) -> Value {
    let answer = editor.latest("dropwire/targetsChanged", |params| {
        params["targets"].get(0).is_some_and(&fits)
    });
    answer["targets"][0].clone()
}

fn answered(target: &Value) -> bool {
    target["state"] == "answered" && target["stale"] == false
}

#[test]
fn an_answer_outlives_the_server() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", RACE), ("Helper", HELPER)]);
    let first = target(&mut editor, answered);
    assert_eq!(first["answer"]["verdict"], "violated");
    assert_eq!(editor.shutdown_and_exit(), Some(0));

    let mut again = project.editor();
    let second = target(&mut again, |_| true);
    assert!(answered(&second), "nothing ran: {second:#}");
    assert_eq!(second["findings"], first["findings"]);
    let shown = again.diagnostics(&file_uri(&project.source("Helper")), |found| !found.is_empty());
    assert_eq!(shown[0]["code"], "data-race");
    // A damaged answer is none: the target runs again.
    assert_eq!(again.shutdown_and_exit(), Some(0));
    for file in files_below(&project.root().join(".cache/dropwire/results")) {
        std::fs::write(file, "{").unwrap();
    }
    let mut third = project.editor();
    target(&mut third, |target| target["state"] == "running");
    assert_eq!(target(&mut third, answered)["findings"], first["findings"]);
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let found = entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] });
    found.collect()
}

#[test]
fn only_what_was_loaded_decides() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    // Before any thread is started: reading a resource has many steps.
    let main = RACE.replace("        Thread other", "        Helper.limit();\n        Thread other");
    let asking = "class Helper { static void take() { Stock.left--; } static int limit() {
        try (var in = Helper.class.getResourceAsStream(\"/limit.txt\")) {
            return in == null ? 0 : in.read();
        } catch (java.io.IOException e) { return -1; }
    } }";
    project.build(&[("Helper", asking), ("Stock", &main)]);
    target(&mut editor, answered);
    // Another class beside is nobody's business.
    project.build(&[("Other", "class Other { int n; }")]);
    editor.scan(project.root());
    assert!(editor.heard("dropwire/targetsChanged").is_empty(), "nothing ran");
    // A resource that was looked for and was not there is.
    std::fs::write(project.root().join("target/classes/limit.txt"), "y").unwrap();
    target(&mut editor, |target| target["state"] == "running");
    target(&mut editor, answered);
    std::fs::write(project.root().join("target/classes/unread.txt"), "y").unwrap();
    editor.scan(project.root());
    assert!(
        editor.heard("dropwire/targetsChanged").is_empty(),
        "the program does not read this one"
    );
    // So is a folder in its place.
    std::fs::remove_file(project.root().join("target/classes/limit.txt")).unwrap();
    std::fs::create_dir(project.root().join("target/classes/limit.txt")).unwrap();
    let refused = target(&mut editor, |target| {
        answered(target) && target["answer"]["verdict"] == "incomplete"
    });
    let reason = refused["answer"]["reasons"][0].as_str().unwrap();
    assert!(reason.contains("directories of the class path"), "{reason}");
    // To and fro: the first answer is still known.
    editor.forget_heard();
    std::fs::remove_dir(project.root().join("target/classes/limit.txt")).unwrap();
    editor.scan(project.root());
    let heard = editor.heard("dropwire/targetsChanged");
    assert!(
        heard.iter().all(|params| params["targets"][0]["state"] != "running"),
        "{heard:#?}"
    );
}

#[test]
fn a_command_of_the_users_builds_on_save() {
    let Some(project) = Project::new() else { return };
    let root = project.root();
    let command = "javac -g -proc:none -d target/classes src/main/java/*.java";
    std::fs::write(
        root.join("dropwire.toml"),
        format!("[build]\non-save = \"{command}\"\n"),
    )
    .unwrap();
    std::fs::write(project.source("Stock"), RACE).unwrap();
    std::fs::write(project.source("Helper"), HELPER).unwrap();
    let uri = file_uri(&project.source("Helper"));
    let save = |editor: &mut Editor| editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));

    let mut stranger = project.editor();
    stranger.scan(root);
    save(&mut stranger);
    let message = stranger.notification("window/showMessage", |message| message["type"] == 2);
    let text = message["message"].as_str().unwrap();
    assert!(text.contains(command) && text.contains("`trusted`"), "{text}");
    assert!(!project.class_file("Stock").exists());
    drop(stranger);

    let mut editor = Editor::start(root);
    let capabilities = json!({ "experimental": { "serverStatusNotification": true } });
    editor.initialize_with(root, capabilities, json!({ "trusted": true }));
    editor.scan(root);
    save(&mut editor);
    editor.diagnostics(&uri, |found| !found.is_empty());
    // What does not compile is said, and leaves the old findings.
    std::fs::write(project.source("Helper"), "class Helper { static void take() }").unwrap();
    save(&mut editor);
    editor.notification("experimental/serverStatus", |status| {
        let text = status["message"].as_str().unwrap_or_default();
        text.contains("failed: src/main/java/Helper.java:1: error")
    });
    std::fs::write(project.source("Helper"), SAFE).unwrap();
    save(&mut editor);
    editor.diagnostics(&uri, Vec::is_empty);
}

#[test]
fn a_clean_build_keeps_results_as_stale() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", RACE), ("Helper", HELPER)]);
    let first = target(&mut editor, answered);
    // What is published comes after the news of the target.
    editor.diagnostics(&file_uri(&project.source("Helper")), |found| !found.is_empty());
    editor.forget_heard();
    std::fs::remove_dir_all(project.root().join("target")).unwrap();
    let stale = target(&mut editor, |target| target["stale"] == true);
    assert_eq!(stale["findings"], first["findings"]);
    assert!(
        editor.heard("textDocument/publishDiagnostics").is_empty(),
        "the findings stay"
    );
    std::fs::create_dir_all(project.root().join("target/classes")).unwrap();
    project.build(&[("Stock", RACE), ("Helper", SAFE)]);
    let fixed = target(&mut editor, |target| {
        answered(target) && target["answer"]["verdict"] == "verified"
    });
    assert_eq!(fixed["findings"], json!([]));
    editor.diagnostics(&file_uri(&project.source("Helper")), Vec::is_empty);
}

#[test]
fn a_class_file_that_is_torn_keeps_its_finding_as_stale() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", RACE), ("Helper", HELPER)]);
    let first = target(&mut editor, answered);
    editor.diagnostics(&file_uri(&project.source("Helper")), |found| !found.is_empty());
    let class = project.class_file("Stock");
    let whole = std::fs::read(&class).unwrap();
    for torn in [&[][..], &whole[..whole.len() / 2], b"not a class"] {
        editor.forget_heard();
        std::fs::write(&class, torn).unwrap();
        let stale = target(&mut editor, |target| target["stale"] == true);
        assert_eq!(stale["findings"], first["findings"]);
        assert!(
            stale["trouble"].as_str().unwrap().contains("Stock is truncated"),
            "{stale:#}"
        );
        std::fs::write(&class, &whole).unwrap();
        target(&mut editor, answered);
        let heard = editor.heard("textDocument/publishDiagnostics");
        assert!(heard.is_empty(), "the findings stay: {heard:#?}");
    }
}

#[test]
fn a_build_that_is_not_finished_has_no_findings() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", RACE), ("Helper", SAFE)]);
    let first = target(&mut editor, answered);
    assert_eq!(first["answer"]["verdict"], "verified");
    editor.forget_heard();
    let quiet = |editor: &mut Editor, word: &str| {
        let held = target(editor, |target| {
            target["trouble"].as_str().is_some_and(|why| why.contains(word))
        });
        assert_eq!(
            (&held["stale"], &held["findings"]),
            (&json!(true), &json!([])),
            "{held:#}"
        );
        editor.rest(project.root());
        let published = editor.heard("textDocument/publishDiagnostics");
        assert!(
            published.iter().all(|params| params["diagnostics"] == json!([])),
            "{published:#?}"
        );
    };
    // An old Stock beside a new Helper.
    project.build(&[("Helper", "class Helper { static void give() { } }")]);
    quiet(&mut editor, "not finished");
    // What the Eclipse compiler writes for a class with an error.
    let marker =
        "class Helper { static void take() { throw new Error(\"Unresolved compilation problem: \\n\\tx\\n\"); } }";
    project.build(&[("Helper", marker)]);
    quiet(&mut editor, "did not compile");
    // Half a class file.
    let whole = std::fs::read(project.class_file("Helper")).unwrap();
    std::fs::write(project.class_file("Helper"), &whole[..whole.len() / 2]).unwrap();
    editor.scan(project.root());
    // A folder in its place.
    std::fs::remove_file(project.class_file("Helper")).unwrap();
    std::fs::create_dir(project.class_file("Helper")).unwrap();
    quiet(&mut editor, "Helper");
    std::fs::remove_dir(project.class_file("Helper")).unwrap();
    project.build(&[("Helper", HELPER)]);
    let last = target(&mut editor, |target| {
        answered(target) && target["answer"]["verdict"] == "violated"
    });
    assert_eq!(last["findings"][0]["kind"], "data-race");
}

/// What a user sees does not depend on when the server was started.
#[test]
fn old_findings_of_an_unfinished_build_outlive_the_server() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", RACE), ("Helper", HELPER)]);
    let first = target(&mut editor, answered);
    project.build(&[("Helper", "class Helper { static void give() { } }")]);
    let held = target(&mut editor, |target| target["trouble"].is_string());
    assert_eq!((&held["stale"], &held["findings"]), (&json!(true), &first["findings"]));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
    let mut again = project.editor();
    let held = target(&mut again, |target| target["trouble"].is_string());
    assert_eq!((&held["stale"], &held["findings"]), (&json!(true), &first["findings"]));
    let uri = file_uri(&project.source("Helper"));
    again.diagnostics(&uri, |found| !found.is_empty());
    project.build(&[("Helper", SAFE)]);
    let fixed = target(&mut again, answered);
    assert_eq!(fixed["findings"], json!([]));
    again.diagnostics(&uri, Vec::is_empty);
}

/// A race that the first runs show, in a space that takes minutes.
const CROWDED: &str = "public class Stock {
    static int left = 9;
    static volatile int a, b, c;
    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) new Thread(() -> {
            left--;
            for (int n = 0; n < 60; n++) { a++; b++; c++; }
        }).start();
    }
}
";

#[test]
fn findings_come_before_the_search_is_over_and_go_with_it() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    let uri = file_uri(&project.source("Stock"));
    let goes_on = |found: &Vec<Value>| {
        let texts = found.iter().filter_map(|found| found["message"].as_str());
        texts.into_iter().any(|text| text.contains("the search goes on"))
    };
    let replayed = |found: &Vec<Value>| goes_on(found) && found.iter().any(|found| found["severity"] == 1);
    project.build(&[("Stock", CROWDED)]);
    target(&mut editor, |target| target["state"] == "running");
    let began = Instant::now();
    editor.diagnostics(&uri, replayed);
    println!("shown after {:?}", began.elapsed());
    let heard = editor.heard("dropwire/targetsChanged");
    assert!(
        heard.iter().all(|answer| answer["targets"][0]["state"] == "running"),
        "before the run was over: {heard:#?}"
    );
    // The end of the run upgrades it.
    let last = editor.diagnostics(&uri, |found| !found.is_empty() && !goes_on(found));
    assert_eq!(
        (&last[0]["code"], &last[0]["severity"]),
        (&json!("data-race"), &json!(1))
    );
    // Another version, whose run is ended before its answer: what it had found goes with it.
    let other = CROWDED.replace("left", "right");
    project.build(&[("Stock", &other)]);
    editor.diagnostics(&uri, goes_on);
    editor.forget_heard();
    let guarded = "synchronized (Stock.class) { left--; }";
    let safe = CROWDED.replace("left--;", guarded).replace("n < 60", "n < 0");
    project.build(&[("Stock", &safe)]);
    target(&mut editor, |target| {
        answered(target) && target["answer"]["verdict"] == "verified"
    });
    editor.scan(project.root());
    let last = editor.heard("textDocument/publishDiagnostics").pop();
    assert_eq!(
        last.map(|last| last["diagnostics"].clone()),
        Some(json!([])),
        "no ghost"
    );
}

#[test]
fn any_method_is_verified_by_command() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    let text = "public class Stock {
    private int left = 3;
    int sell()
        throws Exception {
        Thread other = new Thread(() -> left--);
        other.start();
        left--;
        other.join();
        return left;
    }
    static void give(int count) { }
}
";
    project.build(&[("Stock", text)]);
    editor.scan(project.root());
    let uri = file_uri(&project.source("Stock"));
    let mut actions = |line: u32| {
        let place = json!({ "line": line, "character": 8 });
        let params = json!({
            "textDocument": { "uri": uri },
            "range": { "start": place, "end": place },
            "context": { "diagnostics": [] }
        });
        editor.request("textDocument/codeAction", params)
    };
    assert_eq!(actions(6), Value::Null, "no method is declared here");
    let (sell, give) = (actions(2), actions(10));
    assert_eq!(sell[0]["title"], "Dropwire: verify sell");
    let verify = |editor: &mut Editor, action: &Value| {
        let command = &action[0]["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        editor.request("workspace/executeCommand", params);
    };
    verify(&mut editor, &sell);
    let answer = target(&mut editor, answered);
    assert_eq!((&answer["title"], &answer["line"]), (&json!("Stock#sell()"), &json!(2)));
    assert_eq!(answer["answer"]["verdict"], "violated");
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "data-race");
    // It runs again when its class changes.
    project.build(&[("Stock", &text.replace("left--;\n", "").replace("left--)", "{ })"))]);
    editor.diagnostics(&uri, Vec::is_empty);
    verify(&mut editor, &give);
    let message = editor.notification("window/showMessage", |_| true);
    let words = message["message"].as_str().unwrap();
    assert!(
        words.contains("Stock.give takes arguments (int)") && words.contains("from a main or a test"),
        "{words}"
    );
}

#[test]
fn a_class_that_threads_may_share_is_a_target() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    let text = "import java.util.function.IntSupplier;
@interface ThreadSafe { }
@interface GuardedBy { String value(); }

@ThreadSafe
public class Stock {
    private final IntSupplier supply;
    @GuardedBy(\"this\") private int left;
    Stock(IntSupplier supply) { this.supply = supply; }
    public synchronized void fill() { left += supply.getAsInt(); }
    public int left() { return left; }
}
@ThreadSafe
interface Shelf { void fill(); }
class Plain { public void fill() { } }
";
    project.build(&[("Stock", text)]);
    let uri = file_uri(&project.source("Stock"));
    let found = editor.diagnostics(&uri, |found| found.len() == 2);
    let mut codes: Vec<&str> = found.iter().filter_map(|one| one["code"].as_str()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["data-race", "lock-discipline"]);
    let answer = target(&mut editor, answered);
    assert_eq!((&answer["title"], &answer["line"]), (&json!("Stock#new"), &json!(5)));
    assert!(
        answer["answer"]["assumptions"]
            .to_string()
            .contains("object-under-test"),
        "{answer}"
    );
    project.build(&[(
        "Stock",
        &text.replace("public int left", "public synchronized int left"),
    )]);
    editor.diagnostics(&uri, Vec::is_empty);
}

/// Runs for longer than any test, and says so within a moment.
const LONG: &str = "public class Stock {
    static volatile int a, b, c;
    public static void main(String[] args) {
        for (int i = 0; i < 7; i++) new Thread(() -> { for (int n = 0; n < 60; n++) { a++; b++; c++; } }).start();
    }
}
";

#[test]
fn a_longer_pass_follows_and_the_verdict_says_which_it_was() {
    let Some(project) = Project::new() else { return };
    std::fs::write(project.root().join("dropwire.toml"), "[limits]\ntime = \"4s\"\n").unwrap();
    let mut editor = project.editor();
    project.build(&[("Stock", LONG)]);
    let said = |target: &Value, limit: &str| {
        answered(target)
            && target["answer"]["reasons"]
                .to_string()
                .contains(&format!("time limit of {limit} "))
    };
    target(&mut editor, |target| said(target, "2.0 s"));
    target(&mut editor, |target| said(target, "4.0 s"));
    editor.scan(project.root());
    assert!(editor.heard("dropwire/targetsChanged").is_empty(), "and then no more");
}

/// tower-lsp drops this notification unless it is registered by name.
#[test]
fn progress_is_shown_and_cancelled() {
    let Some(project) = Project::new() else { return };
    let mut editor = Editor::start(project.root());
    let capabilities = json!({
        "window": { "workDoneProgress": true },
        "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } }
    });
    editor.initialize(project.root(), capabilities);
    project.build(&[("Stock", LONG)]);
    let kind = |params: &Value, kind: &str| params["value"]["kind"] == kind;
    let begun = editor.notification("$/progress", |params| kind(params, "begin"));
    assert_eq!(begun["value"]["cancellable"], true);
    let answer = editor.notification("$/progress", |params| kind(params, "report"));
    assert!(
        answer["value"]["message"].as_str().unwrap().contains(" state"),
        "{answer}"
    );
    assert_eq!(
        answer["value"]["percentage"],
        Value::Null,
        "for an unknown reason far it is"
    );
    let busy = editor.workers();
    let cancelled = Instant::now();
    editor.notify("window/workDoneProgress/cancel", json!({ "token": begun["token"] }));
    let ended = editor.notification("$/progress", |params| kind(params, "end"));
    println!("cancelled in {:?}", cancelled.elapsed());
    assert_eq!(
        (&ended["token"], &ended["value"]["message"]),
        (&begun["token"], &json!("cancelled"))
    );
    assert!(busy.into_iter().any(has_ended), "its worker is gone");
    target(&mut editor, |target| target["state"] == "answered");
    editor.scan(project.root());
    assert!(!editor.has_heard("$/progress"), "and it is not tried again");
}

#[test]
fn a_save_ends_what_runs_at_once() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", LONG)]);
    target(&mut editor, |target| target["state"] == "running");
    let mut busy = Vec::new();
    until("it does not search", || {
        busy = editor.busy_workers();
        !busy.is_empty()
    });
    let class = project.class_file("Stock");
    let bytes = std::fs::read(&class).unwrap();
    let written = Instant::now();
    std::fs::write(&class, bytes).unwrap();
    // Another busy one may be a warm worker that boots.
    until("it still runs", || busy.iter().any(|&id| has_ended(id)));
    println!("cancelled in {:?}", written.elapsed());
}

#[test]
fn a_worker_that_is_killed_costs_nothing() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", RACE), ("Helper", HELPER)]);
    target(&mut editor, answered);
    for round in 0..6 {
        let deadline = Instant::now() + Duration::from_millis(150 * round);
        let text = format!("class Helper {{ static void take() {{ Stock.left -= {round}; }} }}");
        project.build(&[("Helper", &text)]);
        while Instant::now() < deadline {
            editor.workers().into_iter().for_each(kill);
            std::thread::sleep(Duration::from_millis(40));
        }
        editor.workers().into_iter().for_each(kill);
        let answer = target(&mut editor, |target| answered(target) || target["trouble"].is_string());
        assert_eq!(answer["findings"][0]["kind"], "data-race", "round {round}: {answer:#}");
    }
}

fn kill(process: u32) {
    // It may have ended by itself.
    let _ = Command::new("kill")
        .args(["-9", &process.to_string()])
        .stderr(std::process::Stdio::null())
        .status();
}

#[test]
fn a_target_whose_workers_always_die_is_left_alone_with_one_message() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", LONG)]);
    target(&mut editor, |target| target["state"] == "running");
    until("no message says that it is not verified", || {
        editor.busy_workers().into_iter().for_each(kill);
        editor.has_heard("window/showMessage")
    });
    let message = editor.notification("window/showMessage", |_| true);
    assert!(
        message["message"].as_str().unwrap().contains("Stock was not verified"),
        "{message}"
    );
    target(&mut editor, |target| {
        target["state"] == "answered" && target["trouble"].is_string()
    });
    editor.notification("experimental/serverStatus", |status| {
        status["health"] == "warning"
            && status["message"]
                .as_str()
                .is_some_and(|text| text.contains("not verified: 1 target"))
    });
    // Warm workers boot for a while.
    until("it is tried again", || editor.busy_workers().is_empty());
    assert!(editor.heard("window/showMessage").is_empty(), "one message");
    // Other classes, another chance.
    project.build(&[("Stock", RACE), ("Helper", SAFE)]);
    target(&mut editor, |target| {
        answered(target) && target["answer"]["verdict"] == "verified"
    });
}

#[test]
fn the_memory_limit_holds_and_is_named() {
    let Some(project) = Project::new() else { return };
    std::fs::write(project.root().join("dropwire.toml"), "[limits]\nmemory = \"30MiB\"\n").unwrap();
    let mut editor = project.editor();
    project.build(&[("Stock", LONG)]);
    target(&mut editor, |target| {
        target["state"] == "answered" && target.to_string().contains("memory limit of 30 MiB")
    });
}

#[test]
fn a_busy_worker_ends_with_its_server() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[("Stock", LONG)]);
    target(&mut editor, |target| target["state"] == "running");
    until("it does not search", || !editor.busy_workers().is_empty());
    let workers = editor.workers();
    editor.kill();
    until("workers outlive their server", || {
        workers.iter().all(|&id| has_ended(id))
    });
}

#[test]
fn a_missing_class_is_one_sentence() {
    let Some(project) = Project::new() else { return };
    let mut editor = project.editor();
    project.build(&[
        ("Stock", RACE),
        ("Helper", HELPER),
        ("Second", &RACE.replace("Stock", "Second")),
    ]);
    target(&mut editor, answered);
    editor.forget_heard();
    std::fs::remove_file(project.class_file("Helper")).unwrap();
    let message = editor.notification("window/showMessage", |_| true);
    let text = message["message"].as_str().unwrap();
    assert!(
        text.contains("class Helper is not on the class path of") && text.contains("from pom.xml"),
        "{text}"
    );
    editor.scan(project.root());
    assert!(editor.heard("window/showMessage").is_empty(), "one for two targets");
    let published = editor.heard("textDocument/publishDiagnostics");
    assert!(
        published
            .iter()
            .all(|params| params["diagnostics"][0]["code"] != "uncaught-exception")
    );
}

/// It reads the project's folder where that is trusted; saving the file verifies it again.
#[test]
fn a_file_that_a_program_reads_is_part_of_its_answer() {
    let Some(project) = Project::new() else { return };
    let rates = project.root().join("rates.txt");
    std::fs::write(&rates, "guarded").unwrap();
    project.build(&[("Rates", READS_A_FILE)]);
    let verdict = |target: &Value| target["answer"]["verdict"].as_str().map(str::to_owned);
    let mut untrusting = project.editor();
    let unread = target(&mut untrusting, answered);
    assert_eq!(verdict(&unread).as_deref(), Some("incomplete"), "{unread}");
    drop(untrusting);

    let mut editor = Editor::start(project.root());
    let capabilities = json!({ "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } } });
    editor.initialize_with(project.root(), capabilities, json!({ "trusted": true }));
    let guarded = target(&mut editor, answered);
    assert_eq!(verdict(&guarded).as_deref(), Some("verified"), "{guarded}");
    assert!(
        guarded["answer"]["assumptions"].to_string().contains("files-as-found"),
        "{guarded}"
    );
    std::fs::write(&rates, "bare").unwrap();
    let bare = target(&mut editor, |target| {
        answered(target) && verdict(target).as_deref() != Some("verified")
    });
    assert_eq!(verdict(&bare).as_deref(), Some("violated"), "{bare}");
}

const READS_A_FILE: &str = "import java.nio.file.*;
public class Rates {
    static int asked;
    public static void main(String[] args) throws Exception {
        boolean guarded = Files.readString(Path.of(\"rates.txt\")).equals(\"guarded\");
        Thread other = new Thread(() -> ask(guarded));
        other.start();
        ask(guarded);
        other.join();
    }
    static void ask(boolean guarded) {
        if (guarded) {
            synchronized (Rates.class) {
                asked++;
            }
        } else {
            asked++;
        }
    }
}
";
