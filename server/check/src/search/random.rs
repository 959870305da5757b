//! The random driver: plain walks through the program, each from its start to its end, over the same `expand`.

use dropwire_vm::{Alternative, Choice, Pending, Vm};
use rustc_hash::FxHashSet;

use super::halt::Halt;
use super::{Expansion, Outcome, Search};
use crate::enabled::allowed;
use crate::facts::reason::Cause;

/// Steps after which a walk is given up, where no depth limit says otherwise: a walk may go round in circles.
pub(super) const LONGEST: u64 = 10_000;
/// Steps in a row that only go on with a loop, while others could move too, after which a walk is given up: all of them may be waiting
/// for a time-out that is a last resort.
const SPINS: u32 = 128;
/// One in so many steps at which a spurious wakeup is possible considers it.
const RARELY: u64 = 16;

/// Transitions that may be made again without much ado.
const CHEAP: u64 = 5_000;
/// Walks on from where a search has to begin again, and their steps.
const AHEAD: (u64, usize) = (8, 500);

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

impl Search<'_> {
    /// Walks through the program `runs` times, as `seed` decides. Afterwards the machine stands where it stood before.
    pub fn walk(mut self, seed: u64, runs: u64) -> Outcome {
        self.walking = true;
        let mut random = Random(seed);
        self.vm.push_undo();
        let base = self.vm.undo_depth();
        let (mut done, mut cut) = (0, 0);
        let longest = self.longest(LONGEST);
        while done < runs && self.stop.is_none() && self.may_go_again() {
            let mut woken = false;
            let mut pick = |_: &Vm, choices: &[Choice]| {
                let choice = random.pick(choices, woken);
                woken |= choice.alternative == Alternative::Spurious;
                choice
            };
            let ended = self.walk_from_here(longest, &mut pick);
            done += u64::from(self.stop.is_none());
            cut += u64::from(!ended && self.stop.is_none());
        }
        if !self.outcome.refuted {
            let analysed = self.analyses.is_some();
            self.limit(Cause::Simulation {
                schedules: done,
                analysed,
                seed,
            });
        }
        if cut > 0 {
            self.limit(Cause::RunsGivenUp { runs: cut, longest });
        }
        self.finish(base)
    }

    /// The steps of a walk, unless a depth limit says otherwise.
    pub(super) fn longest(&self, usual: u64) -> u64 {
        match self.options.max_depth {
            0 => usual,
            depth => depth,
        }
    }

    /// Whether there is time for another walk.
    pub(super) fn may_go_again(&mut self) -> bool {
        self.stop = self
            .stop
            .take()
            .or_else(|| self.budget.exhausted().map(|stop| Halt::Limit(stop.into())));
        self.stop.is_none() && self.vm.instructions - self.started_instructions < self.patience
    }

    /// Something was refuted after much work, which has to be done again: learns what the ways from here refute as well, so that it
    /// does not cost another search each. What these walks meet is met again.
    pub(super) fn look_ahead(&mut self) {
        if self.bound.is_some() || self.outcome.statistics.transitions < CHEAP {
            return;
        }
        let (walks, steps) = AHEAD;
        for walk in 0..walks {
            let mut random = Random(self.options.seed ^ walk);
            self.vm.push_undo();
            for _ in 0..steps {
                let mut choices = Vec::new();
                self.vm.choices(allowed(self.options), &mut choices);
                let over = self.vm.facts.exited.is_some() || choices.is_empty();
                if over || self.vm.key().is_err() {
                    break;
                }
                // As the search would have gone on; then by chance.
                let choice = if walk == 0 {
                    choices[0]
                } else {
                    random.pick(&choices, true)
                };
                if self.vm.step(choice).is_err() {
                    break;
                }
                self.note_unprotected();
            }
            self.vm.pop_undo();
        }
    }

    /// One walk as `pick` says, and what it meets. Afterwards the machine stands where it stood before.
    pub(crate) fn follow(mut self, longest: u64, pick: &mut dyn FnMut(&Vm, &[Choice]) -> Choice) -> Outcome {
        self.walking = true;
        self.vm.push_undo();
        let base = self.vm.undo_depth();
        self.walk_from_here(longest, pick);
        self.finish(base)
    }

    /// One walk, after which the machine stands here again; false when it was given up.
    pub(super) fn walk_from_here(&mut self, longest: u64, pick: &mut dyn FnMut(&Vm, &[Choice]) -> Choice) -> bool {
        self.vm.push_undo();
        if let Some(analyses) = &mut self.analyses {
            analyses.begin();
        }
        let ended = self.walk_once(longest, pick);
        if let Some(analyses) = &mut self.analyses {
            analyses.end(self.vm);
        }
        self.vm.pop_undo();
        self.told.go_back(self.vm);
        self.schedule.clear();
        ended
    }

    fn walk_once(&mut self, longest: u64, pick: &mut dyn FnMut(&Vm, &[Choice]) -> Choice) -> bool {
        let (mut chain, mut spins) = (0, 0);
        let mut seen = FxHashSet::default();
        loop {
            let depth = self.schedule.len() as u64;
            self.outcome.statistics.max_depth = self.outcome.statistics.max_depth.max(depth);
            if self.vm.refuted {
                self.outcome.refuted = true;
                self.note_unprotected();
                self.stop = Some(Halt::Restart);
                return false;
            }
            let Expansion::Ways(choices) = self.expand(&mut chain, &mut seen) else {
                return true;
            };
            if choices.len() > 1 {
                chain = 0;
                seen.clear();
            }
            self.check_budget();
            if depth >= longest || spins >= SPINS || self.stop.is_some() {
                return false;
            }
            let choice = pick(self.vm, &choices);
            spins = match self.vm.pending(choice.thread) {
                Pending::Continue if choices.len() > 1 => spins + 1,
                _ => 0,
            };
            if let Some(analyses) = &mut self.analyses {
                analyses.take(self.vm, choice);
            }
            if !self.take(choice) {
                return true;
            }
        }
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
