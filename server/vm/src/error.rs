//! Why a path cannot go on. A Java exception is not among them: it is part of the state.

use std::fmt;

/// The path is inconclusive; the text says what is missing, where, and is shown to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VmError {
    /// A native method has no peer: its full name and the place of the call.
    NotModelled(String),
    /// No object of a class, by internal name, can be constructed that threads are to use.
    NoObject(String, NoObject),
    /// A deterministic limit (heap, stack depth, threads) was reached.
    Limit(String),
    /// A class file is broken or of an unsupported kind.
    Class(String),
    /// A class, by internal name, that another one needs in order to exist: a superclass or an interface.
    MissingClass(String),
    /// The JDK cannot be used.
    Jdk(String),
    /// The program says that this path does not count; where it says so.
    Ignored(String),
    /// Somebody outside rang the cancellation: nothing is wrong with the path.
    Stopped,
}

/// Why no object of a class can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoObject {
    /// The class is abstract, or an interface.
    Abstract,
    /// No arguments can be generated for any of its constructors.
    NoConstructor,
}

impl fmt::Display for VmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VmError::NotModelled(text) | VmError::Limit(text) | VmError::Class(text) | VmError::Jdk(text) => {
                f.write_str(text)
            }
            VmError::NoObject(class, NoObject::Abstract) => {
                write!(f, "no object of {} is made: it is abstract", class.replace('/', "."))
            }
            VmError::NoObject(class, NoObject::NoConstructor) => write!(
                f,
                "no object of {} is made: no arguments can be generated for its constructors",
                class.replace('/', ".")
            ),
            VmError::Ignored(place) => write!(f, "the program ignores this run (Verify.ignoreIf, {place})"),
            VmError::Stopped => f.write_str("it was stopped"),
            VmError::MissingClass(name) => write!(f, "class {} is not on the class path", name.replace('/', ".")),
        }
    }
}

impl std::error::Error for VmError {}
