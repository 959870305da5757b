//! Random runs that switch threads where no run has switched yet (Stoller, RV 2002; the metrics are those of Edelstein et al., IBM Systems Journal
//! 2002): in a method in which there was no switch, else from one method to another between which there was none. What is covered is
//! remembered from run to run; where nothing new is possible, each choice is as likely as every other one.

use std::collections::BTreeSet;

use dropwire_vm::{Alternative, Choice, ThreadId, Vm};

use super::random::{Random, Sampler};
use crate::facts::note::Note;
use crate::site::Site;

/// A method of the user's code, by its index in the image; `None` for a thread that is in none yet.
type InMethod = Option<u32>;

/// Where threads were switched, over all runs.
#[derive(Default)]
pub(crate) struct SwitchCoverage {
    methods: BTreeSet<InMethod>,
    pairs: BTreeSet<(InMethod, InMethod)>,
    /// Who moved last on the present run.
    last: Option<ThreadId>,
}

impl SwitchCoverage {
    /// Another run begins; the first one forgets what was covered before.
    fn begin(&mut self, run: u64) {
        if run == 0 {
            *self = SwitchCoverage::default();
        }
        self.last = None;
    }

    /// Between which methods a choice would switch, if it would. A thread that has ended is not switched from.
    fn switch(&self, vm: &Vm, choice: Choice) -> Option<(InMethod, InMethod)> {
        let last = self.last.filter(|last| *last != choice.thread)?;
        let method = |thread| Site::of_thread(vm, thread).map(|site| site.method.id.0);
        Some((Some(method(last)?), method(choice.thread)))
    }

    /// How new the switch of a choice would be: 2 in a new method, 1 between new ones, 0 for all else.
    fn newness(&self, vm: &Vm, choice: Choice) -> u8 {
        match self.switch(vm, choice) {
            Some((from, _)) if !self.methods.contains(&from) => 2,
            Some(pair) if !self.pairs.contains(&pair) => 1,
            Some(_) | None => 0,
        }
    }

    fn take(&mut self, vm: &Vm, choice: Choice) {
        if let Some((from, to)) = self.switch(vm, choice) {
            self.methods.insert(from);
            self.pairs.insert((from, to));
        }
        self.last = Some(choice.thread);
    }

    /// What was covered.
    pub fn note(&self) -> Note {
        Note::SwitchCoverage {
            methods: self.methods.len() as u64,
            pairs: self.pairs.len() as u64,
        }
    }
}

/// `search.strategy=coverage`.
pub(crate) struct Coverage {
    random: Random,
    covered: SwitchCoverage,
    woken: bool,
}

impl Coverage {
    /// Before the first run.
    pub fn new() -> Coverage {
        Coverage {
            random: Random(0),
            covered: SwitchCoverage::default(),
            woken: false,
        }
    }
}

impl Sampler for Coverage {
    fn begin(&mut self, seed: u64, run: u64) {
        self.random = Random::of_run(seed, run);
        self.covered.begin(run);
        self.woken = false;
    }

    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        let likely = self.random.likely(choices, self.woken);
        let newness: Vec<u8> = likely.iter().map(|choice| self.covered.newness(vm, *choice)).collect();
        let most = newness.iter().copied().max().unwrap_or(0);
        let best: Vec<Choice> = likely
            .iter()
            .copied()
            .zip(&newness)
            .filter(|(_, new)| **new == most)
            .map(|(one, _)| one)
            .collect();
        // Where nothing is new, all are equal.
        let choice = best[self.random.below(best.len())];
        self.covered.take(vm, choice);
        self.woken |= choice.alternative == Alternative::SpuriousWakeup;
        choice
    }

    fn way(&mut self, ways: u64) -> u64 {
        self.random.way(ways)
    }
}

/// `search.switch-coverage`: another sampler, whose switches are noted.
pub(crate) struct Covered<'a> {
    /// Where it switched.
    pub covered: SwitchCoverage,
    sampler: &'a mut dyn Sampler,
}

impl<'a> Covered<'a> {
    /// Before the first run.
    pub fn new(sampler: &'a mut dyn Sampler) -> Covered<'a> {
        Covered {
            covered: SwitchCoverage::default(),
            sampler,
        }
    }
}

impl Sampler for Covered<'_> {
    fn begin(&mut self, seed: u64, run: u64) {
        self.covered.begin(run);
        self.sampler.begin(seed, run);
    }

    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        let choice = self.sampler.pick(vm, choices);
        self.covered.take(vm, choice);
        choice
    }

    fn way(&mut self, ways: u64) -> u64 {
        self.sampler.way(ways)
    }
}
