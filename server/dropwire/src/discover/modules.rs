//! Modules: where their classes, sources and libraries are; as configured, else found by the folders that builds use.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::tree;
use crate::config::{Config, ModuleEntry};

/// A module whose classes can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub root: PathBuf,
    /// Folders of classes in the order of the class path, test classes first.
    pub class_roots: Vec<PathBuf>,
    /// What follows on the class path: other modules' class roots, folders, jars.
    pub libraries: Vec<PathBuf>,
    /// Folders of sources.
    pub sources: Vec<PathBuf>,
    /// Who says what is on the class path.
    pub from: ClassPathFrom,
}

/// Who says what is on a module's class path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassPathFrom {
    /// `dropwire.toml`
    Configuration,
    /// The editor's own Java support.
    Client,
    /// Nobody: class folders alone.
    Folders,
}

impl ClassPathFrom {
    /// What to do where a class is missing.
    pub fn way_out(self) -> &'static str {
        match self {
            ClassPathFrom::Configuration => "add it to `classpath` of its [[module]] in dropwire.toml",
            ClassPathFrom::Client => "look at the project's class path in the editor, or name it in dropwire.toml",
            ClassPathFrom::Folders => "name the jars in `classpath` of a [[module]] in dropwire.toml",
        }
    }
}

impl fmt::Display for ClassPathFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClassPathFrom::Configuration => "from dropwire.toml",
            ClassPathFrom::Client => "from the editor",
            ClassPathFrom::Folders => "class folders alone",
        })
    }
}

impl Module {
    /// The whole class path.
    pub fn class_path(&self) -> Vec<PathBuf> {
        self.class_roots.iter().chain(&self.libraries).cloned().collect()
    }
}

/// A build tool's folders, relative to the module's: test classes first, as on its class path.
struct Layout {
    class_roots: &'static [&'static str],
}

const LAYOUTS: [Layout; 3] = [
    Layout {
        class_roots: &["target/test-classes", "target/classes"],
    },
    Layout {
        class_roots: &["build/classes/java/test", "build/classes/java/main"],
    },
    Layout { class_roots: &["bin"] },
];

const SOURCE_FOLDERS: [&str; 7] = [
    "src/main/java",
    "src/test/java",
    "src/main/kotlin",
    "src/test/kotlin",
    "src",
    "test",
    ".",
];

/// The configured modules; without any, the found ones.
pub fn modules(root: &Path, config: &Config) -> Vec<Module> {
    let mut modules = if config.modules.is_empty() {
        find(root)
    } else {
        config.modules.iter().map(configured).collect()
    };
    link(&mut modules, &config.modules);
    modules
}

fn configured(entry: &ModuleEntry) -> Module {
    let mut class_roots: Vec<PathBuf> = entry.test_roots.iter().chain(&entry.class_roots).cloned().collect();
    if class_roots.is_empty() {
        class_roots = newest_layout(&entry.root).unwrap_or_else(|| vec![entry.root.clone()]);
    }
    let mut sources = entry.sources.clone();
    if sources.is_empty() {
        sources = source_folders(&entry.root);
    }
    let libraries = entry.class_path.iter().flat_map(|path| jars(path)).collect();
    Module {
        name: entry.name.clone(),
        root: entry.root.clone(),
        class_roots,
        libraries,
        sources,
        from: ClassPathFrom::Configuration,
    }
}

/// `lib/*.jar` as the jars that are there now, sorted; any other path as itself.
pub fn jars(path: &Path) -> Vec<PathBuf> {
    if path.file_name().is_none_or(|name| name != "*.jar" && name != "*") {
        return vec![path.to_path_buf()];
    }
    let entries = path.parent().and_then(|folder| std::fs::read_dir(folder).ok());
    let mut jars: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .collect();
    jars.sort();
    jars
}

/// Puts other modules' class roots on each class path: the named ones, or all where nothing is configured.
fn link(modules: &mut [Module], entries: &[ModuleEntry]) {
    let all: Vec<(String, Vec<PathBuf>)> = modules
        .iter()
        .map(|module| (module.name.clone(), module.class_roots.clone()))
        .collect();
    for module in modules.iter_mut() {
        let wanted = entries
            .iter()
            .find(|entry| entry.name == module.name)
            .map(|entry| &entry.depends_on);
        let linked = all.iter().filter(|(name, _)| *name != module.name);
        let linked = linked.filter(|(name, _)| wanted.is_none_or(|wanted| wanted.contains(name)));
        let roots: Vec<PathBuf> = linked.flat_map(|(_, roots)| roots.clone()).collect();
        module.libraries.splice(0..0, roots);
    }
}

/// The class roots that a project without any class will have once it is built, if their folders are there.
pub fn expected_class_roots(root: &Path) -> Option<Vec<PathBuf>> {
    let layouts = LAYOUTS.iter().map(|layout| layout.class_roots);
    layouts
        .map(|roots| {
            roots
                .iter()
                .map(|path| root.join(path))
                .filter(|path| path.is_dir())
                .collect()
        })
        .find(|roots: &Vec<PathBuf>| !roots.is_empty())
}

/// Looks below a folder for class roots that hold classes.
fn find(root: &Path) -> Vec<Module> {
    let mut modules: Vec<Module> = Vec::new();
    for folder in tree::folders(root) {
        if modules
            .iter()
            .any(|module| module.class_roots.iter().any(|taken| folder.starts_with(taken)))
        {
            continue;
        }
        let class_roots = newest_layout(&folder).or_else(|| beside_sources(&folder).map(|root| vec![root]));
        let Some(class_roots) = class_roots else {
            continue;
        };
        if modules.iter().any(|module| module.class_roots == class_roots) {
            continue;
        }
        let module_root = if class_roots.iter().all(|root| folder.starts_with(root)) {
            &class_roots[0]
        } else {
            &folder
        };
        let module_root = module_root.clone();
        let name = module_root
            .file_name()
            .map_or_else(|| "main".into(), |name| name.to_string_lossy().into_owned());
        let sources = source_folders(&module_root);
        modules.push(Module {
            name,
            root: module_root,
            class_roots,
            libraries: Vec::new(),
            sources,
            from: ClassPathFrom::Folders,
        });
    }
    modules
}

/// The same class may exist in several tools' folders: the newest ones count, and they are never mixed.
fn newest_layout(folder: &Path) -> Option<Vec<PathBuf>> {
    let by_tool = LAYOUTS
        .iter()
        .map(|layout| layout.class_roots.iter().map(|root| folder.join(root)).collect());
    let by_ide = std::fs::read_dir(folder.join("out/production")).into_iter().flatten();
    let by_ide = by_ide.filter_map(|entry| entry.ok().map(|entry| vec![entry.path()]));
    by_tool
        .chain(by_ide)
        .filter_map(|roots: Vec<PathBuf>| {
            let roots: Vec<PathBuf> = roots.into_iter().filter(|root| root.is_dir()).collect();
            let newest = roots.iter().filter_map(|root| newest_class(root)).max()?;
            Some((newest, roots))
        })
        .max_by_key(|(newest, _)| *newest)
        .map(|(_, roots)| roots)
}

fn newest_class(root: &Path) -> Option<SystemTime> {
    let modified = |path: &PathBuf| std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    tree::class_files(root).iter().filter_map(modified).max()
}

/// The class root of a folder with classes in it: the folder without the package of its first class.
///
/// Only where a source lies beside: any other folder of classes belongs to a build that we do not know.
fn beside_sources(folder: &Path) -> Option<PathBuf> {
    let class = tree::first_class_file(folder)?;
    let has_source = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).any(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "java" || extension == "kt")
    });
    if !has_source {
        return None;
    }
    let name = dropwire_classes::class_name(&std::fs::read(class).ok()?)?;
    let package = name.rsplit_once('/').map(|(package, _)| package);
    match package {
        None => Some(folder.to_path_buf()),
        Some(package) if folder.ends_with(package) => folder
            .ancestors()
            .nth(package.split('/').count())
            .map(Path::to_path_buf),
        Some(_) => None,
    }
}

pub fn source_folders(root: &Path) -> Vec<PathBuf> {
    let folders = SOURCE_FOLDERS.iter().map(|folder| {
        if *folder == "." {
            root.to_path_buf()
        } else {
            root.join(folder)
        }
    });
    folders.filter(|folder| folder.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(root: &Path, path: &str) {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, b"").unwrap();
    }

    #[test]
    fn maven_and_gradle_layouts_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "shop/target/classes/shop/Till.class");
        put(root, "shop/target/test-classes/shop/TillTest.class");
        put(root, "shop/src/main/java/shop/Till.java");
        put(root, "base/build/classes/java/main/Base.class");
        put(root, "scripts/bin/run.sh");
        put(root, ".hidden/target/classes/X.class");
        let modules = modules(root, &Config::default());
        let names: Vec<_> = modules.iter().map(|module| module.name.as_str()).collect();
        assert_eq!(names, ["base", "shop"]);
        let shop = &modules[1];
        assert_eq!(
            shop.class_roots,
            [root.join("shop/target/test-classes"), root.join("shop/target/classes")]
        );
        assert_eq!(
            shop.libraries,
            [root.join("base/build/classes/java/main")],
            "siblings are on the class path"
        );
        assert_eq!(shop.sources[0], root.join("shop/src/main/java"));
    }

    #[test]
    fn an_unbuilt_project_is_foreseen() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(expected_class_roots(folder.path()), None);
        let classes = folder.path().join("target/classes");
        std::fs::create_dir_all(&classes).unwrap();
        assert_eq!(expected_class_roots(folder.path()), Some(vec![classes]));
    }

    #[test]
    fn a_configured_module_has_its_jars() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "lib/b.jar");
        put(root, "lib/a.jar");
        put(root, "lib/readme.txt");
        let text = "[[module]]\nclass-roots = [\"classes\"]\nclasspath = [\"lib/*.jar\"]\n";
        let config = crate::config::read::read_text(text, root).unwrap();
        let modules = modules(root, &config);
        let path = modules[0].class_path();
        assert_eq!(
            path,
            [root.join("classes"), root.join("lib/a.jar"), root.join("lib/b.jar")]
        );
    }

    #[test]
    fn the_newest_of_two_builds_counts() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "bin/Till.class");
        std::thread::sleep(std::time::Duration::from_millis(20));
        put(root, "target/classes/Till.class");
        assert_eq!(
            modules(root, &Config::default())[0].class_roots,
            [root.join("target/classes")]
        );
    }
}
