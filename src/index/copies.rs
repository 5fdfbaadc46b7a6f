//! Artifacts that answer with what another registered one has: a project's lock file names the root of a Kotlin multiplatform
//! library and its JVM part, and a coordinate that moved beside the one it moved to.

use std::collections::{BTreeMap, HashMap};

use crate::coordinate::Coordinate;
use crate::registry::Record;

/// Of indexed artifacts that were looked up by their coordinates: those whose source is the file of another one, which is indexed too
/// and has the same content.
pub fn among(records: &[Record]) -> BTreeMap<Coordinate, Coordinate> {
    let mut by_generation: HashMap<&str, Vec<&Record>> = HashMap::new();
    for record in records.iter().filter(|record| record.source.automatic) {
        let Some(current) = &record.current else { continue };
        by_generation.entry(&current.generation).or_default().push(record);
    }
    let mut copies = BTreeMap::new();
    for alike in by_generation.values().filter(|alike| alike.len() > 1) {
        for record in alike.iter().filter(|record| !is_file_of(&record.source.uri, &record.coordinate)) {
            if let Some(original) = alike.iter().find(|other| is_file_of(&record.source.uri, &other.coordinate)) {
                copies.insert(record.coordinate.clone(), original.coordinate.clone());
            }
        }
    }
    copies
}

/// Whether a file lies in the folder of a coordinate, as repositories have them or as Gradle's cache has.
fn is_file_of(uri: &str, coordinate: &Coordinate) -> bool {
    let (group, artifact, version) = (coordinate.group(), coordinate.artifact(), coordinate.version());
    let lies_below = |group: &str| uri.contains(&format!("/{group}/{artifact}/{version}/"));
    lies_below(&group.replace('.', "/")) || lies_below(group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{Current, Source};

    fn record(coordinate: &str, uri: &str, generation: &str) -> Record {
        let source = Source { automatic: true, ..Source::new("jar", uri) };
        let current = serde_json::json!({
            "source_digest": "sha256:0", "generation": generation, "sha256": "", "length": 1, "built": ""
        });
        let mut record = Record::new(Coordinate::parse(coordinate).expect("a coordinate"), source);
        record.current = Some(serde_json::from_value::<Current>(current).expect("an index"));
        record
    }

    #[test]
    fn a_copy_has_the_file_and_the_content_of_another() {
        let part = "https://example.org/maven2/a/b/lib-jvm/1.0/lib-jvm-1.0-sources.jar";
        let in_gradle = "/caches/modules-2/files-2.1/a.b/lib-jvm/1.0/5ba3/lib-jvm-1.0-sources.jar";
        let own = "https://example.org/maven2/a/b/lib/1.0/lib-1.0-sources.jar";
        for (root, generation, is_copy) in
            [(part, "g", true), (in_gradle, "g", true), (own, "g", false), (part, "another", false)]
        {
            let of_part = record("a.b:lib-jvm:1.0", part, "g");
            let of_root = record("a.b:lib:1.0", root, generation);
            let expected = is_copy.then(|| (of_root.coordinate.clone(), of_part.coordinate.clone()));
            assert_eq!(among(&[of_root, of_part]), expected.into_iter().collect(), "{root} {generation}");
        }
        // Who names a source means it.
        let mut by_hand = record("a.b:lib:1.0", part, "g");
        by_hand.source.automatic = false;
        assert!(among(&[by_hand, record("a.b:lib-jvm:1.0", part, "g")]).is_empty());
        assert!(among(&[record("a.b:lib:1.0", part, "g")]).is_empty());
    }
}
