//! States with one way on, one behind the other: which of them are looked at. Whoever follows a schedule has to look at the same
//! ones, for who can reach an object is brought up to date there.

use dropwire_vm::{Choice, Pending, Vm};

use crate::enabled::only_daemons;

/// States before others are compared, to notice that they repeat.
const FIRST: u64 = 256;
/// So many are compared of each further power of two: whatever the length of a loop is, two of them soon are the same.
const EACH_POWER: u32 = 8;
/// Frames of a stack from which on a comparison is dear.
const DEEP: u32 = 256;
/// One in so many is compared then.
const SPARSELY: u64 = 64;

/// What is done with a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// Nothing: a data choice is made at once.
    Pass,
    /// Nothing: there is one way on.
    GoOn,
    /// There is one way on, and it is compared with others of the chain: it may come again.
    Compare,
    /// It is kept.
    Keep,
}

/// The chain of states with one way on that the present path ends with.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Chain {
    states: u64,
    /// Daemons alone could move in the last one.
    of_daemons: bool,
    /// It is known of these that they lead to a state that daemons do not go on from forever.
    pub leads_on: bool,
}

impl Chain {
    /// What is done with the present state, from which these choices lead on, `moves` of them without a spurious wakeup. Where daemons alone can
    /// move, the first state is kept, and of the others those that would be compared: it is asked there what the daemons can bring about.
    ///
    /// A data choice is made at once, and nothing is remembered; not behind states with one way on: a loop could go round through them.
    pub(crate) fn look(&mut self, vm: &Vm, choices: &[Choice], moves: usize) -> Look {
        if self.states == 0 && vm.chooses_at_once().is_some() {
            return Look::Pass;
        }
        if moves == 0 || choices.len() != 1 || vm.ways(choices[0]) != 1 {
            *self = Chain::default();
            return Look::Keep;
        }
        self.states += 1;
        let of_daemons = only_daemons(vm, choices);
        let begins = of_daemons && !self.of_daemons;
        self.of_daemons = of_daemons;
        self.leads_on &= of_daemons;
        match begins || self.is_due(vm, choices[0]) {
            true if of_daemons => Look::Keep,
            true => Look::Compare,
            false => Look::GoOn,
        }
    }

    /// Whether the state may come again and is worth a comparison, which takes as long as the stack is deep. One in which the thread
    /// has made many jumps without a visible operation is: those take longer.
    fn is_due(&self, vm: &Vm, choice: Choice) -> bool {
        let thread = vm.thread(choice.thread);
        if thread.pending == Pending::Continue {
            return true;
        }
        let apart = match thread.depth {
            0..DEEP => 1,
            _ => SPARSELY,
        };
        self.states >= FIRST && self.states.is_multiple_of(apart.max(apart_at(self.states)))
    }
}

/// How far those are apart that are compared.
fn apart_at(states: u64) -> u64 {
    1 << states.ilog2().saturating_sub(EACH_POWER)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the compared states of a loop that is the same as an earlier one.
    fn noticed(begins: u64, length: u64) -> u64 {
        let mut seen = std::collections::BTreeSet::new();
        let compared = (FIRST..).filter(|state| state.is_multiple_of(apart_at(*state)));
        let mut in_loop = compared.filter(|state| *state >= begins);
        in_loop
            .find(|state| !seen.insert((state - begins) % length))
            .unwrap_or(0)
    }

    #[test]
    fn loops_are_noticed_soon() {
        for begins in [1, 300, 5_000, 70_000] {
            for length in [1, 2, 7, 60, 256, 1_000, 1_024, 4_999, 10_000, 65_536, 99_991] {
                let noticed = noticed(begins, length);
                let soon = 8 * (begins + length).max(FIRST);
                assert!(noticed <= soon, "{length} from {begins}: {noticed}");
            }
        }
    }
}
