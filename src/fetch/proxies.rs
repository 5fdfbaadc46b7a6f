//! Which proxy a URL goes through.

use std::fmt;
use std::net::IpAddr;

use reqwest::{ClientBuilder, NoProxy, Proxy};

use super::access;
use crate::maven::settings::{self, proxy_for};
use crate::text::secret::Secret;
use crate::text::url::split_user;

/// Which proxies are used.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Proxies {
    /// What the system is set to.
    #[default]
    System,
    /// None at all.
    Direct,
    /// Named ones.
    Named(Named),
}

/// Proxies of the environment, of settings.xml and of Java's properties. The environment's go first, each for its scheme; a host that it
/// excepts is asked directly.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// The variables that name one for http and one for https.
    pub http: Option<Variable>,
    pub https: Option<Variable>,
    /// NO_PROXY, as it is written.
    pub except: Option<String>,
    /// Those of settings.xml, passwords in clear.
    pub maven: Vec<settings::Proxy>,
    /// Those of Java's properties, each for its scheme alone: used where settings.xml has none.
    pub java: Vec<settings::Proxy>,
}

/// A variable of the environment that names a proxy: HTTP_PROXY, or ALL_PROXY where that is not set.
#[derive(Clone, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// As it is written.
    pub value: String,
}

/// The environment's may hold a password.
impl fmt::Debug for Proxies {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => out.write_str("System"),
            Self::Direct => out.write_str("Direct"),
            Self::Named(named) => write!(
                out,
                "Named (environment: http {}, https {}; settings.xml: {}, Java: {})",
                named.http.is_some(),
                named.https.is_some(),
                named.maven.len(),
                named.java.len()
            ),
        }
    }
}

/// The builder with its proxies set.
pub(super) fn set(builder: ClientBuilder, proxies: &Proxies) -> Result<ClientBuilder, String> {
    let named = match proxies {
        Proxies::System => return Ok(builder),
        Proxies::Direct => return Ok(builder.no_proxy()),
        Proxies::Named(named) => named,
    };
    let except = named.except.as_deref().and_then(NoProxy::from_string);
    let mut builder = builder.no_proxy();
    for (variable, is_https) in [(&named.http, false), (&named.https, true)] {
        let Some(Variable { name, value }) = variable else { continue };
        // The user is taken off: nothing that shows a proxy's address can show a password.
        let address = if value.contains("://") { value.clone() } else { format!("http://{value}") };
        let user = split_user(&address);
        let bare = user.as_ref().map_or(address.as_str(), |(_, _, bare)| bare);
        let proxy = if is_https { Proxy::https(bare) } else { Proxy::http(bare) };
        let proxy = proxy.map_err(|_| format!("{name} is not a URL of a proxy"))?;
        let user = user.map(|(user, password, _)| (user, password));
        builder = builder.proxy(with_user(proxy, user).no_proxy(except.clone()));
    }
    for (place, proxy) in named.maven.iter().chain(&named.java).enumerate() {
        let address = format!("http://{}:{}", proxy.host, proxy.port);
        let Named { http, https, except, maven, java } = named.clone();
        let choose = move |url: &reqwest::Url| {
            let of_environment = if url.scheme() == "https" { &https } else { &http };
            // reqwest does not look at the exceptions of a proxy that is chosen by a function.
            let is_environments = of_environment.is_some()
                || except.as_deref().is_some_and(|list| url.host_str().is_some_and(|host| excepts(list, host)));
            let host = url.host_str()?;
            let is_for = |proxy: &settings::Proxy| proxy.protocol == url.scheme() && !proxy.spares(host);
            let of_java = || Some(maven.len() + java.iter().position(is_for)?);
            let chosen = proxy_for(&maven, url.scheme(), host).or_else(of_java)?;
            (!is_environments && chosen == place).then(|| address.clone())
        };
        // As Maven, which sends nothing of a user without a password.
        let user = proxy.username.clone().zip(Some(proxy.password.clone()).filter(|it| !it.expose().is_empty()));
        builder = builder.proxy(with_user(Proxy::custom(choose), user));
    }
    Ok(builder)
}

impl Proxies {
    /// Why a URL cannot be asked: its proxy is none that is spoken to over HTTP. Of a scheme that it does not know, the HTTP
    /// client asks directly, past the proxy that somebody wants to be asked.
    pub(super) fn refusal(&self, url: &reqwest::Url) -> Option<String> {
        let Self::Named(named) = self else { return None };
        let Variable { name, value } = if url.scheme() == "https" { &named.https } else { &named.http }.as_ref()?;
        let (scheme, _) = value.split_once("://")?;
        let is_known = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        let is_excepted =
            || named.except.as_deref().is_some_and(|list| url.host_str().is_some_and(|host| excepts(list, host)));
        let scheme = scheme.escape_debug();
        (!is_known && !is_excepted())
            .then(|| format!("{name} names a proxy of the scheme {scheme}, and only http and https are known"))
    }
}

/// Whether NO_PROXY takes a host in: names with all below them, addresses, networks (`10.0.0.0/8`), `*` for all.
fn excepts(list: &str, host: &str) -> bool {
    let host = host.trim_matches(['[', ']']).to_ascii_lowercase();
    let address = host.parse::<IpAddr>().ok();
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty()).any(|entry| match address {
        _ if entry == "*" => true,
        Some(address) => is_in(address, entry),
        None => {
            let name = entry.trim_start_matches('.').to_ascii_lowercase();
            host.strip_suffix(&name).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        }
    })
}

fn is_in(address: IpAddr, network: &str) -> bool {
    let (start, length) = network.split_once('/').map_or((network, None), |(start, length)| (start, Some(length)));
    let bits = |address: IpAddr| match address {
        IpAddr::V4(address) => (u128::from(address.to_bits()) << 96, 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    };
    let Ok(start) = start.parse::<IpAddr>() else { return false };
    let ((start, most), (address, of_address)) = (bits(start), bits(address));
    let length = length.map_or(Ok(most), str::parse::<u32>);
    length.is_ok_and(|length| {
        let differing = start ^ address;
        most == of_address && length <= most && (length == 0 || differing >> (128 - length) == 0)
    })
}

fn with_user(proxy: Proxy, user: Option<(String, Secret)>) -> Proxy {
    match user.and_then(|(user, password)| access::basic(&user, &password)) {
        Some(header) => proxy.custom_http_auth(header),
        None => proxy,
    }
}

#[cfg(test)]
mod tests {
    use super::excepts;

    #[test]
    fn exceptions_are_names_addresses_and_networks() {
        for (list, host, expected) in [
            ("*", "any.example", true),
            ("corp.example", "nexus.CORP.example", true),
            (".corp.example", "corp.example", true),
            ("corp.example", "notcorp.example", false),
            ("a, 127.0.0.1", "127.0.0.1", true),
            ("10.0.0.0/8", "10.200.1.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.1/32", "10.0.0.2", false),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("0.0.0.0/0", "[::1]", false),
            ("::1", "[::1]", true),
            ("fd00::/8", "[fd12::1]", true),
            ("10.0.0.0/99,x/y", "10.0.0.0", false),
            ("", "h", false),
        ] {
            assert_eq!(excepts(list, host), expected, "{list} for {host}");
        }
    }
}
