//! Modules: where their classes, sources and libraries are; as configured, else found by the folders that builds use.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use dropwire_check::JvmArgs;

use super::module::{ClassPathFrom, Module};
use super::{class_path, tree};
use crate::config::{Config, ModuleEntry};

/// A build tool's folders, relative to the module's: test classes first, as on its class path.
struct Layout {
    class_roots: &'static [&'static str],
}

const LAYOUTS: [Layout; 3] = [
    Layout {
        class_roots: &["target/test-classes", "target/classes"],
    },
    Layout {
        class_roots: &[
            "build/classes/java/test",
            "build/classes/kotlin/test",
            "build/resources/test",
            "build/classes/java/main",
            "build/classes/kotlin/main",
            "build/resources/main",
        ],
    },
    Layout { class_roots: &["bin"] },
];

/// What a folder has directly in it where one of these, or Eclipse, builds it.
const LAYOUT_STARTS: [&str; 4] = ["target", "build", "bin", ".classpath"];
/// What it has where IntelliJ IDEA builds it.
const INTELLIJ: &str = "out";

/// What build tools compile: classes are written elsewhere.
const COMPILED_SOURCES: [&str; 4] = ["src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin"];

const SOURCE_FOLDERS: [&str; 7] = [
    "src/main/java",
    "src/test/java",
    "src/main/kotlin",
    "src/test/kotlin",
    "src",
    "test",
    ".",
];

/// The configured modules; without any, the found ones. A walk that was cut off is said in the log.
pub fn modules(root: &Path, config: &Config) -> Vec<Module> {
    let (modules, cut_off) = search(root, config);
    if let Some(why) = cut_off {
        tracing::warn!("{why}");
    }
    modules
}

/// The same, and a sentence where the tree is too large to be walked to its end.
pub fn search(root: &Path, config: &Config) -> (Vec<Module>, Option<String>) {
    if !config.modules.is_empty() {
        return (all_configured(config), None);
    }
    let mut walk = tree::Walk::of(root);
    let mut modules = find_below(&mut walk);
    class_path::complete(&mut modules);
    let cut_off = walk.was_cut_off().then(|| {
        format!(
            "looked for classes in the first {} folders below {}; name the modules in dropwire.toml to have the others too",
            tree::MOST_FOLDERS,
            root.display()
        )
    });
    (modules, cut_off)
}

/// The modules that a class may belong to, without a walk: the configured ones; without any, those of the project's folder and of the folders
/// between it and a path that have this class file (relative to its class root).
pub fn modules_around(root: &Path, paths: &[PathBuf], class_file: &Path, config: &Config) -> Vec<Module> {
    if !config.modules.is_empty() {
        return all_configured(config);
    }
    let above = |path: &PathBuf| {
        let inside = path.ancestors().take_while(|folder| folder.starts_with(root));
        inside.map(Path::to_path_buf).collect::<Vec<_>>()
    };
    let mut folders: Vec<PathBuf> = paths.iter().flat_map(above).chain([root.to_path_buf()]).collect();
    folders.sort();
    folders.dedup();
    let wanted = Wanted::With(class_file);
    let mut modules: Vec<Module> = Vec::new();
    for folder in &folders {
        add_modules_of(folder, wanted, &mut modules);
    }
    // The class path is known.
    class_path::complete_tests(&mut modules);
    modules
}

fn all_configured(config: &Config) -> Vec<Module> {
    let mut modules: Vec<Module> = config.modules.iter().map(configured).collect();
    link(&mut modules, &config.modules);
    class_path::complete_tests(&mut modules);
    modules
}

fn configured(entry: &ModuleEntry) -> Module {
    let mut class_roots: Vec<PathBuf> = entry.test_roots.iter().chain(&entry.class_roots).cloned().collect();
    if class_roots.is_empty() {
        class_roots = newest_layout(&entry.root, Wanted::WithClasses).unwrap_or_else(|| vec![entry.root.clone()]);
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
        missing: Vec::new(),
        test_jvm: JvmArgs::default(),
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

/// Puts other modules' class roots on each class path: the named ones, or all where none are named.
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

/// Which class roots are looked for.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// Those with any class.
    WithClasses,
    /// Those with this class file, a path below the root.
    With(&'a Path),
}

impl Wanted<'_> {
    /// Whether one of these class roots has what is looked for.
    fn is_in(self, roots: &[PathBuf]) -> bool {
        roots.iter().any(|root| match self {
            Wanted::WithClasses => tree::has_class_file(root),
            Wanted::With(file) => root.join(file).is_file(),
        })
    }

    /// When the newest of what is looked for was written.
    fn newest_in(self, roots: &[PathBuf]) -> Option<SystemTime> {
        let modified = |path: PathBuf| std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
        let newest = |root: &PathBuf| match self {
            Wanted::WithClasses => tree::class_files(root).into_iter().filter_map(modified).max(),
            Wanted::With(file) => modified(root.join(file)),
        };
        roots.iter().filter_map(newest).max()
    }
}

/// Looks in folders, parents first, for class roots that hold classes. Neither these nor the sources that a build tool compiles hold modules: they
/// are not walked.
fn find_below(walk: &mut tree::Walk) -> Vec<Module> {
    let mut modules: Vec<Module> = Vec::new();
    // Each with the folder that it was found in.
    let mut found: Vec<(PathBuf, Module)> = Vec::new();
    let mut left_out: BTreeSet<PathBuf> = BTreeSet::new();
    while let Some(here) = walk.next(&|path| left_out.contains(path)) {
        // What is directly in a folder rules most of a large tree out.
        let by_build = LAYOUT_STARTS.iter().chain([&INTELLIJ]).any(|start| here.has(start));
        if !by_build && here.first_class_file().is_none() {
            continue;
        }
        let known = modules.len();
        add_modules_of(&here.path, Wanted::WithClasses, &mut modules);
        for module in &modules[known..] {
            left_out.extend(module.class_roots.iter().cloned());
            if by_build {
                left_out.extend(COMPILED_SOURCES.map(|sources| here.path.join(sources)));
            }
            found.push((here.path.clone(), module.clone()));
        }
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found.into_iter().map(|(_, module)| module).collect()
}

/// The modules whose classes are in a folder or are built from it, if they are not known yet.
fn add_modules_of(folder: &Path, wanted: Wanted<'_>, modules: &mut Vec<Module>) {
    let inside = |module: &Module| module.class_roots.iter().any(|taken| folder.starts_with(taken));
    if modules.iter().any(inside) {
        return;
    }
    let tools = newest_layout(folder, wanted);
    let by_ide = intellij(folder, wanted);
    let ide_is_newer = |tools: &Vec<PathBuf>| {
        let roots: Vec<PathBuf> = by_ide.iter().flat_map(|module| module.class_roots.clone()).collect();
        wanted.newest_in(&roots) > wanted.newest_in(tools)
    };
    if !by_ide.is_empty() && tools.as_ref().is_none_or(ide_is_newer) {
        modules.extend(by_ide);
        return;
    }
    let Some(class_roots) = tools.or_else(|| beside_sources(folder, wanted).map(|root| vec![root])) else {
        return;
    };
    if modules.iter().any(|module| module.class_roots == class_roots) {
        return;
    }
    let below = class_roots.iter().all(|root| folder.starts_with(root));
    let module_root = if below {
        class_roots[0].clone()
    } else {
        folder.to_path_buf()
    };
    modules.push(found(module_root, class_roots));
}

fn found(root: PathBuf, class_roots: Vec<PathBuf>) -> Module {
    let name = root
        .file_name()
        .map_or_else(|| "main".into(), |name| name.to_string_lossy().into_owned());
    Module {
        name,
        sources: source_folders(&root),
        root,
        class_roots,
        libraries: Vec::new(),
        from: ClassPathFrom::Folders,
        missing: Vec::new(),
        test_jvm: JvmArgs::default(),
    }
}

/// IntelliJ IDEA keeps all modules' classes in one folder: `out/production/NAME`, `out/test/NAME`.
fn intellij(folder: &Path, wanted: Wanted<'_>) -> Vec<Module> {
    let entries = std::fs::read_dir(folder.join(INTELLIJ).join("production"))
        .into_iter()
        .flatten();
    let mut names: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    names.sort();
    let module = |production: PathBuf| {
        let name = production.file_name()?.to_owned();
        let roots = [folder.join(INTELLIJ).join("test").join(&name), production];
        let roots: Vec<PathBuf> = roots.into_iter().filter(|root| root.is_dir()).collect();
        if !wanted.is_in(&roots) {
            return None;
        }
        // The module has a folder of its own, or is the whole project.
        let own = Some(folder.join(&name)).filter(|own| own.is_dir());
        let mut module = found(own.unwrap_or_else(|| folder.to_path_buf()), roots);
        module.name = name.to_string_lossy().into_owned();
        Some(module)
    };
    names.into_iter().filter_map(module).collect()
}

/// The same class may exist in several tools' folders: the newest ones count, and they are never mixed. Times are looked at only where there are
/// several.
fn newest_layout(folder: &Path, wanted: Wanted<'_>) -> Option<Vec<PathBuf>> {
    let by_tool = LAYOUTS
        .iter()
        .map(|layout| layout.class_roots.iter().map(|root| folder.join(root)).collect());
    let mut filled: Vec<Vec<PathBuf>> = by_tool
        .chain([class_path::eclipse_outputs(folder)])
        .map(|roots: Vec<PathBuf>| roots.into_iter().filter(|root| root.is_dir()).collect())
        .filter(|roots: &Vec<PathBuf>| wanted.is_in(roots))
        .collect();
    filled.dedup();
    if filled.len() > 1 {
        return filled.into_iter().max_by_key(|roots| wanted.newest_in(roots));
    }
    filled.pop()
}

/// The class root of a folder with classes in it: the folder without the package of its first class.
///
/// Only where a source lies beside: any other folder of classes belongs to a build that we do not know.
fn beside_sources(folder: &Path, wanted: Wanted<'_>) -> Option<PathBuf> {
    let class = match wanted {
        Wanted::WithClasses => tree::Folder::read(folder.to_path_buf()).first_class_file()?,
        Wanted::With(file) => Some(folder.join(file.file_name()?)).filter(|class| class.is_file())?,
    };
    let has_source = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).any(|entry| {
        let name = PathBuf::from(entry.file_name());
        name.extension()
            .is_some_and(|extension| extension == "java" || extension == "kt")
    });
    if !has_source {
        return None;
    }
    let name = dropwire_classes::class_name(&crate::files::read(class).ok()?)?;
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

/// Folders of sources below a module's folder.
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
    fn around_a_class_path_nothing_is_walked() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "shop/target/classes/shop/Till.class");
        put(root, "base/build/classes/java/main/Base.class");
        let around = |path: &str, class: &str| {
            let found = modules_around(root, &[root.join(path)], Path::new(class), &Config::default());
            found.into_iter().map(|module| module.name).collect::<Vec<_>>()
        };
        assert_eq!(around("shop/target/classes", "shop/Till.class"), ["shop"]);
        assert_eq!(around("shop/target/classes", "shop/Drawer.class"), [""; 0]);
        assert_eq!(around("base/build/libs/base.jar", "Base.class"), ["base"]);
        assert_eq!(around("lib/x.jar", "Main.class"), [""; 0]);
        assert_eq!(around("../elsewhere", "Main.class"), [""; 0], "outside of the project");
        put(root, "target/classes/Main.class");
        let own = root.file_name().unwrap().to_string_lossy();
        assert_eq!(around("lib/x.jar", "Main.class"), [own.as_ref()], "the project itself");
    }

    #[test]
    fn what_is_built_is_not_looked_through_for_modules() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "shop/target/classes/shop/Till.class");
        put(root, "shop/target/classes/inner/target/classes/X.class");
        put(root, "shop/src/main/java/resources/bin/Y.class");
        put(root, "scripts/bin/tool/target/classes/Tool.class");
        let names: Vec<String> = modules(root, &Config::default())
            .into_iter()
            .map(|module| module.name)
            .collect();
        assert_eq!(names, ["scripts", "shop"]);
    }

    fn pom(root: &Path, path: &str, artifact: &str, rest: &str) {
        put(root, path);
        let text = format!(
            "<project><groupId>g</groupId><artifactId>{artifact}</artifactId><version>1</version>{rest}</project>"
        );
        std::fs::write(root.join(path), text).unwrap();
    }

    /// A dependency in a pom; without a version if that is empty.
    fn needs(artifact: &str, version: &str, rest: &str) -> String {
        let version = if version.is_empty() {
            String::new()
        } else {
            format!("<version>{version}</version>")
        };
        format!("<dependency><groupId>lib</groupId><artifactId>{artifact}</artifactId>{version}{rest}</dependency>")
    }

    fn library(root: &Path, artifact: &str, version: &str, pom: &str) -> PathBuf {
        let stem = format!("repo/lib/{artifact}/{version}/{artifact}-{version}");
        put(root, &format!("{stem}.jar"));
        let head = format!("<groupId>lib</groupId><artifactId>{artifact}</artifactId><version>{version}</version>");
        std::fs::write(
            root.join(format!("{stem}.pom")),
            format!("<project>{head}{pom}</project>"),
        )
        .unwrap();
        root.join(format!("{stem}.jar"))
    }

    #[test]
    fn a_maven_project_offline() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, ".mvn/maven.config");
        std::fs::write(root.join(".mvn/maven.config"), "-o\n-Dmaven.repo.local=repo\n").unwrap();
        let list = |inner: &str| format!("<dependencies>{inner}</dependencies>");
        let deep = library(root, "deep", "2", "");
        library(root, "deep", "1", "");
        let inner = [
            needs("deep", "1", ""),
            needs("unwanted", "1", ""),
            needs("testing", "1", "<scope>test</scope>"),
        ];
        let near = library(root, "near", "1", &list(&inner.concat()));
        library(root, "unwanted", "1", "");
        let by_bom = library(root, "by-bom", "7", "");
        let bom = format!(
            "<dependencyManagement>{}</dependencyManagement>",
            list(&needs("by-bom", "7", ""))
        );
        library(root, "bom", "1", &bom);
        let imports = [
            needs("bom", "${bom.version}", "<type>pom</type><scope>import</scope>"),
            needs("deep", "${deep.version}", ""),
        ];
        let parent = format!(
            "<properties><bom.version>1</bom.version><deep.version>9</deep.version></properties>\
             <dependencyManagement>{}</dependencyManagement>",
            list(&imports.concat())
        );
        pom(root, "pom.xml", "parent", &parent);
        let exclusion =
            "<exclusions><exclusion><groupId>lib</groupId><artifactId>unwanted</artifactId></exclusion></exclusions>";
        let base = "<dependency><groupId>g</groupId><artifactId>base</artifactId><version>${project.version}</version></dependency>";
        let shop = [
            base.to_owned(),
            needs("near", "1", exclusion),
            needs("by-bom", "", ""),
            needs("absent", "3", ""),
        ];
        let inherits = "<parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>\
             <properties><deep.version>2</deep.version></properties>";
        pom(
            root,
            "shop/pom.xml",
            "shop",
            &format!("{inherits}{}", list(&shop.concat())),
        );
        pom(root, "base/pom.xml", "base", "");
        pom(root, "other/pom.xml", "other", "");
        for module in ["base", "other", "shop"] {
            put(root, &format!("{module}/target/classes/{module}/A.class"));
        }
        put(root, "repo/g/base/1/base-1.jar");
        let modules = modules(root, &Config::default());
        let shop = modules.iter().find(|module| module.name == "shop").unwrap();
        assert_eq!(shop.from, ClassPathFrom::Pom);
        // The sibling's classes, not its stale jar; the managed version; nothing of `other`.
        assert_eq!(shop.libraries, [root.join("base/target/classes"), near, by_bom, deep]);
        assert_eq!(shop.missing, ["lib:absent:3"]);
    }

    #[test]
    fn surefires_class_path_with_a_siblings_jar() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        pom(root, "shop/pom.xml", "shop", "");
        put(root, "shop/target/classes/A.class");
        put(root, "base/target/classes/B.class");
        put(root, "base/target/base-1.jar");
        put(root, "lib/x.jar");
        let path = [
            root.join("shop/target/classes"),
            root.join("base/target/base-1.jar"),
            root.join("lib/x.jar"),
            root.join("gone.jar"),
        ];
        let path = std::env::join_paths(path).unwrap().into_string().unwrap();
        put(root, "shop/target/surefire-reports/TEST-A.xml");
        let report = format!(
            "<testsuite><properties><property name='java.class.path' value='{path}'/></properties></testsuite>"
        );
        std::fs::write(root.join("shop/target/surefire-reports/TEST-A.xml"), report).unwrap();
        let modules = modules(root, &Config::default());
        let shop = modules.iter().find(|module| module.name == "shop").unwrap();
        assert_eq!(shop.from, ClassPathFrom::Surefire);
        assert_eq!(
            shop.libraries,
            [root.join("base/target/classes"), root.join("lib/x.jar")]
        );
    }

    #[test]
    fn eclipse_and_intellij() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "shop/classes/A.class");
        put(root, "shop/lib/x.jar");
        put(root, "shop/.classpath");
        let entries = "<classpathentry kind='src' path='src'/><classpathentry kind='src' path='/base'/>\
             <classpathentry kind='con' path='org.eclipse.jdt.launching.JRE_CONTAINER'/>\
             <classpathentry kind='lib' path='lib/x.jar'/><classpathentry kind='output' path='classes'/>";
        std::fs::write(
            root.join("shop/.classpath"),
            format!("<classpath>{entries}</classpath>"),
        )
        .unwrap();
        put(root, "base/bin/B.class");
        put(root, "idea/out/production/one/C.class");
        put(root, "idea/out/test/one/CTest.class");
        put(root, "idea/out/production/two/D.class");
        put(root, "idea/one/src/C.java");
        let modules = modules(root, &Config::default());
        let named = |name: &str| modules.iter().find(|module| module.name == name).unwrap();
        assert_eq!(named("shop").from, ClassPathFrom::Eclipse);
        assert_eq!(
            named("shop").class_path(),
            [
                root.join("shop/classes"),
                root.join("base/bin"),
                root.join("shop/lib/x.jar")
            ]
        );
        assert_eq!(
            named("one").class_roots,
            [root.join("idea/out/test/one"), root.join("idea/out/production/one")]
        );
        assert_eq!(named("one").sources, [root.join("idea/one/src"), root.join("idea/one")]);
        assert_eq!(named("two").class_roots, [root.join("idea/out/production/two")]);
    }

    #[test]
    fn a_gradle_build_file_without_a_cache() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "shop/build/classes/java/main/A.class");
        put(root, "shop/build.gradle");
        let text =
            "dependencies {\n  implementation 'org.nowhere:nothing:1.0'\n  // api 'a:b:1'\n  api project(':base')\n}\n";
        std::fs::write(root.join("shop/build.gradle"), text).unwrap();
        put(root, "base/build/classes/java/main/B.class");
        let modules = modules(root, &Config::default());
        let shop = modules.iter().find(|module| module.name == "shop").unwrap();
        assert_eq!(shop.from, ClassPathFrom::GradleCache);
        assert_eq!(shop.libraries, [root.join("base/build/classes/java/main")]);
        assert_eq!(shop.missing, ["org.nowhere:nothing:1.0"]);
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
