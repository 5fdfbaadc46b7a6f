//! Maven's own command line, as far as it decides where artifacts come from: `MAVEN_ARGS` and `MAVEN_OPTS`, and the
//! `.mvn/maven.config` and `.mvn/jvm.config` of the project around the working folder.
//!
//! A project's files are another's word. They may name a local repository, activate profiles and turn the network off;
//! they name no settings file, and their properties never become part of a URL: so a folder that was checked out cannot
//! send the user's credentials anywhere.
#![allow(clippy::disallowed_methods, reason = "the configuration is read before there is a cache")]

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use super::java::Java;
use super::place;
use super::surroundings::Surroundings;

/// Largest file of `.mvn` and `release` file of a JDK; they have a few hundred bytes.
const LARGEST: u64 = 64 * 1024;

/// What the places say together, the first of them winning.
#[derive(Clone, Default)]
pub struct Maven {
    places: Vec<Arguments>,
    working_folder: PathBuf,
    /// The folder with `.mvn` in it.
    project: Option<PathBuf>,
    java: Java,
}

/// What one place says.
#[derive(Clone, Default)]
struct Arguments {
    /// For messages: `MAVEN_OPTS`, or the path of the file.
    place: String,
    /// Whether the user said so, and not a project.
    is_users: bool,
    properties: Vec<(String, String)>,
    /// Profiles, and whether each is to be on.
    profiles: Vec<(String, bool)>,
    settings: Option<String>,
    installation_settings: Option<String>,
    offline: bool,
}

/// No values: a property may be a password.
impl fmt::Debug for Maven {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.places.iter().map(|place| &place.place)).finish()
    }
}

impl Maven {
    /// Reads what `surroundings` have. Files that cannot be read count as not there, as Maven has it.
    pub(super) fn read(surroundings: &Surroundings) -> Self {
        Self::start(Java::of(surroundings), &surroundings.working_folder)
    }

    /// The same for Maven that is started in another folder: with the files of the project around that.
    #[must_use]
    pub fn started_in(&self, folder: &Path) -> Self {
        Self::start(self.java.clone(), folder)
    }

    fn start(java: Java, folder: &Path) -> Self {
        let project = project(folder);
        let environment = java.environment();
        let of_variable = |name: &str, tokens: &dyn Fn(&str) -> Vec<String>| {
            let text = environment.text(name)?;
            Some(Arguments::read(name.to_owned(), true, &tokens(text)))
        };
        let of_file = |name: &str, tokens: &dyn Fn(&str) -> Vec<String>| {
            let path = project.as_ref()?.join(".mvn").join(name);
            let text = small_file(&path)?;
            Some(Arguments::read(path.display().to_string(), false, &tokens(&text)))
        };
        let places = [
            of_variable("MAVEN_ARGS", &words),
            of_file("maven.config", &lines),
            of_variable("MAVEN_OPTS", &words).map(Arguments::of_java),
            of_file("jvm.config", &words).map(Arguments::of_java),
        ];
        Self {
            places: places.into_iter().flatten().collect(),
            working_folder: folder.to_owned(),
            project: project.clone(),
            java,
        }
    }

    /// The value of a property that Maven would see, the platform's (`os.name`, `java.version`) included.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<String> {
        self.said(name, |_| true).map(|(value, _)| value.to_owned()).or_else(|| self.java.property(name))
    }

    /// The same without what a project's files say.
    #[must_use]
    pub fn users_property(&self, name: &str) -> Option<String> {
        self.said(name, |place| place.is_users).map(|(value, _)| value.to_owned()).or_else(|| self.java.property(name))
    }

    /// The properties that the project's files set: the first of a name holds.
    #[must_use]
    pub fn projects_properties(&self) -> Vec<(String, String)> {
        let places = self.places.iter().filter(|place| !place.is_users);
        places.flat_map(|place| place.properties.iter().rev().cloned()).collect()
    }

    /// The folder that relative paths of properties and activations count from.
    #[must_use]
    pub fn working_folder(&self) -> &Path {
        &self.working_folder
    }

    /// The profiles that are named with `-P`, to be on (`true`) or off.
    #[must_use]
    pub fn profiles(&self, on: bool) -> Vec<String> {
        let named = self.places.iter().flat_map(|place| &place.profiles).filter(|(_, is_on)| *is_on == on);
        named.map(|(name, _)| name.clone()).collect()
    }

    /// The home folder that Maven takes for the user's, where a property names one.
    #[must_use]
    pub fn user_home(&self) -> Option<PathBuf> {
        self.said("user.home", |place| place.is_users).map(|(path, _)| self.path(path))
    }

    /// The local repository, and the place that names it. What is indexed is kept for every project: one that a project's
    /// files name inside the project itself would put what was checked out in the place of published artifacts.
    pub(super) fn local_repository(&self) -> Option<(PathBuf, String)> {
        let mut named = self.local_repositories();
        named
            .find(|(place, path)| place.is_users || !self.is_in_project(path))
            .map(|(place, path)| (path, place.place.clone()))
    }

    /// The places of a project that name a local repository inside it, which is not read.
    #[must_use]
    pub fn foreign_local_repositories(&self) -> Vec<&str> {
        let foreign = self.local_repositories().filter(|(place, path)| !place.is_users && self.is_in_project(path));
        foreign.map(|(place, _)| place.place.as_str()).collect()
    }

    fn local_repositories(&self) -> impl Iterator<Item = (&Arguments, PathBuf)> {
        self.places.iter().filter_map(|place| {
            let (_, path) = place.properties.iter().rev().find(|(name, _)| name == "maven.repo.local")?;
            Some((place, self.path(path)))
        })
    }

    /// Whether a path lies in the folder of the project, links and `..` followed.
    fn is_in_project(&self, path: &Path) -> bool {
        let Some(project) = &self.project else { return false };
        // What is there decides where the rest of it lies: nobody can have put a link into what is not there.
        let there = path.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
        let real = there.and_then(|(folder, real)| Some(real.join(path.strip_prefix(folder).ok()?)));
        let plain = lexical(&real.unwrap_or_else(|| path.to_path_buf()));
        let root = project.canonicalize().unwrap_or_else(|_| project.clone());
        plain.starts_with(&root) || lexical(path).starts_with(project)
    }

    /// The place that turns the network off.
    pub(super) fn offline(&self) -> Option<&str> {
        self.places.iter().find(|place| place.offline).map(|place| place.place.as_str())
    }

    /// The settings files that the user names: the user's own, and that of the installation.
    pub(super) fn settings(&self) -> (Option<PathBuf>, Option<PathBuf>) {
        let named = |which: fn(&Arguments) -> &Option<String>| {
            let place = self.places.iter().filter(|place| place.is_users).find_map(|place| which(place).as_deref());
            place.map(|path| self.path(path))
        };
        (named(|place| &place.settings), named(|place| &place.installation_settings))
    }

    /// The places of a project that name a settings file, which is not read.
    #[must_use]
    pub fn foreign_settings(&self) -> Vec<&str> {
        let foreign = self.places.iter().filter(|place| !place.is_users);
        foreign.filter(|place| place.settings.is_some()).map(|place| place.place.as_str()).collect()
    }

    fn said(&self, name: &str, which: impl Fn(&Arguments) -> bool) -> Option<(&str, &str)> {
        self.places.iter().filter(|place| which(place)).find_map(|place| {
            let (_, value) = place.properties.iter().rev().find(|(given, _)| given == name)?;
            Some((value.as_str(), place.place.as_str()))
        })
    }

    fn path(&self, text: &str) -> PathBuf {
        place::absolute(OsStr::new(text), &self.working_folder, None)
    }
}

impl Arguments {
    fn read(place: String, is_users: bool, words: &[String]) -> Self {
        let mut read = Self { place, is_users, ..Self::default() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, mut value) = match word.split_once('=') {
                Some((name, value)) if word.starts_with("--") => (name, Some(value.to_owned())),
                _ => (word.as_str(), None),
            };
            let mut value = || value.take().or_else(|| words.next().cloned());
            match name {
                "-o" | "--offline" => read.offline = true,
                "-s" | "--settings" => read.settings = value(),
                "-gs" | "--global-settings" => read.installation_settings = value(),
                "-D" | "--define" => read.define(&value().unwrap_or_default()),
                "-P" | "--activate-profiles" => read.select(&value().unwrap_or_default()),
                _ if word.starts_with("-D") => read.define(&word[2..]),
                _ if word.starts_with("-P") => read.select(&word[2..]),
                _ => {}
            }
        }
        read
    }

    /// Only the properties: the rest is for the Java machine.
    fn of_java(self) -> Self {
        Self { place: self.place, is_users: self.is_users, properties: self.properties, ..Self::default() }
    }

    fn define(&mut self, text: &str) {
        let (name, value) = text.split_once('=').unwrap_or((text, "true"));
        self.properties.push((name.trim().to_owned(), value.trim().to_owned()));
    }

    fn select(&mut self, text: &str) {
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let off = name.strip_prefix(['!', '-']);
            let name = off.unwrap_or(name).trim_start_matches('+').trim_start_matches('?');
            self.profiles.push((name.to_owned(), off.is_none()));
        }
    }
}

/// A path without `.` and `..`.
fn lexical(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// The folder with `.mvn` in it, upwards from the working folder.
fn project(working_folder: &Path) -> Option<PathBuf> {
    working_folder.ancestors().find(|folder| folder.join(".mvn").is_dir()).map(Path::to_path_buf)
}

/// Words between blanks, in quotes where they hold some.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in text.chars() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, c) if c.is_whitespace() => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// The words of maven.config. Up to Maven 3.8 blanks stand between words, since 3.9 only line ends do: a word without a
/// dash behind a property of the same line belongs to its value. `#` begins a line that is a remark.
fn lines(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let mut open = false;
        for word in line.split_whitespace() {
            match all.last_mut() {
                Some(before) if open && !word.starts_with('-') => {
                    before.push(' ');
                    before.push_str(word);
                }
                _ => {
                    open = word.starts_with("-D") && word.contains('=');
                    all.push(word.to_owned());
                }
            }
        }
    }
    all
}

/// The text of a small plain file.
pub(super) fn small_file(path: &Path) -> Option<String> {
    use std::io::Read;
    let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    // Files of /proc say that they are empty.
    let file = std::fs::File::open(path).ok().filter(|_| metadata.len() <= LARGEST)?;
    let mut text = String::new();
    file.take(LARGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)], folder: &Path) -> Maven {
        Maven::read(&Surroundings {
            environment: variables.iter().copied().collect(),
            user_home: None,
            working_folder: folder.to_owned(),
            platform: super::super::Platform::Xdg,
            processors: 1,
        })
    }

    #[test]
    fn the_users_words_come_before_the_projects() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("a/b");
        std::fs::create_dir_all(&inner).expect("folders");
        std::fs::create_dir(folder.path().join(".mvn")).expect("a folder");
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(".mvn").join(name), text).expect("a file");
        write("maven.config", "# a remark\n-Dx=of config -Pone,!two\n-s evil.xml\n-o\n-Dmaven.repo.local=my repo\n");
        write("jvm.config", "-Xmx1g -Dx=of-jvm -Dy=of-jvm\n-Dz='of jvm'");
        let maven =
            of(&[("MAVEN_OPTS", "-Dy=of-opts -Duser.home=/elsewhere"), ("MAVEN_ARGS", "-gs g.xml -D w=1")], &inner);
        let value = |name: &str| maven.property(name).unwrap_or_default();
        assert_eq!([value("x"), value("y"), value("z"), value("w")], ["of config", "of-opts", "of jvm", "1"]);
        assert_eq!((maven.users_property("x"), maven.users_property("y").as_deref()), (None, Some("of-opts")));
        assert_eq!((maven.profiles(true), maven.profiles(false)), (vec!["one".to_owned()], vec!["two".to_owned()]));
        assert_eq!(maven.settings(), (None, Some(inner.join("g.xml"))));
        assert_eq!(maven.foreign_settings().len(), 1);
        assert_eq!(maven.local_repository(), None, "a project's own folder is not the user's local repository");
        assert_eq!(maven.foreign_local_repositories().len(), 1);
        let users = of(&[("MAVEN_ARGS", "-Dmaven.repo.local=mine")], &inner);
        assert_eq!(users.local_repository().map(|(path, _)| path), Some(inner.join("mine")));
        for (named, is_taken) in [("../x", false), ("../../../elsewhere", true), ("/elsewhere", true)] {
            write("maven.config", &format!("-Dmaven.repo.local={named}\n"));
            assert_eq!(of(&[], &inner).local_repository().is_some(), is_taken, "{named}");
        }
        assert!(maven.offline().is_some_and(|place| place.ends_with("maven.config")));
        assert_eq!(maven.user_home(), Some(PathBuf::from("/elsewhere")));
        assert!(!format!("{maven:?}").contains("of config"));
        assert_eq!(maven.property("user.dir").as_deref(), inner.to_str());
        // Without the project nothing of it holds.
        let bare = of(&[("MAVEN_OPTS", "-o -s x.xml -Dmaven.repo.local=/r")], Path::new("/"));
        assert_eq!((bare.offline(), bare.settings()), (None, (None, None)));
        assert_eq!(bare.local_repository(), Some((PathBuf::from("/r"), "MAVEN_OPTS".to_owned())));
        let told = of(&[("MAVEN_OPTS", "-Dos.name=Plan9")], Path::new("/"));
        assert_eq!(told.property("os.name").as_deref(), Some("Plan9"));
    }
}
