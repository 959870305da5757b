//! SARIF 2.1.0 (OASIS Standard): one run, a result for each defect, its trail as a code flow with a thread flow for each Java
//! thread.
//!
//! Verdicts are notifications of the invocation: `note` for what was explored to the end, `warning` for what was cut off,
//! `error` for what did not run.

mod flow;
mod rules;

use dropwire_check::words::advice::fix;
use dropwire_check::words::reason::sentences;
use dropwire_check::{Confidence, Coverage, Location, Verdict, words};
use serde_json::{Map, Value, json};

use super::{Answer, Call, Defect, Level, assuming, columns, defects, level, not_explored, sentence, shown_at};
use crate::json::Paths;
use crate::suppress::By;
use crate::text::style::harmless_lines;
use tower_lsp::lsp_types::Url;

/// Stands for the folder that Dropwire was called in.
const BASE: &str = "PROJECT";

/// The whole document.
pub fn document(call: &Call<'_>) -> Value {
    let results: Vec<Value> = defects(&call.answers)
        .iter()
        .map(|defect| result(defect, call))
        .collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": "Dropwire",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules::all(),
        } },
        "invocations": [invocation(call)],
        "columnKind": "utf16CodeUnits",
        "results": results,
        "properties": {
            "jdk": call.jdk,
            "seed": call.seed,
            "targets": call.answers.iter().map(target).collect::<Vec<_>>(),
            "notRun": call.not_run,
        },
    });
    if let Ok(folder) = Url::from_directory_path(call.folder) {
        run["originalUriBaseIds"] = json!({ BASE: { "uri": folder.as_str() } });
    }
    let mut document = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    neutralise(&mut document);
    document
}

/// Names and texts of the program are shown as they are, and obeyed by nobody.
fn neutralise(value: &mut Value) {
    match value {
        Value::String(text) => *text = harmless_lines(text),
        Value::Array(values) => values.iter_mut().for_each(neutralise),
        Value::Object(members) => members.values_mut().for_each(neutralise),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What a target's verdict rests on.
fn target(answer: &Answer) -> Value {
    json!({
        "target": answer.target,
        "args": answer.args,
        "verdict": answer.report.verdict,
        "coverage": answer.report.coverage,
        "reasons": sentences(&answer.report.reasons),
        "assumptions": answer.report.assumptions,
        "notes": words::note::sentences(&answer.report.notes),
        "statistics": answer.report.statistics,
    })
}

fn invocation(call: &Call<'_>) -> Value {
    let failed = |answer: &Answer| answer.report.verdict == Verdict::Failed;
    let ran = call.not_run.is_empty() && !call.answers.iter().any(failed);
    let mut notifications: Vec<Value> = call.answers.iter().map(notification).collect();
    for answer in &call.answers {
        notifications.extend(
            answer
                .report
                .notes
                .iter()
                .map(|note| json!({ "level": "note", "message": { "text": format!("{}: {note}", answer.title()) } })),
        );
    }
    notifications.extend(call.not_run.iter().map(|title| {
        json!({ "level": "error", "message": { "text": format!("{title}: not run, the call ended before it ran") } })
    }));
    json!({
        "executionSuccessful": ran,
        "exitCode": call.status.number(),
        "toolExecutionNotifications": notifications,
    })
}

fn notification(answer: &Answer) -> Value {
    let report = &answer.report;
    let level = match (report.verdict, report.coverage) {
        (Verdict::Failed, _) => "error",
        _ if report.skipped().is_some() => "note",
        (Verdict::Incomplete, _) | (_, Coverage::Limited) => "warning",
        (Verdict::Verified | Verdict::Violated, Coverage::Complete) => "note",
    };
    let mut said = not_explored(report).unwrap_or_else(|| {
        let word = match report.verdict {
            Verdict::Verified => "verified",
            Verdict::Violated | Verdict::Incomplete | Verdict::Failed => "violated",
        };
        word.to_owned()
    });
    said.push_str(&assuming(report));
    json!({ "level": level, "message": { "text": format!("{}: {said}", answer.title()) } })
}

fn result(defect: &Defect<'_>, call: &Call<'_>) -> Value {
    let finding = defect.finding;
    let paths = Paths {
        sources: defect.sources,
        folder: call.folder,
    };
    let mut text = sentence(finding);
    if let Some(fix) = fix(finding) {
        text.push_str(&format!(". Fix: {fix}"));
    }
    let related: Vec<Value> = finding
        .places()
        .into_iter()
        .filter(|(_, message)| !message.is_empty())
        .enumerate()
        .map(|(index, (place, message))| with_message(location(place, paths), message, Some(index)))
        .collect();
    let mut result = json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": rules::index(finding.kind),
        "kind": "fail",
        "level": match level(finding) {
            Level::Error => "error",
            Level::Warning => "warning",
        },
        "message": { "text": text },
        "locations": [location(shown_at(finding, defect.sources), paths)],
        "relatedLocations": related,
        "partialFingerprints": { "dropwireFingerprint/v1": finding.fingerprint },
        "suppressions": suppressions(defect),
        "properties": {
            "confidence": match finding.confidence {
                Confidence::Confirmed => "confirmed",
                Confidence::Potential => "potential",
            },
            "needs": finding.needs.iter().map(words::need::name).collect::<Vec<_>>(),
            "targets": defect.targets,
            "trail": finding.trail.id,
        },
    });
    if !finding.trail.steps.is_empty() {
        result["codeFlows"] = json!([flow::code_flow(&finding.trail, paths)]);
    }
    if call.baseline {
        let old = defect.suppressed.is_some_and(|why| why.by == By::Baseline);
        result["baselineState"] = if old { "unchanged" } else { "new" }.into();
    }
    result
}

/// `[]` says that it is not suppressed; leaving it out would say that nobody looked (section 3.27.23).
fn suppressions(defect: &Defect<'_>) -> Value {
    let suppression = |why: &crate::suppress::Suppressed| {
        json!({
            "kind": "external",
            "status": "accepted",
            "justification": why.reason,
        })
    };
    defect.suppressed.iter().map(|why| suppression(why)).collect()
}

/// A place: in its file where that is known, by class and method always.
fn location(place: &Location, paths: Paths<'_>) -> Value {
    let mut location = Map::new();
    if let Some(artifact) = artifact(place, paths) {
        let mut physical = json!({ "artifactLocation": artifact });
        if let Some(line) = place.line.filter(|line| *line > 0) {
            physical["region"] = match columns(place, paths) {
                Some((start, end)) => json!({ "startLine": line, "startColumn": start, "endColumn": end }),
                None => json!({ "startLine": line }),
            };
        }
        location.insert("physicalLocation".into(), physical);
    }
    if !place.class.is_empty() {
        let name = format!("{}.{}", place.class, place.method);
        location.insert(
            "logicalLocations".into(),
            json!([{ "name": place.method, "fullyQualifiedName": name, "kind": "function" }]),
        );
    }
    location.into()
}

/// Relative to the folder of the call, else absolute; as a URI in any case.
fn artifact(place: &Location, paths: Paths<'_>) -> Option<Value> {
    let path = paths.sources.path(place)?;
    let uri = Url::from_file_path(&path).ok()?;
    let below = path.starts_with(paths.folder);
    let base = Url::from_directory_path(paths.folder).ok().filter(|_| below);
    Some(match base.and_then(|base| base.make_relative(&uri)) {
        Some(relative) => json!({ "uri": relative, "uriBaseId": BASE }),
        None => json!({ "uri": uri.as_str() }),
    })
}

fn with_message(mut location: Value, text: &str, id: Option<usize>) -> Value {
    location["message"] = json!({ "text": text });
    if let Some(id) = id {
        location["id"] = id.into();
    }
    location
}

#[cfg(test)]
mod tests;
