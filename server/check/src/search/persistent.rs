//! How a search along paths uses persistent sets: see [`independence`](super::independence).

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::{Alternative, Choice, ThreadId};

use super::halt::Halt;
use super::independence::{Grounds, Independence, Members, Passed, Places, places_of};
use super::level::{Level, Reduced};
use super::{Mode, Search};
use crate::listener::Hears;
use crate::options::Timeouts;

/// A search that gives up its sets before so many states restarts.
const SOON: u64 = 16_384;

/// What a search makes of the independence of steps.
#[derive(Clone, Copy)]
pub(crate) struct Uses {
    /// It learns what threads have in common.
    pub learns: bool,
    /// States have the ways of a persistent set. If not, it only learns.
    pub reduces: bool,
    /// It has sleep sets.
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
        let is_plain = self.options.properties.is_empty()
            && self.listening.hears == Hears::NOTHING
            && self.vm.stated_properties().is_empty();
        if let Mode::Paths(paths) = &mut self.mode
            && is_plain
            && (uses.learns || uses.sleeps)
        {
            independence.begin();
            self.vm.watch_footprints(independence.footprint.take());
            paths.sleep = uses.sleeps.then(Box::default);
            self.tells_makers = persistent.uses.reduces;
            self.vm.tell_makers(self.tells_makers);
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

    /// A step was made, by a thread that stood there.
    pub(super) fn note_step(&mut self, from: Option<u32>, choice: Choice) {
        let Some(footprint) = &mut self.vm.footprint else {
            return;
        };
        let coarser = std::mem::take(&mut footprint.coarser);
        let passed = match from {
            Some(from) => self.learn_step(from, choice.thread, coarser),
            None => Vec::new(),
        };
        self.wake_dependents(choice, coarser, passed);
    }

    /// Answers the nodes that the step has passed.
    fn learn_step(&mut self, from: u32, thread: ThreadId, coarser: bool) -> Vec<u32> {
        let Mode::Paths(paths) = &mut self.mode else {
            return Vec::new();
        };
        let Some(persistent) = &mut paths.persistent else {
            return Vec::new();
        };
        if coarser {
            persistent.independence.grow_coarser();
        }
        let passed = persistent.independence.learn(self.vm, thread, from);
        let made_here = |level: &&mut Level| level.steps + 1 == self.schedule.len();
        if !passed.is_empty()
            && let Some(level) = self.levels.last_mut().filter(made_here)
            && let Some(reduced) = &mut level.reduced
            && let Some(place) = reduced.all.iter().position(|of| of.is_of(thread))
        {
            let known = &mut reduced.grounds.passed;
            known.extend(passed.iter().map(|node| (place, *node)));
            known.sort_unstable();
            known.dedup();
            if persistent
                .independence
                .close(&mut reduced.set, &reduced.all, &reduced.grounds)
            {
                level.take_held();
            }
        }
        passed
    }

    /// Where all threads stand, if steps fall asleep and what is learned behind them matters.
    pub(super) fn places(&mut self) -> Option<Places> {
        if !self.sleeps() {
            return None;
        }
        let Mode::Paths(paths) = &mut self.mode else {
            return None;
        };
        let persistent = paths.persistent.as_mut()?;
        let known = self.places.take();
        persistent
            .uses
            .reduces
            .then(|| known.unwrap_or_else(|| persistent.independence.places(self.vm)))
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
            && let Some(why) = self.vm.observed_ends(self.options.ends)
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
        // Without sets, states need not tell who made their objects.
        let differ_in_vain = self.tells_makers && self.store.states() < SOON;
        if persistent.independence.is_broken() || differ_in_vain {
            self.outcome.refuted = true;
            self.stop = Some(Halt::Restart);
        }
        if paths.sleep.is_some() && !persistent.independence.is_dependent() {
            (persistent.uses.learns, persistent.uses.reduces) = (false, false);
            // No state has been given less than all its ways for its set, and none will be.
            self.levels.iter_mut().for_each(|level| level.reduced = None);
        } else {
            self.wake_all();
            self.forget_independence();
        }
    }

    /// Nothing is asked any more of what steps touch.
    pub(super) fn forget_independence(&mut self) {
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
        let mut set = independence.persistent_set(&all, choices);
        tracing::trace!(target: "dropwire_check::independence", depth = self.schedule.len(), ?choices, ?all, ?set, "set");
        if !reduces {
            independence.note_set(set.is_some());
            return;
        }
        if independence.note_reduction(set.is_some(), self.vm.used.atomic_operations) {
            self.give_up_sets();
            return;
        }
        self.places = paths.sleep.is_some().then(|| places_of(&all));
        let grounds = Grounds {
            passed: Passed::new(),
            asleep: paths
                .sleep
                .as_ref()
                .map_or_else(Passed::new, |sleep| sleep.passed(&all)),
        };
        if let Some(members) = &mut set
            && !grounds.asleep.is_empty()
            && independence.close(members, &all, &grounds)
            && choices.iter().all(|choice| members.contain(&all, choice.thread))
        {
            set = None;
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
            grounds,
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
        if level.choices[0].alternative == Alternative::SpuriousWakeup && !planted(Fault::SetsThatNeedNotMove) {
            // All its ways are: the others may as well be waiting forever while one of them wakes up.
            return;
        }
        reduced.set = Members::of(&reduced.all, &level.choices[..level.next]);
        independence.close(&mut reduced.set, &reduced.all, &reduced.grounds);
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
                .close(&mut reduced.set, &reduced.all, &reduced.grounds)
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
                .rely(&reduced.set, &reduced.all, &reduced.grounds);
        }
    }

    /// The search is over.
    pub(super) fn end_of_learning(&mut self) {
        self.forget_independence();
    }
}
