//! `get_method_source`: the source of a method's overloads.
//!
//! Looked for in the type itself, then in its companion, then in its supertypes, in the order in which methods are inherited;
//! the first place that holds what was asked for answers.

mod unfound;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::hierarchy::{self, Ancestor};
use super::members;
use super::page::{Page, Style};
use super::resolve::{self, Found, Rows};
use super::signature::Wanted;
use super::source::{Head, Source};
use super::symbol;
use super::{
    Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, list_methods, lombok, notes, params, schema,
};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::{Language, MethodKind, Origin};
use crate::parse::classfile::BODY;
use crate::store::{FileRow, MethodRow, TypeRow};
use crate::text::lines::Lines;

/// Bytes that cutting may add to a piece of source.
const CUT_NOTE: usize = 128;
/// A further overload of which fewer bytes than this would fit is told by its signature alone.
const WORTH_CUTTING: usize = 512;
/// Said of methods that are known from class files.
const COMPILED: &str = "compiled: only the declaration is known, the body is not in a class file";

pub(super) static TOOL: Tool = Tool {
    name: "get_method_source",
    title: "Source of a method",
    description: "Read the source of a method or constructor of a type, inherited ones included: all overloads, or those that method_signature picks.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::TYPE_NAME,
        params::required("method_name", ParamKind::Text, "<init> for constructors"),
        params::optional("method_signature", ParamKind::Text, "parameter types: (String, int...) or ()"),
        params::optional("include_documentation", ParamKind::Flag, "the doc comment too"),
        params::MAX_BYTES,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "method",
        positionals: &[
            Positional::Coordinate,
            Positional::Param("type_name", "TYPE"),
            Positional::Param("method_name", "METHOD"),
            Positional::Param("method_signature", "SIGNATURE"),
        ],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<MethodSource>,
    run,
};

/// The overloads of a method.
#[derive(Debug, Serialize, JsonSchema)]
struct MethodSource {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    origin: Origin,
    method_source: Vec<Overload>,
    /// Overloads are left out or cut.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    /// How many are left out, and how to get them; that a class file holds no bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
    #[serde(skip)]
    #[schemars(skip)]
    language: Option<Language>,
}

/// One overload. Where nothing of it fits, its signature stands instead of its source.
#[derive(Debug, Serialize, JsonSchema)]
struct Overload {
    #[serde(flatten)]
    source: Source,
    /// Only where the source is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
    /// The type that declares it, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    declared_in: Option<String>,
    /// The artifact of that type, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    documentation: Option<String>,
}

/// What is looked for.
struct Query<'a> {
    name: &'a str,
    signature: Option<Wanted>,
}

impl<'a> Query<'a> {
    fn of(call: &Call<'a>) -> Result<Self, Failure> {
        let name = call.args.required("method_name")?.trim();
        // A blank one picks nothing: clients send empty texts for what they leave out.
        let signature = call.args.text("method_signature").filter(|text| !text.trim().is_empty());
        // As suggestions name overloads: `toJson(Object)`.
        let (name, behind) = match name.find('(') {
            Some(at) if at > 0 && !name.contains('`') => (name[..at].trim_end(), Some(&name[at..])),
            _ => (name, None),
        };
        let name = without_type(name, call.args.required("type_name")?);
        Ok(Self { name, signature: signature.or(behind).map(Wanted::parse) })
    }

    /// Whether a method bears the name; constructors bear `<init>` and their type's.
    fn names(&self, name: &str, kind: MethodKind, row: &TypeRow) -> bool {
        let constructor = kind == MethodKind::Constructor;
        let simple = row.name.rsplit('.').next().unwrap_or(&row.name);
        let wanted = self.name.trim_matches('`');
        name.trim_matches('`') == wanted || (constructor && (wanted == "<init>" || wanted == simple))
    }

    /// Whether it is the overload, of those that bear the name.
    fn picks(&self, method: &MethodRow, type_parameters: &str) -> bool {
        self.signature.as_ref().is_none_or(|wanted| wanted.picks(method, type_parameters))
    }
}

/// The name of a method without the type before it, as other answers write it, where that is the one that was asked for:
/// `a.b.Type#method`, `Type.method`.
fn without_type<'a>(name: &'a str, type_name: &str) -> &'a str {
    let Some((of, method)) = name.rsplit_once(['#', '.']).filter(|_| !name.contains('`')) else { return name };
    let (of, asked) = (of.replace('$', "."), type_name.replace('$', "."));
    let is_it = !of.is_empty() && (symbol::ends_with_segments(&asked, &of) || symbol::ends_with_segments(&of, &asked));
    if is_it { method } else { name }
}

/// Methods that were found, with where they are declared.
struct Hit {
    artifact: Opened,
    row: TypeRow,
    method: MethodRow,
}

impl Hit {
    fn origin(&self) -> Origin {
        resolve::origin_of_type(&self.artifact, &self.row)
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let query = Query::of(call)?;
    let found = resolve::find_type(call)?;
    let mut incomplete = resolve::problems_of(&found)?;
    let (hits, gaps) = search(call, &found, &query)?;
    incomplete.extend(gaps);
    if hits.is_empty() {
        incomplete.extend(lombok::missing(&found, lombok::METHODS)?);
        return Err(unfound::failure(call, &found, &query)?.not_searched(resolve::bounded(incomplete)));
    }
    let mut answer = MethodSource {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&found.artifact),
        origin: hits[0].origin(),
        method_source: Vec::new(),
        truncated: false,
        message: None,
        incomplete: resolve::bounded(incomplete),
        language: Some(hits[0].row.language),
    };
    let left = budget::left(budget::cap(call), &answer);
    answer.method_source = overloads(call, &found, &hits, left)?;
    let left_out = hits.len() - answer.method_source.len();
    answer.truncated = left_out > 0 || answer.method_source.iter().any(|overload| overload.source.truncated);
    answer.message = (left_out > 0).then(|| {
        let (signature, room) = (call.parameter(&TOOL, "method_signature"), call.parameter(&TOOL, "max_bytes"));
        let (count, list) = (hits.len(), call.tool(&list_methods::TOOL));
        format!(
            "{left_out} of {count} overloads are left out; {list} lists them, {signature} picks one, {room} makes room"
        )
    });
    let is_compiled = |hit: &Hit| hit.origin() == Origin::Bytecode && hit.method.body.is_some();
    // Where a decompiler filled bodies in, some types are outlines all the same.
    let is_outline = |overload: &Overload| overload.source.source_code.trim_end().ends_with(BODY);
    let is_filled = hits.iter().any(|hit| hit.origin() == Origin::Decompiled);
    let has_outline = is_filled && answer.method_source.iter().any(is_outline);
    if answer.message.is_none() && (has_outline || hits.iter().any(is_compiled)) {
        answer.message = Some(COMPILED.to_owned());
    }
    Ok(Box::new(answer))
}

/// The first place that holds the method. What the supertypes lack is told only where they were needed.
fn search(call: &Call<'_>, found: &Found, query: &Query<'_>) -> Result<(Vec<Hit>, Vec<Incomplete>), Failure> {
    let subject = Ancestor::subject(found)?;
    for place in [hits(&subject, query, None)?, companions(&subject, query, None)?] {
        if !place.is_empty() {
            return Ok((place, Vec::new()));
        }
    }
    if query.name == "<init>" {
        return Ok((Vec::new(), Vec::new()));
    }
    let walk = hierarchy::ancestors(call, found)?;
    for ancestor in walk.in_precedence() {
        let shares_package = Some(ancestor.shares_package);
        for place in [hits(ancestor, query, shares_package)?, companions(ancestor, query, shares_package)?] {
            if !place.is_empty() {
                // What is missing further up could not have answered before this. Which version it was taken from matters.
                let name = ancestor.name();
                let taken = walk.incomplete.iter().filter(|note| !note.is_gap() && note.what == name);
                return Ok((place, taken.cloned().collect()));
            }
        }
    }
    Ok((Vec::new(), walk.incomplete))
}

/// The methods of a type; for an heir, those that it inherits, where these types share a package or not.
fn hits(place: &Ancestor, query: &Query<'_>, shares_package: Option<bool>) -> Result<Vec<Hit>, Failure> {
    let mut hits = Vec::new();
    for row in &place.types {
        let named = place.artifact.index.methods_where(row.id, |name, kind| query.names(name, kind, row));
        let named = named.of(&place.artifact)?;
        if named.is_empty() {
            continue;
        }
        let type_parameters = resolve::type_parameters(&place.artifact, row)?;
        for method in named {
            let is_constructor = method.kind == MethodKind::Constructor;
            let inherited = |shares| members::is_inherited_method(is_constructor, &method.modifiers, row, shares);
            let visible = shares_package.is_none_or(inherited);
            if visible && query.picks(&method, &type_parameters) {
                hits.push(Hit { artifact: place.artifact.clone(), row: row.clone(), method });
            }
        }
    }
    Ok(hits)
}

fn companions(place: &Ancestor, query: &Query<'_>, shares_package: Option<bool>) -> Result<Vec<Hit>, Failure> {
    let mut rows = Vec::new();
    for row in &place.types {
        rows.extend(resolve::companions(&place.artifact.index, row.id).of(&place.artifact)?);
    }
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let variables = vec![std::rc::Rc::default(); rows.len()];
    let (artifact, instead_of) = (place.artifact.clone(), place.instead_of.clone());
    let companions = Ancestor { artifact, types: rows, variables, instead_of, ..*place };
    hits(&companions, query, shares_package)
}

/// The answer's overloads: whole ones while they fit, then one cut, then signatures alone.
fn overloads(call: &Call<'_>, found: &Found, hits: &[Hit], mut left: Option<usize>) -> Result<Vec<Overload>, Failure> {
    let documented = call.args.flag("include_documentation", false);
    let mut overloads: Vec<Overload> = Vec::with_capacity(hits.len());
    // Overloads mostly stand in one file.
    let mut last: Option<SourceFile> = None;
    for hit in hits {
        call.work.check()?;
        let file = match last.take().filter(|file| file.holds(hit)) {
            Some(file) => last.insert(file),
            None => last.insert(SourceFile::of(hit)?),
        };
        let mut overload = overload(found, hit, file, documented);
        if let Some(room) = left {
            if !overload.fit(room, overloads.is_empty()) {
                overload = signature_only(overload, hit);
            }
            let size = budget::json_size(&overload) + 1;
            if size > room && !overloads.is_empty() {
                break;
            }
            left = Some(room.saturating_sub(size));
        }
        if !resolve::has_lines(hit.origin()) {
            overload.source.line_range = None;
        }
        overloads.push(overload);
    }
    Ok(overloads)
}

fn signature_only(overload: Overload, hit: &Hit) -> Overload {
    let next_start_line = overload.source.line_range.map(|lines| lines.start);
    let source = Source { source_code: String::new(), truncated: true, next_start_line, ..overload.source };
    Overload { source, signature: Some(hit.method.signature.clone()), documentation: None, ..overload }
}

/// A file that was read.
struct SourceFile {
    coordinate: Coordinate,
    row: FileRow,
    text: String,
    lines: Lines,
}

impl SourceFile {
    /// The one that a method stands in.
    fn of(hit: &Hit) -> Result<Self, Failure> {
        let index = &hit.artifact.index;
        let text = index.text(hit.method.file).of(&hit.artifact)?;
        let row = index.file_by_id(hit.method.file).of(&hit.artifact)?;
        Ok(Self { coordinate: hit.artifact.coordinate.clone(), row, lines: Lines::of(&text), text })
    }

    fn holds(&self, hit: &Hit) -> bool {
        (self.row.id, &self.coordinate) == (hit.method.file, &hit.artifact.coordinate)
    }
}

fn overload(found: &Found, hit: &Hit, file: &SourceFile, documented: bool) -> Overload {
    let SourceFile { row, text, lines, .. } = file;
    let source = Source { encoding: row.encoding.clone(), ..Source::among(&row.path, text, lines, hit.method.lines) };
    let name = hit.row.qualified_name();
    let elsewhere = hit.artifact.coordinate != found.artifact.coordinate;
    Overload {
        source,
        signature: None,
        declared_in: (name != found.name()).then_some(name),
        artifact: elsewhere.then(|| hit.artifact.coordinate.to_string()),
        documentation: hit.method.doc.filter(|_| documented).map(|doc| doc.of(text).to_owned()),
    }
}

impl Answer for MethodSource {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        for overload in &self.method_source {
            overload.page(page, self);
        }
        if let Some(message) = &self.message {
            page.line(Style::Warning, message.clone());
        }
        notes::incomplete(page, &self.incomplete);
    }
}

impl Overload {
    /// Cuts the source to what fits into `room` bytes; whether there is enough to be worth it.
    fn fit(&mut self, room: usize, first: bool) -> bool {
        if budget::json_size(self) < room {
            return true;
        }
        let source = std::mem::take(&mut self.source.source_code);
        let rest = room.saturating_sub(budget::json_size(self) + CUT_NOTE);
        self.source.source_code = source;
        if rest < WORTH_CUTTING && !first {
            return false;
        }
        self.source.cut_lines(Some(rest));
        true
    }

    fn page(&self, page: &mut Page, answer: &MethodSource) {
        let from = match (&self.declared_in, &self.artifact) {
            (Some(name), Some(artifact)) => Some(format!("{name} of {artifact}")),
            (Some(name), None) => Some(name.clone()),
            (None, _) => None,
        };
        let head = Head {
            version: answer.version.as_deref(),
            origin: answer.origin,
            language: answer.language,
            note: from.as_deref(),
        };
        self.source.head(page, &head);
        if let Some(documentation) = &self.documentation {
            // The comment begins where its line's blanks end; the source under it has them.
            let code = &self.source.source_code;
            let blanks = &code[..code.len() - code.trim_start_matches([' ', '\t']).len()];
            page.source(format!("{blanks}{documentation}"), answer.language, 1);
        }
        match &self.signature {
            Some(signature) => page.source(signature.clone(), answer.language, 1),
            None => page.source(self.source.source_code.clone(), answer.language, self.source.first_line()),
        }
        self.source.page_rest(page);
    }
}

#[cfg(test)]
mod tests {
    use super::without_type;

    #[test]
    fn a_symbol_of_the_type_is_its_method() {
        for (name, expected) in [
            ("a.b.T#m", "m"),
            ("T#m", "m"),
            ("T.m", "m"),
            ("a.b.T#<init>", "<init>"),
            ("m", "m"),
            ("a.b.Other#m", "a.b.Other#m"),
            ("`a#b`", "`a#b`"),
            ("#m", "#m"),
        ] {
            assert_eq!(without_type(name, "a.b.T"), expected, "{name}");
        }
        assert_eq!(without_type("a.b.Outer.Inner#m", "a.b.Outer$Inner"), "m");
        assert_eq!(without_type("a.b.T#m", "T"), "m");
    }
}
