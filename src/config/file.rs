//! config.toml: keys and values with their lines; a key that no setting has is an error, with the nearest one. A table
//! `[repository.<id>]` says of one repository what the settings `repositories` and `repository_groups` say of all.
#![allow(
    clippy::disallowed_methods,
    reason = "the configuration is read before there is a cache; fs is about the cache"
)]

use std::path::{Path, PathBuf};

use strsim::osa_distance;
use toml::de::{DeTable, DeValue};

use super::settings::{SETTINGS, Setting, find};
use crate::error::{Failure, Status};
use crate::fs::FsError;

/// Largest configuration file in bytes: what is larger is no configuration.
const LARGEST: u64 = 1 << 20;

/// A key that is set: the setting, the value as text, the line.
#[derive(Debug)]
pub(super) struct Entry {
    pub setting: &'static Setting,
    pub text: String,
    pub line: usize,
}

/// A configuration file that was read.
#[derive(Debug, Default)]
pub(super) struct File {
    pub path: PathBuf,
    pub entries: Vec<Entry>,
}

/// Reads the file at `path`; none when there is none.
pub(super) fn read(path: &Path) -> Result<Option<File>, Failure> {
    let refuse = |why: String| Failure::new(Status::InvalidArgument, format!("cannot read {}: {why}", path.display()));
    let size = match std::fs::metadata(path) {
        // A pipe may never end, a device never does.
        Ok(metadata) if !metadata.is_file() => return Err(refuse("it is no plain file".to_owned())),
        Ok(metadata) => metadata.len(),
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(FsError::new("read", path, &error).into()),
    };
    if size > LARGEST {
        return Err(refuse(format!("it has {size} bytes, more than a configuration may have")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => refuse(error.to_string()),
        _ => FsError::new("read", path, &error).into(),
    })?;
    parse(path, &text).map(Some)
}

fn is_absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// Reads the text of a configuration file.
fn parse(path: &Path, text: &str) -> Result<File, Failure> {
    let refuse = |line: usize, why: String| {
        Failure::new(Status::InvalidArgument, format!("{} line {line}: {why}", path.display()))
    };
    let line_of = |at: usize| memchr::memchr_iter(b'\n', &text.as_bytes()[..at.min(text.len())]).count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(span.start));
        refuse(line, error.message().trim().to_owned())
    })?;
    let mut entries = Vec::new();
    let mut tables = Tables::default();
    for (key, value) in table.get_ref() {
        let line = line_of(key.span().start);
        let name: &str = key.get_ref();
        if name == TABLES {
            tables.read(value.get_ref(), line, line_of).map_err(|(line, why)| refuse(line, why))?;
            continue;
        }
        let Some(setting) = find(name) else {
            let failure = refuse(line, format!("there is no setting '{}'", name.escape_debug()));
            return Err(failure.hint(advice(name)));
        };
        let text = text_of(value.get_ref()).map_err(|why| refuse(line, format!("{name}: {why}")))?;
        entries.push(Entry { setting, text, line });
    }
    tables.add_to(&mut entries);
    entries.sort_by_key(|entry| entry.line);
    Ok(File { path: path.to_owned(), entries })
}

/// The key whose tables speak of one repository each: `[repository.corp]`.
const TABLES: &str = "repository";

/// What the tables of repositories say, as two settings would say it.
#[derive(Default)]
struct Tables {
    line: usize,
    repositories: Vec<String>,
    groups: Vec<String>,
}

impl Tables {
    fn read(
        &mut self,
        value: &DeValue<'_>,
        line: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), (usize, String)> {
        self.line = line;
        let form = || "the form is [repository.<id>] with url, groups and only".to_owned();
        let DeValue::Table(tables) = value else { return Err((line, form())) };
        let mut tables: Vec<_> = tables.iter().collect();
        tables.sort_by_key(|(id, _)| id.span().start);
        for (id, table) in tables {
            let line = line_of(id.span().start);
            let id: &str = id.get_ref();
            let DeValue::Table(table) = table.get_ref() else { return Err((line, form())) };
            let (mut groups, mut only) = (None, false);
            for (key, value) in table {
                let line = line_of(key.span().start);
                let refuse = |why: String| (line, format!("repository.{}.{}: {why}", id.escape_debug(), key.get_ref()));
                match (key.get_ref().as_ref(), value.get_ref()) {
                    ("url", DeValue::String(url)) if !url.contains(',') => {
                        self.repositories.push(format!("{id}={url}"));
                    }
                    ("groups", value @ (DeValue::Array(_) | DeValue::String(_))) => {
                        groups = Some(text_of(value).map_err(refuse)?.replace(',', " "));
                    }
                    ("only", DeValue::Boolean(value)) => only = *value,
                    ("url" | "groups" | "only", _) => {
                        let why = "url is a text without commas, groups a list of texts, only true or false";
                        return Err(refuse(why.to_owned()));
                    }
                    _ => return Err(refuse("there is no such key; there are url, groups and only".to_owned())),
                }
            }
            match groups {
                Some(groups) => self.groups.push(format!("{id}={groups}{}", if only { " only" } else { "" })),
                None if only => return Err((line, format!("repository.{}: only goes with groups", id.escape_debug()))),
                None => {}
            }
        }
        Ok(())
    }

    /// Repositories of tables come behind those of the list; where there is no list, before Maven Central.
    fn add_to(self, entries: &mut Vec<Entry>) {
        let mut add = |name: &str, texts: Vec<String>, last: Option<&str>| {
            if texts.is_empty() {
                return;
            }
            let text = texts.join(",");
            if let Some(entry) = entries.iter_mut().find(|entry| entry.setting.name == name) {
                entry.text = format!("{},{text}", entry.text);
            } else {
                let setting = find(name).expect("a row of the table");
                let text = last.map_or(text.clone(), |last| format!("{text},{last}"));
                entries.push(Entry { setting, text, line: self.line });
            }
        };
        let has_central = self.repositories.iter().any(|one| one.starts_with("central="));
        add("repositories", self.repositories, (!has_central).then_some("central"));
        add("repository_groups", self.groups, None);
    }
}

/// A value as the text a variable would hold.
fn text_of(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        DeValue::Boolean(switch) => Ok(switch.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().replace('_', "")),
        DeValue::Array(items) => {
            let item = |item: &toml::Spanned<DeValue<'_>>| match item.get_ref() {
                DeValue::String(text) if !text.contains(',') => Ok(text.clone().into_owned()),
                _ => Err("a list holds only texts without commas".to_owned()),
            };
            items.iter().map(item).collect::<Result<Vec<_>, _>>().map(|items| items.join(","))
        }
        _ => Err("takes a text, a whole number, true or false, or a list of texts".to_owned()),
    }
}

/// What to write instead of an unknown key.
fn advice(name: &str) -> String {
    let wanted = name.to_ascii_lowercase().replace('-', "_");
    let nearest = SETTINGS.iter().map(|setting| (osa_distance(&wanted, setting.name), setting.name)).min();
    match nearest {
        Some((slips, known)) if slips <= wanted.len() / 3 => format!("did you mean '{known}'?"),
        _ => format!("the settings are {}", SETTINGS.iter().map(|setting| setting.name).collect::<Vec<_>>().join(", ")),
    }
}
