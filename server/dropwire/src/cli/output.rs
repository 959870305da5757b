//! Standard output: an answer that nobody has got is no good one.

use std::io::{ErrorKind, Write};

use super::interrupt;
use crate::exit::Status;

/// How much of the answer has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Written {
    /// All of it.
    Whole,
    /// Not all of it.
    InPart,
}

impl Written {
    /// What it makes of the exit status.
    pub fn status(self) -> Status {
        match self {
            Written::Whole => Status::Verified,
            Written::InPart => Status::Misuse,
        }
    }
}

/// Prints. A reader that has gone away (`| head`) knows why, and gets no message.
pub fn print(text: &str) -> Written {
    interrupt::answering();
    written(std::io::stdout().write_all(text.as_bytes()))
}

/// What has become of what was written so far; reports an error.
pub fn written(so_far: std::io::Result<()>) -> Written {
    match so_far.and_then(|()| std::io::stdout().flush()) {
        Ok(()) => Written::Whole,
        Err(error) => {
            if error.kind() != ErrorKind::BrokenPipe {
                eprintln!("dropwire: cannot write the output: {error}");
            }
            Written::InPart
        }
    }
}
