//! `search_file_names`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Preset, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "search_file_names",
    title: "Find files by name",
    description: "Find files by name in one artifact or in all indexed ones.",
    params: &[
        params::ANY_GROUP,
        params::ANY_ARTIFACT,
        params::VERSION,
        params::ARTIFACTS,
        params::required(
            "pattern",
            ParamKind::Text,
            "a glob without / matches the name, with / the path below start_path; a regex sees the path",
        ),
        params::required("pattern_type", ParamKind::Choice(&["glob", "regex"]), ""),
        params::START_PATH,
        params::SEARCH_DEPTH,
        params::count("limit", Some(1000), "default 100, at most 1000"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "find",
        positionals: &[Positional::Param("pattern", "PATTERN"), Positional::OptionalCoordinates],
        shortcuts: &[],
        presets: &[("pattern_type", Preset::Text("glob"))],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("search_file_names is not built yet"))
}
