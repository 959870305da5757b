//! Objects under test in the editor: classes that are verified on save, lenses and code actions for others, and fixtures.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::Command;

use lsp_client::{Editor, file_uri, has_javac};
use serde_json::{Value, json};

const COUNTER: &str = "import java.lang.annotation.*;
@Counter.ThreadSafe
public class Counter {
    @Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}
    private int count;
    public synchronized void add() { count++; }
    public synchronized int get() { return count; }
}
";

const TILL: &str = "package shop;
public class Till {
    private volatile boolean closed;
    private int sum;
    public synchronized void add(int price) { if (!closed) sum += price; }
    public void close() { closed = true; sum = 0; }
    public int rooms() { return 1; }
    private void hidden() {}
}
class Plain {
    int plain;
    public void set(int to) { plain = to; }
}
";

fn project() -> Option<tempfile::TempDir> {
    if !has_javac() {
        return None;
    }
    Some(tempfile::tempdir().unwrap())
}

/// Writes sources and compiles all of them.
fn build(root: &Path, sources: &[(&str, &str)]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for (name, text) in sources {
        let file = root.join("src/main/java").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        files.push(file);
    }
    let out = root.join("target/classes");
    std::fs::create_dir_all(&out).unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-d"]).arg(out).args(&files);
    assert!(javac.status().unwrap().success());
    files
}

fn capabilities() -> Value {
    json!({
        "workspace": { "applyEdit": true },
        "window": { "showDocument": { "support": true } },
        "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } }
    })
}

fn lenses(editor: &mut Editor, uri: &str) -> Vec<(u64, String)> {
    let answer = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let lens = |lens: &Value| {
        let title = lens["command"]["title"].as_str().unwrap().to_owned();
        (lens["range"]["start"]["line"].as_u64().unwrap(), title)
    };
    answer.as_array().unwrap().iter().map(lens).collect()
}

fn actions(editor: &mut Editor, uri: &str, line: u32) -> Vec<Value> {
    let place = json!({ "line": line, "character": 0 });
    let params = json!({
        "textDocument": { "uri": uri }, "range": { "start": place, "end": place }, "context": { "diagnostics": [] }
    });
    let answer = editor.request("textDocument/codeAction", params);
    answer.as_array().cloned().unwrap_or_default()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().filter_map(|action| action["title"].as_str()).collect()
}

fn run(editor: &mut Editor, actions: &[Value], title: &str) {
    let action = actions.iter().find(|action| action["title"] == title);
    let command = &action.unwrap_or_else(|| panic!("{title} in {actions:#?}"))["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    editor.request("workspace/executeCommand", params);
}

/// The first target with this title that has an answer.
fn answered(editor: &mut Editor, title: &str) -> Value {
    let is_it =
        |target: &Value| target["title"] == title && !target["answer"].is_null() && target["state"] == "answered";
    let all = |params: &Value| params["targets"].as_array().cloned().unwrap_or_default();
    let found = editor.latest("dropwire/targetsChanged", |params| all(params).iter().any(is_it));
    all(&found).into_iter().find(is_it).unwrap()
}

/// Neither a `main`, nor a test, nor a configuration.
#[test]
fn a_thread_safe_class_is_verified_on_save() {
    let Some(folder) = project() else { return };
    let source = folder.path().join("Counter.java");
    std::fs::write(&source, COUNTER).unwrap();
    let uri = file_uri(&source);
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    assert_eq!(answered(&mut editor, "Counter#new")["answer"]["verdict"], "verified");
    let broken = COUNTER.replace("public synchronized int get", "public int get");
    std::fs::write(&source, broken).unwrap();
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "data-race", "{found:#?}");
    // Either side of the race may be its main place.
    let related = found[0]["relatedInformation"].as_array().unwrap().iter();
    let lines: Vec<&Value> = std::iter::once(&found[0]["range"])
        .chain(related.map(|place| &place["location"]["range"]))
        .map(|range| &range["start"]["line"])
        .collect();
    assert!(
        lines.iter().any(|line| **line == 5) && lines.iter().any(|line| **line == 6),
        "{lines:?}"
    );
    std::fs::write(&source, COUNTER).unwrap();
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    editor.diagnostics(&uri, Vec::is_empty);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn methods_are_verified_against_themselves_and_others_on_request() {
    let Some(folder) = project() else { return };
    let files = build(folder.path(), &[("shop/Till.java", TILL)]);
    let uri = file_uri(&files[0]);
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    editor.rest(folder.path());
    // Lenses for the class that looks as if threads shared its objects, and none for the plain one.
    let shown = lenses(&mut editor, &uri);
    let lens = |line: u64, title: &str| (line, title.to_owned());
    assert_eq!(
        shown,
        [
            lens(1, "verify Till with 2 threads"),
            lens(4, "verify add against itself with 2 threads"),
            lens(5, "verify close against itself with 2 threads"),
            lens(6, "verify rooms against itself with 2 threads"),
        ]
    );
    let on_add = actions(&mut editor, &uri, 4);
    assert_eq!(
        titles(&on_add),
        [
            "Dropwire: verify add",
            "Dropwire: verify add against itself with 2 threads",
            // The one that uses the same fields comes first.
            "Dropwire: verify add against close",
            "Dropwire: verify add against rooms",
            "Dropwire: explore add for all inputs",
            "Dropwire: generate tests of add",
        ]
    );
    run(
        &mut editor,
        &on_add,
        "Dropwire: verify add against itself with 2 threads",
    );
    let alone = answered(&mut editor, "shop.Till#new (add against itself with 2 threads)");
    assert_eq!(alone["answer"]["verdict"], "verified", "{alone:#?}");
    editor.forget_heard();
    run(&mut editor, &on_add, "Dropwire: verify add against close");
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    assert!(found.iter().any(|found| found["code"] == "data-race"), "{found:#?}");
    let against = answered(&mut editor, "shop.Till#new (add against close)");
    assert_eq!(against["answer"]["verdict"], "violated");
    let shown = lenses(&mut editor, &uri);
    assert!(
        shown
            .iter()
            .any(|(line, title)| *line == 1 && title.starts_with("add against close: ✗ violated")),
        "{shown:?}"
    );
    // The plain class has actions all the same; what threads cannot call has none.
    let on_plain = actions(&mut editor, &uri, 9);
    assert_eq!(
        titles(&on_plain),
        [
            "Dropwire: verify Plain with 2 threads",
            "Dropwire: generate tests of Plain"
        ]
    );
    assert_eq!(titles(&actions(&mut editor, &uri, 7)), ["Dropwire: verify hidden"]);
    run(&mut editor, &on_plain, "Dropwire: verify Plain with 2 threads");
    let plain = answered(&mut editor, "shop.Plain#new (Plain with 2 threads)");
    assert_eq!(plain["answer"]["verdict"], "violated", "{plain:#?}");
    let wrong = json!({
        "command": "dropwire.server.verify",
        "arguments": [{ "class": "shop.Till#new", "object": { "threads": "many" } }]
    });
    let error = editor.request_error("workspace/executeCommand", wrong);
    assert!(error["message"].as_str().unwrap().contains("many"), "{error}");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

const STOCK: &str = "package shop;
@Stock.ThreadSafe
public class Stock {
    @interface ThreadSafe {}
    private final java.net.Socket socket;
    private int sold;
    public Stock(java.net.Socket socket) { this.socket = socket; }
    public void sell() { sold++; }
}
";

#[test]
fn a_fixture_is_written_for_what_cannot_be_created_and_never_over_a_file() {
    let Some(folder) = project() else { return };
    let files = build(folder.path(), &[("shop/Stock.java", STOCK)]);
    let uri = file_uri(&files[0]);
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    let answer = answered(&mut editor, "shop.Stock#new");
    let reason = answer["answer"]["reasons"][0].as_str().unwrap();
    assert!(
        reason.contains("write the class shop.StockFixture with `static Stock create()`"),
        "{reason}"
    );
    let on_class = actions(&mut editor, &uri, 2);
    editor.forget_heard();
    run(&mut editor, &on_class, "Dropwire: write StockFixture");
    let edit = editor.notification("workspace/applyEdit", |_| true);
    let fixture = folder.path().join("src/main/java/shop/StockFixture.java");
    let written = &edit["edit"]["changes"][file_uri(&fixture)][0]["newText"];
    let text = written.as_str().unwrap_or_else(|| panic!("{edit:#}"));
    assert!(text.contains("static Stock create() {"), "{text}");
    assert!(!folder.path().join("dropwire.toml").exists(), "nothing is listed there");
    // What is there is not touched.
    std::fs::write(&fixture, "mine").unwrap();
    run(&mut editor, &on_class, "Dropwire: write StockFixture");
    let message = editor.notification("window/showMessage", |_| true);
    assert!(
        message["message"].as_str().unwrap().contains("already exists"),
        "{message}"
    );
    assert_eq!(std::fs::read_to_string(&fixture).unwrap(), "mine");
    // As written it creates nothing, so nothing is verified; filled in, the race is found.
    let build_with = |text: &str| {
        build(
            folder.path(),
            &[("shop/Stock.java", STOCK), ("shop/StockFixture.java", text)],
        )
    };
    build_with(text);
    editor.rest(folder.path());
    let targets = editor.request("dropwire/targets", Value::Null);
    let reasons = targets["targets"][0]["answer"]["reasons"].to_string();
    assert!(reasons.contains("UnsupportedOperationException"), "{reasons}");
    build_with(&text.replace(
        "throw new UnsupportedOperationException(\"write this\");",
        "return new Stock(null);",
    ));
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "data-race");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// Where the configuration lists its targets, the fixture's joins them.
#[test]
fn a_fixture_joins_the_targets_that_the_configuration_lists() {
    let Some(folder) = project() else { return };
    let listed = "# ours\n[[target]]\nobject = \"shop.Till\"\n";
    std::fs::write(folder.path().join("dropwire.toml"), listed).unwrap();
    let files = build(folder.path(), &[("shop/Stock.java", STOCK), ("shop/Till.java", TILL)]);
    let uri = file_uri(&files[0]);
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), capabilities());
    editor.rest(folder.path());
    let on_class = actions(&mut editor, &uri, 2);
    run(&mut editor, &on_class, "Dropwire: verify Stock with 2 threads");
    answered(&mut editor, "shop.Stock#new (Stock with 2 threads)");
    let on_class = actions(&mut editor, &uri, 2);
    editor.forget_heard();
    run(&mut editor, &on_class, "Dropwire: write StockFixture");
    let edit = editor.notification("workspace/applyEdit", |_| true);
    let entry = &edit["edit"]["changes"][file_uri(&folder.path().join("dropwire.toml"))][0]["newText"];
    let entry = entry.as_str().unwrap_or_else(|| panic!("{edit:#}"));
    assert!(
        entry.contains("object = \"shop.Stock\"") && entry.contains("new = \"shop.StockFixture#create\""),
        "{entry}"
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}
