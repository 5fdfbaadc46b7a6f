//! Class files to text: the outline of a type as Java, or as Kotlin where its compiler's notes say how, without bodies,
//! which is then read as any source file is.
//!
//! Promises: nothing in a class file breaks out of its outline (names that are no Java names are left out and told, a type
//! that is called like a word of Java gets another name, strings are escaped); what is damaged costs its own file; memory and output stay within bounds whatever a length says.
//! What a compiler adds is left out where the outline means the same without it: bridges and synthetic members, an enum's
//! `values` and `valueOf`, a lone default constructor, what a record has by its header. Knows no archive.

mod attributes;
mod guard;
mod java;
mod kotlin;
mod literal;
mod members;
mod module;
mod names;
mod read;
mod signature;
mod values;

use std::sync::Arc;

use crate::model::Language;
use read::ClassFile;
pub use read::Heritage;

/// Longest outline, in bytes: twice the largest text that is parsed.
const LONGEST_OUTLINE: usize = 8 * 1024 * 1024;

/// What stands for a body.
pub const BODY: &str = " { /* compiled code */ }";

/// The text made of the class files of one top-level type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    pub text: String,
    /// What could not be read and was left out.
    pub problems: Vec<String>,
}

/// The archive around a class file.
pub struct Around<'a> {
    /// Whether it has a class of an internal name.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// What a class of it hands down.
    pub heritage: &'a dyn Fn(&str) -> Option<Arc<Heritage>>,
}

impl Around<'_> {
    /// Nothing.
    pub const NOTHING: Self = Around { exists: &|_| false, heritage: &|_| None };
}

/// How a class file stands to others, as it says itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    TopLevel,
    /// A member of the class of this internal name.
    Member(String),
    /// Declared in a body, or made by a compiler: no part of any outline.
    Hidden,
}

/// The language that an outline is in.
#[must_use]
pub fn language(outline: &str) -> Language {
    let first = outline.lines().next().unwrap_or_default();
    if first.contains(kotlin::MARK) { Language::Kotlin } else { Language::Java }
}

/// The internal name (`a/b/Outer$Inner`) and the standing of a class file.
///
/// # Errors
/// Why it cannot be read.
pub fn standing(bytes: &[u8]) -> Result<(String, Standing), String> {
    read::standing(bytes)
}

/// The name of the file that a class was compiled from, without its folder; none where the class does not say it.
#[must_use]
pub fn source_file(bytes: &[u8]) -> Option<String> {
    read::source_file(bytes)
}

/// Whether a class is one that somebody declared, and not a facade or a helper that Kotlin's compiler made. One that cannot
/// be read counts as declared.
#[must_use]
pub fn is_declared(bytes: &[u8]) -> bool {
    ClassFile::read(bytes, &mut Vec::new()).map_or(true, |class| !kotlin::is_made(&class))
}

/// The outline of a top-level type, `root` being its class file and `members` those of the types in it. `path` is the
/// root's path in its archive, `around` what else that holds.
///
/// # Errors
/// Why the root cannot be read.
pub fn outline(path: &str, root: &[u8], members: &[Vec<u8>], around: &Around<'_>) -> Result<Outline, String> {
    let mut problems = Vec::new();
    let mut root = ClassFile::read(root, &mut problems)?;
    let mut nested = Vec::new();
    for bytes in members {
        match ClassFile::read(bytes, &mut problems) {
            Ok(class) => nested.push(class),
            Err(reason) => problems.push(format!("a class file of a type in it: {reason}")),
        }
    }
    if let Some(text) = kotlin::text(path, &root, &nested, around) {
        return Ok(Outline { text: text?, problems });
    }
    [&mut root].into_iter().chain(&mut nested).for_each(|class| class.look_above(around));
    let text = if root.is_module() {
        Some(module::text(path, &root, around.exists)).filter(|text| text.len() <= LONGEST_OUTLINE)
    } else {
        java::text(path, &root, &nested, around.exists, &mut problems)
    };
    let text = text.ok_or_else(|| format!("its outline is longer than {LONGEST_OUTLINE} bytes"))?;
    Ok(Outline { text, problems })
}
