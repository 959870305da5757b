//! Fixes of several sources, as an editor gets them: one edit of all, of the versions that it is about where the client can say that.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::Command;

use lsp_client::{Editor, file_uri};
use serde_json::{Value, json};

const STOCK: &str = "public class Stock {
    static int left = 3;
    static void take() {
        left--;
    }
}
";
const SHOP: &str = "public class Shop {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Stock::take);
        other.start();
        Stock.left--;
        other.join();
    }
}
";

fn compile(root: &Path, texts: &[(&str, &str)]) -> Vec<PathBuf> {
    std::fs::create_dir_all(root.join("src")).unwrap();
    let write = |(name, text): &(&str, &str)| {
        let file = root.join(format!("src/{name}.java"));
        std::fs::write(&file, text).unwrap();
        file
    };
    let files: Vec<PathBuf> = texts.iter().map(write).collect();
    let mut javac = Command::new("javac");
    javac
        .args(["-g", "-nowarn", "-d"])
        .arg(root.join("target/classes"))
        .args(&files);
    assert!(javac.status().unwrap().success());
    files
}

fn open(editor: &mut Editor, path: &Path, text: &str, version: i32) {
    let document = json!({ "uri": file_uri(path), "languageId": "java", "version": version, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

/// The fix of both sources, by a client with these capabilities for edits.
fn fix_of_both(editor: &mut Editor, root: &Path, edits: Value) -> (Vec<PathBuf>, Value) {
    let capabilities = json!({
        "workspace": { "applyEdit": true, "workspaceEdit": edits },
        "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } }
    });
    editor.initialize(root, capabilities);
    let files = compile(root, &[("Stock", STOCK), ("Shop", SHOP)]);
    open(editor, &files[0], STOCK, 7);
    // The finding is in one of them, and has a related place in the other.
    let uris = files.iter().map(|file| file_uri(file)).collect::<Vec<_>>();
    let heard = editor.notification("textDocument/publishDiagnostics", |params| {
        params["diagnostics"].as_array().is_some_and(|found| !found.is_empty())
    });
    let (uri, found) = (
        heard["uri"].as_str().unwrap().to_owned(),
        heard["diagnostics"][0].clone(),
    );
    assert!(uris.contains(&uri));
    editor.rest(root);
    let look = json!({ "command": "dropwire.server.findFixes", "arguments": [{ "trail": found["data"]["trail"] }] });
    editor.request("workspace/executeCommand", look);
    let message = editor.notification("window/showMessage", |_| true);
    assert!(
        message["message"]
            .as_str()
            .unwrap()
            .contains("verified fix: hold Stock.class at each use of left"),
        "{message}"
    );
    (files, action(editor, &uri, &found).unwrap())
}

fn action(editor: &mut Editor, uri: &str, found: &Value) -> Option<Value> {
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": whole, "context": { "diagnostics": [found] } });
    let actions = editor.request("textDocument/codeAction", params);
    let mut all = actions.as_array().into_iter().flatten();
    all.find(|action| action["title"].as_str().unwrap().contains("verified fix:"))
        .cloned()
}

/// As a client applies it: from the last one to the first.
fn apply(text: &str, edits: &Value) -> String {
    let mut text = text.to_owned();
    for edit in edits.as_array().unwrap().iter().rev() {
        let offset = |end: &str| {
            let place = &edit["range"][end];
            let number = |name: &str| usize::try_from(place[name].as_u64().unwrap()).unwrap();
            let line: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
            line + number("character")
        };
        text.replace_range(offset("start")..offset("end"), edit["newText"].as_str().unwrap());
    }
    text
}

fn has_javac() -> bool {
    let found = Command::new("javac").arg("-version").output().is_ok();
    assert!(
        found || std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(),
        "javac is missing"
    );
    found
}

#[test]
fn a_fix_of_two_sources_is_one_edit_of_both_in_their_versions() {
    if !has_javac() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut editor = Editor::start(root);
    let (files, fix) = fix_of_both(&mut editor, root, json!({ "documentChanges": true }));
    assert_eq!(fix["edit"]["changes"], Value::Null, "one of the two ways");
    let changes = fix["edit"]["documentChanges"].as_array().unwrap();
    let of = |file: &Path| {
        let uri = file_uri(file);
        changes
            .iter()
            .find(|change| change["textDocument"]["uri"] == uri.as_str())
            .unwrap()
    };
    assert_eq!(changes.len(), 2);
    // One is shown, in the version that the client counts; the other is on disk.
    assert_eq!(of(&files[0])["textDocument"]["version"], 7);
    assert_eq!(of(&files[1])["textDocument"]["version"], Value::Null);
    let fixed = [
        apply(STOCK, &of(&files[0])["edits"]),
        apply(SHOP, &of(&files[1])["edits"]),
    ];
    compile(root, &[("Stock", &fixed[0]), ("Shop", &fixed[1])]);
    editor.latest("dropwire/targetsChanged", |params| {
        let target = &params["targets"][0];
        target["stale"] == false && target["answer"]["verdict"] == "verified"
    });
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_change_of_either_source_takes_the_fix_back() {
    if !has_javac() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut editor = Editor::start(root);
    let (files, fix) = fix_of_both(&mut editor, root, json!({}));
    // A client that knows no versions gets the same edits.
    let changes = fix["edit"]["changes"].as_object().unwrap();
    assert_eq!(changes.len(), 2);
    assert_eq!(fix["edit"]["documentChanges"], Value::Null);
    let found = fix["diagnostics"][0].clone();
    let uris: Vec<String> = files.iter().map(|file| file_uri(file)).collect();
    let offered = |editor: &mut Editor| uris.iter().any(|uri| action(editor, uri, &found).is_some());
    assert!(offered(&mut editor));
    let change = json!({ "textDocument": { "uri": uris[0], "version": 8 }, "contentChanges": [{ "text": format!("// new\n{STOCK}") }] });
    editor.notify("textDocument/didChange", change);
    assert!(!offered(&mut editor));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}
