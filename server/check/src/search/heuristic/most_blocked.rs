//! `search.heuristic=most-blocked` (Groce, Visser, STTT 2004): the fewer threads can move, the nearer is a deadlock.

use dropwire_vm::{Choice, Vm};

use super::Heuristic;

/// The threads that can move.
pub(super) struct MostBlocked;

impl Heuristic for MostBlocked {
    fn distance(&mut self, vm: &Vm, _: &[Choice]) -> u64 {
        vm.live().filter(|thread| vm.is_enabled(*thread)).count() as u64
    }
}
