//! What a verdict takes for granted, by name.

use dropwire_vm::Vm;

use crate::object;
use crate::options::{Options, Timeouts};

/// What was made use of on any path, and holds only as far as it is true of a real run.
pub(crate) fn assumptions(vm: &Vm, options: &Options) -> Vec<String> {
    let used = &vm.used;
    let taken = [
        (options.jdk_atomic && used.atomic_operations, "jdk-atomic"),
        (vm.object.is_some(), object::ASSUMPTION),
        (used.silent_logging, "logging-silent"),
        (
            options.timeouts == Timeouts::LastResort && used.timed_waits,
            "timeouts-last-resort",
        ),
        (!options.spurious_wakeups && used.waits, "no-spurious-wakeups"),
        (used.weak_access, "sequential-consistency"),
        (used.thread_states, "thread-states"),
        (used.references, "no-reference-clearing"),
        (used.random, "seeded-random"),
        (used.processors, "processors"),
        (used.stack_limit, "stack-depth"),
        (used.attributes, "por-attributes"),
        (used.clock, "virtual-clock"),
        (used.daemons, "daemons-end-at-once"),
        (used.input, "empty-input"),
        (used.memory_files, "memory-files"),
        (used.platform_beans, "platform-beans"),
        (!options.jvm_args.ignored().is_empty(), "ignored-jvm-options"),
        (!vm.unclear.is_empty(), "unchecked-annotations"),
    ];
    let names = taken.into_iter().filter(|(taken, _)| *taken);
    names.map(|(_, name)| name.to_owned()).collect()
}
