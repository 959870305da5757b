//! Random runs beside an exhaustive search that a limit may cut off.
//!
//! Depth-first search of a large space varies the last choices of its path: what an early choice decides it never sees. So it
//! lends some of its budget to runs from the start: uniformly random ones, and ones by priorities that change at a few random
//! places (PCT: Burckhardt et al., ASPLOS 2010), which find what takes few preemptions however long a run is. Each is judged
//! like any other state; what one refutes begins the search again.

use dropwire_vm::{Choice, Vm, VmError};

use super::chain::{Chain, Look};
use super::halt::Halt;
use super::pct::{DECISIONS, PctSchedule};
use super::random::{LONGEST, Random};
use super::strategy::{RunEnd, Strategy};
use super::{Mode, Outcome, Search};
use crate::enabled::{allowed, offers};
use crate::facts::reason::Cause;
use crate::options::{Options, StoreKind};

/// Shares of the budget after which the search makes way for runs.
const PORTIONS: [f64; 6] = [0.02, 0.06, 0.2, 0.4, 0.6, 0.8];
/// So many of them are early, so that a finding comes soon. A program that looks at the clock has none of these: what a random run finds there may only
/// fail because the clock does not move, and the search itself may find one that fails all the same.
const EARLY: usize = 2;
/// The share that they then get.
const PORTION: f64 = 0.03;
/// The share after which an unfinished search ends: the rest is for the last runs, or to make trails short.
pub(super) const LAST: f64 = 0.97;
/// The share after which the last runs end when they have found something: its trail is made short.
const TIDY: f64 = 0.985;
/// Without a limit on transitions the last runs make no more than one in so many of those of the search, and these few.
const AFTER: u64 = 8;
const FEW: u64 = 10_000;
/// One run in so many is uniformly random, the others have 1, 2, … places at which priorities change.
const MANNERS: u64 = 4;

/// The runs of one check, over all beginnings of its search.
pub(crate) struct RandomSampler {
    seed: u64,
    /// Runs that were made.
    pub runs: u64,
    /// Which portion is next.
    next: usize,
    /// Most decisions of a run so far.
    decisions: usize,
    /// Which share of the budget had been used up when the search began: by other cases of a test, say.
    start: Option<f64>,
}

impl RandomSampler {
    /// Before a search.
    pub(crate) fn new(seed: u64) -> RandomSampler {
        RandomSampler {
            seed,
            runs: 0,
            next: 0,
            decisions: DECISIONS,
            start: None,
        }
    }

    /// How the next run decides.
    fn schedule(&self) -> PctSchedule {
        let random = Random::of_run(self.seed, self.runs);
        match (self.runs % MANNERS) as usize {
            0 => PctSchedule::uniform(random),
            changes => PctSchedule::by_priority(random, changes, self.decisions),
        }
    }

    /// Of what the search could use when it first asked, the share that is used up.
    pub(super) fn of_its_own(&mut self, share: f64) -> f64 {
        let start = *self.start.get_or_insert(share);
        (share - start) / (1.0 - start).max(f64::EPSILON)
    }

    /// The same as a share of the whole budget.
    fn of_all(&self, own: f64) -> f64 {
        let start = self.start.unwrap_or(0.0);
        start + own * (1.0 - start)
    }

    /// Whether it is time for a portion, of which there is one at most. `clock`: the program looks at the clock.
    pub(super) fn is_due(&mut self, share: f64, clock: bool) -> bool {
        let portions = &PORTIONS[if clock { EARLY } else { 0 }..];
        let passed = portions.iter().filter(|from| **from <= share).count();
        let due = passed > self.next;
        self.next = self.next.max(passed);
        due
    }
}

/// Runs until a share of the budget is used up: `empty` while nothing is found, and `found` else.
struct Sampling<'a> {
    sampler: &'a mut RandomSampler,
    schedule: PctSchedule,
    longest: u64,
    empty: f64,
    found: f64,
}

impl<'a> Sampling<'a> {
    fn new(sampler: &'a mut RandomSampler, options: &Options, empty: f64, found: f64) -> Sampling<'a> {
        Sampling {
            schedule: sampler.schedule(),
            sampler,
            longest: options.run_length(LONGEST),
            empty,
            found,
        }
    }
}

impl Strategy for Sampling<'_> {
    fn begin(&mut self, reached: &Outcome, used: Option<f64>) -> Option<u64> {
        let until = if reached.found.is_empty() {
            self.empty
        } else {
            self.found
        };
        self.schedule = self.sampler.schedule();
        used.is_none_or(|used| used < until).then_some(self.longest)
    }

    fn pick(&mut self, _: &Vm, choices: &[Choice]) -> Choice {
        self.schedule.pick(choices)
    }

    fn way(&mut self, _: u64, ways: u64) -> u64 {
        self.schedule.way(ways)
    }

    fn end(&mut self, end: RunEnd) {
        self.sampler.runs += u64::from(end != RunEnd::Stopped);
        self.sampler.decisions = self.sampler.decisions.max(self.schedule.decisions());
    }
}

impl<'a> Search<'a> {
    /// The same search, with runs beside it where its budget knows how much of it is used up.
    pub(crate) fn with_runs(mut self, sampler: &'a mut RandomSampler) -> Search<'a> {
        if let Mode::Paths(paths) = &mut self.mode {
            paths.sampler = Some(sampler);
        }
        self
    }

    /// The last runs, after a search that was cut off and found nothing. Afterwards the machine is where it was before.
    pub(crate) fn last_runs(self, sampler: &mut RandomSampler) -> Outcome {
        let found = sampler.of_all(TIDY);
        let options = self.options;
        self.beside().simulate(&mut Sampling::new(sampler, options, 1.0, found))
    }

    /// Makes a portion of the runs in the middle of a depth-first search. Afterwards the machine is where it was before.
    pub(super) fn make_runs(&mut self, base: usize) {
        let Mode::Paths(paths) = &mut self.mode else { return };
        paths.runs_are_due = false;
        let Some(sampler) = paths.sampler.take() else { return };
        let footprint = self.vm.footprint.take();
        self.rewind(base);
        let tell_makers = self.vm.tell_makers(false);
        let options = Options {
            max_transitions: (self.options.max_transitions as f64 * PORTION).ceil() as u64,
            store: StoreKind::Fingerprint,
            ..self.options.clone()
        };
        let length = sampler.of_all(PORTION) - sampler.of_all(0.0);
        let until = self.budget.used().map_or(1.0, |used| used + length);
        let mut runs = Search::new(self.vm, &options, self.budget).beside();
        runs.waiting_bytes = self.store.bytes() + self.waiting_bytes;
        let reached = runs.simulate(&mut Sampling::new(sampler, &options, until, until));
        if let Mode::Paths(paths) = &mut self.mode {
            paths.sampler = Some(sampler);
        }
        self.vm.footprint = footprint;
        self.vm.tell_makers(tell_makers);
        let refuted = reached.refuted;
        self.outcome.take_in(reached);
        if refuted {
            self.stop = Some(Halt::Restart);
        } else if self.outcome.stopped_at_first {
            self.stop = Some(Halt::FirstFinding);
        } else {
            self.return_to_path();
        }
    }

    /// Goes back to the state that the search began in.
    fn rewind(&mut self, base: usize) {
        while self.vm.undo_depth() >= base {
            self.vm.pop_undo();
        }
        self.vm.push_undo();
        self.properties.go_back(self.vm);
    }

    /// Runs again what leads from there to the state of the last level, with the undo frames that belong to it.
    fn return_to_path(&mut self) {
        let schedule = std::mem::take(&mut self.schedule);
        let levels = std::mem::take(&mut self.levels);
        let mut from = 0;
        for (number, level) in levels.iter().enumerate() {
            if level.framed {
                self.vm.push_undo();
            }
            let again = self.run_again(&schedule[from..level.steps], number == 0);
            if again == Err(VmError::Stopped) {
                self.end_cancelled();
                break;
            }
            if let Err(error) = again {
                self.stop = Some(Halt::Limit(Cause::NotRestored {
                    problem: Some(error.to_string()),
                }));
                break;
            }
            from = level.steps;
        }
        (self.schedule, self.levels) = (schedule, levels);
        self.schedule.truncate(from);
        self.properties.catch_up(self.vm);
        if self.is_refuted_again() {
            return;
        }
        if let Some(level) = self.levels.last().filter(|_| self.stop.is_none())
            && level.key.is_some()
            && self.vm.key().ok() != level.key
            && !self.vm.cancellation.is_cancelled()
        {
            self.stop = Some(Halt::Limit(Cause::NotRestored { problem: None }));
        }
    }

    /// Whether steps that were run again have refuted something: when they were first taken, nothing relied on it yet. They lead
    /// elsewhere from now on, so the search restarts.
    pub(super) fn is_refuted_again(&mut self) -> bool {
        if self.vm.refuted {
            self.outcome.refuted = true;
            self.note_unprotected();
            self.stop = Some(Halt::Restart);
        }
        self.vm.refuted
    }

    /// Takes the steps from a level to the next one, or from the start to the first, and brings up to date who can reach what
    /// wherever the search did: what an object could be reached from in between is part of the state.
    pub(super) fn run_again(&mut self, steps: &[Choice], from_start: bool) -> Result<(), VmError> {
        let mut chain = Chain::default();
        for (number, step) in steps.iter().enumerate() {
            if number > 0 || from_start {
                let mut choices = self.spare.pop().unwrap_or_default();
                choices.clear();
                let moves = self.vm.choices(allowed(self.options), &mut choices);
                if matches!(chain.look(self.vm, &choices, moves), Look::Keep | Look::Compare) {
                    self.vm.key()?;
                }
                if !offers(self.vm, &choices, *step) {
                    chain = Chain::default();
                }
                self.spare.push(choices);
            }
            self.vm.step(*step)?;
            self.end_of_step_again();
        }
        if self.vm.chooses_at_once().is_some() {
            return Ok(());
        }
        self.vm.key().map(drop)
    }
}

/// How many transitions the last runs may make after a search that has made so many; `None` for none.
pub(crate) fn last_transitions(limit: u64, made: u64) -> Option<u64> {
    match limit {
        // Time ends them sooner where that is what ended the search.
        0 => Some((made / AFTER).max(FEW)),
        limit => limit.checked_sub(made).filter(|left| *left > 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portion_is_due_once() {
        let mut sampler = RandomSampler::new(0);
        let due: Vec<bool> = [0.01, 0.02, 0.03, 0.1, 0.2, 0.3, 0.7, 0.75, 0.9]
            .map(|share| sampler.is_due(share, false))
            .into();
        assert_eq!(due, [false, true, false, true, true, false, true, false, true]);
        let mut of_clock = RandomSampler::new(0);
        let due: Vec<bool> = [0.02, 0.1, 0.2, 0.3, 0.7]
            .map(|share| of_clock.is_due(share, true))
            .into();
        assert_eq!(due, [false, false, true, false, true]);
    }

    #[test]
    fn what_others_have_used_up_is_no_part_of_it() {
        let mut sampler = RandomSampler::new(0);
        let own = [0.5, 0.625, 0.75, 1.0].map(|share| sampler.of_its_own(share));
        assert_eq!(own, [0.0, 0.25, 0.5, 1.0]);
        assert_eq!(
            (sampler.of_all(0.0), sampler.of_all(0.5), sampler.of_all(1.0)),
            (0.5, 0.75, 1.0)
        );
        let mut late = RandomSampler::new(0);
        assert_eq!(late.of_its_own(1.0), 0.0);
    }

    #[test]
    fn what_is_left_for_the_last_runs() {
        assert_eq!(last_transitions(0, 8_000_000), Some(1_000_000));
        assert_eq!(last_transitions(0, 8), Some(FEW));
        assert_eq!(last_transitions(1_000, 970), Some(30));
        assert_eq!(last_transitions(1_000, 1_000), None);
    }
}
