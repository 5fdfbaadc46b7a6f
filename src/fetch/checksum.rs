//! Checksums of downloads: read from headers and sibling files, compared with what arrived.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use md5::Md5;
use reqwest::header::HeaderMap;
use sha1::{Digest, Sha1};

use crate::digest::{Sha256, hex};

/// How a checksum is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    Sha512,
    Sha256,
    Sha1,
    Md5,
}

impl Algorithm {
    /// In the order in which siblings are asked for: Central has a .sha1 of everything, so the first request mostly
    /// answers; the others follow by strength.
    pub const SIBLINGS: [Self; 4] = [Self::Sha1, Self::Sha256, Self::Sha512, Self::Md5];

    /// By strength: of several headers the first is believed.
    const HEADERS: [Self; 4] = [Self::Sha512, Self::Sha256, Self::Sha1, Self::Md5];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Sha512 => "sha512",
            Self::Sha256 => "sha256",
            Self::Sha1 => "sha1",
            Self::Md5 => "md5",
        }
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

/// The strongest checksum of the headers that repositories send with a file.
pub(super) fn of_headers(headers: &HeaderMap) -> Option<(Algorithm, String)> {
    Algorithm::HEADERS.into_iter().find_map(|algorithm| {
        ["x-checksum-", "x-goog-meta-checksum-", "x-amz-meta-checksum-"].iter().find_map(|prefix| {
            let value = headers.get(format!("{prefix}{}", algorithm.name()))?;
            Some((algorithm, algorithm.find_in(value.as_bytes())?))
        })
    })
}

/// The digests that are made while the bytes arrive: sha256 names the content, sha1 is what repositories publish.
#[derive(Default)]
pub(super) struct Running {
    sha256: Sha256,
    sha1: Sha1,
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
    }
}
