//! The words, signs and literals of a Java source. Knows comments and literals, and no grammar.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A keyword or a name.
    Word,
    /// A number.
    Number,
    /// A text or a character, with its quotes.
    Text,
    /// One sign: `++` is two.
    Sign,
}

/// A token and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// As written.
    pub text: &'a str,
    /// What it is.
    pub kind: TokenKind,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Its line, from 0.
    pub line: u32,
}

impl Token<'_> {
    /// Where it ends, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Whether a word can be a name.
pub fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_' || letter == '$')
}

/// All tokens of a text, without comments. Half a text has half of the tokens.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut line = 0;
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let of_word = |more: &dyn Fn(char) -> bool| rest.find(|letter| !more(letter)).unwrap_or(rest.len());
        let (length, kind) = match first {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), None),
            '/' if rest.starts_with("/*") => (past(rest, 2, "*/"), None),
            '"' if rest.starts_with("\"\"\"") => (past(rest, 3, "\"\"\""), Some(TokenKind::Text)),
            '"' | '\'' => (past_literal(rest, first), Some(TokenKind::Text)),
            _ if is_name(&rest[..first.len_utf8()]) => (of_word(&is_part), Some(TokenKind::Word)),
            _ if first.is_ascii_digit() => (
                of_word(&|letter| is_part(letter) || letter == '.'),
                Some(TokenKind::Number),
            ),
            _ if first.is_whitespace() => (first.len_utf8(), None),
            _ => (first.len_utf8(), Some(TokenKind::Sign)),
        };
        let text = &rest[..length];
        tokens.extend(kind.map(|kind| Token {
            text,
            kind,
            start,
            line,
        }));
        line += u32::try_from(text.matches('\n').count()).unwrap_or(0);
        start += length;
    }
    tokens
}

fn past(text: &str, start: usize, end: &str) -> usize {
    text[start..]
        .find(end)
        .map_or(text.len(), |index| start + index + end.len())
}

/// The length of a literal within one line.
fn past_literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, letter) in text.char_indices().skip(1) {
        match letter {
            '\n' => return index,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}
