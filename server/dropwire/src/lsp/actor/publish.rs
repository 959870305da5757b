//! What the client sees: diagnostics, swapped at once and only where they differ; and trails, on request.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::json;
use tower_lsp::lsp_types::{Diagnostic, MessageType, Url};

use super::Actor;
use crate::config::Warning;
use crate::json::Paths;
use crate::lsp::diagnostics::{Collected, Context, configuration};
use crate::lsp::event::Outgoing;
use crate::lsp::markdown;
use crate::lsp::published_state::Card;
use crate::lsp::target_state::TargetStatus;
use crate::lsp::targets::{Shown, TargetCard, TargetState};
use crate::lsp::unreachable;
use crate::page::view_document;
use crate::sources::Sources;
use crate::suppress::Suppressed;
use crate::system;
use crate::trails::{self, Origin, StoredTrail};

impl Actor {
    /// Publishes what has changed since the last time: `[]` for a document without findings.
    pub(super) fn publish(&mut self) {
        self.follow_findings();
        let (suppressed, unused) = self.suppressed();
        let current = self.diagnostics(&suppressed, unused);
        self.put_up_trails();
        let gone = self.published.keys().filter(|uri| !current.contains_key(uri));
        let gone = gone.map(|uri| (uri.clone(), Vec::new()));
        let differs = |(uri, diagnostics): &(&Url, &Vec<Diagnostic>)| self.published.get(uri) != Some(diagnostics);
        let new = current.iter().filter(differs);
        let new = new.map(|(uri, diagnostics)| (uri.clone(), diagnostics.clone()));
        let changed: Vec<(Url, Vec<Diagnostic>)> = gone.chain(new).collect();
        // All of the board first: whoever hears of one thing may ask for the others at once.
        for (uri, diagnostics) in &changed {
            self.board.set_document(uri, diagnostics);
        }
        self.publish_targets_except(&suppressed);
        for (uri, diagnostics) in changed {
            self.say(Outgoing::Publish(uri, diagnostics));
        }
        self.published = current;
    }

    /// Files with findings are followed from now on: their lines may be moved from outside.
    fn follow_findings(&mut self) {
        for state in self.targets.values() {
            let hinted = state
                .report
                .iter()
                .flat_map(|report| unreachable::files(report, &state.sources));
            for path in Actor::sources_of_annotations(state).into_iter().chain(hinted) {
                if let Some(uri) = self.uris.uri(&path) {
                    self.documents.has_findings(uri, &state.sources.lines(&path));
                }
            }
            for (place, _) in state.shown().flat_map(|finding| finding.places()) {
                let path = state.sources.path(place);
                if let Some((uri, path)) = path.and_then(|path| Some((self.uris.uri(&path)?, path))) {
                    self.documents.has_findings(uri, &state.sources.lines(&path));
                }
            }
        }
    }

    fn diagnostics(
        &self,
        suppressed: &BTreeMap<String, Suppressed>,
        unused: Vec<(PathBuf, Warning)>,
    ) -> BTreeMap<Url, Vec<Diagnostic>> {
        let mut collected = Collected::default();
        for state in self.targets.values() {
            collected.add(&state.scanned.title, state.shown(), &state.sources);
        }
        let mut documents = collected.documents(&self.uris, &self.documents, self.client.utf8, suppressed);
        let sources = Sources::default();
        let context = Context {
            uris: &self.uris,
            sources: &sources,
            documents: &self.documents,
            utf8: self.client.utf8,
        };
        let mut remarks = self.remarks.clone();
        for (file, remark) in unused {
            remarks.entry(file).or_default().push(remark);
        }
        for (uri, diagnostic) in self.at_entries(suppressed) {
            let here = documents.entry(uri).or_default();
            // An annotation may be on the very line on which the violation shows.
            let same = |known: &Diagnostic| {
                known.data == diagnostic.data && known.range.start.line == diagnostic.range.start.line
            };
            if !here.iter().any(same) {
                here.push(diagnostic);
            }
        }
        for (uri, diagnostic) in self.refused_properties() {
            documents.entry(uri).or_default().push(diagnostic);
        }
        for (uri, hint) in self.unreachable_code() {
            let here = documents.entry(uri).or_default();
            if !here.contains(&hint) {
                here.push(hint);
            }
        }
        for (file, remarks) in remarks.iter().filter(|(_, remarks)| !remarks.is_empty()) {
            if let Some((uri, diagnostics)) = configuration(file, remarks, context) {
                documents.entry(uri).or_default().extend(diagnostics);
            }
        }
        documents
    }

    /// Branches that no inputs take, of the last answers.
    fn unreachable_code(&self) -> Vec<(Url, Diagnostic)> {
        let of_target = |state: &super::TargetState| {
            let context = Context {
                uris: &self.uris,
                sources: &state.sources,
                documents: &self.documents,
                utf8: self.client.utf8,
            };
            let report = state.report.as_ref();
            report.map_or_else(Vec::new, |report| unreachable::hints(report, context))
        };
        self.targets.values().flat_map(of_target).collect()
    }

    /// Publishes the state of the targets, where anything differs.
    pub(super) fn publish_targets(&self) {
        self.publish_targets_except(&self.suppressed().0);
    }

    fn publish_targets_except(&self, suppressed: &BTreeMap<String, Suppressed>) {
        let shown = Shown {
            uris: &self.uris,
            documents: &self.documents,
            suppressed,
        };
        let running = self.running.as_ref().map(|running| &running.key);
        let card = |(key, state): (&String, &super::TargetState)| {
            let what = match (&state.status, running == Some(key)) {
                (TargetStatus::Waiting, true) => TargetState::Running,
                (TargetStatus::Waiting, false) => TargetState::Waiting,
                // A longer pass beside an answer that holds goes on unseen.
                (
                    TargetStatus::Answered
                    | TargetStatus::GivenUp
                    | TargetStatus::Unfinished(_)
                    | TargetStatus::Cleaned
                    | TargetStatus::Misconfigured(_),
                    _,
                ) => TargetState::Answered,
            };
            TargetCard::new(&state.scanned, what, state, shown)
        };
        let listed = self.targets.iter().filter(|(_, state)| !state.is_sequential());
        let cards: Vec<TargetCard> = listed.map(card).collect();
        let targets = self.client.targets.then(|| json!({ "targets": cards }));
        let differ = (self.board.set_targets(cards), self.put_up_properties());
        if differ == (false, false) {
            return;
        }
        targets
            .into_iter()
            .filter(|_| differ.0)
            .for_each(|targets| self.say(Outgoing::Targets(targets)));
        if self.client.refresh_lenses {
            self.say(Outgoing::RefreshLenses);
        }
    }

    /// Puts new findings where handlers find their trails, and on disk for `dropwire replay`.
    fn put_up_trails(&self) {
        for state in self.targets.values() {
            for finding in state.shown() {
                if self
                    .board
                    .trail(&finding.trail.id)
                    .is_some_and(|card| card.finding == *finding)
                {
                    continue;
                }
                self.board.put_trail(Card {
                    finding: finding.clone(),
                    sources: state.scanned.sources.clone(),
                });
                // Where no run shows it there is nothing to replay.
                if finding.trail.steps.is_empty() {
                    continue;
                }
                let origin = Origin {
                    jdk_home: self.jdk.as_ref().map(|jdk| jdk.home.clone()),
                    class_path: state.scanned.class_path.clone(),
                    sources: state.scanned.sources.clone(),
                    java_file: None,
                };
                let stored = StoredTrail {
                    trail: finding.trail.clone(),
                    origin,
                };
                if let Err(error) = trails::save(&trails::default_folder(), &stored) {
                    tracing::warn!("cannot store the trail {}: {error}", stored.trail.id);
                }
            }
        }
    }

    /// Its document is shown no more.
    pub(super) fn close_trail(&mut self, id: &str) {
        let is_open = self.board.open_trail().is_some_and(|card| card.finding.trail.id == id);
        if is_open && self.board.set_open_trail(None) && self.client.refresh_hints {
            self.say(Outgoing::RefreshHints);
        }
    }

    /// In the client's panel, else as a Markdown file that it shows, else as a path in a message.
    pub(super) fn open_trail(&mut self, id: &str) {
        let Some(card) = self.board.trail(id) else {
            self.message(
                MessageType::WARNING,
                format!("The trail {id} no longer exists; save the file to verify again"),
            );
            return;
        };
        if self.board.set_open_trail(Some(id)) && self.client.refresh_hints {
            self.say(Outgoing::RefreshHints);
        }
        if self.client.show_trail {
            self.say(Outgoing::ShowTrail(trail_answer(&card)));
            return;
        }
        let path = match write_markdown(id, &card) {
            Ok(path) => path,
            Err(error) => {
                self.message(MessageType::ERROR, format!("The trail {id} cannot be written: {error}"));
                return;
            }
        };
        match Url::from_file_path(&path) {
            Ok(uri) if self.client.show_document => self.say(Outgoing::ShowDocument(uri, path)),
            Ok(_) | Err(()) => self.message(MessageType::INFO, format!("The trail is in {}", path.display())),
        }
    }
}

/// The answer of `dropwire/trail`, and what a client's panel gets.
pub fn trail_answer(card: &Card) -> serde_json::Value {
    let sources = Sources::new(card.sources.clone());
    // No folder to be relative to: a client wants absolute paths.
    let paths = Paths {
        sources: &sources,
        folder: std::path::Path::new(""),
    };
    let mut answer = view_document(&card.finding, paths);
    if let Some(answer) = answer.as_object_mut() {
        // Where it has always been, for clients that draw it in their own way.
        answer.insert("trail".into(), answer["finding"]["trail"].clone());
        answer.insert("markdown".into(), markdown::document(&card.finding, &sources).into());
    }
    answer
}

fn write_markdown(id: &str, card: &Card) -> std::io::Result<PathBuf> {
    let folder = system::cache_folder().join("shown");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("trail-{id}.md"));
    let sources = Sources::new(card.sources.clone());
    std::fs::write(&path, markdown::document(&card.finding, &sources))?;
    Ok(path)
}
