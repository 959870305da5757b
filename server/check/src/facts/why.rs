//! Why a counterexample fails.

use serde::{Deserialize, Serialize};

use super::location::Location;
use super::step::StepFacts;

/// What it takes for the defect to happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Why {
    /// One access alone breaks what an annotation promises.
    OneAccess,
    /// It happens where each thread runs until it cannot go on.
    NoPreemption,
    /// One switch makes the difference.
    Switch(Box<Switch>),
    /// What the two threads of a race hold.
    Held {
        /// The threads, in the order of the trail.
        threads: [Holding; 2],
    },
}

/// A switch from one thread to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Switch {
    /// The step of the other thread that others feel most.
    pub intruder: Moment,
    /// The last step of the thread that was interrupted.
    pub before: Moment,
    /// Its next one, if there is one.
    pub after: Option<Moment>,
}

/// A step of a trail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The thread's Java name.
    pub thread: String,
    /// What it does.
    pub facts: StepFacts,
    /// Where.
    pub location: Option<Location>,
}

/// The locks of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// The thread's Java name.
    pub thread: String,
    /// The locks that it holds, by the names that those give them who used them first.
    pub locks: Vec<String>,
}
