//! The JSON document of the contract: reports, with locations completed by the path of their source file.
//!
//! `schema/check.schema.json` describes it; adding a field needs no new `schema` number, changing one does.

use std::path::Path;

use dropwire_check::facts::defect::Role;
use dropwire_check::words;
use dropwire_check::words::reason::sentences;
use dropwire_check::words::step::{Phrase, phrase_of};
use dropwire_check::{
    Coverage, Finding, InputGraph, Location, Note, PassingRun, Reason, Related, Reported, Statistics, Step, Trail,
    Verdict,
};
use serde::Serialize;
use serde_json::Value;

use crate::shard::Part;
use crate::sources::{Sources, relative_to};
use crate::suppress::Judged;

/// The number of the shape that this build writes. 2 has `facts`, and all members of 1.
pub const SCHEMA: u32 = 2;

/// The whole document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Document<'a> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Of Dropwire.
    pub version: &'static str,
    /// Version of the JDK whose classes ran.
    pub jdk: &'a str,
    /// `--seed`.
    pub seed: u64,
    /// The status that the call ends with.
    pub exit_status: u8,
    /// Which part of the whole this is, of a call with `--shard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<&'a Part>,
    /// Targets that did not run: the call was interrupted before.
    pub not_run: &'a [String],
    /// In the order they ran.
    pub targets: Vec<TargetDocument>,
}

/// One target's part.
#[derive(Debug, Serialize)]
pub struct TargetDocument {
    target: String,
    args: Vec<String>,
    verdict: Verdict,
    coverage: Coverage,
    skipped: Option<String>,
    reasons: Vec<String>,
    notes: Vec<String>,
    assumptions: Vec<String>,
    findings: Vec<Value>,
    statistics: Statistics,
    reports: Vec<Value>,
    /// With `--suggest-fixes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<Vec<Value>>,
    facts: TargetFacts,
}

impl TargetDocument {
    /// With the edits that `--suggest-fixes` asked for.
    pub fn with_fixes(self, fixes: Option<Vec<Value>>) -> TargetDocument {
        TargetDocument { fixes, ..self }
    }
}

/// What the sentences of a target are made of.
#[derive(Debug, Serialize)]
struct TargetFacts {
    /// One for each reason.
    reasons: Vec<Reason>,
    /// One for each note.
    notes: Vec<Note>,
}

/// Where paths in a document start from.
#[derive(Clone, Copy)]
pub struct Paths<'a> {
    /// Finds source files.
    pub sources: &'a Sources,
    /// Paths below it are written relative to it.
    pub folder: &'a Path,
}

#[derive(Serialize)]
struct LocationDocument<'a> {
    class: &'a str,
    method: &'a str,
    file: Option<&'a str>,
    path: Option<String>,
    line: Option<u32>,
}

#[derive(Serialize)]
struct RelatedDocument<'a> {
    message: &'a str,
    facts: Option<&'a Role>,
    location: LocationDocument<'a>,
}

impl<'a> Document<'a> {
    /// A document without targets yet, of a call that goes well.
    pub fn new(jdk: &'a str, seed: u64) -> Document<'a> {
        Document {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            jdk,
            seed,
            exit_status: 0,
            shard: None,
            not_run: &[],
            targets: Vec::new(),
        }
    }
}

/// One target's part of the document.
pub fn target_document(target: &str, args: &[String], judged: Judged<'_>, paths: Paths<'_>) -> TargetDocument {
    let report = judged.report;
    TargetDocument {
        target: target.to_owned(),
        args: args.to_vec(),
        verdict: report.verdict,
        coverage: report.coverage,
        skipped: report.skipped().map(words::reason::skipped),
        reasons: sentences(&report.reasons),
        notes: words::note::sentences(&report.notes),
        assumptions: report.assumptions.clone(),
        findings: judged
            .findings()
            .map(|(finding, suppressed)| {
                let mut document = finding_document(finding, paths);
                document["suppressed"] = serde_json::json!(suppressed);
                document
            })
            .collect(),
        statistics: report.statistics,
        reports: report
            .reports
            .iter()
            .map(|reported| reported_document(reported, paths))
            .collect(),
        fixes: None,
        facts: TargetFacts {
            reasons: report.reasons.clone(),
            notes: report.notes.clone(),
        },
    }
}

/// A finding with its trail embedded, as if nothing were suppressed.
pub fn finding_document(finding: &Finding, paths: Paths<'_>) -> Value {
    let related: Vec<_> = finding
        .related
        .iter()
        .map(|related| related_document(related, paths))
        .collect();
    serde_json::json!({
        "kind": finding.kind,
        "confidence": finding.confidence,
        "analysis": finding.analysis,
        "message": finding.message,
        "detail": words::defect::of_finding(finding).detail,
        "facts": {
            "what": finding.facts,
            "why": finding.why,
            "tried": finding.tried,
            "needs": finding.needs,
        },
        "why": finding.why.as_ref().map(words::why::why),
        "passing": finding.passing.as_ref().map(|run| passing_document(run, paths)),
        "needs": finding.needs.iter().map(words::need::name).collect::<Vec<_>>(),
        "fingerprint": finding.fingerprint,
        "subject": finding.subject(),
        "suppressed": null,
        "location": location_document(&finding.location, paths),
        "related": related,
        "trail": trail_document(&finding.trail, paths),
    })
}

#[derive(Serialize)]
struct PhraseDocument<'a> {
    verb: &'a str,
    object: &'a str,
    rest: &'a str,
    /// Which object it is about, if the object does not say it and it is distinguished from others.
    #[serde(skip_serializing_if = "Option::is_none")]
    which: Option<&'a str>,
}

/// A trail whose steps' locations have paths, and what each does in parts, as its reader needs them; its inputs as a graph of objects too.
pub fn trail_document(trail: &Trail, paths: Paths<'_>) -> Value {
    let mut document = serde_json::to_value(trail).unwrap_or_default();
    let switches = trail.switches();
    document["switches"] = switches.all.into();
    document["preemptions"] = switches.preemptions.into();
    if let Some(lasso) = &trail.lasso {
        document["loop"]["sentence"] = words::lasso::begins(lasso).into();
    }
    if let Some(graph) = InputGraph::of(&trail.inputs) {
        document["heap"] = serde_json::to_value(&graph.objects).unwrap_or_default();
        for (index, root) in graph.roots.iter().enumerate() {
            if let Some(object) = root {
                document["inputs"][index]["object"] = (*object).into();
            }
        }
    }
    let steps = document
        .get_mut("steps")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    for (written, step) in steps.zip(&trail.steps) {
        complete_step(written, step, paths);
    }
    document
}

/// The nearest run that passes, its steps as those of a trail.
fn passing_document(run: &PassingRun, paths: Paths<'_>) -> Value {
    let mut document = serde_json::to_value(run).unwrap_or_default();
    document["sentence"] = words::why::passing(run).into();
    let steps = document.get_mut("steps").and_then(Value::as_array_mut);
    for (written, step) in steps.into_iter().flatten().zip(&run.steps) {
        complete_step(written, step, paths);
    }
    document
}

/// Adds paths to a step's places, and what it does in parts.
fn complete_step(written: &mut Value, step: &Step, paths: Paths<'_>) {
    if let (Some(place), Some(location)) = (written.get_mut("location"), &step.location) {
        *place = serde_json::to_value(location_document(location, paths)).unwrap_or_default();
    }
    if step.facts.is_some() {
        let Phrase { verb, object, rest } = phrase_of(step);
        let which = words::step::which(step);
        let (verb, object, which) = (&verb[..], &object[..], which.as_deref());
        let phrase = PhraseDocument {
            verb,
            object,
            rest,
            which,
        };
        written["phrase"] = serde_json::to_value(phrase).unwrap_or_default();
    }
    let frames = step.scene.stack.iter().map(|frame| location_document(frame, paths));
    if let Some(stack) = written.pointer_mut("/scene/stack") {
        *stack = serde_json::to_value(frames.collect::<Vec<_>>()).unwrap_or_default();
    }
}

/// What a report says; its places have paths.
fn reported_document(reported: &Reported, paths: Paths<'_>) -> Value {
    let mut document = serde_json::to_value(reported).unwrap_or_default();
    let (rows, locations): (_, Vec<Option<&Location>>) = match reported {
        Reported::Trace { steps, .. } => ("steps", steps.iter().map(|step| step.location.as_ref()).collect()),
        Reported::Profile(of) => ("sites", of.sites.iter().map(|site| site.location.as_ref()).collect()),
        Reported::Coverage { .. }
        | Reported::Progress { .. }
        | Reported::Values { .. }
        | Reported::Contention { .. } => {
            return document;
        }
    };
    let written = document.get_mut(rows).and_then(Value::as_array_mut);
    for (written, location) in written.into_iter().flatten().zip(locations) {
        let place = location.map(|location| location_document(location, paths));
        written["location"] = serde_json::to_value(place).unwrap_or_default();
    }
    document
}

fn related_document<'a>(related: &'a Related, paths: Paths<'_>) -> RelatedDocument<'a> {
    RelatedDocument {
        message: &related.message,
        facts: related.role.as_ref(),
        location: location_document(&related.location, paths),
    }
}

fn location_document<'a>(location: &'a Location, paths: Paths<'_>) -> LocationDocument<'a> {
    let path = paths.sources.path(location);
    LocationDocument {
        class: &location.class,
        method: &location.method,
        file: location.file.as_deref(),
        path: path.map(|path| relative_to(&path, paths.folder).to_string_lossy().into_owned()),
        line: location.line,
    }
}

#[cfg(test)]
mod tests;
