//! What build servers read: SARIF, JUnit XML, annotations, and coverage in the LCOV format.
//!
//! Each is made from the same [`Answer`]s as the text and the JSON document. None says less than they do about what was not
//! explored: an incomplete or failed target is visible in each, and never looks like a verified one.

pub mod github;
pub mod junit;
pub mod lcov;
pub mod sarif;

use std::collections::BTreeMap;
use std::path::PathBuf;

use dropwire_check::words::reason::sentences;
use dropwire_check::{Confidence, Finding, Location, Report, Severity, Verdict, words};

use crate::exit::{Status, cannot_be_modelled};
use crate::json::Paths;
use crate::shard::Part;
use crate::sources::Sources;
use crate::suppress::{Judged, Suppressed};
use crate::text::finding::titled;

/// What came of one target.
pub struct Answer {
    /// Binary name with dots.
    pub target: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// Nobody asked for it by name.
    pub found: bool,
    /// What was found.
    pub report: Report,
    /// For each finding, why it does not count, if so.
    pub suppressed: Vec<Option<Suppressed>>,
    /// Its source files.
    pub sources: Sources,
}

/// What came of a whole call.
pub struct Call<'a> {
    /// In the order they ran.
    pub answers: Vec<Answer>,
    /// Version of the JDK whose classes ran.
    pub jdk: &'a str,
    /// `--seed`.
    pub seed: u64,
    /// Paths below it are written relative to it.
    pub folder: &'a std::path::Path,
    /// A baseline was given: findings are old or new.
    pub baseline: bool,
    /// How the call ends.
    pub status: Status,
    /// Targets that did not run any more.
    pub not_run: Vec<String>,
    /// Which part of the whole this is, of a call with `--shard`.
    pub part: Option<Part>,
}

impl Answer {
    /// The report with what does not count.
    pub fn judged(&self) -> Judged<'_> {
        Judged::new(&self.report, &self.suppressed)
    }

    /// Whether nobody asked for it and it goes where the machine does not follow, which fails no call unless that is asked for.
    pub fn is_beyond(&self) -> bool {
        self.found && cannot_be_modelled(&self.report)
    }

    /// The target and its arguments, as a person would say it.
    pub fn title(&self) -> String {
        let words: Vec<&str> = std::iter::once(&self.target)
            .chain(&self.args)
            .map(String::as_str)
            .collect();
        words.join(" ")
    }
}

/// One defect, whatever number of targets found it.
pub struct Defect<'a> {
    /// What speaks for it.
    pub finding: &'a Finding,
    /// Why it does not count, if so.
    pub suppressed: Option<&'a Suppressed>,
    /// The source files of the target that found it so.
    pub sources: &'a Sources,
    /// Who found it.
    pub targets: Vec<String>,
}

/// Each defect once, in the order found: the confirmed finding with the shortest trail speaks for it. The same in two modules, each
/// with a source of its own, is two.
pub fn defects<'a>(answers: &'a [Answer]) -> Vec<Defect<'a>> {
    let mut order = Vec::new();
    let mut by_place: BTreeMap<(&str, Option<PathBuf>), Defect<'a>> = BTreeMap::new();
    let rank = |finding: &Finding| (finding.confidence != Confidence::Confirmed, finding.trail.steps.len());
    for answer in answers {
        for (finding, suppressed) in answer.judged().findings() {
            let place = identity(finding, &answer.sources);
            let defect = by_place.entry(place.clone()).or_insert_with(|| {
                order.push(place);
                Defect {
                    finding,
                    suppressed,
                    sources: &answer.sources,
                    targets: Vec::new(),
                }
            });
            defect.targets.push(answer.title());
            if rank(finding) < rank(defect.finding) {
                (defect.finding, defect.sources) = (finding, &answer.sources);
            }
        }
    }
    order.into_iter().filter_map(|place| by_place.remove(&place)).collect()
}

/// What makes two findings one defect: the fingerprint, and the source file.
fn identity<'a>(finding: &'a Finding, sources: &Sources) -> (&'a str, Option<PathBuf>) {
    (finding.fingerprint.as_str(), sources.path(shown_at(finding, sources)))
}

/// The first of these targets that has the same defect, as confirmed as this one.
pub fn shown_by(answers: &[Answer], finding: &Finding, sources: &Sources) -> Option<String> {
    let wanted = identity(finding, sources);
    let has_it = |answer: &&Answer| {
        answer
            .judged()
            .counting()
            .any(|one| one.confidence == finding.confidence && identity(one, &answer.sources) == wanted)
    };
    answers.iter().find(has_it).map(Answer::title)
}

/// How much a finding weighs for a build server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
}

fn level(finding: &Finding) -> Level {
    match (finding.confidence, finding.severity()) {
        (Confidence::Confirmed, Severity::Error) => Level::Error,
        (Confidence::Confirmed, Severity::Warning) | (Confidence::Potential, _) => Level::Warning,
    }
}

/// `Deadlock: sell holds …`, with `Potential: ` before it where it is not confirmed, and what it needs.
fn sentence(finding: &Finding) -> String {
    let potential = match finding.confidence {
        Confidence::Confirmed => "",
        Confidence::Potential => "Potential: ",
    };
    let needs = match finding.needs.as_slice() {
        [] => String::new(),
        needs => format!(" (requires {})", words::need::events(needs)),
    };
    format!("{potential}{}{needs}", titled(finding))
}

/// The nearest place with a source that we have, else the finding's own.
fn shown_at<'a>(finding: &'a Finding, sources: &Sources) -> &'a Location {
    let known = sources.nearest(finding).map(|(_, location)| location);
    known.unwrap_or(&finding.location)
}

/// `incomplete: reason; reason`; `None` for a target that was explored to the end.
fn not_explored(report: &Report) -> Option<String> {
    if report.skipped().is_some() {
        return report.reasons.first().map(ToString::to_string);
    }
    let word = match (report.verdict, report.coverage) {
        (Verdict::Failed, _) => "failed",
        (Verdict::Incomplete, _) => "incomplete",
        (Verdict::Verified | Verdict::Violated, dropwire_check::Coverage::Limited) => "not explored to the end",
        (Verdict::Verified | Verdict::Violated, dropwire_check::Coverage::Complete) => return None,
    };
    Some(match report.reasons.as_slice() {
        [] => word.to_owned(),
        reasons => format!("{word}: {}", sentences(reasons).join("; ")),
    })
}

/// `, assuming jdk-atomic, …`: what a verdict takes for granted; empty if that is nothing.
fn assuming(report: &Report) -> String {
    match report.assumptions.as_slice() {
        [] => String::new(),
        assumptions => format!(", assuming {}", assumptions.join(", ")),
    }
}

/// The source line's text from its first to its last character that is no blank, as 1-based columns `start..end` in
/// UTF-16 units.
fn columns(location: &Location, paths: Paths<'_>) -> Option<(usize, usize)> {
    let path = paths.sources.path(location)?;
    let lines = paths.sources.lines(&path);
    let line = lines.get(usize::try_from(location.line?).ok()?.checked_sub(1)?)?;
    let units = |text: &str| text.encode_utf16().count();
    let indent = units(line) - units(line.trim_start());
    let end = units(line.trim_end());
    (end > indent).then_some((indent + 1, end + 1))
}

#[cfg(test)]
pub mod testing {
    //! Hand-made answers for the tests of every format.

    use std::path::Path;

    use dropwire_check::{Cause, Coverage, Note};

    use super::*;
    use crate::suppress::By;
    use crate::text::testing::{deadlock_report, not_modelled, verified_report};

    /// An answer for `target`.
    pub fn answer(target: &str, report: Report, sources: Sources) -> Answer {
        Answer {
            target: target.into(),
            args: Vec::new(),
            found: false,
            report,
            suppressed: Vec::new(),
            sources,
        }
    }

    /// One of each verdict, and a suppressed and a potential finding, with characters that need care.
    pub fn every_verdict(folder: &Path) -> Vec<Answer> {
        let sources = || Sources::new(vec![folder.to_path_buf()]);
        let mut potential = deadlock_report();
        potential.verdict = Verdict::Incomplete;
        potential.findings[0].confidence = Confidence::Potential;
        potential.findings[0].fingerprint = "v1:potential".into();
        potential.reasons = vec![
            Cause::NotReproduced {
                finding: "<a>".into(),
                problem: "<a> & \"b\"".into(),
            }
            .into(),
        ];
        let mut limited = verified_report();
        limited.verdict = Verdict::Incomplete;
        limited.coverage = Coverage::Limited;
        limited.reasons = vec![not_modelled("the time limit of 1 s was reached, 100% of it")];
        let mut failed = verified_report();
        failed.verdict = Verdict::Failed;
        failed.coverage = Coverage::Limited;
        failed.reasons = vec![not_modelled("class shop.None is not on the class path")];
        let mut odd = deadlock_report();
        odd.findings[0].fingerprint = "v1:odd".into();
        odd.findings[0].facts = None;
        odd.findings[0].message = "\u{1b}[31m]]>&<\"'\r\n::error::x \u{0} é𝄞 50%, a:b".into();
        let mut known = answer("Known", deadlock_report(), sources());
        known.report.findings[0].fingerprint = "v1:known".into();
        let mut calm = verified_report();
        calm.notes = vec![Note::ObjectUnderTest {
            calls: "Calm.x is read, 100% of the time".into(),
        }];
        known.suppressed = vec![Some(Suppressed {
            by: By::Ignore,
            reason: "nobody minds".into(),
        })];
        vec![
            answer("Till", deadlock_report(), sources()),
            answer("Calm", calm, sources()),
            answer("Maybe", potential, sources()),
            answer("Long", limited, sources()),
            answer("Gone", failed, sources()),
            answer("Odd", odd, sources()),
            known,
        ]
    }

    /// A call with these answers.
    pub fn call(answers: Vec<Answer>, folder: &Path) -> Call<'_> {
        Call {
            answers,
            jdk: "17.0.15",
            seed: 0,
            folder,
            baseline: false,
            status: Status::Finding,
            not_run: Vec::new(),
            part: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::answer;
    use super::*;
    use crate::text::testing::{deadlock_report, till_sources};

    #[test]
    fn one_defect_is_reported_once_by_its_best_finding() {
        let mut longer = deadlock_report();
        let step = longer.findings[0].trail.steps[0].clone();
        longer.findings[0].trail.steps.push(step);
        longer.findings[0].trail.id = "longer".into();
        let answers = [
            answer("A", longer, Sources::default()),
            answer("B", deadlock_report(), Sources::default()),
        ];
        let defects = defects(&answers);
        assert_eq!(defects.len(), 1);
        assert_eq!(defects[0].targets, ["A", "B"]);
        assert_eq!(defects[0].finding.trail.id, "3f2a90c1");
    }

    #[test]
    fn columns_are_those_of_the_text() {
        let (folder, sources) = till_sources();
        let paths = Paths {
            sources: &sources,
            folder: folder.path(),
        };
        let location = crate::text::testing::location("sell", 6);
        assert_eq!(columns(&location, paths), Some((13, 36)));
        assert_eq!(columns(&crate::text::testing::location("sell", 99), paths), None);
    }
}
