//! A path where a class is to be named, and how that class is named.

use std::path::{Path, PathBuf};

use crate::discover::class_summary::ClassFacts;
use crate::files;

/// Refuses a target that is the path of a class file, an archive or a folder. `shop/Till` names a class, as for `java`.
///
/// # Errors
/// A sentence: how the class is named.
pub fn refuse(target: &str, folder: &Path, class_path: &[PathBuf]) -> Result<(), String> {
    // What follows names a method.
    let target = target.split('#').next().unwrap_or(target);
    let Some(what) = what(target, folder, class_path) else {
        return Ok(());
    };
    let (entry, class) = match what {
        What::ClassFile => of_class_file(target, folder).unwrap_or_else(|| ("DIR".into(), "shop.Till".into())),
        What::Archive | What::Folder => (target.to_owned(), "shop.Till".to_owned()),
    };
    let what = match what {
        What::ClassFile => "names a class file",
        What::Archive => "names an archive",
        What::Folder => "names a folder",
    };
    Err(format!(
        "{target} {what}, and a target is the name of a class: dropwire check --classpath {entry} {class}"
    ))
}

enum What {
    ClassFile,
    Archive,
    Folder,
}

fn what(target: &str, folder: &Path, class_path: &[PathBuf]) -> Option<What> {
    // No part of the name of a class is empty, or a keyword.
    if target.ends_with(".class") {
        return Some(What::ClassFile);
    }
    let is_separator = |letter: char| letter == '/' || letter == std::path::MAIN_SEPARATOR;
    let is_path = target.starts_with(['.', '/']) || target.contains(is_separator);
    let path = folder.join(target);
    if target.ends_with(".jar") && path.is_file() {
        return Some(What::Archive);
    }
    if !is_path || !path.is_dir() {
        return None;
    }
    // A package may be called as a class is.
    let class = class_file(&target.replace('/', "."));
    let may_be_class = class_path
        .iter()
        .any(|entry| entry.is_file() || entry.join(&class).is_file());
    let is_no_name = target.starts_with(['.', '/']) || target.ends_with(is_separator);
    (is_no_name || !may_be_class).then_some(What::Folder)
}

/// The entry of the class path and the name of the class that a class file says it is, if it lies where its package says.
fn of_class_file(target: &str, folder: &Path) -> Option<(String, String)> {
    let bytes = files::read(folder.join(target)).ok()?;
    let class = ClassFacts::read(&bytes).ok()?;
    let root = target.strip_suffix(&format!("{}.class", class.name))?;
    let root = match root.strip_suffix('/') {
        None if root.is_empty() => ".",
        None => return None,
        Some("") => "/",
        Some(root) => root,
    };
    Some((root.to_owned(), class.binary_name()))
}

/// The path of a target's class below a class root. A target may be a test: `shop.TillTest#sells`.
pub(super) fn class_file(target: &str) -> String {
    let class = target.split('#').next().unwrap_or(target);
    format!("{}.class", class.replace('.', "/"))
}
