//! Programs that would run for ever, or take all memory there is, end at their limits: what one step does counts as well.

use std::path::Path;
use std::time::{Duration, Instant};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::programs;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

const TIME: Duration = Duration::from_secs(2);
const MEMORY: u64 = 1 << 30;

/// What the answer may take after the limit, on a machine that has other things to do.
const LATE: Duration = Duration::from_secs(4);

const PROGRAMS: &[&str] = &[
    "CallsWithoutEnd",
    "ChecksumsWithoutEnd",
    "ClonesWithoutEnd",
    "CopiesWithoutEnd",
    "DoublesAString",
    "FillsWithoutEnd",
    "InsertsWithoutEnd",
    "KeepsEverything",
    "OverflowsWithoutEnd",
    "PrintsWithoutEnd",
    "TwoCopyWithoutEnd",
    "WritesWithoutEnd",
];

/// What is said of a limit, whichever is reached first.
const LIMITS: &[&str] = &["time limit", "memory limit", "heap limit"];

#[test]
fn every_program_ends_at_its_limit() {
    let Some(javac) = Tool::find("javac") else { return };
    let sources = programs::sources(&javac, "tests/limits");
    let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    let mut wrong = Vec::new();
    for program in PROGRAMS {
        let began = Instant::now();
        let target = Check::new(&classes, [*program])
            .with(["--time-limit", "2s", "--memory-limit", "1GiB"])
            .run()
            .unwrap();
        let took = began.elapsed();
        let is_limit = |reason: &String| LIMITS.iter().any(|limit| reason.contains(limit));
        let said = target.reasons.iter().any(is_limit);
        let peak = target.statistics.peak_memory_bytes;
        if target.verdict != "incomplete" || !said || took > TIME + LATE || peak > MEMORY / 10 * 11 {
            wrong.push(format!(
                "{program}: {:?} after {took:?}, {} MiB",
                target.reasons,
                peak >> 20
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
