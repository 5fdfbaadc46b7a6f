//! Profiles of POMs: when they are active, and what they add.
//!
//! Active are those that the machine switches on: by its JDK, its system, a property it has or lacks, a file beside the
//! POM; where none of a POM's is, those that are active by default. Nobody names profiles here (`-P`).

use super::pom::{Dependency, Pom, dependencies, properties, texts};
use super::version::VersionFilter;
use super::xml::Element;

/// Whether a file is there beside a POM, by the path that an activation names (`${basedir}` in it); none where that cannot be
/// told: the POM comes out of a repository.
pub type Beside<'a> = dyn Fn(&str) -> Option<bool> + 'a;

/// A profile as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    pub id: String,
    pub activation: Activation,
    pub modules: Vec<String>,
    pub properties: Vec<(String, String)>,
    pub dependencies: Vec<Dependency>,
    pub managed: Vec<Dependency>,
}

/// When a profile is active: all that is said must hold. Nothing at all: only when it is named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Activation {
    pub by_default: bool,
    pub jdk: Option<String>,
    /// `name`, `family`, `arch`, `version` and what they must be.
    pub system: Vec<(String, String)>,
    /// Name, `!` before it turns it round, and value.
    pub property: Option<(String, Option<String>)>,
    pub exists: Option<String>,
    pub missing: Option<String>,
}

/// What activations are compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// The version of the JDK that would run Maven.
    pub java: String,
}

impl Default for Machine {
    /// With the JDK that most builds run on where nobody says which it is.
    fn default() -> Self {
        Self { java: "17".to_owned() }
    }
}

impl Profile {
    pub(super) fn read(element: &Element) -> Self {
        let text = |section: &Element, name: &str| section.text_of(name).map(str::to_owned);
        let said = element.child("activation").cloned().unwrap_or_default();
        let file = said.child("file").cloned().unwrap_or_default();
        let system = said.child("os").map(|system| system.children.as_slice()).unwrap_or_default();
        let activation = Activation {
            by_default: said.text_of("activeByDefault") == Some("true"),
            jdk: text(&said, "jdk"),
            system: system.iter().map(|one| (one.name.clone(), one.text.to_lowercase())).collect(),
            property: said.child("property").and_then(|one| Some((text(one, "name")?, text(one, "value")))),
            exists: text(&file, "exists"),
            missing: text(&file, "missing"),
        };
        Self {
            id: text(element, "id").unwrap_or_default(),
            activation,
            modules: texts(element, "modules", "module"),
            properties: properties(element),
            dependencies: dependencies(element),
            managed: element.child("dependencyManagement").map(dependencies).unwrap_or_default(),
        }
    }
}

/// A POM with what its active profiles say put in.
#[must_use]
pub fn with_profiles(pom: &Pom, machine: &Machine, beside: &Beside<'_>) -> Pom {
    let mut pom = pom.clone();
    let profiles = std::mem::take(&mut pom.profiles);
    let mut active: Vec<&Profile> =
        profiles.iter().filter(|profile| profile.activation.holds(machine, beside)).collect();
    if active.is_empty() {
        active = profiles.iter().filter(|profile| profile.activation.by_default).collect();
    }
    for profile in active {
        pom.modules
            .extend(profile.modules.iter().filter(|module| !pom.modules.contains(module)).cloned().collect::<Vec<_>>());
        pom.properties.extend(profile.properties.iter().cloned());
        merge(&mut pom.dependencies, &profile.dependencies);
        merge(&mut pom.managed, &profile.managed);
    }
    pom
}

/// What a profile says of a dependency takes the place of what the POM says of it.
fn merge(all: &mut Vec<Dependency>, more: &[Dependency]) {
    for dependency in more {
        match all.iter_mut().find(|known| known.is_of_one_key(dependency)) {
            Some(known) => *known = dependency.clone(),
            None => all.push(dependency.clone()),
        }
    }
}

impl Activation {
    fn holds(&self, machine: &Machine, beside: &Beside<'_>) -> bool {
        let mut conditions = Vec::new();
        conditions.extend(self.jdk.as_deref().map(|jdk| is_jdk(jdk, &machine.java)));
        conditions.extend(
            (!self.system.is_empty()).then(|| self.system.iter().all(|(name, wanted)| is_system(name, wanted))),
        );
        conditions.extend(self.property.as_ref().map(|(name, value)| has_property(name, value.as_deref(), machine)));
        conditions.extend(self.exists.as_deref().map(|path| beside(path) == Some(true)));
        conditions.extend(self.missing.as_deref().map(|path| beside(path) == Some(false)));
        !conditions.is_empty() && conditions.iter().all(|holds| *holds)
    }
}

/// `1.8` (a beginning), `!1.8`, `[11,)`.
fn is_jdk(wanted: &str, java: &str) -> bool {
    if let Some(unwanted) = wanted.strip_prefix('!') {
        return !java.starts_with(unwanted);
    }
    if wanted.starts_with(['[', '(']) {
        // Maven takes a range that nobody closed for one without an upper end.
        let open = (!wanted.ends_with([']', ')'])).then(|| format!("{},)", wanted.trim_end_matches([',', ' '])));
        let wanted = open.as_deref().unwrap_or(wanted);
        return VersionFilter::parse(wanted).is_ok_and(|range| range.matches(java));
    }
    java.starts_with(wanted)
}

fn is_system(name: &str, wanted: &str) -> bool {
    let (wanted, turned) = wanted.strip_prefix('!').map_or((wanted, false), |wanted| (wanted, true));
    let family: &[&str] = match std::env::consts::OS {
        "windows" => &["windows", "winnt", "dos"],
        "macos" => &["mac", "unix"],
        _ => &["unix"],
    };
    let holds = match name {
        // A family that Maven does not know is part of the system's name.
        "family" => family.contains(&wanted) || (!is_family(wanted) && system_name().contains(wanted)),
        "name" => wanted == system_name(),
        "arch" => wanted == architecture(),
        // Which version of the system runs is not told.
        _ => false,
    };
    holds != turned
}

fn is_family(name: &str) -> bool {
    matches!(
        name,
        "windows"
            | "win9x"
            | "winnt"
            | "dos"
            | "mac"
            | "unix"
            | "netware"
            | "os/2"
            | "tandem"
            | "z/os"
            | "os/400"
            | "openvms"
    )
}

/// As Java's `os.name`, in lower case.
fn system_name() -> &'static str {
    if std::env::consts::OS == "macos" { "mac os x" } else { std::env::consts::OS }
}

/// As Java's `os.arch`.
fn architecture() -> &'static str {
    if std::env::consts::ARCH == "x86_64" && std::env::consts::OS != "macos" { "amd64" } else { std::env::consts::ARCH }
}

/// Only what every Java has is known; nobody gives properties (`-D`).
fn has_property(name: &str, value: Option<&str>, machine: &Machine) -> bool {
    let (name, is_turned) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
    let known = match name {
        "java.version" => Some(machine.java.as_str()),
        "os.arch" => Some(architecture()),
        "file.separator" => Some(std::path::MAIN_SEPARATOR_STR),
        _ => None,
    };
    match value {
        _ if is_turned => known.is_none(),
        None => known.is_some(),
        Some(value) => match value.strip_prefix('!') {
            Some(unwanted) => known != Some(unwanted),
            None => known == Some(value),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::is_jdk;

    #[test]
    fn ranges_of_jdks_that_nobody_closed_have_no_upper_end() {
        for (wanted, java, holds) in [
            ("[11,", "17.0.21", true),
            ("[11,", "1.8.0", false),
            ("[11", "17.0.21", true),
            ("(17, ", "17", false),
            ("[11,)", "17.0.21", true),
            ("[1.8,11)", "17.0.21", false),
            ("!1.8", "17.0.21", true),
            ("17", "17.0.21", true),
        ] {
            assert_eq!(is_jdk(wanted, java), holds, "{wanted} for {java}");
        }
    }
}
