//! Prints how hostile programs keep to their limits: time, memory, and how soon an interrupt ends them.
//!
//! `cargo run --release -p dropwire-tests --bin hostile-programs`; on a machine that has nothing else to do, for it judges by the clock.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use dropwire_tests::hostile::{interrupt, measure};
use dropwire_tests::java::Tool;
use dropwire_tests::{dropwire, programs, tree};

const HELP: &str = "\
Checks each program of tests/limits under limits, and interrupts it; a miss makes the exit status 1.

  --seconds N    the time limit (3)
  --memory N     the memory limit, in MiB (512)
  --filter TEXT  programs whose names contain this";

/// Beyond a tenth of the limit: two processes start and end, the second one boots a JDK's library and looks at the clock every 20 ms.
const SLACK: Duration = Duration::from_millis(250);
/// The interrupt is passed on to the worker, whose memory the system takes back.
const TO_STOP: Duration = Duration::from_millis(100 + 100);
/// When an interrupt comes.
const INTERRUPTED_AFTER: Duration = Duration::from_millis(1500);
/// What a process may take above the limit.
const ABOVE: u64 = 64 << 20;

fn main() -> ExitCode {
    match run() {
        Ok(misses) => {
            println!("{misses} misses");
            ExitCode::from(u8::from(misses > 0))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<u32, String> {
    let (mut seconds, mut mebibytes, mut filter) = (3u64, 512u64, String::new());
    let mut given = std::env::args().skip(1);
    while let Some(option) = given.next() {
        let value = given.next().ok_or(HELP)?;
        let number = || value.parse().map_err(|_| format!("`{value}` is no number"));
        match option.as_str() {
            "--seconds" => seconds = number()?,
            "--memory" => mebibytes = number()?,
            "--filter" => filter = value,
            _ => return Err(HELP.into()),
        }
    }
    let javac = Tool::find("javac").ok_or("no javac")?;
    let cache: PathBuf = std::env::temp_dir().join("hostile-programs");
    std::fs::create_dir_all(&cache).map_err(|error| error.to_string())?;
    let sources = programs::sources(&javac, "tests/limits");
    let classes = javac.compile_fixtures(&cache, &sources)?;
    dropwire::binary();
    let (time, memory) = (Duration::from_secs(seconds), mebibytes << 20);
    let mut misses = 0;
    println!("{:32} {:>7} {:>9} {:>9}  ends with", "program", "s", "MiB", "stops ms");
    for program in sources.iter().map(|source| tree::stem(source)) {
        if !program.contains(&filter) {
            continue;
        }
        let measured = measure(&classes, &program, time, memory)?;
        let stopped = interrupt(&classes, &program, INTERRUPTED_AFTER, memory)?;
        let late = measured.took > time.mul_f64(1.1) + SLACK;
        let large = measured.peak > memory + ABOVE;
        let slow = stopped.is_some_and(|took| took > TO_STOP);
        let wrong = !measured.is_honest(&program);
        let found = measured.target.findings.iter().map(|finding| finding.kind.as_str());
        let ends: Vec<&str> = found
            .chain(measured.target.reasons.iter().map(String::as_str))
            .collect();
        let named = [(late, "LATE"), (large, "LARGE"), (slow, "SLOW"), (wrong, "WRONG")];
        let named: Vec<&str> = named.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        misses += u32::from(!named.is_empty());
        println!(
            "{program:32} {:7.2} {:9} {:>9}  {} {} {}",
            measured.took.as_secs_f64(),
            measured.peak >> 20,
            stopped.map_or("-".into(), |took| took.as_millis().to_string()),
            measured.target.verdict,
            ends.join("; "),
            named.join(" ")
        );
    }
    Ok(misses)
}
