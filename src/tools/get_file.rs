//! `get_file`.

use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Shortcut, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "get_file",
    title: "Read a file",
    description: "Read a file of an artifact, whole or by lines; also goes on with source that was cut.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::required("file_path", ParamKind::Text, "as in the archive"),
        params::count("start_line", None, ""),
        params::count("end_line", None, "inclusive"),
        params::MAX_BYTES,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "cat",
        positionals: &[Positional::Coordinate, Positional::Param("file_path", "PATH")],
        shortcuts: &[Shortcut {
            long: Some("lines"),
            short: None,
            description: "only these lines: 10:20, 10:, :20 or 10",
            effect: Effect::Lines,
        }],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("get_file is not built yet"))
}
