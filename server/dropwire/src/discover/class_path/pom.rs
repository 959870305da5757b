//! One `pom.xml` with all that it inherits: parents, properties, managed versions, imported lists of versions (BOMs).
//!
//! Maven's model (maven.apache.org/ref/current/maven-model-builder): lists are inherited first and interpolated then, with
//! the properties of the child.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::surefire_plugin::Surefire;
use super::xml::{self, Element};
use dropwire_check::JvmArgs;

/// Group and artifact.
pub type Name = (String, String);

/// A dependency as it is in a file, or with its version filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependency {
    pub group: String,
    pub artifact: String,
    pub version: String,
    pub scope: String,
    pub kind: String,
    pub classifier: String,
    pub optional: bool,
    pub exclusions: Vec<Name>,
}

/// A project with everything filled in.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub name: Name,
    pub version: String,
    pub managed: Vec<Dependency>,
    pub dependencies: Vec<Dependency>,
    /// Parents and BOMs that are not there.
    pub missing: Vec<String>,
    /// What Surefire passes to the JVM of the tests.
    pub test_jvm: JvmArgs,
}

/// Where poms and jars of other projects are.
pub trait Repository {
    /// The file of an artifact: `jar`, `pom`; need not exist.
    fn file(&self, name: &Name, version: &str, classifier: &str, extension: &str) -> PathBuf;
}

/// Parents of parents, BOMs of BOMs: no real project has so many.
const DEEPEST: usize = 24;

/// Reads a pom; `None` if it is not there, or no pom.
pub fn read(file: &Path, repository: &dyn Repository) -> Option<Model> {
    read_nested(file, repository, 0)
}

/// Lists as they are inherited, before interpolation; a child's own come first.
#[derive(Default)]
struct Inherited {
    properties: BTreeMap<String, String>,
    managed: Vec<Dependency>,
    dependencies: Vec<Dependency>,
    name: Name,
    version: String,
    missing: Vec<String>,
    surefire: Surefire,
}

fn read_nested(file: &Path, repository: &dyn Repository, depth: usize) -> Option<Model> {
    let inherited = inherit(file, repository, depth)?;
    let fill = |text: &str| interpolate(text, &inherited.properties);
    let filled = |dependency: &Dependency| Dependency {
        group: fill(&dependency.group),
        artifact: fill(&dependency.artifact),
        version: fill(&dependency.version),
        scope: fill(&dependency.scope),
        kind: fill(&dependency.kind),
        classifier: fill(&dependency.classifier),
        ..dependency.clone()
    };
    let mut missing = inherited.missing.clone();
    let mut managed: Vec<Dependency> = Vec::new();
    let mut imported = Vec::new();
    for dependency in inherited.managed.iter().map(filled) {
        if dependency.scope == "import" && dependency.kind == "pom" {
            let bom = repository.file(&dependency.name(), &dependency.version, "", "pom");
            match (depth < DEEPEST)
                .then(|| read_nested(&bom, repository, depth + 1))
                .flatten()
            {
                Some(bom) => imported.extend(bom.managed),
                None => missing.push(format!("{dependency} (a list of versions)")),
            }
        } else if !managed.iter().any(|other| other.is_same(&dependency)) {
            managed.push(dependency);
        }
    }
    for dependency in imported {
        if !managed.iter().any(|other| other.is_same(&dependency)) {
            managed.push(dependency);
        }
    }
    let mut dependencies: Vec<Dependency> = Vec::new();
    for mut dependency in inherited.dependencies.iter().map(filled) {
        if let Some(by) = managed.iter().find(|other| other.is_same(&dependency)) {
            dependency.manage(by, false);
        }
        if !dependencies.iter().any(|other| other.is_same(&dependency)) {
            dependencies.push(dependency);
        }
    }
    Some(Model {
        name: (fill(&inherited.name.0), fill(&inherited.name.1)),
        version: fill(&inherited.version),
        managed,
        dependencies,
        missing,
        test_jvm: inherited.surefire.test_jvm(&inherited.properties, &fill),
    })
}

fn inherit(file: &Path, repository: &dyn Repository, depth: usize) -> Option<Inherited> {
    let root = xml::read(file).filter(|root| root.name == "project")?;
    let mut inherited = Inherited::default();
    let parent = root.child("parent").map(|parent| {
        let text = |name| parent.text_of(name).unwrap_or_default().to_owned();
        ((text("groupId"), text("artifactId")), text("version"), parent)
    });
    if let Some((name, version, element)) = &parent {
        let beside = element
            .child("relativePath")
            .map_or("../pom.xml", |path| path.text.as_str());
        let beside = file.parent().unwrap_or(Path::new("")).join(beside);
        let beside = if beside.is_dir() {
            beside.join("pom.xml")
        } else {
            beside
        };
        let is_it = |path: &PathBuf| {
            xml::read(path).is_some_and(|root| root.text_of("artifactId") == Some(&name.1)) && path != file
        };
        let path = Some(beside)
            .filter(is_it)
            .unwrap_or_else(|| repository.file(name, version, "", "pom"));
        match (depth < DEEPEST)
            .then(|| inherit(&path, repository, depth + 1))
            .flatten()
        {
            Some(of_parent) => inherited = of_parent,
            None => inherited
                .missing
                .push(format!("{}:{}:{version} (the parent)", name.0, name.1)),
        }
        inherited
            .properties
            .insert("project.parent.version".into(), version.clone());
        inherited
            .properties
            .insert("project.parent.groupId".into(), name.0.clone());
        (inherited.name.0, inherited.version) = (name.0.clone(), version.clone());
    }
    for property in root.list("properties") {
        inherited
            .properties
            .insert(property.name.clone(), property.text.clone());
    }
    let own = |name: &str| root.text_of(name).map(str::to_owned);
    inherited.name = (own("groupId").unwrap_or(inherited.name.0), own("artifactId")?);
    inherited.version = own("version").unwrap_or(inherited.version);
    for prefix in ["project.", "pom.", ""] {
        for (name, value) in [
            ("groupId", &inherited.name.0),
            ("artifactId", &inherited.name.1),
            ("version", &inherited.version),
        ] {
            inherited.properties.insert(format!("{prefix}{name}"), value.clone());
        }
    }
    inherited.surefire.add(&root);
    let base = file.parent().unwrap_or(Path::new("")).display().to_string();
    for (name, value) in [
        ("project.build.directory", format!("{base}/target")),
        ("project.basedir", base.clone()),
        ("basedir", base),
    ] {
        inherited.properties.insert(name.to_owned(), value);
    }
    let managed = root
        .child("dependencyManagement")
        .map_or(&[][..], |managed| managed.list("dependencies"));
    prepend(&mut inherited.managed, managed);
    prepend(&mut inherited.dependencies, root.list("dependencies"));
    Some(inherited)
}

fn prepend(list: &mut Vec<Dependency>, elements: &[Element]) {
    let own: Vec<Dependency> = elements.iter().map(Dependency::of).collect();
    list.splice(0..0, own);
}

/// `${name}`, and what that stands for in turn. What is not known stays as it is.
fn interpolate(text: &str, properties: &BTreeMap<String, String>) -> String {
    let mut text = text.to_owned();
    for _ in 0..DEEPEST {
        let Some((before, rest)) = text.split_once("${") else {
            break;
        };
        let Some((name, after)) = rest.split_once('}') else {
            break;
        };
        let Some(value) = properties.get(name) else { break };
        text = format!("{before}{value}{after}");
    }
    text
}

impl Dependency {
    fn of(element: &Element) -> Dependency {
        let text = |name: &str| element.text_of(name).unwrap_or_default().to_owned();
        let excluded = element.list("exclusions").iter().map(|exclusion| {
            let text = |name: &str| exclusion.text_of(name).unwrap_or("*").to_owned();
            (text("groupId"), text("artifactId"))
        });
        Dependency {
            group: text("groupId"),
            artifact: text("artifactId"),
            version: text("version"),
            scope: text("scope"),
            kind: element.text_of("type").unwrap_or("jar").to_owned(),
            classifier: text("classifier"),
            optional: element.text_of("optional") == Some("true"),
            exclusions: excluded.collect(),
        }
    }

    /// Group and artifact.
    pub fn name(&self) -> Name {
        (self.group.clone(), self.artifact.clone())
    }

    /// Whether it is the same artifact, of whatever version.
    pub fn is_same(&self, other: &Dependency) -> bool {
        (&self.group, &self.artifact, &self.kind, &self.classifier)
            == (&other.group, &other.artifact, &other.kind, &other.classifier)
    }

    /// Takes over what is managed: what it leaves open, or for one of another's the version in any case.
    pub fn manage(&mut self, by: &Dependency, always: bool) {
        if !by.version.is_empty() && (always || self.version.is_empty()) {
            self.version.clone_from(&by.version);
        }
        if !by.scope.is_empty() && (always || self.scope.is_empty()) {
            self.scope.clone_from(&by.scope);
        }
        if self.exclusions.is_empty() || always {
            self.exclusions.extend(by.exclusions.iter().cloned());
        }
    }
}

impl std::fmt::Display for Dependency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)
    }
}
