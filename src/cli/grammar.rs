//! The grammar of the command line, out of the table of tools and the table of settings.
//!
//! A command's own arguments are made when it is the one that was named, so that a start costs the same with any number
//! of tools.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PathBufValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use clap_complete::Shell;

use super::arguments;
use super::output::{Code, Colour, Output};
use crate::config::Flags;
use crate::config::settings::{Kind, SETTINGS, Scope, Setting};
use crate::tools::words::for_command;
use crate::tools::{Effect, Param, ParamKind, Positional, Shortcut, TABLE, Tool};

/// The flag for JSON answers.
pub(super) const JSON: &str = "json";
const COLOUR: &str = "color";
const CONFIG: &str = "config-file";
const SHELL: &str = "shell";
const COMMAND: &str = "command";

/// What parameters are of which MCP, where every word of a schema counts, says nothing or something else. Some are so of a few
/// commands only.
const PLAINLY: [(&[&str], &str, &str); 9] = [
    // A command cuts nothing that it was not asked to cut.
    (&[], "page_size", "at most 200; left out, everything is listed, or with --page 50 a page"),
    (&["grep"], "max_results", "matching lines, at most 500; left out, all"),
    (&["symbols", "refs", "impls"], "max_results", "at most 500; left out, everything is listed"),
    (&["find"], "limit", "at most 1000; left out, everything is listed"),
    (&[], "query", "what to look for"),
    (&[], "concept_description", "what the code does, in words of one's own"),
    (&[], "to_version", "the newer version, by itself"),
    (&[], "artifact_id", "beside group_id"),
    (&[], "start_line", "from 1"),
];

const EXAMPLES: &str = "\
Examples:
  jardex types com.google.code.gson:gson:2.11.0
  jardex methods com.google.code.gson:gson:2.11.0 com.google.gson.Gson --name-filter 'to*'
  jardex method com.google.code.gson:gson:2.11.0 com.google.gson.Gson toJson '(Object)'
  jardex grep -F 'TypeToken.get(' com.google.code.gson:gson:2.11.0
  jardex mcp

Exit codes: 0 done, 1 not found or refused, 2 wrong usage, 3 a bug of jardex.";

/// The whole grammar.
pub(super) fn command() -> Command {
    let tools = TABLE.iter().map(|tool| {
        Command::new(tool.command.verb)
            .about(for_command(tool, first_sentence(tool.description)))
            .long_about(for_command(tool, tool.description))
            .defer(tool_arguments)
    });
    Command::new("jardex")
        .version(env!("CARGO_PKG_VERSION"))
        .about("What a Java or Kotlin library really contains, by Maven coordinate")
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(everywhere())
        .subcommands(tools)
        .subcommand(super::seed::command())
        .subcommand(Command::new("mcp").about("Serve MCP on standard input and output").defer(server_arguments))
        .subcommand(super::cache::command())
        .subcommand(Command::new("config").about("Show every setting and where it came from").defer(server_arguments))
        .subcommand(Command::new("completions").about("Print the completions of a shell").arg(shell()))
        .subcommand(Command::new("man").about("Print the manual page, of one command where it is named").arg(named()))
}

/// The first sentence of a description, without its period.
fn first_sentence(description: &str) -> &str {
    let end = description.find(". ").unwrap_or(description.len());
    description[..end].trim_end_matches('.')
}

fn shell() -> Arg {
    Arg::new(SHELL).value_name("SHELL").required(true).value_parser(clap::builder::EnumValueParser::<Shell>::new())
}

fn named() -> Arg {
    Arg::new(COMMAND).value_name("COMMAND").help("a command; left out, jardex itself")
}

/// The flags that every command has, before the verb or after it.
fn everywhere() -> impl Iterator<Item = Arg> {
    let own = [
        Arg::new(JSON)
            .long("json")
            .action(ArgAction::SetTrue)
            .help("Print the answer as one line of JSON, the object that MCP gives"),
        Arg::new(COLOUR)
            .long("color")
            .value_name("WHEN")
            .value_parser(["auto", "always", "never"])
            .help("When to use colour"),
        Arg::new(CONFIG)
            .long("config")
            .value_name("FILE")
            .value_parser(PathBufValueParser::new())
            .value_hint(ValueHint::FilePath)
            .hide_short_help(true)
            .help("Configuration file, instead of config.toml in the cache root"),
    ];
    let settings = SETTINGS.iter().filter(|setting| setting.scope == Scope::Everywhere).map(setting_argument);
    own.into_iter()
        .chain(settings.map(|arg| arg.hide_short_help(true)))
        .map(|arg| arg.global(true).help_heading("Global options"))
}

fn setting_argument(setting: &'static Setting) -> Arg {
    let help = format!("{} [{}, default: {}]", setting.help, setting.variable, setting.default);
    let arg = Arg::new(setting.name).long(setting.flag).help(help).value_parser(OsStringValueParser::new());
    match setting.kind {
        Kind::Switch => optional_value(arg),
        Kind::Path if setting.placeholder == "DIR" => {
            arg.value_name(setting.placeholder).value_hint(ValueHint::DirPath)
        }
        Kind::Path => arg.value_name(setting.placeholder).value_hint(ValueHint::FilePath),
        _ => arg.value_name(setting.placeholder),
    }
}

/// `--flag`, or `--flag=false` where something else turned it on.
fn optional_value(arg: Arg) -> Arg {
    arg.num_args(0..=1).require_equals(true).default_missing_value("true").value_name("true|false")
}

fn server_arguments(command: Command) -> Command {
    command.args(SETTINGS.iter().filter(|setting| setting.scope == Scope::Server).map(setting_argument))
}

/// What the flags say about settings.
pub(super) fn flags(given: &ArgMatches) -> Flags {
    let value = |setting: &'static Setting| {
        let value = given.try_get_one::<OsString>(setting.name).ok().flatten()?;
        Some((setting.name, value.clone()))
    };
    Flags { config: given.get_one::<PathBuf>(CONFIG).cloned(), values: SETTINGS.iter().filter_map(value).collect() }
}

/// `--color`, looked for before the arguments are understood: an error about them has a colour too.
pub(super) fn colour_of(arguments: &[OsString]) -> Colour {
    let words: Vec<&str> =
        arguments.iter().skip(1).take_while(|word| *word != "--").filter_map(|word| word.to_str()).collect();
    let joined = words.iter().rev().find_map(|word| word.strip_prefix("--color="));
    let apart = words.windows(2).rev().find(|pair| pair[0] == "--color").map(|pair| pair[1]);
    match joined.or(apart) {
        Some("always") => Colour::Always,
        Some("never") => Colour::Never,
        _ => Colour::Auto,
    }
}

/// Whether `--json` is asked for, looked for where the arguments could not be understood.
pub(super) fn wants_json(arguments: &[OsString]) -> bool {
    arguments.iter().skip(1).take_while(|word| *word != "--").any(|word| word == "--json")
}

/// The tool whose command is `verb`.
pub(super) fn tool_of(verb: &str) -> Option<&'static Tool> {
    TABLE.iter().copied().find(|tool| tool.command.verb == verb)
}

fn tool_arguments(command: Command) -> Command {
    let Some(tool) = tool_of(command.get_name()) else { return command };
    let positionals = tool.command.positionals.iter().map(|positional| positional_argument(tool, positional));
    let shortcuts = tool.command.shortcuts.iter().map(shortcut_argument);
    let flags = tool.params.iter().filter(|param| !is_positional(tool, param.name));
    let flags = flags.map(|param| parameter_argument(tool, param));
    let artifacts = tool.command.positionals.iter().any(is_of_artifacts).then(artifacts_flag);
    command.args(positionals).args(shortcuts).args(flags).args(artifacts)
}

/// Whether a positional gives the parameter `artifacts`.
const fn is_of_artifacts(positional: &Positional) -> bool {
    matches!(positional, Positional::OptionalCoordinates | Positional::Artifacts)
}

/// The parameter `artifacts` by its own name, for who knows it from the tool; the help names the positional.
fn artifacts_flag() -> Arg {
    Arg::new(arguments::ARTIFACTS)
        .long("artifacts")
        .value_name("G:A:V")
        .action(ArgAction::Append)
        .value_parser(|text: &str| arguments::coordinate_or_glob(text).map(|()| text.to_owned()))
        .hide(true)
}

/// Whether a positional of the tool's command gives this parameter.
fn is_positional(tool: &Tool, name: &str) -> bool {
    tool.command.positionals.iter().any(|positional| match positional {
        Positional::Coordinate | Positional::Coordinates => matches!(name, "group_id" | "artifact_id" | "version"),
        Positional::FromCoordinate => matches!(name, "group_id" | "artifact_id" | "from_version"),
        Positional::OptionalCoordinates => matches!(name, "group_id" | "artifact_id" | "version" | "artifacts"),
        Positional::Artifacts => name == "artifacts",
        Positional::Filter => matches!(name, "group_filter" | "artifact_filter"),
        Positional::Library => matches!(name, "group_id" | "artifact_id"),
        Positional::Param(param, _) => *param == name,
    })
}

fn positional_argument(tool: &Tool, positional: &'static Positional) -> Arg {
    let whole = arguments::version_is_required(tool);
    let coordinate = move |text: &str| arguments::coordinate(text, whole).map(|_| text.to_owned());
    match positional {
        Positional::Coordinate => Arg::new(arguments::COORDINATE)
            .value_name("G:A:V")
            .required(true)
            .value_parser(coordinate)
            .help("Maven coordinate, group:artifact:version"),
        Positional::Coordinates => Arg::new(arguments::COORDINATE)
            .value_name("G:A:V")
            .required(true)
            .num_args(1..)
            .value_parser(coordinate)
            .help("Maven coordinates, group:artifact:version"),
        Positional::FromCoordinate => Arg::new(arguments::FROM)
            .value_name("G:A:V1")
            .required(true)
            .value_parser(|text: &str| arguments::coordinate(text, true).map(|_| text.to_owned()))
            .help("The older version, group:artifact:version"),
        Positional::OptionalCoordinates | Positional::Artifacts => Arg::new(arguments::COORDINATE)
            .value_name("G:A:V")
            .num_args(0..)
            .value_parser(|text: &str| arguments::coordinate_or_glob(text).map(|()| text.to_owned()))
            .help("Where to search: coordinates, or globs over them; left out, every indexed artifact"),
        Positional::Filter => Arg::new(arguments::FILTER)
            .value_name("GROUP[:ARTIFACT]")
            .value_parser(|text: &str| arguments::filter(text).map(|_| text.to_owned()))
            .help("Only artifacts that match; globs are allowed"),
        Positional::Library => Arg::new(arguments::LIBRARY)
            .value_name("GROUP[:ARTIFACT]")
            .required(true)
            .value_parser(|text: &str| arguments::filter(text).map(|_| text.to_owned()))
            .help("The library; globs find those on this machine"),
        Positional::Param(name, placeholder) => {
            let param = tool.params.iter().find(|param| param.name == *name);
            let arg = Arg::new(*name).value_name(*placeholder);
            match param {
                Some(param) => described(tool, param, arg.required(param.required).value_parser(parser(&param.kind))),
                None => arg,
            }
        }
    }
}

fn parameter_argument(tool: &Tool, param: &'static Param) -> Arg {
    let arg = Arg::new(param.name).long(param.name.replace('_', "-")).value_parser(parser(&param.kind));
    let arg = described(tool, param, arg);
    match &param.kind {
        ParamKind::Text | ParamKind::Choice(_) => arg.value_name("TEXT"),
        ParamKind::Integer { .. } => arg.value_name("N").allow_negative_numbers(true),
        ParamKind::Flag => optional_value(arg),
        ParamKind::TextList => arg.value_name("TEXT").action(ArgAction::Append),
    }
}

fn parser(kind: &'static ParamKind) -> ValueParser {
    match kind {
        ParamKind::Text | ParamKind::TextList => clap::builder::StringValueParser::new().into(),
        ParamKind::Choice(words) => clap::builder::PossibleValuesParser::new(words.iter()).into(),
        ParamKind::Integer { .. } => {
            ValueParser::new(|text: &str| text.parse::<u64>().map_err(|_| "it is no whole number from 0 on"))
        }
        ParamKind::Flag => clap::value_parser!(bool),
    }
}

fn described(tool: &Tool, param: &Param, arg: Arg) -> Arg {
    let is_of = |verbs: &[&str]| verbs.is_empty() || verbs.contains(&tool.command.verb);
    let plainly = PLAINLY.iter().find(|(verbs, name, _)| *name == param.name && is_of(verbs)).map(|(.., help)| *help);
    let help = plainly.unwrap_or(param.description);
    if help.is_empty() { arg } else { arg.help(for_command(tool, help)) }
}

fn shortcut_argument(shortcut: &'static Shortcut) -> Arg {
    let arg = Arg::new(arguments::id(shortcut)).help(shortcut.description);
    let arg = shortcut.long.into_iter().fold(arg, Arg::long);
    let arg = shortcut.short.into_iter().fold(arg, Arg::short);
    match shortcut.effect {
        Effect::Sets(_) => arg.action(ArgAction::SetTrue),
        Effect::Gives(_) => arg.value_name("VALUE"),
        Effect::GivesLines(_) => arg.value_name("VALUE").action(ArgAction::Append),
        Effect::Lines => {
            arg.value_name("LINES").value_parser(|text: &str| arguments::lines(text).map(|_| text.to_owned()))
        }
    }
}

/// Prints the completions of a shell.
pub(super) fn completions(given: &ArgMatches) -> Code {
    let Some(shell) = given.get_one::<Shell>(SHELL) else { return Code::Usage };
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut command(), "jardex", &mut script);
    Output::bytes(&script)
}

/// Prints the manual page of jardex, or of one of its commands.
pub(super) fn manual(given: &ArgMatches) -> Code {
    // What the short help leaves out has its place in the manual.
    let mut all = command().mut_args(|arg| arg.hide_short_help(false));
    all.build();
    let page = match given.get_one::<String>(COMMAND) {
        None => Some(all.clone()),
        Some(verb) => all.find_subcommand(verb).map(|found| found.clone().name(format!("jardex-{verb}"))),
    };
    let Some(page) = page else {
        let error = all.error(clap::error::ErrorKind::InvalidSubcommand, "there is no such command");
        // A closed standard error has nobody to tell.
        let _ = error.print();
        return Code::Usage;
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).render(&mut text) {
        Ok(()) => Output::bytes(&text),
        Err(_) => Code::Bug,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_grammar_is_sound() {
        let mut command = super::command();
        command.build();
        command.debug_assert();
    }
}
