//! Why a report says less than it could: a cause that programs look at, and its sentence for people.
//!
//! Nothing reads the sentence; what a caller does with a reason hangs on its cause.

use std::fmt;
use std::ops::Deref;

use dropwire_vm::VmError;
use serde::{Deserialize, Serialize};

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reason {
    /// What it is.
    pub cause: Cause,
    /// A whole sentence without a full stop.
    pub text: String,
}

/// What stood in the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit of transitions.
    Transitions,
    /// The limit of a path's length.
    Depth,
    /// Somebody's wish to stop.
    Interrupted,
    /// Something that the machine does not model.
    NotModelled,
    /// A limit of the machine, as of a stack's depth or the number of threads.
    Machine,
    /// A class that the class path does not have; binary name.
    MissingClass(String),
    /// A class, a jar or a JDK that cannot be read.
    Unreadable,
    /// The assumptions of a test fail on every path: what is said of them.
    Skipped(String),
    /// The process that was to answer is gone.
    WorkerDied,
    /// Anything else that only people need to know.
    Other,
}

/// Why a budget ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit is reached.
    Time,
    /// The user or the server cancelled.
    Interrupted,
    /// The process has become as large as it may be.
    Memory,
}

impl Reason {
    /// A reason with its cause.
    pub fn of(cause: Cause, text: impl Into<String>) -> Reason {
        Reason {
            cause,
            text: text.into(),
        }
    }

    /// The time limit ended it.
    pub fn time() -> Reason {
        Reason::of(Cause::Time, "the time limit was reached")
    }

    /// The memory limit ended it: so many bytes, 0 where that is not known.
    pub fn memory(limit: u64) -> Reason {
        let text = match limit >> 20 {
            0 => "the memory limit was reached".to_owned(),
            mebibytes => format!("the memory limit of {mebibytes} MiB was reached"),
        };
        Reason::of(Cause::Memory, text)
    }

    /// Nothing was tested, for no path fulfils what the test assumes.
    pub fn skipped(why: impl Into<String>) -> Reason {
        let why = why.into();
        let text = format!("skipped: {why}");
        Reason::of(Cause::Skipped(why), text)
    }

    /// Somebody wanted it to stop.
    pub fn interrupted() -> Reason {
        Reason::of(Cause::Interrupted, "interrupted")
    }
}

impl From<&VmError> for Reason {
    fn from(error: &VmError) -> Reason {
        let cause = match error {
            VmError::NotModelled(_) => Cause::NotModelled,
            VmError::Limit(_) => Cause::Machine,
            VmError::Class(_) | VmError::Jdk(_) => Cause::Unreadable,
            VmError::Stopped => Cause::Interrupted,
            VmError::MissingClass(name) => Cause::MissingClass(name.replace('/', ".")),
        };
        Reason::of(cause, error.to_string())
    }
}

impl From<Stop> for Reason {
    fn from(stop: Stop) -> Reason {
        match stop {
            Stop::Time => Reason::time(),
            Stop::Memory => Reason::memory(0),
            Stop::Interrupted => Reason::interrupted(),
        }
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        Reason::of(Cause::Other, text)
    }
}

impl From<&str> for Reason {
    fn from(text: &str) -> Reason {
        Reason::of(Cause::Other, text)
    }
}

impl Deref for Reason {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The sentences, in order.
pub fn sentences(reasons: &[Reason]) -> Vec<String> {
    reasons.iter().map(|reason| reason.text.clone()).collect()
}
