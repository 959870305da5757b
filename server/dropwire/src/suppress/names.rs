//! What an `[[ignore]]` may call the place of a finding.

use dropwire_check::facts::defect::Facts;
use dropwire_check::{Finding, Location};

use crate::config::IgnoreEntry;
use crate::glob;

/// Whether an entry is about a finding: its kind, and one of the names of its places or its field.
pub fn matches(entry: &IgnoreEntry, finding: &Finding) -> bool {
    entry.kind == finding.kind && {
        let pattern = plain(&entry.place);
        names(finding).iter().any(|name| glob::matches(&pattern, name))
    }
}

/// Whether entries are about all that a finding says: of threads that go round together, each loop may be a defect by itself, so each needs one.
pub fn cover(entries: &[IgnoreEntry], finding: &Finding) -> bool {
    let about = |place: &Location| {
        let of_kind = entries.iter().filter(|entry| entry.kind == finding.kind);
        let names = names_of(place);
        let mut patterns = of_kind.map(|entry| plain(&entry.place));
        patterns.any(|pattern| names.iter().any(|name| glob::matches(&pattern, name)))
    };
    !goes_round_together(finding)
        || finding.related.iter().all(|related| about(&related.location)) && about(&finding.location)
}

fn goes_round_together(finding: &Finding) -> bool {
    matches!(finding.facts, Some(Facts::Endless { .. }))
}

/// The most telling name of a finding, for a new entry: the field of a race, else class and method.
pub fn place_to_ignore(finding: &Finding) -> String {
    if let Some(subject) = finding.subject() {
        return plain(&subject);
    }
    let place = &finding.location;
    match source_method(&place.method) {
        "" => plain(&place.class),
        method => format!("{}.{method}", plain(&place.class)),
    }
}

/// `shop.Stats`, `shop.Stats.count`, and the same of the classes around; the field of a race.
///
/// A race has two sides, a deadlock and a loop of several threads as many as threads: each place counts. Of the other kinds only the main place does:
/// the related ones are callers, and whoever ignores `main` would ignore everything.
fn names(finding: &Finding) -> Vec<String> {
    let sides = match finding.kind.has_sides() || goes_round_together(finding) {
        true => finding.related.as_slice(),
        false => &[],
    };
    let places = std::iter::once(&finding.location).chain(sides.iter().map(|related| &related.location));
    let mut names: Vec<String> = places.flat_map(names_of).collect();
    names.extend(finding.subject().map(|subject| plain(&subject)));
    names
}

fn names_of(place: &Location) -> Vec<String> {
    let class = plain(&place.class);
    let mut names = vec![
        format!("{class}.{}", place.method),
        format!("{class}.{}", source_method(&place.method)),
    ];
    // Nested classes belong to the class around them.
    let binary = &place.class;
    let around = binary.match_indices('$').map(|(end, _)| plain(&binary[..end]));
    names.extend(around.filter(|outer| !outer.is_empty()));
    names.push(class);
    names
}

/// `$` and `.` are one: nobody should have to know which classes are nested.
fn plain(name: &str) -> String {
    name.replace('$', ".")
}

/// `sell` of `lambda$sell$0`.
fn source_method(method: &str) -> &str {
    let lambda = method.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$'));
    lambda.map_or(method, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use dropwire_check::Kind;

    use super::*;
    use crate::text::testing::{deadlock_report, location, race_facts};

    fn matching(finding: &Finding, place: &str) -> bool {
        let entry = IgnoreEntry {
            kind: finding.kind,
            place: place.into(),
            reason: "known".into(),
            line: 1,
        };
        matches(&entry, finding)
    }

    #[test]
    fn class_member_and_glob() {
        let finding = deadlock_report().findings.remove(0);
        for place in ["Till", "Till.sell", "Till.audit", "T?ll", "Till.*"] {
            assert!(matching(&finding, place), "{place}");
        }
        for place in ["Til", "Till.refund", "till", "Till.sel"] {
            assert!(!matching(&finding, place), "{place}");
        }
        let mut other = finding.clone();
        other.kind = Kind::DataRace;
        let entry = IgnoreEntry {
            kind: Kind::Deadlock,
            place: "Till".into(),
            reason: "known".into(),
            line: 1,
        };
        assert!(!matches(&entry, &other), "another kind");
    }

    #[test]
    fn nested_classes_lambdas_and_fields() {
        let mut finding = deadlock_report().findings.remove(0);
        finding.kind = Kind::DataRace;
        finding.related.clear();
        finding.location = location("lambda$main$0", 3);
        finding.location.class = "shop.Stats$Counter".into();
        finding.facts = Some(race_facts("shop.Stats$Counter", "hits"));
        for place in [
            "shop.Stats",
            "shop.Stats.Counter",
            "shop.Stats$Counter",
            "shop.Stats.Counter.main",
            "shop.Stats.Counter.hits",
            "shop.*.hits",
        ] {
            assert!(matching(&finding, place), "{place}");
        }
        assert!(!matching(&finding, "shop"), "a package needs a star");
        assert_eq!(place_to_ignore(&finding), "shop.Stats.Counter.hits");
        finding.facts = None;
        assert_eq!(place_to_ignore(&finding), "shop.Stats.Counter.main");
    }

    #[test]
    fn loops_that_go_round_together_need_an_entry_each() {
        let mut finding = deadlock_report().findings.remove(0);
        finding.kind = Kind::InfiniteLoop;
        finding.facts = Some(Facts::Endless {
            threads: vec!["a".into(), "b".into()],
        });
        finding.location = location("reads", 3);
        finding.related.truncate(1);
        finding.related[0].location = location("writes", 7);
        let entry = |place: &str| IgnoreEntry {
            kind: Kind::InfiniteLoop,
            place: place.into(),
            reason: "known".into(),
            line: 1,
        };
        let [reads, writes, both] = ["Till.reads", "Till.writes", "Till.*"].map(entry);
        assert!(matches(&reads, &finding) && matches(&writes, &finding));
        assert!(!cover(std::slice::from_ref(&reads), &finding));
        assert!(!cover(std::slice::from_ref(&writes), &finding));
        assert!(cover(&[reads.clone(), writes], &finding));
        assert!(cover(&[both], &finding));
        finding.facts = None;
        assert!(cover(&[reads], &finding), "one thread");
    }

    #[test]
    fn callers_of_a_failed_assertion_do_not_count() {
        let mut finding = deadlock_report().findings.remove(0);
        finding.kind = Kind::AssertionFailure;
        assert!(matching(&finding, "Till.sell"));
        assert!(!matching(&finding, "Till.audit"));
    }
}
