//! What javac says: the program of `testdata/references/oracle`, compiled once, its output kept for later runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::PoisonError;

use super::list::{self, Library};
use super::tally::Row;
use crate::place;

/// The packages of javac that the program sees into.
const EXPORTS: [&str; 4] = ["api", "code", "tree", "util"];

/// A declaration that is referred to, or that could be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Declared {
    /// `a.b.T#m(Map, String...)`, parameters erased.
    pub symbol: String,
    /// The same with type variables by their names.
    pub written: String,
    /// `library`, `jdk`, or the file name of a JAR.
    pub origin: String,
}

/// What javac says of one library.
#[derive(Debug, Default)]
pub struct Truth {
    /// Files that javac could not attribute, with its reason.
    pub left_out: BTreeMap<String, String>,
    /// Files that it could.
    pub files: BTreeSet<String>,
    /// Rows by declaration; declarations of the library that nothing refers to have none.
    pub rows: BTreeMap<Declared, BTreeSet<Row>>,
    /// What may be said or not: constants of an enum that call its constructor.
    pub neutral: BTreeMap<Declared, BTreeSet<Row>>,
}

/// The compiled program.
pub struct Oracle {
    classes: PathBuf,
    /// Of the program's text and javac: what it printed before holds as long as this.
    version: String,
}

impl Oracle {
    /// The program; none, with a line that says so, where there is no JDK.
    pub fn ready() -> Option<Self> {
        let said = place::other(Command::new("javac").arg("-version"));
        let Some(said) = said else {
            crate::say("skipped: references against javac: there is no `javac` on PATH");
            return None;
        };
        let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/references/oracle/Oracle.java");
        let mut content = fs::read(&text).unwrap();
        content.extend(said);
        let version = jardex::source::digest(&content)[7..23].to_owned();
        let classes = list::root().join("program").join(&version);
        place::once(&classes, |to| {
            let output = Command::new("javac").args(exports()).arg("-d").arg(to).arg(&text).output().unwrap();
            assert!(output.status.success(), "javac: {}", String::from_utf8_lossy(&output.stderr));
        });
        Some(Self { classes, version })
    }

    /// What javac says of a library whose JARs are here.
    pub fn ask(&self, library: &Library) -> Truth {
        let printed = list::root().join("printed").join(&self.version).join(format!("{}.tsv", library.id()));
        let turn = place::turn(&printed);
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        if !printed.exists() {
            fs::create_dir_all(printed.parent().unwrap()).unwrap();
            let jars: Vec<PathBuf> = library.dependencies.iter().map(list::class_jar).collect();
            self.print(&library.unpacked(), &jars, &printed);
        }
        read(&fs::read_to_string(printed).unwrap())
    }

    /// Has what javac says of the sources in a folder printed into a file.
    pub fn print(&self, sources: &Path, jars: &[PathBuf], to: &Path) {
        let unfinished = to.with_extension("unfinished");
        let mut java = Command::new("java");
        java.arg("-Xmx1500m").args(exports()).arg("-cp").arg(&self.classes).arg("Oracle");
        java.arg(sources).arg(std::env::join_paths(jars).unwrap()).arg("UTF-8").arg(&unfinished);
        let output = java.output().unwrap();
        assert!(output.status.success(), "java Oracle: {}", String::from_utf8_lossy(&output.stderr));
        fs::rename(unfinished, to).unwrap();
    }
}

fn exports() -> Vec<String> {
    let export = |package: &&str| {
        ["--add-exports".to_owned(), format!("jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED")]
    };
    EXPORTS.iter().flat_map(export).collect()
}

fn read(text: &str) -> Truth {
    let mut truth = Truth::default();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["U", file, reason] => {
                truth.left_out.insert(file.to_owned(), reason.to_owned());
            }
            ["F", file] => {
                truth.files.insert(file.to_owned());
            }
            ["D", symbol, written] => {
                truth.rows.entry(declared(symbol, written, "library")).or_default();
            }
            ["R", file, line, _, kind, origin, symbol, written, flags] => {
                // Nothing can ask for what has no declaration.
                if flags.contains("implicit") {
                    continue;
                }
                let row = Row { file: file.to_owned(), line: line.parse().unwrap(), kind: kind.to_owned() };
                let all = if flags.contains("enum") { &mut truth.neutral } else { &mut truth.rows };
                all.entry(declared(symbol, written, origin)).or_default().insert(row);
            }
            _ => panic!("the oracle prints no such line: {line}"),
        }
    }
    truth
}

fn declared(symbol: &str, written: &str, origin: &str) -> Declared {
    Declared { symbol: symbol.to_owned(), written: written.to_owned(), origin: origin.to_owned() }
}
