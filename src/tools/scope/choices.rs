//! Notes of whose uses are listed, where several artifacts have what is asked about.

use std::collections::BTreeSet;

use super::Scope;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::index::Opened;
use crate::tools::Call;
use crate::tools::gaps::Gap;
use crate::tools::places::is_jdk;

impl Scope {
    /// Notes what an artifact is taken to use whose POM does not say it, where that is another one than those that are asked about:
    /// of a library its highest version, of types that several libraries have those of one of them. `about` are artifacts
    /// and the types in them that are asked about.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub fn note_choices<'b>(
        &mut self,
        call: &Call<'_>,
        about: impl Iterator<Item = (&'b Opened, String)>,
    ) -> Result<(), Failure> {
        // Who names no artifact asks about all that have the type.
        if !call.has_coordinates() {
            return Ok(());
        }
        let about: BTreeSet<(&Coordinate, String)> =
            about.map(|(artifact, name)| (&artifact.coordinate, name)).collect();
        let is_asked = |other: &Coordinate| about.iter().any(|(asked, _)| *asked == other);
        let mut noted: BTreeSet<Coordinate> = BTreeSet::new();
        for (asked, name) in about.iter().filter(|(asked, _)| !is_jdk(asked)) {
            let first = call.explorer.first_with(name, call.work)?;
            let is_other = |other: &Coordinate| !is_asked(other) && self.copies.get(asked) != Some(other);
            let Some(other) = first.filter(is_other) else { continue };
            self.has_choice = true;
            if noted.insert(other.clone()) {
                let (has, says) = if (other.group(), other.artifact()) == (asked.group(), asked.artifact()) {
                    ("is indexed too".to_owned(), "which version it uses")
                } else {
                    (format!("has {name} too"), "which of them it uses")
                };
                let reason = format!("{has}: what does not say {says} is taken to use it, not {asked}");
                self.add_gap(Gap::note(other.to_string(), reason));
            }
        }
        Ok(())
    }

    /// Notes which POMs among the files of an artifact do not say what it uses, where that makes a difference.
    pub fn note_silent_poms(&mut self, call: &Call<'_>, artifact: &Opened) -> Result<(), Failure> {
        if !self.has_choice {
            return Ok(());
        }
        for (path, reason) in call.explorer.silent_poms(artifact, call.work)? {
            let reason = format!("does not say which version is used: {reason}");
            self.lacks(artifact, &[Incomplete::at(path, reason)]);
        }
        Ok(())
    }
}
