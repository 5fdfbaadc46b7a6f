//! What messages call parameters and tools: over MCP by their names, on the command line as that takes them.

use std::borrow::Cow;

use super::{Call, Positional, Tool};

/// What a positional of coordinates stands for.
const COORDINATE: [&str; 3] = ["group_id", "artifact_id", "version"];
/// What the grammar of commands calls one.
const PLACEHOLDER: &str = "G:A:V";

/// So many of something: `1 file`, `2 files`.
#[must_use]
pub fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[Cow<'_, str>]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

impl Call<'_> {
    /// Whether it names an artifact, or a part of its coordinates.
    #[must_use]
    pub fn has_coordinates(&self) -> bool {
        COORDINATE.iter().any(|name| self.args.has(name))
    }

    fn is_command(&self) -> bool {
        self.cap.is_none()
    }

    /// What is written to give a parameter of a tool.
    #[must_use]
    pub fn parameter(&self, tool: &Tool, name: &'static str) -> Cow<'static, str> {
        if self.is_command() { argument(tool, name) } else { Cow::Borrowed(name) }
    }

    /// What is written to give a parameter of a tool this value.
    #[must_use]
    pub fn argument(&self, tool: &Tool, name: &'static str, value: &str) -> String {
        format!("{}{}{value}", self.parameter(tool, name), if self.is_command() { '=' } else { ' ' })
    }

    /// What to leave out so that more is looked at: those of some parameters that were given. None where there are none. A
    /// coordinate goes as a whole, by its `group_id`.
    #[must_use]
    pub fn leave_out(&self, tool: &Tool, narrowing: &[&'static str]) -> Option<String> {
        let all = narrowing
            .iter()
            .flat_map(|name| if *name == COORDINATE[0] { &COORDINATE[..] } else { std::slice::from_ref(name) });
        let given = all.filter(|name| self.args.has(name));
        let mut given: Vec<_> = given.map(|name| self.parameter(tool, name)).collect();
        given.dedup();
        (!given.is_empty()).then(|| format!("leave out {}", listed(&given)))
    }

    /// What is written to use a tool.
    #[must_use]
    pub fn tool(&self, tool: &Tool) -> Cow<'static, str> {
        if self.is_command() { Cow::Owned(format!("jardex {}", tool.command.verb)) } else { Cow::Borrowed(tool.name) }
    }
}

/// What is written on the command line to give a parameter of a tool.
fn argument(tool: &Tool, name: &str) -> Cow<'static, str> {
    let is_coordinate = COORDINATE.contains(&name);
    let positional = tool.command.positionals.iter().find_map(|positional| match positional {
        Positional::Param(param, placeholder) if *param == name => Some(*placeholder),
        Positional::Coordinate | Positional::Coordinates if is_coordinate => Some(PLACEHOLDER),
        Positional::OptionalCoordinates if is_coordinate || name == "artifacts" => Some(PLACEHOLDER),
        Positional::Artifacts if name == "artifacts" => Some(PLACEHOLDER),
        _ => None,
    });
    positional.map_or_else(|| Cow::Owned(format!("--{}", name.replace('_', "-"))), Cow::Borrowed)
}

/// What is said of a tool, for who meets it on the command line: the names of several words that MCP has for tools, and for
/// parameters of this one and of those named before, are those of commands and of their arguments.
#[must_use]
pub fn for_command(tool: &Tool, text: &str) -> String {
    let is_of_name = |c: char| c.is_ascii_lowercase() || c == '_';
    let mut said = String::with_capacity(text.len());
    let mut named = vec![tool];
    let mut words = text.split_inclusive(|c| !is_of_name(c)).peekable();
    while let Some(word) = words.next() {
        let name = word.trim_end_matches(|c| !is_of_name(c));
        let mut rest = &word[name.len()..];
        let is_param = |tool: &&&Tool| tool.params.iter().any(|param| param.name == name);
        if !name.contains('_') {
            said.push_str(name);
        } else if let Some(other) = super::find(name) {
            said.extend(["jardex ", other.command.verb]);
            named.push(other);
        } else if let Some(of) = named.iter().find(is_param) {
            said.push_str(&argument(of, name));
            if rest == " " && words.peek().is_some_and(|next| next.starts_with("false")) {
                rest = "=";
            }
        } else {
            said.push_str(name);
        }
        said.push_str(rest);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::find;

    #[test]
    fn names_of_several_words_are_those_of_the_command_line() {
        let said = |tool: &str, text: &str| for_command(find(tool).unwrap(), text);
        assert_eq!(
            said("index_artifact", "after register_source with auto_index false, or next_cursor"),
            "after jardex add with --auto-index=false, or next_cursor"
        );
        assert_eq!(said("get_method_source", "those that method_signature picks"), "those that SIGNATURE picks");
        assert_eq!(said("search_code", "file_path: doc: query"), "file_path: doc: query");
    }
}
