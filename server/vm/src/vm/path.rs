//! What one path has done.

use crate::heap::Ref;
use crate::thread::ThreadId;

/// Counters and facts of a path that are small enough to be copied at each undo frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathFacts {
    /// Bytes printed so far.
    pub output: usize,
    /// Identity hashes given out so far.
    pub hashes: usize,
    /// The shutdown hooks have been started at the program's natural end.
    pub shutting_down: bool,
    /// `Some(status)` after `System.exit`.
    pub exited: Option<i32>,
    /// Throwables that left a thread, so far on this path.
    pub uncaught: usize,
    /// Violations of annotations so far on this path.
    pub violations: usize,
    /// How often user code read a clock on this path.
    pub clock_reads: u64,
    /// What clocks show in nanoseconds: sleeps and timed waits have taken so long, since user code first read one.
    pub now: i64,
    /// Which threads have asked for a collection on this path, by number; those from 63 on are one.
    pub collector_asked: u64,
    /// Off-heap bytes handed out.
    pub native_top: usize,
    /// Off-heap memory differs from what boot left.
    pub native_changed: bool,
    /// Class initialisations that failed.
    pub init_failures: usize,
    /// The escape flags were exact, and all components known, at the last state whose key was taken.
    pub marked: bool,
    /// Since then something happened that can make a shared object one thread's own.
    pub escape_info_stale: bool,
    /// Since then a thread may have come by what another one owns, past the fields that the marking follows.
    pub strayed: bool,
    /// Whether there are many objects has been looked at.
    pub settling: bool,
    /// Hidden classes defined.
    pub hidden: usize,
    /// Packages of modules that the program defined.
    pub modules: usize,
    /// Objects named so far, where allocation sites count.
    pub named_objects: usize,
    /// Default names given to threads that `main` made; to those of all threads where somebody looks at them.
    pub numbers: u32,
    /// Thread ids given out likewise.
    pub ids: u32,
    /// Which of the names of threads that properties speak of were those of threads that have ended.
    pub ended_names: u64,
}

/// A class initialisation that failed: what later uses of the class tell as the cause.
#[derive(Clone, Debug)]
pub struct InitFailure {
    /// The class.
    pub class: crate::types::ClassId,
    /// Exception, message and thread.
    pub text: String,
    /// Backtrace of the exception: method and instruction.
    pub backtrace: Vec<u64>,
}

/// A throwable that left `main` or a thread's `run`, or that was passed to the default handler.
#[derive(Clone, Copy, Debug)]
pub struct Uncaught {
    /// The thread.
    pub thread: ThreadId,
    /// Its name when the throwable left it: the thread that starts the shutdown hooks is renamed afterwards.
    pub name: &'static str,
    /// The throwable.
    pub throwable: Ref,
    /// A handler of the program's own takes it.
    pub handled: bool,
    /// The thread has died of it.
    pub died: bool,
}

/// What the present path has done, beside heap and threads. Undo takes it back: by [`PathFacts`], which are copied, and which say how
/// long the lists were.
pub struct PathState {
    /// Small facts of this path.
    pub facts: PathFacts,
    /// What the program printed on this path: (is standard error, bytes) flattened with marks.
    pub output: Vec<(bool, u8)>,
    /// Identity hashes: object and hash, in the order of giving out.
    pub hashes: Vec<(Ref, u32)>,
    /// Throwables that left their thread.
    pub uncaught: Vec<Uncaught>,
    /// Violations of annotations on this path, each once.
    pub violations: Vec<crate::lock_annotations::Violation>,
    /// Class initialisations that failed.
    pub init_failures: Vec<InitFailure>,
    /// Hashes of the bytes of the hidden classes that this path has defined.
    pub(crate) hidden: Vec<u64>,
    /// Packages of modules that were defined on this path, and the modules.
    pub(crate) modules: Vec<(String, Ref)>,
    /// Off-heap memory of `Unsafe.allocateMemory`.
    pub native_memory: Vec<u8>,
}

impl Default for PathState {
    fn default() -> Self {
        PathState {
            facts: PathFacts::default(),
            output: Vec::new(),
            hashes: Vec::new(),
            uncaught: Vec::new(),
            violations: Vec::new(),
            init_failures: Vec::new(),
            hidden: Vec::new(),
            modules: Vec::new(),
            native_memory: vec![0; 8],
        }
    }
}

impl PathState {
    /// Makes the path what it was when its facts were these; off-heap memory is put back by [`Vm`](super::Vm).
    pub(super) fn take_back(&mut self, facts: PathFacts) {
        self.output.truncate(facts.output);
        self.hashes.truncate(facts.hashes);
        self.uncaught.truncate(facts.uncaught);
        self.violations.truncate(facts.violations);
        self.init_failures.truncate(facts.init_failures);
        self.hidden.truncate(facts.hidden);
        self.modules.truncate(facts.modules);
        self.facts = facts;
    }
}
