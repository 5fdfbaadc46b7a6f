//! The POM of a coordinate alone: what a project depends on is told by POMs whose JARs nobody may want.

use super::{Repositories, Route, download};
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fetch::FetchError;
use crate::maven::layout::{File, local_path, url};
use crate::maven::xml::LARGEST_DOCUMENT;
use crate::{fs, work::Work};

/// What was found of a POM.
#[derive(Debug)]
pub enum Pom {
    Found(Vec<u8>),
    /// Every repository was asked and has none.
    Absent,
    /// Not every repository could be asked: the network is off, or one failed in this way.
    Unknown(String),
}

impl Repositories {
    /// The POM of a coordinate: from this machine, else from the first remote repository that has it, which is kept. A
    /// SNAPSHOT's is looked for on this machine only.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn pom(&self, coordinate: &Coordinate, work: &Work) -> Result<Pom, Failure> {
        if let Some(bytes) = self.local_pom(coordinate).filter(|bytes| download::is_pom(bytes)) {
            return Ok(Pom::Found(bytes));
        }
        if let Some(problem) = &self.problem {
            return Ok(Pom::Unknown(problem.clone()));
        }
        let mut unknown = None;
        for remote in self.remotes.iter().filter(|_| !coordinate.is_snapshot()) {
            work.check()?;
            let read = match &remote.route {
                Route::Blocked(reason) => {
                    unknown = Some(reason.clone());
                    continue;
                }
                Route::Folder(root) => local_path(root, coordinate, File::POM)
                    .and_then(|path| fs::read(&path, LARGEST_DOCUMENT as u64).ok())
                    .filter(|bytes| download::is_pom(bytes)),
                Route::Http(base) => {
                    let address = url(base, coordinate, File::POM);
                    match self.client.read(&address, LARGEST_DOCUMENT as u64, work) {
                        Ok(bytes) if download::is_pom(&bytes) => {
                            // Only saves a request later: a cache that cannot be written changes nothing of the answer.
                            let place = self.cache.download_file(
                                &download::origin(remote),
                                coordinate,
                                &File::POM.name(coordinate),
                            );
                            if let Err(failure) = self.cache.write(&place, &bytes) {
                                tracing::info!("a POM could not be kept: {failure}");
                            }
                            Some(bytes)
                        }
                        Ok(_) => {
                            unknown = Some(format!("{} answered with something that is no POM", remote.shown()));
                            None
                        }
                        Err(error) if error.is_absent() => None,
                        Err(FetchError::Cancelled) => return Err(Failure::cancelled()),
                        Err(error) => {
                            unknown = Some(error.to_string());
                            None
                        }
                    }
                }
            };
            if let Some(bytes) = read {
                return Ok(Pom::Found(bytes));
            }
        }
        Ok(unknown.map_or(Pom::Absent, Pom::Unknown))
    }
}
