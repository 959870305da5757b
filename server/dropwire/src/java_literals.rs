//! Values as Java source has them. JLS §3.10.

/// A string literal (JLS §3.10.5).
pub fn string(text: &str) -> String {
    string_of_units(&text.encode_utf16().collect::<Vec<u16>>())
}

/// A string literal of UTF-16 units, which need not be pairs.
pub fn string_of_units(units: &[u16]) -> String {
    let units: String = units.iter().map(|unit| escaped(*unit, '"')).collect();
    format!("\"{units}\"")
}

/// A character literal (JLS §3.10.4).
pub fn character(unit: u16) -> String {
    format!("'{}'", escaped(unit, '\''))
}

/// Unicode escapes are read before all else (JLS §3.3), so an end of a line must have an escape of its own.
fn escaped(unit: u16, quote: char) -> String {
    match char::from_u32(unit.into()) {
        Some('\n') => "\\n".into(),
        Some('\r') => "\\r".into(),
        Some('\\') => "\\\\".into(),
        Some(c) if c == quote => format!("\\{c}"),
        Some(c @ ' '..='~') => c.into(),
        _ => format!("\\u{unit:04x}"),
    }
}

/// A literal of type `float`, or a constant expression where there is none.
pub fn float(value: f32) -> String {
    match value {
        _ if value.is_nan() => "Float.NaN".into(),
        f32::INFINITY => "Float.POSITIVE_INFINITY".into(),
        f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".into(),
        _ => format!("{value:?}f"),
    }
}

/// A literal of type `double`, likewise.
pub fn double(value: f64) -> String {
    match value {
        _ if value.is_nan() => "Double.NaN".into(),
        f64::INFINITY => "Double.POSITIVE_INFINITY".into(),
        f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".into(),
        _ => format!("{value:?}"),
    }
}

/// An expression for a floating-point number of a primitive type, as the argument of a target has it.
pub fn fraction(ty: &str, text: &str) -> String {
    match (ty, text.parse(), text.parse()) {
        ("float", Ok(value), _) => float(value),
        ("double", _, Ok(value)) => double(value),
        _ => text.to_owned(),
    }
}

/// What may stand in a comment.
pub fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace('\\', "\\\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_escaped() {
        assert_eq!(string("a\"b\\ü\n'"), "\"a\\\"b\\\\\\u00fc\\n'\"");
        assert_eq!(string_of_units(&[0xd800]), "\"\\ud800\"");
        assert_eq!(character(0x27), "'\\''");
        assert_eq!(character(0), "'\\u0000'");
        assert_eq!(float(1e-7), "1e-7f");
        assert_eq!(double(f64::NAN), "Double.NaN");
        assert_eq!(fraction("float", "-Infinity"), "Float.NEGATIVE_INFINITY");
        assert_eq!(fraction("float", "0.1"), "0.1f");
        assert_eq!(fraction("double", "-0.0"), "-0.0");
    }
}
