//! Text to value: one function a kind of setting, each refusing with what is allowed.

use std::time::Duration;

use super::{Repository, RepositoryGroups};
use crate::text::url::{has_port, is_ambiguous, shown};

/// Why a text is no value: what is wrong with it, and what is allowed.
pub type Refusal = String;

/// `true` or `false`, and what people write for them.
pub(super) fn switch(text: &str) -> Result<bool, Refusal> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => Err(format!("'{}' is neither true nor false", text.escape_debug())),
    }
}

/// A whole number within bounds.
pub(super) fn count(text: &str, min: u64, max: u64) -> Result<u64, Refusal> {
    let number = text.trim().parse::<u64>().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("'{}' is not a whole number from {min} to {max}", text.escape_debug()))
}

/// A size in bytes: a whole number with one of the usual units, or none.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub fn bytes(text: &str) -> Result<u64, Refusal> {
    const UNITS: [(&str, u64); 8] = [
        ("", 1),
        ("b", 1),
        ("kb", 1000),
        ("mb", 1000 * 1000),
        ("gb", 1000 * 1000 * 1000),
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
    ];
    let size = with_unit(text, &UNITS).filter(|size| *size > 0);
    size.ok_or_else(|| format!("'{}' is not a size such as 512MiB, 1GiB or 1000000", text.escape_debug()))
}

/// A time in seconds, minutes, hours or days.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub fn seconds(text: &str) -> Result<Duration, Refusal> {
    const UNITS: [(&str, u64); 5] = [("", 1), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)];
    let time = with_unit(text, &UNITS).filter(|seconds| *seconds > 0).map(Duration::from_secs);
    time.ok_or_else(|| format!("'{}' is not a time such as 90s, 10m, 1h or 30d", text.escape_debug()))
}

fn with_unit(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim())?;
    number.parse::<u64>().ok()?.checked_mul(*factor)
}

/// One of some words.
pub(super) fn choice<'a>(text: &str, words: &[&'a str]) -> Result<&'a str, Refusal> {
    let wanted = text.trim().to_ascii_lowercase();
    let word = words.iter().find(|word| **word == wanted).copied();
    word.ok_or_else(|| format!("'{}' is none of {}", text.escape_debug(), words.join(", ")))
}

/// The repository that can be named without its address.
const CENTRAL: &str = "central";

/// Repositories: `id=url` or `url`, separated by commas. A URL alone is called by its host, so that a settings.xml can
/// speak of it; `central` alone is Maven Central.
pub(super) fn repositories(text: &str) -> Result<Vec<Repository>, Refusal> {
    let mut repositories: Vec<Repository> = Vec::new();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let (id, url) = match item.split_once('=') {
            Some((id, url)) if !id.contains(['/', ':']) => (Some(id.trim()), url.trim()),
            _ => (None, item),
        };
        let url = url.trim_end_matches('/');
        let url = if item == CENTRAL { "" } else { url };
        let shown = shown(url).escape_debug().to_string();
        if url.split_once("://").is_some_and(|(_, rest)| is_ambiguous(rest)) {
            return Err(format!(
                "'{shown}' has an @ behind its host; in a password @ is written %40, / is %2F, ? is %3F"
            ));
        }
        let host = if item == CENTRAL { Some(CENTRAL) } else { host(url) };
        let Some(host) = host else {
            // What looks like a port and is none may be the beginning of a password that holds a comma.
            let port = url.split_once("://").and_then(|(_, rest)| rest.rsplit_once(':'));
            let is_cut = port.is_some_and(|(_, port)| !port.bytes().all(|byte| byte.is_ascii_digit()));
            let shown = if is_cut { "what stands there" } else { &format!("'{shown}'") };
            return Err(format!("{shown} is not a URL of https, http or file; a comma in a password is written %2C"));
        };
        let id = match id {
            Some(id) if is_id(id) => id.to_owned(),
            Some(id) => return Err(format!("'{}' is not a repository's id", id.escape_debug())),
            None => unused(host, &repositories),
        };
        if repositories.iter().any(|known| known.id == id) {
            return Err(format!("the id '{id}' is given twice"));
        }
        repositories.push(Repository { id, url: url.to_owned() });
    }
    Ok(repositories)
}

/// Groups of repositories: `id=pattern pattern… [only]`, separated by commas.
pub(super) fn repository_groups(text: &str) -> Result<Vec<RepositoryGroups>, Refusal> {
    const FORM: &str = "the form is id=com.acme.** org.acme only";
    let mut all: Vec<RepositoryGroups> = Vec::new();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let shown = item.escape_debug();
        let Some((id, words)) = item.split_once('=') else { return Err(format!("'{shown}' names no groups; {FORM}")) };
        let id = id.trim();
        if !is_id(id) {
            return Err(format!("'{}' is not a repository's id; {FORM}", id.escape_debug()));
        }
        let (only, groups): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(|word| *word == "only");
        if let Some(bad) = groups.iter().find(|group| !is_group_pattern(group)) {
            return Err(format!("'{}' is no pattern for groups; {FORM}", bad.escape_debug()));
        }
        if groups.iter().all(|group| group.starts_with('!')) {
            return Err(format!("'{shown}' takes in no group; {FORM}"));
        }
        if all.iter().any(|known| known.id == id) {
            return Err(format!("the groups of '{id}' are given twice"));
        }
        let groups = groups.into_iter().map(str::to_owned).collect();
        all.push(RepositoryGroups { id: id.to_owned(), groups, only: !only.is_empty() });
    }
    Ok(all)
}

/// Segments between dots, each a name with `*` in it, or `**`.
fn is_group_pattern(pattern: &str) -> bool {
    let pattern = pattern.strip_prefix('!').unwrap_or(pattern);
    let is_segment = |segment: &str| {
        let known = segment.chars().all(|c| c.is_ascii_alphanumeric() || "_-*".contains(c));
        !segment.is_empty() && known && (segment == "**" || !segment.contains("**"))
    };
    pattern.split('.').all(is_segment)
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

fn unused(host: &str, taken: &[Repository]) -> String {
    let is_free = |id: &String| taken.iter().all(|known| known.id != *id);
    let numbered = (2..).map(|number| format!("{host}-{number}"));
    std::iter::once(host.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// The host of a repository's URL, `file` for a local one; none where it is no such URL.
fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once(':')?;
    if scheme.eq_ignore_ascii_case("file") {
        return rest.starts_with('/').then_some("file");
    }
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let authority = rest.strip_prefix("//")?.split(['/', '?', '#']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let has_port = has_port(host);
    let host = host.split(':').next()?;
    let is_host = has_port && !host.is_empty() && !url.chars().any(|c| c.is_whitespace() || c.is_control());
    is_host.then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_take_binary_and_decimal_units() {
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("2 GB"), Ok(2_000_000_000));
        assert_eq!(bytes("4096"), Ok(4096));
        for bad in ["", "0", "-1", "1.5GiB", "many", "99999999999GiB"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_repository_without_id_is_called_by_its_host() {
        let found =
            repositories("corp=https://r.example/maven/, https://a.example:8443/x,https://a.example/y").unwrap();
        let pairs: Vec<_> = found.iter().map(|one| (one.id.as_str(), one.url.as_str())).collect();
        let expected = [
            ("corp", "https://r.example/maven"),
            ("a.example", "https://a.example:8443/x"),
            ("a.example-2", "https://a.example/y"),
        ];
        assert_eq!(pairs, expected);
        assert_eq!(repositories("https://r.example/x?a=b").unwrap()[0].url, "https://r.example/x?a=b");
        for bad in [
            "ftp://x.example/",
            "corp=",
            "a b=https://x.example",
            "x=https://h.example,x=https://i.example",
            "https://",
        ] {
            assert!(repositories(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn central_needs_no_address() {
        let found = repositories("corp=https://r.example,central").unwrap();
        assert_eq!((found[1].id.as_str(), found[1].url.as_str()), ("central", ""));
        assert_eq!(repositories("central=https://m.example").unwrap()[0].url, "https://m.example");
    }

    #[test]
    fn groups_are_patterns_and_may_be_exclusive() {
        let found = repository_groups("corp=com.acme.** !com.acme.open only, google = androidx.** com.*.x").unwrap();
        assert_eq!(found[0].groups, ["com.acme.**", "!com.acme.open"]);
        assert!(found[0].only && !found[1].only);
        assert_eq!((found[1].id.as_str(), found[1].groups.len()), ("google", 2));
        for bad in
            ["corp", "corp=", "corp=only", "corp=!a.b", "corp=a..b", "corp=a.b**", "a b=x", "corp=x,corp=y", "corp=a/b"]
        {
            assert!(repository_groups(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_refused_url_shows_no_secret() {
        for hidden in
            ["https://joe:SEC/RET@r.example", "x=https://joe:S@EC/RET@r.example", "https://joe:12/RET@r.example/m2"]
        {
            let said = repositories(hidden).unwrap_err();
            assert!(!said.contains("RET") && !said.contains("SEC") && !said.contains("EC/"), "{said}");
        }
    }
}
