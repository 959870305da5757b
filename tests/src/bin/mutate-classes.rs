//! Parses, links and runs class files changed at random, a batch at a time in a process of its own.
//!
//! `cargo run --release -p dropwire-tests --bin mutate-classes -- --count 1000000`

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use dropwire_tests::mutants::refusals::{CodeMutant, of_java};
use dropwire_tests::mutants::{Corpus, Fate, Machine};

const HELP: &str = "\
Parses, links and runs class files changed at random: no panic, no hang, bounded memory.

  --count N     mutants (1000000)
  --from N      the first one's number (0)
  --corpus DIR  of the classes in this folder (tests/mutants)
  --batch       in this process, and report each that goes wrong
  --verify      change bytecode alone, and compare with the verifier of the real java
  --print       write the first one to the standard output";

/// Mutants in one process.
const BATCH: u64 = 20_000;
/// The same where they are held against the real `java`: each disagreement takes a machine of its own.
const BATCH_TO_VERIFY: u64 = 2_000;
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

/// What was asked for.
struct Given {
    count: u64,
    from: u64,
    /// Whose classes are changed, if not those of the tree.
    corpus: Option<PathBuf>,
}

impl Given {
    fn corpus(&self) -> Result<Corpus, String> {
        Corpus::of(&self.folder())
    }

    fn folder(&self) -> PathBuf {
        self.corpus.clone().unwrap_or_else(Corpus::folder)
    }

    fn accepted(&self) -> Result<Corpus, String> {
        self.corpus()?.accepted(&cache()?, &self.folder())
    }

    fn machine(&self) -> Result<Machine, String> {
        Machine::boot_with(&[self.folder()])
    }
}

fn run() -> Result<ExitCode, String> {
    let mut asked = Given {
        count: 1_000_000,
        from: 0,
        corpus: None,
    };
    let (mut here, mut verify, mut print) = (false, false, false);
    let mut given = std::env::args().skip(1);
    while let Some(option) = given.next() {
        let mut value = || given.next().ok_or(format!("{option} wants a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match option.as_str() {
            "--count" => asked.count = number(value()?)?,
            "--from" => asked.from = number(value()?)?,
            "--corpus" => asked.corpus = Some(value()?.into()),
            "--batch" => here = true,
            "--verify" => verify = true,
            "--print" => print = true,
            _ => return Err(HELP.into()),
        }
    }
    match (print, here, verify) {
        (true, _, verify) => show(&asked, verify),
        (false, true, true) => compare(&asked),
        (false, true, false) => batch(&asked),
        (false, false, verify) => batches(&asked, verify),
    }
}

fn batches(given: &Given, verify: bool) -> Result<ExitCode, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let start = Instant::now();
    let mut bad = 0;
    let (mut at, end) = (given.from, given.from + given.count);
    while at < end {
        let size = if verify { BATCH_TO_VERIFY } else { BATCH }.min(end - at);
        let mut command = Command::new(&program);
        command.args(["--batch", "--from", &at.to_string(), "--count", &size.to_string()]);
        command.args(verify.then_some("--verify"));
        if let Some(folder) = &given.corpus {
            command.arg("--corpus").arg(folder);
        }
        let status = command.status().map_err(|error| error.to_string())?;
        if !status.success() {
            eprintln!("mutants {at} to {}: {status}", at + size - 1);
            bad += 1;
        }
        at += size;
    }
    println!(
        "{} mutants in {:.0} s, {bad} bad batches",
        given.count,
        start.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(bad > 0)))
}

fn batch(given: &Given) -> Result<ExitCode, String> {
    let (from, count) = (given.from, given.count);
    // Each panic is reported below, once.
    std::panic::set_hook(Box::new(|_| {}));
    let corpus = given.corpus()?;
    let mut machine = given.machine()?;
    let current = Arc::new(AtomicU64::new(from));
    watch(Arc::clone(&current));
    let (mut linked, mut invoked, mut bad) = (0u64, 0u64, 0u64);
    for number in from..from + count {
        current.store(number, Ordering::Relaxed);
        match machine.invoke(&corpus.mutant(number)) {
            Ok(Fate::Linked(methods)) => {
                linked += 1;
                invoked += u64::from(methods);
            }
            Ok(Fate::Refused) => {}
            Err(panic) => {
                eprintln!("mutant {number}: {panic}");
                bad += 1;
            }
        }
    }
    let peak = peak_memory();
    println!(
        "{from}: {linked} of {count} linked, {invoked} methods run, {} MiB",
        peak >> 10
    );
    if peak > MEMORY {
        eprintln!("mutants {from} and following took {} MiB", peak >> 10);
        bad += 1;
    }
    Ok(ExitCode::from(u8::from(bad > 0)))
}

fn show(given: &Given, verify: bool) -> Result<ExitCode, String> {
    let mutant = match verify {
        true => given.accepted()?.code_mutant(given.from).bytes,
        false => given.corpus()?.mutant(given.from),
    };
    std::io::stdout()
        .write_all(&mutant)
        .map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Where the harness for the real machine is compiled.
fn cache() -> Result<PathBuf, String> {
    let cache = std::env::temp_dir().join("mutate-classes");
    fs::create_dir_all(&cache).map_err(|error| error.to_string())?;
    Ok(cache)
}

/// Holds the verifier against that of the real `java`.
fn compare(given: &Given) -> Result<ExitCode, String> {
    let (corpus, cache) = (given.accepted()?, cache()?);
    let folder = given.folder();
    let mut machine = given.machine()?;
    let numbers = given.from..given.from + given.count;
    let mutants: Vec<CodeMutant<'_>> = numbers.clone().map(|number| corpus.code_mutant(number)).collect();
    let real = of_java(&cache, &folder, mutants.iter().map(|mutant| &*mutant.bytes))?;
    let (mut sorts, mut bad) = (BTreeMap::<_, u64>::new(), 0u64);
    for ((number, mutant), real) in numbers.zip(&mutants).zip(real) {
        let panicked = |panic| format!("mutant {number}: {panic}");
        let mut ours = machine.refusal(mutant).map_err(panicked)?;
        if !ours.agrees(&real) {
            // Classes defined before are still the superclasses of some: a machine that knows none decides.
            machine = given.machine()?;
            ours = machine.refusal(mutant).map_err(panicked)?;
        }
        *sorts
            .entry((ours.kind().to_owned(), real.kind().to_owned()))
            .or_default() += 1;
        if !ours.agrees(&real) {
            println!("mutant {number}: {ours:?}\n  java: {real:?}");
            bad += 1;
        }
    }
    println!(
        "{}: {} mutants of {} classes, {bad} disagreements",
        given.from,
        given.count,
        corpus.originals().len()
    );
    for ((ours, java), count) in &sorts {
        println!("{count:>8}  {ours}, java: {java}");
    }
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

/// In KiB; 0 where the system does not report it.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}
