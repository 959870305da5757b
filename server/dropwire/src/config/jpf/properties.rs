//! The syntax of Java's property files, as `java.util.Properties.load` reads it. The crates that read it are not maintained.

/// One key with its value, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// 1-based line on which it begins.
    pub line: usize,
    /// Without escapes.
    pub key: String,
    /// Without escapes; white space at its end stays.
    pub value: String,
}

/// All properties of a file, in their order. Nothing is refused: each line means something.
pub fn parse(bytes: &[u8]) -> Vec<Property> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // Java's own encoding of such files: ISO 8859-1.
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut properties = Vec::new();
    let mut lines = text.split('\n').zip(1..);
    while let Some((first, number)) = lines.next() {
        let start = first.trim_start_matches(is_white);
        if start.is_empty() || start.starts_with(['#', '!']) {
            continue;
        }
        let mut logical = start.to_owned();
        while goes_on(&logical) {
            logical.pop();
            match lines.next() {
                Some((next, _)) => logical.push_str(next.trim_start_matches(is_white)),
                None => break,
            }
        }
        let (key, value) = split(&logical);
        properties.push(Property {
            line: number,
            key: unescape(key),
            value: unescape(value),
        });
    }
    properties
}

fn is_white(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0c')
}

/// Whether a line ends in an odd number of backslashes.
fn goes_on(line: &str) -> bool {
    line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// The key ends at the first white space, `=` or `:` that is not escaped.
fn split(line: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = line.char_indices().find(|(_, c)| {
        let ends = !escaped && (is_white(*c) || matches!(c, '=' | ':'));
        escaped = !escaped && *c == '\\';
        ends
    });
    let Some((end, _)) = end else { return (line, "") };
    let rest = line[end..].trim_start_matches(is_white);
    let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest);
    (&line[..end], rest.trim_start_matches(is_white))
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut units: Vec<u16> = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let meant = match c {
            '\\' => match chars.next() {
                Some('u') => {
                    let digits: String = chars.by_ref().take(4).collect();
                    // Two of them may be one character beyond the first plane.
                    units.push(u16::from_str_radix(&digits, 16).unwrap_or(0xfffd));
                    continue;
                }
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\x0c',
                Some(other) => other,
                None => break,
            },
            c => c,
        };
        plain.push_str(&String::from_utf16_lossy(&units));
        units.clear();
        plain.push(meant);
    }
    plain.push_str(&String::from_utf16_lossy(&units));
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(usize, String, String)> {
        let read = parse(text.as_bytes());
        read.into_iter().map(|one| (one.line, one.key, one.value)).collect()
    }

    #[test]
    fn as_java_reads_them() {
        let text = "# a comment\n! another\n\n target = Till\ntarget.args: 1,2\nclasspath \\\n   out;\\\r\n\tlib\nempty\nlisten+=,x\n\
                    a\\ b\\=c=d\\tq\\u00e9\\ud83d\\ude00\n@include = other.jpf\npath=C:\\\\x\\\\";
        let expected = [
            (4, "target", "Till"),
            (5, "target.args", "1,2"),
            (6, "classpath", "out;lib"),
            (9, "empty", ""),
            (10, "listen+", ",x"),
            (11, "a b=c", "d\tqé😀"),
            (12, "@include", "other.jpf"),
            (13, "path", "C:\\x\\"),
        ];
        let expected = expected.map(|(line, key, value)| (line, key.to_owned(), value.to_owned()));
        assert_eq!(pairs(text), expected);
    }

    #[test]
    fn other_encodings_and_torn_ends() {
        assert_eq!(parse(b"name = caf\xe9")[0].value, "café");
        assert_eq!(pairs("a = b\\"), [(1, "a".into(), "b".into())]);
        assert_eq!(pairs("a = \\u00"), [(1, "a".into(), "\0".into())]);
    }
}
