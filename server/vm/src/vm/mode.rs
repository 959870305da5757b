//! How the machine runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::generators::Generator;
use crate::image::class::Method;
use crate::jvm_args::JvmArgs;
use crate::object_under_test::ObjectUnderTest;
use crate::observed::Observed;

/// Options that change what runs.
#[derive(Clone, Debug)]
pub struct VmOptions {
    /// Words that the program's objects may take.
    pub heap_words: u32,
    /// Frames before a call throws StackOverflowError. Real machines count bytes (JVMS §2.5.2): mostly 10,000 small frames.
    pub stack_depth: u32,
    /// So many objects at the first state of a search are taken for part of every state.
    pub freeze_objects: usize,
}

impl Default for VmOptions {
    fn default() -> Self {
        VmOptions {
            heap_words: 128 << 20,
            stack_depth: 8000,
            freeze_objects: 2_000,
        }
    }
}

/// How the machine runs, and which program: set before a search or a run, and the same in all its states.
pub struct RunMode {
    /// Whether visible operations park the thread.
    pub exploring: bool,
    /// Boot is going on.
    pub(crate) in_boot: bool,
    /// Backward jumps that a thread may make in one go.
    pub(crate) quantum: u32,
    /// `vm.por`: whether accesses to what one thread alone can reach are invisible.
    pub reduction: bool,
    /// `jdk.atomic`: operations of the library that are documented as atomic run as one step.
    pub jdk_atomic: bool,
    /// `debug.machine-steps`: operations of threads and groups of threads (`java.lang`) run as one step.
    pub machine_steps: bool,
    /// `vm.processors`: how many the machine is said to have, where somebody says so.
    pub processors: Option<u32>,
    /// `choice.NAME`: what choices with a name are among.
    pub generators: BTreeMap<String, Arc<dyn Generator>>,
    /// `jdk.enumerate-random`: what is drawn within bounds is a data choice.
    pub enumerate_random: bool,
    /// `jdk.logging`: loggers say nothing.
    pub silent_logging: bool,
    /// The arguments of the user's `java`.
    pub jvm_args: JvmArgs,
    /// `--stdin`: what is in standard input, if the user says so.
    pub stdin: Option<Arc<[u8]>>,
    /// Options.
    pub options: VmOptions,
    /// A schedule is followed with a clock that sleeps move.
    pub time_passes: bool,
    /// Whether garbage is collected at every chance: for those who look for mistakes in that.
    pub collects_often: bool,
    /// Whether states differ that printed something else on the way: for who asks what each end of a program prints.
    pub keys_tell_output: bool,
    /// States differ by who made their objects, as cells do (`touches.rs`).
    pub(crate) keys_tell_makers: bool,
    /// What properties speak of.
    pub(crate) observed: Observed,
    /// Properties follow a run that is no search: what they speak of is looked at there too.
    pub monitored: bool,
    /// A run that is no search: its thread parks where the initialisation of a class begins that states properties.
    pub parks_where_stated: bool,
    /// The method that the program exists to call, if it is a test.
    pub(crate) tested: Option<&'static Method>,
    /// What it calls, if its driver is that of an object under test.
    pub object: Option<ObjectUnderTest>,
}

impl RunMode {
    /// That of a machine which boots.
    pub(super) fn new(options: VmOptions) -> RunMode {
        RunMode {
            exploring: false,
            in_boot: true,
            quantum: 0,
            reduction: true,
            jdk_atomic: true,
            machine_steps: true,
            processors: None,
            generators: BTreeMap::new(),
            enumerate_random: false,
            silent_logging: false,
            jvm_args: JvmArgs::default(),
            stdin: None,
            options,
            time_passes: false,
            collects_often: false,
            keys_tell_output: false,
            keys_tell_makers: false,
            observed: Observed::default(),
            monitored: false,
            parks_where_stated: false,
            tested: None,
            object: None,
        }
    }
}
