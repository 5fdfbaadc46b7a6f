//! Which profiles are active: named, by default, or by what is found around.

use super::Surroundings;
use crate::maven::activation::{Activation, Around};
use crate::maven::xml::Element;

/// Whether a profile is active; `notes` takes what could not be decided.
pub(super) fn is_active(
    profile: &Element,
    named: &[String],
    around: &Surroundings<'_>,
    notes: &mut Vec<String>,
) -> bool {
    let id = profile.text_of("id").unwrap_or("default");
    if around.deactivated.iter().any(|name| name == id) {
        return false;
    }
    if named.iter().any(|name| name == id) {
        return true;
    }
    let activation = Activation::read(profile);
    if activation.jdk.is_some() && (around.property)("java.version").is_none_or(|version| version.is_empty()) {
        notes.push(format!("no Java was found, so the profile '{}' of settings.xml is off", id.escape_debug()));
    }
    let exists = |path: &str| {
        let folder = around.folder.display().to_string();
        let path = path.replace("${basedir}", &folder).replace("${project.basedir}", &folder);
        Some((around.exists)(&around.folder.join(path)))
    };
    // Measured: Maven keeps one that is on by default beside those that are named.
    activation.holds(&Around { property: around.property, exists: &exists }) || activation.by_default
}
