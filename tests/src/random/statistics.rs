//! What the programs of a run were like: a generator of boring programs shows nothing.

use std::collections::BTreeMap;
use std::fmt;

use super::driver::Observed;

/// What programs should be like.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// So many of a hundred wait or notify.
    pub waiting: usize,
    /// The median of their states.
    pub states: u64,
}

/// Sums over programs.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Programs compared.
    pub programs: usize,
    /// Programs that the model, or the first mode where there is no model, could not explore within its limit.
    pub too_large: usize,
    /// Programs that the first mode did not cover for another reason, which is said.
    pub uncovered: BTreeMap<String, usize>,
    /// Programs with a defect.
    pub defective: usize,
    /// Of these: with a deadlock, a race, an exception or failed assertion.
    pub kinds: [usize; 3],
    /// Programs that wait or notify.
    pub waiting: usize,
    /// Programs with daemons.
    pub daemons: usize,
    /// Programs that call `System.exit`.
    pub exits: usize,
    /// Programs that call `isAlive`, `isInterrupted`, `join` with a time.
    pub questions: [usize; 3],
    /// States of each program in the model, which reduces nothing: they measure the program, not of the engine.
    pub states: Vec<u64>,
    /// Answers compared, of all modes.
    pub answers: usize,
    /// Answers that a limit cut off, and only held against what they may not exceed.
    pub cut_off: usize,
    /// Trails replayed.
    pub trails: usize,
    /// Different ends.
    pub ends: usize,
    /// Programs with more than one.
    pub several_ends: usize,
    /// For each mode but the first: programs that it finished, and that it did not finish.
    pub finished: BTreeMap<&'static str, [usize; 2]>,
}

impl Statistics {
    /// Takes in another run's.
    pub fn add(&mut self, other: &Statistics) {
        self.programs += other.programs;
        self.too_large += other.too_large;
        self.defective += other.defective;
        for (mine, theirs) in self.kinds.iter_mut().zip(other.kinds) {
            *mine += theirs;
        }
        self.waiting += other.waiting;
        self.daemons += other.daemons;
        self.exits += other.exits;
        for (mine, theirs) in self.questions.iter_mut().zip(other.questions) {
            *mine += theirs;
        }
        self.states.extend(&other.states);
        self.answers += other.answers;
        self.cut_off += other.cut_off;
        self.trails += other.trails;
        self.ends += other.ends;
        self.several_ends += other.several_ends;
        for (why, programs) in &other.uncovered {
            *self.uncovered.entry(why.clone()).or_default() += programs;
        }
        for (mode, [whole, part]) in &other.finished {
            let mine = self.finished.entry(mode).or_default();
            mine[0] += whole;
            mine[1] += part;
        }
    }

    /// The first mode, the only reading of this program, did not cover it.
    pub fn passed_over(&mut self, observed: &Observed) {
        if observed.cut_off() {
            self.too_large += 1;
        } else {
            *self.uncovered.entry(observed.reasons.join("; ")).or_default() += 1;
        }
    }

    /// A mode was held against the first one.
    pub fn compared(&mut self, mode: &'static str, cut_off: bool) {
        self.finished.entry(mode).or_default()[usize::from(cut_off)] += 1;
    }

    /// The median number of states.
    pub fn median_states(&self) -> u64 {
        let mut states = self.states.clone();
        states.sort_unstable();
        states.get(states.len() / 2).copied().unwrap_or(0)
    }

    fn share(&self, of: usize) -> usize {
        (of * 100).checked_div(self.programs).unwrap_or(0)
    }

    /// What is too weak about the programs, if there are enough of them to tell.
    pub fn weaknesses(&self, expected: Expected) -> Vec<String> {
        let mut weak = Vec::new();
        if self.share(self.defective) < 30 {
            weak.push(format!(
                "only {} % of the programs have a defect",
                self.share(self.defective)
            ));
        }
        if self.share(self.several_ends) < 30 {
            weak.push(format!(
                "only {} % of the programs have more than one end",
                self.share(self.several_ends)
            ));
        }
        if self.share(self.waiting) < expected.waiting {
            weak.push(format!(
                "only {} % of the programs wait or notify",
                self.share(self.waiting)
            ));
        }
        if self.median_states() < expected.states {
            weak.push(format!("the median program has only {} states", self.median_states()));
        }
        weak
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let largest = self.states.iter().max().copied().unwrap_or(0);
        let [deadlocks, races, uncaught] = self.kinds.map(|kind| self.share(kind));
        writeln!(f, "{} programs ({} more were too large)", self.programs, self.too_large)?;
        writeln!(
            f,
            "  with a defect: {} % (deadlock {deadlocks} %, race {races} %, exception or assertion {uncaught} %)",
            self.share(self.defective)
        )?;
        writeln!(f, "  with wait or notify: {} %", self.share(self.waiting))?;
        writeln!(f, "  with daemons: {}, with System.exit: {}", self.daemons, self.exits)?;
        let [alive, interrupted, timed] = self.questions;
        writeln!(
            f,
            "  with isAlive: {alive}, with isInterrupted: {interrupted}, with a timed join: {timed}"
        )?;
        writeln!(f, "  with more than one end: {} %", self.share(self.several_ends))?;
        writeln!(f, "  states: median {}, largest {largest}", self.median_states())?;
        for (why, programs) in &self.uncovered {
            writeln!(f, "  not covered, {programs}: {why}")?;
        }
        for (mode, [whole, part]) in &self.finished {
            writeln!(f, "  {mode}: {whole} finished, {part} cut off")?;
        }
        write!(
            f,
            "  {} answers ({} cut off), {} trails replayed, {} ends",
            self.answers, self.cut_off, self.trails, self.ends
        )
    }
}
