//! jardex: what a Java or Kotlin library really contains, by Maven coordinate.
//!
//! The rooms in the order data passes through them; no room uses one below it in this list.

pub mod error;
pub mod model;
pub mod text;
pub mod coordinate;
pub mod work;
pub mod fs;
pub mod config;
pub mod maven;
pub mod fetch;
pub mod cache;
pub mod registry;
pub mod source;
pub mod parse;
pub mod store;
pub mod search;
pub mod index;
pub mod tools;
pub mod cli;
pub mod mcp;
