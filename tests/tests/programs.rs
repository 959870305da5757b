//! The annotated programs of `tests/programs`: every finding annotated, every annotation met, every trail replayed.

use std::process::ExitCode;

use dropwire_tests::suite::{self, Suite};
use dropwire_tests::tree;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let Some(suite) = Suite::find("tests/programs", env!("CARGO_TARGET_TMPDIR")) {
        for source in &suite.sources {
            let kind = tree::file_name(source.parent().expect("a program lies in a folder"));
            let name = format!("{kind}/{}", tree::stem(source));
            if ["clean", "exception", "choices"].contains(&&*kind) {
                let name = format!("{name} (vm.por=false)");
                trials.push(suite.trial(name, source, |program| program.is_the_same_without_reduction()));
            }
            trials.push(suite.trial(name, source, |program| program.is_as_annotated()));
        }
    }
    suite::run(trials)
}
