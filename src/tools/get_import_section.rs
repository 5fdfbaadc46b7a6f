//! `get_import_section`.

use super::{Answer, Call, Command, Hints, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "get_import_section",
    title: "Imports of a type",
    description: "Read the import statements of the file that declares a type.",
    params: &[params::GROUP, params::ARTIFACT, params::VERSION, params::TYPE_NAME],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "imports",
        positionals: &[Positional::Coordinate, Positional::Param("type_name", "TYPE")],
        shortcuts: &[],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("get_import_section is not built yet"))
}
