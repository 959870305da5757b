//! The driver of simulations: runs of the program as a strategy chooses them, each from its start to its end, over the same `expand`.

use dropwire_vm::{Alternative, Pending, Vm};
use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::halt::Halt;
use super::random::Random;
use super::strategy::{RunEnd, Strategy};
use super::{Expansion, Mode, Outcome, Search};
use crate::analysis::Analyses;
use crate::enabled::{allowed, way_of};
use crate::temporal::atoms::stated;

/// Steps in a row that only go on with a loop, while others could move too, after which a run is given up: all of them may be waiting
/// for a time-out that is a last resort.
const SPINS: u32 = 128;
/// Transitions that may be made again without much ado.
const CHEAP: u64 = 5_000;
/// The same of bytecodes.
const CHEAP_BYTECODES: u64 = 500_000;
/// Runs on from where a search has to restart, and their steps.
const AHEAD: (u64, usize) = (8, 500);
/// Steps of the one that goes far, and how many one thread makes before it is another one's turn.
const FAR: usize = 20_000;
const TURN: usize = 32;

/// What a simulation has beside its strategy.
pub(super) struct Simulation<'a> {
    /// What listens to its runs.
    analyses: Option<&'a mut Analyses>,
    /// Bytecodes after which no other run begins.
    patience: u64,
    /// It is a part of another search, which reports the progress and does not miss the runs that were not made.
    pub beside: bool,
}

impl Simulation<'_> {
    fn new(beside: bool) -> Self {
        Simulation {
            analyses: None,
            patience: u64::MAX,
            beside,
        }
    }
}

impl<'a> Search<'a> {
    /// A simulation, in place of a search.
    pub fn simulation(mut self) -> Search<'a> {
        self.mode = Mode::Simulation(Simulation::new(false));
        self
    }

    /// A simulation that is a part of another search.
    pub(super) fn beside(mut self) -> Search<'a> {
        self.mode = Mode::Simulation(Simulation::new(true));
        self
    }

    /// The same simulation with analyses that listen to its runs.
    pub fn watched(mut self, analyses: &'a mut Analyses) -> Search<'a> {
        if let Mode::Simulation(simulation) = &mut self.mode {
            simulation.analyses = Some(analyses);
        }
        self
    }

    /// The same simulation, which begins no run after so many bytecodes.
    pub fn within(mut self, instructions: u64) -> Search<'a> {
        if let Mode::Simulation(simulation) = &mut self.mode {
            simulation.patience = instructions;
        }
        self
    }
}

impl Search<'_> {
    /// Makes the runs that a strategy wants. Afterwards the machine is where it was before.
    pub fn simulate(mut self, strategy: &mut dyn Strategy) -> Outcome {
        self.properties = std::mem::take(&mut self.properties).with_monitors(stated(self.vm, self.options));
        self.vm.push_undo();
        let base = self.vm.undo_depth();
        while let Some(longest) = strategy.begin(&self.outcome, self.budget.used())
            && self.may_go_again()
        {
            let end = self.run_from_here(longest, strategy);
            strategy.end(end);
        }
        if !self.outcome.refuted {
            for limit in strategy.limits() {
                self.limit(limit);
            }
        }
        if matches!(&self.mode, Mode::Simulation(simulation) if simulation.beside) {
            self.stop = None;
        }
        self.finish(base)
    }

    /// Whether there is time for another run.
    fn may_go_again(&mut self) -> bool {
        self.stop = self
            .stop
            .take()
            .or_else(|| self.budget.exhausted().map(|stop| Halt::Limit(stop.into())));
        let patience = match &self.mode {
            Mode::Simulation(simulation) => simulation.patience,
            Mode::Paths(_) | Mode::Tree | Mode::Bounded(_) => u64::MAX,
        };
        self.stop.is_none() && self.vm.instructions - self.started_instructions < patience
    }

    fn analyses(&mut self) -> Option<(&mut Analyses, &mut Vm)> {
        match &mut self.mode {
            Mode::Simulation(simulation) => Some((simulation.analyses.as_deref_mut()?, self.vm)),
            Mode::Paths(_) | Mode::Tree | Mode::Bounded(_) => None,
        }
    }

    /// One run, after which the machine is here again.
    fn run_from_here(&mut self, longest: u64, strategy: &mut dyn Strategy) -> RunEnd {
        self.vm.push_undo();
        if let Some((analyses, _)) = self.analyses() {
            analyses.begin();
        }
        let end = self.run_once(longest, strategy);
        let schedule = std::mem::take(&mut self.schedule);
        if let Some((analyses, vm)) = self.analyses() {
            analyses.end(vm, &schedule);
        }
        self.schedule = schedule;
        self.vm.pop_undo();
        self.properties.go_back(self.vm);
        self.go_back(0);
        if self.stop.is_some() { RunEnd::Stopped } else { end }
    }

    fn run_once(&mut self, longest: u64, strategy: &mut dyn Strategy) -> RunEnd {
        let (mut chain, mut spins) = (Chain::default(), 0);
        let mut seen = FxHashSet::default();
        loop {
            let depth = self.schedule.len() as u64;
            self.outcome.statistics.max_depth = self.outcome.statistics.max_depth.max(depth);
            if self.vm.refuted {
                self.outcome.refuted = true;
                self.note_unprotected();
                self.stop = Some(Halt::Restart);
                self.look_ahead();
                return RunEnd::Stopped;
            }
            let Expansion::Successors(choices) = self.expand(&mut chain, &mut seen) else {
                return RunEnd::Complete;
            };
            if choices.len() > 1 || self.vm.ways(choices[0]) > 1 {
                chain = Chain::default();
                seen.clear();
            }
            self.check_budget();
            if depth >= longest || spins >= SPINS || self.stop.is_some() {
                return RunEnd::GivenUp;
            }
            let picked = strategy.pick(self.vm, &choices);
            let choice = match picked.alternative {
                Alternative::DataChoice(way) => way_of(picked, strategy.way(way.index(), self.vm.ways(picked))),
                _ => picked,
            };
            spins = match self.vm.pending(choice.thread) {
                Pending::Continue if choices.len() > 1 => spins + 1,
                _ => 0,
            };
            if let Some((analyses, vm)) = self.analyses() {
                analyses.take(vm, choice);
            }
            if !self.take(choice) {
                return RunEnd::Complete;
            }
        }
    }

    /// Something was refuted after much work, which has to be done again: learns what the ways from here refute as well, so that it
    /// does not cost another search each. What these runs meet is met again.
    pub(super) fn look_ahead(&mut self) {
        let before = self.vm.instructions - self.started_instructions;
        let dear = self.outcome.statistics.transitions >= CHEAP;
        if !dear && before < CHEAP_BYTECODES || matches!(self.mode, Mode::Bounded(_)) {
            return;
        }
        // What these runs do is no part of what the analyses hear of.
        let observer = self.vm.observer.take();
        let (runs, steps) = AHEAD;
        for run in 0..runs {
            let mut random = Random(self.options.seed ^ run);
            let began = self.vm.instructions;
            // The second one takes turns, and goes as far again as the search has come.
            let far = run == 1;
            self.vm.push_undo();
            for step in 0..if far { FAR } else { steps } {
                if far && self.vm.instructions - began >= before || self.budget.exhausted().is_some() {
                    break;
                }
                let mut choices = Vec::new();
                self.vm.choices(allowed(self.options), &mut choices);
                let over = self.vm.path.facts.exited.is_some() || choices.is_empty();
                // What threads no longer share shows at the next look, and a look at many objects takes longer than a step.
                if over || step % TURN == 0 && self.vm.key().is_err() {
                    break;
                }
                let choice = match run {
                    // What the search would have taken.
                    0 => choices[0],
                    1 => choices[step / TURN % choices.len()],
                    _ => random.pick(&choices, true),
                };
                let choice = way_of(choice, random.next() % self.vm.ways(choice));
                if self.vm.step(choice).is_err() {
                    break;
                }
                self.note_unprotected();
            }
            tracing::debug!(run, before, ahead = self.vm.instructions - began, "looked ahead");
            self.vm.pop_undo();
        }
        self.vm.observer = observer;
    }
}
