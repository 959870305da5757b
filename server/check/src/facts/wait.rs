//! What a thread waits for that cannot go on.

use serde::{Deserialize, Serialize};

use super::object::{Instance, Object};

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum Wait {
    /// A lock: a monitor, or one of `java.util.concurrent`.
    Lock {
        /// As the waiting thread knows it.
        lock: Object,
        /// Who has it.
        holder: Holder,
        /// Which object it is, where a run that was followed shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instance: Option<Instance>,
    },
    /// That a class is initialised.
    Initialisation {
        /// Binary name with dots.
        class: String,
        /// The thread that initialises it.
        holder: Holder,
    },
    /// The end of a thread.
    End {
        /// The thread.
        thread: Object,
    },
    /// A notification.
    Notification {
        /// The object whose monitor it waits on.
        object: Object,
    },
    /// Something in the library.
    Call {
        /// The class of the method that the program called, as `CountDownLatch`.
        class: String,
        /// The method.
        method: String,
    },
    /// A permit of `LockSupport`.
    Permit,
    /// Anything else.
    Other,
}

/// Who has what a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Holder {
    /// A thread.
    Thread {
        /// Its Java name.
        name: String,
    },
    /// A thread that has ended without giving it back.
    Ended {
        /// Its Java name, where that is known.
        name: Option<String>,
    },
}

impl Wait {
    /// Who has it, where it is something that one can have.
    pub fn holder(&self) -> Option<&Holder> {
        match self {
            Wait::Lock { holder, .. } | Wait::Initialisation { holder, .. } => Some(holder),
            Wait::End { .. } | Wait::Notification { .. } | Wait::Call { .. } | Wait::Permit | Wait::Other => None,
        }
    }

    /// The object that it waits for or on.
    pub fn object(&self) -> Option<&Object> {
        match self {
            Wait::Lock { lock: object, .. } | Wait::Notification { object } | Wait::End { thread: object } => {
                Some(object)
            }
            Wait::Initialisation { .. } | Wait::Call { .. } | Wait::Permit | Wait::Other => None,
        }
    }
}
