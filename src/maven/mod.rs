//! Maven's documents: settings.xml, POMs, versions, the repository layout. Text in, values out; no network, no files.

pub mod layout;
pub mod pom;
pub mod published;
pub mod settings;
pub mod version;
pub mod xml;
