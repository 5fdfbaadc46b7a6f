//! Whether what is asked for is there already, told without reading the source: by stamps.
//!
//! Promises: what is said to be unchanged is what reading everything would find, unless a file was changed without a change
//! of its times (a disk that decays, a program that goes on writing to memory mapped from it). Where anything does not
//! agree, is missing or cannot be told, nothing is said, and the long way is gone. Nothing is written.

use std::path::PathBuf;
use std::time::Instant;

use super::engine::Engine;
use super::locate::working_directory;
use super::open::Shelf;
use super::requests::recorded_source;
use super::{Indexed, Opened, Registered, Registration};
use crate::coordinate::Coordinate;
use crate::fs::{self, Stamp};
use crate::model::Origin;
use crate::registry::Record;
use crate::source::uri::{self, Location};
use crate::source::{self, SourceKind};

/// Longest POM that is compared.
const LARGEST_POM: u64 = 8 * 1024 * 1024;

impl Engine {
    /// What register_source answers where just this was registered and indexed before.
    pub fn registered_before(&self, shelf: &Shelf, request: &Registration) -> Option<Registered> {
        let coordinate = &request.coordinate;
        let path = match &request.source_uri {
            _ if request.git_ref.is_some() => return None,
            Some(text) => match uri::locate(text, &working_directory().ok()?).ok()? {
                Location::Local(path) => path,
                Location::Remote { .. } | Location::Git(_) => return None,
            },
            None => self.first_local(coordinate)?,
        };
        let wanted = recorded_source(request, SourceKind::Jar, self.roots().record(&path));
        let opened = self.unchanged(shelf, coordinate, |record| record.source == wanted)?;
        Some(Registered {
            indexed: true,
            unchanged: true,
            origin: Some(opened.origin),
            commit: None,
            source_uri: path.display().to_string(),
            counts: Some(opened.index.meta().counts),
            notes: opened.notes().to_vec(),
            incomplete: opened.index.artifact_problems().ok()?,
        })
    }

    /// What index_artifact answers where nothing is to be done.
    pub fn indexed_before(&self, shelf: &Shelf, coordinate: &Coordinate) -> Option<Indexed> {
        let began = Instant::now();
        let opened = self.unchanged(shelf, coordinate, |_| true)?;
        Some(Indexed {
            coordinate: coordinate.clone(),
            cache_location: self.cache.location(coordinate),
            origin: opened.origin,
            counts: opened.index.meta().counts,
            seconds: began.elapsed().as_secs_f64(),
            stage_seconds: Vec::new(),
            unchanged: true,
            extracted_to: None,
            notes: opened.notes().to_vec(),
            incomplete: opened.index.artifact_problems().ok()?,
        })
    }

    /// The index in force, where it was made by this program of a file that is still the same, and is itself the same file.
    fn unchanged(&self, shelf: &Shelf, coordinate: &Coordinate, is_meant: impl Fn(&Record) -> bool) -> Option<Opened> {
        let seen = self.look(coordinate).ok()?;
        let record = seen.record.as_ref().filter(|record| is_meant(record))?;
        let current = record.current.as_ref()?;
        if record.last_failure.is_some() || current.provisional || !self.is_in_force(record, current) {
            return None;
        }
        let source = fs::stamp_opened(&self.source_file(record)?).ok();
        let index = fs::stamp(&self.cache.index_file(coordinate, &current.generation)).ok();
        let is_same = |was: Option<Stamp>, is: Option<Stamp>| was.is_some_and(|was| was.tells()) && was == is;
        if !is_same(current.source_stamp, source) || !is_same(current.stamp, index) || !self.has_its_pom(record) {
            return None;
        }
        let open = shelf.get(self, coordinate).filter(|opened| opened.generation == current.generation);
        let opened = open.or_else(|| shelf.open(self, &seen).ok())?;
        // A decompiler that came or went since then, or is another one, is seen on the long way.
        let is_settled = match opened.origin {
            Origin::Bytecode => self.config.decompiler.is_none(),
            Origin::Decompiled => false,
            Origin::Source | Origin::Git => true,
        };
        is_settled.then_some(opened)
    }

    /// The file on this machine that the source of a record is read from; none where it is no such file.
    pub fn source_file(&self, record: &Record) -> Option<PathBuf> {
        let source = &record.source;
        if SourceKind::parse(&source.kind) != Some(SourceKind::Jar) || source.uri.contains("://") {
            return None;
        }
        let path = self.roots().resolve(&source.uri)?;
        let is_first = || self.first_local(&record.coordinate).as_ref() == Some(&path);
        (!source.automatic || is_first()).then_some(path)
    }

    /// Whether the POM that is kept with the index is the one that would be found now.
    fn has_its_pom(&self, record: &Record) -> bool {
        let found = record.source.automatic.then(|| self.repositories().local_pom(&record.coordinate)).flatten();
        let kept = || fs::read_if_exists(&self.cache.pom_file(&record.coordinate), LARGEST_POM).ok().flatten();
        found.as_deref().map(source::digest) == record.pom && (found.is_none() || found == kept())
    }
}
