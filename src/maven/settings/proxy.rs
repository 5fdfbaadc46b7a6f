//! Proxies: which one a URL goes through, chosen as Maven chooses.

use crate::maven::xml::Element;
use crate::text::secret::Secret;

/// A proxy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxy {
    pub id: String,
    /// Of the URLs it is for: `http` (and `https` where no other proxy is), or `https`.
    pub protocol: String,
    pub host: String,
    pub port: u16,
    /// Hosts that are asked directly: patterns with `*`, lower case.
    pub non_proxy_hosts: Vec<String>,
    pub username: Option<String>,
    /// As it is written: it may be encrypted.
    pub password: Secret,
}

impl Proxy {
    /// Whether `host` is asked directly, not through this proxy.
    #[must_use]
    pub fn spares(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.non_proxy_hosts.iter().any(|pattern| matches_wildcard(pattern, &host))
    }
}

/// The place in `proxies` of the one for a URL of this scheme and host: one for the scheme itself, else for `https` one
/// for `http`.
#[must_use]
pub fn proxy_for(proxies: &[Proxy], scheme: &str, host: &str) -> Option<usize> {
    let of = |protocol: &str| {
        proxies.iter().position(|proxy| proxy.protocol.eq_ignore_ascii_case(protocol) && !proxy.spares(host))
    };
    of(scheme).or_else(|| if scheme == "https" { of("http") } else { None })
}

/// Hosts as `<nonProxyHosts>` and Java's `http.nonProxyHosts` write them: patterns between bars, blanks and commas being
/// part of a pattern.
#[must_use]
pub fn non_proxy_hosts(text: &str) -> Vec<String> {
    text.split('|').filter(|host| !host.is_empty()).map(str::to_ascii_lowercase).collect()
}

/// A proxy, and whether it is active.
pub(super) fn read(element: &Element) -> Result<(Proxy, bool), String> {
    let id = element.text_of("id").unwrap_or("default").to_owned();
    let is_active = element.text_of("active").is_none_or(super::is_true);
    let host = element.text_of("host").unwrap_or_default().to_owned();
    if is_active && host.is_empty() {
        return Err(format!("the proxy '{}' has no <host>", id.escape_debug()));
    }
    let port = element.text_of("port").unwrap_or("8080");
    let port = port
        .parse()
        .map_err(|_| format!("the proxy '{}' has the port '{}'", id.escape_debug(), port.escape_debug()))?;
    let proxy = Proxy {
        id,
        protocol: element.text_of("protocol").unwrap_or("http").to_ascii_lowercase(),
        host,
        port,
        non_proxy_hosts: non_proxy_hosts(element.text_of("nonProxyHosts").unwrap_or_default()),
        username: element.text_of("username").map(str::to_owned),
        password: Secret::new(element.text_of("password").unwrap_or_default()),
    };
    Ok((proxy, is_active))
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
