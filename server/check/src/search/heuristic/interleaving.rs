//! `search.heuristic=interleaving` (Groce, Visser, STTT 2004): defects of concurrency show where threads have moved in turn.

use dropwire_vm::{Choice, Vm};

use super::Heuristic;

/// The steps that count.
const RECENT: usize = 32;

/// The pairs of steps of one thread among the last ones; near pairs weigh more.
pub(super) struct Interleaving;

impl Heuristic for Interleaving {
    fn distance(&mut self, _: &Vm, schedule: &[Choice]) -> u64 {
        let Some(last) = schedule.last() else { return 0 };
        let recent = schedule
            .iter()
            .rev()
            .skip(1)
            .take(RECENT)
            .zip((1..=RECENT as u64).rev());
        recent
            .filter(|(step, _)| step.thread == last.thread)
            .map(|(_, weight)| weight)
            .sum()
    }
}
