//! Multi-release JARs: which Java release a file is for, as the JAR file specification says it.

/// The manifest of a JAR.
pub const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// Whether a manifest says `Multi-Release: true` in its main section.
#[must_use]
pub fn is_multi_release(manifest: &[u8]) -> bool {
    let text = String::from_utf8_lossy(manifest);
    let mut attribute = String::new();
    for line in text.lines() {
        // An attribute is at most 72 bytes a line; what follows a leading blank belongs to the line before.
        if let Some(more) = line.strip_prefix(' ') {
            attribute.push_str(more);
            continue;
        }
        if says_so(&attribute) {
            return true;
        }
        if line.is_empty() {
            return false;
        }
        line.clone_into(&mut attribute);
    }
    says_so(&attribute)
}

fn says_so(attribute: &str) -> bool {
    attribute.split_once(':').is_some_and(|(name, value)| {
        name.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
    })
}

/// The Java release that the file at `path` of a JAR is for: N of `META-INF/versions/N/…`, 9 or more, written without
/// sign or leading zeros. None for every other file, and for all files of a JAR that is not multi-release.
#[must_use]
pub fn release_of(path: &str, multi_release: bool) -> Option<u32> {
    let (number, file) = path.strip_prefix("META-INF/versions/")?.split_once('/')?;
    let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let release = number.parse().ok().filter(|release| plain && *release >= 9);
    release.filter(|_| multi_release && !file.is_empty())
}
