//! `get_type_source`: the source of a type, whole or without its method bodies.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::outline::Outline;
use super::page::Page;
use super::resolve::{self, Found, Rows};
use super::source::{Head, Source};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, notes, params, schema};
use crate::error::{Failure, Incomplete, Status};
use crate::model::{ByteRange, Language, LineRange, Origin, TypeKind};
use crate::store::TypeRow;
use crate::text::lines::Lines;

pub(super) static TOOL: Tool = Tool {
    name: "get_type_source",
    title: "Source of a type",
    description: "Read the source of one class, interface, enum, record, annotation or Kotlin file facade. With outline true bodies are left out, which is much shorter.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::TYPE_NAME,
        params::optional("outline", ParamKind::Flag, "method bodies left out"),
        params::MAX_BYTES,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "source",
        positionals: &[Positional::Coordinate, Positional::Param("type_name", "TYPE")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<TypeSource>,
    run,
};

/// The source of a type.
#[derive(Debug, Serialize, JsonSchema)]
struct TypeSource {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    origin: Origin,
    type_info: TypeInfo,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
    #[serde(skip)]
    #[schemars(skip)]
    outline: bool,
}

/// A type and its source: the first piece here, those of further files in other_pieces.
#[derive(Debug, Serialize, JsonSchema)]
struct TypeInfo {
    name: String,
    kind: String,
    language: String,
    #[serde(flatten)]
    source: Source,
    /// The same type in other files: parts of a facade, expect and actual.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_pieces: Vec<Source>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let found = resolve::find_type(call)?;
    let first = &found.types[0];
    let mut answer = TypeSource {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&found.artifact),
        origin: found.artifact.origin,
        type_info: TypeInfo {
            name: found.name(),
            kind: first.kind.as_str().to_owned(),
            language: first.language.as_str().to_owned(),
            source: Source::default(),
            other_pieces: Vec::new(),
        },
        incomplete: resolve::problems_of(&found)?,
        outline: call.args.flag("outline", false),
    };
    let mut left = budget::left(budget::cap(call), &answer);
    let mut pieces = Vec::with_capacity(found.types.len());
    for row in &found.types {
        let (piece, rest) = piece(&found, row, answer.outline, left)?;
        pieces.push(piece);
        left = rest;
    }
    let mut pieces = pieces.into_iter();
    answer.type_info.source = pieces.next().unwrap_or_default();
    answer.type_info.other_pieces = pieces.collect();
    Ok(Box::new(answer))
}

/// The source of one declaration as far as it fits, and what is left then. A facade's is its whole file.
fn piece(found: &Found, row: &TypeRow, outline: bool, left: Option<usize>) -> Result<(Source, Option<usize>), Failure> {
    let text = found.artifact.index.text(row.file).of(&found.artifact)?;
    let lines = Lines::of(&text);
    let range = match row.kind {
        TypeKind::Facade => LineRange::new(1, lines.count()),
        _ => row.lines,
    };
    let mut source = Source::of(&row.file_path, &text, range);
    // A piece costs its name besides its source.
    let left = left
        .map(|left| left.saturating_sub(budget::json_size(&Source { source_code: String::new(), ..source.clone() })));
    if !outline {
        let rest = source.cut_lines(left);
        return Ok((without_lines(found, source), rest));
    }
    let bytes = lines.bytes_of(range.start, range.end);
    let outline = Outline::of(&text, bytes.start, bytes.end, &bodies(found, row)?);
    source.source_code.clone_from(&outline.text);
    let line_of = |at: usize| lines.line_of(u32::try_from(outline.file_byte(at)).unwrap_or(u32::MAX));
    let rest = source.cut(left, line_of);
    Ok((without_lines(found, source), rest))
}

fn without_lines(found: &Found, mut source: Source) -> Source {
    if !resolve::has_lines(found.artifact.origin) {
        source.line_range = None;
    }
    source
}

/// The bodies of the methods of a type and of the types in it; of a whole file for a facade.
fn bodies(found: &Found, row: &TypeRow) -> Result<Vec<ByteRange>, Failure> {
    let index = &found.artifact.index;
    let mut types = vec![row.id];
    if row.kind == TypeKind::Facade {
        let package = index.package(&row.package).of(&found.artifact)?;
        let ids: Vec<u32> = package.into_iter().map(|package| package.id).collect();
        let rows = index.types(Some(&ids), row.release).of(&found.artifact)?;
        types.extend(rows.iter().filter(|other| other.file == row.file && other.id != row.id).map(|other| other.id));
    }
    let mut bodies = Vec::new();
    let mut at = 0;
    while let Some(id) = types.get(at).copied() {
        at += 1;
        bodies.extend(index.methods(id).of(&found.artifact)?.into_iter().filter_map(|method| method.body));
        if row.kind != TypeKind::Facade {
            types.extend(index.nested_types(id).of(&found.artifact)?.into_iter().map(|nested| nested.id));
        }
    }
    Ok(bodies)
}

impl Answer for TypeSource {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let head = Head {
            version: self.version.as_deref(),
            origin: self.origin,
            language: Language::parse(&self.type_info.language),
            note: self.outline.then_some("outline"),
        };
        self.type_info.source.page(page, &head);
        self.type_info.other_pieces.iter().for_each(|piece| piece.page(page, &head));
        notes::incomplete(page, &self.incomplete);
    }
}
