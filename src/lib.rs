//! jardex: what a Java or Kotlin library really contains, by Maven coordinate.
//!
//! The rooms in the order data passes through them; no room uses one below it in this list.

pub mod cache;
pub mod cli;
pub mod compare;
pub mod config;
pub mod coordinate;
pub mod digest;
pub mod error;
pub mod fetch;
pub mod fs;
pub mod index;
pub mod interrupt;
pub mod maven;
pub mod mcp;
pub mod model;
pub mod parse;
pub mod project;
pub mod registry;
pub mod search;
pub mod source;
pub mod store;
pub mod text;
pub mod tools;
pub mod work;
