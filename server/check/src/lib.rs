//! Chooses, remembers, judges: explores a program on the virtual machine and reports what it finds.
//!
//! Knows no disk, no clock and no protocol: time and requests to stop come in as a [`Budget`].
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use dropwire_check::{Budget, Options, Statistics, Stop, Target, check};
//! use dropwire_classes::{Jdk, Universe};
//! use dropwire_vm::{Vm, VmOptions};
//!
//! struct Unlimited;
//! impl Budget for Unlimited {
//!     fn exhausted(&mut self) -> Option<Stop> {
//!         None
//!     }
//!     fn progress(&mut self, _: &Statistics) {}
//! }
//!
//! let universe = Universe::open(&Jdk::locate(None)?, &["target/classes".into()])?;
//! let mut vm = Vm::boot(universe, &VmOptions::default())?;
//! let target = Target { class: "shop.Till".into(), args: Vec::new() };
//! let report = check(&mut vm, &target, &Options::default(), &mut Unlimited);
//! println!("{:?}: {} findings", report.verdict, report.findings.len());
//! # Ok(())
//! # }
//! ```

pub mod debugger;
pub mod facts;
pub mod listener;
pub mod options;
pub mod report;
pub mod trail;
pub mod words;

mod analysis;
mod assumptions;
mod confirm;
mod controlled_run;
mod counterexamples;
mod effort;
mod enabled;
mod engine;
mod explain;
mod finding;
mod fixture_names;
mod follower;
mod heard;
mod input_graph;
mod input_value;
mod junit;
mod lasso;
mod least_depths;
mod linearizability;
mod names;
mod object_harness;
mod object_options;
mod optimistic_reads;
mod pipeline;
mod properties;
mod replay;
mod reports;
mod rollback;
mod round_robin;
mod run;
mod search;
mod sequential;
mod session;
mod site;
mod sleep_clock;
mod sleep_respecting_schedules;
mod step_snapshot;
mod store;
mod symbolic;
mod temporal;
mod trail_options;
mod unordered_races;
mod virtual_clock;

pub use analysis::EraserMode;
pub use assumptions::Assumption;
pub use controlled_run::EnabledChoice;
pub use debugger::{Debugger, NotDebugged, debug};
pub use dropwire_ltl::Formula;
pub use dropwire_vm::CancellationToken;
pub use dropwire_vm::{
    AccessesSeen, Attributes, FieldAttributes, FieldLocks, JvmArgs, KINDS, LockPolicy, NamedChoices, Perturbation,
    Replacement, Subject, Symmetry, SyncDetection,
};
pub use dropwire_vm::{Alternative, Choice};
pub use engine::{check, check_heard};
pub use facts::defect::Thrown;
pub use facts::explored::{Branch, ExploredMethod, ExploredPath, Hidden, InputClass, InputField, PathEnd, Returned};
pub use facts::kind::Kind;
pub use facts::location::Location;
pub use facts::need::{Need, UnlikelyEvent};
pub use facts::note::Note;
pub use facts::property::{Known, Monitored, Problem as PropertyProblem, PropertyOrigin};
pub use facts::reason::{Cause, Limit, NotFollowed, Reason, Remedy, Stop};
pub use facts::reported::{ReportKind, Reported};
pub use facts::step::Operation;
pub use fixture_names::{fixture, fixture_method};
pub use input_graph::InputGraph;
pub use input_value::{InputObject, InputValue};
pub use junit::{Cases, OBJECT, arguments_of_tests, cases, test_name};
pub use object_options::{Cancellation, Consistency, ObjectOptions, ProgressCondition};
pub use options::{
    Budget, HeuristicKind, Options, Probability, ReducedSearches, SearchMode, SourceLine, StoreKind, Target, Timeouts,
};
pub use options::{FilesOptions, bytes_as_text};
pub use replay::{Replay, replay};
pub use report::{
    Analysis, Confidence, Coverage, Exploration, Finding, Related, Report, Severity, Statistics, Verdict,
};
pub use rollback::with_rollback;
pub use round_robin::{RunEnd, Stream};
pub use run::{run, run_started};
pub use session::Session;
pub use symbolic::options::{Integers, SolverChoice, SymbolicOptions};
pub use temporal::spec::{DefinitionError, FairnessKind, Pattern, PropertyReader, Scope, TemporalProperty};
pub use trail::{AccessInStep, InLibrary, Input, Lasso, PassingRun, Step, StepSnapshot, ThreadStatus, Trail, Value};
