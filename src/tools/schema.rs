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
