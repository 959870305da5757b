//! Methods for all inputs in the editor: exploring one on request, tests of it as a new file, and hints at code that no inputs reach.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::Command;

use lsp_client::{Editor, file_uri, has_javac};
use serde_json::{Value, json};

/// Lines from 0: `middle` on 2, `sign` on 10, `half` on 19, `text` on 20, `main` on 21, `forever` on 22.
const TILL: &str = "package shop;
public class Till {
    static int middle(int low, int high) {
        if (0 <= low && low <= high) {
            int middle = (low + high) / 2;
            assert low <= middle && middle <= high;
            return middle;
        }
        return -1;
    }
    static int sign(int of) {
        if (of < 0) {
            return -1;
        }
        if (of < 0) {
            return 2;
        }
        return 1;
    }
    private static long half(long of) { return of / 2; }
    static int text(java.util.List<String> of) { return 0; }
    public static void main(String[] args) {}
    static long forever(long of) {
        long sum = 0;
        for (long at = 0; at * at * at != of * of + 3; at++) {
            sum += at % (of | 1);
        }
        return sum;
    }
}
";
const MIDDLE: u32 = 2;
const SIGN: u32 = 10;
const HALF: u32 = 19;
const MAIN: u32 = 21;
const FOREVER: u32 = 22;

const TESTS: &str = "src/test/java/shop/TillGeneratedTest.java";

fn project() -> Option<tempfile::TempDir> {
    has_javac().then(|| tempfile::tempdir().unwrap())
}

/// Writes sources and compiles all of them.
fn build(root: &Path, sources: &[(&str, &str)]) -> Vec<PathBuf> {
    let write = |(name, text): &(&str, &str)| {
        let file = root.join("src/main/java").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        file
    };
    let files: Vec<PathBuf> = sources.iter().map(write).collect();
    let out = root.join("target/classes");
    std::fs::create_dir_all(&out).unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-d"]).arg(out).args(&files);
    assert!(javac.status().unwrap().success());
    files
}

/// `edits`: what the client can do with edits.
fn capabilities(edits: Value) -> Value {
    json!({
        "workspace": { "applyEdit": true, "workspaceEdit": edits },
        "window": { "workDoneProgress": true },
        "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } }
    })
}

fn creates_files() -> Value {
    capabilities(json!({ "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] }))
}

/// A server that rests, with the class of [`TILL`], and its URI.
fn editor_of_till(root: &Path, capabilities: Value) -> (Editor, String) {
    let files = build(root, &[("shop/Till.java", TILL)]);
    let mut editor = Editor::start(root);
    editor.initialize(root, capabilities);
    editor.rest(root);
    editor.forget_heard();
    (editor, file_uri(&files[0]))
}

fn actions(editor: &mut Editor, uri: &str, line: u32) -> Vec<Value> {
    let place = json!({ "line": line, "character": 0 });
    let params = json!({
        "textDocument": { "uri": uri }, "range": { "start": place, "end": place }, "context": { "diagnostics": [] }
    });
    let answer = editor.request("textDocument/codeAction", params);
    answer.as_array().cloned().unwrap_or_default()
}

/// The titles of the actions for all inputs on a line.
fn titles(editor: &mut Editor, uri: &str, line: u32) -> Vec<String> {
    let all = actions(editor, uri, line).into_iter();
    let titles = all.filter_map(|action| action["title"].as_str().map(str::to_owned));
    let ours = |title: &String| title.contains("inputs") || title.contains("tests of");
    titles.filter(ours).collect()
}

fn run(editor: &mut Editor, uri: &str, line: u32, title: &str) {
    let all = actions(editor, uri, line);
    let action = all.iter().find(|action| action["title"] == title);
    let command = &action.unwrap_or_else(|| panic!("{title} in {all:#?}"))["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    editor.request("workspace/executeCommand", params);
}

fn message(editor: &mut Editor) -> String {
    let message = editor.notification("window/showMessage", |_| true);
    message["message"].as_str().unwrap().to_owned()
}

/// As a client does it that applies an edit which makes a file.
fn apply(edit: &Value, file: &Path) -> String {
    let changes = edit["edit"]["documentChanges"].as_array().unwrap();
    assert_eq!(changes.len(), 2, "{edit:#}");
    assert_eq!(changes[0]["kind"], "create");
    assert_eq!(changes[0]["uri"], file_uri(file).as_str());
    assert_eq!(changes[0]["options"]["overwrite"], false);
    assert_eq!(changes[0]["options"]["ignoreIfExists"], false);
    assert_eq!(changes[1]["textDocument"]["uri"], file_uri(file).as_str());
    let text = changes[1]["edits"][0]["newText"].as_str().unwrap();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
    text.to_owned()
}

#[test]
fn a_method_is_explored_on_request_and_a_finding_names_its_inputs() {
    let Some(folder) = project() else { return };
    let (mut editor, uri) = editor_of_till(folder.path(), creates_files());
    assert_eq!(
        titles(&mut editor, &uri, MIDDLE),
        [
            "Dropwire: explore middle for all inputs",
            "Dropwire: generate tests of middle"
        ]
    );
    run(&mut editor, &uri, MIDDLE, "Dropwire: explore middle for all inputs");
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "assertion-failure", "{found:#?}");
    assert_eq!(found[0]["range"]["start"]["line"], 5);
    let said = found[0]["message"].as_str().unwrap();
    let inputs = said.lines().find(|line| line.starts_with("inputs low = "));
    assert!(inputs.is_some_and(|inputs| inputs.contains(", high = ")), "{said}");
    let targets = editor.rest(folder.path());
    let target = &targets["targets"][0];
    assert_eq!(target["title"], "shop.Till#middle(int,int) (for all inputs)");
    assert_eq!(target["line"], MIDDLE);
    assert_eq!(target["answer"]["verdict"], "violated");
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let lens = lenses[0]["command"]["title"].as_str().unwrap();
    assert!(lens.starts_with("for all inputs: ✗ violated"), "{lens}");
    // As any target it is explored again when it is compiled.
    build(
        folder.path(),
        &[(
            "shop/Till.java",
            &TILL.replace("(low + high) / 2", "low + (high - low) / 2"),
        )],
    );
    editor.diagnostics(&uri, Vec::is_empty);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// A method that has the annotation is a target before anybody says so.
#[test]
fn annotated_methods_are_explored() {
    let Some(folder) = project() else { return };
    let meter = "package shop;
public class Meter {
    @interface Symbolic {}
    static int other(int by) { return 10 / by; }
    @Symbolic static int half(int by) {
        return 10 / by;
    }
}
";
    let files = build(folder.path(), &[("shop/Meter.java", meter)]);
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), creates_files());
    let found = editor.diagnostics(&file_uri(&files[0]), |found| !found.is_empty());
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["range"]["start"]["line"], 5);
    assert!(
        found[0]["message"].as_str().unwrap().contains("inputs by = 0"),
        "{found:#?}"
    );
    let targets = editor.rest(folder.path());
    assert_eq!(targets["targets"][0]["title"], "shop.Meter#half(int)");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn what_cannot_be_explored_has_no_such_action() {
    let Some(folder) = project() else { return };
    let test = "package org.junit.jupiter.params;\nimport java.lang.annotation.*;\n@Retention(RetentionPolicy.RUNTIME) public @interface ParameterizedTest {}\n";
    let of_tests = "package shop;
class TillTest {
    @org.junit.jupiter.params.ParameterizedTest
    void adds(int one) {}
    static int helper(int one) { return one; }
}
abstract class Desk {
    abstract int open(int one);
    int close(int one) { return one; }
    Desk(int one) {}
}
";
    let sources = [
        ("org/junit/jupiter/params/ParameterizedTest.java", test),
        ("shop/TillTest.java", of_tests),
        ("shop/Till.java", TILL),
    ];
    let files = build(folder.path(), &sources);
    let (of_tests, till) = (file_uri(&files[1]), file_uri(&files[2]));
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), creates_files());
    editor.rest(folder.path());
    let none: [&str; 0] = [];
    for (uri, line) in [
        (&of_tests, 1),
        (&of_tests, 3),
        (&of_tests, 6),
        (&of_tests, 7),
        (&of_tests, 8),
        (&till, 20),
        (&till, MAIN),
    ] {
        assert_eq!(titles(&mut editor, uri, line), none, "line {line} of {uri}");
    }
    assert_eq!(
        titles(&mut editor, &till, HALF),
        ["Dropwire: explore half for all inputs"]
    );
    run(&mut editor, &till, HALF, "Dropwire: explore half for all inputs");
    assert_eq!(
        message(&mut editor),
        "Dropwire: shop.Till#half(long) (for all inputs): verified, 1 path"
    );
    // Whoever asks for it all the same hears why not.
    let ask = |method: &str| json!({ "command": "dropwire.server.explore", "arguments": [{ "class": method }] });
    editor.request("workspace/executeCommand", ask("shop.Till#text(java.util.List)"));
    let said = message(&mut editor);
    assert!(said.contains("has no method `text(java.util.List)`"), "{said}");
    let error = editor.request_error(
        "workspace/executeCommand",
        json!({ "command": "dropwire.server.explore" }),
    );
    assert!(error["message"].as_str().unwrap().contains("class"), "{error}");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn code_that_no_inputs_reach_is_a_hint_until_the_class_is_built_anew() {
    let Some(folder) = project() else { return };
    let (mut editor, uri) = editor_of_till(folder.path(), creates_files());
    run(&mut editor, &uri, SIGN, "Dropwire: explore sign for all inputs");
    let said = "no inputs take the branch from line 15 to line 16";
    assert_eq!(
        message(&mut editor),
        format!("Dropwire: shop.Till#sign(int) (for all inputs): verified, 2 paths, {said}")
    );
    let hints = editor.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(hints.len(), 1, "{hints:#?}");
    let hint = &hints[0];
    assert_eq!(
        (&hint["code"], &hint["severity"], &hint["tags"]),
        (&json!("unreachable-code"), &json!(4), &json!([1]))
    );
    assert_eq!(hint["message"], said);
    let range = json!({ "start": { "line": 14, "character": 8 }, "end": { "line": 14, "character": 21 } });
    assert_eq!(hint["range"], range);
    assert_eq!(hint["relatedInformation"][0]["location"]["range"]["start"]["line"], 15);
    // It follows edits, as findings do.
    let text = format!("// new\n{TILL}");
    let document = json!({ "uri": uri, "languageId": "java", "version": 1, "text": TILL });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] });
    editor.notify("textDocument/didChange", change);
    editor.diagnostics(&uri, |found| {
        found.first().is_some_and(|hint| hint["range"]["start"]["line"] == 15)
    });
    build(
        folder.path(),
        &[(
            "shop/Till.java",
            &TILL.replacen(
                "if (of < 0) {\n            return 2",
                "if (of < 7) {\n            return 2",
                1,
            ),
        )],
    );
    editor.diagnostics(&uri, Vec::is_empty);
    // Whoever asks again hears it again.
    editor.rest(folder.path());
    editor.forget_heard();
    run(&mut editor, &uri, SIGN, "Dropwire: explore sign for all inputs");
    assert!(message(&mut editor).ends_with("verified, 3 paths"));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// What the configuration lists is that target, whether or not it says the types.
#[test]
fn a_method_that_the_configuration_lists_is_no_second_target() {
    let Some(folder) = project() else { return };
    let listed = "[[target]]\nsymbolic = \"shop.Till#sign\"\n\n[[target]]\nsymbolic = \"shop.Till#middle(int,int)\"\nparameters = \"low:symbolic, high:3\"\n";
    std::fs::write(folder.path().join("dropwire.toml"), listed).unwrap();
    let (mut editor, uri) = editor_of_till(folder.path(), creates_files());
    run(&mut editor, &uri, SIGN, "Dropwire: explore sign for all inputs");
    let said = message(&mut editor);
    assert!(
        said.starts_with("Dropwire: shop.Till#sign: verified, 2 paths"),
        "{said}"
    );
    // One that has a fixed parameter there is not explored for all inputs by that.
    run(&mut editor, &uri, MIDDLE, "Dropwire: explore middle for all inputs");
    editor.diagnostics(&uri, |found| {
        found.iter().any(|found| found["code"] == "assertion-failure")
    });
    let targets = editor.rest(folder.path());
    let mut titles: Vec<&str> = targets["targets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|target| target["title"].as_str().unwrap())
        .collect();
    titles.sort_unstable();
    assert_eq!(
        titles,
        [
            "shop.Till#middle(int,int)",
            "shop.Till#middle(int,int) (for all inputs)",
            "shop.Till#sign"
        ]
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn tests_of_a_method_are_a_new_file_and_never_written_over_one() {
    let Some(folder) = project() else { return };
    let (mut editor, uri) = editor_of_till(folder.path(), creates_files());
    run(&mut editor, &uri, MIDDLE, "Dropwire: generate tests of middle");
    let edit = editor.notification("workspace/applyEdit", |_| true);
    let file = folder.path().join(TESTS);
    assert!(!file.exists(), "the client makes the file");
    let text = apply(&edit, &file);
    assert!(text.starts_with("package shop;\n"), "{text}");
    assert!(
        text.contains("fails with java.lang.AssertionError") && text.contains("class TillGeneratedTest {"),
        "{text}"
    );
    let tests = text.matches("@Test").count();
    assert_eq!(
        message(&mut editor),
        format!("Dropwire: wrote {tests} tests to {TESTS}")
    );
    editor.forget_heard();
    run(&mut editor, &uri, SIGN, "Dropwire: generate tests of sign");
    let said = message(&mut editor);
    assert!(
        said.contains(&format!("{TESTS} was not written: it exists already")),
        "{said}"
    );
    assert!(!editor.has_heard("workspace/applyEdit"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn tests_of_a_class_are_of_all_methods_that_a_test_can_call() {
    let Some(folder) = project() else { return };
    let without_forever = TILL.replace("static long forever", "private static long forever");
    let files = build(folder.path(), &[("shop/Till.java", &without_forever)]);
    let uri = file_uri(&files[0]);
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), creates_files());
    editor.rest(folder.path());
    assert_eq!(titles(&mut editor, &uri, 1), ["Dropwire: generate tests of Till"]);
    // Of a client that declines nothing is left, and its reason is said.
    editor.declines = Some("not now");
    run(&mut editor, &uri, 1, "Dropwire: generate tests of Till");
    let said = message(&mut editor);
    assert_eq!(said, "Dropwire: the editor did not insert the tests: not now");
    assert!(!folder.path().join("src/test").exists());
    editor.declines = None;
    editor.forget_heard();
    run(&mut editor, &uri, 1, "Dropwire: generate tests of Till");
    let edit = editor.notification("workspace/applyEdit", |_| true);
    let text = apply(&edit, &folder.path().join(TESTS));
    assert!(
        text.contains("Till.middle(") && text.contains("Till.sign(") && !text.contains("Till.half("),
        "{text}"
    );
    let said = message(&mut editor);
    assert!(
        said.ends_with(
            "; without half(long) (it is private), text(java.util.List) (objects of the library cannot be symbolic, but for \
             strings, boxes, and those that a static repOk takes), forever(long) (it is private)"
        ),
        "{said}"
    );
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_client_that_makes_no_files_hears_the_command_line() {
    let Some(folder) = project() else { return };
    let changes = json!({ "documentChanges": true, "resourceOperations": ["rename"] });
    let (mut editor, uri) = editor_of_till(folder.path(), capabilities(changes));
    run(&mut editor, &uri, SIGN, "Dropwire: generate tests of sign");
    let said = message(&mut editor);
    assert!(
        said.contains("run `dropwire generate-tests 'shop.Till#sign(int)'` in ")
            && said.contains("nothing was written"),
        "{said}"
    );
    let targets = editor.rest(folder.path());
    assert_eq!(targets["targets"], json!([]), "and nothing was explored");
    assert!(!editor.has_heard("workspace/applyEdit"));
    assert!(!folder.path().join("src/test").exists());
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

/// The server compiles such a folder itself: a test there would keep it from doing so.
#[test]
fn a_folder_without_a_build_gets_no_tests() {
    let Some(folder) = project() else { return };
    let source = folder.path().join("Till.java");
    std::fs::write(&source, TILL.replace("package shop;", "")).unwrap();
    let uri = file_uri(&source);
    let mut editor = Editor::start(folder.path());
    editor.initialize(folder.path(), creates_files());
    lsp_client::until("the class is compiled", || !titles(&mut editor, &uri, SIGN).is_empty());
    editor.forget_heard();
    run(&mut editor, &uri, SIGN, "Dropwire: generate tests of sign");
    let said = message(&mut editor);
    assert!(said.contains("compiled without JUnit"), "{said}");
    assert!(!editor.has_heard("workspace/applyEdit"));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn an_exploration_can_be_cancelled_and_then_there_are_no_tests() {
    let Some(folder) = project() else { return };
    let (mut editor, uri) = editor_of_till(folder.path(), creates_files());
    run(&mut editor, &uri, FOREVER, "Dropwire: generate tests of forever");
    let begun = editor.notification("$/progress", |params| params["value"]["kind"] == "begin");
    assert_eq!(
        begun["value"]["title"],
        "Verifying shop.Till#forever(long) (for all inputs)"
    );
    run(&mut editor, &uri, SIGN, "Dropwire: generate tests of sign");
    assert_eq!(message(&mut editor), "Dropwire is generating tests already");
    editor.notify("window/workDoneProgress/cancel", json!({ "token": begun["token"] }));
    assert_eq!(
        message(&mut editor),
        "Dropwire: no tests of shop.Till#forever(long) were written: cancelled"
    );
    let targets = editor.rest(folder.path());
    assert_eq!(targets["targets"][0]["trouble"], "cancelled");
    assert!(!editor.has_heard("workspace/applyEdit"));
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}
