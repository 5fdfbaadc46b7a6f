//! `get_type_source`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "get_type_source",
    title: "Source of a type",
    description: "Read the source of one class, interface, enum, record, annotation or Kotlin file facade. With outline true bodies are left out, which is much shorter.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::TYPE_NAME,
        params::optional("outline", ParamKind::Flag, "method bodies left out"),
        params::MAX_BYTES,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "source",
        positionals: &[Positional::Coordinate, Positional::Param("type_name", "TYPE")],
        shortcuts: &[],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("get_type_source is not built yet"))
}
