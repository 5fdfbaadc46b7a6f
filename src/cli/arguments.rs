//! From what a person typed to the arguments of a tool, by the tool's row.

use clap::ArgMatches;
use serde_json::{Map, Value};

use crate::coordinate;
use crate::tools::{Effect, ParamKind, Positional, Preset, Shortcut, Tool};

/// The positional that holds coordinates.
pub(super) const COORDINATE: &str = "coordinate";
/// The flag that stands for the positional which gives `artifacts`.
pub(super) const ARTIFACTS: &str = "artifacts flag";
/// The positional that holds `GROUP[:ARTIFACT]`.
pub(super) const FILTER: &str = "filter";

/// The positional that holds `GROUP[:ARTIFACT]` of a library.
pub(super) const LIBRARY: &str = "library";

/// The positional that holds the older of two versions.
pub(super) const FROM: &str = "from";

/// The parts of a coordinate; the version may be left out where one registered version is enough.
pub(super) struct Parts<'a> {
    group: &'a str,
    artifact: &'a str,
    version: Option<&'a str>,
}

/// Reads `group:artifact:version`, or `group:artifact` unless `whole` is asked for.
pub(super) fn coordinate(text: &str, whole: bool) -> Result<Parts<'_>, String> {
    let parts: Vec<&str> = text.split(':').collect();
    let (group, artifact, version) = match parts.as_slice() {
        [group, artifact, version] => (*group, *artifact, Some(*version)),
        [group, artifact] if !whole => (*group, *artifact, None),
        // What stands behind a flag that takes a value or none.
        ["true" | "false"] => {
            return Err(format!("it is not group:artifact:version; a flag takes its value behind =, as --flag={text}"));
        }
        _ => return Err("it is not group:artifact:version".to_owned()),
    };
    let named = [("group", Some(group)), ("artifact", Some(artifact)), ("version", version)];
    for (name, segment) in named {
        segment.map_or(Ok(()), |segment| coordinate::check(name, segment)).map_err(|failure| failure.message)?;
    }
    Ok(Parts { group, artifact, version })
}

/// Accepts a coordinate, or a glob over `group:artifact:version`.
pub(super) fn coordinate_or_glob(text: &str) -> Result<(), String> {
    if is_glob(text) { Ok(()) } else { coordinate(text, false).map(|_| ()) }
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// Reads `GROUP[:ARTIFACT]`.
pub(super) fn filter(text: &str) -> Result<(&str, Option<&str>), String> {
    let (group, artifact) = text.split_once(':').map_or((text, None), |(group, artifact)| (group, Some(artifact)));
    if artifact.is_some_and(|artifact| artifact.contains(':')) {
        return Err("it is not GROUP or GROUP:ARTIFACT; --version-filter takes versions".to_owned());
    }
    Ok((group, artifact))
}

/// Reads `START:END`, `START:`, `:END` or `LINE`; as answers print lines, `START-END`.
pub(super) fn lines(text: &str) -> Result<(Option<u64>, Option<u64>), String> {
    let refuse = || "lines are START:END, START:, :END or LINE".to_owned();
    let number = |text: &str| match text {
        "" => Ok(None),
        text => text.parse::<u64>().map(Some).map_err(|_| refuse()),
    };
    let range = match text.split_once([':', '-']) {
        Some((start, end)) => (number(start)?, number(end)?),
        None => (number(text)?, number(text)?),
    };
    if range == (None, None) { Err(refuse()) } else { Ok(range) }
}

/// Whether the tool cannot do without a version.
pub(super) fn version_is_required(tool: &Tool) -> bool {
    tool.params.iter().any(|param| param.name == "version" && param.required)
}

/// What clap calls a shortcut.
pub(super) fn id(shortcut: &Shortcut) -> String {
    let name = shortcut.long.map_or_else(|| shortcut.short.unwrap_or('?').to_string(), str::to_owned);
    format!("shortcut {name}")
}

/// The calls that a command line asks for: one, or one for each coordinate.
pub(super) fn calls(tool: &Tool, given: &ArgMatches) -> Vec<Map<String, Value>> {
    let mut common = Map::new();
    presets(tool, &mut common);
    shortcuts(tool, given, &mut common);
    parameters(tool, given, &mut common);
    let texts_of = |id| given.try_get_many::<String>(id).ok().flatten().into_iter().flatten();
    let texts: Vec<&String> = texts_of(COORDINATE).chain(texts_of(ARTIFACTS)).collect();
    let positionals = tool.command.positionals;
    if positionals.iter().any(|positional| matches!(positional, Positional::Coordinates)) {
        return texts.into_iter().map(|text| with_coordinate(common.clone(), text)).collect();
    }
    let is_coordinate = |text: &str| {
        positionals.iter().any(|positional| match positional {
            Positional::Coordinate => true,
            Positional::OptionalCoordinates => !is_glob(text),
            _ => false,
        })
    };
    let call = match texts.as_slice() {
        [] => common,
        [one] if is_coordinate(one) => with_coordinate(common, one),
        several => {
            common.insert("artifacts".to_owned(), several.iter().map(|text| Value::from(text.as_str())).collect());
            common
        }
    };
    vec![with_from(with_library(with_filter(call, given), given), given)]
}

fn with_coordinate(mut call: Map<String, Value>, text: &str) -> Map<String, Value> {
    // Checked by the grammar; a text that is none leaves the arguments out, and the tool says which are missing.
    if let Ok(parts) = coordinate(text, false) {
        call.insert("group_id".to_owned(), parts.group.into());
        call.insert("artifact_id".to_owned(), parts.artifact.into());
        parts.version.map(|version| call.insert("version".to_owned(), version.into()));
    }
    call
}

fn with_from(mut call: Map<String, Value>, given: &ArgMatches) -> Map<String, Value> {
    let text = given.try_get_one::<String>(FROM).ok().flatten();
    if let Some(Ok(parts)) = text.map(|text| coordinate(text, true)) {
        call.insert("group_id".to_owned(), parts.group.into());
        call.insert("artifact_id".to_owned(), parts.artifact.into());
        parts.version.map(|version| call.insert("from_version".to_owned(), version.into()));
    }
    call
}

fn with_filter(mut call: Map<String, Value>, given: &ArgMatches) -> Map<String, Value> {
    let text = given.try_get_one::<String>(FILTER).ok().flatten();
    if let Some(Ok((group, artifact))) = text.map(|text| filter(text)) {
        call.insert("group_filter".to_owned(), group.into());
        artifact.map(|artifact| call.insert("artifact_filter".to_owned(), artifact.into()));
    }
    call
}

fn with_library(mut call: Map<String, Value>, given: &ArgMatches) -> Map<String, Value> {
    let text = given.try_get_one::<String>(LIBRARY).ok().flatten();
    if let Some(Ok((group, artifact))) = text.map(|text| filter(text)) {
        call.insert("group_id".to_owned(), group.into());
        artifact.map(|artifact| call.insert("artifact_id".to_owned(), artifact.into()));
    }
    call
}

fn presets(tool: &Tool, call: &mut Map<String, Value>) {
    for (name, preset) in tool.command.presets {
        call.insert((*name).to_owned(), preset_value(*preset));
    }
}

fn preset_value(preset: Preset) -> Value {
    match preset {
        Preset::Text(text) => text.into(),
        Preset::Flag(flag) => flag.into(),
    }
}

/// Shortcuts in the order of the table: one that says more comes later in it and wins.
fn shortcuts(tool: &Tool, given: &ArgMatches, call: &mut Map<String, Value>) {
    for shortcut in tool.command.shortcuts {
        let id = id(shortcut);
        match shortcut.effect {
            Effect::Sets(presets) if given.get_flag(&id) => {
                call.extend(presets.iter().map(|(name, preset)| ((*name).to_owned(), preset_value(*preset))));
            }
            Effect::Sets(_) => {}
            Effect::Gives(names) => {
                if let Some(text) = given.get_one::<String>(&id) {
                    call.extend(names.iter().map(|name| ((*name).to_owned(), typed(tool, name, text))));
                }
            }
            Effect::GivesLines(name) => {
                let texts: Vec<&str> =
                    given.get_many::<String>(&id).into_iter().flatten().map(String::as_str).collect();
                if !texts.is_empty() {
                    call.insert(name.to_owned(), texts.join("\n").into());
                }
            }
            Effect::Lines => {
                if let Some(Ok((start, end))) = given.get_one::<String>(&id).map(|text| lines(text)) {
                    start.map(|line| call.insert("start_line".to_owned(), line.into()));
                    end.map(|line| call.insert("end_line".to_owned(), line.into()));
                }
            }
        }
    }
}

/// A shortcut's text in the type of the parameter; what does not fit stays text, and the tool refuses it by name.
fn typed(tool: &Tool, name: &str, text: &str) -> Value {
    let is_number =
        tool.params.iter().any(|param| param.name == name && matches!(param.kind, ParamKind::Integer { .. }));
    match text.parse::<u64>() {
        Ok(number) if is_number => number.into(),
        _ => text.into(),
    }
}

fn parameters(tool: &Tool, given: &ArgMatches, call: &mut Map<String, Value>) {
    for param in tool.params {
        let name = param.name;
        // A parameter that another positional gives is no argument of its own.
        let value = match &param.kind {
            ParamKind::Text | ParamKind::Choice(_) => {
                given.try_get_one::<String>(name).ok().flatten().map(|text| Value::from(text.as_str()))
            }
            ParamKind::Integer { .. } => {
                given.try_get_one::<u64>(name).ok().flatten().map(|number| Value::from(*number))
            }
            ParamKind::Flag => given.try_get_one::<bool>(name).ok().flatten().map(|flag| Value::from(*flag)),
            ParamKind::TextList => {
                let texts = given.try_get_many::<String>(name).ok().flatten();
                texts.map(|texts| texts.map(|text| Value::from(text.as_str())).collect())
            }
        };
        value.map(|value| call.insert(name.to_owned(), value));
    }
}
