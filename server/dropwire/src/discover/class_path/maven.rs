//! Maven, offline: the dependencies of a module's pom against the local repository; the nearest of two versions wins.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use dropwire_check::JvmArgs;

use super::super::module::Module;
use super::pom::{self, Dependency, Model, Name, Repository};
use super::{Entry, Known, xml};

/// The local repository.
pub struct Local(PathBuf);

impl Local {
    /// As the project, the user's settings, or Maven's default say.
    fn of(root: &Path) -> Local {
        let option = root.ancestors().find_map(|folder| {
            let options = crate::files::read_to_string(folder.join(".mvn/maven.config")).ok()?;
            let mut options = options.split_whitespace();
            let path = options.find_map(|option| option.strip_prefix("-Dmaven.repo.local="))?;
            Some(folder.join(path))
        });
        let home = || {
            std::env::var_os("HOME")
                .or_else(|| std::env::var_os("USERPROFILE"))
                .map(PathBuf::from)
        };
        let settings = || {
            let settings = xml::read(&home()?.join(".m2/settings.xml"))?;
            settings.text_of("localRepository").map(PathBuf::from)
        };
        let default = || home().unwrap_or_default().join(".m2/repository");
        Local(option.or_else(settings).unwrap_or_else(default))
    }
}

impl Repository for Local {
    fn file(&self, name: &Name, version: &str, classifier: &str, extension: &str) -> PathBuf {
        let classifier = if classifier.is_empty() {
            String::new()
        } else {
            format!("-{classifier}")
        };
        let folder = self.0.join(name.0.replace('.', "/")).join(&name.1).join(version);
        folder.join(format!("{}-{version}{classifier}.{extension}", name.1))
    }
}

/// The poms of the open modules, by the modules' indices.
pub struct Models(Vec<Option<(Model, Local)>>);

impl Models {
    /// Reads them.
    pub fn of(modules: &[Module]) -> Models {
        let model = |module: &Module| {
            let file = module.root.join("pom.xml");
            if !file.is_file() {
                return None;
            }
            let local = Local::of(&module.root);
            Some((pom::read(&file, &local)?, local))
        };
        Models(modules.iter().map(model).collect())
    }

    /// What a module's pom passes to the JVM of its tests.
    pub fn test_jvm(&self, index: usize) -> JvmArgs {
        let model = self.0.get(index).and_then(Option::as_ref);
        model.map(|(model, _)| model.test_jvm.clone()).unwrap_or_default()
    }

    /// The class path of tests: test classes are what has most to check.
    pub fn class_path(&self, index: usize) -> Option<Known> {
        let (model, local) = self.0.get(index)?.as_ref()?;
        Some(resolve(model, local, &|name| self.named(name)))
    }

    /// The open module whose jar this is.
    pub fn in_repository(&self, jar: &Path) -> Option<usize> {
        let is_of = |entry: &Option<(Model, Local)>| {
            entry.as_ref().is_some_and(|(model, local)| {
                let folder = local.file(&model.name, &model.version, "", "jar");
                folder
                    .parent()
                    .and_then(Path::parent)
                    .is_some_and(|artifact| jar.starts_with(artifact))
            })
        };
        self.0.iter().position(is_of)
    }

    fn named(&self, name: &Name) -> Option<(usize, &Model)> {
        let models = self.0.iter().enumerate();
        let mut models = models.filter_map(|(index, entry)| Some((index, &entry.as_ref()?.0)));
        models.find(|(_, model)| model.name == *name)
    }
}

struct Open {
    dependency: Dependency,
    exclusions: Vec<Name>,
}

/// Breadth first, so that the nearest comes first. `sibling` gives the open module of a name.
pub fn resolve<'a>(
    model: &Model,
    repository: &dyn Repository,
    sibling: &dyn Fn(&Name) -> Option<(usize, &'a Model)>,
) -> Known {
    let mut known = Known {
        missing: model.missing.clone(),
        ..Known::default()
    };
    let mut seen: Vec<Dependency> = Vec::new();
    let direct = model.dependencies.iter().cloned();
    let mut open: VecDeque<Open> = direct
        .map(|dependency| Open {
            exclusions: dependency.exclusions.clone(),
            dependency,
        })
        .collect();
    while let Some(Open { dependency, exclusions }) = open.pop_front() {
        let same = |other: &Dependency| other.name() == dependency.name() && other.classifier == dependency.classifier;
        if seen.iter().any(same) {
            continue;
        }
        seen.push(dependency.clone());
        let inner = match sibling(&dependency.name()) {
            Some((index, inner)) => {
                known.entries.push(Entry::Module(index));
                inner.dependencies.clone()
            }
            None => add_artifact(&dependency, repository, &mut known),
        };
        for mut inner in inner {
            if let Some(by) = model.managed.iter().find(|other| other.is_same(&inner)) {
                inner.manage(by, true);
            }
            let runs = matches!(inner.scope.as_str(), "" | "compile" | "runtime");
            let is_excluded = exclusions.iter().any(|(group, artifact)| {
                (group == "*" || *group == inner.group) && (artifact == "*" || *artifact == inner.artifact)
            });
            if runs && !inner.optional && !is_excluded {
                let own = inner.exclusions.iter().cloned();
                open.push_back(Open {
                    exclusions: exclusions.iter().cloned().chain(own).collect(),
                    dependency: inner,
                });
            }
        }
    }
    known
}

/// Adds an artifact's jar, and gives what it depends on.
fn add_artifact(dependency: &Dependency, repository: &dyn Repository, known: &mut Known) -> Vec<Dependency> {
    let (classifier, is_jar) = match dependency.kind.as_str() {
        "jar" | "bundle" | "maven-plugin" | "ejb" => (dependency.classifier.as_str(), true),
        "test-jar" => ("tests", true),
        _ => ("", false),
    };
    let name = dependency.name();
    if is_jar {
        let jar = repository.file(&name, &dependency.version, classifier, "jar");
        if jar.is_file() {
            known.entries.push(Entry::Path(jar));
        } else {
            known.missing.push(dependency.to_string());
        }
    }
    let pom = repository.file(&name, &dependency.version, "", "pom");
    pom::read(&pom, repository)
        .map(|model| model.dependencies)
        .unwrap_or_default()
}
