//! Where a Java source states properties by annotations: `@Always("size >= 0")`, `@Never` and `@Ltl`.

use std::ops::Range;

use dropwire_check::PropertyOrigin;

use crate::java_tokens::{Token, TokenKind, tokens};
use crate::lsp::methods::{DeclaredClass, declarations};

/// The annotations, by their simple names.
const ANNOTATIONS: [&str; 3] = ["Always", "Never", "Ltl"];

/// A property that an annotation states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedPlace {
    /// Its text, with one blank where there are several.
    pub text: String,
    /// Its literals: bytes.
    pub at: Range<usize>,
    /// The line of its annotation, from 0.
    pub line: u32,
    /// The words of the declaration that is annotated, up to its value or body.
    subject: Vec<String>,
}

impl StatedPlace {
    /// Whether this may be what an annotation of a class or field states.
    fn may_be(&self, text: &str, class: &str, field: Option<&str>) -> bool {
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
        let subject = field.unwrap_or(simple);
        self.text == text && self.subject.iter().any(|word| word == subject)
    }
}

/// All properties that annotations of a source state.
fn stated_places(text: &str) -> Vec<StatedPlace> {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text);
    let mut places = Vec::new();
    for at in (0..tokens.len()).filter(|at| word(*at) == "@") {
        let qualified = word(at + 1) == "dropwire" && word(at + 2) == ".";
        let name = if qualified { at + 3 } else { at + 1 };
        if !ANNOTATIONS.contains(&word(name)) || word(name + 1) != "(" {
            continue;
        }
        let Some(end) = closing(&tokens, name + 1) else {
            continue;
        };
        let subject = subject(&tokens[end + 1..]);
        let of_value = values(&tokens[name + 2..end]).into_iter();
        places.extend(of_value.map(|(text, literals)| StatedPlace {
            text,
            at: literals,
            line: tokens[at].line,
            subject: subject.clone(),
        }));
    }
    places
}

/// The annotations and classes of a source.
pub struct Annotations {
    places: Vec<StatedPlace>,
    classes: Vec<DeclaredClass>,
}

impl Annotations {
    /// Those of a text.
    pub fn of(text: &str) -> Annotations {
        Annotations {
            places: stated_places(text),
            classes: declarations(text).0,
        }
    }

    /// What an annotation states, in the source that has it.
    pub fn place_of(&self, origin: &PropertyOrigin) -> Option<&StatedPlace> {
        let PropertyOrigin::Annotation {
            class,
            field,
            text: said,
            ..
        } = origin
        else {
            return None;
        };
        let found = || {
            let all = self.places.iter();
            all.filter(|place| place.may_be(said, class, field.as_deref()))
        };
        // Two classes of one source may have such a field.
        let declared = self.classes.iter().find(|declared| declared.class == *class);
        let behind = declared.and_then(|declared| found().find(|place| place.line >= declared.line));
        behind.or_else(|| found().next())
    }
}

/// The parenthesis that closes the one at an index.
fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let all = tokens.iter().enumerate().skip(open);
    let signs = all.filter(|(_, token)| token.kind == TokenKind::Sign);
    for (index, token) in signs {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index);
        }
    }
    None
}

/// The words of a declaration, up to its value or body; without those of other annotations' arguments.
fn subject(tokens: &[Token<'_>]) -> Vec<String> {
    let mut depth = 0_usize;
    let mut words = Vec::new();
    for token in tokens {
        match (token.kind, token.text) {
            (TokenKind::Sign, "(") => depth += 1,
            (TokenKind::Sign, ")") => depth = depth.saturating_sub(1),
            (TokenKind::Sign, ";" | "=" | "{") if depth == 0 => break,
            (TokenKind::Word, word) if depth == 0 => words.push(word.to_owned()),
            _ => {}
        }
    }
    words
}

/// The texts of `value` in the arguments of an annotation, each with its literals.
fn values(arguments: &[Token<'_>]) -> Vec<(String, Range<usize>)> {
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    let mut is_value = true;
    let mut goes_on = false;
    for (index, token) in arguments.iter().enumerate() {
        let next = arguments.get(index + 1).map_or("", |token| token.text);
        match (token.kind, token.text) {
            (TokenKind::Word, name) if next == "=" => is_value = name == "value",
            (TokenKind::Sign, "+") => goes_on = true,
            (TokenKind::Sign, ",") => goes_on = false,
            (TokenKind::Text, literal) if is_value && literal.starts_with('"') => {
                let said = contents(literal);
                match found.last_mut().filter(|_| goes_on) {
                    Some((text, at)) => {
                        text.push_str(&said);
                        at.end = token.end();
                    }
                    None => found.push((said, token.start..token.end())),
                }
                goes_on = false;
            }
            _ => {}
        }
    }
    let with_single_blanks = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let all = found.into_iter();
    all.map(|(text, at)| (with_single_blanks(text), at)).collect()
}

/// What a text literal or a text block says; the blanks of a block may be others.
fn contents(literal: &str) -> String {
    let quotes = if literal.starts_with("\"\"\"") { 3 } else { 1 };
    let inner = literal.get(quotes..literal.len().saturating_sub(quotes)).unwrap_or("");
    let mut said = String::new();
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            said.push(letter);
            continue;
        }
        match letters.next() {
            Some('n' | 't' | 'r' | 'f' | 's') => said.push(' '),
            Some('\n') | None => {}
            Some('u') => {
                while letters.next_if_eq(&'u').is_some() {}
                let digits: String = letters.by_ref().take(4).collect();
                said.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some(other) => said.push(other),
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"package shop;
import dropwire.*;
@Ltl(value = {"[] (asked -> <> answered)", "<> \"x\""}, fairness = "strong")
class Till { // @Never("open")
    @Always("size >= 0 &&   size <= " + "3") @Deprecated(since = "1") private int size = 3, other;
    @dropwire.Never("""
        size == 2 \
        && open""")
    Map<String, Integer> open;
    @Override public String toString() { return "@Always(\"no\")"; }
    @Other("size") int none;
    static class Desk { @Always("n > 0") int n; }
    static class Tray { @Always("n > 0") int n; }
}
"#;

    #[test]
    fn each_text_has_its_place() {
        let places = stated_places(TEXT);
        let shown: Vec<_> = places.iter().map(|place| (place.line, &place.text[..])).collect();
        assert_eq!(
            shown,
            [
                (2, "[] (asked -> <> answered)"),
                (2, "<> \"x\""),
                (4, "size >= 0 && size <= 3"),
                (5, "size == 2 && open"),
                (11, "n > 0"),
                (12, "n > 0"),
            ]
        );
        assert_eq!(&TEXT[places[2].at.clone()], "\"size >= 0 &&   size <= \" + \"3\"");
    }

    #[test]
    fn a_property_is_found_at_its_class_and_field() {
        let at = |class: &str, field: Option<&str>, text: &str| {
            let origin = PropertyOrigin::Annotation {
                class: class.into(),
                field: field.map(str::to_owned),
                source: None,
                text: text.into(),
            };
            Annotations::of(TEXT).place_of(&origin).map(|place| place.line)
        };
        assert_eq!(at("shop.Till", None, "<> \"x\""), Some(2));
        assert_eq!(at("shop.Till", Some("size"), "size >= 0 && size <= 3"), Some(4));
        assert_eq!(at("shop.Till", Some("open"), "size == 2 && open"), Some(5));
        assert_eq!(at("shop.Till$Desk", Some("n"), "n > 0"), Some(11));
        assert_eq!(at("shop.Till$Tray", Some("n"), "n > 0"), Some(12));
        assert_eq!(at("shop.Till", Some("none"), "n > 0"), None);
        assert_eq!(Annotations::of(TEXT).place_of(&PropertyOrigin::Configuration), None);
    }

    #[test]
    fn half_a_text_is_no_danger() {
        for end in (0..TEXT.len()).filter(|&end| TEXT.is_char_boundary(end)) {
            stated_places(&TEXT[..end]);
        }
    }
}
