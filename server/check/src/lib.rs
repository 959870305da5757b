//! Chooses, remembers, judges: explores a program on the virtual machine and reports what it finds.
//!
//! Knows no disk, no clock and no protocol: time and the wish to stop come in as a [`Budget`].

pub mod report;
pub mod trail;

pub use report::{
    Analysis, Confidence, Coverage, Finding, Kind, Location, Related, Report, Severity, Statistics,
    Verdict,
};
pub use trail::{Operation, Step, Trail};
pub mod options;
pub mod run;
pub use run::{RunEnd, Stream, run};
pub use options::{Budget, Options, Stop, Target, Timeouts};
