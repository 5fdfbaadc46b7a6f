//! Which files of a source are wanted: lists of globs to include and to exclude.

use std::sync::Arc;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::{Tree, view};
use crate::error::{Failure, Status};
use crate::text::refused;

/// Compiled lists. A glob without `/` is matched on the file's name, with `/` on its path; `*` never crosses `/`; one
/// that ends in `/` means everything below that folder.
#[derive(Debug, Clone)]
pub struct Globs {
    /// None: everything.
    include: Option<Set>,
    exclude: Set,
}

#[derive(Debug, Clone)]
struct Set {
    names: GlobSet,
    paths: GlobSet,
}

impl Globs {
    /// Compiles the lists; an empty list to include means every file.
    ///
    /// # Errors
    /// `invalid_pattern`, naming the list, the glob, where it goes wrong and how to mend it.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, Failure> {
        let included = Set::new("include", include)?;
        Ok(Self { include: Some(included).filter(|_| !include.is_empty()), exclude: Set::new("exclude", exclude)? })
    }

    /// Whether the file at `path` is wanted.
    #[must_use]
    pub fn keep(&self, path: &str) -> bool {
        self.include.as_ref().is_none_or(|include| include.matches(path)) && !self.exclude.matches(path)
    }

    /// Whether every file is wanted.
    #[must_use]
    pub fn keep_all(&self) -> bool {
        self.include.is_none() && self.exclude.names.is_empty() && self.exclude.paths.is_empty()
    }
}

impl Set {
    fn new(list: &str, globs: &[String]) -> Result<Self, Failure> {
        let (mut names, mut paths) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for glob in globs {
            let whole = if glob.ends_with('/') { format!("{glob}**") } else { glob.clone() };
            let compiled = GlobBuilder::new(whole.strip_prefix('/').unwrap_or(&whole))
                .literal_separator(true)
                .build()
                .map_err(|error| invalid(list, &refused::glob(glob, &error)))?;
            if whole.contains('/') {
                paths.add(compiled)
            } else {
                names.add(compiled)
            };
        }
        let build = |set: GlobSetBuilder| {
            set.build().map_err(|error| {
                let what = format!("cannot be used together: {}; write fewer of them, or shorter ones", error.kind());
                invalid(list, &refused::message("globs", &globs.join(", "), &what))
            })
        };
        Ok(Self { names: build(names)?, paths: build(paths)? })
    }

    fn matches(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.names.is_match(name) || self.paths.is_match(path)
    }
}

fn invalid(list: &str, what: &str) -> Failure {
    Failure::new(Status::InvalidPattern, format!("{list}: {what}"))
}

/// `tree` without the files that `globs` does not keep.
#[must_use]
pub fn filtered(tree: Arc<dyn Tree>, globs: &Globs) -> Arc<dyn Tree> {
    if globs.keep_all() {
        return tree;
    }
    view::renamed(tree, |entry| globs.keep(&entry.path).then(|| entry.path.clone()), Vec::new())
}
