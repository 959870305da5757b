//! A state of the path that has several ways on.

use dropwire_vm::{Alternative, Choice, Key, Vm};

use super::independence::{Grounds, Members, Places, Standing};
use super::sleep::Asleep;
use crate::enabled::way_of;

/// What a state was given less than all its ways for, or may be.
#[derive(Clone)]
pub(super) struct Reduced {
    /// The threads whose steps are its ways.
    pub set: Members,
    /// All that live.
    pub all: Vec<Standing>,
    /// What the set is closed under beside them.
    pub grounds: Grounds,
    /// The other ways.
    pub held: Vec<Choice>,
    /// Some thread is at a node from which no step was made yet, so that the state has all its ways: its set is sought when one of them is explored.
    pub unsettled: bool,
}

/// Such a state, and how far it has been explored.
#[derive(Clone)]
pub(super) struct Level {
    pub choices: Vec<Choice>,
    pub next: usize,
    /// Of a data choice, which is one of them: its next way. They are counted and never listed.
    pub way: u64,
    pub taken: Option<Alternative>,
    /// Length of the schedule at this state.
    pub steps: usize,
    /// The state was entered with an undo frame that must be closed when it is left.
    pub framed: bool,
    /// What a bounded search may still spend here.
    pub left: u32,
    /// The state's key, and how often the clock had been read when it was reached.
    pub key: Option<Key>,
    pub clock_reads: u64,
    /// Its place among the states whose component is open, and whether some way on from here ends.
    pub at: usize,
    pub ends: bool,
    /// Timed waits that end here by their time if nothing else ends, each with what is left of it.
    pub reserve: Vec<(i64, Choice)>,
    /// Whether the clock is read on a way from here back to here.
    pub polls_clock: bool,
    /// Whether the state can still be restored when all ways on have been taken.
    pub kept: bool,
    /// The state in the graph.
    pub state: u32,
    /// It has the ways of a persistent set, or may have.
    pub reduced: Option<Box<Reduced>>,
    /// Where all threads stand, if steps fall asleep and what is learned behind them matters.
    pub places: Option<Places>,
    /// Steps that need not be taken from here: those that slept when the path came here, and those that were explored since.
    pub asleep: Vec<Asleep>,
    /// The step that is being explored.
    pub step: Option<Asleep>,
    /// The earliest open state to which the ways on have led that are explored, and the present one.
    pub meets: usize,
    pub way_meets: usize,
}

impl Level {
    /// The next way on, which is there.
    pub fn take_next(&mut self, vm: &Vm) -> Choice {
        let offered = self.choices[self.next];
        let choice = way_of(offered, self.way);
        self.way += 1;
        if self.way >= vm.ways(offered) {
            (self.next, self.way) = (self.next + 1, 0);
        }
        self.taken = Some(choice.alternative);
        choice
    }

    /// Whether a timed wait may end here by its time.
    pub fn has_timeouts(&self) -> bool {
        let times_out = |choice: &Choice| choice.alternative == Alternative::Timeout;
        self.choices.iter().any(times_out)
    }

    /// Its set has grown: more of the ways that were left out are its own.
    pub fn take_held(&mut self) {
        let Some(reduced) = &mut self.reduced else { return };
        let Reduced { set, all, held, .. } = &mut **reduced;
        self.choices
            .extend(held.extract_if(.., |choice| set.contain(all, choice.thread)));
        if held.is_empty() {
            self.reduced = None;
        }
    }
}
