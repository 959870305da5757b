//! Random runs beside an exhaustive search that a limit may cut off.
//!
//! Depth-first search of a large space varies the last choices of its path: what an early choice decides it never sees. So it
//! lends some of its budget to runs from the start: uniformly random ones, and ones by priorities that change at a few random
//! places (PCT: Burckhardt et al., ASPLOS 2010), which find what takes few preemptions however long a run is. Each is judged
//! like any other state; what one refutes begins the search again.

use dropwire_vm::{Choice, ThreadId, Vm, VmError};

use super::halt::Halt;
use super::random::{LONGEST, Random};
use super::strategy::{RunEnd, Strategy};
use super::{Mode, Outcome, Search, is_compared, is_passed};
use crate::enabled::{allowed, offers, only_daemons};
use crate::facts::reason::Cause;
use crate::options::{Options, StoreKind};

/// Shares of the budget after which the search makes way for runs.
const PORTIONS: [f64; 4] = [0.2, 0.4, 0.6, 0.8];
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
/// Decisions in a row for one thread after which it has to let others go first: it may wait for them in a loop.
const STUBBORN: u32 = 200;
/// What the first run knows of how many decisions there are.
const DECISIONS: usize = 32;

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

    /// Whether it is time for a portion, of which there is one at most.
    pub(super) fn is_due(&mut self, share: f64) -> bool {
        let passed = PORTIONS.iter().filter(|from| **from <= share).count();
        let due = passed > self.next;
        self.next = self.next.max(passed);
        due
    }
}

/// How one run decides.
struct PctSchedule {
    random: Random,
    /// By thread number; 0 for one that was not seen yet. None for a uniformly random run.
    ranks: Option<Vec<u64>>,
    /// At which decisions the thread that is first becomes the last one.
    changes: Vec<usize>,
    decisions: usize,
    lowest: u64,
    in_a_row: (Option<ThreadId>, u32),
    woken: bool,
}

impl PctSchedule {
    fn new(sampler: &RandomSampler) -> PctSchedule {
        let mut random = Random(sampler.seed ^ sampler.runs.wrapping_mul(0xd134_2543_de82_ef95));
        let changes = (sampler.runs % MANNERS) as usize;
        let at = (0..changes).map(|_| 1 + random.below(sampler.decisions)).collect();
        PctSchedule {
            random,
            ranks: (changes > 0).then(Vec::new),
            changes: at,
            decisions: 0,
            lowest: u64::from(u32::MAX),
            in_a_row: (None, 0),
            woken: false,
        }
    }

    fn pick(&mut self, choices: &[Choice]) -> Choice {
        let [only] = choices else {
            self.decisions += 1;
            let choice = self.decide(choices);
            self.woken |= choice.alternative == dropwire_vm::Alternative::Spurious;
            return choice;
        };
        *only
    }

    fn decide(&mut self, choices: &[Choice]) -> Choice {
        if self.ranks.is_none() {
            return self.random.pick(choices, self.woken);
        }
        let choices = self.random.likely(choices, self.woken);
        let mut first = self.first(&choices);
        let (thread, times) = self.in_a_row;
        let stubborn = thread == Some(first) && times >= STUBBORN;
        if stubborn || self.changes.contains(&self.decisions) {
            self.lowest -= 1;
            let lowest = self.lowest;
            *self.rank(first) = lowest;
            first = self.first(&choices);
        }
        self.in_a_row = match self.in_a_row {
            (Some(thread), times) if thread == first => (Some(thread), times + 1),
            _ => (Some(first), 1),
        };
        let own: Vec<Choice> = choices.into_iter().filter(|choice| choice.thread == first).collect();
        own[self.random.below(own.len())]
    }

    /// The thread with the highest priority.
    fn first(&mut self, choices: &[Choice]) -> ThreadId {
        let mut first = choices[0].thread;
        for choice in choices {
            if *self.rank(choice.thread) > *self.rank(first) {
                first = choice.thread;
            }
        }
        first
    }

    /// A thread's priority; it gets one when it is first asked for.
    fn rank(&mut self, thread: ThreadId) -> &mut u64 {
        let ranks = self.ranks.get_or_insert_default();
        let index = thread.0 as usize;
        if ranks.len() <= index {
            ranks.resize(index + 1, 0);
        }
        if ranks[index] == 0 {
            // Above all that were lowered.
            ranks[index] = self.random.next() | 1 << 63;
        }
        &mut ranks[index]
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
            schedule: PctSchedule::new(sampler),
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
        self.schedule = PctSchedule::new(self.sampler);
        used.is_none_or(|used| used < until).then_some(self.longest)
    }

    fn pick(&mut self, _: &Vm, choices: &[Choice]) -> Choice {
        self.schedule.pick(choices)
    }

    fn way(&mut self, _: u64, ways: u64) -> u64 {
        self.schedule.random.way(ways)
    }

    fn end(&mut self, end: RunEnd) {
        self.sampler.runs += u64::from(end != RunEnd::Stopped);
        self.sampler.decisions = self.sampler.decisions.max(self.schedule.decisions);
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
        self.rewind(base);
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
    /// elsewhere from now on, so the search begins again.
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
        let mut chain = 0;
        for (number, step) in steps.iter().enumerate() {
            if number > 0 || from_start {
                let mut choices = self.spare.pop().unwrap_or_default();
                choices.clear();
                self.vm.choices(allowed(self.options), &mut choices);
                let single = choices.len() == 1 && self.vm.ways(choices[0]) == 1;
                chain += u64::from(single);
                let compared =
                    !single || only_daemons(self.vm, &choices) || is_compared(self.vm, chain, choices[0].thread);
                if compared && !is_passed(self.vm, chain) {
                    self.vm.key()?;
                }
                if !single {
                    chain = 0;
                }
                if !offers(self.vm, &choices, *step) {
                    chain = 0;
                }
                self.spare.push(choices);
            }
            self.vm.step(*step)?;
        }
        match is_passed(self.vm, chain) {
            true => Ok(()),
            false => self.vm.key().map(drop),
        }
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
    use dropwire_vm::Alternative;

    fn choices(threads: u32) -> Vec<Choice> {
        (0..threads)
            .map(|thread| Choice {
                thread: ThreadId(thread),
                alternative: Alternative::Run,
            })
            .collect()
    }

    fn run(seed: u64, runs: u64, decisions: usize) -> Vec<u32> {
        let mut sampler = RandomSampler::new(seed);
        sampler.runs = runs;
        let mut course = PctSchedule::new(&sampler);
        (0..decisions).map(|_| course.pick(&choices(5)).thread.0).collect()
    }

    #[test]
    fn one_run_in_four_is_uniform_and_the_others_change_so_often() {
        for number in 0..400 {
            let picks = run(3, number, DECISIONS);
            let switches = picks.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
            match number % MANNERS {
                0 => assert!(switches > 10, "{picks:?}"),
                changes => assert!(switches <= changes, "{number}: {picks:?}"),
            }
        }
        assert_eq!(run(3, 2, 50), run(3, 2, 50));
        assert!((0..40).any(|number| run(3, number, 50) != run(4, number, 50)));
    }

    #[test]
    fn a_loop_that_waits_for_others_lets_them_go() {
        let picks = run(1, 1, 3 * STUBBORN as usize);
        let threads: std::collections::BTreeSet<u32> = picks.into_iter().collect();
        assert!(threads.len() >= 3, "{threads:?}");
    }

    #[test]
    fn a_portion_is_due_once() {
        let mut sampler = RandomSampler::new(0);
        let due: Vec<bool> = [0.1, 0.2, 0.3, 0.7, 0.75, 0.9]
            .map(|share| sampler.is_due(share))
            .into();
        assert_eq!(due, [false, true, false, true, false, true]);
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
