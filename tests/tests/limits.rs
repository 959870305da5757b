//! Programs that would run forever, or take all memory there is, end at their limits: what one step does counts as well.

use std::env;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use dropwire_tests::java::Tool;
use dropwire_tests::{calls, dropwire, hostile, programs};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

const TIME: Duration = Duration::from_secs(1);
const MEMORY: u64 = 512 << 20;

/// What the answer may take after the limit, on a machine that has other things to do.
const LATE: Duration = Duration::from_secs(4);
/// What the process may take above the limit.
const ABOVE: u64 = 64 << 20;

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
    let measured = hostile::measure(classes, program, TIME, MEMORY)?;
    match measured.is_honest(program) && measured.took <= TIME + LATE && measured.peak <= MEMORY + ABOVE {
        true => Ok(()),
        false => Err(format!(
            "{program}: {} {:?} after {:?}, {} MiB",
            measured.target.verdict,
            measured.target.reasons,
            measured.took,
            measured.peak >> 20
        )),
    }
}

/// Each is busy in another way when the interrupt comes: with bytecode, in natives that move much, with a state's key, with classes.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_what_takes_long() {
    if env::var_os(calls::TRACE_CALLS).is_some() {
        eprintln!("skipped: an interrupt would reach strace");
        return;
    }
    let Some(javac) = Tool::find("javac") else { return };
    let sources = programs::sources(&javac, "tests/limits");
    let classes = javac.compile_fixtures(Path::new(CACHE), &sources).unwrap();
    dropwire::binary();
    for program in [
        "ChecksumOfOneHugeArray",
        "DeflatesOneHugeArray",
        "HiddenClassesWithoutEnd",
        "MultipliesHugeNumbers",
        "SetsMemoryWithoutEnd",
        "TwoThreadsOverwriteALargeArray",
    ] {
        let took = hostile::interrupt(&classes, program, TIME, MEMORY).unwrap();
        assert!(took.is_none_or(|took| took <= LATE), "{program}: {took:?}");
    }
}
