//! Package URLs of Maven packages: `pkg:maven/group/artifact@version?type=jar&classifier=x#path`.

use super::listing::Named;
use crate::text::url::percent_decoded;

/// What a package URL says.
pub enum Purl {
    Maven(Named),
    /// Of another kind (npm, …), or none at all.
    Other,
}

/// Reads a package URL. A piece that does not decode stays as written, and is then refused as no coordinate.
pub fn read(text: &str) -> Purl {
    let decoded = |part: &str| percent_decoded(part).unwrap_or_else(|| part.to_owned());
    let Some((scheme, rest)) = text.trim().split_once(':') else { return Purl::Other };
    let rest = rest.trim_start_matches('/');
    let Some((kind, rest)) = rest.split_once('/') else { return Purl::Other };
    if !scheme.eq_ignore_ascii_case("pkg") || !kind.eq_ignore_ascii_case("maven") {
        return Purl::Other;
    }
    let rest = rest.split_once('#').map_or(rest, |(rest, _)| rest);
    let (rest, qualifiers) = rest.split_once('?').unwrap_or((rest, ""));
    let (path, version) = rest.rsplit_once('@').unwrap_or((rest, ""));
    let Some((group, artifact)) = path.trim_matches('/').rsplit_once('/') else { return Purl::Other };
    let qualifier = |name: &str| {
        let mut pairs = qualifiers.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| decoded(value)).unwrap_or_default()
    };
    Purl::Maven(Named {
        group: decoded(group),
        artifact: decoded(artifact),
        version: decoded(version),
        kind: qualifier("type"),
        classifier: qualifier("classifier"),
        scope: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_decoded_each_for_itself() {
        let Purl::Maven(named) = read("pkg:maven/g%2Eh/a%2Bb@1.0%2Bx?classifier=dist%5fz&type=zip#path/in") else {
            panic!("a Maven package")
        };
        assert_eq!(named.to_string(), "g.h:a+b:zip:dist_z:1.0+x");
    }

    #[test]
    fn other_packages_are_told_apart() {
        for other in ["pkg:npm/left-pad@1.0.0", "pkg:maven/artifact", "maven/g/a@1", "", "pkg:generic/x/y@1"] {
            assert!(matches!(read(other), Purl::Other), "{other}");
        }
        assert!(matches!(read("pkg://MAVEN/g/a"), Purl::Maven(named) if named.version.is_empty()));
    }
}
