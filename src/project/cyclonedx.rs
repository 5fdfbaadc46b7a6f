//! CycloneDX bills of materials, JSON and XML.

use serde_json::Value;

use super::Tests;
use super::listing::{Listing, Named};
use super::purl::{self, Purl};
use crate::maven::xml::Element;

/// What is read of a component.
#[derive(Default)]
struct Component<'a> {
    group: &'a str,
    name: &'a str,
    version: &'a str,
    purl: &'a str,
    scope: &'a str,
}

/// The artifacts of a JSON document.
pub fn of_json(document: &Value, tests: Tests) -> Listing {
    let mut bill = Bill::of(document.pointer("/metadata/component").map(json_component), tests);
    // Not by recursion: components stand in components.
    let mut waiting: Vec<&Value> = vec![document];
    while let Some(value) = waiting.pop() {
        let components = value.get("components").and_then(Value::as_array);
        for component in components.into_iter().flatten() {
            bill.add(&json_component(component));
        }
        waiting.extend(components.into_iter().flatten().rev());
    }
    bill.listing
}

fn json_component(value: &Value) -> Component<'_> {
    let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
    Component {
        group: text("group"),
        name: text("name"),
        version: text("version"),
        purl: text("purl"),
        scope: text("scope"),
    }
}

/// The artifacts of an XML document.
pub fn of_xml(root: &Element, tests: Tests) -> Listing {
    let own = root.child("metadata").and_then(|metadata| metadata.child("component"));
    let mut bill = Bill::of(own.map(xml_component), tests);
    let mut waiting: Vec<&Element> = vec![root];
    while let Some(element) = waiting.pop() {
        let components: Vec<&Element> = element.list("components", "component").collect();
        for component in &components {
            bill.add(&xml_component(component));
        }
        waiting.extend(components.into_iter().rev());
    }
    bill.listing
}

fn xml_component(element: &Element) -> Component<'_> {
    let text = |name: &str| element.text_of(name).unwrap_or_default();
    Component {
        group: text("group"),
        name: text("name"),
        version: text("version"),
        purl: text("purl"),
        scope: text("scope"),
    }
}

struct Bill {
    listing: Listing,
    tests: Tests,
}

impl Bill {
    /// A bill about a component. That of a POM alone is about its modules, which share its group and version; any other is
    /// about one artifact, and others of the same release (`okhttp` beside `mockwebserver`) are what that depends on.
    fn of(about: Option<Component<'_>>, tests: Tests) -> Self {
        let mut listing = Listing::default();
        if let Some(about) = about.and_then(|about| named(&about)) {
            if about.kind == "pom" {
                listing.own.add_release(&about.group, &about.version);
            }
            listing.own.add_named(&about.group, &about.artifact, &about.version);
        }
        Self { listing, tests }
    }

    fn add(&mut self, component: &Component<'_>) {
        let Some(named) = named(component) else {
            let what = if component.purl.is_empty() { component.name } else { component.purl };
            return self.listing.leave_out(what, "no Maven package");
        };
        if component.scope == "excluded" {
            self.listing.leave_out(named.to_string(), "excluded by its bill of materials");
        } else {
            self.listing.add(&named, self.tests);
        }
    }
}

/// The Maven package of a component: its package URL, else its group, name and version.
fn named(component: &Component<'_>) -> Option<Named> {
    if component.purl.is_empty() {
        let is_maven = !component.group.is_empty() && component.group.contains(|c: char| c.is_alphanumeric());
        return is_maven.then(|| Named {
            group: component.group.to_owned(),
            artifact: component.name.to_owned(),
            version: component.version.to_owned(),
            ..Named::default()
        });
    }
    match purl::read(component.purl) {
        Purl::Maven(named) => Some(named),
        Purl::Other => None,
    }
}
