//! Findings that do not count: by an `[[ignore]]` of `dropwire.toml`, or because a baseline holds them.
//!
//! They are still found, replayed and reported, with the reason; a target's verdict stays what it is. What changes is
//! the exit status ([`crate::exit`]) and how loudly they are reported.

pub mod baseline;
mod names;

use std::path::PathBuf;

use dropwire_check::{Coverage, Finding, Report, Verdict};
use serde::Serialize;

use crate::config::{Config, IgnoreEntry, Warning};
use baseline::Baseline;

pub use names::place_to_ignore;

/// What suppresses a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// An `[[ignore]]` entry.
    Ignore,
    /// `--baseline`: it was there before.
    Baseline,
}

/// Why a finding does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suppressed {
    /// What suppresses it.
    pub by: By,
    /// The reason of the entry, or which baseline.
    pub reason: String,
}

/// A report, and for each of its findings why it does not count, if so.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// What was found.
    pub report: &'a Report,
    suppressed: &'a [Option<Suppressed>],
}

impl<'a> Judged<'a> {
    /// `suppressed`: one for each finding.
    pub fn new(report: &'a Report, suppressed: &'a [Option<Suppressed>]) -> Judged<'a> {
        Judged { report, suppressed }
    }

    /// Nothing is suppressed.
    #[cfg(test)]
    pub fn all(report: &'a Report) -> Judged<'a> {
        Judged::new(report, &[])
    }

    /// The findings, each with why it does not count.
    pub fn findings(self) -> impl Iterator<Item = (&'a Finding, Option<&'a Suppressed>)> {
        let suppressed = self.suppressed.iter().map(Option::as_ref);
        self.report
            .findings
            .iter()
            .zip(suppressed.chain(std::iter::repeat(None)))
    }

    /// The findings that count.
    pub fn counting(self) -> impl Iterator<Item = &'a Finding> {
        self.findings()
            .filter(|(_, suppressed)| suppressed.is_none())
            .map(|(finding, _)| finding)
    }

    /// How many findings do not count.
    pub fn suppressed(self) -> usize {
        self.findings().filter(|(_, suppressed)| suppressed.is_some()).count()
    }

    /// It is violated, and by nothing that counts.
    pub fn only_suppressed(self) -> bool {
        match self.report.verdict {
            Verdict::Violated => self.counting().next().is_none(),
            Verdict::Verified | Verdict::Incomplete | Verdict::Failed => false,
        }
    }
}

/// What a configuration file suppresses.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// `[[ignore]]`
    pub entries: Vec<IgnoreEntry>,
    /// `baseline`, with its path.
    pub baseline: Option<(PathBuf, Baseline)>,
}

impl Kept {
    /// Of a configuration; a baseline that cannot be read is a remark on its line.
    pub fn of(config: &Config) -> (Kept, Option<Warning>) {
        let mut kept = Kept {
            entries: config.ignores.clone(),
            baseline: None,
        };
        let Some((file, line)) = &config.baseline else {
            return (kept, None);
        };
        match Baseline::read(file) {
            Ok(baseline) => {
                kept.baseline = Some((file.clone(), baseline));
                (kept, None)
            }
            Err(message) => (kept, Some(Warning::new(*line, message))),
        }
    }

    /// Whether it says anything.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.baseline.is_none()
    }

    /// Judges by it.
    pub fn suppressor(&self) -> Suppressor {
        Suppressor::new(&self.entries, self.baseline.clone())
    }
}

/// Judges findings, and remembers which entries matched.
#[derive(Debug, Default)]
pub struct Suppressor {
    entries: Vec<IgnoreEntry>,
    matched: Vec<bool>,
    baseline: Option<(PathBuf, Baseline)>,
    seen: Vec<String>,
    /// Everything that was asked was explored: what did not match matches nothing.
    complete: bool,
}

impl Suppressor {
    /// By these entries, and by a baseline with the path that the user knows it by.
    pub fn new(entries: &[IgnoreEntry], baseline: Option<(PathBuf, Baseline)>) -> Suppressor {
        Suppressor {
            entries: entries.to_vec(),
            matched: vec![false; entries.len()],
            baseline,
            seen: Vec::new(),
            complete: true,
        }
    }

    /// One for each finding of the report, in its order.
    pub fn judge(&mut self, report: &Report) -> Vec<Option<Suppressed>> {
        self.complete &= report.coverage == Coverage::Complete && report.verdict != Verdict::Failed;
        report.findings.iter().map(|finding| self.of(finding)).collect()
    }

    fn of(&mut self, finding: &Finding) -> Option<Suppressed> {
        self.seen.push(finding.fingerprint.clone());
        let mut found = None;
        let covered = names::cover(&self.entries, finding);
        for (entry, matched) in self.entries.iter().zip(&mut self.matched) {
            if names::matches(entry, finding) {
                *matched = true;
                if covered {
                    found.get_or_insert_with(|| Suppressed {
                        by: By::Ignore,
                        reason: entry.reason.clone(),
                    });
                }
            }
        }
        let (file, baseline) = match (&found, &self.baseline) {
            (None, Some((file, baseline))) => (file, baseline),
            (Some(_), _) | (None, None) => return found,
        };
        baseline.holds(finding).then(|| Suppressed {
            by: By::Baseline,
            reason: format!("it is in the baseline {}", file.display()),
        })
    }

    /// A remark on each entry that matched nothing, on its line. Only worth saying when every target ran.
    pub fn unused(&self) -> Vec<Warning> {
        let unmatched = self.entries.iter().zip(&self.matched).filter(|(_, matched)| !**matched);
        let remark = if self.complete {
            "unused [[ignore]] entry: remove it"
        } else {
            "nothing matched this [[ignore]], but not everything was explored"
        };
        unmatched
            .map(|(entry, _)| {
                let message = format!("{remark} ({} at {})", entry.kind.name(), entry.place);
                Warning::new(entry.line, message)
            })
            .collect()
    }

    /// How many entries of the baseline were not found any more; `None` without one, or if not everything was explored.
    pub fn gone(&self) -> Option<usize> {
        let (_, baseline) = self.baseline.as_ref()?;
        let gone = baseline.without(&self.seen);
        (self.complete && gone > 0).then_some(gone)
    }
}

#[cfg(test)]
mod tests {
    use dropwire_check::Kind;

    use super::*;
    use crate::text::testing::{deadlock_report, verified_report};

    fn entry(kind: Kind, place: &str) -> IgnoreEntry {
        IgnoreEntry {
            kind,
            place: place.into(),
            reason: "known".into(),
            line: 7,
        }
    }

    #[test]
    fn the_first_entry_gives_the_reason_and_the_others_are_used_too() {
        let mut entries = [entry(Kind::Deadlock, "Till.*"), entry(Kind::Deadlock, "Till")];
        entries[1].reason = "other".into();
        let mut suppressor = Suppressor::new(&entries, None);
        let report = deadlock_report();
        let suppressed = suppressor.judge(&report);
        let expected = Suppressed {
            by: By::Ignore,
            reason: "known".into(),
        };
        assert_eq!(suppressed, [Some(expected)]);
        assert_eq!(suppressor.unused(), []);
        let judged = Judged::new(&report, &suppressed);
        assert!(judged.only_suppressed());
        assert_eq!((judged.suppressed(), judged.counting().count()), (1, 0));
        assert!(!Judged::all(&report).only_suppressed());
    }

    #[test]
    fn what_matches_nothing_is_said_on_its_line() {
        let mut suppressor = Suppressor::new(&[entry(Kind::DataRace, "Till")], None);
        assert_eq!(suppressor.judge(&deadlock_report()), [None]);
        let remarks = suppressor.unused();
        assert_eq!(remarks[0].line, 7);
        assert!(remarks[0].message.contains("remove it"), "{remarks:?}");
        let mut cut_off = verified_report();
        cut_off.coverage = Coverage::Limited;
        suppressor.judge(&cut_off);
        assert!(suppressor.unused()[0].message.contains("not everything was explored"));
    }

    #[test]
    fn a_baseline_suppresses_what_it_holds_and_says_what_is_gone() {
        let report = deadlock_report();
        let baseline = Baseline::of(report.findings.iter());
        let mut suppressor = Suppressor::new(&[], Some(("old.json".into(), baseline.clone())));
        let suppressed = suppressor.judge(&report);
        assert_eq!(suppressed[0].as_ref().map(|by| by.by), Some(By::Baseline));
        assert_eq!(suppressor.gone(), None);
        let mut suppressor = Suppressor::new(&[], Some(("old.json".into(), baseline)));
        let mut other = report;
        other.findings[0].fingerprint = "v1:new".into();
        assert_eq!(suppressor.judge(&other), [None]);
        assert_eq!(suppressor.gone(), Some(1));
    }
}
