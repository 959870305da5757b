//! How far a state seems to be from a defect. A heuristic decides the order of a search and nothing else, so it may be wrong.

mod distance;
mod interleaving;
mod most_blocked;

use dropwire_vm::{Choice, Vm};

use crate::options::HeuristicKind;
pub(crate) use distance::Goal;

/// How far the state of `vm` seems to be from a defect; only comparisons count.
pub(crate) trait Heuristic {
    /// The estimate for the state that this schedule reaches.
    fn distance(&mut self, vm: &Vm, schedule: &[Choice]) -> u64;
}

/// The heuristics of this kind, which have their turn one after the other. `goals`: where [`HeuristicKind::Distance`] is to lead.
pub(crate) fn of_kind(kind: HeuristicKind, goals: Vec<Goal>) -> Vec<Box<dyn Heuristic>> {
    match kind {
        HeuristicKind::MostBlocked => vec![Box::new(most_blocked::MostBlocked)],
        HeuristicKind::Interleaving => vec![Box::new(interleaving::Interleaving)],
        HeuristicKind::Distance => vec![Box::new(distance::Distance::to(goals))],
        HeuristicKind::Alternating => vec![
            Box::new(distance::Distance::to(goals)),
            Box::new(most_blocked::MostBlocked),
        ],
    }
}
