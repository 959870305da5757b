//! Gradle, offline: `gradle.lockfile`; else the coordinates in the build file and its version catalogue, resolved with the
//! poms in Gradle's module cache.
//!
//! A build file is a program: what it computes is not seen. Versions that only a BOM or a plugin sets are reported missing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::modules::{ClassPathFrom, Module};
use super::maven::resolve;
use super::pom::{Dependency, Model, Name, Repository};
use super::{Entry, Known};

/// Gradle's module cache: a folder for each file, named by its hash.
struct Cache(PathBuf);

impl Cache {
    fn of_user() -> Cache {
        let home = || {
            std::env::var_os("HOME")
                .or_else(|| std::env::var_os("USERPROFILE"))
                .map(PathBuf::from)
        };
        let user = std::env::var_os("GRADLE_USER_HOME").map(PathBuf::from);
        let user = user.unwrap_or_else(|| home().unwrap_or_default().join(".gradle"));
        Cache(user.join("caches/modules-2/files-2.1"))
    }
}

impl Repository for Cache {
    fn file(&self, name: &Name, version: &str, classifier: &str, extension: &str) -> PathBuf {
        let classifier = if classifier.is_empty() {
            String::new()
        } else {
            format!("-{classifier}")
        };
        let file = format!("{}-{version}{classifier}.{extension}", name.1);
        let folder = self.0.join(&name.0).join(&name.1).join(version);
        let hashes = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut found = hashes.map(|hash| hash.path().join(&file)).filter(|path| path.is_file());
        found.next().unwrap_or_else(|| folder.join(file))
    }
}

/// What Gradle's files say; `None` without any.
pub fn class_path(root: &Path, modules: &[Module]) -> Option<(ClassPathFrom, Known)> {
    let build = ["build.gradle", "build.gradle.kts"]
        .iter()
        .find_map(|file| std::fs::read_to_string(root.join(file)).ok());
    let locked = std::fs::read_to_string(root.join("gradle.lockfile")).ok();
    let cache = Cache::of_user();
    let (from, mut known) = match (locked, &build) {
        (Some(locked), _) => (ClassPathFrom::GradleLock, of_lock_file(&locked, &cache)),
        (None, Some(build)) => (ClassPathFrom::GradleCache, of_build_file(build, root, &cache)),
        (None, None) => return None,
    };
    // A build file may name other modules in ways that are not seen: all that are open are there, before any jar.
    let others = (0..modules.len())
        .filter(|&index| modules[index].root != root)
        .map(Entry::Module);
    known.entries.splice(0..0, others);
    Some((from, known))
}

/// `group:artifact:version=runtimeClasspath,testRuntimeClasspath`
fn of_lock_file(text: &str, cache: &Cache) -> Known {
    let mut known = Known::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((coordinates, configurations)) = line.split_once('=') else {
            continue;
        };
        let runs = configurations
            .split(',')
            .any(|name| name.trim().to_lowercase().ends_with("runtimeclasspath"));
        let parts: Vec<&str> = coordinates.split(':').collect();
        if let ([group, artifact, version], true) = (parts.as_slice(), runs) {
            let jar = cache.file(&((*group).to_owned(), (*artifact).to_owned()), version, "", "jar");
            if jar.is_file() {
                known.entries.push(Entry::Path(jar));
            } else {
                known.missing.push(coordinates.to_owned());
            }
        }
    }
    known
}

fn of_build_file(text: &str, root: &Path, cache: &Cache) -> Known {
    let catalogue = root
        .ancestors()
        .find_map(|folder| std::fs::read_to_string(folder.join("gradle/libs.versions.toml")).ok());
    let catalogue = catalogue.map(|text| read_catalogue(&text)).unwrap_or_default();
    let mut model = Model::default();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let word = line
            .split(|letter: char| !letter.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let lower = word.to_lowercase();
        let is_dependency = ["implementation", "api", "runtimeonly", "compile", "runtime"]
            .iter()
            .any(|suffix| lower.ends_with(suffix));
        if !is_dependency {
            continue;
        }
        let quoted = line
            .split(['"', '\''])
            .skip(1)
            .step_by(2)
            .find(|text| text.contains(':'));
        let named = line.split_once("libs.").map(|(_, rest)| {
            let end = rest
                .find(|letter: char| !letter.is_alphanumeric() && letter != '.')
                .unwrap_or(rest.len());
            rest[..end].trim_end_matches(".get").to_owned()
        });
        let coordinates = quoted
            .map(str::to_owned)
            .filter(|text| !text.starts_with(':'))
            .or_else(|| catalogue.get(&named?).cloned());
        model.dependencies.extend(coordinates.as_deref().and_then(dependency));
    }
    resolve(&model, cache, &|_| None)
}

fn dependency(coordinates: &str) -> Option<Dependency> {
    let mut parts = coordinates.split(':');
    let (group, artifact) = (parts.next()?, parts.next()?);
    Some(Dependency {
        group: group.to_owned(),
        artifact: artifact.to_owned(),
        version: parts.next().unwrap_or_default().split('@').next()?.to_owned(),
        classifier: parts.next().unwrap_or_default().to_owned(),
        kind: "jar".into(),
        ..Dependency::default()
    })
}

/// Aliases with dots, as a build file writes them, and coordinates.
fn read_catalogue(text: &str) -> BTreeMap<String, String> {
    let Ok(document) = text.parse::<toml_edit::DocumentMut>() else {
        return BTreeMap::new();
    };
    let version_of = |name: &str| document.get("versions")?.get(name)?.as_str().map(str::to_owned);
    let libraries = document.get("libraries").and_then(toml_edit::Item::as_table_like);
    let coordinates = |item: &toml_edit::Item| {
        if let Some(text) = item.as_str() {
            return Some(text.to_owned());
        }
        let text = |key: &str| item.get(key).and_then(toml_edit::Item::as_str);
        let module = match text("module") {
            Some(module) => module.to_owned(),
            None => format!("{}:{}", text("group")?, text("name")?),
        };
        let version = match item.get("version") {
            Some(version) => match version.as_str() {
                Some(version) => version.to_owned(),
                None => version_of(version.get("ref")?.as_str()?)?,
            },
            None => String::new(),
        };
        Some(format!("{module}:{version}"))
    };
    let entries = libraries.into_iter().flat_map(|table| table.iter());
    entries
        .filter_map(|(alias, item)| Some((alias.replace(['-', '_'], "."), coordinates(item)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_of_build_file_and_catalogue() {
        let catalogue = read_catalogue(
            "[versions]\njunit = \"5.9\"\n[libraries]\njunit-api = { module = \"org.junit:api\", version.ref = \"junit\" }\nguava = \"com.google:guava:31\"\n",
        );
        assert_eq!(catalogue["junit.api"], "org.junit:api:5.9");
        assert_eq!(catalogue["guava"], "com.google:guava:31");
        let dependency = dependency("a.b:c:1.0:tests@jar").unwrap();
        assert_eq!(
            (dependency.version.as_str(), dependency.classifier.as_str()),
            ("1.0", "tests@jar")
        );
    }
}
