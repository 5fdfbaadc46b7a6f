//! Artifacts as the resolver of references sees them: numbers for those that are open, and types found on behalf of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::Call;
use super::resolve::Rows;
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::index::Opened;
use crate::model::TypeKind;
use crate::search::references::{How, Place, World};
use crate::source::jdk;
use crate::store::read::{Index, StoreError};
use crate::store::{ImportRow, TypeRow};

/// The artifacts that one call has met; each keeps its number, and stays open.
pub struct Places<'a> {
    call: &'a Call<'a>,
    met: Mutex<Met>,
    /// The JDK that all artifacts are taken to be compiled against; none: the newest one that is registered.
    jdk: Option<Opened>,
    /// Artifacts that have what another one has, and are one with it.
    copies: BTreeMap<Coordinate, Coordinate>,
}

#[derive(Default)]
struct Met {
    seen: Vec<Seen>,
    places: HashMap<(Coordinate, Option<String>), Place>,
}

/// An artifact, or what one of its modules sees.
#[derive(Clone)]
struct Seen {
    opened: Arc<Opened>,
    /// The POM of the module; none: of the artifact as a whole.
    pom: Option<String>,
}

impl<'a> Places<'a> {
    #[must_use]
    pub fn new(call: &'a Call<'a>) -> Self {
        Self { call, met: Mutex::default(), jdk: None, copies: BTreeMap::new() }
    }

    /// The same for a question about these artifacts: where one JDK is among them, nobody uses another one. Nothing says which
    /// JDK a library was written for.
    #[must_use]
    pub fn about<'b>(self, artifacts: impl Iterator<Item = &'b Opened>) -> Self {
        Self { jdk: only_jdk(artifacts).cloned(), ..self }
    }

    /// The same, where some artifacts have what others have: whoever uses one of them uses the other.
    #[must_use]
    pub fn one_with(self, copies: &BTreeMap<Coordinate, Coordinate>) -> Self {
        Self { copies: copies.clone(), ..self }
    }

    /// How the files of its artifacts are read, until `deadline`.
    #[must_use]
    pub fn how(&self, deadline: Option<Instant>) -> How<'a> {
        let explorer = self.call.explorer;
        How { program: explorer.program(), threads: explorer.config().threads, deadline }
    }

    /// The number of an artifact.
    pub fn of(&self, artifact: &Opened) -> Place {
        let coordinate = self.copies.get(&artifact.coordinate).unwrap_or(&artifact.coordinate);
        let key = (coordinate.clone(), None);
        if let Some(place) = self.lock().places.get(&key) {
            return *place;
        }
        // Its names are asked for again and again: where one is not is then told without a query.
        let _ = artifact.index.type_names();
        self.keep(key, || Arc::new(artifact.clone()))
    }

    /// The number of an artifact, or of a module of it, kept from now on.
    fn keep(&self, key: (Coordinate, Option<String>), opened: impl FnOnce() -> Arc<Opened>) -> Place {
        let mut met = self.lock();
        if let Some(place) = met.places.get(&key) {
            return *place;
        }
        let place = met.seen.len() as Place;
        met.seen.push(Seen { opened: opened(), pom: key.1.clone() });
        met.places.insert(key, place);
        place
    }

    /// The artifact of a number.
    pub fn artifact(&self, place: Place) -> Option<Arc<Opened>> {
        self.seen(place).map(|seen| seen.opened)
    }

    fn seen(&self, place: Place) -> Option<Seen> {
        self.lock().seen.get(place as usize).cloned()
    }

    /// Its coordinate.
    pub fn coordinate(&self, place: Place) -> Option<Coordinate> {
        self.artifact(place).map(|opened| opened.coordinate.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Met> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl World for Places<'_> {
    fn find(&self, asker: Place, qualified: &str) -> Result<Option<(Place, Vec<TypeRow>)>, Failure> {
        let Some(Seen { opened: asker, pom }) = self.seen(asker) else { return Ok(None) };
        let Some(found) = self.call.explorer.find_type(&asker, pom.as_deref(), qualified, self.call.work)? else {
            return Ok(None);
        };
        if let Some(jdk) = self.jdk.as_ref().filter(|_| is_jdk(&found.artifact.coordinate)) {
            let types = jdk.index.type_named(qualified).of(jdk)?;
            return Ok((!types.is_empty()).then(|| (self.of(jdk), types)));
        }
        Ok(Some((self.of(&found.artifact), found.types)))
    }

    fn facades(&self, asker: Place, package: &str) -> Result<Vec<(Place, Vec<TypeRow>)>, Failure> {
        let Some(Seen { opened: asker, pom }) = self.seen(asker) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for artifact in self.call.explorer.holders(&asker, pom.as_deref(), package, self.call.work)? {
            let index = &artifact.index;
            let Some(row) = index.package(package).of(&artifact)? else { continue };
            let mut types = index.types(Some(&[row.id]), None).of(&artifact)?;
            types.retain(|row| row.kind == TypeKind::Facade);
            let place = self.of(&artifact);
            if found.iter().any(|(known, _)| *known == place) {
                continue;
            }
            // Rows are in the order of names: the parts of one facade follow one another.
            for rows in types.chunk_by(|one, other| one.name == other.name) {
                found.push((place, rows.to_vec()));
            }
        }
        Ok(found)
    }

    fn has_package(&self, asker: Place, package: &str) -> Result<bool, Failure> {
        let Some(Seen { opened: asker, pom }) = self.seen(asker) else { return Ok(false) };
        let holders = self.call.explorer.holders(&asker, pom.as_deref(), package, self.call.work)?;
        Ok(!holders.is_empty())
    }

    fn imports(&self, place: Place, file: u32) -> Result<Vec<ImportRow>, Failure> {
        let Some(artifact) = self.artifact(place) else { return Ok(Vec::new()) };
        self.call.explorer.imports(&artifact, file, self.call.work)
    }

    fn asker(&self, place: Place, file: u32) -> Place {
        let Some(artifact) = self.artifact(place) else { return place };
        // Cancelled: whatever is asked next fails so.
        match self.call.explorer.pom_of(&artifact, file, self.call.work).ok().flatten() {
            Some(pom) => self.keep((artifact.coordinate.clone(), Some(pom.to_owned())), || Arc::clone(&artifact)),
            None => place,
        }
    }

    fn index(&self, place: Place) -> Option<Arc<Index>> {
        self.artifact(place).map(|opened| Arc::clone(&opened.index))
    }

    fn failure(&self, place: Place, error: &StoreError) -> Failure {
        self.artifact(place).map_or_else(|| Failure::internal(error.to_string()), |artifact| artifact.failure(error))
    }
}

/// The JDK among some artifacts, where there is just one.
pub fn only_jdk<'b>(artifacts: impl Iterator<Item = &'b Opened>) -> Option<&'b Opened> {
    let mut jdks = artifacts.filter(|artifact| is_jdk(&artifact.coordinate));
    let jdk = jdks.next()?;
    jdks.all(|other| other.coordinate == jdk.coordinate).then_some(jdk)
}

/// Whether an artifact is a JDK.
pub fn is_jdk(coordinate: &Coordinate) -> bool {
    jdk::is_jdk(coordinate.group(), coordinate.artifact())
}
