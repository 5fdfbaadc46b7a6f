//! Reading an index: opened read-only and immutable, shared by threads.

use std::path::Path;
use std::sync::Arc;

use super::{FieldRow, FileRow, FolderRow, ImportRow, Meta, MethodRow, PackageRow, SupertypeRow, TypeRow};
use crate::error::Incomplete;

/// Why an index could not be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is damaged: it must be built again.
    #[error("the index is damaged: {0}")]
    Damaged(String),
    /// The system refused to read it; the file may be well.
    #[error("the index cannot be read: {0}")]
    Unreadable(String),
}

/// An open index. Cheap to share; every method may be called from any thread.
pub struct Index {
    meta: Meta,
}

impl Index {
    /// Opens the index file at `path`: read-only, immutable, defensive.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let _ = path;
        unimplemented!()
    }

    /// The facts of the whole artifact.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// All packages in order of name.
    pub fn packages(&self) -> Result<Vec<PackageRow>, StoreError> {
        unimplemented!()
    }

    /// The package of exactly this name.
    pub fn package(&self, name: &str) -> Result<Option<PackageRow>, StoreError> {
        let _ = name;
        unimplemented!()
    }

    /// Types of the packages with these ids (all packages: `None`), by package name, then type name, then part, then file.
    /// Overlays (`release`) only of the release asked for; none asked: only types without a release.
    pub fn types(&self, packages: Option<&[u32]>, release: Option<u32>) -> Result<Vec<TypeRow>, StoreError> {
        let _ = (packages, release);
        unimplemented!()
    }

    /// Every declaration of a qualified name (`a.b.Outer.Inner` or `a.b.Outer$Inner`), overlays left out, parts in order.
    pub fn type_named(&self, qualified: &str) -> Result<Vec<TypeRow>, StoreError> {
        let _ = qualified;
        unimplemented!()
    }

    /// Up to five qualified names close to `name`, best first.
    pub fn similar_types(&self, name: &str) -> Result<Vec<String>, StoreError> {
        let _ = name;
        unimplemented!()
    }

    /// A type by its id.
    pub fn type_by_id(&self, id: u32) -> Result<TypeRow, StoreError> {
        let _ = id;
        unimplemented!()
    }

    /// Types directly inside the type `owner`, in file order.
    pub fn nested_types(&self, owner: u32) -> Result<Vec<TypeRow>, StoreError> {
        let _ = owner;
        unimplemented!()
    }

    /// Supertypes of a type as written, in order.
    pub fn supertypes(&self, type_id: u32) -> Result<Vec<SupertypeRow>, StoreError> {
        let _ = type_id;
        unimplemented!()
    }

    /// Methods of a type in file order.
    pub fn methods(&self, type_id: u32) -> Result<Vec<MethodRow>, StoreError> {
        let _ = type_id;
        unimplemented!()
    }

    /// Fields of a type in file order.
    pub fn fields(&self, type_id: u32) -> Result<Vec<FieldRow>, StoreError> {
        let _ = type_id;
        unimplemented!()
    }

    /// Imports of a file in order.
    pub fn imports(&self, file: u32) -> Result<Vec<ImportRow>, StoreError> {
        let _ = file;
        unimplemented!()
    }

    /// The file at exactly this path.
    pub fn file(&self, path: &str) -> Result<Option<FileRow>, StoreError> {
        let _ = path;
        unimplemented!()
    }

    /// The file with this id.
    pub fn file_by_id(&self, id: u32) -> Result<FileRow, StoreError> {
        let _ = id;
        unimplemented!()
    }

    /// All files below the folder `prefix` (`""`: all), in byte order of path; kept in memory after the first call.
    pub fn files(&self) -> Result<Arc<Vec<FileRow>>, StoreError> {
        unimplemented!()
    }

    /// The folder at exactly this path (`""`: the root).
    pub fn folder(&self, path: &str) -> Result<Option<FolderRow>, StoreError> {
        let _ = path;
        unimplemented!()
    }

    /// The folders directly inside a folder, by path.
    pub fn subfolders(&self, folder: u32) -> Result<Vec<FolderRow>, StoreError> {
        let _ = folder;
        unimplemented!()
    }

    /// The files directly inside a folder, by path.
    pub fn files_in(&self, folder: u32) -> Result<Vec<FileRow>, StoreError> {
        let _ = folder;
        unimplemented!()
    }

    /// The original bytes of a text file.
    pub fn bytes(&self, file: u32) -> Result<Vec<u8>, StoreError> {
        let _ = file;
        unimplemented!()
    }

    /// The decoded text of a text file, byte order mark left out.
    pub fn text(&self, file: u32) -> Result<String, StoreError> {
        let _ = file;
        unimplemented!()
    }

    /// Ids of the text files that hold all of these trigrams (folded codes), in order; a superset is never less.
    pub fn files_with_trigrams(&self, codes: &[u32]) -> Result<Vec<u32>, StoreError> {
        let _ = codes;
        unimplemented!()
    }

    /// Problems of files and of the whole artifact: what, why.
    pub fn problems(&self) -> Result<Vec<Incomplete>, StoreError> {
        unimplemented!()
    }
}
