//! Fixes of a finding, looked for when the user asks: edits that were compiled and checked, offered as quick fixes.
//!
//! Writes nothing: an edit is the client's to apply, and is offered only as long as the source is the text that was checked.

use std::sync::Arc;
use std::time::Duration;

use dropwire_check::Finding;
use tower_lsp::lsp_types::{MessageType, Range, TextEdit};

use super::Actor;
use crate::fixes::{self, Check, Checked, Fixed, words};
use crate::javac::Javac;
use crate::lsp::diagnostics::position;
use crate::lsp::event::Event;
use crate::lsp::published_state::{Offered, OfferedDocument};
use crate::lsp::target_state::{TargetState, TargetStatus};
use crate::sources::Sources;
use crate::text::finding::titled;
use crate::worker::control::{Control, Workers};

/// The limit for each check of an edit, where `limits.time` is not less.
const TIME: Duration = Duration::from_secs(10);

/// A search for fixes that goes on.
pub struct Fixing {
    /// The id of the finding's trail.
    id: String,
    /// Its target, and what that depends on.
    key: String,
    inputs: u64,
    control: Arc<Control>,
}

impl Fixing {
    /// Ends it without an answer.
    pub fn kill(&self) {
        self.control.kill();
    }
}

impl Actor {
    /// Looks for edits that help against a finding; [`Event::FixesFound`] answers.
    pub(super) fn find_fixes(&mut self, id: &str) {
        if self.fixing.is_some() {
            return self.message(MessageType::INFO, "Dropwire is looking for a fix already".into());
        }
        let of_id = |finding: &&Finding| finding.trail.id == id;
        let found = self.targets.iter().find_map(|(key, state)| {
            let report = state
                .report
                .as_ref()
                .filter(|_| state.status == TargetStatus::Answered)?;
            Some((key, state, report, report.findings.iter().find(of_id)?))
        });
        let (Some((key, state, report, finding)), Some(jdk)) = (found, &self.jdk) else {
            let text =
                "Dropwire: that finding no longer exists, or its target is verified again; there is nothing to fix";
            return self.message(MessageType::WARNING, text.into());
        };
        let home = state.scanned.settings.jdk_home.as_ref().unwrap_or(&jdk.home);
        let javac = match Javac::find(home, self.client.jdk.is_some()) {
            Ok(javac) => javac,
            Err(why) => return self.message(MessageType::WARNING, format!("Dropwire cannot check a fix: {why}")),
        };
        let Some(request) = self.request(&state.scanned) else {
            return;
        };
        let target = Checked::new(request, report);
        // Who uses none of its classes uses nothing that is changed.
        let shares = |other: &TargetState| !other.scanned.reaches.is_disjoint(&state.scanned.reaches);
        let others = self
            .targets
            .iter()
            .filter(|(other, state)| *other != key && shares(state));
        if others.clone().any(|(_, other)| other.status == TargetStatus::Waiting) {
            let text = "Dropwire is verifying other targets with the same classes; look for a fix when they have their answers";
            return self.message(MessageType::WARNING, text.into());
        }
        let others =
            others.filter_map(|(_, other)| Some(Checked::new(self.request(&other.scanned)?, other.report.as_ref()?)));
        let others: Vec<Checked> = others.collect();
        let control = Arc::new(Control::default());
        let fixing = Fixing {
            id: id.to_owned(),
            key: key.clone(),
            inputs: state.scanned.inputs,
            control: Arc::clone(&control),
        };
        let limit = state.scanned.settings.time;
        let time = if limit.is_zero() { TIME } else { limit.min(TIME) };
        let (finding, roots) = (finding.clone(), state.scanned.sources.clone());
        let (post, pool) = (self.post.clone(), Arc::clone(&self.pool));
        self.fixing = Some(fixing);
        std::thread::spawn(move || {
            let sources = Sources::new(roots.clone());
            let candidates = fixes::candidates(&finding, &sources, &roots);
            let check = Check {
                javac: &javac,
                target,
                others,
                time,
                workers: &*pool as &dyn Workers,
                control: &control,
            };
            let fixed = check.those_that_help(&finding, candidates);
            post.send(Event::FixesFound {
                id: finding.trail.id.clone(),
                title: titled(&finding),
                fixed,
            });
        });
        self.publish_status();
    }

    /// They are quick fixes from now on.
    pub(super) fn fixes_found(&mut self, id: &str, title: &str, fixed: Vec<Fixed>) {
        if self.fixing.as_ref().is_none_or(|fixing| fixing.id != id) {
            return; // the classes have changed since
        }
        self.fixing = None;
        let offered: Vec<Offered> = fixed.iter().filter_map(|fixed| self.offered(fixed)).collect();
        let text = match offered.as_slice() {
            [] if !fixed.is_empty() => {
                let text = "its source is not what is on disk; save it, and look for a fix again";
                self.message(MessageType::WARNING, format!("Dropwire: {title}: {text}"));
                return self.publish_status();
            }
            [] => format!("Dropwire: {title}: no edit that was tried helps"),
            [first, ..] => format!(
                "Dropwire: {title}: {} ({}); see the quick fixes of the finding",
                first.title, first.seen
            ),
        };
        self.board.set_fixes(id, offered);
        self.message(MessageType::INFO, text);
        self.publish_status();
    }

    /// For the client; `None` where a source is no longer what was checked.
    fn offered(&self, fixed: &Fixed) -> Option<Offered> {
        let documents: Option<Vec<_>> = fixed
            .candidate
            .sources
            .iter()
            .map(|source| self.edited(source))
            .collect();
        Some(Offered {
            title: words::title(fixed),
            seen: words::seen(&fixed.seen),
            is_verified: fixed.is_verified(),
            documents: documents?,
        })
    }

    fn edited(&self, source: &fixes::Changed) -> Option<OfferedDocument> {
        let uri = self.uris.uri(&source.path)?;
        if !self.documents.is_as(&uri, &source.text) {
            return None;
        }
        let utf8 = self.client.utf8;
        let edit = |edit: &fixes::Edit| TextEdit {
            range: Range::new(
                position(&source.text, edit.range.start, utf8),
                position(&source.text, edit.range.end, utf8),
            ),
            new_text: edit.with.clone(),
        };
        Some(OfferedDocument {
            uri,
            path: source.path.clone(),
            text: source.text.clone(),
            edits: source.edits.iter().map(edit).collect(),
        })
    }

    /// What is looked for is about classes that have been replaced.
    pub(super) fn end_outdated_fixing(&mut self) {
        let Some(fixing) = &self.fixing else { return };
        let state = self.targets.get(&fixing.key);
        if state.is_none_or(|state| state.scanned.inputs != fixing.inputs) {
            fixing.kill();
            self.fixing = None;
        }
    }
}
