//! When a profile is active, of a POM and of settings.xml alike.

use super::settings::{interpolate, is_true};
use super::xml::Element;

/// When a profile is active: all that is said must hold. Nothing at all: only by default, or when it is named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Activation {
    pub by_default: bool,
    pub jdk: Option<String>,
    /// `family`, `name`, `arch`, `version` and what they must be.
    system: Vec<(&'static str, String)>,
    /// Name, `!` before it turns it round, and value.
    property: Option<(String, Option<String>)>,
    /// A path, and whether it must be missing.
    file: Option<(String, bool)>,
}

/// What activations are compared with.
pub struct Around<'a> {
    /// The value of a property (`env.X`, `os.name`, `java.version`, …).
    pub property: &'a dyn Fn(&str) -> Option<String>,
    /// Whether there is a file or folder of a path, its properties but `${basedir}` replaced; none where that cannot be told.
    pub exists: &'a dyn Fn(&str) -> Option<bool>,
}

impl Activation {
    /// What the `<activation>` of a profile says.
    pub(super) fn read(profile: &Element) -> Self {
        let Some(said) = profile.child("activation") else { return Self::default() };
        let text = |section: &Element, name: &str| section.text_of(name).map(str::to_owned);
        let file = said.child("file").and_then(|file| {
            let missing = || Some((text(file, "missing")?, true));
            text(file, "exists").map(|path| (path, false)).or_else(missing)
        });
        let os = said.child("os");
        let system = ["family", "name", "arch", "version"].into_iter();
        Self {
            by_default: said.text_of("activeByDefault").is_some_and(is_true),
            jdk: text(said, "jdk"),
            system: system.filter_map(|field| Some((field, os?.text_of(field)?.to_lowercase()))).collect(),
            property: said.child("property").and_then(|one| Some((text(one, "name")?, text(one, "value")))),
            file,
        }
    }

    /// Whether something is said, and all of it holds.
    pub(super) fn holds(&self, around: &Around<'_>) -> bool {
        let java = || (around.property)("java.version").filter(|version| !version.is_empty());
        let mut conditions = Vec::new();
        if let Some(range) = &self.jdk {
            conditions.push(java().is_some_and(|version| matches_jdk(range, &version)));
        }
        if !self.system.is_empty() {
            conditions.push(self.system.iter().all(|(field, wanted)| is_system(field, wanted, around)));
        }
        if let Some((name, value)) = &self.property {
            conditions.push(by_property(name, value.as_deref(), around));
        }
        if let Some((path, is_to_miss)) = &self.file {
            conditions.push((around.exists)(&interpolate(path, around.property)) == Some(!is_to_miss));
        }
        !conditions.is_empty() && conditions.iter().all(|holds| *holds)
    }
}

fn by_property(name: &str, value: Option<&str>, around: &Around<'_>) -> bool {
    let (name, is_reversed) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
    if name.is_empty() {
        return false;
    }
    let actual = (around.property)(name);
    match value {
        Some(value) => match value.strip_prefix('!') {
            Some(value) => actual.as_deref() != Some(value),
            None => actual.as_deref() == Some(value),
        },
        None => is_reversed != actual.is_some_and(|actual| !actual.is_empty()),
    }
}

/// `wanted` is in lower case, `!` before it turns it round.
fn is_system(field: &str, wanted: &str, around: &Around<'_>) -> bool {
    let property = |name: &str| (around.property)(name).unwrap_or_default().to_lowercase();
    let (wanted, is_reversed) = wanted.strip_prefix('!').map_or((wanted, false), |wanted| (wanted, true));
    let is_so = match field {
        "family" => is_family(wanted, &property("os.name")),
        "name" => wanted == property("os.name"),
        "arch" => wanted == property("os.arch"),
        _ => wanted == property("os.version"),
    };
    is_so != is_reversed
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
        let exists = |path: &str| Some(path == "/home/u/there" || path == "pom.xml");
        Activation::read(&profile).holds(&Around { property: &property, exists: &exists })
    }

    #[test]
    fn activation_is_mavens() {
        for (activation, expected) in [
            ("", false),
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
            ("<jdk>[11,</jdk>", true),
            ("<jdk>(17.0.21, </jdk>", false),
            // All of them, not one of them.
            ("<jdk>17</jdk><os><family>mac</family></os>", false),
        ] {
            assert_eq!(active(activation), expected, "{activation}");
        }
    }
}
