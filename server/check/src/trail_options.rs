//! The options that decide what a program does, as a trail keeps them, and as a machine takes them on.

use std::collections::BTreeMap;

use dropwire_vm::{Attributes, JvmArgs, SyncDetection, Vm};

use crate::options::{Options, Timeouts};
use crate::trail::Trail;

/// What runs is the same in a search and in its replays.
pub(crate) fn prepare(vm: &mut Vm, options: &Options) {
    vm.reduction = options.reduction;
    vm.jdk_atomic = options.jdk_atomic;
    vm.processors = options.processors;
    vm.collects_often = options.full_keys;
    vm.keys_tell_output = options.ends;
    let share = u32::try_from(options.memory_limit / 4 * 3 / 8).unwrap_or(u32::MAX);
    vm.heap.set_limit(match options.memory_limit {
        0 => vm.options.heap_words,
        _ => vm.options.heap_words.min(share),
    });
    vm.silent_logging = options.silent_logging;
    vm.jvm_args = options.jvm_args.clone();
    vm.set_attributes(options.attributes.clone());
    vm.set_sync_detection(&options.sync_detection);
    vm.set_symmetry(options.symmetry);
}

/// The key under which a trail keeps the options of the JVM, one a line.
const JVM_ARGS: &str = "jvm-args";

pub(crate) fn semantic_options(options: &Options) -> BTreeMap<String, String> {
    let timeouts = match options.timeouts {
        Timeouts::LastResort => "last-resort",
        Timeouts::Always => "always",
    };
    [
        ("search.timeouts", timeouts.to_owned()),
        (
            "search.spurious-wakeups",
            u8::from(options.spurious_wakeups).to_string(),
        ),
        ("jdk.atomic", options.jdk_atomic.to_string()),
        ("vm.por", options.reduction.to_string()),
        ("seed", options.seed.to_string()),
    ]
    .into_iter()
    .chain(
        options
            .processors
            .map(|processors| ("vm.processors", processors.to_string())),
    )
    .chain((!options.silent_logging).then(|| ("jdk.logging", "real".to_owned())))
    .chain((!options.jvm_args.said().is_empty()).then(|| (JVM_ARGS, options.jvm_args.said().join("\n"))))
    .chain((!options.attributes.is_empty()).then(|| ("vm.por.attributes", options.attributes.to_string())))
    .chain(
        options
            .sync_detection
            .settings()
            .into_iter()
            .filter(|_| options.sync_detection != SyncDetection::default()),
    )
    .map(|(key, value)| (key.to_owned(), value))
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
        processors: get("vm.processors").and_then(|text| text.parse().ok()),
        silent_logging: get("jdk.logging") != Some("real"),
        jvm_args: get(JVM_ARGS)
            .map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>())
            .and_then(|said| JvmArgs::parse(&said).ok())
            .unwrap_or_default(),
        reduction: get("vm.por") != Some("false"),
        attributes: get("vm.por.attributes")
            .and_then(|text| Attributes::parse(text).ok())
            .unwrap_or_default(),
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
