//! `list_indexed_artifacts`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "list_indexed_artifacts",
    title: "List artifacts",
    description: "List the registered artifacts and whether each is indexed.",
    params: &[
        params::optional("group_filter", ParamKind::Text, "glob"),
        params::optional("artifact_filter", ParamKind::Text, "glob"),
        params::optional("version_filter", ParamKind::Text, "5.3.21, or >=5.0,<6.0, or [5.0,6.0)"),
        params::PAGE,
        params::PAGE_SIZE,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: false },
    command: Command { verb: "list", positionals: &[Positional::Filter], shortcuts: &[], presets: &[] },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("list_indexed_artifacts is not built yet"))
}
