//! `register_source`.

use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "register_source",
    title: "Register a source",
    description: "Register where the sources of group:artifact:version are: a JAR, a directory or a Git repository. Only needed for sources of your own or to refresh: the other tools find published versions by themselves.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::required("version", ParamKind::Text, ""),
        params::optional(
            "source_uri",
            ParamKind::Text,
            "path, file: or https: URI of a JAR or directory, or a Git URL; left out: looked for in the local Maven repository, the Gradle cache, the remote repositories",
        ),
        params::optional("auto_index", ParamKind::Flag, "index at once; default true"),
        params::optional("git_ref", ParamKind::Text, "branch, tag or commit; required for Git only"),
        params::optional("git_subdir", ParamKind::Text, "only this folder of the repository"),
        params::optional("include", ParamKind::TextList, "globs of files to take"),
        params::optional("exclude", ParamKind::TextList, "globs of files to leave out"),
        params::optional("origin", ParamKind::Choice(&["source", "bytecode"]), "take only this kind of JAR"),
    ],
    hints: Hints { read_only: false, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "add",
        positionals: &[Positional::Coordinate, Positional::Param("source_uri", "SOURCE_URI")],
        shortcuts: &[Shortcut {
            long: Some("no-index"),
            short: None,
            description: "register only, index later",
            effect: Effect::Sets(&[("auto_index", Preset::Flag(false))]),
        }],
        presets: &[],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("register_source is not built yet"))
}
