//! URLs: what may be asked, where a redirect may lead, and how one is shown.

use reqwest::Url;

use super::FetchError;
use crate::text::url::{is_ambiguous, shown};

/// The URL as people and logs may see it, without secrets; of one that can be read its usual spelling.
#[must_use]
pub fn redact(url: &str) -> String {
    let is_ambiguous = url.split_once("://").is_some_and(|(_, rest)| is_ambiguous(rest));
    if let Ok(url) = Url::parse(url)
        && !is_ambiguous
    {
        return redacted(&url);
    }
    shown(url).escape_debug().to_string()
}

pub(super) fn redacted(url: &Url) -> String {
    shown(url.as_str())
}

/// Reads a URL that may be asked: `http` or `https`, with a host; the fragment is dropped.
pub(super) fn parse(url: &str) -> Result<Url, FetchError> {
    let refuse = |what: &str| FetchError::Address { url: redact(url), what: what.to_owned() };
    let mut parsed = Url::parse(url).map_err(|error| refuse(&error.to_string()))?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(refuse("only http and https URLs can be downloaded"));
    }
    if url.split_once("://").is_some_and(|(_, rest)| is_ambiguous(rest)) {
        return Err(refuse("there is an @ behind its host; in a password @ is written %40 and / is written %2F"));
    }
    parsed.set_fragment(None);
    Ok(parsed)
}

/// Where a redirect leads.
pub(super) fn redirect(from: &Url, location: &str) -> Result<Url, FetchError> {
    let refuse = |what: String| FetchError::Redirect { url: redacted(from), what };
    let mut to = from.join(location).map_err(|_| refuse(format!("to '{}', which is no URL", redact(location))))?;
    if !matches!(to.scheme(), "http" | "https") {
        return Err(refuse(format!("to '{}', which is not http", redacted(&to))));
    }
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(refuse(format!("from https to http ('{}'), which is not followed", redacted(&to))));
    }
    if from.origin() != to.origin() && to.password().is_none() {
        // A user name left over from the first host is not for the second.
        let _ = to.set_username("");
    }
    to.set_fragment(None);
    Ok(to)
}

/// The URL of a file beside this one: the suffix goes to the path, not to the query.
pub(super) fn sibling(url: &Url, suffix: &str) -> Url {
    let mut sibling = url.clone();
    sibling.set_path(&format!("{}{suffix}", url.path()));
    sibling
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (url, shown) in [
            ("https://u:p@h.example/a.jar?token=x#f", "https://h.example/a.jar?…"),
            ("https://h.example:8443/a b", "https://h.example:8443/a%20b"),
            ("https://u:p@h:bad/x?y", "https://h:bad/x?…"),
            ("https://u:p/w@h/x", "https://h/x"),
            ("https://u:p@x/w@h/x", "https://h/x"),
            ("https://u:12/w@h/x", "https://h/x"),
            ("https://u:p?w@h/x", "https://h/x"),
            ("no url?key", "no url?…"),
        ] {
            assert_eq!(redact(url), shown);
        }
    }

    #[test]
    fn redirects_stay_on_https_and_siblings_keep_the_query() {
        let from = Url::parse("https://h/a/b.jar?sig=1").expect("valid");
        assert_eq!(redirect(&from, "../c.jar#x").expect("relative").as_str(), "https://h/c.jar");
        assert!(redirect(&from, "http://h/c.jar").is_err());
        assert!(redirect(&from, "ftp://h/c.jar").is_err());
        assert_eq!(sibling(&from, ".sha1").as_str(), "https://h/a/b.jar.sha1?sig=1");
    }
}
