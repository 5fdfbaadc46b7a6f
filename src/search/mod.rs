//! Search in texts: patterns, trigrams, content. Over rows of the store.
//!
//! [`pattern`] is what a person asks for; [`trigram`] and [`plan`] say which files can hold it, [`content`] looks into those
//! line by line, as ripgrep does, and [`files`] looks at names alone. Nothing is kept between calls.

pub mod trigram;
