//! Eclipse's `.classpath`: where classes are written, and which libraries there are.

use std::path::{Path, PathBuf};

use super::super::module::Module;
use super::xml::{self, Element};

fn entries(root: &Path) -> Option<Vec<Element>> {
    let file = xml::read(&root.join(".classpath")).filter(|file| file.name == "classpath")?;
    Some(file.children)
}

fn is_test(entry: &Element) -> bool {
    entry
        .list("attributes")
        .iter()
        .any(|attribute| attribute.attribute("name") == Some("test") && attribute.attribute("value") == Some("true"))
}

/// The folders that classes are written to, those of tests first.
pub fn outputs(root: &Path) -> Vec<PathBuf> {
    let entries = entries(root).unwrap_or_default();
    let of = |entry: &Element| match (
        entry.attribute("kind"),
        entry.attribute("output"),
        entry.attribute("path"),
    ) {
        (Some("src"), Some(output), _) => Some(root.join(output)),
        (Some("output"), _, Some(path)) => Some(root.join(path)),
        _ => None,
    };
    let tests = entries.iter().filter(|entry| is_test(entry)).filter_map(of);
    let others = entries.iter().filter(|entry| !is_test(entry)).filter_map(of);
    let mut outputs: Vec<PathBuf> = Vec::new();
    for output in tests.chain(others) {
        if !outputs.contains(&output) {
            outputs.push(output);
        }
    }
    outputs
}

/// Jars, folders and other projects; `None` without a file, or where a container (Maven's, Gradle's) knows them.
pub fn libraries(root: &Path, modules: &[Module]) -> Option<Vec<PathBuf>> {
    let entries = entries(root)?;
    let is_foreign = |entry: &Element| {
        let path = entry.attribute("path").unwrap_or_default();
        entry.attribute("kind") == Some("con") && !path.contains("JRE_CONTAINER")
    };
    if entries.iter().any(is_foreign) {
        return None;
    }
    let mut found = Vec::new();
    for entry in &entries {
        let Some(path) = entry.attribute("path") else { continue };
        match (entry.attribute("kind"), path.strip_prefix('/')) {
            (Some("src"), Some(project)) => {
                let named = modules.iter().filter(|module| module.name == project);
                found.extend(named.flat_map(|module| module.class_roots.clone()));
            }
            (Some("lib"), None) => found.push(root.join(path)),
            // In the file system, or below another project of the workspace.
            (Some("lib"), Some(below)) => {
                let elsewhere = modules.iter().find_map(|module| {
                    let below = below.strip_prefix(&module.name)?.strip_prefix('/')?;
                    Some(module.root.join(below)).filter(|path| path.exists())
                });
                found.push(elsewhere.unwrap_or_else(|| PathBuf::from(path)));
            }
            _ => {}
        }
    }
    Some(found)
}
