//! What servers are told of who asks: credentials and headers, each for the addresses they belong to.
//!
//! Promises: credentials go to no other origin, path or redirect target than those they were given for; nothing here is
//! shown. A login that was asked for once is sent with the first request from then on.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use reqwest::{RequestBuilder, Url};

use crate::text::secret::Secret;

/// What is sent to the server of one repository.
#[derive(Debug, Clone)]
pub struct Access {
    /// The address of the repository, without a user: what lies below it gets this.
    pub base: String,
    /// Where it is written, for messages: `the server 'corp' of settings.xml`.
    pub place: String,
    pub login: Login,
    /// Sent with every request, by name and value.
    pub headers: Vec<(String, Secret)>,
}

/// How a client makes itself known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Login {
    #[default]
    None,
    /// A user and a password, sent once the server asks: what Maven does.
    WhenAsked(String, Secret),
    /// A user and a password, sent with the first request.
    Always(String, Secret),
    /// A token, sent with the first request.
    Token(Secret),
    /// There is one, and for this reason it cannot be used: told once the server asks.
    Unusable(String),
}

/// The accesses of a client, ready to be sent.
#[derive(Default)]
pub(super) struct Accesses(Vec<Prepared>);

/// One of them.
pub(super) struct Prepared {
    base: Url,
    place: String,
    /// The value of Authorization; none where there is no login, or an unusable one.
    authorization: Option<HeaderValue>,
    unusable: Option<String>,
    is_token: bool,
    headers: HeaderMap,
    /// Whether the login is sent unasked.
    unasked: AtomicBool,
}

impl fmt::Debug for Accesses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.0.iter().map(|access| &access.place)).finish()
    }
}

impl Accesses {
    /// Those whose address can be asked; a header that cannot be sent is left out and logged.
    pub fn new(all: &[Access]) -> Self {
        Self(all.iter().filter_map(Prepared::new).collect())
    }

    /// What belongs to this address: of several the one whose address says most.
    pub fn of(&self, url: &Url) -> Option<&Prepared> {
        let mut found: Option<&Prepared> = None;
        for access in self.0.iter().filter(|access| access.covers(url)) {
            if found.is_none_or(|known| access.base.path().len() > known.base.path().len()) {
                found = Some(access);
            }
        }
        found
    }
}

impl Prepared {
    fn new(access: &Access) -> Option<Self> {
        let base = Url::parse(&access.base).ok()?;
        let (authorization, unasked, unusable) = match &access.login {
            Login::None => (None, false, None),
            Login::WhenAsked(user, password) => (basic(user, password), false, None),
            Login::Always(user, password) => (basic(user, password), true, None),
            Login::Token(token) => (sensitive(&format!("Bearer {}", token.expose())), true, None),
            Login::Unusable(why) => (None, false, Some(why.clone())),
        };
        let ends_a_line = |secret: &Secret| secret.expose().contains(['\r', '\n']);
        let (authorization, unusable) = match &access.login {
            Login::WhenAsked(_, secret) | Login::Always(_, secret) | Login::Token(secret) if ends_a_line(secret) => (
                None,
                Some(
                    "it holds the end of a line: set it without one, as printf writes it and echo does not".to_owned(),
                ),
            ),
            _ => (authorization, unusable),
        };
        let mut headers = HeaderMap::new();
        for (name, value) in &access.headers {
            if let (Ok(name), Some(value)) = (HeaderName::try_from(name.as_str()), sensitive(value.expose())) {
                headers.append(name, value);
            } else {
                tracing::warn!("{}: the header '{}' cannot be sent", access.place, name.escape_debug());
            }
        }
        let is_token = matches!(access.login, Login::Token(_));
        let unasked = AtomicBool::new(unasked);
        Some(Self { base, place: access.place.clone(), authorization, unusable, is_token, headers, unasked })
    }

    fn covers(&self, url: &Url) -> bool {
        let below = url.path().strip_prefix(self.base.path().trim_end_matches('/'));
        self.base.origin() == url.origin() && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    }

    /// The request with what belongs to it, and whether the login is among that.
    pub fn add_to(&self, request: RequestBuilder) -> (RequestBuilder, bool) {
        let mut headers = self.headers.clone();
        let login = self.authorization.as_ref().filter(|_| self.unasked.load(Ordering::Relaxed));
        if let Some(login) = login {
            headers.insert(AUTHORIZATION, login.clone());
        }
        let is_known = headers.contains_key(AUTHORIZATION);
        (request.headers(headers), is_known)
    }

    /// What to do about an answer of 401: ask again with the login, or say why that cannot help.
    pub fn answer(&self, challenge: &HeaderMap, login_was_sent: bool) -> Result<(), String> {
        let place = &self.place;
        if let Some(why) = &self.unusable {
            let what = if self.is_token { "token" } else { "password" };
            return Err(format!("the {what} of {place} cannot be used: {why}"));
        }
        if login_was_sent {
            return Err(format!("the server refuses the credentials of {place}"));
        }
        if self.authorization.is_none() {
            return Err(format!("{place} has no user and password"));
        }
        if !takes_basic(challenge) {
            return Err(format!("the server does not take a user and password as they are, which {place} has"));
        }
        self.unasked.store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// Whether one of the schemes that a server names is Basic, or it names none.
fn takes_basic(headers: &HeaderMap) -> bool {
    let mut challenges = headers.get_all(WWW_AUTHENTICATE).iter().peekable();
    let is_basic = |part: &str| part.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("basic"));
    challenges.peek().is_none()
        || challenges.any(|value| String::from_utf8_lossy(value.as_bytes()).split(',').any(is_basic))
}

/// The value of an (Proxy-)Authorization header for a user and a password.
pub(super) fn basic(user: &str, password: &Secret) -> Option<HeaderValue> {
    sensitive(&format!("Basic {}", STANDARD.encode(format!("{user}:{}", password.expose()))))
}

fn sensitive(text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_bytes(text.as_bytes()).ok()?;
    value.set_sensitive(true);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(base: &str) -> Access {
        let login = Login::Always("u".to_owned(), Secret::new("p"));
        Access { base: base.to_owned(), place: base.to_owned(), login, headers: Vec::new() }
    }

    #[test]
    fn an_access_covers_what_lies_below_it() {
        let all = Accesses::new(&[access("https://h/a"), access("https://h/a/b/"), access("https://h:8443")]);
        let of = |url: &str| all.of(&Url::parse(url).expect("a URL")).map(|found| found.place.as_str());
        assert_eq!(of("https://h/a/x.jar"), Some("https://h/a"));
        assert_eq!(of("https://h/a/b/x.jar"), Some("https://h/a/b/"));
        assert_eq!(of("https://h:443/a"), Some("https://h/a"));
        assert_eq!(of("https://h:8443/x"), Some("https://h:8443"));
        for foreign in ["https://h/ab/x", "http://h/a/x", "https://g/a/x", "https://h:444/a/x", "https://h/a/../x"] {
            assert_eq!(of(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn a_challenge_is_answered_where_it_takes_a_password() {
        let with = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static(value));
            takes_basic(&headers)
        };
        assert!(takes_basic(&HeaderMap::new()));
        assert!(with("basic realm=\"x\"") && with("Negotiate, Basic realm=x"));
        assert!(!with("Digest realm=\"x\", nonce=\"basic\"") && !with("Bearer"));
    }
}
