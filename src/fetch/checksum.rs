//! Checksums of downloads: read from headers and sibling files, compared with what arrived.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use md5::Md5;
use reqwest::header::{ETAG, HeaderMap};
use sha1::{Digest, Sha1};

use crate::digest::{Sha256, hex};
use crate::text::escape::quoted;
use crate::text::floor;

/// Bytes that are shown of what is no checksum.
const LONGEST_SHOWN: usize = 64;

/// How a checksum is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    Sha512,
    Sha256,
    Sha1,
    Md5,
}

impl Algorithm {
    /// By strength: of several headers or sibling files the first that is there is believed. The siblings are asked for
    /// while the body arrives.
    pub const ALL: [Self; 4] = [Self::Sha512, Self::Sha256, Self::Sha1, Self::Md5];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Sha512 => "sha512",
            Self::Sha256 => "sha256",
            Self::Sha1 => "sha1",
            Self::Md5 => "md5",
        }
    }

    /// Whether Maven asks for a sibling file of it: what one holds is then a checksum, and nothing else.
    pub const fn is_mavens(self) -> bool {
        matches!(self, Self::Sha1 | Self::Md5)
    }

    const fn hex_digits(self) -> usize {
        match self {
            Self::Sha512 => 128,
            Self::Sha256 => 64,
            Self::Sha1 => 40,
            Self::Md5 => 32,
        }
    }

    /// The checksum in a sibling file: the bare digits, or among other words as `sha1sum` and some servers write it;
    /// none when the text holds no such checksum (a server that answers everything with a page, say).
    pub fn find_in(self, text: &[u8]) -> Option<String> {
        let text = std::str::from_utf8(text).ok()?;
        let digits = |word: &&str| word.len() == self.hex_digits() && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        text.split(|c: char| c.is_whitespace() || c == '=' || c == ':').find(digits).map(str::to_ascii_lowercase)
    }
}

/// What a server publishes as the checksum of a file.
#[derive(Debug)]
pub(super) enum Published {
    Digits(Algorithm, String),
    /// Something that is none: its beginning.
    Unreadable(Algorithm, String),
}

impl Published {
    /// What a sibling file says; none where it is a page, as of a server that answers everything, and Maven would not ask for it.
    pub fn in_file(algorithm: Algorithm, text: &[u8]) -> Option<Self> {
        match algorithm.find_in(text) {
            Some(digits) => Some(Self::Digits(algorithm, digits)),
            None if algorithm.is_mavens() => {
                let text = String::from_utf8_lossy(text);
                Some(Self::Unreadable(algorithm, quoted(floor(text.trim(), LONGEST_SHOWN))))
            }
            None => None,
        }
    }
}

/// The strongest checksum of the headers that repositories send with a file.
pub(super) fn of_headers(headers: &HeaderMap) -> Option<(Algorithm, String)> {
    let named = Algorithm::ALL.into_iter().find_map(|algorithm| {
        ["x-checksum-", "x-goog-meta-checksum-", "x-amz-meta-checksum-"].iter().find_map(|prefix| {
            let value = headers.get(format!("{prefix}{}", algorithm.name()))?;
            Some((algorithm, algorithm.find_in(value.as_bytes())?))
        })
    });
    named.or_else(|| of_tag(headers.get(ETAG)?.to_str().ok()?))
}

/// Nexus puts the SHA-1 of a file into its entity tag: `"{SHA1{…}}"`.
fn of_tag(tag: &str) -> Option<(Algorithm, String)> {
    let digits = tag.trim_start_matches("W/").trim_matches('"').strip_prefix("{SHA1{")?.strip_suffix("}}")?;
    Some((Algorithm::Sha1, Algorithm::Sha1.find_in(digits.as_bytes())?))
}

/// The digests that are made while the bytes arrive: sha256 names the content, sha1 is what repositories publish.
#[derive(Default)]
pub(super) struct Running {
    sha256: Sha256,
    sha1: Sha1,
}

/// The digest of bytes that are at hand.
pub(super) fn of_bytes(algorithm: Algorithm, bytes: &[u8]) -> String {
    match algorithm {
        Algorithm::Sha512 => hex(ring::digest::digest(&ring::digest::SHA512, bytes).as_ref()),
        Algorithm::Sha256 => hex(&Sha256::of(bytes)),
        Algorithm::Sha1 => hex(&Sha1::digest(bytes)),
        Algorithm::Md5 => hex(&Md5::digest(bytes)),
    }
}

/// Lower-case hexadecimal digests of what arrived.
pub(super) struct Digests {
    pub sha256: String,
    pub sha1: String,
}

impl Running {
    pub fn update(&mut self, bytes: &[u8]) {
        self.sha256.update(bytes);
        self.sha1.update(bytes);
    }

    pub fn finish(self) -> Digests {
        Digests { sha256: hex(&self.sha256.finish()), sha1: hex(&self.sha1.finalize()) }
    }
}

impl Digests {
    /// The digest of this algorithm; the rarer two are made by reading the file once more.
    pub fn of(&self, algorithm: Algorithm, file: &mut File) -> std::io::Result<String> {
        match algorithm {
            Algorithm::Sha256 => Ok(self.sha256.clone()),
            Algorithm::Sha1 => Ok(self.sha1.clone()),
            Algorithm::Sha512 => {
                let mut running = ring::digest::Context::new(&ring::digest::SHA512);
                read_again(file, |piece| running.update(piece))?;
                Ok(hex(running.finish().as_ref()))
            }
            Algorithm::Md5 => {
                let mut running = Md5::new();
                read_again(file, |piece| running.update(piece))?;
                Ok(hex(&running.finalize()))
            }
        }
    }
}

fn read_again(file: &mut File, mut take: impl FnMut(&[u8])) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let mut block = vec![0; 64 * 1024];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(()),
            count => take(&block[..count]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_found_in_every_common_form() {
        let sum = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
        for text in [
            sum.to_owned(),
            format!("{}\n", sum.to_uppercase()),
            format!("{sum}  ./a.jar"),
            format!("SHA1(a.jar)= {sum}\r\n"),
        ] {
            assert_eq!(Algorithm::Sha1.find_in(text.as_bytes()).as_deref(), Some(sum), "{text}");
        }
        assert_eq!(Algorithm::Sha256.find_in(sum.as_bytes()), None);
        assert_eq!(Algorithm::Sha1.find_in(b"<html>not found</html>"), None);
        assert_eq!(Algorithm::Sha1.find_in(format!("\u{feff}{sum}").as_bytes()), None, "Maven refuses it");
    }

    #[test]
    fn nexus_tells_the_checksum_in_its_tag() {
        let sum = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
        for (tag, found) in [
            (format!("\"{{SHA1{{{sum}}}}}\""), Some(sum)),
            (format!("W/\"{{SHA1{{{sum}}}}}\""), Some(sum)),
            (format!("\"{sum}\""), None),
            ("\"{SHA1{abc}}\"".to_owned(), None),
        ] {
            assert_eq!(of_tag(&tag).map(|(_, digits)| digits).as_deref(), found, "{tag}");
        }
    }
}
