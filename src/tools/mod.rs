//! The tools: one table that drives the MCP tool list, the commands, their help, the reference page and the snapshots.
//!
//! A tool is a row of [`TABLE`]: names, parameters, command, output, and one function. Tools ask the explorer and make
//! answers; they know neither MCP nor the terminal.
#![allow(clippy::struct_field_names, reason = "fields of an answer are named as the contract names them")]

pub mod args;
pub mod budget;
pub mod clamped;
mod cursor;
pub mod declared;
mod erasure;
pub mod failure;
mod heirs;
mod hierarchy;
mod mapped;
mod matches;
mod members;
mod notes;
mod outline;
pub mod page;
mod paging;
mod params;
mod places;
mod ranking;
mod resolve;
pub mod schema;
mod scope;
pub mod selection;
mod signature;
mod source;
pub mod symbol;
mod unmatched;
pub mod words;

mod compare_versions;
mod find_implementations;
mod find_references;
mod gaps;
mod get_artifact_info;
mod get_file;
mod get_import_section;
mod get_method_source;
mod get_server_info;
mod get_type_source;
mod index_artifact;
mod list_fields;
mod list_folder_tree;
mod list_indexed_artifacts;
mod list_methods;
mod list_packages;
mod list_types;
mod lombok;
mod register_source;
mod remove_artifact;
mod search_artifacts;
mod search_code;
mod search_file_content;
mod search_file_names;
mod search_semantic_concept;
mod search_symbols;

use serde_json::Value;

use crate::error::Failure;
use crate::index::Explorer;
use crate::work::Work;
use args::Args;
pub use get_server_info::{PROTOCOL_VERSIONS, health};
pub use list_folder_tree::size;
use page::Page;

/// Every tool, in the order of the contract.
pub static TABLE: &[&Tool] = &[
    &register_source::TOOL,
    &index_artifact::TOOL,
    &list_indexed_artifacts::TOOL,
    &list_packages::TOOL,
    &list_types::TOOL,
    &get_type_source::TOOL,
    &list_methods::TOOL,
    &list_fields::TOOL,
    &get_method_source::TOOL,
    &get_import_section::TOOL,
    &list_folder_tree::TOOL,
    &search_file_names::TOOL,
    &search_file_content::TOOL,
    &get_file::TOOL,
    &search_code::TOOL,
    &search_symbols::TOOL,
    &find_references::TOOL,
    &find_implementations::TOOL,
    &search_semantic_concept::TOOL,
    &search_artifacts::TOOL,
    &get_artifact_info::TOOL,
    &remove_artifact::TOOL,
    &get_server_info::TOOL,
    &compare_versions::TOOL,
];

/// One tool.
pub struct Tool {
    /// The name on the wire.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it does and when to use it, one or two sentences.
    pub description: &'static str,
    pub params: &'static [Param],
    pub hints: Hints,
    pub command: Command,
    /// The JSON schema of the answer.
    pub output: fn() -> Value,
    pub run: fn(&Call<'_>) -> Result<Box<dyn Answer>, Failure>,
}

/// One parameter of a tool.
pub struct Param {
    pub name: &'static str,
    pub kind: ParamKind,
    pub required: bool,
    pub description: &'static str,
}

/// What a parameter takes.
pub enum ParamKind {
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number: at least `min`, clamped to `max`.
    Integer {
        min: u64,
        max: Option<u64>,
    },
    Flag,
    TextList,
}

/// MCP's tool annotations.
pub struct Hints {
    pub read_only: bool,
    pub destructive: bool,
    pub idempotent: bool,
    pub open_world: bool,
}

/// The tool as a command: `jardex <verb> <positionals> --flags`.
pub struct Command {
    pub verb: &'static str,
    pub positionals: &'static [Positional],
    /// Flags of the command besides the `--kebab-case` ones of its parameters.
    pub shortcuts: &'static [Shortcut],
    /// What the command says for a parameter that no argument and no flag gave: on the wire it is required.
    pub presets: &'static [(&'static str, Preset)],
}

/// A flag of a command that stands for one or more parameters: `-F`, `--no-index`, `--lines 10:20`.
pub struct Shortcut {
    pub long: Option<&'static str>,
    pub short: Option<char>,
    pub description: &'static str,
    pub effect: Effect,
}

/// What a [`Shortcut`] does.
pub enum Effect {
    /// Takes no value and sets these parameters.
    Sets(&'static [(&'static str, Preset)]),
    /// Takes one value, which goes to each of these parameters.
    Gives(&'static [&'static str]),
    /// Takes one value, as often as it is given; each is a line of this parameter.
    GivesLines(&'static str),
    /// Takes `START:END`, `START:`, `:END` or `LINE`, which go to `start_line` and `end_line`.
    Lines,
}

/// The value of a parameter that a command sets by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    Text(&'static str),
    Flag(bool),
}

/// A positional argument of a command; every parameter that no positional names is a `--kebab-case` flag.
pub enum Positional {
    /// `G:A:V`, which gives group_id, artifact_id and version.
    Coordinate,
    /// `G:A:V…`: one or more, the tool runs for each.
    Coordinates,
    /// `G:A:V1` of two versions, which gives group_id, artifact_id and from_version.
    FromCoordinate,
    /// `[G:A:V…]`: any number, for the search tools. One gives group_id, artifact_id and version; several give
    /// `artifacts`, where a coordinate without wildcards is registered by itself as well.
    OptionalCoordinates,
    /// `[G:A:V…]`: any number, where to look. They give `artifacts`; group_id, artifact_id and version are flags, because they say
    /// something else.
    Artifacts,
    /// `[GROUP[:ARTIFACT]]`, which gives group_filter and artifact_filter.
    Filter,
    /// `GROUP[:ARTIFACT]`, each a name or a glob, which gives group_id and artifact_id.
    Library,
    /// The parameter of this name, shown as this placeholder.
    Param(&'static str, &'static str),
}

/// One call of a tool.
pub struct Call<'a> {
    pub explorer: &'a Explorer,
    pub args: &'a Args,
    pub work: &'a Work,
    /// The largest JSON text block in bytes; none on the command line, where nothing is cut.
    pub cap: Option<usize>,
}

/// The answer of a successful call.
pub trait Answer {
    /// The JSON form, keys in the order written, `status` first.
    fn json(&self) -> Value;
    /// The plain form, line by line; the command line styles it, the text form prints it bare.
    fn page(&self, page: &mut Page);
    /// Whether anything was found: `grep` exits 1 without a hit.
    fn found(&self) -> bool {
        true
    }
    /// Bytes to print as they are into a pipe, where a command does that (`cat`).
    fn raw(&self) -> Option<&[u8]> {
        None
    }
}

/// The JSON form of an answer type.
fn to_json(answer: &impl serde::Serialize) -> Value {
    // Answers are structs of texts, numbers and lists with text keys: nothing in them can fail to serialise.
    serde_json::to_value(answer).unwrap_or_else(|error| Value::String(error.to_string()))
}

/// The tool of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Tool> {
    TABLE.iter().copied().find(|tool| tool.name == name)
}
