//! Runs one command and looks at what it uses: processor time, and the anonymous memory of its processes.
//!
//! Linux only: elsewhere both are unknown, and the table says so.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// What a command did.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of the command and all its children that were waited for; 0 where unknown.
    pub cpu_seconds: f64,
    /// The largest anonymous memory of one of its processes, in bytes; 0 where unknown.
    pub anonymous_bytes: u64,
}

/// Runs it to its end.
///
/// # Errors
/// It cannot be started.
pub fn run(command: &mut Command) -> Result<Measured, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let before = children_seconds();
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{name}: {error}"))?;
    let read = |stream: Option<Box<dyn std::io::Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut stream) = stream {
                // What came before an error is worth showing.
                let _ = stream.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = read(
        child
            .stdout
            .take()
            .map(|s| Box::new(s) as Box<dyn std::io::Read + Send>),
    );
    let stderr = read(
        child
            .stderr
            .take()
            .map(|s| Box::new(s) as Box<dyn std::io::Read + Send>),
    );
    let mut peaks: BTreeMap<u32, u64> = BTreeMap::new();
    while child.try_wait().map_err(|error| format!("{name}: {error}"))?.is_none() {
        for process in family(child.id()) {
            let now = anonymous(process);
            let peak = peaks.entry(process).or_default();
            *peak = now.max(*peak);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(Measured {
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
        seconds: start.elapsed().as_secs_f64(),
        cpu_seconds: children_seconds() - before,
        anonymous_bytes: peaks.values().copied().max().unwrap_or(0),
    })
}

/// Processor time of children that were waited for: as the kernel accounts for it, not in its ticks.
fn children_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| {
        let both = usage.user_time() + usage.system_time();
        both.num_microseconds() as f64 / 1e6
    })
}

/// The process and its descendants.
fn family(process: u32) -> Vec<u32> {
    let mut all = vec![process];
    let mut next = 0;
    while next < all.len() {
        let tasks = fs::read_dir(format!("/proc/{}/task", all[next]))
            .into_iter()
            .flatten()
            .flatten();
        for task in tasks {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            all.extend(
                children
                    .split_whitespace()
                    .filter_map(|child| child.parse::<u32>().ok()),
            );
        }
        next += 1;
    }
    all
}

fn anonymous(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_measured() {
        let script = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo done; sleep 0.1";
        let measured = run(Command::new("sh").arg("-c").arg(script)).unwrap();
        assert_eq!(measured.stdout, "done\n");
        assert!(
            measured.cpu_seconds > 0.0 && measured.anonymous_bytes > 0,
            "{measured:?}"
        );
    }
}
