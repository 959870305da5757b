//! What `[[module]]` entries name and what is not there: each is a remark on the line of its header.

use std::path::Path;

use super::{Config, ModuleEntry, Warning};

/// Remarks on the modules of a configuration, in their order. Looks at the files of the machine.
pub fn remarks(config: &Config) -> Vec<Warning> {
    let numbered = config.modules.iter().enumerate();
    let of = |(at, module): (usize, &ModuleEntry)| {
        let missing = missing(module, &config.modules, at).into_iter();
        missing.map(|what| Warning::new(module.line, what)).collect::<Vec<_>>()
    };
    numbered.flat_map(of).collect()
}

fn missing(module: &ModuleEntry, all: &[ModuleEntry], at: usize) -> Vec<String> {
    let mut missing = Vec::new();
    let is_it = |other: &ModuleEntry| other.name == module.name && other.root == module.root;
    if all.iter().take(at).any(is_it) {
        missing.push(format!(
            "another [[module]] has the name `{}` and this root",
            module.name
        ));
    }
    if !module.root.is_dir() {
        missing.push(format!("`root` is no folder: {}", module.root.display()));
        return missing;
    }
    let paths = [
        ("class-roots", &module.class_roots),
        ("test-roots", &module.test_roots),
        ("classpath", &module.class_path),
        ("sources", &module.sources),
    ];
    for (key, paths) in paths {
        let absent = paths.iter().filter(|path| !is_there(path));
        missing.extend(absent.map(|path| format!("`{key}` names {}, which does not exist", path.display())));
    }
    let unknown = module
        .depends_on
        .iter()
        .filter(|name| !all.iter().any(|other| other.name == **name));
    missing.extend(unknown.map(|name| format!("`depends-on` names `{name}`, and no [[module]] has that name")));
    missing
}

/// `lib/*.jar` needs its folder alone.
fn is_there(path: &Path) -> bool {
    let is_pattern = path
        .file_name()
        .is_some_and(|name| name.to_string_lossy().contains('*'));
    match path.parent() {
        Some(folder) if is_pattern => folder.is_dir(),
        Some(_) | None => path.exists(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::read::read_text;

    #[test]
    fn what_a_module_names_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("shop/bin")).unwrap();
        let text = "[[module]]
root = \"shop\"
class-roots = [\"bin\", \"out\"]
classpath = [\"bin/*.jar\", \"lib/*.jar\"]
depends-on = [\"till\", \"shop\"]

[[module]]
root = \"nope\"

[[module]]
root = \"shop\"
class-roots = [\"bin\"]
";
        let config = read_text(text, folder.path()).unwrap();
        let remarks = remarks(&config);
        let shown: Vec<String> = remarks
            .iter()
            .map(|remark| format!("{}: {}", remark.line, remark.message))
            .collect();
        let at = |path: &str| folder.path().join(path).display().to_string();
        assert_eq!(
            shown,
            [
                format!("1: `class-roots` names {}, which does not exist", at("shop/out")),
                format!("1: `classpath` names {}, which does not exist", at("shop/lib/*.jar")),
                "1: `depends-on` names `till`, and no [[module]] has that name".to_owned(),
                format!("7: `root` is no folder: {}", at("nope")),
                "10: another [[module]] has the name `shop` and this root".to_owned(),
            ]
        );
    }
}
