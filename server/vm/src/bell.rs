//! How somebody outside ends a long piece of work: a bell that the machine listens to between instructions, and in whatever moves much memory.
//!
//! It decides nothing but that a path is given up: what a step does never depends on when it rings.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::VmError;

/// Bytes that are moved between two looks at the bell.
pub(crate) const PIECE: u64 = 8 << 20;

/// Shared between the machine and whoever may end its work.
#[derive(Clone, Default, Debug)]
pub struct Bell(Arc<AtomicBool>);

impl Bell {
    /// From now on the machine does not go on.
    pub fn ring(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The machine may go on.
    pub fn silence(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it rings.
    #[inline(always)]
    pub fn rings(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error while it rings.
    #[inline(always)]
    pub(crate) fn listen(&self) -> Result<(), VmError> {
        if self.rings() { Err(VmError::Stopped) } else { Ok(()) }
    }
}
