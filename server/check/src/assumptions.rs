//! What a verdict takes for granted, by name.

use dropwire_vm::Vm;

use crate::junit::TestTimeouts;
use crate::object_harness;
use crate::options::{Options, Timeouts};

/// What holds only as far as it is true of a real run. `server/docs/verdicts.md` describes each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// What java.util.concurrent documents as atomic runs as one step.
    JdkAtomic,
    /// Only what a note says was called.
    ObjectUnderTest,
    /// Loggers say nothing.
    LoggingSilent,
    /// Time runs out only where nothing else can move.
    TimeoutsLastResort,
    /// JUnit ends no test that takes too long.
    TestTimeoutsIgnored,
    /// `wait` and `park` return for a reason.
    NoSpuriousWakeups,
    /// Weak accesses are in order.
    SequentialConsistency,
    /// One of the legal answers of `getState`.
    ThreadStates,
    /// What `Thread.stop` throws comes before operations that others can observe.
    AsynchronousExceptions,
    /// No collector clears a reference.
    NoReferenceClearing,
    /// One seed of what is random.
    SeededRandom,
    /// The number of processors.
    Processors,
    /// How many frames a stack has.
    StackDepth,
    /// What the user says of methods.
    PorAttributes,
    /// The user's methods in the place of others.
    ReplacedMethods,
    /// Threads that could move do at some time.
    FairThreads,
    /// The user's values in the place of others.
    PerturbedValues,
    /// Time passes only where threads wait for it.
    VirtualClock,
    /// Daemons do nothing more at the end.
    DaemonsEndAtOnce,
    /// Standard input is at its end.
    EmptyInput,
    /// Nobody else writes temporary files.
    InMemoryTmp,
    /// Files of this machine stay as they were found.
    FilesAsFound,
    /// No other process uses the network.
    InMemoryNetwork,
    /// What the machine and its user are like.
    Environment,
    /// What the platform's beans do not know.
    StubMxBeans,
    /// What has no effect here of what the build passes to the JVM of its tests.
    IgnoredJvmOptions,
    /// Annotations whose lock is not known.
    UncheckedAnnotations,
    /// Runs that the program does not count.
    IgnoredPaths,
    /// What the program counts over all paths.
    Counters,
    /// Objects that are inputs are of the classes that are known.
    InputTypes,
    /// No operation on inputs overflows.
    MathematicalIntegers,
    /// A class is used by short sequences of calls.
    CallSequences,
}

impl Assumption {
    /// All, in the order of reports.
    pub const ALL: [Assumption; 32] = [
        Assumption::JdkAtomic,
        Assumption::ObjectUnderTest,
        Assumption::LoggingSilent,
        Assumption::TimeoutsLastResort,
        Assumption::TestTimeoutsIgnored,
        Assumption::NoSpuriousWakeups,
        Assumption::SequentialConsistency,
        Assumption::ThreadStates,
        Assumption::AsynchronousExceptions,
        Assumption::NoReferenceClearing,
        Assumption::SeededRandom,
        Assumption::Processors,
        Assumption::StackDepth,
        Assumption::PorAttributes,
        Assumption::ReplacedMethods,
        Assumption::FairThreads,
        Assumption::PerturbedValues,
        Assumption::VirtualClock,
        Assumption::DaemonsEndAtOnce,
        Assumption::EmptyInput,
        Assumption::InMemoryTmp,
        Assumption::FilesAsFound,
        Assumption::InMemoryNetwork,
        Assumption::Environment,
        Assumption::StubMxBeans,
        Assumption::IgnoredJvmOptions,
        Assumption::UncheckedAnnotations,
        Assumption::IgnoredPaths,
        Assumption::Counters,
        Assumption::InputTypes,
        Assumption::MathematicalIntegers,
        Assumption::CallSequences,
    ];

    /// As reports, JSON and the page of verdicts have it.
    pub fn name(self) -> &'static str {
        match self {
            Assumption::JdkAtomic => "jdk-atomic",
            Assumption::ObjectUnderTest => object_harness::ASSUMPTION,
            Assumption::LoggingSilent => "logging-silent",
            Assumption::TimeoutsLastResort => "timeouts-last-resort",
            Assumption::TestTimeoutsIgnored => "test-timeouts-ignored",
            Assumption::NoSpuriousWakeups => "no-spurious-wakeups",
            Assumption::SequentialConsistency => "sequential-consistency",
            Assumption::ThreadStates => "thread-states",
            Assumption::AsynchronousExceptions => "asynchronous-exceptions",
            Assumption::NoReferenceClearing => "no-reference-clearing",
            Assumption::SeededRandom => "seeded-random",
            Assumption::Processors => "processors",
            Assumption::StackDepth => "stack-depth",
            Assumption::PorAttributes => "por-attributes",
            Assumption::ReplacedMethods => "replaced-methods",
            Assumption::FairThreads => "fair-threads",
            Assumption::PerturbedValues => "perturbed-values",
            Assumption::VirtualClock => "virtual-clock",
            Assumption::DaemonsEndAtOnce => "daemons-end-at-once",
            Assumption::EmptyInput => "empty-input",
            Assumption::InMemoryTmp => "in-memory-tmp",
            Assumption::FilesAsFound => "files-as-found",
            Assumption::InMemoryNetwork => "in-memory-network",
            Assumption::Environment => "environment",
            Assumption::StubMxBeans => "stub-mxbeans",
            Assumption::IgnoredJvmOptions => "ignored-jvm-options",
            Assumption::UncheckedAnnotations => "unchecked-annotations",
            Assumption::IgnoredPaths => "ignored-paths",
            Assumption::Counters => "counters-of-paths",
            Assumption::InputTypes => "input-types",
            Assumption::MathematicalIntegers => "mathematical-integers",
            Assumption::CallSequences => "call-sequences",
        }
    }

    /// Whether any path made use of it.
    fn is_used(self, vm: &Vm, options: &Options, test_timeouts: TestTimeouts) -> bool {
        let used = &vm.used;
        match self {
            Assumption::JdkAtomic => options.jdk_atomic && used.atomic_operations,
            Assumption::ObjectUnderTest => vm.mode.object.is_some(),
            Assumption::LoggingSilent => used.silent_logging,
            Assumption::TimeoutsLastResort => options.timeouts == Timeouts::LastResort && used.timed_waits,
            Assumption::TestTimeoutsIgnored => test_timeouts == TestTimeouts::Ignored,
            Assumption::NoSpuriousWakeups => !options.spurious_wakeups && used.waits,
            Assumption::SequentialConsistency => used.weak_access,
            Assumption::ThreadStates => used.thread_states,
            Assumption::AsynchronousExceptions => used.stops,
            Assumption::NoReferenceClearing => used.references,
            Assumption::SeededRandom => used.random,
            Assumption::Processors => used.processors,
            Assumption::StackDepth => used.stack_limit,
            Assumption::PorAttributes => used.attributes || used.firewalls,
            Assumption::ReplacedMethods => vm.replaced().next().is_some(),
            Assumption::FairThreads => options.relies_on_fairness(),
            Assumption::PerturbedValues => vm.perturbations().any(|(_, used)| used),
            Assumption::VirtualClock => used.clock,
            Assumption::DaemonsEndAtOnce => used.daemons,
            Assumption::EmptyInput => used.input && vm.mode.stdin.is_none(),
            Assumption::InMemoryTmp => used.in_memory_tmp,
            Assumption::FilesAsFound => used.files_as_found,
            Assumption::InMemoryNetwork => used.in_memory_network,
            Assumption::Environment => used.environment,
            Assumption::StubMxBeans => used.stub_mxbeans,
            Assumption::IgnoredJvmOptions => !options.jvm_args.ignored().is_empty(),
            Assumption::UncheckedAnnotations => !vm.knowledge.unclear.is_empty(),
            Assumption::IgnoredPaths => used.ignored_paths,
            Assumption::Counters => used.counters,
            // An exploration for all inputs says so itself.
            Assumption::InputTypes | Assumption::MathematicalIntegers | Assumption::CallSequences => false,
        }
    }
}

/// What was made use of on any path.
pub(crate) fn assumptions(vm: &Vm, options: &Options, test_timeouts: TestTimeouts) -> Vec<String> {
    let all = Assumption::ALL.into_iter();
    let used = all.filter(|one| one.is_used(vm, options, test_timeouts));
    used.map(|one| one.name().to_owned()).collect()
}
