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
    /// Something that comes over the network, or over a pipe.
    Network {
        /// What.
        wait: Awaited,
    },
    /// Anything else.
    Other,
}

/// What a thread waits for at a socket, a pipe or a selector. Ports are those of this end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Awaited {
    /// That somebody connects.
    Connection {
        /// The port at which it accepts.
        port: u16,
    },
    /// That the other side has a place for its connection.
    Acceptance {
        /// The port that it connects to.
        port: u16,
    },
    /// Bytes.
    Input {
        /// None of a pipe.
        port: Option<u16>,
    },
    /// That the other end reads what was written.
    Room {
        /// None of a pipe.
        port: Option<u16>,
    },
    /// A datagram.
    Datagram {
        /// The port at which it receives.
        port: u16,
    },
    /// That a channel is ready, or the selector woken.
    Selection {
        /// How many channels the selector watches.
        channels: u32,
    },
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
            Wait::End { .. }
            | Wait::Notification { .. }
            | Wait::Call { .. }
            | Wait::Permit
            | Wait::Network { .. }
            | Wait::Other => None,
        }
    }

    /// The object that it waits for or on.
    pub fn object(&self) -> Option<&Object> {
        match self {
            Wait::Lock { lock: object, .. } | Wait::Notification { object } | Wait::End { thread: object } => {
                Some(object)
            }
            Wait::Initialisation { .. } | Wait::Call { .. } | Wait::Permit | Wait::Network { .. } | Wait::Other => None,
        }
    }
}
