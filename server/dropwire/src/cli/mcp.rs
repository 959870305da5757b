//! `dropwire mcp`: the tools of a coding agent. Answers are small; what is long is asked for in parts.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use dropwire_check::words;
use dropwire_check::{Finding, Location, Report, Step, Trail};
use serde::Deserialize;
use serde_json::{Value, json};

use super::options::{CheckOptions, Common, McpOptions};
use super::verification::{Verification, verified};
use crate::mcp::{self, Answer, Refusal, Toolbox};
use crate::sources::{Sources, relative_to, short_place};
use crate::trails::{self, StoredTrail};
use crate::worker::control::Control;

/// Steps of one answer, unless somebody asks for another number.
const STEPS: usize = 20;
/// And at most.
const MOST_STEPS: usize = 100;

/// Runs the command.
pub fn serve(options: &McpOptions) -> ExitCode {
    mcp::serve(&Tools {
        options,
        known: Mutex::default(),
    })
}

/// The tools, and what was found since the process began.
struct Tools<'a> {
    options: &'a McpOptions,
    known: Mutex<BTreeMap<String, Known>>,
}

/// The last answer of a target.
struct Known {
    findings: Vec<Finding>,
    sources: Vec<PathBuf>,
    folder: PathBuf,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Verify {
    target: String,
    #[serde(default)]
    args: Vec<String>,
    classpath: Option<String>,
    sources: Option<String>,
    time_limit: Option<String>,
    max_transitions: Option<u64>,
    search: Option<String>,
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Explain {
    trail: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepThrough {
    trail: String,
    from: Option<usize>,
    count: Option<usize>,
}

fn arguments<T: for<'a> Deserialize<'a>>(arguments: Value) -> Result<T, Refusal> {
    serde_json::from_value(arguments).map_err(|error| Refusal::Failed(format!("the arguments cannot be read: {error}")))
}

impl Toolbox for Tools<'_> {
    fn list(&self) -> Value {
        let text = |description: &str| json!({ "type": "string", "description": description });
        let number = |description: &str| json!({ "type": "integer", "minimum": 0, "description": description });
        let tool = |name: &str, title: &str, description: &str, properties: Value, required: &[&str]| {
            json!({
                "name": name,
                "title": title,
                "description": description,
                "inputSchema": { "type": "object", "properties": properties, "required": required, "additionalProperties": false },
                "annotations": { "readOnlyHint": true, "openWorldHint": false },
            })
        };
        let trail = || text("Id of a finding's trail, as returned by verify and findings");
        json!([
            tool(
                "verify",
                "Verify a target",
                "Explores all interleavings of a Java program's threads. Returns the verdict (verified, violated, incomplete, failed), its reasons, and the findings.",
                json!({
                    "target": text("A class with a main, a .java file, a test class, Class#method, or Class#new for an object that threads share"),
                    "args": { "type": "array", "items": { "type": "string" }, "description": "Arguments of main" },
                    "classpath": text("Class path of the program: folders and jars; discovered if omitted"),
                    "sources": text("Folders of sources"),
                    "timeLimit": text("As 500ms, 60s, 2m"),
                    "maxTransitions": number("Maximum number of transitions, the same on every machine"),
                    "search": text("Search strategy, such as guided, dfs or random"),
                    "seed": number("Seed of all random choices"),
                }),
                &["target"],
            ),
            tool(
                "findings",
                "List findings",
                "Returns the findings of all targets verified since this server started.",
                json!({}),
                &[]
            ),
            tool(
                "explain",
                "Explain a finding",
                "Returns why a finding happens, how to fix it, and the source lines involved.",
                json!({ "trail": trail() }),
                &["trail"],
            ),
            tool(
                "step_through",
                "Step through a run",
                "Returns a section of the run that leads to a finding: each step with its thread, place, values and variables.",
                json!({
                    "trail": trail(),
                    "from": number("Number of the first step, from 1"),
                    "count": number("Number of steps: 20 by default, at most 100"),
                }),
                &["trail"],
            ),
        ])
    }

    fn call(
        &self,
        name: &str,
        given: Value,
        control: &Control,
        progress: &mut dyn FnMut(u64, &str),
    ) -> Result<Answer, Refusal> {
        match name {
            "verify" => self
                .verify(&arguments(given)?, control, progress)
                .map_err(Refusal::Failed),
            "findings" => {
                let Nothing {} = arguments(given)?;
                Ok(self.findings())
            }
            "explain" => {
                let Explain { trail } = arguments(given)?;
                self.explain(&trail).map_err(Refusal::Failed)
            }
            "step_through" => self.step_through(&arguments(given)?).map_err(Refusal::Failed),
            _ => Err(Refusal::NoTool),
        }
    }
}

impl Tools<'_> {
    fn verify(&self, asked: &Verify, control: &Control, progress: &mut dyn FnMut(u64, &str)) -> Result<Answer, String> {
        let own = &self.options.common;
        let options = CheckOptions {
            target: std::iter::once(&asked.target).chain(&asked.args).cloned().collect(),
            common: Common {
                classpath: asked
                    .classpath
                    .as_ref()
                    .map(Into::into)
                    .or_else(|| own.classpath.clone()),
                sources: asked.sources.as_ref().map(Into::into).or_else(|| own.sources.clone()),
                jdk: own.jdk.clone(),
                config: own.config.clone(),
                module: own.module.clone(),
                // Programs that an agent names read no files, unless whoever starts the server says so.
                set: [vec!["files.read=".to_owned()], own.set.clone()].concat(),
            },
            time_limit: asked.time_limit.clone(),
            max_transitions: asked.max_transitions,
            search: asked.search.clone(),
            seed: asked.seed,
            ..CheckOptions::default()
        };
        let mut count = |states: u64| progress(states, &format!("{states} states"));
        let Verification {
            report,
            plan,
            session,
            jdk,
            ..
        } = verified(&options, control, &mut count)?;
        for finding in report.findings.iter().filter(|finding| !finding.trail.steps.is_empty()) {
            let stored = StoredTrail {
                trail: finding.trail.clone(),
                origin: plan.origin(&jdk),
            };
            trails::save(&self.trails(), &stored).map_err(|error| format!("a trail cannot be stored: {error}"))?;
        }
        let known = Known {
            findings: report.findings.clone(),
            sources: session
                .sources
                .iter()
                .chain(&plan.sources)
                .chain([&session.folder])
                .cloned()
                .collect(),
            folder: session.folder.clone(),
        };
        let answer = answer_of(&plan.title(), &report, &known);
        self.lock().insert(plan.title(), known);
        Ok(answer)
    }

    fn findings(&self) -> Answer {
        let known = self.lock();
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for (target, known) in known.iter() {
            for finding in &known.findings {
                let mut row = row_of(finding, known);
                row["target"] = target.as_str().into();
                lines.push(format!("{target}: {}", line_of(finding)));
                rows.push(row);
            }
        }
        let text = match (known.is_empty(), lines.is_empty()) {
            (true, _) => "no target has been verified yet".to_owned(),
            (false, true) => "nothing was found".to_owned(),
            (false, false) => lines.join("\n"),
        };
        Answer {
            structured: json!({ "findings": rows }),
            text,
        }
    }

    fn explain(&self, trail: &str) -> Result<Answer, String> {
        let known = self.lock();
        let found = known.values().find_map(|known| {
            let finding = known.findings.iter().find(|finding| finding.trail.id == trail)?;
            Some((known, finding))
        });
        let (known, finding) = found
            .ok_or_else(|| format!("no finding of this session has the trail {trail}: verify its target first"))?;
        let sources = Sources::new(known.sources.clone());
        let place = |location: &Location, said: &str| {
            let mut place = place_of(location, &sources, known);
            place["code"] = json!(sources.text(location));
            place["says"] = said.into();
            place
        };
        let first = place(&finding.location, &finding.message);
        let places: Vec<Value> = std::iter::once(first)
            .chain(
                finding
                    .related
                    .iter()
                    .map(|related| place(&related.location, &related.message)),
            )
            .collect();
        let why = finding.why.as_ref().map(words::why::why);
        let fix = words::advice::fix(finding);
        let mut lines = vec![words::defect::of_finding(finding).sentence()];
        lines.extend(why.iter().map(|why| format!("why: {why}")));
        lines.extend(fix.iter().map(|fix| format!("fix: {fix}")));
        let located = std::iter::once(&finding.location).chain(finding.related.iter().map(|related| &related.location));
        lines.extend(located.map(|location| {
            let code = sources.text(location).unwrap_or_default();
            format!("at {} {code}", short_place(location)).trim_end().to_owned()
        }));
        let mut structured = row_of(finding, known);
        structured["why"] = json!(why);
        structured["fix"] = json!(fix);
        structured["needs"] = json!(finding.needs.iter().map(words::need::name).collect::<Vec<_>>());
        structured["places"] = places.into();
        Ok(Answer {
            structured,
            text: lines.join("\n"),
        })
    }

    fn step_through(&self, asked: &StepThrough) -> Result<Answer, String> {
        let trail = self.trail(&asked.trail)?;
        let from = asked.from.unwrap_or(1).max(1);
        let count = asked.count.unwrap_or(STEPS).clamp(1, MOST_STEPS);
        let all = trail.steps.len();
        let window = trail.steps.iter().zip(1..).skip(from - 1).take(count);
        let rows: Vec<Value> = window.clone().map(|(step, number)| step_row(step, number)).collect();
        let lines: Vec<String> = window.map(|(step, number)| step_line(step, number)).collect();
        if rows.is_empty() {
            return Err(format!("the trail {} has {all} steps", asked.trail));
        }
        let next = from + rows.len();
        let next = (next <= all).then_some(next);
        Ok(Answer {
            structured: json!({ "trail": trail.id, "target": trail.target, "kind": trail.kind, "steps": rows, "of": all, "next": next }),
            text: lines.join("\n"),
        })
    }

    /// A trail that was found here, or one that is stored.
    fn trail(&self, id: &str) -> Result<Trail, String> {
        let known = self.lock();
        let mut found = known.values().flat_map(|known| &known.findings);
        match found.find(|finding| finding.trail.id == id && !finding.trail.steps.is_empty()) {
            Some(finding) => Ok(finding.trail.clone()),
            // An id alone: no file of a client's choosing is read.
            None if id.chars().all(|letter| letter.is_ascii_alphanumeric()) => Ok(trails::load(
                &self.trails().join(format!("{id}.json")).to_string_lossy(),
                &self.trails(),
            )
            .map_err(|_| format!("there is no trail {id}: verify its target first"))?
            .trail),
            None => Err(format!("`{id}` is not the id of a trail")),
        }
    }

    fn trails(&self) -> PathBuf {
        self.options.trails.clone().unwrap_or_else(trails::default_folder)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn answer_of(target: &str, report: &Report, known: &Known) -> Answer {
    let reasons = words::reason::sentences(&report.reasons);
    let rows: Vec<Value> = report.findings.iter().map(|finding| row_of(finding, known)).collect();
    let verdict = serde_json::to_value(report.verdict).unwrap_or_default();
    let said = verdict.as_str().unwrap_or_default();
    let mut lines = vec![format!("{target}: {said}, {} states", report.statistics.states)];
    lines.extend(reasons.iter().cloned());
    lines.extend(report.findings.iter().map(line_of));
    Answer {
        structured: json!({
            "target": target,
            "verdict": verdict,
            "coverage": report.coverage,
            "reasons": reasons,
            "assumptions": report.assumptions,
            "states": report.statistics.states,
            "findings": rows,
        }),
        text: lines.join("\n"),
    }
}

fn row_of(finding: &Finding, known: &Known) -> Value {
    let sources = Sources::new(known.sources.clone());
    json!({
        "trail": finding.trail.id,
        "kind": finding.kind.name(),
        "confidence": finding.confidence,
        "message": words::defect::of_finding(finding).sentence(),
        "place": place_of(&finding.location, &sources, known),
        "steps": finding.trail.steps.len(),
    })
}

fn line_of(finding: &Finding) -> String {
    let place = short_place(&finding.location);
    let message = words::defect::of_finding(finding).sentence();
    format!(
        "{} at {place}: {message} (trail {})",
        finding.kind.name(),
        finding.trail.id
    )
}

fn place_of(location: &Location, sources: &Sources, known: &Known) -> Value {
    let path = sources
        .path(location)
        .map(|path| relative_to(&path, &known.folder).to_path_buf());
    json!({ "class": location.class, "method": location.method, "path": path, "line": location.line })
}

fn step_row(step: &Step, number: usize) -> Value {
    let value = |value: &dropwire_check::trail::Value| json!({ "name": value.name, "before": value.before, "value": value.value });
    json!({
        "step": number,
        "thread": step.thread_name,
        "does": step.operation,
        "remark": step.note,
        "preemption": step.preemption,
        "place": step.location.as_ref().map(short_place),
        "values": step.scene.values.iter().map(value).collect::<Vec<_>>(),
        "variables": step.scene.variables.iter().map(value).collect::<Vec<_>>(),
    })
}

fn step_line(step: &Step, number: usize) -> String {
    let place = step.location.as_ref().map(short_place).unwrap_or_default();
    let changed = step.scene.values.iter().filter_map(|value| {
        let before = value.before.as_ref()?;
        Some(format!(" [{}: {before} → {}]", value.name, value.value))
    });
    let changed: String = changed.collect();
    format!(
        "{number} {} {} {} {place}{changed}",
        step.thread_name, step.operation, step.note
    )
    .replace("  ", " ")
}
