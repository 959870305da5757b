//! All of `dropwire`, which finds races, deadlocks and assertion failures in Java threads.
//!
//! The outermost crate: command line, worker processes, language server, text and JSON. It alone knows disks, clocks,
//! processes and protocols; what is true about a program is decided in `dropwire-check`.
//!
//! The binary is one call; its exit status says what was found:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     dropwire::main()
//! }
//! ```

/// As the standard one, but for a standard error that nobody reads or that is full: then nobody reads it.
macro_rules! eprintln {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr().lock(), $($text)*);
    }};
}

mod boot_snapshot_cache;
mod cli;
mod config;
mod dap;
mod discover;
mod engine;
mod exit;
mod files;
mod fixes;
mod fixture;
mod formats;
mod glob;
mod java_literals;
mod java_tokens;
mod javac;
mod json;
mod kinds_page;
mod log;
mod lsp;
mod mcp;
mod nearest;
mod page;
mod pruning;
mod results;
mod scenario_test;
mod shard;
mod sources;
mod stdin;
mod stress;
mod suppress;
mod symbolic_objects;
mod symbolic_test;
mod system;
mod text;
mod trails;
mod units;
mod worker;
mod z3;

pub use cli::main;
pub use config::read::is_readable as is_readable_configuration;
pub use lsp::frames::messages as protocol_messages;
pub use z3::{Z3, Z3Limits};
