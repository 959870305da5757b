//! States with one way on, one behind the other: which of them are looked at. Whoever follows a schedule has to look at the same
//! ones, for who can reach an object is brought up to date there.

use dropwire_vm::{Choice, Pending, ThreadId, Vm};

use crate::enabled::only_daemons;

/// States before others are compared, to notice that they repeat.
const FIRST: u64 = 256;
/// The binary logarithm of how many are compared that are at one place, and then of each further power of two.
const AT_ONE_PLACE: u32 = 8;
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

/// Where the thread is that alone can move: itself, its method, the instruction, the depth and the height of its stack.
type Place = (ThreadId, u32, u32, u32, u32);

/// The chain of states with one way on that the present path ends with.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Chain {
    states: u64,
    /// Where the last one was whose number is a power of two. It comes again if it is part of a loop (Brent, BIT 1980), and the
    /// thread is at the same place then: only such states are compared.
    place: Option<Place>,
    /// So many others were there since.
    at_place: u64,
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
        let due = self.is_due(vm, choices[0]);
        match begins || due {
            true if of_daemons => Look::Keep,
            true => Look::Compare,
            false => Look::GoOn,
        }
    }

    /// Whether the state may come again and is worth a comparison, which takes as long as the stack is deep. One in which the thread
    /// has made many jumps without a visible operation is: those take longer.
    fn is_due(&mut self, vm: &Vm, choice: Choice) -> bool {
        let thread = vm.thread(choice.thread);
        let place = (choice.thread, thread.method_id(), thread.pc, thread.depth, thread.sp);
        let due = self.is_at_place(place) && (thread.depth < DEEP || self.states.is_multiple_of(SPARSELY));
        thread.pending == Pending::Continue || due
    }

    fn is_at_place(&mut self, place: Place) -> bool {
        if self.states < FIRST {
            return false;
        }
        if self.states.is_power_of_two() {
            (self.place, self.at_place) = (Some(place), 0);
            return true;
        }
        if self.place != Some(place) {
            return false;
        }
        self.at_place += 1;
        self.at_place
            .is_multiple_of(1 << self.at_place.ilog2().saturating_sub(AT_ONE_PLACE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When a state of a chain is found to be one that was compared before, where it goes round so many states from `begins` on and comes to the same
    /// place at each `apart`-th.
    fn noticed(begins: u64, length: u64, apart: u64) -> u64 {
        let mut chain = Chain::default();
        let mut seen = std::collections::BTreeSet::new();
        loop {
            chain.states += 1;
            let state = match chain.states {
                before if before < begins => before,
                state => begins + (state - begins) % length,
            };
            let place = (ThreadId(0), (state % apart) as u32, 0, 0, 0);
            if chain.is_at_place(place) && !seen.insert(state) {
                return chain.states;
            }
        }
    }

    #[test]
    fn loops_are_noticed_soon() {
        for begins in [1, 300, 5_000, 70_000] {
            for length in [1, 2, 7, 60, 256, 1_000, 1_024, 4_999, 10_000, 65_536, 99_991] {
                for apart in [5, 60, 1_000, u64::MAX] {
                    // The next power of two behind its first round, and another round.
                    let soon = (begins + length).max(FIRST).next_power_of_two() + length;
                    let noticed = noticed(begins, length, apart);
                    let many = length / apart > 1 << AT_ONE_PLACE;
                    assert!(
                        noticed <= if many { 8 * soon } else { soon },
                        "{length} from {begins}, {apart}: {noticed}"
                    );
                }
            }
        }
    }
}
