//! `list_types`.

use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "list_types",
    title: "List types",
    description: "List the classes, interfaces, enums, records, annotations and Kotlin objects, facades and typealiases of an artifact or package, or find one by name.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional("package_filter", ParamKind::Text, "exact, or a glob: org.x.**"),
        params::optional("name_filter", ParamKind::Text, "*Utils; matches Outer.Inner or its last part"),
        params::NAME_FILTER_TYPE,
        params::count("release", None, "types of the multi-release overlay for this Java release"),
        params::optional("include_tests", ParamKind::Flag, "default true"),
        params::PAGE,
        params::PAGE_SIZE,
        params::INCLUDE_DESCRIPTION,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "types",
        positionals: &[Positional::Coordinate, Positional::Param("package_filter", "PACKAGE")],
        shortcuts: &[],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("list_types is not built yet"))
}
