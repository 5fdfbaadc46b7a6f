//! `list_packages`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "list_packages",
    title: "List packages",
    description: "Show the package tree of an artifact, with the number of types in each package.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional(
            "parent_package",
            ParamKind::Text,
            "start here; left out: the first packages that hold types or branch",
        ),
        params::count("max_depth", None, "levels below the start; default 1"),
        params::INCLUDE_DESCRIPTION,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "packages",
        positionals: &[Positional::Coordinate, Positional::Param("parent_package", "PACKAGE")],
        shortcuts: &[],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("list_packages is not built yet"))
}
