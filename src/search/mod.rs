//! Search in texts: patterns, grams, content. Over rows of the store.
//!
//! [`pattern`] is what a person asks for of names; [`query`] what is asked for of text; [`gram`] and [`plan`] say which
//! files can hold it, [`content`] looks into those line by line, as ripgrep does, and [`files`] looks at names alone;
//! [`symbols`] looks for types and members by name; [`references`] says where declarations are used.
//! Nothing is kept between calls.

pub mod ask;
mod candidates;
pub mod compiler;
pub mod concept;
pub mod content;
pub mod files;
pub mod frame;
pub mod gram;
mod hits;
mod in_path;
mod in_text;
mod literal;
pub mod literally;
mod mend;
pub mod message;
mod needle;
pub mod own_text;
pub mod pasted;
pub mod pattern;
mod plan;
pub mod query;
pub mod ranked;
pub mod references;
mod rough;
pub mod symbols;
pub mod terms;
mod vocabulary;
mod wanted;
pub mod weights;

use crate::error::Failure;
use crate::store::read::StoreError;

/// Why a search through several indexes gave no answer, and the place of the index where it did not.
pub type Failed = (usize, Box<SearchError>);

/// Why a search gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The index could not be read; damage is for the caller to mend.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The caller no longer wants it, or asked for what cannot be.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Whether the last segments of a dotted name are these.
fn ends_with(name: &str, segments: &str, exact_case: bool) -> bool {
    let Some(start) = name.len().checked_sub(segments.len()) else { return false };
    let Some(end) = name.get(start..) else { return false };
    let same = if exact_case { end == segments } else { end.eq_ignore_ascii_case(segments) };
    same && (start == 0 || name.as_bytes()[start - 1] == b'.')
}

/// The type that a file is called by, where a text is the name of one: `BeanFactory` of `BeanFactory.java`.
#[must_use]
pub fn type_of_file(text: &str) -> &str {
    let stem = text.strip_suffix(".java").or_else(|| text.strip_suffix(".kt"));
    let is_type = |stem: &&str| stem.starts_with(char::is_uppercase) && ask::words(stem).eq([*stem]);
    stem.filter(is_type).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{ends_with, type_of_file};

    #[test]
    fn files_are_called_by_their_types() {
        for (text, expected) in [
            ("BeanFactory.java", "BeanFactory"),
            ("Foo.kt", "Foo"),
            ("java.util.java", "java.util.java"),
            ("a/B.java", "a/B.java"),
            (".java", ".java"),
            ("KClass.java.kt", "KClass.java.kt"),
        ] {
            assert_eq!(type_of_file(text), expected);
        }
    }

    #[test]
    fn whole_segments_count() {
        for (name, segments, is_so) in [
            ("Map", "Map", true),
            ("java.util.Map", "map", true),
            ("java.util.Map", "util.Map", true),
            ("java.util.HashMap", "Map", false),
            ("Map", "util.Map", false),
            ("java.util", "util", true),
            ("", "Map", false),
        ] {
            assert_eq!(ends_with(name, segments, false), is_so, "{name} {segments}");
        }
        assert!(ends_with("java.util.Map", "Map", true) && !ends_with("java.util.Map", "map", true));
    }
}
