//! Mirrors: what is asked in place of a repository, by Maven's grammar of `mirrorOf` and `mirrorOfLayouts`.

use super::without_slash;
use crate::maven::xml::Element;

/// A mirror: what is asked in place of the repositories that `mirror_of` selects.
#[derive(Clone, PartialEq, Eq)]
pub struct Mirror {
    pub id: String,
    /// Without a trailing slash; it may hold a user and a password.
    pub url: String,
    pub mirror_of: String,
    /// Repositories it selects must not be asked at all.
    pub blocked: bool,
}

/// The URL may hold a password.
impl std::fmt::Debug for Mirror {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} for {}", self.id, self.mirror_of)
    }
}

/// A mirror; none when it is for repositories of another layout only.
pub(super) fn read(element: &Element) -> Result<Option<Mirror>, String> {
    let id = element.text_of("id").unwrap_or("default").to_owned();
    if !selects_layout(element.text_of("mirrorOfLayouts").unwrap_or("default,legacy")) {
        return Ok(None);
    }
    let need =
        |name: &str| element.text_of(name).ok_or_else(|| format!("the mirror '{}' has no <{name}>", id.escape_debug()));
    Ok(Some(Mirror {
        url: without_slash(need("url")?),
        mirror_of: need("mirrorOf")?.to_owned(),
        blocked: element.text_of("blocked").is_some_and(super::is_true),
        id,
    }))
}

/// The mirror to ask in place of the repository `id` at `url`: the first whose `mirrorOf` is just that id, else the first
/// whose pattern selects it.
pub(super) fn select<'a>(mirrors: &'a [Mirror], id: &str, url: &str) -> Option<&'a Mirror> {
    let exact = mirrors.iter().find(|mirror| mirror.mirror_of == id);
    exact.or_else(|| mirrors.iter().find(|mirror| selects(&mirror.mirror_of, id, url)))
}

/// Whether a `mirrorOf` pattern selects a repository. The parts are looked at in order; the repository's own name,
/// with or without `!`, decides at once, a wildcard only until something later decides.
fn selects(pattern: &str, id: &str, url: &str) -> bool {
    pattern == "*"
        || pattern == id
        || decide(pattern, id, |part| match part {
            "*" => true,
            "external:*" => is_external(url),
            "external:http:*" => is_external(url) && scheme(url).eq_ignore_ascii_case("http"),
            _ => false,
        })
}

/// Whether a mirror with this `mirrorOfLayouts` stands for repositories of the layout of today.
fn selects_layout(pattern: &str) -> bool {
    pattern == "*" || decide(pattern, "default", |part| part == "*")
}

fn decide(pattern: &str, name: &str, is_wildcard: impl Fn(&str) -> bool) -> bool {
    let mut selected = false;
    for part in pattern.split(',') {
        if let Some(excluded) = part.strip_prefix('!')
            && !excluded.is_empty()
        {
            if excluded == name {
                return false;
            }
        } else if part == name {
            return true;
        } else {
            selected |= is_wildcard(part);
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn layouts_have_the_same_grammar() {
        for (pattern, expected) in [
            ("default,legacy", true),
            ("*", true),
            ("legacy", false),
            ("*,!default", false),
            ("p2,default", true),
            ("!p2,*", true),
            ("p2", false),
        ] {
            assert_eq!(selects_layout(pattern), expected, "{pattern}");
        }
    }
}
