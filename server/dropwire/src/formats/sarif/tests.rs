//! Shape and honesty of the document; that it obeys the official schema is tested with the whole program.

use serde_json::Value;

use super::super::testing::{answer, call, every_verdict};
use super::*;
use crate::sources::Sources;
use crate::text::testing::{deadlock_report, till_sources};

fn every() -> Value {
    let (folder, _sources) = till_sources();
    document(&call(every_verdict(folder.path()), folder.path()))
}

fn levels(run: &Value) -> Vec<(String, String)> {
    let notifications = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    notifications
        .iter()
        .map(|said| (text(&said["level"]), text(&said["message"]["text"])))
        .collect()
}

#[test]
fn every_verdict_is_a_notification() {
    let document = every();
    let run = &document["runs"][0];
    let levels = levels(run);
    let notified = |level: &str, text: &str| {
        let found = levels.iter().any(|(at, said)| at == level && said.contains(text));
        assert!(found, "no {level} {text} in {levels:?}");
    };
    notified("note", "Calm: verified, assuming jdk-atomic");
    notified("note", "Calm: Calm.x is read, 100% of the time");
    notified("note", "Till: violated");
    notified("warning", "Long: incomplete: the time limit");
    notified("warning", "Maybe: incomplete");
    notified("error", "Gone: failed: class shop.None");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    assert_eq!(run["properties"]["targets"].as_array().unwrap().len(), 7);
}

#[test]
fn results_have_level_place_and_suppression() {
    let document = every();
    let results = document["runs"][0]["results"].as_array().unwrap();
    let of = |fingerprint: &str| {
        let is = |result: &&Value| result["partialFingerprints"]["dropwireFingerprint/v1"] == fingerprint;
        results.iter().find(is).unwrap()
    };
    let till = of("v1:0123456789abcdef");
    assert_eq!((&till["level"], &till["ruleId"]), (&json!("error"), &json!("deadlock")));
    assert_eq!(till["suppressions"], json!([]));
    let place = &till["locations"][0]["physicalLocation"];
    assert_eq!(
        place,
        &json!({
            "artifactLocation": { "uri": "Till.java", "uriBaseId": "PROJECT" },
            "region": { "startLine": 6, "startColumn": 13, "endColumn": 36 },
        })
    );
    assert_eq!(of("v1:potential")["level"], "warning");
    assert_eq!(of("v1:potential")["properties"]["confidence"], "potential");
    assert_eq!(of("v1:known")["suppressions"][0]["justification"], "nobody minds");
    for result in results {
        let rule = &document["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(result.get("baselineState").is_none(), "no baseline was given");
    }
}

#[test]
fn each_thread_has_its_flow_and_the_order_is_that_of_the_run() {
    let document = every();
    let flow = &document["runs"][0]["results"][0]["codeFlows"][0];
    let threads = flow["threadFlows"].as_array().unwrap();
    let names: Vec<&Value> = threads.iter().map(|thread| &thread["message"]["text"]).collect();
    assert_eq!(names, ["main", "sell", "audit"]);
    let mut orders: Vec<u64> = threads
        .iter()
        .flat_map(|thread| thread["locations"].as_array().unwrap())
        .map(|at| at["executionOrder"].as_u64().unwrap())
        .collect();
    orders.sort_unstable();
    assert_eq!(orders, (1..=11).collect::<Vec<u64>>());
    let lock = &threads[2]["locations"][1];
    assert_eq!(lock["location"]["message"]["text"], "lock ledger");
    assert_eq!(lock["kinds"], json!(["acquire", "lock"]));
    assert_eq!(threads[2]["locations"][2]["importance"], "essential");
}

#[test]
fn places_elsewhere_are_absolute_and_names_are_encoded() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("my project#1");
    std::fs::create_dir(&odd).unwrap();
    std::fs::write(odd.join("Till.java"), "x\n").unwrap();
    let of = |called_in: &std::path::Path| {
        let sources = Sources::new(vec![odd.clone()]);
        let document = document(&call(vec![answer("Till", deadlock_report(), sources)], called_in));
        document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].clone()
    };
    assert_eq!(of(folder.path())["uri"], "my%20project%231/Till.java");
    let elsewhere = of(&folder.path().join("other"));
    assert!(
        elsewhere["uri"].as_str().unwrap().starts_with("file:///"),
        "{elsewhere}"
    );
    assert!(elsewhere.get("uriBaseId").is_none());
}

#[test]
fn a_baseline_separates_old_from_new() {
    let (folder, _sources) = till_sources();
    let mut answers = every_verdict(folder.path());
    answers[0].suppressed = vec![Some(crate::suppress::Suppressed {
        by: By::Baseline,
        reason: "it is in the baseline old.json".into(),
    })];
    let mut call = call(answers, folder.path());
    call.baseline = true;
    let document = document(&call);
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results[0]["baselineState"], "unchanged");
    assert_eq!(results[1]["baselineState"], "new");
}
