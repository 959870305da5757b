//! What a client hears of each `[[property]]` of `dropwire.toml`, and of each that an annotation states: its state in every target, above its
//! entry, in a hover, and as a diagnostic.

pub mod annotated;
pub mod refused;

use dropwire_check::words::note;
use dropwire_check::words::reason::sentences;
use dropwire_check::{Cause, Confidence, Coverage, Finding, Note, PropertyOrigin, Report, TemporalProperty, Verdict};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeLens, Command, Diagnostic, Hover, HoverContents, MarkupContent, MarkupKind, Position, Range, Url,
};

use self::annotated::{Annotations, StatedPlace};
use super::diagnostics::{Context, entry_diagnostic, position};
use super::markdown::escaped;
use super::target_state::{TargetState, TargetStatus};
use crate::config::FILE_NAME;
use crate::config::read::{PropertyPlace, property_places};
use crate::units::plural;

/// A property as the configuration on disk, or an annotation of the classes on disk, states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyCard {
    /// The configuration, or the source.
    pub uri: Url,
    /// What is stated.
    pub property: TemporalProperty,
    /// The targets that it is verified for.
    pub targets: Vec<InTarget>,
}

/// A property in one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InTarget {
    /// The target, for people.
    pub title: String,
    /// Names it in `dropwire.server.verify`.
    pub key: String,
    /// What is known.
    pub state: PropertyState,
    /// What is to be said beside it: `no state satisfies …`.
    pub notes: Vec<String>,
}

/// What is known of a property in a target. Closed: a new one needs its words below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyState {
    /// A run violates it.
    Violated {
        /// Its trail.
        trail: String,
        /// That was with other classes than those on disk.
        stale: bool,
    },
    /// The search has ended without an answer.
    NotDecided {
        /// Why, as a sentence without a full stop.
        reason: String,
    },
    /// It holds of every run.
    Holds,
    /// There is no answer to what is on disk.
    NotVerified,
}

/// Whether a document is a configuration of ours.
pub fn is_configuration(uri: &Url) -> bool {
    uri.path_segments().and_then(|mut parts| parts.next_back()) == Some(FILE_NAME)
}

/// Whether a finding is that this property does not hold.
fn violates(finding: &Finding, property: &TemporalProperty) -> bool {
    let violated = finding.facts.as_ref().and_then(|facts| facts.property());
    violated.is_some_and(|violated| violated.name == property.name && violated.formula == property.formula)
}

impl InTarget {
    /// What the last answer of a target says of a property.
    pub fn of(state: &TargetState, property: &TemporalProperty) -> InTarget {
        let is_shown = |finding: &&Finding| finding.confidence == Confidence::Confirmed && violates(finding, property);
        let violated = state.shown().find(is_shown).map(|finding| PropertyState::Violated {
            trail: finding.trail.id.clone(),
            stale: state.is_stale() && !state.early.contains(finding),
        });
        let report = state.report.as_ref().filter(|_| !state.is_stale());
        // What names nothing is refused before the program runs.
        let refused = state.trouble.clone().filter(|_| state.status == TargetStatus::GivenUp);
        let answered = || match (report, refused) {
            (Some(report), _) => answer(report, property),
            (None, Some(reason)) => PropertyState::NotDecided { reason },
            (None, None) => PropertyState::NotVerified,
        };
        InTarget {
            title: state.scanned.title.clone(),
            key: state.scanned.key.clone(),
            state: violated.unwrap_or_else(answered),
            notes: report.map_or_else(Vec::new, |report| remarks(report, property)),
        }
    }
}

/// What a report without a violation says: a search that was cut off, or that left out anything, says nothing.
fn answer(report: &Report, property: &TemporalProperty) -> PropertyState {
    let is_about_it = |cause: &Cause| {
        matches!(cause, Cause::PropertyNotUnderstood { property: name, .. } if *name == property.name)
            || matches!(cause, Cause::PropertiesNotDecided { properties } | Cause::GraphTooLarge { properties }
                if properties.contains(&property.name))
    };
    let said = sentences(&report.reasons);
    let index = report.reasons.iter().position(|reason| is_about_it(&reason.cause));
    let whole = match report.verdict {
        Verdict::Verified | Verdict::Violated => report.coverage == Coverage::Complete,
        Verdict::Incomplete | Verdict::Failed => false,
    };
    if whole && index.is_none() {
        return PropertyState::Holds;
    }
    let reason = said.get(index.unwrap_or(0)).cloned();
    PropertyState::NotDecided {
        reason: reason.unwrap_or_else(|| "not every interleaving was explored".into()),
    }
}

fn remarks(report: &Report, property: &TemporalProperty) -> Vec<String> {
    let is_about_it = |note: &&Note| matches!(note, Note::NeverTrue { property: name, .. } if *name == property.name);
    let notes: Vec<Note> = report.notes.iter().filter(is_about_it).cloned().collect();
    note::sentences(&notes)
}

/// What is known of the entry, if it states what is on disk.
fn card_of<'a>(cards: &'a [PropertyCard], uri: &Url, place: &PropertyPlace) -> Option<&'a PropertyCard> {
    let is_it = |card: &&PropertyCard| card.uri == *uri && card.property.name == place.name;
    let same = |card: &&PropertyCard| place.formula.as_ref() == Some(&card.property.formula);
    cards.iter().find(is_it).filter(same)
}

/// The properties that annotations of a source with this text state, with their places.
fn annotations<'a>(cards: &'a [PropertyCard], uri: &Url, text: &str) -> Vec<(&'a PropertyCard, StatedPlace)> {
    if !is_stated_in(cards, uri) {
        return Vec::new();
    }
    let annotations = Annotations::of(text);
    let here = cards.iter().filter(|card| card.uri == *uri);
    here.filter_map(|card| Some((card, annotations.place_of(&card.property.origin)?.clone())))
        .collect()
}

/// Whether a document states any property that some target verifies.
pub fn is_stated_in(cards: &[PropertyCard], uri: &Url) -> bool {
    cards.iter().any(|card| card.uri == *uri)
}

/// A lens above each entry of a configuration with this text.
pub fn lenses(cards: &[PropertyCard], uri: &Url, text: &str) -> Vec<CodeLens> {
    let places = property_places(text).into_iter();
    let lens = |place: PropertyPlace| lens(place.line, card_of(cards, uri, &place));
    places.map(lens).collect()
}

/// A lens above each annotation of a source with this text whose property some target verifies.
pub fn lenses_of_source(cards: &[PropertyCard], uri: &Url, text: &str) -> Vec<CodeLens> {
    let all = annotations(cards, uri, text).into_iter();
    all.map(|(card, place)| lens(place.line, Some(card))).collect()
}

fn lens(line: u32, card: Option<&PropertyCard>) -> CodeLens {
    let at = Position::new(line, 0);
    CodeLens {
        range: Range::new(at, at),
        command: Some(command(card)),
        data: None,
    }
}

fn command(card: Option<&PropertyCard>) -> Command {
    let targets = card.map_or(&[][..], |card| &card.targets);
    let states = || targets.iter().map(|target| &target.state);
    let violated: Vec<(&String, bool)> = states()
        .filter_map(|state| match state {
            PropertyState::Violated { trail, stale } => Some((trail, *stale)),
            PropertyState::NotDecided { .. } | PropertyState::Holds | PropertyState::NotVerified => None,
        })
        .collect();
    if let Some((trail, stale)) = violated.first() {
        let several = match violated.len() {
            1 => String::new(),
            many => format!(" in {many} targets"),
        };
        let stale = if *stale { "stale: " } else { "" };
        return Command {
            title: format!("{stale}✗ violated{several}: open the trail"),
            command: "dropwire.server.openTrail".into(),
            arguments: Some(vec![json!({ "trail": trail })]),
        };
    }
    let again = |title: String, of: &dyn Fn(&PropertyState) -> bool| Command {
        title,
        command: "dropwire.server.verify".into(),
        arguments: targets
            .iter()
            .find(|target| of(&target.state))
            .map(|target| vec![json!({ "target": target.key })]),
    };
    let reason = states().find_map(|state| match state {
        PropertyState::NotDecided { reason } => Some(reason),
        PropertyState::Violated { .. } | PropertyState::Holds | PropertyState::NotVerified => None,
    });
    if let Some(reason) = reason {
        let is_open = |state: &PropertyState| matches!(state, PropertyState::NotDecided { .. });
        return again(format!("◐ not decided: {reason}"), &is_open);
    }
    let holds = states().filter(|state| **state == PropertyState::Holds).count() as u64;
    let open = targets.len() as u64 - holds;
    let title = match (holds, open) {
        (0, _) => "… not verified yet".into(),
        (_, 0) => format!("✓ holds in {}", plural(holds, "target")),
        (_, _) => format!("… holds in {}, {open} not verified yet", plural(holds, "target")),
    };
    again(title, &|state: &PropertyState| {
        open == 0 || *state == PropertyState::NotVerified
    })
}

/// The same of the entry at a place, in sentences.
pub fn hover(cards: &[PropertyCard], uri: &Url, text: &str, at: Position) -> Option<Hover> {
    let mut places = property_places(text).into_iter();
    let place = places.find(|place| (place.line..place.end).contains(&at.line))?;
    let card = card_of(cards, uri, &place);
    Some(shown(&described(&place.name, place.formula.as_deref(), card)))
}

/// The same of the annotations of a source on a line.
pub fn hover_of_source(cards: &[PropertyCard], uri: &Url, text: &str, at: Position) -> Option<Hover> {
    let is_here = |place: &StatedPlace| {
        let last = position(text, place.at.end, false).line;
        (place.line..=last).contains(&at.line)
    };
    let here = annotations(cards, uri, text)
        .into_iter()
        .filter(|(_, place)| is_here(place));
    let described = |(card, _): (&PropertyCard, StatedPlace)| {
        described(&card.property.name, Some(&card.property.formula), Some(card))
    };
    let all: Vec<String> = here.map(described).collect();
    (!all.is_empty()).then(|| shown(&all.join("\n\n")))
}

fn shown(text: &str) -> Hover {
    Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text.to_owned(),
        }),
        range: None,
    }
}

fn described(name: &str, formula: Option<&str>, card: Option<&PropertyCard>) -> String {
    let targets = card.map_or(&[][..], |card| &card.targets);
    let mut parts = vec![format!("**{}**", escaped(name))];
    parts.extend(formula.map(|formula| format!("`{}`", formula.replace('`', "'"))));
    if targets.is_empty() {
        parts.push("It is not verified yet.".into());
    }
    let named = |of: &dyn Fn(&PropertyState) -> bool| -> Vec<String> {
        let of = targets.iter().filter(|target| of(&target.state));
        of.map(|target| escaped(&target.title)).collect()
    };
    let mut list = |says: &str, titles: Vec<String>| match &titles[..] {
        [] => {}
        [one] => parts.push(format!("It {says} in {one}.")),
        many => parts.push(format!(
            "It {says} in {}: {}.",
            plural(many.len() as u64, "target"),
            many.join(", ")
        )),
    };
    list(
        "is violated",
        named(&|state| matches!(state, PropertyState::Violated { .. })),
    );
    list("holds", named(&|state| *state == PropertyState::Holds));
    list(
        "is not verified yet",
        named(&|state| *state == PropertyState::NotVerified),
    );
    for target in targets {
        let title = escaped(&target.title);
        if let PropertyState::NotDecided { reason } = &target.state {
            parts.push(format!("It is not decided in {title}: {}.", escaped(reason)));
        }
        let notes = target.notes.iter();
        parts.extend(notes.map(|note| format!("In {title}: {}.", note.replace('<', "&lt;"))));
    }
    parts.join("\n\n")
}

/// The finding that a property does not hold, at its entry in a configuration with this text, or at its annotation in a source with this text. What leads
/// there is one step away.
pub fn diagnostic(finding: &Finding, found_by: &[&str], text: &str, context: Context<'_>) -> Option<Diagnostic> {
    let violated = finding.facts.as_ref()?.property()?;
    let at = match violated.origin {
        PropertyOrigin::Configuration => {
            let is_it = |place: &PropertyPlace| {
                place.name == violated.name && place.formula.as_deref() == Some(violated.formula)
            };
            property_places(text).into_iter().find(is_it)?.at
        }
        PropertyOrigin::Annotation { .. } => Annotations::of(text).place_of(violated.origin)?.at.clone(),
    };
    let range = Range::new(
        position(text, at.start, context.utf8),
        position(text, at.end, context.utf8),
    );
    Some(entry_diagnostic(finding, found_by, range, context))
}

#[cfg(test)]
mod tests {
    use dropwire_check::FairnessKind;

    use super::*;

    const TEXT: &str = "[[property]]\nname = \"low\"\nalways = \"M.a < 3\"\n\n[jdk]\natomic = true\n";

    fn uri() -> Url {
        Url::parse("file:///shop/dropwire.toml").unwrap()
    }

    fn card(states: Vec<PropertyState>) -> PropertyCard {
        let target = |(number, state)| InTarget {
            title: format!("T{number}"),
            key: format!("k{number}"),
            state,
            notes: Vec::new(),
        };
        PropertyCard {
            uri: uri(),
            property: TemporalProperty {
                name: "low".into(),
                formula: "[] (M.a < 3)".into(),
                fairness: FairnessKind::Weak,
                origin: PropertyOrigin::Configuration,
            },
            targets: states.into_iter().enumerate().map(target).collect(),
        }
    }

    fn lens(states: Vec<PropertyState>) -> (String, String) {
        let lenses = lenses(&[card(states)], &uri(), TEXT);
        let command = lenses[0].command.clone().unwrap();
        (command.title, json!(command.arguments).to_string())
    }

    #[test]
    fn an_annotation_has_a_lens_and_a_hover_too() {
        let uri = Url::parse("file:///shop/M.java").unwrap();
        let text = "class M {\n    @Always(\n        \"a < 3\") static int a;\n}\n";
        let mut card = card(vec![PropertyState::Holds]);
        card.uri = uri.clone();
        card.property.origin = PropertyOrigin::Annotation {
            class: "M".into(),
            field: Some("a".into()),
            source: Some("M.java".into()),
            text: "a < 3".into(),
        };
        let cards = [card];
        let lenses = lenses_of_source(&cards, &uri, text);
        assert_eq!(lenses.len(), 1);
        assert_eq!(lenses[0].range.start.line, 1);
        assert_eq!(lenses[0].command.as_ref().unwrap().title, "✓ holds in 1 target");
        let at = |line| hover_of_source(&cards, &uri, text, Position::new(line, 0));
        assert!(at(0).is_none() && at(1).is_some() && at(2).is_some() && at(3).is_none());
        assert!(lenses_of_source(&cards, &uri, &text.replace('3', "4")).is_empty());
    }

    fn violated(stale: bool) -> PropertyState {
        let trail = "3f2a".into();
        PropertyState::Violated { trail, stale }
    }

    #[test]
    fn a_tick_only_where_all_is_verified() {
        use PropertyState::{Holds, NotDecided, NotVerified};
        let open = || NotDecided { reason: "why".into() };
        assert_eq!(lens(vec![Holds, Holds]).0, "✓ holds in 2 targets");
        assert_eq!(
            lens(vec![Holds, NotVerified]).0,
            "… holds in 1 target, 1 not verified yet"
        );
        assert!(lens(vec![Holds, NotVerified]).1.contains("k1"));
        assert_eq!(lens(vec![NotVerified]).0, "… not verified yet");
        assert_eq!(lens(vec![Holds, open()]).0, "◐ not decided: why");
        let (title, arguments) = lens(vec![Holds, open(), violated(false)]);
        assert!(
            arguments.contains("3f2a") && title == "✗ violated: open the trail",
            "{title}"
        );
        assert_eq!(
            lens(vec![violated(true), violated(false)]).0,
            "stale: ✗ violated in 2 targets: open the trail"
        );
    }

    #[test]
    fn an_entry_that_was_edited_is_not_verified() {
        let edited = TEXT.replace("< 3", "< 4");
        let lenses = lenses(&[card(vec![PropertyState::Holds])], &uri(), &edited);
        assert_eq!(lenses[0].command.as_ref().unwrap().title, "… not verified yet");
        let elsewhere = Url::parse("file:///other/dropwire.toml").unwrap();
        let lenses = super::lenses(&[card(vec![PropertyState::Holds])], &elsewhere, TEXT);
        assert_eq!(lenses[0].command.as_ref().unwrap().title, "… not verified yet");
    }

    #[test]
    fn a_hover_says_the_same_of_each_line_of_the_entry() {
        let cards = [card(vec![PropertyState::Holds, PropertyState::Holds, violated(false)])];
        let at = |line| hover(&cards, &uri(), TEXT, Position::new(line, 0));
        let Some(HoverContents::Markup(shown)) = at(2).map(|hover| hover.contents) else {
            panic!("no hover");
        };
        assert_eq!(
            shown.value,
            "**low**\n\n`[] (M.a < 3)`\n\nIt is violated in T2.\n\nIt holds in 2 targets: T0, T1."
        );
        assert!(at(0).is_some() && at(4).is_none());
        assert!(is_configuration(&uri()) && !is_configuration(&Url::parse("file:///a/my-dropwire.toml").unwrap()));
    }
}
