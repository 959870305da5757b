//! How an operation of the system fails: with a number that the program gets, or for a reason of the machine's.

use crate::error::VmError;

/// errno(3), with its numbers on Linux.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Errno {
    NotPermitted = 1,
    NoEntry = 2,
    BadDescriptor = 9,
    Denied = 13,
    Exists = 17,
    CrossDevice = 18,
    NotDirectory = 20,
    IsDirectory = 21,
    Invalid = 22,
    TooManyOpen = 24,
    NotEmpty = 39,
}

impl Errno {
    const ALL: [Errno; 11] = [
        Errno::NotPermitted,
        Errno::NoEntry,
        Errno::BadDescriptor,
        Errno::Denied,
        Errno::Exists,
        Errno::CrossDevice,
        Errno::NotDirectory,
        Errno::IsDirectory,
        Errno::Invalid,
        Errno::TooManyOpen,
        Errno::NotEmpty,
    ];

    pub(super) fn of(number: i32) -> Option<Errno> {
        Errno::ALL.into_iter().find(|one| *one as i32 == number)
    }

    /// strerror(3)
    pub(super) fn text(self) -> &'static str {
        match self {
            Errno::NotPermitted => "Operation not permitted",
            Errno::NoEntry => "No such file or directory",
            Errno::BadDescriptor => "Bad file descriptor",
            Errno::Denied => "Permission denied",
            Errno::Exists => "File exists",
            Errno::CrossDevice => "Invalid cross-device link",
            Errno::NotDirectory => "Not a directory",
            Errno::IsDirectory => "Is a directory",
            Errno::Invalid => "Invalid argument",
            Errno::TooManyOpen => "Too many open files",
            Errno::NotEmpty => "Directory not empty",
        }
    }
}

/// Why an operation failed.
pub(super) enum Trouble {
    /// The program gets the error.
    Refused(Errno),
    /// The machine cannot go on.
    Machine(VmError),
}

impl From<VmError> for Trouble {
    fn from(error: VmError) -> Trouble {
        Trouble::Machine(error)
    }
}

impl From<Errno> for Trouble {
    fn from(error: Errno) -> Trouble {
        Trouble::Refused(error)
    }
}

pub(super) type Done<T> = Result<T, Trouble>;
