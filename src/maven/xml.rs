//! A small XML document as a tree: what settings.xml, POMs and repository metadata need, and nothing more.
//!
//! Promises: bounded (size, depth, number of elements), no DOCTYPE and so no entities but the predefined ones,
//! and an error that says line and column. Names are local names; prefixes and attributes are not looked at,
//! because Maven itself reads these files without namespaces.

use encoding_rs::{Encoding, UTF_8};
use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

/// Largest document. The largest POMs (generated BOMs of many thousand entries) have some 2 MiB.
pub const LARGEST_DOCUMENT: usize = 8 * 1024 * 1024;
/// Deepest nesting; plugin configuration in POMs seldom reaches 15.
const DEEPEST: usize = 128;
/// Most elements in a document of the largest size that are worth keeping.
const MOST_ELEMENTS: usize = 1_000_000;

/// Why a document was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} at line {line}, column {column}")]
pub struct XmlError {
    pub what: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
}

/// An element with its text (the pieces put together, blanks at both ends removed) and its children in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    pub name: String,
    pub text: String,
    pub children: Vec<Element>,
}

impl Element {
    /// The first child of this name.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of the first child of this name, where it is not empty.
    #[must_use]
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.as_str()).filter(|text| !text.is_empty())
    }

    /// The elements called `item` inside the first child called `list`: Maven's way to write a list.
    pub fn list<'a>(&'a self, list: &str, item: &'a str) -> impl Iterator<Item = &'a Self> {
        self.child(list).into_iter().flat_map(|list| &list.children).filter(move |child| child.name == item)
    }
}

/// Reads a document and gives its root element.
///
/// # Errors
/// When it is too large, not well-formed, has a DOCTYPE or nests too deep.
pub fn parse(bytes: &[u8]) -> Result<Element, XmlError> {
    parse_within(bytes, LARGEST_DOCUMENT)
}

/// The same for documents of another size: bills of materials are larger than POMs.
///
/// # Errors
/// As [`parse`].
pub fn parse_within(bytes: &[u8], largest: usize) -> Result<Element, XmlError> {
    if bytes.len() > largest {
        let what = format!("the document is larger than {largest} bytes");
        return Err(XmlError { what, line: 1, column: 1 });
    }
    let text = decode(bytes);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().expand_empty_elements = true;
    let mut builder = Builder::default();
    loop {
        let event = reader.read_event().map_err(|error| error_at(&text, reader.error_position(), error))?;
        let at = reader.buffer_position();
        match event {
            Event::Eof => break,
            event => builder.take(event).map_err(|what| error_at(&text, at, what))?,
        }
    }
    builder.finish().map_err(|what| error_at(&text, text.len() as u64, what))
}

#[derive(Default)]
struct Builder {
    open: Vec<Element>,
    root: Option<Element>,
    elements: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(start) => {
                if self.root.is_some() {
                    return Err("a second root element".to_owned());
                }
                self.elements += 1;
                if self.open.len() >= DEEPEST || self.elements > MOST_ELEMENTS {
                    return Err("the document has too many or too deeply nested elements".to_owned());
                }
                let name = start.local_name().as_ref().to_owned();
                self.open.push(Element { name, ..Element::default() });
            }
            Event::End(_) => {
                let Some(mut element) = self.open.pop() else { return Err("an end tag without its start".to_owned()) };
                element.text.truncate(element.text.trim_end().len());
                element.text.drain(..element.text.len() - element.text.trim_start().len());
                match self.open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => self.root = Some(element),
                }
            }
            Event::Text(text) => self.text(&text.xml10_content())?,
            Event::CData(data) => self.text(&data.xml10_content())?,
            Event::GeneralRef(reference) => {
                let text = resolve(&reference)?;
                self.text(&text)?;
            }
            Event::DocType(_) => return Err("a DOCTYPE, which jardex does not read".to_owned()),
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::Eof => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), String> {
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() => {}
            None => return Err("text outside the root element".to_owned()),
        }
        Ok(())
    }

    fn finish(self) -> Result<Element, String> {
        match (self.root, self.open.last()) {
            (_, Some(open)) => Err(format!("the document ends inside <{}>", open.name.escape_debug())),
            (Some(root), None) => Ok(root),
            (None, None) => Err("the document has no element".to_owned()),
        }
    }
}

/// The text of a reference. Names beyond the predefined five stay as written: old POMs use HTML's in descriptions.
fn resolve(reference: &BytesRef<'_>) -> Result<String, String> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| error.to_string())? {
        return Ok(character.to_string());
    }
    let name = reference.borrow().into_inner();
    Ok(match &*name {
        "amp" => "&".to_owned(),
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "apos" => "'".to_owned(),
        "quot" => "\"".to_owned(),
        other => format!("&{other};"),
    })
}

/// The text in the encoding that a byte order mark or the XML declaration names, else UTF-8; bytes that do not fit
/// become U+FFFD, which no coordinate or URL holds.
fn decode(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    declared_encoding(bytes).unwrap_or(UTF_8).decode(bytes).0
}

fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(256)]);
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
}

fn error_at(text: &str, at: u64, what: impl std::fmt::Display) -> XmlError {
    let before = crate::text::floor(text, usize::try_from(at).unwrap_or(usize::MAX));
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    XmlError {
        what: what.to_string(),
        line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_text_children_references_and_cdata() {
        let root =
            parse(b"<?xml version='1.0'?><!-- c --><a>\n <b> x &amp; <![CDATA[<y>]]> &#65;&copy; </b><c/></a>\n");
        let root = root.expect("well-formed");
        assert_eq!(root.name, "a");
        assert_eq!(root.text_of("b"), Some("x & <y> A&copy;"));
        assert_eq!(root.text_of("c"), None);
        assert!(root.child("c").is_some());
    }

    #[test]
    fn prefixes_are_dropped_and_declared_encodings_read() {
        let root = parse(b"<?xml version='1.0' encoding='ISO-8859-1'?><m:a xmlns:m='x'><m:b>\xe9</m:b></m:a>");
        assert_eq!(root.expect("well-formed").text_of("b"), Some("é"));
    }

    #[test]
    fn refuses_what_is_not_a_document() {
        for (text, part) in [
            ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "DOCTYPE"),
            ("<a><b></a>", "line 1"),
            ("<a>\n<b>", "inside <b> at line 2"),
            ("", "no element"),
            ("<a/><b/>", "second root"),
            ("junk", "outside the root"),
        ] {
            let error = parse(text.as_bytes()).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let deep = "<a>".repeat(200) + &"</a>".repeat(200);
        assert!(parse(deep.as_bytes()).is_err());
    }
}
