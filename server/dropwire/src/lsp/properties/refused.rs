//! Properties that have no meaning for a target: a name that nothing has, a comparison of what cannot be compared. Each at its word.

use std::ops::Range;

use dropwire_check::{Cause, PropertyOrigin, Reason, TemporalProperty};
use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Range as Lines};

use super::annotated::Annotations;
use crate::config::read::{PropertyPlace, property_places};
use crate::lsp::diagnostics::{SOURCE, position};

/// What is wrong, at its word in the text that states the property, if that is still what was refused. `stated`: what the configuration states
/// to the target.
pub fn diagnostic(cause: &Cause, stated: &[TemporalProperty], text: &str, utf8: bool) -> Option<Diagnostic> {
    let Cause::PropertyNotUnderstood {
        property,
        origin,
        atom,
        problem,
    } = cause
    else {
        return None;
    };
    let (within, otherwise) = match origin {
        PropertyOrigin::Configuration => {
            let place = property_places(text)
                .into_iter()
                .find(|place| place.name == *property)?;
            let formula = stated.iter().find(|stated| stated.name == *property)?;
            if place.formula.as_ref() != Some(&formula.formula) {
                return None;
            }
            (lines_of(text, &place), place.at)
        }
        PropertyOrigin::Annotation { .. } => {
            let at = Annotations::of(text).place_of(origin)?.at.clone();
            (at.clone(), at)
        }
    };
    let is_free = |found: &Range<usize>| {
        *origin != PropertyOrigin::Configuration || found.end <= otherwise.start || otherwise.end <= found.start
    };
    let places = |words: &str, within: Range<usize>| occurrences(text, within, words).find(|found| is_free(found));
    let around = places(atom, within.clone());
    let names = problem.names();
    let of_names = |within: &Range<usize>| names.iter().find_map(|name| places(name, within.clone()));
    let at = around
        .as_ref()
        .and_then(of_names)
        .or_else(|| of_names(&within))
        .or(around)
        .unwrap_or(otherwise);
    Some(Diagnostic {
        range: Lines::new(position(text, at.start, utf8), position(text, at.end, utf8)),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String("property-not-understood".into())),
        source: Some(SOURCE.into()),
        message: Reason::from(cause.clone()).to_string(),
        ..Diagnostic::default()
    })
}

/// The bytes of an entry.
fn lines_of(text: &str, place: &PropertyPlace) -> Range<usize> {
    let start_of = |line: u32| -> usize {
        let before = text
            .split_inclusive('\n')
            .take(usize::try_from(line).unwrap_or(usize::MAX));
        before.map(str::len).sum()
    };
    start_of(place.line)..start_of(place.end)
}

/// Where words stand in a part of a text, whatever blanks are between them.
fn occurrences<'a>(text: &'a str, within: Range<usize>, words: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let starts = text[within.clone()]
        .char_indices()
        .map(move |(index, _)| within.start + index);
    let end = within.end;
    starts.filter_map(move |start| {
        let mut wanted = words.chars().filter(|letter| !letter.is_whitespace()).peekable();
        let first = *wanted.peek()?;
        let before = text[..start].chars().next_back();
        if is_part(first) && before.is_some_and(is_part) {
            return None;
        }
        for (offset, letter) in text[start..end].char_indices() {
            if letter.is_whitespace() && offset > 0 {
                continue;
            }
            match wanted.next() {
                Some(next) if next == letter => {}
                Some(_) | None => return None,
            }
            if wanted.peek().is_none() {
                let end = start + offset + letter.len_utf8();
                let after = text[end..].chars().next();
                return (!is_part(letter) || !after.is_some_and(is_part)).then_some(start..end);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use dropwire_check::PropertyProblem;

    use super::*;

    fn shown(text: &str, cause: &Cause, stated: &[TemporalProperty]) -> Option<String> {
        let range = diagnostic(cause, stated, text, false)?.range;
        let line = text.lines().nth(range.start.line as usize)?;
        Some(line[range.start.character as usize..range.end.character as usize].to_owned())
    }

    fn refused(property: &str, origin: PropertyOrigin, atom: &str, problem: PropertyProblem) -> Cause {
        Cause::PropertyNotUnderstood {
            property: property.into(),
            origin,
            atom: atom.into(),
            problem,
        }
    }

    fn no_field(field: &str) -> PropertyProblem {
        PropertyProblem::NoField {
            class: "M".into(),
            field: field.into(),
        }
    }

    #[test]
    fn a_name_that_nothing_has_is_marked_in_its_entry() {
        let text = "[[property]]\nname = \"M.sise\"\nltl = \"[] (busy -> <> M.sise>=0)\"\n[property.atoms]\nbusy = \"M.a == M.b.c\"\n";
        let settings = crate::config::read::read_text(text, std::path::Path::new("/"))
            .unwrap()
            .settings;
        let stated = &settings.options.properties;
        let cause = |atom: &str, problem| refused("M.sise", PropertyOrigin::Configuration, atom, problem);
        assert_eq!(
            shown(text, &cause("M.sise >= 0", no_field("sise")), stated).unwrap(),
            "M.sise"
        );
        let compared = cause("M.a == M.b.c", PropertyProblem::NotComparable);
        assert_eq!(shown(text, &compared, stated).unwrap(), "M.a == M.b.c");
        assert_eq!(shown(text, &cause("M.a == M.b.c", no_field("c")), stated).unwrap(), "c");
        let nothing = cause("M.x", PropertyProblem::TooLarge);
        assert_eq!(shown(text, &nothing, stated).unwrap(), "\"M.sise\"");
        let edited = text.replace(">=0", ">=1");
        assert_eq!(
            shown(&edited, &nothing, stated),
            None,
            "what was edited was not refused"
        );
    }

    #[test]
    fn and_in_its_annotation() {
        let text = "class M {\n    @dropwire.Always(\"sise >= 0\") int size;\n}\n";
        let origin = PropertyOrigin::Annotation {
            class: "M".into(),
            field: Some("size".into()),
            source: None,
            text: "sise >= 0".into(),
        };
        let cause = refused("M.size: sise >= 0", origin, "sise >= 0", no_field("sise"));
        assert_eq!(shown(text, &cause, &[]).unwrap(), "sise");
    }
}
