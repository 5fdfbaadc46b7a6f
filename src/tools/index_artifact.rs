//! `index_artifact`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "index_artifact",
    title: "Index an artifact",
    description: "Index a registered artifact, after register_source with auto_index false or to build it again. Gives counts and timings.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional("force", ParamKind::Flag, "build again"),
        params::optional("extract", ParamKind::Flag, "also lay the sources out as plain files"),
    ],
    hints: Hints { read_only: false, destructive: false, idempotent: true, open_world: true },
    command: Command { verb: "index", positionals: &[Positional::Coordinates], shortcuts: &[], presets: &[] },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("index_artifact is not built yet"))
}
