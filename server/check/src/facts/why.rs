//! Why a counterexample fails.

use serde::{Deserialize, Serialize};

use super::defect::MethodName;
use super::location::Location;
use super::object::{Instance, Memory};
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
    /// The number of the first step after it, from 1.
    #[serde(default)]
    pub step: u32,
    /// The step of the other thread that makes the difference: on what the interrupted thread uses before and after it, as far as
    /// such a step is known.
    pub intruder: Moment,
    /// The last step before it of the thread that was interrupted, on the same if there is one.
    pub before: Moment,
    /// Its next one, if there is one, on the same if there is one.
    pub after: Option<Moment>,
    /// What becomes of the run without it.
    #[serde(default)]
    pub without: Without,
}

/// What becomes of the nearest run without a switch. It does not fail in the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Without {
    /// It ends, and nothing fails.
    #[default]
    Passes,
    /// It goes on for thousands of steps, and nothing fails.
    GoesOn,
    /// Another failure is found on it.
    FailsOtherwise,
}

/// A step of a trail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// Its number, from 1; 0 where it is not known.
    #[serde(default)]
    pub step: u32,
    /// The thread's Java name.
    pub thread: String,
    /// What it does.
    pub facts: StepFacts,
    /// Which object it is about, where it is distinguished from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Instance>,
    /// The method of the library that the user's code called and in which it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<MethodName>,
    /// The place on which the explanation rests, where the step accesses it on its way to the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<Inside>,
    /// Where.
    pub location: Option<Location>,
}

/// An access on the way from a step to the next one, as under a lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inside {
    /// The place.
    pub memory: Memory,
    /// Whether the step wrote it.
    pub write: bool,
}

/// The locks of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// The thread's Java name.
    pub thread: String,
    /// The locks that it holds, by the names that those give them who used them first.
    pub locks: Vec<String>,
}
