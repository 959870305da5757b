//! What an editor sees of a `[[property]]` in `dropwire.toml`, over the real binary: diagnostics, lenses, hovers, errors, completion.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::Command;

use lsp_client::{Editor, file_uri, has_javac};
use serde_json::{Value, json};

const STOCK: &str = "public class Stock {
    static volatile int left = 3;
    static int own;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> left = 5);
        other.start();
        other.join();
    }
    static void refill() { own++; }
}
";

const LOW: &str = "[[property]]\nname = \"low\"\nalways = \"Stock.left <= 3\"\n";

/// A project with this configuration, and its class compiled.
fn project(configuration: &str) -> Option<(tempfile::TempDir, PathBuf)> {
    if !has_javac() {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let source = root.join("src/Stock.java");
    std::fs::create_dir_all(root.join("src")).unwrap();
    std::fs::create_dir_all(root.join("target/classes")).unwrap();
    std::fs::write(&source, STOCK).unwrap();
    std::fs::write(root.join("dropwire.toml"), configuration).unwrap();
    let mut javac = Command::new("javac");
    javac
        .args(["-g", "-nowarn", "-d"])
        .arg(root.join("target/classes"))
        .arg(&source);
    assert!(javac.status().unwrap().success());
    Some((folder, source))
}

fn start(root: &Path) -> Editor {
    let mut editor = Editor::start(root);
    let capabilities = json!({
        "window": { "workDoneProgress": true, "showDocument": { "support": true } },
        "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } }
    });
    editor.initialize(root, capabilities);
    editor
}

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|found| found["code"].as_str()).collect()
}

/// The commands of all lenses of a document.
fn lenses(editor: &mut Editor, uri: &str) -> Vec<Value> {
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let lenses = lenses.as_array().cloned().unwrap_or_default();
    lenses.iter().map(|lens| lens["command"].clone()).collect()
}

fn hover(editor: &mut Editor, uri: &str, line: u32) -> String {
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 3 } });
    let hover = editor.request("textDocument/hover", at);
    hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn what_violates_a_property_is_at_its_entry_too_until_it_is_mended() {
    let Some((folder, source)) = project(LOW) else { return };
    let toml = folder.path().join("dropwire.toml");
    let (toml_uri, java_uri) = (file_uri(&toml), file_uri(&source));
    let mut editor = start(folder.path());
    let found = editor.diagnostics(&toml_uri, |found| codes(found) == ["invariant-violation"]);
    let range = json!({ "start": { "line": 1, "character": 7 }, "end": { "line": 1, "character": 12 } });
    assert_eq!(found[0]["range"], range);
    assert!(
        found[0]["message"].as_str().unwrap().contains("Stock.left is 5"),
        "{found:#?}"
    );
    let related = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(
        (&related["uri"], &related["range"]["start"]["line"]),
        (&json!(java_uri), &json!(4))
    );
    editor.diagnostics(&java_uri, |found| codes(found).contains(&"invariant-violation"));
    let actions = json!({ "textDocument": { "uri": toml_uri }, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.request("textDocument/codeAction", actions).to_string();
    assert!(actions.contains("Dropwire: open the trail"), "{actions}");

    let lens = lenses(&mut editor, &toml_uri).remove(0);
    assert_eq!(lens["title"], "✗ violated: open the trail");
    let command = json!({ "command": lens["command"], "arguments": lens["arguments"] });
    editor.request("workspace/executeCommand", command);
    assert!(editor.shown_document()["uri"].as_str().unwrap().contains("/trail-"));
    let said = hover(&mut editor, &toml_uri, 2);
    assert!(
        said.contains("**low**") && said.contains("It is violated in Stock."),
        "{said}"
    );

    std::fs::write(&toml, LOW.replace("<= 3", "<= 5")).unwrap();
    editor.diagnostics(&toml_uri, Vec::is_empty);
    editor.diagnostics(&java_uri, |found| !codes(found).contains(&"invariant-violation"));
    editor.rest(folder.path());
    assert_eq!(lenses(&mut editor, &toml_uri)[0]["title"], "✓ holds in 1 target");
    assert!(hover(&mut editor, &toml_uri, 3).contains("It holds in Stock."));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn an_entry_follows_what_is_typed_above_it() {
    let Some((folder, _)) = project(LOW) else { return };
    let toml_uri = file_uri(&folder.path().join("dropwire.toml"));
    let mut editor = start(folder.path());
    editor.diagnostics(&toml_uri, |found| codes(found) == ["invariant-violation"]);
    let document = json!({ "uri": toml_uri, "languageId": "toml", "version": 1, "text": LOW });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let change = |editor: &mut Editor, version: u32, text: &str| {
        let document = json!({ "uri": toml_uri, "version": version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        editor.notify("textDocument/didChange", change);
    };
    change(&mut editor, 2, &format!("# one\n# two\n{LOW}"));
    // What was found early may be published once more before, with a shorter run.
    let is_below = |found: &Value| found["range"]["start"]["line"] == 3;
    editor.diagnostics(&toml_uri, |found| !found.is_empty() && found.iter().all(is_below));
    // Another formula is another property: it is not verified.
    change(&mut editor, 3, &LOW.replace("<= 3", "<= 4"));
    assert_eq!(lenses(&mut editor, &toml_uri)[0]["title"], "… not verified yet");
    assert!(hover(&mut editor, &toml_uri, 0).contains("It is not verified yet."));
    editor.diagnostics(&toml_uri, Vec::is_empty);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn what_is_not_understood_is_not_decided() {
    let Some((folder, _)) = project("[[property]]\nname = \"far\"\nalways = \"Nowhere.left > 0\"\n") else {
        return;
    };
    let toml_uri = file_uri(&folder.path().join("dropwire.toml"));
    let mut editor = start(folder.path());
    editor.rest(folder.path());
    let lens = lenses(&mut editor, &toml_uri).remove(0);
    let title = lens["title"].as_str().unwrap();
    assert!(
        title.starts_with("◐ not decided: property far: `Nowhere.left > 0`"),
        "{title}"
    );
    assert_eq!(lens["command"], "dropwire.server.verify");
    let said = hover(&mut editor, &toml_uri, 1);
    assert!(said.contains("It is not decided in Stock: property far"), "{said}");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn all_errors_of_formulas_are_at_their_tokens() {
    let wrong = "[[property]]\nname = \"a\"\nltl = \"[] (é -> X y)\"\n\n[[property]]\nname = \"b\"\n\
                 response = [\"Stock.left >\", \"Stock.own = 1\"]\n\n[limits]\ntime = \"soon\"\n";
    let Some((folder, _)) = project(wrong) else { return };
    let toml_uri = file_uri(&folder.path().join("dropwire.toml"));
    let mut editor = start(folder.path());
    let found = editor.diagnostics(&toml_uri, |found| !found.is_empty());
    let place = |found: &Value| {
        let (start, end) = (&found["range"]["start"], &found["range"]["end"]);
        assert_eq!(start["line"], end["line"]);
        let line = start["line"].as_u64().unwrap() as usize;
        let letters: Vec<u16> = wrong.lines().nth(line).unwrap().encode_utf16().collect();
        let [from, to] = [start, end].map(|at| at["character"].as_u64().unwrap() as usize);
        (line, String::from_utf16(&letters[from..to]).unwrap())
    };
    let places: Vec<_> = found.iter().map(place).collect();
    let expected = [(2, "X"), (6, "\""), (6, "="), (9, "time = \"soon\"")].map(|(line, text)| (line, text.to_owned()));
    assert_eq!(places, expected, "{found:#?}");
    assert!(
        found[1]["message"]
            .as_str()
            .unwrap()
            .contains("expected a field or a number")
    );
    assert_eq!(lenses(&mut editor, &toml_uri).len(), 2);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn completion_knows_the_classes_of_the_workspace_and_what_is_not_saved() {
    let Some((folder, source)) = project("[jdk]\natomic = true\n") else {
        return;
    };
    let toml_uri = file_uri(&folder.path().join("dropwire.toml"));
    let mut editor = start(folder.path());
    editor.rest(folder.path());
    let document = json!({ "uri": toml_uri, "languageId": "toml", "version": 1, "text": "" });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let mut version = 1;
    let mut offered = |text: &str| {
        version += 1;
        let change =
            json!({ "textDocument": { "uri": toml_uri, "version": version }, "contentChanges": [{ "text": text }] });
        editor.notify("textDocument/didChange", change);
        let line = text.lines().count() - 1;
        let character = text.lines().last().unwrap().encode_utf16().count();
        let at = json!({ "textDocument": { "uri": toml_uri }, "position": { "line": line, "character": character } });
        let answer = editor.request("textDocument/completion", at);
        let items = answer["items"].as_array().cloned().unwrap_or_default();
        let labels = items.iter().map(|item| item["label"].as_str().unwrap().to_owned());
        labels.collect::<Vec<_>>()
    };
    let entry = "[[property]]\nname = \"é𝄞\"\n";
    assert_eq!(
        offered(&format!("{entry}always = \"é || Stock.")),
        ["Stock.left", "Stock.own"]
    );
    assert_eq!(offered(&format!("{entry}always = \"!at(Stock.re")), ["Stock.refill"]);
    assert_eq!(offered(&format!("{entry}always = \"Sto")), ["Stock"]);
    assert!(offered(&format!("{entry}ltl = \"[] (")).contains(&"<>".into()));
    assert_eq!(offered(&format!("{entry}univ")), ["universality"]);
    assert_eq!(offered("[search]\nstore = \"coll"), ["collapse"]);
    assert_eq!(offered("[[prop"), ["[[property]]"]);
    // Only there.
    let at = json!({ "textDocument": { "uri": file_uri(&source) }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.request("textDocument/completion", at), Value::Null);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn what_was_typed_and_saved_is_marked_at_its_word() {
    let Some((folder, _)) = project(LOW) else { return };
    let toml = folder.path().join("dropwire.toml");
    let toml_uri = file_uri(&toml);
    let mut editor = start(folder.path());
    editor.diagnostics(&toml_uri, |found| codes(found) == ["invariant-violation"]);
    let document = json!({ "uri": toml_uri, "languageId": "toml", "version": 1, "text": LOW });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let typed = format!("{LOW}\n[[property]]\nname = \"one\"\nnever = \"Stock.own = 7\"\n");
    let change = json!({ "textDocument": { "uri": toml_uri, "version": 2 }, "contentChanges": [{ "text": typed }] });
    editor.notify("textDocument/didChange", change);
    std::fs::write(&toml, &typed).unwrap();
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": toml_uri } }));
    let range = json!({ "start": { "line": 6, "character": 19 }, "end": { "line": 6, "character": 20 } });
    editor.diagnostics(&toml_uri, |found| {
        let at_word = |found: &&Value| found["code"] == "configuration" && found["range"] == range;
        found.iter().any(|found| at_word(&found))
    });
    // It follows what is typed above it.
    let change = json!({
        "textDocument": { "uri": toml_uri, "version": 3 },
        "contentChanges": [{ "text": format!("# one\n{typed}") }]
    });
    editor.notify("textDocument/didChange", change);
    editor.diagnostics(&toml_uri, |found| {
        found
            .iter()
            .any(|found| found["code"] == "configuration" && found["range"]["start"]["line"] == 7)
    });
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}
