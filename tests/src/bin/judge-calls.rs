//! Judges the traces of a folder: which processes were started and which files touched that `SECURITY.md` does not list.
//!
//! `DROPWIRE_TRACE_CALLS=FOLDER cargo test --release -p dropwire-tests --test cli`, then
//! `cargo run --release -p dropwire-tests --bin judge-calls FOLDER`

use std::path::Path;
use std::process::ExitCode;

use dropwire_tests::calls;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("judge-calls FOLDER");
        return ExitCode::from(2);
    };
    match calls::judge(Path::new(&folder)) {
        Ok((traces, faults)) => {
            for fault in &faults {
                println!("{fault}");
            }
            println!("{traces} calls of the binary, {} faults", faults.len());
            ExitCode::from(u8::from(!faults.is_empty()))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
