//! Searching types, methods and fields by name: one table of names an artifact, in memory.
//!
//! A table holds every name twice, as it is and without case, so that a search is one pass over memory; who bears a name is
//! told from numbers. Knows no row of the store beyond ids: what stands in an answer is read by whoever answers.

mod best;
mod gather;
mod heirs;
mod name;
mod names;
mod query;
mod table;

pub use heirs::{Heirs, last};
pub use name::Class;
pub use query::{KINDS, Kinds, Query};
pub use table::{Entry, Group, Key, Sort, Table, like, search, spelled, types_like};
