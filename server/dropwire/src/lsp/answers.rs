//! What a client asks about a place: hovers, hints of the open trail, and the places of a trail's document. Answered from
//! the board, without the actor.

use std::path::Path;
use std::sync::Arc;

use dropwire_check::Step;
use tower_lsp::lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, GotoDefinitionResponse, Hover,
    HoverContents, InlayHint, InlayHintLabel, Location, MarkupContent, MarkupKind, Position, Range, SymbolKind, Url,
};

use super::markdown::{self, About, escaped};
use super::published_state::{Board, Card};
use super::targets::TargetCard;
use crate::sources::Sources;
use crate::text::finding::titled;
use crate::text::lanes::moves;
use crate::text::style::harmless;

/// The last result of the target whose `main` is here; or what was found about the field under the cursor.
pub fn hover(board: &Board, uri: &Url, position: Position, utf8: bool) -> Option<Hover> {
    let line = line_of_file(uri, position.line)?;
    let targets = board.targets();
    let here = |target: &&TargetCard| target.uri.as_ref() == Some(uri) && target.line == position.line;
    let of_targets = targets.iter().filter(here).map(TargetCard::described);
    let word = word_at(&line, position.character, utf8);
    let of_field = word
        .into_iter()
        .flat_map(|word| field_findings(board, &targets, uri, word));
    let parts: Vec<String> = of_targets.chain(of_field).collect();
    if parts.is_empty() {
        return None;
    }
    let contents = MarkupContent {
        kind: MarkupKind::Markdown,
        value: parts.join("\n\n---\n\n"),
    };
    Some(Hover {
        contents: HoverContents::Markup(contents),
        range: None,
    })
}

fn line_of_file(uri: &Url, line: u32) -> Option<String> {
    let text = crate::files::read(uri.to_file_path().ok()?).ok()?;
    let text = String::from_utf8_lossy(&text);
    text.lines().nth(usize::try_from(line).ok()?).map(str::to_owned)
}

/// The identifier that a column lies in or just behind.
fn word_at(line: &str, column: u32, utf8: bool) -> Option<&str> {
    let column = usize::try_from(column).ok()?;
    let mut units = 0;
    let mut at = line.len();
    for (index, letter) in line.char_indices() {
        if units >= column {
            at = index;
            break;
        }
        units += if utf8 { letter.len_utf8() } else { letter.len_utf16() };
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let start = line[..at].rfind(|letter| !is_part(letter)).map_or(0, |index| {
        index + line[index..].chars().next().map_or(1, char::len_utf8)
    });
    let end = line[at..]
        .find(|letter| !is_part(letter))
        .map_or(line.len(), |index| at + index);
    Some(&line[start..end]).filter(|word| !word.is_empty())
}

/// Findings that are about the field or the lock, with every access: which thread, which locks.
fn field_findings(board: &Board, targets: &[TargetCard], uri: &Url, word: &str) -> Vec<String> {
    let mut messages = Vec::new();
    for id in targets.iter().flat_map(TargetCard::trails) {
        let Some(card) = board.trail(id) else { continue };
        let sources = Sources::new(card.sources.clone());
        let is_here = |location| {
            sources
                .path(location)
                .and_then(|path| Url::from_file_path(path).ok())
                .as_ref()
                == Some(uri)
        };
        let places = card.finding.places();
        let title = titled(&card.finding);
        let is_about_it = card
            .finding
            .facts
            .as_ref()
            .is_some_and(|facts| facts.variables().contains(&word));
        if is_about_it && places.iter().any(|(place, _)| is_here(place)) {
            let list = places.iter().filter(|(_, message)| !message.is_empty());
            let list: Vec<String> = list
                .map(|(place, message)| {
                    format!(
                        "- {}: {}",
                        escaped(&crate::sources::short_place(place)),
                        escaped(message)
                    )
                })
                .collect();
            let text = format!("**{}**\n\n{}", escaped(&title), list.join("\n"));
            if !messages.contains(&text) {
                messages.push(text);
            }
        }
    }
    messages
}

/// The steps of the open trail, at the ends of their lines.
pub fn hints(board: &Board, uri: &Url, range: Range, utf8: bool) -> Vec<InlayHint> {
    let Some(card) = board.open_trail() else {
        return Vec::new();
    };
    let Ok(path) = uri.to_file_path() else {
        return Vec::new();
    };
    let sources = Sources::new(card.sources.clone());
    let mut by_line: std::collections::BTreeMap<u32, Vec<String>> = std::collections::BTreeMap::new();
    let steps = &card.finding.trail.steps;
    for (index, step) in steps.iter().take(moves(steps)).enumerate() {
        let place = step
            .location
            .as_ref()
            .filter(|place| sources.path(place).as_ref() == Some(&path));
        if let Some(line) = place.and_then(|place| place.line) {
            let text = harmless(&format!("{} {}: {}", index + 1, step.thread_name, step.operation));
            by_line.entry(line.saturating_sub(1)).or_default().push(text);
        }
    }
    let lines = sources.lines(&path);
    let hint = |(line, steps): (u32, Vec<String>)| {
        let text = usize::try_from(line)
            .ok()
            .and_then(|line| lines.get(line))
            .map_or("", String::as_str);
        let units = if utf8 { text.len() } else { text.encode_utf16().count() };
        InlayHint {
            position: Position::new(line, u32::try_from(units).unwrap_or(u32::MAX)),
            label: InlayHintLabel::String(shortened(&steps)),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        }
    };
    let within = |line: &u32| (range.start.line..=range.end.line).contains(line);
    by_line.into_iter().filter(|(line, _)| within(line)).map(hint).collect()
}

/// As many as a line has room for.
fn shortened(steps: &[String]) -> String {
    const ROOM: usize = 3;
    let shown = steps.iter().take(ROOM).cloned().collect::<Vec<_>>().join(" · ");
    match steps.len().saturating_sub(ROOM) {
        0 => shown,
        more => format!("{shown} · {more} more"),
    }
}

/// The trail whose document that is.
fn shown(board: &Board, uri: &Url) -> Option<Arc<Card>> {
    board.trail(&trail_of_document(&uri.to_file_path().ok()?)?)
}

/// The id in the name of a trail's document.
pub fn trail_of_document(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    Some(name.strip_prefix("trail-")?.strip_suffix(".md")?.to_owned())
}

/// The source of the step, or of the place, that a line of a trail's document is about.
pub fn definition(board: &Board, uri: &Url, position: Position) -> Option<GotoDefinitionResponse> {
    let card = shown(board, uri)?;
    let sources = Sources::new(card.sources.clone());
    let lines = markdown::lines(&card.finding, &sources);
    let place = match lines.get(usize::try_from(position.line).ok()?)? {
        About::Place(place) => place,
        About::Step(index) => card.finding.trail.steps.get(*index)?.location.as_ref()?,
        About::Nothing => return None,
    };
    let line = place.line.unwrap_or(1).saturating_sub(1);
    let place = Location {
        uri: Url::from_file_path(sources.path(place)?).ok()?,
        range: Range::new(Position::new(line, 0), Position::new(line, 0)),
    };
    Some(GotoDefinitionResponse::Scalar(place))
}

/// The steps of a trail, each with its index and the line that a document has it in. What holds at the end is none.
fn steps(card: &Card) -> Vec<(u32, usize, &Step)> {
    let steps = &card.finding.trail.steps;
    let moves = moves(steps);
    let lines = markdown::lines(&card.finding, &Sources::new(card.sources.clone()));
    let step = |(line, about): (usize, &About<'_>)| match about {
        About::Step(index) if *index < moves => Some((u32::try_from(line).ok()?, *index, steps.get(*index)?)),
        About::Step(_) | About::Place(_) | About::Nothing => None,
    };
    lines.iter().enumerate().filter_map(step).collect()
}

/// The steps of a trail's document.
#[allow(deprecated, reason = "the type wants a field that nobody uses")]
pub fn symbols(board: &Board, uri: &Url) -> Option<DocumentSymbolResponse> {
    let card = shown(board, uri)?;
    let symbol = |(line, index, step): (u32, usize, &Step)| {
        let switch = if step.preemption { "⇄ " } else { "" };
        let range = Range::new(Position::new(line, 0), Position::new(line, 0));
        DocumentSymbol {
            name: format!("{switch}{} {}", index + 1, markdown::words_of(step)),
            detail: None,
            kind: SymbolKind::EVENT,
            tags: None,
            deprecated: None,
            range,
            selection_range: range,
            children: None,
        }
    };
    let symbols = steps(&card).into_iter().map(symbol).collect();
    Some(DocumentSymbolResponse::Nested(symbols))
}

/// Runs of one thread in a trail's document, and the rounds of its loop behind the first one.
pub fn folds(board: &Board, uri: &Url) -> Option<Vec<FoldingRange>> {
    let card = shown(board, uri)?;
    let steps = steps(&card);
    let rounds = card.finding.trail.rounds();
    let begins = |index: usize| rounds.iter().any(|round| round.start == index);
    let runs = steps.chunk_by(|(_, _, one), (_, index, next)| one.thread == next.thread && !begins(*index));
    let fold = |run: &[(u32, usize, &Step)]| match run {
        [(start, ..), .., (end, ..)] => Some(fold(*start, *end)),
        [_] | [] => None,
    };
    let mut folds: Vec<FoldingRange> = runs.filter_map(fold).collect();
    let line_of = |wanted: usize| {
        let found = steps.iter().find(|(_, index, _)| *index == wanted);
        found.map(|(line, ..)| *line)
    };
    for round in rounds.iter().skip(1) {
        // The line before the first step says which round it is, and stays.
        if let (Some(first), Some(last)) = (line_of(round.start), line_of(round.end - 1)) {
            folds.push(self::fold(first.saturating_sub(1), last));
        }
    }
    Some(folds)
}

fn fold(start_line: u32, end_line: u32) -> FoldingRange {
    FoldingRange {
        start_line,
        start_character: None,
        end_line,
        end_character: None,
        kind: Some(FoldingRangeKind::Region),
        collapsed_text: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{deadlock_report, till_sources};

    #[test]
    fn words_in_both_units() {
        assert_eq!(word_at("int élan = 1;", 6, false), Some("élan"));
        assert_eq!(word_at("a.left--", 4, true), Some("left"));
        assert_eq!(word_at("a.left--", 6, true), Some("left"), "just behind it");
        assert_eq!(word_at("𝄞x", 3, false), Some("x"));
        assert_eq!(word_at("a  b", 2, true), None);
        assert_eq!(word_at("a", 99, true), Some("a"));
    }

    #[test]
    fn a_trails_document_is_a_document() {
        let (folder, sources) = till_sources();
        let finding = deadlock_report().findings[0].clone();
        let path = folder.path().join(format!("trail-{}.md", finding.trail.id));
        let board = Board::default();
        let lines = markdown::lines(&finding, &sources).len();
        assert_eq!(markdown::document(&finding, &sources).lines().count(), lines);
        board.put_trail(Card {
            finding,
            sources: vec![folder.path().to_path_buf()],
        });
        let uri = Url::from_file_path(&path).unwrap();
        let Some(DocumentSymbolResponse::Nested(steps)) = symbols(&board, &uri) else {
            panic!("no symbols");
        };
        let seventh = steps.iter().find(|step| step.name.starts_with("7 ")).unwrap();
        assert_eq!(seventh.name, "7 ⊕ lock drawer");
        let Some(GotoDefinitionResponse::Scalar(place)) = definition(&board, &uri, seventh.range.start) else {
            panic!("no definition");
        };
        assert!(place.uri.path().ends_with("/Till.java"));
        assert_eq!(place.range.start.line, 4);
        let folds = folds(&board, &uri).unwrap();
        assert!(folds.iter().all(|fold| fold.start_line < fold.end_line), "{folds:?}");
        assert!(!folds.is_empty());
        assert!(symbols(&board, &Url::parse("file:///A.java").unwrap()).is_none());
    }
}
