//! Names on disk: any text as one file name that every system takes.

use crate::digest::{Sha256, hex};
use crate::text::url::percent_decoded;

/// Longest name, in bytes: a file name has 255, and suffixes follow.
const LONGEST: usize = 128;

/// Names that Windows keeps for devices, with and without an extension, in any case.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];

/// The same, followed by one digit.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// `segment` as the name of a file or folder: `[A-Za-z0-9._+-]` stay, every other byte, a final dot and the first
/// letter of a device name are written `%XX`. What would be longer than 128 bytes is cut and ends in `%-` and 32 hex
/// digits of its SHA-256. Different segments give different names; none is empty, `.`, `..` or holds a separator.
///
/// Segments that differ in case alone give names that do so too: where a file system takes those for one, the second
/// is found to hold another coordinate, which whoever reads it checks.
#[must_use]
pub fn escape(segment: &str) -> String {
    let bytes = segment.as_bytes();
    let device = is_device(segment);
    let mut name = String::with_capacity(bytes.len());
    let mut cut = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let last_dot = *byte == b'.' && at + 1 == bytes.len();
        if keeps(*byte) && !last_dot && !(device && at == 0) {
            name.push(char::from(*byte));
        } else {
            name.push('%');
            name.push_str(&hex(&[*byte]).to_ascii_uppercase());
        }
        if name.len() <= LONGEST - HASHED {
            cut = name.len();
        }
    }
    if name.is_empty() {
        return "%".to_owned();
    }
    if name.len() > LONGEST {
        name.truncate(cut);
        name.push_str("%-");
        name.push_str(&hex(&Sha256::of(bytes)[..16]));
    }
    name
}

/// The segment that [`escape`] made `name` of; none where it was cut, or where no segment gives this name.
#[must_use]
pub fn unescape(name: &str) -> Option<String> {
    percent_decoded(name).filter(|segment| escape(segment) == name)
}

/// Bytes of the ending that stands for what was cut.
const HASHED: usize = 2 + 32;

fn keeps(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._+-".contains(&byte)
}

fn is_device(segment: &str) -> bool {
    let stem = segment.split('.').next().unwrap_or(segment);
    let numbered = stem.strip_suffix(|c: char| c.is_ascii_digit()).unwrap_or("");
    DEVICES.iter().any(|device| device.eq_ignore_ascii_case(stem))
        || NUMBERED_DEVICES.iter().any(|device| device.eq_ignore_ascii_case(numbered))
}
