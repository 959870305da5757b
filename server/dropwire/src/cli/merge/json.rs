//! Documents of `--format json`: their targets, in the order that one machine would have had.

use serde_json::{Map, Value, json};

use super::{Merged, pretty, status};
use crate::exit::Status;
use crate::shard::Part;

/// What all documents must agree on: answers of other builds, JDKs or seeds are answers to other questions.
const COMMON: [&str; 4] = ["schema", "version", "jdk", "seed"];

/// Makes one document of several.
///
/// # Errors
/// A sentence that names the file: they do not belong together.
pub fn merge(documents: &[(String, Value)]) -> Result<Merged, String> {
    let mut merged = Map::new();
    for member in COMMON {
        let first = documents.first().and_then(|(_, document)| document.get(member));
        for (file, document) in documents {
            let value = document.get(member);
            if value != first || value.is_none() {
                let shown = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), Value::to_string);
                return Err(format!(
                    "{file}: its `{member}` is {}, that of the first file {}; they do not belong together",
                    shown(value),
                    shown(first)
                ));
            }
        }
        merged.insert(member.into(), first.cloned().unwrap_or_default());
    }
    let parts = parts(documents)?;
    let (missing, of) = missing(&parts);
    let mut worst = if missing.is_empty() {
        Status::Verified
    } else {
        Status::NotVerified
    };
    let mut not_run: Vec<Value> = missing
        .iter()
        .map(|index| json!(format!("shard {index}/{of}")))
        .collect();
    let mut targets: Vec<(usize, &Value)> = Vec::new();
    for (at, (file, document)) in documents.iter().enumerate() {
        let number = document.get("exitStatus").and_then(Value::as_u64);
        worst = worst.max(status(number.ok_or_else(|| {
            format!("{file}: no `exitStatus`; an older version of Dropwire wrote it")
        })?));
        not_run.extend(document["notRun"].as_array().into_iter().flatten().cloned());
        let listed = document["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (of_file, target) in listed.iter().enumerate() {
            let place = match parts.get(at) {
                // Those that were not run come last and leave their places empty.
                Some(part) => part.places.get(of_file).copied().unwrap_or(usize::MAX),
                None => at,
            };
            targets.push((place, target));
        }
    }
    // Stable: files without shards stay as they were given.
    targets.sort_by_key(|(place, _)| *place);
    merged.insert("exitStatus".into(), json!(worst.number()));
    merged.insert("notRun".into(), Value::Array(not_run));
    merged.insert(
        "targets".into(),
        targets.into_iter().map(|(_, target)| target.clone()).collect(),
    );
    let remarks = missing
        .iter()
        .map(|index| format!("shard {index}/{of} is missing: its targets were not verified"));
    Ok(Merged {
        text: pretty(&Value::Object(merged))?,
        status: worst,
        remarks: remarks.collect(),
    })
}

/// The shard of each document; none where none has one.
fn parts(documents: &[(String, Value)]) -> Result<Vec<Part>, String> {
    let mut parts: Vec<Part> = Vec::new();
    for (file, document) in documents {
        let Some(value) = document.get("shard") else { continue };
        let part: Part =
            serde_json::from_value(value.clone()).map_err(|error| format!("{file}: its shard: {error}"))?;
        if let Some(first) = parts.first() {
            if (first.of, first.targets) != (part.of, part.targets) {
                return Err(format!("{file}: its shard belongs to another split"));
            }
            if parts.iter().any(|other| other.index == part.index) {
                return Err(format!("{file}: shard {}/{} is given twice", part.index, part.of));
            }
        }
        parts.push(part);
    }
    if !parts.is_empty() && parts.len() != documents.len() {
        return Err("some of the files are shards and some are not; they do not belong together".into());
    }
    of_one_split(documents, &parts)?;
    Ok(parts)
}

/// Shards that were split by other costs leave targets out and verify others twice.
fn of_one_split(documents: &[(String, Value)], parts: &[Part]) -> Result<(), String> {
    let Some(first) = parts.first() else { return Ok(()) };
    let mut file_of: Vec<Option<&str>> = vec![None; first.targets];
    for ((file, _), part) in documents.iter().zip(parts) {
        for &place in &part.places {
            let Some(taken) = file_of.get_mut(place) else {
                return Err(format!(
                    "{file}: its shard has target {} of {}; the file is damaged",
                    place + 1,
                    first.targets
                ));
            };
            if let Some(other) = taken.replace(file) {
                return Err(format!(
                    "{file}: target {} of {} is in {other} as well; {TOGETHER}",
                    place + 1,
                    first.targets
                ));
            }
        }
    }
    let absent = file_of.iter().filter(|file| file.is_none()).count();
    match missing(parts).0.is_empty() && absent > 0 {
        true => Err(format!(
            "no file has {absent} of the {} targets, though no shard is missing; {TOGETHER}",
            first.targets
        )),
        false => Ok(()),
    }
}

/// What is wrong with shards that do not make up a whole, and what to do.
const TOGETHER: &str =
    "the files do not belong together: pass the same targets and the same --costs file, or none, on each machine";

/// The numbers of the shards that are not there, and how many there are in all.
fn missing(parts: &[Part]) -> (Vec<usize>, usize) {
    let of = parts.first().map_or(0, |part| part.of);
    let there = |index: &usize| parts.iter().any(|part| part.index == *index);
    ((1..=of).filter(|index| !there(index)).collect(), of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str, status: u8, shard: Option<(usize, &[usize])>) -> (String, Value) {
        let targets: Vec<Value> = match shard {
            Some((_, places)) => places
                .iter()
                .map(|place| json!({ "target": format!("T{place}") }))
                .collect(),
            None => vec![json!({ "target": name })],
        };
        let mut value = json!({
            "schema": 2, "version": "0.1.0", "jdk": "17", "seed": 0, "exitStatus": status, "notRun": [], "targets": targets,
        });
        if let Some((index, places)) = shard {
            value["shard"] = json!({ "index": index, "of": 3, "targets": 5, "places": places });
        }
        (name.into(), value)
    }

    fn titles(merged: &Merged) -> Vec<String> {
        let value: Value = serde_json::from_str(&merged.text).unwrap();
        let targets = value["targets"].as_array().unwrap();
        targets
            .iter()
            .map(|target| target["target"].as_str().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn shards_are_one_answer_in_the_order_of_one_machine() {
        let merged = merge(&[
            document("b", 1, Some((2, &[1, 4]))),
            document("c", 0, Some((3, &[2]))),
            document("a", 3, Some((1, &[0, 3]))),
        ]);
        let merged = merged.unwrap();
        assert_eq!(titles(&merged), ["T0", "T1", "T2", "T3", "T4"]);
        assert_eq!(merged.status, Status::Finding);
        assert!(merged.remarks.is_empty());
    }

    #[test]
    fn a_lost_shard_is_noticed() {
        let merged = merge(&[document("a", 0, Some((1, &[0, 3]))), document("c", 0, Some((3, &[2])))]).unwrap();
        assert_eq!(merged.status, Status::NotVerified);
        assert!(merged.remarks[0].contains("shard 2/3 is missing"));
        assert!(merged.text.contains("\"shard 2/3\""));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let refused = |documents: &[(String, Value)]| merge(documents).err().unwrap();
        let (name, mut other) = document("b", 0, None);
        other["jdk"] = json!("21");
        assert!(refused(&[document("a", 0, None), (name, other)]).contains("`jdk`"));
        let twice = [document("a", 0, Some((1, &[0]))), document("b", 0, Some((1, &[0])))];
        assert!(refused(&twice).contains("given twice"));
        assert!(refused(&[document("a", 0, Some((1, &[0]))), document("b", 0, None)]).contains("some are not"));
    }

    #[test]
    fn shards_of_different_splits_are_refused() {
        let refused = |documents: &[(String, Value)]| merge(documents).err().unwrap();
        let again = [
            document("a", 0, Some((1, &[0, 3]))),
            document("b", 0, Some((2, &[3, 4]))),
        ];
        let message = refused(&again);
        assert!(
            message.contains("target 4 of 5 is in a as well") && message.contains("--costs"),
            "{message}"
        );
        let left_out = [
            document("a", 0, Some((1, &[0]))),
            document("b", 0, Some((2, &[1, 4]))),
            document("c", 0, Some((3, &[2]))),
        ];
        assert!(refused(&left_out).contains("1 of the 5 targets"));
        assert!(refused(&[document("a", 0, Some((1, &[0, 7])))]).contains("target 8 of 5"));
    }

    #[test]
    fn answers_of_modules_stay_in_their_order() {
        let merged = merge(&[document("b", 0, None), document("a", 3, None)]).unwrap();
        assert_eq!(
            (titles(&merged), merged.status),
            (vec!["b".into(), "a".into()], Status::NotVerified)
        );
    }
}
