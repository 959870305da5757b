//! Methods that a user wants explored for all inputs: the run is like any other, and what came of it is said.

use dropwire_check::words::{note, reason};
use dropwire_check::{Note, Report, Verdict};
use tower_lsp::lsp_types::MessageType;

use super::{Actor, TargetState};
use crate::lsp::scan::Asked;
use crate::lsp::target_state::TargetStatus;
use crate::units::plural;

impl Actor {
    /// The user wants a method explored, again if it is a target already, and hears what came of it.
    pub(super) fn explore(&mut self, method: &str) {
        let asked = Asked::for_all_inputs(method);
        if let Some(key) = self.target_of(&asked) {
            self.awaits(&key);
        }
        self.verify_class(asked);
        self.say_results();
    }

    /// The key of the target that was asked for, if it is one.
    pub(super) fn target_of(&self, asked: &Asked) -> Option<String> {
        let known = self.targets.iter().find(|(_, state)| asked.is(&state.scanned));
        known.map(|(key, _)| key.clone())
    }

    fn awaits(&mut self, key: &str) {
        if let Some(state) = self.targets.get_mut(key) {
            state.awaited = true;
        }
    }

    /// After a scan: what was asked for is a target, and has its whole time at once.
    pub(super) fn begin_exploring(&mut self, asked: &Asked) {
        let is_of_tests = self.generating.as_ref().is_some_and(|tests| tests.needs(asked));
        let Some(state) = self.target_of(asked).and_then(|key| self.targets.get_mut(&key)) else {
            return;
        };
        state.awaited |= !is_of_tests;
        let is_cut_off = state.status == TargetStatus::Answered && state.timed_out;
        if state.status == TargetStatus::Waiting || is_cut_off {
            state.again();
        }
    }

    /// Says what came of the explorations that somebody waits for and that have ended.
    pub(super) fn say_results(&mut self) {
        let mut results = Vec::new();
        for state in self.targets.values_mut().filter(|state| state.awaited) {
            if state.status != TargetStatus::Waiting {
                state.awaited = false;
                results.extend(result(state));
            }
        }
        for (kind, text) in results {
            self.message(kind, format!("Dropwire: {text}"));
        }
    }
}

/// What came of an exploration; nothing if findings say it.
fn result(state: &TargetState) -> Option<(MessageType, String)> {
    let title = &state.scanned.title;
    let not = |why: String| Some((MessageType::WARNING, format!("{title} was not explored: {why}")));
    match &state.status {
        TargetStatus::Answered => {
            let said = answer(state.report.as_ref()?)?;
            Some((MessageType::INFO, format!("{title}: {said}")))
        }
        // An error of the configuration is said once, by whoever reads it.
        TargetStatus::Waiting | TargetStatus::Misconfigured(_) => None,
        TargetStatus::GivenUp | TargetStatus::Unfinished(_) => {
            not(state.trouble().unwrap_or_else(|| "it has no answer".into()))
        }
        TargetStatus::Cleaned => not("its class folder is empty".into()),
    }
}

/// What a report without a finding says.
fn answer(report: &Report) -> Option<String> {
    let verdict = match report.verdict {
        Verdict::Verified => "verified".to_owned(),
        Verdict::Incomplete => format!(
            "nothing was found, but it was not explored to the end: {}",
            reason::sentences(&report.reasons).join("; ")
        ),
        Verdict::Violated | Verdict::Failed => return None,
    };
    let paths = report.notes.iter().find_map(|note| match note {
        Note::SymbolicPaths { paths, .. } => Some(plural(*paths, "path")),
        // No other note counts paths of inputs.
        _ => None,
    });
    let unreachable = report
        .notes
        .iter()
        .filter(|note| matches!(note, Note::UnreachableBranches { .. }));
    let unreachable: Vec<Note> = unreachable.cloned().collect();
    let said = std::iter::once(verdict)
        .chain(paths)
        .chain(note::sentences(&unreachable));
    Some(said.collect::<Vec<_>>().join(", "))
}
