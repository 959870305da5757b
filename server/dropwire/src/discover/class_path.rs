//! What follows a module's own classes on its class path, where nothing is configured: the first of these that answers.
//!
//! Eclipse's `.classpath`; what Surefire's last test run wrote; `pom.xml` offline against the local repository; Gradle's
//! lock file, else its build file against Gradle's module cache; else other modules' class folders alone. A module that
//! is open here comes with its classes in place of its jar.

mod eclipse;
mod gradle;
mod maven;
mod pom;
mod surefire;
mod surefire_plugin;
mod xml;

use std::path::{Path, PathBuf};

use super::module::{ClassPathFrom, Module};
pub use eclipse::outputs as eclipse_outputs;

/// What a source knows of a module's class path.
#[derive(Debug, Default, PartialEq, Eq)]
struct Known {
    /// Jars and folders, and modules that are open here, in order.
    entries: Vec<Entry>,
    /// What it names and cannot find.
    missing: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Entry {
    Path(PathBuf),
    /// By index.
    Module(usize),
}

/// Completes the modules that were found.
pub fn complete(modules: &mut [Module]) {
    let models = maven::Models::of(modules);
    add_test_settings(modules, &models);
    let known: Vec<Option<(ClassPathFrom, Known)>> =
        (0..modules.len()).map(|index| of(index, modules, &models)).collect();
    let roots: Vec<Vec<PathBuf>> = modules.iter().map(|module| module.class_roots.clone()).collect();
    for (index, (module, known)) in modules.iter_mut().zip(known).enumerate() {
        let Some((from, known)) = known else {
            let others = roots.iter().enumerate().filter(|(other, _)| *other != index);
            module.libraries = others.flat_map(|(_, roots)| roots.clone()).collect();
            continue;
        };
        module.from = from;
        module.missing = known.missing;
        let mut libraries: Vec<PathBuf> = Vec::new();
        for entry in known.entries {
            let paths = match entry {
                Entry::Path(path) => vec![path],
                Entry::Module(other) if other == index => Vec::new(),
                Entry::Module(other) => roots.get(other).cloned().unwrap_or_default(),
            };
            for path in paths {
                if !libraries.contains(&path) && !module.class_roots.contains(&path) {
                    libraries.push(path);
                }
            }
        }
        module.libraries = libraries;
    }
}

/// Says of modules whose class path is known what their build passes to the JVM that runs their tests.
pub fn complete_tests(modules: &mut [Module]) {
    let models = maven::Models::of(modules);
    add_test_settings(modules, &models);
}

fn add_test_settings(modules: &mut [Module], models: &maven::Models) {
    for (index, module) in modules.iter_mut().enumerate() {
        module.test_jvm = models.test_jvm(index);
    }
}

fn of(index: usize, modules: &[Module], models: &maven::Models) -> Option<(ClassPathFrom, Known)> {
    let module = &modules[index];
    let by_path = |paths: Vec<PathBuf>| {
        let entry = |path: PathBuf| match sibling(&path, modules, models) {
            Some(other) => Entry::Module(other),
            None => Entry::Path(path),
        };
        Known {
            entries: paths.into_iter().map(entry).collect(),
            missing: Vec::new(),
        }
    };
    if let Some(paths) = eclipse::libraries(&module.root, modules) {
        return Some((ClassPathFrom::Eclipse, by_path(paths)));
    }
    if let Some(paths) = surefire::class_path(&module.root) {
        return Some((ClassPathFrom::Surefire, by_path(paths)));
    }
    if let Some(known) = models.class_path(index) {
        return Some((ClassPathFrom::Pom, known));
    }
    gradle::class_path(&module.root, modules)
}

/// The open module that a jar or a folder of a class path belongs to: it lies in the module's folder, or in a repository
/// under the module's name.
fn sibling(path: &Path, modules: &[Module], models: &maven::Models) -> Option<usize> {
    let is_root = modules
        .iter()
        .position(|module| module.class_roots.iter().any(|root| root == path));
    let built = || {
        let built_by = |module: &Module| {
            ["target", "build/libs", "build/classes", "bin"]
                .iter()
                .any(|folder| path.starts_with(module.root.join(folder)))
        };
        modules.iter().position(built_by)
    };
    is_root.or_else(built).or_else(|| models.in_repository(path))
}
