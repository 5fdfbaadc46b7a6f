//! Project files: what lock files, bills of materials, build tools' lists and catalogs say that a project depends on.
//!
//! Promises: what a file is, is told by its content (its name decides only where the content could be two things); a file
//! that cannot be understood is an error that says why and, where there is one, in which line; files are bounded in size
//! and depth; what names no JAR of main code (BOMs, tests, files of the system) is left out and told. Must not know: the
//! network, the cache, where JARs come from.

mod catalog;
mod cyclonedx;
mod folder;
mod gradle;
mod lines;
mod listing;
mod log;
mod maven;
mod own;
mod purl;
mod reactor;
mod spdx;
pub mod tool;
mod words;

pub use folder::{Chosen, choose};
pub use listing::{LeftOut, Listing, Named, is_dynamic};
pub use own::Own;
pub use reactor::{Reactor, beside, elsewhere, give_versions, reactor};

use crate::maven::xml;

/// Largest project file: a BOM with the licences' texts of thousands of components has some 30 MB.
pub const LARGEST_FILE: u64 = 64 * 1024 * 1024;

/// Whether dependencies that only tests have are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tests {
    #[default]
    LeftOut,
    Wanted,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Coordinates,
    GradleLock,
    GradleReport,
    MavenOutput,
    CycloneDx,
    Spdx,
    Catalog,
    Pom,
}

impl Format {
    /// What people call it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Coordinates => "coordinates",
            Self::GradleLock => "Gradle lock file",
            Self::GradleReport => "list of Gradle's",
            Self::MavenOutput => "list of Maven's",
            Self::CycloneDx => "CycloneDX BOM",
            Self::Spdx => "SPDX BOM",
            Self::Catalog => "Gradle version catalog",
            Self::Pom => "POM",
        }
    }
}

/// Why a file was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ProjectError {
    /// Counted from 1.
    pub line: Option<usize>,
    pub what: String,
}

impl ProjectError {
    fn new(what: impl Into<String>) -> Self {
        Self { line: None, what: what.into() }
    }

    fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line: Some(line), what: what.into() }
    }

    fn of_json(what: &str, error: &serde_json::Error) -> Self {
        Self { line: Some(error.line()), what: format!("{what} is broken: {error}") }
    }
}

impl From<xml::XmlError> for ProjectError {
    fn from(error: xml::XmlError) -> Self {
        Self::at(error.line, format!("{} (column {})", error.what, error.column))
    }
}

/// A file that was understood.
#[derive(Debug)]
pub struct Document {
    pub format: Format,
    /// What it lists, with what it says is the project's own: whoever reads all files of a project leaves that out. Nothing for a
    /// POM, which says only what a project asks for.
    pub listing: Listing,
}

/// Reads a file. `name` is the last segment of its path, empty where it has none.
///
/// # Errors
/// When its content is nothing that is known, or is broken.
pub fn read(name: &str, bytes: &[u8], tests: Tests) -> Result<Document, ProjectError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
    match first {
        None => Err(ProjectError::new("the file is empty")),
        Some(b'<') => read_xml(bytes, tests),
        Some(b'{') => read_json(text(bytes)?, tests),
        Some(_) => read_text(name, text(bytes)?, tests),
    }
}

fn text(bytes: &[u8]) -> Result<&str, ProjectError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = before.matches('\n').count() + 1;
        ProjectError::at(line, "the file is no UTF-8 text")
    })
}

/// How a tree as GraphML ends.
const GRAPHML_END: &[u8] = b"</graphml>";

fn read_xml(bytes: &[u8], tests: Tests) -> Result<Document, ProjectError> {
    let (root, others) = xml_document(bytes)?;
    // Maven writes the trees of several modules one behind the other: documents of their own, read together.
    let mut rest = others;
    while !rest.trim_ascii().is_empty() {
        let lines = memchr::memchr_iter(b'\n', &bytes[..bytes.len() - rest.len()]).count();
        let behind = |error: ProjectError| ProjectError { line: error.line.map(|line| line + lines), ..error };
        rest = xml_document(rest).map_err(behind)?.1;
    }
    match root.name.as_str() {
        "project" => Ok(Document { format: Format::Pom, listing: Listing::default() }),
        "bom" => Ok(Document { format: Format::CycloneDx, listing: cyclonedx::of_xml(&root, tests) }),
        _ => maven::read(text(bytes)?, tests).map(Format::MavenOutput.holding()),
    }
}

/// The root of the first document, which is of a kind that is known, and what is behind it.
fn xml_document(bytes: &[u8]) -> Result<(xml::Element, &[u8]), ProjectError> {
    let end = memchr::memmem::find(bytes, GRAPHML_END).map_or(bytes.len(), |end| end + GRAPHML_END.len());
    let (document, behind) = bytes.split_at(end);
    let root = xml::parse_within(document, LARGEST_FILE as usize)?;
    if matches!(root.name.as_str(), "project" | "bom" | "graphml") {
        return Ok((root, behind));
    }
    Err(ProjectError::new(format!(
        "an XML document with <{}> where <project> (a POM), <bom> (CycloneDX) or <graphml> (dependency:tree) was expected",
        root.name.escape_debug()
    )))
}

fn read_json(text: &str, tests: Tests) -> Result<Document, ProjectError> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let first = match values.next() {
        Some(Ok(first)) => first,
        Some(Err(error)) => return Err(ProjectError::of_json("the JSON", &error)),
        None => return Err(ProjectError::new("the file is empty")),
    };
    if first.get("bomFormat").is_some_and(|format| format == "CycloneDX") {
        return Ok(Document { format: Format::CycloneDx, listing: cyclonedx::of_json(&first, tests) });
    }
    if let Some(listing) = spdx::of_json(&first, tests) {
        return Ok(Document { format: Format::Spdx, listing });
    }
    if first.get("groupId").is_some() && first.get("artifactId").is_some() {
        return maven::read(text, tests).map(Format::MavenOutput.holding());
    }
    Err(ProjectError::new(
        "a JSON document that is no CycloneDX or SPDX bill of materials and no tree of dependency:tree -DoutputType=json",
    ))
}

fn read_text(name: &str, text: &str, tests: Tests) -> Result<Document, ProjectError> {
    if spdx::is_tag_value(text) {
        return Ok(Document { format: Format::Spdx, listing: spdx::of_tag_value(text, tests) });
    }
    if lines::is_gradle_lock(name, text) {
        return lines::gradle_lock(text, lines::configuration_of(name), tests).map(Format::GradleLock.holding());
    }
    if catalog::is_catalog(name, text) {
        return catalog::read(text, tests).map(Format::Catalog.holding());
    }
    // Before Maven's output, which is found by words in any line: a list may hold such words, in comments too.
    if let Ok(listing) = lines::coordinates(text, tests)
        && !lines::is_bare(text)
    {
        return Ok(Format::Coordinates.holding()(listing));
    }
    let of_maven = maven::is_output(text) && !lines::is_list(text);
    if gradle::is_report(text, of_maven) {
        let mut listing = gradle::read(text, tests);
        // The log of a build may hold what both print.
        if let Some(others) = of_maven.then(|| maven::read(text, tests).ok()).flatten() {
            listing.join(others);
        }
        return Ok(Format::GradleReport.holding()(listing));
    }
    if of_maven {
        return maven::read(text, tests).map(Format::MavenOutput.holding());
    }
    if name.ends_with(".gradle") || name.ends_with(".gradle.kts") {
        return Err(ProjectError::new(
            "a build script is a program and is not read; --resolve with the project's folder asks Gradle what it resolves to",
        ));
    }
    lines::coordinates(text, tests).map(Format::Coordinates.holding())
}

impl Format {
    fn holding(self) -> impl FnOnce(Listing) -> Document {
        move |listing| Document { format: self, listing }
    }
}
