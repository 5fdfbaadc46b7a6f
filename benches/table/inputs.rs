//! What is measured, fetched once and kept in `target/bench-inputs`.

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jardex::cache::Cache;
use jardex::config::{Flags, Surroundings, load};
use jardex::coordinate::Coordinate;
use jardex::maven::layout;
use jardex::source::repository::{Asking, Repositories};
use jardex::work::Work;
use zip::{ZipArchive, ZipWriter};

use crate::corpus::Corpus;
use crate::say;

const LIST: &str = include_str!("artifacts.txt");
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_jardex");

/// Everything that is measured.
pub struct Inputs {
    /// Every corpus that is one archive. The JDK comes first where there is one.
    pub corpora: Vec<Corpus>,
    /// The artifacts of the set that is indexed one by one.
    pub hundred: Vec<Corpus>,
}

impl Inputs {
    /// Fetches what is missing.
    pub fn gather() -> Self {
        fs::create_dir_all(root().join("none")).unwrap();
        let repositories = repositories();
        let mut corpora: Vec<Corpus> = jdk().into_iter().collect();
        for set in ["spring-core", "guava", "ktor", "kotlin"] {
            let jars: Vec<_> = listed(set).iter().map(|listed| fetch(&repositories, listed)).collect();
            corpora.push(match &jars[..] {
                [(coordinate, jar)] => Corpus::new(set, &coordinate.to_string(), jar),
                jars => Corpus::new(set, &format!("bench:{set}:1"), &joined(set, jars)),
            });
        }
        let hundred = listed("hundred");
        let hundred = hundred.iter().map(|listed| fetch(&repositories, listed));
        let hundred = hundred.map(|(at, jar)| Corpus::new(at.artifact(), &at.to_string(), &jar)).collect();
        Self { corpora, hundred }
    }

    /// The corpus of this name, where there is one.
    pub fn corpus(&self, name: &str) -> Option<&Corpus> {
        self.corpora.iter().find(|corpus| corpus.name == name)
    }
}

/// Every artifact of the list.
pub fn many() -> Vec<Corpus> {
    fs::create_dir_all(root().join("none")).unwrap();
    let repositories = repositories();
    let all = coordinates(|_| true);
    let all = all.iter().map(|coordinate| fetch(&repositories, coordinate));
    all.map(|(at, jar)| Corpus::new(at.artifact(), &at.to_string(), &jar)).collect()
}

/// Where inputs, and homes that are measured in, lie.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench-inputs")
}

/// The program, in this home, seeing no local repository but that of the bench.
pub fn jardex(home: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.env("JARDEX_HOME", home).env("JARDEX_LOG", "error").env("JARDEX_OFFLINE", "true");
    command.env("JARDEX_MAVEN_LOCAL", root().join("m2")).env("GRADLE_USER_HOME", root().join("none"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A home of this name with nothing in it.
pub fn empty_home(name: &str) -> PathBuf {
    let home = root().join("homes").join(name);
    if home.exists() {
        fs::remove_dir_all(&home).unwrap();
    }
    fs::create_dir_all(&home).unwrap();
    home
}

/// The coordinates of a set.
fn listed(set: &str) -> Vec<Coordinate> {
    coordinates(|sets| sets.split(',').any(|name| name == set))
}

fn coordinates(wanted: impl Fn(&str) -> bool) -> Vec<Coordinate> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(' '));
    pairs
        .filter(|(sets, _)| wanted(sets))
        .map(|(_, coordinate)| Coordinate::parse(coordinate.trim()).unwrap())
        .collect()
}

/// The program's own client: mirrors and proxies of the user hold, and published checksums are compared.
fn repositories() -> Repositories {
    let mut surroundings = Surroundings::of_process();
    let inherited = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let own = [
        ("JARDEX_HOME", root().join("downloads")),
        ("JARDEX_MAVEN_LOCAL", root().join("none")),
        ("GRADLE_USER_HOME", root().join("none")),
        ("JARDEX_OFFLINE", "false".into()),
    ];
    let own = own.into_iter().map(|(name, value)| (name.to_owned(), value.into_os_string()));
    surroundings.environment = inherited.chain(own).collect();
    let config = load(&Flags::default(), &surroundings).unwrap();
    Repositories::open(&config, &Cache::at(config.home.clone()))
}

/// The sources of an artifact, laid out as in a local repository, where the measured program finds them.
fn fetch(repositories: &Repositories, coordinate: &Coordinate) -> (Coordinate, PathBuf) {
    let path = layout::local_path(&root().join("m2"), coordinate, layout::File::SOURCES).unwrap();
    if !path.exists() {
        say(&format!("fetching {coordinate}"));
        let found = repositories.locate(coordinate, Asking::ByTheWay, &Work::default());
        let found = found.unwrap_or_else(|error| panic!("{coordinate} cannot be had: {error}"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let staged = path.with_extension("part");
        fs::copy(found.path, &staged).unwrap();
        fs::rename(staged, &path).unwrap();
    }
    (coordinate.clone(), path)
}

/// One archive of several, each in a folder of its own, packed as they were.
fn joined(set: &str, jars: &[(Coordinate, PathBuf)]) -> PathBuf {
    let path = root().join(format!("{set}.zip"));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (coordinate, jar) in jars {
        let mut archive = ZipArchive::new(fs::File::open(jar).unwrap()).unwrap();
        for at in 0..archive.len() {
            let entry = archive.by_index_raw(at).unwrap();
            if !entry.is_dir() {
                let name = format!("{}/{}", coordinate.artifact(), entry.name().unwrap());
                zip.raw_copy_file_rename(entry, name).unwrap();
            }
        }
    }
    fs::write(&path, zip.finish().unwrap().into_inner()).unwrap();
    path
}

/// The sources of the newest JDK on this machine.
fn jdk() -> Option<Corpus> {
    let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME").into_iter().map(PathBuf::from).collect();
    let compilers =
        std::env::var_os("PATH").into_iter().flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let compilers = compilers.filter_map(|folder| fs::canonicalize(folder.join("javac")).ok());
    homes.extend(compilers.filter_map(|javac| Some(javac.parent()?.parent()?.to_owned())));
    for folder in ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        homes.extend(entries.flat_map(|entry| [entry.path(), entry.path().join("Contents/Home")]));
    }
    let found = homes.iter().filter_map(|home| {
        let archive = fs::canonicalize(home.join("lib/src.zip")).ok()?;
        let mut release = String::new();
        fs::File::open(home.join("release")).ok()?.read_to_string(&mut release).ok()?;
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?.trim_matches('"').to_owned();
        let major: u32 = version.split('.').next()?.parse().ok()?;
        Some((major, version, archive))
    });
    let Some((_, version, archive)) = found.max() else {
        say("no JDK with a src.zip was found (JAVA_HOME, PATH, /usr/lib/jvm): its rows are left out");
        return None;
    };
    Some(Corpus::new("jdk", &format!("jdk:jdk:{version}"), &archive))
}
