//! A table for a terminal: columns as wide as their widest cell, numbers to the right.

use std::fmt::Write;

/// The table; the first column is text, all others are numbers or short words.
pub fn format(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows
            .iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count());
        cells.max().unwrap_or(0).max(head[column].chars().count())
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        for (column, cell) in cells.enumerate() {
            let width = widths[column];
            let _ = if column == 0 {
                write!(text, "{cell:<width$}")
            } else {
                write!(text, "  {cell:>width$}")
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    };
    line(&mut head.iter().copied());
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    line(&mut rule.iter().map(String::as_str));
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
    text
}

/// `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Three digits that count.
pub fn short(number: f64) -> String {
    match number {
        n if n >= 100.0 => grouped(n.round() as u64),
        n if n >= 10.0 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".into(), "1".into()], vec!["long".into(), "1,000".into()]];
        let text = format(&["x", "n"], &rows);
        assert_eq!(text, "x         n\n────  ─────\na         1\nlong  1,000\n");
        assert_eq!(
            [grouped(999), grouped(1000), short(0.5), short(12.34)],
            ["999", "1,000", "0.50", "12.3"]
        );
    }
}
