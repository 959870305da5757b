//! Which locks threads waited for: after how many of the transitions of a search a thread could not go on because another one held a lock.

use std::collections::BTreeMap;

use dropwire_vm::Vm;

use crate::facts::object::Object;
use crate::facts::reported::{Contender, LockContention, Reported};
use crate::facts::wait::{Holder, Wait};
use crate::listener::{Event, Hears, History, Listener, Reaction};
use crate::properties::deadlock;

/// Counts, by lock, and by who waits for whom.
#[derive(Default)]
pub(super) struct Contention {
    locks: BTreeMap<String, (Object, Pairs)>,
}

type Pairs = BTreeMap<(String, Option<String>), u64>;

impl Listener for Contention {
    fn name(&self) -> &str {
        "contention"
    }

    fn hears(&self) -> Hears {
        Hears::STEPS.and(Hears::BEGIN)
    }

    fn hear(&mut self, vm: &Vm, _: &History, event: &Event<'_>) -> Reaction {
        match event {
            // A search that restarts makes the same transitions again.
            Event::Begun => self.locks.clear(),
            Event::Advanced { again: false, .. } => self.count(vm),
            Event::State { .. }
            | Event::ChoicePoint { .. }
            | Event::Processed
            | Event::Choice { .. }
            | Event::Advanced { again: true, .. }
            | Event::Within { .. }
            | Event::ThreadStarted { .. }
            | Event::ThreadEnded { .. }
            | Event::Backtracked { .. }
            | Event::Ended
            | Event::Found { .. } => {}
        }
        Reaction::Continue
    }
}

impl Contention {
    fn count(&mut self, vm: &Vm) {
        for thread in vm.live() {
            let Wait::Lock { lock, holder, .. } = deadlock::wait_of(vm, thread) else {
                continue;
            };
            let holds = match holder {
                Holder::Thread { name } => Some(name),
                // Who waits for no other thread is about to take the lock.
                Holder::Ended { name: None } => continue,
                Holder::Ended { name } => name,
            };
            let key = format!("{lock:?}");
            let (_, pairs) = self.locks.entry(key).or_insert_with(|| (lock, Pairs::new()));
            *pairs.entry((vm.thread_name(thread), holds)).or_default() += 1;
        }
    }

    /// What was counted.
    pub(super) fn report(&self) -> Reported {
        let mut locks: Vec<LockContention> = self.locks.values().map(|(lock, pairs)| of_lock(lock, pairs)).collect();
        locks.sort_by_key(|lock| std::cmp::Reverse(lock.transitions));
        Reported::Contention { locks }
    }
}

fn of_lock(lock: &Object, pairs: &Pairs) -> LockContention {
    let mut pairs: Vec<Contender> = pairs
        .iter()
        .map(|((waits, holds), transitions)| Contender {
            waits: waits.clone(),
            holds: holds.clone(),
            transitions: *transitions,
        })
        .collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.transitions));
    LockContention {
        lock: lock.clone(),
        transitions: pairs.iter().map(|pair| pair.transitions).sum(),
        pairs,
    }
}
