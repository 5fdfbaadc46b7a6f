//! From what a person names (coordinates, files, folders) to the coordinates that are meant.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::poms::{Poms, Project, Resolved};
use super::{LeftOut, Tests};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::fs::{self, FileKind};
use crate::index::Explorer;
use crate::project::{self, Format, LARGEST_FILE, Listing, Own, tool};
use crate::work::Work;

/// What a person names.
#[derive(Debug, Clone)]
pub enum Input {
    Coordinate(Coordinate),
    /// A file or a folder.
    Path(PathBuf),
    /// The content of standard input.
    Stdin(Vec<u8>),
}

/// What is to be gathered.
#[derive(Debug, Clone)]
pub struct Wish {
    pub inputs: Vec<Input>,
    pub tests: Tests,
    /// Ask the project's own build tool, for at most so long.
    pub resolve: Option<Duration>,
}

/// An input that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// As it was named; for a file of a folder, its path.
    pub input: String,
    /// What it is.
    pub format: &'static str,
    /// How many artifacts it gave.
    pub artifacts: usize,
}

/// What the inputs name.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Each once, in the order named.
    pub artifacts: Vec<Coordinate>,
    pub inputs: Vec<Understood>,
    pub left_out: Vec<LeftOut>,
    /// What could not be told, and what was passed over.
    pub incomplete: Vec<Incomplete>,
}

impl Explorer {
    /// Reads the inputs. POMs that a project's POM leads to are downloaded where they are not on this machine; nothing else
    /// is.
    ///
    /// # Errors
    /// `invalid_argument` naming the input that cannot be understood; [`Failure::cancelled`].
    pub fn gather(&self, wish: &Wish, work: &Work) -> Result<Gathered, Failure> {
        let mut gathering = Gathering {
            explorer: self,
            wish,
            work,
            inputs: Vec::new(),
            modules: HashSet::new(),
            gathered: Gathered::default(),
        };
        for input in &wish.inputs {
            work.check()?;
            match input {
                Input::Coordinate(coordinate) => gathering.coordinate(coordinate),
                Input::Stdin(bytes) => gathering.file("-", None, bytes)?,
                Input::Path(path) => gathering.path(path)?,
            }
        }
        gathering.finish()
    }
}

/// An input that was read.
struct Taken {
    shown: String,
    /// None of a coordinate.
    format: Option<&'static str>,
    listing: Listing,
    /// The project that a POM is of.
    project: Option<Project>,
}

struct Gathering<'a> {
    explorer: &'a Explorer,
    wish: &'a Wish,
    work: &'a Work,
    inputs: Vec<Taken>,
    /// POMs of projects and their modules that were read.
    modules: HashSet<PathBuf>,
    gathered: Gathered,
}

impl Gathering<'_> {
    fn coordinate(&mut self, coordinate: &Coordinate) {
        let mut listing = Listing::default();
        listing.add_coordinate(coordinate.clone());
        self.inputs.push(Taken { shown: coordinate.to_string(), format: None, listing, project: None });
    }

    fn path(&mut self, path: &Path) -> Result<(), Failure> {
        let shown = path.display().to_string();
        let kind = fs::kind_of(path).map_err(|error| misunderstood(&shown, error.reason()))?;
        if let Some(within) = self.wish.resolve {
            let folder = if kind == FileKind::Folder { path } else { path.parent().unwrap_or_else(|| Path::new(".")) };
            if kind == FileKind::Folder || path.file_name().is_some_and(|name| name == "pom.xml") {
                return self.ask_tool(&shown, folder, within);
            }
        }
        match kind {
            FileKind::Folder => self.folder(&shown, path),
            FileKind::Plain => self.file_at(&shown, path),
            _ => Err(misunderstood(&shown, "it is neither a file nor a folder")),
        }
    }

    fn folder(&mut self, shown: &str, folder: &Path) -> Result<(), Failure> {
        let chosen = project::choose(folder).map_err(|error| misunderstood(shown, error.reason()))?;
        if chosen.used.is_empty() {
            let what = "no lock file, bill of materials, pom.xml or version catalog is in it";
            return Err(
                misunderstood(shown, what).hint("name a file, or let the project's own build tool tell: --resolve")
            );
        }
        for (_, place) in &chosen.used {
            self.file_at(&place.display().to_string(), place)?;
        }
        if chosen.has_only_catalogs() {
            let reason =
                "a version catalog says neither what the build uses of it, nor what that needs: --resolve asks Gradle";
            self.gathered.incomplete.push(Incomplete::new(shown, reason));
        }
        for unused in chosen.unused {
            // A module's POM is read with that of its project.
            if fs::real_path(&unused).is_ok_and(|unused| self.modules.contains(&unused)) {
                continue;
            }
            let reason = "not read: what was read says more".to_owned();
            let what = unused.display().to_string();
            self.gathered.incomplete.push(Incomplete::new(what, reason));
        }
        Ok(())
    }

    fn file_at(&mut self, shown: &str, path: &Path) -> Result<(), Failure> {
        let bytes = fs::read(path, LARGEST_FILE).map_err(|error| misunderstood(shown, error.reason()))?;
        self.file(shown, Some(path), &bytes)
    }

    fn file(&mut self, shown: &str, path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
        let name = path.and_then(Path::file_name).map(|name| name.to_string_lossy()).unwrap_or_default();
        let document = project::read(&name, bytes, self.wish.tests).map_err(|error| misunderstood(shown, error))?;
        let project = match document.format {
            Format::Pom => Some(self.project(shown, path, bytes)?),
            _ => None,
        };
        self.take(shown, document.format.as_str(), document.listing, project);
        Ok(())
    }

    fn ask_tool(&mut self, shown: &str, folder: &Path, within: Duration) -> Result<(), Failure> {
        self.work.stage(format!("asking the build tool of {shown}"));
        let environment = &self.explorer.config().environment;
        let staged = self.explorer.cache().stage()?;
        let answer = tool::ask(folder, environment, staged.path(), within, self.work).map_err(|error| match error {
            tool::ToolError::Cancelled => Failure::cancelled(),
            error => {
                let status = match error {
                    tool::ToolError::NoBuild | tool::ToolError::NoTool(..) => Status::ResourceNotFound,
                    _ => Status::IndexingFailed,
                };
                Failure::new(status, format!("{shown}: {error}"))
                    .hint("leave --resolve out to read the project's files instead")
            }
        })?;
        let listing = answer.listing(self.wish.tests).map_err(|error| misunderstood(shown, error))?;
        self.take(shown, answer.what, listing, None);
        Ok(())
    }

    /// Reads the POMs of a project that are on this machine: what it depends on is told when those of all projects are known.
    fn project(&mut self, shown: &str, path: Option<&Path>, bytes: &[u8]) -> Result<Project, Failure> {
        let project = Project::read(self.explorer, shown, path, bytes)?;
        let places = project.reactor.modules.iter().filter_map(|(place, _)| fs::real_path(place).ok());
        self.modules.extend(places);
        for (what, reason) in &project.reactor.problems {
            self.gathered.incomplete.push(Incomplete::new(what, reason));
        }
        Ok(project)
    }

    fn take(&mut self, shown: &str, format: &'static str, listing: Listing, project: Option<Project>) {
        self.inputs.push(Taken { shown: shown.to_owned(), format: Some(format), listing, project });
    }

    /// Makes one list of all. What one input says that its project builds itself, no other input gives.
    fn finish(self) -> Result<Gathered, Failure> {
        let Self { explorer, wish, work, inputs, mut gathered, .. } = self;
        let projects = || inputs.iter().filter_map(|input| input.project.as_ref());
        let poms: Poms = projects().flat_map(|project| project.own.clone()).collect();
        let mut listings = Vec::new();
        for Taken { shown, format, listing, project } in inputs {
            let resolved = match project {
                Some(project) => {
                    work.stage(format!("reading the POMs of {shown}"));
                    project.resolve(explorer, &poms, wish.tests, work)?
                }
                None => Resolved { listing, ..Resolved::default() },
            };
            gathered.incomplete.extend(resolved.incomplete);
            listings.push((shown, format, resolved.listing));
        }
        let mut own = Own::default();
        for (.., listing) in &listings {
            own.join(&listing.own);
        }
        let mut all = Listing::default();
        for (shown, format, mut listing) in listings {
            let of_itself = std::mem::take(&mut listing.own);
            listing.without(&of_itself);
            listing.without(&own);
            let notes = std::mem::take(&mut listing.notes).into_iter();
            gathered.incomplete.extend(notes.map(|reason| Incomplete::new(&shown, reason)));
            if let Some(format) = format {
                gathered.inputs.push(Understood { input: shown, format, artifacts: listing.artifacts.len() });
            }
            all.join(listing);
        }
        // What one module has for its tests, another may have for more.
        let taken: HashSet<String> = all.artifacts.iter().map(ToString::to_string).collect();
        gathered.left_out = all.left_out.into_iter().filter(|left| !taken.contains(&left.what)).collect();
        gathered.artifacts = all.artifacts;
        Ok(gathered)
    }
}

pub(super) fn misunderstood(shown: &str, what: impl std::fmt::Display) -> Failure {
    Failure::new(Status::InvalidArgument, format!("{}: {what}", shown.escape_debug()))
}
