//! Which files: a start folder, a depth, a pattern; and the search for files by name.

use super::SearchError;
use super::pattern::FilePattern;
use crate::error::Incomplete;
use crate::source::stays_inside;
use crate::store::FileRow;
use crate::store::read::Index;
use crate::work::Work;

/// The files that a search looks at.
#[derive(Debug, Clone, Default)]
pub struct FileScope {
    /// `org/example/`, or empty for the root.
    start: String,
    max_depth: Option<u32>,
    pattern: Option<FilePattern>,
}

impl FileScope {
    /// The files below the folder `start_path` (empty: the root; whether it exists is the caller's to ask), at most
    /// `max_depth` levels deep (1: the files of the folder itself), that the pattern matches.
    #[must_use]
    pub fn new(start_path: &str, max_depth: Option<u32>, pattern: Option<FilePattern>) -> Self {
        let start = start_path.trim_end_matches('/');
        let start = if start.is_empty() { String::new() } else { format!("{start}/") };
        Self { start, max_depth, pattern }
    }

    /// Whether the file at `path` is one of them.
    #[must_use]
    pub fn holds(&self, path: &str) -> bool {
        let Some(below) = path.strip_prefix(&self.start) else { return false };
        self.max_depth.is_none_or(|depth| below.bytes().filter(|byte| *byte == b'/').count() < depth as usize)
            && self.pattern.as_ref().is_none_or(|pattern| pattern.matches(path, below))
    }

    /// What an artifact lacks that matters to a search of these files.
    #[must_use]
    pub fn gaps(&self, lacking: &[Incomplete]) -> Vec<Incomplete> {
        let mut gaps = Incomplete::of_files(lacking);
        gaps.retain(|one| !one.is_path || self.holds(&one.what));
        gaps
    }

    /// Whether more than the start folder decides.
    pub(super) fn chooses(&self) -> bool {
        self.max_depth.is_some() || self.pattern.is_some()
    }

    /// The ids, end exclusive, among which the files below the start folder are; paths and ids have one order.
    pub(super) fn ids(&self, index: &Index) -> Result<std::ops::Range<u32>, SearchError> {
        let end = u32::try_from(index.meta().counts.files).unwrap_or(u32::MAX - 1) + 1;
        if self.start.is_empty() {
            return Ok(1..end);
        }
        // Whatever begins with `a/` comes before `a0`, the next character after the slash.
        let after = format!("{}0", &self.start[..self.start.len() - 1]);
        let first = index.first_file_from(&self.start)?.unwrap_or(end);
        Ok(first..index.first_file_from(&after)?.unwrap_or(end).max(first))
    }

    /// How many text files they are: what an empty answer says it has looked at.
    pub fn text_files(&self, index: &Index) -> Result<u64, SearchError> {
        Ok(index.paths()?.iter().filter(|(_, path, is_text)| *is_text && self.holds(path)).count() as u64)
    }
}

/// One page of files found by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePage {
    /// By path.
    pub files: Vec<FileRow>,
    /// How many files match in all: names are always counted to the end.
    pub total: u64,
    /// Whether files come after these; the next page is what comes after the last path.
    pub more: bool,
}

/// The files of `scope`, those whose path comes after `after`, at most `limit`.
pub fn search_names(
    index: &Index,
    scope: &FileScope,
    after: Option<&str>,
    limit: usize,
    work: &Work,
) -> Result<NamePage, SearchError> {
    let mut page = NamePage { files: Vec::new(), total: 0, more: false };
    let paths = index.paths()?;
    let mut shown = Vec::new();
    let mut look = |(id, path, _): (u32, &str, bool)| {
        if id % 1024 == 0 {
            work.check()?;
        }
        // What cannot be asked for by its name is told among the problems of the artifact.
        if !scope.holds(path) || !stays_inside(path) {
            return Ok(());
        }
        page.total += 1;
        if after.is_some_and(|after| path <= after) {
            return Ok(());
        }
        if shown.len() < limit {
            shown.push(id);
        } else {
            page.more = true;
        }
        Ok::<(), SearchError>(())
    };
    match scope.pattern.as_ref().and_then(FilePattern::required) {
        Some(part) => paths.holding(part).try_for_each(&mut look)?,
        None => paths.iter().try_for_each(&mut look)?,
    }
    page.files = index.files_by_id(&shown)?;
    Ok(page)
}
