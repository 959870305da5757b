//! What came of many targets: a line that counts them, then each defect once and each reason once.

use std::collections::BTreeMap;

use dropwire_check::{Confidence, Report, Severity, Verdict};

use crate::formats::{Answer, Call, Defect, defects};
use crate::text::finding::{headline, marked};
use crate::text::style::{Paint, Tone};
use crate::text::{Face, verdict};
use crate::units::plural;

/// More targets of one defect, or one reason, are counted.
const NAMED: usize = 3;
/// Columns of a defect's line: it is never wrapped, for it is found again by its words.
const COLUMNS: usize = 160;

/// The whole summary; its last line counts the targets.
pub fn summary(call: &Call<'_>, paint: Paint) -> String {
    let mut text = of_defects(call, paint);
    text.push_str(&of_reasons(call, paint));
    text.push_str(&counts(call));
    text.push('\n');
    text
}

/// Each defect that several targets have, the worst first, with who has it. What one target has is shown there.
fn of_defects(call: &Call<'_>, paint: Paint) -> String {
    let mut shared: Vec<Defect<'_>> = defects(&call.answers);
    shared.retain(|defect| defect.suppressed.is_none() && defect.targets.len() > 1);
    let weight = |defect: &Defect<'_>| match (defect.finding.confidence, defect.finding.severity()) {
        (Confidence::Confirmed, Severity::Error) => 0,
        (Confidence::Confirmed, Severity::Warning) => 1,
        (Confidence::Potential, _) => 2,
    };
    shared.sort_by_key(|defect| (weight(defect), std::cmp::Reverse(defect.targets.len())));
    let mut text = String::new();
    for defect in &shared {
        let (tone, mark, kind) = marked(defect.finding);
        let place = match defect.finding.location.line {
            Some(line) => format!("{}:{line}", defect.finding.location.file.as_deref().unwrap_or("?")),
            None => defect.finding.location.class.clone(),
        };
        let mark = paint.tone(tone, &format!("{mark} {kind}"));
        let targets = named(&defect.targets);
        text.push_str(&format!("{mark} at {place} in {targets}\n"));
        let face = Face {
            paint: Paint::plain(),
            width: COLUMNS,
            sources: defect.sources,
        };
        let first = headline(defect.finding, face);
        let said = first.lines().next().unwrap_or_default();
        text.push_str(&paint.tone(Tone::Quiet, &format!("   {said}\n")));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Each reason why targets were not explored to the end, the most frequent first, with what to do.
fn of_reasons(call: &Call<'_>, paint: Paint) -> String {
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for answer in call.answers.iter().filter(|answer| answer.report.skipped().is_none()) {
        for reason in &answer.report.reasons {
            let advice =
                verdict::advice(&reason.cause).map_or_else(String::new, |option| format!("; raise it with {option}"));
            let targets = reasons.entry(format!("{reason}{advice}")).or_default();
            if targets.last() != Some(&answer.title()) {
                targets.push(answer.title());
            }
        }
    }
    // One reason of one target stands with it.
    let mut reasons: Vec<(String, Vec<String>)> =
        reasons.into_iter().filter(|(_, targets)| targets.len() > 1).collect();
    reasons.sort_by_key(|(_, targets)| std::cmp::Reverse(targets.len()));
    let mut text = String::new();
    for (reason, targets) in &reasons {
        let mark = paint.tone(Tone::Open, "◐");
        text.push_str(&format!("{mark} {}: {reason}\n", named(targets)));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// `39 targets (A, B, C, …)`.
fn named(targets: &[String]) -> String {
    let more = if targets.len() > NAMED { ", …" } else { "" };
    let first: Vec<&str> = targets.iter().take(NAMED).map(String::as_str).collect();
    format!(
        "{} ({}{more})",
        plural(targets.len() as u64, "target"),
        first.join(", ")
    )
}

/// `3 targets: 1 violated, 2 verified (1 with a single interleaving)`.
fn counts(call: &Call<'_>) -> String {
    let names = [
        (Verdict::Violated, "violated"),
        (Verdict::Failed, "failed"),
        (Verdict::Incomplete, "incomplete"),
        (Verdict::Verified, "verified"),
    ];
    let skipped = |answer: &&Answer| answer.report.skipped().is_some();
    let of = |answer: &&Answer, wanted| answer.report.verdict == wanted && !skipped(answer);
    let count = |wanted| call.answers.iter().filter(|answer| of(answer, wanted)).count();
    let mut parts: Vec<String> = names
        .iter()
        .map(|&(verdict, name)| (count(verdict), name))
        .filter(|&(count, _)| count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let single = call.answers.iter().filter(|answer| of(answer, Verdict::Verified));
    let single = single.filter(|answer| has_one_interleaving(&answer.report)).count();
    if let (Some(verified), 1..) = (parts.last_mut(), single) {
        verified.push_str(&format!(" ({single} with a single interleaving)"));
    }
    match call.answers.iter().filter(skipped).count() {
        0 => {}
        count => parts.push(format!("{count} skipped")),
    }
    if !call.not_run.is_empty() {
        parts.push(format!("{} not run", call.not_run.len()));
    }
    let planned = call.answers.len() + call.not_run.len();
    let mut text = plural(planned as u64, "target");
    if let Some(part) = &call.part {
        text = format!("{text} of {} (shard {}/{})", part.targets, part.index, part.of);
    }
    if !parts.is_empty() {
        text.push_str(&format!(": {}", parts.join(", ")));
    }
    let beyond = call.answers.iter().filter(|answer| answer.is_beyond()).count();
    if beyond > 0 {
        let targets = plural(beyond as u64, "incomplete target");
        text.push_str(&format!(
            "; {targets} only for what is not modelled (--fail-on incomplete)"
        ));
    }
    let suppressed: usize = call.answers.iter().map(|answer| answer.judged().suppressed()).sum();
    if suppressed > 0 {
        text.push_str(&format!("; {} suppressed", plural(suppressed as u64, "finding")));
    }
    text
}

/// Whether there was nothing to choose: the program is sequential.
fn has_one_interleaving(report: &Report) -> bool {
    report.statistics.states <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::testing::{answer, call};
    use crate::sources::Sources;
    use crate::suppress::{By, Suppressed};
    use crate::text::testing::{deadlock_report, verified_report};
    use dropwire_check::Cause;

    #[test]
    fn summaries_count_what_ran() {
        let of = |report| answer("A", report, Sources::default());
        let answers = vec![of(verified_report()), of(deadlock_report()), of(verified_report())];
        let mut call = call(answers, std::path::Path::new("/"));
        assert_eq!(counts(&call), "3 targets: 1 violated, 2 verified");
        call.answers[0].report.statistics.states = 1;
        assert_eq!(
            counts(&call),
            "3 targets: 1 violated, 2 verified (1 with a single interleaving)"
        );
        call.answers[0].report.statistics.states = 12;
        call.not_run = vec!["B".into(), "C".into()];
        assert_eq!(counts(&call), "5 targets: 1 violated, 2 verified, 2 not run");
        call.answers[1].suppressed = vec![Some(Suppressed {
            by: By::Ignore,
            reason: "known".into(),
        })];
        assert!(counts(&call).ends_with("; 1 finding suppressed"));
    }

    #[test]
    fn a_defect_of_many_targets_is_listed_once() {
        let answers: Vec<Answer> = ["A", "B", "C", "D", "E"]
            .iter()
            .map(|name| answer(name, deadlock_report(), Sources::default()))
            .collect();
        let text = summary(&call(answers, std::path::Path::new("/")), Paint::plain());
        assert_eq!(
            text.matches("✗ deadlock at Till.java:6 in 5 targets (A, B, C, …)")
                .count(),
            1,
            "{text}"
        );
        assert!(text.ends_with("\n5 targets: 5 violated\n"), "{text}");
    }

    #[test]
    fn a_reason_of_many_targets_is_listed_once_with_what_to_do() {
        let cut_off = || {
            let mut report = verified_report();
            report.verdict = Verdict::Incomplete;
            report.reasons = vec![Cause::Time { limit: Some(2000) }.into()];
            report
        };
        let answers = vec![
            answer("A", cut_off(), Sources::default()),
            answer("B", cut_off(), Sources::default()),
        ];
        let text = summary(&call(answers, std::path::Path::new("/")), Paint::plain());
        let line = text.lines().next().unwrap_or_default();
        assert!(
            line.starts_with("◐ 2 targets (A, B): ") && line.ends_with("raise it with --time-limit"),
            "{text}"
        );
    }
}
