//! The JDK's tools and the Eclipse compiler: finding them, compiling once, running the real `java`.
//!
//! Everything is cached by content below a folder of cargo's, so that a second run compiles and runs nothing.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::{self, Ended};

/// Patience for compilers and for programs on the real machine, also where others use it.
const PATIENCE: Duration = Duration::from_secs(600);

/// Options with which all fixtures are compiled: debug tables, no annotation processors.
pub const PLAIN: &[&str] = &["-g", "-proc:none", "-encoding", "UTF-8", "-nowarn"];

/// A tool of the machine that some tests need.
#[derive(Clone, Debug)]
pub struct Tool {
    path: PathBuf,
    /// What it says of its version: part of every key in the cache.
    version: String,
}

impl Tool {
    /// A tool of the JDK in `JAVA_HOME`, or else on the path. `None`, said in one line, if it is missing.
    ///
    /// # Panics
    /// It is missing and `DROPWIRE_REQUIRE_TOOLS` is `1`.
    pub fn find(name: &str) -> Option<Tool> {
        let tool = Tool::look_for(name);
        if tool.is_none() {
            assert!(
                env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none_or(|value| value != "1"),
                "no {name} on the path"
            );
            eprintln!("skipped: no {name} on the path");
        }
        tool
    }

    fn look_for(name: &str) -> Option<Tool> {
        let at_home = env::var_os("JAVA_HOME")
            .map(|home| Path::new(&home).join("bin").join(name))
            .filter(|path| path.is_file());
        Tool::at(&at_home.unwrap_or_else(|| PathBuf::from(name)))
    }

    /// The tool at a path, if it runs.
    pub fn at(path: &Path) -> Option<Tool> {
        let asked = process::run(Command::new(path).arg("-version"), PATIENCE).ok()?;
        (asked.status == Some(0)).then(|| Tool {
            path: path.to_path_buf(),
            version: asked.stdout + &asked.stderr,
        })
    }

    /// The feature release of a JDK's tool: 17; 8 where it calls itself 1.8, 0 where it says nothing.
    pub fn feature(&self) -> u32 {
        let mut numbers = self
            .version
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok());
        match numbers.next() {
            Some(1) => numbers.next().unwrap_or(0),
            Some(feature) => feature,
            None => 0,
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether committed class files, for Java 8, are what a JDK 17 makes of their sources; where the compiler is another one, only whether
    /// they are for Java 8. `more` are further options, as for their libraries.
    ///
    /// # Errors
    /// The file that differs, or what the compiler says.
    pub fn makes(&self, cache: &Path, sources: &[PathBuf], committed: &Path, more: &[&str]) -> Result<(), String> {
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        let classes = crate::tree::files(committed, "class");
        for class in &classes {
            if read(class)?.get(4..8) != Some(&[0, 0, 0, 52]) {
                return Err(format!("{} is not for Java 8", class.display()));
            }
        }
        if self.feature() != 17 {
            eprintln!("skipped: the classes were compiled by the javac of JDK 17");
            return Ok(());
        }
        let for_8 = [
            "--release",
            "8",
            "-g",
            "-proc:none",
            "-nowarn",
            "-Xlint:-options",
            "-encoding",
            "UTF-8",
        ];
        let options: Vec<&str> = for_8.iter().chain(more).copied().collect();
        let made = crate::tree::files(&self.compile(cache, &options, sources)?, "class");
        let names =
            |classes: &[PathBuf]| -> Vec<String> { classes.iter().map(|path| crate::tree::file_name(path)).collect() };
        if names(&made) != names(&classes) {
            return Err(format!(
                "{:?} are committed, and {:?} are made",
                names(&classes),
                names(&made)
            ));
        }
        for (made, class) in made.iter().zip(&classes) {
            if read(made)? != read(class)? {
                return Err(format!(
                    "compile {} again, as the README beside it says",
                    class.display()
                ));
            }
        }
        Ok(())
    }

    /// Compiles sources into a folder below `cache`, unless the same were compiled before. Where one imports `dropwire.Verify`, the
    /// committed classes of that name lie there too.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn compile(&self, cache: &Path, options: &[&str], sources: &[PathBuf]) -> Result<PathBuf, String> {
        let mut key = DefaultHasher::new();
        (&self.version, options).hash(&mut key);
        let mut chooses = false;
        for source in sources {
            let text = fs::read(source).map_err(|error| format!("{}: {error}", source.display()))?;
            chooses |= String::from_utf8_lossy(&text).contains("import dropwire.");
            (crate::tree::file_name(source), text).hash(&mut key);
        }
        let verify = chooses.then(crate::tree::verify_api);
        if let Some(api) = &verify {
            for class in crate::tree::files(api, "class") {
                let class = fs::read(&class).map_err(|error| format!("{}: {error}", class.display()))?;
                class.hash(&mut key);
            }
        }
        let folder = cache.join(format!("classes-{:016x}", key.finish()));
        if folder.is_dir() {
            return Ok(folder);
        }
        // Another test may compile the same at this moment, in this process or another one: all write apart, and one
        // rename wins.
        static TURN: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let turn = TURN.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let apart = folder.with_extension(format!("{}-{turn}", std::process::id()));
        fs::create_dir_all(&apart).map_err(|error| format!("{}: {error}", apart.display()))?;
        let mut command = Command::new(&self.path);
        command.args(options).arg("-d").arg(&apart).args(sources);
        command.args(verify.iter().flat_map(|api| [Path::new("-cp"), api]));
        let compiled = process::run(&mut command, PATIENCE)?;
        if compiled.status != Some(0) {
            return Err(compiled.stdout + &compiled.stderr);
        }
        if let Some(api) = &verify {
            // What runs the classes finds it beside them.
            let package = apart.join("dropwire");
            fs::create_dir_all(&package).map_err(|error| format!("{}: {error}", package.display()))?;
            for class in crate::tree::files(api, "class") {
                let copied = fs::copy(&class, package.join(crate::tree::file_name(&class)));
                copied.map_err(|error| format!("{}: {error}", class.display()))?;
            }
        }
        if fs::rename(&apart, &folder).is_err() {
            fs::remove_dir_all(&apart).map_err(|error| format!("{}: {error}", apart.display()))?;
        }
        Ok(folder)
    }

    /// Compiles as all fixtures are: `javac -g`, without annotation processors.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn compile_fixtures(&self, cache: &Path, sources: &[PathBuf]) -> Result<PathBuf, String> {
        self.compile(cache, PLAIN, sources)
    }

    /// What the real `java -ea` does with a class; remembered by the text of its source.
    ///
    /// # Errors
    /// It does not end.
    pub fn run_class(&self, cache: &Path, classes: &Path, source: &Path) -> Result<Ended, String> {
        let class = crate::tree::stem(source);
        let text = fs::read(source).map_err(|error| format!("{}: {error}", source.display()))?;
        let mut key = DefaultHasher::new();
        (&self.version, &class, text).hash(&mut key);
        let file = cache.join(format!("java-{:016x}.json", key.finish()));
        if let Some(known) = fs::read_to_string(&file).ok().and_then(|text| recall(&text)) {
            return Ok(known);
        }
        let mut command = Command::new(&self.path);
        command.arg("-ea").arg("-cp").arg(classes).arg(&class);
        let ended = process::run(in_plain_locale(&mut command), PATIENCE)?;
        fs::write(&file, remember(&ended)).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(ended)
    }
}

/// The folder of the Java libraries' jars: test frameworks and logging. `None`, said in one line, if they cannot be had.
///
/// # Panics
/// They cannot, and `DROPWIRE_REQUIRE_TOOLS` is `1`.
pub fn java_libraries() -> Option<PathBuf> {
    // One thread fetches; the others wait.
    static FOLDER: std::sync::OnceLock<Option<PathBuf>> = std::sync::OnceLock::new();
    FOLDER
        .get_or_init(|| fetch("tests/javalibs", "the Java libraries"))
        .clone()
}

/// The folder of the Kotlin compiler, under the same conditions.
///
/// # Panics
/// As above.
pub fn kotlin_compiler() -> Option<PathBuf> {
    static FOLDER: std::sync::OnceLock<Option<PathBuf>> = std::sync::OnceLock::new();
    FOLDER
        .get_or_init(|| fetch("tests/kotlinc", "the Kotlin compiler"))
        .clone()
}

/// The folder that a script prints.
fn fetch(script: &str, what: &str) -> Option<PathBuf> {
    match process::run(&mut Command::new(crate::tree::root().join(script)), PATIENCE) {
        Ok(ended) if ended.status == Some(0) => Some(PathBuf::from(ended.stdout.trim())),
        other => {
            assert!(
                env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none_or(|value| value != "1"),
                "{what}: {other:?}"
            );
            eprintln!("skipped: {what} cannot be fetched ({script})");
            None
        }
    }
}

/// A JDK that is not the one of the path, and a compiler for it.
#[derive(Clone, Debug)]
pub struct OtherJdk {
    /// Where it is.
    pub home: PathBuf,
    /// Its own `javac`, or that of another JDK: runtimes have none.
    pub javac: Tool,
    /// The release that it is of: 17.
    pub feature: u32,
}

impl OtherJdk {
    /// The oldest JDK from a release on, up to a last one if there is one, among those of `DROPWIRE_TEST_JDKS` and the installed
    /// ones; `None` as well where no compiler knows the release.
    pub fn between(first: u32, last: Option<u32>) -> Option<OtherJdk> {
        let fits = |feature| feature >= first && last.is_none_or(|last| feature <= last);
        OtherJdk::that(fits, |compiler| compiler >= first)
    }

    /// The one of this very release, with its own compiler: what a release tries out only it knows.
    pub fn exactly(release: u32) -> Option<OtherJdk> {
        OtherJdk::that(|feature| feature == release, |compiler| compiler == release)
    }

    /// The one at a home, with the oldest compiler that knows its release: that of the path, its own or that of another JDK.
    pub fn at(home: PathBuf) -> Option<OtherJdk> {
        let feature = Tool::at(&home.join("bin").join("java"))?.feature();
        let others = homes()
            .into_iter()
            .filter_map(|home| Tool::at(&home.join("bin").join("javac")));
        let known = Tool::look_for("javac").into_iter().chain(others);
        let javac = known
            .filter(|javac| javac.feature() >= feature)
            .min_by_key(Tool::feature)?;
        Some(OtherJdk { home, javac, feature })
    }

    /// Whether its compiler is of its own release.
    pub fn has_its_own_compiler(&self) -> bool {
        self.javac.feature() == self.feature
    }

    fn that(is_wanted: impl Fn(u32) -> bool, compiles: impl Fn(u32) -> bool) -> Option<OtherJdk> {
        let tool = |home: &PathBuf, name: &str| Tool::at(&home.join("bin").join(name));
        let homes = homes();
        let fits = |tool: &Tool| is_wanted(tool.feature());
        let compiler = |tool: &Tool| compiles(tool.feature());
        let (home, feature) = homes
            .iter()
            .filter_map(|home| Some((home, tool(home, "java").filter(fits)?.feature())))
            .min_by_key(|(_, feature)| *feature)?;
        let javac = homes.iter().find_map(|home| tool(home, "javac").filter(compiler))?;
        Some(OtherJdk {
            home: home.clone(),
            javac,
            feature,
        })
    }
}

/// The homes of `DROPWIRE_TEST_JDKS`, and the installed JDKs.
pub fn homes() -> Vec<PathBuf> {
    let named = env::var_os("DROPWIRE_TEST_JDKS").unwrap_or_default();
    env::split_paths(&named)
        .filter(|home| !home.as_os_str().is_empty())
        .chain(installed())
        .collect()
}

/// Where Linux distributions put JDKs.
fn installed() -> Vec<PathBuf> {
    let entries = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let mut homes: Vec<PathBuf> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    homes.sort();
    homes
}

/// Output is compared byte by byte, so both sides must write UTF-8.
pub fn in_plain_locale(command: &mut Command) -> &mut Command {
    command
        .env("LC_ALL", "C.UTF-8")
        .env_remove(OsStr::new("JAVA_TOOL_OPTIONS"))
}

fn remember(ended: &Ended) -> String {
    serde_json::json!([ended.status, ended.stdout, ended.stderr]).to_string()
}

fn recall(text: &str) -> Option<Ended> {
    let (status, stdout, stderr) = serde_json::from_str(text).ok()?;
    Some(Ended { status, stdout, stderr })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_tools() {
        for (version, feature) in [
            ("javac 17.0.15", 17),
            ("openjdk version \"1.8.0_402\"", 8),
            ("javac 25", 25),
            ("", 0),
        ] {
            let tool = Tool {
                path: PathBuf::new(),
                version: version.to_owned(),
            };
            assert_eq!(tool.feature(), feature);
        }
    }

    #[test]
    fn what_java_did_is_remembered() {
        let ended = Ended {
            status: Some(3),
            stdout: "a\n\"b\"".into(),
            stderr: String::new(),
        };
        assert_eq!(recall(&remember(&ended)), Some(ended));
        assert_eq!(recall("half a fi"), None);
    }
}
