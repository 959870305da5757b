//! The binary under test: building it, calling it, reading its JSON document.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use crate::calls;
use crate::java::in_plain_locale;
use crate::process::{self, Ended};
use crate::report::{Document, Target};
use crate::tree;

/// Beyond `--time-limit` and the minimising of trails something hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// `dropwire` of the same build, built first if it is missing or older than its sources.
///
/// # Panics
/// It cannot be built.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| locate().unwrap_or_else(|error| panic!("no dropwire: {error}")))
}

fn locate() -> Result<PathBuf, String> {
    let test = env::current_exe().map_err(|error| error.to_string())?;
    // target/PROFILE/deps/TEST, or target/PROFILE/PROGRAM
    let in_deps = test.parent().and_then(Path::file_name) == Some(OsStr::new("deps"));
    let profile_folder = test
        .ancestors()
        .nth(if in_deps { 2 } else { 1 })
        .ok_or("this test does not lie in a target folder")?;
    let target = profile_folder
        .parent()
        .ok_or("this test does not lie in a target folder")?;
    let binary = profile_folder
        .join("dropwire")
        .with_extension(env::consts::EXE_EXTENSION);
    if is_fresh(&binary) {
        return Ok(binary);
    }
    let profile = match profile_folder.file_name().and_then(OsStr::to_str) {
        Some("debug") | None => "dev",
        Some(other) => other,
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build
        .args(["build", "--package", "dropwire", "--profile", profile, "--target-dir"])
        .arg(target);
    let built = process::run(build.current_dir(tree::root()), Duration::from_secs(1800))?;
    if built.status == Some(0) {
        Ok(binary)
    } else {
        Err(built.stderr)
    }
}

/// Whether the binary is newer than all that it is made of.
fn is_fresh(binary: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|known| known.modified()).ok();
    let Some(built) = modified(binary) else { return false };
    let server = tree::root().join("server");
    let sources = tree::files(&server, "rs")
        .into_iter()
        .chain(tree::files(&server, "toml"));
    let newest = sources.filter_map(|source| modified(&source)).max();
    newest.unwrap_or(SystemTime::UNIX_EPOCH) <= built
}

/// Calls `dropwire`.
///
/// # Errors
/// It cannot be started or does not end.
pub fn call<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Result<Ended, String> {
    process::run(in_plain_locale(calls::command().args(arguments)), PATIENCE)
}

/// One call of `dropwire check`.
#[derive(Clone, Debug)]
pub struct Check<'a> {
    /// Where the classes are.
    pub classes: &'a Path,
    /// Everything between `check` and the target.
    pub options: Vec<String>,
    /// The class, and its arguments.
    pub target: Vec<String>,
}

impl<'a> Check<'a> {
    /// `dropwire check` of one class.
    pub fn new(classes: &'a Path, target: impl IntoIterator<Item = impl Into<String>>) -> Check<'a> {
        Check {
            classes,
            options: Vec::new(),
            target: target.into_iter().map(Into::into).collect(),
        }
    }

    /// With more options.
    #[must_use]
    pub fn with(mut self, options: impl IntoIterator<Item = impl Into<String>>) -> Check<'a> {
        self.options.extend(options.into_iter().map(Into::into));
        self
    }

    /// Calls it with `--format json`, and holds the document against the schema and the exit status.
    ///
    /// # Errors
    /// Anything that breaks the contract.
    pub fn run(&self) -> Result<Target, String> {
        let mut arguments: Vec<&OsStr> = vec!["check".as_ref(), "--classpath".as_ref(), self.classes.as_ref()];
        arguments.extend([OsStr::new("--format"), OsStr::new("json")]);
        arguments.extend(self.options.iter().chain(&self.target).map(OsStr::new));
        let ended = call(arguments)?;
        let mut document = read(&ended)?;
        if document.targets.len() != 1 {
            return Err(format!("{} targets, where one was asked for", document.targets.len()));
        }
        let target = document.targets.remove(0);
        let status = match target.verdict.as_str() {
            "verified" => 0,
            "violated" => 1,
            _ => 3,
        };
        if ended.status == Some(status) {
            Ok(target)
        } else {
            Err(format!(
                "the exit status of a {} target is {:?}, not {status}\n{}",
                target.verdict, ended.status, ended.stderr
            ))
        }
    }
}

/// Reads a JSON document from standard output, where nothing else may stand.
///
/// # Errors
/// It is no JSON, or does not fit the schema.
pub fn read(ended: &Ended) -> Result<Document, String> {
    let value = serde_json::from_str(&ended.stdout).map_err(|error| {
        format!(
            "no JSON document ({error}), exit status {:?}\n{}{}",
            ended.status, ended.stdout, ended.stderr
        )
    })?;
    let errors: Vec<String> = schema()
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    if !errors.is_empty() {
        return Err(format!("the document does not fit its schema:\n{}", errors.join("\n")));
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn schema() -> &'static jsonschema::Validator {
    static SCHEMA: OnceLock<jsonschema::Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let path = tree::root().join("server/dropwire/schema/check.schema.json");
        let text = fs::read_to_string(&path).expect("the schema is in the tree");
        let schema = serde_json::from_str(&text).expect("the schema is JSON");
        jsonschema::validator_for(&schema).expect("the schema is one")
    })
}

/// Replays the trail of each finding in a new process, from its file alone.
///
/// # Errors
/// The first that is missing, or ends otherwise than it did.
pub fn replay_all(target: &Target, trails: &Path) -> Result<(), String> {
    for finding in &target.findings {
        let file = trails.join(format!("{}.json", finding.trail.id));
        let ended = call([OsStr::new("replay"), file.as_os_str()])?;
        if ended.status != Some(0) {
            let status = ended.status;
            return Err(format!(
                "replay of `{}` ends with {status:?}\n{}{}",
                finding.message, ended.stdout, ended.stderr
            ));
        }
    }
    Ok(())
}
