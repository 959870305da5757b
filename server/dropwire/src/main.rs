//! `dropwire`: finds races, deadlocks and assertion failures in Java threads.

use std::process::ExitCode;

fn main() -> ExitCode {
    dropwire::main()
}
