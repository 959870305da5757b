//! Vector clocks: how much of each thread's past another one knows. Mattern 1989; epochs as in FastTrack (PLDI 2009).

/// For each thread, by its number on the present path, how far its past is known; 0 where it has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clock(Vec<u32>);

impl Clock {
    /// What is known of a thread.
    pub(crate) fn of(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    /// Takes over all that another one knows.
    pub(crate) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// What the thread does from now on is not known to who knows what it did until now.
    pub(crate) fn advance(&mut self, thread: u32) {
        let index = thread as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] += 1;
    }
}

/// One clock for each thread of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks(Vec<Clock>);

impl Clocks {
    /// A thread's clock; it begins to count at 1.
    pub(crate) fn of(&mut self, thread: u32) -> &mut Clock {
        while self.0.len() <= thread as usize {
            let mut clock = Clock::default();
            clock.advance(self.0.len() as u32);
            self.0.push(clock);
        }
        &mut self.0[thread as usize]
    }

    /// What `from` has done until now is known to `to` from now on.
    pub(crate) fn order(&mut self, from: u32, to: u32) {
        let clock = self.of(from).clone();
        self.of(to).join(&clock);
        self.of(from).advance(from);
    }

    /// The time of what a thread does now.
    pub(crate) fn now(&mut self, thread: u32) -> u32 {
        self.of(thread).of(thread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_after_an_edge_is_not_known() {
        let mut clocks = Clocks::default();
        let before = clocks.now(0);
        clocks.order(0, 1);
        let after = clocks.now(0);
        assert!(before <= clocks.of(1).of(0));
        assert!(after > clocks.of(1).of(0));
        assert_eq!(clocks.of(0).of(1), 0, "an edge has one direction");
    }
}
