//! A folder of sources without any build: the server compiles it, on save, into its own cache.
//!
//! `javac -g -proc:none` runs no code of the project. New classes take the place of the old ones at once and as a whole; a
//! source that does not compile leaves the old ones.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use dropwire_classes::content_hash;

use crate::discover::tree;
use crate::javac::{Javac, argument_file};
use crate::system;

/// Files that say that somebody else compiles here.
const BUILDS: [&str; 11] = [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "build.xml",
    "build.sbt",
    "BUILD",
    "BUILD.bazel",
    ".classpath",
    ".idea",
];
/// More sources than these have a build.
const MOST_SOURCES: usize = 2_000;

/// The sources to compile, sorted; none where a build is in charge, in the folder or in one above it.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let has_build = |folder: &Path| BUILDS.iter().any(|file| folder.join(file).exists());
    if has_build(folder)
        || folder
            .ancestors()
            .skip(1)
            .take(3)
            .any(|parent| parent.join("pom.xml").exists())
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    for folder in tree::folders(folder) {
        if has_build(&folder.path) {
            return Vec::new();
        }
        found.extend(folder.files_named("java"));
        if found.len() > MOST_SOURCES {
            return Vec::new();
        }
    }
    found.retain(|path| path.file_name().is_some_and(|name| name != "module-info.java"));
    // Nobody ever writes to a pipe that is called like a source.
    found.retain(|path| path.is_file());
    found.sort();
    found
}

/// Where the classes of a folder are.
pub fn output(folder: &Path) -> PathBuf {
    let name = content_hash(folder.to_string_lossy().as_bytes());
    system::cache_folder().join("compiled").join(format!("{name:016x}"))
}

/// Compiles a folder's sources, and gives where the classes are.
///
/// # Errors
/// A sentence: the compiler's first message, or why it could not run.
pub fn compile(javac: &Javac, folder: &Path, sources: &[PathBuf]) -> Result<PathBuf, String> {
    let output = output(folder);
    let parent = output.parent().unwrap_or(folder);
    let failed = |error: std::io::Error| format!("cannot compile into {}: {error}", parent.display());
    let arguments = argument_file(sources)?;
    std::fs::create_dir_all(parent).map_err(failed)?;
    let fresh = tempfile::Builder::new()
        .prefix(".new-")
        .tempdir_in(parent)
        .map_err(failed)?;
    let list = fresh.path().join("sources");
    std::fs::write(&list, arguments).map_err(failed)?;
    let classes = fresh.path().join("classes");
    std::fs::create_dir(&classes).map_err(failed)?;
    let scratch = fresh.path().join("scratch");
    std::fs::create_dir(&scratch).map_err(failed)?;
    let ran = javac
        // No class path: what is compiled here has none but itself.
        .command(&scratch, &classes, OsStr::new(&scratch))
        .arg("-nowarn")
        .arg(format!("@{}", list.display()))
        .output()
        .map_err(|error| format!("cannot run {}: {error}", javac.program().display()))?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        let first = said
            .lines()
            .find(|line| line.contains("error"))
            .unwrap_or("javac failed");
        return Err(first.to_owned());
    }
    // The old ones go first: a rename onto a folder with files in it fails.
    let old = fresh.path().join("old");
    if output.exists() {
        std::fs::rename(&output, &old).map_err(failed)?;
    }
    std::fs::rename(&classes, &output).map_err(failed)?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_left_to_itself() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("a/.hidden")).unwrap();
        for file in [
            "a/B.java",
            "A.java",
            "a/.hidden/C.java",
            "notes.txt",
            "module-info.java",
        ] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let found = sources(folder.path());
        assert_eq!(found, [folder.path().join("A.java"), folder.path().join("a/B.java")]);
        std::fs::write(folder.path().join("a/build.gradle"), "").unwrap();
        assert_eq!(sources(folder.path()), Vec::<PathBuf>::new());
    }
}
