//! `--stdin`: what a program finds in standard input. It is read here and then a part of the question, so that trails need no file.

use std::path::{Path, PathBuf};

use clap::Args;
use dropwire_check::bytes_as_text;

use crate::files;

/// Bytes at most: they go into each trail.
const LARGEST: u64 = 1 << 20;

/// The option.
#[derive(Clone, Debug, Default, Args)]
pub struct StdinOption {
    /// File whose content the program finds in its standard input, at most 1 MiB; without it, standard input is empty
    #[arg(long, value_name = "FILE", help_heading = "Inputs")]
    pub stdin: Option<PathBuf>,
}

impl StdinOption {
    /// What is in it, each character a byte; none if nothing was said.
    ///
    /// # Errors
    /// A sentence: the file cannot be read, or is too large.
    pub fn content(&self) -> Result<Option<String>, String> {
        self.stdin.as_deref().map(read).transpose()
    }
}

/// What is in a file, each character a byte.
///
/// # Errors
/// A sentence that names the file.
pub fn read(file: &Path) -> Result<String, String> {
    let bytes = files::read_up_to(file, LARGEST).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(bytes_as_text(&bytes))
}
