//! What becomes of a state in which daemons alone can move: a deadlock of the others is one only where daemons cannot free them.

use dropwire_vm::{Allowed, Key};
use rustc_hash::FxHashSet;

use super::Search;
use crate::enabled::nth;
use crate::facts::reason::Cause;

/// States that the question may cost.
const DAEMON_STATES: usize = 2_000;

/// What daemons alone can bring about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DaemonsAlone {
    /// A state in which another thread can move.
    FreeOthers,
    /// No such state, but one in which no thread can move: the deadlock is reported there.
    ComeToAnEnd,
    /// Neither: they move forever.
    GoOnForever,
}

impl Search<'_> {
    /// What daemons can bring about from the present state, in which they alone can move.
    pub(super) fn daemons_alone(&mut self, key: Key, allowed: Allowed) -> DaemonsAlone {
        if let Some(known) = self.daemons.get(&key) {
            return *known;
        }
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        // An observer of this run hears nothing of others.
        let observer = self.vm.observer.take();
        let alone = self.daemon_walk(allowed, &mut seen);
        self.vm.observer = observer;
        // What could not be decided counts as free: no deadlock is reported without proof, and no verdict given.
        if seen.len() > DAEMON_STATES {
            self.limit(Cause::Daemons {
                states: DAEMON_STATES as u64,
            });
        }
        self.daemons.insert(key, alone);
        alone
    }

    fn daemon_walk(&mut self, allowed: Allowed, seen: &mut FxHashSet<Key>) -> DaemonsAlone {
        let Ok(key) = self.vm.key() else {
            return DaemonsAlone::FreeOthers;
        };
        if !seen.insert(key) {
            return DaemonsAlone::GoOnForever;
        }
        if seen.len() > DAEMON_STATES || self.is_exhausted() {
            return DaemonsAlone::FreeOthers;
        }
        let mut choices = Vec::new();
        let plain = Allowed {
            spurious: false,
            ..allowed
        };
        self.vm.choices(plain, &mut choices);
        if choices.iter().any(|c| !self.vm.thread(c.thread).daemon) || self.vm.path.facts.exited.is_some() {
            return DaemonsAlone::FreeOthers;
        }
        if choices.is_empty() {
            return DaemonsAlone::ComeToAnEnd;
        }
        let mut alone = DaemonsAlone::GoOnForever;
        let mut ways = 0;
        while let Some(choice) = nth(self.vm, &choices, ways) {
            ways += 1;
            self.vm.push_undo();
            let behind = match self.vm.step(choice) {
                Ok(()) => {
                    // What it names may be gone behind the walk.
                    self.note_unprotected();
                    self.daemon_walk(allowed, seen)
                }
                Err(error) => {
                    self.give_up_path(&error);
                    DaemonsAlone::FreeOthers
                }
            };
            self.vm.pop_undo();
            match behind {
                DaemonsAlone::FreeOthers => return behind,
                DaemonsAlone::ComeToAnEnd => alone = behind,
                DaemonsAlone::GoOnForever => {}
            }
        }
        alone
    }
}
