//! How a search along paths uses persistent sets: see [`independence`](super::independence).

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::{Alternative, Choice, ThreadId};

use super::halt::Halt;
use super::independence::{Independence, Members, Passed};
use super::level::{Level, Reduced};
use super::{Mode, Search};
use crate::listener::Hears;
use crate::options::Timeouts;

/// A search that gives up its sets before so many states restarts with sleep sets.
const SOON: u64 = 16_384;

/// What a search makes of the independence of steps.
#[derive(Clone, Copy)]
pub(crate) struct Uses {
    /// It learns what threads have in common.
    pub learns: bool,
    /// States have the ways of a persistent set. If not, it only learns.
    pub reduces: bool,
    /// It has sleep sets, if it has no persistent sets.
    pub sleeps: bool,
}

/// The independence that a search learns, and what it is used for.
pub(crate) struct Persistent<'a> {
    /// What is known.
    pub independence: &'a mut Independence,
    /// What it is used for.
    pub uses: Uses,
}

impl<'a> Search<'a> {
    /// The same search, which makes use of steps that are independent.
    pub(crate) fn with_independence(mut self, mut persistent: Persistent<'a>) -> Search<'a> {
        let independence = &mut *persistent.independence;
        let uses = &mut persistent.uses;
        uses.learns &= !independence.is_off() && (!uses.reduces || independence.pays());
        uses.reduces &= uses.learns;
        uses.sleeps &= !independence.is_dependent();
        let sleeps_now = uses.sleeps && !uses.reduces;
        let is_plain = self.options.properties.is_empty()
            && self.listening.hears == Hears::NOTHING
            && self.vm.stated_properties().is_empty();
        if let Mode::Paths(paths) = &mut self.mode
            && is_plain
            && (uses.learns || sleeps_now)
        {
            independence.begin();
            self.vm.watch_footprints(independence.footprint.take());
            paths.sleep = sleeps_now.then(Box::default);
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
        let persistent = paths.persistent.as_mut().filter(|persistent| persistent.uses.learns)?;
        Some(persistent.independence.node(self.vm, thread))
    }

    /// A step was made, by a thread that stood there, and before it there were so many threads.
    pub(super) fn note_step(&mut self, from: Option<u32>, choice: Choice, threads: usize) {
        let Some(footprint) = &mut self.vm.footprint else {
            return;
        };
        let coarser = std::mem::take(&mut footprint.coarser);
        if let Some(from) = from {
            self.learn_step(from, choice.thread, threads, coarser);
        }
        self.wake_dependents(choice, coarser);
    }

    fn learn_step(&mut self, from: u32, thread: ThreadId, threads: usize, coarser: bool) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(persistent) = &mut paths.persistent else {
            return;
        };
        if coarser {
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
            let known = &mut reduced.passed;
            known.extend(passed.into_iter().map(|node| (place, node)));
            known.sort_unstable();
            known.dedup();
            if persistent
                .independence
                .close(&mut reduced.set, &reduced.all, &reduced.passed)
            {
                level.take_held();
            }
        }
    }

    /// Whether it counts which steps are independent.
    fn has_independence(&self) -> bool {
        matches!(&self.mode, Mode::Paths(paths) if paths.persistent.is_some())
    }

    /// Whether the program has done something after which steps of different threads depend on each other: no state is given less than all its
    /// ways any more.
    pub(super) fn look_at_steps(&mut self) {
        let Mode::Paths(paths) = &self.mode else { return };
        let Some(uses) = paths.persistent.as_ref().map(|persistent| persistent.uses) else {
            return;
        };
        let at_any_moment = self.options.timeouts == Timeouts::Always && self.vm.used.timed_waits;
        let time = at_any_moment.then_some("time-outs at any moment");
        if let Some(why) = time.or_else(|| self.vm.global_steps()) {
            tracing::debug!(target: "dropwire_check::independence", why, "no step is independent");
            self.give_up_independence();
        } else if uses.learns
            && let Some(why) = self.vm.ends_of_others()
        {
            tracing::debug!(target: "dropwire_check::independence", why, "no persistent sets");
            self.give_up_sets();
        }
    }

    /// Threads go round forever unless timed waits end, or the time that some of them poll runs out: that depends on all of them.
    pub(super) fn note_round(&mut self) {
        if self.has_independence() && (self.vm.used.timed_waits || self.vm.used.clock) {
            self.give_up_independence();
        }
    }

    /// From now on each state has all its ways, if need be in a search that restarts.
    fn give_up_independence(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        if let Some(persistent) = &mut paths.persistent {
            persistent.independence.depend_globally();
            self.end_sets();
        }
    }

    /// The same of persistent sets alone.
    fn give_up_sets(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        if let Some(persistent) = &mut paths.persistent {
            persistent.independence.give_up();
            self.end_sets();
        }
    }

    fn end_sets(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(persistent) = &mut paths.persistent else {
            return;
        };
        let is_dependent = persistent.independence.is_dependent();
        let wants_sleep = persistent.uses.sleeps && paths.sleep.is_none() && !is_dependent;
        if persistent.independence.is_broken() || wants_sleep && self.store.states() < SOON {
            self.outcome.refuted = true;
            self.stop = Some(Halt::Restart);
        }
        if paths.sleep.is_some() && !is_dependent {
            persistent.uses.learns = false;
        } else {
            self.wake_all();
            self.forget_independence();
        }
    }

    fn forget_independence(&mut self) {
        if let Mode::Paths(paths) = &mut self.mode
            && let Some(persistent) = paths.persistent.take()
        {
            persistent.independence.log_reductions();
            persistent.independence.footprint = self.vm.ignore_footprints();
        }
    }

    /// Leaves a persistent set of the ways on from the present state.
    pub(super) fn keep_persistent(&mut self, choices: &mut Vec<Choice>) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(persistent) = &mut paths.persistent else {
            return;
        };
        let Uses { learns, reduces, .. } = persistent.uses;
        if choices.len() < 2 {
            return;
        }
        if choices.iter().any(|choice| choice.alternative == Alternative::Timeout) {
            // Where all wait, each way is one more end of the steps before. A delay that ends while others move is a step that lets time pass for them.
            let moves =
                |choice: &Choice| !matches!(choice.alternative, Alternative::Timeout | Alternative::SpuriousWakeup);
            if choices.iter().any(moves) {
                self.give_up_independence();
            }
            return;
        }
        let independence = &mut *persistent.independence;
        if !learns || !reduces && !independence.samples() {
            return;
        }
        let all = independence.standing(self.vm, choices);
        let set = independence.persistent_set(&all, choices);
        tracing::trace!(target: "dropwire_check::independence", depth = self.schedule.len(), ?choices, ?all, ?set, "set");
        if !reduces {
            independence.note_set(set.is_some());
            return;
        }
        if independence.note_reduction(set.is_some()) {
            self.give_up_sets();
            return;
        }
        let unsettled = set.is_none() && !independence.knows(&all);
        let set = match set {
            None if !unsettled => return,
            None => Members::every(&all),
            Some(set) => {
                independence.note_reduced();
                set
            }
        };
        let within = |choice: &Choice| set.contain(&all, choice.thread);
        let held = choices.extract_if(.., |choice| !within(choice)).collect();
        self.reduced = Some(Box::new(Reduced {
            set,
            all,
            passed: Passed::new(),
            held,
            unsettled,
        }));
    }

    /// Leaves a persistent set of the ways on from the present level, if one of them was explored to learn of a step. What it has in common with
    /// others is known now.
    pub(super) fn settle_level(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(persistent) = &mut paths.persistent else {
            return;
        };
        let Some(level) = self.levels.last_mut() else { return };
        if level.next == 0 || level.way != 0 {
            return;
        }
        let Some(reduced) = &mut level.reduced else { return };
        let independence = &mut *persistent.independence;
        if !reduced.unsettled || !independence.knows(&reduced.all) {
            return;
        }
        reduced.unsettled = false;
        reduced.set = Members::of(&reduced.all, &level.choices[..level.next]);
        independence.close(&mut reduced.set, &reduced.all, &reduced.passed);
        let Reduced { set, all, held, .. } = &mut **reduced;
        held.extend(
            level
                .choices
                .extract_if(level.next.., |choice| !set.contain(all, choice.thread)),
        );
        if held.is_empty() {
            level.reduced = None;
        } else {
            independence.note_reduced();
        }
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
    pub(super) fn take_all_ways(&mut self) {
        if !planted(Fault::ThreadsLeftOutAround)
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
