//! Where workers come from, how they are ended, and how they ended.

use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::client::{Handle, Worker};
use super::protocol::{Request, Setup};

/// Where workers come from: started on demand, or kept warm.
pub trait Workers: Sync {
    /// A worker, possibly already prepared for this set-up.
    ///
    /// # Errors
    /// A sentence, if no process can be started.
    fn take(&self, setup: &Setup) -> Result<Worker, String>;
}

/// The reins of a running verification, shared with whoever may end it.
#[derive(Default)]
pub struct Control {
    live: Mutex<Vec<Arc<Handle>>>,
    stopped: AtomicBool,
    killed: AtomicBool,
}

impl Control {
    /// Asks for an end with an honest partial result.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        for worker in self.lock_live().iter() {
            // A worker that is gone needs no message.
            let _ = worker.send(&Request::Stop);
        }
    }

    /// Ends it now, without a result.
    pub fn kill(&self) {
        self.killed.store(true, Ordering::SeqCst);
        for worker in self.lock_live().iter() {
            worker.kill();
        }
    }

    /// Ends the workers, not the verification: it gets the answer of a worker that died.
    pub fn end_workers(&self) {
        for worker in self.lock_live().iter() {
            worker.kill();
        }
    }

    /// Whether [`Control::stop`] was called.
    pub fn was_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Whether [`Control::kill`] was called.
    pub fn was_killed(&self) -> bool {
        self.killed.load(Ordering::SeqCst)
    }

    /// Registers a worker; one registered after the kill dies at once. The list lock orders the two.
    pub(super) fn register(&self, worker: &Worker, interruptible: bool) {
        let mut live = self.lock_live();
        live.push(worker.handle());
        if self.was_killed() {
            worker.handle().kill();
        } else if interruptible && self.stopped.load(Ordering::SeqCst) {
            let _ = worker.send(&Request::Stop);
        }
    }

    fn lock_live(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Handle>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// In words, and whether it is our bug. SIGKILL comes from outside: a user, or the kernel that ran out of memory.
pub(super) fn describe_death(status: Option<ExitStatus>) -> (String, bool) {
    let Some(status) = status else {
        return ("for an unknown reason".into(), true);
    };
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            9 => (
                "it was killed, probably because the machine ran out of memory; lower --memory-limit".into(),
                false,
            ),
            15 => ("it was terminated from outside".into(), false),
            6 => ("it aborted (signal 6)".into(), true),
            11 => ("it crashed (signal 11)".into(), true),
            _ => (format!("it got signal {signal}"), true),
        };
    }
    (status.to_string(), status.code() == Some(101))
}
