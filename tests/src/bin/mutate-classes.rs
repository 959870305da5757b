//! Parses and links class files changed at random, a batch at a time in a process of its own.
//!
//! `cargo run --release -p dropwire-tests --bin mutate-classes -- --count 1000000`

use std::fs;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use dropwire_tests::mutants::refusals::{Refusal, of_java};
use dropwire_tests::mutants::{Corpus, Fate, Machine};

const HELP: &str = "\
Parses and links class files changed at random: no panic, no hang, bounded memory.

  --count N     mutants (1000000)
  --from N      the first one's number (0)
  --batch       in this process, and tell each that goes wrong
  --verify      change bytecode alone, and compare with the verifier of the real java";

/// Mutants in one process.
const BATCH: u64 = 20_000;
/// Seconds for one mutant.
const PATIENCE: u64 = 10;
/// What a batch may take at most, in KiB: classes are leaked by design.
const MEMORY: u64 = 3 << 20;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let (mut count, mut from, mut here, mut verify) = (1_000_000, 0, false, false);
    let mut given = std::env::args().skip(1);
    while let Some(option) = given.next() {
        let mut number = || {
            let value = given.next().ok_or(format!("{option} wants a value"))?;
            value.parse::<u64>().map_err(|_| format!("`{value}` is no number"))
        };
        match option.as_str() {
            "--count" => count = number()?,
            "--from" => from = number()?,
            "--batch" => here = true,
            "--verify" => verify = true,
            _ => return Err(HELP.into()),
        }
    }
    if verify {
        return compare(from, count);
    }
    if here { batch(from, count) } else { batches(from, count) }
}

fn batches(from: u64, count: u64) -> Result<ExitCode, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let start = Instant::now();
    let mut bad = 0;
    let mut at = from;
    while at < from + count {
        let size = BATCH.min(from + count - at);
        let status = Command::new(&program)
            .args(["--batch", "--from", &at.to_string(), "--count", &size.to_string()])
            .status()
            .map_err(|error| error.to_string())?;
        if !status.success() {
            eprintln!("mutants {at} to {}: {status}", at + size - 1);
            bad += 1;
        }
        at += size;
    }
    println!(
        "{count} mutants in {:.0} s, {bad} bad batches",
        start.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(bad > 0)))
}

fn batch(from: u64, count: u64) -> Result<ExitCode, String> {
    // Each panic is told below, once.
    std::panic::set_hook(Box::new(|_| {}));
    let corpus = Corpus::read()?;
    let mut machine = Machine::boot()?;
    let current = Arc::new(AtomicU64::new(from));
    watch(Arc::clone(&current));
    let (mut linked, mut bad) = (0u64, 0u64);
    for number in from..from + count {
        current.store(number, Ordering::Relaxed);
        match machine.link(&corpus.mutant(number)) {
            Ok(fate) => linked += u64::from(fate == Fate::Linked),
            Err(panic) => {
                eprintln!("mutant {number}: {panic}");
                bad += 1;
            }
        }
    }
    let peak = peak_memory();
    println!("{from}: {linked} of {count} linked, {} MiB", peak >> 10);
    if peak > MEMORY {
        eprintln!("mutants {from} and following took {} MiB", peak >> 10);
        bad += 1;
    }
    Ok(ExitCode::from(u8::from(bad > 0)))
}

/// Holds the verifier against that of the real `java`.
fn compare(from: u64, count: u64) -> Result<ExitCode, String> {
    let corpus = Corpus::read()?;
    let mut machine = Machine::boot()?;
    let cache = std::env::temp_dir().join("mutate-classes");
    std::fs::create_dir_all(&cache).map_err(|error| error.to_string())?;
    let (mut refused, mut bad) = (0u64, 0u64);
    let mut at = from;
    while at < from + count {
        let numbers: Vec<u64> = (at..(from + count).min(at + BATCH)).collect();
        let mutants: Vec<Vec<u8>> = numbers.iter().map(|number| corpus.code_mutant(*number)).collect();
        for ((number, mutant), real) in numbers.iter().zip(&mutants).zip(of_java(&cache, &mutants)?) {
            let ours = machine.refusal(mutant)?;
            refused += u64::from(matches!(ours, Refusal::Verify(_)));
            if !ours.agrees(&real) {
                println!("mutant {number}: {ours:?}\n  java: {real:?}");
                bad += 1;
            }
        }
        at += BATCH;
    }
    println!("{count} mutants, {refused} refused by the verifier, {bad} disagreements");
    Ok(ExitCode::from(u8::from(bad > 0)))
}

/// Ends the process when one mutant takes too long.
fn watch(current: Arc<AtomicU64>) {
    thread::spawn(move || {
        let (mut last, mut since) = (u64::MAX, Instant::now());
        loop {
            thread::sleep(Duration::from_millis(500));
            let now = current.load(Ordering::Relaxed);
            if now != last {
                (last, since) = (now, Instant::now());
            } else if since.elapsed().as_secs() >= PATIENCE {
                eprintln!("mutant {now} hangs");
                std::process::exit(3);
            }
        }
    });
}

/// In KiB; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}
