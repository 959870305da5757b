//! Runs every program of the tree that we call verified on the real machine, many times.
//!
//! `cargo run --release -p dropwire-tests --bin run-verified -- --help`

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use dropwire_check::Verdict;
use dropwire_tests::comparison::campaign::{self, run};
use dropwire_tests::comparison::corpus;
use dropwire_tests::comparison::machine::Limits;
use dropwire_tests::java::Tool;
use dropwire_tests::real_machine::{self, NO_END, taken_for_granted};

const HELP: &str = "\
Annotated programs, samples and conformance programs that we call verified, on the real java. Any failure (a throwable that
leaves a thread, threads that are stuck) is a wrong verdict: exit status 1, unless the verdict lists an assumption that leaves it out.

  --runs N        of each program, in one process under several settings (10000)
  --processes N   of each program that needs a process for each run (50)
  --seconds N     for each program; fewer runs where that is not enough (30)
  --filter TEXT   only programs whose name (as clean/Till) contains the text; may be repeated
  --one-in N      every N-th program only (1)";

struct Arguments {
    filters: Vec<String>,
    plan: real_machine::Plan,
    one_in: usize,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut parsed = Arguments {
        filters: Vec::new(),
        plan: real_machine::Plan {
            runs: 10_000,
            seconds: 30,
            processes: 50,
        },
        one_in: 1,
    };
    let mut given = std::env::args().skip(1);
    while let Some(option) = given.next() {
        let mut value = || given.next().ok_or(format!("{option} wants a value"));
        let number = |text: String| text.parse::<usize>().map_err(|_| format!("`{text}` is no number"));
        match option.as_str() {
            "--runs" => parsed.plan.runs = number(value()?)?,
            "--processes" => parsed.plan.processes = number(value()?)?,
            "--seconds" => parsed.plan.seconds = number(value()?)? as u64,
            "--filter" => parsed.filters.push(value()?),
            "--one-in" => parsed.one_in = number(value()?)?.max(1),
            "--help" | "-h" => return Ok(None),
            other => return Err(format!("`{other}` is no option; --help lists them")),
        }
    }
    Ok(Some(parsed))
}

fn main() -> ExitCode {
    let ended = arguments().and_then(|arguments| match arguments {
        Some(arguments) => all(&arguments),
        None => {
            println!("{HELP}");
            Ok(true)
        }
    });
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("run-verified: {error}");
            ExitCode::from(2)
        }
    }
}

fn all(arguments: &Arguments) -> Result<bool, String> {
    let (Some(javac), Some(java)) = (Tool::find("javac"), Tool::find("java")) else {
        return Err("java and javac are needed: install a JDK 17, or set JAVA_HOME".into());
    };
    let cache = std::env::temp_dir().join("dropwire-compare-modes");
    std::fs::create_dir_all(&cache).map_err(|error| format!("{}: {error}", cache.display()))?;
    let (mut cases, _) = corpus::all(&cache.to_string_lossy())?;
    // An object under test has no main.
    cases.retain(|case| !case.target.contains('#'));
    if !arguments.filters.is_empty() {
        cases.retain(|case| arguments.filters.iter().any(|text| case.name.contains(text.as_str())));
    }
    let cases: Vec<_> = cases.into_iter().step_by(arguments.one_in).collect();
    let plan = campaign::Plan {
        modes: Vec::new(),
        limits: Limits {
            transitions: 200_000,
            time: Duration::from_secs(60),
        },
        jobs: 1,
        time: None,
    };
    let answers = run(&cases, &plan).answers;
    let (mut good, mut programs, mut runs) = (true, 0, 0);
    for (case, answer) in answers.iter().filter(|(_, answer)| answer.verdict == Verdict::Verified) {
        let case = std::slice::from_ref(case);
        let seen = match real_machine::run(case, &javac, &java, Path::new(&cache), arguments.plan) {
            Ok(seen) => seen,
            Err(error) => {
                println!("not run: {error}");
                continue;
            }
        };
        for (name, seen) in seen {
            programs += 1;
            runs += seen.runs;
            println!("{name}: {} runs, {} sorts of failures", seen.runs, seen.failures.len());
            let granted = taken_for_granted(&answer.assumptions);
            for (what, times) in &seen.failures {
                let is_wrong = granted.is_empty() && !what.starts_with(NO_END);
                let allowed = match (is_wrong, granted.is_empty()) {
                    (true, _) => "WRONG VERDICT".to_owned(),
                    (false, true) => "no failure".to_owned(),
                    (false, false) => granted.join(" or "),
                };
                println!("  {times} times, {allowed}: {what}");
                good &= !is_wrong;
            }
        }
    }
    println!("{programs} programs, {runs} runs");
    Ok(good)
}
