//! Durations and sizes as people write them: `60s`, `2m`, `500ms`; `4GiB`, `512MB`. And numbers as people read them.

use std::time::Duration;

pub use dropwire_check::words::reason::duration as show_seconds;

/// Parses `500ms`, `60s`, `2m`, `1h`; a bare number is seconds; `0` is no limit and gives a zero duration.
///
/// # Errors
/// A sentence that names the text and shows the accepted form.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds_per_unit = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(bad_duration(text)),
    };
    let amount: f64 = number.parse().map_err(|_| bad_duration(text))?;
    Duration::try_from_secs_f64(amount * seconds_per_unit).map_err(|_| bad_duration(text))
}

/// Parses `4GiB`, `512MB`, `1g`, `1024`; a bare number is bytes; `0` is no limit.
///
/// # Errors
/// A sentence that names the text and shows the accepted form.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "kb" => 1_000,
        "m" | "mib" => 1 << 20,
        "mb" => 1_000_000,
        "g" | "gib" => 1 << 30,
        "gb" => 1_000_000_000,
        "t" | "tib" => 1 << 40,
        _ => return Err(bad_size(text)),
    };
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor).ok_or_else(|| bad_size(text));
    }
    let amount: f64 = number.parse().map_err(|_| bad_size(text))?;
    let bytes = amount * factor as f64;
    if bytes.is_finite() && (0.0..1e18).contains(&bytes) {
        Ok(bytes as u64)
    } else {
        Err(bad_size(text))
    }
}

/// `1,204`.
pub fn show_count(count: u64) -> String {
    let digits = count.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// `1 state`, `41 states`.
pub fn plural(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", show_count(count))
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim(), text[end..].trim())
}

fn bad_duration(text: &str) -> String {
    format!("`{text}` is not a duration; expected 500ms, 60s, 2m or 1h, for example")
}

fn bad_size(text: &str) -> String {
    format!("`{text}` is not a size; expected 512MiB or 4GiB, for example")
}

/// A number of things of which there is at least one.
///
/// # Errors
/// What was expected.
pub fn one_or_more(text: &str) -> Result<std::num::NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number from 1 on".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(parse_duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("7"), Ok(Duration::from_secs(7)));
        for bad in ["", "s", "-1s", "2 weeks", "1e400s", "NaN"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4GiB"), Ok(4 << 30));
        assert_eq!(parse_size("512MB"), Ok(512_000_000));
        assert_eq!(parse_size("1.5g"), Ok(3 << 29));
        assert_eq!(parse_size("1024"), Ok(1024));
        for bad in ["", "GiB", "-1G", "4 bananas", "99999999999999999999G"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shown_numbers() {
        assert_eq!(show_count(7), "7");
        assert_eq!(show_count(1204), "1,204");
        assert_eq!(show_count(1_234_567), "1,234,567");
        assert_eq!(show_seconds(0.0121), "12 ms");
        assert_eq!(show_seconds(3.21), "3.2 s");
        assert_eq!(show_seconds(250.0), "4 min 10 s");
        assert_eq!(plural(1, "state"), "1 state");
    }
}
