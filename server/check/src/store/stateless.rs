//! No store: a state that is reached again is explored again (VeriSoft: Godefroid, POPL 1997). Paths that do not end need a depth limit.

use dropwire_vm::{Key, Vm, VmError};

use super::{StateStore, Visit};

/// Counts the states that are explored, and remembers none.
#[derive(Default)]
pub struct Stateless {
    explored: u64,
}

impl StateStore for Stateless {
    fn insert(&mut self, _vm: &mut Vm, _key: Key) -> Result<Visit, VmError> {
        self.explored += 1;
        Ok(Visit::New)
    }

    fn states(&self) -> u64 {
        self.explored
    }

    fn bytes(&self) -> u64 {
        0
    }
}
