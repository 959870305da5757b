//! The user's properties: their state for lenses and hovers, and what violates them, at their entries.

use std::collections::BTreeMap;

use dropwire_check::Finding;
use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, Url};

use super::Actor;
use crate::lsp::diagnostics::Context;
use crate::lsp::properties::{self, InTarget, PropertyCard, is_configuration};
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
            let stated = &state.scanned.settings.options.properties;
            let Some(uri) = self.configuration_of(state).filter(|_| !stated.is_empty()) else {
                continue;
            };
            for property in stated {
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

    /// What violates properties, at their entries.
    pub(super) fn at_entries(&self, suppressed: &BTreeMap<String, Suppressed>) -> Vec<(Url, Diagnostic)> {
        let mut found: BTreeMap<(Url, &str), Found<'_>> = BTreeMap::new();
        for state in self.targets.values() {
            let of_property =
                |finding: &&Finding| finding.facts.as_ref().is_some_and(|facts| facts.property().is_some());
            for finding in state.shown().filter(of_property) {
                if let Some(uri) = self.configuration_of(state) {
                    let of_it = found.entry((uri, &finding.fingerprint));
                    let (.., targets) = of_it.or_insert_with(|| (finding, &state.sources, Vec::new()));
                    targets.push(&state.scanned.title);
                }
            }
        }
        let diagnostic = |((uri, fingerprint), (finding, sources, targets)): ((Url, &str), Found<'_>)| {
            let context = Context {
                uris: &self.uris,
                sources,
                documents: &self.documents,
                utf8: self.client.utf8,
            };
            let text = self.board.configuration(&uri)?;
            let mut diagnostic = properties::diagnostic(finding, &targets, &text, context)?;
            if let Some(why) = suppressed.get(fingerprint) {
                diagnostic.severity = Some(DiagnosticSeverity::HINT);
                diagnostic.message.push_str(&format!("\nsuppressed: {}", why.reason));
            }
            Some((uri, diagnostic))
        };
        found.into_iter().filter_map(diagnostic).collect()
    }
}
