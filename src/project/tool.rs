//! Asking a project's own Maven or Gradle for the exact list, on request only: this runs what the project says.
//!
//! Promises: the project's wrapper where there is one, else the program on the path; it is ended, children and all where the
//! system lets us, when its time is over or the work is cancelled; what it prints is read up to a bound.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::listing::Listing;
use super::{LARGEST_FILE, ProjectError, Tests, lines, maven};
use crate::config::Environment;
use crate::fs;
use crate::text::escape::visible_on_one_line;
use crate::text::redact::without_secrets;
use crate::work::Work;

/// How often the cancel flag is looked at.
const BEAT: Duration = Duration::from_millis(50);
/// How long the streams of a tool that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// Lines of what a tool printed that are shown where it fails.
const MOST_LINES: usize = 12;
/// Longest of them, in characters.
const LONGEST_LINE: usize = 500;

/// What is put before each line of the list that Gradle prints.
const MARK: &str = "jardex-lists ";

/// Prints what every configuration that code is compiled or run with resolves to. Gradle before 4.9 has no `register`.
const GRADLE_SCRIPT: &str = r#"
allprojects { project ->
    project.tasks.create("jardexList") {
        doLast {
            project.configurations.findAll { it.canBeResolved && it.name.endsWith("Classpath") }.each { configuration ->
                configuration.incoming.resolutionResult.allComponents.each { component ->
                    def id = component.id
                    if (id.class.simpleName.contains("Module")) {
                        println("jardex-lists " + id.group + ":" + id.module + ":" + id.version + "=" + configuration.name)
                    }
                }
            }
        }
    }
}
"#;

/// Why a tool gave no list.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error("there is no pom.xml and no Gradle build in it")]
    NoBuild,
    #[error("it is built with {0}, and neither its wrapper ({1}) nor {0} on the path is there")]
    NoTool(&'static str, &'static str),
    #[error("{0} could not be started: {1}")]
    NotStarted(String, std::io::Error),
    #[error("{program} took longer than {} s and was ended", .within.as_secs())]
    TooLong { program: String, within: Duration },
    #[error("{0} failed ({1}): {2}")]
    Failed(String, String, String),
    #[error("cancelled")]
    Cancelled,
}

/// What a tool said.
pub struct Answer {
    /// Which tool, for people.
    pub what: &'static str,
    text: String,
}

impl Answer {
    /// The dependencies it lists.
    ///
    /// # Errors
    /// When there is no list in it.
    pub fn listing(&self, tests: Tests) -> Result<Listing, ProjectError> {
        if self.what == GRADLE.what {
            let listed: Vec<&str> = self.text.lines().filter_map(|line| line.strip_prefix(MARK)).collect();
            return lines::gradle_lock(&listed.join("\n"), "", tests);
        }
        maven::read(&self.text, tests)
    }
}

struct Tool {
    name: &'static str,
    what: &'static str,
    wrapper: &'static str,
    program: &'static str,
}

/// The plugin of Maven's that prints the tree: the one that old Mavens take by themselves wants the modules built.
const MAVEN_TREE: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:tree";

const MAVEN: Tool = Tool {
    name: "Maven",
    what: "list of the project's Maven",
    wrapper: if cfg!(windows) { "mvnw.cmd" } else { "mvnw" },
    program: if cfg!(windows) { "mvn.cmd" } else { "mvn" },
};

const GRADLE: Tool = Tool {
    name: "Gradle",
    what: "list of the project's Gradle",
    wrapper: if cfg!(windows) { "gradlew.bat" } else { "gradlew" },
    program: if cfg!(windows) { "gradle.bat" } else { "gradle" },
};

/// Asks the build tool of the project in `folder`. `scratch` is a file that may be written.
///
/// # Errors
/// [`ToolError`].
pub fn ask(
    folder: &Path,
    environment: &Environment,
    scratch: &Path,
    within: Duration,
    work: &Work,
) -> Result<Answer, ToolError> {
    let has = |name: &str| fs::exists(&folder.join(name));
    if has("pom.xml") {
        let program = program(&MAVEN, folder, environment)?;
        // The tree is told by POMs alone: modules that depend on each other need not be built for it.
        let mut command = Command::new(&program);
        command.args(["--batch-mode", MAVEN_TREE]);
        return Ok(Answer { what: MAVEN.what, text: run(&MAVEN, command, folder, within, work)? });
    }
    let is_gradle = ["settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle"].into_iter().any(has);
    if !is_gradle {
        return Err(ToolError::NoBuild);
    }
    let program = program(&GRADLE, folder, environment)?;
    let script = scratch.with_extension("gradle");
    let not_written =
        |error: fs::FsError| ToolError::Failed(GRADLE.name.to_owned(), "its script".to_owned(), error.to_string());
    fs::write_new(&script, GRADLE_SCRIPT.as_bytes()).map_err(not_written)?;
    let mut command = Command::new(&program);
    command.args(["--quiet", "--console=plain", "--init-script"]).arg(&script).arg("jardexList");
    // The script asks the project while it runs, which a stored configuration does not let it. Both names that the switch has
    // had, as properties, since Gradle refuses options that it does not know.
    command.args(["-Dorg.gradle.configuration-cache=false", "-Dorg.gradle.unsafe.configuration-cache=false"]);
    let text = run(&GRADLE, command, folder, within, work);
    let _ = fs::remove_file(&script);
    Ok(Answer { what: GRADLE.what, text: text? })
}

/// The wrapper of the project, else the program on the path.
fn program(tool: &Tool, folder: &Path, environment: &Environment) -> Result<PathBuf, ToolError> {
    // Absolute: a relative one would be looked for from the folder that the process is started in.
    let wrapper = fs::real_path(&folder.join(tool.wrapper)).ok().filter(|path| fs::exists(path));
    let path = environment.get("PATH").map(OsString::from).unwrap_or_default();
    let on_path = || {
        // An empty entry would be the working directory: never taken from there.
        let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
        folders.map(|folder| folder.join(tool.program)).find(|candidate| fs::exists(candidate))
    };
    wrapper.or_else(on_path).ok_or(ToolError::NoTool(tool.name, tool.wrapper))
}

fn run(tool: &Tool, mut command: Command, folder: &Path, within: Duration, work: &Work) -> Result<String, ToolError> {
    let shown = command.get_program().to_string_lossy().into_owned();
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own: it is ended with all it started, and a terminal's Ctrl-C is for jardex to handle.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|error| ToolError::NotStarted(shown.clone(), error))?;
    let (sender, receiver) = mpsc::channel();
    let out = child.stdout.take().map(|stream| read_apart(stream, sender.clone()));
    let err = child.stderr.take().map(|stream| read_apart(stream, sender));
    let deadline = Instant::now() + within;
    let (mut ended, mut last_words) = (0, None);
    let status = loop {
        match child.try_wait() {
            // What it leaves behind may keep its streams open: that is not waited for long.
            Ok(Some(status)) if ended == 2 || last_words.is_some_and(|since: Instant| since.elapsed() > LAST_WORDS) => {
                break status;
            }
            Ok(Some(_)) => last_words = last_words.or_else(|| Some(Instant::now())),
            Ok(None) => {}
            Err(error) => return Err(ToolError::NotStarted(shown, error)),
        }
        if work.is_cancelled() || Instant::now() >= deadline {
            end(&mut child);
            return Err(if work.is_cancelled() {
                ToolError::Cancelled
            } else {
                ToolError::TooLong { program: shown, within }
            });
        }
        match receiver.recv_timeout(BEAT) {
            Ok(()) => ended += 1,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(BEAT),
        }
    };
    if ended < 2 {
        end(&mut child);
    }
    let text = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        let bytes = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (out, err) = (text(out), text(err));
    if status.success() {
        return Ok(out);
    }
    Err(ToolError::Failed(tool.name.to_owned(), status.to_string(), told(&out, &err)))
}

/// What a tool that failed says of why, on one line. It names repositories as the project and settings.xml write them, with
/// user and password: those are left out, before anything is cut in two.
fn told(out: &str, err: &str) -> String {
    let mut told = errors_of_maven(out);
    if told.is_empty() {
        let said = if err.trim().is_empty() { out } else { err };
        told = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        told.drain(..told.len().saturating_sub(MOST_LINES));
    }
    let shown = |line: &str| {
        let line = without_secrets(line);
        match line.char_indices().nth(LONGEST_LINE) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.into_owned(),
        }
    };
    let told = told.into_iter().map(shown).collect::<Vec<_>>().join(" | ");
    visible_on_one_line(&told).into_owned()
}

/// The first lines that Maven marks as errors, without its marks, each once; not the advice it gives after them.
fn errors_of_maven(out: &str) -> Vec<&str> {
    let mut told: Vec<&str> = Vec::new();
    for line in out.lines() {
        let mut text = line;
        while let Some(rest) = ["[ERROR]", "[FATAL]"].iter().find_map(|mark| text.strip_prefix(mark)) {
            text = rest.trim();
        }
        if text.starts_with("To see the full stack trace") || told.len() == MOST_LINES {
            break;
        }
        // Maven says again below which project it is what it said above of where: either is enough.
        let is_new = !told.iter().any(|known| known.starts_with(text) || text.starts_with(known));
        if text.len() < line.len() && !text.is_empty() && is_new {
            told.push(text);
        }
    }
    told
}

/// Reads a stream to its end on a thread of its own, and keeps as much as is allowed.
fn read_apart(mut stream: impl Read + Send + 'static, ended: mpsc::Sender<()>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.by_ref().take(LARGEST_FILE).read_to_end(&mut bytes);
        // The rest is read and forgotten: a tool that waits for its reader would never end.
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
        let _ = ended.send(());
        bytes
    })
}

/// Ends a tool and what it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, killpg};
        if let Ok(group) = i32::try_from(child.id()) {
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}
