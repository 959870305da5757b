//! The set of states seen, behind one trait.
//!
//! | store | bytes a state | complete |
//! |---|---|---|
//! | [`FingerprintStore`] | 19 to 24 | but for a collision of 128-bit keys |
//! | [`CollapseStore`] | 30 to 64 | yes |
//! | [`BitstateStore`] | under 1 | no |
//! | [`Stateless`] | 0 | yes, where each path ends |

mod bitstate;
mod collapse;
mod fingerprint;
mod stateless;

use dropwire_vm::{Key, Vm, VmError};

use crate::facts::reason::Cause;
use crate::options::{Options, StoreKind};

pub use bitstate::BitstateStore;
pub use collapse::CollapseStore;
pub use fingerprint::FingerprintStore;
pub use stateless::Stateless;

/// Whether a state was seen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// It is stored now.
    New,
    /// It was there.
    Old,
}

/// Where states are remembered.
pub trait StateStore {
    /// Remembers the state of `vm`, whose key has just been taken.
    fn insert(&mut self, vm: &mut Vm, key: Key) -> Result<Visit, VmError>;
    /// States remembered.
    fn states(&self) -> u64;
    /// Bytes held.
    fn bytes(&self) -> u64;
    /// Why a search with this store is not complete.
    fn gap(&self) -> Option<Cause> {
        None
    }
}

/// The store that the options ask for.
pub fn open(options: &Options) -> Box<dyn StateStore> {
    match options.store {
        StoreKind::Fingerprint => Box::new(FingerprintStore::new()),
        StoreKind::Collapse => Box::new(CollapseStore::new()),
        StoreKind::Bitstate => Box::new(BitstateStore::new(options.bitstate_bytes())),
        StoreKind::Stateless => Box::new(Stateless::default()),
    }
}

impl StateStore for FingerprintStore {
    fn insert(&mut self, _vm: &mut Vm, key: Key) -> Result<Visit, VmError> {
        Ok(FingerprintStore::insert(self, key))
    }

    fn states(&self) -> u64 {
        self.count()
    }

    fn bytes(&self) -> u64 {
        self.memory()
    }
}

impl StateStore for CollapseStore {
    fn insert(&mut self, vm: &mut Vm, _key: Key) -> Result<Visit, VmError> {
        CollapseStore::insert(self, vm)
    }

    fn states(&self) -> u64 {
        self.count()
    }

    fn bytes(&self) -> u64 {
        self.memory()
    }
}

impl StateStore for BitstateStore {
    fn insert(&mut self, _vm: &mut Vm, key: Key) -> Result<Visit, VmError> {
        Ok(BitstateStore::insert(self, key))
    }

    fn states(&self) -> u64 {
        self.count()
    }

    fn bytes(&self) -> u64 {
        self.memory()
    }

    fn gap(&self) -> Option<Cause> {
        (!self.is_exact()).then(|| Cause::Bitstate {
            omitted: (self.omission() * 10_000.0).round() as u64,
        })
    }
}
