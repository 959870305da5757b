//! Hostile programs (`tests/limits`): what each may end with, and how long it and its processes keep to their limits.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::dropwire;
use crate::java::in_plain_locale;
use crate::process::Ended;
use crate::report::Target;
use crate::{calls, process};

/// What is said of a limit, whichever is reached first.
const LIMITS: &[&str] = &["time limit", "memory limit", "heap limit"];

/// Programs that may end before a limit: with a finding of this kind, or for a reason that contains this.
const ENDS: &[(&str, &str)] = &[
    ("AllocatesTheLargestArray", "uncaught-exception"),
    ("CleansWithoutEnd", "waits for the garbage collector"),
    ("DirectBuffersWithoutEnd", "uncaught-exception"),
    ("HandlesForEver", "infinite-loop"),
    ("InitialisersThatRecurse", "uncaught-exception"),
    ("LongTrailOfTwo", "uncaught-exception"),
    ("ManyThreadsInADeadlock", "deadlock"),
    ("MonitorsByThousands", "uncaught-exception"),
    ("NamesAThreadByAHugeText", "uncaught-exception"),
    ("PrintsASetOfItself", "uncaught-exception"),
    ("RecursesInHugeFrames", "infinite-loop"),
    ("RegexThatRecurses", "uncaught-exception"),
    ("RepeatsAString", "uncaught-exception"),
    ("SerialisesAGraph", "uncaught-exception"),
    ("StartsAndJoinsThreadsForEver", "threads were started"),
    ("SparseFile", "a file of 1099511627776 bytes"),
    ("ThrowsInItsHandler", "uncaught-exception"),
    ("ThreadsThatStartThreads", "threads were started"),
    ("ThreadsWithoutEnd", "threads were started"),
    ("ThrowsOneHugeMessage", "uncaught-exception"),
    ("TwoThreadsShareALargeArray", "data-race"),
];

/// Beyond this a program hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often the memory of the processes is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// What a check kept to.
#[derive(Debug)]
pub struct Measured {
    /// Its answer.
    pub target: Target,
    /// From the start of the process to its end.
    pub took: Duration,
    /// Peak of the largest of its processes, in bytes.
    pub peak: u64,
}

impl Measured {
    /// Whether it says which limit was reached, or what else was to be expected.
    pub fn is_honest(&self, program: &str) -> bool {
        let has_reason = |text: &str| self.target.reasons.iter().any(|reason| reason.contains(text));
        let expected = ENDS.iter().find(|(name, _)| *name == program);
        let otherwise =
            |text: &str| has_reason(text) || self.target.findings.iter().any(|finding| finding.kind == text);
        let limit = self.target.verdict == "incomplete" && LIMITS.iter().any(|limit| has_reason(limit));
        limit || expected.is_some_and(|(_, text)| otherwise(text)) && self.target.verdict != "verified"
    }
}

/// Checks a program under limits.
///
/// # Errors
/// It does not end, or its answer is none.
pub fn measure(classes: &Path, program: &str, time: Duration, memory: u64) -> Result<Measured, String> {
    let began = Instant::now();
    let child = start(classes, program, time, memory, Stdio::piped())?;
    let id = child.id();
    let ended = thread::spawn(move || child.wait_with_output());
    let mut peak = 0;
    while !ended.is_finished() {
        peak = peak.max(largest(id));
        if began.elapsed() > time + PATIENCE {
            signal(id, "KILL");
        }
        thread::sleep(LOOK_EVERY);
    }
    let took = began.elapsed();
    let output = ended.join().map_err(|_| "nobody waited".to_owned())?;
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let ended = Ended {
        status: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    };
    let mut document = dropwire::read(&ended).map_err(|error| format!("{program}: {error}"))?;
    let target = document.targets.pop().ok_or(format!("{program}: no target"))?;
    Ok(Measured {
        took,
        peak: peak.max(target.statistics.peak_memory_bytes),
        target,
    })
}

/// How long a check takes to end after an interrupt; `None` where it had ended by then.
///
/// # Errors
/// It does not end.
pub fn interrupt(classes: &Path, program: &str, after: Duration, memory: u64) -> Result<Option<Duration>, String> {
    let mut child = start(classes, program, after + PATIENCE, memory, Stdio::null())?;
    thread::sleep(after);
    let interrupted = Instant::now();
    if has_ended(&mut child)? {
        return Ok(None);
    }
    signal(child.id(), "INT");
    while !has_ended(&mut child)? {
        if interrupted.elapsed() > PATIENCE {
            signal(child.id(), "KILL");
            return Err(format!("{program}: an interrupt does not end it"));
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(Some(interrupted.elapsed()))
}

fn start(classes: &Path, program: &str, time: Duration, memory: u64, output: Stdio) -> Result<Child, String> {
    let mut command = calls::command();
    command.args(["check", "--format", "json", "--classpath"]).arg(classes);
    command.args(["--time-limit", &format!("{}ms", time.as_millis())]);
    command.args(["--memory-limit", &format!("{}MiB", memory >> 20), program]);
    command.stdin(Stdio::null()).stdout(output).stderr(Stdio::null());
    in_plain_locale(&mut command)
        .spawn()
        .map_err(|error| format!("{program}: {error}"))
}

fn has_ended(child: &mut Child) -> Result<bool, String> {
    child
        .try_wait()
        .map(|ended| ended.is_some())
        .map_err(|error| error.to_string())
}

fn signal(process: u32, name: &str) {
    // It may have ended this very moment.
    let _ = process::run(
        Command::new("kill").args([&format!("-{name}"), &process.to_string()]),
        PATIENCE,
    );
}

/// Peak of the largest of a process and its children, in bytes; 0 where the system does not tell.
fn largest(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
    let threads = fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let ids: Vec<u32> = children
        .flat_map(|text| text.split_whitespace().flat_map(str::parse).collect::<Vec<u32>>())
        .collect();
    let peaks = ids.into_iter().map(largest);
    peaks.chain([kibibytes.unwrap_or(0) << 10]).max().unwrap_or(0)
}
