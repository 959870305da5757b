//! When a search ends before it is complete.

use super::halt::Halt;
use super::random_sampler::LAST;
use super::{Mode, Search};
use crate::effort::executed;
use crate::facts::reason::{Cause, Stop};
use crate::report::Statistics;

/// Transitions between two questions to the budget.
const EVERY: u64 = 128;
/// Bytecodes after which it is asked all the same: some transitions take very many.
const LONG: u64 = 2_000_000;

impl Search<'_> {
    pub(super) fn check_budget(&mut self) {
        let statistics = &mut self.outcome.statistics;
        if self.options.max_transitions > 0 && statistics.transitions >= self.options.max_transitions {
            self.end_by_transitions();
            return;
        }
        if matches!(&self.mode, Mode::Bounded(bound) if statistics.transitions >= bound.transitions) {
            self.stop = Some(Halt::Bound);
            return;
        }
        let instructions = self.vm.instructions - self.started_instructions;
        if self.budget.is_spent(executed(self.vm), statistics.transitions) {
            self.outcome.cut_off = true;
            self.stop = Some(Halt::Bound);
            return;
        }
        if !statistics.transitions.is_multiple_of(EVERY) && instructions - self.asked_at < LONG {
            return;
        }
        self.asked_at = instructions;
        statistics.states = self.store.states();
        let reports = match &self.mode {
            Mode::Paths(_) | Mode::Tree => true,
            Mode::Bounded(bound) => bound.targets.is_none(),
            Mode::Simulation(simulation) => !simulation.beside,
        };
        if reports {
            self.budget.progress(&Statistics {
                instructions,
                ..*statistics
            });
        }
        self.is_exhausted();
        self.make_way();
        let graph = self.graph.as_ref().map_or(0, |graph| graph.bytes());
        let memory = self.store.bytes() + self.open.bytes() + self.waiting_bytes + graph + self.vm.heap.memory();
        if self.options.memory_limit > 0 && memory > self.options.memory_limit {
            self.end_by_memory();
        }
    }

    fn end_by_memory(&mut self) {
        self.stop = Some(Halt::Limit(Cause::memory(self.options.memory_limit)));
        self.outcome.unfinished = true;
    }

    /// Asks the budget, and ends the search if it is used up.
    pub(super) fn is_exhausted(&mut self) -> bool {
        match self.budget.exhausted() {
            Some(Stop::Time) => self.end_by_time(),
            Some(Stop::Memory) => self.end_by_memory(),
            Some(Stop::Interrupted) => self.stop = Some(Halt::Limit(Cause::interrupted())),
            None => {}
        }
        self.stop.is_some()
    }

    /// The work was cancelled in the midst of a step: the budget knows why.
    pub(super) fn end_cancelled(&mut self) {
        if !self.is_exhausted() {
            self.stop = Some(Halt::Limit(Cause::interrupted()));
        }
    }

    fn end_by_time(&mut self) {
        self.stop = Some(Halt::Limit(Cause::time()));
        self.outcome.unfinished = true;
    }

    fn end_by_transitions(&mut self) {
        self.stop = Some(Halt::Limit(Cause::Transitions {
            limit: self.options.max_transitions,
        }));
        self.outcome.cut_off = true;
        self.outcome.unfinished = true;
    }

    /// Notices when it is time for random runs, and for the last of them.
    fn make_way(&mut self) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        let Some(sampler) = &mut paths.sampler else { return };
        let most = self.options.max_transitions;
        let steps = (most > 0).then(|| self.outcome.statistics.transitions as f64 / most as f64);
        let time = self.budget.used();
        let share = sampler.of_its_own(steps.unwrap_or(0.0).max(time.unwrap_or(0.0)));
        paths.runs_are_due |= sampler.is_due(share, self.vm.used.clock);
        if self.stop.is_some() || share < LAST {
            return;
        }
        if steps.is_some_and(|steps| steps >= time.unwrap_or(0.0)) {
            self.end_by_transitions();
        } else {
            self.end_by_time();
        }
    }
}
