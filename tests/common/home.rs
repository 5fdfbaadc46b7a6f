//! A home of its own for every test: an empty environment, empty folders, no network.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::disallowed_methods, reason = "tests look at files")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// The built program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_jardex");

/// Folders for one test, removed with it.
pub struct Home {
    root: TempDir,
}

/// What a command gave.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Home {
    pub fn new() -> Self {
        let root = TempDir::new().expect("a temporary folder");
        std::fs::create_dir(root.path().join("user")).expect("a home folder");
        Self { root }
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.root.path().join(below)
    }

    /// The cache root of the commands of [`Home::command`].
    pub fn cache(&self) -> PathBuf {
        self.path("cache")
    }

    pub fn write(&self, below: &str, text: &str) -> PathBuf {
        let path = self.path(below);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// The program with a bare environment: only the home folder is known.
    pub fn bare(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command.env_clear().current_dir(self.root.path()).env("HOME", self.path("user"));
        command.env("USERPROFILE", self.path("user")).env("LOCALAPPDATA", self.path("user"));
        if let Some(root) = std::env::var_os("SYSTEMROOT") {
            command.env("SYSTEMROOT", root);
        }
        command
    }

    /// The program with its cache in this home, and the network off.
    pub fn command(&self) -> Command {
        let mut command = self.bare();
        command.env("JARDEX_HOME", self.cache()).env("JARDEX_OFFLINE", "true");
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command().args(arguments))
    }

    /// The answer of a command.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let Ran { out, err, .. } = self.run(&[arguments, &["--json"]].concat());
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}{err}"))
    }
}

/// Runs a command to its end.
pub fn ran(command: &mut Command) -> Ran {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: status.code().expect("an exit code"), out: text(stdout), err: text(stderr) }
}

/// A path as a text.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}
