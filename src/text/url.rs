//! Pieces of URLs as plain values: where the user and password end, also in one that is malformed (what is shown to people
//! begins after them), and percent signs decoded.

use std::fmt::Write as _;
use std::path::Path;

/// The offset in `rest` (what follows the `//` of a URL) where the host begins.
///
/// A password may hold a raw `/`, `?` or `#`, which ends the authority for a reader of URLs: what looks like a port and
/// is none gives it away, and everything up to the last `@` is then taken for the user's.
#[must_use]
pub fn host_start(rest: &str) -> usize {
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let authority = &rest[..end];
    match authority.rfind('@') {
        Some(at) => at + 1,
        None if has_port(authority) => 0,
        None => rest.rfind('@').map_or(0, |at| at + 1),
    }
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

    use super::{file_uri, host_start, percent_decoded};

    #[test]
    fn a_path_as_a_uri_can_be_read_again() {
        let uri = file_uri(Path::new("/a b/50%/é+#?.jar"));
        assert_eq!(uri, "file:///a%20b/50%25/%C3%A9+%23%3F.jar");
        assert_eq!(percent_decoded(&uri).as_deref(), Some("file:///a b/50%/é+#?.jar"));
    }

    #[test]
    fn the_host_begins_after_every_secret() {
        for (rest, host) in [
            ("u:p@h/a@b", "h/a@b"),
            ("u:p@w@h", "h"),
            ("h:8443/a@b", "h:8443/a@b"),
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
}
