//! Uniformly random runs, and chance as all strategies use it.

use dropwire_vm::{Alternative, Choice, Vm};

use super::Outcome;
use super::strategy::{RunEnd, Strategy};
use crate::facts::reason::Cause;
use crate::options::Options;

/// Steps after which a run is given up, where no depth limit says otherwise: a run may go round in circles.
pub(super) const LONGEST: u64 = 10_000;
/// One in so many steps at which a spurious wakeup is possible considers it.
const RARELY: u64 = 16;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The way of a data choice.
    pub(super) fn way(&mut self, ways: u64) -> u64 {
        self.next() % ways.max(1)
    }

    /// A number below `n`; `n` is small, so that the bias of the remainder does not matter.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// One of the choices. A spurious wakeup is rare, and happens at most once on a walk.
    pub(super) fn pick(&mut self, choices: &[Choice], woken: bool) -> Choice {
        let likely = self.likely(choices, woken);
        likely[self.below(likely.len())]
    }

    /// The choices that are to be considered: most times without spurious wakeups.
    pub(super) fn likely(&mut self, choices: &[Choice], woken: bool) -> Vec<Choice> {
        let surely = |choice: &Choice| choice.alternative != Alternative::Spurious;
        let likely: Vec<Choice> = choices.iter().copied().filter(surely).collect();
        if likely.is_empty() || !woken && self.next().is_multiple_of(RARELY) {
            choices.to_vec()
        } else {
            likely
        }
    }
}

/// Uniformly random runs, as a seed decides.
pub(crate) struct UniformRandom {
    random: Random,
    seed: u64,
    runs: u64,
    longest: u64,
    analysed: bool,
    /// Whether a thread has woken up without a notification on the present run.
    woken: bool,
    done: u64,
    given_up: u64,
}

impl UniformRandom {
    /// So many runs; `analysed` if analyses listen to them.
    pub fn new(options: &Options, runs: u64, analysed: bool) -> UniformRandom {
        UniformRandom {
            random: Random(options.seed),
            seed: options.seed,
            runs,
            longest: options.run_length(LONGEST),
            analysed,
            woken: false,
            done: 0,
            given_up: 0,
        }
    }
}

impl Strategy for UniformRandom {
    fn begin(&mut self, _: &Outcome, _: Option<f64>) -> Option<u64> {
        self.woken = false;
        (self.done < self.runs).then_some(self.longest)
    }

    fn pick(&mut self, _: &Vm, choices: &[Choice]) -> Choice {
        let choice = self.random.pick(choices, self.woken);
        self.woken |= choice.alternative == Alternative::Spurious;
        choice
    }

    fn way(&mut self, _: u64, ways: u64) -> u64 {
        self.random.way(ways)
    }

    fn end(&mut self, end: RunEnd) {
        self.done += u64::from(end != RunEnd::Stopped);
        self.given_up += u64::from(end == RunEnd::GivenUp);
    }

    fn limits(&self) -> Vec<Cause> {
        let all = Cause::Simulation {
            schedules: self.done,
            analysed: self.analysed,
            seed: self.seed,
        };
        let long = (self.given_up > 0).then_some(Cause::RunsGivenUp {
            runs: self.given_up,
            longest: self.longest,
        });
        [all].into_iter().chain(long).collect()
    }
}

#[cfg(test)]
mod tests {
    use dropwire_vm::{Alternative, Choice, ThreadId};

    use super::Random;

    fn choices() -> Vec<Choice> {
        let of = |thread, alternative| Choice {
            thread: ThreadId(thread),
            alternative,
        };
        vec![
            of(0, Alternative::Run),
            of(1, Alternative::Spurious),
            of(2, Alternative::Run),
        ]
    }

    #[test]
    fn one_seed_is_one_sequence() {
        let picks = |seed| {
            let mut random = Random(seed);
            (0..100)
                .map(|_| random.pick(&choices(), false).thread.0)
                .collect::<Vec<u32>>()
        };
        assert_eq!(picks(7), picks(7));
        assert_ne!(picks(7), picks(8));
        assert!((0..3).all(|thread| picks(7).contains(&thread)));
    }

    #[test]
    fn nobody_wakes_up_twice_for_no_reason() {
        let mut random = Random(1);
        assert!((0..1_000).all(|_| random.pick(&choices(), true).alternative == Alternative::Run));
        let only = &choices()[1..2];
        assert_eq!(random.pick(only, true).alternative, Alternative::Spurious);
    }
}
