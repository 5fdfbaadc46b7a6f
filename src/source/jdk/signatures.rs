//! `lib/ct.sym`: what a JDK keeps of its own and of earlier releases for `javac --release`.
//!
//! A ZIP of class files without bodies, `.sig`, in folders named by the releases that share them: `9A/java.base/…` is for 9
//! and 10 (one digit a release, to the base of 36). Only what a module exports is in it, public and protected, without names
//! of parameters.

use std::path::Path;
use std::sync::Arc;

use super::{Home, NAME};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::source::{Entry, Located, digest, jar_file, view};

/// The classes of one feature release, out of the file of a JDK that keeps them.
pub(super) fn open(release: u32, home: &Home, coordinate: &Coordinate) -> Result<Located, Failure> {
    let file = home.signatures().ok_or_else(|| Failure::internal("a JDK lost its signatures"))?;
    let located = jar_file(&file.display().to_string(), &file)?;
    let reason = format!(
        "no JDK {release} is here: these are the exported signatures that JDK {} keeps of it (lib/ct.sym), without what is \
         internal and without names of parameters",
        home.version
    );
    let problem = Incomplete::new(coordinate.to_string(), reason.clone());
    let named = |entry: &Entry| name(&entry.path, release);
    let tree = view::renamed(Arc::clone(&located.tree), named, vec![problem]);
    if tree.entries().is_empty() {
        let message = format!("{} keeps no signatures of {NAME} {release}", located.uri);
        return Err(Failure::new(Status::InvalidSource, message));
    }
    let mut notes = located.notes;
    notes.push(reason);
    // Of the same file other releases are other sources.
    let content = digest(format!("{release} {}", located.digest).as_bytes());
    Ok(Located { tree, notes, digest: content, ..located })
}

/// Whether a file keeps the signatures of a release.
pub(super) fn has(file: &Path, release: u32) -> bool {
    let Ok(located) = jar_file(&file.display().to_string(), file) else { return false };
    located.tree.entries().iter().any(|entry| name(&entry.path, release).is_some())
}

/// `java.base/java/lang/Object.class` of `9A/java.base/java/lang/Object.sig`, where that is for the release.
fn name(path: &str, release: u32) -> Option<String> {
    let (releases, rest) = path.split_once('/')?;
    let wanted = char::from_digit(release, 36)?.to_ascii_uppercase();
    let stem = rest.strip_suffix(".sig")?;
    releases.contains(wanted).then(|| format!("{stem}.class"))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn folders_name_the_releases_that_share_a_file() {
        assert_eq!(name("9A/java.base/a/B.sig", 10).as_deref(), Some("java.base/a/B.class"));
        assert_eq!(name("9A/java.base/a/B.sig", 9).as_deref(), Some("java.base/a/B.class"));
        assert_eq!(name("9A/java.base/a/B.sig", 11), None);
        assert_eq!(name("H/system-modules", 17), None);
        assert_eq!(name("9A/java.base/a/B.sig", 36), None);
    }
}
