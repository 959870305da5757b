//! The samples say of themselves what is found in them, as the test programs do.

use std::process::ExitCode;

use dropwire_tests::programs::Program;
use dropwire_tests::suite::{self, Suite};
use dropwire_tests::tree;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let Some(suite) = Suite::find("samples", env!("CARGO_TARGET_TMPDIR")) {
        for source in &suite.sources {
            trials.push(suite.trial(
                format!("samples/{}", tree::stem(source)),
                source,
                |suite, classes, source| {
                    Program {
                        source,
                        classes,
                        cache: &suite.cache,
                    }
                    .is_as_annotated()
                },
            ));
        }
    }
    suite::run(trials)
}
