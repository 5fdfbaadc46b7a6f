//! `list_methods`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "list_methods",
    title: "List methods",
    description: "List the method and constructor signatures of a type, Kotlin functions included.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::TYPE_NAME,
        params::optional("include_inherited", ParamKind::Flag, "those of supertypes too"),
        params::optional("name_filter", ParamKind::Text, "get*"),
        params::NAME_FILTER_TYPE,
        params::PAGE,
        params::PAGE_SIZE,
        params::INCLUDE_DESCRIPTION,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "methods",
        positionals: &[Positional::Coordinate, Positional::Param("type_name", "TYPE")],
        shortcuts: &[],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("list_methods is not built yet"))
}
