//! The parent's handle on one worker process: start it, talk to it, kill it, learn how it died.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::protocol::{Event, Request};
use crate::system;

/// How a worker competes for the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits in a terminal.
    Normal,
    /// Somebody types in an editor.
    Low,
}

/// One worker process. Dropping it kills the process.
pub struct Worker {
    events: BufReader<ChildStdout>,
    handle: Arc<Handle>,
}

/// The part of a worker that other threads may hold: they can speak to it and kill it.
pub struct Handle {
    child: Mutex<Child>,
    requests: Mutex<ChildStdin>,
}

impl Worker {
    /// Starts a worker process.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn start(priority: Priority) -> io::Result<Worker> {
        let mut command = Command::new(system::own_binary()?);
        command.arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped());
        system::with_large_pages(&mut command);
        match priority {
            Priority::Normal => {}
            Priority::Low => {
                command.arg("--low-priority");
            }
        }
        // Not in the terminal's foreground group: Ctrl-C is the parent's to pass on, as a wish first.
        let mut child = system::in_own_group(&mut command).spawn()?;
        let (Some(requests), Some(events)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the worker has no pipes"));
        };
        let handle = Handle {
            child: Mutex::new(child),
            requests: Mutex::new(requests),
        };
        Ok(Worker {
            events: BufReader::new(events),
            handle: Arc::new(handle),
        })
    }

    /// The part that other threads may hold.
    pub fn handle(&self) -> Arc<Handle> {
        Arc::clone(&self.handle)
    }

    /// Sends a request.
    ///
    /// # Errors
    /// The process is gone.
    pub fn send(&self, request: &Request) -> io::Result<()> {
        self.handle.send(request)
    }

    /// Waits for the next event; `None` when the process has ended.
    pub fn next_event(&mut self) -> Option<Event> {
        let mut line = String::new();
        let read = self.events.read_line(&mut line).ok()?;
        if read == 0 {
            return None;
        }
        let unreadable = |error| Event::Failed {
            reason: format!("cannot read the worker's message: {error}"),
        };
        Some(serde_json::from_str(&line).unwrap_or_else(unreadable))
    }

    /// How the process ended; waits for that.
    pub fn death(self) -> Option<ExitStatus> {
        self.handle.lock_child().wait().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.handle.kill();
    }
}

impl Handle {
    /// Sends a request.
    ///
    /// # Errors
    /// The process is gone.
    pub fn send(&self, request: &Request) -> io::Result<()> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        let mut pipe = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        pipe.write_all(&line)?;
        pipe.flush()
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.lock_child().id()
    }

    /// Whether it still runs.
    pub fn lives(&self) -> bool {
        matches!(self.lock_child().try_wait(), Ok(None))
    }

    /// Ends the process now, with a solver that it has started, and leaves no zombie.
    pub fn kill(&self) {
        let mut child = self.lock_child();
        system::kill_group(&mut child);
        // Fails only if it was waited for already.
        let _ = child.wait();
    }

    fn lock_child(&self) -> std::sync::MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
