//! What a search spends its transitions on, and how it could be made smaller, as facts. `words::cost` makes the sentences.

use serde::{Deserialize, Serialize};

use super::location::Location;
use super::step::StepOp;

/// A place in the program, and the transitions that threads begin there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteCost {
    /// What a thread does there.
    pub facts: StepOp,
    /// Where: the innermost line of the program's code, else of the library's.
    pub location: Option<Location>,
    /// Threads that do it. One of another path counts as the same if as many were started before it.
    pub threads: u64,
    /// So many of the transitions that were counted.
    pub transitions: u64,
}

/// A thread, and its transitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadCost {
    /// Its name.
    pub thread: String,
    /// So many of the transitions that were counted.
    pub transitions: u64,
}

/// What makes a search smaller. Closed: a new one needs its text in `words::cost`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "advice", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Advice {
    /// Start fewer threads.
    FewerThreads {
        /// So many are started in one run.
        threads: u64,
        /// Where, if there is one place.
        location: Option<Location>,
    },
    /// Let a thread do something less often.
    FewerRounds {
        /// Its name.
        thread: String,
        /// What it repeats.
        facts: StepOp,
        /// So often in one run.
        rounds: u64,
        /// The run went on: there may be more.
        at_least: bool,
        /// Where.
        location: Option<Location>,
    },
    /// Take a method for one step.
    AtomicMethod {
        /// The method with its class: `shop.Cache.get`.
        method: String,
        /// The transitions that were made within it.
        transitions: u64,
    },
    /// Leave out the order of accesses to a field.
    UnorderedField {
        /// The field with its class: `shop.Stats.hits`.
        field: String,
        /// The transitions that access it.
        transitions: u64,
    },
    /// Explore schedules with few preemptions first.
    BoundPreemptions,
}

/// What a search has spent its transitions on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Transitions that were counted.
    pub counted: u64,
    /// The most expensive places, in that order.
    pub sites: Vec<SiteCost>,
    /// The threads, in that order.
    pub threads: Vec<ThreadCost>,
    /// What makes the search smaller, the most promising first.
    pub advice: Vec<Advice>,
}
