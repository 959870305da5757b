//! Unlikely events without which a defect does not happen.

use serde::{Deserialize, Serialize};

/// One that a run relies on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Need {
    /// What has to happen.
    pub event: UnlikelyEvent,
    /// The file, or else the class, in which it does; none where no code is known.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
}

/// What a program must not rely on, and a defect need not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnlikelyEvent {
    /// A sleep that ends before the work of others.
    ShortSleep,
    /// A thread leaves a wait without notification.
    SpuriousWakeup,
    /// A timed wait ends by time though others could move.
    TimeOut,
}
