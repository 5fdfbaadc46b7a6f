//! What was not searched, for the answer to say.

use std::sync::Arc;

use super::Scope;
use crate::coordinate::Coordinate;
use crate::error::{Incomplete, Lack};
use crate::index::Opened;
use crate::search::symbols::Table;
use crate::tools::gaps::{self, Gap};
use crate::tools::words::counted;

/// Most artifacts that one gap names.
const MOST_NAMED: usize = 3;

impl Scope {
    /// Notes that an artifact was not searched.
    pub fn gap(&mut self, coordinate: &Coordinate, reason: String) {
        self.lacks_at(coordinate, &[Incomplete::new(coordinate.to_string(), reason)]);
    }

    /// Notes what an artifact's own answer says it lacks.
    pub fn lacks(&mut self, artifact: &Opened, incomplete: &[Incomplete]) {
        self.lacks_at(&artifact.coordinate, incomplete);
    }

    /// The same of an artifact that was only looked at.
    pub fn lacks_of(&mut self, place: usize, incomplete: &[Incomplete]) {
        let coordinate = self.coordinate(place).clone();
        self.lacks_at(&coordinate, incomplete);
    }

    /// Notes that a file of an artifact was not searched.
    pub fn unread(&mut self, coordinate: &Coordinate, path: &str, reason: &str) {
        self.lacks_at(coordinate, &[Incomplete::at(path, reason)]);
    }

    pub(super) fn lacks_at(&mut self, coordinate: &Coordinate, incomplete: &[Incomplete]) {
        for one in incomplete.iter().filter(|one| self.is_chosen || one.is_gap()) {
            let gap = Gap::of(one, coordinate, !self.single);
            if !self.gaps.contains(&gap) {
                self.gaps.push(gap);
            }
        }
    }

    /// Notes what was not searched.
    pub fn add_gap(&mut self, gap: Gap) {
        self.gaps.push(gap);
    }

    /// Notes that some files of the artifacts of these tables did not parse cleanly, and that what they declare may be missing.
    pub fn unparsed(&mut self, tables: &[Option<Arc<Table>>]) {
        let of = |(place, table): (usize, &Option<Arc<Table>>)| {
            let files = table.as_ref().filter(|_| self.is_asked(place)).map_or(0, |table| table.unparsed);
            (files > 0).then(|| (self.coordinate(place).to_string(), files))
        };
        let found: Vec<_> = tables.iter().enumerate().filter_map(of).collect();
        self.add_unparsed(&found);
    }

    /// The same of artifacts that were opened.
    pub fn unparsed_of(&mut self, opened: &[Opened]) {
        let of = |artifact: &Opened| {
            let files = artifact.index.meta().counts.unparsed_files;
            (files > 0).then(|| (artifact.coordinate.to_string(), files))
        };
        let found: Vec<_> = opened.iter().filter_map(of).collect();
        self.add_unparsed(&found);
    }

    fn add_unparsed(&mut self, found: &[(String, u64)]) {
        let files = counted(found.iter().map(|(_, files)| files).sum(), "file");
        let (what, artifact) = match found {
            [] => return,
            [_] if self.single => (files, None),
            [(one, _)] => (format!("{files} in {one}"), Some(one.clone())),
            several => {
                let names: Vec<&str> = several.iter().take(MOST_NAMED).map(|(name, _)| name.as_str()).collect();
                let more = if several.len() > names.len() { " and others" } else { "" };
                (format!("{files} in {} artifacts: {}{more}", several.len(), names.join(", ")), None)
            }
        };
        let reason = "did not parse cleanly; get_artifact_info names them";
        self.gaps.push(Gap { artifact, lack: Lack::Declarations, ..Gap::new(what, reason) });
    }

    /// What was not searched, as much as an answer may hold.
    #[must_use]
    pub fn gaps(&self) -> Vec<Gap> {
        gaps::bounded(&self.gaps)
    }
}
