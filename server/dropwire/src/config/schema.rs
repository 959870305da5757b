//! The JSON schema of `dropwire.toml`, for editors: made from the tables that the reader goes by.

use dropwire_check::{FairnessKind, KINDS, Kind};
use serde_json::{Map, Value, json};

use super::entries::{Field, IGNORE, MODULE, PERTURB, PROPERTY, REPLACE, Sort, TARGET};
use super::keys::{KEYS, Key};

/// The schema, by the rules of JSON Schema draft 7, which editors of TOML know best.
pub fn schema() -> Value {
    let mut properties = Map::new();
    properties.insert(
        "baseline".into(),
        json!({ "type": "string", "description": "a baseline: a file of findings to suppress, see `dropwire help suppress`" }),
    );
    properties.insert("target".into(), entries("a target to verify", TARGET, &[]));
    properties.insert(
        "module".into(),
        entries("a module: its classes and sources", MODULE, &[]),
    );
    properties.insert(
        "replace".into(),
        entries("a method that is replaced by another one", REPLACE, &["method", "by"]),
    );
    properties.insert(
        "perturb".into(),
        entries("perturbed values of a field or a parameter", PERTURB, &[]),
    );
    properties.insert(
        "property".into(),
        entries("a property of the program to verify", PROPERTY, &["name"]),
    );
    let of_property = &mut properties["property"]["items"]["properties"];
    of_property["fairness"]["enum"] = json!(FairnessKind::ALL.map(FairnessKind::name));
    of_property["atoms"]["type"] = "object".into();
    of_property["atoms"]["additionalProperties"] = json!({ "type": "string" });
    properties.insert(
        "ignore".into(),
        entries("a finding to suppress", IGNORE, &["kind", "where", "reason"]),
    );
    properties["ignore"]["items"]["properties"]["kind"]["enum"] = json!(Kind::ALL.map(Kind::name));
    for key in KEYS {
        // What is for the command line alone has no table in the file.
        let Some((table, name)) = key.name.split_once('.').filter(|(table, _)| *table != "debug") else {
            continue;
        };
        let table = properties
            .entry(table)
            .or_insert_with(|| json!({ "type": "object", "additionalProperties": false, "properties": {} }));
        table["properties"][name] = value_of(key);
    }
    properties.insert("choice".into(), choices());
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "dropwire.toml",
        "description": "The configuration of Dropwire, a model checker for Java threads",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

/// `[choice.NAME]`.
fn choices() -> Value {
    let mut parameters = Map::new();
    let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    parameters.insert(
        "kind".into(),
        json!({ "enum": kinds, "description": "the kind of choice" }),
    );
    for parameter in KINDS.iter().flat_map(|kind| kind.parameters) {
        parameters.insert(
            (*parameter).into(),
            json!({ "type": ["string", "number", "boolean", "array"] }),
        );
    }
    let choice =
        json!({ "type": "object", "additionalProperties": false, "required": ["kind"], "properties": parameters });
    json!({ "type": "object", "description": "the values of a named choice", "additionalProperties": choice })
}

fn value_of(key: &Key) -> Value {
    let mut value = match key.values {
        "true | false" => json!({ "type": "boolean" }),
        "N" => json!({ "type": "integer", "minimum": 0 }),
        "PATH, …" => json!({ "type": "array", "items": { "type": "string" } }),
        "TIME" | "SIZE" => json!({ "type": ["string", "integer"] }),
        words if words.contains(" | ") && !words.contains(|c: char| c.is_ascii_uppercase()) => {
            json!({ "enum": words.split(" | ").collect::<Vec<_>>() })
        }
        _ => json!({ "type": "string" }),
    };
    value["description"] = key.meaning.into();
    if !key.default.is_empty() {
        value["default"] = match key.values {
            "true | false" => (key.default == "true").into(),
            "N" => key.default.parse::<u64>().map_or(Value::Null, Value::from),
            "PATH, …" => json!([key.default]),
            _ => key.default.into(),
        };
    }
    value
}

fn entries(meaning: &str, fields: &[Field], needed: &[&str]) -> Value {
    let of = |field: &Field| {
        let list = |of: Value| json!({ "type": "array", "items": { "type": of }, "description": field.meaning });
        let value = match field.sort {
            Sort::Text => json!({ "type": "string", "description": field.meaning }),
            Sort::Texts => list(json!("string")),
            Sort::Values => list(json!(["number", "boolean", "string"])),
            Sort::Number => json!({ "type": "integer", "minimum": 1, "description": field.meaning }),
        };
        (field.name.to_owned(), value)
    };
    let properties: Map<String, Value> = fields.iter().map(of).collect();
    json!({
        "type": "array",
        "description": meaning,
        "items": { "type": "object", "additionalProperties": false, "required": needed, "properties": properties },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_in_the_tree_is_that_of_the_tables() {
        let stored = include_str!("../../schema/dropwire.toml.schema.json");
        let stored: Value = serde_json::from_str(stored).unwrap();
        let command = "dropwire config --format schema > server/dropwire/schema/dropwire.toml.schema.json";
        assert_eq!(stored, schema(), "regenerate it: {command}");
    }

    #[test]
    fn each_value_has_its_sort() {
        let schema = schema();
        let of = |table: &str, name: &str| schema["properties"][table]["properties"][name].clone();
        assert_eq!(of("limits", "transitions")["type"], "integer");
        assert_eq!(of("vm", "por.sync-detection")["default"], true);
        assert_eq!(
            of("search", "store")["enum"],
            json!(["fingerprint", "collapse", "bitstate", "none"])
        );
        assert_eq!(schema["properties"]["debug"], Value::Null);
        assert_eq!(schema["properties"]["ignore"]["items"]["required"][0], "kind");
    }
}
