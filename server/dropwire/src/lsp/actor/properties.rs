//! The user's properties: their state for lenses and hovers, and what violates them, at their entries.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dropwire_check::{Cause, Finding, PropertyOrigin};
use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, Url};

use super::Actor;
use crate::lsp::diagnostics::Context;
use crate::lsp::properties::{self, InTarget, PropertyCard, is_configuration, refused};
use crate::lsp::target_state::TargetState;
use crate::sources::Sources;
use crate::suppress::Suppressed;

/// A finding, where its sources are, and the targets that have it.
type Found<'a> = (&'a Finding, &'a Sources, Vec<&'a str>);

impl Actor {
    /// An editor shows a document with this text; or shows it no more.
    pub(super) fn shows_configuration(&self, uri: &Url, text: Option<&str>) {
        if is_configuration(uri) {
            self.board.set_configuration(uri, text);
        }
    }

    /// The configuration that a target is verified under.
    fn configuration_of(&self, state: &TargetState) -> Option<Url> {
        self.uris.uri(&self.config_file(&state.scanned.home)?)
    }

    /// What is known of each property; false if nothing differs.
    pub(super) fn put_up_properties(&self) -> bool {
        let mut cards: Vec<PropertyCard> = Vec::new();
        for state in self.targets.values() {
            let stated = state.scanned.settings.options.properties.iter();
            let annotated = state.report.iter().flat_map(|report| &report.stated);
            for property in stated.chain(annotated) {
                let Some(uri) = self.states_it(state, &property.origin) else {
                    continue;
                };
                let target = InTarget::of(state, property);
                let is_it = |card: &&mut PropertyCard| card.uri == uri && card.property == *property;
                match cards.iter_mut().find(is_it) {
                    Some(card) => card.targets.push(target),
                    None => cards.push(PropertyCard {
                        uri: uri.clone(),
                        property: property.clone(),
                        targets: vec![target],
                    }),
                }
            }
        }
        self.board.set_properties(cards)
    }

    /// The document that states a property: the configuration, or the source of an annotation.
    fn states_it(&self, state: &TargetState, origin: &PropertyOrigin) -> Option<Url> {
        match origin {
            PropertyOrigin::Configuration => self.configuration_of(state),
            PropertyOrigin::Annotation { class, source, .. } => {
                let path = state.sources.path_of_class(class, source.as_deref())?;
                self.uris.uri(&path)
            }
        }
    }

    /// The text of such a document as it is now.
    fn text_now(&self, uri: &Url, sources: &Sources) -> Option<String> {
        if is_configuration(uri) {
            return self.board.configuration(uri);
        }
        let on_disk = || Some(sources.lines(&uri.to_file_path().ok()?).join("\n"));
        self.documents.whole(uri).or_else(on_disk)
    }

    /// Where annotations state what is violated or was refused: these sources are followed.
    pub(super) fn sources_of_annotations(state: &TargetState) -> Vec<PathBuf> {
        let violated = state.shown().filter_map(|finding| finding.facts.as_ref()?.property());
        let refused = state.refused().filter_map(|cause| {
            let Cause::PropertyNotUnderstood { origin, .. } = cause else {
                return None;
            };
            Some(origin)
        });
        let origins = violated.map(|violated| violated.origin).chain(refused);
        let path = |origin: &PropertyOrigin| match origin {
            PropertyOrigin::Configuration => None,
            PropertyOrigin::Annotation { class, source, .. } => state.sources.path_of_class(class, source.as_deref()),
        };
        origins.filter_map(path).collect()
    }

    /// What has no meaning in properties, at its word.
    pub(super) fn refused_properties(&self) -> Vec<(Url, Diagnostic)> {
        let mut all: Vec<(Url, Diagnostic)> = Vec::new();
        for state in self.targets.values() {
            let stated = &state.scanned.settings.options.properties;
            for cause in state.refused() {
                let Cause::PropertyNotUnderstood { origin, .. } = cause else {
                    continue;
                };
                let Some(uri) = self.states_it(state, origin) else {
                    continue;
                };
                let text = self.text_now(&uri, &state.sources);
                let of_text = |text: String| refused::diagnostic(cause, stated, &text, self.client.utf8);
                let found = text.and_then(of_text).map(|diagnostic| (uri, diagnostic));
                all.extend(found.filter(|found| !all.contains(found)));
            }
        }
        all
    }

    /// What violates properties, where these are stated.
    pub(super) fn at_entries(&self, suppressed: &BTreeMap<String, Suppressed>) -> Vec<(Url, Diagnostic)> {
        let mut found: BTreeMap<(Url, &str), Found<'_>> = BTreeMap::new();
        for state in self.targets.values() {
            let of_property =
                |finding: &&Finding| finding.facts.as_ref().is_some_and(|facts| facts.property().is_some());
            for finding in state.shown().filter(of_property) {
                let violated = finding.facts.as_ref().and_then(|facts| facts.property());
                if let Some(uri) = violated.and_then(|violated| self.states_it(state, violated.origin)) {
                    let of_it = found.entry((uri, &finding.fingerprint));
                    let (.., targets) = of_it.or_insert_with(|| (finding, &state.sources, Vec::new()));
                    targets.push(&state.scanned.title);
                }
            }
        }
        let diagnostic = |((uri, _), (finding, sources, targets)): ((Url, &str), Found<'_>)| {
            let context = Context {
                uris: &self.uris,
                sources,
                documents: &self.documents,
                utf8: self.client.utf8,
            };
            let text = self.text_now(&uri, sources)?;
            let mut diagnostic = properties::diagnostic(finding, &targets, &text, context)?;
            if let Some(why) = suppressed.get(&finding.trail.id) {
                diagnostic.severity = Some(DiagnosticSeverity::HINT);
                diagnostic.message.push_str(&format!("\nsuppressed: {}", why.reason));
            }
            Some((uri, diagnostic))
        };
        found.into_iter().filter_map(diagnostic).collect()
    }
}
