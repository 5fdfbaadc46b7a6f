//! The explorer in this process, asked through the table of tools as an MCP client asks.
#![allow(dead_code, clippy::unwrap_used, clippy::disallowed_methods, reason = "each test file uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jardex::cache::Cache;
use jardex::coordinate::Coordinate;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::tools::{Call, args, budget, find};
use jardex::work::Work;
use serde_json::{Value, json};

use crate::repositories::Home;
use crate::server::Server;
use crate::zip::{Item, archive};

/// What every test artifact is called that needs no other name.
pub const LIB: &str = "org.example:lib:1.0";

/// A home with a cache, and explorers over it.
pub struct Library {
    pub home: Home,
}

impl Library {
    /// With the network off.
    pub fn new() -> Self {
        let mut home = Home::new();
        home.config.offline = true;
        home.config.threads = 2;
        Self { home }
    }

    /// With a server as mirror of Maven Central.
    pub fn behind(server: &Server) -> Self {
        Self { home: Home::mirrored(server) }
    }

    /// An explorer that knows nothing of those before it: what another process would have. Directories are compared at
    /// every question.
    pub fn explorer(&self) -> Explorer {
        let program = Program(PathBuf::from(env!("CARGO_BIN_EXE_jardex")));
        Explorer::new(self.home.config.clone(), program, None).comparing_after(Duration::ZERO)
    }

    /// One question to an explorer of its own.
    pub fn ask(&self, tool: &str, arguments: Value) -> Value {
        ask(&self.explorer(), tool, arguments)
    }

    /// Registers what lies at a path below the home.
    pub fn register(&self, below: &str) -> Value {
        self.ask("register_source", of(LIB, json!({"source_uri": self.home.path(below)})))
    }

    /// Names of the types of [`LIB`], or the status of the failure.
    pub fn types(&self) -> Vec<String> {
        types(&self.explorer(), LIB)
    }

    pub fn record_file(&self) -> PathBuf {
        self.cache().record_file(&Coordinate::parse(LIB).unwrap())
    }

    pub fn record(&self) -> Value {
        serde_json::from_slice(&fs::read(self.record_file()).unwrap()).unwrap()
    }

    /// Changes the record as text.
    pub fn edit_record(&self, change: impl FnOnce(&mut Value)) {
        let mut record = self.record();
        change(&mut record);
        fs::write(self.record_file(), format!("{record}\n")).unwrap();
    }

    /// The index files of [`LIB`].
    pub fn indexes(&self) -> Vec<PathBuf> {
        let listed = self.cache().index_files(&Coordinate::parse(LIB).unwrap()).unwrap();
        listed.into_iter().map(|(_, path)| path).collect()
    }

    /// The one index file of [`LIB`].
    pub fn index(&self) -> PathBuf {
        let [index] = &self.indexes()[..] else { panic!("one index file, not {:?}", self.indexes()) };
        index.clone()
    }

    pub fn cache(&self) -> Cache {
        Cache::at(self.home.config.home.clone())
    }
}

/// The JSON of an answer or a failure.
pub fn ask(explorer: &Explorer, tool: &str, arguments: Value) -> Value {
    let tool = find(tool).unwrap();
    let Value::Object(given) = arguments else { panic!("arguments are an object") };
    let work = Work::default();
    let answer = args::check(tool, given)
        .and_then(|args| (tool.run)(&Call { explorer, args: &args, work: &work, cap: Some(budget::USUAL) }));
    match answer {
        Ok(answer) => answer.json(),
        Err(failure) => serde_json::to_value(failure).unwrap(),
    }
}

/// Arguments with a coordinate.
pub fn of(coordinate: &str, mut arguments: Value) -> Value {
    let coordinate = Coordinate::parse(coordinate).unwrap();
    arguments["group_id"] = json!(coordinate.group());
    arguments["artifact_id"] = json!(coordinate.artifact());
    arguments["version"] = json!(coordinate.version());
    arguments
}

/// Names of the types of an artifact, or the status of the failure.
pub fn types(explorer: &Explorer, coordinate: &str) -> Vec<String> {
    let answer = ask(explorer, "list_types", of(coordinate, json!({})));
    match answer["types"].as_array() {
        Some(types) => types.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect(),
        None => vec![answer["status"].as_str().unwrap().to_owned()],
    }
}

/// A JAR of one Java class for each name, of package `a`.
pub fn jar_of(classes: &[&str]) -> Vec<u8> {
    let texts: Vec<String> = classes.iter().map(|name| class(name)).collect();
    let items: Vec<Item> = classes
        .iter()
        .zip(&texts)
        .map(|(name, text)| Item::deflated(&format!("a/{name}.java"), text.as_bytes()))
        .collect();
    archive(&items)
}

pub fn class(name: &str) -> String {
    format!(
        "package a;\n\n/** The class {name}. */\npublic class {name} {{\n  int size() {{ return {}; }}\n}}\n",
        name.len()
    )
}

/// Every file below a folder with its bytes.
pub fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}
