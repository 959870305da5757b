//! What `dropwire stress` is asked to do.

use std::path::PathBuf;
use std::time::Duration;

use super::sought::Sought;

/// What to run, and how often.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program that is started.
    pub java: PathBuf,
    /// Options for it.
    pub jvm_args: Vec<String>,
    /// Binary name with dots, and for a test its method: `shop.TillTest#sells`.
    pub target: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// What runs instead of a `main`.
    pub tests: Option<Tests>,
    /// How many runs.
    pub runs: u64,
    /// Of the numbers that threads draw.
    pub seed: u64,
    /// Of a switch at a scheduling point.
    pub probability: f64,
    /// For one run.
    pub run_limit: Duration,
    /// For all of them.
    pub time_limit: Option<Duration>,
    /// End with the first failure.
    pub first: bool,
    /// A process for each run.
    pub alone: bool,
    /// A finding that is looked for: with it the runs end.
    pub sought: Option<Sought>,
}

/// A class of tests, or a method of one, which JUnit runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tests {
    /// Binary name with dots.
    pub class: String,
    /// `None`: all methods that are tests.
    pub method: Option<String>,
}
