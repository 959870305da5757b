//! What a caller may ask of a check. Plain data; the binary reads it from options and `dropwire.toml`.

use std::path::PathBuf;

use dropwire_symbolic::Solver;
use dropwire_vm::{
    Attributes, CancellationToken, FieldAttributes, JvmArgs, NamedChoices, Perturbation, Replacement, Symmetry,
    SyncDetection,
};
use serde::{Deserialize, Serialize};

use crate::analysis::EraserMode;
use crate::facts::reason::Stop;
use crate::facts::reported::ReportKind;
use crate::listener::Listener;
pub use crate::object_options::{Consistency, ObjectOptions};
use crate::report::{Finding, Statistics};
use crate::symbolic::options::SymbolicOptions;
use crate::temporal::spec::TemporalProperty;

/// What runs: a class with a `main`, and its arguments; or a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Binary name with dots, as `shop.Till`. A test has a `#`: `shop.TillTest#sells`, with the types of its parameters
    /// where methods have the same name, `#adds(int)`, and the number of its case where it has several, `#adds[2]`.
    pub class: String,
    /// Arguments of `main`, or of the method, as text.
    pub args: Vec<String>,
}

/// Which files of this machine a program may see, as they are found. Nothing is ever written to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilesOptions {
    /// The folder that the program takes for its working folder, absolute.
    pub working_folder: Option<PathBuf>,
    /// Files and folders, absolute.
    pub read: Vec<PathBuf>,
}

/// Bytes as text that JSON can hold: each character is one.
pub fn bytes_as_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// The bytes of such a text. A character that is none, which only a file that somebody has edited can have, is a question mark.
pub(crate) fn text_as_bytes(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| u8::try_from(letter).unwrap_or(b'?'))
        .collect()
}

/// Options that change what is explored. A worker process gets them as JSON, by these derives: none can be forgotten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// `search.timeouts`.
    pub timeouts: Timeouts,
    /// `search.spurious-wakeups`: whether `Object.wait` may return without a reason.
    pub spurious_wakeups: bool,
    /// `jdk.atomic`: operations of java.util.concurrent documented as atomic are one step.
    pub jdk_atomic: bool,
    /// `vm.processors`: how many processors the program sees, and pools go by; by default four, but a common
    /// pool as for two.
    pub processors: Option<u32>,
    /// `jdk.logging`: loggers of the known libraries say nothing.
    pub silent_logging: bool,
    /// `choice.NAME`: what choices with a name are among.
    pub choices: NamedChoices,
    /// `jdk.enumerate-random`: what the program draws from java.util.Random within bounds is a data choice.
    pub enumerate_random: bool,
    /// `jvm-args`: the arguments of the user's `java`.
    pub jvm_args: JvmArgs,
    /// `files.read`: which files of this machine the program may see; the caller says so, by default none.
    pub files: FilesOptions,
    /// `--stdin`: what is in standard input, each character a byte; empty if unset.
    pub stdin: Option<String>,
    /// `object.…`: how an object under test is used, and what its calls are held against.
    pub object: ObjectOptions,
    /// `symbolic.…`: which parameters of a method stand for all values.
    pub symbolic: SymbolicOptions,
    /// `vm.por`: accesses to objects that only one thread can reach are no choice points.
    pub reduction: bool,
    /// `vm.por.attributes`: what is said about methods, as [`Attributes::parse`] reads it.
    pub attributes: Attributes,
    /// `vm.por.field-attributes`: what is said about fields.
    pub field_attributes: FieldAttributes,
    /// `[[replace]]`: methods in whose place others run.
    pub replacements: Vec<Replacement>,
    /// `[[property]]`: what must hold of the program's runs.
    pub properties: Vec<TemporalProperty>,
    /// `[[perturb]]`: values that are put in the place of others.
    pub perturbations: Vec<Perturbation>,
    /// `vm.por.sync-detection` and what belongs to it.
    pub sync_detection: SyncDetection,
    /// `search.strategy`.
    pub strategy: SearchMode,
    /// `search.eraser`: how strictly the lock-set analysis judges.
    pub eraser: EraserMode,
    /// `search.heuristic`: what an informed search takes for near a defect.
    pub heuristic: HeuristicKind,
    /// `search.goal`: the line that the distance of [`HeuristicKind`] leads to.
    pub goal: Option<SourceLine>,
    /// `search.preemptions`: the most preemptions of a path that [`SearchMode::PreemptionBound`] explores.
    pub preemptions: u32,
    /// `search.switch-probability`: of random runs; all choices are equally likely by default.
    pub switch_probability: Option<Probability>,
    /// `search.switch-coverage`: note where random runs switch threads.
    pub switch_coverage: bool,
    /// `search.runs`: how many random runs are made; 0: 1,000, or 10 where they are analysed.
    pub runs: u64,
    /// `--seed`.
    pub seed: u64,
    /// `search.progress`: report fair runs that never end though others do.
    pub progress: bool,
    /// `--first`: stop at the first confirmed error.
    pub first: bool,
    /// `--max-transitions`; 0 is unlimited.
    pub max_transitions: u64,
    /// `--max-depth`, in transitions; 0 is unlimited.
    pub max_depth: u64,
    /// `--memory-limit` in bytes; 0 is unlimited.
    pub memory_limit: u64,
    /// `search.store`: how states are remembered.
    pub store: StoreKind,
    /// `vm.por.persistent`: which searches take the steps of persistent sets alone where they can.
    pub persistent_sets: ReducedSearches,
    /// `vm.por.sleep`: which searches do not take steps again behind steps that are independent of them (sleep sets).
    pub sleep_sets: ReducedSearches,
    /// `search.symmetry`: which states that differ only in the places of their objects are one.
    pub symmetry: Symmetry,
    /// Look for schedules with fewer switches when the search is over.
    pub short_trails: bool,
    /// Record what every end of the program printed to standard output: [`crate::Exploration::ends`].
    pub ends: bool,
    /// `--report`: what else is said of the search.
    pub reports: Vec<ReportKind>,
    /// `debug.verify-hashes`: compute every key from scratch as well, and compare.
    pub full_keys: bool,
    /// `debug.machine-steps`: operations of threads and groups of threads are one step. Without it, and without `jdk_atomic`, all bytecode of the
    /// JDK is explored access by access.
    pub machine_steps: bool,
}

impl Options {
    /// Whether a thread that holds a lock has to be seen between any two of its steps.
    pub(crate) fn looks_at_held_locks(&self) -> bool {
        self.relies_on_fairness() || self.object.progress.is_some()
    }

    /// Whether what is said of runs rests on fair threads.
    pub(crate) fn relies_on_fairness(&self) -> bool {
        self.progress || self.properties.iter().any(TemporalProperty::relies_on_fairness)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            timeouts: Timeouts::LastResort,
            spurious_wakeups: true,
            jdk_atomic: true,
            processors: None,
            silent_logging: true,
            choices: NamedChoices::default(),
            enumerate_random: false,
            jvm_args: JvmArgs::default(),
            files: FilesOptions::default(),
            stdin: None,
            object: ObjectOptions::default(),
            symbolic: SymbolicOptions::default(),
            reduction: true,
            attributes: Attributes::default(),
            field_attributes: FieldAttributes::default(),
            replacements: Vec::new(),
            properties: Vec::new(),
            perturbations: Vec::new(),
            sync_detection: SyncDetection::default(),
            strategy: SearchMode::Guided,
            eraser: EraserMode::Strict,
            heuristic: HeuristicKind::Alternating,
            goal: None,
            preemptions: 2,
            switch_probability: None,
            switch_coverage: false,
            runs: 0,
            seed: 0,
            progress: false,
            first: false,
            max_transitions: 0,
            max_depth: 0,
            memory_limit: 4 << 30,
            store: StoreKind::Fingerprint,
            persistent_sets: ReducedSearches::LargeSearches,
            sleep_sets: ReducedSearches::LargeSearches,
            symmetry: Symmetry::Canonical,
            short_trails: true,
            ends: false,
            reports: Vec::new(),
            full_keys: false,
            machine_steps: true,
        }
    }
}

impl Options {
    /// The same when so many transitions have been made.
    pub(crate) fn after(&self, transitions: u64) -> Options {
        Options {
            max_transitions: match self.max_transitions {
                0 => 0,
                most => most.saturating_sub(transitions).max(1),
            },
            ..self.clone()
        }
    }

    /// How many random runs are made.
    pub fn random_runs(&self) -> u64 {
        match (self.runs, self.strategy) {
            (0, SearchMode::Simulate) => 10,
            (0, _) => 1_000,
            (runs, _) => runs,
        }
    }

    /// After how many steps a run is given up that usually is after so many.
    pub fn run_length(&self, usual: u64) -> u64 {
        match self.max_depth {
            0 => usual,
            depth => depth,
        }
    }

    /// Room for the bits of [`StoreKind::Bitstate`]: a quarter of the memory limit, 256 MiB without one.
    pub fn bitstate_bytes(&self) -> u64 {
        match self.memory_limit {
            0 => 256 << 20,
            limit => limit / 4,
        }
    }
}

/// How states are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StoreKind {
    /// By 128-bit keys.
    Fingerprint,
    /// Without loss, by component tables.
    Collapse,
    /// By three bits each: incomplete, for the largest spaces.
    Bitstate,
    /// Not at all: each path is explored to its end or to the depth limit (VeriSoft: Godefroid, POPL 1997).
    Stateless,
}

impl StoreKind {
    /// All of them.
    pub const ALL: [StoreKind; 4] = [
        StoreKind::Fingerprint,
        StoreKind::Collapse,
        StoreKind::Bitstate,
        StoreKind::Stateless,
    ];

    /// The name in `search.store`.
    pub fn name(self) -> &'static str {
        match self {
            StoreKind::Fingerprint => "fingerprint",
            StoreKind::Collapse => "collapse",
            StoreKind::Bitstate => "bitstate",
            StoreKind::Stateless => "none",
        }
    }

    /// The store with this name.
    pub fn by_name(name: &str) -> Option<StoreKind> {
        StoreKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// How the space is gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchMode {
    /// All of it, depth-first.
    DepthFirst,
    /// All of it, what is reached by the fewest choices first.
    BreadthFirst,
    /// All of it, what seems nearest to a defect first.
    BestFirst,
    /// All of it, by what it took to reach a state and what seems to be left.
    AStar,
    /// Paths with few preemptions, those with the fewest first (iterative context bounding).
    PreemptionBound,
    /// Only the threads on which a warning of the analyses depends.
    Window,
    /// Random runs, as many as are asked for: no verdict but findings.
    Random,
    /// Random runs by priorities of threads that change at a few places.
    Pct,
    /// Random runs by priorities of operations.
    Pos,
    /// Random runs in which each order of selected operations is about as likely as every other one.
    Surw,
    /// Random runs that switch threads where no run has switched yet.
    Coverage,
    /// Random runs under all analyses, and no search: findings, and potential ones.
    Simulate,
    /// All of it; where that takes long, analyses of a few runs first, and a hunt for what they predict.
    Guided,
}

impl SearchMode {
    /// All of them.
    pub const ALL: [SearchMode; 13] = [
        SearchMode::DepthFirst,
        SearchMode::BreadthFirst,
        SearchMode::BestFirst,
        SearchMode::AStar,
        SearchMode::PreemptionBound,
        SearchMode::Window,
        SearchMode::Random,
        SearchMode::Pct,
        SearchMode::Pos,
        SearchMode::Surw,
        SearchMode::Coverage,
        SearchMode::Simulate,
        SearchMode::Guided,
    ];

    /// Whether it explores the whole space where nothing cuts it off.
    pub fn is_exhaustive(self) -> bool {
        match self {
            SearchMode::DepthFirst
            | SearchMode::BreadthFirst
            | SearchMode::BestFirst
            | SearchMode::AStar
            | SearchMode::PreemptionBound
            | SearchMode::Guided => true,
            SearchMode::Window
            | SearchMode::Random
            | SearchMode::Pct
            | SearchMode::Pos
            | SearchMode::Surw
            | SearchMode::Coverage
            | SearchMode::Simulate => false,
        }
    }

    /// The name in `search.strategy`.
    pub fn name(self) -> &'static str {
        match self {
            SearchMode::DepthFirst => "dfs",
            SearchMode::BreadthFirst => "bfs",
            SearchMode::BestFirst => "best-first",
            SearchMode::AStar => "a-star",
            SearchMode::PreemptionBound => "preemption-bound",
            SearchMode::Window => "window",
            SearchMode::Random => "random",
            SearchMode::Pct => "pct",
            SearchMode::Pos => "pos",
            SearchMode::Surw => "surw",
            SearchMode::Coverage => "coverage",
            SearchMode::Simulate => "simulate",
            SearchMode::Guided => "guided",
        }
    }

    /// The strategy with this name.
    pub fn by_name(name: &str) -> Option<SearchMode> {
        SearchMode::ALL.into_iter().find(|strategy| strategy.name() == name)
    }
}

/// What an informed search takes for near a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeuristicKind {
    /// The next two in turn, as planners do (Helmert, JAIR 2006): what misleads one rarely misleads both.
    Alternating,
    /// Threads are few instructions from `search.goal`, else from where analyses of random runs warn, else from a `throw`.
    Distance,
    /// Few threads can move.
    MostBlocked,
    /// Threads have moved in turn.
    Interleaving,
}

impl HeuristicKind {
    /// All of them.
    pub const ALL: [HeuristicKind; 4] = [
        HeuristicKind::Alternating,
        HeuristicKind::Distance,
        HeuristicKind::MostBlocked,
        HeuristicKind::Interleaving,
    ];

    /// The name in `search.heuristic`.
    pub fn name(self) -> &'static str {
        match self {
            HeuristicKind::Alternating => "alternating",
            HeuristicKind::Distance => "distance",
            HeuristicKind::MostBlocked => "most-blocked",
            HeuristicKind::Interleaving => "interleaving",
        }
    }

    /// The heuristic with this name.
    pub fn by_name(name: &str) -> Option<HeuristicKind> {
        HeuristicKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A line of a class, as `shop.Till:42`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLine {
    /// Its binary name with dots. Lambdas and nested classes of its file belong to it.
    pub class: String,
    /// From 1.
    pub line: u32,
}

impl SourceLine {
    /// Reads `shop.Till:42`.
    pub fn parse(text: &str) -> Option<SourceLine> {
        let (class, line) = text.rsplit_once(':')?;
        let line = line.trim().parse().ok().filter(|line| *line > 0)?;
        let class = class.trim();
        (!class.is_empty()).then(|| SourceLine {
            class: class.to_owned(),
            line,
        })
    }
}

/// A probability, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probability(u32);

impl Probability {
    const ONE: u32 = 1_000_000;

    /// Reads `0.25`: more than 0 and at most 1.
    pub fn parse(text: &str) -> Option<Probability> {
        let value: f64 = text.trim().parse().ok()?;
        let millionths = (value * f64::from(Probability::ONE)).round();
        (millionths >= 1.0 && millionths <= f64::from(Probability::ONE)).then_some(Probability(millionths as u32))
    }

    /// Whether it happens, by a random number.
    pub fn decides(self, random: u64) -> bool {
        random % u64::from(Probability::ONE) < u64::from(self.0)
    }
}

/// Which searches of all states along paths make use of steps that are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReducedSearches {
    /// Those of the default strategy that come to more than 2,000 transitions.
    LargeSearches,
    /// All of them, from their beginning.
    Always,
    /// None.
    Never,
}

/// When a timed wait may end by its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Timeouts {
    /// Only when nothing else can move.
    LastResort,
    /// At any moment.
    Always,
}

/// The caller's clock, its wish to stop, and its ear for progress. The search asks every few hundred transitions.
pub trait Budget {
    /// `Some(why)` when the search must end now.
    fn exhausted(&mut self) -> Option<Stop>;
    /// Cancelled as soon as the budget is used up, in the midst of a step too. Without one, a step comes to its end.
    fn cancellation(&self) -> CancellationToken {
        CancellationToken::default()
    }
    /// The search is over. From now on there is a short time to report what it found, whatever was used up; asked for twice, it is
    /// still one.
    fn conclude(&mut self) {}
    /// Shows each of those who listen to the search; nobody does by default.
    fn listeners(&mut self, show: &mut dyn FnMut(&mut dyn Listener)) {
        let _ = show;
    }
    /// Told now and then how much the machine has executed so far, and how many transitions the present search has made; whether that search
    /// has to end for it. None has to by default.
    fn is_spent(&mut self, executed: u64, transitions: u64) -> bool {
        let _ = (executed, transitions);
        false
    }
    /// Called often; the implementation decides how often it shows something.
    fn progress(&mut self, statistics: &Statistics);
    /// Which share of the budget is used up, between 0 and 1; `None` where nothing is limited. A search that is far from its
    /// end when most is used up spends some of the rest on random runs.
    fn used(&mut self) -> Option<f64> {
        None
    }
    /// Whether [`Budget::found`] is of use to anybody.
    fn wants_findings(&self) -> bool {
        false
    }
    /// z3, with a limit of milliseconds for each question, where 0 is none; `None` where the caller has no z3.
    fn z3(&mut self, limit_ms: u64) -> Option<Box<dyn Solver>> {
        let _ = limit_ms;
        None
    }
    /// What is known before a long search begins; its answer upgrades these or drops them, and adds others.
    fn found(&mut self, findings: Vec<Finding>) {
        let _ = findings;
    }
}
