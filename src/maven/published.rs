//! `maven-metadata.xml` of an artifact's folder: which versions a repository says it has.
//!
//! Its `latest` and `release` say what was deployed last, which is not what is highest: they are asked only for what
//! `LATEST` and `RELEASE` in a POM stand for.

use crate::coordinate::{self};
use crate::maven::xml::{self, XmlError};

/// Most versions that are taken from one document; the longest lists on Maven Central have some 5,000.
const MOST_VERSIONS: usize = 100_000;

/// What such a document says. What no coordinate can have as its version is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Published {
    /// As it lists them.
    pub versions: Vec<String>,
    latest: Option<String>,
    release: Option<String>,
    /// `yyyyMMddHHmmss`, UTC; empty where it does not say.
    updated: String,
}

/// A version of a POM that stands for whichever was deployed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Newest {
    /// A SNAPSHOT, too.
    Latest,
    Release,
}

impl Published {
    /// Reads a document.
    ///
    /// # Errors
    /// When it cannot be read, or is no metadata.
    pub fn read(bytes: &[u8]) -> Result<Self, XmlError> {
        let root = xml::parse(bytes)?;
        if root.name != "metadata" {
            let what = format!("the root element is '{}' instead of 'metadata'", root.name.escape_debug());
            return Err(XmlError { what, line: 1, column: 1 });
        }
        let Some(versioning) = root.child("versioning") else { return Ok(Self::default()) };
        let is_valid = |text: &str| coordinate::check("version", text).is_ok() && Newest::named(text).is_none();
        let listed = versioning.list("versions", "version").map(|version| &version.text);
        let one = |name| versioning.text_of(name).filter(|text| is_valid(text)).map(str::to_owned);
        Ok(Self {
            versions: listed.filter(|text| is_valid(text)).take(MOST_VERSIONS).cloned().collect(),
            latest: one("latest"),
            release: one("release"),
            updated: versioning.text_of("lastUpdated").unwrap_or_default().to_owned(),
        })
    }
}

impl Newest {
    /// Which one a version of a POM is, if any.
    #[must_use]
    pub fn named(version: &str) -> Option<Self> {
        match version {
            "LATEST" => Some(Self::Latest),
            "RELEASE" => Some(Self::Release),
            _ => None,
        }
    }

    /// The version that it stands for, as Maven takes it from what several repositories say: of the document that was written
    /// last, of two of one time the first. Where nobody says what is the latest, it is the release.
    #[must_use]
    pub fn among(self, published: &[Published]) -> Option<&str> {
        let last = |of: fn(&Published) -> Option<&String>| {
            let mut best: Option<(&str, &str)> = None;
            for one in published {
                let Some(version) = of(one) else { continue };
                if best.is_none_or(|(updated, _)| one.updated.as_str() > updated) {
                    best = Some((&one.updated, version));
                }
            }
            best.map(|(_, version)| version)
        };
        let release = || last(|one| one.release.as_ref());
        match self {
            Self::Latest => last(|one| one.latest.as_ref()).or_else(release),
            Self::Release => release(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Newest, Published};

    fn published(versioning: &str) -> Published {
        Published::read(format!("<metadata><versioning>{versioning}</versioning></metadata>").as_bytes()).unwrap()
    }

    #[test]
    fn versions_stand_in_a_list() {
        let text = b"<metadata><groupId>g</groupId><versioning><latest>9</latest><versions>\n\
            <version>1.0</version><version> 2.0 </version><version>../x</version><version/></versions></versioning></metadata>";
        assert_eq!(Published::read(text).unwrap().versions, ["1.0", "2.0"]);
        assert!(Published::read(b"<metadata/>").unwrap().versions.is_empty());
        assert!(Published::read(b"<html><body>sign in</body></html>").is_err());
        assert!(Published::read(b"").is_err());
    }

    #[test]
    fn the_newest_is_what_was_written_last() {
        let updated = |time: &str| format!("<lastUpdated>{time}</lastUpdated>");
        let here = published(&format!("<release>1.0</release>{}", updated("20240101000000")));
        let later =
            published(&format!("<latest>2-SNAPSHOT</latest><release>0.9</release>{}", updated("20250101000000")));
        let same = published(&format!("<latest>3</latest><release>3</release>{}", updated("20250101000000")));
        let undated = published("<latest>4</latest><release>4</release>");
        let all = [here.clone(), later, same, undated.clone()];
        assert_eq!((Newest::Latest.among(&all), Newest::Release.among(&all)), (Some("2-SNAPSHOT"), Some("0.9")));
        assert_eq!(Newest::Latest.among(std::slice::from_ref(&here)), Some("1.0"));
        assert_eq!(Newest::Release.among(&[undated, here]), Some("1.0"));
        for nothing in
            ["", "<latest>LATEST</latest>", "<latest>../x</latest>", "<versions><version>1</version></versions>"]
        {
            assert_eq!(Newest::Latest.among(&[published(nothing)]), None, "{nothing}");
        }
    }
}
