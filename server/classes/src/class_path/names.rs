//! Names of classes and paths of resources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::error::ClassError;

/// Deeper packages do not exist; a directory could otherwise exhaust the stack.
const DEEPEST_PACKAGE: usize = 100;

/// Whether a path stays below the root that it is joined to, on every platform.
pub(super) fn is_relative(path: &str) -> bool {
    let foreign = |c: char| matches!(c, '\0' | '\\') || (cfg!(windows) && c == ':');
    !path.contains(foreign) && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// The class that a path within a class root stands for; `None` for what is no class of the program.
pub(super) fn class_of(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    let simple = name.rsplit('/').next()?;
    let is_class = !matches!(simple, "" | "module-info" | "package-info") && !name.starts_with("META-INF/");
    (is_class && is_relative(name)).then_some(name)
}

/// Adds the names of all classes below a class root.
pub(super) fn in_directory(root: &Path, names: &mut BTreeSet<String>) -> Result<(), ClassError> {
    list(root, "", 0, names)
}

fn list(directory: &Path, prefix: &str, depth: usize, names: &mut BTreeSet<String>) -> Result<(), ClassError> {
    let unreadable = |error: std::io::Error| ClassError::io(directory, &error);
    for file in fs::read_dir(directory).map_err(unreadable)? {
        let file = file.map_err(unreadable)?;
        // A name that is not Unicode is no class's name.
        let Ok(name) = file.file_name().into_string() else {
            continue;
        };
        let path = format!("{prefix}{name}");
        // Of links only those to files are taken: links to directories may form cycles.
        if file.file_type().map_err(unreadable)?.is_dir() {
            if depth < DEEPEST_PACKAGE {
                list(&file.path(), &format!("{path}/"), depth + 1, names)?;
            }
        } else if let Some(class) = class_of(&path)
            && file.path().is_file()
        {
            names.insert(class.to_string());
        }
    }
    Ok(())
}
