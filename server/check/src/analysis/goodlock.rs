//! Lock tuples: cycles of any number of threads, of which each holds what the next one wants.
//!
//! As in Goodlock for n threads (Bensalem and Havelund, HVC 2005; Joshi et al., PLDI 2009). A chain has distinct threads and
//! locks; each lock is among those that the next thread holds; what two threads hold is disjoint (else a gate lock rules it
//! out); and no two acquisitions are ordered by start and join. Locks need not be nested, and read locks exclude only
//! writers.

use std::collections::BTreeSet;

use dropwire_vm::heap::Ref;

use super::clock::Clock;

/// A lock that is held or taken, and whether it is for reading only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Held {
    pub lock: Ref,
    pub read: bool,
}

impl Held {
    /// Whether two threads cannot have both.
    pub(crate) fn excludes(self, other: Held) -> bool {
        self.lock == other.lock && !(self.read && other.read)
    }
}

/// An acquisition: who took what under which locks, and when, by start and join.
#[derive(Clone, Debug)]
pub(crate) struct Tuple {
    pub thread: u32,
    pub held: Vec<Held>,
    pub wants: Held,
    /// The thread's own time.
    pub time: u32,
    /// What it knew of the others.
    pub clock: Clock,
}

impl Tuple {
    /// Whether this one holds what that one wants.
    fn blocks(&self, other: &Tuple) -> bool {
        self.held.iter().any(|held| held.excludes(other.wants))
    }

    /// Whether both can stand before their locks at one time.
    fn meets(&self, other: &Tuple) -> bool {
        self.thread != other.thread
            && self.wants.lock != other.wants.lock
            && !self.held.iter().any(|a| other.held.iter().any(|b| a.excludes(*b)))
            && !self.is_before(other)
            && !other.is_before(self)
    }

    fn is_before(&self, other: &Tuple) -> bool {
        self.time <= other.clock.of(self.thread)
    }
}

/// Most threads in a cycle.
const LONGEST: usize = 6;
/// Most chains that are looked at: the number of chains is exponential, the number of real cycles small.
const CHAINS: usize = 200_000;

/// The cycles among some acquisitions, each once, as their indices; the smallest index first.
pub(crate) fn cycles(tuples: &[Tuple]) -> Vec<Vec<usize>> {
    let mut found = BTreeSet::new();
    let mut left = CHAINS;
    for first in 0..tuples.len() {
        let mut chain = vec![first];
        extend(tuples, &mut chain, &mut found, &mut left);
    }
    found.into_iter().collect()
}

fn extend(tuples: &[Tuple], chain: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>, left: &mut usize) {
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    if chain.len() > 1 && tuples[first].blocks(&tuples[last]) {
        found.insert(chain.clone());
        return;
    }
    if chain.len() == LONGEST {
        return;
    }
    for next in first + 1..tuples.len() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let fits = tuples[next].blocks(&tuples[last]) && chain.iter().all(|at| tuples[next].meets(&tuples[*at]));
        if fits {
            chain.push(next);
            extend(tuples, chain, found, left);
            chain.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(lock: Ref) -> Held {
        Held { lock, read: false }
    }

    fn tuple(thread: u32, held: &[Ref], wants: Ref) -> Tuple {
        let mut clock = Clock::default();
        clock.advance(thread);
        Tuple {
            thread,
            held: held.iter().copied().map(write).collect(),
            wants: write(wants),
            time: 1,
            clock,
        }
    }

    #[test]
    fn three_philosophers_are_one_cycle() {
        let table = [tuple(1, &[1], 2), tuple(2, &[2], 3), tuple(3, &[3], 1)];
        assert_eq!(cycles(&table), [vec![0, 1, 2]]);
        let ordered = [tuple(1, &[1], 2), tuple(2, &[2], 3), tuple(3, &[1], 3)];
        assert!(cycles(&ordered).is_empty());
    }

    #[test]
    fn a_gate_lock_rules_it_out() {
        let table = [tuple(1, &[9, 1], 2), tuple(2, &[9, 2], 3), tuple(3, &[9, 3], 1)];
        assert!(cycles(&table).is_empty());
        // Two of three are enough: they are never in the cycle together.
        let table = [tuple(1, &[9, 1], 2), tuple(2, &[9, 2], 3), tuple(3, &[3], 1)];
        assert!(cycles(&table).is_empty());
    }

    #[test]
    fn the_figures_give_the_same_as_the_trees() {
        let t1 = [(&[1][..], 3), (&[1, 3], 2), (&[1, 3], 4), (&[4], 2), (&[4, 2], 3)];
        let t2 = [(&[1][..], 2), (&[1, 2], 3), (&[4], 3), (&[4, 3], 2)];
        let all: Vec<Tuple> = t1
            .iter()
            .map(|(held, wants)| tuple(1, held, *wants))
            .chain(t2.iter().map(|(held, wants)| tuple(2, held, *wants)))
            .collect();
        assert_eq!(cycles(&all), [vec![2, 7]]);
    }

    #[test]
    fn a_thread_never_blocks_itself() {
        assert!(cycles(&[tuple(1, &[1], 2), tuple(1, &[2], 1)]).is_empty());
    }

    #[test]
    fn what_start_and_join_order_never_meets() {
        let mut second = tuple(2, &[2], 1);
        let first = tuple(1, &[1], 2);
        assert_eq!(cycles(&[first.clone(), second.clone()]).len(), 1);
        second.clock.join(&first.clock);
        assert!(cycles(&[first, second]).is_empty());
    }

    #[test]
    fn readers_do_not_block_each_other() {
        let read = |lock| Held { lock, read: true };
        let mut a = tuple(1, &[], 2);
        a.held = vec![read(1)];
        a.wants = read(2);
        let mut b = tuple(2, &[], 1);
        b.held = vec![read(2)];
        b.wants = read(1);
        assert!(cycles(&[a.clone(), b.clone()]).is_empty());
        a.wants = write(2);
        b.wants = write(1);
        assert_eq!(cycles(&[a, b]).len(), 1);
    }
}
