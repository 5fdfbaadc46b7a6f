//! settings.xml: the parts that decide where artifacts come from, merged and read as Maven does.
//!
//! Promises: the user's file wins over the installation's; mirrors, proxies and profiles are merged by id; the
//! grammar of `mirrorOf` is Maven's, blanks included (`a , b` does not mirror `a` there either). Reads no
//! credentials: what `servers` and proxies hold of them never enters memory beyond the document itself.

use super::xml::{self, Element, XmlError};

/// A repository of an active profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    pub id: String,
    /// Without a trailing slash.
    pub url: String,
}

/// A mirror: what is asked in place of the repositories that `mirror_of` selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mirror {
    pub id: String,
    /// Without a trailing slash.
    pub url: String,
    pub mirror_of: String,
    /// Repositories it selects must not be asked at all.
    pub blocked: bool,
}

/// A proxy, without its credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxy {
    pub id: String,
    /// Of the URLs it is for: `http` (and `https` where no other proxy is), or `https`.
    pub protocol: String,
    pub host: String,
    pub port: u16,
    /// Hosts that are asked directly: patterns with `*`, lower case.
    pub non_proxy_hosts: Vec<String>,
}

/// What the settings files say together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    pub local_repository: Option<String>,
    pub offline: bool,
    pub mirrors: Vec<Mirror>,
    /// The active ones, in order.
    pub proxies: Vec<Proxy>,
    /// Of the active profiles, in order; those that serve no releases or another layout are left out.
    pub repositories: Vec<Repository>,
}

/// Why a settings file was not read. Going on without it could ask a public server for what a mirror was meant to
/// serve, so whoever gets this asks no remote repository.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("{file} is not well-formed: {source}")]
    Xml { file: String, source: XmlError },
    #[error("{file} has <{found}> where <settings> was expected")]
    Root { file: String, found: String },
    #[error("{file}: {what}")]
    Value { file: String, what: String },
}

impl Settings {
    /// Reads and merges settings files, the dominant (the user's) first: each a name for messages and its bytes.
    /// `lookup` gives the value of `env.X` and of the properties in `${…}`, such as `user.home`; what it does not
    /// know stays as written.
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub fn read(files: &[(String, Vec<u8>)], lookup: &dyn Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        let mut merged = Self::default();
        let mut offline = None;
        let mut profiles: Vec<Element> = Vec::new();
        let mut active: Vec<String> = Vec::new();
        let mut proxies: Vec<(Proxy, bool)> = Vec::new();
        for (file, bytes) in files {
            let mut root = xml::parse(bytes).map_err(|source| SettingsError::Xml { file: file.clone(), source })?;
            if root.name != "settings" {
                return Err(SettingsError::Root { file: file.clone(), found: root.name.escape_debug().to_string() });
            }
            interpolate_all(&mut root, lookup);
            let bad = |what: String| SettingsError::Value { file: file.clone(), what };
            if merged.local_repository.is_none() {
                merged.local_repository = root.text_of("localRepository").map(str::to_owned);
            }
            offline = offline.or_else(|| root.text_of("offline").map(is_true));
            // Only what another file said before takes an entry's place.
            let (mirrors_before, proxies_before) = (merged.mirrors.len(), proxies.len());
            for element in root.list("mirrors", "mirror") {
                let mirror = mirror(element).map_err(bad)?;
                if let Some(mirror) = mirror
                    && !merged.mirrors[..mirrors_before].iter().any(|known| known.id == mirror.id)
                {
                    merged.mirrors.push(mirror);
                }
            }
            for element in root.list("proxies", "proxy") {
                let (proxy, is_active) = proxy(element).map_err(bad)?;
                if !proxies[..proxies_before].iter().any(|(known, _)| known.id == proxy.id) {
                    proxies.push((proxy, is_active));
                }
            }
            for element in root.list("profiles", "profile") {
                if !profiles.iter().any(|known| known.text_of("id") == element.text_of("id")) {
                    profiles.push(element.clone());
                }
            }
            active.extend(root.list("activeProfiles", "activeProfile").map(|profile| profile.text.clone()));
        }
        merged.offline = offline.unwrap_or(false);
        merged.proxies = proxies.into_iter().filter_map(|(proxy, is_active)| is_active.then_some(proxy)).collect();
        for profile in profiles.iter().filter(|profile| is_active_profile(profile, &active)) {
            for repository in profile.list("repositories", "repository").filter_map(repository) {
                if !merged.repositories.iter().any(|known| known.id == repository.id) {
                    merged.repositories.push(repository);
                }
            }
        }
        Ok(merged)
    }

    /// The mirror to ask in place of the repository `id` at `url`: the first whose `mirrorOf` is just that id, else
    /// the first whose pattern selects it.
    #[must_use]
    pub fn mirror_for(&self, id: &str, url: &str) -> Option<&Mirror> {
        let exact = self.mirrors.iter().find(|mirror| mirror.mirror_of == id);
        exact.or_else(|| self.mirrors.iter().find(|mirror| selects(&mirror.mirror_of, id, url)))
    }
}

impl Proxy {
    /// Whether `host` is asked directly, not through this proxy.
    #[must_use]
    pub fn spares(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.non_proxy_hosts.iter().any(|pattern| matches_wildcard(pattern, &host))
    }
}

/// The proxy for a URL of this scheme and host: one for the scheme itself, else for `https` one for `http`.
#[must_use]
pub fn proxy_for<'a>(proxies: &'a [Proxy], scheme: &str, host: &str) -> Option<&'a Proxy> {
    let of = |protocol: &str| {
        proxies.iter().find(|proxy| proxy.protocol.eq_ignore_ascii_case(protocol) && !proxy.spares(host))
    };
    of(scheme).or_else(|| if scheme == "https" { of("http") } else { None })
}

/// Whether a `mirrorOf` pattern selects a repository. The parts are looked at in order; the repository's own name,
/// with or without `!`, decides at once, a wildcard only until something later decides.
fn selects(pattern: &str, id: &str, url: &str) -> bool {
    if pattern == "*" || pattern == id {
        return true;
    }
    let mut selected = false;
    for part in pattern.split(',') {
        if let Some(excluded) = part.strip_prefix('!')
            && !excluded.is_empty()
        {
            if excluded == id {
                return false;
            }
        } else if part == id {
            return true;
        } else {
            selected |= match part {
                "*" => true,
                "external:*" => is_external(url),
                "external:http:*" => is_external(url) && scheme(url).eq_ignore_ascii_case("http"),
                _ => false,
            };
        }
    }
    selected
}

fn scheme(url: &str) -> &str {
    url.split_once(':').map_or("", |(scheme, _)| scheme)
}

fn is_external(url: &str) -> bool {
    let authority = url.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(""));
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = host.split(':').next().unwrap_or("");
    !scheme(url).eq_ignore_ascii_case("file") && host != "localhost" && host != "127.0.0.1"
}

fn matches_wildcard(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let tail = parts.pop().unwrap_or("");
    for part in parts {
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    text.ends_with(tail)
}

fn is_true(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("true")
}

fn without_slash(url: &str) -> String {
    url.trim_end_matches('/').to_owned()
}

/// A mirror; none when it is for repositories of another layout only.
fn mirror(element: &Element) -> Result<Option<Mirror>, String> {
    let id = element.text_of("id").unwrap_or("default").to_owned();
    let layouts = element.text_of("mirrorOfLayouts").unwrap_or("default,legacy");
    if !layouts.split(',').any(|layout| layout == "default" || layout == "*") {
        return Ok(None);
    }
    let need =
        |name: &str| element.text_of(name).ok_or_else(|| format!("the mirror '{}' has no <{name}>", id.escape_debug()));
    Ok(Some(Mirror {
        url: without_slash(need("url")?),
        mirror_of: need("mirrorOf")?.to_owned(),
        blocked: element.text_of("blocked").is_some_and(is_true),
        id,
    }))
}

fn proxy(element: &Element) -> Result<(Proxy, bool), String> {
    let id = element.text_of("id").unwrap_or("default").to_owned();
    let is_active = element.text_of("active").is_none_or(is_true);
    let host = element.text_of("host").unwrap_or_default().to_owned();
    if is_active && host.is_empty() {
        return Err(format!("the proxy '{}' has no <host>", id.escape_debug()));
    }
    let port = element.text_of("port").unwrap_or("8080");
    let port = port
        .parse()
        .map_err(|_| format!("the proxy '{}' has the port '{}'", id.escape_debug(), port.escape_debug()))?;
    let hosts = element.text_of("nonProxyHosts").unwrap_or_default();
    let non_proxy_hosts = hosts.split(['|', ',']).map(|host| host.trim().to_ascii_lowercase());
    let proxy = Proxy {
        id,
        protocol: element.text_of("protocol").unwrap_or("http").to_ascii_lowercase(),
        host,
        port,
        non_proxy_hosts: non_proxy_hosts.filter(|host| !host.is_empty()).collect(),
    };
    Ok((proxy, is_active))
}

fn repository(element: &Element) -> Option<Repository> {
    let releases = element.child("releases").and_then(|releases| releases.text_of("enabled")).is_none_or(is_true);
    let layout = element.text_of("layout").unwrap_or("default");
    if !releases || layout != "default" {
        return None;
    }
    let id = element.text_of("id").unwrap_or("default").to_owned();
    Some(Repository { id, url: without_slash(element.text_of("url")?) })
}

/// Named under activeProfiles, or active by default: measured, Maven keeps the latter beside the former.
fn is_active_profile(profile: &Element, active: &[String]) -> bool {
    let named = profile.text_of("id").is_some_and(|id| active.iter().any(|name| name == id));
    let activation = profile.child("activation");
    named || activation.and_then(|activation| activation.text_of("activeByDefault")).is_some_and(is_true)
}

fn interpolate_all(element: &mut Element, lookup: &dyn Fn(&str) -> Option<String>) {
    if element.text.contains("${") {
        let text = interpolate(&element.text, lookup);
        text.trim().clone_into(&mut element.text);
    }
    for child in &mut element.children {
        interpolate_all(child, lookup);
    }
}

/// Replaces each `${name}` by its value, once: values are not looked at again.
fn interpolate(text: &str, lookup: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        out.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('}').map(|end| start + end) else { break };
        match lookup(&rest[start + 2..end]) {
            Some(value) => out.push_str(&value),
            None => out.push_str(&rest[start..=end]),
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(documents: &[&str]) -> Result<Settings, SettingsError> {
        let files: Vec<_> =
            documents.iter().enumerate().map(|(at, text)| (format!("s{at}.xml"), text.as_bytes().to_vec())).collect();
        Settings::read(&files, &|name| match name {
            "env.MIRROR" => Some("https://mirror.example/m2/".to_owned()),
            "user.home" => Some("/home/u".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn the_mirror_grammar_is_mavens() {
        let http = "http://repo.example/m2";
        let https = "https://repo.example/m2";
        let local = "http://localhost:8081/m2";
        for (pattern, id, url, expected) in [
            ("*", "any", https, true),
            ("central", "central", https, true),
            ("central", "other", https, false),
            ("a,b", "b", https, true),
            ("*,!b", "b", https, false),
            ("*,!b", "c", https, true),
            ("!b,*", "b", https, false),
            ("b,!b", "b", https, true),
            ("external:*", "x", https, true),
            ("external:*", "x", local, false),
            ("external:*", "x", "file:///m2", false),
            ("external:*", "x", "http://user@127.0.0.1/m2", false),
            ("external:*,!x", "x", https, false),
            ("external:http:*", "x", http, true),
            ("external:http:*", "x", https, false),
            ("external:http:*", "x", local, false),
            ("a , b", "a", https, false),
            ("!", "!", https, true),
            ("", "x", https, false),
        ] {
            assert_eq!(selects(pattern, id, url), expected, "{pattern} for {id} at {url}");
        }
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
            <activeProfiles><activeProfile>shared</activeProfile></activeProfiles></settings>";
        let installation = "<settings><localRepository>/other</localRepository><offline>true</offline>
            <mirrors><mirror><id>m</id><mirrorOf>b</mirrorOf><url>http://global</url></mirror>
              <mirror><id>block</id><mirrorOf>external:http:*</mirrorOf><url>http://0.0.0.0/</url>
                <blocked>true</blocked></mirror></mirrors>
            <profiles>
              <profile><id>shared</id><repositories>
                <repository><id>r</id><url>https://r/m2/</url></repository>
                <repository><id>snap</id><url>https://s</url><releases><enabled>false</enabled></releases></repository>
              </repositories></profile>
              <profile><id>default</id><activation><activeByDefault>true</activeByDefault></activation>
                <repositories><repository><id>d</id><url>https://d</url></repository></repositories></profile>
              <profile><id>off</id><repositories><repository><id>o</id><url>https://o</url></repository></repositories>
              </profile></profiles></settings>";
        let settings = read(&[user, installation]).expect("valid");
        assert_eq!(settings.local_repository.as_deref(), Some("/home/u/${unknown}/repo"));
        assert!(settings.offline);
        let urls: Vec<_> = settings.repositories.iter().map(|repository| repository.url.as_str()).collect();
        assert_eq!(urls, ["https://r/m2", "https://d"]);
        assert_eq!(settings.mirrors.len(), 2);
        assert_eq!(settings.mirror_for("a", "https://x").map(|mirror| mirror.url.as_str()), Some("http://user"));
        assert!(settings.mirror_for("r", "http://r/m2").is_some_and(|mirror| mirror.blocked));
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
        assert_eq!(settings.proxies[0].port, 3128);
        assert!(!format!("{settings:?}").contains("secret"));
    }

    #[test]
    fn a_broken_file_is_an_error_that_names_it() {
        for (text, message) in [
            ("<settings><mirrors></settings>", "s0.xml is not well-formed"),
            ("<!DOCTYPE settings><settings/>", "DOCTYPE"),
            ("<project/>", "s0.xml has <project>"),
            ("<settings><mirrors><mirror><id>x</id></mirror></mirrors></settings>", "mirror 'x' has no <url>"),
            ("<settings><proxies><proxy><host>h</host><port>x</port></proxy></proxies></settings>", "port 'x'"),
        ] {
            let error = read(&[text]).expect_err(text).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
