//! Coordinates whose files lie under another one: relocations of POMs, and the JVM part of Kotlin multiplatform libraries.
//!
//! Promises: whoever asks is told, in every answer; a chain ends, also one that bites its tail. A file that is there under the
//! coordinate itself is taken, unless there is nothing in it that anybody could ask about.

use std::sync::Arc;

use super::document::Document;
use super::download::is_pom;
use super::{Asking, Found, Repositories, RepositoryError};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::maven::layout::File;
use crate::maven::model::Models;
use crate::maven::module;
use crate::maven::pom::{Pom, Relocation};
use crate::maven::profile::Machine;
use crate::model::Origin;
use crate::source::{Entry, Tree};
use crate::work::Work;

/// Longest chain that is followed; Maven Central's longest known have two.
pub(super) const MOST_MOVES: usize = 10;
/// Most parents and imports of a POM that are read for the properties of its relocation.
const MOST_PARENTS: usize = 20;

/// Where the files of a coordinate are instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Moved {
    /// Its POM says so.
    Relocated(Coordinate),
    /// It is the root of a Kotlin multiplatform library.
    JvmPart(Coordinate),
}

impl Moved {
    pub fn to(&self) -> &Coordinate {
        match self {
            Self::Relocated(to) | Self::JvmPart(to) => to,
        }
    }

    /// What is said of it, as the end of a sentence about the coordinate.
    pub fn said(&self) -> String {
        match self {
            Self::Relocated(to) => format!("relocated to {to}"),
            Self::JvmPart(to) => format!("a Kotlin multiplatform root whose JVM part is {to}"),
        }
    }
}

/// What a JAR holds, as far as it says whether another one is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Code,
    /// Kotlin of several platforms: the sources of a multiplatform root, or of one of its parts.
    Multiplatform,
    /// Nothing that declares anything: a JAR of metadata.
    Hollow,
}

impl Content {
    fn of(tree: &dyn Tree) -> Self {
        // An AAR or a WAR holds archives that declare.
        const DECLARING: [&str; 8] = ["java", "kt", "kts", "class", "groovy", "scala", "jar", "proto"];
        let mut content = Self::Hollow;
        for entry in tree.entries() {
            let (folder, _) = entry.path.split_once('/').unwrap_or_default();
            let extension = entry.path.rsplit_once('.').map_or("", |(_, extension)| extension);
            if folder == "META-INF" && extension != "class" {
                continue;
            }
            // A source set (`jvmMain`, `commonJvmAndroid`), as no package is called.
            if extension == "kt" && folder.bytes().any(|byte| byte.is_ascii_uppercase()) {
                return Self::Multiplatform;
            }
            if DECLARING.contains(&extension) {
                content = Self::Code;
            }
        }
        content
    }
}

/// Whether there is nothing in a JAR that anybody could ask about: some publish one for form's sake.
pub(super) fn is_hollow(found: &Found) -> bool {
    Content::of(found.source.tree.as_ref()) == Content::Hollow
}

impl Repositories {
    /// Where the files of a coordinate are instead; `found` is what lies under the coordinate itself.
    ///
    /// # Errors
    /// Cancelled; a repository that could not be asked, unless a JAR was found that holds what nobody can ask about anyway.
    pub(super) fn moved(
        &self,
        coordinate: &Coordinate,
        found: Option<&Found>,
        asking: Asking,
        work: &Work,
    ) -> Result<Option<Moved>, Failure> {
        let content = found.map_or(Content::Hollow, |found| Content::of(found.source.tree.as_ref()));
        if content == Content::Code {
            return Ok(None);
        }
        match self.pointed_to(coordinate, found, content, asking, work) {
            Err(failure) if found.is_some() && content == Content::Hollow && !work.is_cancelled() => {
                tracing::info!("whether {coordinate} points to another artifact could not be told: {failure}");
                Ok(None)
            }
            told => told,
        }
    }

    fn pointed_to(
        &self,
        coordinate: &Coordinate,
        found: Option<&Found>,
        content: Content,
        asking: Asking,
        work: &Work,
    ) -> Result<Option<Moved>, Failure> {
        let pom = match found.and_then(|found| found.source.pom.clone()).or_else(|| self.local_pom(coordinate)) {
            Some(pom) => Some(pom),
            None => self.document(coordinate, File::POM, is_pom, asking, work)?,
        };
        let Some(pom) = pom else { return Ok(None) };
        if content == Content::Hollow
            && let Some(to) = self.relocation(&pom, coordinate, asking, work)
        {
            return Ok(Some(Moved::Relocated(to)));
        }
        if !module::is_promised(&pom) {
            return Ok(None);
        }
        let module = match self.local.module(coordinate) {
            Some(module) => Some(module),
            None => self.document(coordinate, File::MODULE, module::is_module, asking, work)?,
        };
        Ok(module.and_then(|module| module::jvm_part(&module, coordinate)).map(Moved::JvmPart))
    }

    /// A document of a coordinate from the first remote repository that has it.
    pub(super) fn document(
        &self,
        coordinate: &Coordinate,
        file: File<'static>,
        is_one: fn(&[u8]) -> bool,
        asking: Asking,
        work: &Work,
    ) -> Result<Option<Vec<u8>>, Failure> {
        if self.problem.is_some() {
            return Ok(None);
        }
        match self.remote_document(coordinate, file, is_one, asking, work)? {
            Document::Found(bytes) | Document::Earlier(bytes, _) => Ok(Some(bytes)),
            Document::Absent | Document::Offline => Ok(None),
            Document::Failed(failure) | Document::Refused(failure) => Err(failure),
        }
    }

    /// Follows a coordinate to where its files are, from what was found under the coordinate itself.
    pub(super) fn follow(
        &self,
        coordinate: &Coordinate,
        first: Result<Found, RepositoryError>,
        wanted: Option<Origin>,
        asking: Asking,
        work: &Work,
    ) -> Result<Found, RepositoryError> {
        let mut trail = vec![coordinate.clone()];
        let mut said = Vec::new();
        let mut at_last = first;
        // What lies under a coordinate that points elsewhere, where there is nothing elsewhere.
        let mut hollow = None;
        loop {
            let at = trail.last().unwrap_or(coordinate);
            let moved = match &at_last {
                Ok(found) => self.moved(at, Some(found), asking, work),
                // Offline a cache may tell where the files are that it has.
                Err(RepositoryError::NotFound { .. } | RepositoryError::Offline { .. }) => {
                    self.moved(at, None, asking, work)
                }
                Err(_) => Ok(None),
            };
            let moved = match moved {
                Ok(None) => break,
                Ok(Some(moved)) => moved,
                Err(failure) => return Err(RepositoryError::failed(at, failure)),
            };
            said.push(moved.said());
            let to = moved.to().clone();
            if trail.contains(&to) || trail.len() > MOST_MOVES {
                at_last = Err(RepositoryError::Circle { coordinate: coordinate.to_string(), said: said.join(", ") });
                break;
            }
            tracing::info!("{at} is {}", moved.said());
            if let Ok(found) = at_last {
                hollow = Some(found);
            }
            at_last = self.locate_here(&to, wanted, asking, work);
            trail.push(to);
        }
        let said = said.join(", which is ");
        match (at_last, hollow) {
            (Ok(found), _) if said.is_empty() => Ok(found),
            (Ok(mut found), _) => {
                let note = Incomplete::note(coordinate.to_string(), format!("{said}, which answers in its place"));
                found.source.tree = Arc::new(Standing::new(found.source.tree, note));
                Ok(found)
            }
            (Err(RepositoryError::NotFound { .. } | RepositoryError::Circle { .. }), Some(mut found)) => {
                found.source.notes.push(format!("{coordinate} is {said}, and nothing was found there"));
                Ok(found)
            }
            (Err(RepositoryError::NotFound { what, coordinate: of, looked, mut notes }), _) if said.is_empty() => {
                notes.extend(self.of_pom_alone(coordinate));
                Err(RepositoryError::NotFound { what, coordinate: of, looked, notes })
            }
            (Err(error), _) if said.is_empty() => Err(error),
            (Err(error), _) => Err(error.after(coordinate, &said)),
        }
    }
}

impl Repositories {
    /// What is said of a coordinate that has a POM and nothing beside it.
    fn of_pom_alone(&self, coordinate: &Coordinate) -> Option<String> {
        let pom = Pom::read(&self.local_pom(coordinate)?).ok()?;
        Some(match pom.packaging.as_deref() {
            Some("pom") => format!(
                "there is a POM alone: a BOM, a parent or an aggregator holds no code (jardex seed {coordinate} indexes what it depends on)"
            ),
            packaging => format!("there is a POM alone, of packaging {}", packaging.unwrap_or("jar")),
        })
    }

    /// Where a POM says that its project went, its properties and those of its parents put in.
    fn relocation(&self, pom: &[u8], coordinate: &Coordinate, asking: Asking, work: &Work) -> Option<Coordinate> {
        let pom = Pom::read(pom).ok()?;
        let written = pom.relocation.clone()?;
        let texts = [&written.group, &written.artifact, &written.version];
        if !texts.into_iter().flatten().any(|text| text.contains("${")) {
            return relocated(written, coordinate);
        }
        let find = |wanted: &Coordinate| self.named_pom(wanted, asking, work);
        let relocation = Models::new(&find, Machine::default(), MOST_PARENTS).model(&pom).relocation?;
        relocated(relocation, coordinate)
    }
}

/// The coordinate that a relocation leads to; what it leaves out stayed the same.
fn relocated(relocation: Relocation, coordinate: &Coordinate) -> Option<Coordinate> {
    let own = [
        ("${project.groupId}", coordinate.group()),
        ("${project.artifactId}", coordinate.artifact()),
        ("${project.version}", coordinate.version()),
    ];
    let part = |moved: Option<String>, stayed: &str| {
        let text = moved.unwrap_or_else(|| stayed.to_owned());
        own.iter().fold(text, |text, (property, value)| text.replace(property, value))
    };
    let to = Coordinate::new(
        &part(relocation.group, coordinate.group()),
        &part(relocation.artifact, coordinate.artifact()),
        &part(relocation.version, coordinate.version()),
    );
    to.ok().filter(|to| to != coordinate)
}

/// A tree that stands for another: it says so.
struct Standing {
    tree: Arc<dyn Tree>,
    problems: Vec<Incomplete>,
}

impl Standing {
    fn new(tree: Arc<dyn Tree>, note: Incomplete) -> Self {
        let problems = [&[note], tree.problems()].concat();
        Self { tree, problems }
    }
}

impl Tree for Standing {
    fn entries(&self) -> &[Entry] {
        self.tree.entries()
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        self.tree.read(at)
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }

    fn flaw(&self, at: usize) -> Option<String> {
        self.tree.flaw(at)
    }
}
