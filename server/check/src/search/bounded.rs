//! Bounded searches: through runs with few preemptions, or runs in which no sleep ends early.

use std::collections::BTreeSet;

use dropwire_vm::{Alternative, Choice, Key};
use rustc_hash::FxHashMap;

use super::{Mode, Search};
use crate::sleep_clock::Clock;
use crate::store::Visit;

/// A search that may preempt only so often, for short trails of defects that are known already.
pub(super) struct Bound {
    /// What the present path may still spend: a preemption costs 1, a wakeup without reason 2.
    pub left: u32,
    /// The most that was left at an earlier visit, by state and last thread.
    pub best: FxHashMap<u128, u32>,
    /// The fingerprints that are looked for; `None` for whatever there is.
    pub targets: Option<BTreeSet<String>>,
    pub transitions: u64,
    /// No sleep ends early, and preemptions cost nothing.
    pub clock: Option<Clock>,
}

impl<'a> Search<'a> {
    /// The same search with at most so many preemptions, for whatever there is (iterative context bounding: Musuvathi, Qadeer,
    /// PLDI 2007).
    pub fn preempting(mut self, preemptions: u32) -> Search<'a> {
        self.mode = Mode::Bounded(Bound {
            left: preemptions,
            best: FxHashMap::default(),
            targets: None,
            transitions: u64::MAX,
            clock: None,
        });
        self
    }

    /// The same with at most `transitions` steps, which keeps only `targets`.
    pub fn bounded(mut self, preemptions: u32, transitions: u64, targets: BTreeSet<String>) -> Search<'a> {
        self = self.preempting(preemptions);
        if let Mode::Bounded(bound) = &mut self.mode {
            (bound.transitions, bound.targets) = (transitions, Some(targets));
        }
        self
    }

    /// The same search through runs in which no sleep ends early, which keeps only `targets`.
    pub fn timely(mut self, transitions: u64, targets: BTreeSet<String>) -> Search<'a> {
        let clock = Some(Clock::new(self.vm));
        self = self.bounded(u32::MAX - 1, transitions, targets);
        if let Mode::Bounded(bound) = &mut self.mode {
            bound.clock = clock;
        }
        self
    }
}

impl Search<'_> {
    /// Whether only paths within a bound are searched.
    pub(super) fn is_bounded(&self) -> bool {
        matches!(self.mode, Mode::Bounded(_))
    }

    /// Whether only a part of the space is searched, for what is known already.
    pub(super) fn has_targets(&self) -> bool {
        matches!(&self.mode, Mode::Bounded(bound) if bound.targets.is_some())
    }

    /// In a bounded search a state is worth another visit when more may be spent from it than before.
    pub(super) fn revisit_bounded(&mut self, key: Key) -> Visit {
        let last = self.schedule.last().map_or(0, |c| self.vm.thread(c.thread).path_hash);
        let Mode::Bounded(bound) = &mut self.mode else {
            return Visit::New;
        };
        let time = bound.clock.as_ref().map_or(0, |clock| clock.key(self.vm));
        let known = bound
            .best
            .entry(key.0 ^ u128::from(last) ^ u128::from(time) << 64)
            .or_insert(u32::MAX);
        if *known != u32::MAX && *known >= bound.left {
            return Visit::Old;
        }
        *known = bound.left;
        self.waiting_bytes = (bound.best.capacity() * size_of::<(u128, u32)>()) as u64;
        Visit::New
    }

    /// Leaves the choices that the bound allows, the cheapest first. The only one that is left is paid for at once.
    pub(super) fn keep_affordable(&mut self, choices: &mut Vec<Choice>) {
        let Mode::Bounded(bound) = &self.mode else { return };
        if let Some(clock) = &bound.clock {
            clock.keep_sleep_respecting(self.vm, choices);
            return;
        }
        let left = bound.left;
        let all = choices.clone();
        choices.retain(|c| self.preemption_cost(*c, &all) <= left);
        self.outcome.left_out |= choices.len() < all.len();
        choices.sort_by_key(|c| self.preemption_cost(*c, &all));
        if let [only] = choices[..]
            && self.vm.ways(only) == 1
            && let price = self.preemption_cost(only, &all)
            && let Mode::Bounded(bound) = &mut self.mode
        {
            bound.left -= price;
        }
    }

    pub(super) fn preemption_cost(&self, choice: Choice, choices: &[Choice]) -> u32 {
        if matches!(&self.mode, Mode::Bounded(bound) if bound.clock.is_some()) {
            return 0;
        }
        if choice.alternative == Alternative::SpuriousWakeup {
            return 2;
        }
        let preempts = self.schedule.last().is_some_and(|last| {
            last.thread != choice.thread
                && choices
                    .iter()
                    .any(|c| c.thread == last.thread && c.alternative != Alternative::SpuriousWakeup)
        });
        u32::from(preempts)
    }

    /// Before a choice is taken at a level: what may be spent after it.
    pub(super) fn consume_bound(&mut self, left: u32, choice: Choice) {
        if !self.is_bounded() {
            return;
        }
        let choices = self.levels.last().map(|l| l.choices.clone()).unwrap_or_default();
        let price = self.preemption_cost(choice, &choices);
        if let Mode::Bounded(bound) = &mut self.mode {
            bound.left = left.saturating_sub(price);
        }
    }
}
