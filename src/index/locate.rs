//! From what is registered, or asked to be, to the bytes of a source.

use std::path::{Path, PathBuf};

use super::engine::Engine;
use super::{classes, decompile};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fetch::git::Address;
use crate::fs;
use crate::model::Origin;
use crate::project::is_dynamic;
use crate::registry::Record;
use crate::source::globs::{self, Globs};
use crate::source::jdk::{self, Places};
use crate::source::repository::Asking;
use crate::source::uri::{self, Location};
use crate::source::{self, Located, SourceKind};
use crate::text::url::QUERY;
use crate::work::Work;

/// A source that is at hand.
pub struct Spot {
    pub located: Located,
    /// The stamp of a directory from before it was read: what changes while it is read is then seen as a change.
    pub stamp: Option<String>,
    /// These are class files, and who may have the sources was not asked: the network is off.
    pub unasked: bool,
}

impl From<Located> for Spot {
    fn from(located: Located) -> Self {
        Self { located, stamp: None, unasked: false }
    }
}

/// A place that a caller or a record names.
pub struct Named<'a> {
    pub location: Location,
    pub git: Git<'a>,
    pub globs: &'a Globs,
    pub asking: Asking,
}

/// What of a Git repository is meant, where it is one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Git<'a> {
    /// The `git_ref`.
    pub reference: Option<&'a str>,
    pub subdir: Option<&'a str>,
    /// The commit that the reference stood for, where that is good enough.
    pub known: Option<&'a str>,
}

impl Engine {
    /// The source of a record.
    pub fn locate_again(&self, record: &Record, asking: Asking, work: &Work) -> Result<Spot, Failure> {
        let globs = Globs::new(&record.source.include, &record.source.exclude)?;
        if record.source.automatic {
            return self.locate_by_coordinate(&record.coordinate, record.source.origin, &globs, asking, work);
        }
        let recorded = &record.source.uri;
        let is_git = SourceKind::parse(&record.source.kind) == Some(SourceKind::Git);
        let address = is_git.then(|| Address::parse(recorded).ok()).flatten();
        let location = if let Some(address) = address {
            Location::Git(address)
        } else if recorded.contains("://") && recorded.ends_with(QUERY) {
            let message = format!(
                "{}: the query of {recorded} is not kept, since it may hold a secret: the file cannot be fetched again",
                record.coordinate
            );
            return Err(Failure::new(Status::ResourceNotFound, message).suggest("register_source"));
        } else if recorded.contains("://") {
            Location::Remote { url: recorded.clone(), shown: recorded.clone() }
        } else {
            Location::Local(self.roots().resolve(recorded).ok_or_else(|| {
                let message = format!("{}: {recorded} is not known on this machine", record.coordinate);
                Failure::new(Status::ResourceNotFound, message).suggest("register_source")
            })?)
        };
        // A question does not ask where a branch is now: what it was indexed from is what it is about.
        let known = record.current.as_ref().filter(|_| asking == Asking::ByTheWay);
        let git = Git {
            reference: record.source.git_ref.as_deref(),
            subdir: record.source.git_subdir.as_deref(),
            known: known.and_then(|current| current.commit.as_deref()),
        };
        let named = Named { location, git, globs: &globs, asking };
        self.wanted(self.locate_place(&named, &record.coordinate, work)?, &globs, record.source.origin, work)
    }

    /// The source of a coordinate that nobody named a source for: sources where there are any, else class files; only
    /// those of `origin` where one is asked for.
    pub fn locate_by_coordinate(
        &self,
        coordinate: &Coordinate,
        origin: Option<Origin>,
        globs: &Globs,
        asking: Asking,
        work: &Work,
    ) -> Result<Spot, Failure> {
        if jdk::is_jdk(coordinate.group(), coordinate.artifact()) {
            let located = jdk::locate(coordinate, origin, &Places::of(&self.config), work)?;
            return self.wanted(located.into(), globs, origin, work);
        }
        let version = coordinate.version();
        if is_dynamic(version) || version == "latest" {
            let why = format!("'{version}' stands for whichever version is newest, and a coordinate has one");
            let hint = "search_artifacts (jardex versions G:A) lists the versions there are";
            return Err(Failure::argument("version", why).suggest("search_artifacts").hint(hint));
        }
        let found = self.repositories().locate_origin(coordinate, origin, asking, work).map_err(Failure::from)?;
        self.wanted(Spot { unasked: found.unasked, ..found.source.into() }, globs, origin, work)
    }

    /// The source that a `source_uri` names.
    pub fn locate_uri(
        &self,
        text: &str,
        git: Git<'_>,
        coordinate: &Coordinate,
        globs: &Globs,
        origin: Option<Origin>,
        work: &Work,
    ) -> Result<Spot, Failure> {
        let location = uri::locate_git(text, git.reference, &working_directory()?)?;
        if let (Location::Local(path), None) = (&location, git.reference) {
            uri::refuse_repository(path)?;
        }
        let named = Named { location, git, globs, asking: Asking::Explicitly };
        self.wanted(self.locate_place(&named, coordinate, work)?, globs, origin, work)
    }

    /// The part of a source that is wanted, its class files as outlines.
    fn wanted(&self, spot: Spot, globs: &Globs, origin: Option<Origin>, work: &Work) -> Result<Spot, Failure> {
        let all = spot.located.tree.entries().len();
        let located = Located { tree: globs::filtered(spot.located.tree, globs), ..spot.located };
        if !globs.keep_all() && located.tree.entries().is_empty() {
            return Err(keeps_nothing(&located.uri, all));
        }
        let mut located = classes::read(located, origin, work)?;
        if located.origin == Origin::Bytecode {
            located.digest = decompile::digest(self, &located);
        }
        Ok(Spot { located, ..spot })
    }

    fn locate_place(&self, named: &Named<'_>, coordinate: &Coordinate, work: &Work) -> Result<Spot, Failure> {
        let Git { reference: git_ref, subdir, known } = named.git;
        let git = |git_ref| source::git::Wanted { git_ref, subdir, globs: named.globs, known };
        match &named.location {
            Location::Git(address) => {
                let wanted = git(git_ref.ok_or_else(uri::missing_git_ref)?);
                let (cache, threads) = (&self.cache, self.config.threads);
                let client = self.repositories().client();
                let located = source::git::remote(cache, client, address, &wanted, threads, work)?;
                Ok(located.into())
            }
            Location::Local(path) => {
                let shown = path.display().to_string();
                match uri::kind_at(path, git_ref)? {
                    SourceKind::Directory => {
                        let stamp = source::directory::stamp(&shown, path, named.globs)?;
                        let located = source::directory(&shown, path, named.globs, work)?;
                        Ok(Spot { stamp: Some(stamp), ..located.into() })
                    }
                    SourceKind::Jar => Ok(source::jar_file(&shown, path)?.into()),
                    SourceKind::Git => {
                        let wanted = git(git_ref.ok_or_else(uri::missing_git_ref)?);
                        Ok(source::git::local(&shown, path, &wanted, work)?.into())
                    }
                }
            }
            Location::Remote { .. } if git_ref.is_some() => Err(uri::refuse_git_ref(SourceKind::Jar)),
            Location::Remote { url, shown } => {
                let again = named.asking == Asking::Explicitly;
                let client = self.repositories().client();
                let located = source::remote::jar(&self.cache, client, url, shown, coordinate, again, work)?;
                Ok(located.into())
            }
        }
    }

    /// The stamp of a registered directory as it is now; none when it is gone or cannot be read.
    pub fn directory_stamp(&self, record: &Record) -> Option<String> {
        let path = self.roots().resolve(&record.source.uri)?;
        let globs = Globs::new(&record.source.include, &record.source.exclude).ok()?;
        source::directory::stamp(&record.source.uri, &path, &globs).ok()
    }

    /// Whether a registered directory is not there any more, or cannot be read.
    pub fn is_gone(&self, record: &Record) -> bool {
        self.roots().resolve(&record.source.uri).is_none_or(|path| !fs::is_listable(&path))
    }

    /// The file on this machine that the sources of a coordinate are looked for in first.
    pub fn first_local(&self, coordinate: &Coordinate) -> Option<PathBuf> {
        if jdk::is_jdk(coordinate.group(), coordinate.artifact()) {
            return jdk::first_file(coordinate, &Places::of(&self.config));
        }
        self.repositories().first_local(coordinate)
    }

    /// A source's place as its record keeps it.
    pub fn recorded_uri(&self, located: &Located) -> String {
        let is_remote = located.kind == SourceKind::Git && Address::parse(&located.uri).is_ok();
        if is_remote || located.uri.contains("://") {
            return located.uri.clone();
        }
        self.roots().record(Path::new(&located.uri))
    }
}

/// Nothing of a source is left by the lists of globs; where the files that they leave out were read too, `all` says how many.
fn keeps_nothing(uri: &str, all: usize) -> Failure {
    let of = if all == 0 { String::new() } else { format!(" {all}") };
    let message = format!("include and exclude keep none of the{of} files of {uri}");
    Failure::new(Status::InvalidArgument, message).hint(
        "a glob without / is held against the file's name (*.java), one with / against the whole path (**/api/*.java)",
    )
}

/// What relative paths are below.
pub fn working_directory() -> Result<PathBuf, Failure> {
    std::path::absolute(".").map_err(|error| {
        Failure::new(Status::ResourceNotFound, format!("the working directory cannot be told: {error}"))
    })
}
