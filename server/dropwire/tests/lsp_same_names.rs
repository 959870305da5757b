//! Two folders with a class of one name, and documents under another spelling: what is published where.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::Path;
use std::process::Command;

use lsp_client::{Editor, file_uri, has_javac};
use serde_json::{Value, json};

const RACE: &str = "public class Race {
    static int hits;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { hits++; });
        t.start();
        hits++;
        t.join();
    }
}
";

fn build(folder: &Path, source: &str) {
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(folder.join("src/Race.java"), source).unwrap();
    let mut javac = Command::new("javac");
    javac
        .args(["-g", "-proc:none", "-d", "bin", "src/Race.java"])
        .current_dir(folder);
    assert!(javac.status().unwrap().success(), "the test's own program compiles");
}

fn lines(diagnostics: &[Value]) -> Vec<u64> {
    let line = |found: &Value| found["range"]["start"]["line"].as_u64();
    diagnostics.iter().filter_map(line).collect()
}

fn change(editor: &mut Editor, uri: &str, version: i32, text: &str) {
    let document = json!({ "uri": uri, "version": version });
    let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
    editor.notify("textDocument/didChange", params);
}

#[test]
fn each_folder_has_its_defect_and_its_trail() {
    if !has_javac() {
        return;
    }
    let project = tempfile::tempdir().unwrap();
    let (one, two) = (project.path().join("one"), project.path().join("two"));
    build(&one, RACE);
    build(&two, &format!("\n\n\n{RACE}"));
    let mut editor = Editor::start(project.path());
    editor.initialize(&one, json!({ "workspace": { "applyEdit": true } }));
    let folder = json!({ "uri": file_uri(&two), "name": "two" });
    let added = json!({ "event": { "added": [folder], "removed": [] } });
    editor.notify("workspace/didChangeWorkspaceFolders", added);
    let uris = [&one, &two].map(|folder| file_uri(&folder.join("src/Race.java")));
    let found = uris
        .each_ref()
        .map(|uri| editor.diagnostics(uri, |found| !found.is_empty()));
    assert_eq!(found.each_ref().map(|found| lines(found)), [vec![5], vec![8]]);
    let ids = found.each_ref().map(|found| found[0]["data"]["trail"].clone());
    assert_ne!(ids[0], ids[1]);
    for (id, line) in ids.iter().zip([6, 9]) {
        let trail = editor.request("dropwire/trail", json!({ "id": id }));
        let shown = trail["markdown"].as_str().unwrap();
        assert!(shown.contains(&format!("Race.java#L{line}")), "{shown}");
    }
    let suppress = json!({ "command": "dropwire.server.suppress", "arguments": [ids[1]] });
    editor.request("workspace/executeCommand", suppress);
    let edit = editor.notification("workspace/applyEdit", |_| true);
    let written = edit["edit"]["changes"].as_object().unwrap();
    assert!(written.contains_key(&file_uri(&two.join("dropwire.toml"))), "{edit}");
    build(&one, &RACE.replace("static int", "static volatile int"));
    editor.diagnostics(&uris[0], |found| found.iter().all(|one| one["data"]["trail"] != ids[0]));
    assert!(!editor.published().contains_key(&uris[1]), "nothing has changed there");
}

#[test]
fn a_document_is_the_same_under_any_spelling_and_after_an_undo() {
    if !has_javac() {
        return;
    }
    let project = tempfile::tempdir().unwrap();
    build(project.path(), RACE);
    let mut editor = Editor::start(project.path());
    editor.initialize(project.path(), json!({}));
    let plain = file_uri(&project.path().join("src/Race.java"));
    editor.diagnostics(&plain, |found| lines(found) == [5]);
    let odd = plain.replace("/src/", "/%73rc/");
    let document = json!({ "uri": odd, "languageId": "java", "version": 1, "text": RACE });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    editor.diagnostics(&odd, |found| lines(found) == [5]);
    editor.diagnostics(&plain, Vec::is_empty);
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": odd } }));
    assert_eq!(lenses.as_array().map(Vec::len), Some(2), "{lenses}");
    change(
        &mut editor,
        &odd,
        2,
        &RACE.replace("        t.start();\n        hits++;\n", ""),
    );
    editor.diagnostics(&odd, |found| !found.is_empty() && lines(found) != [5]);
    change(&mut editor, &odd, 3, RACE);
    editor.diagnostics(&odd, |found| lines(found) == [5]);
    let unknown = editor.request_error("$/unknown", json!({}));
    assert_eq!(unknown["code"], -32601, "{unknown}");
}

#[test]
fn a_source_that_is_deleted_takes_its_findings_with_it() {
    if !has_javac() {
        return;
    }
    let project = tempfile::tempdir().unwrap();
    let source = project.path().join("Race.java");
    std::fs::write(&source, RACE).unwrap();
    let cache = tempfile::tempdir().unwrap();
    let mut editor = Editor::start_with_cache(cache.path());
    editor.initialize(project.path(), json!({}));
    let uri = file_uri(&source);
    editor.diagnostics(&uri, |found| !found.is_empty());
    std::fs::remove_file(&source).unwrap();
    editor.diagnostics(&uri, Vec::is_empty);
}

#[test]
fn a_jdk_that_is_not_there_is_one_error_on_its_line() {
    if !has_javac() {
        return;
    }
    let project = tempfile::tempdir().unwrap();
    build(project.path(), RACE);
    let file = project.path().join("dropwire.toml");
    std::fs::write(&file, "[jdk]\nhome = \"/nowhere\"\n").unwrap();
    let mut editor = Editor::start(project.path());
    editor.initialize(
        project.path(),
        json!({ "experimental": { "serverStatusNotification": true } }),
    );
    let found = editor.diagnostics(&file_uri(&file), |found| !found.is_empty());
    assert_eq!(lines(&found), [1]);
    editor.notification("experimental/serverStatus", |status| {
        let message = status["message"].as_str().unwrap_or_default();
        status["health"] == "warning" && message.contains("dropwire.toml:2")
    });
    assert!(editor.heard("window/showMessage").is_empty());
}
