//! Gradle, offline: `gradle.lockfile`; else the coordinates in the build file and its version catalogue, resolved with the
//! poms in Gradle's module cache.
//!
//! A build file is a program: what it computes is not seen. A version that neither it nor a platform (BOM) says is the newest
//! one in the cache: what Gradle has not resolved is not there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::module::{ClassPathFrom, Module};
use super::maven::resolve;
use super::pom::{self, Dependency, Model, Name, Repository};
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

    /// The newest version of a module whose jar is there.
    fn newest(&self, name: &Name) -> Option<String> {
        let versions = std::fs::read_dir(self.0.join(&name.0).join(&name.1)).ok()?;
        let there = versions
            .flatten()
            .filter_map(|version| version.file_name().into_string().ok());
        there
            .filter(|version| self.file(name, version, "", "jar").is_file())
            .max_by_key(|version| order(version))
    }
}

/// Versions in their order: numbers as numbers, and before them what is not one (`1.0-rc1` before `1.0`).
fn order(version: &str) -> Vec<(bool, u64, String)> {
    let parts = version.split(['.', '-', '_', '+']);
    let part = |text: &str| match text.parse() {
        Ok(number) => (true, number, String::new()),
        Err(_) => (false, 0, text.to_owned()),
    };
    // The end is between them.
    parts.map(part).chain([(true, 0, String::new())]).collect()
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
        .find_map(|file| crate::files::read_to_string(root.join(file)).ok());
    let locked = crate::files::read_to_string(root.join("gradle.lockfile")).ok();
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
        .find_map(|folder| crate::files::read_to_string(folder.join("gradle/libs.versions.toml")).ok());
    let catalogue = catalogue.map(|text| read_catalogue(&text)).unwrap_or_default();
    let properties = crate::files::read_to_string(root.join("gradle.properties")).unwrap_or_default();
    let mut model = Model::default();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let Some(mut dependency) = declared(line, &catalogue) else {
            continue;
        };
        dependency.version = computed(&dependency.version, &[text, &properties]);
        if ["platform(", "enforcedPlatform(", "mavenBom "]
            .iter()
            .any(|word| line.contains(word))
        {
            let bom = pom::read(&cache.file(&dependency.name(), &dependency.version, "", "pom"), cache);
            match bom {
                Some(bom) => model.managed.extend(bom.managed),
                None => model
                    .missing
                    .push(format!("{}:{}", dependency.group, dependency.artifact)),
            }
        } else {
            model.dependencies.push(dependency);
        }
    }
    for dependency in &mut model.dependencies {
        if let Some(by) = model.managed.iter().find(|other| other.is_same(dependency)) {
            dependency.manage(by, false);
        }
        if dependency.version.is_empty() {
            dependency.version = cache.newest(&dependency.name()).unwrap_or_default();
        }
    }
    resolve(&model, cache, &|_| None)
}

/// The dependency that a line declares, if it does.
fn declared(line: &str, catalogue: &BTreeMap<String, String>) -> Option<Dependency> {
    let word = line
        .split(|letter: char| !letter.is_alphanumeric())
        .next()?
        .to_lowercase();
    let ways = ["implementation", "api", "runtimeonly", "compile", "runtime", "mavenbom"];
    if !ways.iter().any(|suffix| word.ends_with(suffix)) {
        return None;
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
    dependency(&coordinates?)
}

/// A version with `$name` or `${name}` in it, filled in with what is set to a text in one of the files; empty where that is
/// not so simple.
fn computed(version: &str, files: &[&str]) -> String {
    let Some((before, rest)) = version.split_once('$') else {
        return version.to_owned();
    };
    let rest = rest.trim_start_matches('{');
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '.');
    let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
    let name = name.rsplit('.').next().unwrap_or(name);
    let set = files.iter().flat_map(|text| text.lines()).find_map(|line| {
        let (left, right) = line.split_once('=')?;
        let left = left.trim().trim_end_matches("by extra(");
        let is_it = left.rsplit([' ', '.']).next() == Some(name);
        is_it.then(|| right.trim().trim_matches(['"', '\'']).to_owned())
    });
    match set {
        Some(value) if !value.contains(['$', '(', ' ']) => format!("{before}{value}{}", after.trim_start_matches('}')),
        _ => String::new(),
    }
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
    #[test]
    fn versions_that_stand_elsewhere() {
        let files = [
            "ext { junitVersion = '5.9' }\ndef slf4j = \"2.0.7\"\nval x = version()",
            "guava=31.1-jre",
        ];
        assert_eq!(computed("$slf4j", &files), "2.0.7");
        assert_eq!(computed("${guava}", &files), "31.1-jre");
        assert_eq!(computed("1.${slf4j}.x", &files), "1.2.0.7.x");
        assert_eq!(computed("$x", &files), "", "a call is not seen through");
        assert_eq!(computed("$unknown", &files), "");
    }

    #[test]
    fn versions_have_an_order() {
        let mut all = ["1.10", "1.9", "1.10-rc1", "2.0", "1.10.1"];
        all.sort_by_key(|version| order(version));
        assert_eq!(all, ["1.9", "1.10-rc1", "1.10", "1.10.1", "2.0"]);
    }

    #[test]
    fn a_version_that_nothing_says_is_the_one_that_gradle_resolved() {
        let folder = tempfile::tempdir().unwrap();
        let put = |path: &str, text: &str| {
            let path = folder.path().join("cache").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let pom = |artifact: &str, version: &str| {
            format!(
                "<project><groupId>g</groupId><artifactId>{artifact}</artifactId><version>{version}</version></project>"
            )
        };
        for (artifact, version) in [("a", "1.9"), ("a", "1.10"), ("b", "3"), ("b", "4")] {
            put(&format!("g/{artifact}/{version}/h1/{artifact}-{version}.jar"), "");
            put(
                &format!("g/{artifact}/{version}/h2/{artifact}-{version}.pom"),
                &pom(artifact, version),
            );
        }
        let managed = "<dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId>\
                       <version>3</version></dependency></dependencies></dependencyManagement></project>";
        put("g/bom/1/h/bom-1.pom", &pom("bom", "1").replace("</project>", managed));
        let build = "dependencies {\n  implementation platform('g:bom:1')\n  implementation 'g:a'\n  testImplementation(\"g:b\")\n  api 'g:c'\n}";
        let cache = Cache(folder.path().join("cache"));
        let known = of_build_file(build, folder.path(), &cache);
        let names: Vec<String> = known
            .entries
            .iter()
            .map(|entry| match entry {
                Entry::Path(path) => path.file_name().unwrap().to_string_lossy().into_owned(),
                Entry::Module(index) => index.to_string(),
            })
            .collect();
        assert_eq!(names, ["a-1.10.jar", "b-3.jar"]);
        assert_eq!(known.missing.len(), 1, "{:?}", known.missing);
        assert!(known.missing[0].starts_with("g:c"), "{:?}", known.missing);
    }
}
