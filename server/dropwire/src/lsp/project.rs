//! What is on disk: modules, class files and the targets in them; scanned on a thread of its own until it holds still.
//!
//! Remembers each class file by size and time of change, so that a scan reads only what a build has written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

use super::event::Event;
use super::inbox::Post;
use crate::config::{self, Config, Settings, Warning};
use crate::discover::facts::ClassFacts;
use crate::discover::modules::{self, Module};
use crate::discover::{graph, tree};

/// Two scans so far apart must agree.
const SETTLE: Duration = Duration::from_millis(60);
/// A class file that cannot be read, and that nobody has written for so long, will stay as it is.
const UNREADABLE_FOR_GOOD: Duration = Duration::from_millis(500);
/// A build that writes for longer is taken as it is.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a scan found.
#[derive(Debug, Default)]
pub struct Scan {
    /// Remarks on configuration files, also empty ones: for the files that have none any more.
    pub remarks: BTreeMap<PathBuf, Vec<Warning>>,
    /// The targets.
    pub targets: Vec<ScannedTarget>,
    /// Class files in all class roots.
    pub class_files: usize,
    /// Class files that cannot be read: half a build, if it stays so.
    pub unreadable: usize,
    /// Where to watch besides the workspace folders.
    pub roots: Vec<PathBuf>,
    /// What the first module's next target will need: the configured JDK, and its class path.
    pub prospect: Option<(Option<PathBuf>, Vec<PathBuf>)>,
}

/// A target and all that its answer depends on.
#[derive(Clone, Debug)]
pub struct ScannedTarget {
    /// Unique among the targets.
    pub key: String,
    /// For people.
    pub title: String,
    /// Binary name with dots.
    pub class: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// Directories and jars.
    pub class_path: Vec<PathBuf>,
    /// Folders of sources.
    pub sources: Vec<PathBuf>,
    /// The settings that hold for it.
    pub settings: Settings,
    /// A hash of the settings and of every user class that it can reach.
    pub inputs: u64,
}

/// A module as the client's own Java support knows it: comes before our own discovery, after `dropwire.toml`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientModule {
    /// Its folder.
    pub root: PathBuf,
    /// Where its classes are written.
    #[serde(default)]
    pub class_roots: Vec<PathBuf>,
    /// Folders of sources.
    #[serde(default)]
    pub sources: Vec<PathBuf>,
    /// Jars and folders of other modules.
    #[serde(default)]
    pub classpath: Vec<PathBuf>,
}

impl ClientModule {
    fn complete(&self, module: &mut Module) {
        module.class_roots.clone_from(&self.class_roots);
        let others = self.classpath.iter().filter(|entry| !self.class_roots.contains(entry));
        module.libraries = others.cloned().collect();
        if !self.sources.is_empty() {
            module.sources.clone_from(&self.sources);
        }
    }
}

struct Order {
    folders: Vec<PathBuf>,
    /// New class paths from the client.
    modules: Option<Vec<ClientModule>>,
}

/// Scans on demand.
#[derive(Clone)]
pub struct Scanner(Sender<Order>);

impl Scanner {
    /// Starts the thread. It ends when the last scanner is dropped.
    pub fn start(post: Post) -> Scanner {
        let (orders, inbox) = channel();
        std::thread::spawn(move || scan_on_order(&inbox, &post));
        Scanner(orders)
    }

    /// Scans these folders; [`Event::Scanned`] answers.
    pub fn scan(&self, folders: Vec<PathBuf>) {
        // The thread lives as long as this sender.
        let _ = self.0.send(Order { folders, modules: None });
    }

    /// Takes the client's class paths from now on, and scans.
    pub fn use_class_paths(&self, modules: Vec<ClientModule>, folders: Vec<PathBuf>) {
        let modules = Some(modules);
        let _ = self.0.send(Order { folders, modules });
    }
}

fn scan_on_order(orders: &Receiver<Order>, post: &Post) {
    let mut files = Files::default();
    while let Ok(first) = orders.recv() {
        // Several orders are one.
        let mut folders = Vec::new();
        for order in std::iter::once(first).chain(orders.try_iter()) {
            folders = order.folders;
            files.client = order.modules.unwrap_or(files.client);
        }
        let scan = settled(&folders, &mut files);
        post.send(Event::Scanned(Box::new(scan)));
    }
}

/// Scans until two scans agree and every class can be read.
fn settled(folders: &[PathBuf], files: &mut Files) -> Scan {
    let began = Instant::now();
    let mut steady_since = began;
    scan(folders, files);
    loop {
        let before = files.stamps();
        std::thread::sleep(SETTLE);
        let scan = scan(folders, files);
        let steady = before == files.stamps();
        if !steady {
            steady_since = Instant::now();
        }
        let believable = steady && (scan.unreadable == 0 || steady_since.elapsed() > UNREADABLE_FOR_GOOD);
        if believable || began.elapsed() > PATIENCE {
            return scan;
        }
    }
}

fn scan(folders: &[PathBuf], files: &mut Files) -> Scan {
    let mut scan = Scan::default();
    let mut seen = Vec::new();
    for folder in folders {
        let config = read_config(folder, &mut scan);
        for module in known_modules(folder, &config, &files.client) {
            let outside = !folders.iter().any(|folder| module.root.starts_with(folder));
            if outside && module.root.is_dir() {
                scan.roots.push(module.root.clone());
            }
            scan.prospect
                .get_or_insert_with(|| (config.settings.jdk_home.clone(), module.class_path()));
            scan_module(&module, &config, files, &mut scan, &mut seen);
        }
        if scan.prospect.is_none() {
            let roots = modules::expected_class_roots(folder);
            scan.prospect = roots.map(|roots| (config.settings.jdk_home.clone(), roots));
        }
    }
    files.keep_only(&seen);
    scan
}

/// The configured modules; else the found ones, completed by what the client knows, and those that it alone knows.
fn known_modules(folder: &Path, config: &Config, client: &[ClientModule]) -> Vec<Module> {
    let mut modules = modules::modules(folder, config);
    if !config.modules.is_empty() {
        return modules;
    }
    for known in client.iter().filter(|known| known.root.starts_with(folder)) {
        let built = known.class_roots.iter().any(|root| root.is_dir());
        let index = modules.iter().position(|module| module.root == known.root);
        match index.and_then(|index| modules.get_mut(index)) {
            Some(module) if built => known.complete(module),
            None if built => {
                let mut module = Module {
                    name: known
                        .root
                        .file_name()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned(),
                    root: known.root.clone(),
                    class_roots: Vec::new(),
                    libraries: Vec::new(),
                    sources: modules::source_folders(&known.root),
                };
                known.complete(&mut module);
                modules.push(module);
            }
            // Its classes are not there yet, or elsewhere: our own discovery may do better.
            Some(_) | None => {}
        }
    }
    modules
}

fn read_config(folder: &Path, scan: &mut Scan) -> Config {
    let file = folder.join(config::FILE_NAME);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(_) => {
            scan.remarks.insert(file, Vec::new());
            return Config::default();
        }
    };
    let (config, remarks) = match config::read::read_text(&text, folder) {
        Ok(config) => (config.clone(), config.warnings),
        Err((line, message)) => (Config::default(), vec![Warning { line, message }]),
    };
    scan.remarks.insert(file, remarks);
    config
}

fn scan_module(module: &Module, config: &Config, files: &mut Files, scan: &mut Scan, seen: &mut Vec<PathBuf>) {
    let mut classes: BTreeMap<String, Hashed> = BTreeMap::new();
    for root in &module.class_roots {
        for path in tree::class_files(root) {
            scan.class_files += 1;
            match files.read(&path) {
                Some((hash, facts)) => {
                    // The first root on the class path wins.
                    classes.entry(facts.name.clone()).or_insert((hash, facts));
                }
                None => scan.unreadable += 1,
            }
            seen.push(path);
        }
    }
    let graph: graph::Classes<'_> = classes
        .iter()
        .map(|(name, (_, facts))| (name.as_str(), facts.as_ref()))
        .collect();
    let inputs = |reaches: &std::collections::BTreeSet<String>| {
        let mut text = format!("{:?}", config.settings);
        for name in reaches {
            let hash = classes.get(name).map_or(0, |(hash, _)| *hash);
            text.push_str(&format!("{name}={hash:x};"));
        }
        dropwire_classes::content_hash(text.as_bytes())
    };
    let target = |class: String, args: Vec<String>, inputs: u64| ScannedTarget {
        key: format!("{}|{class}|{args:?}", module.root.display()),
        title: std::iter::once(&class)
            .chain(&args)
            .cloned()
            .collect::<Vec<_>>()
            .join(" "),
        class,
        args,
        class_path: module.class_path(),
        sources: module.sources.clone(),
        settings: config.settings.clone(),
        inputs,
    };
    if config.targets.is_empty() {
        let found = graph::threaded_mains(&graph);
        scan.targets.extend(found.into_iter().map(|found| {
            let inputs = inputs(&found.reaches);
            target(found.class.replace('/', "."), Vec::new(), inputs)
        }));
        return;
    }
    for entry in &config.targets {
        let internal = entry.main.replace('.', "/");
        let here = entry
            .module
            .as_ref()
            .map_or_else(|| graph.contains_key(internal.as_str()), |name| *name == module.name);
        if here {
            let inputs = inputs(&graph::reachable(&internal, &graph));
            scan.targets
                .push(target(entry.main.clone(), entry.args.clone(), inputs));
        }
    }
}

/// What tells one state of a file from another.
type Stamp = (u64, Option<SystemTime>);

/// A class and the hash of its bytes.
type Hashed = (u64, Arc<ClassFacts>);

/// The class files that have been read.
#[derive(Default)]
struct Files {
    known: BTreeMap<PathBuf, (Stamp, Option<Hashed>)>,
    client: Vec<ClientModule>,
}

impl Files {
    /// Hash and facts of a class file; `None` if it cannot be read as one.
    fn read(&mut self, path: &Path) -> Option<Hashed> {
        let metadata = std::fs::metadata(path).ok()?;
        let stamp = (metadata.len(), metadata.modified().ok());
        let known = self.known.get(path).filter(|(known, _)| *known == stamp);
        if let Some((_, Some(facts))) = known {
            return Some(facts.clone());
        }
        let bytes = std::fs::read(path).ok()?;
        let facts = ClassFacts::read(&bytes)
            .ok()
            .map(|facts| (dropwire_classes::content_hash(&bytes), Arc::new(facts)));
        self.known.insert(path.to_path_buf(), (stamp, facts.clone()));
        facts
    }

    fn keep_only(&mut self, seen: &[PathBuf]) {
        let seen: std::collections::BTreeSet<&PathBuf> = seen.iter().collect();
        self.known.retain(|path, _| seen.contains(path));
    }

    fn stamps(&self) -> Vec<(PathBuf, Stamp)> {
        self.known
            .iter()
            .map(|(path, (stamp, _))| (path.clone(), *stamp))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_class_file_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("target/classes");
        std::fs::create_dir_all(&root).unwrap();
        std::fs::write(root.join("A.class"), [0xca, 0xfe, 0xba, 0xbe, 0]).unwrap();
        let scan = scan(&[folder.path().to_path_buf()], &mut Files::default());
        assert_eq!((scan.class_files, scan.unreadable), (1, 1));
    }

    #[test]
    fn what_the_client_knows_comes_before_discovery_and_after_configuration() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("somewhere/out");
        std::fs::create_dir_all(&out).unwrap();
        let client = [ClientModule {
            root: folder.path().to_path_buf(),
            class_roots: vec![out.clone()],
            sources: vec![folder.path().join("java")],
            classpath: vec![out.clone(), "/lib/a.jar".into()],
        }];
        let modules = known_modules(folder.path(), &Config::default(), &client);
        assert_eq!(modules.len(), 1);
        assert_eq!(modules[0].class_path(), [out.clone(), "/lib/a.jar".into()]);
        let text = "[[module]]\nname = \"own\"\nroot = \".\"\nclass-roots = [\"classes\"]\n";
        let config = config::read::read_text(text, folder.path()).unwrap();
        let modules = known_modules(folder.path(), &config, &client);
        assert!(!modules[0].class_roots.contains(&out));
        std::fs::remove_dir(&out).unwrap();
        assert!(known_modules(folder.path(), &Config::default(), &client).is_empty());
    }

    #[test]
    fn a_wrong_configuration_is_a_remark() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(config::FILE_NAME);
        std::fs::write(&file, "\n[limits]\ntime = \"soon\"\n").unwrap();
        let scan = scan(&[folder.path().to_path_buf()], &mut Files::default());
        assert_eq!(scan.remarks[&file][0].line, 3);
    }
}
