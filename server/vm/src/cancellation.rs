//! How another thread ends a long piece of work: a token that the machine checks between instructions, and in whatever moves much memory.
//!
//! Cancellation decides nothing but that a path is given up: what a step does never depends on when it comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::VmError;

/// Bytes that are moved between two checks.
pub(crate) const PIECE: u64 = 8 << 20;

/// Shared between the machine and whoever may end its work.
#[derive(Clone, Default, Debug)]
pub struct CancellationToken(Arc<AtomicBool>);

impl CancellationToken {
    /// From now on the machine does not go on.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The machine may go on.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    #[inline(always)]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error once the work is to end.
    #[inline(always)]
    pub(crate) fn check(&self) -> Result<(), VmError> {
        if self.is_cancelled() {
            Err(VmError::Stopped)
        } else {
            Ok(())
        }
    }
}
