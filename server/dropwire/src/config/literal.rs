//! Where the characters of a text are in the literal of TOML that it is written as.

/// The offset of each character within the literal, quotes and all; and of what is behind the last one. `None` if it is no string.
fn offsets(literal: &str) -> Option<Vec<usize>> {
    const QUOTES: [(&str, bool); 4] = [("\"\"\"", true), ("'''", false), ("\"", true), ("'", false)];
    let is_it = |(quote, _): &&(&str, bool)| {
        literal.len() >= 2 * quote.len() && literal.starts_with(quote) && literal.ends_with(quote)
    };
    let (quote, has_escapes) = QUOTES.iter().find(is_it)?;
    let end = literal.len() - quote.len();
    let mut at = quote.len();
    if quote.len() == 3 {
        // A line that begins behind the quotes is no part of it.
        let begun = &literal[at..end];
        let rest = begun.strip_prefix("\r\n").or_else(|| begun.strip_prefix('\n'));
        at = end - rest.unwrap_or(begun).len();
    }
    let mut offsets = Vec::new();
    while let Some(rest) = literal.get(at..end).filter(|rest| !rest.is_empty()) {
        let mut letters = rest.chars();
        let first = letters.next()?;
        let escaped = letters.next().filter(|_| first == '\\' && *has_escapes);
        let length = match escaped {
            None => first.len_utf8(),
            Some('x') => 4,
            Some('u') => 6,
            Some('U') => 10,
            Some(other) if other.is_whitespace() => {
                // The line goes on where the next word begins.
                at = end - rest[1..].trim_start().len();
                continue;
            }
            Some(other) => 1 + other.len_utf8(),
        };
        offsets.push(at);
        at += length;
    }
    offsets.push(end);
    Some(offsets)
}

/// The part of a literal that is the word, number or operator of its text that begins at a character, counted from 1. Behind the
/// text it is the quote.
pub fn token(literal: &str, text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let offsets = offsets(literal)?;
    let first = at.saturating_sub(1).min(offsets.len() - 1);
    let letters: Vec<char> = text.chars().skip(first).collect();
    let of_word = |letter: &&char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.');
    let of_operator = |letter: &&char| "<>-=!&|[]".contains(**letter);
    let length = match letters.first() {
        Some(letter) if of_word(&letter) => letters.iter().take_while(of_word).count(),
        Some(letter) if of_operator(&letter) => letters.iter().take_while(of_operator).count(),
        Some(_) | None => 1,
    };
    let last = (first + length).min(offsets.len() - 1);
    let start = offsets[first];
    Some(start..offsets[last].max(start + 1).min(literal.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_is_found() {
        let literals = [
            r#""plain é𝄞""#,
            r#""a\t\"b\" \u00e9 \U0001D11E \\ c""#,
            r"'a \t b'",
            "\"\"\"\n  two\n  lines \\\n     and \\\"more\\\" \"\"\"",
            "'''\nraw \\n\n'''",
            "\"\"",
        ];
        for literal in literals {
            let document: toml_edit::DocumentMut = format!("a = {literal}").parse().unwrap();
            let text = document["a"].as_str().unwrap();
            let offsets = offsets(literal).unwrap();
            assert_eq!(offsets.len(), text.chars().count() + 1, "{literal}");
            for (letter, offset) in text.chars().zip(offsets) {
                let written = &literal[offset..];
                assert!(
                    written.starts_with(letter) || written.starts_with('\\'),
                    "{literal}: {letter} at {offset}"
                );
            }
        }
        assert_eq!(offsets("3"), None);
    }

    #[test]
    fn a_token_ends_where_it_ends() {
        let text = "[] (Main.a[2] >= x)";
        let literal = format!("'{text}'");
        let at = |at| {
            token(&literal, text, at)
                .map(|range| literal[range].to_owned())
                .unwrap()
        };
        assert_eq!([at(1), at(5), at(15), at(18), at(19)], ["[]", "Main.a", ">=", "x", ")"]);
        assert_eq!((at(20), at(99)), ("'".into(), "'".into()));
        assert_eq!(token("\"\"", "", 1), Some(1..2));
    }
}
