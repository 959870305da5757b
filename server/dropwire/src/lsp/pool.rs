//! Warm workers: processes that have booted the JDK already and wait for a class path's next build.
//!
//! Two: one for the check, one for the first replay. More would cost memory for nothing. A warm worker looks up each class
//! when it is wanted, so that folders may change after its boot; jars are opened at boot, and entries that did not exist
//! then are never looked at. One that has died meanwhile is replaced.
//!
//! The memory limit holds for all workers together, warm ones too: those are the first to go.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::system;
use crate::worker::client::{Handle, Priority, Worker};
use crate::worker::control::Workers;
use crate::worker::protocol::{Request, Setup};

const KEPT_WARM: usize = 2;

/// The pool. Shared with the threads that verify.
#[derive(Default)]
pub struct WarmPool {
    warm: Mutex<Vec<Warm>>,
    /// Those that have been given away, as long as they live.
    busy: Mutex<Vec<Weak<Handle>>>,
    /// Bytes; 0 is unlimited.
    most: AtomicU64,
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
    /// The most that all workers together may take; 0 is unlimited.
    pub fn limit_memory(&self, bytes: u64) {
        self.most.store(bytes, Ordering::Relaxed);
    }

    /// Whether the workers that have been given away take more than they may, even without the warm ones.
    pub fn is_over_memory(&self) -> bool {
        let most = self.most.load(Ordering::Relaxed);
        if most == 0 {
            return false;
        }
        let busy: u64 = {
            let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
            busy.retain(|handle| handle.strong_count() > 0);
            let handles = busy.iter().filter_map(Weak::upgrade);
            handles.map(|handle| system::memory_of(handle.id())).sum()
        };
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        let idle: u64 = warm
            .iter()
            .map(|warm| system::memory_of(warm.worker.handle().id()))
            .sum();
        if busy + idle > most {
            warm.clear();
        }
        busy > most
    }

    /// Makes sure that workers for this set-up are warm, or on the way. Those for another are let go.
    pub fn prepare(&self, setup: &Setup) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        warm.retain(|warm| warm.fits(setup) && warm.worker.handle().lives());
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
        setup.can_be_sent()?;
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        warm.retain(|warm| warm.worker.handle().lives());
        let worker = match warm.iter().position(|warm| warm.fits(setup)) {
            // The oldest: it has had the most time to boot.
            Some(index) => warm.remove(index).worker,
            None => Worker::start(Priority::Low).map_err(|error| format!("cannot start a worker process: {error}"))?,
        };
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.push(Arc::downgrade(&worker.handle()));
        Ok(worker)
    }
}

fn existing(setup: &Setup) -> Vec<PathBuf> {
    setup.class_path.iter().filter(|path| path.exists()).cloned().collect()
}
