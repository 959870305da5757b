//! The targets of a module: as configured, else found; each with what its answer depends on, and the answer if it is known.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use dropwire_check::{JvmArgs, ObjectOptions, SymbolicOptions, fixture_method};
use dropwire_classes::content_hash;

use super::files::{Files, Hashed, Stamp, changed};
use super::unmatched::{self, Matches};
use super::{ScannedTarget, Scanning};
use crate::config::{Config, Settings};
use crate::discover::class_summary::{ClassFacts, Classes};
use crate::discover::explorable::{self, Explorable};
use crate::discover::graph::{Graph, object_target};
use crate::discover::junit;
use crate::discover::linkage_check;
use crate::discover::module::Module;
use crate::engine::JdkInfo;
use crate::lsp::object_words::{self, ALL_INPUTS};
use crate::lsp::scan::{Asked, Inputs, all_inputs, class_of};
use crate::results::{self, Question};
use crate::stdin;
use crate::z3;

/// Why a target does not run whose standard input is a file.
const UNTRUSTED_INPUT: &str = "its standard input is a file, which is read only where the client trusts the project";

/// A class file of a class path, in its order.
pub struct ClassFile {
    /// The folder of the class path that it lies in.
    pub root: PathBuf,
    /// Its own module has it: a `main` of it is a target.
    pub own: bool,
    /// When it was written; `None` if the file system does not tell.
    pub written: Option<SystemTime>,
    /// What it holds.
    pub hashed: Hashed,
}

/// What was found in a module's classes; the same as long as these are.
pub struct FoundInModule {
    of: u64,
    targets: Arc<Vec<Candidate>>,
    /// Classes of which objects can be made, by binary name; without tests.
    pub objects: Arc<BTreeMap<String, Arc<ClassFacts>>>,
    /// What it has of what the configuration names.
    pub matches: Arc<Matches>,
}

struct Candidate {
    class: String,
    args: Vec<String>,
    jvm_args: JvmArgs,
    /// The file whose content is in standard input.
    stdin: Option<PathBuf>,
    object: ObjectOptions,
    symbolic: SymbolicOptions,
    configured: bool,
    /// What somebody who asked for it in the editor said of it; counts most.
    asked: Option<Asked>,
    reaches: Arc<BTreeSet<String>>,
    unfinished: Option<String>,
}

/// The targets of one module.
///
/// `unreadable`: internal names of class files of its class path that are no class files.
pub fn targets(
    module: &Module,
    config: &Config,
    classes: &[ClassFile],
    unreadable: &BTreeSet<String>,
    scanning: &mut Scanning,
) -> Vec<ScannedTarget> {
    let mut by_name: BTreeMap<&str, &ClassFile> = BTreeMap::new();
    for class in classes {
        // The first on the class path wins.
        by_name.entry(&class.hashed.1.name).or_insert(class);
    }
    let mut wanted = format!("{:?} {:?} {unreadable:?}", config.targets, scanning.asked_for);
    for (name, class) in &by_name {
        wanted.push_str(&format!("{name} {:x} {}\n", class.hashed.0, class.own));
    }
    let of = content_hash(wanted.as_bytes());
    let known = scanning.found.get(&module.root).filter(|found| found.of == of);
    let (candidates, matches, objects) = match known {
        Some(found) => (
            Arc::clone(&found.targets),
            Arc::clone(&found.matches),
            Arc::clone(&found.objects),
        ),
        None => {
            let (candidates, matches) = candidates(module, config, &by_name, unreadable, &scanning.asked_for);
            (Arc::new(candidates), Arc::new(matches), Arc::new(objects(&by_name)))
        }
    };
    let found = FoundInModule {
        of,
        targets: Arc::clone(&candidates),
        objects,
        matches,
    };
    scanning.found.insert(module.root.clone(), found);
    let class_path = module.class_path();
    let written = last_written(classes, &class_path, scanning);
    let jdk = scanning.jdk_of(&config.settings);
    let asked_under = jdk.as_ref().map(|jdk| (jdk, results::stamps(&class_path, jdk)));
    let home = |class: &str| {
        let file = by_name.get(class_of(class).replace('.', "/").as_str());
        file.map_or_else(|| module.root.clone(), |file| file.root.clone())
    };
    let project = config.file.as_deref().and_then(Path::parent).unwrap_or(&module.root);
    let reads_files = scanning.reads_files;
    let complete = |candidate: &Candidate| {
        let mut settings = config.settings.clone();
        let mut no_input = None;
        if reads_files {
            let is_test = Module::is_test(&candidate.class);
            let working_folder = if is_test { &module.root } else { project };
            settings.options.files = settings.files(project, working_folder);
        }
        match candidate.stdin.as_deref().map(stdin::read) {
            Some(_) if !reads_files => no_input = Some(format!("{}: {UNTRUSTED_INPUT}", candidate.class)),
            Some(Ok(content)) => settings.options.stdin = Some(content),
            Some(Err(why)) => no_input = Some(why),
            None => {}
        }
        settings.options.jvm_args = module.jvm_args(&candidate.class, &candidate.jvm_args);
        let (said, default) = (&candidate.object, settings.options.object);
        settings.options.object = match candidate.asked {
            Some(_) => said.or(&default),
            None => default.or(said),
        };
        settings.options.symbolic = settings.options.symbolic.or(&candidate.symbolic);
        // Tests of it are made of what is known of each path.
        settings.options.symbolic.paths = settings.options.symbolic.is_asked();
        let question = asked_under
            .as_ref()
            .map_or(0, |(jdk, stamps)| question(candidate, stamps, &settings, jdk));
        let inputs = candidate.reaches.iter().map(|name| {
            let hash = by_name.get(name.as_str()).map_or(0, |class| class.hashed.0);
            format!("{name} {hash:x}\n")
        });
        let known = known_answer(question, &class_path, scanning);
        let last = if known.is_none() {
            scanning.results.last(question)
        } else {
            None
        };
        let inputs = content_hash(format!("{question:x} {}", inputs.collect::<String>()).as_bytes());
        ScannedTarget {
            key: key(module, candidate, &candidates),
            title: title(candidate),
            class: candidate.class.clone(),
            args: candidate.args.clone(),
            object: said_of(candidate).clone(),
            inputs_of_method: Inputs::of(&candidate.symbolic),
            module: module.name.clone(),
            home: home(&candidate.class),
            class_path: class_path.clone(),
            class_path_from: module.from,
            sources: module.sources.clone(),
            settings,
            configured: candidate.configured,
            configuration: config.file.clone().unwrap_or_default(),
            reaches: Arc::clone(&candidate.reaches),
            unfinished: candidate.unfinished.clone().or(no_input),
            known,
            last,
            question,
            inputs,
            written,
        }
    };
    candidates.iter().map(complete).collect()
}

/// When the last of the class files, or of the jars, was written; the present time if the file system does not tell, and never later.
fn last_written(classes: &[ClassFile], class_path: &[PathBuf], scanning: &mut Scanning) -> SystemTime {
    let now = SystemTime::now();
    let files = classes.iter().map(|class| class.written);
    let jars: Vec<Stamp> = class_path
        .iter()
        .filter_map(|entry| scanning.stamp_of_entry(entry))
        .collect();
    let jars = jars.into_iter().map(changed);
    let last = files.chain(jars).map(|written| written.unwrap_or(now)).max();
    last.map_or(now, |last| last.min(now))
}

fn candidates(
    module: &Module,
    config: &Config,
    by_name: &BTreeMap<&str, &ClassFile>,
    unreadable: &BTreeSet<String>,
    asked_for: &BTreeSet<Asked>,
) -> (Vec<Candidate>, Matches) {
    let classes: Classes<'_> = by_name
        .iter()
        .map(|(&name, class)| (name, class.hashed.1.as_ref()))
        .collect();
    let own = |class: &str| by_name.get(class).is_some_and(|class| class.own);
    let annotated: Vec<String> = match config.targets.is_empty() {
        true => classes
            .values()
            .filter(|class| own(&class.name))
            .flat_map(|class| explorable::annotated(class).0)
            .collect(),
        false => Vec::new(),
    };
    let mut methods = named(config, asked_for);
    methods.extend(annotated.iter().cloned());
    let graph = Graph::with_methods(&classes, &own, &methods);
    let none = JvmArgs::default();
    let candidate_of = |class: &str, args: &[String], jvm_args: &JvmArgs, configured: bool, object: &ObjectOptions| {
        let mut reaches = graph.reachable(class);
        for beside in beside(class, object) {
            reaches.extend(graph.reachable(&beside));
        }
        Candidate {
            class: class.to_owned(),
            args: args.to_vec(),
            jvm_args: jvm_args.clone(),
            stdin: None,
            object: object.clone(),
            symbolic: SymbolicOptions::default(),
            configured,
            asked: None,
            unfinished: linkage_check::unfinished(&classes, &reaches, unreadable),
            reaches: Arc::new(reaches),
        }
    };
    let plain = ObjectOptions::default();
    let candidate = |class: &str, args: &[String], jvm_args: &JvmArgs, configured: bool| {
        candidate_of(class, args, jvm_args, configured, &plain)
    };
    let mut found: Vec<Candidate> = if config.targets.is_empty() {
        let targets = graph.threaded_targets();
        let threaded = targets.iter().map(|target| candidate(target, &[], &none, false));
        let for_all_inputs = annotated.iter().map(|target| Candidate {
            symbolic: all_inputs(),
            ..candidate(target, &[], &none, false)
        });
        threaded.chain(for_all_inputs).collect()
    } else {
        let here = |entry: &&crate::config::TargetEntry| match &entry.module {
            Some(name) => *name == module.name,
            None => own(&class_of(&entry.main).replace('.', "/")),
        };
        let mut configured = Vec::new();
        for entry in config.targets.iter().filter(here) {
            if entry.is_test && !entry.main.contains('#') {
                let tests = graph.tests_of(&entry.main);
                configured.extend(tests.iter().map(|test| candidate(test, &[], &entry.jvm_args, true)));
            } else {
                configured.push(Candidate {
                    stdin: entry.stdin.clone(),
                    symbolic: entry.symbolic.clone(),
                    ..candidate_of(&entry.main, &entry.args, &entry.jvm_args, true, &entry.object)
                });
            }
        }
        configured
    };
    for asked in asked_for {
        let Asked { class, object, inputs } = asked;
        let same = |known: &Candidate| asked.fits(&known.class, &known.object, Inputs::of(&known.symbolic));
        let is_new = !found.iter().any(same);
        let internal = class.replace('.', "/");
        let internal = class_of(&internal);
        let can_run = match class.split_once('#') {
            Some((_, method)) => {
                let name = method.split('(').next().unwrap_or(method);
                let known = classes.get(internal);
                known.is_some_and(|class| match inputs {
                    Inputs::All => explorable::methods(class, Some(method))
                        .iter()
                        .any(Explorable::can_be_explored),
                    Inputs::Given => {
                        name == dropwire_check::OBJECT || class.methods.iter().any(|method| method.name == name)
                    }
                })
            }
            None => classes.get(internal).is_some_and(|class| class.has_main()),
        };
        if is_new && can_run && own(internal) {
            // How the object is made, and what is right, is said once.
            let entry = config.targets.iter().find(|entry| entry.main == *class);
            let all = entry.map_or_else(|| object.clone(), |entry| object.or(&entry.object));
            found.push(Candidate {
                asked: Some(asked.clone()),
                symbolic: match inputs {
                    Inputs::All => all_inputs(),
                    Inputs::Given => SymbolicOptions::default(),
                },
                ..candidate_of(class, &[], &none, true, &all)
            });
        }
    }
    let own_classes = by_name.iter().filter(|(_, class)| class.own);
    let matches = Matches {
        of: unmatched::matches(&config.targets, &module.name, &classes, &graph, unreadable),
        classes: match config.targets.is_empty() {
            true => BTreeSet::new(),
            false => own_classes.map(|(name, _)| name.replace('/', ".")).collect(),
        },
    };
    (found, matches)
}

/// The methods and objects that are named by the configuration, or asked for.
fn named(config: &Config, asked_for: &BTreeSet<Asked>) -> BTreeSet<String> {
    let configured = config.targets.iter().map(|entry| (&entry.main, &entry.object));
    let asked = asked_for.iter().map(|asked| (&asked.class, &asked.object));
    let all = configured.chain(asked).filter(|(target, _)| target.contains('#'));
    all.flat_map(|(target, object)| std::iter::once(target.clone()).chain(beside(target, object)))
        .collect()
}

/// What an object's use needs besides its class: who makes it, and its specification.
fn beside(target: &str, object: &ObjectOptions) -> Vec<String> {
    let Some((class, dropwire_check::OBJECT)) = target.split_once('#') else {
        return Vec::new();
    };
    let fixture = object.new.clone().unwrap_or_else(|| fixture_method(class));
    let spec = object.spec.iter().map(|class| object_target(class));
    std::iter::once(fixture).chain(spec).collect()
}

/// Classes of a module of which objects can be made, but for tests.
fn objects(by_name: &BTreeMap<&str, &ClassFile>) -> BTreeMap<String, Arc<ClassFacts>> {
    let classes: Classes<'_> = by_name
        .iter()
        .map(|(&name, class)| (name, class.hashed.1.as_ref()))
        .collect();
    let all = by_name.values().filter(|class| class.own).map(|class| &class.hashed.1);
    all.filter(|facts| !facts.is_abstract && facts.callable().next().is_some() && !junit::has_tests(facts, &classes))
        .map(|facts| (facts.binary_name(), Arc::clone(facts)))
        .collect()
}

/// What is said of a target, by its entry or by who asked for it.
fn said_of(candidate: &Candidate) -> &ObjectOptions {
    candidate
        .asked
        .as_ref()
        .map_or(&candidate.object, |asked| &asked.object)
}

/// Two targets may be one object that is used in two ways, or one method with other inputs.
fn key(module: &Module, candidate: &Candidate, all: &[Candidate]) -> String {
    let same = |other: &&Candidate| other.class == candidate.class && other.args == candidate.args;
    let key = format!("{}|{}|{:?}", module.root.display(), candidate.class, candidate.args);
    let said = said_of(candidate);
    match candidate.asked.is_some() || all.iter().filter(same).count() > 1 {
        true if said.makes_scenarios() => format!("{key}|{:?}", said.said()),
        true if candidate.symbolic.is_asked() => format!("{key}|{}", candidate.symbolic.parameters()),
        true | false => key,
    }
}

fn title(candidate: &Candidate) -> String {
    let words: Vec<&str> = std::iter::once(candidate.class.as_str())
        .chain(candidate.args.iter().map(String::as_str))
        .collect();
    let asked = candidate.asked.as_ref();
    let shown = asked.and_then(|asked| match asked.inputs {
        Inputs::All => Some(ALL_INPUTS.to_owned()),
        Inputs::Given => object_words::shown(&candidate.class, &asked.object),
    });
    match shown {
        Some(shown) => format!("{} ({shown})", words.join(" ")),
        None => words.join(" "),
    }
}

/// Options of the engine, without the limits of time: an answer holds whatever time it took. Another z3 may decide more.
fn question(candidate: &Candidate, stamps: &str, settings: &Settings, jdk: &JdkInfo) -> u64 {
    let question = Question {
        class: &candidate.class,
        args: &candidate.args,
        stamps,
        options: &format!("{:?} {:x}", settings.options, z3::stamp(&settings.options.symbolic)),
        jdk,
    };
    question.number()
}

fn known_answer(question: u64, class_path: &[PathBuf], scanning: &Scanning) -> Option<Arc<results::Stored>> {
    let files: &Files = &scanning.files;
    let mut content = |path: &std::path::Path| files.content(path);
    scanning.results.find(question, &mut |loaded| {
        results::changed(loaded, class_path, &mut content).is_none()
    })
}
