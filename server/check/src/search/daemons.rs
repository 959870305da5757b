//! Whether daemons alone can free a thread that others wait for: a deadlock is one only where they cannot.

use dropwire_vm::{Allowed, Key};
use rustc_hash::FxHashSet;

use super::Search;
use crate::enabled::nth;
use crate::facts::reason::Cause;

/// States that the question "can daemons free anyone?" may cost.
const DAEMON_STATES: usize = 2_000;

impl Search<'_> {
    /// Whether daemons alone can reach a state in which a non-daemon thread can move.
    pub(super) fn daemons_can_free(&mut self, key: Key, allowed: Allowed) -> bool {
        if let Some(known) = self.daemons.get(&key) {
            return *known;
        }
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        // An observer of this run hears nothing of others.
        let observer = self.vm.observer.take();
        let free = self.daemon_walk(allowed, &mut seen);
        self.vm.observer = observer;
        // What could not be decided counts as free: no deadlock is reported without proof, and no verdict given.
        if seen.len() > DAEMON_STATES {
            self.limit(Cause::Daemons {
                states: DAEMON_STATES as u64,
            });
        }
        self.daemons.insert(key, free);
        free
    }

    fn daemon_walk(&mut self, allowed: Allowed, seen: &mut FxHashSet<Key>) -> bool {
        let Ok(key) = self.vm.key() else { return true };
        if !seen.insert(key) {
            return false;
        }
        if seen.len() > DAEMON_STATES || self.is_exhausted() {
            return true;
        }
        let mut choices = Vec::new();
        let plain = Allowed {
            spurious: false,
            ..allowed
        };
        self.vm.choices(plain, &mut choices);
        if choices.iter().any(|c| !self.vm.thread(c.thread).daemon) || self.vm.path.facts.exited.is_some() {
            return true;
        }
        let mut ways = 0;
        while let Some(choice) = nth(self.vm, &choices, ways) {
            ways += 1;
            self.vm.push_undo();
            let free = match self.vm.step(choice) {
                Ok(()) => self.daemon_walk(allowed, seen),
                Err(error) => {
                    self.give_up_path(&error);
                    true
                }
            };
            self.vm.pop_undo();
            if free {
                return true;
            }
        }
        false
    }
}
