//! Archives in an archive, where they are parts of it: the libraries of a WAR or of an executable JAR of Spring Boot, the
//! classes of an AAR.
//!
//! Their files stand among those of the whole under the part's name, `!/` and their own: `BOOT-INF/lib/x-1.0.jar!/org/x/Y.class`.
//! Promises: only well-known places are looked at, and no archive in a part is opened; all parts share the bounds of the
//! archive they are in; one that is damaged or goes beyond them costs itself and is named.

use std::sync::Arc;

use super::archive::{Budget, Jar};
use super::{Entry, Tree, limits, stays_inside};
use crate::error::{Failure, Incomplete};

/// Stands between the path of a part and a path in it.
pub const MARK: &str = "!/";

/// Folders whose JARs belong to the archive: of WARs, and of Spring Boot's executable JARs.
const LIBRARIES: [&str; 3] = ["WEB-INF/lib/", "WEB-INF/lib-provided/", "BOOT-INF/lib/"];

/// What makes an archive an AAR; its classes, and the folder of the JARs it brings along.
const ANDROID: (&str, &str, &str) = ("AndroidManifest.xml", "classes.jar", "libs/");

/// The path in the innermost archive: what packages and overlays are told by.
#[must_use]
pub fn inner(path: &str) -> &str {
    path.rsplit_once(MARK).map_or(path, |(_, inner)| inner)
}

/// The archive with its parts opened; itself where it has none. `budget` is what the files of the archive left over.
pub(super) fn opened(jar: Jar, mut budget: Budget) -> Arc<dyn Tree> {
    let is_android = jar.entries().iter().any(|entry| entry.path == ANDROID.0);
    let is_here = |path: &str| is_part(path, is_android);
    let found: Vec<usize> = (0..jar.entries().len()).filter(|at| is_here(&jar.entries()[*at].path)).collect();
    if found.is_empty() {
        return Arc::new(jar);
    }
    let mut held = 0;
    let mut whole =
        Whole { outer: jar, parts: Vec::new(), files: Vec::new(), entries: Vec::new(), problems: Vec::new() };
    whole.problems.extend_from_slice(whole.outer.problems());
    for at in found {
        let path = whole.outer.entries()[at].path.clone();
        if let Err(reason) = whole.add(at, &path, &mut held, &mut budget) {
            whole.problems.push(Incomplete::at(path, reason));
        }
    }
    whole.list();
    Arc::new(whole)
}

fn is_part(path: &str, is_android: bool) -> bool {
    let is_jar_in = |folder: &str| {
        let name = path.strip_prefix(folder).and_then(|name| name.strip_suffix(".jar"));
        name.is_some_and(|name| !name.is_empty() && !name.contains('/'))
    };
    LIBRARIES.into_iter().any(is_jar_in) || (is_android && (path == ANDROID.1 || is_jar_in(ANDROID.2)))
}

/// An archive and the parts of it.
struct Whole {
    outer: Jar,
    parts: Vec<Part>,
    /// Where each entry is: in a part or in the outer archive, at which place.
    files: Vec<(Option<usize>, usize)>,
    entries: Vec<Entry>,
    problems: Vec<Incomplete>,
}

struct Part {
    path: String,
    jar: Jar,
}

impl Whole {
    /// Opens the part at this place of the outer archive.
    fn add(&mut self, at: usize, path: &str, held: &mut u64, budget: &mut Budget) -> Result<(), String> {
        let size = self.outer.entries()[at].size;
        if *held + size > limits::PARTS_BYTES {
            return Err(format!(
                "the JARs in this archive have more than {} bytes together; not opened",
                limits::PARTS_BYTES
            ));
        }
        let bytes = self.outer.read(at).map_err(|failure| failure.message)?;
        let opened = Jar::open(path, bytes, budget);
        let (jar, left, notes) = opened.map_err(|failure| {
            let of_part = failure.message.strip_prefix(path).and_then(|rest| rest.strip_prefix(" cannot be used: "));
            of_part.map(str::to_owned).unwrap_or(failure.message)
        })?;
        (*budget, *held) = (left, *held + size);
        let told = |what: &str| format!("{path}{MARK}{what}");
        let problems = jar.problems().iter();
        self.problems.extend(problems.map(|one| Incomplete { what: told(&one.what), ..one.clone() }));
        self.problems.extend(notes.into_iter().map(|reason| Incomplete::at(path, reason)));
        self.parts.push(Part { path: path.to_owned(), jar });
        Ok(())
    }

    /// Fills the entries and their places.
    fn list(&mut self) {
        let outer = self.outer.entries().iter().cloned().enumerate().map(|(at, entry)| (entry, (None, at)));
        let mut all: Vec<(Entry, (Option<usize>, usize))> = outer.collect();
        for (number, part) in self.parts.iter().enumerate() {
            for (at, entry) in part.jar.entries().iter().enumerate() {
                let path = format!("{}{MARK}{}", part.path, entry.path);
                let addressable = entry.addressable && stays_inside(&path);
                all.push((Entry { path, addressable, size: entry.size }, (Some(number), at)));
            }
        }
        all.sort_by(|a, b| (&a.0.path, a.1).cmp(&(&b.0.path, b.1)));
        // A folder of the outer archive may have a part's name, with the mark.
        all.dedup_by(|later, first| later.0.path == first.0.path);
        (self.entries, self.files) = all.into_iter().unzip();
        self.problems.sort_by(|a, b| (&a.what, &a.reason).cmp(&(&b.what, &b.reason)));
    }
}

impl Tree for Whole {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        match self.files[at] {
            (Some(part), at) => self.parts[part].jar.read(at),
            (None, at) => self.outer.read(at),
        }
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }
}
