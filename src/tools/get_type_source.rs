//! `get_type_source`: the source of a type, whole or without its method bodies.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::outline::Outline;
use super::page::Page;
use super::resolve::{self, Found, Rows};
use super::source::{self, Head, Source};
use super::{
    Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, list_fields, list_methods, notes, params, schema,
};
use crate::error::{Failure, Incomplete, Status};
use crate::model::{ByteRange, Language, LineRange, Origin, TypeKind};
use crate::store::TypeRow;
use crate::text::lines::Lines;

/// Bytes that are kept in an outline that does not fit, to say what it lacks.
const ROOM_NOTE: usize = 192;

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
    let rows = &found.types[..shown];
    let mut pieces = Piece::all(&found, rows, if answer.outline { Extent::Outline } else { Extent::Whole })?;
    let frames = source::frames(pieces.iter().map(|piece| &piece.source));
    let mut left = budget::left(budget::cap(call), &answer).map(|left| left.saturating_sub(frames));
    if answer.outline && left.is_some_and(|left| size_of(&pieces) > left) {
        pieces = Piece::all(&found, rows, Extent::Signatures)?;
        left = left.map(|left| left.saturating_sub(ROOM_NOTE));
    }
    for (at, piece) in pieces.iter_mut().enumerate() {
        left = piece.cut(at > 0, left);
    }
    if answer.outline {
        note(call, &mut pieces);
    }
    let mut pieces = pieces.into_iter().zip(rows).map(|(piece, row)| without_lines(&found, row, piece.source));
    answer.type_info.source = pieces.next().unwrap_or_default();
    answer.type_info.other_pieces = pieces.collect();
    Ok(Box::new(answer))
}

/// How much of a declaration is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    /// Without bodies.
    Outline,
    /// Without documentation as well.
    Signatures,
}

/// The source of one declaration, and where its lines are in the file.
struct Piece {
    source: Source,
    /// Without bodies: the way back to the file, and its lines.
    outline: Option<(Outline, Lines)>,
}

/// Bytes that the text of pieces takes in an answer.
fn size_of(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| budget::escaped_size(&piece.source.source_code)).sum()
}

impl Piece {
    fn all(found: &Found, rows: &[TypeRow], extent: Extent) -> Result<Vec<Self>, Failure> {
        rows.iter().map(|row| Self::of(found, row, extent)).collect()
    }

    /// The whole declaration. A facade's is its whole file.
    fn of(found: &Found, row: &TypeRow, extent: Extent) -> Result<Self, Failure> {
        let text = found.artifact.index.text(row.file).of(&found.artifact)?;
        let lines = Lines::of(&text);
        let range = match row.kind {
            TypeKind::Facade => LineRange::new(1, lines.count()),
            _ => row.lines,
        };
        let encoding = found.artifact.index.file_by_id(row.file).of(&found.artifact)?.encoding;
        let mut source = Source { encoding, ..Source::of(&row.file_path, &text, range) };
        if extent == Extent::Whole {
            return Ok(Self { source, outline: None });
        }
        let bytes = lines.bytes_of(range.start, range.end);
        let types = types_in(found, row)?;
        let docs = if extent == Extent::Signatures { docs(found, row, &types)? } else { Vec::new() };
        let outline = Outline::of(&text, bytes.start, bytes.end, &bodies(found, &types)?, &docs);
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

    /// Whether it is an outline without documentation that is there.
    fn lacks_docs(&self) -> bool {
        self.outline.as_ref().is_some_and(|(outline, _)| outline.lacks_docs)
    }
}

/// Says of an outline that did not fit what it lacks, and what has that: once, where first something is left out.
fn note(call: &Call<'_>, pieces: &mut [Piece]) {
    let lacks_docs = pieces.iter().any(Piece::lacks_docs);
    let is_cut = pieces.iter().any(|piece| piece.source.truncated);
    let docs = "documentation is left out to fit";
    let (methods, fields) = (call.tool(&list_methods::TOOL), call.tool(&list_fields::TOOL));
    let pages = format!("the outline is cut; {methods} and {fields} have its members on pages");
    let note = match (lacks_docs, is_cut) {
        (true, false) => format!("{docs}; {} makes room", call.parameter(&TOOL, "max_bytes")),
        (true, true) => format!("{docs}, and {pages}"),
        (false, _) => pages,
    };
    for piece in pieces.iter_mut() {
        piece.source.truncated |= piece.lacks_docs();
    }
    if let Some(Piece { source, .. }) = pieces.iter_mut().find(|piece| piece.source.truncated) {
        source.message = Some(source.message.take().map_or(note.clone(), |cut| format!("{cut}; {note}")));
    }
}

fn without_lines(found: &Found, row: &TypeRow, mut source: Source) -> Source {
    if !resolve::has_lines(resolve::origin_of_type(&found.artifact, row)) {
        source.line_range = None;
    }
    source
}

/// A type and the types in it; those of a whole file for a facade.
fn types_in(found: &Found, row: &TypeRow) -> Result<Vec<u32>, Failure> {
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
    Ok(types)
}

/// The bodies of the methods of some types.
fn bodies(found: &Found, types: &[u32]) -> Result<Vec<ByteRange>, Failure> {
    let mut bodies = Vec::new();
    for id in types {
        bodies.extend(found.artifact.index.bodies(*id).of(&found.artifact)?);
    }
    Ok(bodies)
}

/// The doc comments of some types of a file, and of their members.
fn docs(found: &Found, row: &TypeRow, types: &[u32]) -> Result<Vec<ByteRange>, Failure> {
    let index = &found.artifact.index;
    let of_types = index.types_of_file(row.file).of(&found.artifact)?;
    let mut docs: Vec<ByteRange> = of_types.into_iter().filter_map(|row| row.doc).collect();
    for id in types {
        let members = index.places_of_members(*id).of(&found.artifact)?;
        docs.extend(members.into_iter().filter_map(|member| member.doc));
    }
    Ok(docs)
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
