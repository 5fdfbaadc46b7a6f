//! The Java program that prints class files: its libraries, its compilation, its runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use jardex::coordinate::Coordinate;
use jardex::maven::layout;

use super::list::{self, Listed};
use crate::place;

/// What the program is compiled and run with: coordinate and SHA-256.
const LIBRARIES: [(&str, &str); 3] = [
    ("org.ow2.asm:asm:9.11.1", "ae4e6e10d59d0a1500317764b21881ad883f8550e33c66e6142f7032c6fb566c"),
    (
        "org.jetbrains.kotlin:kotlin-metadata-jvm:2.4.21",
        "848e8db928d4265c0302ddb95544eb127b52b0be13bd724b31dbee6bc16d8223",
    ),
    ("org.jetbrains.kotlin:kotlin-stdlib:2.4.21", "bd8250210584cb659847dce9cda660f8e9906e5def7fbebcea93dc6dcb6a88a3"),
];

/// The oldest Java that compiles it.
const OLDEST_JAVA: u32 = 17;

/// JARs of one run of the JVM.
const JARS_A_RUN: usize = 8;

/// The compiled program.
pub struct Program {
    class_path: String,
    /// Of the program's text and libraries: what it printed before holds as long as this.
    version: String,
}

impl Program {
    /// The program, compiled where it is not yet; none, with a line that says so, where there is no JDK.
    pub fn ready() -> Option<Self> {
        for tool in ["javac", "java"] {
            let version = version_of(tool);
            if version.is_none_or(|version| version < OLDEST_JAVA) {
                let found = version.map_or("none".to_owned(), |version| version.to_string());
                crate::say(&format!(
                    "skipped: the ground truth needs `{tool}` of Java {OLDEST_JAVA} or later on PATH, found {found}"
                ));
                return None;
            }
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/truth");
        let texts = ["Truth.java", "KotlinTruth.java"].map(|name| folder.join(name));
        let libraries = LIBRARIES.map(|(coordinate, sha256)| library(coordinate, sha256));
        let mut content: Vec<u8> = texts.iter().flat_map(|path| fs::read(path).unwrap()).collect();
        content.extend(LIBRARIES.iter().flat_map(|(_, sha256)| sha256.bytes()));
        let version = jardex::source::digest(&content)[7..23].to_owned();
        let classes = root().join("program").join(&version);
        let joined = |first: Option<&Path>| {
            let paths = first.into_iter().chain(libraries.iter().map(PathBuf::as_path));
            std::env::join_paths(paths).unwrap().into_string().unwrap()
        };
        place::once(&classes, |to| {
            let output = Command::new("javac")
                .args(["-nowarn", "-encoding", "UTF-8", "-cp", &joined(None), "-d"])
                .arg(to)
                .args(&texts)
                .output()
                .unwrap();
            assert!(output.status.success(), "javac: {}", String::from_utf8_lossy(&output.stderr));
        });
        Some(Self { class_path: joined(Some(&classes)), version })
    }

    /// Prints what is not printed yet, for one test after the other: several want the same.
    pub fn print(&self, all: &[Listed]) {
        static PRINTING: Mutex<()> = Mutex::new(());
        let _turn = PRINTING.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = root().join("printed/version");
        if !fs::read_to_string(&stamp).is_ok_and(|before| before == self.version) {
            let _ = fs::remove_dir_all(root().join("printed"));
            fs::create_dir_all(root().join("printed")).unwrap();
            fs::write(stamp, &self.version).unwrap();
        }
        let missing: Vec<&Listed> = all.iter().filter(|listed| !printed(listed).exists()).collect();
        for some in missing.chunks(JARS_A_RUN) {
            let mut java = Command::new("java");
            java.args(["-Xmx1g", "-cp", &self.class_path, "Truth"]);
            for listed in some {
                java.arg(list::class_jar(listed)).arg(printed(listed).with_extension("unfinished"));
            }
            let output = java.output().unwrap();
            assert!(output.status.success(), "java Truth: {}", String::from_utf8_lossy(&output.stderr));
            for listed in some {
                fs::rename(printed(listed).with_extension("unfinished"), printed(listed)).unwrap();
            }
        }
    }
}

/// What the program printed of an artifact.
pub fn printed(listed: &Listed) -> PathBuf {
    root().join("printed").join(format!("{}.tsv", listed.id))
}

fn root() -> PathBuf {
    place::root().join("truth")
}

fn library(coordinate: &str, sha256: &str) -> PathBuf {
    let parsed = Coordinate::parse(coordinate).unwrap();
    let path = root().join("libraries").join(layout::File::CLASSES.name(&parsed));
    place::fetch(&parsed, layout::File::CLASSES, &path);
    let found = jardex::source::digest(&fs::read(&path).unwrap());
    assert_eq!(found, format!("sha256:{sha256}"), "{coordinate} is not what the suite was written with");
    path
}

/// The feature version that a tool of the JDK says it has.
fn version_of(tool: &str) -> Option<u32> {
    let said = Command::new(tool).arg("-version").output().ok()?;
    let said = [said.stdout, said.stderr].concat();
    let text = String::from_utf8_lossy(&said).into_owned();
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    text[digits..].split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
