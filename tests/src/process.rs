//! Runs a program to its end, or to the end of our patience.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its exit status; `None` where a signal ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs a command.
///
/// # Errors
/// It cannot be started, or runs longer than `patience` (it is killed then).
pub fn run(command: &mut Command, patience: Duration) -> Result<Ended, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{name}: {error}"))?;
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| format!("{name}: {error}"))? {
            break Ok(status);
        }
        if start.elapsed() > patience {
            // It may have ended this very moment; either way it is gone afterwards.
            let _ = child.kill();
            let _ = child.wait();
            break Err(format!("{name} did not end within {} s", patience.as_secs()));
        }
        thread::sleep(Duration::from_millis(5));
    };
    let text = |drained: thread::JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&drained.join().unwrap_or_default()).into_owned()
    };
    Ok(Ended {
        status: status?.code(),
        stdout: text(stdout),
        stderr: text(stderr),
    })
}

fn drain(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before an error is worth showing.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}
