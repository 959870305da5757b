//! Many targets: side by side, over several machines, listed, and merged into one answer.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use dropwire_tests::calls;
use dropwire_tests::java::Tool;
use dropwire_tests::process::{self, Ended};
use dropwire_tests::programs;
use serde_json::Value;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// A project of four small targets: classes where Maven puts them, and nothing else.
fn project(name: &str) -> Option<PathBuf> {
    let tool = Tool::find("javac")?;
    let sources = programs::sources(&tool, "samples");
    let wanted = [
        "Till",
        "RemoteAgent",
        "MoneyTransferFixed",
        "LostUpdateAtomic",
        "BoundedBufferNotify",
    ];
    let sources: Vec<PathBuf> = sources
        .into_iter()
        .filter(|source| {
            source
                .file_stem()
                .is_some_and(|stem| wanted.contains(&&*stem.to_string_lossy()))
        })
        .collect();
    let classes = tool.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    let folder = Path::new(CACHE).join("spread").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let root = folder.join("target/classes");
    fs::create_dir_all(&root).unwrap();
    for entry in fs::read_dir(&classes).unwrap() {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|extension| extension == "class") {
            fs::copy(entry.path(), root.join(entry.file_name())).unwrap();
        }
    }
    Some(folder)
}

fn call(folder: &Path, arguments: &[&str]) -> Ended {
    let mut command = calls::command();
    let trails = folder.join("trails");
    command.current_dir(folder).args(arguments);
    if arguments[0] == "check" {
        command.arg("--trails").arg(trails);
    }
    run(&mut command)
}

fn run(command: &mut Command) -> Ended {
    process::run(command, std::time::Duration::from_secs(300)).unwrap()
}

/// What makes an answer the same as another one: all but times and the like.
fn essence(text: &str) -> Vec<(String, String, Vec<String>, u64)> {
    let document: Value = serde_json::from_str(text).unwrap();
    let of = |target: &Value| {
        let findings = target["findings"].as_array().unwrap();
        let prints = findings
            .iter()
            .map(|finding| finding["fingerprint"].as_str().unwrap().to_owned());
        (
            target["target"].as_str().unwrap().to_owned(),
            target["verdict"].as_str().unwrap().to_owned(),
            prints.collect(),
            target["statistics"]["states"].as_u64().unwrap(),
        )
    };
    document["targets"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn targets_side_by_side_give_the_answer_of_one_after_the_other() {
    let Some(folder) = project("jobs") else { return };
    let one = call(&folder, &["check", "--format", "json", "--jobs", "1"]);
    let three = call(&folder, &["check", "--format", "json", "--jobs", "3"]);
    assert_eq!(essence(&one.stdout), essence(&three.stdout), "{}", three.stderr);
    assert_eq!((one.status, three.status), (Some(1), Some(1)));
    assert!(essence(&one.stdout).len() >= 3, "{}", one.stdout);
}

#[test]
fn a_share_of_the_memory_that_is_too_little_is_no_limit() {
    let Some(folder) = project("memory") else { return };
    let json = ["check", "--format", "json", "--jobs", "2", "--memory-limit", "1GiB"];
    let ended = call(&folder, &json);
    let whole = call(&folder, &["check", "--format", "json", "--jobs", "1"]);
    assert_eq!(essence(&ended.stdout), essence(&whole.stdout));
}

#[test]
fn shards_together_are_the_whole() {
    let Some(folder) = project("shards") else { return };
    let whole = call(&folder, &["check", "--format", "json"]);
    let mut files = Vec::new();
    for shard in ["3/3", "1/3", "2/3"] {
        let ended = call(&folder, &["check", "--format", "json", "--shard", shard]);
        let file = folder.join(shard.replace('/', "-")).with_extension("json");
        fs::write(&file, ended.stdout).unwrap();
        files.push(file.to_string_lossy().into_owned());
    }
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let merged = call(&folder, &[&["merge"], names.as_slice()].concat());
    assert_eq!(essence(&merged.stdout), essence(&whole.stdout));
    assert_eq!(merged.status, whole.status, "{}", merged.stderr);

    let lost = call(&folder, &[&["merge"], &names[..2]].concat());
    assert!(lost.stderr.contains("shard 2/3 is missing"), "{}", lost.stderr);
    assert_ne!(lost.status, Some(0));
    let twice = call(&folder, &["merge", names[0], names[0]]);
    assert_eq!(twice.status, Some(2), "{}", twice.stderr);
}

#[test]
fn a_merged_document_follows_the_schema() {
    let Some(folder) = project("schema") else { return };
    let mut files = Vec::new();
    for (shard, format, name) in [
        ("1/2", "json", "1.json"),
        ("2/2", "json", "2.json"),
        ("1/2", "sarif", "1.sarif"),
        ("2/2", "sarif", "2.sarif"),
        ("1/2", "junit", "1.xml"),
        ("2/2", "junit", "2.xml"),
    ] {
        let ended = call(&folder, &["check", "--format", format, "--shard", shard]);
        fs::write(folder.join(name), ended.stdout).unwrap();
        files.push(name);
    }
    let json = call(&folder, &["merge", "1.json", "2.json"]);
    dropwire_tests::dropwire::read(&json).unwrap();

    let sarif = call(&folder, &["merge", "1.sarif", "2.sarif"]);
    let log: Value = serde_json::from_str(&sarif.stdout).unwrap();
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    assert_eq!(sarif.status, Some(1), "{}", sarif.stderr);

    let junit = call(&folder, &["merge", "1.xml", "2.xml"]);
    assert_eq!(junit.status, Some(1), "{}", junit.stderr);
    let suites = junit.stdout.matches("<testsuite ").count();
    assert_eq!(suites, essence(&json.stdout).len());

    let mixed = call(&folder, &["merge", "1.xml", "2.json"]);
    assert_eq!(mixed.status, Some(2));
    assert!(mixed.stderr.contains("different formats"), "{}", mixed.stderr);
    let none = call(&folder, &["merge", "target/classes/Till.class"]);
    assert_eq!(none.status, Some(2), "{}", none.stdout);
}

#[test]
fn plan_lists_what_check_verifies() {
    let Some(folder) = project("plan") else { return };
    let listed = call(&folder, &["plan"]);
    let verified = call(&folder, &["check", "--format", "json"]);
    let of_check: Vec<String> = essence(&verified.stdout)
        .into_iter()
        .map(|(target, ..)| target)
        .collect();
    assert_eq!(listed.stdout.lines().collect::<Vec<_>>(), of_check);

    fs::write(folder.join("costs.json"), &verified.stdout).unwrap();
    let mut all = BTreeSet::new();
    for shard in ["1/2", "2/2"] {
        let document = call(&folder, &["plan", "--json", "--shard", shard, "--costs", "costs.json"]);
        let document: Value = serde_json::from_str(&document.stdout).unwrap();
        for target in document["targets"].as_array().unwrap() {
            assert!(
                target["seconds"].as_f64().is_some() && target["classPath"].as_array().is_some(),
                "{target}"
            );
            assert!(
                all.insert(target["target"].as_str().unwrap().to_owned()),
                "{target} is in two shards"
            );
        }
    }
    assert_eq!(all.len(), of_check.len());
}

#[test]
fn what_targets_share_is_said_once() {
    let Some(folder) = project("shared") else { return };
    // Two targets, one program: each of them finds the same.
    fs::write(
        folder.join("dropwire.toml"),
        "[[target]]\nmain = \"Till\"\n\n[[target]]\nmain = \"Till\"\nargs = [\"again\"]\n",
    )
    .unwrap();
    let ended = call(&folder, &["check"]);
    let text = &ended.stdout;
    assert_eq!(text.matches("always acquire the two locks").count(), 1, "{text}");
    assert!(text.contains(", as in Till"), "{text}");
    assert!(text.contains("in 2 targets (Till, Till again)"), "{text}");
    assert!(text.trim_end().ends_with("2 targets: 2 violated"), "{text}");
}

#[test]
fn init_writes_a_file_that_changes_nothing() {
    let Some(folder) = project("init") else { return };
    let before = call(&folder, &["check", "--format", "json"]);
    let printed = call(&folder, &["init", "--print"]);
    let written = call(&folder, &["init"]);
    assert_eq!(written.status, Some(0), "{}", written.stderr);
    let file = folder.join("dropwire.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(printed.stdout, text);
    assert!(
        text.contains("# main = \"Till\"") && text.contains("# class-roots = "),
        "{text}"
    );
    let after = call(&folder, &["check", "--format", "json"]);
    assert_eq!(essence(&before.stdout), essence(&after.stdout));
    assert_eq!(after.stderr, before.stderr);

    fs::write(&file, "[limits]\ntime = \"9s\"\n").unwrap();
    let again = call(&folder, &["init"]);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("was not changed"), "{}", again.stderr);
    assert_eq!(fs::read_to_string(&file).unwrap(), "[limits]\ntime = \"9s\"\n");
}

#[test]
fn shells_and_man_get_every_command() {
    let folder = Path::new(CACHE);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = call(folder, &["completions", shell]).stdout;
        for command in ["check", "replay", "merge"] {
            assert!(script.contains(command), "{shell} lacks {command}");
        }
        assert!(
            script.contains("--max-transitions") || script.contains("max-transitions"),
            "{shell}"
        );
    }
    let page = call(folder, &["man"]).stdout;
    assert!(
        page.contains(".TH dropwire") && page.contains("max\\-transitions"),
        "{page}"
    );
}
