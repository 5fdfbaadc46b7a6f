//! The remote repositories: those of the configuration and of settings.xml, with mirrors and proxies applied.

use std::path::{Path, PathBuf};

use super::super::uri::{self, Location};
use super::builds::is_unreleased;
use super::credentials::{self, Decrypter, Logins};
use super::groups::Groups;
use crate::config::{Config, Netrc};
use crate::coordinate::Coordinate;
use crate::fetch::git::Tokens;
use crate::fetch::{self, Access, Named, Proxies, Variable};
use crate::fs;
use crate::maven::layout::MAVEN_CENTRAL;
use crate::maven::settings::{Policy, Proxy, Settings, Surroundings, non_proxy_hosts, unknown_names};
use crate::maven::xml::LARGEST_DOCUMENT;
use crate::text::secret::Secret;
use crate::text::url::{is_ambiguous, split_user};

/// Hosts that Java asks directly where `http.nonProxyHosts` says nothing.
const JAVA_SPARES: &str = "localhost|127.*|[::1]|0.0.0.0|[::0]";

/// How a repository is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// Over HTTP, at this URL without a trailing slash and without a user.
    Http(String),
    /// A folder in the repository layout.
    Folder(PathBuf),
    /// Not at all, for this reason.
    Blocked(String),
}

/// A repository to ask.
#[derive(Clone, PartialEq, Eq)]
pub struct Remote {
    /// That of the mirror, where one stands for the repository.
    pub id: String,
    pub route: Route,
    /// What settings.xml says of its releases; enabled where it says nothing.
    pub releases: Policy,
    /// The same of its snapshots. Maven Central has none; a mirror of it may.
    pub snapshots: Policy,
    /// The ids of each repository it serves as, a mirror's beside that of what it stands for.
    names: Vec<Vec<String>>,
}

/// Short: its name and place.
impl std::fmt::Debug for Remote {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.shown())
    }
}

impl Remote {
    /// Its place, without secrets.
    #[must_use]
    pub fn place(&self) -> String {
        match &self.route {
            Route::Http(url) => fetch::redact(url),
            Route::Folder(path) => path.display().to_string(),
            Route::Blocked(_) => String::new(),
        }
    }

    /// Its name and place, without secrets.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.route {
            Route::Http(url) => format!("{} ({})", self.id, fetch::redact(url)),
            Route::Folder(path) => format!("{} ({})", self.id, path.display()),
            Route::Blocked(reason) => format!("{} (blocked: {reason})", self.id),
        }
    }

    /// What holds for its releases, or for its builds that are none, whichever the coordinate is.
    #[must_use]
    pub fn policy(&self, coordinate: &Coordinate) -> Policy {
        if is_unreleased(coordinate) { self.snapshots } else { self.releases }
    }

    /// Whether it is asked for artifacts of this group.
    pub(super) fn admits(&self, groups: &Groups, group: &str) -> bool {
        self.names.iter().any(|ids| groups.admit(ids, group))
    }
}

/// Reads the settings files of the configuration. On an error the settings are empty and the error is told.
pub(super) fn read_settings(config: &Config) -> (Settings, Option<String>) {
    let mut files = Vec::new();
    for path in &config.maven_settings {
        match fs::read_if_exists(path, LARGEST_DOCUMENT as u64) {
            Ok(Some(bytes)) => files.push((path.display().to_string(), bytes)),
            Ok(None) => {}
            Err(error) => return (Settings::default(), Some(error.to_string())),
        }
    }
    for place in config.maven.foreign_settings() {
        tracing::warn!("{place} names a settings.xml, which a project cannot do here: name it with --maven-settings");
    }
    for place in config.maven.foreign_local_repositories() {
        tracing::warn!(
            "{place} names a local repository inside the project, which is not read: name it with JARDEX_MAVEN_LOCAL"
        );
    }
    let around = Surroundings {
        value: &|name| config.property(name).or_else(|| config.maven.users_property(name)),
        property: &|name| config.maven.property(name).or_else(|| config.property(name)),
        exists: &fs::exists,
        folder: config.maven.working_folder(),
        activated: &config.maven.profiles(true),
        deactivated: &config.maven.profiles(false),
    };
    match Settings::read(&files, &around) {
        Ok(settings) => {
            for note in &settings.notes {
                tracing::warn!("{note}");
            }
            (settings, None)
        }
        Err(error) => (Settings::default(), Some(error.to_string())),
    }
}

/// A repository before mirrors are applied.
struct Repository {
    id: String,
    url: String,
    releases: Policy,
    snapshots: Policy,
}

/// The repositories to ask, in order, and what their servers are told: the configured ones (Maven Central where none is),
/// then those of active profiles; each replaced by its mirror, and each address once.
pub(super) fn effective(config: &Config, settings: &Settings, logins: &Logins<'_>) -> (Vec<Remote>, Vec<Access>) {
    let named = named(config, settings);
    let (mut remotes, mut accesses): (Vec<Remote>, Vec<Access>) = (Vec::new(), Vec::new());
    for repository in named {
        let (remote, user) = remote(repository, settings);
        // Of several ids with one address, the first that has a login gives it.
        if let Route::Http(url) = &remote.route
            && !accesses.iter().any(|access| access.base == *url)
        {
            accesses.extend(credentials::access(&remote.id, url, user, logins));
        }
        let known = remotes.iter_mut().find(|known| known.route == remote.route);
        match known {
            Some(known) if !matches!(known.route, Route::Blocked(_)) => {
                known.releases.merge(remote.releases);
                known.snapshots.merge(remote.snapshots);
                known.names.extend(remote.names);
                continue;
            }
            _ => {}
        }
        remotes.push(remote);
    }
    (remotes, accesses)
}

fn named(config: &Config, settings: &Settings) -> Vec<Repository> {
    let of_settings = |id: &str| settings.repositories.iter().find(|repository| repository.id == id);
    // What nobody gives an address for: a profile's repository of that name, as in Maven, else Maven Central.
    let central = || match of_settings(MAVEN_CENTRAL.0) {
        Some(repository) => Repository {
            id: repository.id.clone(),
            url: repository.url.clone(),
            releases: repository.releases,
            snapshots: repository.snapshots,
        },
        None => Repository {
            id: MAVEN_CENTRAL.0.to_owned(),
            url: MAVEN_CENTRAL.1.to_owned(),
            releases: Policy::ENABLED,
            snapshots: Policy::DISABLED,
        },
    };
    let configured = config.repositories.iter().map(|repository| match repository.url.as_str() {
        "" => central(),
        url => Repository {
            id: repository.id.clone(),
            url: url.to_owned(),
            releases: Policy::ENABLED,
            snapshots: Policy::ENABLED,
        },
    });
    let mut named: Vec<Repository> = configured.collect();
    if named.is_empty() {
        named.push(central());
    }
    for repository in &settings.repositories {
        if !named.iter().any(|known| known.id == repository.id) {
            named.push(Repository {
                id: repository.id.clone(),
                url: repository.url.clone(),
                releases: repository.releases,
                snapshots: repository.snapshots,
            });
        }
    }
    named
}

/// A repository, or the mirror that stands for it, and the user of its URL.
fn remote(repository: Repository, settings: &Settings) -> (Remote, Option<(String, Secret)>) {
    let Repository { id, url, releases, snapshots } = repository;
    let mirror = settings.mirror_for(&id, &url);
    // Nobody said that of the mirror: a company's server that stands for Maven Central mostly has its own builds too.
    let snapshots = if mirror.is_some() && url == MAVEN_CENTRAL.1 { Policy::ENABLED } else { snapshots };
    let url = mirror.map_or(url, |mirror| mirror.url.clone());
    let (bare, user) = match split_user(&url) {
        Some((name, password, bare)) => (bare, Some((name, password))),
        None => (url, None),
    };
    let (remote_id, route) = match mirror {
        Some(mirror) if mirror.blocked => {
            let reason = format!("the mirror '{}' of settings.xml blocks it", mirror.id);
            (id.clone(), Route::Blocked(reason))
        }
        Some(mirror) => (mirror.id.clone(), route(&bare)),
        None => (id.clone(), route(&bare)),
    };
    let mut ids = vec![id];
    ids.extend(mirror.map(|mirror| mirror.id.clone()));
    (Remote { id: remote_id, route, releases, snapshots, names: vec![ids] }, user)
}

fn route(url: &str) -> Route {
    let unknown = unknown_names(url);
    if !unknown.is_empty() {
        return Route::Blocked(format!("no value is known for {unknown} of its URL"));
    }
    if url.split_once("://").is_some_and(|(_, rest)| is_ambiguous(rest)) {
        let why = "its URL has an @ behind its host; in a password @ is written %40, / is %2F, ? is %3F";
        return Route::Blocked(why.to_owned());
    }
    match uri::locate(url, Path::new("/")) {
        // What has no scheme is a path elsewhere; here it is a URL that was cut or a property that nobody sets.
        Ok(Location::Local(folder)) if is_file_url(url) => Route::Folder(folder),
        Ok(Location::Local(_)) => {
            let shown = fetch::redact(url);
            Route::Blocked(format!("its URL '{shown}' cannot be used: it does not begin with https, http or file"))
        }
        Ok(Location::Git(address)) => {
            Route::Blocked(format!("its URL '{}' cannot be used: it is one of Git", address.shown()))
        }
        Ok(Location::Remote { url, .. }) => Route::Http(url.trim_end_matches('/').to_owned()),
        Err(failure) => {
            let why = failure.message.trim_start_matches("source_uri: ");
            Route::Blocked(format!("its URL cannot be used: {why}"))
        }
    }
}

fn is_file_url(url: &str) -> bool {
    url.trim().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
}

/// Two repositories whose variables for credentials have the same name: none of the two is meant for sure.
pub(super) fn shared_variables(config: &Config, remotes: &[Remote]) -> Option<String> {
    let is_set = |prefix: &str| {
        ["USERNAME", "PASSWORD", "TOKEN"]
            .iter()
            .any(|name| config.environment.get(&format!("{prefix}{name}")).is_some())
    };
    for (at, one) in remotes.iter().enumerate() {
        let prefix = credentials::variables(&one.id);
        let other =
            remotes[..at].iter().find(|other| other.id != one.id && credentials::variables(&other.id) == prefix);
        if let Some(other) = other.filter(|_| is_set(&prefix)) {
            return Some(format!(
                "{prefix}… could be for '{}' or '{}': call one of them differently",
                other.id, one.id
            ));
        }
    }
    None
}

/// How the client connects.
pub(super) fn network(
    config: &Config,
    settings: &Settings,
    decrypter: &Decrypter,
    access: Vec<Access>,
    netrc: Netrc,
) -> fetch::Settings {
    fetch::Settings {
        offline: config.offline || settings.offline,
        max_bytes: config.max_download,
        deadline: config.download_deadline,
        proxies: proxies(config, settings, decrypter),
        access,
        certificates_file: config.certificate_file(),
        certificates_folders: config.certificate_folders(),
        git: fetch::git::Options {
            ssh: config.ssh.clone(),
            credential_helper: config.git_credentials,
            tokens: config.environment.text("JARDEX_GIT_TOKEN").map(Tokens::parse).unwrap_or_default(),
            netrc,
        },
        ..fetch::Settings::default()
    }
}

/// The environment's proxies, each for its scheme; then those of settings.xml; then those of Java's properties; where
/// nobody names any, the system's.
fn proxies(config: &Config, settings: &Settings, decrypter: &Decrypter) -> Proxies {
    let environment = &config.environment;
    let variable = |names: [&str; 2]| {
        let told = |name: &str| Some(Variable { name: name.to_owned(), value: environment.text(name)?.to_owned() });
        names.into_iter().find_map(told)
    };
    // Where a web server runs this, HTTP_PROXY is what a request's Proxy header says.
    let is_cgi = environment.get("REQUEST_METHOD").is_some();
    let all = variable(["ALL_PROXY", "all_proxy"]);
    let http = if is_cgi { None } else { variable(["HTTP_PROXY", "http_proxy"]) }.or_else(|| all.clone());
    let https = variable(["HTTPS_PROXY", "https_proxy"]).or(all);
    let java = java_proxies(config);
    if http.is_none() && https.is_none() && settings.proxies.is_empty() && java.is_empty() {
        return Proxies::System;
    }
    let mut maven = Vec::new();
    for proxy in &settings.proxies {
        let (proxy, problem) = decrypter.proxy(proxy);
        if let Some(problem) = problem {
            tracing::warn!("{problem}");
        }
        maven.push(proxy);
    }
    let except = variable(["NO_PROXY", "no_proxy"]).map(|variable| variable.value);
    Proxies::Named(Named { http, https, except, maven, java })
}

/// The proxies that the user tells Java of (`-Dhttps.proxyHost` in MAVEN_OPTS), as Maven's transport takes them: each for
/// its scheme alone, one list of exceptions for both, and nobody logs in (measured: `https.proxyUser` is not sent).
fn java_proxies(config: &Config) -> Vec<Proxy> {
    let said = |name: &str| config.maven.users_property(name).filter(|value| !value.is_empty());
    let spared = said("http.nonProxyHosts").unwrap_or_else(|| JAVA_SPARES.to_owned());
    let proxy = |(protocol, usual): (&str, u16)| {
        let host = said(&format!("{protocol}.proxyHost"))?;
        // As in Java: what is no number is as if nothing was said.
        let port = said(&format!("{protocol}.proxyPort")).and_then(|port| port.parse().ok()).unwrap_or(usual);
        Some(Proxy {
            id: format!("{protocol}.proxyHost"),
            protocol: protocol.to_owned(),
            host,
            port,
            non_proxy_hosts: non_proxy_hosts(&spared),
            username: None,
            password: Secret::default(),
        })
    };
    [("http", 80), ("https", 443)].into_iter().filter_map(proxy).collect()
}
