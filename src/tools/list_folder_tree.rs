//! `list_folder_tree`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "list_folder_tree",
    title: "List folders and files",
    description: "Show the folders and files of an artifact, resources and META-INF included, with sizes and line counts.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional("path", ParamKind::Text, "folder to start at"),
        params::optional("include_files", ParamKind::Flag, "default true"),
        params::count("max_depth", None, "levels below path; default 1"),
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "tree",
        positionals: &[Positional::Coordinate, Positional::Param("path", "PATH")],
        shortcuts: &[],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("list_folder_tree is not built yet"))
}
