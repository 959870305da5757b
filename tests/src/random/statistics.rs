//! What the programs of a run were like: a generator of boring programs shows nothing.

use std::fmt;

/// Sums over programs.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Programs compared.
    pub programs: usize,
    /// Programs that the model could not explore within its limit.
    pub too_large: usize,
    /// Programs with a defect.
    pub defective: usize,
    /// Of these: with a deadlock, a race, an exception or failed assertion.
    pub kinds: [usize; 3],
    /// Programs that wait or notify.
    pub waiting: usize,
    /// States of each program in the model, which reduces nothing: they tell of the program, not of the engine.
    pub states: Vec<u64>,
    /// Answers compared, of all modes.
    pub answers: usize,
    /// Answers that were cut off by the limit of transitions, and only held against what they may not exceed.
    pub cut_off: usize,
    /// Trails replayed.
    pub trails: usize,
    /// Different ends.
    pub ends: usize,
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
        self.states.extend(&other.states);
        self.answers += other.answers;
        self.cut_off += other.cut_off;
        self.trails += other.trails;
        self.ends += other.ends;
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
    pub fn weaknesses(&self) -> Vec<String> {
        let mut weak = Vec::new();
        if self.share(self.defective) < 30 {
            weak.push(format!(
                "only {} % of the programs have a defect",
                self.share(self.defective)
            ));
        }
        if self.share(self.waiting) < 30 {
            weak.push(format!(
                "only {} % of the programs wait or notify",
                self.share(self.waiting)
            ));
        }
        if self.median_states() < 200 {
            weak.push(format!("the median program has only {} states", self.median_states()));
        }
        weak
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let largest = self.states.iter().max().copied().unwrap_or(0);
        let [deadlocks, races, uncaught] = self.kinds.map(|kind| self.share(kind));
        writeln!(
            f,
            "{} programs ({} more were too large for the model)",
            self.programs, self.too_large
        )?;
        writeln!(
            f,
            "  with a defect: {} % (deadlock {deadlocks} %, race {races} %, exception or assertion {uncaught} %)",
            self.share(self.defective)
        )?;
        writeln!(f, "  with wait or notify: {} %", self.share(self.waiting))?;
        writeln!(
            f,
            "  states of the model: median {}, largest {largest}",
            self.median_states()
        )?;
        write!(
            f,
            "  {} answers ({} cut off), {} trails replayed, {} ends",
            self.answers, self.cut_off, self.trails, self.ends
        )
    }
}
