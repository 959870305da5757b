//! Findings that the user wants to keep: the quick fix, the entry that it writes, the hint that remains.

use serde_json::{Value, json};

use crate::lsp_client::{Editor, file_uri};
use crate::{BROKEN, Project, fixed, full_capabilities};

/// Runs the quick fix at a finding.
fn suppress(editor: &mut Editor, uri: &str, diagnostic: &Value) {
    let context = json!({ "diagnostics": [diagnostic] });
    let params = json!({ "textDocument": { "uri": uri }, "range": diagnostic["range"], "context": context });
    let actions = editor.request("textDocument/codeAction", params);
    let is_ours = |action: &&Value| action["title"].as_str().is_some_and(|title| title.contains("suppress"));
    let action = actions
        .as_array()
        .unwrap()
        .iter()
        .find(is_ours)
        .unwrap_or_else(|| panic!("{actions:#}"));
    let command = &action["command"];
    editor.request(
        "workspace/executeCommand",
        json!({ "command": command["command"], "arguments": command["arguments"] }),
    );
}

fn editing_capabilities() -> Value {
    let mut capabilities = full_capabilities();
    capabilities["workspace"]["applyEdit"] = true.into();
    capabilities
}

/// What the client was asked to write into `dropwire.toml`, which has to exist by then.
fn asked_to_write(editor: &mut Editor, file_uri: &str) -> Value {
    let asked = editor.notification("workspace/applyEdit", |_| true);
    asked["edit"]["changes"][file_uri][0].clone()
}

#[test]
fn what_a_baseline_holds_is_a_hint() {
    let Some(project) = Project::new() else {
        return;
    };
    project.build(BROKEN);
    let root = project.root();
    let known = root.join("known.json");
    let written = std::process::Command::new(env!("CARGO_BIN_EXE_dropwire"))
        .args(["check", "--write-baseline"])
        .arg(&known)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(known.is_file(), "{written:?}");
    let config = root.join("dropwire.toml");
    std::fs::write(&config, "baseline = \"nowhere.json\"\n").unwrap();
    let mut editor = Editor::start(root);
    editor.initialize(root, full_capabilities());
    let uri = file_uri(&project.source());
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(found[0]["severity"], 1);
    let remarks = editor.diagnostics(&file_uri(&config), |remarks| !remarks.is_empty());
    let said = remarks[0]["message"].as_str().unwrap();
    assert!(
        said.contains("nowhere.json") && said.contains("--write-baseline"),
        "{said}"
    );

    std::fs::write(&config, "baseline = \"known.json\"\n").unwrap();
    editor.diagnostics(&file_uri(&config), Vec::is_empty);
    editor.diagnostics(&uri, |found| found.len() == 1 && found[0]["severity"] == 4);

    // The file itself is watched.
    std::fs::write(&known, "{ \"baseline\": 1, \"findings\": [] }").unwrap();
    editor.diagnostics(&uri, |found| found.len() == 1 && found[0]["severity"] == 1);
}

#[test]
fn the_quick_fix_writes_an_entry_and_a_reason_makes_the_finding_a_hint() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    editor.initialize(project.root(), editing_capabilities());
    project.build(BROKEN);
    let uri = file_uri(&project.source());
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    suppress(&mut editor, &uri, &found[0]);

    let file = project.root().join("dropwire.toml");
    let edit = asked_to_write(&mut editor, &file_uri(&file));
    assert!(file.is_file(), "clients that cannot create files need it");
    let text = edit["newText"].as_str().unwrap();
    assert!(
        text.contains("[[ignore]]\nkind = \"deadlock\"\nwhere = \"Till."),
        "{text}"
    );
    let shown = editor.shown_document();
    assert_eq!(shown["uri"], file_uri(&file));
    let line = shown["selection"]["start"]["line"].as_u64().unwrap() as usize;
    assert!(text.lines().nth(line).unwrap().starts_with("reason = "), "{shown}");

    // As the client would have written it: the entry counts, but its reason is missing.
    std::fs::write(&file, text).unwrap();
    let config = file_uri(&file);
    let remarks = editor.diagnostics(&config, |remarks| !remarks.is_empty());
    assert!(
        remarks[0]["message"].as_str().unwrap().contains("say why"),
        "{remarks:#?}"
    );

    let reasoned = text.replace("why is this acceptable?", "nobody audits while selling");
    std::fs::write(&file, reasoned).unwrap();
    editor.diagnostics(&config, Vec::is_empty);
    let hint = |found: &Vec<Value>| found.len() == 1 && found[0]["severity"] == 4;
    let found = editor.diagnostics(&uri, |found| {
        hint(found)
            && found[0]["message"]
                .as_str()
                .unwrap()
                .contains("nobody audits while selling")
    });
    let params = json!({
        "textDocument": { "uri": uri }, "range": found[0]["range"], "context": { "diagnostics": [] }
    });
    let actions = editor.request("textDocument/codeAction", params).to_string();
    assert!(
        actions.contains("openTrail") && !actions.contains("suppress with"),
        "{actions}"
    );

    // Mended: the entry matches nothing any more, and says so on its line.
    project.build(&fixed());
    editor.diagnostics(&uri, Vec::is_empty);
    let remarks = editor.diagnostics(&config, |remarks| !remarks.is_empty());
    assert_eq!(remarks[0]["range"]["start"]["line"], 0);
    assert!(
        remarks[0]["message"].as_str().unwrap().contains("remove it"),
        "{remarks:#?}"
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_client_that_cannot_edit_gets_the_text_to_write() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    editor.initialize(project.root(), json!({}));
    project.build(BROKEN);
    let uri = file_uri(&project.source());
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    suppress(&mut editor, &uri, &found[0]);
    let said = editor.notification("window/showMessage", |said| {
        said["message"].as_str().is_some_and(|text| text.contains("[[ignore]]"))
    });
    assert!(said["message"].as_str().unwrap().contains("dropwire.toml"), "{said}");
    assert!(
        !project.root().join("dropwire.toml").exists(),
        "nothing is written behind the user's back"
    );
    assert_eq!(editor.shutdown_with_null_and_exit(), Some(0));
}
