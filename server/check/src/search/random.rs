//! Random runs, uniformly or as another sampler decides, and chance as all of them use it.

use dropwire_vm::{Alternative, Choice, ThreadId, Vm};

use super::Outcome;
use super::strategy::{RunEnd, Strategy};
use crate::facts::reason::Cause;
use crate::options::{Options, Probability};

/// Steps after which a run is given up, where no depth limit says otherwise: a run may go round in circles.
pub(super) const LONGEST: u64 = 10_000;
/// One in so many steps at which a spurious wakeup is possible considers it.
const RARELY: u64 = 16;
/// Context switches at one place: with a probability of 1 there is no end to them.
const SWITCHES: usize = 16;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
pub(crate) struct Random(pub u64);

impl Random {
    /// Of one run of many.
    pub(super) fn of_run(seed: u64, run: u64) -> Random {
        Random(seed ^ run.wrapping_mul(0xd134_2543_de82_ef95))
    }

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
        let surely = |choice: &Choice| choice.alternative != Alternative::SpuriousWakeup;
        let likely: Vec<Choice> = choices.iter().copied().filter(surely).collect();
        if likely.is_empty() || !woken && self.next().is_multiple_of(RARELY) {
            choices.to_vec()
        } else {
            likely
        }
    }
}

/// How random runs decide, one run after the other.
pub(crate) trait Sampler {
    /// Another run begins, the one with this number, counted from 0. The same seed makes the same runs.
    fn begin(&mut self, seed: u64, run: u64);

    /// One of the choices, of which there is at least one.
    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice;

    /// Which of so many ways a data choice goes.
    fn way(&mut self, ways: u64) -> u64;
}

/// `search.strategy=random`: every choice is as likely as every other one, or the thread goes on that moved last unless
/// `search.switch-probability` decides otherwise.
pub(crate) struct Uniform {
    random: Random,
    switches: Option<Probability>,
    last: Option<ThreadId>,
    /// Whether a thread has woken up without a notification on the present run.
    woken: bool,
}

impl Uniform {
    /// Before the first run.
    pub fn new() -> Uniform {
        Uniform::switching(None)
    }

    /// With context switches of this probability.
    pub fn switching(switches: Option<Probability>) -> Uniform {
        Uniform {
            random: Random(0),
            switches,
            last: None,
            woken: false,
        }
    }

    /// `while (random() < probability) switch()`, as Stoller (RV 2002) has it.
    fn loop_form(&mut self, choices: &[Choice], probability: Probability) -> Choice {
        let likely = self.random.likely(choices, self.woken);
        let of = |thread: Option<ThreadId>| likely.iter().copied().find(|choice| Some(choice.thread) == thread);
        let mut choice = of(self.last).unwrap_or_else(|| likely[self.random.below(likely.len())]);
        for _ in 0..SWITCHES {
            if !probability.decides(self.random.next()) {
                break;
            }
            choice = likely[self.random.below(likely.len())];
        }
        choice
    }
}

impl Sampler for Uniform {
    fn begin(&mut self, seed: u64, run: u64) {
        if run == 0 {
            self.random = Random(seed);
        }
        (self.woken, self.last) = (false, None);
    }

    fn pick(&mut self, _: &Vm, choices: &[Choice]) -> Choice {
        let choice = match self.switches {
            Some(probability) => self.loop_form(choices, probability),
            None => self.random.pick(choices, self.woken),
        };
        self.last = Some(choice.thread);
        self.woken |= choice.alternative == Alternative::SpuriousWakeup;
        choice
    }

    fn way(&mut self, ways: u64) -> u64 {
        self.random.way(ways)
    }
}

/// Random runs, as a sampler and a seed decide.
pub(crate) struct RandomRuns<'a> {
    sampler: &'a mut dyn Sampler,
    seed: u64,
    runs: u64,
    longest: u64,
    analysed: bool,
    done: u64,
    given_up: u64,
}

impl<'a> RandomRuns<'a> {
    /// So many runs; `analysed` if analyses listen to them.
    pub fn new(sampler: &'a mut dyn Sampler, options: &Options, runs: u64, analysed: bool) -> RandomRuns<'a> {
        RandomRuns {
            sampler,
            seed: options.seed,
            runs,
            longest: options.run_length(LONGEST),
            analysed,
            done: 0,
            given_up: 0,
        }
    }
}

impl Strategy for RandomRuns<'_> {
    fn begin(&mut self, _: &Outcome, _: Option<f64>) -> Option<u64> {
        if self.done >= self.runs {
            return None;
        }
        self.sampler.begin(self.seed, self.done);
        Some(self.longest)
    }

    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        self.sampler.pick(vm, choices)
    }

    fn way(&mut self, _: u64, ways: u64) -> u64 {
        self.sampler.way(ways)
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
            of(1, Alternative::SpuriousWakeup),
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
        assert_eq!(random.pick(only, true).alternative, Alternative::SpuriousWakeup);
    }
}
