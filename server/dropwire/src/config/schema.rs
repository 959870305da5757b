//! The JSON schema of `dropwire.toml`, for editors: made from the tables that the reader goes by.

use dropwire_check::{KINDS, Kind};
use serde_json::{Map, Value, json};

use super::entries::{Field, IGNORE, MODULE, REPLACE, Sort, TARGET};
use super::keys::{KEYS, Key};

/// The schema, by the rules of JSON Schema draft 7, which editors of TOML know best.
pub fn schema() -> Value {
    let mut properties = Map::new();
    properties.insert(
        "baseline".into(),
        json!({ "type": "string", "description": "a file of findings that may stay, see `dropwire help suppress`" }),
    );
    properties.insert("target".into(), entries("what is checked", TARGET, &[]));
    properties.insert("module".into(), entries("where classes and sources lie", MODULE, &[]));
    properties.insert(
        "replace".into(),
        entries("a method in whose place another one runs", REPLACE, &["method", "by"]),
    );
    properties.insert(
        "ignore".into(),
        entries("a finding that may stay", IGNORE, &["kind", "where", "reason"]),
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
    json!({ "type": "object", "description": "what the choice of a name is among", "additionalProperties": choice })
}

fn value_of(key: &Key) -> Value {
    let mut value = match key.values {
        "true | false" => json!({ "type": "boolean" }),
        "N" => json!({ "type": "integer", "minimum": 0 }),
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
            _ => key.default.into(),
        };
    }
    value
}

fn entries(meaning: &str, fields: &[Field], needed: &[&str]) -> Value {
    let of = |field: &Field| {
        let value = match field.sort {
            Sort::List => json!({ "type": "array", "items": { "type": "string" }, "description": field.meaning }),
            Sort::Text => json!({ "type": "string", "description": field.meaning }),
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
        assert_eq!(stored, schema(), "write it anew: {command}");
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
