//! In which order the set driver expands the states that it has reached.

use dropwire_vm::{Choice, Vm};

use super::heuristic::Heuristic;

/// An order of states.
pub(crate) trait Order {
    /// The ranks of the state of `vm`, which this schedule reaches through so many expanded states. Where there are several, the state
    /// with the lowest rank of each kind is expanded in turn.
    fn ranks(&mut self, vm: &Vm, depth: u64, schedule: &[Choice]) -> Vec<u64>;

    /// Whether of states with one rank that comes first which was reached last.
    fn newest_first(&self) -> bool {
        true
    }
}

/// `search.strategy=bfs`: the states with the fewest choices before them first.
pub(crate) struct BreadthFirst;

impl Order for BreadthFirst {
    fn ranks(&mut self, _: &Vm, depth: u64, _: &[Choice]) -> Vec<u64> {
        vec![depth]
    }

    fn newest_first(&self) -> bool {
        false
    }
}

/// `search.strategy=best-first`: the states first that seem nearest to a defect.
pub(crate) struct BestFirst(pub Vec<Box<dyn Heuristic>>);

impl Order for BestFirst {
    fn ranks(&mut self, vm: &Vm, _: u64, schedule: &[Choice]) -> Vec<u64> {
        let distances = self.0.iter_mut().map(|heuristic| heuristic.distance(vm, schedule));
        distances.collect()
    }
}

/// `search.strategy=a-star` (Hart, Nilsson, Raphael 1968): the sum of what it took to reach a state and what seems to be left.
pub(crate) struct AStar(pub Vec<Box<dyn Heuristic>>);

impl Order for AStar {
    fn ranks(&mut self, vm: &Vm, depth: u64, schedule: &[Choice]) -> Vec<u64> {
        let distances = self.0.iter_mut().map(|heuristic| heuristic.distance(vm, schedule));
        distances.map(|distance| depth.saturating_add(distance)).collect()
    }
}
