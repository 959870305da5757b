//! What becomes of a state in which daemons alone can move: a deadlock of the others is one only where daemons cannot free them.

use dropwire_vm::{Allowed, Choice, Key};
use rustc_hash::FxHashSet;

use super::Search;
use super::chain::{Chain, Look};
use crate::enabled::nth;
use crate::facts::reason::Cause;

/// States that the question may cost.
const DAEMON_STATES: usize = 2_000;
/// Steps that it may cost.
const DAEMON_STEPS: u64 = 1_000_000;
/// Steps after which the budget is asked.
const ASKED: u64 = 64;

/// What daemons alone can bring about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DaemonsAlone {
    /// A state in which another thread can move.
    FreeOthers,
    /// No such state, but one in which no thread can move: the deadlock is reported there.
    ComeToAnEnd,
    /// Neither: they move forever.
    GoOnForever,
    /// That takes too long to find out. It counts as free: no deadlock is reported without proof, and no verdict given.
    Undecided,
}

/// The search for an answer, depth first.
#[derive(Default)]
struct Walk {
    seen: FxHashSet<Key>,
    steps: u64,
    /// The states with several ways on that lead to the present one. Each has an undo frame, in which the way that is taken lies.
    forks: Vec<Fork>,
    /// Some path has come to an end.
    ends: bool,
}

struct Fork {
    key: Key,
    choices: Vec<Choice>,
    taken: u64,
}

/// Where a walk comes to.
enum Arrived {
    At(DaemonsAlone),
    Fork(Fork),
}

impl Search<'_> {
    /// What daemons can bring about from the present state, in which they alone can move.
    pub(super) fn daemons_alone(&mut self, key: Key, allowed: Allowed) -> DaemonsAlone {
        if let Some(known) = self.daemons.get(&key) {
            return *known;
        }
        // An observer of this run hears nothing of others.
        let observer = self.vm.observer.take();
        self.vm.push_undo();
        let mut walk = Walk::default();
        let alone = self.walk_with_daemons(allowed, &mut walk);
        self.vm.pop_undo();
        self.vm.observer = observer;
        match alone {
            DaemonsAlone::Undecided => self.limit(Cause::Daemons {
                states: DAEMON_STATES as u64,
            }),
            // Where one state leads forever on, all do that it leads to.
            DaemonsAlone::GoOnForever => self.daemons.extend(walk.seen.into_iter().map(|key| (key, alone))),
            DaemonsAlone::FreeOthers | DaemonsAlone::ComeToAnEnd => {}
        }
        self.daemons.insert(key, alone);
        alone
    }

    fn walk_with_daemons(&mut self, allowed: Allowed, walk: &mut Walk) -> DaemonsAlone {
        let mut arrived = self.follow_daemons(allowed, walk);
        let alone = loop {
            match arrived {
                Arrived::At(decided @ (DaemonsAlone::FreeOthers | DaemonsAlone::Undecided)) => break decided,
                Arrived::At(DaemonsAlone::ComeToAnEnd) => walk.ends = true,
                Arrived::At(DaemonsAlone::GoOnForever) => {}
                Arrived::Fork(fork) => {
                    walk.forks.push(fork);
                    self.vm.push_undo();
                }
            }
            let Some(choice) = self.next_of_daemons(walk) else {
                return match walk.ends {
                    true => DaemonsAlone::ComeToAnEnd,
                    false => DaemonsAlone::GoOnForever,
                };
            };
            arrived = match self.step_of_daemon(choice, walk) {
                true => self.follow_daemons(allowed, walk),
                false => Arrived::At(DaemonsAlone::FreeOthers),
            };
        };
        for fork in walk.forks.drain(..) {
            self.vm.pop_undo();
            // What it leads to, whoever leads to it does.
            self.daemons.insert(fork.key, alone);
        }
        alone
    }

    /// Goes back to the innermost fork that has a way left, and gives that way.
    fn next_of_daemons(&mut self, walk: &mut Walk) -> Option<Choice> {
        loop {
            let fork = walk.forks.last_mut()?;
            self.vm.pop_undo();
            if let Some(choice) = nth(self.vm, &fork.choices, fork.taken) {
                fork.taken += 1;
                self.vm.push_undo();
                return Some(choice);
            }
            walk.forks.pop();
        }
    }

    /// Goes on from the present state while there is one way on.
    fn follow_daemons(&mut self, allowed: Allowed, walk: &mut Walk) -> Arrived {
        let mut chain = Chain::default();
        let plain = Allowed {
            spurious: false,
            ..allowed
        };
        loop {
            let mut choices = Vec::new();
            let moves = self.vm.choices(plain, &mut choices);
            if choices.iter().any(|c| !self.vm.thread(c.thread).daemon) || self.vm.path.facts.exited.is_some() {
                return Arrived::At(DaemonsAlone::FreeOthers);
            }
            if choices.is_empty() {
                return Arrived::At(DaemonsAlone::ComeToAnEnd);
            }
            let mut last = None;
            // Data choices too: a daemon may make one after the other forever.
            if chain.look(self.vm, &choices, moves) != Look::GoOn {
                let Ok(key) = self.vm.key() else {
                    return Arrived::At(DaemonsAlone::FreeOthers);
                };
                if !walk.seen.insert(key) {
                    return Arrived::At(DaemonsAlone::GoOnForever);
                }
                if let Some(known) = self.daemons.get(&key) {
                    return Arrived::At(*known);
                }
                last = Some(key);
            }
            if walk.seen.len() > DAEMON_STATES || walk.steps > DAEMON_STEPS {
                return Arrived::At(DaemonsAlone::Undecided);
            }
            if walk.steps.is_multiple_of(ASKED) && self.is_exhausted() {
                return Arrived::At(DaemonsAlone::Undecided);
            }
            if let Some(key) = last
                && (choices.len() > 1 || self.vm.ways(choices[0]) > 1)
            {
                let taken = 0;
                return Arrived::Fork(Fork { key, choices, taken });
            }
            if !self.step_of_daemon(choices[0], walk) {
                return Arrived::At(DaemonsAlone::FreeOthers);
            }
        }
    }

    /// Makes a step; false where something is not modelled.
    fn step_of_daemon(&mut self, choice: Choice, walk: &mut Walk) -> bool {
        walk.steps += 1;
        match self.vm.step(choice) {
            Ok(()) => {
                // What it names may be gone behind the walk.
                self.note_unprotected();
                true
            }
            Err(error) => {
                self.give_up_path(&error);
                false
            }
        }
    }
}
