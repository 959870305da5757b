//! Warm workers: processes that have booted the JDK already and wait for a class path's next build.
//!
//! Two: one for the check, one for the first replay. More would cost memory for nothing. A warm worker looks up each class
//! when it is wanted, so that folders may change after its boot; jars are opened at boot, and entries that did not exist
//! then are never looked at.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::worker::client::{Priority, Worker};
use crate::worker::protocol::{Request, Setup};
use crate::worker::verify::Workers;

const KEPT_WARM: usize = 2;

/// The pool. Shared with the threads that verify.
#[derive(Default)]
pub struct WarmPool {
    warm: Mutex<Vec<Warm>>,
}

struct Warm {
    setup: Setup,
    /// The entries of its class path that existed when it was started.
    existed: Vec<PathBuf>,
    worker: Worker,
}

impl Warm {
    fn fits(&self, setup: &Setup) -> bool {
        self.setup == *setup && self.existed == existing(setup)
    }
}

impl WarmPool {
    /// The most that all workers together may take.
    pub fn limit_memory(&self, _bytes: u64) {}

    /// Makes sure that workers for this set-up are warm, or on the way. Those for another are let go.
    pub fn prepare(&self, setup: &Setup) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        warm.retain(|warm| warm.fits(setup));
        while warm.len() < KEPT_WARM {
            let existed = existing(setup);
            let started = Worker::start(Priority::Low);
            let asked = started.and_then(|worker| {
                worker.send(&Request::Prepare { setup: setup.clone() })?;
                Ok(worker)
            });
            match asked {
                Ok(worker) => warm.push(Warm {
                    setup: setup.clone(),
                    existed,
                    worker,
                }),
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
        if let Some(index) = warm.iter().position(|warm| warm.fits(setup)) {
            // The oldest: it has had the most time to boot.
            return Ok(warm.remove(index).worker);
        }
        Worker::start(Priority::Low).map_err(|error| format!("cannot start a worker process: {error}"))
    }
}

fn existing(setup: &Setup) -> Vec<PathBuf> {
    setup.class_path.iter().filter(|path| path.exists()).cloned().collect()
}
