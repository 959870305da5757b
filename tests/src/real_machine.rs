//! Programs that we call verified, on the real machine, many times: a failure there is a wrong verdict.
//!
//! Most run in one process, each run in a class loader of its own (`stress/Campaign.java`), under several settings of the
//! machine, while threads are held up from outside. A program that changes what all share, or ends the process, gets a process
//! for each run, and fewer runs. Nothing is added to the code of a program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::comparison::corpus::Case;
use crate::java::{Tool, in_plain_locale};
use crate::process;
use crate::tree;

/// Programs that share a process.
const BATCH: usize = 8;
/// A run in a process of its own that takes longer says nothing but that.
const PATIENCE: Duration = Duration::from_secs(60);

/// How much to run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Runs of each program.
    pub runs: usize,
    /// Seconds for each program, after which it is left with the runs that it had.
    pub seconds: u64,
    /// Runs of those that need a process for each.
    pub processes: usize,
}

/// What the real machine did with a program.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Runs.
    pub runs: usize,
    /// What went wrong, and how often.
    pub failures: BTreeMap<String, usize>,
}

/// A way to run `java`.
struct Setting {
    options: &'static [&'static str],
    /// All threads share one processor: others switches than with two.
    on_one_processor: bool,
}

/// Timing differs between interpreted and compiled code, and with the number of processors.
const SETTINGS: &[Setting] = &[
    Setting {
        options: &["-XX:TieredStopAtLevel=1"],
        on_one_processor: false,
    },
    Setting {
        options: &["-Xint"],
        on_one_processor: false,
    },
    Setting {
        options: &[],
        on_one_processor: false,
    },
    Setting {
        options: &["-XX:TieredStopAtLevel=1"],
        on_one_processor: true,
    },
    Setting {
        options: &["-XX:-TieredCompilation"],
        on_one_processor: false,
    },
];

/// What a program does that others in the same process would notice, or that shows it that it is not alone.
const NEEDS_A_PROCESS: &[&str] = &[
    "System.exit",
    "System.in",
    "System.set",
    "System.clearProperty",
    "getRuntime()",
    "Runtime.",
    "ShutdownHook",
    "setDefaultUncaughtExceptionHandler",
    "getDefaultUncaughtExceptionHandler",
    "setDefaultAssertionStatus",
    "getSystemClassLoader",
    "extends ClassLoader",
    "URLClassLoader",
    "getProtectionDomain",
    "getAllStackTraces",
    "activeCount",
    "ThreadGroup",
    "getName()",
    "ManagementFactory",
    "Locale.setDefault",
    "TimeZone.setDefault",
    "createTemp",
    "Logger",
    ".intern()",
];

/// Whether a program gets a process for each run. So does one whose `main` only the launcher of Java 25 finds, or chooses.
pub fn needs_a_process(case: &Case) -> bool {
    let source = fs::read_to_string(&case.source).unwrap_or_default();
    let has_plain_main = source.contains("public static void main(String") && !source.contains("void main()");
    !has_plain_main || NEEDS_A_PROCESS.iter().any(|text| source.contains(text))
}

/// Whether a program was compiled with preview features: its class file has a minor version of its own (JVMS 4.1).
fn uses_preview_features(case: &Case) -> bool {
    let class = Path::new(&case.classes).join(case.target.replace('.', "/") + ".class");
    fs::read(class).is_ok_and(|bytes| bytes.get(4..6) == Some(&[0xff, 0xff]))
}

/// Runs programs as often as the plan says; what was seen of each, by name.
///
/// # Errors
/// A tool does not work: nothing about the programs.
pub fn run(
    cases: &[Case],
    javac: &Tool,
    java: &Tool,
    cache: &Path,
    plan: Plan,
) -> Result<BTreeMap<String, Seen>, String> {
    let harness = javac.compile_fixtures(cache, &[tree::root().join("tests/stress/Campaign.java")])?;
    let mut seen = BTreeMap::new();
    let (apart, together): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| needs_a_process(case));
    // Those of one folder run together.
    for of_one_place in together.chunk_by(|one, other| (&one.classes, &one.jdk) == (&other.classes, &other.jdk)) {
        for batch in of_one_place.chunks(BATCH) {
            for setting in SETTINGS {
                in_one_process(batch, java, &harness, setting, plan, &mut seen)?;
            }
        }
    }
    for case in apart {
        in_processes(case, java, plan, &mut seen)?;
    }
    Ok(seen)
}

fn in_one_process(
    batch: &[&Case],
    java: &Tool,
    harness: &Path,
    setting: &Setting,
    plan: Plan,
    seen: &mut BTreeMap<String, Seen>,
) -> Result<(), String> {
    let Some(first) = batch.first() else { return Ok(()) };
    let mut command = command(first, java, setting);
    command.args(setting.options).args(["-Xmx512m", "-cp"]).arg(harness);
    let share = |whole: u64| whole.div_ceil(SETTINGS.len() as u64);
    command.arg("Campaign").arg(&first.classes);
    command.args([share(plan.runs as u64).to_string(), share(plan.seconds).to_string()]);
    command.args(batch.iter().map(|case| {
        let words = std::iter::once(&case.target).chain(&case.args);
        words.cloned().collect::<Vec<String>>().join("\t")
    }));
    let patience = Duration::from_secs(60 + batch.len() as u64 * (share(plan.seconds) + 60));
    let ended = process::run(in_plain_locale(&mut command), patience)?;
    let name = |class: &str| batch.iter().find(|case| case.target == class).map(|case| &case.name);
    for line in ended.stdout.lines() {
        let mut parts = line.splitn(4, '\t');
        let (Some(what), Some(class), Some(times)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let (Some(name), Ok(times)) = (name(class), times.parse::<usize>()) else {
            continue;
        };
        let of_it = seen.entry(name.clone()).or_default();
        match (what, parts.next()) {
            ("FAILED", Some(what)) => *of_it.failures.entry(what.to_owned()).or_default() += times,
            _ => of_it.runs += times,
        }
    }
    // The machine itself broke down, or a program ended it: the rest of its batch did not run.
    if ended.status == Some(0) {
        Ok(())
    } else {
        let names: Vec<&str> = batch.iter().map(|case| case.name.as_str()).collect();
        Err(format!(
            "{} ended with {:?}: {}",
            names.join(", "),
            ended.status,
            ended.stderr
        ))
    }
}

fn in_processes(case: &Case, java: &Tool, plan: Plan, seen: &mut BTreeMap<String, Seen>) -> Result<(), String> {
    let started = std::time::Instant::now();
    let of_it = seen.entry(case.name.clone()).or_default();
    for turn in 0..plan.processes {
        if started.elapsed() > Duration::from_secs(plan.seconds) || of_it.failures.len() > 2 {
            break;
        }
        let setting = &SETTINGS[turn % SETTINGS.len()];
        let mut command = command(case, java, setting);
        command
            .args(setting.options)
            .args(["-Xmx512m", "-ea", "-cp"])
            .arg(&case.classes);
        command.arg(&case.target).args(&case.args);
        of_it.runs += 1;
        let failure = match process::run(in_plain_locale(&mut command), PATIENCE) {
            // The status alone says little: a program may end with any.
            Ok(ended) => ended
                .stderr
                .lines()
                .find(|line| line.starts_with("Exception in thread"))
                .map(str::to_owned),
            Err(error) => Some(format!("{NO_END}: {error}")),
        };
        if let Some(failure) = failure {
            *of_it.failures.entry(failure).or_default() += 1;
        }
    }
    Ok(())
}

/// `java` of the program's JDK.
fn command(case: &Case, java: &Tool, setting: &Setting) -> Command {
    let java = case
        .jdk
        .as_ref()
        .map_or_else(|| java.path().to_path_buf(), |home| home.join("bin").join("java"));
    let mut command = if !setting.on_one_processor || Tool::at(Path::new("taskset")).is_none() {
        Command::new(java)
    } else {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(java);
        command
    };
    if uses_preview_features(case) {
        command.arg("--enable-preview");
    }
    command
}

/// How the text about a run begins that went on for so long that nobody waited for its end: no failure by itself, for some programs
/// have none.
pub const NO_END: &str = "NO END";

/// Assumptions under which a program that is right for us may fail on the real machine, and what they leave out.
const TAKEN_FOR_GRANTED: &[(&str, &str)] = &[
    ("timeouts-last-resort", "a time-out that comes early"),
    ("test-timeouts-ignored", "a test that takes too long"),
    ("sequential-consistency", "accesses that are not in order"),
    ("thread-states", "states of threads that no step shows"),
    (
        "asynchronous-exceptions",
        "a thread that is stopped between operations that no other thread can observe",
    ),
    ("seeded-random", "other random numbers"),
    ("virtual-clock", "a clock that moves otherwise"),
    ("no-reference-clearing", "a reference that is cleared"),
    ("processors", "another number of processors"),
    ("por-attributes", "what the user has said of methods"),
    ("empty-input", "another input"),
    ("in-memory-tmp", "files of the disk"),
    ("files-as-found", "files that somebody changes meanwhile"),
    ("in-memory-network", "others on the network"),
    ("environment", "another machine, another user"),
    ("stub-mxbeans", "other measurements"),
    (
        "ignored-jvm-options",
        "agents and options that only the real machine has",
    ),
    ("ignored-paths", "a run that the program ignores"),
    ("counters-of-paths", "what other runs have counted"),
    ("input-types", "objects of other classes"),
    ("mathematical-integers", "an overflow"),
    ("call-sequences", "more calls"),
    ("daemons-end-at-once", "daemons that run on while the machine ends"),
];

/// What an answer takes for granted and a real machine does not; nothing where a failure is a wrong verdict for sure.
pub fn taken_for_granted(assumptions: &[String]) -> Vec<&'static str> {
    TAKEN_FOR_GRANTED
        .iter()
        .filter(|(name, _)| assumptions.iter().any(|listed| listed == name))
        .map(|(_, what)| *what)
        .collect()
}
