//! Profiles of POMs: when they are active, and what they add.
//!
//! Active are those that are named, and those that the machine switches on: by its JDK, its system, a property it has or
//! lacks, a file beside the POM; where none of a POM's is, those that are active by default.

use std::fmt;
use std::sync::Arc;

use super::activation::{Activation, Around};
use super::pom::{Dependency, Pom, dependencies, properties, texts};
use super::settings::interpolate;
use super::xml::Element;
use crate::config::java;

/// Whether a file is there beside a POM, by the path that an activation names (`${basedir}` in it); none where that cannot be
/// told.
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

/// The JDK that most builds run on, where nobody says which it is.
const USUAL_JAVA: &str = "17";

/// The value of a property, where it has one.
pub type Property = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// As [`Beside`], of no folder.
pub type Elsewhere = Arc<dyn Fn(&str) -> Option<bool> + Send + Sync>;

/// What Maven is started with, and where.
#[derive(Clone)]
pub struct Machine {
    /// The value of a property that decides about profiles: of the user, of Java, of the environment (`env.X`). None of
    /// these becomes part of a coordinate: any of them may be a password.
    pub property: Property,
    /// The same for POMs out of repositories: as Maven has it, without the properties of settings.xml.
    pub property_of_others: Property,
    /// Whether a file is there that such a POM names. It lies in no folder itself: only an absolute path leads anywhere.
    pub elsewhere: Elsewhere,
    /// What a project says beside its POMs: it holds in the place of what they say.
    pub given: Vec<(String, String)>,
    /// Profiles that are named, to be on or off.
    pub activated: Vec<String>,
    pub deactivated: Vec<String>,
}

impl Default for Machine {
    /// Of which no more is known than the platform.
    fn default() -> Self {
        Self {
            property: Arc::new(java::of_platform),
            property_of_others: Arc::new(java::of_platform),
            elsewhere: Arc::new(|_| None),
            given: Vec::new(),
            activated: Vec::new(),
            deactivated: Vec::new(),
        }
    }
}

/// No values: a property may be a password.
impl fmt::Debug for Machine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(&self.activated).finish()
    }
}

impl Machine {
    /// What decides about the POMs of others: nobody names their profiles.
    #[must_use]
    pub(super) fn for_others(&self) -> Self {
        let property = Arc::clone(&self.property_of_others);
        Self { property, elsewhere: Arc::clone(&self.elsewhere), ..Self::default() }
    }
}

impl Profile {
    pub(super) fn read(element: &Element) -> Self {
        Self {
            id: element.text_of("id").unwrap_or("default").to_owned(),
            activation: Activation::read(element),
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
    // Those of the machine stand in the path already.
    let of_pom =
        |name: &str| pom.properties.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let conditions = Around {
        property: &|name| (machine.property)(name).or_else(|| (name == "java.version").then(|| USUAL_JAVA.to_owned())),
        exists: &|path| beside(&interpolate(path, &of_pom)),
    };
    let is_on = |profile: &&Profile| !machine.deactivated.contains(&profile.id);
    let is_active =
        |profile: &&Profile| machine.activated.contains(&profile.id) || profile.activation.holds(&conditions);
    let mut active: Vec<&Profile> = profiles.iter().filter(is_on).filter(is_active).collect();
    if active.is_empty() {
        active = profiles.iter().filter(is_on).filter(|profile| profile.activation.by_default).collect();
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
