//! The command line: what may be asked, and who answers.
//!
//! `options` is the grammar, `session` the configuration that it gives, `plan` the targets that it names.

mod asked_report;
mod cases;
mod check;
mod config;
mod dap;
mod generate_tests;
mod help;
mod init;
mod interrupt;
mod listing;
mod live;
mod mcp;
mod merge;
mod options;
mod output;
mod path_as_target;
mod plan;
mod replay;
mod run;
mod session;
mod shell;
mod side_by_side;
mod stress;
mod suggest;
mod summary;
mod verification;
mod watch;

use std::process::ExitCode;

use crate::exit::Status;
use options::{Cli, Command};

/// Reads the command line, does what it says, and gives the exit status.
pub fn main() -> ExitCode {
    let cli = match Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        // `--help` and `--version` are answers.
        Err(asked) if !asked.use_stderr() => return output::written(asked.print()).status().into(),
        Err(error) => error.exit(),
    };
    if let Some(remark) = options::remark_on_arguments(std::env::args_os().collect()) {
        eprintln!("dropwire: {remark}");
    }
    crate::log::to_stderr(matches!(cli.command, Command::Lsp | Command::Dap | Command::Mcp(_)));
    match cli.command {
        Command::Check(options) => check::check(&options).into(),
        Command::Run(options) => run::run(&options),
        Command::Replay(options) => replay::replay(&options),
        Command::Stress(options) => stress::stress(&options),
        Command::GenerateTests(options) => generate_tests::generate_tests(&options).into(),
        Command::Watch(options) => watch::watch(&options).into(),
        Command::Config(options) => config::config(&options).into(),
        Command::Init(options) => init::init(&options).into(),
        Command::Plan(options) => listing::list(&options).into(),
        Command::Merge(options) => merge::merge(&options).into(),
        Command::Completions { shell } => shell::completions(shell).into(),
        Command::Man => shell::manual_page().into(),
        Command::Help { topic } => help::help(topic.as_deref()).into(),
        Command::Lsp => crate::lsp::main(),
        Command::Dap => dap::serve(),
        Command::Mcp(options) => mcp::serve(&options),
        Command::Worker { low_priority } => crate::worker::serve::serve(low_priority),
    }
}

/// Says why nothing ran.
fn misuse(message: &str) -> Status {
    eprintln!("dropwire: {message}");
    Status::Misuse
}
