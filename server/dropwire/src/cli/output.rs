//! Standard output: an answer that could not be written is an error; one whose reader has gone away is none.
//!
//! `dropwire check | head` ends without a message, and with the status of what is known by then: as that of a program that a broken pipe
//! kills would depend on how much fits into the pipe.

use std::io::{ErrorKind, Write};

use super::interrupt;
use crate::exit::Status;

/// How much of the answer has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Written {
    /// All of it.
    Whole,
    /// Its reader has gone away (`| head`), and wants no more.
    Unread,
    /// Not all of it.
    InPart,
}

impl Written {
    /// What it makes of the exit status.
    pub fn status(self) -> Status {
        match self {
            Written::Whole | Written::Unread => Status::Verified,
            Written::InPart => Status::Misuse,
        }
    }
}

/// Prints. That the reader has gone away is no error, and no message says so.
pub fn print(text: &str) -> Written {
    interrupt::answering();
    written(std::io::stdout().write_all(text.as_bytes()))
}

/// What has become of what was written so far; reports an error.
pub fn written(so_far: std::io::Result<()>) -> Written {
    match so_far.and_then(|()| std::io::stdout().flush()) {
        Ok(()) => Written::Whole,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Written::Unread,
        Err(error) => {
            eprintln!("dropwire: cannot write the output: {error}");
            Written::InPart
        }
    }
}
