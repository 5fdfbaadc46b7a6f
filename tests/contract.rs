//! The contract of the tools as clients see it: one snapshot a tool in schema/tools/, and the limits it must keep.

#![allow(clippy::disallowed_methods, reason = "the snapshots are files of the repository")]

use std::path::{Path, PathBuf};

use jardex::tools::{self, Effect, Positional, Preset, Shortcut, Tool, schema};
use serde_json::{Value, json};

fn snapshot(tool: &Tool) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": schema::input(tool),
        "outputSchema": (tool.output)(),
        "annotations": {
            "title": tool.title,
            "readOnlyHint": tool.hints.read_only,
            "destructiveHint": tool.hints.destructive,
            "idempotentHint": tool.hints.idempotent,
            "openWorldHint": tool.hints.open_world,
        },
        "command": command(tool),
    })
}

/// The command as its usage line would say it.
fn command(tool: &Tool) -> String {
    let mut words = vec![tool.command.verb.to_owned()];
    for positional in tool.command.positionals {
        words.push(match positional {
            Positional::Coordinate => "G:A:V".to_owned(),
            Positional::Coordinates => "G:A:V…".to_owned(),
            Positional::FromCoordinate => "G:A:V1".to_owned(),
            Positional::OptionalCoordinates | Positional::Artifacts => "[G:A:V…]".to_owned(),
            Positional::Filter => "[GROUP[:ARTIFACT]]".to_owned(),
            Positional::Library => "GROUP[:ARTIFACT]".to_owned(),
            Positional::Param(name, shown) => {
                let param = tool.params.iter().find(|param| param.name == *name).expect("a positional is a parameter");
                if param.required { (*shown).to_owned() } else { format!("[{shown}]") }
            }
        });
    }
    words.extend(tool.command.shortcuts.iter().map(shortcut));
    for (name, preset) in tool.command.presets {
        let value = match preset {
            Preset::Text(text) => (*text).to_owned(),
            Preset::Flag(flag) => flag.to_string(),
        };
        words.push(format!("({name}={value})"));
    }
    words.join(" ")
}

fn shortcut(flag: &Shortcut) -> String {
    let name = match (flag.short, flag.long) {
        (Some(short), Some(long)) => format!("-{short}|--{long}"),
        (Some(short), None) => format!("-{short}"),
        (None, long) => format!("--{}", long.unwrap_or_default()),
    };
    let value = match flag.effect {
        Effect::Sets(_) => "",
        Effect::Gives(_) | Effect::GivesLines(_) => " VALUE",
        Effect::Lines => " START:END",
    };
    format!("[{name}{value}]")
}

fn place(tool: &Tool) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/tools").join(format!("{}.json", tool.name))
}

/// A changed contract is a visible difference. `UPDATE_EXPECT=1` writes the snapshots anew.
#[test]
fn every_tool_is_as_its_snapshot_says() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for tool in tools::TABLE {
        let found = format!("{}\n", serde_json::to_string_pretty(&snapshot(tool)).unwrap());
        if update {
            std::fs::create_dir_all(place(tool).parent().unwrap()).unwrap();
            std::fs::write(place(tool), &found).unwrap();
        } else if std::fs::read_to_string(place(tool)).unwrap_or_default() != found {
            wrong.push(tool.name);
        }
    }
    assert!(wrong.is_empty(), "the contract of {wrong:?} changed; UPDATE_EXPECT=1 cargo test --test contract");
}

#[test]
fn no_snapshot_is_left_over() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/tools");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(tools::find(name.trim_end_matches(".json")).is_some(), "{name} belongs to no tool");
    }
}

const FOURTEEN: [&str; 14] = [
    "register_source",
    "index_artifact",
    "list_indexed_artifacts",
    "list_packages",
    "list_types",
    "get_type_source",
    "list_methods",
    "list_fields",
    "get_method_source",
    "get_import_section",
    "list_folder_tree",
    "search_file_names",
    "search_file_content",
    "get_file",
];

#[test]
fn the_table_begins_with_the_fourteen() {
    let names: Vec<_> = tools::TABLE.iter().map(|tool| tool.name).collect();
    assert_eq!(names[..14], FOURTEEN);
}

#[test]
fn the_fourteen_are_small() {
    let listed: Vec<_> = tools::TABLE[..14]
        .iter()
        .map(|tool| json!({"name": tool.name, "description": tool.description, "inputSchema": schema::input(tool)}))
        .collect();
    let size = serde_json::to_string(&listed).unwrap().len();
    assert!(size < 12 * 1024, "{size} bytes");
}

#[test]
fn the_whole_list_is_small() {
    let listed: Vec<_> = tools::TABLE
        .iter()
        .map(|tool| json!({"name": tool.name, "description": tool.description, "inputSchema": schema::input(tool)}))
        .collect();
    let size = serde_json::to_string(&listed).unwrap().len();
    assert!(size < 24 * 1024, "{size} bytes");
}

/// Words that some client does not take anywhere in a schema.
const REFUSED: [&str; 8] = ["$ref", "$defs", "anyOf", "oneOf", "allOf", "format", "$schema", "not"];

fn check_subset(schema: &Value, place: &str) {
    let Some(object) = schema.as_object() else { panic!("{place}: a schema is an object") };
    for (word, value) in object {
        assert!(!REFUSED.contains(&word.as_str()), "{place}: {word}");
        match word.as_str() {
            "type" => assert!(value.is_string(), "{place}: a list of types"),
            "properties" => {
                for (name, inner) in value.as_object().expect("properties by name") {
                    check_subset(inner, &format!("{place}/{name}"));
                }
            }
            "items" | "additionalProperties" => check_subset(value, &format!("{place}/{word}")),
            _ => {}
        }
    }
}

#[test]
fn schemas_stay_in_the_subset_that_every_client_takes() {
    for tool in tools::TABLE {
        for (which, schema) in [("input", schema::input(tool)), ("output", (tool.output)())] {
            assert_eq!(schema["type"], "object", "{} {which}", tool.name);
            check_subset(&schema, &format!("{} {which}", tool.name));
        }
    }
}

#[test]
fn an_output_schema_requires_only_status_and_names_a_failure() {
    for tool in tools::TABLE {
        let schema = (tool.output)();
        assert_eq!(schema["required"], json!(["status"]), "{}", tool.name);
        for name in ["status", "message", "suggested_action", "incomplete"] {
            assert!(schema["properties"][name].is_object(), "{} does not name {name}", tool.name);
        }
        let first = schema["properties"].as_object().unwrap().keys().next().unwrap();
        assert_eq!(first, "status", "{}", tool.name);
        assert_eq!(schema.to_string().matches("\"required\"").count(), 1, "{} requires more", tool.name);
    }
}

/// A command can say everything that its tool can be asked, and nothing else.
#[test]
fn commands_speak_of_parameters() {
    for tool in tools::TABLE {
        let names: Vec<_> = tool.params.iter().map(|param| param.name).collect();
        let known = |name: &str| assert!(names.contains(&name), "{}: no parameter {name}", tool.name);
        for positional in tool.command.positionals {
            match positional {
                Positional::Param(name, _) => known(name),
                Positional::Library => ["group_id", "artifact_id"].into_iter().for_each(known),
                Positional::FromCoordinate => ["group_id", "artifact_id", "from_version"].into_iter().for_each(known),
                Positional::Filter => ["group_filter", "artifact_filter"].into_iter().for_each(known),
                // One coordinate is an entry of `artifacts` where the tool has no parameters for its parts.
                Positional::OptionalCoordinates | Positional::Artifacts => known("artifacts"),
                _ => ["group_id", "artifact_id", "version"].into_iter().for_each(known),
            }
        }
        for flag in tool.command.shortcuts {
            match flag.effect {
                Effect::Sets(presets) => presets.iter().for_each(|(name, _)| known(name)),
                Effect::Gives(gives) => gives.iter().copied().for_each(known),
                Effect::GivesLines(name) => known(name),
                Effect::Lines => ["start_line", "end_line"].into_iter().for_each(known),
            }
        }
        tool.command.presets.iter().for_each(|(name, _)| known(name));
    }
}
