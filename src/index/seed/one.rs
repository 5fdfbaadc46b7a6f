//! One artifact of a project: there already, or located and built.

use std::time::Instant;

use super::run::Pace;
use super::{Depth, Outcome, Seeded};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fs::{self, Stamp};
use crate::index::build::Order;
use crate::index::engine::Engine;
use crate::index::locate::Spot;
use crate::maven::pom::Pom;
use crate::model::Origin;
use crate::registry::{self, Record};
use crate::source::SourceKind;
use crate::source::globs::Globs;
use crate::source::repository::{self, Asking};
use crate::store::Counts;
use crate::work::Work;

impl Engine {
    /// Seeds an artifact, at the pace that all of them keep.
    pub fn seed(&self, coordinate: &Coordinate, depth: Depth, pace: &Pace, work: &Work) -> Seeded {
        let began = Instant::now();
        let seeded = match depth {
            Depth::Indexed => self.seed_index(coordinate, pace, work),
            Depth::Lazy => self.seed_record(coordinate, work),
        };
        let seeded = seeded.unwrap_or_else(|failure| {
            let outcome = match &failure {
                failure if *failure == Failure::cancelled() => Outcome::NotDone,
                failure if failure.status == Status::SourceJarNotFound && self.is_only_a_pom(coordinate, work) => {
                    Outcome::NoJar
                }
                _ => Outcome::Failed,
            };
            let failure = (outcome == Outcome::Failed).then_some(failure);
            Seeded { failure, ..Seeded::new(coordinate, outcome) }
        });
        Seeded { seconds: began.elapsed().as_secs_f64(), ..seeded }
    }

    /// Registers what nobody registered, to be indexed at its first question.
    fn seed_record(&self, coordinate: &Coordinate, work: &Work) -> Result<Seeded, Failure> {
        let _lock = self.lock(coordinate, work)?;
        if let Some(record) = self.record(coordinate)? {
            let outcome = if record.current.is_some() { Outcome::FromCache } else { Outcome::Registered };
            return Ok(Seeded::new(coordinate, outcome));
        }
        let place = self.repositories().first_local(coordinate).filter(|path| fs::exists(path));
        let place = place.map(|path| self.roots().record(&path)).unwrap_or_default();
        let mut source = registry::Source::new(SourceKind::Jar.as_str(), place);
        source.automatic = true;
        source.lazy = true;
        registry::save(&self.cache, &Record::new(coordinate.clone(), source))?;
        Ok(Seeded::new(coordinate, Outcome::Registered))
    }

    fn seed_index(&self, coordinate: &Coordinate, pace: &Pace, work: &Work) -> Result<Seeded, Failure> {
        if let Some(seeded) = self.seeded_before(coordinate)? {
            return Ok(seeded);
        }
        let _lock = self.lock(coordinate, work)?;
        // Another process may have done the work meanwhile.
        if let Some(seeded) = self.seeded_before(coordinate)? {
            return Ok(seeded);
        }
        let record = self.record(coordinate)?;
        let noted = |failure| match &record {
            Some(record) => self.note_failure(record, failure),
            None => failure,
        };
        let spot = {
            let _slot = pace.locating.take(work)?;
            self.seed_locate(coordinate, record.as_ref(), work).map_err(noted)?
        };
        let _slot = pace.building.take(work)?;
        let source = self.source_as_located(record.as_ref(), &spot);
        let origin = spot.located.origin;
        let kept = self.kept(record.as_ref(), &source, &spot.located).map_err(noted)?;
        let outcome = if kept.is_some() { Outcome::FromCache } else { Outcome::Indexed };
        let order = Order { coordinate: coordinate.clone(), source, spot, previous: record.clone(), kept };
        let build = self.settle(order, work).map_err(noted)?;
        Ok(seeded(coordinate, outcome, origin, &build.counts))
    }

    /// The source: a release that was downloaded before is not asked for again, and what was not found before is.
    fn seed_locate(&self, coordinate: &Coordinate, record: Option<&Record>, work: &Work) -> Result<Spot, Failure> {
        let locate = |asking| match record {
            Some(record) => self.locate_again(record, asking, work),
            None => self.locate_by_coordinate(coordinate, None, &Globs::new(&[], &[])?, asking, work),
        };
        if coordinate.is_snapshot() {
            return locate(Asking::Explicitly);
        }
        match locate(Asking::ByTheWay) {
            Err(failure) if failure.status == Status::SourceJarNotFound => locate(Asking::Explicitly),
            located => located,
        }
    }

    /// What is there already: an index of this program, whole, whose source is not known to have changed.
    fn seeded_before(&self, coordinate: &Coordinate) -> Result<Option<Seeded>, Failure> {
        let Some(record) = self.record(coordinate)? else { return Ok(None) };
        let Some(current) = &record.current else { return Ok(None) };
        if current.provisional || record.last_failure.is_some() || !self.is_in_force(&record, current) {
            return Ok(None);
        }
        if coordinate.is_snapshot() || self.has_changed(&record) || self.is_file_changed(&record, current.source_stamp)
        {
            return Ok(None);
        }
        let Ok(opening) = self.open_file(coordinate, current) else { return Ok(None) };
        if let Some(stamp) = opening.stamp {
            self.vouch(&record, stamp);
        }
        let meta = opening.index.meta();
        Ok(Some(seeded(coordinate, Outcome::FromCache, meta.origin, &meta.counts)))
    }

    /// Whether the file on this machine that an index was made of is there and another one now.
    fn is_file_changed(&self, record: &Record, was: Option<Stamp>) -> bool {
        let is = self.source_file(record).and_then(|path| fs::stamp_opened(&path).ok());
        is.is_some_and(|is| !is.tells() || was != Some(is))
    }

    /// Whether a coordinate without sources and class JAR is a POM that has none: a BOM, a parent.
    fn is_only_a_pom(&self, coordinate: &Coordinate, work: &Work) -> bool {
        match self.repositories().pom(coordinate, work) {
            Ok(repository::Pom::Found(bytes)) => {
                Pom::read(&bytes).is_ok_and(|pom| pom.packaging.as_deref() == Some("pom"))
            }
            _ => false,
        }
    }
}

fn seeded(coordinate: &Coordinate, outcome: Outcome, origin: Origin, counts: &Counts) -> Seeded {
    Seeded { origin: Some(origin), files: counts.files, ..Seeded::new(coordinate, outcome) }
}
