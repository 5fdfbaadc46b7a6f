//! Secrets in the midst of other text: of URLs that somebody put in the wrong place, or that another program prints.

use std::borrow::Cow;

use super::url::{self, QUERY};

/// What may stand before a word in a sentence and is no part of it.
const OPENING: &[char] = &['\'', '"', '(', '`'];

/// What may stand behind a URL in a sentence and is no part of it.
const CLOSING: &[char] = &['\'', '"', '`', ')', ']', '}', '>', ',', '.', ';', ':', '!', '|'];

/// Most URLs of one word that are looked at; what follows them is left out.
const MOST_URLS: usize = 32;

/// How far behind a blank the end of a password is looked for, in characters.
const LONGEST_PASSWORD: usize = 200;

/// Types of files that Gradle writes behind a coordinate: `g:a:1.0@aar`. No host is called so.
const FILE_TYPES: &[&str] = &["aar", "jar", "klib", "module", "pom", "war", "zip"];

/// Qualifiers of package URLs that say which file is meant.
const SHOWN: &[&str] = &["classifier", "type"];

/// Qualifiers that say where it is, and hold what a URL holds.
const NAMED: &[&str] = &["repository_url", "download_url", "vcs_url", "file_name", "checksum"];

/// What stands for a password that belongs to no URL.
const HIDDEN: &str = "…";

/// `text` without the users, passwords, queries and fragments of the URLs in it, and without the password of what looks like
/// `user:password@host`. Paths and package URLs stay as they are, and so does the user of ssh, which is a name.
///
/// Rather a place too few is left than a piece of a password. What comes out comes out of itself again.
#[must_use]
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    // Nothing else marks a user, a query or a fragment.
    if !text.contains(':') || !text.contains(['@', '?', '#']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start().len();
        out.push_str(&rest[..blanks]);
        rest = &rest[blanks..];
        let end = end_of_word(rest);
        word(&rest[..end], &mut out);
        rest = &rest[end..];
    }
    Cow::Owned(out)
}

/// What follows the last `@` of one word that somebody gave, where it has one: of a piece of a URL no more can be told apart.
#[must_use]
pub fn after_user(word: &str) -> Cow<'_, str> {
    match word.rsplit_once('@').filter(|(_, place)| !FILE_TYPES.contains(place)) {
        Some((_, place)) => Cow::Owned(format!("{HIDDEN}@{place}")),
        None => Cow::Borrowed(word),
    }
}

/// Where the word ends that a text begins with: at the next blank, save where that seems to stand in a password.
fn end_of_word(text: &str) -> usize {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let Some((_, rest)) = find_url(&text[..end]) else { return end };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default().trim_end_matches(CLOSING);
    if rest.contains('@') || url::has_port(authority) {
        return end;
    }
    let at = text[end..].char_indices().take(LONGEST_PASSWORD).find(|(_, c)| *c == '@').map(|(at, _)| end + at);
    at.map_or(end, |at| text[at..].find(char::is_whitespace).map_or(text.len(), |blank| at + blank))
}

fn word(word: &str, out: &mut String) {
    if let Some((before, package, qualifiers)) = package(word) {
        login(before, out);
        out.push_str(package);
        return self::qualifiers(qualifiers, out);
    }
    let mut rest = word;
    for number in 0..MOST_URLS {
        let next = find_url(rest).map(|(scheme, after)| (scheme, after, &rest[..rest.len() - after.len()]));
        let Some((scheme, after, before)) = next else {
            return if number == 0 { login(word, out) } else { end_of_url(rest, out) };
        };
        if number > 0 && before.contains(['?', '#']) {
            return end_of_url(rest, out);
        }
        out.push_str(before);
        let is_file = scheme.eq_ignore_ascii_case("file");
        if is_file && find_url(after).is_none() {
            return out.push_str(after);
        }
        let host = if is_file || is_ssh_user(scheme, after) { 0 } else { url::host_start(after) };
        let place = &after[host..];
        let (authority, path) = place.split_at(place.find(['/', '?', '#']).unwrap_or(place.len()));
        out.push_str(authority);
        rest = path;
    }
    out.push_str(HIDDEN);
}

/// What stands before a package URL, that up to its qualifiers, and these, where a word holds one.
fn package(word: &str) -> Option<(&str, &str, &str)> {
    let is_scheme = |at: &usize| word.get(*at..*at + 4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("pkg:"));
    let (package, qualifiers) = word.split_at(word.find('?')? + 1);
    let start = (0..package.len()).find(is_scheme)?;
    find_url(package).is_none().then_some((&word[..start], &package[start..], qualifiers))
}

/// The qualifiers of a package URL: the values of those that hold no secret, up to the first other one. What follows that may be
/// a piece of it.
fn qualifiers(text: &str, out: &mut String) {
    let (text, closing) = text.split_at(text.trim_end_matches(CLOSING).len());
    for (place, pair) in text.split('&').enumerate() {
        out.push_str(if place == 0 { "" } else { "&" });
        match pair.split_once('=') {
            Some((name, value)) if SHOWN.contains(&name) && is_plain(value) => out.push_str(pair),
            Some((name, _)) if SHOWN.contains(&name) || NAMED.contains(&name) => {
                out.extend([name, "=", HIDDEN]);
                break;
            }
            _ if pair.is_empty() => {}
            _ => {
                out.push_str(HIDDEN);
                break;
            }
        }
    }
    out.push_str(closing);
}

/// What follows the host of a URL: its path, and that there is a query; and what closes the sentence.
fn end_of_url(text: &str, out: &mut String) {
    let (text, closing) = text.split_at(text.trim_end_matches(CLOSING).len());
    let (path, more) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    out.push_str(path);
    match more {
        "?" => out.push('?'),
        query if query.starts_with('?') => out.push_str(QUERY),
        _ => {}
    }
    out.push_str(closing);
}

/// The first URL of a word: its scheme, and what follows the slashes. A path in which a URL lost a slash has one, too.
fn find_url(word: &str) -> Option<(&str, &str)> {
    word.match_indices(":/").find_map(|(colon, _)| {
        let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let scheme = &word[word[..colon].trim_end_matches(is_of_scheme).len()..colon];
        let slashes = &word[colon + 1..];
        let rest = slashes.trim_start_matches('/');
        let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
        (scheme.len() > 1 && (is_web || slashes.starts_with("//"))).then_some((scheme, rest))
    })
}

/// Whether what follows the slashes begins with a user of ssh alone.
fn is_ssh_user(scheme: &str, rest: &str) -> bool {
    let user = rest.split(['@', ':', '/']).next().unwrap_or_default();
    scheme.ends_with("ssh") && rest[user.len()..].starts_with('@') && rest.matches('@').count() == 1
}

/// A word without a URL, which may be a login without one: `user:password@host`.
fn login(word: &str, out: &mut String) {
    let colon = word.find(':').unwrap_or(word.len());
    let name = word[..colon].trim_start_matches(OPENING);
    let is_drive = name.len() == 1 && [":/", ":\\"].iter().any(|root| word[colon..].starts_with(root));
    let is_place =
        is_drive || is_artifact(word) || ["file", "pkg", "jar"].iter().any(|scheme| name.eq_ignore_ascii_case(scheme));
    match word.rfind('@').filter(|at| *at > colon + 1 && !is_place) {
        Some(at) => out.extend([&word[..=colon], HIDDEN, &word[at..]]),
        None => out.push_str(word),
    }
}

/// Whether nothing in a text has a meaning in a URL.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "._+-".contains(c))
}

/// Whether a word is a coordinate with the type of a file behind it: `g:a:1.0@aar`, `g:a:1.0:sources@jar`.
fn is_artifact(word: &str) -> bool {
    let word = word.trim_start_matches(OPENING).trim_end_matches(CLOSING);
    let Some((coordinate, kind)) = word.split_once('@') else { return false };
    let is_part = |part: &str| !part.is_empty() && is_plain(part);
    FILE_TYPES.contains(&kind) && (3..=4).contains(&coordinate.split(':').count()) && coordinate.split(':').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::{after_user, without_secrets};

    #[test]
    fn secrets_of_urls_are_left_out_of_text() {
        for (text, expected) in [
            ("from/to corp (http://joe:pw@h:80/auth): refused", "from/to corp (http://h:80/auth): refused"),
            ("Could not GET 'https://tok@h/a.pom?sig=x'.", "Could not GET 'https://h/a.pom?…'."),
            ("a\n  https://h/x#frag\tb", "a\n  https://h/x\tb"),
            ("https://joe:p/w@h/m2", "https://h/m2"),
            ("https://joe:p w@h/m2 is none", "https://h/m2 is none"),
            ("https://joe:p://w@h", "https://h"),
            ("http://h/a,http://u:p@k/b", "http://h/a,http://k/b"),
            ("/tmp/x/https:/tok@h/y", "/tmp/x/https:/h/y"),
            ("url=https://joe:pw@h", "url=https://h"),
            ("ssh://git@h/x ssh://git:pw@h/x", "ssh://git@h/x ssh://h/x"),
            ("'joe:pw@h:x/y.git' is none", "'joe:…@h:x/y.git' is none"),
            ("'g:a:1.0@aar', (g:a:1:sources@jar) j:pw@h", "'g:a:1.0@aar', (g:a:1:sources@jar) j:…@h"),
            ("j:pw@aar j:p:w:x:y@aar j:p:w@aar.corp j:p:w@h", "j:…@aar j:…@aar j:…@aar.corp j:…@h"),
            ("j:p@g:a:1@aar j:p:w!@aar g::1@aar", "j:…@aar j:…@aar g:…@aar"),
            (
                "pkg:maven/g/a@1?type=jar&repository_url=https%3A%2F%2Fjoe%3Apw%40h%2Fm2&classifier=x",
                "pkg:maven/g/a@1?type=jar&repository_url=…",
            ),
            ("pkg:npm/g/b@1?repository_url=https://joe:pa&tail&x@h/m2", "pkg:npm/g/b@1?repository_url=…"),
            ("pkg:npm/g/b@1?s3cr3t pkg:npm/g/b@1?s3cr3t=1", "pkg:npm/g/b@1?… pkg:npm/g/b@1?…"),
            ("xpkg:maven/g/a@[1?repository_url=https%3A%2F%2Fjoe%3Apw%40h", "xpkg:maven/g/a@[1?repository_url=…"),
            ("purl=pkg:maven/g/a@1?x=joe%3Apw%40h [\"pkg:npm/a@1?y", "purl=pkg:maven/g/a@1?… [\"pkg:npm/a@1?…"),
            ("'pkg:maven/g/a@1?type=zip&x=joe:pw@h': none", "'pkg:maven/g/a@1?type=zip&…': none"),
            ("pkg:maven/g/a@1?type=a,https://joe:pw@h&classifier=", "pkg:maven/g/a@1?type=…"),
            ("PKG:maven/g/a?tok@h?x#y", "PKG:maven/g/a?…"),
            ("pkg:maven/https://joe:pw@h/a?x=y", "pkg:maven/https://h/a?…"),
            ("nothing at /tmp/joe:pw@h", "nothing at /tmp/joe:…@h"),
            ("git@h:x/y.git", "git@h:x/y.git"),
            ("http://h/a?u=http://x:y@z.", "http://h/a?…."),
            ("is it https://h/x?", "is it https://h/x?"),
            ("http://h:80 was asked by me@corp", "http://h:80 was asked by me@corp"),
            ("/home/me@corp/a?b#c.jar: gone", "/home/me@corp/a?b#c.jar: gone"),
            ("file:///home/me@corp/a?b.jar", "file:///home/me@corp/a?b.jar"),
            ("file:///C:/a@b.jar", "file:///C:/a@b.jar"),
            ("file:/home/me@corp C:\\me@corp", "file:/home/me@corp C:\\me@corp"),
            ("'pkg:maven/g/a@1?type=jar'", "'pkg:maven/g/a@1?type=jar'"),
            ("no:such:pom:9 was not found @ line 1", "no:such:pom:9 was not found @ line 1"),
            ("it is https://host/path; in a password /, ? and @", "it is https://host/path; in a password /, ? and @"),
            ("", ""),
        ] {
            let redacted = without_secrets(text);
            assert_eq!(redacted, expected, "{text}");
            assert_eq!(without_secrets(&redacted), expected, "{text}, twice");
        }
    }

    #[test]
    fn long_texts_take_no_longer_than_they_are_long() {
        for piece in ["http://h/", "http://a:b ", "a:/", "x:y@z", "://", "?#@:"] {
            assert!(without_secrets(&piece.repeat(100_000)).len() <= 1_100_000, "{piece}");
        }
    }

    #[test]
    fn a_piece_of_a_url_is_cut_at_its_user() {
        assert_eq!((after_user("//tok@h").as_ref(), after_user("1.0").as_ref()), ("…@h", "1.0"));
        assert_eq!(after_user("1.0@aar"), "1.0@aar");
    }
}
