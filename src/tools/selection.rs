//! Which tools are offered: `all`, `core`, or names; less those taken out.

use super::{TABLE, Tool};
use crate::config::Config;
use crate::error::Failure;

/// The base's fourteen tools stand first in the table.
const CORE: usize = 14;

/// The tools that the settings offer, in the order of the table.
///
/// # Errors
/// `invalid_argument` for a name that no tool has, and when no tool is left.
pub fn select(config: &Config) -> Result<Vec<&'static Tool>, Failure> {
    let wanted = names(&config.place("tools"), &config.tools)?;
    let unwanted = names(&config.place("disable_tools"), &config.disabled_tools)?;
    let is_offered = |tool: &&Tool| wanted.contains(&tool.name) && !unwanted.contains(&tool.name);
    let offered: Vec<_> = TABLE.iter().copied().filter(is_offered).collect();
    if offered.is_empty() {
        return Err(Failure::argument(&config.place("tools"), "no tool is left").hint("--tools all offers every tool"));
    }
    Ok(offered)
}

/// The names in a list; `place` is where it was written.
fn names(place: &str, list: &str) -> Result<Vec<&'static str>, Failure> {
    let mut names = Vec::new();
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        match item {
            "all" => names.extend(TABLE.iter().map(|tool| tool.name)),
            "core" => names.extend(TABLE.iter().take(CORE).map(|tool| tool.name)),
            item => {
                let tool = TABLE.iter().find(|tool| tool.name == item).ok_or_else(|| {
                    let known: Vec<_> = TABLE.iter().map(|tool| tool.name).collect();
                    Failure::argument(place, format_args!("there is no tool '{}'", item.escape_debug()))
                        .hint(format!("all, core, or some of {}", known.join(", ")))
                })?;
                names.push(tool.name);
            }
        }
    }
    Ok(names)
}
