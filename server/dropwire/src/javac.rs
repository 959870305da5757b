//! Compiles one `.java` file into a temporary folder, and finds the class in it whose `main` runs.
//!
//! The one place that says which `javac` may be started and how: neither a file's name nor what lies on the class path may make it
//! run somebody else's code.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dropwire_classes::Jdk;
use tempfile::TempDir;

use crate::discover::class_summary::ClassFacts;
use crate::discover::tree;
use crate::files;
use crate::system;
use crate::text::style::harmless;

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

/// Compiles with `javac`. What it says goes to standard error as it says it.
///
/// # Errors
/// A sentence; the compiler's own messages have been printed by then.
pub fn compile(javac: &Javac, file: &Path, class_path: &[PathBuf]) -> Result<Compiled, String> {
    // An absolute path is no option, whatever it begins with.
    let file = &std::path::absolute(file).map_err(|error| format!("{}: {error}", file.display()))?;
    refuse_name(file)?;
    let source = files::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let source_root = source_root(file, &source);
    let folder = tempfile::Builder::new()
        .prefix("dropwire-")
        .tempdir()
        .map_err(|error| format!("cannot create a temporary folder: {error}"))?;
    let class_path = std::env::join_paths(class_path).map_err(|error| error.to_string())?;
    let scratch = tempfile::tempdir().map_err(|error| format!("cannot create a temporary folder: {error}"))?;
    let status = javac
        .command(scratch.path(), folder.path(), &class_path)
        .arg("-sourcepath")
        .arg(&source_root)
        .arg(file)
        // Nothing but the answer may stand on standard output; javac writes its messages to standard error anyway.
        .stdout(Stdio::null())
        .status()
        .map_err(|error| format!("cannot run {}: {error}", javac.program.display()))?;
    if !status.success() {
        return Err(format!("{} does not compile", harmless(&file.to_string_lossy())));
    }
    let class = main_class(folder.path(), file)?;
    Ok(Compiled {
        folder,
        class,
        source_root,
    })
}

/// A compiler that may be started: it lies where the user said, or where this machine has its JDKs. The home that a trail or a
/// project's file names is good for its class library, which our machine interprets; it chooses no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Javac {
    program: PathBuf,
    /// The release to compile for, where the compiler is not the library's own and newer.
    release: Option<u32>,
}

impl Javac {
    /// The compiler for programs that run on `library`. `named`: whether the user has named that JDK, on the command line or in the
    /// editor's own settings.
    ///
    /// # Errors
    /// A sentence: there is none, and what to do.
    pub fn find(library: &Path, named: bool) -> Result<Javac, String> {
        let library = Jdk::at(library).map_err(|error| error.to_string())?;
        let own = || library.javac().map(|program| Javac { program, release: None });
        if named || library.is_of_this_machine() {
            return own()
                .or_else(|| system::program_on_path("javac").map(|program| Javac { program, release: None }))
                .ok_or_else(|| no_compiler(&library));
        }
        let usual = Jdk::locate(None).ok();
        let program = usual
            .as_ref()
            .and_then(Jdk::javac)
            .or_else(|| system::program_on_path("javac"));
        let program = program.ok_or_else(|| no_compiler(&library))?;
        let feature = fs::canonicalize(&program)
            .ok()
            .and_then(|program| Jdk::at(&program).ok());
        let release = feature.is_some_and(|jdk| jdk.feature > library.feature);
        Ok(Javac {
            program,
            release: release.then_some(library.feature),
        })
    }

    /// The compiler, with options to run no code of the program that it compiles. It works in `scratch`, an empty folder: there is nothing
    /// of the project's that it could pick up.
    pub fn command(&self, scratch: &Path, output: &Path, class_path: &OsStr) -> Command {
        let mut command = Command::new(&self.program);
        // A compiler that lives for a second is faster without its second optimiser.
        command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
        // The names in an argument file are UTF-8, whatever the locale.
        command.args(["-J-Dfile.encoding=UTF-8", "-encoding", "UTF-8", "-g", "-proc:none"]);
        if let Some(release) = self.release {
            command.args(["--release", &release.to_string()]);
        }
        // Without this javac looks for plugins on the class path, and starts each one that says so itself (`Plugin::autoStart`).
        command.arg("-processorpath").arg(scratch);
        command.arg("-d").arg(output).arg("-cp").arg(class_path);
        command
            .env_remove("CLASSPATH")
            .current_dir(scratch)
            .stdin(Stdio::null());
        command
    }

    /// Where it is.
    pub fn program(&self) -> &Path {
        &self.program
    }
}

fn no_compiler(library: &Jdk) -> String {
    format!(
        "no javac in {} or on the PATH; pass a full JDK with --jdk",
        library.home.display()
    )
}

/// The content of an argument file (`@FILE`) that names these sources.
///
/// # Errors
/// A sentence: a name that nobody gives to a source.
pub fn argument_file(sources: &[PathBuf]) -> Result<String, String> {
    let mut text = String::new();
    for source in sources {
        refuse_name(source)?;
        let name = source
            .to_str()
            .ok_or_else(|| format!("{} was not compiled: its name is not UTF-8", source.display()))?;
        // Within quotes a backslash takes the next character as it is (`com.sun.tools.javac.main.CommandLine`).
        text.push_str(&format!("\"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\"")));
    }
    Ok(text)
}

/// Names that could be read as something else than a file's.
fn refuse_name(source: &Path) -> Result<(), String> {
    let path = source.to_string_lossy();
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let backslash = |letter: char| letter == '\\' && !cfg!(windows);
    let strange = if name.starts_with(['-', '@']) {
        "begins like an option"
    } else if path.contains(|letter: char| letter == '"' || backslash(letter)) {
        "has a quote or a backslash in it"
    } else if path.contains(char::is_control) {
        "has a control character in it"
    } else {
        return Ok(());
    };
    Err(format!(
        "{} was not compiled: its name {strange}; rename it",
        harmless(&path)
    ))
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
        .filter_map(|path| ClassFacts::read(&crate::files::read(path).ok()?).ok())
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
                    "{name} has several classes with a main ({}); compile it, and name one of them with --classpath",
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
    fn names_that_are_no_sources_names_are_refused() {
        for (name, words) in [
            ("/p/a.java\" -Xplugin:evil \"b.java", "quote"),
            ("/p/-Xplugin.java", "option"),
            ("/p/@arguments.java", "option"),
            ("/p/a\nb.java", "control character"),
            ("/p/back\\slash.java", "backslash"),
        ] {
            let refused = argument_file(&[PathBuf::from(name)]);
            assert!(refused.as_ref().is_err_and(|why| why.contains(words)), "{refused:?}");
            assert!(refused.is_err_and(|why| !why.contains('\n')));
        }
    }

    #[test]
    fn ordinary_names_are_quoted() {
        let sources = ["/p/o'brien #1/A.java", "/p/a b/B.java"].map(PathBuf::from);
        assert_eq!(
            argument_file(&sources).as_deref(),
            Ok("\"/p/o'brien #1/A.java\"\n\"/p/a b/B.java\"\n")
        );
    }

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
