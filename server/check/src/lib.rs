//! Chooses, remembers, judges: explores a program on the virtual machine and reports what it finds.
//!
//! Knows no disk, no clock and no protocol: time and the wish to stop come in as a [`Budget`].

pub mod facts;
pub mod options;
pub mod report;
pub mod trail;
pub mod words;

mod analysis;
mod assumptions;
mod controlled_run;
mod discipline;
mod engine;
mod explain;
mod finding;
mod judge;
mod junit;
mod leak;
mod loops;
mod names;
mod object;
mod optimistic_reads;
mod pipeline;
mod replay;
mod run;
mod search;
mod session;
mod site;
mod sleep_respecting_schedules;
mod step_snapshot;
mod store;
mod throwables;

pub use analysis::EraserMode;
pub use controlled_run::EnabledChoice;
pub use dropwire_vm::CancellationToken;
pub use dropwire_vm::{Attributes, JvmArgs, LockPolicy, Symmetry, SyncDetection};
pub use engine::{Replay, check, replay};
pub use facts::defect::Thrown;
pub use facts::kind::Kind;
pub use facts::location::Location;
pub use facts::reason::{Cause, Reason, Stop};
pub use facts::step::Operation;
pub use junit::{Cases, OBJECT, cases, test_name};
pub use options::{Budget, Options, StoreKind, Strategy, Target, Timeouts};
pub use report::{Analysis, Confidence, Coverage, Finding, Related, Report, Severity, Statistics, Verdict};
pub use run::{RunEnd, Stream, run, run_started};
pub use session::{Exploration, Session, apart};
pub use trail::{Standing, Step, StepSnapshot, Trail};
