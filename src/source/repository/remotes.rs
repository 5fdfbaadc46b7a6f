//! The remote repositories: those of the configuration and of settings.xml, with mirrors and proxies applied.

use std::path::{Path, PathBuf};

use super::super::uri::{self, Location};
use crate::config::{Config, Environment};
use crate::fetch::git::Tokens;
use crate::fetch::{self, Proxies};
use crate::fs;
use crate::maven::layout::MAVEN_CENTRAL;
use crate::maven::settings::Settings;
use crate::maven::xml::LARGEST_DOCUMENT;

/// How a repository is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// Over HTTP, at this URL without a trailing slash (it may hold a user and a password).
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
}

/// The route may hold a password.
impl std::fmt::Debug for Remote {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.shown())
    }
}

impl Remote {
    /// Its name and place, without secrets.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.route {
            Route::Http(url) => format!("{} ({})", self.id, fetch::redact(url)),
            Route::Folder(path) => format!("{} ({})", self.id, path.display()),
            Route::Blocked(reason) => format!("{} (blocked: {reason})", self.id),
        }
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
    let lookup = |name: &str| match name.strip_prefix("env.") {
        Some(variable) => config.environment.text(variable).map(str::to_owned),
        None if name == "user.home" => config.user_home.as_ref().map(|home| home.display().to_string()),
        None => None,
    };
    match Settings::read(&files, &lookup) {
        Ok(settings) => (settings, None),
        Err(error) => (Settings::default(), Some(error.to_string())),
    }
}

/// The repositories to ask, in order: the configured ones (Maven Central where none is), then those of active profiles;
/// each replaced by its mirror, and each address once.
pub(super) fn effective(config: &Config, settings: &Settings) -> Vec<Remote> {
    let mut named: Vec<(String, String)> =
        config.repositories.iter().map(|repository| (repository.id.clone(), repository.url.clone())).collect();
    if named.is_empty() {
        // A profile's repository called `central` takes its place, as in Maven.
        let central = settings.repositories.iter().find(|repository| repository.id == MAVEN_CENTRAL.0);
        let url = central.map_or(MAVEN_CENTRAL.1, |repository| &repository.url);
        named.push((MAVEN_CENTRAL.0.to_owned(), url.to_owned()));
    }
    for repository in &settings.repositories {
        if !named.iter().any(|(id, _)| *id == repository.id) {
            named.push((repository.id.clone(), repository.url.clone()));
        }
    }
    let mut remotes: Vec<Remote> = Vec::new();
    for (id, url) in named {
        let remote = match settings.mirror_for(&id, &url) {
            Some(mirror) if mirror.blocked => {
                let reason = format!("the mirror '{}' of settings.xml blocks it", mirror.id);
                Remote { id, route: Route::Blocked(reason) }
            }
            Some(mirror) => Remote { id: mirror.id.clone(), route: route(&mirror.url) },
            None => Remote { id, route: route(&url) },
        };
        if !remotes.iter().any(|known| known.route == remote.route && !matches!(known.route, Route::Blocked(_))) {
            remotes.push(remote);
        }
    }
    remotes
}

fn route(url: &str) -> Route {
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

/// How the client connects.
pub(super) fn network(config: &Config, settings: &Settings) -> fetch::Settings {
    fetch::Settings {
        offline: config.offline || settings.offline,
        max_bytes: config.max_download,
        deadline: config.download_deadline,
        proxies: proxies(&config.environment, settings),
        certificates_file: config.certificate_file(),
        certificates_folders: config.certificate_folders(),
        git: fetch::git::Options {
            ssh: config.ssh.clone(),
            credential_helper: config.git_credentials,
            tokens: config.environment.text("JARDEX_GIT_TOKEN").map(Tokens::parse).unwrap_or_default(),
        },
        ..fetch::Settings::default()
    }
}

/// The environment's proxies where it names any; else those of settings.xml; else the system's.
fn proxies(environment: &Environment, settings: &Settings) -> Proxies {
    let value = |names: [&str; 2]| names.into_iter().find_map(|name| environment.text(name)).map(str::to_owned);
    // Where a web server runs this, HTTP_PROXY is what a request's Proxy header says.
    let is_cgi = environment.get("REQUEST_METHOD").is_some();
    let all = value(["ALL_PROXY", "all_proxy"]);
    let http = if is_cgi { None } else { value(["HTTP_PROXY", "http_proxy"]) }.or_else(|| all.clone());
    let https = value(["HTTPS_PROXY", "https_proxy"]).or(all);
    if http.is_some() || https.is_some() {
        return Proxies::Environment { http, https, except: value(["NO_PROXY", "no_proxy"]) };
    }
    if settings.proxies.is_empty() { Proxies::System } else { Proxies::Maven(settings.proxies.clone()) }
}
