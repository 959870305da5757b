//! The audit of what natives do to memory that others may reach: `audit.txt` says it of each peer, replacement and listener.

use std::collections::{BTreeMap, BTreeSet};

use super::{Table, replaced};

/// How what a method touches passes the gate, or why it need not.
const PASSAGES: [(&str, &str); 10] = [
    ("gate", "each range passes the gate, and meets what overlaps"),
    ("step", "is a visible operation of its own: the thread parks before it"),
    ("pure", "touches nothing but its arguments, or what it makes itself"),
    (
        "image",
        "asks for what class files say, which is the same in every state",
    ),
    (
        "text",
        "reads strings, whose characters nobody writes once others can reach them",
    ),
    ("self", "what belongs to the calling thread alone"),
    ("java", "hands over to bytecode, which passes the gate by itself"),
    (
        "inside",
        "is called by code of the JDK alone, on what that has not shared yet or never writes again",
    ),
    (
        "look",
        "asks what a search takes for granted that nobody asks (speculation.rs), or of other threads' frames",
    ),
    (
        "open",
        "may touch what others reach, and does so unseen: with its reason",
    ),
];

struct Entry {
    passage: &'static str,
    what: &'static str,
    programs: Vec<&'static str>,
}

fn entries() -> BTreeMap<(&'static str, &'static str), Entry> {
    let mut all = BTreeMap::new();
    let mut class = "";
    for line in include_str!("audit.txt")
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let Some(row) = line.strip_prefix("  ") else {
            class = line;
            continue;
        };
        let (names, rest) = row.split_once(": ").unwrap_or_else(|| panic!("no passage: {line}"));
        let mut parts = rest.split("; ");
        let passage = parts.next().unwrap_or_default();
        let what = parts.next().unwrap_or_default();
        let programs: Vec<&str> = parts.next().map_or(Vec::new(), |list| list.split(", ").collect());
        for name in names.split(' ') {
            let programs = programs.clone();
            let known = all.insert(
                (class, name),
                Entry {
                    passage,
                    what,
                    programs,
                },
            );
            assert!(known.is_none(), "twice: {class}.{name}");
        }
    }
    all
}

fn rows() -> BTreeSet<(&'static str, &'static str)> {
    let table = Table::new();
    let peers = table.by_class.iter().flat_map(|(class, groups)| {
        let rows = groups.iter().flat_map(|rows| rows.iter());
        rows.map(|row| (*class, row.0))
    });
    // What only listens has its body after it.
    let others = replaced::TABLE.iter();
    peers.chain(others.map(|row| (row.class, row.name))).collect()
}

#[test]
fn every_native_and_replacement_says_what_it_does_to_memory() {
    let (entries, rows) = (entries(), rows());
    let known: BTreeSet<_> = entries.keys().copied().collect();
    let missing: Vec<_> = rows.difference(&known).collect();
    assert!(missing.is_empty(), "without an entry in audit.txt: {missing:#?}");
    let gone: Vec<_> = known.difference(&rows).collect();
    assert!(gone.is_empty(), "no such row any more: {gone:#?}");
    for ((class, name), entry) in &entries {
        let passage = PASSAGES.iter().find(|(known, _)| *known == entry.passage);
        assert!(passage.is_some(), "{class}.{name}: {}", entry.passage);
        let says = !matches!(entry.passage, "gate" | "open") || entry.what.len() > 10;
        assert!(says, "{class}.{name} does not say what it touches");
    }
    let gated = entries.values().filter(|entry| entry.passage == "gate");
    let unshown = gated.filter(|entry| entry.programs.is_empty()).count();
    assert_eq!(
        unshown, 13,
        "one more that no program shows needs its reason, and this number"
    );
}

#[test]
fn what_bypasses_the_gate_is_a_short_list() {
    let entries = entries();
    let open: Vec<_> = entries.iter().filter(|(_, entry)| entry.passage == "open").collect();
    assert_eq!(open.len(), 16, "one more needs its reason, and this number");
}
