//! Lexers: one pass over a file's bytes that finds its words and, for Java, what can be left out before parsing.
//!
//! Promises time in the length of the text, whatever it holds, and no recursion. Where a lexer is not sure what it sees it
//! says so, and all of the file is parsed. Knows no tree and no grammar.

pub mod collect;
pub mod imports;
pub mod java;
pub mod kotlin;
mod made;
mod marks;
pub mod plain;
pub mod reduced;
pub mod scan;
mod skip;
