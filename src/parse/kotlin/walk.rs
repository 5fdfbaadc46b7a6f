//! From the tree to declarations: goes through the bodies of types, errors included, in the order of the file.
//!
//! The tree says what is declared and where; every name and text is cut from the original. Bodies of functions are not
//! entered. Nothing here recurses.

use tree_sitter::Node;

use super::attempt::Attempt;
use super::kinds::{self, KINDS};
use super::outline::Outline;
use super::tokens::Tokens;
use crate::model::{ByteRange, LineRange, ParsedFile};
use crate::parse::doc;
use crate::parse::syntax::{Source, is_doc_block};

/// Owner of what stands at the top of the file, until the facade gets its number.
pub(super) const TOP_LEVEL: u32 = u32::MAX;

/// How deep types are followed into types; real code stays below ten.
const DEEPEST_TYPE: usize = 100;

/// What a walk has at hand and what it has found.
pub(super) struct Walk<'a, 't> {
    pub source: &'a Source<'t>,
    pub tokens: &'a Tokens<'t>,
    pub outline: &'a Outline,
    pub attempt: &'a Attempt,
    pub file: ParsedFile,
    /// Whether types were left out because they nest too deep.
    pub too_deep: bool,
    /// Index of the keyword of every declaration met.
    pub keywords: Vec<usize>,
}

/// A declaration's place: by tokens, bytes and lines, and its documentation.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Index of the first token.
    pub first: usize,
    /// Index after the last token.
    pub end: usize,
    pub bytes: ByteRange,
    pub lines: LineRange,
    pub doc: Option<ByteRange>,
}

/// The children of a body still to be looked at.
struct Level<'t> {
    children: std::vec::IntoIter<Node<'t>>,
    owner: u32,
    /// The property that an accessor here belongs to.
    last_property: Option<usize>,
}

impl<'t> Level<'t> {
    fn of(node: Node<'t>, owner: u32) -> Self {
        Self { children: kinds::children(node).into_iter(), owner, last_property: None }
    }
}

impl Walk<'_, '_> {
    /// Walks the whole tree.
    pub fn run(&mut self) {
        let attempt = self.attempt;
        let mut levels = vec![Level::of(attempt.tree.root_node(), TOP_LEVEL)];
        while let Some(level) = levels.last_mut() {
            let Some(node) = level.children.next() else {
                levels.pop();
                continue;
            };
            if let Some((body, owner)) = self.node(node, level) {
                if levels.len() < DEEPEST_TYPE {
                    levels.extend(body.into_iter().rev().map(|node| Level::of(node, owner)));
                } else {
                    self.too_deep = true;
                }
            }
        }
    }

    /// Indexes of the keywords of the declarations that the text has and the tree does not show.
    pub fn missed(&self) -> Vec<usize> {
        let mut met = self.keywords.clone();
        met.sort_unstable();
        self.outline.keywords.iter().copied().filter(|keyword| met.binary_search(keyword).is_err()).collect()
    }

    /// Takes in one node of a body; what to go into next, and its owner.
    fn node<'t>(&mut self, node: Node<'t>, level: &mut Level<'t>) -> Option<(Vec<Node<'t>>, u32)> {
        let kind = node.kind_id();
        let owner = level.owner;
        if kind == KINDS.getter || kind == KINDS.setter {
            if let Some(property) = level.last_property {
                self.extend_property(property, node);
            }
            return None;
        }
        let previous_property = level.last_property.take();
        if owner == TOP_LEVEL && kind == KINDS.class_declaration && self.attempt.wrapper == Some(node.start_byte()) {
            return Some((type_parts(node), TOP_LEVEL));
        }
        if kind == KINDS.class_declaration || kind == KINDS.object_declaration || kind == KINDS.companion_object {
            self.keywords.push(self.first_token(node));
            let index = self.type_declaration(node, owner)?;
            return Some((type_parts(node), index));
        }
        if kind == KINDS.type_alias {
            self.keywords.push(self.first_token(node));
            self.type_alias(node, owner);
        } else if kind == KINDS.function_declaration {
            self.keywords.push(self.first_token(node));
            self.function(node, owner);
        } else if kind == KINDS.secondary_constructor {
            self.secondary_constructor(node, owner);
        } else if kind == KINDS.property_declaration {
            self.keywords.push(self.first_token(node));
            match previous_property {
                Some(property) if self.is_backing_field(node) => {
                    self.extend_property(property, node);
                    level.last_property = Some(property);
                }
                _ => level.last_property = self.property(node, owner),
            }
        } else if kind == KINDS.enum_entry {
            self.enum_entry(node, owner);
        } else if kind == KINDS.package_header {
            self.package(node);
        } else if kind == KINDS.import_header {
            self.import(node);
        } else if kind == KINDS.import_list || node.is_error() {
            return Some((vec![node], owner));
        }
        None
    }

    /// Whether the property is what the outline made of an explicit backing field.
    fn is_backing_field(&self, node: Node<'_>) -> bool {
        self.outline.is_backing_field(self.range(node).0)
    }

    /// A node's bytes in the original.
    pub fn range(&self, node: Node<'_>) -> (u32, u32) {
        self.attempt.rewrite.original_range(node.start_byte(), node.end_byte())
    }

    /// Index of a node's first token.
    pub fn first_token(&self, node: Node<'_>) -> usize {
        self.tokens.at_or_after(self.range(node).0)
    }

    /// Index after a node's last token.
    pub fn end_token(&self, node: Node<'_>) -> usize {
        self.tokens.at_or_after(self.range(node).1)
    }

    /// The place of a declaration: from its first annotation, modifier or context clause to its last token.
    pub fn place(&self, node: Node<'_>) -> Option<Place> {
        let (start, end) = self.range(node);
        self.place_of_tokens(self.tokens.at_or_after(start), self.tokens.at_or_after(end))
    }

    /// The place of the declaration made of the tokens `first` to `end` (exclusive); none where there are none.
    pub fn place_of_tokens(&self, keyword: usize, mut end: usize) -> Option<Place> {
        let first = self.outline.start_of(keyword);
        end = self.outline.end_of(end);
        while end > first && self.tokens.is(end - 1, b';') {
            end -= 1;
        }
        if first >= end {
            return None;
        }
        let bytes = self.bytes(first, end);
        let doc = self.doc_before(first);
        Some(Place { first, end, bytes, lines: self.source.lines(bytes), doc })
    }

    /// The first sentence of a doc comment.
    pub fn description(&self, comment: Option<ByteRange>) -> Option<String> {
        doc::description(comment?.of(self.source.text))
    }

    /// The bytes of the tokens `first` to `end` (exclusive); empty where there are none.
    pub fn bytes(&self, first: usize, end: usize) -> ByteRange {
        let code = &self.tokens.code;
        let start = code.get(first).map_or(self.source.text.len() as u32, |token| token.start);
        let end = end.checked_sub(1).and_then(|last| code.get(last)).map_or(start, |token| token.end);
        ByteRange { start, end: end.max(start) }
    }

    /// What stands between the brackets at `open` and its partner.
    pub fn inside(&self, open: usize) -> ByteRange {
        let code = &self.tokens.code;
        let start = code[open].end;
        let end = if self.tokens.is_closed(open) { code[self.tokens.closing(open)].start } else { start };
        ByteRange { start, end: end.max(start) }
    }

    /// The line of the token at `index`.
    pub fn line_of_token(&self, index: usize) -> u32 {
        let start = self.tokens.code.get(index).map_or(self.source.text.len() as u32, |token| token.start);
        self.source.line(start as usize)
    }

    /// The last doc comment between the token at `first` and the one before it.
    pub fn doc_before(&self, first: usize) -> Option<ByteRange> {
        let code = &self.tokens.code;
        let before = first.checked_sub(1).map_or(0, |previous| code[previous].end);
        let until = self.tokens.comments.partition_point(|comment| comment.start < code[first].start);
        self.tokens.comments[..until]
            .iter()
            .rev()
            .take_while(|comment| comment.start >= before)
            .map(|comment| ByteRange { start: comment.start, end: comment.end })
            .find(|comment| is_doc_block(comment.of(self.source.text)))
    }

    fn extend_property(&mut self, property: usize, accessor: Node<'_>) {
        let Some(place) = self.place(accessor) else { return };
        let field = &mut self.file.fields[property];
        field.bytes.end = field.bytes.end.max(place.bytes.end);
        field.lines.end = field.lines.end.max(place.lines.end);
    }
}

/// What of a type's node holds members: its body, and errors around it.
fn type_parts(node: Node<'_>) -> Vec<Node<'_>> {
    kinds::children(node)
        .into_iter()
        .filter(|part| part.is_error() || part.kind_id() == KINDS.class_body || part.kind_id() == KINDS.enum_class_body)
        .collect()
}
