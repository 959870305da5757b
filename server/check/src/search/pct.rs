//! Random runs by priorities that change at a few random places (PCT: Burckhardt et al., ASPLOS 2010): one of `k` steps by `n` threads
//! finds a defect of depth `d` with a probability of at least 1/(n k^(d-1)), however rare it is among all runs.

use dropwire_vm::{Choice, ThreadId, Vm};

use super::random::{Random, Sampler};

/// Decisions in a row for one thread after which it has to let others go first: it may wait for them in a loop.
const STUBBORN: u32 = 200;
/// Runs change priorities at 0, 1, … places in turn, less than so many: defects up to this depth.
const DEPTHS: u64 = 4;
/// What the first run knows of how many decisions there are.
pub(super) const DECISIONS: usize = 32;

/// How one run decides.
pub(super) struct PctSchedule {
    random: Random,
    /// By thread number; 0 for one that was not seen yet. None for a uniformly random run.
    ranks: Option<Vec<u64>>,
    /// At which decisions the first thread becomes the last one.
    changes: Vec<usize>,
    decisions: usize,
    lowest: u64,
    in_a_row: (Option<ThreadId>, u32),
    woken: bool,
}

impl PctSchedule {
    /// A uniformly random run.
    pub(super) fn uniform(random: Random) -> PctSchedule {
        PctSchedule {
            random,
            ranks: None,
            changes: Vec::new(),
            decisions: 0,
            lowest: u64::from(u32::MAX),
            in_a_row: (None, 0),
            woken: false,
        }
    }

    /// A run by priorities that change at so many of about so many decisions.
    pub(super) fn by_priority(mut random: Random, changes: usize, decisions: usize) -> PctSchedule {
        let changes = (0..changes).map(|_| 1 + random.below(decisions)).collect();
        PctSchedule {
            ranks: Some(Vec::new()),
            changes,
            ..PctSchedule::uniform(random)
        }
    }

    /// How many decisions it has made.
    pub(super) fn decisions(&self) -> usize {
        self.decisions
    }

    pub(super) fn way(&mut self, ways: u64) -> u64 {
        self.random.way(ways)
    }

    pub(super) fn pick(&mut self, choices: &[Choice]) -> Choice {
        let [only] = choices else {
            self.decisions += 1;
            let choice = self.decide(choices);
            self.woken |= choice.alternative == dropwire_vm::Alternative::SpuriousWakeup;
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

/// `search.strategy=pct`.
pub(crate) struct Pct {
    schedule: PctSchedule,
    /// Most decisions of a run so far.
    decisions: usize,
}

impl Pct {
    /// Before the first run.
    pub fn new() -> Pct {
        Pct {
            schedule: PctSchedule::uniform(Random(0)),
            decisions: DECISIONS,
        }
    }
}

impl Sampler for Pct {
    fn begin(&mut self, seed: u64, run: u64) {
        let random = Random::of_run(seed, run);
        self.decisions = self.decisions.max(self.schedule.decisions());
        self.schedule = PctSchedule::by_priority(random, (run % DEPTHS) as usize, self.decisions);
    }

    fn pick(&mut self, _: &Vm, choices: &[Choice]) -> Choice {
        self.schedule.pick(choices)
    }

    fn way(&mut self, ways: u64) -> u64 {
        self.schedule.way(ways)
    }
}

#[cfg(test)]
mod tests {
    use dropwire_vm::Alternative;

    use super::*;

    fn choices(threads: u32) -> Vec<Choice> {
        (0..threads)
            .map(|thread| Choice {
                thread: ThreadId(thread),
                alternative: Alternative::Run,
            })
            .collect()
    }

    fn run(seed: u64, runs: u64, decisions: usize) -> Vec<u32> {
        let random = Random(seed ^ runs << 32);
        let mut schedule = match runs as usize % 4 {
            0 => PctSchedule::uniform(random),
            changes => PctSchedule::by_priority(random, changes, DECISIONS),
        };
        (0..decisions).map(|_| schedule.pick(&choices(5)).thread.0).collect()
    }

    #[test]
    fn one_run_in_four_is_uniform_and_the_others_change_so_often() {
        for number in 0..400 {
            let picks = run(3, number, DECISIONS);
            let switches = picks.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
            match number % 4 {
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
}
