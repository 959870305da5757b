//! One annotated Java program: check it, judge the report, replay each trail, look again by another way.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::annotations::Expectations;
use crate::dropwire::{self, Check};
use crate::java::Tool;
use crate::judge;
use crate::report::Target;
use crate::tree;

/// Most programs need a fraction of a second.
const TIME_LIMIT: &str = "60s";
/// Classes under test take less.
const OF_AN_OBJECT: &str = "10s";

/// A program and where its classes are.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The annotated source.
    pub source: &'a Path,
    /// The folder of its classes.
    pub classes: &'a Path,
    /// A folder for what is written.
    pub cache: &'a Path,
    /// The JDK that runs it; `None` for the one of the path.
    pub jdk: Option<&'a Path>,
}

impl Program<'_> {
    /// Checks it, and demands exactly the annotated findings, each reproduced by its trail.
    ///
    /// # Errors
    /// All that differs.
    pub fn is_as_annotated(&self) -> Result<(), String> {
        let expected = expectations(self.source)?;
        let trails = self.empty_folder("trails")?;
        let report = self.check(&expected, &["--trails".into(), trails.to_string_lossy().into_owned()])?;
        let complaints = judge::complaints(&tree::file_name(self.source), &expected, &report);
        if !complaints.is_empty() {
            return Err(complaints.join("\n"));
        }
        dropwire::replay_all(&report, &trails)
    }

    /// Checks it with and without reduction, and demands the same distinct findings.
    ///
    /// # Errors
    /// The fingerprints that only one of them has.
    pub fn is_the_same_without_reduction(&self) -> Result<(), String> {
        let expected = expectations(self.source)?;
        let reduced = self.check(&expected, &[])?;
        let full = self.check(&expected, &["--set".into(), "vm.por=false".into()])?;
        let (few, all) = (fingerprints(&reduced), fingerprints(&full));
        let lost: Vec<&str> = all.difference(&few).copied().collect();
        let invented: Vec<&str> = few.difference(&all).copied().collect();
        // A space too large without reduction still must not hold anything that reduction hides.
        if lost.is_empty() && (invented.is_empty() || full.coverage == "limited") {
            Ok(())
        } else {
            Err(format!("only without reduction: {lost:?}; only with it: {invented:?}"))
        }
    }

    fn check(&self, expected: &Expectations, more: &[String]) -> Result<Target, String> {
        let of = if expected.object { "#new" } else { "" };
        let target = std::iter::once(format!("{}{of}", tree::stem(self.source))).chain(expected.args.iter().cloned());
        let of_object = self
            .source
            .parent()
            .is_some_and(|folder| folder.ends_with("programs/object"));
        let otherwise = if of_object { OF_AN_OBJECT } else { TIME_LIMIT };
        let time_limit = expected.time_limit.as_deref().unwrap_or(otherwise);
        let set = expected.set.iter().flat_map(|pair| ["--set", pair.as_str()]);
        let jdk = self
            .jdk
            .map(|home| ["--jdk".to_owned(), home.to_string_lossy().into_owned()]);
        Check::new(self.classes, target)
            .with(jdk.into_iter().flatten())
            .with(["--time-limit", time_limit])
            .with(set)
            .with(more.iter().cloned())
            .run()
    }

    fn empty_folder(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.cache.join(name).join(tree::stem(self.source));
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        Ok(folder)
    }
}

/// Reads a program's annotations.
///
/// # Errors
/// What the harness does not understand, with its place.
pub fn expectations(source: &Path) -> Result<Expectations, String> {
    let text = fs::read_to_string(source).map_err(|error| format!("{}: {error}", source.display()))?;
    Expectations::parse(&text).map_err(|misunderstood| format!("{}: {misunderstood}", tree::file_name(source)))
}

fn fingerprints(report: &Target) -> BTreeSet<&str> {
    report
        .findings
        .iter()
        .map(|finding| finding.fingerprint.as_str())
        .collect()
}

/// The programs of a folder that a compiler understands: those without `//@ jdk`, and those whose release it has.
pub fn sources(javac: &Tool, folder: &str) -> Vec<PathBuf> {
    let mut sources = tree::files(&tree::root().join(folder), "java");
    sources.retain(|source| expectations(source).map_or(true, |expected| expected.knows(javac.feature())));
    sources
}
