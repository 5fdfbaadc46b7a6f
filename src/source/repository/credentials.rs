//! What each repository's server is told of who asks: from the environment, settings.xml, the repository's URL, or
//! netrc.

use std::path::{Path, PathBuf};

use super::super::uri::{self, Location};
use crate::config::{Config, Environment, Netrc};
use crate::fetch::{Access, Login};
use crate::fs;
use crate::maven::security::{self, Security};
use crate::maven::settings::{Proxy, Settings};
use crate::text::secret::Secret;
use crate::text::url;

/// Largest settings-security.xml; it holds a line.
const LARGEST_SECURITY: u64 = 64 * 1024;
/// Files that may name each other.
const MOST_RELOCATIONS: usize = 5;

/// Decrypts what settings.xml holds, with the master password that is read at the first need.
pub(super) struct Decrypter {
    /// Where the master password is looked for first; none where there is no home folder.
    place: Option<PathBuf>,
    home: Option<PathBuf>,
    master: std::cell::OnceCell<Result<Secret, String>>,
}

impl Decrypter {
    pub fn of(config: &Config) -> Self {
        let home = config.maven_home();
        let named = config.maven.property("settings.security").map(|path| located(&path, home.as_deref(), config));
        let place = named.or_else(|| home.as_ref().map(|home| home.join(".m2/settings-security.xml")));
        Self { place, home, master: std::cell::OnceCell::new() }
    }

    /// The password in clear.
    fn clear(&self, password: &Secret) -> Result<Secret, String> {
        if !security::is_encrypted(password) {
            return Ok(password.clone());
        }
        // Told before a master password is missed that would not help.
        if security::is_of_maven_four(password) {
            return Err(security::SecurityError::MavenFour.to_string());
        }
        let master = self.master.get_or_init(|| self.master()).as_ref().map_err(String::clone)?;
        security::decrypt(password, master).map_err(|error| error.to_string())
    }

    fn master(&self) -> Result<Secret, String> {
        let mut place = self.place.clone().ok_or("there is no home folder with a settings-security.xml")?;
        for _ in 0..MOST_RELOCATIONS {
            let file = place.display().to_string();
            let bytes = match fs::read_if_exists(&place, LARGEST_SECURITY) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => return Err(format!("it is encrypted, and there is no {file} with the master password")),
                Err(error) => return Err(error.to_string()),
            };
            match Security::read(&file, &bytes).map_err(|error| error.to_string())? {
                Security::Master(master) => return security::master(&master, &file).map_err(|error| error.to_string()),
                Security::Elsewhere(text) => {
                    let folder = place.parent().unwrap_or(Path::new("/")).to_path_buf();
                    place = relocated(&text, self.home.as_deref(), &folder)?;
                }
            }
        }
        Err(format!("settings-security.xml leads from file to file more than {MOST_RELOCATIONS} times"))
    }

    /// A proxy with its password in clear; without its user, and with the reason, where that cannot be.
    pub fn proxy(&self, proxy: &Proxy) -> (Proxy, Option<String>) {
        let mut clear = proxy.clone();
        let problem = match self.clear(&proxy.password) {
            Ok(password) => {
                clear.password = password;
                None
            }
            Err(why) => {
                (clear.username, clear.password) = (None, Secret::default());
                Some(format!("the password of the proxy '{}' in settings.xml cannot be used: {why}", proxy.id))
            }
        };
        (clear, problem)
    }
}

fn located(path: &str, home: Option<&Path>, config: &Config) -> PathBuf {
    relocated(path, home, config.maven.working_folder()).unwrap_or_else(|_| PathBuf::from(path))
}

/// A path as settings-security.xml writes it: with `~`, as a file URL, or plain.
fn relocated(text: &str, home: Option<&Path>, folder: &Path) -> Result<PathBuf, String> {
    if let (Some(below), Some(home)) = (text.strip_prefix('~'), home) {
        return Ok(home.join(below.trim_start_matches(['/', '\\'])));
    }
    match uri::locate(text, folder) {
        Ok(Location::Local(path)) => Ok(path),
        _ => Err("settings-security.xml leads to another machine, where jardex does not look".to_owned()),
    }
}

/// Where logins stand.
pub(super) struct Logins<'a> {
    pub environment: &'a Environment,
    pub settings: &'a Settings,
    pub decrypter: &'a Decrypter,
    pub netrc: &'a Netrc,
}

/// What the server of the repository `id` at `url` (without a user) is told; `user` stood in its URL. The environment
/// wins over settings.xml, and that over the URL, as in Maven; netrc is for hosts that nothing else names a login for.
pub(super) fn access(id: &str, url: &str, user: Option<(String, Secret)>, logins: &Logins<'_>) -> Option<Access> {
    let Logins { environment, settings, decrypter, netrc } = logins;
    let server = settings.server(id);
    let headers = server.map(|server| server.headers.clone()).unwrap_or_default();
    let of_server = || {
        let server = server?;
        let user = server.username.clone()?;
        // Measured: Maven sends nothing of a user without a password.
        let password = Some(&server.password).filter(|password| !password.expose().is_empty())?;
        Some(match decrypter.clear(password) {
            Ok(password) => Login::WhenAsked(user, password),
            Err(why) => Login::Unusable(why),
        })
    };
    let server_place = format!("the server '{}' of settings.xml", id.escape_debug());
    let login = of_environment(id, environment).or_else(|| Some((server_place.clone(), of_server()?))).or_else(|| {
        let (name, password) = user?;
        Some((format!("the URL of the repository '{}'", id.escape_debug()), Login::Always(name, password)))
    });
    let of_netrc = || {
        let host = url::host(url).filter(|_| url::is_private(url))?;
        let (name, password) = netrc.login(host, None)?;
        Some((format!("netrc for '{}'", host.escape_debug()), Login::WhenAsked(name.to_owned(), password.clone())))
    };
    let (place, login) = login.or_else(of_netrc).unwrap_or((server_place, Login::None));
    let is_silent = login == Login::None && headers.is_empty();
    (!is_silent).then(|| Access { base: url.to_owned(), place, login, headers })
}

/// The beginning of the variables for a repository.
pub(super) fn variables(id: &str) -> String {
    let name: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    format!("JARDEX_REPOSITORY_{name}_")
}

fn of_environment(id: &str, environment: &Environment) -> Option<(String, Login)> {
    let prefix = variables(id);
    let value = |name: &str| environment.text(&format!("{prefix}{name}")).map(Secret::new);
    if let Some(token) = value("TOKEN") {
        return Some((format!("{prefix}TOKEN"), Login::Token(token)));
    }
    let place = format!("{prefix}USERNAME and {prefix}PASSWORD");
    match (value("USERNAME"), value("PASSWORD")) {
        (Some(user), Some(password)) => Some((place, Login::Always(user.expose().to_owned(), password))),
        (None, None) => None,
        _ => Some((place, Login::Unusable("only one of the two is set".to_owned()))),
    }
}
