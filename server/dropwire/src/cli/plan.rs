//! From what the user names to what a worker can run: class, arguments, class path, sources.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dropwire_check::words::reason::absent_entries;
use dropwire_check::{JvmArgs, ObjectOptions, Options, SymbolicOptions};

use super::path_as_target::{self, class_file};
use super::session::Session;
use crate::config::TargetEntry;
use crate::discover::class_summary::{ClassFacts, Classes};
use crate::discover::module::Module;
use crate::discover::{explorable, graph, tree};
use crate::engine::JdkInfo;
use crate::files;
use crate::glob::matches;
use crate::javac::{self, Compiled, Javac};
use crate::lsp::project::too_new;
use crate::stdin;
use crate::trails::Origin;
use crate::worker::protocol::absent;

/// One target, ready to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Binary name with dots.
    pub class: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// Options of the JVM: for tests those of the build, then those in `dropwire.toml`.
    pub jvm_args: JvmArgs,
    /// What is in standard input, each character a byte.
    pub stdin: Option<String>,
    /// The folder that it runs in: that of its module if it is a test, as for Maven and Gradle, else that of the project.
    pub working_folder: Option<PathBuf>,
    /// How the object is used, as `dropwire.toml` says it of this target.
    pub object: ObjectOptions,
    /// Its parameters that are symbolic, likewise.
    pub symbolic: SymbolicOptions,
    /// Directories and jars, absolute.
    pub class_path: Vec<PathBuf>,
    /// Folders of sources, absolute.
    pub sources: Vec<PathBuf>,
    /// Nobody asked for it by name.
    pub found: bool,
    /// Whose class path that is and who says so: `shop (from pom.xml, offline); build once with …`. For found targets.
    pub class_path_from: String,
    /// The `.java` file it was compiled from; the classes live as long as this plan.
    pub compiled: Option<(PathBuf, Arc<Compiled>)>,
    /// Why its class cannot be read: it may be a target, and nobody knows.
    pub unreadable: Option<String>,
}

impl Plan {
    /// A target that somebody named, without arguments.
    pub(super) fn of(class: String, class_path: Vec<PathBuf>, sources: Vec<PathBuf>) -> Plan {
        Plan {
            class,
            args: Vec::new(),
            jvm_args: JvmArgs::default(),
            stdin: None,
            working_folder: None,
            object: ObjectOptions::default(),
            symbolic: SymbolicOptions::default(),
            class_path,
            sources,
            found: false,
            class_path_from: String::new(),
            compiled: None,
            unreadable: None,
        }
    }

    /// The target and its arguments, as a person would say it.
    pub fn title(&self) -> String {
        std::iter::once(&self.class)
            .chain(&self.args)
            .cloned()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Its options: what the call says of the JVM comes after what `dropwire.toml` says of it, and what it says of objects and of standard
    /// input wins.
    pub fn options(&self, session: &Session) -> Options {
        let settings = &session.config.settings;
        let options = &settings.options;
        let working_folder = self.working_folder.as_deref().unwrap_or(session.project());
        Options {
            jvm_args: self.jvm_args.clone().and(&options.jvm_args),
            object: options.object.or(&self.object),
            symbolic: options.symbolic.or(&self.symbolic),
            files: settings.files(session.project(), working_folder),
            stdin: options.stdin.clone().or_else(|| self.stdin.clone()),
            ..options.clone()
        }
    }

    /// What a stored trail needs to find its classes again.
    pub fn origin(&self, jdk: &JdkInfo) -> Origin {
        let temporary = self.compiled.as_ref().map(|(_, compiled)| compiled.folder.path());
        let lasting = |path: &&PathBuf| Some(path.as_path()) != temporary;
        // A trail is text.
        let can_be_sent = |path: &&PathBuf| path.to_str().is_some();
        Origin {
            jdk_home: Some(jdk.home.clone()),
            class_path: self.class_path.iter().filter(lasting).cloned().collect(),
            sources: self.sources.iter().filter(can_be_sent).cloned().collect(),
            java_file: self.compiled.as_ref().map(|(file, _)| file.clone()),
        }
    }
}

/// The target that the user names.
///
/// # Errors
/// A sentence: a file that is missing or does not compile, or a path that is no target.
pub fn named(session: &Session, target: &str, args: &[String], jdk: &JdkInfo) -> Result<Plan, String> {
    if target.trim().is_empty() {
        return Err("the target is empty; it is the name of a class, such as shop.Till".into());
    }
    if let Some(jpf) = &session.jpf {
        let args = if args.is_empty() { &jpf.args } else { args };
        let plan = class_or_test(session, &jpf.target, args)?;
        return Ok(Plan {
            jvm_args: plan.jvm_args.clone().and(&jpf.jvm_args),
            ..plan
        });
    }
    if target.ends_with(".java") {
        return java_file(session, Path::new(target), args, jdk);
    }
    class_or_test(session, target, args)
}

fn class_or_test(session: &Session, target: &str, args: &[String]) -> Result<Plan, String> {
    let class = match target.split_once('#') {
        Some((class, test)) => format!("{}#{test}", class.replace('/', ".")),
        None => target.replace('/', "."),
    };
    let modules = match &session.class_path {
        Some(class_path) => session.modules_around(class_path, Path::new(&class_file(&class)))?,
        None => session.modules()?,
    };
    let (class_path, sources) = match (&session.class_path, module_of(&modules, &class)) {
        (Some(class_path), module) => (class_path.clone(), module.map(|module| module.sources.clone())),
        (None, Some(module)) => (module.class_path(), Some(module.sources.clone())),
        (None, None) => (everything(&modules, &session.folder), None),
    };
    path_as_target::refuse(target, &session.folder, &class_path)?;
    let sources = sources_of(session, sources.unwrap_or_default(), &class_path);
    let module = module_of(&modules, &class);
    let entry = session.config.targets.iter().find(|entry| entry.main == class);
    let stdin = entry
        .and_then(|entry| entry.stdin.as_deref())
        .map(stdin::read)
        .transpose()?;
    let plan = Plan {
        args: args.to_vec(),
        stdin,
        object: entry.map(|entry| entry.object.clone()).unwrap_or_default(),
        symbolic: entry.map(|entry| entry.symbolic.clone()).unwrap_or_default(),
        ..Plan::of(class, class_path, sources)
    };
    Ok(with_options_of_the_build(plan, module))
}

/// The targets of `dropwire.toml`, else the found ones; those whose name matches `glob`.
///
/// # Errors
/// A sentence: there is none, and what to do.
pub fn all(session: &Session, glob: Option<&str>) -> Result<Vec<Plan>, String> {
    let modules = session.modules()?;
    let mut plans = match session.config.targets.as_slice() {
        [] => found(session, &modules),
        configured => configured
            .iter()
            .map(|entry| of_entry(session, entry, &modules))
            .collect::<Result<_, _>>()?,
    };
    if let Some(glob) = glob {
        plans.retain(|plan| matches(glob, &plan.class));
    }
    if plans.is_empty() {
        let below = session.folder.display();
        let named = session
            .class_path
            .as_deref()
            .filter(|class_path| !class_path.is_empty());
        let not_searched = named.map(not_searched).unwrap_or_default();
        return Err(match glob {
            Some(glob) => format!("no target below {below} matches `{glob}`"),
            None if modules.is_empty() => format!(
                "no compiled classes were found below {below}; compile first, or name a class or a .java file: \
                 dropwire check [options] TARGET{not_searched}"
            ),
            None => format!(
                "no class with a main and no test that can start a thread was found in the class roots below {below}; \
                 name a class: dropwire check [options] TARGET{not_searched}"
            ),
        });
    }
    Ok(plans)
}

/// That the classes of a class path which the call names are no targets by that.
fn not_searched(class_path: &[PathBuf]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<String> = class_path
        .iter()
        .take(SHOWN)
        .map(|path| path.display().to_string())
        .collect();
    let more = match class_path.len() {
        all if all > SHOWN => format!(", and {} more", all - SHOWN),
        _ => String::new(),
    };
    let remark = absent_entries(&absent(class_path)).map_or_else(String::new, |remark| format!("; {remark}"));
    format!(
        " (the class path, {}{more}, is not searched for targets{remark})",
        shown.join(", ")
    )
}

fn java_file(session: &Session, file: &Path, args: &[String], jdk: &JdkInfo) -> Result<Plan, String> {
    let file = session.folder.join(file);
    if !file.is_file() {
        let what = if file.exists() {
            "is not a regular file"
        } else {
            "does not exist"
        };
        return Err(format!("{} {what}", file.display()));
    }
    let libraries = session.class_path.clone().unwrap_or_default();
    let compiled = javac::compile(&Javac::find(&jdk.home, session.jdk_is_named)?, &file, &libraries)?;
    let mut class_path = vec![compiled.folder.path().to_path_buf()];
    class_path.extend(libraries);
    let sources = sources_of(session, vec![compiled.source_root.clone()], &[]);
    let class = compiled.class.clone();
    Ok(Plan {
        args: args.to_vec(),
        compiled: Some((file, Arc::new(compiled))),
        ..Plan::of(class, class_path, sources)
    })
}

fn of_entry(session: &Session, entry: &TargetEntry, modules: &[Module]) -> Result<Plan, String> {
    let module = match &entry.module {
        Some(name) => Some(modules.iter().find(|module| module.name == *name).ok_or_else(|| {
            format!(
                "the target {} names the module `{name}`, which does not exist",
                entry.main
            )
        })?),
        None => module_of(modules, &entry.main),
    };
    let class_path = match (&session.class_path, module) {
        (Some(class_path), _) => class_path.clone(),
        (None, Some(module)) => module.class_path(),
        (None, None) => everything(modules, &session.folder),
    };
    let sources = module.map(|module| module.sources.clone()).unwrap_or_default();
    let sources = sources_of(session, sources, &class_path);
    let plan = Plan {
        args: entry.args.clone(),
        jvm_args: entry.jvm_args.clone(),
        stdin: entry.stdin.as_deref().map(stdin::read).transpose()?,
        object: entry.object.clone(),
        symbolic: entry.symbolic.clone(),
        ..Plan::of(entry.main.clone(), class_path, sources)
    };
    Ok(with_options_of_the_build(plan, module))
}

fn found(session: &Session, modules: &[Module]) -> Vec<Plan> {
    let mut plans = Vec::new();
    for module in modules {
        let (facts, unreadable) = read_classes(module);
        plans.extend(of_unreadable(session, module, &unreadable));
        // Test classes come first on the class path, so the first of two namesakes is the one that runs.
        let classes: Classes<'_> = facts.iter().rev().map(|class| (class.name.as_str(), class)).collect();
        let class_path_from = match &session.class_path {
            Some(_) => "this call; add it to --classpath".to_owned(),
            None => format!("{} ({}); {}", module.name, module.from, module.from.way_out()),
        };
        let mut all_inputs = SymbolicOptions::default();
        all_inputs.ask();
        let threaded = graph::threaded_targets(&classes).into_iter();
        let threaded = threaded.map(|target| (target, SymbolicOptions::default()));
        let annotated = facts
            .iter()
            .filter(|one| std::ptr::eq(classes[one.name.as_str()], *one));
        let mut for_all_inputs = Vec::new();
        for (explored, left_out) in annotated.map(explorable::annotated) {
            for_all_inputs.extend(explored);
            for (method, why) in left_out {
                eprintln!("dropwire: {method} has @Symbolic and is left out: {}", why.words());
            }
        }
        for (class, symbolic) in threaded.chain(for_all_inputs.into_iter().map(|target| (target, all_inputs.clone()))) {
            let class_path = session.class_path.clone().unwrap_or_else(|| module.class_path());
            let sources = sources_of(session, module.sources.clone(), &class_path);
            let is_test = Module::is_test(&class);
            plans.push(Plan {
                jvm_args: module.jvm_args(&class, &JvmArgs::default()),
                working_folder: is_test.then(|| module.root.clone()),
                symbolic,
                found: true,
                class_path_from: class_path_from.clone(),
                ..Plan::of(class, class_path, sources)
            });
        }
    }
    plans
}

/// More class files that cannot be read are one more line.
const MOST_UNREADABLE: usize = 20;

/// A module's classes, and the class files that are none: path below the root, and why.
fn read_classes(module: &Module) -> (Vec<ClassFacts>, Vec<(String, String)>) {
    let (mut facts, mut unreadable) = (Vec::new(), Vec::new());
    let mut strange = None;
    for root in &module.class_roots {
        for file in tree::class_files(root) {
            let read = match file.to_str() {
                Some(_) => files::read(&file).map_err(|error| error.to_string()),
                None => Err("the path is not UTF-8; rename it".into()),
            };
            match read.and_then(|bytes| ClassFacts::read(&bytes)) {
                Ok(class) => facts.push(class),
                Err(why) => {
                    strange = strange.or_else(|| too_new(&file));
                    let name = file.strip_prefix(root).unwrap_or(&file).with_extension("");
                    let name = name.to_string_lossy().replace(['/', '\\'], ".");
                    unreadable.push((name, format!("{} cannot be read: {why}", file.display())));
                }
            }
        }
    }
    if let Some(why) = strange {
        eprintln!("dropwire: skipped classes that cannot be read: {why}");
    }
    (facts, unreadable)
}

/// Class files that cannot be read, as targets that fail: each may have been one.
fn of_unreadable(session: &Session, module: &Module, unreadable: &[(String, String)]) -> Vec<Plan> {
    let more = unreadable.len().saturating_sub(MOST_UNREADABLE);
    let shown = unreadable.iter().take(MOST_UNREADABLE).enumerate();
    let sources = sources_of(session, module.sources.clone(), &[]);
    let plan = |(at, (class, why)): (usize, &(String, String))| Plan {
        found: true,
        unreadable: Some(match more {
            1.. if at + 1 == MOST_UNREADABLE => format!("{why}; and {more} more class files"),
            _ => why.clone(),
        }),
        ..Plan::of(class.clone(), module.class_path(), sources.clone())
    };
    shown.map(plan).collect()
}

/// Whether a plan is for a test, or a class of tests: no program by itself, but each of its cases is.
pub fn is_tests(plan: &Plan) -> bool {
    if plan.unreadable.is_some() {
        return false;
    }
    if plan.class.contains('#') {
        return true;
    }
    // A class in a jar, or one that cannot be read, is taken for a program; running it says what is wrong with it.
    facts_of(plan).is_some_and(|facts| !facts.has_some_main())
}

/// What the class file of a plan's target says; nothing for a class in a jar, and where it cannot be read.
pub fn facts_of(plan: &Plan) -> Option<ClassFacts> {
    let file = class_file(&plan.class);
    let roots = plan.class_path.iter().filter(|root| root.is_dir());
    let bytes = roots
        .map(|root| root.join(&file))
        .find_map(|file| files::read(&file).ok());
    bytes.and_then(|bytes| ClassFacts::read(&bytes).ok())
}

/// A test runs with what the build passes to the JVM of the tests; what was said of the target wins.
fn with_options_of_the_build(mut plan: Plan, module: Option<&Module>) -> Plan {
    let Some(module) = module else { return plan };
    if plan.class.contains('#') && Module::is_test(&plan.class) || is_tests(&plan) {
        plan.working_folder = Some(module.root.clone());
    }
    if !module.test_jvm.is_empty() {
        plan.jvm_args = match plan.class.contains('#') {
            true => module.jvm_args(&plan.class, &plan.jvm_args),
            false if is_tests(&plan) => module.jvm_args_of_tests(&plan.jvm_args),
            false => plan.jvm_args,
        };
    }
    plan
}

/// The module in one of whose class roots a class lies.
fn module_of<'a>(modules: &'a [Module], class: &str) -> Option<&'a Module> {
    let file = class_file(class);
    modules
        .iter()
        .find(|module| module.class_roots.iter().any(|root| root.join(&file).is_file()))
}

/// Where to look for a class that no module has.
fn everything(modules: &[Module], folder: &Path) -> Vec<PathBuf> {
    let mut class_path: Vec<PathBuf> = Vec::new();
    for path in modules
        .iter()
        .flat_map(Module::class_path)
        .chain([folder.to_path_buf()])
    {
        if !class_path.contains(&path) {
            class_path.push(path);
        }
    }
    class_path
}

/// `--sources`, then the module's, then folders of the class path (sources may lie beside classes), then here.
fn sources_of(session: &Session, module: Vec<PathBuf>, class_path: &[PathBuf]) -> Vec<PathBuf> {
    let beside = class_path.iter().filter(|path| path.is_dir()).cloned();
    let mut sources: Vec<PathBuf> = Vec::new();
    for path in session
        .sources
        .iter()
        .cloned()
        .chain(module)
        .chain(beside)
        .chain([session.folder.clone()])
    {
        if !sources.contains(&path) {
            sources.push(path);
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_file_of_a_test_is_that_of_its_class() {
        assert_eq!(class_file("shop.TillTest#sells(int)"), "shop/TillTest.class");
    }
}
