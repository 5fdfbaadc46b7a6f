//! Who to be towards a host: tokens of the environment, each bound to its host, and the user's credential helper where a
//! setting allows it.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Address, Options};

/// The user name that goes with a token that names none: GitHub and GitLab take any.
const ANY_USER: &str = "x-access-token";

/// Longest time that a credential helper may take.
const HELPER_TIME: Duration = Duration::from_secs(30);

/// Most of what a credential helper says.
const HELPER_SAYS: u64 = 64 * 1024;

/// A user and a password, or what stands for one.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Login {
    pub user: String,
    pub password: String,
}

/// Tokens by host. Nothing shows them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tokens(Vec<(String, Login)>);

impl std::fmt::Debug for Tokens {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} tokens", self.0.len())
    }
}

impl Tokens {
    /// Reads `host=token` or `host=user:token`, several separated by commas; a port other than the scheme's own stands with
    /// the host. What is written otherwise is left out: a token without a host would go to anybody.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut tokens = Vec::new();
        for one in text.split(',').map(str::trim).filter(|one| !one.is_empty()) {
            match one.split_once('=') {
                Some((host, token)) if token.contains(['\r', '\n']) => tracing::warn!(
                    "the token for '{}' in JARDEX_GIT_TOKEN is not used: it holds the end of a line",
                    host.trim().escape_debug()
                ),
                Some((host, token)) if !host.trim().is_empty() && !token.is_empty() => {
                    let (user, password) = token.split_once(':').unwrap_or((ANY_USER, token));
                    let login = Login { user: user.to_owned(), password: password.to_owned() };
                    tokens.push((host.trim().to_ascii_lowercase(), login));
                }
                _ => tracing::warn!("a token in JARDEX_GIT_TOKEN is not used: it takes host=token or host=user:token"),
            }
        }
        Self(tokens)
    }

    /// The token for just the host (and port) of this address.
    fn find(&self, address: &Address) -> Option<&Login> {
        let authority = address.authority();
        self.0.iter().find(|(host, _)| *host == authority).map(|(_, login)| login)
    }
}

/// What is sent at once: what the URL itself holds, else the token bound to its host, else what netrc says. Nothing where
/// others could read it.
pub(super) fn at_hand(address: &Address, options: &Options) -> Option<Login> {
    if !address.is_private() {
        return None;
    }
    let of_url = || {
        let (user, password) = (address.user(), address.password());
        let login = |user: &str, password: &str| Login { user: user.to_owned(), password: password.to_owned() };
        let of_netrc = options.netrc.login(address.host(), user).filter(|_| password.is_none());
        if let Some((user, password)) = of_netrc {
            return Some(login(user, password.expose()));
        }
        match (user, password) {
            (None, None) => None,
            (user, Some(password)) => Some(login(user.unwrap_or(ANY_USER), password)),
            // Named by its user; else `https://token@host/…`
            (Some(token), None) => Some(login(token, "")),
        }
    };
    // A name alone is no secret of its own: the token knows better.
    match address.password() {
        Some(_) => of_url(),
        None => options.tokens.find(address).cloned().or_else(of_url),
    }
}

/// Asks the user's own credential helper by way of `git credential fill`, which asks no person and shows no window. None
/// where there is no git, no helper, or nothing known.
pub(super) fn ask_helper(address: &Address, wanted: impl Fn() -> bool) -> Option<Login> {
    if !address.is_private() {
        return None;
    }
    let scheme = address.shown().split("://").next()?.to_owned();
    let mut child = Command::new("git")
        .args(["-c", "core.askPass=", "-c", "credential.interactive=false", "credential", "fill"])
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_ASKPASS", "")
        .env("SSH_ASKPASS", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let question = format!("protocol={scheme}\nhost={}\n\n", address.authority());
    let mut stdin = child.stdin.take()?;
    let mut stdout = child.stdout.take()?.take(HELPER_SAYS);
    // An answer of this length fits into the pipe: nobody waits for anybody.
    let asked = stdin.write_all(question.as_bytes());
    drop(stdin);
    let reader = std::thread::spawn(move || {
        let mut said = String::new();
        stdout.read_to_string(&mut said).map(|_| said).ok()
    });
    let begun = Instant::now();
    let ended_well = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.success(),
            Ok(None) if begun.elapsed() < HELPER_TIME && wanted() => std::thread::sleep(Duration::from_millis(10)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break false;
            }
        }
    };
    if !ended_well || asked.is_err() {
        // Its own helpers may still hold the pipe: nobody waits for the thread that reads it.
        return None;
    }
    let said = reader.join().ok()??;
    let value =
        |name: &str| said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned);
    Some(Login { user: value("username")?, password: value("password")? })
}

#[cfg(test)]
mod tests {
    use super::super::{Address, Options};
    use super::{Tokens, at_hand};
    use crate::config::Netrc;

    #[test]
    fn a_token_goes_to_its_host_alone() {
        let tokens = Tokens::parse("github.com=abc, git.example:8443=me:x=y,lonely,=z,h=");
        let login = |url: &str| {
            let netrc = Netrc::parse("machine n.example login me password pw");
            let options = Options { tokens: tokens.clone(), netrc, ..Options::default() };
            let login = at_hand(&Address::parse(url).unwrap(), &options);
            login.map(|login| format!("{}:{}", login.user, login.password))
        };
        assert_eq!(login("https://github.com/a/b").as_deref(), Some("x-access-token:abc"));
        assert_eq!(login("https://git.example:8443/a").as_deref(), Some("me:x=y"));
        assert_eq!(login("https://u:p@github.com/a").as_deref(), Some("u:p"));
        assert_eq!(login("https://u@github.com/a").as_deref(), Some("x-access-token:abc"));
        assert_eq!(login("https://u@other.example/a").as_deref(), Some("u:"));
        assert_eq!(login("https://n.example/a").as_deref(), Some("me:pw"));
        assert_eq!(login("https://me@n.example/a").as_deref(), Some("me:pw"));
        assert_eq!(login("https://you@n.example/a").as_deref(), Some("you:"));
        assert_eq!(login("https://u:p@n.example/a").as_deref(), Some("u:p"));
        assert_eq!(login("http://n.example/a"), None);
        for other in
            ["https://git.example/a", "https://github.com.evil/a", "https://github.com:444/a", "http://github.com/a"]
        {
            assert_eq!(login(other), None, "{other}");
        }
        assert_eq!(login("http://u:p@h/a"), None, "nothing secret in the clear");
        assert_eq!(format!("{tokens:?}"), "2 tokens");
    }
}
