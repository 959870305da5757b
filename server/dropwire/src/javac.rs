//! Compiles one `.java` file into a temporary folder, and finds the class in it whose `main` runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::discover::facts::ClassFacts;
use crate::discover::tree;

/// A compiled file; its folder goes when this does.
#[derive(Debug)]
pub struct Compiled {
    /// Where the classes are.
    pub folder: TempDir,
    /// The class whose `main` runs; the file's own name where no class has one.
    pub class: String,
    /// The folder that the file's package starts from.
    pub source_root: PathBuf,
}

/// Runs `javac -g -proc:none`. What javac says goes to standard error as it says it.
///
/// # Errors
/// A sentence; the compiler's own messages have been printed by then.
pub fn compile(jdk_home: &Path, file: &Path, class_path: &[PathBuf]) -> Result<Compiled, String> {
    let javac = find_javac(jdk_home)?;
    let source = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let source_root = source_root(file, &source);
    let folder = tempfile::Builder::new()
        .prefix("dropwire-")
        .tempdir()
        .map_err(|error| format!("cannot create a temporary folder: {error}"))?;
    let path = |entries: &[PathBuf]| std::env::join_paths(entries).map_err(|error| error.to_string());
    let status = Command::new(&javac)
        // A compiler that lives for a second is faster without its second optimiser.
        .args([
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-g",
            "-proc:none",
            "-encoding",
            "UTF-8",
        ])
        .arg("-d")
        .arg(folder.path())
        .arg("-cp")
        .arg(path(class_path)?)
        .arg("-sourcepath")
        .arg(&source_root)
        .arg(file)
        .stdin(std::process::Stdio::null())
        // Nothing but the answer may stand on standard output; javac writes its messages to standard error anyway.
        .stdout(std::process::Stdio::null())
        .status()
        .map_err(|error| format!("cannot run {}: {error}", javac.display()))?;
    if !status.success() {
        return Err(format!("{} does not compile", file.display()));
    }
    let class = main_class(folder.path(), file)?;
    Ok(Compiled {
        folder,
        class,
        source_root,
    })
}

/// The compiler of a JDK, else the one on the path.
///
/// # Errors
/// A sentence: there is none, and what to do.
pub fn find_javac(jdk_home: &Path) -> Result<PathBuf, String> {
    let name = if cfg!(windows) { "javac.exe" } else { "javac" };
    let own = jdk_home.join("bin").join(name);
    if own.is_file() {
        return Ok(own);
    }
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&on_path)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            format!(
                "{} has no javac, and neither has the path; name a full JDK with --jdk",
                jdk_home.display()
            )
        })
}

/// The file's folder without its package: where javac finds the other classes' sources.
fn source_root(file: &Path, source: &str) -> PathBuf {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let package = package(source).replace('.', "/");
    if !package.is_empty() && folder.ends_with(&package) {
        let depth = package.split('/').count();
        return folder.ancestors().nth(depth).unwrap_or(&folder).to_path_buf();
    }
    folder
}

/// The package that a source file declares; empty for the unnamed one.
fn package(source: &str) -> String {
    let declared = source
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("package "));
    declared
        .and_then(|rest| rest.split(';').next())
        .unwrap_or_default()
        .trim()
        .to_owned()
}

/// Of the classes compiled from this file: the one with a `main`; the file's namesake if several have one, or none.
fn main_class(folder: &Path, file: &Path) -> Result<String, String> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let classes: Vec<ClassFacts> = tree::class_files(folder)
        .iter()
        .filter_map(|path| ClassFacts::read(&std::fs::read(path).ok()?).ok())
        .filter(|class| class.source_file.as_deref() == Some(&name))
        .collect();
    let named = |class: &&ClassFacts| class.name.rsplit('/').next() == Some(stem.as_str());
    let with_main: Vec<&ClassFacts> = classes.iter().filter(|class| class.has_main()).collect();
    let chosen = match with_main.as_slice() {
        [only] => Some(*only),
        [] => classes.iter().find(named),
        several => match several.iter().copied().find(|class| named(class)) {
            Some(namesake) => Some(namesake),
            None => {
                let names: Vec<_> = several.iter().map(|class| class.binary_name()).collect();
                return Err(format!(
                    "{name} has several classes with a main ({}); name one with its class path",
                    names.join(", ")
                ));
            }
        },
    };
    Ok(chosen.map_or(stem, ClassFacts::binary_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_taken_off_the_folder() {
        let root = source_root(
            Path::new("/src/main/shop/tax/Till.java"),
            "// hello\npackage shop.tax;\n",
        );
        assert_eq!(root, PathBuf::from("/src/main"));
        let odd = source_root(Path::new("/elsewhere/Till.java"), "package shop.tax;");
        assert_eq!(odd, PathBuf::from("/elsewhere"));
        assert_eq!(package("class A {}"), "");
    }
}
