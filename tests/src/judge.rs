//! Compares what a program says of itself with what `dropwire` says of it.
//!
//! Annotations are a set per line, kind and text. One may be met by several findings: `x++` in two threads is a read
//! against a write and a write against a write, on the same line. Every finding must meet one, and every one be met.

use crate::annotations::{Annotation, Expectations};
use crate::report::{Finding, Target};

/// Everything in which the report differs from the expectations; empty if nothing does.
pub fn complaints(file: &str, expected: &Expectations, report: &Target) -> Vec<String> {
    let mut complaints = Vec::new();
    if report.verdict != expected.verdict() {
        complaints.push(format!(
            "the verdict is {}, not {}{}",
            report.verdict,
            expected.verdict(),
            because(report)
        ));
    }
    if report.coverage != expected.coverage() {
        complaints.push(format!(
            "the coverage is {}, not {}{}",
            report.coverage,
            expected.coverage(),
            because(report)
        ));
    }
    for reason in &expected.reasons {
        if !report
            .reasons
            .iter()
            .any(|given| given.to_lowercase().contains(&reason.to_lowercase()))
        {
            complaints.push(format!("no reason speaks of `{reason}`{}", because(report)));
        }
    }
    for assumption in &expected.assumptions {
        if !report.assumptions.contains(assumption) {
            complaints.push(format!(
                "`{assumption}` is not among the assumptions {:?}",
                report.assumptions
            ));
        }
    }
    if report.verdict == "incomplete" && report.reasons.is_empty() {
        complaints.push("incomplete without a reason".into());
    }
    if expected.findings.is_some_and(|number| number != report.findings.len()) {
        complaints.push(format!(
            "{} findings, not {}",
            report.findings.len(),
            expected.findings.unwrap_or_default()
        ));
    }
    for finding in &report.findings {
        complaints.extend(complaints_about(finding, file, expected));
    }
    for annotation in &expected.annotations {
        complaints.extend(unmet(annotation, file, expected, report));
    }
    complaints
}

fn because(report: &Target) -> String {
    if report.reasons.is_empty() {
        String::new()
    } else {
        format!("; reasons: {}", report.reasons.join("; "))
    }
}

fn complaints_about(finding: &Finding, file: &str, expected: &Expectations) -> Vec<String> {
    let mut complaints = Vec::new();
    if !expected
        .annotations
        .iter()
        .any(|annotation| meets(finding, annotation, file))
    {
        complaints.push(format!("not annotated: {}", shown(finding, file)));
    }
    if finding.confidence != "confirmed" {
        complaints.push(format!("only {}: {}", finding.confidence, shown(finding, file)));
    }
    if let Some(needs) = expected
        .needs
        .as_deref()
        .filter(|needs| !finding.needs.iter().any(|need| need.starts_with(needs)))
    {
        complaints.push(format!(
            "does not say that it needs a {needs}: {}",
            shown(finding, file)
        ));
    }
    complaints
}

fn unmet(annotation: &Annotation, file: &str, expected: &Expectations, report: &Target) -> Option<String> {
    let mut meeting = report
        .findings
        .iter()
        .filter(|finding| meets(finding, annotation, file))
        .peekable();
    if meeting.peek().is_none() {
        let text = annotation
            .message
            .as_deref()
            .map(|text| format!(" \"{text}\""))
            .unwrap_or_default();
        return (!annotation.optional)
            .then(|| format!("{file}:{}: not reported: {}{text}", annotation.line, annotation.kind));
    }
    // Another finding on the same line may need an unlikely event; the plain one must be there as well.
    let plain = expected.needs.is_some() || annotation.optional || meeting.any(|finding| finding.needs.is_empty());
    (!plain).then(|| {
        format!(
            "{file}:{}: {} needs an unlikely event, and should not",
            annotation.line, annotation.kind
        )
    })
}

fn meets(finding: &Finding, annotation: &Annotation, file: &str) -> bool {
    finding.kind == annotation.kind
        && finding.lines(file).contains(&annotation.line)
        && annotation.message.as_deref().is_none_or(|text| finding.says(text))
}

fn shown(finding: &Finding, file: &str) -> String {
    let lines: Vec<String> = finding.lines(file).iter().map(u32::to_string).collect();
    format!("{file}:{}: {}: {}", lines.join("/"), finding.kind, finding.message)
}
