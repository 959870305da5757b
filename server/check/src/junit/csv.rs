//! One row of a `@CsvSource`, as JUnit reads it.

/// The quotation mark of `@CsvSource`.
const QUOTE: char = '\'';

/// The fields of a row: trimmed unless quoted; nothing at all is null, `''` is the empty text.
///
/// # Errors
/// A quotation that does not end.
pub fn fields(row: &str, delimiter: char) -> Result<Vec<Option<String>>, String> {
    let mut fields = Vec::new();
    let mut rest = row;
    loop {
        let (field, after) = field(rest, delimiter)?;
        fields.push(field);
        match after {
            Some(after) => rest = after,
            None => return Ok(fields),
        }
    }
}

/// The first field, and what follows its delimiter.
fn field(text: &str, delimiter: char) -> Result<(Option<String>, Option<&str>), String> {
    let start = text.trim_start();
    let Some(quoted) = start.strip_prefix(QUOTE) else {
        let (field, after) = match text.split_once(delimiter) {
            Some((field, after)) => (field, Some(after)),
            None => (text, None),
        };
        let field = field.trim();
        return Ok(((!field.is_empty()).then(|| field.to_owned()), after));
    };
    let mut value = String::new();
    let mut letters = quoted.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter != QUOTE {
            value.push(letter);
        } else if letters.next_if(|&(_, next)| next == QUOTE).is_some() {
            value.push(QUOTE);
        } else {
            let after = quoted[at + 1..].trim_start();
            return match after.strip_prefix(delimiter) {
                Some(after) => Ok((Some(value), Some(after))),
                None if after.is_empty() => Ok((Some(value), None)),
                None => Err("a delimiter is missing after a quotation".into()),
            };
        }
    }
    Err("a quotation does not end".into())
}

#[cfg(test)]
mod tests {
    use super::fields;

    fn read(row: &str) -> Vec<Option<String>> {
        fields(row, ',').expect("a row")
    }

    #[test]
    fn fields_are_trimmed_unless_quoted() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("1, two ,three"), [some("1"), some("two"), some("three")]);
        assert_eq!(read("' a, b ', 'it''s'"), [some(" a, b "), some("it's")]);
        assert_eq!(read("'', , x"), [some(""), None, some("x")]);
        assert_eq!(read("x,"), [some("x"), None]);
    }

    #[test]
    fn unfinished_quotations_are_refused() {
        assert!(fields("'a", ',').is_err());
        assert!(fields("'a' b, c", ',').is_err());
    }
}
