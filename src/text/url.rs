//! Pieces of URLs as plain values: where the user and password end, also in one that is malformed (what is shown to people
//! begins after them), and percent signs decoded.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::path::Path;

use super::secret::Secret;

/// The offset in `rest` (what follows the `//` of a URL) where the host begins, as far as it can be told.
///
/// A password may hold a raw `/`, `?` or `#`, which ends the authority for a reader of URLs, and a raw `@`, which ends the
/// user. Wherever a user, or what looks like a port, stands before a later `@`, everything up to the last `@` is taken for
/// the user's: rather a place too few is shown than a piece of a password.
#[must_use]
pub fn host_start(rest: &str) -> usize {
    let authority = &rest[..authority_end(rest)];
    if authority.contains(['@', ':']) || !has_port(authority) { rest.rfind('@').map_or(0, |at| at + 1) } else { 0 }
}

/// Whether it cannot be told where the host begins: there is an `@` behind what a reader of URLs takes for the host, and a
/// user or port before it. Such a URL is for nobody: what is meant as a password would be asked for as a path.
#[must_use]
pub fn is_ambiguous(rest: &str) -> bool {
    host_start(rest) > authority_end(rest)
}

/// What stands in a shown URL for a query.
pub const QUERY: &str = "?…";

/// A URL for people, logs and records: user, password and fragment may be secrets and are left out; so is what a query says.
///
/// Without `//` nothing tells what was meant: of anything that does not begin like a path, what stands before the last `@`
/// is left out as well.
#[must_use]
pub fn shown(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
    let host = match scheme {
        "" if is_like_a_path(url) => return url.to_owned(),
        "" => rest.rfind('@').map_or(0, |at| at + 1),
        _ => host_start(rest),
    };
    let place = rest[host..].split('#').next().unwrap_or_default();
    let (place, query) = place.split_once('?').map_or((place, ""), |(place, _)| (place, QUERY));
    let separator = if scheme.is_empty() { "" } else { "://" };
    format!("{scheme}{separator}{place}{query}")
}

/// `/a`, `./a`, `../a`, `~/a`, `\\server\a`, `C:\a`, and what follows `file:`.
fn is_like_a_path(text: &str) -> bool {
    let rest = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")).map_or(text, |_| &text[5..]);
    let is_drive = matches!(rest.as_bytes(), [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic());
    rest.starts_with(['/', '\\', '.', '~']) || is_drive
}

fn authority_end(rest: &str) -> usize {
    rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len())
}

/// The host of a URL with a `//`, without user and port; of an IPv6 address what stands in the brackets.
#[must_use]
pub fn host(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    let authority = &rest[..authority_end(rest)];
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(address) => address.split(']').next()?,
        None => host.split(':').next()?,
    };
    (!host.is_empty() && !is_ambiguous(rest)).then_some(host)
}

/// Whether only the server can read what is sent to it: over TLS, or on this machine.
#[must_use]
pub fn is_private(url: &str) -> bool {
    let is_tls = url.get(..8).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https://"));
    is_tls || host(url).is_some_and(is_loopback)
}

/// Whether a host is this machine by its name or address.
#[must_use]
pub fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The user and password of a URL, percent signs decoded, and the URL without them; none where it has no user, or one
/// that cannot be read.
#[must_use]
pub fn split_user(url: &str) -> Option<(String, Secret, String)> {
    let (scheme, rest) = url.split_once("://")?;
    if is_ambiguous(rest) {
        return None;
    }
    let (user, place) = rest[..authority_end(rest)].rsplit_once('@')?;
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    let bare = format!("{scheme}://{place}{}", &rest[authority_end(rest)..]);
    Some((percent_decoded(name)?, Secret::new(percent_decoded(password)?), bare))
}

/// Whether an authority without user is a host, or a host and a number.
#[must_use]
pub fn has_port(authority: &str) -> bool {
    let after_address = authority.rsplit_once(']').map_or(authority, |(_, rest)| rest);
    after_address.split_once(':').is_none_or(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `text` with `%XX` decoded; none when a percent sign is not followed by two hex digits, or the result is no UTF-8.
#[must_use]
pub fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

/// Adds `segment` to `out`, everything but RFC 3986's unreserved characters and those of `keep` percent-encoded.
pub fn percent_encode(segment: &str, keep: &[u8], out: &mut String) {
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || keep.contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// An absolute path as a `file:` URI; characters that are no Unicode are replaced.
#[must_use]
pub fn file_uri(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    // `C:/x` has no slash of its own before the drive.
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    percent_encode(&text, b"/:+", &mut uri);
    uri
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{file_uri, host, host_start, is_ambiguous, is_private, percent_decoded, shown, split_user};

    #[test]
    fn a_path_as_a_uri_can_be_read_again() {
        let uri = file_uri(Path::new("/a b/50%/é+#?.jar"));
        assert_eq!(uri, "file:///a%20b/50%25/%C3%A9+%23%3F.jar");
        assert_eq!(percent_decoded(&uri).as_deref(), Some("file:///a b/50%/é+#?.jar"));
    }

    #[test]
    fn the_host_begins_after_every_secret() {
        for (rest, host) in [
            ("u:p@h/a", "h/a"),
            ("u:p@h/a@b", "b"),
            ("u:p@/w@h/m2", "h/m2"),
            ("u:p@x/w@h/m2", "h/m2"),
            ("u:12/34@h/m2", "h/m2"),
            ("h/a@b", "h/a@b"),
            ("u:p@w@h", "h"),
            ("[::1]:80/x", "[::1]:80/x"),
            ("u:SEC/RET@h/x", "h/x"),
            ("u:SEC?RET@h/x", "h/x"),
            ("u:SEC#RET@h/x", "h/x"),
            ("u:SEC\\RET@h/x", "h/x"),
            ("h", "h"),
            ("", ""),
        ] {
            assert_eq!(&rest[host_start(rest)..], host, "{rest}");
        }
    }

    #[test]
    fn a_host_is_told_from_what_stands_around_it() {
        for (url, expected, private) in [
            ("https://u:p@h.example:8443/a", Some("h.example"), true),
            ("https://u:p@h.example/a@b", None, true),
            ("http://h.example/m2", Some("h.example"), false),
            ("HTTP://[::1]:80/x", Some("::1"), true),
            ("http://127.0.0.1:80", Some("127.0.0.1"), true),
            ("http://localhost", Some("localhost"), true),
            ("http://localhost.evil", Some("localhost.evil"), false),
            ("https://u:p/w@h", None, true),
            ("file:///a", None, false),
            ("h/a", None, false),
        ] {
            assert_eq!((host(url), is_private(url)), (expected, private), "{url}");
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        for (url, expected) in [
            ("https://joe:pw@r.example/m2?token=x#f", "https://r.example/m2?…"),
            ("https://joe:p@w@r.example", "https://r.example"),
            ("https://joe:p@x/w@r.example/m2", "https://r.example/m2"),
            ("https://joe:12/w@r.example/m2", "https://r.example/m2"),
            ("https://joe:p/w@r.example/m2", "https://r.example/m2"),
            ("https://joe:p?w@r.example/m2", "https://r.example/m2"),
            ("https://joe:p#w@r.example/m2", "https://r.example/m2"),
            ("https://r.example/a@b", "https://r.example/a@b"),
            ("https:/joe:pw@r.example?x", "r.example?…"),
            ("joe:p/w@r.example?x", "r.example?…"),
            ("token@r.example:a/b", "r.example:a/b"),
            ("/home/me@corp/a?b#c.jar", "/home/me@corp/a?b#c.jar"),
            ("file:/home/me@corp/a.jar", "file:/home/me@corp/a.jar"),
            ("file:///home/me@corp/a.jar", "file:///home/me@corp/a.jar"),
            ("../me@corp", "../me@corp"),
            ("C:\\me@corp", "C:\\me@corp"),
            ("no url", "no url"),
            ("", ""),
        ] {
            assert_eq!(shown(url), expected, "{url}");
        }
    }

    #[test]
    fn a_user_is_taken_off_a_url() {
        let (name, password, bare) = split_user("https://joe%40corp:p%2Fw@h:8443/m2?x").expect("a user");
        assert_eq!((name.as_str(), password.expose(), bare.as_str()), ("joe@corp", "p/w", "https://h:8443/m2?x"));
        for none in ["https://h/m2", "https://h/a@b", "https://u:p@x/w@h", "https://u%zz@h", "no url"] {
            assert_eq!(split_user(none), None, "{none}");
        }
        for (rest, ambiguous) in [("u:p@h/m2", false), ("h/a@b", false), ("u:p/w@h", true), ("u:p@h/a@b", true)] {
            assert_eq!(is_ambiguous(rest), ambiguous, "{rest}");
        }
    }
}
