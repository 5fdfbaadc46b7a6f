//! What messages call parameters and tools: over MCP by their names, on the command line as that takes them.

use std::borrow::Cow;

use super::{Call, Positional, Tool};

/// What a positional of coordinates stands for.
const COORDINATE: [&str; 3] = ["group_id", "artifact_id", "version"];
/// What the grammar of commands calls one.
const PLACEHOLDER: &str = "G:A:V";

impl Call<'_> {
    fn is_command(&self) -> bool {
        self.cap.is_none()
    }

    /// What is written to give a parameter of a tool.
    #[must_use]
    pub fn parameter(&self, tool: &Tool, name: &'static str) -> Cow<'static, str> {
        if !self.is_command() {
            return Cow::Borrowed(name);
        }
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

    /// What is written to use a tool.
    #[must_use]
    pub fn tool(&self, tool: &Tool) -> Cow<'static, str> {
        if self.is_command() { Cow::Owned(format!("jardex {}", tool.command.verb)) } else { Cow::Borrowed(tool.name) }
    }
}
