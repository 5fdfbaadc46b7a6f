//! One archive of sources and what is in it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use jardex::model::Language;
use zip::ZipArchive;

use crate::inputs::{jardex, root};

/// An archive that is indexed as one artifact.
pub struct Corpus {
    pub name: String,
    /// `group:artifact:version`.
    pub coordinate: String,
    pub archive: PathBuf,
}

/// A file in memory.
pub struct File {
    pub path: String,
    /// None for what jardex does not parse.
    pub language: Option<Language>,
    pub bytes: Vec<u8>,
}

impl Corpus {
    pub fn new(name: &str, coordinate: &str, archive: &Path) -> Self {
        Self { name: name.to_owned(), coordinate: coordinate.to_owned(), archive: archive.to_owned() }
    }

    /// Group, artifact and version.
    pub fn parts(&self) -> [&str; 3] {
        let mut parts = self.coordinate.splitn(3, ':');
        [(); 3].map(|()| parts.next().unwrap())
    }

    /// Every text file, inflated: a NUL among the first 8 KiB makes a file binary.
    pub fn files(&self) -> Vec<File> {
        let mut archive = ZipArchive::new(fs::File::open(&self.archive).unwrap()).unwrap();
        let mut files = Vec::new();
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).unwrap();
            let path = entry.name().unwrap().into_owned();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            if !entry.is_dir() && !bytes[..bytes.len().min(8192)].contains(&0) {
                files.push(File { language: Language::of_file(&path), path, bytes });
            }
        }
        files
    }

    /// How many Java and Kotlin files there are.
    pub fn sources(&self) -> usize {
        let archive = ZipArchive::new(fs::File::open(&self.archive).unwrap()).unwrap();
        archive.file_names().flatten().filter(|name| Language::of_file(name).is_some()).count()
    }

    /// Registers it in this home; the archive is read where it is.
    pub fn register(&self, home: &Path) {
        let status = jardex(home).arg("add").arg(&self.coordinate).arg(&self.archive).arg("--no-index").status();
        assert!(status.unwrap().success(), "{} cannot be registered", self.coordinate);
    }

    /// A home in which it is indexed by the program as it is now.
    pub fn indexed(&self) -> PathBuf {
        let home = crate::inputs::empty_home(&format!("indexed-{}", self.name));
        self.register(&home);
        assert!(jardex(&home).args(["index", &self.coordinate]).status().unwrap().success());
        home
    }

    /// Its files as plain files: unzipped on first use.
    pub fn unpacked(&self) -> PathBuf {
        let folder = root().join("unpacked").join(&self.name);
        if !folder.exists() {
            unzip(&self.archive, &folder);
        }
        folder
    }
}

/// `unzip` to a folder; false where it is not installed.
pub fn unzip(archive: &Path, folder: &Path) -> bool {
    fs::create_dir_all(folder).unwrap();
    let status = Command::new("unzip").args(["-qq", "-o"]).arg(archive).arg("-d").arg(folder).status();
    status.is_ok_and(|status| status.success())
}
