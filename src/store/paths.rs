//! The paths of all files in one piece of memory: what searches by name and by content go through.

use std::sync::Arc;

use memchr::memmem;

use super::read::{Index, StoreError, keep};

/// The paths of an artifact's files, in order of id, which is their byte order.
#[derive(Debug, Default)]
pub struct Paths {
    /// The paths, a line feed after each.
    text: String,
    /// Where each path ends in `text`, and whether the file is text.
    ends: Vec<(u32, bool)>,
}

impl Paths {
    /// The path of the file with an id, and whether it is text.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<(&str, bool)> {
        let at = (id as usize).checked_sub(1)?;
        let (end, is_text) = *self.ends.get(at)?;
        Some((self.text.get(self.start(at)..end as usize)?, is_text))
    }

    /// Every file: id, path, whether it is text.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str, bool)> {
        (1..=self.ends.len() as u32).filter_map(|id| self.get(id).map(|(path, is_text)| (id, path, is_text)))
    }

    /// The files whose path holds `part`.
    pub fn holding<'a>(&'a self, part: &'a str) -> impl Iterator<Item = (u32, &'a str, bool)> {
        let finder = memmem::Finder::new(part);
        let mut from = 0;
        std::iter::from_fn(move || {
            let found = from + finder.find(self.text.as_bytes().get(from..)?)?;
            let at = self.ends.partition_point(|(end, _)| (*end as usize) < found);
            let (end, is_text) = *self.ends.get(at)?;
            from = end as usize + 1;
            Some((at as u32 + 1, self.text.get(self.start(at)..end as usize)?, is_text))
        })
    }

    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.ends[before].0 as usize + 1)
    }
}

impl Index {
    /// The paths of all files; kept in memory after the first call.
    pub fn paths(&self) -> Result<Arc<Paths>, StoreError> {
        keep(&self.paths, || {
            let lease = self.pool.lease()?;
            let mut all = lease.prepare_cached("SELECT path, line_count IS NOT NULL FROM file ORDER BY id")?;
            let mut rows = all.query([])?;
            let mut paths = Paths::default();
            while let Some(row) = rows.next()? {
                paths.text.push_str(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?);
                let end = u32::try_from(paths.text.len())
                    .map_err(|_| StoreError::Damaged("the paths are too long".to_owned()))?;
                paths.ends.push((end, row.get(1)?));
                paths.text.push('\n');
            }
            Ok(paths)
        })
    }

    /// The paths where they are in memory already.
    pub fn paths_at_hand(&self) -> Option<Arc<Paths>> {
        self.paths.get().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::Paths;

    #[test]
    fn paths_are_found_by_a_part() {
        let mut paths = Paths::default();
        for path in ["a/B.java", "a/C.java", "java", ""] {
            paths.text.push_str(path);
            paths.ends.push((paths.text.len() as u32, path.is_empty()));
            paths.text.push('\n');
        }
        let ids = |part| paths.holding(part).map(|(id, _, _)| id).collect::<Vec<_>>();
        assert_eq!(ids("java"), [1, 2, 3]);
        assert_eq!(ids("C"), [2]);
        assert_eq!((ids("x").len(), paths.iter().count()), (0, 4));
        assert_eq!(paths.get(2), Some(("a/C.java", false)));
        assert_eq!((paths.get(4), paths.get(0), paths.get(5)), (Some(("", true)), None, None));
    }
}
