//! `get_type_source`: the source of a type, whole or without its method bodies.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::outline::Outline;
use super::page::Page;
use super::resolve::{self, Found, Rows};
use super::source::{self, Head, Source};
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
        params::RELEASE,
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
        origin: resolve::origin_of_type(&found.artifact, first),
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
    let (shown, more) = source::shown_of(&found.types, budget::cap(call));
    answer.incomplete.extend(more);
    let mut pieces: Vec<Piece> =
        found.types[..shown].iter().map(|row| Piece::of(&found, row, answer.outline)).collect::<Result<_, _>>()?;
    let frames = source::frames(pieces.iter().map(|piece| &piece.source));
    let mut left = budget::left(budget::cap(call), &answer).map(|left| left.saturating_sub(frames));
    for (at, piece) in pieces.iter_mut().enumerate() {
        left = piece.cut(at > 0, left);
    }
    let mut pieces = pieces.into_iter().zip(&found.types).map(|(piece, row)| without_lines(&found, row, piece.source));
    answer.type_info.source = pieces.next().unwrap_or_default();
    answer.type_info.other_pieces = pieces.collect();
    Ok(Box::new(answer))
}

/// The source of one declaration, and where its lines are in the file.
struct Piece {
    source: Source,
    /// Without bodies: the way back to the file, and its lines.
    outline: Option<(Outline, Lines)>,
}

impl Piece {
    /// The whole declaration. A facade's is its whole file.
    fn of(found: &Found, row: &TypeRow, outline: bool) -> Result<Self, Failure> {
        let text = found.artifact.index.text(row.file).of(&found.artifact)?;
        let lines = Lines::of(&text);
        let range = match row.kind {
            TypeKind::Facade => LineRange::new(1, lines.count()),
            _ => row.lines,
        };
        let encoding = found.artifact.index.file_by_id(row.file).of(&found.artifact)?.encoding;
        let mut source = Source { encoding, ..Source::of(&row.file_path, &text, range) };
        if !outline {
            return Ok(Self { source, outline: None });
        }
        let bytes = lines.bytes_of(range.start, range.end);
        let outline = Outline::of(&text, bytes.start, bytes.end, &bodies(found, row)?);
        source.source_code.clone_from(&outline.text);
        Ok(Self { source, outline: Some((outline, lines)) })
    }

    /// As much of it as fits, and what is left then.
    fn cut(&mut self, further: bool, left: Option<usize>) -> Option<usize> {
        let Some((outline, lines)) = &self.outline else {
            return if further { self.source.cut_further_lines(left) } else { self.source.cut_lines(left) };
        };
        let line_of = |at: usize| lines.line_of(u32::try_from(outline.file_byte(at)).unwrap_or(u32::MAX));
        if further { self.source.cut_further(left, line_of) } else { self.source.cut(left, line_of) }
    }
}

fn without_lines(found: &Found, row: &TypeRow, mut source: Source) -> Source {
    if !resolve::has_lines(resolve::origin_of_type(&found.artifact, row)) {
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
    } else {
        types.extend(index.types_inside(row.id).of(&found.artifact)?);
    }
    let mut bodies = Vec::new();
    for id in types {
        bodies.extend(index.bodies(id).of(&found.artifact)?);
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
