//! Holds the modes of a search against each other on every program of the tree.
//!
//! `cargo run --release -p dropwire-tests --bin compare-modes -- --help`

use std::process::ExitCode;
use std::time::{Duration, Instant};

use dropwire_tests::comparison::campaign::{HELD_AGAINST, Plan, mode, run};
use dropwire_tests::comparison::corpus;
use dropwire_tests::comparison::machine::Limits;

const HELP: &str = "\
The default mode against others, on all annotated programs, samples and conformance programs. What differs is listed by cause;
exit status 1 where no listed assumption accounts for it.

  --filter TEXT     only programs whose name (as race/Till) contains the text; may be repeated
  --mode NAME       against this mode, as vm.por=false; may be repeated (reductions off, collapse, bfs, random)
  --transitions N   of each check (50000)
  --patience N      seconds of each check, for what transitions do not bound (30)
  --seconds N       begin no program after so many seconds (0: no limit)
  --one-in N        every N-th program only (1)
  --jobs N          threads (one for each core)
  --list            name the programs, and do nothing else";

struct Arguments {
    filters: Vec<String>,
    plan: Plan,
    one_in: usize,
    list: bool,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut parsed = Arguments {
        filters: Vec::new(),
        plan: Plan {
            modes: Vec::new(),
            limits: Limits {
                transitions: 50_000,
                time: Duration::from_secs(30),
            },
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            time: None,
        },
        one_in: 1,
        list: false,
    };
    let mut given = std::env::args().skip(1);
    while let Some(option) = given.next() {
        let mut value = || given.next().ok_or(format!("{option} wants a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match option.as_str() {
            "--filter" => parsed.filters.push(value()?),
            "--mode" => parsed.plan.modes.push(mode(&value()?)?.name),
            "--transitions" => parsed.plan.limits.transitions = number(value()?)?,
            "--patience" => parsed.plan.limits.time = Duration::from_secs(number(value()?)?),
            "--seconds" => {
                let seconds = number(value()?)?;
                parsed.plan.time = (seconds > 0).then(|| Duration::from_secs(seconds));
            }
            "--one-in" => parsed.one_in = number(value()?)?.max(1) as usize,
            "--jobs" => parsed.plan.jobs = number(value()?)? as usize,
            "--list" => parsed.list = true,
            "--help" | "-h" => return Ok(None),
            other => return Err(format!("`{other}` is no option; --help lists them")),
        }
    }
    if parsed.plan.modes.is_empty() {
        parsed.plan.modes = HELD_AGAINST.to_vec();
    }
    Ok(Some(parsed))
}

fn main() -> ExitCode {
    let ended = arguments().and_then(|arguments| match arguments {
        Some(arguments) => compare(&arguments),
        None => {
            println!("{HELP}");
            Ok(true)
        }
    });
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("compare-modes: {error}");
            ExitCode::from(2)
        }
    }
}

fn compare(arguments: &Arguments) -> Result<bool, String> {
    let cache = std::env::temp_dir().join("dropwire-compare-modes");
    std::fs::create_dir_all(&cache).map_err(|error| format!("{}: {error}", cache.display()))?;
    let (mut cases, left_out) = corpus::all(&cache.to_string_lossy())?;
    left_out.iter().for_each(|what| eprintln!("left out: {what}"));
    if !arguments.filters.is_empty() {
        cases.retain(|case| arguments.filters.iter().any(|text| case.name.contains(text.as_str())));
    }
    let cases: Vec<_> = cases.into_iter().step_by(arguments.one_in).collect();
    if arguments.list {
        cases.iter().for_each(|case| println!("{}", case.name));
        return Ok(true);
    }
    let started = Instant::now();
    let outcome = run(&cases, &arguments.plan);
    println!("{outcome}; {:.0} s", started.elapsed().as_secs_f64());
    Ok(outcome.unexplained().next().is_none())
}
