//! What is being written at a place of a configuration: a header, a key, or a value of a key; and in which table.

/// What a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside<'a> {
    /// A header, so far written.
    Header {
        /// From its first bracket on.
        written: &'a str,
    },
    /// A key.
    Key {
        /// What is written of it.
        prefix: &'a str,
    },
    /// A value that is no text yet.
    Value {
        /// Of this key.
        key: &'a str,
        /// What is written of it.
        prefix: &'a str,
    },
    /// A text.
    Text {
        /// Of this key; of a table in braces the key of that.
        key: &'a str,
        /// What is written of it.
        written: &'a str,
    },
    /// A comment, or behind a value.
    Nothing,
}

/// What is being written.
#[derive(Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// The name of the table; empty before the first one.
    pub table: &'a str,
    /// Keys that the table has before the place.
    pub keys: Vec<&'a str>,
    /// The line, from 0.
    pub line: u32,
    /// What the place is in.
    pub inside: Inside<'a>,
}

impl<'a> Statement<'a> {
    /// What is being written at a byte of a text.
    pub fn at(text: &'a str, cursor: usize) -> Statement<'a> {
        let before = &text[..cursor];
        let (mut table, mut keys) = ("", Vec::new());
        // Where the value begins that has not ended before the present line.
        let mut open: Option<(&str, usize)> = None;
        let mut start = 0;
        let mut lines: Vec<&str> = before.split_inclusive('\n').collect();
        if before.is_empty() || before.ends_with('\n') {
            lines.push("");
        }
        let last = lines.len() - 1;
        for line in &lines[..last] {
            let end = start + line.len();
            if let Some((key, value)) = open {
                let is_over = scan(&before[value..end]) == Scanned::Over;
                // A line that looks like another entry ends a value that was not closed.
                open = Some((key, value)).filter(|_| !is_over && !begins_entry(line));
                if is_over || open.is_some() {
                    start = end;
                    continue;
                }
            }
            if let Some(name) = header(line) {
                (table, keys) = (name, Vec::new());
            } else if let Some((key, value)) = entry(line) {
                keys.push(key);
                let value = start + value;
                open = (scan(&before[value..end]) != Scanned::Over).then_some((key, value));
            }
            start = end;
        }
        let line = lines[last];
        let open = open.filter(|_| !begins_entry(line));
        Statement {
            table,
            keys,
            line: u32::try_from(last).unwrap_or(u32::MAX),
            inside: match open {
                Some((key, value)) => inside_value(key, &before[value..]),
                None => inside_line(line),
            },
        }
    }
}

fn inside_line(line: &str) -> Inside<'_> {
    let begun = line.trim_start();
    if begun.starts_with('#') {
        return Inside::Nothing;
    }
    if begun.starts_with('[') && !begun.contains('=') {
        return Inside::Header { written: begun };
    }
    match entry(line) {
        Some((key, value)) => inside_value(key, &line[value..]),
        None => Inside::Key { prefix: begun },
    }
}

fn inside_value<'a>(key: &'a str, value: &'a str) -> Inside<'a> {
    match scan(value) {
        Scanned::Over => Inside::Nothing,
        Scanned::Text { from } => Inside::Text {
            key,
            written: &value[from..],
        },
        Scanned::Open => {
            let separators = |letter: char| letter.is_whitespace() || "[{,=".contains(letter);
            let from = value.rfind(separators).map_or(0, |index| index + 1);
            Inside::Value {
                key,
                prefix: &value[from..],
            }
        }
    }
}

/// `[[name]]`, `[name]`.
fn header(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let name = line.strip_prefix('[')?.trim_start_matches('[');
    let (name, _) = name.split_once(']')?;
    let is_part = |letter: char| letter.is_alphanumeric() || "_-. \"'".contains(letter);
    (!name.is_empty() && name.chars().all(is_part) && !name.starts_with(['"', '\''])).then(|| name.trim())
}

/// `key =`: the key, and where its value begins.
fn entry(line: &str) -> Option<(&str, usize)> {
    let (key, value) = line.split_once('=')?;
    let name = key.trim();
    let unquoted = ['"', '\'']
        .iter()
        .find_map(|quote| name.strip_prefix(*quote)?.strip_suffix(*quote));
    let name = unquoted.unwrap_or(name);
    let is_part = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
    // A line of a text may compare.
    let is_key = !name.is_empty() && name.chars().all(is_part) && !value.starts_with('=');
    is_key.then_some((name, key.len() + 1))
}

fn begins_entry(line: &str) -> bool {
    header(line).is_some() || entry(line).is_some()
}

/// How a value ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scanned {
    /// It is whole.
    Over,
    /// In a text that begins at this byte.
    Text { from: usize },
    /// It is not whole.
    Open,
}

fn scan(value: &str) -> Scanned {
    let bytes = value.as_bytes();
    let (mut at, mut depth, mut begun) = (0, 0_usize, false);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at = value[at..].find('\n').map_or(bytes.len(), |end| at + end),
            quote @ (b'"' | b'\'') => {
                begun = true;
                let triple = bytes[at..].starts_with(&[quote; 3]);
                let length = if triple { 3 } else { 1 };
                let from = at + length;
                match end_of_text(bytes, from, quote, length) {
                    Some(end) => at = end,
                    None => return Scanned::Text { from },
                }
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' if depth == 0 && begun => return Scanned::Over,
            _ => {}
        }
        begun |= bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace());
        at += 1;
    }
    match depth {
        0 if begun && (value.ends_with(['"', '\'', ']', '}', '\n']) || value.ends_with(char::is_whitespace)) => {
            Scanned::Over
        }
        _ => Scanned::Open,
    }
}

/// What is behind the quote that ends a text; `None` if it goes on.
fn end_of_text(bytes: &[u8], from: usize, quote: u8, length: usize) -> Option<usize> {
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b'\n' if length == 1 => return Some(at),
            byte if byte == quote && bytes[at..].starts_with(&[quote; 3][..length]) => return Some(at + length),
            _ => {}
        }
        at += 1;
    }
    None
}
