//! A setting in force: its value as people may see it, and where it came from.

use std::fmt;
use std::path::PathBuf;

use serde_json::Value;

use super::settings::{Kind, Setting};

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    Default,
    /// A key of this file, on this line.
    File(PathBuf, usize),
    Variable(&'static str),
    Flag(&'static str),
    /// Maven's command line: `MAVEN_OPTS`, or the path of a `.mvn/maven.config`.
    Maven(String),
}

impl Origin {
    /// The place in an error message: `JARDEX_THREADS`, `--threads`, `/x/config.toml line 3, threads`.
    #[must_use]
    pub fn place(&self, setting: &Setting) -> String {
        match self {
            Self::Default => setting.name.to_owned(),
            Self::File(path, line) => format!("{} line {line}, {}", path.display(), setting.name),
            Self::Variable(name) => (*name).to_owned(),
            Self::Flag(name) => format!("--{name}"),
            Self::Maven(place) => place.clone(),
        }
    }
}

/// As answers say it: `default`, `file`, `env JARDEX_OFFLINE`, `flag`.
impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => out.write_str("default"),
            Self::File(..) => out.write_str("file"),
            Self::Variable(name) => write!(out, "env {name}"),
            Self::Flag(_) => out.write_str("flag"),
            Self::Maven(place) => write!(out, "maven {place}"),
        }
    }
}

/// A setting in force.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub setting: &'static Setting,
    /// Without secrets. Sizes are bytes, times seconds, lists arrays.
    pub value: Value,
    pub origin: Origin,
}

impl Resolved {
    /// The value for people: text as it is, a list separated by commas, sizes and times as they can be written.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.value {
            Value::Number(number) => match (self.setting.kind, number.as_u64()) {
                (Kind::Bytes, Some(size)) => {
                    with_unit(size, &[("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)], "B")
                }
                (Kind::Seconds, Some(time)) => with_unit(time, &[("h", 3600), ("m", 60)], "s"),
                _ => number.to_string(),
            },
            Value::String(text) => text.clone(),
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            other => other.to_string(),
        }
    }
}

/// A number in the largest unit that holds it exactly.
fn with_unit(number: u64, units: &[(&str, u64)], smallest: &str) -> String {
    let fitting = units.iter().find(|(_, size)| number >= *size && number.is_multiple_of(*size));
    fitting.map_or_else(|| format!("{number}{smallest}"), |(unit, size)| format!("{}{unit}", number / size))
}
