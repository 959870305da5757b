//! The options that decide what a program does, as a trail keeps them, and as a machine takes them on.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dropwire_classes::Readable;
use dropwire_vm::{Attributes, FieldAttributes, JvmArgs, NamedChoices, Perturbation, Replacement, SyncDetection, Vm};

use crate::facts::reason::Cause;
use crate::options::{FilesOptions, ObjectOptions, Options, Timeouts, text_as_bytes};
use crate::temporal::atoms::resolve;
use crate::temporal::spec::TemporalProperty;
use crate::trail::Trail;

/// What runs is the same in a search and in its replays.
pub(crate) fn prepare(vm: &mut Vm, options: &Options) {
    vm.mode.reduction = options.reduction;
    vm.mode.jdk_atomic = options.jdk_atomic;
    vm.mode.machine_steps = options.machine_steps;
    vm.mode.processors = options.processors;
    vm.mode.collects_often = options.full_keys;
    vm.mode.keys_tell_output = options.ends;
    let share = u32::try_from(options.memory_limit / 4 * 3 / 8).unwrap_or(u32::MAX);
    vm.heap.set_limit(match options.memory_limit {
        0 => vm.mode.options.heap_words,
        _ => vm.mode.options.heap_words.min(share),
    });
    // What is wrong with them was said when the options were read.
    vm.mode.generators = options.choices.generators().unwrap_or_default();
    vm.mode.enumerate_random = options.enumerate_random;
    vm.mode.silent_logging = options.silent_logging;
    vm.mode.jvm_args = options.jvm_args.clone();
    give_files(vm, options);
    vm.set_attributes(options.attributes.clone());
    vm.set_field_attributes(options.field_attributes.clone());
    vm.set_replacements(options.replacements.clone());
    vm.set_perturbations(options.perturbations.clone());
    vm.set_sync_detection(&options.sync_detection);
    vm.set_symmetry(options.symmetry);
    vm.take_unknown_lock();
    vm.forget_stated_properties();
    // Fields are observed from now on, or none. What is wrong with a property is said by who resolves it before a search.
    let _ = observe(vm, options);
}

/// What the program may read of this machine, and what is in standard input.
pub(crate) fn give_files(vm: &mut Vm, options: &Options) {
    let FilesOptions { working_folder, read } = options.files.clone();
    let readable = Readable {
        working_folder,
        paths: read,
    };
    vm.image.universe.files.allow(&readable);
    vm.mode.stdin = options.stdin.as_deref().map(|text| text_as_bytes(text).into());
}

/// What the properties speak of is a part of states from now on.
pub(crate) fn observe(vm: &mut Vm, options: &Options) -> Result<(), Vec<Cause>> {
    if options.looks_at_held_locks() {
        vm.see_locks_held();
    }
    resolve(vm, options).map(|_| ())
}

/// The key under which a trail keeps the options of the JVM, one a line.
const JVM_ARGS: &str = "jvm-args";

/// The keys under which a trail keeps which files the program may see, one a line, and its working folder. Only of a run that has seen one.
const FILES_READ: &str = "files.read";
const WORKING_FOLDER: &str = "files.working-folder";

/// The key under which a trail keeps what is in standard input.
const STDIN: &str = "stdin";

fn lines_of(paths: &[PathBuf]) -> String {
    let lines: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    lines.join("\n")
}

/// What the keys of an object under test begin with.
const OBJECT: &str = "object.";

/// The key under which a trail keeps which methods are replaced, one a line.
const REPLACE: &str = "replace";

/// The key under which a trail keeps which values are perturbed, one row a line.
const PERTURB: &str = "perturb";

fn rows_of(perturbations: &[Perturbation]) -> String {
    let rows: Vec<String> = perturbations.iter().map(Perturbation::line).collect();
    rows.join("\n")
}

fn said(replacements: &[Replacement]) -> String {
    let rows: Vec<String> = replacements
        .iter()
        .map(|row| format!("{}={}", row.method, row.by))
        .collect();
    rows.join("\n")
}

/// The key under which a trail keeps that runs must end.
const PROGRESS: &str = "search.progress";

/// The key under which a trail keeps what must hold of the program's runs, one a line.
const PROPERTY: &str = "property";

fn lines(properties: &[TemporalProperty]) -> String {
    let lines: Vec<String> = properties.iter().map(TemporalProperty::line).collect();
    lines.join("\n")
}

/// The options of a run that has seen no file of this machine, or some.
pub(crate) fn semantic_options_of_run(vm: &Vm, options: &Options) -> BTreeMap<String, String> {
    let mut semantic = semantic_options(options);
    if !vm.used.files_as_found {
        semantic.remove(FILES_READ);
        semantic.remove(WORKING_FOLDER);
    }
    semantic
}

/// All fields are named here, so that a new option is either kept or said to be none of a replay's.
pub(crate) fn semantic_options(options: &Options) -> BTreeMap<String, String> {
    let Options {
        timeouts,
        spurious_wakeups,
        jdk_atomic,
        machine_steps,
        processors,
        choices,
        enumerate_random,
        silent_logging,
        jvm_args,
        files,
        stdin,
        object,
        // What was explored for all inputs has those of the run as its arguments.
        symbolic: _,
        reduction,
        attributes,
        field_attributes,
        replacements,
        properties,
        perturbations,
        sync_detection,
        seed,
        progress,
        // How the schedule was found, which a replay follows.
        strategy: _,
        heuristic: _,
        goal: _,
        preemptions: _,
        switch_probability: _,
        switch_coverage: _,
        eraser: _,
        runs: _,
        first: _,
        store: _,
        persistent_sets: _,
        sleep_sets: _,
        symmetry: _,
        short_trails: _,
        ends: _,
        reports: _,
        full_keys: _,
        // Limits.
        max_transitions: _,
        max_depth: _,
        memory_limit: _,
    } = options;
    let timeouts = match timeouts {
        Timeouts::LastResort => "when-blocked",
        Timeouts::Always => "always",
    };
    [
        ("search.timeouts", timeouts.to_owned()),
        ("search.spurious-wakeups", u8::from(*spurious_wakeups).to_string()),
        ("jdk.atomic", jdk_atomic.to_string()),
        ("vm.por", reduction.to_string()),
        ("seed", seed.to_string()),
    ]
    .into_iter()
    .chain(progress.then(|| (PROGRESS, "true".to_owned())))
    .chain(processors.map(|processors| ("vm.processors", processors.to_string())))
    .chain((!machine_steps).then(|| ("debug.machine-steps", "false".to_owned())))
    .chain(enumerate_random.then(|| ("jdk.enumerate-random", "true".to_owned())))
    .chain((!silent_logging).then(|| ("jdk.logging", "on".to_owned())))
    .chain((!jvm_args.said().is_empty()).then(|| (JVM_ARGS, jvm_args.said().join("\n"))))
    .chain((!files.read.is_empty()).then(|| (FILES_READ, lines_of(&files.read))))
    .chain((files.working_folder.iter()).map(|folder| (WORKING_FOLDER, folder.display().to_string())))
    .chain(stdin.iter().map(|text| (STDIN, text.clone())))
    .chain((!attributes.is_empty()).then(|| ("vm.por.attributes", attributes.to_string())))
    .chain((!field_attributes.is_empty()).then(|| ("vm.por.field-attributes", field_attributes.to_string())))
    .chain((!replacements.is_empty()).then(|| (REPLACE, said(replacements))))
    .chain((!properties.is_empty()).then(|| (PROPERTY, lines(properties))))
    .chain((!perturbations.is_empty()).then(|| (PERTURB, rows_of(perturbations))))
    .chain(
        sync_detection
            .settings()
            .into_iter()
            .filter(|_| *sync_detection != SyncDetection::default()),
    )
    .map(|(key, value)| (key.to_owned(), value))
    .chain(
        object
            .said()
            .into_iter()
            .map(|(key, value)| (format!("{OBJECT}{key}"), value)),
    )
    .chain(choices.keys().map(|(key, value)| (key, value.to_owned())))
    .collect()
}

/// The options under which a trail was made.
pub(crate) fn options_of(trail: &Trail) -> Options {
    let get = |key: &str| trail.options.get(key).map(String::as_str);
    Options {
        timeouts: if get("search.timeouts") == Some("always") {
            Timeouts::Always
        } else {
            Timeouts::LastResort
        },
        spurious_wakeups: get("search.spurious-wakeups") != Some("0"),
        jdk_atomic: get("jdk.atomic") != Some("false"),
        machine_steps: get("debug.machine-steps") != Some("false"),
        processors: get("vm.processors").and_then(|text| text.parse().ok()),
        choices: NamedChoices::of_keys(trail.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))),
        enumerate_random: get("jdk.enumerate-random") == Some("true"),
        silent_logging: get("jdk.logging").is_none_or(|logging| logging == "silent"),
        jvm_args: get(JVM_ARGS)
            .map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>())
            .and_then(|said| JvmArgs::parse(&said).ok())
            .unwrap_or_default(),
        files: FilesOptions {
            working_folder: get(WORKING_FOLDER).map(PathBuf::from),
            read: get(FILES_READ)
                .into_iter()
                .flat_map(str::lines)
                .map(PathBuf::from)
                .collect(),
        },
        stdin: get(STDIN).map(str::to_owned),
        object: of_object(trail),
        reduction: get("vm.por") != Some("false"),
        attributes: get("vm.por.attributes")
            .and_then(|text| Attributes::parse(text).ok())
            .unwrap_or_default(),
        field_attributes: get("vm.por.field-attributes")
            .and_then(|text| FieldAttributes::parse(text).ok())
            .unwrap_or_default(),
        replacements: get(REPLACE)
            .into_iter()
            .flat_map(str::lines)
            .filter_map(|row| row.split_once('='))
            .filter_map(|(method, by)| Replacement::parse(method, by).ok())
            .collect(),
        progress: get(PROGRESS) == Some("true"),
        properties: get(PROPERTY)
            .into_iter()
            .flat_map(str::lines)
            .filter_map(TemporalProperty::read)
            .collect(),
        perturbations: get(PERTURB)
            .into_iter()
            .flat_map(str::lines)
            .filter_map(Perturbation::of_line)
            .collect(),
        sync_detection: trail
            .options
            .iter()
            .fold(SyncDetection::default(), |mut detection, (key, value)| {
                // Unknown keys are other options'; values were read before they were written.
                let _ = detection.set(key, value);
                detection
            }),
        seed: get("seed").and_then(|s| s.parse().ok()).unwrap_or(0),
        ..Options::default()
    }
}

fn of_object(trail: &Trail) -> ObjectOptions {
    let keys = trail.options.iter();
    let keys = keys.filter_map(|(key, value)| Some((key.strip_prefix(OBJECT)?, value)));
    keys.fold(ObjectOptions::default(), |mut object, (key, value)| {
        // Values were read before they were written.
        let _ = object.set(key, value);
        object
    })
}
