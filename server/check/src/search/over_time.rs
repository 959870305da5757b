//! Properties over time in a search of all states: its graph is taken down, and judged when the search is over.

use dropwire_vm::Key;

use super::Search;
use crate::facts::note::Note;
use crate::facts::reason::Cause;

/// States of a graph that is judged though the search was cut off.
const LATE: usize = 20_000;

impl Search<'_> {
    /// The next step begins at this state of the graph.
    pub(super) fn go_back_in_graph(&mut self, state: u32) {
        if let Some(graph) = &mut self.graph {
            graph.go_back(state);
        }
    }

    /// A step has led to a state.
    pub(super) fn arrive_in_graph(&mut self) {
        if let Some(graph) = &mut self.graph {
            graph.arrive(self.vm);
        }
    }

    /// The state that was reached has this key.
    pub(super) fn identify_in_graph(&mut self, key: Key) {
        if let Some(graph) = &mut self.graph {
            graph.identify(key);
        }
    }

    /// The run can end here.
    pub(super) fn ends_in_graph(&mut self) {
        if let Some(graph) = &mut self.graph {
            graph.ends();
        }
    }

    /// The program ends here, whoever could have moved on.
    pub(super) fn program_ends_in_graph(&mut self) {
        if let Some(graph) = &mut self.graph {
            graph.program_ends();
        }
    }

    /// Judges properties over time. Steps that were made are real, so what violates one is found in a part of the graph as well; that nothing
    /// does is known of a whole one alone.
    pub(super) fn judge_graph(&mut self) {
        let complete = self.stop.is_none() && !self.outcome.refuted && self.outcome.limits.is_empty();
        if complete && !self.is_simulation() {
            self.outcome.notes.append(&mut self.properties.remarks());
        }
        let Some(mut graph) = self.graph.take() else { return };
        // After a limit there is little time left.
        let too_late = self.stop.is_some() && graph.states() > LATE;
        if self.outcome.refuted || self.vm.cancellation.is_cancelled() || too_late || self.vm.met_unknown_lock() {
            return;
        }
        let (counterexamples, undecided) = graph.judge();
        if !graph.is_complete() {
            self.limit(Cause::Machine {
                what: "properties over time are not decided for more than 64 threads".into(),
            });
        }
        for cause in undecided {
            self.limit(cause);
        }
        let complete = self.stop.is_none() && self.outcome.limits.is_empty();
        if complete {
            for (property, atoms) in graph.never_true().into_iter().filter(|(_, atoms)| !atoms.is_empty()) {
                self.outcome.notes.push(Note::NeverTrue { property, atoms });
            }
        }
        self.outcome.judged_over_time = true;
        self.outcome.counterexamples = counterexamples;
    }
}
