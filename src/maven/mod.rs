//! Maven's documents: settings.xml, POMs, what repositories and Gradle say beside them, versions, the repository layout. Text in, values out; no network, no files.

mod activation;
mod conflict;
mod exclusions;
pub mod graph;
pub mod layout;
pub mod model;
pub mod module;
pub mod pom;
pub mod profile;
pub mod published;
pub mod security;
pub mod settings;
pub mod snapshot;
mod validity;
pub mod version;
pub mod xml;
