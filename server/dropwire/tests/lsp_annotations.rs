//! What an editor sees of properties that annotations state, and of properties that name what there is not, over the real binary.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::path::{Path, PathBuf};
use std::process::Command;

use lsp_client::{Editor, file_uri, has_javac};
use serde_json::{Value, json};

const STOCK: &str = "import dropwire.Always;
public class Stock {
    @Always(\"left >= 0 && \" +
        \"left <= 3\") static volatile int left = 3;
    @dropwire.Never(\"own > 9\") static int own;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> left = 5);
        other.start();
        other.join();
    }
}
";

/// A project with this source and configuration, and its class compiled.
fn project(source: &str, configuration: &str) -> Option<(tempfile::TempDir, PathBuf)> {
    if !has_javac() {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let file = root.join("src/Stock.java");
    std::fs::create_dir_all(root.join("src")).unwrap();
    std::fs::create_dir_all(root.join("target/classes")).unwrap();
    std::fs::write(root.join("dropwire.toml"), configuration).unwrap();
    write(root, &file, source);
    Some((folder, file))
}

fn write(root: &Path, file: &Path, source: &str) {
    let annotations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verify-api/classes");
    std::fs::write(file, source).unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-cp"]).arg(annotations);
    javac.arg("-d").arg(root.join("target/classes")).arg(file);
    assert!(javac.status().unwrap().success());
}

fn start(root: &Path) -> Editor {
    let mut editor = Editor::start(root);
    let capabilities = json!({
        "window": { "workDoneProgress": true },
        "experimental": { "serverStatusNotification": true, "dropwire": { "targets": true } }
    });
    editor.initialize(root, capabilities);
    editor
}

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|found| found["code"].as_str()).collect()
}

/// The lines and titles of the lenses about properties.
fn lenses(editor: &mut Editor, uri: &str) -> Vec<(u64, String)> {
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let all = lenses.as_array().cloned().unwrap_or_default();
    let shown = all.iter().map(|lens| {
        let line = lens["range"]["start"]["line"].as_u64().unwrap();
        (line, lens["command"]["title"].as_str().unwrap_or_default().to_owned())
    });
    let about = |(_, title): &(u64, String)| {
        ["holds in", "violated: open", "not decided"]
            .iter()
            .any(|word| title.contains(word))
    };
    shown.filter(about).collect()
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    let position = |(line, character)| json!({ "line": line, "character": character });
    json!({ "start": position(start), "end": position(end) })
}

#[test]
fn what_violates_an_annotation_is_at_its_text_until_it_is_mended() {
    let Some((folder, source)) = project(STOCK, "") else {
        return;
    };
    let uri = file_uri(&source);
    let mut editor = start(folder.path());
    let found = editor.diagnostics(&uri, |found| found.len() == 2);
    assert_eq!(codes(&found), ["invariant-violation"; 2]);
    let at_annotation = range((2, 12), (3, 19));
    let annotation = found.iter().find(|found| found["range"] == at_annotation);
    let annotation = annotation.unwrap_or_else(|| panic!("none at the annotation: {found:#?}"));
    let related = &annotation["relatedInformation"][0]["location"]["range"]["start"]["line"];
    assert_eq!(related, &json!(6), "{annotation:#?}");
    assert!(
        found.iter().any(|found| found["range"]["start"]["line"] == 6),
        "{found:#?}"
    );
    editor.rest(folder.path());
    let shown = lenses(&mut editor, &uri);
    assert_eq!(
        shown,
        [
            (2, "✗ violated: open the trail".to_owned()),
            (4, "✓ holds in 1 target".to_owned())
        ]
    );
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 4, "character": 8 } });
    let hover = editor.request("textDocument/hover", at)["contents"]["value"].to_string();
    assert!(hover.contains("It holds in Stock."), "{hover}");

    // It follows what is typed above it.
    let document = json!({ "uri": uri, "languageId": "java", "version": 1, "text": STOCK });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let change = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{ "text": format!("// one\n{STOCK}") }]
    });
    editor.notify("textDocument/didChange", change);
    let moved = range((3, 12), (4, 19));
    editor.diagnostics(&uri, |found| found.iter().any(|found| found["range"] == moved));
    editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));

    write(folder.path(), &source, &STOCK.replace("left = 5", "left = 2"));
    editor.diagnostics(&uri, Vec::is_empty);
    editor.rest(folder.path());
    assert_eq!(lenses(&mut editor, &uri)[0].1, "✓ holds in 1 target");
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn a_name_that_nothing_has_is_marked_in_the_annotation() {
    let wrong = STOCK.replace("own > 9", "Stock.owned > 9 || owm > 9");
    let Some((folder, source)) = project(&wrong, "") else {
        return;
    };
    let uri = file_uri(&source);
    let mut editor = start(folder.path());
    let found = editor.diagnostics(&uri, |found| codes(found) == ["property-not-understood"; 2]);
    let mut places: Vec<&Value> = found.iter().map(|found| &found["range"]).collect();
    places.sort_by_key(|range| range["start"]["character"].as_u64());
    assert_eq!(
        places,
        [&range((4, 21), (4, 32)), &range((4, 40), (4, 43))],
        "{found:#?}"
    );
    write(
        folder.path(),
        &source,
        &wrong.replace("Stock.owned", "own").replace("owm", "own"),
    );
    editor.diagnostics(&uri, |found| codes(found) == ["invariant-violation"; 2]);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}

#[test]
fn all_names_that_nothing_has_are_marked_in_the_configuration() {
    let wrong = "[[property]]\nname = \"Stock.lef\"\nalways = \"Stock.lef >= 0\"\n\n\
                 [[property]]\nname = \"b\"\nltl = \"[] (p -> <> q)\"\n\
                 [property.atoms]\np = \"at(Stock.refil)\"\nq = \"Stock.own==null\"\n";
    let source = STOCK.replace("left = 5", "left = 2");
    let Some((folder, _)) = project(&source, wrong) else {
        return;
    };
    let uri = file_uri(&folder.path().join("dropwire.toml"));
    let mut editor = start(folder.path());
    let found = editor.diagnostics(&uri, |found| codes(found) == ["property-not-understood"; 3]);
    let place = |found: &Value| {
        let line = found["range"]["start"]["line"].as_u64().unwrap() as usize;
        let [from, to] = ["start", "end"].map(|end| found["range"][end]["character"].as_u64().unwrap() as usize);
        (line, wrong.lines().nth(line).unwrap()[from..to].to_owned())
    };
    let mut places: Vec<(usize, String)> = found.iter().map(place).collect();
    places.sort();
    let expected = [(2, "Stock.lef"), (8, "Stock.refil"), (9, "Stock.own==null")];
    assert_eq!(
        places,
        expected.map(|(line, text)| (line, text.to_owned())),
        "{found:#?}"
    );
    assert!(found.iter().all(|found| found["severity"] == 1));
    std::fs::write(folder.path().join("dropwire.toml"), "").unwrap();
    editor.diagnostics(&uri, Vec::is_empty);
    assert_eq!(editor.shutdown_and_exit(), Some(0));
}
