//! Which tools are offered: `all`, `core`, or names; less those taken out.

use crate::error::Failure;
use crate::tools::{TABLE, Tool};

/// The base's fourteen tools stand first in the table.
const CORE: usize = 14;

/// The tools that `wanted` names and `unwanted` does not, in the order of the table.
///
/// # Errors
/// `invalid_argument` for a name that no tool has, and when no tool is left.
pub(super) fn select(wanted: &str, unwanted: &str) -> Result<Vec<&'static Tool>, Failure> {
    let wanted = names("tools", wanted)?;
    let unwanted = names("disable_tools", unwanted)?;
    let is_offered = |tool: &&Tool| wanted.contains(&tool.name) && !unwanted.contains(&tool.name);
    let offered: Vec<_> = TABLE.iter().copied().filter(is_offered).collect();
    if offered.is_empty() {
        return Err(Failure::argument("tools", "no tool is left").hint("--tools all offers every tool"));
    }
    Ok(offered)
}

fn names(setting: &str, list: &str) -> Result<Vec<&'static str>, Failure> {
    let mut names = Vec::new();
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        match item {
            "all" => names.extend(TABLE.iter().map(|tool| tool.name)),
            "core" => names.extend(TABLE.iter().take(CORE).map(|tool| tool.name)),
            "none" if setting == "disable_tools" => {}
            item => {
                let tool = TABLE.iter().find(|tool| tool.name == item).ok_or_else(|| {
                    let known: Vec<_> = TABLE.iter().map(|tool| tool.name).collect();
                    Failure::argument(setting, format_args!("there is no tool '{}'", item.escape_debug()))
                        .hint(format!("all, core, or some of {}", known.join(", ")))
                })?;
                names.push(tool.name);
            }
        }
    }
    Ok(names)
}
