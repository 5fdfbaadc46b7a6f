//! Files and folders of an index.

use rusqlite::Row;

use super::read::{Index, StoreError};
use super::{FileRow, FolderRow, rows};

impl Index {
    /// The file at exactly this path; one whose name leaves the root is no file of this artifact's tree.
    pub fn file(&self, path: &str) -> Result<Option<FileRow>, StoreError> {
        let Some(id) = self.first_file_from(path)? else { return Ok(None) };
        let found = self.file_by_id(id)?;
        Ok(Some(found).filter(|file| file.path == path && file.addressable))
    }

    /// The file with this id.
    pub fn file_by_id(&self, id: u32) -> Result<FileRow, StoreError> {
        self.the(&format!("SELECT {} FROM file WHERE id = ?", rows::FILE), id, rows::file)
    }

    /// The package that a file declares; none where it declares none.
    pub fn package_of(&self, file: u32) -> Result<Option<String>, StoreError> {
        let sql = "SELECT package.name FROM file JOIN package ON package.id = file.package WHERE file.id = ?";
        self.one(sql, [file], |row| row.get(0))
    }

    /// The files with these ids, in the order asked.
    pub fn files_by_id(&self, ids: &[u32]) -> Result<Vec<FileRow>, StoreError> {
        let lease = self.pool.lease()?;
        let mut statement = lease.prepare_cached(&format!("SELECT {} FROM file WHERE id = ?", rows::FILE))?;
        ids.iter().map(|id| Ok(statement.query_row([id], rows::file)?)).collect()
    }

    /// The id of the first file whose path is not before `path` in byte order; none where there is none.
    pub fn first_file_from(&self, path: &str) -> Result<Option<u32>, StoreError> {
        let files = u32::try_from(self.meta().counts.files).unwrap_or(u32::MAX - 1);
        let first = self.first_from("SELECT path FROM file WHERE id = ?", files, path)?;
        Ok(Some(first).filter(|id| *id <= files))
    }

    /// The first id of a table whose rows, ids from 1 to `last`, are in byte order of path, that is not before `path`;
    /// `last` + 1 where all are.
    fn first_from(&self, sql: &str, last: u32, path: &str) -> Result<u32, StoreError> {
        let lease = self.pool.lease()?;
        let mut statement = lease.prepare_cached(sql)?;
        let (mut low, mut high) = (1, last + 1);
        while low < high {
            let middle = low.midpoint(high);
            let before = |row: &Row<'_>| Ok(row.get_ref(0)?.as_str()?.as_bytes() < path.as_bytes());
            if statement.query_row([middle], before)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// All files, in byte order of path, so that the one with id `n` is at `n - 1`. A large artifact has tens of thousands:
    /// [`Self::paths`] is the way to look for some.
    pub fn files(&self) -> Result<Vec<FileRow>, StoreError> {
        self.list(&format!("SELECT {} FROM file ORDER BY id", rows::FILE), [], rows::file)
    }

    /// The folder at exactly this path (`""`: the root).
    pub fn folder(&self, path: &str) -> Result<Option<FolderRow>, StoreError> {
        let last = self.one("SELECT max(id) FROM folder", [], |row| row.get::<_, Option<u32>>(0))?.flatten();
        let last = last.unwrap_or(0).min(u32::MAX - 1);
        let id = self.first_from("SELECT path FROM folder WHERE id = ?", last, path)?;
        let found = self.one(&format!("SELECT {} FROM folder WHERE id = ?", rows::FOLDER), [id], rows::folder)?;
        Ok(found.filter(|folder| folder.path == path))
    }

    /// The folders directly inside a folder, by path.
    pub fn subfolders(&self, folder: u32) -> Result<Vec<FolderRow>, StoreError> {
        let sql = format!("SELECT {} FROM folder WHERE parent = ? ORDER BY id", rows::FOLDER);
        self.list(&sql, [folder], rows::folder)
    }

    /// The files directly inside a folder, by path.
    pub fn files_in(&self, folder: u32) -> Result<Vec<FileRow>, StoreError> {
        self.list(&format!("SELECT {} FROM file WHERE folder = ? ORDER BY id", rows::FILE), [folder], rows::file)
    }
}
