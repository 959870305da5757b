//! A fingerprint speaks of the source: the compiler, lines and unrelated code do not change it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");
const MARK: &str = "    // (an unrelated lambda is added here)\n";

fn original() -> PathBuf {
    tree::root().join("tests/compilers/Relay.java")
}

/// The same program with 20 blank lines above it and a lambda before its own.
fn edited() -> PathBuf {
    let source = fs::read_to_string(original()).unwrap();
    assert!(source.contains(MARK), "the mark is gone");
    let lambda = "    static final java.util.function.IntUnaryOperator UNRELATED = n -> n + 1;\n";
    let folder = Path::new(CACHE).join("edited");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("Relay.java");
    fs::write(&file, "\n".repeat(20) + &source.replace(MARK, lambda)).unwrap();
    file
}

fn fingerprints(classes: &Path) -> BTreeSet<(String, String)> {
    let report = Check::new(classes, ["Relay"]).run().unwrap();
    report
        .findings
        .into_iter()
        .map(|finding| (finding.kind, finding.fingerprint))
        .collect()
}

fn by_javac(source: PathBuf) -> Option<BTreeSet<(String, String)>> {
    let classes = Tool::find("javac")?
        .compile_fixtures(Path::new(CACHE), &[source])
        .unwrap();
    Some(fingerprints(&classes))
}

fn by_ecj(source: PathBuf) -> Option<BTreeSet<(String, String)>> {
    let options = ["-17", "-g", "-proc:none", "-nowarn", "-encoding", "UTF-8"];
    let classes = Tool::find("ecj")?
        .compile(Path::new(CACHE), &options, &[source])
        .unwrap();
    Some(fingerprints(&classes))
}

#[test]
fn the_subject_has_a_deadlock_and_a_race() {
    let Some(found) = by_javac(original()) else { return };
    let kinds: Vec<&str> = found.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["data-race", "deadlock"]);
}

#[test]
fn edits_elsewhere_change_nothing() {
    assert_eq!(by_javac(original()), by_javac(edited()));
}

#[test]
fn javac_and_ecj_agree() {
    let (Some(javac), Some(ecj)) = (by_javac(original()), by_ecj(original())) else {
        return;
    };
    assert_eq!(javac, ecj);
}

#[test]
fn javac_and_ecj_agree_on_the_edited_program() {
    let (Some(javac), Some(ecj)) = (by_javac(original()), by_ecj(edited())) else {
        return;
    };
    assert_eq!(javac, ecj);
}
