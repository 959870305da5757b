//! Programs that would run forever, or take all memory there is, end at their limits: what one step does counts as well.

use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::Tool;
use dropwire_tests::programs;
use dropwire_tests::report::Target;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

const TIME: Duration = Duration::from_secs(1);
const MEMORY: u64 = 512 << 20;

/// What the answer may take after the limit, on a machine that has other things to do.
const LATE: Duration = Duration::from_secs(4);
/// What the process may take above the limit.
const ABOVE: u64 = 64 << 20;

/// What is said of a limit, whichever is reached first.
const LIMITS: &[&str] = &["time limit", "memory limit", "heap limit"];

/// Programs that may end before a limit: with a finding of this kind, or for a reason that contains this.
const ENDS: &[(&str, &str)] = &[
    ("AllocatesTheLargestArray", "uncaught-exception"),
    ("CleansWithoutEnd", "waits for the garbage collector"),
    ("DirectBuffersWithoutEnd", "uncaught-exception"),
    ("HandlesForEver", "infinite-loop"),
    ("InitialisersThatRecurse", "uncaught-exception"),
    ("MonitorsByThousands", "uncaught-exception"),
    ("PrintsASetOfItself", "uncaught-exception"),
    ("RecursesInHugeFrames", "infinite-loop"),
    ("RegexThatRecurses", "uncaught-exception"),
    ("SerialisesAGraph", "uncaught-exception"),
    ("SparseFile", "a file of 1099511627776 bytes"),
    ("ThreadsThatStartThreads", "threads were started"),
    ("ThreadsWithoutEnd", "threads were started"),
];

#[test]
fn every_program_ends_at_its_limit() {
    let Some(javac) = Tool::find("javac") else { return };
    let sources = programs::sources(&javac, "tests/limits");
    let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    // It is built here, if need be, and not under the first program.
    dropwire::binary();
    let names = sources.iter().filter_map(|source| source.file_stem()?.to_str());
    let names = Mutex::new(names);
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(name) = names.lock().unwrap().next() else {
                        break;
                    };
                    if let Err(why) = ends(&classes, name) {
                        wrong.lock().unwrap().push(why);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn ends(classes: &Path, program: &str) -> Result<(), String> {
    let began = Instant::now();
    let target = Check::new(classes, [program])
        .with(["--time-limit", "1s", "--memory-limit", "512MiB"])
        .run()
        .map_err(|error| format!("{program}: {error}"))?;
    let took = began.elapsed();
    let peak = target.statistics.peak_memory_bytes;
    match is_honest(&target, program) && took <= TIME + LATE && peak <= MEMORY + ABOVE {
        true => Ok(()),
        false => Err(format!(
            "{program}: {} {:?} after {took:?}, {} MiB",
            target.verdict,
            target.reasons,
            peak >> 20
        )),
    }
}

/// Whether it says which limit was reached, or what else was to be expected.
fn is_honest(target: &Target, program: &str) -> bool {
    let reported = |text: &str| target.reasons.iter().any(|reason| reason.contains(text));
    let expected = ENDS.iter().find(|(name, _)| *name == program);
    let otherwise = |text: &str| reported(text) || target.findings.iter().any(|finding| finding.kind == text);
    let limit = target.verdict == "incomplete" && LIMITS.iter().any(|limit| reported(limit));
    limit || expected.is_some_and(|(_, text)| otherwise(text)) && target.verdict != "verified"
}
