//! Tables of the code as Markdown.

use std::fmt::Write as _;

use jardex::config::settings::{Kind, SETTINGS, Scope};
use jardex::parse;
use jardex::source::limits;
use jardex::tools::{Effect, Param, ParamKind, Positional, Preset, Shortcut, TABLE, Tool, budget};
use serde_json::Value;

/// Adds a line; writing to a text cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)*) => { writeln!($out, $($format)*).expect("a text") };
}

/// docs/tools.md.
pub fn tools() -> String {
    let mut out = String::from(
        "# Tool reference\n\n\
         This page is made from the table of tools in the code: run `UPDATE_EXPECT=1 cargo test --test reference` after a change.\n\n\
         Every tool is offered over MCP and is a command of `jardex`. Coordinates are `group_id`, `artifact_id` and `version` over \
         MCP, `G:A:V` on the command line. Every answer has `status`; fields that are empty or false are left out. What a failed \
         call answers is on the page [Answers](guide/answers.md).\n\n",
    );
    out.push_str(&overview());
    for tool in TABLE {
        one_tool(tool, &mut out);
    }
    out
}

fn one_tool(tool: &Tool, out: &mut String) {
    line!(out, "\n## {}\n\n**{}.** {}\n\n`{}`\n", tool.name, tool.title, tool.description, usage(tool));
    line!(out, "| parameter | takes | command line | meaning |\n|---|---|---|---|");
    for param in tool.params {
        let required = if param.required { "**required** " } else { "" };
        let meaning = format!("{required}{}", cell(param.description));
        line!(out, "| `{}` | {} | {} | {} |", param.name, takes(param), place(tool, param), meaning.trim_end());
    }
    shortcuts(tool, out);
    let hints = [
        ("readOnlyHint", tool.hints.read_only),
        ("destructiveHint", tool.hints.destructive),
        ("idempotentHint", tool.hints.idempotent),
        ("openWorldHint", tool.hints.open_world),
    ];
    let hints: Vec<_> = hints.iter().map(|(name, is_set)| format!("`{name}: {is_set}`")).collect();
    line!(out, "\nHints: {}.\n\nAnswer:\n\n```text", hints.join(", "));
    fields(&(tool.output)(), 0, out);
    line!(out, "```");
}

fn shortcuts(tool: &Tool, out: &mut String) {
    if !tool.command.shortcuts.is_empty() {
        line!(out, "\nFlags of the command:\n");
    }
    for flag in tool.command.shortcuts {
        let effect = match flag.effect {
            Effect::Sets(values) => values.iter().map(|(name, value)| format!("`{name}={}`", shown(*value))).collect(),
            Effect::Gives(names) => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>(),
            Effect::GivesLines(name) => vec![format!("`{name}`, a line each")],
            Effect::Lines => vec!["`start_line`, `end_line`".to_owned()],
        };
        line!(out, "- `{}`: {} ({})", spelling(flag), flag.description, effect.join(", "));
    }
    if !tool.command.presets.is_empty() {
        let presets: Vec<_> =
            tool.command.presets.iter().map(|(name, value)| format!("`{name}={}`", shown(*value))).collect();
        line!(out, "\nWithout such a flag the command sets {}.", presets.join(", "));
    }
}

fn shown(value: Preset) -> String {
    match value {
        Preset::Text(text) => text.to_owned(),
        Preset::Flag(flag) => flag.to_string(),
    }
}

fn spelling(flag: &Shortcut) -> String {
    let names = [flag.short.map(|short| format!("-{short}")), flag.long.map(|long| format!("--{long}"))];
    let value = match flag.effect {
        Effect::Sets(_) => "",
        Effect::Gives(_) | Effect::GivesLines(_) => " VALUE",
        Effect::Lines => " START:END",
    };
    format!("{}{value}", names.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn takes(param: &Param) -> String {
    match param.kind {
        ParamKind::Text => "text".to_owned(),
        ParamKind::Choice(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or "),
        ParamKind::Integer { min, max: Some(max) } => format!("number, {min} to {max}"),
        ParamKind::Integer { min, max: None } => format!("number, {min} or more"),
        ParamKind::Flag => "true or false".to_owned(),
        ParamKind::TextList => "list of texts".to_owned(),
    }
}

/// How a parameter is given on the command line.
fn place(tool: &Tool, param: &Param) -> String {
    let positional = tool.command.positionals.iter().find(|positional| match positional {
        Positional::Coordinate | Positional::Coordinates => {
            matches!(param.name, "group_id" | "artifact_id" | "version")
        }
        Positional::OptionalCoordinates => {
            matches!(param.name, "group_id" | "artifact_id" | "version" | "artifacts")
        }
        Positional::Artifacts => param.name == "artifacts",
        Positional::FromCoordinate => matches!(param.name, "group_id" | "artifact_id" | "from_version"),
        Positional::Filter => matches!(param.name, "group_filter" | "artifact_filter"),
        Positional::Library => matches!(param.name, "group_id" | "artifact_id"),
        Positional::Param(name, _) => *name == param.name,
    });
    match positional {
        Some(positional) => format!("`{}`", placeholder(tool, positional)),
        None => format!("`--{}`", param.name.replace('_', "-")),
    }
}

fn placeholder(tool: &Tool, positional: &Positional) -> String {
    match positional {
        Positional::Coordinate => "G:A:V".to_owned(),
        Positional::Coordinates => "G:A:V…".to_owned(),
        Positional::FromCoordinate => "G:A:V1".to_owned(),
        Positional::OptionalCoordinates | Positional::Artifacts => "[G:A:V…]".to_owned(),
        Positional::Filter => "[GROUP[:ARTIFACT]]".to_owned(),
        Positional::Library => "GROUP[:ARTIFACT]".to_owned(),
        Positional::Param(name, shown) => {
            let is_required = tool.params.iter().any(|param| param.name == *name && param.required);
            if is_required { (*shown).to_owned() } else { format!("[{shown}]") }
        }
    }
}

fn usage(tool: &Tool) -> String {
    let words = tool.command.positionals.iter().map(|positional| placeholder(tool, positional));
    let words: Vec<_> = std::iter::once(format!("jardex {}", tool.command.verb)).chain(words).collect();
    words.join(" ")
}

/// The fields of an answer, one a line, what holds others above them.
fn fields(schema: &Value, depth: usize, out: &mut String) {
    let Some(properties) = schema["properties"].as_object() else { return };
    for (name, schema) in properties {
        let indent = "  ".repeat(depth);
        let (mark, inner) = match schema["type"].as_str() {
            Some("array") => ("[]", &schema["items"]),
            _ if schema["additionalProperties"].is_object() => ("{}", &schema["additionalProperties"]),
            _ => ("", schema),
        };
        // A map of lists: what a file's matches are.
        let (mark, inner) = match inner["type"].as_str() {
            Some("array") if mark == "{}" => ("{}[]", &inner["items"]),
            _ => (mark, inner),
        };
        let kind = match inner["type"].as_str() {
            Some("string") => ": text",
            Some("integer" | "number") => ": number",
            Some("boolean") => ": true or false",
            _ => "",
        };
        line!(out, "{indent}{name}{mark}{kind}");
        fields(inner, depth + 1, out);
    }
}

/// Text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The first sentence of a description.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// Tool, command, what for.
pub fn overview() -> String {
    let mut out = String::from("| tool | command | |\n|---|---|---|\n");
    for tool in TABLE {
        line!(out, "| `{}` | `{}` | {} |", tool.name, usage(tool), cell(first_sentence(tool.description)));
    }
    out
}

/// Command with its flags, and the tool's place in the reference.
pub fn commands() -> String {
    let mut out = String::from("| command | flags | tool |\n|---|---|---|\n");
    for tool in TABLE {
        let own = tool.command.shortcuts.iter().map(spelling);
        let flags = tool
            .params
            .iter()
            .map(|param| place(tool, param))
            .filter(|place| place.starts_with("`--"))
            .map(|place| place.trim_matches('`').to_owned());
        let flags: Vec<_> = own.chain(flags).map(|flag| format!("`{flag}`")).collect();
        let (usage, name) = (usage(tool), tool.name);
        line!(out, "| `{usage}` | {} | [`{name}`](../tools.md#{name}) |", flags.join(" "));
    }
    out
}

/// Every setting with its three spellings.
pub fn settings() -> String {
    let mut out = String::from("| key | flag | variable | takes | default | |\n|---|---|---|---|---|---|\n");
    for setting in SETTINGS {
        let takes = match setting.kind {
            Kind::Path => "path".to_owned(),
            Kind::Switch => "`true`, `false`".to_owned(),
            Kind::Count { min, max } => format!("{min} to {max}"),
            Kind::Bytes => "size: `512MiB`".to_owned(),
            Kind::Seconds => "time: `90s`, `10m`".to_owned(),
            Kind::Choice(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
            Kind::Text => "text".to_owned(),
            Kind::Repositories => "`id=url` or `url`, a list".to_owned(),
            Kind::Groups => "`id=pattern …`, a list".to_owned(),
        };
        let scope = if setting.scope == Scope::Server { "; only `mcp`, `config`" } else { "" };
        line!(
            out,
            "| `{}` | `--{}` | `{}` | {takes} | {} | {}{scope} |",
            setting.name,
            setting.flag,
            setting.variable,
            cell(setting.default),
            cell(setting.help),
        );
    }
    out
}

/// The limits that the code states in public.
pub fn limits() -> String {
    let size = |bytes: u64| match bytes {
        _ if bytes.is_multiple_of(1 << 30) => format!("{} GiB", bytes >> 30),
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    };
    let rows = [
        ("a JAR", size(limits::JAR_BYTES), "`invalid_source`"),
        ("files of one source", limits::FILES.to_string(), "`invalid_source`"),
        (
            "bytes of all files of one source",
            format!("{}, or {} times the archive where that is more", size(limits::TOTAL_BYTES), limits::TOTAL_RATIO),
            "`invalid_source`",
        ),
        ("one file", size(limits::FILE_BYTES), "left out, named in `incomplete`"),
        (
            "how far a file may unpack",
            format!("{} times its packed size, from {} on", limits::FILE_RATIO, size(limits::RATIO_FROM)),
            "left out, named in `incomplete`",
        ),
        ("a file's name", size(limits::NAME_BYTES as u64), "left out, named in `incomplete`"),
        ("folders one in another", limits::DEPTH.to_string(), "left out, named in `incomplete`"),
        ("a file that is parsed", size(parse::LARGEST_PARSED as u64), "text only: searchable, declares nothing"),
        (
            "parsing one file",
            format!("{} s", parse::worker::TIME_LIMIT.as_secs()),
            "text only; the artifact is indexed again at the next `index`",
        ),
        ("first sentence of a documentation", format!("{} characters", parse::doc::LONGEST_DESCRIPTION), "cut"),
        ("an answer over MCP", size(budget::USUAL as u64), "`truncated`, and the call that goes on"),
        (
            "an answer over MCP, with `max_bytes`, `page_size`, `limit` or `max_results`",
            size(budget::RAISED as u64),
            "the same",
        ),
    ];
    let mut out = String::from("| what | at most | beyond |\n|---|---|---|\n");
    for (what, most, beyond) in rows {
        line!(out, "| {what} | {most} | {beyond} |");
    }
    out
}
