//! From what the walk gives to declarations of the file: lines, documentation, and the way back from a reduced text.
//!
//! The walk runs where the grammar runs and sees offsets only; what needs the file's text, its lines and comments is done
//! here, where the text is.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::walk;
use crate::model::{ByteRange, FieldKind, Import, LineRange, ParsedFile};
use crate::parse::doc;
use crate::parse::lexer::reduced::Reduced;
use crate::text::lines::Lines;

/// The lines of a declaration that is not placed yet.
pub(super) const UNPLACED: LineRange = LineRange { start: 0, end: 0 };

/// Declarations as the walk gives them: ranges and offsets are those of the text that was parsed, `name_line` and the line
/// of an import are offsets too, other lines and the descriptions are missing.
#[derive(Debug, Serialize, Deserialize)]
pub struct Outline {
    pub(super) file: ParsedFile,
    /// Where the package declaration of a package-info.java begins.
    pub(super) package_start: Option<u32>,
}

impl Outline {
    /// The declarations of `text`, all of which was parsed.
    #[must_use]
    pub fn place(self, text: &str, lines: &Lines) -> ParsedFile {
        let mut file = self.file;
        finish(&mut file, text, lines);
        file
    }

    /// The declarations of `text`, of which only `reduced` was parsed. None: the lexer took something for what it is not.
    #[must_use]
    pub fn place_reduced(self, reduced: &Reduced, text: &str, lines: &Lines) -> Option<ParsedFile> {
        let mut file = self.file;
        if file.problem.is_some() {
            return None;
        }
        back(&mut file, reduced)?;
        add_members(&mut file, reduced, text)?;
        add_imports(&mut file, reduced, text);
        file.package_doc = self.package_start.and_then(|start| reduced.doc_of(reduced.origin(start)));
        file.local_types += reduced.local_types;
        let local: BTreeSet<&str> = reduced.local_supertypes.iter().map(|name| name.of(text)).collect();
        file.local_supertypes.extend(local.into_iter().map(str::to_owned));
        finish(&mut file, text, lines);
        Some(file)
    }
}

/// Turns offsets in the reduced text into those in the file.
fn back(file: &mut ParsedFile, reduced: &Reduced) -> Option<()> {
    let mut type_bodies = 0;
    for item in &mut file.types {
        // The class of a compact source file has no braces: its body is all of it.
        let braces = item.body.is_some() && item.body != Some(item.bytes);
        item.bytes = reduced.origin_of(item.bytes);
        item.name_line = reduced.origin(item.name_line);
        item.doc = None;
        if braces {
            type_bodies += 1;
            item.body = item.body.map(|body| inside(reduced, body));
            let brace = item.body.map_or(0, |body| body.start.saturating_sub(1));
            if reduced.is_emptied(brace) {
                return None;
            }
            item.doc = reduced.doc_of(item.bytes.start);
        } else if item.body.is_some() {
            item.body = Some(item.bytes);
        }
    }
    for item in &mut file.methods {
        item.bytes = reduced.origin_of(item.bytes);
        item.name_line = reduced.origin(item.name_line);
        item.body = item.body.map(|body| inside(reduced, body));
        item.doc = reduced.doc_of(item.bytes.start);
    }
    for item in &mut file.fields {
        item.bytes = reduced.origin_of(item.bytes);
        item.name_line = reduced.origin(item.name_line);
        item.doc = if item.kind == FieldKind::RecordComponent { None } else { reduced.doc_of(item.bytes.start) };
    }
    for import in &mut file.imports {
        import.line = reduced.origin(import.line);
    }
    file.import_section = file.import_section.map(|section| reduced.origin_of(section));
    (type_bodies == reduced.type_bodies).then_some(())
}

/// Adds the members that the lexer read to those that the grammar did. None: they stand in what is no type to the grammar, or
/// are so many that some would be left out.
fn add_members(file: &mut ParsedFile, reduced: &Reduced, text: &str) -> Option<()> {
    let braces: Vec<(u32, u32)> = (0..)
        .zip(&file.types)
        .filter(|(_, item)| item.body != Some(item.bytes))
        .filter_map(|(index, item)| Some((item.body?.start.checked_sub(1)?, index)))
        .collect();
    let owner = |brace: u32| {
        let at = braces.binary_search_by_key(&brace, |(brace, _)| *brace).ok()?;
        Some(braces[at].1)
    };
    for member in &reduced.members {
        let (owner, doc) = (owner(member.brace)?, reduced.doc_of(member.start()));
        match member.method(text, owner, doc) {
            Some(method) => file.methods.push(method),
            None => file.fields.push(member.field(text, owner, doc)),
        }
    }
    file.methods.sort_by_key(|method| method.bytes.start);
    file.fields.sort_by_key(|field| field.bytes.start);
    let types = file.types.iter().map(|item| item.name.len() + item.signature.len());
    let methods = file.methods.iter().map(|item| item.name.len() + item.signature.len());
    let fields = file.fields.iter().map(|item| item.name.len() + item.signature.len());
    (walk::room_for(types.chain(methods).chain(fields))).then_some(())
}

/// Adds the imports that the lexer read to those that the grammar did.
fn add_imports(file: &mut ParsedFile, reduced: &Reduced, text: &str) {
    file.imports.extend(reduced.imports.iter().map(|import| Import {
        path: import.path.of(text).to_owned(),
        alias: None,
        kind: import.kind,
        line: import.bytes.start,
    }));
    file.imports.sort_by_key(|import| import.line);
    if let (Some(first), Some(last)) = (reduced.imports.first(), reduced.imports.last()) {
        let section = file.import_section.get_or_insert(first.bytes);
        section.start = section.start.min(first.bytes.start);
        section.end = section.end.max(last.bytes.end);
    }
}

/// The range between two braces; what stood there is not in the reduced text.
fn inside(reduced: &Reduced, body: ByteRange) -> ByteRange {
    ByteRange { start: reduced.origin_of_end(body.start), end: reduced.origin(body.end) }
}

/// Finds lines and descriptions.
fn finish(file: &mut ParsedFile, text: &str, lines: &Lines) {
    let lines_of = |range: ByteRange| {
        let last = range.end.saturating_sub(1).max(range.start);
        LineRange::new(lines.line_of(range.start), lines.line_of(last))
    };
    for item in &mut file.types {
        item.lines = lines_of(item.bytes);
        item.name_line = lines.line_of(item.name_line);
        item.description = item.doc.and_then(|doc| doc::description(doc.of(text)));
    }
    for item in &mut file.methods {
        item.lines = lines_of(item.bytes);
        item.name_line = lines.line_of(item.name_line);
    }
    for item in &mut file.fields {
        item.lines = lines_of(item.bytes);
        item.name_line = lines.line_of(item.name_line);
    }
    for import in &mut file.imports {
        import.line = lines.line_of(import.line);
    }
    file.import_lines = file.import_section.map(lines_of);
    file.local_supertypes.sort_unstable();
    file.local_supertypes.dedup();
}
