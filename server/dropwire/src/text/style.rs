//! Colours by meaning, and text that fits its columns. Never colour alone: each mark has a shape and a word, too.

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a piece of text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something is wrong.
    Bad,
    /// Something is proven.
    Good,
    /// Something is open.
    Open,
    /// A name to find again.
    Strong,
    /// There if one looks for it.
    Quiet,
    /// A switch of threads.
    Switch,
}

/// Puts colours on text, or does not.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    coloured: bool,
}

impl Paint {
    /// No escape sequences.
    pub fn plain() -> Paint {
        Paint { coloured: false }
    }

    /// Always escape sequences.
    pub fn coloured() -> Paint {
        Paint { coloured: true }
    }

    /// By the terminal behind standard output, `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`.
    pub fn for_stdout() -> Paint {
        let choice = anstream::AutoStream::choice(&std::io::stdout());
        if choice == anstream::ColorChoice::Never {
            Paint::plain()
        } else {
            Paint::coloured()
        }
    }

    /// The text in its tone.
    pub fn tone(self, tone: Tone, text: &str) -> String {
        if !self.coloured || text.is_empty() {
            return text.to_owned();
        }
        let style = match tone {
            Tone::Bad => AnsiColor::Red.on_default().bold(),
            Tone::Good => AnsiColor::Green.on_default().bold(),
            Tone::Open => AnsiColor::Yellow.on_default().bold(),
            Tone::Strong => Style::new().bold(),
            Tone::Quiet => Style::new().dimmed(),
            Tone::Switch => AnsiColor::Magenta.on_default(),
        };
        format!("{style}{text}{style:#}")
    }
}

/// A sentence in lines of at most so many columns, broken between words.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if width(line) + 1 + width(word) <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Columns that a text takes in a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text with blanks up to `columns`; longer text is left alone.
pub fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// The text cut to `columns`, with `…` where something is missing.
pub fn fitted(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 1; // the ellipsis
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used > columns {
            break;
        }
        cut.push(letter);
    }
    cut.push('…');
    cut
}

/// Text from a program, safe for a terminal: no control characters, and none that change the direction of what follows.
pub fn harmless(text: &str) -> String {
    text.chars()
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .map(|letter| {
            if letter.is_control() || turns(letter) {
                '�'
            } else {
                letter
            }
        })
        .collect()
}

/// The same for text of several lines, whose ends stay.
pub fn harmless_lines(text: &str) -> String {
    let ends = ['\n', '\r', '\t'];
    text.split_inclusive(ends)
        .map(|line| match line.strip_suffix(ends) {
            Some(rest) => format!("{}{}", harmless(rest), &line[rest.len()..]),
            None => harmless(line),
        })
        .collect()
}

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm (Unicode Standard Annex #9).
fn turns(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_between_words() {
        assert_eq!(wrapped("take both locks", 9), ["take both", "locks"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn columns_count_what_is_seen() {
        assert_eq!(padded("ab", 4), "ab  ");
        assert_eq!(padded("試験", 5), "試験 ");
        assert_eq!(fitted("abcdef", 4), "abc…");
        assert_eq!(fitted("試験試験", 5), "試験…");
        assert_eq!(fitted("abc", 3), "abc");
    }

    #[test]
    fn escapes_of_a_program_stay_out() {
        assert_eq!(harmless("a\u{1b}[31m\tb"), "a�[31m b");
        assert_eq!(harmless("a\u{202e}b\u{2066}c"), "a�b�c");
        assert_eq!(harmless_lines("a\u{202e}\r\n\u{1b}b\tc\n"), "a�\r\n�b\tc\n");
    }
}
