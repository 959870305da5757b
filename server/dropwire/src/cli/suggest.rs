//! `dropwire check --suggest-fixes`: edits that were compiled and checked, as diffs. Writes no source.

use std::time::Duration;

use dropwire_check::{Confidence, Finding};
use serde_json::{Value, json};

use super::plan::Plan;
use super::session::Session;
use crate::fixes::{self, Changed, Check, Checked, Edit, Fixed, words};
use crate::formats::Answer;
use crate::javac::Javac;
use crate::sources::relative_to;
use crate::text::finding::titled;
use crate::text::style::harmless;
use crate::worker::control::{Control, Workers};
use crate::worker::protocol::CheckRequest;

/// The limit for each check of an edit, where the call's own is not shorter.
const TIME: Duration = Duration::from_secs(10);

/// The edits that help against a finding.
pub(super) struct Suggested {
    /// Its fingerprint.
    fingerprint: String,
    /// What it is, in one line.
    title: String,
    /// The verified ones first.
    fixed: Vec<Fixed>,
}

/// A target that ran.
pub(super) struct Ran<'a> {
    /// Where its sources are.
    pub(super) plan: &'a Plan,
    /// What came of it.
    pub(super) answer: &'a Answer,
    /// What was asked.
    pub(super) request: CheckRequest,
}

/// What helps against the confirmed findings of the target at this place of all that ran.
///
/// # Errors
/// A sentence: there is no compiler.
pub(super) fn suggested(
    session: &Session,
    workers: &dyn Workers,
    control: &Control,
    all: &[Ran<'_>],
    at: usize,
) -> Result<Vec<Suggested>, String> {
    let Some(Ran { plan, answer, request }) = all.get(at) else {
        return Ok(Vec::new());
    };
    let counts = |finding: &&Finding| finding.confidence == Confidence::Confirmed;
    let judged = answer
        .judged()
        .findings()
        .filter(|(_, suppressed)| suppressed.is_none());
    let findings: Vec<&Finding> = judged.map(|(finding, _)| finding).filter(counts).collect();
    if findings.is_empty() {
        return Ok(Vec::new());
    }
    let javac = Javac::find(&request.setup.jdk, session.jdk_is_named)?;
    let checked = |ran: &Ran<'_>| Checked::new(ran.request.clone(), &ran.answer.report);
    let others = all.iter().enumerate().filter(|(index, _)| *index != at);
    let limit = session.config.settings.time;
    let check = Check {
        javac: &javac,
        target: Checked::new(request.clone(), &answer.report),
        others: others.map(|(_, other)| checked(other)).collect(),
        time: if limit.is_zero() { TIME } else { limit.min(TIME) },
        workers,
        control,
    };
    let of = |finding: &Finding| {
        let candidates = fixes::candidates(finding, &answer.sources, &plan.sources);
        Suggested {
            fingerprint: finding.fingerprint.clone(),
            title: titled(finding),
            fixed: check.those_that_help(finding, candidates),
        }
    };
    Ok(findings.into_iter().map(of).collect())
}

/// For the terminal: what was seen of each, and its diff.
pub(super) fn text(suggested: &[Suggested], session: &Session) -> String {
    let mut text = String::new();
    for Suggested { title, fixed, .. } in suggested {
        text.push('\n');
        text.push_str(&harmless(title));
        text.push('\n');
        if fixed.is_empty() {
            text.push_str("  no edit that was tried helps\n");
        }
        for fixed in fixed {
            let (title, seen) = (words::title(fixed), words::seen(&fixed.seen));
            text.push_str(&format!("  {}\n  {seen}\n", harmless(&title)));
            for source in &fixed.candidate.sources {
                let path = relative_to(&source.path, &session.folder);
                let diff = fixes::unified(source, &path.display().to_string());
                diff.lines()
                    .for_each(|line| text.push_str(&format!("{}\n", harmless(line))));
            }
        }
    }
    text
}

/// For documents.
pub(super) fn documents(suggested: &[Suggested], session: &Session) -> Vec<Value> {
    let of = |suggested: &Suggested| {
        let fixed = suggested
            .fixed
            .iter()
            .map(|fixed| document(fixed, &suggested.fingerprint, session));
        fixed.collect::<Vec<_>>()
    };
    suggested.iter().flat_map(of).collect()
}

fn document(fixed: &Fixed, fingerprint: &str, session: &Session) -> Value {
    let edit = |edit: &Edit| json!({ "start": edit.range.start, "end": edit.range.end, "text": edit.with });
    let of_source = |source: &Changed| {
        let edits: Vec<Value> = source.edits.iter().map(edit).collect();
        json!({ "path": relative_to(&source.path, &session.folder), "edits": edits })
    };
    let sources: Vec<Value> = fixed.candidate.sources.iter().map(of_source).collect();
    // The first one also where it was before there could be several.
    let first = sources.first().cloned().unwrap_or_default();
    json!({
        "fingerprint": fingerprint,
        "repair": words::name(&fixed.candidate.repair),
        "title": words::title(fixed),
        "verified": fixed.is_verified(),
        "seen": words::seen(&fixed.seen),
        "path": first["path"],
        "edits": first["edits"],
        "sources": sources,
    })
}
