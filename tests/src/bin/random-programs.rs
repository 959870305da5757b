//! Compares the engine with the model, with itself, and with the real machine, on many random programs.
//!
//! `cargo run --release -p dropwire-tests --bin random-programs -- --help`

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::{Campaign, Disagreement, compare_all};
use dropwire_tests::random::library;
use dropwire_tests::random::program::Program;
use dropwire_tests::random::shrink::shrink;
use dropwire_tests::random::stress::stress;
use dropwire_tests::random::subject::Subject;

const HELP: &str = "\
Random programs: the engine against a model, against itself in other modes, and against the real java.

  --family F    locks: held against a model; library: drawn from java.util.concurrent, without one; machine: copies, views,
                reflection, loaders, handlers, groups, time, without one (locks)
  --count N     programs (1000)
  --seed N      the first seed; program i is that of seed + i (1)
  --jobs N      threads (2)
  --stress N    also run each program N times on the real java (0)
  --no-shrink   show disagreements as they are found, not made small
  --hunt        for each planted fault, a program that shows it (needs --features planted-faults)
  --print N     print the program of a seed, and do nothing else
  --out DIR     where disagreements are written (target/disagreements)";

/// Programs compiled and checked together.
const BATCH: u64 = 100;

/// What programs are drawn from.
#[derive(Clone, Copy)]
enum Family {
    Locks,
    Library,
    Machine,
}

struct Arguments {
    family: Family,
    count: u64,
    seed: u64,
    jobs: u64,
    stress: usize,
    shrink: bool,
    hunt: bool,
    print: Option<u64>,
    out: PathBuf,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut parsed = Arguments {
        family: Family::Locks,
        count: 1000,
        seed: 1,
        jobs: 2,
        stress: 0,
        shrink: true,
        hunt: false,
        print: None,
        out: "target/disagreements".into(),
    };
    let mut given = std::env::args().skip(1);
    while let Some(option) = given.next() {
        let mut value = || given.next().ok_or(format!("{option} wants a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match option.as_str() {
            "--family" => {
                parsed.family = match value()?.as_str() {
                    "library" => Family::Library,
                    "locks" => Family::Locks,
                    "machine" => Family::Machine,
                    other => return Err(format!("`{other}` is no family; --help lists them")),
                }
            }
            "--count" => parsed.count = number(value()?)?,
            "--seed" => parsed.seed = number(value()?)?,
            "--jobs" => parsed.jobs = number(value()?)?.max(1),
            "--stress" => parsed.stress = number(value()?)? as usize,
            "--print" => parsed.print = Some(number(value()?)?),
            "--out" => parsed.out = value()?.into(),
            "--hunt" => parsed.hunt = true,
            "--no-shrink" => parsed.shrink = false,
            "--help" | "-h" => return Ok(None),
            other => return Err(format!("`{other}` is no option; --help lists them")),
        }
    }
    Ok(Some(parsed))
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("random-programs: {error}");
            return ExitCode::from(2);
        }
    };
    if let Some(seed) = arguments.print {
        let java = match arguments.family {
            Family::Locks => Program::random(seed).java(false),
            Family::Library => library::Program::random(seed).java(false),
            Family::Machine => library::MachineProgram::random(seed).java(false),
        };
        print!("{java}");
        return ExitCode::SUCCESS;
    }
    let ended = match arguments.family {
        Family::Locks => run::<Program>(&arguments),
        Family::Library => run::<library::Program>(&arguments),
        Family::Machine => run::<library::MachineProgram>(&arguments),
    };
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("random-programs: {error}");
            ExitCode::from(2)
        }
    }
}

fn run<S: Subject>(arguments: &Arguments) -> Result<bool, String> {
    // The one tool that nothing here works without; the engine itself looks for the JDK's image.
    let javac = Tool::find("javac").ok_or("javac is needed: install a JDK 17, or set JAVA_HOME")?;
    if arguments.hunt {
        return hunt(arguments, &javac);
    }
    let started = Instant::now();
    let campaign = campaign::<S>(arguments, &javac)?;
    println!("{}", campaign.statistics);
    println!("  {:.0} s", started.elapsed().as_secs_f64());
    for weakness in campaign.statistics.weaknesses(S::EXPECTED) {
        println!("  weak: {weakness}");
    }
    let mut good = campaign.disagreements.is_empty();
    let mut shown: Vec<(&str, String)> = Vec::new();
    for disagreement in &campaign.disagreements {
        // Of each sort one is made small; the rest is named.
        let sort = disagreement.what.split(':').next().unwrap_or_default().to_owned();
        let known = shown.contains(&(disagreement.mode, sort.clone()));
        println!(
            "{} [{}]: {}",
            disagreement.program.name(),
            disagreement.mode,
            disagreement.what
        );
        if !known {
            show(arguments, &javac, disagreement)?;
            shown.push((disagreement.mode, sort));
        }
    }
    if arguments.stress > 0 {
        good &= on_the_real_machine(arguments, &javac, &campaign)?;
    }
    Ok(good)
}

/// Runs batches on several threads, each with machines of its own.
fn campaign<S: Subject>(arguments: &Arguments, javac: &Tool) -> Result<Campaign<S>, String> {
    let next = AtomicU64::new(0);
    let total = Mutex::new((Campaign::<S>::default(), Ok(())));
    std::thread::scope(|scope| {
        for job in 0..arguments.jobs {
            let (next, total) = (&next, &total);
            scope.spawn(move || {
                let cache = std::env::temp_dir().join(format!("random-programs-{}-{job}", std::process::id()));
                loop {
                    let first = next.fetch_add(BATCH, Ordering::Relaxed);
                    if first >= arguments.count {
                        break;
                    }
                    let last = (first + BATCH).min(arguments.count);
                    let programs: Vec<S> = (first..last).map(|i| S::random(arguments.seed + i)).collect();
                    let batch = compare_all(javac, &cache, &programs);
                    // Classes are many and used once.
                    let _ = std::fs::remove_dir_all(&cache);
                    let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    match batch {
                        Ok(batch) => {
                            // At once: the whole campaign takes an hour.
                            for found in &batch.disagreements {
                                eprintln!("{} [{}]: {}", found.program.name(), found.mode, found.what);
                            }
                            total.0.statistics.add(&batch.statistics);
                            total.0.disagreements.extend(batch.disagreements);
                            total.0.answers.extend(batch.answers);
                            eprintln!(
                                "{} programs, {} disagreements",
                                total.0.statistics.programs,
                                total.0.disagreements.len()
                            );
                        }
                        Err(error) => total.1 = Err(error),
                    }
                }
            });
        }
    });
    let (campaign, ended) = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    ended.map(|()| campaign)
}

fn show<S: Subject>(arguments: &Arguments, javac: &Tool, disagreement: &Disagreement<S>) -> Result<(), String> {
    let mut small = disagreement.clone();
    if arguments.shrink {
        let cache = std::env::temp_dir().join(format!("random-programs-shrink-{}", std::process::id()));
        small = shrink(javac, &cache, disagreement)?;
        let _ = std::fs::remove_dir_all(&cache);
    }
    std::fs::create_dir_all(&arguments.out).map_err(|error| error.to_string())?;
    let file = arguments.out.join(format!("{}.java", small.program.name()));
    let java = small.program.java(false);
    println!(
        "  made small [{}]: {}\n  {}\n{java}",
        small.mode,
        small.what,
        file.display()
    );
    std::fs::write(&file, java).map_err(|error| format!("{}: {error}", file.display()))
}

fn on_the_real_machine<S: Subject>(
    arguments: &Arguments,
    javac: &Tool,
    campaign: &Campaign<S>,
) -> Result<bool, String> {
    let java = Tool::find("java").ok_or("java is needed for --stress")?;
    let cache = std::env::temp_dir().join(format!("random-programs-stress-{}", std::process::id()));
    let mut good = true;
    for batch in campaign.answers.chunks(BATCH as usize) {
        let seen = stress(javac, java.path(), &cache, batch, arguments.stress)?;
        println!(
            "on the real machine: {} runs, {} outcomes, {} runs got stuck, {} outcomes beyond interleaving of racy programs",
            seen.runs, seen.outcomes, seen.stuck, seen.beyond
        );
        for outcome in &seen.unexplored {
            println!("  not explored: {outcome}");
            good = false;
        }
    }
    let _ = std::fs::remove_dir_all(&cache);
    Ok(good)
}

#[cfg(not(feature = "planted-faults"))]
fn hunt(_: &Arguments, _: &Tool) -> Result<bool, String> {
    Err("there are no planted faults in this build: build with --features planted-faults".into())
}

/// For each fault the first program that shows it: rows for the table in `tests/planted_faults.rs`.
#[cfg(feature = "planted-faults")]
fn hunt(arguments: &Arguments, javac: &Tool) -> Result<bool, String> {
    use dropwire_tests::random::driver::Batch;
    use dropwire_vm::faults::Fault;
    std::panic::set_hook(Box::new(|_| {}));
    let cache = std::env::temp_dir().join(format!("random-programs-hunt-{}", std::process::id()));
    let mut open: Vec<Fault> = Fault::ALL.to_vec();
    // The model sees most of them, at a fraction of the cost of all modes.
    for all_modes in [false, true] {
        for first in (0..arguments.count).step_by(BATCH as usize) {
            if open.is_empty() {
                break;
            }
            let last = (first + BATCH).min(arguments.count);
            let programs = (first..last).map(|i| Program::random(arguments.seed + i));
            let batch = Batch::compile(javac, &cache, &programs.collect::<Vec<_>>())?.small(4_000);
            let mut driver = batch.driver()?;
            if !all_modes {
                driver = driver.only("search.spurious-wakeups=0");
            }
            open.retain(|fault| {
                let row = shows(&batch, &mut driver, *fault);
                row.iter().for_each(|row| println!("{row}"));
                row.is_none()
            });
            let _ = std::fs::remove_dir_all(&cache);
        }
    }
    println!("not shown: {open:?}");
    Ok(open.is_empty())
}

#[cfg(feature = "planted-faults")]
fn shows(
    batch: &dropwire_tests::random::driver::Batch<Program>,
    driver: &mut dropwire_tests::random::driver::Driver,
    fault: dropwire_vm::faults::Fault,
) -> Option<String> {
    use dropwire_vm::faults::plant;
    driver.prepare().ok()?;
    plant(Some(fault));
    let campaign = batch.compare(driver, true);
    plant(None);
    let found = campaign.disagreements.first()?;
    let seed = &found.program.name[1..];
    Some(format!(
        "    (Fault::{fault:?}, {seed}), // [{}] {}",
        found.mode, found.what
    ))
}
