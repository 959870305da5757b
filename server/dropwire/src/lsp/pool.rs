//! Warm workers: processes that have booted the JDK already and wait for a class path's next build.
//!
//! Two: one for the check, one for the first replay. More would cost memory for nothing.

use std::sync::{Mutex, PoisonError};

use crate::worker::client::{Priority, Worker};
use crate::worker::protocol::{Request, Setup};
use crate::worker::verify::Workers;

const KEPT_WARM: usize = 2;

/// The pool. Shared with the threads that verify.
#[derive(Default)]
pub struct WarmPool {
    warm: Mutex<Vec<(Setup, Worker)>>,
}

impl WarmPool {
    /// Makes sure that workers for this set-up are warm, or on the way. Those for another are let go.
    pub fn prepare(&self, setup: &Setup) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        warm.retain(|(prepared, _)| prepared == setup);
        while warm.len() < KEPT_WARM {
            let started = Worker::start(Priority::Low);
            let asked = started.and_then(|worker| {
                worker.send(&Request::Prepare { setup: setup.clone() })?;
                Ok(worker)
            });
            match asked {
                Ok(worker) => warm.push((setup.clone(), worker)),
                Err(error) => {
                    tracing::warn!("no warm worker: {error}");
                    return;
                }
            }
        }
    }

    /// Lets all go: what they have loaded is no longer what is on disk.
    pub fn clear(&self) {
        self.warm.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Workers for WarmPool {
    fn take(&self, setup: &Setup) -> Result<Worker, String> {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = warm.iter().position(|(prepared, _)| prepared == setup) {
            return Ok(warm.swap_remove(index).1);
        }
        Worker::start(Priority::Low).map_err(|error| format!("cannot start a worker process: {error}"))
    }
}
