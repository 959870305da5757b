//! What a strategy of simulation decides: which runs are made. The driver owns undo, properties, limits and restart.

use dropwire_vm::{Choice, Vm};

use super::Outcome;
use crate::facts::reason::Cause;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// By itself, or in a state that has no successors.
    Complete,
    /// It was too long, or went round.
    GivenUp,
    /// The simulation ended.
    Stopped,
}

/// Chooses runs of a program, one after the other, each from its start.
pub(crate) trait Strategy {
    /// Begins another run; `None` where no other one is wanted. Answers after how many steps the run is given up. `used` is the share of
    /// the budget that is used up, as far as it is known.
    fn begin(&mut self, reached: &Outcome, used: Option<f64>) -> Option<u64>;

    /// One of the choices, of which there is at least one. A data choice is one of them.
    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice;

    /// Which of so many ways a data choice goes that was picked with this one.
    fn way(&mut self, picked: u64, ways: u64) -> u64;

    /// The run is over.
    fn end(&mut self, _end: RunEnd) {}

    /// Why the runs are no complete search.
    fn limits(&self) -> Vec<Cause> {
        Vec::new()
    }
}

/// One run, by somebody else's choices.
pub(crate) struct OneRun<'a> {
    /// Its steps, before it has begun.
    longest: Option<u64>,
    pick: &'a mut dyn FnMut(&Vm, &[Choice]) -> Choice,
}

impl<'a> OneRun<'a> {
    /// So many steps at most, each as `pick` chooses.
    pub fn new(longest: u64, pick: &'a mut dyn FnMut(&Vm, &[Choice]) -> Choice) -> OneRun<'a> {
        OneRun {
            longest: Some(longest),
            pick,
        }
    }
}

impl Strategy for OneRun<'_> {
    fn begin(&mut self, _: &Outcome, _: Option<f64>) -> Option<u64> {
        self.longest.take()
    }

    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        (self.pick)(vm, choices)
    }

    fn way(&mut self, picked: u64, _: u64) -> u64 {
        picked
    }
}
