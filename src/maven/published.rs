//! `maven-metadata.xml` of an artifact's folder: which versions a repository says it has.
//!
//! Its `latest` and `release` are left alone: they say what was deployed last, which is not what is highest.

use crate::coordinate::{self};
use crate::maven::xml::{self, XmlError};

/// Most versions that are taken from one document; the longest lists on Maven Central have some 5,000.
const MOST_VERSIONS: usize = 100_000;

/// The versions that a document lists, as it lists them; what no coordinate can have as its version is left out.
///
/// # Errors
/// When it cannot be read, or is no metadata.
pub fn versions(bytes: &[u8]) -> Result<Vec<String>, XmlError> {
    let root = xml::parse(bytes)?;
    if root.name != "metadata" {
        let what = format!("the root element is '{}' instead of 'metadata'", root.name.escape_debug());
        return Err(XmlError { what, line: 1, column: 1 });
    }
    let listed = root.child("versioning").into_iter().flat_map(|versioning| versioning.list("versions", "version"));
    let valid = listed.map(|version| &version.text).filter(|text| coordinate::check("version", text).is_ok());
    Ok(valid.take(MOST_VERSIONS).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::versions;

    #[test]
    fn versions_stand_in_a_list() {
        let text = b"<metadata><groupId>g</groupId><versioning><latest>9</latest><versions>\n\
            <version>1.0</version><version> 2.0 </version><version>../x</version><version/></versions></versioning></metadata>";
        assert_eq!(versions(text).unwrap(), ["1.0", "2.0"]);
        assert!(versions(b"<metadata/>").unwrap().is_empty());
        assert!(versions(b"<html><body>sign in</body></html>").is_err());
        assert!(versions(b"").is_err());
    }
}
