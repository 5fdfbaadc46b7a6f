//! Which profiles are active: named, by default, or by what is found around.

use std::path::PathBuf;

use super::Surroundings;
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
    if named.iter().chain(around.activated).any(|name| name == id) {
        return true;
    }
    let Some(activation) = profile.child("activation") else { return false };
    // Every condition that is written must hold; a profile without any is on by default or not at all. Measured: Maven
    // keeps one that is on by default beside those that are named.
    let mut conditions = Vec::new();
    if let Some(property) = activation.child("property") {
        conditions.push(by_property(property, around));
    }
    if let Some(file) = activation.child("file") {
        conditions.push(by_file(file, around));
    }
    if let Some(os) = activation.child("os") {
        conditions.push(by_os(os, around));
    }
    if let Some(range) = activation.text_of("jdk") {
        let version = (around.property)("java.version").filter(|version| !version.is_empty());
        if version.is_none() {
            notes.push(format!("no Java was found, so the profile '{}' of settings.xml is off", id.escape_debug()));
        }
        conditions.push(version.is_some_and(|version| matches_jdk(range, &version)));
    }
    let by_conditions = !conditions.is_empty() && conditions.iter().all(|holds| *holds);
    by_conditions || activation.text_of("activeByDefault").is_some_and(super::is_true)
}

fn by_property(property: &Element, around: &Surroundings<'_>) -> bool {
    let name = property.text_of("name").unwrap_or_default();
    let (name, is_reversed) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
    if name.is_empty() {
        return false;
    }
    let actual = (around.property)(name);
    match property.text_of("value") {
        Some(value) => match value.strip_prefix('!') {
            Some(value) => actual.as_deref() != Some(value),
            None => actual.as_deref() == Some(value),
        },
        None => is_reversed != actual.is_some_and(|actual| !actual.is_empty()),
    }
}

fn by_file(file: &Element, around: &Surroundings<'_>) -> bool {
    let (path, wants_missing) = match (file.text_of("exists"), file.text_of("missing")) {
        (Some(path), _) => (path, false),
        (None, Some(path)) => (path, true),
        (None, None) => return false,
    };
    let lookup = |name: &str| match name {
        "basedir" | "project.basedir" => Some(around.folder.display().to_string()),
        name => (around.property)(name),
    };
    let path = PathBuf::from(super::interpolate(path, &lookup));
    (around.exists)(&around.folder.join(path)) != wants_missing
}

fn by_os(os: &Element, around: &Surroundings<'_>) -> bool {
    let property = |name: &str| (around.property)(name).unwrap_or_default().to_lowercase();
    let name = property("os.name");
    let holds = |wanted: &str, is: &dyn Fn(&str) -> bool| match wanted.strip_prefix('!') {
        Some(unwanted) => !is(&unwanted.to_lowercase()),
        None => is(&wanted.to_lowercase()),
    };
    let mut written = false;
    let mut all_hold = true;
    for field in ["family", "name", "arch", "version"] {
        let Some(wanted) = os.text_of(field) else { continue };
        written = true;
        all_hold &= holds(wanted, &|wanted| match field {
            "family" => is_family(wanted, &name),
            "name" => wanted == name,
            "arch" => wanted == property("os.arch"),
            _ => wanted == property("os.version"),
        });
    }
    written && all_hold
}

/// The families of Maven's own list that a machine of today can be of; a Mac is a Unix as well.
fn is_family(family: &str, os_name: &str) -> bool {
    let (windows, mac) = (os_name.contains("windows"), os_name.contains("mac") || os_name.contains("darwin"));
    match family {
        "windows" | "winnt" => windows,
        "dos" => windows && !os_name.contains("nt"),
        "mac" => mac,
        "unix" => !windows && (!mac || os_name.ends_with('x')),
        other => os_name.contains(other),
    }
}

/// Whether a `<jdk>` takes this version: a prefix of it, `!` and a prefix, or a range.
fn matches_jdk(wanted: &str, version: &str) -> bool {
    if let Some(unwanted) = wanted.strip_prefix('!') {
        return !version.starts_with(unwanted);
    }
    if !wanted.starts_with(['[', '(']) {
        return version.starts_with(wanted);
    }
    let version = numbers(version);
    let mut ends = wanted.split(',');
    let first = ends.next().unwrap_or_default();
    let above = match first.trim_matches(['[', '(', ']', ')', ' ']) {
        "" => true,
        bound if first.starts_with('[') => version >= numbers(bound),
        bound => version > numbers(bound),
    };
    // A range without a second end is open there, `[17]` included: so Maven reads it.
    let below = ends.next().is_none_or(|last| match last.trim_matches([']', ')', ' ']) {
        "" => true,
        bound if last.trim_end().ends_with(']') => version <= numbers(bound),
        bound => version < numbers(bound),
    });
    above && below
}

/// The first three numbers of a version.
fn numbers(version: &str) -> [u64; 3] {
    let kept: String = version.chars().filter(|c| c.is_ascii_digit() || "._-".contains(*c)).collect();
    let mut numbers = [0; 3];
    for (place, number) in numbers.iter_mut().zip(kept.split(['.', '_', '-'])) {
        *place = number.parse().unwrap_or(0);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::maven::xml;

    fn active(activation: &str) -> bool {
        let text = format!("<profile><id>p</id><activation>{activation}</activation></profile>");
        let profile = xml::parse(text.as_bytes()).expect("well-formed");
        let property = |name: &str| {
            let value = match name {
                "env.CI" => "true",
                "env.EMPTY" => "",
                "os.name" => "Linux",
                "os.arch" => "amd64",
                "java.version" => "17.0.21",
                "user.home" => "/home/u",
                _ => return None,
            };
            Some(value.to_owned())
        };
        let around = Surroundings {
            value: &property,
            property: &property,
            exists: &|path| path == Path::new("/home/u/there") || path == Path::new("/project/pom.xml"),
            folder: Path::new("/project"),
            activated: &[],
            deactivated: &[],
        };
        is_active(&profile, &[], &around, &mut Vec::new())
    }

    #[test]
    fn activation_is_mavens() {
        for (activation, expected) in [
            ("", false),
            ("<activeByDefault>true</activeByDefault>", true),
            ("<property><name>env.CI</name></property>", true),
            ("<property><name>!env.CI</name></property>", false),
            ("<property><name>env.EMPTY</name></property>", false),
            ("<property><name>!env.NONE</name></property>", true),
            ("<property><name>env.CI</name><value>true</value></property>", true),
            ("<property><name>env.CI</name><value>!true</value></property>", false),
            ("<property><name>env.NONE</name><value>!true</value></property>", true),
            ("<property><name>!</name></property>", false),
            ("<file><exists>${user.home}/there</exists></file>", true),
            ("<file><missing>${user.home}/there</missing></file>", false),
            ("<file><exists>pom.xml</exists></file>", true),
            ("<file><missing>${basedir}/build.gradle</missing></file>", true),
            ("<file/>", false),
            ("<os><family>unix</family></os>", true),
            ("<os><family>!windows</family><name>linux</name><arch>amd64</arch></os>", true),
            ("<os><family>mac</family></os>", false),
            ("<os><arch>aarch64</arch></os>", false),
            ("<os/>", false),
            ("<jdk>17</jdk>", true),
            ("<jdk>1.8</jdk>", false),
            ("<jdk>!1.8</jdk>", true),
            ("<jdk>[11,)</jdk>", true),
            ("<jdk>[11,17)</jdk>", false),
            ("<jdk>(,17.0.21]</jdk>", true),
            ("<jdk>(17.0.21,18)</jdk>", false),
            ("<jdk>[1.8]</jdk>", true),
            // All of them, not one of them; the default counts in any case.
            ("<jdk>17</jdk><os><family>mac</family></os>", false),
            ("<jdk>1.8</jdk><activeByDefault>true</activeByDefault>", true),
        ] {
            assert_eq!(active(activation), expected, "{activation}");
        }
    }
}
