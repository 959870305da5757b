//! Logs of `--format sarif`: one run with each defect once.

use serde_json::{Value, json};

use super::{Merged, pretty, status};
use crate::exit::Status;

/// Makes one log of several.
///
/// # Errors
/// A sentence that names the file: it is no log of check, or they do not belong together.
pub fn merge(logs: &[(String, Value)]) -> Result<Merged, String> {
    let runs: Vec<(&str, &Value)> = logs
        .iter()
        .map(|(file, log)| run(file, log))
        .collect::<Result<_, _>>()?;
    let Some((first_file, first)) = runs.first() else {
        return Err("there is nothing to merge".into());
    };
    let mut merged = (*first).clone();
    for (file, run) in &runs[1..] {
        if run["tool"] != first["tool"] {
            return Err(format!(
                "{file} and {first_file} were written by different versions of Dropwire; they do not belong together"
            ));
        }
        for result in list(&run["results"]) {
            add_result(&mut merged, result);
        }
        for pointer in ["/properties/targets", "/properties/notRun"] {
            extend(&mut merged, pointer, list(run.pointer(pointer).unwrap_or(&Value::Null)));
        }
        let notifications = &run["invocations"][0]["toolExecutionNotifications"];
        extend(
            &mut merged,
            "/invocations/0/toolExecutionNotifications",
            list(notifications),
        );
    }
    let invocations = runs.iter().map(|(_, run)| &run["invocations"][0]);
    let worst = invocations
        .clone()
        .map(|one| one["exitCode"].as_u64().map_or(Status::OurBug, status))
        .max();
    let worst = worst.unwrap_or(Status::Verified);
    let successful = invocations.clone().all(|one| one["executionSuccessful"] == json!(true));
    merged["invocations"][0]["exitCode"] = json!(worst.number());
    merged["invocations"][0]["executionSuccessful"] = json!(successful);
    let mut log = logs[0].1.clone();
    log["runs"] = json!([merged]);
    Ok(Merged {
        text: pretty(&log)?,
        status: worst,
        remarks: Vec::new(),
    })
}

/// The one run of a log.
fn run<'a>(file: &'a str, log: &'a Value) -> Result<(&'a str, &'a Value), String> {
    let run = match log["runs"].as_array().map(Vec::as_slice) {
        Some([run]) if run["tool"]["driver"]["name"] == json!("Dropwire") => run,
        _ => {
            return Err(format!(
                "{file}: not a SARIF log of check: expected one run, of Dropwire"
            ));
        }
    };
    match run["invocations"].as_array().map(Vec::as_slice) {
        Some([_]) => Ok((file, run)),
        _ => Err(format!(
            "{file}: not a SARIF log of check: expected one invocation in its run"
        )),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn extend(merged: &mut Value, pointer: &str, values: &[Value]) {
    if let Some(Value::Array(all)) = merged.pointer_mut(pointer) {
        all.extend(values.iter().cloned());
    }
}

/// The same defect in another log is one more target of it: as in one log, fingerprint and file say which are the same.
fn add_result(merged: &mut Value, result: &Value) {
    let identity = |result: &Value| {
        let uri = result.pointer("/locations/0/physicalLocation/artifactLocation/uri");
        (result["partialFingerprints"].clone(), uri.cloned())
    };
    let Some(Value::Array(all)) = merged.get_mut("results") else {
        return;
    };
    match all.iter_mut().find(|known| identity(known) == identity(result)) {
        None => all.push(result.clone()),
        Some(known) => {
            // A confirmed one speaks for a potential one.
            if known["properties"]["confidence"] != json!("confirmed")
                && result["properties"]["confidence"] == json!("confirmed")
            {
                let targets = known["properties"]["targets"].take();
                *known = result.clone();
                extend(known, "/properties/targets", list(&targets));
            } else {
                extend(known, "/properties/targets", list(&result["properties"]["targets"]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sarif::document;
    use crate::formats::testing::{answer, call};
    use crate::sources::Sources;
    use crate::text::testing::{deadlock_report, verified_report};

    #[test]
    fn a_defect_of_two_logs_is_one_result_of_two_targets() {
        let log = |names: &[&str]| {
            let mut answers: Vec<_> = names
                .iter()
                .map(|name| answer(name, deadlock_report(), Sources::default()))
                .collect();
            answers.push(answer("Calm", verified_report(), Sources::default()));
            let mut call = call(answers, std::path::Path::new("/"));
            call.status = Status::Finding;
            document(&call)
        };
        let merged = merge(&[("a".into(), log(&["A"])), ("b".into(), log(&["B", "C"]))]).unwrap();
        let value: Value = serde_json::from_str(&merged.text).unwrap();
        let run = &value["runs"][0];
        assert_eq!(run["results"].as_array().unwrap().len(), 1);
        assert_eq!(run["results"][0]["properties"]["targets"], json!(["A", "B", "C"]));
        assert_eq!(run["properties"]["targets"].as_array().unwrap().len(), 5);
        assert_eq!(merged.status, Status::Finding);
        assert_eq!(run["invocations"][0]["exitCode"], json!(1));
    }

    #[test]
    fn logs_of_others_are_refused() {
        let other = json!({ "runs": [{ "tool": { "driver": { "name": "Else" } }, "results": [] }] });
        assert!(merge(&[("a".into(), other)]).is_err());
    }
}
