//! `search_file_content`.

use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool, params};
use crate::error::Failure;

pub(super) static TOOL: Tool = Tool {
    name: "search_file_content",
    title: "Search file contents",
    description: "Search the text of all files of one artifact or of all indexed ones, line by line as ripgrep does, with context lines.",
    params: &[
        params::ANY_GROUP,
        params::ANY_ARTIFACT,
        params::VERSION,
        params::ARTIFACTS,
        params::required("query", ParamKind::Text, ""),
        params::required("query_type", ParamKind::Choice(&["string", "regex"]), ""),
        params::START_PATH,
        params::SEARCH_DEPTH,
        params::optional("file_pattern", ParamKind::Text, "glob: *.java"),
        params::optional("case_sensitive", ParamKind::Flag, "left out: only if the query has capitals"),
        params::optional("whole_word", ParamKind::Flag, ""),
        params::optional(
            "context_before",
            ParamKind::Integer { min: 0, max: Some(10) },
            "lines; default 2, at most 10",
        ),
        params::optional("context_after", ParamKind::Integer { min: 0, max: Some(10) }, "the same"),
        params::count("max_results", Some(500), "matching lines; default 50, at most 500"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "grep",
        positionals: &[Positional::Param("query", "QUERY"), Positional::OptionalCoordinates],
        shortcuts: &[
            Shortcut {
                long: Some("fixed-strings"),
                short: Some('F'),
                description: "the query is plain text",
                effect: Effect::Sets(&[("query_type", Preset::Text("string"))]),
            },
            Shortcut {
                long: Some("ignore-case"),
                short: Some('i'),
                description: "ignore case",
                effect: Effect::Sets(&[("case_sensitive", Preset::Flag(false))]),
            },
            Shortcut {
                long: Some("word-regexp"),
                short: Some('w'),
                description: "whole words only",
                effect: Effect::Sets(&[("whole_word", Preset::Flag(true))]),
            },
            Shortcut {
                long: Some("context"),
                short: Some('C'),
                description: "lines before and after each hit",
                effect: Effect::Gives(&["context_before", "context_after"]),
            },
            Shortcut {
                long: Some("before-context"),
                short: Some('B'),
                description: "lines before each hit",
                effect: Effect::Gives(&["context_before"]),
            },
            Shortcut {
                long: Some("after-context"),
                short: Some('A'),
                description: "lines after each hit",
                effect: Effect::Gives(&["context_after"]),
            },
            Shortcut {
                long: Some("glob"),
                short: Some('g'),
                description: "only files that match",
                effect: Effect::Gives(&["file_pattern"]),
            },
        ],
        presets: &[("query_type", Preset::Text("regex"))],
    },
    output: || serde_json::json!({"type": "object"}),
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let _ = call;
    Err(Failure::internal("search_file_content is not built yet"))
}
