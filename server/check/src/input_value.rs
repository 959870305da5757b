//! Values of parameters as text: numbers, strings, and objects with what they hold.
//!
//! ```text
//! this=#1=shop.Node{elem: 2, next: shop.Node{next: #1}}
//! int[]{1, 2}
//! shop.Color.RED
//! "two\nlines"
//! ```
//!
//! An object that is referred to again has a label. Fields that are not named are 0, `false` or `null`. Class names are binary names (JLS §13.1).

use std::fmt::{self, Write};

/// A value of a parameter, a field or an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputValue {
    /// `null`
    Null,
    /// A primitive value, as the target's arguments have it; a `char` in single quotes.
    Primitive(String),
    /// A constant of an enum.
    Constant {
        /// The enum's binary name.
        class: String,
        /// The constant's name.
        name: String,
    },
    /// The object that has this label.
    Same(u32),
    /// A new object.
    New {
        /// Its label, if it is referred to again.
        label: Option<u32>,
        /// What it is.
        object: InputObject,
    },
}

/// An object that is an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputObject {
    /// A string, by its UTF-16 units.
    Text(Vec<u16>),
    /// An object of a class, whose constructor did not run.
    Instance {
        /// Its class's binary name.
        class: String,
        /// Fields by name; where two classes declare one of a name, behind the binary name of its class and a dot.
        fields: Vec<(String, InputValue)>,
    },
    /// An array.
    Array {
        /// The type of its elements, as source code has it.
        component: String,
        /// The elements.
        elements: Vec<InputValue>,
    },
}

/// Objects may stand in each other so deep: the text is read by recursion.
const DEEPEST: u32 = 1000;

impl InputValue {
    /// Reads a value.
    ///
    /// # Errors
    /// A sentence that names the place.
    pub fn parse(text: &str) -> Result<InputValue, String> {
        let mut reader = Reader {
            text,
            rest: text,
            depth: 0,
        };
        let value = reader.value()?;
        match reader.rest.trim_start() {
            "" => Ok(value),
            _ => Err(reader.expected("the end")),
        }
    }
}

impl fmt::Display for InputValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputValue::Null => f.write_str("null"),
            InputValue::Primitive(text) => f.write_str(text),
            InputValue::Constant { class, name } => write!(f, "{class}.{name}"),
            InputValue::Same(label) => write!(f, "#{label}"),
            InputValue::New { label, object } => {
                if let Some(label) = label {
                    write!(f, "#{label}=")?;
                }
                write!(f, "{object}")
            }
        }
    }
}

impl fmt::Display for InputObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputObject::Text(units) => f.write_str(&quoted('"', units)),
            InputObject::Instance { class, fields } => {
                write!(f, "{class}{{")?;
                for (at, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}{name}: {value}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
            InputObject::Array { component, elements } => {
                write!(f, "{component}[]{{")?;
                for (at, value) in elements.iter().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

/// UTF-16 units in quotes, as in source code. JLS §3.10.
pub fn quoted(quote: char, units: &[u16]) -> String {
    let mut text = String::from(quote);
    for unit in units {
        let character = char::from_u32(u32::from(*unit)).filter(|one| one.is_ascii_graphic() || *one == ' ');
        let _ = match character {
            Some(escaped) if escaped == quote || escaped == '\\' => write!(text, "\\{escaped}"),
            Some(plain) => write!(text, "{plain}"),
            None if *unit == 10 => write!(text, "\\n"),
            None if *unit == 9 => write!(text, "\\t"),
            None => write!(text, "\\u{unit:04x}"),
        };
    }
    text.push(quote);
    text
}

/// A number as `Float.toString` writes it, though with as many digits as tell it from others: `Float.valueOf` reads the same one.
pub fn float_text(value: f32) -> String {
    match value.is_finite() {
        true => decimal(&format!("{value:?}")),
        false => not_finite(value.is_nan(), value > 0.0),
    }
}

/// A number as `Double.toString` writes it, likewise.
pub fn double_text(value: f64) -> String {
    match value.is_finite() {
        true => decimal(&format!("{value:?}")),
        false => not_finite(value.is_nan(), value > 0.0),
    }
}

fn not_finite(is_nan: bool, is_positive: bool) -> String {
    match (is_nan, is_positive) {
        (true, _) => "NaN".into(),
        (false, true) => "Infinity".into(),
        (false, false) => "-Infinity".into(),
    }
}

/// `1.0E300` for `1e300`.
fn decimal(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}E{exponent}"),
        Some((digits, exponent)) => format!("{digits}.0E{exponent}"),
        None => text.to_owned(),
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    depth: u32,
}

impl Reader<'_> {
    fn expected(&self, what: &str) -> String {
        let at = self.text.len() - self.rest.len();
        format!(
            "`{}` is no value: {what} is expected at character {}",
            self.text,
            at + 1
        )
    }

    fn takes(&mut self, what: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(what) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes characters as long as they fit.
    fn word(&mut self, fits: impl Fn(char) -> bool) -> String {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|one| !fits(one)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn value(&mut self) -> Result<InputValue, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("a value is more than {DEEPEST} objects deep"));
        }
        let value = self.value_at();
        self.depth -= 1;
        value
    }

    fn value_at(&mut self) -> Result<InputValue, String> {
        if self.takes('#') {
            let label = self.word(|one| one.is_ascii_digit());
            let label = label.parse().map_err(|_| self.expected("a number"))?;
            if !self.takes('=') {
                return Ok(InputValue::Same(label));
            }
            return match self.value()? {
                InputValue::New { label: None, object } => Ok(InputValue::New {
                    label: Some(label),
                    object,
                }),
                _ => Err(self.expected("an object behind a label")),
            };
        }
        if self.takes('"') {
            let units = self.quoted('"')?;
            return Ok(InputValue::New {
                label: None,
                object: InputObject::Text(units),
            });
        }
        if self.takes('\'') {
            let units = self.quoted('\'')?;
            return match units.len() {
                1 => Ok(InputValue::Primitive(quoted('\'', &units))),
                _ => Err(self.expected("one character")),
            };
        }
        self.named()
    }

    /// A number, a keyword, or what begins with the name of a type.
    fn named(&mut self) -> Result<InputValue, String> {
        let name = self.word(|one| one.is_alphanumeric() || matches!(one, '_' | '$' | '.' | '-' | '+'));
        if name.is_empty() {
            return Err(self.expected("a value"));
        }
        let mut dimensions = String::new();
        while self.rest.starts_with("[]") {
            self.rest = &self.rest[2..];
            dimensions.push_str("[]");
        }
        if self.takes('{') {
            let object = match dimensions.strip_suffix("[]") {
                Some(inner) => InputObject::Array {
                    component: format!("{name}{inner}"),
                    elements: self.all(Reader::value)?,
                },
                None => InputObject::Instance {
                    class: name,
                    fields: self.all(Reader::field)?,
                },
            };
            return Ok(InputValue::New { label: None, object });
        }
        if !dimensions.is_empty() {
            return Err(self.expected("`{`"));
        }
        let is_number = name.starts_with(|one: char| one.is_ascii_digit() || matches!(one, '-' | '+' | '.'));
        Ok(match (name.as_str(), name.rsplit_once('.')) {
            ("null", _) => InputValue::Null,
            ("true" | "false" | "NaN" | "Infinity", _) => InputValue::Primitive(name),
            _ if is_number => InputValue::Primitive(name),
            (_, Some((class, constant))) => InputValue::Constant {
                class: class.to_owned(),
                name: constant.to_owned(),
            },
            (_, None) => return Err(self.expected("`{` behind the name of a class")),
        })
    }

    fn field(&mut self) -> Result<(String, InputValue), String> {
        let name = self.word(|one| one.is_alphanumeric() || matches!(one, '_' | '$' | '.'));
        if name.is_empty() || !self.takes(':') {
            return Err(self.expected("a field and `:`"));
        }
        Ok((name, self.value()?))
    }

    /// Everything up to the closing brace.
    fn all<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let mut all = Vec::new();
        if self.takes('}') {
            return Ok(all);
        }
        loop {
            all.push(one(self)?);
            if self.takes('}') {
                return Ok(all);
            }
            if !self.takes(',') {
                return Err(self.expected("`,` or `}`"));
            }
        }
    }

    /// What stands up to the closing quote.
    fn quoted(&mut self, quote: char) -> Result<Vec<u16>, String> {
        let mut units = Vec::new();
        let mut characters = self.rest.chars();
        loop {
            match characters.next() {
                None => return Err(self.expected("a closing quote")),
                Some(one) if one == quote => break,
                Some('\\') => {
                    let unit = match characters.next() {
                        Some('n') => Some(10),
                        Some('t') => Some(9),
                        Some('u') => {
                            let digits: String = characters.by_ref().take(4).collect();
                            u16::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)
                        }
                        Some(one @ ('\\' | '"' | '\'')) => Some(one as u16),
                        _ => None,
                    };
                    units.push(unit.ok_or_else(|| self.expected("an escape sequence"))?);
                }
                Some(one) => units.extend(one.encode_utf16(&mut [0; 2]).iter()),
            }
        }
        self.rest = characters.as_str();
        Ok(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        for text in [
            "null",
            "-5",
            "1.5E10",
            "-1.0E-300",
            "NaN",
            "-Infinity",
            "true",
            "'a'",
            "'\\u0000'",
            "\"a \\\"b\\\\\\n\\u00e9\"",
            "shop.Color.RED",
            "#1=shop.Node{elem: 2, next: shop.Node{next: #1}}",
            "int[]{1, 2}",
            "int[][]{int[]{}, null}",
            "shop.Outer$Inner{shop.Base.x: 1, x: 2}",
        ] {
            let value = InputValue::parse(text).unwrap();
            assert_eq!(value.to_string(), text);
        }
        let spaced = InputValue::parse(" A { x : 1 , y : \"é\" } ").unwrap();
        assert_eq!(spaced.to_string(), "A{x: 1, y: \"\\u00e9\"}");
    }

    #[test]
    fn numbers_are_written_as_java_reads_them() {
        assert_eq!(double_text(1e300), "1.0E300");
        assert_eq!(double_text(-0.0), "-0.0");
        assert_eq!(double_text(f64::from_bits(1)), "5.0E-324");
        assert_eq!(double_text(f64::NEG_INFINITY), "-Infinity");
        assert_eq!(float_text(0.1), "0.1");
        assert_eq!(float_text(f32::MAX), "3.4028235E38");
        assert_eq!(float_text(f32::NAN), "NaN");
    }

    #[test]
    fn other_texts_say_where_they_end_to_be_values() {
        for (text, at) in [
            ("", "a value is expected at character 1"),
            ("A{x}", "a field and `:` is expected at character 4"),
            ("A{x: 1", "`,` or `}` is expected at character 7"),
            ("A{} B", "the end is expected at character 4"),
            ("\"a", "a closing quote"),
            ("\"\\x\"", "an escape sequence"),
            ("int[]", "`{` is expected"),
            ("#=A{}", "a number"),
            ("#1=5", "an object behind a label"),
            ("Till", "behind the name of a class"),
        ] {
            let said = InputValue::parse(text).unwrap_err();
            assert!(said.contains(at), "{text}: {said}");
        }
        let deep = "A{x: ".repeat(2000);
        assert!(InputValue::parse(&deep).unwrap_err().contains("1000 objects deep"));
    }
}
