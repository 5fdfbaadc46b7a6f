//! A user's home with a cache and a configuration, and an artifact to look for.
#![allow(dead_code, clippy::unwrap_used, clippy::format_collect, clippy::disallowed_methods, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use jardex::cache::Cache;
use jardex::config::{Config, Repository};
use jardex::coordinate::Coordinate;
use jardex::error::Failure;
use jardex::source::repository::{Asking, Found, Repositories, RepositoryError};
use jardex::work::Work;
use sha1::{Digest, Sha1};
use tempfile::TempDir;

use crate::server::Server;
use crate::zip;

pub const SOURCES: &str = "/maven/org/example/lib/1.0/lib-1.0-sources.jar";
pub const CLASSES: &str = "/maven/org/example/lib/1.0/lib-1.0.jar";
pub const ANDROID: &str = "/maven/org/example/lib/1.0/lib-1.0.aar";
pub const POM: &str = "/maven/org/example/lib/1.0/lib-1.0.pom";

pub fn lib() -> Coordinate {
    Coordinate::parse("org.example:lib:1.0").unwrap()
}

pub fn jar(text: &str) -> Vec<u8> {
    zip::archive(&[zip::Item::stored("a/A.java", text.as_bytes())])
}

pub fn sha1(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A home with a cache, an empty user home, and a configuration that knows no server but the one in it.
pub struct Home {
    folder: TempDir,
    pub config: Config,
}

impl Home {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::at(folder.path().join("cache"));
        config.user_home = Some(folder.path().to_path_buf());
        config.gradle_home = Some(folder.path().join(".gradle"));
        config.maven_settings = vec![folder.path().join(".m2/settings.xml")];
        Self { folder, config }
    }

    /// With the server as mirror of Maven Central: how users behind a company's server are set up.
    pub fn mirrored(server: &Server) -> Self {
        let home = Self::new();
        home.settings(&mirror("central", &server.url("/maven"), ""));
        home
    }

    /// With the server as a repository of its own, which may have SNAPSHOTs: Maven Central and its mirrors have none.
    pub fn with_repository(server: &Server) -> Self {
        let mut home = Self::new();
        home.add_repository(&server.url("/maven"));
        home
    }

    pub fn add_repository(&mut self, url: &str) {
        self.config.repositories = vec![Repository { id: "company".to_owned(), url: url.to_owned() }];
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub fn write(&self, below: &str, bytes: &[u8]) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn settings(&self, body: &str) {
        self.write(".m2/settings.xml", format!("<settings>{body}</settings>").as_bytes());
    }

    pub fn repositories(&self) -> Repositories {
        Repositories::open(&self.config, &Cache::at(self.config.home.clone()))
    }

    pub fn locate(&self, asking: Asking) -> Result<Found, RepositoryError> {
        self.repositories().locate(&lib(), asking, &Work::default())
    }

    pub fn found(&self, asking: Asking) -> Found {
        self.locate(asking).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The failure a caller gets: its status and message.
    pub fn failure(&self, asking: Asking) -> (&'static str, String) {
        let failure = Failure::from(self.locate(asking).unwrap_err());
        (failure.status.as_str(), failure.message)
    }

    /// The same with nothing downloaded before.
    pub fn failure_of_a_fresh_cache(&self) -> (&'static str, String) {
        let _ = fs::remove_dir_all(&self.config.home);
        self.failure(Asking::Explicitly)
    }

    /// Every file below the cache but its tag, by name.
    pub fn cached(&self) -> Vec<String> {
        let mut folders = vec![self.config.home.clone()];
        let mut names = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { names.push(name(&path)) }
            }
        }
        names.retain(|name| name != "CACHEDIR.TAG");
        names.sort();
        names
    }
}

pub fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

pub fn mirror(of: &str, url: &str, more: &str) -> String {
    format!("<mirrors><mirror><id>company</id><mirrorOf>{of}</mirrorOf><url>{url}</url>{more}</mirror></mirrors>")
}

/// The text of the one file of the JAR that was found.
pub fn text(found: &Found) -> String {
    String::from_utf8(found.source.tree.read(0).unwrap()).unwrap()
}
