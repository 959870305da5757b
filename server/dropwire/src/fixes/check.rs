//! What an edit does to the findings: it is compiled into a folder of its own, and the target and the others that use the class are
//! checked with that folder before their class path.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use dropwire_check::{Coverage, Finding, Report, Verdict};
use tempfile::TempDir;

use super::Candidate;
use crate::javac::Javac;
use crate::worker::control::{Control, Workers};
use crate::worker::protocol::{CheckRequest, limit_ms};
use crate::worker::verify::verify;

/// More are not offered for one finding.
const MOST_OFFERED: usize = 2;

/// What was seen of an edit. Closed: a new one needs its text in `words`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// With it the target is verified, and no other target is worse than before.
    Verified {
        /// States of the target.
        states: u64,
        /// What the verdict takes for granted with it, and did not without it.
        assuming: Vec<String>,
    },
    /// Every interleaving was explored, and the finding is gone; others, which were there before, remain.
    Gone {
        /// How many.
        others: usize,
    },
    /// The finding did not occur again as far as the search came.
    NotFoundAgain {
        /// The limit for each target.
        time: Duration,
    },
}

/// An edit that compiles, and with which the finding did not occur again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The edit.
    pub candidate: Candidate,
    /// What was seen.
    pub seen: Seen,
}

impl Fixed {
    /// Whether the target is verified with it.
    pub fn is_verified(&self) -> bool {
        match &self.seen {
            Seen::Verified { .. } => true,
            Seen::Gone { .. } | Seen::NotFoundAgain { .. } => false,
        }
    }
}

/// A target as it was checked before.
pub struct Checked {
    /// What was asked.
    pub request: CheckRequest,
    /// Its verdict.
    pub verdict: Verdict,
    /// The fingerprints of its findings.
    pub findings: BTreeSet<String>,
    /// What its verdict takes for granted.
    pub assumptions: Vec<String>,
}

impl Checked {
    /// A request and its answer.
    pub fn new(request: CheckRequest, report: &Report) -> Checked {
        Checked {
            request,
            verdict: report.verdict,
            findings: fingerprints(report),
            assumptions: report.assumptions.clone(),
        }
    }

    fn newly_assumed(&self, report: &Report) -> Vec<String> {
        let assumed = report.assumptions.iter();
        assumed
            .filter(|name| !self.assumptions.contains(name))
            .cloned()
            .collect()
    }
}

/// Checks edits.
pub struct Check<'a> {
    /// Compiles them.
    pub javac: &'a Javac,
    /// The target of the finding.
    pub target: Checked,
    /// The other targets that may use what is changed.
    pub others: Vec<Checked>,
    /// The limit for each target; zero for none.
    pub time: Duration,
    /// Where workers come from.
    pub workers: &'a dyn Workers,
    /// Ends it.
    pub control: &'a Control,
}

impl Check<'_> {
    /// Those that help, the verified ones first.
    pub fn those_that_help(&self, finding: &Finding, candidates: Vec<Candidate>) -> Vec<Fixed> {
        let mut found: Vec<Fixed> = Vec::new();
        for candidate in candidates {
            let verified = found.iter().filter(|fixed| fixed.is_verified()).count();
            if verified == MOST_OFFERED || self.control.was_killed() || self.control.was_stopped() {
                break;
            }
            let known = found.iter().any(|fixed| same_texts(&fixed.candidate, &candidate));
            if known {
                continue;
            }
            if let Some(seen) = self.seen(finding, &candidate) {
                found.push(Fixed { candidate, seen });
            }
        }
        found.sort_by_key(|fixed| !fixed.is_verified());
        found.truncate(MOST_OFFERED);
        found
    }

    fn seen(&self, finding: &Finding, candidate: &Candidate) -> Option<Seen> {
        let compiled = compile(self.javac, candidate, &self.target.request)?;
        let report = self.again(&self.target, compiled.path())?;
        let remaining = fingerprints(&report);
        if remaining.contains(&finding.fingerprint) {
            return None;
        }
        let mut seen = match (report.verdict, report.coverage) {
            (Verdict::Verified, Coverage::Complete) => Seen::Verified {
                states: report.statistics.states,
                assuming: self.target.newly_assumed(&report),
            },
            (Verdict::Violated, Coverage::Complete) => Seen::Gone {
                others: remaining.len(),
            },
            (Verdict::Failed, _) => return None,
            (Verdict::Verified | Verdict::Violated | Verdict::Incomplete, _) => Seen::NotFoundAgain { time: self.time },
        };
        for other in &self.others {
            let report = self.again(other, compiled.path())?;
            if report.verdict != other.verdict && report.verdict != Verdict::Verified {
                seen = match report.verdict {
                    Verdict::Failed => return None,
                    // Its findings were there before, or its search was cut off.
                    Verdict::Verified | Verdict::Violated | Verdict::Incomplete => {
                        Seen::NotFoundAgain { time: self.time }
                    }
                };
            }
        }
        Some(seen)
    }

    /// The report of a target with the changed classes; `None` where it has a finding that was not there before, or there is no answer.
    fn again(&self, target: &Checked, changed: &Path) -> Option<Report> {
        let mut request = target.request.clone();
        request.setup.class_path.insert(0, changed.to_path_buf());
        request.time_limit_ms = limit_ms(self.time);
        request.early = false;
        let outcome = verify(&request, self.workers, self.control, &mut |_| {});
        let is_new = |fingerprint: &String| !target.findings.contains(fingerprint);
        let spoilt = outcome.trouble.is_some() || outcome.died || fingerprints(&outcome.report).iter().any(is_new);
        (!spoilt).then_some(outcome.report)
    }
}

fn same_texts(one: &Candidate, other: &Candidate) -> bool {
    let texts = |candidate: &Candidate| -> Vec<_> {
        let sources = candidate.sources.iter();
        sources.map(|source| (source.path.clone(), source.edited())).collect()
    };
    texts(one) == texts(other)
}

fn fingerprints(report: &Report) -> BTreeSet<String> {
    let findings = report.findings.iter();
    findings.map(|finding| finding.fingerprint.clone()).collect()
}

/// The classes of the edited sources, in a folder that goes with the answer; `None` where they do not compile.
fn compile(javac: &Javac, candidate: &Candidate, request: &CheckRequest) -> Option<TempDir> {
    let compiled = || -> std::io::Result<Option<TempDir>> {
        let scratch = tempfile::tempdir()?;
        let folder = tempfile::Builder::new().prefix("dropwire-").tempdir()?;
        let mut files = Vec::new();
        for (number, source) in candidate.sources.iter().enumerate() {
            // Two of them may have the same name.
            let edited = scratch.path().join(format!("edited{number}"));
            std::fs::create_dir(&edited)?;
            let file = edited.join(source.path.file_name().unwrap_or_default());
            std::fs::write(&file, source.edited())?;
            files.push(file);
        }
        let empty = scratch.path().join("empty");
        std::fs::create_dir(&empty)?;
        let Ok(class_path) = std::env::join_paths(&request.setup.class_path) else {
            return Ok(None);
        };
        let ran = javac
            .command(&empty, folder.path(), &class_path)
            // All other classes are as they were compiled.
            .arg("-sourcepath")
            .arg(&empty)
            .args(["-nowarn", "-implicit:none"])
            .args(&files)
            .output()?;
        Ok(ran.status.success().then_some(folder))
    };
    match compiled() {
        Ok(folder) => folder,
        Err(error) => {
            tracing::warn!("an edit cannot be compiled: {error}");
            None
        }
    }
}
