//! The samples say of themselves what is found in them, as the test programs do.

use std::process::ExitCode;

use dropwire_tests::suite::{self, Suite};
use dropwire_tests::tree;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let Some(suite) = Suite::find("samples", env!("CARGO_TARGET_TMPDIR")) {
        for source in &suite.sources {
            let name = format!("samples/{}", tree::stem(source));
            trials.push(suite.trial(name, source, |program| program.is_as_annotated()));
        }
    }
    suite::run(trials)
}
