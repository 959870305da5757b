//! `dropwire merge`: one answer of several, of shards or of modules that were checked apart.
//!
//! Answers keep their format. A document of JSON knows of which shard it is, so that a lost machine is noticed.

mod json;
mod junit;
mod sarif;

use std::path::PathBuf;

use serde_json::Value;

use super::misuse;
use super::options::MergeOptions;
use super::output::print;
use crate::exit::Status;
use crate::files;

/// One answer of several, and the status that it stands for.
struct Merged {
    text: String,
    status: Status,
    /// For standard error.
    remarks: Vec<String>,
}

/// Runs the command.
pub fn merge(options: &MergeOptions) -> Status {
    match merged(&options.files) {
        Ok(merged) => {
            for remark in &merged.remarks {
                eprintln!("dropwire: {remark}");
            }
            print(&merged.text).status().max(merged.status)
        }
        Err(message) => misuse(&message),
    }
}

/// An answer as it lies in a file.
enum Answers {
    Json(Value),
    Sarif(Value),
    Junit(String),
}

fn read(file: &PathBuf) -> Result<Answers, String> {
    let named = |what: &str| format!("{}: {what}", file.display());
    let text = files::read_to_string(file).map_err(|error| named(&error.to_string()))?;
    if text.trim_start().starts_with('<') {
        return Ok(Answers::Junit(text));
    }
    let value: Value = serde_json::from_str(&text)
        .map_err(|error| named(&format!("not a result of check: neither JSON nor XML ({error})")))?;
    match (value.get("runs"), value.get("targets")) {
        (Some(Value::Array(_)), _) => Ok(Answers::Sarif(value)),
        (_, Some(Value::Array(_))) => Ok(Answers::Json(value)),
        _ => Err(named("not a result of check: neither its JSON nor SARIF")),
    }
}

fn merged(files: &[PathBuf]) -> Result<Merged, String> {
    let (mut documents, mut logs, mut suites) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let name = file.display().to_string();
        match read(file)? {
            Answers::Json(value) => documents.push((name, value)),
            Answers::Sarif(value) => logs.push((name, value)),
            Answers::Junit(text) => suites.push((name, text)),
        }
    }
    match (documents.as_slice(), logs.as_slice(), suites.as_slice()) {
        (documents, [], []) => json::merge(documents),
        ([], logs, []) => sarif::merge(logs),
        ([], [], suites) => junit::merge(suites),
        _ => Err("results of different formats cannot be merged; pass files of one format".into()),
    }
}

fn pretty(value: &Value) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    Ok(format!("{text}\n"))
}

/// The status with this number; a number that `check` does not end with is a bug of somebody's.
fn status(number: u64) -> Status {
    let all = [
        Status::Verified,
        Status::NotVerified,
        Status::Finding,
        Status::Misuse,
        Status::Interrupted,
    ];
    let known = all.into_iter().find(|status| u64::from(status.number()) == number);
    known.unwrap_or(Status::OurBug)
}
