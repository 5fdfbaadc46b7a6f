//! Which artifacts a search looks at: the one of the call's coordinates, those of its globs, or all that are indexed.
//!
//! Artifacts come by group, artifact, then Maven's version order. A search whose first artifacts fill a page opens them one after
//! the other; one that has to see all of them looks at them on all cores first, and the explorer keeps a bounded number open.

mod choices;
mod globs;
mod lacks;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::Call;
use super::cursor::{self, Position};
use super::gaps::Gap;
use super::list_folder_tree;
use super::register_source;
use super::resolve::{self, Rows};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::index::{Artifact, Edition, Opened, State};
use crate::search::files::{self, FileScope};
use crate::search::pattern::FilePattern;
use crate::search::symbols::Table;
use crate::text::escape::visible;
use globs::Globs;

/// The artifacts of one search.
pub struct Scope {
    /// The call named the coordinates: files are named without them.
    pub single: bool,
    artifacts: Vec<Place>,
    /// The places of artifacts that are read but hold no answer.
    around: BTreeSet<usize>,
    /// Artifacts that answer with what another one has, which is indexed too, and that one.
    copies: BTreeMap<Coordinate, Coordinate>,
    /// Artifacts that are not searched.
    gaps: Vec<Gap>,
    /// Whether the call says which artifacts it asks: who asks all of them need not know which stand for which.
    is_chosen: bool,
    /// Whether of what is asked about another version or copy is indexed, which whoever says nothing is taken to use.
    has_choice: bool,
    /// That of the list they are from.
    edition: Option<Edition>,
}

/// An artifact to search: open already, or to be opened.
enum Place {
    Open(Box<Opened>),
    Indexed(Coordinate),
}

/// What becomes of artifacts that a call does not name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    LeftOut,
    Around,
}

/// How many results there are: all (`eq`) or at least so many (`gte`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Total {
    pub value: u64,
    pub relation: &'static str,
}

impl Scope {
    /// The artifacts that a call names.
    ///
    /// # Errors
    /// `invalid_argument` for half a coordinate, `invalid_pattern`, and every status of a coordinate that cannot be asked.
    pub fn of(call: &Call<'_>) -> Result<Self, Failure> {
        let args = call.args;
        if args.has("group_id") || args.has("artifact_id") || args.has("version") {
            if args.has("artifacts") {
                return Err(Failure::argument(
                    "artifacts",
                    "stands instead of group_id, artifact_id and version, not beside them",
                ));
            }
            for name in ["group_id", "artifact_id"] {
                if !args.has(name) {
                    return Err(Failure::argument(
                        name,
                        "is missing beside the other coordinates; artifacts takes globs",
                    ));
                }
            }
            let opened = resolve::open(call)?;
            return Ok(Self::one(opened));
        }
        Self::narrowed(call)
    }

    /// The artifacts that `artifacts` names, or all; coordinates say something else in such a call.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn narrowed(call: &Call<'_>) -> Result<Self, Failure> {
        Self::registered(call, &call.args.list("artifacts"), Others::LeftOut)
    }

    /// The same, and around them all that are indexed, without which nobody knows what they hold: [`Self::is_asked`] tells them
    /// apart.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn narrowed_within_all(call: &Call<'_>) -> Result<Self, Failure> {
        Self::registered(call, &call.args.list("artifacts"), Others::Around)
    }

    /// Where a symbol may be declared: the artifact of the call's coordinates, or all that are indexed, however the call
    /// narrows where to look.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn declaring(call: &Call<'_>) -> Result<Self, Failure> {
        Ok(match Self::asked(call)? {
            Some(opened) => Self::one(opened),
            None => Self::all(call)?,
        })
    }

    /// The artifact of the call's coordinates, which is registered and indexed where it was not: before the others are listed, so that
    /// it is among them. None: the call has no coordinates.
    ///
    /// # Errors
    /// Those of [`resolve::open`].
    pub fn asked(call: &Call<'_>) -> Result<Option<Opened>, Failure> {
        call.has_coordinates().then(|| resolve::open(call)).transpose()
    }

    /// All artifacts that are indexed, however the call narrows where to look.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub fn all(call: &Call<'_>) -> Result<Self, Failure> {
        Self::registered(call, &[], Others::LeftOut)
    }

    fn one(opened: Opened) -> Self {
        let artifacts = vec![Place::Open(Box::new(opened))];
        Self { single: true, artifacts, ..Self::none(true) }
    }

    const fn none(is_chosen: bool) -> Self {
        Self {
            single: false,
            artifacts: Vec::new(),
            around: BTreeSet::new(),
            copies: BTreeMap::new(),
            gaps: Vec::new(),
            is_chosen,
            has_choice: false,
            edition: None,
        }
    }

    fn registered(call: &Call<'_>, asked: &[&str], others: Others) -> Result<Self, Failure> {
        let (globs, exact): (Vec<&str>, Vec<&str>) = asked.iter().copied().partition(|text| globs::is_glob(text));
        let mut globs = Globs::parse(globs)?;
        let exact = exact
            .iter()
            .map(|text| Coordinate::parse(text).map_err(|error| resolve::of_argument("artifacts", error)))
            .collect::<Result<Vec<_>, _>>()?;
        let mut scope = Self::none(!asked.is_empty());
        let mut named = scope.register(call, &exact)?;
        let listed = call.explorer.listed()?;
        scope.edition = listed.edition;
        if listed.artifacts.is_empty() && asked.is_empty() {
            let add = call.tool(&register_source::TOOL);
            let reason = format!(
                "nothing is registered yet: {add} adds a library, and whoever names coordinates has them added"
            );
            scope.add_gap(Gap::new("everything", reason));
        }
        for artifact in listed.artifacts.iter() {
            let place = named.iter().position(|opened| opened.coordinate == artifact.coordinate);
            let mut wants = |one: &Coordinate| globs.wants(one) || asked.is_empty();
            let is_wanted = wants(&artifact.coordinate);
            // What another one has is searched there alone.
            let original = artifact.copy_of.as_ref().filter(|original| wants(original) || exact.contains(original));
            scope.copies.extend(artifact.copy_of.clone().map(|original| (artifact.coordinate.clone(), original)));
            if let Some(place) = place {
                scope.artifacts.push(Place::Open(Box::new(named.swap_remove(place))));
                continue;
            }
            if is_wanted && original.is_none() {
                scope.add(artifact);
                continue;
            }
            if let Some(original) = original.filter(|_| is_wanted && scope.is_chosen) {
                let reason = format!("has what {original} has, and is searched there");
                scope.add_gap(Gap::note(artifact.coordinate.to_string(), reason));
            }
            if others == Others::Around && artifact.state == State::Indexed {
                scope.around.insert(scope.artifacts.len());
                scope.artifacts.push(Place::Indexed(artifact.coordinate.clone()));
            }
        }
        for (glob, close) in globs.unmatched(&listed.artifacts) {
            let what = visible(&resolve::short(glob)).into_owned();
            let close = if close.is_empty() { String::new() } else { format!("; case counts: {}", close.join(", ")) };
            let reason = format!("no registered artifact matches{close}; list_indexed_artifacts names them");
            scope.add_gap(Gap::new(what, reason));
        }
        // What is open and in no list (a registration that others removed meanwhile) is searched all the same.
        scope.artifacts.extend(named.into_iter().map(|opened| Place::Open(Box::new(opened))));
        Ok(scope)
    }

    /// Opens coordinates that were named in full, registering those that nobody has. One that fails is a gap, unless
    /// nothing else was asked for.
    fn register(&mut self, call: &Call<'_>, exact: &[Coordinate]) -> Result<Vec<Opened>, Failure> {
        let mut named: Vec<Opened> = Vec::new();
        for coordinate in exact {
            if named.iter().any(|opened| opened.coordinate == *coordinate) {
                continue;
            }
            let (group, artifact) = (coordinate.group(), coordinate.artifact());
            match call.explorer.open(group, artifact, Some(coordinate.version()), call.work) {
                Ok(opened) => named.push(opened),
                Err(failure) if call.args.list("artifacts").len() == 1 => return Err(failure),
                Err(failure) => self.gap(coordinate, format!("{}: {}", failure.status.as_str(), failure.message)),
            }
        }
        Ok(named)
    }

    fn add(&mut self, artifact: &Artifact) {
        let coordinate = &artifact.coordinate;
        match artifact.state {
            State::Indexed => self.artifacts.push(Place::Indexed(coordinate.clone())),
            State::Registered => self.gap(coordinate, "registered, not indexed".to_owned()),
            State::Indexing => self.gap(coordinate, "being indexed".to_owned()),
            State::Failed => {
                let failed = "indexing failed".to_owned();
                let reason = artifact.reason.as_ref().map_or(failed, |reason| format!("indexing failed: {reason}"));
                self.gap(coordinate, reason);
            }
        }
    }

    /// The edition of the list that its artifacts are from.
    #[must_use]
    pub const fn edition(&self) -> Option<Edition> {
        self.edition
    }

    /// Does without some artifacts: neither they nor what they lack is told of.
    pub fn leave_out(&mut self, coordinates: &[Coordinate]) {
        let named: Vec<String> = coordinates.iter().map(Coordinate::to_string).collect();
        self.gaps.retain(|gap| !gap.artifact.as_ref().is_some_and(|artifact| named.contains(artifact)));
        self.artifacts.retain(|place| !coordinates.contains(place.coordinate()));
    }

    /// Artifacts that answer with what another one has, which is indexed too, and that one.
    #[must_use]
    pub const fn copies(&self) -> &BTreeMap<Coordinate, Coordinate> {
        &self.copies
    }

    /// Whether answers are looked for in the artifact at a place of the order.
    #[must_use]
    pub fn is_asked(&self, place: usize) -> bool {
        !self.around.contains(&place)
    }

    /// How many artifacts there are to read.
    #[must_use]
    pub fn len(&self) -> usize {
        self.artifacts.len()
    }

    /// The place in the order at which a search goes on that stopped at `position`.
    ///
    /// # Errors
    /// `invalid_cursor` when the artifact it stopped in is gone.
    pub fn place_of(&self, position: &Position) -> Result<usize, Failure> {
        let is_it = |place: &usize| position.is_in(self.coordinate(*place));
        (0..self.len()).find(is_it).ok_or_else(|| cursor::stale("the artifact it stopped in is gone"))
    }

    /// The artifact at a place of the order; none, and a gap, where it cannot be searched after all.
    ///
    /// # Errors
    /// When it is the only one and cannot be read.
    pub fn open(&mut self, call: &Call<'_>, place: usize) -> Result<Option<Opened>, Failure> {
        let coordinate = match &self.artifacts[place] {
            Place::Open(opened) => return Ok(Some((**opened).clone())),
            Place::Indexed(coordinate) => coordinate.clone(),
        };
        match call.explorer.open_indexed(&coordinate, call.work) {
            Ok(Some(opened)) => return Ok(Some(opened)),
            Ok(None) => self.gap(&coordinate, "not indexed".to_owned()),
            Err(failure) if failure.status == Status::InternalError && call.work.is_cancelled() => return Err(failure),
            Err(failure) => self.gap(&coordinate, failure.message),
        }
        Ok(None)
    }
}

impl Scope {
    /// The place of an artifact in the order.
    fn place_at(&self, coordinate: &Coordinate) -> Option<usize> {
        (0..self.len()).find(|place| self.coordinate(*place) == coordinate)
    }

    /// The coordinate at a place of the order.
    #[must_use]
    pub fn coordinate(&self, place: usize) -> &Coordinate {
        self.artifacts[place].coordinate()
    }

    /// All artifacts at once, in order: a ranking knows none before it has seen all. Those that cannot be searched are gaps.
    ///
    /// # Errors
    /// When the caller gave up, or the only one cannot be read.
    pub fn open_all(&mut self, call: &Call<'_>) -> Result<Vec<Opened>, Failure> {
        let mut opened = Vec::with_capacity(self.len());
        for place in 0..self.len() {
            call.work.check()?;
            if let Some(artifact) = self.open(call, place)? {
                self.lacks(&artifact, &artifact.incomplete);
                opened.push(artifact);
            }
        }
        Ok(opened)
    }

    /// The same, opened only to see where to look: for a search whose hits are answered once [`Self::confirm`] was asked.
    ///
    /// # Errors
    /// As [`Self::open_all`].
    pub fn look_at_all(&mut self, call: &Call<'_>) -> Result<Vec<Opened>, Failure> {
        let mut all = Vec::with_capacity(self.len());
        for (place, seen) in self.look(call, |opened| opened)?.into_iter().enumerate() {
            let opened = if seen.is_some() { seen } else { self.open(call, place)? };
            if let Some(artifact) = opened {
                self.lacks(&artifact, &artifact.incomplete);
                all.push(artifact);
            }
        }
        Ok(all)
    }

    /// Opens all artifacts on all cores, only to see where to look: whoever then looks at them one by one finds them open.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn look_ahead(&self, call: &Call<'_>) -> Result<(), Failure> {
        self.look(call, drop).map(drop)
    }

    /// What `look` tells of each artifact, opened only to see where to look, by place; none of those that have to be opened with
    /// more care for that.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn look<T: Send>(&self, call: &Call<'_>, look: impl Fn(Opened) -> T + Sync) -> Result<Vec<Option<T>>, Failure> {
        let indexed: Vec<&Coordinate> = self.artifacts.iter().filter_map(Place::indexed).collect();
        let mut seen = call.explorer.look_at(&indexed, self.edition, look, call.work)?.into_iter();
        Ok(self.artifacts.iter().map(|place| place.indexed().and_then(|_| seen.next().flatten())).collect())
    }

    /// Opens the artifacts at some places on all cores: whoever then asks for them one by one finds them open.
    pub fn open_ahead(&self, call: &Call<'_>, places: impl Iterator<Item = usize>) {
        let places: BTreeSet<usize> = places.collect();
        let coordinates: Vec<&Coordinate> =
            places.iter().filter_map(|place| self.artifacts.get(*place)?.indexed()).collect();
        if coordinates.len() > 1 {
            call.explorer.open_ahead(&coordinates, call.work);
        }
    }

    /// Whether any file of the artifacts is one of these.
    ///
    /// # Errors
    /// When an index cannot be read, or the caller wants the work no longer.
    pub fn has_files(&mut self, call: &Call<'_>, files: &FileScope) -> Result<bool, Failure> {
        let has = |artifact: &Opened| {
            let page = files::search_names(&artifact.index, files, None, 0, call.work);
            page.of(artifact).map(|page| page.total > 0)
        };
        for found in self.look(call, |opened| has(&opened))?.into_iter().flatten() {
            if found? {
                return Ok(true);
            }
        }
        let alone = if self.single { self.open(call, 0)? } else { None };
        alone.map_or(Ok(false), |artifact| has(&artifact))
    }

    /// Whether `start_path` is a folder of one of several artifacts: asked where nothing was found. Where an artifact was not
    /// searched it may be a folder of that.
    ///
    /// # Errors
    /// `path_not_found` where it is none of any; when the caller gave up.
    pub fn check_start(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        let start = list_folder_tree::folder_path(call.args.text("start_path").unwrap_or_default());
        if start.is_empty() || self.artifacts.is_empty() {
            return Ok(());
        }
        let mut file = None;
        for place in 0..self.len() {
            call.work.check()?;
            let Some(artifact) = self.open(call, place)? else { return Ok(()) };
            if self.len() == 1 {
                return check_start(call, &artifact);
            }
            if artifact.index.folder(start).of(&artifact)?.is_some() {
                return Ok(());
            }
            if file.is_none() && artifact.index.file(start).of(&artifact)?.is_some() {
                file = Some(artifact);
            }
        }
        if let Some(artifact) = file {
            return check_start(call, &artifact);
        }
        let shown = visible(&resolve::short(start)).into_owned();
        let message = format!("start_path: no folder {shown} in any of {} artifacts", self.len());
        let left_out = self.gaps().into_iter().map(Gap::into_incomplete).collect();
        Err(Failure::new(Status::PathNotFound, message).suggest("list_folder_tree").not_searched(left_out))
    }

    /// Opens those of some artifacts that answer as [`Self::open`] does; whether they are still the ones that were looked at. If
    /// not, all are to be opened and searched again.
    ///
    /// # Errors
    /// When the caller gave up.
    pub fn confirm(
        &mut self,
        call: &Call<'_>,
        opened: &mut [Opened],
        answering: impl Iterator<Item = usize>,
    ) -> Result<bool, Failure> {
        let answering: BTreeSet<usize> = answering.collect();
        let coordinates: Vec<&Coordinate> =
            answering.iter().filter_map(|at| Some(&opened.get(*at)?.coordinate)).collect();
        call.explorer.open_ahead(&coordinates, call.work);
        for at in answering {
            let Some(seen) = opened.get_mut(at) else { return Ok(false) };
            let place = self.place_at(&seen.coordinate);
            let careful = place.map(|place| self.open(call, place)).transpose()?.flatten();
            let Some(careful) = careful.filter(|careful| careful.generation == seen.generation) else {
                return Ok(false);
            };
            *seen = careful;
        }
        Ok(true)
    }

    /// The tables of symbols of all artifacts, by place; none, and a gap, for one that cannot be searched after all.
    ///
    /// # Errors
    /// When the only one cannot be read, or the caller wants the work no longer.
    pub fn symbols(&mut self, call: &Call<'_>) -> Result<Vec<Option<Arc<Table>>>, Failure> {
        let indexed: Vec<&Coordinate> = self.artifacts.iter().filter_map(Place::indexed).collect();
        let mut read = call.explorer.symbols(&indexed, self.edition, call.work)?.into_iter();
        let mut tables = Vec::with_capacity(self.artifacts.len());
        for place in 0..self.artifacts.len() {
            let opened = match &self.artifacts[place] {
                Place::Open(opened) => opened.incomplete.clone(),
                Place::Indexed(_) => Vec::new(),
            };
            let table = match &self.artifacts[place] {
                Place::Open(opened) => call.explorer.symbols_of(opened).map(Some),
                Place::Indexed(_) => read.next().unwrap_or(Ok(None)),
            };
            let coordinate = self.coordinate(place).clone();
            match table {
                Ok(Some(table)) => {
                    if self.is_asked(place) {
                        self.lacks_at(&coordinate, &table.incomplete);
                        // What is told of the source now is in no index.
                        self.lacks_at(&coordinate, &opened);
                    }
                    tables.push(Some(table));
                    continue;
                }
                Ok(None) => self.gap(&coordinate, "not indexed".to_owned()),
                Err(failure) if self.single => return Err(failure),
                Err(failure) => self.gap(&coordinate, failure.message),
            }
            tables.push(None);
        }
        Ok(tables)
    }
}

impl Place {
    fn coordinate(&self) -> &Coordinate {
        match self {
            Self::Open(opened) => &opened.coordinate,
            Self::Indexed(coordinate) => coordinate,
        }
    }

    fn indexed(&self) -> Option<&Coordinate> {
        match self {
            Self::Open(_) => None,
            Self::Indexed(coordinate) => Some(coordinate),
        }
    }
}

/// The files that a search looks at: below `start_path`, as deep as `max_depth`, that the pattern matches.
///
/// # Errors
/// `path_not_found` for a start that leaves the artifact.
pub fn files(call: &Call<'_>, pattern: Option<FilePattern>) -> Result<FileScope, Failure> {
    let start = list_folder_tree::folder_path(call.args.text("start_path").unwrap_or_default());
    if !list_folder_tree::is_inside(start) {
        let shown = visible(&resolve::short(start)).into_owned();
        let message = format!("start_path: {shown} is no folder: {}", list_folder_tree::why_outside(start));
        return Err(Failure::new(Status::PathNotFound, message).suggest("list_folder_tree"));
    }
    let depth = call.args.number("max_depth").map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    Ok(FileScope::new(start, depth, pattern))
}

/// Whether the start of a search in one artifact is a folder of it.
///
/// # Errors
/// `path_not_found`, with folders of a close name.
pub fn check_start(call: &Call<'_>, artifact: &Opened) -> Result<(), Failure> {
    list_folder_tree::find(artifact, call.args.text("start_path").unwrap_or_default()).map(|_| ())
}
