//! Where a Git repository is, read from what people write: `https://host/path`, `ssh://user@host/path`,
//! `user@host:path`, `http://…`, `git://…`.

use crate::digest::hex;
use crate::text::url::{is_loopback, percent_decoded};

/// How a repository is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    Https,
    Http,
    Ssh,
    /// The Git daemon's own protocol, which nothing protects.
    Git,
}

impl Scheme {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Https => "https",
            Self::Http => "http",
            Self::Ssh => "ssh",
            Self::Git => "git",
        }
    }

    const fn default_port(self) -> u16 {
        match self {
            Self::Https => 443,
            Self::Http => 80,
            Self::Ssh => 22,
            Self::Git => 9418,
        }
    }
}

/// A remote repository. Neither host, user nor path can be taken for an option by a program they are given to.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub scheme: Scheme,
    /// Who to be: of `ssh` a name, of `https` a secret like the password.
    user: Option<String>,
    password: Option<String>,
    /// A name or an address, without the brackets of one of IPv6.
    host: String,
    port: Option<u16>,
    /// With its leading slash, except where `user@host:path` has none.
    path: String,
}

/// The user and the password may be secrets.
impl std::fmt::Debug for Address {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.shown())
    }
}

impl Address {
    /// Reads an address; the reason where it is none. No secret of `text` stands in the reason.
    ///
    /// # Errors
    /// What is wrong with it, in words that follow the name of the argument.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
            return Err("a Git URL has no blanks, backslashes and control characters".to_owned());
        }
        let bare = text.strip_prefix("git+").unwrap_or(text);
        let address = match bare.split_once("://") {
            Some((scheme, rest)) => Self::url(scheme, rest)?,
            None => Self::like_scp(bare)?,
        };
        address.check()?;
        Ok(address)
    }

    fn url(scheme: &str, rest: &str) -> Result<Self, String> {
        let scheme = match scheme.to_ascii_lowercase().as_str() {
            "https" => Scheme::Https,
            "http" => Scheme::Http,
            "ssh" => Scheme::Ssh,
            "git" => Scheme::Git,
            _ => {
                return Err(
                    "a Git URL begins with https://, ssh://, http:// or git://, or is user@host:path".to_owned()
                );
            }
        };
        if rest.contains(['?', '#']) {
            return Err("a Git URL has no query and no fragment; in a password write %3F and %23".to_owned());
        }
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (login, place) =
            authority.rsplit_once('@').map_or((None, authority), |(login, place)| (Some(login), place));
        let (user, password) = match login {
            Some(login) => {
                let (user, password) = login.split_once(':').map_or((login, None), |(user, word)| (user, Some(word)));
                (Some(decoded(user)?).filter(|user| !user.is_empty()), password.map(decoded).transpose()?)
            }
            None => (None, None),
        };
        let (host, port) = host_and_port(place)?;
        // HTTP takes the path as it is written; the others are told the name of a folder.
        let path = if matches!(scheme, Scheme::Https | Scheme::Http) { path.to_owned() } else { decoded(path)? };
        Ok(Self { scheme, user, password, host, port, path: path.trim_end_matches('/').to_owned() })
    }

    fn like_scp(text: &str) -> Result<Self, String> {
        let no_url = || "a Git URL is https://host/path, ssh://user@host/path or user@host:path".to_owned();
        let (login, path) = text.split_once(':').ok_or_else(no_url)?;
        let (user, host) = login.split_once('@').ok_or_else(no_url)?;
        let path = path.trim_end_matches('/').to_owned();
        Ok(Self {
            scheme: Scheme::Ssh,
            user: Some(user.to_owned()),
            password: None,
            host: host.to_ascii_lowercase(),
            port: None,
            path,
        })
    }

    fn check(&self) -> Result<(), String> {
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-_:".contains(c);
        if self.host.is_empty() || self.host.starts_with(['-', '.']) || !self.host.chars().all(is_host) {
            return Err("the host of a Git URL is made of letters, digits, dots and hyphens".to_owned());
        }
        if self.path.trim_start_matches('/').is_empty() {
            return Err("a Git URL names a repository after its host".to_owned());
        }
        if self.path.chars().any(char::is_control) || self.path.starts_with('-') {
            return Err("the path of a Git URL begins with no hyphen and has no control characters".to_owned());
        }
        if self.scheme == Scheme::Ssh {
            let is_user = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
            if self.password.is_some() {
                return Err("ssh takes no password from a URL: it uses keys and the agent".to_owned());
            }
            if let Some(user) = &self.user
                && (user.is_empty() || user.starts_with('-') || !user.chars().all(is_user))
            {
                return Err("the user of an ssh URL is made of letters, digits, dots and hyphens".to_owned());
            }
        }
        Ok(())
    }

    /// The address as records keep it and people see it: without what may be a secret, in one spelling.
    #[must_use]
    pub fn shown(&self) -> String {
        let ssh_user = self.user.as_ref().filter(|_| self.scheme == Scheme::Ssh);
        let login = ssh_user.map_or(String::new(), |user| format!("{user}@"));
        if self.scheme == Scheme::Ssh && !self.path.starts_with('/') {
            return format!("{login}{}:{}", self.host, self.path);
        }
        let is_written = matches!(self.scheme, Scheme::Https | Scheme::Http);
        let path = if is_written { self.path.clone() } else { encoded(&self.path) };
        format!("{}://{login}{}{path}", self.scheme.as_str(), self.authority())
    }

    /// Host and, where it is not the usual one, port, as they stand in a URL.
    #[must_use]
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        match self.port.filter(|port| *port != self.scheme.default_port()) {
            Some(port) => format!("{host}:{port}"),
            None => host,
        }
    }

    /// Whether only the owner of the other end can read what is sent: nothing secret is sent where not.
    pub(super) fn is_private(&self) -> bool {
        matches!(self.scheme, Scheme::Https | Scheme::Ssh) || is_loopback(&self.host)
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    pub(super) fn port(&self) -> Option<u16> {
        self.port
    }

    pub(super) fn user(&self) -> Option<&str> {
        self.user.as_deref()
    }

    pub(super) fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// The folder on the other machine; `/~user/x` is `~user/x` there.
    pub(super) fn folder(&self) -> &str {
        if self.path.starts_with("/~") { &self.path[1..] } else { &self.path }
    }
}

fn decoded(text: &str) -> Result<String, String> {
    percent_decoded(text).ok_or_else(|| "a percent sign of a Git URL is followed by two digits".to_owned())
}

/// What a URL cannot hold as it is, as `%XX`.
fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_graphic() && !b"%?#\\\"<>^`{|}".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push('%');
            text.push_str(&hex(&[byte]).to_ascii_uppercase());
        }
    }
    text
}

fn host_and_port(place: &str) -> Result<(String, Option<u16>), String> {
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']').ok_or("the host of the Git URL lacks its bracket")?;
            (host, after.strip_prefix(':').or_else(|| after.is_empty().then_some("")).ok_or("what follows the host?")?)
        }
        None => place.split_once(':').unwrap_or((place, "")),
    };
    let port = if port.is_empty() {
        None
    } else {
        let digits = port.bytes().all(|byte| byte.is_ascii_digit());
        Some(port.parse().ok().filter(|port| digits && *port > 0).ok_or("the port of the Git URL is no number")?)
    };
    Ok((host.to_ascii_lowercase(), port))
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_have_one_spelling_without_secrets() {
        for (text, shown) in [
            ("https://github.com/a/b.git", "https://github.com/a/b.git"),
            ("HTTPS://GitHub.com:443/a/b/", "https://github.com/a/b"),
            ("https://me:geheim@h:8443/a%20b", "https://h:8443/a%20b"),
            ("https://geheim@h/a", "https://h/a"),
            ("git+ssh://git@h/a", "ssh://git@h/a"),
            ("ssh://git@h:22/a", "ssh://git@h/a"),
            ("ssh://[::1]:2222/~me/a", "ssh://[::1]:2222/~me/a"),
            ("git@github.com:a/b.git", "git@github.com:a/b.git"),
            ("git@h:/a/b", "ssh://git@h/a/b"),
            ("git://h:9418/a", "git://h/a"),
            ("ssh://h/a%20b%25/%C3%A4'$(x)", "ssh://h/a%20b%25/%C3%A4'$(x)"),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.shown(), shown, "{text}");
            assert_eq!(Address::parse(shown).unwrap().shown(), shown);
            assert!(!format!("{address:?}").contains("geheim"));
        }
    }

    #[test]
    fn what_could_be_an_option_or_a_command_is_no_address() {
        for text in [
            "",
            "ext::sh -c touch% /tmp/x",
            "ext::sh",
            "-oProxyCommand=x",
            "ssh://-oProxyCommand=x/a",
            "ssh://-oProxyCommand=x@h/a",
            "-x@h:a",
            "git@-x:a",
            "git@h:-x",
            "git@h:",
            "ssh://git:geheim@h/a",
            "ssh://h/a\nb",
            "https://h",
            "https://h/",
            "https:///a",
            "https://h:99999/a",
            "https://h/a?b",
            "https://u:a/b@h/c",
            "file:///a",
            "ftp://h/a",
            "git://h/a%0ab",
            "https://h;x/a",
        ] {
            let refused = Address::parse(text).unwrap_err();
            assert!(!refused.contains("geheim"), "{refused}");
        }
    }
}
