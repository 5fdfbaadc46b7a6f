//! Precedence: flag over variable over file over default, one setting at a time.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::file::{self, File};
use super::maven::Maven;
use super::settings::{
    ALL_TOOLS, DEFAULT_DECOMPILER_DEADLINE, DEFAULT_DOWNLOAD_DEADLINE, DEFAULT_LOG, DEFAULT_MAX_DOWNLOAD, DEFAULT_SSH,
    Kind, Setting, find,
};
use super::surroundings::Surroundings;
use super::{Config, Format, Origin, Repository, RepositoryGroups, Resolved, place, value};
use crate::error::{Failure, Status};
use crate::fs::{self, FileKind};

/// The name of the configuration file in the cache root.
const FILE_NAME: &str = "config.toml";

/// What the command line says about settings.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// `--config`: this file instead of the one in the cache root.
    pub config: Option<PathBuf>,
    /// Setting name and value.
    pub values: Vec<(&'static str, OsString)>,
}

/// Resolves every setting.
///
/// # Errors
/// `invalid_argument` for a value that is not allowed, a key that no setting has, a named file that cannot be read, and
/// where there is no home folder and nothing names the cache root; `not_permitted` for a cache root that is no folder, or that
/// this user may not enter. The message names the place.
pub fn load(flags: &Flags, surroundings: &Surroundings) -> Result<Config, Failure> {
    let named = match &flags.config {
        Some(path) => Some(named_file(path, surroundings)?),
        None => None,
    };
    let maven = Maven::read(surroundings);
    let mut chooser = Chooser { flags, surroundings, maven, file: named, resolved: Vec::new() };
    let home = chooser.home()?;
    check_folder(&home)?;
    if chooser.file.is_none()
        && let Some(found) = file_in(&home)?
    {
        if let Some(entry) = found.entries.iter().find(|entry| entry.setting.name == "home") {
            let message =
                format!("{} line {}: home cannot be set by a file that lies in it", found.path.display(), entry.line);
            let hint = "use --home, JARDEX_HOME, or a file named by --config";
            return Err(Failure::new(Status::InvalidArgument, message).hint(hint));
        }
        chooser.file = Some(found);
    }
    chooser.rest(home)
}

/// A cache root that is a file, or is to lie in one, is no cache: without this it is one that holds nothing yet.
fn check_folder(home: &Path) -> Result<(), Failure> {
    let there = home.ancestors().find_map(|path| Some((path, fs::kind_of(path).ok()?)));
    let Some((path, _)) = there.filter(|(_, kind)| *kind != FileKind::Folder) else { return Ok(()) };
    let message = format!("the cache {} cannot be used: {} is no folder", home.display(), path.display());
    Err(Failure::new(Status::NotPermitted, message)
        .hint("point JARDEX_HOME or --home at a folder; one that is missing is made"))
}

/// The configuration file in the cache root. A root that may not be entered is no cache for this user: that is told, and not
/// that a file in it cannot be read, which may not be there at all.
fn file_in(home: &Path) -> Result<Option<File>, Failure> {
    let path = home.join(FILE_NAME);
    let Some(closed) = fs::closed_folder(&path) else { return file::read(&path) };
    let message = format!("the cache {} cannot be read: this user may not enter {}", home.display(), closed.display());
    let hint = "let this user read it (`chmod -R a+rX` does), or point JARDEX_HOME at another folder";
    Err(Failure::new(Status::NotPermitted, message).hint(hint))
}

fn named_file(path: &Path, surroundings: &Surroundings) -> Result<File, Failure> {
    let path = place::absolute(path.as_os_str(), &surroundings.working_folder, surroundings.user_home.as_deref());
    file::read(&path)?.ok_or_else(|| Failure::argument("--config", format_args!("there is no file {}", path.display())))
}

/// A value that was found, before it is understood.
struct Found {
    setting: &'static Setting,
    text: OsString,
    origin: Origin,
}

impl Found {
    fn refuse(&self, why: impl std::fmt::Display) -> Failure {
        Failure::argument(&self.origin.place(self.setting), why)
    }

    fn text(&self) -> Result<&str, Failure> {
        self.text.to_str().ok_or_else(|| self.refuse("is not UTF-8"))
    }

    /// Understands the text by `read`, whose refusal becomes the failure.
    fn read<T>(&self, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Failure> {
        read(self.text()?).map_err(|why| self.refuse(why))
    }
}

struct Chooser<'a> {
    flags: &'a Flags,
    surroundings: &'a Surroundings,
    maven: Maven,
    file: Option<File>,
    resolved: Vec<Resolved>,
}

impl Chooser<'_> {
    /// The value of a setting by precedence; none when nothing sets it.
    fn find(&self, name: &'static str) -> Option<Found> {
        let setting = find(name).expect("every name in this file is a row of the table");
        let flag = self.flags.values.iter().rev().find(|(given, _)| *given == name);
        if let Some((_, text)) = flag {
            return Some(Found { setting, text: text.clone(), origin: Origin::Flag(setting.flag) });
        }
        if let Some(text) = self.surroundings.environment.get(setting.variable) {
            return Some(Found { setting, text: text.to_owned(), origin: Origin::Variable(setting.variable) });
        }
        let file = self.file.as_ref()?;
        let entry = file.entries.iter().find(|entry| entry.setting.name == name)?;
        let origin = Origin::File(file.path.clone(), entry.line);
        Some(Found { setting, text: OsString::from(&entry.text), origin })
    }

    /// Notes what holds, for `jardex config`.
    fn note(&mut self, name: &'static str, value: Value, origin: Option<Origin>) {
        let setting = find(name).expect("every name in this file is a row of the table");
        self.resolved.push(Resolved { setting, value, origin: origin.unwrap_or(Origin::Default) });
    }

    /// Reads a setting: `read` for what is set, `default` else; `shown` for people.
    fn choose<T>(
        &mut self,
        name: &'static str,
        default: T,
        read: impl FnOnce(&Setting, &str) -> Result<T, String>,
        shown: impl FnOnce(&T) -> Value,
    ) -> Result<T, Failure> {
        let (chosen, origin) = match self.find(name) {
            Some(found) => (found.read(|text| read(found.setting, text))?, Some(found.origin)),
            None => (default, None),
        };
        self.note(name, shown(&chosen), origin);
        Ok(chosen)
    }

    fn switch(&mut self, name: &'static str, default: bool) -> Result<bool, Failure> {
        self.choose(name, default, |_, text| value::switch(text), |switch| json!(switch))
    }

    fn text(&mut self, name: &'static str, default: &str) -> Result<String, Failure> {
        self.choose(name, default.to_owned(), |_, text| Ok(text.trim().to_owned()), |text| json!(text))
    }

    /// A path that is set, absolute.
    fn path(&self, name: &'static str) -> Result<Option<(PathBuf, Origin)>, Failure> {
        let Some(found) = self.find(name) else { return Ok(None) };
        if found.text.is_empty() {
            return Err(found.refuse("is empty; it takes a path"));
        }
        let base = match &found.origin {
            Origin::File(file, _) => file.parent().unwrap_or(Path::new("")),
            _ => &self.surroundings.working_folder,
        };
        let path = place::absolute(&found.text, base, self.surroundings.user_home.as_deref());
        Ok(Some((path, found.origin)))
    }

    /// A path that is set or has a default.
    fn path_or(&mut self, name: &'static str, default: Option<PathBuf>) -> Result<Option<PathBuf>, Failure> {
        let (path, origin) = match self.path(name)? {
            Some((path, origin)) => (Some(path), Some(origin)),
            None => (default, None),
        };
        let setting = find(name).expect("every name in this file is a row of the table");
        let shown = path.as_ref().map_or(json!(setting.default), |path| json!(path.to_string_lossy()));
        self.note(name, shown, origin);
        Ok(path)
    }

    fn home(&mut self) -> Result<PathBuf, Failure> {
        let default = self.surroundings.cache_folder().map(|folder| folder.join("jardex"));
        self.path_or("home", default)?.ok_or_else(|| {
            let message = "there is no home folder, so the cache has no place";
            Failure::new(Status::InvalidArgument, message).hint("set JARDEX_HOME or --home")
        })
    }

    fn maven_settings(&mut self) -> Result<Vec<PathBuf>, Failure> {
        if let Some((path, origin)) = self.path("maven_settings")? {
            if !path.exists() {
                let setting = find("maven_settings").expect("a row of the table");
                let why = format_args!("there is no file {}", path.display());
                return Err(Failure::argument(&origin.place(setting), why));
            }
            return Ok(self.settings_files(Some(path), Some(origin)));
        }
        Ok(self.settings_files(None, None))
    }

    /// The settings.xml files, the user's being the one that a setting names.
    fn settings_files(&mut self, named: Option<PathBuf>, origin: Option<Origin>) -> Vec<PathBuf> {
        let files = place::maven_settings(self.surroundings, &self.maven, named);
        let shown = files.iter().map(|path| json!(path.to_string_lossy())).collect();
        self.note("maven_settings", Value::Array(shown), origin);
        files
    }

    fn repositories(&mut self) -> Result<Vec<Repository>, Failure> {
        let shown = |repositories: &Vec<Repository>| match repositories.as_slice() {
            [] => json!("Maven Central"),
            some => some.iter().map(|one| json!(format!("{one:?}"))).collect(),
        };
        self.choose("repositories", Vec::new(), |_, text| value::repositories(text), shown)
    }

    fn repository_groups(&mut self) -> Result<Vec<RepositoryGroups>, Failure> {
        let one = |one: &RepositoryGroups| {
            json!(format!("{}={}{}", one.id, one.groups.join(" "), if one.only { " only" } else { "" }))
        };
        let shown = |all: &Vec<RepositoryGroups>| match all.as_slice() {
            [] => json!("none"),
            some => some.iter().map(one).collect(),
        };
        self.choose("repository_groups", Vec::new(), |_, text| value::repository_groups(text), shown)
    }

    /// Where no setting speaks, Maven's command line does.
    fn offline(&mut self) -> Result<bool, Failure> {
        match self.maven.offline().map(str::to_owned) {
            Some(place) if self.find("offline").is_none() => {
                self.note("offline", json!(true), Some(Origin::Maven(place)));
                Ok(true)
            }
            _ => self.switch("offline", false),
        }
    }

    /// The same for the local repository.
    fn maven_local(&mut self) -> Result<Option<PathBuf>, Failure> {
        match self.maven.local_repository() {
            Some((path, place)) if self.find("maven_local").is_none() => {
                self.note("maven_local", json!(path.to_string_lossy()), Some(Origin::Maven(place)));
                Ok(Some(path))
            }
            _ => self.path_or("maven_local", None),
        }
    }

    fn rest(mut self, home: PathBuf) -> Result<Config, Failure> {
        let user_home = self.surroundings.user_home.clone();
        let gradle = user_home.as_ref().map(|home| home.join(".gradle"));
        let processors = u64::try_from(self.surroundings.processors).unwrap_or(1).max(1);
        let bounded = |setting: &Setting, text: &str| match setting.kind {
            Kind::Count { min, max } => value::count(text, min, max),
            _ => Err("takes no number".to_owned()),
        };
        let word = |setting: &Setting, text: &str| match setting.kind {
            Kind::Choice(words) => value::choice(text, words).map(str::to_owned),
            _ => Err("takes no word".to_owned()),
        };
        // In the order of the table, which is the order `jardex config` shows.
        Ok(Config {
            home,
            offline: self.offline()?,
            repositories: self.repositories()?,
            repository_groups: self.repository_groups()?,
            maven_settings: self.maven_settings()?,
            maven_local: self.maven_local()?,
            gradle_home: self.path_or("gradle_home", gradle)?,
            jdk_home: self.path_or("jdk_home", None)?,
            decompiler: self.path_or("decompiler", None)?,
            decompiler_deadline: self.choose(
                "decompiler_deadline",
                DEFAULT_DECOMPILER_DEADLINE,
                |_, text| value::seconds(text),
                |time: &Duration| json!(time.as_secs()),
            )?,
            auto_register: self.switch("auto_register", true)?,
            threads: usize::try_from(self.choose("threads", processors, bounded, |count| json!(count))?).unwrap_or(1),
            max_download: self.choose(
                "max_download",
                DEFAULT_MAX_DOWNLOAD,
                |_, text| value::bytes(text),
                |size| json!(size),
            )?,
            download_deadline: self.choose(
                "download_deadline",
                DEFAULT_DOWNLOAD_DEADLINE,
                |_, text| value::seconds(text),
                |time: &Duration| json!(time.as_secs()),
            )?,
            ssh: self.text("ssh", DEFAULT_SSH)?,
            git_credentials: self.switch("git_credentials", false)?,
            log: self.text("log", DEFAULT_LOG)?,
            tools: self.text("tools", ALL_TOOLS)?,
            disabled_tools: self.text("disable_tools", "")?,
            git_anywhere: self.switch("git_anywhere", false)?,
            format: match self.choose("format", "json".to_owned(), word, |form| json!(form))?.as_str() {
                "text" => Format::Text,
                _ => Format::Json,
            },
            user_home,
            maven: self.maven,
            environment: self.surroundings.environment.clone(),
            resolved: self.resolved,
        })
    }
}
