//! Maven's documents: settings.xml, POMs, versions, the repository layout. Text in, values out; no network, no files.

pub mod graph;
pub mod layout;
pub mod model;
pub mod pom;
pub mod profile;
pub mod settings;
pub mod version;
pub mod xml;
