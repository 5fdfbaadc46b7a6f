//! Java and Kotlin source with colours: comments, strings, keywords, annotations, numbers. A scanner of one pass, right
//! about where comments and strings end; it never changes a character of the text.

use super::terminal::RESET;
use crate::model::Language;

const COMMENT: &str = "\x1b[2m";
const STRING: &str = "\x1b[32m";
const KEYWORD: &str = "\x1b[35m";
const ANNOTATION: &str = "\x1b[33m";
const NUMBER: &str = "\x1b[36m";

/// Words of both languages that are never names in either.
const BOTH: &[&str] = &[
    "abstract",
    "break",
    "catch",
    "class",
    "continue",
    "do",
    "else",
    "enum",
    "false",
    "final",
    "finally",
    "for",
    "if",
    "import",
    "interface",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "super",
    "this",
    "throw",
    "true",
    "try",
    "while",
];
const JAVA: &[&str] = &[
    "assert",
    "boolean",
    "byte",
    "case",
    "char",
    "default",
    "double",
    "extends",
    "float",
    "implements",
    "instanceof",
    "int",
    "long",
    "native",
    "new",
    "non-sealed",
    "permits",
    "record",
    "sealed",
    "short",
    "static",
    "strictfp",
    "switch",
    "synchronized",
    "throws",
    "transient",
    "var",
    "void",
    "volatile",
    "yield",
];
const KOTLIN: &[&str] = &[
    "actual",
    "annotation",
    "as",
    "by",
    "companion",
    "const",
    "constructor",
    "crossinline",
    "data",
    "expect",
    "external",
    "fun",
    "get",
    "in",
    "infix",
    "init",
    "inline",
    "inner",
    "internal",
    "is",
    "lateinit",
    "noinline",
    "object",
    "open",
    "operator",
    "out",
    "override",
    "reified",
    "sealed",
    "set",
    "suspend",
    "tailrec",
    "typealias",
    "val",
    "value",
    "var",
    "vararg",
    "when",
    "where",
];

/// The source with escape sequences around what is coloured.
pub(super) fn source(text: &str, language: Language) -> String {
    let mut out = String::with_capacity(text.len() * 3 / 2);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, colour) = token(rest, first, language);
        let (piece, after) = rest.split_at(length);
        match colour {
            Some(colour) => lines(piece, colour, &mut out),
            None => out.push_str(piece),
        }
        rest = after;
    }
    out
}

/// Each line of a piece in its colour: a pager that starts in the middle then shows it right.
fn lines(piece: &str, colour: &str, out: &mut String) {
    for line in piece.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        if !body.is_empty() {
            out.push_str(colour);
            out.push_str(body);
            out.push_str(RESET);
        }
        out.push_str(&line[body.len()..]);
    }
}

/// The next token: its bytes, and its colour.
fn token(rest: &str, first: char, language: Language) -> (usize, Option<&'static str>) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), Some(COMMENT));
    }
    if rest.starts_with("/*") {
        return (comment(rest, language), Some(COMMENT));
    }
    match first {
        '"' | '\'' => (string(rest, first), Some(STRING)),
        '@' => match word(&rest[1..]) {
            0 => (1, None),
            length => (1 + length, Some(ANNOTATION)),
        },
        digit if digit.is_ascii_digit() => (number(rest), Some(NUMBER)),
        letter if is_word(letter) => {
            let length = word(rest);
            let own = if language == Language::Java { JAVA } else { KOTLIN };
            let is_keyword = BOTH.contains(&&rest[..length]) || own.contains(&&rest[..length]);
            (length, is_keyword.then_some(KEYWORD))
        }
        other => (other.len_utf8(), None),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn word(text: &str) -> usize {
    text.find(|c: char| !is_word(c)).unwrap_or(text.len())
}

fn number(text: &str) -> usize {
    text.find(|c: char| !is_word(c) && c != '.').unwrap_or(text.len())
}

/// A block comment; Kotlin's nest.
fn comment(text: &str, language: Language) -> usize {
    let mut depth = 1;
    let mut at = 2;
    while depth > 0 {
        let Some(next) = text[at..].find(['*', '/']).map(|found| at + found) else { return text.len() };
        let opens = text[next..].starts_with("/*") && language == Language::Kotlin;
        let closes = text[next..].starts_with("*/");
        at = next + if opens || closes { 2 } else { 1 };
        depth = if opens { depth + 1 } else { depth - usize::from(closes) };
    }
    at
}

/// A string or character literal: to its closing quote, a plain one at most to the end of its line.
fn string(text: &str, quote: char) -> usize {
    let block = "\"\"\"";
    if quote == '"' && text.starts_with(block) {
        return text[block.len()..].find(block).map_or(text.len(), |end| end + 2 * block.len());
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}
