//! `get_import_section`: the imports of the file that declares a type.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Style};
use super::resolve::{self, Rows};
use super::source::{self, Head, Source};
use super::{Answer, Call, Command, Hints, Positional, Tool, budget, notes, params, schema};
use crate::error::{Failure, Incomplete, Status};
use crate::model::{Language, Origin};

pub(super) static TOOL: Tool = Tool {
    name: "get_import_section",
    title: "Imports of a type",
    description: "Read the import statements of the file that declares a type.",
    params: &[params::GROUP, params::ARTIFACT, params::VERSION, params::TYPE_NAME],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "imports",
        positionals: &[Positional::Coordinate, Positional::Param("type_name", "TYPE")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Imports>,
    run,
};

/// The imports of a file.
#[derive(Debug, Serialize, JsonSchema)]
struct Imports {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    type_name: String,
    origin: Origin,
    /// Without lines and with empty source where the file imports nothing.
    import_section: Source,
    /// The same type in other files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_sections: Vec<Source>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
    #[serde(skip)]
    #[schemars(skip)]
    language: Option<Language>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let found = resolve::find_type(call)?;
    let mut answer = Imports {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&found.artifact),
        type_name: found.name(),
        origin: resolve::origin_of_type(&found.artifact, &found.types[0]),
        import_section: Source::default(),
        other_sections: Vec::new(),
        incomplete: resolve::problems_of(&found)?,
        language: Some(found.types[0].language),
    };
    let (shown, more) = source::shown_of(&found.types, budget::cap(call));
    answer.incomplete.extend(more);
    let mut sections: Vec<Source> = Vec::new();
    let mut has_lines = Vec::new();
    for row in &found.types[..shown] {
        if sections.iter().any(|section| section.file_path.as_deref() == Some(&row.file_path)) {
            continue;
        }
        let file = found.artifact.index.file_by_id(row.file).of(&found.artifact)?;
        let section = match file.import_lines {
            Some(lines) => Source::of(&file.path, &found.artifact.index.text(row.file).of(&found.artifact)?, lines),
            None => Source { file_path: Some(file.path), ..Source::default() },
        };
        has_lines.push(resolve::has_lines(resolve::origin_of_type(&found.artifact, row)));
        sections.push(Source { encoding: file.encoding, ..section });
    }
    let frames = source::frames(sections.iter());
    let mut left = budget::left(budget::cap(call), &answer).map(|left| left.saturating_sub(frames));
    for (at, section) in sections.iter_mut().enumerate() {
        left = if at == 0 { section.cut_lines(left) } else { section.cut_further_lines(left) };
    }
    for (section, _) in sections.iter_mut().zip(has_lines).filter(|(_, has_lines)| !has_lines) {
        section.line_range = None;
    }
    let mut sections = sections.into_iter();
    answer.import_section = sections.next().unwrap_or_default();
    answer.other_sections = sections.collect();
    Ok(Box::new(answer))
}

impl Answer for Imports {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let head = Head { version: self.version.as_deref(), origin: self.origin, language: self.language, note: None };
        for section in std::iter::once(&self.import_section).chain(&self.other_sections) {
            if section.truncated || !section.source_code.is_empty() {
                section.page(page, &head);
            } else {
                let path = section.file_path.as_deref().unwrap_or_default();
                page.line(Style::Faint, format!("no imports in {path}"));
            }
        }
        notes::incomplete(page, &self.incomplete);
    }
}
