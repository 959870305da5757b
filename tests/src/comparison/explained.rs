//! Which differences between modes are none: an assumption that the answer lists accounts for them.
//!
//! A row is an excuse, so each one says exactly which differences it covers.

use super::held::Difference;
use super::machine::Answer;

/// A reason why two right answers differ.
struct Row {
    /// The first answer lists it.
    assumption: &'static str,
    /// The mode that does without it; every mode where there is none.
    mode: Option<&'static str>,
    /// What it covers.
    covers: fn(&Difference) -> bool,
    /// In plain words.
    why: &'static str,
}

const ROWS: &[Row] = &[];

/// The row that accounts for a difference.
pub fn explanation(first: &Answer, _: &Answer, mode: &str, difference: &Difference) -> Option<&'static str> {
    let listed = |name: &str| first.assumptions.iter().any(|listed| listed == name);
    let row = ROWS
        .iter()
        .find(|row| listed(row.assumption) && row.mode.is_none_or(|of| of == mode) && (row.covers)(difference));
    row.map(|row| row.why)
}
