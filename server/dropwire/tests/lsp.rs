//! Drives the real binary over its standard input and output, as an editor does.
//!
//! Needs a JDK with `javac`; without one the tests say so and pass, unless `DROPWIRE_REQUIRE_TOOLS` is set.

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;
mod lsp_suppression;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use lsp_client::{Editor, file_uri, has_ended, until};
use serde_json::{Value, json};

const BROKEN: &str = "public class Till {
    static final Object drawer = new Object(), ledger = new Object();
    public static void main(String[] args) {
        new Thread(Till::sell, \"sell\").start();
        new Thread(Till::audit, \"audit\").start();
    }
    static void sell() {
        synchronized (drawer) {
            synchronized (ledger) { }
        }
    }
    static void audit() {
        synchronized (ledger) {
            synchronized (drawer) { }
        }
    }
}
";

struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// A project with an empty class root; `None`, said aloud, where there is no javac.
    fn new() -> Option<Project> {
        if Command::new("javac").arg("-version").output().is_err() {
            assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
            eprintln!("skipped: no javac on the path");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("target/classes")).unwrap();
        std::fs::create_dir_all(folder.path().join("src/main/java")).unwrap();
        Some(Project { folder })
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn source(&self) -> PathBuf {
        self.root().join("src/main/java/Till.java")
    }

    /// Writes the source and compiles it; gives the moment when the class was there.
    fn build(&self, source: &str) -> Instant {
        std::fs::write(self.source(), source).unwrap();
        let classes = self.root().join("target/classes");
        let javac = Command::new("javac")
            .args(["-g", "-proc:none", "-d"])
            .arg(classes)
            .arg(self.source())
            .status();
        assert!(javac.unwrap().success(), "the test's own program compiles");
        Instant::now()
    }
}

fn fixed() -> String {
    // Both take the drawer first.
    BROKEN.replace(
        "synchronized (ledger) {\n            synchronized (drawer) { }",
        "synchronized (drawer) {\n            synchronized (ledger) { }",
    )
}

fn full_capabilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-8", "utf-16"] },
        "window": { "workDoneProgress": true, "showDocument": { "support": true } },
        "experimental": { "serverStatusNotification": true }
    })
}

#[test]
fn a_finding_appears_its_trail_opens_and_it_goes_when_the_bug_is_gone() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    let answer = editor.initialize(project.root(), full_capabilities());
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    let commands = &answer["capabilities"]["executeCommandProvider"]["commands"];
    assert_eq!(
        commands,
        &json!([
            "dropwire.server.openTrail",
            "dropwire.server.verify",
            "dropwire.server.suppress",
            "dropwire.server.findFixes",
            "dropwire.server.writeFixture",
            "dropwire.server.explore",
            "dropwire.server.generateTests"
        ])
    );

    let written = project.build(BROKEN);
    let uri = file_uri(&project.source());
    let diagnostics = editor.diagnostics(&uri, |found| !found.is_empty());
    println!("cold: {:?} from class to diagnostics", written.elapsed());
    assert_eq!(diagnostics.len(), 1, "{diagnostics:#?}");
    let diagnostic = &diagnostics[0];
    assert_eq!(diagnostic["source"], "dropwire");
    assert_eq!(diagnostic["code"], "deadlock");
    assert_eq!(diagnostic["severity"], 1);
    assert!(
        diagnostic["relatedInformation"]
            .as_array()
            .is_some_and(|related| !related.is_empty())
    );
    let line = diagnostic["range"]["start"]["line"].as_u64().unwrap();
    assert!([8, 13].contains(&line), "on the line of an inner lock, not {line}");

    let trail = open_trail(&mut editor, &uri, diagnostic);
    assert!(
        trail.contains("| step |") && trail.contains("sell") && trail.contains("Till.java#L"),
        "{trail}"
    );

    let written = project.build(&fixed());
    editor.diagnostics(&uri, Vec::is_empty);
    println!("warm: {:?} from class to no diagnostics", written.elapsed());
    let written = project.build(BROKEN);
    editor.diagnostics(&uri, |found| !found.is_empty());
    // `editor-latency` measures it.
    println!("warm: {:?} from class to diagnostics", written.elapsed());
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// The code action, its command, and the document that the server shows.
fn open_trail(editor: &mut Editor, uri: &str, diagnostic: &Value) -> String {
    let params = json!({
        "textDocument": { "uri": uri }, "range": diagnostic["range"], "context": { "diagnostics": [] }
    });
    let actions = editor.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Dropwire: open the trail");
    assert_eq!(actions[0]["kind"], "quickfix");
    let command = &actions[0]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    editor.request("workspace/executeCommand", params);
    let shown = editor.shown_document();
    assert_eq!(shown["takeFocus"], false);
    let path = shown["uri"].as_str().unwrap().trim_start_matches("file://");
    let id = &diagnostic["data"]["trail"];
    let answer = editor.request("dropwire/trail", json!({ "id": id }));
    assert_eq!(&answer["trail"]["id"], id);
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(answer["markdown"], text.as_str());
    text
}

#[test]
fn targets_are_published_have_lenses_and_are_verified_again_on_demand() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    let capabilities = json!({ "experimental": { "dropwire": { "targets": true } } });
    editor.initialize(project.root(), capabilities);
    project.build(BROKEN);
    let answered = |params: &Value| {
        let target = &params["targets"][0];
        target["state"] == "answered" && target["stale"] == false
    };
    let answer = editor.notification("dropwire/targetsChanged", answered);
    let target = &answer["targets"][0];
    assert_eq!(target["title"], "Till");
    assert_eq!(target["answer"]["verdict"], "violated");
    assert_eq!(target["findings"][0]["kind"], "deadlock");
    let uri = file_uri(&project.source());
    assert_eq!(target["uri"], uri.as_str());

    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let titles: Vec<&str> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| lens["command"]["title"].as_str().unwrap())
        .collect();
    assert!(titles[0].starts_with("✗ violated, "), "{titles:?}");
    assert_eq!(titles[1], "✗ deadlock: open trail");
    assert_eq!(lenses[0]["range"]["start"]["line"], 2, "main's line");

    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.request("textDocument/codeAction", params);
    let verify = actions.as_array().unwrap().iter();
    let mut verify = verify.filter(|action| action["title"] == "Dropwire: verify Till again");
    let command = &verify.next().unwrap_or_else(|| panic!("{actions}"))["command"];
    editor.request(
        "workspace/executeCommand",
        json!({ "command": command["command"], "arguments": command["arguments"] }),
    );
    editor.notification("dropwire/targetsChanged", |params| {
        params["targets"][0]["state"] == "running"
    });
    let again = editor.notification("dropwire/targetsChanged", answered);
    assert_eq!(again["targets"][0]["findings"], target["findings"], "the same finding");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn class_paths_of_the_client_are_used() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    editor.initialize(project.root(), full_capabilities());
    let out = project.root().join("elsewhere/out");
    std::fs::create_dir_all(&out).unwrap();
    project.build(BROKEN);
    std::fs::rename(project.root().join("target/classes/Till.class"), out.join("Till.class")).unwrap();
    let modules = json!([{ "root": project.root(), "classRoots": [out] }]);
    editor.notify("dropwire/classPaths", json!({ "modules": modules }));
    editor.diagnostics(&file_uri(&project.source()), |found| !found.is_empty());
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// The server has been started some time ago, and found no class.
#[test]
fn the_first_build_finds_a_booted_worker() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    editor.initialize(project.root(), full_capabilities());
    let message = |params: &Value| {
        params["message"]
            .as_str()
            .is_some_and(|text| text.contains("no compiled"))
    };
    editor.notification("experimental/serverStatus", message);
    until("no worker boots before there is a class", || {
        !editor.workers().is_empty()
    });
    let written = project.build(BROKEN);
    editor.diagnostics(&file_uri(&project.source()), |found| !found.is_empty());
    // `editor-latency` measures it.
    println!("first: {:?} from class to diagnostics", written.elapsed());
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_server_leaves_no_workers() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    editor.initialize(project.root(), full_capabilities());
    project.build(BROKEN);
    editor.diagnostics(&file_uri(&project.source()), |found| !found.is_empty());
    let mut workers = Vec::new();
    until("none is kept warm", || {
        workers = editor.workers();
        !workers.is_empty()
    });
    editor.kill();
    until("workers outlive their server", || {
        workers.iter().all(|&id| has_ended(id))
    });
}

#[test]
fn a_client_without_showdocument_gets_the_path() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut editor = Editor::start(project.root());
    editor.initialize(project.root(), json!({}));
    project.build(BROKEN);
    let uri = file_uri(&project.source());
    let diagnostics = editor.diagnostics(&uri, |found| !found.is_empty());
    let id = &diagnostics[0]["data"]["trail"];
    let params = json!({ "command": "dropwire.server.openTrail", "arguments": [{ "trail": id }] });
    editor.request("workspace/executeCommand", params);
    let message = editor.notification("window/showMessage", |params| {
        params["message"].as_str().is_some_and(|text| text.contains("trail-"))
    });
    assert!(message["message"].as_str().unwrap().ends_with(".md"));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn an_empty_project_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), json!({}));
    let message = editor.notification("window/showMessage", |_| true);
    let text = message["message"].as_str().unwrap();
    assert!(text.contains("no compiled classes") || text.contains("JDK"), "{text}");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_wrong_key_is_a_warning_on_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dropwire.toml");
    std::fs::write(&file, "[limits]\ntimes = \"3s\"\n").unwrap();
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), json!({}));
    let remarks = editor.diagnostics(&file_uri(&file), |found| !found.is_empty());
    assert_eq!(remarks[0]["range"]["start"]["line"], 1);
    assert!(
        remarks[0]["message"]
            .as_str()
            .unwrap()
            .contains("did you mean `limits.time`?")
    );
    std::fs::write(&file, "[limits]\ntime = \"3s\"\n").unwrap();
    editor.diagnostics(&file_uri(&file), Vec::is_empty);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), json!({}));
    assert_eq!(editor.exit(), Some(1));
}

#[test]
fn requests_before_initialize_and_unknown_commands_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(folder.path());
    assert_eq!(
        editor.request_error("dropwire/trail", json!({ "id": "x" }))["code"],
        -32002
    );
    editor.initialize(folder.path(), json!({}));
    let unknown = editor.request_error("workspace/executeCommand", json!({ "command": "rm", "arguments": [] }));
    assert!(unknown["message"].as_str().unwrap().contains("rm"));
    assert!(editor.request_error("dropwire/trail", json!({ "id": "x" }))["message"].is_string());
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}
