//! POMs as they are written: what a project says of itself, nothing inherited or replaced.
//!
//! What it says together with its parents, profiles and imported BOMs is [`super::model`].

use super::profile::Profile;
use super::xml::{self, Element, XmlError};

pub use super::model::{effective, effective_among, leaves_versions_open};

/// A POM as written, nothing inherited or replaced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pom {
    pub model_version: Option<String>,
    pub parent: Option<Reference>,
    /// What a parent that is named lacks, so that it is none.
    pub parent_lacks: Option<&'static str>,
    /// Where the parent lies on disk as seen from here; none: `../pom.xml`, empty: nowhere.
    pub parent_path: Option<String>,
    pub group: Option<String>,
    pub artifact: Option<String>,
    pub version: Option<String>,
    /// None: `jar`. May be empty, which Maven refuses.
    pub packaging: Option<String>,
    pub modules: Vec<String>,
    pub properties: Vec<(String, String)>,
    pub dependencies: Vec<Dependency>,
    /// The entries of dependencyManagement, imports among them.
    pub managed: Vec<Dependency>,
    pub profiles: Vec<Profile>,
    /// Where the project went; what is left out stayed the same.
    pub relocation: Option<Relocation>,
}

/// Group, artifact and version as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub group: String,
    pub artifact: String,
    pub version: String,
}

/// A dependency, or an entry of dependencyManagement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// Empty where nothing is said, which Maven refuses; so the artifact.
    pub group: String,
    pub artifact: String,
    /// May be empty, which Maven refuses; so the type.
    pub version: Option<String>,
    pub classifier: Option<String>,
    /// `type`: `jar` where nothing is said.
    pub kind: String,
    pub scope: Option<String>,
    /// Where the file of a dependency of scope system lies.
    pub system_path: Option<String>,
    /// Whether projects that depend on this one do without it; none: nothing is said, and they do not.
    pub optional: Option<String>,
    /// What of its own dependencies is not wanted: group and artifact, each may be `*`.
    pub exclusions: Vec<(String, String)>,
}

impl Dependency {
    /// Whether two are about the same file of the same artifact.
    #[must_use]
    pub fn is_of_one_key(&self, other: &Self) -> bool {
        self.group == other.group
            && self.artifact == other.artifact
            && self.kind == other.kind
            && self.classifier == other.classifier
    }
}

/// `distributionManagement/relocation`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relocation {
    pub group: Option<String>,
    pub artifact: Option<String>,
    pub version: Option<String>,
}

/// Why a document is no POM.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PomError {
    #[error("the POM is not well-formed: {0}")]
    Xml(#[from] XmlError),
    #[error("the document has <{0}> where <project> was expected")]
    Root(String),
}

impl Pom {
    /// Reads a POM.
    ///
    /// # Errors
    /// When it is not well-formed, too large or no `project`.
    pub fn read(bytes: &[u8]) -> Result<Self, PomError> {
        let root = xml::parse(bytes)?;
        if root.name != "project" {
            return Err(PomError::Root(root.name.escape_debug().to_string()));
        }
        let owned = |name: &str| root.text_of(name).map(str::to_owned);
        let parent = root.child("parent");
        let lacks = |parent: &Element| PARTS.into_iter().find(|part| parent.text_of(part).is_none());
        let relocation = root.child("distributionManagement").and_then(|section| section.child("relocation"));
        Ok(Self {
            model_version: owned("modelVersion"),
            parent: parent.and_then(reference),
            parent_lacks: parent.and_then(lacks),
            parent_path: parent.and_then(|parent| parent.child("relativePath")).map(|path| path.text.clone()),
            group: owned("groupId"),
            artifact: owned("artifactId"),
            version: owned("version"),
            packaging: root.child("packaging").map(|packaging| packaging.text.clone()),
            modules: texts(&root, "modules", "module"),
            properties: properties(&root),
            dependencies: dependencies(&root),
            managed: root.child("dependencyManagement").map(dependencies).unwrap_or_default(),
            profiles: root.list("profiles", "profile").map(Profile::read).collect(),
            relocation: relocation.map(|to| Relocation {
                group: to.text_of("groupId").map(str::to_owned),
                artifact: to.text_of("artifactId").map(str::to_owned),
                version: to.text_of("version").map(str::to_owned),
            }),
        })
    }
}

/// What names a POM.
const PARTS: [&str; 3] = ["groupId", "artifactId", "version"];

fn reference(element: &Element) -> Option<Reference> {
    Some(Reference {
        group: element.text_of("groupId")?.to_owned(),
        artifact: element.text_of("artifactId")?.to_owned(),
        version: element.text_of("version")?.to_owned(),
    })
}

/// The properties of a project or profile, in the order written.
pub(super) fn properties(section: &Element) -> Vec<(String, String)> {
    let properties = section.child("properties").map(|list| list.children.as_slice()).unwrap_or_default();
    properties.iter().map(|one| (one.name.clone(), one.text.clone())).collect()
}

/// A list of plain texts, empty ones left out.
pub(super) fn texts(section: &Element, list: &str, item: &str) -> Vec<String> {
    section.list(list, item).map(|one| one.text.clone()).filter(|text| !text.is_empty()).collect()
}

/// The dependencies of a project, profile or dependencyManagement.
pub(super) fn dependencies(section: &Element) -> Vec<Dependency> {
    let one = |element: &Element| {
        let owned = |name: &str| element.text_of(name).map(str::to_owned);
        let said = |name: &str| element.child(name).map(|child| child.text.clone());
        Dependency {
            group: owned("groupId").unwrap_or_default(),
            artifact: owned("artifactId").unwrap_or_default(),
            version: said("version"),
            classifier: owned("classifier"),
            kind: said("type").unwrap_or_else(|| "jar".to_owned()),
            scope: owned("scope"),
            system_path: owned("systemPath"),
            optional: owned("optional"),
            exclusions: element
                .list("exclusions", "exclusion")
                .map(|one| {
                    let part = |name: &str| one.text_of(name).unwrap_or("*").to_owned();
                    (part("groupId"), part("artifactId"))
                })
                .collect(),
        }
    };
    section.list("dependencies", "dependency").map(one).collect()
}
