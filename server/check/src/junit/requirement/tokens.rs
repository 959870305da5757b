//! The tokens of Java expressions. JLS §3.

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// A number: the letter of its type, and its bits.
    Number(char, u64),
    /// A string.
    Text(String),
    /// An operator or a separator.
    Sign(&'static str),
}

/// Longer ones first.
const SIGNS: [&str; 20] = [
    "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", "[", "]", ".", ",",
];

/// The tokens of a text.
///
/// # Errors
/// What is none.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (token, length) = if first.is_alphabetic() || first == '_' || first == '$' {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$');
            let length = end.unwrap_or(rest.len());
            (Token::Word(rest[..length].to_owned()), length)
        } else if first.is_ascii_digit() {
            number(rest)?
        } else if first == '\'' || first == '"' {
            quoted(rest, first)?
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| format!("`{first}` is no operator that is supported here"))?;
            (Token::Sign(sign), sign.len())
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// JLS §3.10.1, §3.10.2; decimal and hexadecimal ones.
fn number(text: &str) -> Result<(Token, usize), String> {
    let is_part = |at: usize, letter: char| {
        let is_exponent = || text[..at].ends_with(['e', 'E']) && !text.starts_with("0x");
        letter.is_ascii_alphanumeric() || letter == '_' || letter == '.' || "+-".contains(letter) && is_exponent()
    };
    let length = text
        .char_indices()
        .find(|(at, letter)| !is_part(*at, *letter))
        .map_or(text.len(), |(at, _)| at);
    let (written, wrong) = (&text[..length], || format!("`{}` is no number", &text[..length]));
    let plain = written.replace('_', "").to_ascii_lowercase();
    let (digits, is_long) = match plain.strip_suffix('l') {
        Some(digits) => (digits, true),
        None => (&plain[..], false),
    };
    let whole = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            return Err(format!("`{written}` is an octal number, which is not supported here"));
        }
        None => digits.parse().ok(),
    };
    let token = match whole {
        Some(value) if is_long => Token::Number('J', value),
        // 2147483648 is written behind a minus sign only.
        Some(value) if value <= 1 << 31 || digits.starts_with("0x") && value <= u64::from(u32::MAX) => {
            Token::Number('I', value)
        }
        Some(_) => return Err(format!("{} does not fit an int", &text[..length])),
        None if is_long => return Err(wrong()),
        None => match plain.strip_suffix('f') {
            Some(digits) => Token::Number('F', u64::from(digits.parse::<f32>().map_err(|_| wrong())?.to_bits())),
            None => {
                let digits = plain.strip_suffix('d').unwrap_or(&plain);
                Token::Number('D', digits.parse::<f64>().map_err(|_| wrong())?.to_bits())
            }
        },
    };
    Ok((token, length))
}

/// JLS §3.10.4, §3.10.5.
fn quoted(text: &str, quote: char) -> Result<(Token, usize), String> {
    let mut content = String::new();
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == quote {
            let token = match (quote, content.encode_utf16().collect::<Vec<_>>().as_slice()) {
                ('"', _) => Token::Text(content),
                (_, [unit]) => Token::Number('C', u64::from(*unit)),
                _ => return Err("a character literal has one character".into()),
            };
            return Ok((token, at + 1));
        }
        content.push(match letter {
            '\\' => match letters.next() {
                Some((_, 'n')) => '\n',
                Some((_, 't')) => '\t',
                Some((_, 'r')) => '\r',
                Some((_, '0')) => '\0',
                Some((_, same @ ('\\' | '\'' | '"'))) => same,
                _ => return Err("an escape sequence that is not supported here".into()),
            },
            other => other,
        });
    }
    Err(format!("{quote} is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        let word = |text: &str| Token::Word(text.into());
        let expected = vec![
            word("a1"),
            Token::Sign("<="),
            Token::Sign("-"),
            Token::Number('I', 12),
            Token::Sign("&&"),
            word("s"),
            Token::Sign("."),
            word("length"),
            Token::Sign("("),
            Token::Sign(")"),
            Token::Sign("!="),
            Token::Number('J', 255),
        ];
        assert_eq!(tokens("a1<= -12 && s.length() != 0xffL"), Ok(expected));
        assert_eq!(tokens("1.5e-3"), Ok(vec![Token::Number('D', 1.5e-3f64.to_bits())]));
        assert_eq!(tokens("'\\n'"), Ok(vec![Token::Number('C', 10)]));
        assert_eq!(tokens("\"a b\""), Ok(vec![Token::Text("a b".into())]));
        for wrong in ["a ? b : c", "x = 1", "3000000000", "'ab'", "\"open", "012"] {
            assert!(tokens(wrong).is_err(), "{wrong}");
        }
    }
}
