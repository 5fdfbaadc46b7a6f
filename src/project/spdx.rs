//! SPDX bills of materials: tag-value and JSON of versions 2, JSON-LD of version 3.

use std::collections::HashSet;

use serde_json::Value;

use super::Tests;
use super::listing::{Listing, Named, OWN};
use super::purl::{self, Purl};

/// The artifacts of a JSON document; none where it is no SPDX.
pub fn of_json(document: &Value, tests: Tests) -> Option<Listing> {
    if document.get("spdxVersion").is_some() {
        return Some(of_version_two(document, tests));
    }
    let context = document.get("@context")?.to_string();
    let graph = document.get("@graph")?.as_array()?;
    context.contains("spdx.org").then(|| of_version_three(graph, tests))
}

fn of_version_two(document: &Value, tests: Tests) -> Listing {
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let list = |name: &str| document.get(name).and_then(Value::as_array).into_iter().flatten();
    let mut relations = Relations::default();
    relations.own.extend(list("documentDescribes").filter_map(Value::as_str).map(str::to_owned));
    for one in list("relationships") {
        relations.add(&text(one, "spdxElementId"), &text(one, "relationshipType"), &text(one, "relatedSpdxElement"));
    }
    let mut listing = Listing::default();
    for package in list("packages") {
        let references = package.get("externalRefs").and_then(Value::as_array).into_iter().flatten();
        let references: Vec<(String, String)> =
            references.map(|one| (text(one, "referenceType"), text(one, "referenceLocator"))).collect();
        let standing = relations.standing(&text(package, "SPDXID"));
        add(&mut listing, &text(package, "name"), &references, standing, tests);
    }
    listing
}

fn of_version_three(graph: &[Value], tests: Tests) -> Listing {
    let mut listing = Listing::default();
    for element in graph {
        let is_package = element.get("type").and_then(Value::as_str).is_some_and(|kind| kind.ends_with("Package"));
        if !is_package {
            continue;
        }
        let text = |name: &str| element.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let own = [text("software_packageUrl"), text("packageUrl")].into_iter().find(|purl| !purl.is_empty());
        let purls = own.into_iter().chain(identifiers(element));
        let references: Vec<(String, String)> = purls.map(|purl| ("purl".to_owned(), purl)).collect();
        add(&mut listing, &text("name"), &references, Standing::Plain, tests);
    }
    listing
}

/// The package URLs among the identifiers that others gave an element of version 3.
fn identifiers(element: &Value) -> impl Iterator<Item = String> {
    let all = element.get("externalIdentifier").and_then(Value::as_array).into_iter().flatten();
    let purls = all.filter(|one| {
        let kind = one.get("externalIdentifierType").and_then(Value::as_str).unwrap_or_default();
        // The type may be written with the name of its list: `…/ExternalIdentifierType/packageUrl`.
        matches!(kind.rsplit('/').next(), Some("packageUrl" | "purl"))
    });
    purls.filter_map(|one| one.get("identifier").and_then(Value::as_str).map(str::to_owned))
}

/// Whether a text is a tag-value document.
pub fn is_tag_value(text: &str) -> bool {
    text.lines().take(200).any(|line| line.trim_start().starts_with("SPDXVersion:"))
}

/// The artifacts of a tag-value document.
pub fn of_tag_value(text: &str, tests: Tests) -> Listing {
    #[derive(Default)]
    struct Package {
        name: String,
        id: String,
        references: Vec<(String, String)>,
    }
    let mut packages: Vec<Package> = Vec::new();
    let mut relations = Relations::default();
    let mut in_text = false;
    for line in text.lines() {
        // Texts of several lines are no tags.
        if in_text || line.contains("<text>") {
            in_text = !line.contains("</text>");
            continue;
        }
        let Some((tag, value)) = line.split_once(':') else { continue };
        let (tag, value) = (tag.trim(), value.trim());
        match tag {
            "PackageName" => packages.push(Package { name: value.to_owned(), ..Package::default() }),
            "SPDXID" => {
                if let Some(package) = packages.last_mut().filter(|package| package.id.is_empty()) {
                    value.clone_into(&mut package.id);
                }
            }
            "ExternalRef" => {
                let mut words = value.split_whitespace().skip(1);
                if let (Some(package), Some(kind), Some(locator)) = (packages.last_mut(), words.next(), words.next()) {
                    package.references.push((kind.to_owned(), locator.to_owned()));
                }
            }
            "Relationship" => {
                let words: Vec<&str> = value.split_whitespace().collect();
                if let [one, kind, other] = words[..] {
                    relations.add(one, kind, other);
                }
            }
            _ => {}
        }
    }
    let mut listing = Listing::default();
    for package in packages {
        add(&mut listing, &package.name, &package.references, relations.standing(&package.id), tests);
    }
    listing
}

/// What a package is to what the document is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Plain,
    Own,
    /// Only tests have it.
    Test,
}

/// What the relationships of a document say.
#[derive(Default)]
struct Relations {
    /// What the document describes.
    own: HashSet<String>,
    /// What stands on either side of a relationship of tests: tools do not agree on the direction.
    of_tests: HashSet<String>,
    of_others: HashSet<String>,
}

impl Relations {
    fn add(&mut self, one: &str, kind: &str, other: &str) {
        let (one, other) = (one.to_owned(), other.to_owned());
        if kind == "DESCRIBES" {
            self.own.insert(other);
        } else if kind.starts_with("TEST_") {
            self.of_tests.extend([one, other]);
        } else {
            self.of_others.extend([one, other]);
        }
    }

    fn standing(&self, id: &str) -> Standing {
        match id {
            id if self.own.contains(id) => Standing::Own,
            id if self.of_tests.contains(id) && !self.of_others.contains(id) => Standing::Test,
            _ => Standing::Plain,
        }
    }
}

/// Takes in a package by what refers to it: package URLs, and `maven-central` with `group:artifact:version`. A package may be
/// several artifacts, and one of them may be named in both ways.
fn add(listing: &mut Listing, name: &str, references: &[(String, String)], standing: Standing, tests: Tests) {
    let named: Vec<Named> = references.iter().filter_map(|(kind, locator)| named(kind, locator)).collect();
    if standing == Standing::Own {
        for named in &named {
            listing.own.add_named(&named.group, &named.artifact, &named.version);
        }
        return listing.leave_out(name, OWN);
    }
    if named.is_empty() {
        return listing.leave_out(name, "no Maven package");
    }
    for named in named {
        let scope = if standing == Standing::Test { "test".to_owned() } else { named.scope.clone() };
        listing.add(&Named { scope, ..named }, tests);
    }
}

/// The artifact that a reference names.
fn named(kind: &str, locator: &str) -> Option<Named> {
    // The type may be written as a URL that ends in its name.
    match kind.rsplit('/').next().unwrap_or(kind) {
        "purl" => match purl::read(locator) {
            Purl::Maven(named) => Some(named),
            Purl::Other => None,
        },
        "maven-central" => {
            let mut parts = locator.split(':').map(str::to_owned);
            let (group, artifact) = (parts.next()?, parts.next()?);
            Some(Named { group, artifact, version: parts.next().unwrap_or_default(), ..Named::default() })
        }
        _ => None,
    }
}
