//! Text to declarations: Java and Kotlin through tree-sitter, in a child process.
//!
//! Parsing never fails: a file that does not parse cleanly gives what it can and says so in
//! [`ParsedFile::problem`]. This room knows only the model; it opens no file and no index.

pub mod classfile;
pub mod doc;
pub mod java;
pub mod kotlin;
pub mod lexer;
mod mentions;
mod needed;
pub mod syntax;
pub mod tree;
pub mod words;
pub mod worker;

use crate::model::{Language, ParsedFile};

/// The version of what parsing gives: part of every generation, raised with the grammars and whenever the same text
/// would give other declarations, or the same class files another outline.
pub const VERSION: u32 = 8;

/// Largest text that is parsed, in bytes; longer files stay searchable as text.
pub const LARGEST_PARSED: usize = 4 * 1024 * 1024;

/// The language of a file, by its name; of an outline of class files, by what it says of itself.
#[must_use]
pub fn language_of(path: &str, text: &str) -> Option<Language> {
    if path.strip_suffix(".class").is_some() { Some(classfile::language(text)) } else { Language::of_file(path) }
}

/// What `text` declares. `path` is the file's path in the artifact (a Kotlin facade is named after the file).
///
/// Runs in the calling thread: a grammar's abort or hang is the caller's. [`worker::Child`] is the way for text that is not
/// trusted.
#[must_use]
pub fn parse(language: Language, path: &str, text: &str) -> ParsedFile {
    if text.len() > LARGEST_PARSED {
        return ParsedFile { problem: Some(too_large()), ..ParsedFile::default() };
    }
    if language == Language::Java
        && let Some(file) = java::parse_reduced(path, text, &lexer::java::read(text))
    {
        return file;
    }
    parse_whole(language, path, text)
}

/// What `text` declares when all of it is parsed, bodies included: what [`parse`] must give, and the way back where it is not
/// sure.
#[must_use]
pub fn parse_whole(language: Language, path: &str, text: &str) -> ParsedFile {
    match language {
        Language::Java => java::parse_whole(path, text),
        Language::Kotlin => kotlin::parse(path, text),
    }
}

fn too_large() -> String {
    format!("larger than {} MiB: not parsed", LARGEST_PARSED >> 20)
}
