//! Schemas of the wire: the input schema out of a tool's parameters, the output schema out of its answer type.
//!
//! Both stay in the subset that every client takes: an object at the top, no `$ref`, no `anyOf`, no lists of types, no
//! `format`. An output schema requires only `status` and forbids nothing, because clients hold error answers against it
//! as well.

use serde_json::{Map, Value, json};

use super::{Param, ParamKind, Tool};

/// The input schema of a tool.
#[must_use]
pub fn input(tool: &Tool) -> Value {
    let properties: Map<String, Value> =
        tool.params.iter().map(|param| (param.name.to_owned(), property(param))).collect();
    let required: Vec<_> = tool.params.iter().filter(|param| param.required).map(|param| param.name).collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

fn property(param: &Param) -> Value {
    let mut schema = match param.kind {
        ParamKind::Text => json!({"type": "string"}),
        ParamKind::Choice(words) => json!({"type": "string", "enum": words}),
        ParamKind::Integer { .. } => json!({"type": "integer"}),
        ParamKind::Flag => json!({"type": "boolean"}),
        ParamKind::TextList => json!({"type": "array", "items": {"type": "string"}}),
    };
    if !param.description.is_empty() {
        schema["description"] = json!(param.description);
    }
    schema
}

/// How deep a type that holds itself (folders in folders) is written out.
const DEEPEST: usize = 2;

/// The output schema of an answer type.
#[must_use]
pub fn output<T: schemars::JsonSchema>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let root = settings.for_serialize().into_generator().into_root_schema_for::<T>().to_value();
    let definitions = root.get("$defs").cloned().unwrap_or_default();
    let mut schema = plain(&root, &root, &definitions, 0);
    let failure = [
        ("message", json!({"type": "string"})),
        ("suggested_action", json!({"type": "string"})),
        ("incomplete", plain(&incomplete_list(), &root, &definitions, 0)),
    ];
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for (name, value) in failure {
            properties.entry(name).or_insert(value);
        }
    }
    schema["required"] = json!(["status"]);
    schema
}

fn incomplete_list() -> Value {
    let text = json!({"type": "string"});
    let entry = json!({"what": text, "reason": text, "note": {"type": "boolean"}});
    json!({"type": "array", "items": {"type": "object", "properties": entry}})
}

/// A schema in the subset that every client takes.
fn plain(schema: &Value, root: &Value, definitions: &Value, depth: usize) -> Value {
    let Some(object) = schema.as_object() else { return json!({}) };
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        if depth >= DEEPEST {
            return json!({"type": "object"});
        }
        let named = target.strip_prefix("#/$defs/").and_then(|name| definitions.get(name)).unwrap_or(root);
        return plain(named, root, definitions, depth + 1);
    }
    if let Some(branch) = ["anyOf", "oneOf", "allOf"].iter().find_map(|word| object.get(*word)?.as_array()) {
        return branches(branch, root, definitions, depth);
    }
    let mut out = Map::new();
    for (word, value) in object {
        match (word.as_str(), value) {
            ("type", Value::Array(types)) => {
                let first = types.iter().find(|name| *name != "null").cloned().unwrap_or_default();
                out.insert(word.clone(), first);
            }
            ("type", _) => {
                out.insert(word.clone(), value.clone());
            }
            // A word of a closed set: a later version may answer another one.
            ("const" | "enum", _) => {
                out.entry("type").or_insert_with(|| json!("string"));
            }
            ("items", inner) => {
                out.insert(word.clone(), plain(inner, root, definitions, depth));
            }
            ("additionalProperties", inner) if inner.is_object() => {
                out.insert(word.clone(), plain(inner, root, definitions, depth));
            }
            ("properties", Value::Object(properties)) => {
                let properties: Map<String, Value> = properties
                    .iter()
                    .map(|(name, inner)| (name.clone(), plain(inner, root, definitions, depth)))
                    .collect();
                out.insert(word.clone(), Value::Object(properties));
            }
            _ => {}
        }
    }
    Value::Object(out)
}

/// One schema for several: the first that is not null (an optional value), or plain text for a set of words.
fn branches(branches: &[Value], root: &Value, definitions: &Value, depth: usize) -> Value {
    let real = branches.iter().find(|branch| branch.get("type").is_none_or(|name| name != "null"));
    real.map_or_else(|| json!({}), |branch| plain(branch, root, definitions, depth))
}
