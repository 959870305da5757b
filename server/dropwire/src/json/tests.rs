//! The document has the shape of the contract, and obeys the schema in the tree.

use std::path::Path;

use dropwire_check::Input;
use serde_json::{Value, json};

use super::*;
use crate::text::testing::{deadlock_report, verified_report};

fn document() -> Value {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Till.java"), "class Till {}\n").unwrap();
    let sources = Sources::new(vec![folder.path().to_path_buf()]);
    let paths = Paths {
        sources: &sources,
        folder: folder.path(),
    };
    let mut document = Document::new("17.0.15", 0);
    document.targets.push(target_document(
        "Till",
        &["3".into()],
        Judged::all(&deadlock_report()),
        paths,
    ));
    document
        .targets
        .push(target_document("Calm", &[], Judged::all(&verified_report()), paths));
    serde_json::to_value(document).unwrap()
}

#[test]
fn the_shape_of_the_contract() {
    let document = document();
    assert_eq!(document["schema"], 2);
    let target = &document["targets"][0];
    assert_eq!(target["verdict"], "violated");
    assert_eq!(target["args"], json!(["3"]));
    let finding = &target["findings"][0];
    assert_eq!(finding["kind"], "deadlock");
    assert_eq!(finding["suppressed"], Value::Null);
    assert_eq!(
        finding["detail"],
        "sell holds drawer and waits to lock ledger; audit holds ledger and waits to lock drawer"
    );
    assert_eq!(finding["facts"]["what"]["defect"], "deadlock-cycle");
    let wait = &finding["facts"]["what"]["cycle"][0]["wait"];
    assert_eq!(
        *wait,
        json!({ "for": "lock", "lock": { "is": "field", "field": "ledger" }, "holder": { "is": "thread", "name": "audit" } })
    );
    assert!(finding.as_object().unwrap().contains_key("suppressed"));
    assert_eq!(finding["location"]["path"], "Till.java");
    assert_eq!(finding["trail"]["format"], 1);
    let located = finding["trail"]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|step| !step["location"].is_null());
    assert_eq!(located.unwrap()["location"]["path"], "Till.java");
    assert_eq!(target["statistics"]["maxDepth"], 12);
    let keys: Vec<_> = target.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys[..4],
        ["target", "args", "verdict", "coverage"],
        "the order of the contract"
    );
}

/// A trail whose inputs are objects.
fn with_inputs() -> Value {
    let mut report = deadlock_report();
    let input = |name: &str, ty: &str, value: &str| Input {
        name: name.into(),
        ty: ty.into(),
        value: value.into(),
    };
    report.findings[0].trail.inputs = vec![
        input("list", "shop.Node", "#1=shop.Node{value: 2, next: shop.Node{next: #1}}"),
        input("most", "int", "5"),
        input(
            "names",
            "java.lang.Object[]",
            "java.lang.Object[]{\"a\", shop.Color.RED, #1}",
        ),
    ];
    let sources = Sources::new(Vec::new());
    let paths = Paths {
        sources: &sources,
        folder: Path::new("."),
    };
    let mut document = Document::new("17.0.15", 0);
    document
        .targets
        .push(target_document("Till", &[], Judged::all(&report), paths));
    serde_json::to_value(document).unwrap()
}

#[test]
fn the_inputs_of_a_trail_are_a_graph_of_objects() {
    let document = with_inputs();
    let trail = &document["targets"][0]["findings"][0]["trail"];
    let roots = trail["inputs"].as_array().unwrap().iter().map(|input| &input["object"]);
    assert_eq!(roots.collect::<Vec<_>>(), [&json!(1), &Value::Null, &json!(3)]);
    assert_eq!(
        trail["heap"],
        json!([
            { "id": 1, "type": "shop.Node", "kind": "object", "fields": [{ "name": "value", "value": "2" }, { "name": "next", "object": 2 }] },
            { "id": 2, "type": "shop.Node", "kind": "object", "fields": [{ "name": "next", "object": 1 }] },
            { "id": 3, "type": "java.lang.Object[]", "kind": "array", "elements": [{ "object": 4 }, { "value": "RED", "type": "shop.Color" }, { "object": 1 }] },
            { "id": 4, "type": "java.lang.String", "kind": "string", "text": "\"a\"" },
        ])
    );
    assert!(
        !self::document()["targets"][0]["findings"][0]["trail"]
            .as_object()
            .unwrap()
            .contains_key("heap")
    );
}

#[test]
fn documents_obey_the_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/check.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut good = document();
    for document in [&good, &with_inputs()] {
        assert_eq!(violations(&schema, &schema, document, "$"), Vec::<String>::new());
    }
    // The validator itself must be able to fail.
    good["targets"][0]["verdict"] = json!("splendid");
    good["targets"][1]["statistics"]["states"] = json!("many");
    assert_eq!(violations(&schema, &schema, &good, "$").len(), 2);
}

/// The part of JSON Schema that our schema uses: $ref, type, const, enum, required, properties, items.
fn violations(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root
            .pointer(reference.trim_start_matches('#'))
            .expect("a reference within the schema");
        return violations(root, target, value, at);
    }
    let mut wrong = Vec::new();
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|name| has_type(value, name)) {
        wrong.push(format!("{at}: {value} is not {types:?}"));
    }
    if let Some(expected) = schema.get("const").filter(|expected| *expected != value) {
        wrong.push(format!("{at}: {value} is not {expected}"));
    }
    if schema["enum"]
        .as_array()
        .is_some_and(|allowed| !allowed.contains(value))
    {
        wrong.push(format!("{at}: {value} is not one of {}", schema["enum"]));
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if !object.contains_key(name) {
                wrong.push(format!("{at}: {name} is missing"));
            }
        }
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            if let Some(inner) = object.get(name) {
                wrong.extend(violations(root, part, inner, &format!("{at}.{name}")));
            }
        }
    }
    if let (Some(items), Some(array)) = (schema.get("items"), value.as_array()) {
        for (index, inner) in array.iter().enumerate() {
            wrong.extend(violations(root, items, inner, &format!("{at}[{index}]")));
        }
    }
    wrong
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}
