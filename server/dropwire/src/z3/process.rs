//! A process that answers over pipes. Two threads write and read, so that whoever asks waits no longer than it wants to, whatever the process does.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use dropwire_check::CancellationToken;

/// How often somebody who waits looks whether the work was cancelled.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// An answer that is longer is none.
const LONGEST_ANSWER: usize = 16 << 20;

/// Why there is no answer. The process is of no use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The system does not start it.
    NotStarted,
    /// It has ended, or does not listen.
    Died,
    /// The time is over.
    Late,
    /// It writes without end.
    TooLong,
    /// Nobody wants to know any more.
    Cancelled,
}

/// A running z3. Dropping it ends it.
pub struct Process {
    child: Child,
    questions: SyncSender<String>,
    answers: Receiver<Vec<u8>>,
}

impl Process {
    /// Starts z3 with a limit of bytes; 0 is unlimited. It stays in the group of this process, and ends with it.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn start(program: &Path, memory: u64) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(["-in", "-smt2"]);
        if memory > 0 {
            command.arg(format!("-memory:{}", memory.div_ceil(1 << 20)));
        }
        // The folder of the project is nothing to z3.
        if let Some(folder) = program.parent() {
            command.current_dir(folder);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn()?;
        match threads(&mut child) {
            Ok((questions, answers)) => Ok(Process {
                child,
                questions,
                answers,
            }),
            Err(error) => {
                end(&mut child);
                Err(error)
            }
        }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it writes until a line that is `end`.
    ///
    /// # Errors
    /// It does not write this line.
    pub fn ask(
        &mut self,
        question: String,
        end: &str,
        deadline: Option<Instant>,
        cancellation: &CancellationToken,
    ) -> Result<String, Trouble> {
        self.questions.try_send(question).map_err(|_| Trouble::Died)?;
        let mut said = Vec::new();
        loop {
            if cancellation.is_cancelled() {
                return Err(Trouble::Cancelled);
            }
            match self.answers.recv_timeout(patience(deadline)?) {
                Ok(part) => said.extend(part),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Died),
            }
            if let Some(answer) = before_the_end(&said, end) {
                return Ok(String::from_utf8_lossy(answer).into_owned());
            }
            if said.len() > LONGEST_ANSWER {
                return Err(Trouble::TooLong);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// Ends it now, and leaves no zombie. Its pipes close, so the threads end as well.
fn end(child: &mut Child) {
    // Both fail only if it has ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// How long to wait at a time.
fn patience(deadline: Option<Instant>) -> Result<Duration, Trouble> {
    let Some(deadline) = deadline else {
        return Ok(LOOK_EVERY);
    };
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(Trouble::Late);
    }
    Ok(left.min(LOOK_EVERY))
}

/// What comes before the last line, if that is `end`.
fn before_the_end<'a>(said: &'a [u8], end: &str) -> Option<&'a [u8]> {
    let before = said.strip_suffix(b"\n")?;
    let before = before.strip_suffix(b"\r").unwrap_or(before);
    let before = before.strip_suffix(end.as_bytes())?;
    (before.is_empty() || before.ends_with(b"\n")).then_some(before)
}

fn threads(child: &mut Child) -> io::Result<(SyncSender<String>, Receiver<Vec<u8>>)> {
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("z3 has no pipes"));
    };
    let (questions, to_write) = sync_channel(1);
    let (was_read, answers) = sync_channel(1);
    named("z3-questions").spawn(move || write(input, &to_write))?;
    named("z3-answers").spawn(move || read(output, &was_read))?;
    Ok((questions, answers))
}

fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}

/// Ends when nobody asks any more, or the process does not listen.
fn write(mut input: ChildStdin, questions: &Receiver<String>) {
    for question in questions {
        let written = input.write_all(question.as_bytes()).and_then(|()| input.flush());
        if written.is_err() {
            return;
        }
    }
}

/// Ends when nobody listens any more, or the process says nothing more.
fn read(mut output: ChildStdout, answers: &SyncSender<Vec<u8>>) {
    let mut part = vec![0; 1 << 16];
    loop {
        match output.read(&mut part) {
            Ok(0) => return,
            Ok(count) => {
                if answers.send(part[..count].to_vec()).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_a_line_of_its_own() {
        let before = |said: &'static str| before_the_end(said.as_bytes(), "end 1").map(<[u8]>::len);
        assert_eq!(before("unsat\nend 1\n"), Some(6));
        assert_eq!(before("unsat\r\nend 1\r\n"), Some(7));
        assert_eq!(before("end 1\n"), Some(0));
        for other in [
            "unsat\nend 1",
            "unsat end 1\n",
            "end 1\nunsat\n",
            "(echo \"end 1\")\n",
            "",
        ] {
            assert_eq!(before(other), None, "{other}");
        }
    }
}
