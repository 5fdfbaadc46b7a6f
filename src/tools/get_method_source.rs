//! `get_method_source`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "get_method_source",
    title: "Source of a method",
    description: "Read the source of a method or constructor of a type, inherited ones included: all overloads, or those that method_signature picks.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::TYPE_NAME,
        params::required("method_name", ParamKind::Text, "<init> for constructors"),
        params::optional("method_signature", ParamKind::Text, "parameter types: (String, int...) or ()"),
        params::optional("include_documentation", ParamKind::Flag, "the doc comment too"),
        params::MAX_BYTES,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "method",
        positionals: &[
            Positional::Coordinate,
            Positional::Param("type_name", "TYPE"),
            Positional::Param("method_name", "METHOD"),
            Positional::Param("method_signature", "SIGNATURE"),
        ],
        shortcuts: &[],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("get_method_source is not built yet"))
}
