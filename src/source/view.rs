//! A part of a tree, under names of its own.

use std::sync::Arc;

use super::{Entry, Tree};
use crate::error::{Failure, Incomplete};

/// Some files of a tree.
struct View {
    whole: Arc<dyn Tree>,
    /// In byte order of path.
    entries: Vec<Entry>,
    /// Where each entry stands in the whole.
    places: Vec<usize>,
    problems: Vec<Incomplete>,
}

/// The files of `tree` that `named` gives a name, under that name; of two that get the same one, the first. `problems` are
/// told in addition to those of the tree.
#[must_use]
pub fn renamed(
    tree: Arc<dyn Tree>,
    named: impl Fn(&Entry) -> Option<String>,
    mut problems: Vec<Incomplete>,
) -> Arc<dyn Tree> {
    let all = tree.entries().iter().enumerate();
    let mut kept: Vec<(Entry, usize)> =
        all.filter_map(|(at, entry)| Some((Entry { path: named(entry)?, ..entry.clone() }, at))).collect();
    kept.sort_by(|a, b| (&a.0.path, a.1).cmp(&(&b.0.path, b.1)));
    kept.dedup_by(|later, first| later.0.path == first.0.path);
    let (entries, places) = kept.into_iter().unzip();
    problems.extend_from_slice(tree.problems());
    Arc::new(View { whole: tree, entries, places, problems })
}

impl Tree for View {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        self.whole.read(self.places[at])
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }

    fn flaw(&self, at: usize) -> Option<String> {
        self.whole.flaw(self.places[at])
    }
}
