//! The audit of what runs as one step: every row of the tables has an entry in `atomic.md`, and every entry a row.
//!
//! That the programs named there exist is a matter of `tests/tests/tidy.rs`.

use super::looks::LOOKS;
use super::parts::PARTS;
use super::{
    ACQUIRES, ASKS_AGAIN, ATOMIC, BOOKKEEPING, CALLBACKS, COUNTS, INTERRUPT_CHECKS, INTERRUPTERS, LOOKUPS,
    OFFERS_FIRST, ON_ANOTHER, RELEASES, RUNNERS, UNTIL, WITHDRAWALS,
};

/// A row of a table: which table, class, methods.
type Row = (&'static str, &'static str, Vec<&'static str>);

fn rows() -> Vec<Row> {
    let methods = |methods: &[&'static str]| match methods.is_empty() {
        true => vec!["*"],
        false => methods.to_vec(),
    };
    let plain = [
        ("ATOMIC", ATOMIC),
        ("BOOKKEEPING", BOOKKEEPING),
        ("COUNTS", COUNTS),
        ("CALLBACKS", CALLBACKS),
        ("LOOKUPS", LOOKUPS),
        ("ON_ANOTHER", ON_ANOTHER),
        ("INTERRUPT_CHECKS", INTERRUPT_CHECKS),
        ("INTERRUPTERS", INTERRUPTERS),
        ("ASKS_AGAIN", ASKS_AGAIN),
        ("OFFERS_FIRST", OFFERS_FIRST),
        ("ACQUIRES", ACQUIRES),
    ];
    let plain = plain
        .into_iter()
        .flat_map(|(table, rows)| rows.iter().map(move |row| (table, row.0, methods(row.1))));
    let releases = RELEASES.iter().map(|row| ("RELEASES", row.0, vec![row.1]));
    let until = UNTIL.iter().map(|row| ("UNTIL", row.0, methods(row.1)));
    let looks = LOOKS.iter().map(|row| ("LOOKS", row.0, methods(row.1)));
    let parts = PARTS.iter().map(|row| ("PARTS", row.0, methods(row.1)));
    let runners = RUNNERS.iter().map(|row| ("RUNNERS", row.0, methods(row.1)));
    let withdrawals = WITHDRAWALS.iter().map(|row| ("WITHDRAWALS", row.0, methods(row.1)));
    plain
        .chain(releases)
        .chain(runners)
        .chain(withdrawals)
        .chain(until)
        .chain(parts)
        .chain(looks)
        .collect()
}

/// The cells of the entries: table, class, methods, what is promised, steps, program.
fn entries() -> Vec<Vec<&'static str>> {
    include_str!("atomic.md")
        .lines()
        .filter(|line| line.contains("| `"))
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .map(|cells: Vec<&str>| cells[1..cells.len() - 1].to_vec())
        .collect()
}

#[test]
fn every_row_has_an_entry() {
    let entries = entries();
    for (table, class, methods) in rows() {
        for method in methods {
            let found = entries
                .iter()
                .any(|entry| entry[0] == table && entry[1] == class && entry[2].split(' ').any(|m| m == method));
            assert!(found, "{table}: {class}.{method} has no entry in atomic.md");
        }
    }
}

#[test]
fn every_entry_has_its_row() {
    let rows = rows();
    for entry in entries() {
        for method in entry[2].split(' ') {
            let found = rows
                .iter()
                .any(|row| row.0 == entry[0] && row.1 == entry[1] && row.2.contains(&method));
            assert!(found, "{}: {}.{method} is no row any more", entry[0], entry[1]);
        }
    }
}
