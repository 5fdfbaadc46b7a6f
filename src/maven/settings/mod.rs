//! settings.xml: the parts that decide where artifacts come from, merged and read as Maven does.
//!
//! Promises: the user's file wins over the installation's; mirrors, proxies, servers and profiles are merged by id; the
//! grammar of `mirrorOf` is Maven's, blanks included (`a , b` does not mirror `a` there either). Passwords stay as they
//! are written, and are never shown. Knows nothing of how one is decrypted or sent, and looks at no file.

mod mirror;
mod profile;
mod proxy;
mod repository;
mod server;

use std::path::Path;

pub use mirror::Mirror;
pub use proxy::{Proxy, non_proxy_hosts, proxy_for};
pub use repository::{ChecksumPolicy, Policy, Repository, UpdatePolicy};
pub use server::Server;

use super::xml::{self, Element, XmlError};
use crate::text::secret::Secret;

/// Deepest chain of values that name other values; the longest text they may grow to.
const DEEPEST_VALUE: usize = 8;
const LONGEST_VALUE: usize = 64 * 1024;

/// What the settings files say together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    pub local_repository: Option<String>,
    pub offline: bool,
    pub mirrors: Vec<Mirror>,
    /// The first of an id holds, as Maven has it.
    pub servers: Vec<Server>,
    /// The active ones, in order.
    pub proxies: Vec<Proxy>,
    /// Of the active profiles, in the order in which Maven asks them; those of another layout are left out.
    pub repositories: Vec<Repository>,
    /// The profiles that are named: those of a POM too.
    pub activated: Vec<String>,
    /// What the active profiles set. Any of them may be a password.
    pub properties: Vec<(String, Secret)>,
    /// What could not be decided, for people.
    pub notes: Vec<String>,
}

/// What settings are read against.
pub struct Surroundings<'a> {
    /// The value of a name in `${…}`; what it does not know stays as written.
    pub value: &'a dyn Fn(&str) -> Option<String>,
    /// The value of a property (`env.X`, `os.name`, `java.version`, …) that decides about a profile.
    pub property: &'a dyn Fn(&str) -> Option<String>,
    /// Whether there is a file or folder.
    pub exists: &'a dyn Fn(&Path) -> bool,
    /// What relative paths of activations count from.
    pub folder: &'a Path,
    /// Profiles that are named on Maven's command line.
    pub activated: &'a [String],
    pub deactivated: &'a [String],
}

/// Why a settings file was not read. Going on without it could ask a public server for what a mirror was meant to
/// serve, so whoever gets this asks no remote repository.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("{file} is not well-formed: {source}")]
    Xml { file: String, source: XmlError },
    #[error("{file} has <{found}> where <settings> was expected")]
    Root { file: String, found: String },
    #[error("{files}: {what}")]
    Value { files: String, what: String },
}

impl Settings {
    /// Reads and merges settings files, the dominant (the user's) first: each a name for messages and its bytes.
    ///
    /// # Errors
    /// The first file that cannot be read, or the first entry without what Maven demands of it.
    pub fn read(files: &[(String, Vec<u8>)], around: &Surroundings<'_>) -> Result<Self, SettingsError> {
        let mut documents = Vec::new();
        for (file, bytes) in files {
            let root = xml::parse(bytes).map_err(|source| SettingsError::Xml { file: file.clone(), source })?;
            if root.name != "settings" {
                return Err(SettingsError::Root { file: file.clone(), found: root.name.escape_debug().to_string() });
            }
            documents.push(root);
        }
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let bad = |what: String| SettingsError::Value { files: names.join(", "), what };
        merged(&documents, around).map_err(bad)
    }

    /// The mirror to ask in place of the repository `id` at `url`: the first whose `mirrorOf` is just that id, else
    /// the first whose pattern selects it.
    #[must_use]
    pub fn mirror_for(&self, id: &str, url: &str) -> Option<&Mirror> {
        mirror::select(&self.mirrors, id, url)
    }

    /// The server of this id.
    #[must_use]
    pub fn server(&self, id: &str) -> Option<&Server> {
        self.servers.iter().find(|server| server.id == id)
    }
}

fn merged(documents: &[Element], around: &Surroundings<'_>) -> Result<Settings, String> {
    let all = |list: &str, item: &str| {
        let mut entries = by_id(documents, list, item);
        for entry in &mut entries {
            interpolate_all(entry, around.value);
        }
        entries
    };
    let mut settings = Settings {
        local_repository: documents
            .iter()
            .find_map(|document| document.text_of("localRepository"))
            .map(|path| interpolate(path, around.value)),
        // Measured: the installation's `offline` does not count.
        offline: documents
            .first()
            .and_then(|user| user.text_of("offline"))
            .is_some_and(|text| is_true(&interpolate(text, around.value))),
        ..Settings::default()
    };
    for entry in all("mirrors", "mirror") {
        settings.mirrors.extend(mirror::read(&entry)?);
    }
    settings.servers = all("servers", "server").iter().map(server::read).collect();
    for entry in all("proxies", "proxy") {
        let (proxy, is_active) = proxy::read(&entry)?;
        settings.proxies.extend(is_active.then_some(proxy));
    }
    settings.activated = around.activated.to_vec();
    for document in documents {
        let profiles = document.list("activeProfiles", "activeProfile");
        settings.activated.extend(profiles.map(|profile| interpolate(&profile.text, around.value)));
    }
    settings.activated.retain(|name| !around.deactivated.contains(name));
    let profiles = all("profiles", "profile");
    let mut notes = Vec::new();
    let active: Vec<&Element> = profiles
        .iter()
        .filter(|profile| profile::is_active(profile, &settings.activated, around, &mut notes))
        .collect();
    for profile in &active {
        let properties = profile.child("properties").map(|properties| properties.children.as_slice());
        let properties = properties.unwrap_or_default().iter();
        settings.properties.extend(properties.map(|one| (one.name.clone(), Secret::new(one.text.as_str()))));
    }
    // Measured: Maven puts each profile before those that stand above it.
    for profile in active.into_iter().rev() {
        for entry in last_of_each_id(profile.list("repositories", "repository")) {
            if let Some(repository) = repository::read(entry)?
                && !settings.repositories.iter().any(|known| known.id == repository.id)
            {
                settings.repositories.push(repository);
            }
        }
    }
    let local = settings.local_repository.as_deref().map(|path| ("localRepository".to_owned(), path));
    let hosts = settings.proxies.iter().map(|proxy| (format!("the proxy '{}'", proxy.id), proxy.host.as_str()));
    for (what, value) in local.into_iter().chain(hosts) {
        let unknown = unknown_names(value);
        if !unknown.is_empty() {
            notes.push(format!("{} of settings.xml: no value is known for {unknown}", what.escape_debug()));
        }
    }
    settings.notes = notes;
    Ok(settings)
}

/// Measured: of repositories with one id in one profile Maven takes the last, at the place of the first.
fn last_of_each_id<'a>(entries: impl Iterator<Item = &'a Element>) -> Vec<&'a Element> {
    let mut all: Vec<&Element> = Vec::new();
    for entry in entries {
        match all.iter_mut().find(|known| known.text_of("id") == entry.text_of("id")) {
            Some(known) => *known = entry,
            None => all.push(entry),
        }
    }
    all
}

/// The names in `${…}` that a value still has, as they are written, separated by commas; empty: none.
#[must_use]
pub fn unknown_names(value: &str) -> String {
    let names = value.split("${").skip(1).filter_map(|rest| Some(format!("${{{}}}", rest.split_once('}')?.0)));
    names.collect::<Vec<_>>().join(", ")
}

/// The entries of a list in all documents; one whose id (as it is written) an earlier document has is left out.
fn by_id(documents: &[Element], list: &str, item: &str) -> Vec<Element> {
    let mut entries: Vec<Element> = Vec::new();
    for document in documents {
        let before = entries.len();
        for entry in document.list(list, item) {
            if !entries[..before].iter().any(|known| known.text_of("id") == entry.text_of("id")) {
                entries.push(entry.clone());
            }
        }
    }
    entries
}

pub(super) fn is_true(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("true")
}

fn without_slash(url: &str) -> String {
    url.trim_end_matches('/').to_owned()
}

fn interpolate_all(element: &mut Element, value: &dyn Fn(&str) -> Option<String>) {
    if element.text.contains("${") {
        element.text = interpolate(&element.text, value);
    }
    for child in &mut element.children {
        interpolate_all(child, value);
    }
}

/// Replaces each `${name}` by its value, and what that value names by its own; a name that nobody knows, or that leads
/// back to itself, stays as written.
pub(super) fn interpolate(text: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    replace(text, value, 0, &mut out);
    out.trim().to_owned()
}

fn replace(text: &str, value: &dyn Fn(&str) -> Option<String>, depth: usize, out: &mut String) {
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        out.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('}').map(|end| start + end) else {
            rest = &rest[start..];
            break;
        };
        match value(&rest[start + 2..end]) {
            Some(found) if depth < DEEPEST_VALUE && out.len() < LONGEST_VALUE => replace(&found, value, depth + 1, out),
            _ => out.push_str(&rest[start..=end]),
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(documents: &[&str]) -> Result<Settings, SettingsError> {
        let files: Vec<_> =
            documents.iter().enumerate().map(|(at, text)| (format!("s{at}.xml"), text.as_bytes().to_vec())).collect();
        let value = |name: &str| {
            let value = match name {
                "env.MIRROR" => "https://${env.HOST}/m2/",
                "env.HOST" => "mirror.example",
                "env.LOOP" => "x${env.LOOP}",
                "user.home" => "/home/u",
                _ => return None,
            };
            Some(value.to_owned())
        };
        let around = Surroundings {
            value: &value,
            property: &value,
            exists: &|_| false,
            folder: Path::new("/project"),
            activated: &["asked".to_owned()],
            deactivated: &["unwanted".to_owned()],
        };
        Settings::read(&files, &around)
    }

    #[test]
    fn an_exact_mirror_wins_over_an_earlier_wildcard() {
        let settings = read(&["<settings><mirrors>
            <mirror><id>all</id><mirrorOf>*</mirrorOf><url>http://all</url></mirror>
            <mirror><id>c</id><mirrorOf>central</mirrorOf><url>${env.MIRROR}</url></mirror></mirrors></settings>"])
        .expect("valid");
        let url = |id| settings.mirror_for(id, "https://x").map(|mirror| mirror.url.as_str());
        assert_eq!(url("central"), Some("https://mirror.example/m2"));
        assert_eq!(url("other"), Some("http://all"));
    }

    #[test]
    fn the_users_file_wins_and_lists_are_merged_by_id() {
        let user = "<settings xmlns='http://maven.apache.org/SETTINGS/1.2.0'>
            <localRepository>${user.home}/${unknown}/repo</localRepository>
            <mirrors><mirror><id>m</id><mirrorOf>a</mirrorOf><url>http://user</url></mirror></mirrors>
            <servers><server><id>s</id><username>me</username></server></servers>
            <activeProfiles><activeProfile>shared</activeProfile><activeProfile>unwanted</activeProfile></activeProfiles>
            </settings>";
        let profile = |id: &str, activation: &str, url: &str| {
            format!(
                "<profile><id>{id}</id>{activation}<repositories><repository><id>of-{id}</id><url>{url}</url>
                <releases><checksumPolicy>fail</checksumPolicy><updatePolicy>interval:5</updatePolicy></releases>
                <snapshots><enabled>false</enabled></snapshots></repository></repositories></profile>"
            )
        };
        let installation = format!(
            "<settings><localRepository>/other</localRepository><offline>true</offline>
            <mirrors><mirror><id>m</id><mirrorOf>b</mirrorOf><url>http://global</url></mirror>
              <mirror><id>block</id><mirrorOf>external:http:*</mirrorOf><url>http://0.0.0.0/</url>
                <blocked>true</blocked></mirror></mirrors>
            <servers><server><id>s</id><username>them</username></server><server><id>s</id></server></servers>
            <profiles>{}{}{}{}{}</profiles></settings>",
            profile("shared", "", "https://r/m2/"),
            profile("default", "<activation><activeByDefault>true</activeByDefault></activation>", "https://d"),
            profile("off", "", "https://o"),
            profile("asked", "", "https://a"),
            profile("unwanted", "", "https://u"),
        );
        let settings = read(&[user, &installation]).expect("valid");
        assert_eq!(settings.local_repository.as_deref(), Some("/home/u/${unknown}/repo"));
        assert!(!settings.offline, "only the user's counts");
        let urls: Vec<_> = settings.repositories.iter().map(|repository| repository.url.as_str()).collect();
        assert_eq!(urls, ["https://a", "https://d", "https://r/m2"], "the last profile comes first");
        let policy = settings.repositories[0].releases;
        assert_eq!((policy.checksum, policy.update), (Some(ChecksumPolicy::Fail), UpdatePolicy::Interval(5)));
        assert!(policy.enabled && !settings.repositories[0].snapshots.enabled);
        assert_eq!(settings.mirrors.len(), 2);
        assert_eq!(settings.mirror_for("a", "https://x").map(|mirror| mirror.url.as_str()), Some("http://user"));
        assert!(settings.mirror_for("r", "http://r/m2").is_some_and(|mirror| mirror.blocked));
        assert_eq!(settings.servers.len(), 1);
        assert_eq!(settings.server("s").and_then(|server| server.username.as_deref()), Some("me"));
    }

    #[test]
    fn proxies_spare_the_hosts_they_name() {
        let settings = read(&["<settings><proxies>
            <proxy><id>off</id><active>false</active><host>off</host></proxy>
            <proxy><host>proxy</host><port>3128</port><nonProxyHosts>*.corp.example|10.*|localhost</nonProxyHosts>
              <username>u</username><password>secret</password></proxy></proxies></settings>"])
        .expect("valid");
        let proxied = |scheme, host| proxy_for(&settings.proxies, scheme, host).is_some();
        assert!(proxied("https", "repo.example") && proxied("http", "corp.example"));
        assert!(
            !proxied("http", "nexus.CORP.example") && !proxied("https", "10.1.2.3") && !proxied("http", "localhost")
        );
        assert_eq!((settings.proxies[0].port, settings.proxies[0].password.expose()), (3128, "secret"));
        assert!(!format!("{settings:?}").contains("secret"));
    }

    #[test]
    fn of_one_id_in_one_profile_the_last_repository_holds() {
        let repository = |id: &str, url: &str| format!("<repository><id>{id}</id><url>{url}</url></repository>");
        let profile = |id: &str, repositories: &str| {
            format!("<profile><id>{id}</id><repositories>{repositories}</repositories></profile>")
        };
        let first = profile(
            "asked",
            &(repository("r", "http://a") + &repository("s", "http://s") + &repository("r", "http://b")),
        );
        let second = profile("named", &repository("s", "http://t"));
        let settings = read(&[&format!(
            "<settings><profiles>{first}{second}</profiles><activeProfiles><activeProfile>named</activeProfile></activeProfiles></settings>"
        )])
        .expect("valid");
        let urls: Vec<_> = settings.repositories.iter().map(|repository| repository.url.as_str()).collect();
        assert_eq!(urls, ["http://t", "http://b"]);
    }

    #[test]
    fn headers_of_a_server_are_taken_in_both_forms() {
        let property =
            |name: &str, value: &str| format!("<property><name>{name}</name><value>{value}</value></property>");
        let settings = read(&[&format!(
            "<settings><servers><server><id>s</id><configuration>
             <httpConfiguration><all><headers>{}{}</headers></all><get><headers>{}</headers></get>
               <put><headers>{}</headers></put></httpConfiguration>
             <httpHeaders>{}</httpHeaders></configuration></server></servers></settings>",
            property("X-All", "1"),
            property("X-Both", "1"),
            property("x-both", "2"),
            property("X-Put", "1"),
            property("X-Plain", "1"),
        )])
        .expect("valid");
        let headers = &settings.server("s").expect("a server").headers;
        let headers: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.expose())).collect();
        assert_eq!(headers, [("X-All", "1"), ("x-both", "2"), ("X-Plain", "1")]);
    }

    #[test]
    fn values_lead_to_values_and_never_in_a_circle() {
        let settings =
            read(&["<settings><localRepository>${env.LOOP} ${user.home} ${open</localRepository></settings>"]);
        let settings = settings.expect("valid");
        let told = "localRepository of settings.xml: no value is known for ${env.LOOP}";
        assert_eq!(settings.notes, [told]);
        let local = settings.local_repository.expect("a text");
        assert!(local.starts_with("xxx") && local.contains("${env.LOOP} /home/u ${open"), "{local}");
    }

    #[test]
    fn a_broken_file_is_an_error_that_names_it() {
        for (text, message) in [
            ("<settings><mirrors></settings>", "s0.xml is not well-formed"),
            ("<!DOCTYPE settings><settings/>", "DOCTYPE"),
            ("<project/>", "s0.xml has <project>"),
            ("<settings><mirrors><mirror><id>x</id></mirror></mirrors></settings>", "mirror 'x' has no <url>"),
            ("<settings><proxies><proxy><host>h</host><port>x</port></proxy></proxies></settings>", "port 'x'"),
            (
                "<settings><profiles><profile><id>asked</id><repositories><repository/></repositories></profile>
                 </profiles></settings>",
                "no <id>",
            ),
        ] {
            let error = read(&[text]).expect_err(text).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
