//! What a start looks at on disk, as the system sees it: in a large folder no more than in a small one.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::programs;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// The lines of a call's trace that name a file below a folder; `None` where nothing may be traced.
fn looks(folder: &Path, arguments: &[&str]) -> Option<Vec<String>> {
    let trace = folder.with_extension("trace");
    let status = Command::new("strace")
        .args(["-f", "-qq", "-y", "-e", "trace=%file,getdents64", "-o"])
        .arg(&trace)
        .arg(dropwire::binary())
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.with_extension("cache"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let traced = fs::read_to_string(&trace).ok().filter(|text| text.contains("execve("));
    let Some(traced) = traced else {
        eprintln!("no strace that may trace: skipped ({status:?})");
        return None;
    };
    let below = format!("{}/", folder.display());
    Some(
        traced
            .lines()
            .filter(|line| line.contains(&below))
            .map(str::to_owned)
            .collect(),
    )
}

/// A project with very many classes and sources, and a program elsewhere.
fn large_folder(name: &str) -> PathBuf {
    let folder = Path::new(CACHE).join("start").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    for at in 0..40 {
        for place in ["bin", "src/main/java"] {
            let package = folder.join(place).join(format!("package{at}"));
            fs::create_dir_all(&package).unwrap();
            for file in 0..25 {
                fs::write(package.join(format!("Class{file}.class")), "").unwrap();
            }
        }
    }
    folder
}

#[test]
fn a_named_target_on_a_class_path_walks_nothing() {
    let Some(javac) = Tool::find("javac") else { return };
    let sources = programs::sources(&javac, "samples");
    let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    let folder = large_folder("named");
    let Some(looks) = looks(
        &folder,
        &[
            "check",
            "--classpath",
            classes.to_str().unwrap(),
            "LostUpdateAtomicFixed",
        ],
    ) else {
        return;
    };
    // The folders that build tools use, and the sources of what was found.
    assert!(looks.len() < 60, "{}: {looks:#?}", looks.len());
}

#[test]
fn a_walk_leaves_out_what_a_build_has_written() {
    let folder = large_folder("walked");
    let Some(looks) = looks(&folder, &["check", "package0.Class0"]) else {
        return;
    };
    // One class says that there are some; times are compared only where two tools have built.
    let classes = looks
        .iter()
        .filter(|line| line.contains("/bin/") && line.contains(".class"))
        .count();
    assert!(classes < 20, "{classes}: {looks:#?}");
    let built = looks
        .iter()
        .filter(|line| line.contains("getdents64") && line.contains("/bin/"))
        .count();
    assert!(built < 10, "{built}: {looks:#?}");
}
