//! How a search along paths uses persistent sets: see [`independence`](super::independence).

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::{Choice, ThreadId};

use super::halt::Halt;
use super::independence::{Independence, Passed};
use super::level::{Level, Reduced};
use super::{Mode, Search};
use crate::listener::Hears;

/// The independence that a search learns, and whether it uses it.
pub(crate) struct Persistent<'a> {
    /// What is known.
    pub independence: &'a mut Independence,
    /// States have the ways of a persistent set. If not, the search only learns.
    pub reduces: bool,
}

impl<'a> Search<'a> {
    /// The same search, which learns which steps are independent.
    pub(crate) fn with_independence(mut self, persistent: Persistent<'a>) -> Search<'a> {
        let is_plain = self.options.properties.is_empty()
            && self.listening.hears == Hears::NOTHING
            && self.vm.stated_properties().is_empty();
        if let Mode::Paths(paths) = &mut self.mode
            && is_plain
            && !persistent.independence.is_off()
            && (!persistent.reduces || persistent.independence.pays())
        {
            persistent.independence.begin();
            self.vm.watch_footprints(persistent.independence.footprint.take());
            paths.persistent = Some(persistent);
        }
        self
    }
}

impl Search<'_> {
    /// Where a thread stands that is about to move.
    pub(super) fn stands(&mut self, thread: ThreadId) -> Option<u32> {
        let Mode::Paths(paths) = &mut self.mode else {
            return None;
        };
        let persistent = paths.persistent.as_mut()?;
        Some(persistent.independence.node(self.vm, thread))
    }

    /// It has moved, and before that there were so many threads.
    pub(super) fn learn_step(&mut self, from: u32, thread: ThreadId, threads: usize) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(persistent) = &mut paths.persistent else {
            return;
        };
        let Some(footprint) = &mut self.vm.footprint else {
            return;
        };
        if std::mem::take(&mut footprint.coarser) {
            persistent.independence.grow_coarser();
        }
        let started = (threads..self.vm.threads.len()).map(|at| ThreadId(at as u32));
        let behind: Vec<ThreadId> = std::iter::once(thread)
            .chain(started)
            .filter(|thread| self.vm.thread(*thread).is_alive())
            .collect();
        let passed = persistent.independence.learn(self.vm, thread, from, &behind);
        let made_here = |level: &&mut Level| level.steps + 1 == self.schedule.len();
        if !passed.is_empty()
            && let Some(level) = self.levels.last_mut().filter(made_here)
            && let Some(reduced) = &mut level.reduced
            && let Some(place) = reduced.all.iter().position(|of| of.is_of(thread))
        {
            reduced.passed.extend(passed.into_iter().map(|node| (place, node)));
            reduced.passed.sort_unstable();
            reduced.passed.dedup();
            if persistent
                .independence
                .close(&mut reduced.set, &reduced.all, &reduced.passed)
            {
                level.take_held();
            }
        }
    }

    /// Whether the program has done something after which steps of different threads depend on each other: no state is given less than all its
    /// ways any more.
    pub(super) fn look_at_steps(&mut self) {
        let Mode::Paths(paths) = &self.mode else { return };
        if paths.persistent.is_some() && !self.vm.has_local_steps() {
            self.give_up_sets();
        }
    }

    /// From now on each state has all its ways, if need be in a search that restarts.
    fn give_up_sets(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        if let Some(persistent) = &mut paths.persistent {
            persistent.independence.give_up();
            if persistent.independence.is_broken() {
                self.outcome.refuted = true;
                self.stop = Some(Halt::Restart);
            }
            self.forget_independence();
        }
    }

    fn forget_independence(&mut self) {
        if let Mode::Paths(paths) = &mut self.mode
            && let Some(persistent) = paths.persistent.take()
        {
            persistent.independence.log();
            persistent.independence.footprint = self.vm.ignore_footprints();
        }
    }

    /// Leaves a persistent set of the ways on from the present state.
    pub(super) fn keep_persistent(&mut self, choices: &mut Vec<Choice>) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(persistent) = &mut paths.persistent else {
            return;
        };
        if choices.len() < 2 {
            return;
        }
        let independence = &mut *persistent.independence;
        if !persistent.reduces && !independence.samples() {
            return;
        }
        let all = independence.standing(self.vm, choices);
        let set = independence.persistent_set(&all, choices);
        tracing::trace!(target: "dropwire_check::independence", depth = self.schedule.len(), ?choices, ?all, ?set, "set");
        if !persistent.reduces {
            independence.note_set(set.is_some());
            return;
        }
        if independence.note_reduction(set.is_some()) {
            self.give_up_sets();
            return;
        }
        let Some(set) = set else { return };
        let within = |choice: &Choice| set.contain(&all, choice.thread);
        let held = choices.extract_if(.., |choice| !within(choice)).collect();
        independence.note_reduced();
        let passed = Passed::new();
        self.reduced = Some(Box::new(Reduced { set, all, passed, held }));
    }

    /// What was learned since may have shown that states of the path need more ways, or that one that was left did.
    pub(super) fn mend_levels(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(persistent) = &mut paths.persistent else {
            return;
        };
        if !persistent.independence.has_changed() {
            return;
        }
        if persistent.independence.is_broken() {
            self.outcome.refuted = true;
            self.stop = Some(Halt::Restart);
            return;
        }
        for level in &mut self.levels {
            let Some(reduced) = &mut level.reduced else { continue };
            if persistent
                .independence
                .close(&mut reduced.set, &reduced.all, &reduced.passed)
            {
                level.take_held();
            }
        }
    }

    /// The path has come back to one of its states: no thread may be left out all around (the cycle proviso).
    pub(super) fn take_all_ways(&mut self, to: usize) {
        let closes = self.levels.binary_search_by_key(&to, |level| level.at).is_ok();
        if closes
            && !planted(Fault::ThreadsLeftOutAround)
            && let Some(level) = self.levels.last_mut()
            && let Some(reduced) = level.reduced.take()
        {
            level.choices.extend(reduced.held);
        }
    }

    /// A state is left for good.
    pub(super) fn rely_on(&mut self, reduced: &Reduced) {
        if let Mode::Paths(paths) = &mut self.mode
            && let Some(persistent) = &mut paths.persistent
        {
            persistent
                .independence
                .rely(&reduced.set, &reduced.all, &reduced.passed);
        }
    }

    /// The search is over.
    pub(super) fn end_of_learning(&mut self) {
        self.forget_independence();
    }
}
