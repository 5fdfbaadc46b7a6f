//! Gradle's metadata (`.module`): where the JVM part of a Kotlin multiplatform library lies.
//!
//! The root of such a library (`kotlinx-coroutines-core`) has metadata for the Kotlin compiler and the sources of all
//! platforms but the JVM; what a JVM project gets is another artifact (`kotlinx-coroutines-core-jvm`), which the variants
//! of the root name with `available-at`. Only documents; the format is <https://docs.gradle.org/current/userguide/publishing_gradle_module_metadata.html>.

use serde::Deserialize;

use crate::coordinate::Coordinate;

/// Stands in a POM beside which there is a `.module`: Gradle writes it, and looks for no `.module` without it.
const MARKER: &[u8] = b"do_not_remove: published-with-gradle-metadata";

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    variants: Vec<Variant>,
}

#[derive(Deserialize)]
struct Variant {
    #[serde(default)]
    attributes: serde_json::Map<String, serde_json::Value>,
    #[serde(rename = "available-at")]
    available_at: Option<Place>,
}

#[derive(Deserialize)]
struct Place {
    group: String,
    module: String,
    version: String,
}

/// Whether a POM says that there is a `.module` beside it.
#[must_use]
pub fn is_promised(pom: &[u8]) -> bool {
    memchr::memmem::find(pom, MARKER).is_some()
}

/// Whether bytes are Gradle's metadata.
#[must_use]
pub fn is_module(bytes: &[u8]) -> bool {
    // A list would be read as the fields of the object in their order.
    bytes.trim_ascii_start().starts_with(b"{") && serde_json::from_slice::<Module>(bytes).is_ok()
}

/// The artifact that a JVM project gets for `coordinate`; none where that is `coordinate` itself, or the document says
/// nothing of it. An Android library's is taken only where there is none for other JVMs.
#[must_use]
pub fn jvm_part(module: &[u8], coordinate: &Coordinate) -> Option<Coordinate> {
    let module: Module = serde_json::from_slice(module).ok()?;
    let mut parts = [None, None];
    for variant in &module.variants {
        let Some(platform) = variant.platform() else { continue };
        let Some(place) = &variant.available_at else {
            // The files are here.
            if platform == Platform::Jvm {
                return None;
            }
            continue;
        };
        let part = Coordinate::new(&place.group, &place.module, &place.version).ok();
        let slot = &mut parts[platform as usize];
        *slot = slot.take().or(part);
    }
    parts.into_iter().flatten().next().filter(|part| part != coordinate)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Platform {
    Jvm,
    Android,
}

impl Variant {
    /// The platform of a variant that holds a library for it; documentation and Kotlin's own metadata are none.
    fn platform(&self) -> Option<Platform> {
        let attribute = |name: &str| self.attributes.get(name).and_then(serde_json::Value::as_str);
        if attribute("org.gradle.category").is_some_and(|category| category != "library") {
            return None;
        }
        match attribute("org.jetbrains.kotlin.platform.type") {
            Some("jvm") => Some(Platform::Jvm),
            Some("androidJvm") => Some(Platform::Android),
            Some(_) => None,
            None => attribute("org.gradle.usage")?.starts_with("java-").then_some(Platform::Jvm),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(platform: &str, category: &str, place: &str) -> String {
        let place = match place {
            "" => String::new(),
            name => format!(r#","available-at":{{"url":"../x","group":"g","module":"{name}","version":"1"}}"#),
        };
        format!(
            r#"{{"name":"v","attributes":{{"org.gradle.category":"{category}","org.jetbrains.kotlin.platform.type":"{platform}","org.gradle.jvm.version":8}}{place}}}"#
        )
    }

    fn part(variants: &[String]) -> Option<String> {
        let module = format!(r#"{{"formatVersion":"1.1","variants":[{}]}}"#, variants.join(","));
        let root = Coordinate::parse("g:a:1").expect("valid");
        jvm_part(module.as_bytes(), &root).map(|part| part.to_string())
    }

    #[test]
    fn the_jvm_part_is_where_the_root_says() {
        let js = variant("js", "library", "a-js");
        let android = variant("androidJvm", "library", "a-android");
        let jvm = variant("jvm", "library", "a-jvm");
        let docs = variant("jvm", "documentation", "a-docs");
        let here = variant("jvm", "library", "");
        assert_eq!(part(&[js.clone(), docs.clone(), android.clone(), jvm.clone()]).as_deref(), Some("g:a-jvm:1"));
        assert_eq!(part(&[js.clone(), android.clone()]).as_deref(), Some("g:a-android:1"));
        assert_eq!(part(&[jvm, here.clone()]), None);
        assert_eq!(part(&[here, js, docs]), None);
        assert_eq!(part(&[variant("jvm", "library", "a")]), None, "itself");
        assert_eq!(part(&[variant("jvm", "library", "../a")]), None, "no coordinate");
        assert!(!is_module(b"<html>") && !is_module(b"[]") && is_module(b"{}"));
    }
}
