//! `~/.netrc` (`_netrc` on Windows), or the file that NETRC names: users and passwords by host.
//!
//! Promises: what it says is for just the host that it names (`default` would be for everybody and is not read); a file that
//! others can read is not used. Read as curl reads it: words between blanks, in quotes where they hold some.
#![allow(clippy::disallowed_methods, reason = "the configuration is read before there is a cache")]

use std::fmt;
use std::path::Path;

use super::Config;
use super::maven::small_file;
use crate::text::secret::Secret;

/// Entries that are read, at most.
const MOST_ENTRIES: usize = 1000;

/// The entries of a file, in order.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Netrc(Vec<Entry>);

/// One machine.
#[derive(Clone, Default, PartialEq, Eq)]
struct Entry {
    host: String,
    login: String,
    password: Secret,
}

/// Only how many.
impl fmt::Debug for Netrc {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} entries of netrc", self.0.len())
    }
}

impl Netrc {
    /// The file of these settings; empty where there is none that may be used.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let name = if cfg!(windows) { "_netrc" } else { ".netrc" };
        let usual = || config.user_home.as_ref().map(|home| home.join(name));
        let Some(path) = config.environment.path("NETRC").or_else(usual) else { return Self::default() };
        let Some(text) = small_file(&path) else { return Self::default() };
        if is_open_to_others(&path) {
            tracing::warn!("{} is not used: others can read it (chmod 600 helps)", path.display());
            return Self::default();
        }
        Self::parse(&text)
    }

    /// Reads the text of such a file. What cannot be understood is passed over, and an entry without both a login and a
    /// password is none.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        // Words of what is no machine (`default`, a macro) are nobody's.
        let mut is_machine = false;
        let mut words = Words(text);
        while let Some(word) = words.next() {
            match word.as_str() {
                "machine" => {
                    is_machine = true;
                    let host = words.next().unwrap_or_default().to_ascii_lowercase();
                    entries.push(Entry { host, ..Entry::default() });
                }
                "default" => is_machine = false,
                "macdef" => {
                    is_machine = false;
                    words.skip_macro();
                }
                "login" | "password" | "account" => {
                    let value = words.next().unwrap_or_default();
                    match (entries.last_mut().filter(|_| is_machine), word.as_str()) {
                        (Some(entry), "login") => entry.login = value,
                        (Some(entry), "password") => entry.password = Secret::new(value),
                        _ => {}
                    }
                }
                _ => {}
            }
            if entries.len() > MOST_ENTRIES {
                break;
            }
        }
        entries.retain(|entry| !entry.login.is_empty() && !entry.password.expose().is_empty());
        Self(entries)
    }

    /// The user and password for just this host; where a user is known already, that user's.
    #[must_use]
    pub fn login(&self, host: &str, user: Option<&str>) -> Option<(&str, &Secret)> {
        let is_meant =
            |entry: &&Entry| entry.host.eq_ignore_ascii_case(host) && user.is_none_or(|user| entry.login == user);
        self.0.iter().find(is_meant).map(|entry| (entry.login.as_str(), &entry.password))
    }
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

/// What is not read yet.
struct Words<'a>(&'a str);

impl Words<'_> {
    /// A macro ends at an empty line.
    fn skip_macro(&mut self) {
        let end = ["\n\n", "\r\n\r\n"].iter().filter_map(|empty| self.0.find(empty)).min();
        self.0 = end.map_or("", |at| &self.0[at..]);
    }

    fn quoted(&mut self) -> String {
        let mut word = String::new();
        let mut characters = self.0[1..].char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '"' => {
                    self.0 = &self.0[1 + at + 1..];
                    return word;
                }
                '\\' => match characters.next().map(|(_, c)| c) {
                    Some('n') => word.push('\n'),
                    Some('r') => word.push('\r'),
                    Some('t') => word.push('\t'),
                    Some(c) => word.push(c),
                    None => break,
                },
                c => word.push(c),
            }
        }
        self.0 = "";
        word
    }
}

impl Iterator for Words<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            self.0 = self.0.trim_start();
            if self.0.starts_with('"') {
                return Some(self.quoted());
            }
            if self.0.starts_with('#') {
                self.0 = self.0.find('\n').map_or("", |end| &self.0[end..]);
                continue;
            }
            let end = self.0.find(char::is_whitespace).unwrap_or(self.0.len());
            let (word, rest) = self.0.split_at(end);
            self.0 = rest;
            return (!word.is_empty()).then(|| word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(netrc: &Netrc, host: &str, user: Option<&str>) -> Option<String> {
        netrc.login(host, user).map(|(login, password)| format!("{login}:{}", password.expose()))
    }

    #[test]
    fn each_machine_has_its_own_login() {
        let netrc = Netrc::parse(
            "# a remark\nmachine a.example login joe password s3cret\nmachine b.example\n\tlogin \"my name\"\n\
             \tpassword \"a \\\"b\\\\ c\" account x\nmacdef init\nmachine evil login e password e\n\nmachine A.Example login ann \
             password other\nmachine half login only\nmachine #odd login a password #b\ndefault login any password all",
        );
        assert_eq!(login(&netrc, "a.example", None).as_deref(), Some("joe:s3cret"));
        assert_eq!(login(&netrc, "A.EXAMPLE", Some("ann")).as_deref(), Some("ann:other"));
        assert_eq!(login(&netrc, "b.example", None).as_deref(), Some("my name:a \"b\\ c"));
        for (host, user) in
            [("evil", None), ("half", None), ("other.example", None), ("example", None), ("a.example", Some("eve"))]
        {
            assert_eq!(login(&netrc, host, user), None, "{host}");
        }
        assert!(!format!("{netrc:?}").contains("joe"));
    }

    #[test]
    fn what_is_cut_or_odd_is_no_entry() {
        for text in
            ["", "machine", "machine a login", "machine a login x password", "login x password y", "\"", "\"a\\"]
        {
            assert_eq!(Netrc::parse(text), Netrc::default(), "{text}");
        }
        let many = "machine h login a password b\n".repeat(3 * MOST_ENTRIES);
        assert!(Netrc::parse(&many).0.len() <= MOST_ENTRIES + 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(".netrc");
        std::fs::write(&file, "machine h login a password b").expect("written");
        let mut config = Config::at(folder.path().join("cache"));
        config.user_home = Some(folder.path().to_path_buf());
        for (mode, is_used) in [(0o600, true), (0o640, false), (0o604, false), (0o400, true)] {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("changed");
            assert_eq!(Netrc::of(&config).login("h", None).is_some(), is_used, "{mode:o}");
        }
        config.environment = [("NETRC", "/dev/null")].into_iter().collect();
        assert_eq!(Netrc::of(&config), Netrc::default());
    }
}
