//! What an editor sees of a place, and faults of clients and disks, over the real binary.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use lsp_client::{Editor, file_uri};
use serde_json::{Value, json};

const RACE: &str = "public class Stock {
    static int left = 3;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> left--);
        other.start();
        left--;
        other.join();
    }
}
";

fn project() -> Option<tempfile::TempDir> {
    if Command::new("javac").arg("-version").output().is_err() {
        assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
        eprintln!("skipped: no javac on the path");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("src")).unwrap();
    Some(folder)
}

fn javac(root: &Path, name: &str, text: &str, out: &str) -> PathBuf {
    let source = root.join(format!("src/{name}.java"));
    std::fs::write(&source, text).unwrap();
    std::fs::create_dir_all(root.join(out)).unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-d"]).arg(root.join(out)).arg(&source);
    assert!(javac.status().unwrap().success());
    source
}

fn capabilities() -> Value {
    json!({
        "workspace": { "inlayHint": { "refreshSupport": true } },
        "window": { "workDoneProgress": true, "showDocument": { "support": true } },
        "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } }
    })
}

fn open(editor: &mut Editor, path: &Path, text: &str) {
    let document = json!({ "uri": file_uri(path), "languageId": "java", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

#[test]
fn a_folder_with_one_source_and_nothing_else() {
    let Some(folder) = project() else { return };
    let source = folder.path().join("Stock.java");
    std::fs::write(&source, RACE).unwrap();
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let uri = file_uri(&source);
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "data-race");
    let save = |editor: &mut Editor, text: &str| {
        std::fs::write(&source, text).unwrap();
        editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    };
    // What does not compile leaves the old findings, and is said.
    editor.forget_heard();
    save(&mut editor, &RACE.replace("left--;", "left--"));
    editor.notification("experimental/serverStatus", |status| {
        status["message"]
            .as_str()
            .is_some_and(|text| text.contains("does not compile"))
    });
    // The line is shorter now, and what is underlined with it.
    for answer in editor.heard("textDocument/publishDiagnostics") {
        let (now, before) = (&answer["diagnostics"][0], &found[0]);
        assert_eq!(
            (&now["message"], &now["range"]["start"]),
            (&before["message"], &before["range"]["start"])
        );
    }
    save(
        &mut editor,
        &RACE
            .replace("static int", "static volatile int")
            .replace("left--", "left = 1"),
    );
    editor.diagnostics(&uri, Vec::is_empty);
    let beside: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert!(
        beside.iter().all(|name| !name.to_string_lossy().ends_with(".class")),
        "{beside:?}"
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn hovers_hints_and_the_trails_document() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let uri = file_uri(&source);
    open(&mut editor, &source, RACE);
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    let at = |uri: &str, line: u32, character: u32| json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } });
    let text = |hover: &Value| hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
    let main = text(&editor.request("textDocument/hover", at(&uri, 2, 5)));
    assert!(
        main.contains("✗ violated") && main.contains("every interleaving was explored"),
        "{main}"
    );
    assert!(main.contains("Class path: "), "where the class path is from: {main}");
    let field = text(&editor.request("textDocument/hover", at(&uri, 1, 16)));
    assert!(field.contains("Data race") && field.contains("Stock.java:"), "{field}");
    assert_eq!(editor.request("textDocument/hover", at(&uri, 8, 0)), Value::Null);

    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = json!({ "textDocument": { "uri": uri }, "range": whole });
    assert_eq!(
        editor.request("textDocument/inlayHint", hints.clone()),
        json!([]),
        "no trail is open"
    );
    let trail =
        json!({ "command": "dropwire.server.openTrail", "arguments": [{ "trail": found[0]["data"]["trail"] }] });
    editor.request("workspace/executeCommand", trail);
    let shown = editor.shown_document()["uri"].as_str().unwrap().to_owned();
    editor.notification("workspace/inlayHint/refresh", |_| true);
    let shown_hints = editor.request("textDocument/inlayHint", hints.clone());
    let labels: Vec<&str> = shown_hints
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|hint| hint["label"].as_str())
        .collect();
    assert!(labels.iter().any(|label| label.contains("main:")), "{labels:?}");

    let document = json!({ "textDocument": { "uri": shown } });
    let steps = editor.request("textDocument/documentSymbol", document.clone());
    let with_place = steps.as_array().unwrap().iter().find_map(|step| {
        let line = step["range"]["start"]["line"].as_u64()?;
        Some(editor.request("textDocument/definition", at(&shown, u32::try_from(line).ok()?, 0)))
            .filter(Value::is_object)
    });
    assert_eq!(with_place.unwrap()["uri"], uri.as_str());
    assert!(editor.request("textDocument/foldingRange", document.clone()).is_array());
    editor.notify("textDocument/didClose", document);
    editor.notification("workspace/inlayHint/refresh", |_| true);
    assert_eq!(
        editor.request("textDocument/inlayHint", hints),
        json!([]),
        "its document was closed"
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn findings_follow_edits_until_the_next_build() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let uri = file_uri(&source);
    open(&mut editor, &source, RACE);
    let before = editor.diagnostics(&uri, |found| !found.is_empty());
    let line = |found: &[Value]| found[0]["range"]["start"]["line"].as_u64().unwrap();
    let longer = format!("// one\n// two\n{RACE}");
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": longer }] });
    editor.notify("textDocument/didChange", change);
    let moved = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(line(&moved), line(&before) + 2);
    std::fs::write(&source, &longer).unwrap();
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    editor.notification("experimental/serverStatus", |status| {
        status["message"]
            .as_str()
            .is_some_and(|text| text.contains("sources are newer"))
    });
    javac(folder.path(), "Stock", &longer, "target/classes");
    editor.rest(folder.path());
    let mut heard = editor.heard("textDocument/publishDiagnostics");
    heard.retain(|params| params["uri"] == uri.as_str());
    let last = heard.pop();
    let last = last.map_or(moved, |params| params["diagnostics"].as_array().unwrap().clone());
    assert_eq!(line(&last), line(&before) + 2, "not twice");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// Once the server rests, the first finding of a document is at this line, or was published no more because it has been there.
fn stays_at(editor: &mut Editor, root: &Path, uri: &str, line: u64) {
    editor.rest(root);
    let mut heard = editor.heard("textDocument/publishDiagnostics");
    heard.retain(|params| params["uri"] == uri);
    let last = heard
        .last()
        .map(|last| last["diagnostics"][0]["range"]["start"]["line"].as_u64());
    assert!(last.is_none_or(|last| last == Some(line)), "not at {line}: {heard:?}");
}

#[test]
fn findings_follow_what_an_editor_reads_again() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let uri = file_uri(&source);
    open(&mut editor, &source, RACE);
    let line = |found: &[Value]| found[0]["range"]["start"]["line"].as_u64().unwrap();
    let before = line(&editor.diagnostics(&uri, |found| !found.is_empty()));
    let longer = format!("// one\n// two\n{RACE}");
    std::fs::write(&source, &longer).unwrap();
    // The editor shows what others have written; it has saved nothing.
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": longer }] });
    editor.notify("textDocument/didChange", change);
    editor.diagnostics(&uri, |found| !found.is_empty() && line(found) == before + 2);
    javac(folder.path(), "Stock", &longer, "target/classes");
    stays_at(&mut editor, folder.path(), &uri, before + 2);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn findings_follow_what_others_write_into_the_file() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let uri = file_uri(&source);
    let line = |found: &[Value]| found[0]["range"]["start"]["line"].as_u64().unwrap();
    let before = line(&editor.diagnostics(&uri, |found| !found.is_empty()));
    let longer = format!("// one\n// two\n{RACE}");
    std::fs::write(&source, &longer).unwrap();
    editor.diagnostics(&uri, |found| !found.is_empty() && line(found) == before + 2);
    open(&mut editor, &source, &longer);
    javac(folder.path(), "Stock", &longer, "target/classes");
    stays_at(&mut editor, folder.path(), &uri, before + 2);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn findings_stay_with_their_lines_when_the_classes_before_an_edit_are_verified_again() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let uri = file_uri(&source);
    let line = |found: &[Value]| found[0]["range"]["start"]["line"].as_u64().unwrap();
    let before = line(&editor.diagnostics(&uri, |found| !found.is_empty()));
    editor.rest(folder.path());
    editor.forget_heard();
    std::fs::write(&source, format!("// one\n// two\n{RACE}")).unwrap();
    editor.diagnostics(&uri, |found| !found.is_empty() && line(found) == before + 2);
    let verify = json!({ "command": "dropwire.server.verify", "arguments": [] });
    editor.request("workspace/executeCommand", verify);
    editor.notification("experimental/serverStatus", |status| status["quiescent"] == false);
    stays_at(&mut editor, folder.path(), &uri, before + 2);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn settings_come_from_the_client_and_the_file_wins() {
    let Some(folder) = project() else { return };
    let long = "public class Stock { static volatile int a, b, c;
        public static void main(String[] x) { for (int i = 0; i < 7; i++) new Thread(() -> { for (int n = 0; n < 60; n++) { a++; b++; c++; } }).start(); } }";
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let limits =
        |time: &str| json!({ "settings": { "dropwire": { "limits": { "time": time }, "server": { "path": "x" } } } });
    editor.notify("workspace/didChangeConfiguration", limits("1s"));
    javac(folder.path(), "Stock", long, "target/classes");
    let reason = |params: &Value, text: &str| params["targets"][0]["answer"]["reasons"].to_string().contains(text);
    editor.latest("dropwire/targetsChanged", |params| {
        reason(params, "time limit of 1.0 s")
    });
    editor.notify("workspace/didChangeConfiguration", limits("1500 parsecs"));
    let message = editor.notification("window/showMessage", |_| true);
    assert!(
        message["message"].as_str().unwrap().contains("limits.time"),
        "{message}"
    );
    std::fs::write(folder.path().join("dropwire.toml"), "[limits]\ntransitions = 50\n").unwrap();
    editor.latest("dropwire/targetsChanged", |params| reason(params, "50 transitions"));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// Ten that can start a thread among two thousand.
#[test]
fn exactly_the_concurrent_mains_get_lenses() {
    let Some(folder) = project() else { return };
    let mut text = String::new();
    for number in 0..2_000 {
        text.push_str(&format!(
            "class Plain{number} {{ static int n; public static void main(String[] a) {{ n += a.length; System.out.println(n); }} }}\n"
        ));
    }
    for number in 0..10 {
        text.push_str(&format!(
            "class Busy{number} {{ static int n; public static void main(String[] a) {{ new Thread(() -> n++).start(); n++; }} }}\n"
        ));
    }
    // This one could start a thread, by its code, and does not.
    text.push_str("class Idle { public static void main(String[] a) { if (a.length > 5) new Thread().start(); } }\n");
    let source = javac(folder.path(), "All", &text, "target/classes");
    let mut editor = Editor::start(folder.path());
    let began = Instant::now();
    editor.initialize(folder.path(), capabilities());
    editor.notification("dropwire/targetsChanged", |params| {
        !params["targets"].as_array().unwrap().is_empty()
    });
    println!(
        "2,011 classes scanned, first target reported after {:?}",
        began.elapsed()
    );
    let answer = editor.rest(folder.path());
    let titles: Vec<&str> = answer["targets"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|target| target["title"].as_str())
        .collect();
    let expected: Vec<String> = (0..10).map(|number| format!("Busy{number}")).collect();
    assert_eq!(titles, expected);
    assert!(source.exists());
    // Any other by an explicit command.
    let ask = |class: &str| json!({ "command": "dropwire.server.verify", "arguments": [{ "class": class }] });
    editor.request("workspace/executeCommand", ask("Plain7"));
    editor.latest("dropwire/targetsChanged", |params| {
        let mut targets = params["targets"].as_array().unwrap().iter();
        targets.any(|target| target["title"] == "Plain7" && target["answer"]["verdict"] == "verified")
    });
    editor.request("workspace/executeCommand", ask("Nowhere"));
    let message = editor.notification("window/showMessage", |_| true);
    assert!(message["message"].as_str().unwrap().contains("Nowhere"), "{message}");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_cache_that_cannot_be_written_is_said_once_and_costs_no_finding() {
    let Some(folder) = project() else { return };
    let cache = folder.path().join("cache");
    std::fs::write(&cache, "a file where a folder should be").unwrap();
    let mut editor = Editor::start_with_cache(&cache);
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    editor.diagnostics(&file_uri(&source), |found| !found.is_empty());
    let message = editor.notification("window/showMessage", |_| true);
    assert!(
        message["message"].as_str().unwrap().contains("cannot store results"),
        "{message}"
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// Watching fails where the folder is not there yet, as it does where the system has no watches left.
#[test]
fn where_watching_fails_it_polls_and_says_so() {
    let Some(folder) = project() else { return };
    let root = folder.path().join("later");
    let mut editor = Editor::start_with_cache(&folder.path().join("cache"));
    editor.initialize(&root, capabilities());
    let message = editor.notification("window/showMessage", |_| true);
    assert!(
        message["message"].as_str().unwrap().contains("polls every 2 s instead"),
        "{message}"
    );
    std::fs::create_dir_all(root.join("src")).unwrap();
    let source = javac(&root, "Stock", RACE, "target/classes");
    editor.diagnostics(&file_uri(&source), |found| !found.is_empty());
    assert!(editor.heard("window/showMessage").is_empty(), "once");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn links_in_a_circle_and_many_saves() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    std::os::unix::fs::symlink(folder.path(), folder.path().join("target/classes/around")).unwrap();
    std::os::unix::fs::symlink("itself", folder.path().join("itself")).unwrap();
    let uri = file_uri(&source);
    editor.diagnostics(&uri, |found| !found.is_empty());
    let class = folder.path().join("target/classes/Stock.class");
    let bytes = std::fs::read(&class).unwrap();
    for save in 0..500 {
        std::fs::write(&class, &bytes).unwrap();
        editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
        if save % 100 == 0 {
            editor.scan(folder.path());
        }
    }
    editor.rest(folder.path());
    let last = editor.heard("textDocument/publishDiagnostics").pop();
    assert!(
        last.is_none_or(|params| params["diagnostics"] != json!([])),
        "nothing has changed"
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_client_that_sends_rubbish_floods_and_never_answers() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let uri = file_uri(&source);
    editor.send_raw(b"Content-Length: 9\r\n\r\n{rubbish}");
    for method in [
        "textDocument/didOpen",
        "dropwire/classPaths",
        "window/workDoneProgress/cancel",
        "no/such",
    ] {
        editor.notify(method, json!({ "textDocument": 7, "modules": "x", "token": [] }));
    }
    for number in 0..5_000 {
        let text = format!("{RACE}// {number}");
        let change = json!({ "textDocument": { "uri": uri, "version": number }, "contentChanges": [{ "text": text }] });
        editor.notify("textDocument/didChange", change);
    }
    assert!(editor.request_error("textDocument/hover", json!({ "position": "nowhere" }))["code"].is_number());
    editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// Ten tests that can start a thread among two thousand, in the same classes and beside the same helpers.
#[test]
fn exactly_the_concurrent_tests_get_lenses() {
    let Some(folder) = project() else { return };
    // Annotations are known by their names alone.
    let annotation = "package org.junit.jupiter.api; import java.lang.annotation.*;\n\
                      @Retention(RetentionPolicy.RUNTIME) public @interface Test {}\n";
    std::fs::create_dir_all(folder.path().join("src/org")).unwrap();
    javac(folder.path(), "org/Test", annotation, "target/test-classes");
    let mut files = Vec::new();
    for class in 0..10 {
        let mut text = format!(
            "import org.junit.jupiter.api.Test;\nclass Tests{class} {{\n  int n;\n  static int twice(int n) {{ return 2 * n; }}\n"
        );
        for number in 0..200 {
            text.push_str(&format!("  @Test void plain{number}() {{ n = twice({number}); }}\n"));
        }
        text.push_str(
            "  @Test\n  void busy() throws Exception { Thread t = new Thread(this::add); t.start(); t.join(); }\n",
        );
        text.push_str("  synchronized void add() { n++; }\n}\n");
        let file = folder.path().join(format!("src/Tests{class}.java"));
        std::fs::write(&file, &text).unwrap();
        files.push((file, text));
    }
    let mut javac = Command::new("javac");
    let out = folder.path().join("target/test-classes");
    javac.args(["-g", "-nowarn", "-cp"]).arg(&out).arg("-d").arg(&out);
    javac.args(files.iter().map(|(file, _)| file));
    assert!(javac.status().unwrap().success());
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    editor.latest("dropwire/targetsChanged", |params| {
        let targets = params["targets"].as_array().unwrap();
        !targets.is_empty() && targets.iter().all(|target| target["answer"]["verdict"] == "verified")
    });
    let answer = editor.request("dropwire/targets", Value::Null);
    let targets = answer["targets"].as_array().unwrap();
    let titles: Vec<&str> = targets.iter().filter_map(|target| target["title"].as_str()).collect();
    let expected: Vec<String> = (0..10).map(|class| format!("Tests{class}#busy")).collect();
    assert_eq!(titles, expected);
    for (file, text) in &files {
        open(&mut editor, file, text);
        let uri = file_uri(file);
        let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
        let line = |lens: &Value| lens["range"]["start"]["line"].as_u64();
        let at: Vec<_> = lenses.as_array().unwrap().iter().map(line).collect();
        let busy = text.lines().position(|line| line.contains("void busy"));
        assert_eq!(at, [busy.map(|line| line as u64)], "{}", file.display());
    }
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// Line, from 0, and message.
fn remarks(found: &[Value]) -> Vec<(u64, String)> {
    let remark = |found: &Value| {
        (
            found["range"]["start"]["line"].as_u64().unwrap(),
            found["message"].as_str().unwrap().to_owned(),
        )
    };
    found.iter().map(remark).collect()
}

#[test]
fn every_error_of_the_configuration_is_on_its_line_at_once() {
    let Some(folder) = project() else { return };
    let file = folder.path().join("dropwire.toml");
    std::fs::write(
        &file,
        "[limits]\ntime = \"soon\"\ndepth = []\n\n[[target]]\nargs = 3\n\n[search\nseed = 1\n\n[[ignore]]\nkind = \"race\"\n",
    )
    .unwrap();
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let uri = file_uri(&file);
    let found = remarks(&editor.diagnostics(&uri, |found| !found.is_empty()));
    let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 2, 4, 5, 7, 10, 10, 11], "{found:#?}");

    // A [[target]] that names nothing is one of them, once something is compiled.
    std::fs::write(
        &file,
        "[[target]]\nmain = \"Stok\"\n\n[[target]]\nmain = \"Stock\"\n\n[[target]]\nmain = \"Stock\"\nmodule = \"nowhere\"\n\n\
         [[target]]\ntest = \"Stock\"\n\n[[target]]\nmain = \"Stock#sell\"\n",
    )
    .unwrap();
    editor.diagnostics(&uri, Vec::is_empty);
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let found = remarks(&editor.diagnostics(&uri, |found| !found.is_empty()));
    let says = [
        (0, "no class `Stok` is compiled; did you mean `Stock`?"),
        (6, "there is no module `nowhere`"),
        (10, "`Stock` has no tests"),
        (13, "`Stock` has no method `sell`"),
    ];
    assert_eq!(found.len(), says.len(), "{found:#?}");
    for ((line, message), (expected, text)) in found.iter().zip(says) {
        assert!(*line == expected && message.contains(text), "{line}: {message}");
    }
    editor.diagnostics(&file_uri(&source), |found| !found.is_empty());
    std::fs::write(&file, "[[target]]\nmain = \"Stock\"\n").unwrap();
    editor.diagnostics(&uri, Vec::is_empty);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_fix_is_looked_for_on_demand_and_offered_as_an_edit_once_it_is_verified() {
    let Some(folder) = project() else { return };
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let source = javac(folder.path(), "Stock", RACE, "target/classes");
    let uri = file_uri(&source);
    open(&mut editor, &source, RACE);
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    editor.rest(folder.path());
    let actions = |editor: &mut Editor| {
        let context = json!({ "diagnostics": [found[0]] });
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let params = json!({ "textDocument": { "uri": uri }, "range": whole, "context": context });
        editor.request("textDocument/codeAction", params)
    };
    let titled = |actions: &Value, text: &str| -> Option<Value> {
        let mut all = actions.as_array().unwrap().iter();
        all.find(|action| action["title"].as_str().unwrap().contains(text))
            .cloned()
    };
    let before = actions(&mut editor);
    assert_eq!(titled(&before, "verified fix:"), None, "nobody has looked: {before:#}");
    let look = titled(&before, "look for a verified fix").unwrap();
    let run = json!({ "command": look["command"]["command"], "arguments": look["command"]["arguments"] });
    editor.forget_heard();
    editor.request("workspace/executeCommand", run.clone());
    let message = editor.notification("window/showMessage", |_| true);
    let text = message["message"].as_str().unwrap();
    assert!(
        text.contains("verified fix: make left an AtomicInteger (verified with it: "),
        "{text}"
    );
    assert_eq!(std::fs::read_to_string(&source).unwrap(), RACE, "nothing was written");
    let after = actions(&mut editor);
    let fix = titled(&after, "verified fix: make left an AtomicInteger").unwrap();
    assert_eq!((&fix["isPreferred"], &fix["kind"]), (&json!(true), &json!("quickfix")));
    assert_eq!(titled(&after, "look for"), None);
    // As a client applies it: from the last one to the first.
    let mut lines: Vec<String> = RACE.lines().map(str::to_owned).collect();
    for edit in fix["edit"]["changes"][&uri].as_array().unwrap().iter().rev() {
        let at = |end: &str| {
            let place = &edit["range"][end];
            let number = |name: &str| usize::try_from(place[name].as_u64().unwrap()).unwrap();
            (number("line"), number("character"))
        };
        let ((line, start), (last, end)) = (at("start"), at("end"));
        assert_eq!(line, last);
        lines[line].replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    let fixed = lines.join("\n");
    // Its positions are those of the text that was checked: once that changes there is nothing to apply.
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": format!("// new\n{RACE}") }] });
    editor.notify("textDocument/didChange", change);
    assert_eq!(titled(&actions(&mut editor), "verified fix:"), None);
    editor.forget_heard();
    editor.request("workspace/executeCommand", run);
    let message = editor.notification("window/showMessage", |_| true);
    let text = message["message"].as_str().unwrap();
    assert!(text.contains("not what is on disk"), "{message}");
    assert_eq!(titled(&actions(&mut editor), "verified fix:"), None);

    let change = json!({ "textDocument": { "uri": uri, "version": 3 }, "contentChanges": [{ "text": fixed }] });
    editor.notify("textDocument/didChange", change);
    std::fs::write(&source, &fixed).unwrap();
    javac(folder.path(), "Stock", &fixed, "target/classes");
    editor.diagnostics(&uri, Vec::is_empty);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_configuration_with_an_error_holds_everything_of_its_folder_back() {
    let Some(folder) = project() else { return };
    let root = folder.path();
    let toml = root.join("dropwire.toml");
    let configured = "[[target]]\nmain = \"Stock\"\n";
    std::fs::write(&toml, configured).unwrap();
    // Without the configuration this one would be found and verified as well.
    javac(root, "Other", &RACE.replace("Stock", "Other"), "target/classes");
    let source = javac(root, "Stock", RACE, "target/classes");
    let mut editor = Editor::start(root);
    editor.initialize(root, capabilities());
    let before = editor.diagnostics(&file_uri(&source), |found| !found.is_empty());
    let listed = editor.rest(root);
    assert_eq!(listed["targets"].as_array().unwrap().len(), 1, "{listed:#}");

    editor.forget_heard();
    std::fs::write(
        &toml,
        format!("{configured}[limits]\ntime = \"soon\"\ntransitions = -1\n"),
    )
    .unwrap();
    let status = |editor: &mut Editor| {
        editor.notification("experimental/serverStatus", |status| {
            let text = status["message"].as_str().unwrap();
            status["health"] == "warning" && text.contains("dropwire.toml:4: ") && text.contains("(and 1 other error)")
        })
    };
    status(&mut editor);
    let errors = editor.diagnostics(&file_uri(&toml), |found| found.len() == 2);
    assert_eq!(errors[0]["range"]["start"]["line"], 3);
    // Neither new classes nor a command run anything.
    let fixed = RACE
        .replace("static int", "static volatile int")
        .replace("left--", "left = 1");
    javac(root, "Stock", &fixed, "target/classes");
    editor.settle(std::time::Duration::from_millis(600));
    let verify = json!({ "command": "dropwire.server.verify", "arguments": [] });
    editor.request("workspace/executeCommand", verify);
    let refused = editor.notification("window/showMessage", |_| true);
    assert!(
        refused["message"].as_str().unwrap().contains("dropwire.toml:4: "),
        "{refused}"
    );
    let target = |editor: &mut Editor| {
        let listed = editor.request("dropwire/targets", Value::Null);
        assert_eq!(listed["targets"].as_array().unwrap().len(), 1, "{listed:#}");
        listed["targets"][0].clone()
    };
    let stale = target(&mut editor);
    assert_eq!(
        (&stale["title"], &stale["stale"], &stale["state"]),
        (&json!("Stock"), &json!(true), &json!("answered"))
    );
    assert_eq!(stale["answer"]["verdict"], "violated", "the last answer stays");
    assert!(
        stale["trouble"].as_str().unwrap().contains("until it is corrected"),
        "{stale:#}"
    );
    for heard in editor.heard("dropwire/targetsChanged") {
        assert!(
            heard["targets"]
                .as_array()
                .unwrap()
                .iter()
                .all(|target| target["state"] != "running"),
            "{heard:#}"
        );
    }
    for heard in editor.heard("textDocument/publishDiagnostics") {
        let found = &heard["diagnostics"];
        assert!(
            heard["uri"] != file_uri(&source) || found[0]["message"] == before[0]["message"],
            "{heard:#}"
        );
    }

    // A server that begins with it knows no target, and says why.
    let mut other = Editor::start(root);
    other.initialize(root, capabilities());
    status(&mut other);
    assert_eq!(other.request("dropwire/targets", Value::Null)["targets"], json!([]));
    let class = json!({ "command": "dropwire.server.verify", "arguments": [{ "class": "Other" }] });
    other.request("workspace/executeCommand", class);
    let refused = other.notification("window/showMessage", |_| true);
    assert!(
        refused["message"].as_str().unwrap().contains("dropwire.toml:4: "),
        "{refused}"
    );
    assert_eq!(other.shutdown_and_exit(), Some(0));

    std::fs::write(&toml, configured).unwrap();
    editor.diagnostics(&file_uri(&source), Vec::is_empty);
    editor.rest(root);
    let answered = target(&mut editor);
    assert_eq!(
        (&answered["stale"], &answered["answer"]["verdict"]),
        (&json!(false), &json!("verified"))
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}
