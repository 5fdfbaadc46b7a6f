//! Package and imports out of the tokens: what stands before the first declaration.

use super::prefix::{self, unquoted};
use super::tokens::Tokens;

/// One import: indexes of its tokens, and what they say.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ImportLine {
    pub first: usize,
    pub end: usize,
    pub path: String,
    pub alias: Option<String>,
    pub star: bool,
}

/// What stands before the first declaration.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Preamble {
    /// Index of the keyword, and the name.
    pub package: Option<(usize, String)>,
    pub imports: Vec<ImportLine>,
    /// Index of the first token of the first declaration.
    pub end: usize,
}

impl Preamble {
    /// Reads it; none where a package or an import does not end with its line.
    pub fn read(tokens: &Tokens) -> Option<Self> {
        let mut out = Self::default();
        let mut at = 0;
        loop {
            if prefix::is_file_annotation(tokens, at) {
                at = prefix::skip_annotation(tokens, at).max(at + 1);
                continue;
            }
            match tokens.word(at) {
                ";" => at += 1,
                "package" if out.package.is_none() && out.imports.is_empty() => {
                    let (name, end) = dotted(tokens, at + 1)?;
                    out.package = Some((at, name));
                    at = ended(tokens, end)?;
                }
                "import" => {
                    let line = import(tokens, at)?;
                    at = ended(tokens, line.end)?;
                    out.imports.push(line);
                }
                _ => break,
            }
        }
        out.end = at;
        Some(out)
    }
}

/// The import whose keyword is at `first`.
fn import(tokens: &Tokens, first: usize) -> Option<ImportLine> {
    let (path, mut end) = dotted(tokens, first + 1)?;
    let star = tokens.is(end, b'.') && tokens.is(end + 1, b'*');
    let mut alias = None;
    if star {
        end += 2;
    } else if tokens.word(end) == "as" && tokens.is_word(end + 1) && !tokens.starts_line(end) {
        alias = Some(unquoted(tokens.word(end + 1)).to_owned());
        end += 2;
    }
    Some(ImportLine { first, end, path, alias, star })
}

/// The dotted name that begins at `first`, on the line of the token before it; the index after it.
fn dotted(tokens: &Tokens, first: usize) -> Option<(String, usize)> {
    let mut name = String::new();
    let mut at = first;
    loop {
        if !tokens.is_word(at) || tokens.starts_line(at) {
            return None;
        }
        name.push_str(unquoted(tokens.word(at)));
        at += 1;
        if !(tokens.is(at, b'.') && tokens.is_word(at + 1)) {
            return Some((name, at));
        }
        name.push('.');
        at += 1;
    }
}

/// `at`, where a line, a statement or the text ends before it.
fn ended(tokens: &Tokens, at: usize) -> Option<usize> {
    (at >= tokens.code.len() || tokens.starts_line(at) || tokens.is(at, b';')).then_some(at)
}
