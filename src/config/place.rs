//! Where things lie outside the cache: Maven's settings files, and paths as people write them.
#![allow(clippy::disallowed_methods, reason = "looks for files of a Maven installation, before there is a cache")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::maven::Maven;
use super::surroundings::{Environment, Platform, Surroundings};

/// The settings.xml files that Maven itself would read: the user's, then the installation's, where there is one. `named` stands
/// for the user's alone, as the file of `mvn -s` does: the installation's mirrors hold beside it.
pub(super) fn maven_settings(surroundings: &Surroundings, maven: &Maven, named: Option<PathBuf>) -> Vec<PathBuf> {
    let home = maven.user_home().or_else(|| surroundings.user_home.clone());
    let (user, installation) = maven.settings();
    let user = named.or(user).or_else(|| home.map(|home| home.join(".m2/settings.xml")));
    user.into_iter().chain(installation.or_else(|| installed_settings(surroundings))).collect()
}

/// The first installation's settings.xml: of MAVEN_HOME, M2_HOME, the `mvn` on the path, the distribution's package.
fn installed_settings(surroundings: &Surroundings) -> Option<PathBuf> {
    let environment = &surroundings.environment;
    let named = ["MAVEN_HOME", "M2_HOME"].into_iter().filter_map(|name| environment.path(name));
    let mut candidates: Vec<PathBuf> = named.map(|home| home.join("conf/settings.xml")).collect();
    candidates.extend(beside_command(environment, surroundings.platform));
    if surroundings.platform == Platform::Xdg {
        candidates.push("/usr/share/maven/conf/settings.xml".into());
        candidates.push("/etc/maven/settings.xml".into());
    }
    candidates.into_iter().find(|path| path.is_file())
}

/// `bin/mvn` belongs to an installation whose `conf` is its sibling; Homebrew puts a `libexec` in between.
fn beside_command(environment: &Environment, platform: Platform) -> Vec<PathBuf> {
    let command = if platform == Platform::Windows { "mvn.cmd" } else { "mvn" };
    let folders =
        environment.get("PATH").map(|path| std::env::split_paths(path).collect::<Vec<_>>()).unwrap_or_default();
    let found = folders
        .iter()
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(command))
        .find(|path| path.is_file());
    let Some(real) = found.and_then(|path| path.canonicalize().ok()) else { return Vec::new() };
    let Some(installation) = real.parent().and_then(Path::parent) else { return Vec::new() };
    ["conf/settings.xml", "libexec/conf/settings.xml"].map(|below| installation.join(below)).into()
}

/// A path as a person wrote it: `~` is the home folder (no shell expands it in a configuration), a relative one counts
/// from `base`.
pub(super) fn absolute(written: &OsStr, base: &Path, user_home: Option<&Path>) -> PathBuf {
    let path = Path::new(written);
    match (path.strip_prefix("~"), user_home) {
        (Ok(below), Some(home)) if below.as_os_str().is_empty() => home.to_owned(),
        (Ok(below), Some(home)) => home.join(below),
        _ => tidy(&base.join(path)),
    }
}

/// The same path without `.` in it; `..` is left to the file system, which knows about links.
fn tidy(path: &Path) -> PathBuf {
    path.components().collect()
}
