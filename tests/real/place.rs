//! Where downloads, indexes and unpacked archives lie between two runs, and how they get there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use jardex::cache::Cache;
use jardex::config::{Flags, Surroundings, load};
use jardex::coordinate::Coordinate;
use jardex::fetch::Request;
use jardex::maven::layout;
use jardex::source::repository::{Asking, Repositories, Route};
use jardex::work::Work;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::artifacts::{ALL, Artifact};
use crate::home::PROGRAM;

/// An artifact that is indexed, with its sources beside it.
pub struct Ready {
    pub artifact: &'static Artifact,
    pub coordinate: String,
    /// What `unzip` makes of the sources JAR.
    pub unpacked: PathBuf,
    /// The files in it, sorted, as `unzip` lists them; an entry that is there twice once.
    pub files: Vec<String>,
}

/// What a command gave, bytes as they came.
pub struct Gave {
    pub code: i32,
    pub out: Vec<u8>,
    pub err: String,
}

/// The folder of everything, made on first use.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real");
        fs::create_dir_all(root.join("nothing")).unwrap();
        renew(&root);
        root
    })
}

/// The local repository of the Maven that judges, for one test at a time: what a case is about is taken out of it before each
/// run, and no Maven expects that another one changes it meanwhile.
pub fn maven_local() -> MutexGuard<'static, PathBuf> {
    static LOCAL: LazyLock<Mutex<PathBuf>> = LazyLock::new(|| Mutex::new(root().join("m2")));
    LOCAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An index of another build may hold what that build thought: downloads stay, the rest goes.
fn renew(root: &Path) {
    let stamp = root.join("program.sha256");
    let now = sha256(Path::new(PROGRAM));
    if fs::read_to_string(&stamp).is_ok_and(|before| before == now) {
        return;
    }
    for folder in ["home/code", "home/registry-v1"] {
        let folder = root.join(folder);
        if folder.exists() {
            fs::remove_dir_all(folder).unwrap();
        }
    }
    fs::write(stamp, now).unwrap();
}

fn sha256(path: &Path) -> String {
    let mut digest = Sha256::new();
    let mut file = File::open(path).unwrap();
    let mut piece = vec![0; 1 << 20];
    loop {
        match file.read(&mut piece).unwrap() {
            0 => return digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
            length => digest.update(&piece[..length]),
        }
    }
}

/// The environment of this process, save that nothing local stands in for a download. Proxies, trust roots and the mirrors
/// of the user's settings.xml hold: many people reach Maven Central only so.
fn own_variables() -> Vec<(&'static str, PathBuf)> {
    let nothing = root().join("nothing");
    vec![
        ("JARDEX_HOME", root().join("home")),
        ("JARDEX_OFFLINE", "false".into()),
        ("JARDEX_LOG", "error".into()),
        ("JARDEX_MAVEN_LOCAL", nothing.clone()),
        ("GRADLE_USER_HOME", nothing),
    ]
}

/// The program.
pub fn jardex() -> Command {
    let mut command = Command::new(PROGRAM);
    command.envs(own_variables()).stdin(Stdio::null());
    command
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Gave {
    let output = jardex().args(arguments).output().unwrap();
    Gave {
        code: output.status.code().unwrap(),
        out: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The answer of a command, as JSON; it has to be a success.
pub fn json(arguments: &[&str]) -> Value {
    let gave = run(&[arguments, &["--json"]].concat());
    let shown = || format!("jardex {} --json: {}\n{}", arguments.join(" "), gave.err, head(&gave.out));
    let answer: Value = serde_json::from_slice(&gave.out).unwrap_or_else(|_| panic!("{}", shown()));
    assert_eq!(answer["status"], "success", "{}", shown());
    answer
}

fn head(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned()
}

/// Runs another program to its end; none where it is not on this machine.
pub fn other(command: &mut Command) -> Option<Vec<u8>> {
    match command.stdin(Stdio::null()).output() {
        Ok(output) => Some(output.stdout),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => panic!("{command:?}: {error}"),
    }
}

/// The artifact, downloaded, indexed and unpacked, once a process.
pub fn ready(artifact: &'static Artifact) -> &'static Ready {
    static READY: OnceLock<Vec<OnceLock<Ready>>> = OnceLock::new();
    let all = READY.get_or_init(|| ALL.iter().map(|_| OnceLock::new()).collect());
    let at = ALL.iter().position(|other| std::ptr::eq(other, artifact)).unwrap();
    all[at].get_or_init(|| make_ready(artifact))
}

fn make_ready(artifact: &'static Artifact) -> Ready {
    let coordinate = artifact.coordinate();
    json(&["types", &coordinate]);
    let repositories = repositories();
    let parsed = Coordinate::parse(&coordinate).unwrap();
    let sources = repositories.locate(&parsed, Asking::ByTheWay, &Work::default()).unwrap().path;
    let unpacked = folder("unpacked", artifact);
    once(&unpacked, |to| unzip(&sources, to));
    let files = entries(&sources);
    Ready { artifact, coordinate, unpacked, files }
}

/// The folder of this kind for an artifact.
pub fn folder(kind: &str, artifact: &Artifact) -> PathBuf {
    root().join(kind).join(format!("{}-{}", artifact.id, artifact.version))
}

/// Fills a folder once, for this run and those to come.
pub fn once(folder: &Path, fill: impl FnOnce(&Path)) {
    let turn = turn(folder);
    let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
    if folder.exists() {
        return;
    }
    let unfinished = folder.with_extension("unfinished");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).unwrap();
    }
    fs::create_dir_all(&unfinished).unwrap();
    fill(&unfinished);
    fs::rename(unfinished, folder).unwrap();
}

/// Whose turn it is to make something that several tests want: the others wait, and find it. Who failed left nothing.
pub fn turn(path: &Path) -> Arc<Mutex<()>> {
    static TURNS: LazyLock<Mutex<HashMap<PathBuf, Arc<Mutex<()>>>>> = LazyLock::new(Mutex::default);
    Arc::clone(TURNS.lock().unwrap().entry(path.to_owned()).or_default())
}

/// Unpacks an archive.
pub fn unzip(archive: &Path, to: &Path) {
    let status = Command::new("unzip").args(["-qq", "-o"]).arg(archive).arg("-d").arg(to).status();
    let status = status.expect("the suite needs unzip");
    assert!(status.success(), "unzip {}: {status}", archive.display());
}

/// The files of an archive, sorted, as `unzip` lists them.
pub fn entries(archive: &Path) -> Vec<String> {
    let listed = other(Command::new("unzip").arg("-Z1").arg(archive)).expect("the suite needs unzip");
    let listed = String::from_utf8(listed).unwrap();
    let mut files: Vec<String> = listed.lines().filter(|name| !name.ends_with('/')).map(str::to_owned).collect();
    files.sort();
    files.dedup();
    files
}

/// The repositories of this machine's settings, opened once.
pub fn repositories() -> &'static Repositories {
    static OPEN: OnceLock<Repositories> = OnceLock::new();
    OPEN.get_or_init(|| {
        let mut surroundings = Surroundings::of_process();
        let inherited = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
        let own = own_variables().into_iter().map(|(name, value)| (name.to_owned(), value.into_os_string()));
        surroundings.environment = inherited.chain(own).collect();
        let config = load(&Flags::default(), &surroundings).unwrap();
        Repositories::open(&config, &Cache::at(config.home.clone()))
    })
}

/// The class JAR of an artifact.
pub fn class_jar(artifact: &'static Artifact) -> PathBuf {
    let path = folder("classes", artifact).join("classes.jar");
    fetch(&Coordinate::parse(&artifact.coordinate()).unwrap(), layout::File::CLASSES, &path);
    path
}

/// Sees to it that a file of a coordinate is at `to`: downloaded once by jardex's own client, which compares the checksum
/// that the repository publishes.
pub fn fetch(coordinate: &Coordinate, file: layout::File<'_>, to: &Path) {
    if to.exists() {
        return;
    }
    let route = |remote: &jardex::source::repository::Remote| match &remote.route {
        Route::Http(url) => Some(layout::url(url, coordinate, file)),
        _ => None,
    };
    let url = repositories().remotes().iter().find_map(route).expect("a repository over HTTP");
    let folder = to.parent().unwrap();
    fs::create_dir_all(folder).unwrap();
    // A name of its own: two tests may want the same file at once.
    let mut unfinished = tempfile::NamedTempFile::new_in(folder).unwrap();
    let request = Request { url: url.clone(), ..Request::default() };
    let outcome = repositories().client().download(&request, unfinished.as_file_mut(), &Work::default());
    outcome.unwrap_or_else(|error| panic!("{url}: {error}"));
    unfinished.persist(to).unwrap();
}

/// `lib/src.zip` of each JDK: that of `JAVA_HOME`, and those where Linux distributions put them; sorted by their paths.
pub fn jdk_sources() -> Vec<PathBuf> {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let installed = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        home.into_iter().chain(installed).map(|home| home.join("lib/src.zip")).filter(|path| path.is_file()).collect();
    found.sort();
    found.dedup();
    found
}
