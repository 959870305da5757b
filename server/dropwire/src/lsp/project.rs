//! What is on disk: modules, class files and the targets in them; scanned on a thread of its own until it holds still.

mod files;
mod found;
mod unmatched;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use dropwire_check::JvmArgs;
use dropwire_classes::ClassError;

use super::event::Event;
use super::inbox::Post;
use super::scan::{Asked, ClientModule, OnSave, Scan, ScannedTarget};
use crate::config::{self, Config, Settings, Warning};
use crate::discover::class_path;
use crate::discover::module::{ClassPathFrom, Module};
use crate::discover::modules;
use crate::discover::tree;
use crate::engine::{JdkInfo, locate_jdk};
use crate::results::Results;
use crate::suppress::Kept;
use crate::units::plural;
use files::{Files, Hashed, Stamp, stamp};
use found::{ClassFile, FoundInModule};
use unmatched::Matches;

/// Two scans so far apart must agree.
const SETTLE: Duration = Duration::from_millis(60);
/// A class file that cannot be read, and that nobody has written for so long, will stay as it is.
const UNREADABLE_FOR_GOOD: Duration = Duration::from_millis(500);
/// A build that writes for longer is taken as it is.
const PATIENCE: Duration = Duration::from_secs(5);

impl ClientModule {
    fn complete(&self, module: &mut Module) {
        module.class_roots.clone_from(&self.class_roots);
        let others = self.classpath.iter().filter(|entry| !self.class_roots.contains(entry));
        module.libraries = others.cloned().collect();
        module.from = ClassPathFrom::Client;
        if !self.sources.is_empty() {
            module.sources.clone_from(&self.sources);
        }
    }
}

struct Order {
    number: u64,
    folders: Vec<PathBuf>,
    /// What has changed of what the scanner goes by.
    news: Option<News>,
}

enum News {
    /// Class paths from the client.
    ClassPaths(Vec<ClientModule>),
    /// A folder whose classes the server has compiled.
    Compiled(ClientModule),
    /// The JDK of targets that name none.
    Jdk(Option<JdkInfo>),
    /// Settings of the client, as `key` and value.
    Settings(Vec<(String, String)>),
    /// Programs may read files of the project.
    ReadsFiles,
    /// A target that the user wants verified.
    Asked(Asked),
}

/// Scans on demand.
pub struct Scanner {
    orders: Sender<Order>,
    last: Cell<u64>,
}

impl Scanner {
    /// Starts the thread. It ends when the last scanner is dropped.
    pub fn start(post: Post, results: Arc<Results>) -> Scanner {
        let (orders, inbox) = channel();
        std::thread::spawn(move || scan_on_order(&inbox, &post, results));
        Scanner {
            orders,
            last: Cell::new(0),
        }
    }

    /// Scans these folders; [`Event::Scanned`] answers.
    pub fn scan(&self, folders: Vec<PathBuf>) {
        self.order(folders, None);
    }

    /// Takes the client's class paths from now on, and scans.
    pub fn use_class_paths(&self, modules: Vec<ClientModule>, folders: Vec<PathBuf>) {
        self.order(folders, Some(News::ClassPaths(modules)));
    }

    /// Takes the classes that the server has compiled, none where there are no sources, and scans.
    pub fn use_compiled(&self, root: PathBuf, classes: Option<PathBuf>, folders: Vec<PathBuf>) {
        let module = ClientModule {
            root,
            class_roots: classes.into_iter().collect(),
            sources: Vec::new(),
            classpath: Vec::new(),
        };
        self.order(folders, Some(News::Compiled(module)));
    }

    /// Takes this JDK from now on, and scans.
    pub fn use_jdk(&self, jdk: Option<JdkInfo>, folders: Vec<PathBuf>) {
        self.order(folders, Some(News::Jdk(jdk)));
    }

    /// Takes the client's settings from now on, and scans.
    pub fn use_settings(&self, settings: Vec<(String, String)>, folders: Vec<PathBuf>) {
        self.order(folders, Some(News::Settings(settings)));
    }

    /// Lets programs read files of the project from now on, and scans.
    pub fn let_programs_read(&self, folders: Vec<PathBuf>) {
        self.order(folders, Some(News::ReadsFiles));
    }

    /// Takes this for a target from now on, and scans.
    pub fn ask_for(&self, asked: Asked, folders: Vec<PathBuf>) {
        self.order(folders, Some(News::Asked(asked)));
    }

    fn order(&self, folders: Vec<PathBuf>, news: Option<News>) {
        let number = self.last.get() + 1;
        self.last.set(number);
        // The thread lives as long as this sender.
        let _ = self.orders.send(Order { number, folders, news });
    }

    /// Whether a scan with this number answers all orders so far.
    pub fn is_last(&self, number: u64) -> bool {
        self.last.get() == number
    }
}

/// What the scanning thread knows.
struct Scanning {
    files: Files,
    results: Arc<Results>,
    /// Programs may read files of the project.
    reads_files: bool,
    client: Vec<ClientModule>,
    /// Folders whose classes the server has compiled.
    compiled: Vec<ClientModule>,
    jdk: Option<JdkInfo>,
    settings: Vec<(String, String)>,
    asked_for: BTreeSet<Asked>,
    /// By the module's folder.
    found: BTreeMap<PathBuf, FoundInModule>,
    /// Other JDKs that a configuration names.
    jdks: BTreeMap<PathBuf, Option<JdkInfo>>,
    /// Entries of class paths, as one scan saw them: modules share most of their jars.
    entries: BTreeMap<PathBuf, Option<Stamp>>,
}

impl Scanning {
    fn new(results: Arc<Results>) -> Scanning {
        Scanning {
            files: Files::default(),
            results,
            reads_files: false,
            client: Vec::new(),
            compiled: Vec::new(),
            jdk: None,
            settings: Vec::new(),
            asked_for: BTreeSet::new(),
            found: BTreeMap::new(),
            jdks: BTreeMap::new(),
            entries: BTreeMap::new(),
        }
    }

    /// Size and time of change of a jar; `None` for a folder.
    fn stamp_of_entry(&mut self, entry: &Path) -> Option<Stamp> {
        if let Some(known) = self.entries.get(entry) {
            return *known;
        }
        let stamp = stamp(entry);
        self.entries.insert(entry.to_path_buf(), stamp);
        stamp
    }

    fn hear(&mut self, news: News) {
        match news {
            News::ClassPaths(modules) => self.client = modules,
            News::Compiled(module) => {
                self.compiled.retain(|other| other.root != module.root);
                self.compiled
                    .extend(Some(module).filter(|module| !module.class_roots.is_empty()));
            }
            News::Jdk(jdk) => self.jdk = jdk,
            News::Settings(settings) => self.settings = settings,
            News::ReadsFiles => self.reads_files = true,
            News::Asked(asked) => {
                self.asked_for.insert(asked);
            }
        }
    }

    fn jdk_of(&mut self, settings: &Settings) -> Option<JdkInfo> {
        match &settings.jdk_home {
            None => self.jdk.clone(),
            Some(home) => {
                let known = self.jdks.entry(home.clone());
                known.or_insert_with(|| locate_jdk(Some(home)).ok()).clone()
            }
        }
    }
}

fn scan_on_order(orders: &Receiver<Order>, post: &Post, results: Arc<Results>) {
    let mut scanning = Scanning::new(results);
    while let Ok(first) = orders.recv() {
        // Several orders are one.
        let mut folders = Vec::new();
        let mut number = 0;
        for order in std::iter::once(first).chain(orders.try_iter()) {
            (folders, number) = (order.folders, order.number);
            order.news.into_iter().for_each(|news| scanning.hear(news));
        }
        let began = Instant::now();
        let mut scan = settled(&folders, &mut scanning);
        scan.number = number;
        tracing::info!("{} classes scanned in {:?}", scan.class_files, began.elapsed());
        post.send(Event::Scanned(Box::new(scan)));
    }
}

/// What a look at the folders gave, before anything is concluded from it.
struct Look {
    scan: Scan,
    modules: Vec<(Module, Arc<Config>)>,
    /// Class files by folder, sorted.
    classes: BTreeMap<PathBuf, Vec<PathBuf>>,
    stamps: BTreeMap<PathBuf, Option<Stamp>>,
    /// Those that can be read.
    read: BTreeMap<PathBuf, Hashed>,
}

/// Looks until two looks agree and every class can be read.
fn settled(folders: &[PathBuf], scanning: &mut Scanning) -> Scan {
    let began = Instant::now();
    let mut steady_since = began;
    let mut last = look(folders, scanning);
    loop {
        std::thread::sleep(SETTLE);
        let next = look(folders, scanning);
        let steady = next.classes == last.classes && next.stamps == last.stamps;
        last = next;
        if !steady {
            steady_since = Instant::now();
            if began.elapsed() < PATIENCE {
                continue;
            }
        }
        let all: BTreeSet<&PathBuf> = last.classes.values().flatten().collect();
        last.scan.class_files = all.len();
        last.read = all
            .iter()
            .copied()
            .filter_map(|path| Some((path.clone(), scanning.files.read(path)?)))
            .collect();
        let unread = all.into_iter().filter(|path| !last.read.contains_key(*path));
        last.scan.unreadable = unread.cloned().collect();
        last.scan.too_new = last.scan.unreadable.iter().find_map(|path| too_new(path));
        let believable = last.scan.unreadable.is_empty() || steady_since.elapsed() > UNREADABLE_FOR_GOOD;
        if believable || began.elapsed() > PATIENCE {
            scanning.files.keep_only(&last.read);
            return conclude(last, scanning);
        }
    }
}

/// Which class file, and what to do, if a compiler newer than ours has written it.
pub fn too_new(path: &Path) -> Option<String> {
    match dropwire_classes::parse(&crate::files::read(path).ok()?) {
        Err(error @ ClassError::TooNew { .. }) => Some(format!("{}: {error}", path.display())),
        Ok(_) | Err(_) => None,
    }
}

fn look(folders: &[PathBuf], scanning: &Scanning) -> Look {
    let mut look = Look {
        scan: Scan::default(),
        modules: Vec::new(),
        classes: BTreeMap::new(),
        stamps: BTreeMap::new(),
        read: BTreeMap::new(),
    };
    // Modules of folders whose configuration is wrong: no other folder's configuration holds for them.
    let mut withheld = BTreeSet::new();
    for folder in folders {
        let Some(config) = read_config(folder, &scanning.settings, &mut look.scan).map(Arc::new) else {
            let modules = known_modules(folder, &Config::default(), &scanning.client).into_iter();
            withheld.extend(modules.map(|module| module.root));
            continue;
        };
        let mut modules = known_modules(folder, &config, &scanning.client);
        if modules.is_empty() && config.modules.is_empty() {
            look.scan.bare.push(folder.clone());
            modules = known_modules(folder, &config, &scanning.compiled);
            modules
                .iter_mut()
                .for_each(|module| module.from = ClassPathFrom::Server);
        }
        for module in modules {
            // A folder inside another one that is open is found twice.
            let is_known = look.modules.iter().any(|(known, _)| known.root == module.root);
            if is_known || withheld.contains(&module.root) {
                continue;
            }
            let outside = !folders.iter().any(|folder| module.root.starts_with(folder));
            if outside && module.root.is_dir() {
                look.scan.roots.push(module.root.clone());
            }
            look.scan
                .prospect
                .get_or_insert_with(|| (config.settings.jdk_home.clone(), module.class_path()));
            for root in module.class_path().into_iter().filter(|entry| entry.is_dir()) {
                look.classes
                    .entry(root)
                    .or_insert_with_key(|root| tree::class_files(root));
            }
            look.modules.push((module, Arc::clone(&config)));
        }
        if look.scan.prospect.is_none() {
            let roots = modules::expected_class_roots(folder);
            look.scan.prospect = roots.map(|roots| (config.settings.jdk_home.clone(), roots));
        }
    }
    let files = look.classes.values().flatten();
    look.stamps = files.map(|path| (path.clone(), stamp(path))).collect();
    look
}

fn conclude(look: Look, scanning: &mut Scanning) -> Scan {
    scanning.entries.clear();
    let mut scan = look.scan;
    let filled = look.classes.iter().filter(|(_, classes)| !classes.is_empty());
    scan.filled = filled.map(|(root, _)| root.clone()).collect();
    let mut configured = BTreeMap::new();
    for (module, config) in look.modules {
        let mut classes = Vec::new();
        let mut unreadable = BTreeSet::new();
        for root in module.class_path() {
            let own = module.class_roots.contains(&root);
            for path in look.classes.get(&root).into_iter().flatten() {
                match look.read.get(path) {
                    Some(hashed) => classes.push(ClassFile {
                        root: root.clone(),
                        own,
                        written: look.stamps.get(path).copied().flatten().and_then(files::changed),
                        hashed: hashed.clone(),
                    }),
                    None => {
                        let name = path.strip_prefix(&root).unwrap_or(path).with_extension("");
                        unreadable.insert(name.to_string_lossy().replace('\\', "/"));
                    }
                }
            }
        }
        for class in classes.iter().filter(|class| class.own) {
            let facts = &class.hashed.1;
            let known = scan.classes.entry(facts.binary_name());
            known.or_insert_with(|| Arc::clone(facts));
        }
        let targets = found::targets(&module, &config, &classes, &unreadable, scanning);
        scan.targets.extend(targets);
        if let Some(found) = scanning.found.get(&module.root) {
            let objects = found.objects.iter();
            scan.objects
                .extend(objects.map(|(name, facts)| (name.clone(), Arc::clone(facts))));
        }
        if let (Some(file), Some(found)) = (&config.file, scanning.found.get(&module.root)) {
            let (_, modules) = configured
                .entry(file.clone())
                .or_insert((config.clone(), BTreeMap::new()));
            modules.insert(module.name.clone(), Matches::clone(&found.matches));
        }
        scan.modules.push(module);
    }
    for (file, (config, modules)) in configured {
        let remarks = scan.remarks.entry(file).or_default();
        remarks.extend(unmatched::remarks(&config, &modules));
        remarks.sort_by_key(|remark| remark.line);
    }
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
                    from: ClassPathFrom::Client,
                    missing: Vec::new(),
                    test_jvm: JvmArgs::default(),
                };
                known.complete(&mut module);
                class_path::complete_tests(std::slice::from_mut(&mut module));
                modules.push(module);
            }
            // Its classes are not there yet, or elsewhere: our own discovery may do better.
            Some(_) | None => {}
        }
    }
    modules
}

/// The folder's file, and where that says nothing, the client's settings; `None` where the file has an error: what the user
/// wants verified, and how, is unknown then.
fn read_config(folder: &Path, client: &[(String, String)], scan: &mut Scan) -> Option<Config> {
    let file = folder.join(config::FILE_NAME);
    let base = base_settings(client);
    let clients = base.on_save.clone();
    let text = match crate::files::read_to_string(&file) {
        Err(error) if file.is_file() => Err(vec![Warning::new(1, format!("the file cannot be read: {error}"))]),
        text => Ok(text.unwrap_or_default()),
    };
    let mut config = match text.and_then(|text| config::read::read_text_over(&text, folder, base)) {
        Ok(config) => config,
        Err(errors) => {
            scan.misconfigured.insert(file.clone(), misconfigured(&file, &errors));
            scan.remarks.insert(file, errors);
            return None;
        }
    };
    if let (Some(line), Some(home)) = (config.line_of("jdk.home"), &config.settings.jdk_home)
        && let Err(why) = locate_jdk(Some(home))
    {
        let errors = vec![Warning::new(line, why)];
        scan.misconfigured.insert(file.clone(), misconfigured(&file, &errors));
        scan.remarks.insert(file, errors);
        return None;
    }
    let mut remarks = config.warnings.clone();
    remarks.extend(config::missing::remarks(&config));
    config.file = Some(file.clone());
    let (kept, remark) = Kept::of(&config);
    if let Some(remark) = &remark {
        scan.no_baseline = Some(format!(
            "{}:{}: {}",
            short(&file).display(),
            remark.line,
            remark.message
        ));
    }
    remarks.extend(remark);
    scan.kept.insert(file.clone(), kept);
    if let Some(command) = config.settings.on_save.clone() {
        let from_client = clients.as_ref() == Some(&command);
        scan.on_save
            .insert(folder.to_path_buf(), OnSave { command, from_client });
    }
    scan.remarks.insert(file, remarks);
    Some(config)
}

/// A configuration file as the status names it: `shop/dropwire.toml`.
fn short(file: &Path) -> PathBuf {
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
    Path::new(folder).join(config::FILE_NAME)
}

/// Why the targets of a folder are not verified: `shop/dropwire.toml:3: …`.
fn misconfigured(file: &Path, errors: &[Warning]) -> String {
    let short = short(file);
    let first = errors
        .first()
        .map_or_else(String::new, |error| format!(":{}: {}", error.line, error.message));
    let more = match errors.len().saturating_sub(1) {
        0 => String::new(),
        more => format!(" (and {})", plural(more as u64, "other error")),
    };
    format!(
        "{}{first}{more}; nothing that it configures is verified until it is corrected",
        short.display()
    )
}

fn base_settings(client: &[(String, String)]) -> Settings {
    let mut settings = Settings::default();
    for (key, value) in client {
        if let Err(error) = config::keys::apply(&mut settings, key, value) {
            // Said to the user when the settings came.
            tracing::warn!("{key}: {}", error.message());
        }
    }
    settings
}

#[cfg(test)]
pub mod testing {
    use dropwire_check::ObjectOptions;

    use super::*;
    use crate::lsp::scan::Inputs;

    /// A found target that nothing is known of.
    pub fn scanned_target(class: &str) -> ScannedTarget {
        ScannedTarget {
            key: "k".into(),
            title: class.into(),
            class: class.into(),
            args: Vec::new(),
            object: ObjectOptions::default(),
            inputs_of_method: Inputs::Given,
            module: "m".into(),
            home: PathBuf::new(),
            class_path: Vec::new(),
            class_path_from: ClassPathFrom::Folders,
            sources: Vec::new(),
            settings: Settings::default(),
            configured: false,
            configuration: PathBuf::new(),
            reaches: Arc::default(),
            unfinished: None,
            known: None,
            last: None,
            question: 1,
            inputs: 1,
            written: std::time::UNIX_EPOCH,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan_now(folder: &Path) -> Scan {
        let results = Results::in_folder(folder.join(".cache"));
        settled(&[folder.to_path_buf()], &mut Scanning::new(Arc::new(results)))
    }

    #[test]
    fn half_a_class_file_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("target/classes");
        std::fs::create_dir_all(&root).unwrap();
        std::fs::write(root.join("A.class"), [0xca, 0xfe, 0xba, 0xbe, 0]).unwrap();
        let scan = scan_now(folder.path());
        assert_eq!((scan.class_files, scan.unreadable.len()), (1, 1));
        assert_eq!(scan.too_new, None);
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
        let scan = scan_now(folder.path());
        assert_eq!(scan.remarks[&file][0].line, 3);
        let why = &scan.misconfigured[&file];
        assert!(why.contains("dropwire.toml:3: ") && !why.contains("(and"), "{why}");
        assert!(
            scan.modules.is_empty() && scan.bare.is_empty(),
            "no defaults take its place"
        );
    }

    #[test]
    fn a_configuration_that_is_no_text_is_none_and_a_missing_one_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        assert!(scan_now(folder.path()).misconfigured.is_empty());
        let file = folder.path().join(config::FILE_NAME);
        std::fs::write(&file, [0xff, 0xfe]).unwrap();
        let why = scan_now(folder.path()).misconfigured.remove(&file).unwrap();
        assert!(why.contains("cannot be read"), "{why}");
    }

    #[test]
    fn a_folder_within_a_misconfigured_one_does_not_take_its_modules() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        let classes = inner.join("target/classes/dropwire");
        std::fs::create_dir_all(&classes).unwrap();
        let class = include_bytes!("../../../verify-api/classes/dropwire/Always.class");
        std::fs::write(classes.join("Always.class"), class).unwrap();
        std::fs::write(inner.join("pom.xml"), "<project/>").unwrap();
        std::fs::write(
            folder.path().join("pom.xml"),
            "<project><modules><module>inner</module></modules></project>",
        )
        .unwrap();
        let scan = || {
            let results = Arc::new(Results::in_folder(folder.path().join(".cache")));
            settled(
                &[folder.path().to_path_buf(), inner.clone()],
                &mut Scanning::new(results),
            )
        };
        let roots = |scan: Scan| scan.modules.into_iter().map(|module| module.root).collect::<Vec<_>>();
        assert!(roots(scan()).contains(&inner));
        std::fs::write(folder.path().join(config::FILE_NAME), "[limits]\ntime = 1parsec\n").unwrap();
        assert!(!roots(scan()).contains(&inner));
    }
}
