//! What a type inherits in each version: its supertypes with their members, asked for once a type.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::member::{self, Access, Member, Shape};
use super::scope::{Erased, same_erased};
use super::side::Side;
use super::{Above, CompareError, Hierarchy, In, Version};
use crate::error::Incomplete;
use crate::model::Language;
use crate::store::TypeRow;

/// Methods of `java.lang.Object` that are inherited whether or not a JDK is registered: name, parameters, result, access.
const OBJECT: [(&str, &[&str], &str, Access); 11] = [
    ("equals", &["java.lang.Object"], "boolean", Access::Public),
    ("hashCode", &[], "int", Access::Public),
    ("toString", &[], "java.lang.String", Access::Public),
    ("getClass", &[], "java.lang.Class", Access::Public),
    ("notify", &[], "void", Access::Public),
    ("notifyAll", &[], "void", Access::Public),
    ("wait", &[], "void", Access::Public),
    ("wait", &["long"], "void", Access::Public),
    ("wait", &["long", "int"], "void", Access::Public),
    ("clone", &[], "java.lang.Object", Access::Protected),
    ("finalize", &[], "void", Access::Protected),
];

/// A supertype with its members.
pub struct Ancestor {
    pub name: String,
    pub artifact: Option<String>,
    pub is_interface: bool,
    pub members: Vec<Member>,
}

/// All that a type inherits from.
pub struct Family {
    pub ancestors: Vec<Ancestor>,
    pub missing: Vec<Incomplete>,
}

impl Family {
    /// Names of all supertypes, found or not.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let found = self.ancestors.iter().map(|ancestor| ancestor.name.as_str());
        found.chain(self.missing.iter().map(|missing| missing.what.as_str()))
    }

    /// The supertype that declares what a removed member was: nearest first.
    #[must_use]
    pub fn heir(&self, removed: &Member) -> Option<(&Ancestor, &Member)> {
        self.ancestors.iter().find_map(|ancestor| {
            let inherits = |member: &&Member| {
                let is_lost = ancestor.is_interface && member.is("static") && member.shape == Shape::Method;
                member.access >= Access::Protected && !is_lost && stands_for(member, removed)
            };
            ancestor.members.iter().find(inherits).map(|member| (ancestor, member))
        })
    }

    /// Whether a supertype declares a method that this one overrides, type variables standing for anything.
    #[must_use]
    pub fn declares(&self, method: &Member) -> bool {
        let is_it = |member: &Member| {
            member.shape == method.shape && member.name == method.name && member.erased.len() == method.erased.len()
        };
        self.ancestors.iter().any(|ancestor| ancestor.members.iter().any(is_it))
    }

    /// Whether a supertype has a method of these parameters with the result of `old`: then a bridge has it too.
    #[must_use]
    pub fn has_bridge(&self, old: &Member) -> bool {
        let is_it = |member: &Member| {
            member.shape == Shape::Method
                && member.name == old.name
                && member.erased.len() == old.erased.len()
                && member.erased_result.name.is_some()
                && member.erased_result.is(&old.erased_result)
                && !member.is("static")
        };
        self.ancestors.iter().any(|ancestor| ancestor.members.iter().any(is_it))
    }
}

/// Whether an inherited member answers for one that is gone.
fn stands_for(inherited: &Member, removed: &Member) -> bool {
    if inherited.shape != removed.shape || inherited.is("static") != removed.is("static") {
        return false;
    }
    if inherited.name == removed.name && same_erased(&inherited.erased, &removed.erased) {
        return true;
    }
    inherited.machine.iter().any(|machine| removed.machine.first().is_some_and(|wanted| machine.is(wanted)))
}

/// The families of the types of both versions.
pub struct Families<'h> {
    hierarchy: &'h mut dyn Hierarchy,
    /// Versions and other artifacts, by the place of their index in memory.
    sides: HashMap<usize, Rc<Side>>,
    known: HashMap<(Version, String), Rc<Family>>,
}

impl<'h> Families<'h> {
    pub fn new(hierarchy: &'h mut dyn Hierarchy) -> Self {
        Self { hierarchy, sides: HashMap::new(), known: HashMap::new() }
    }

    /// What a type inherits from.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn of(&mut self, version: Version, side: &Side, types: &[&TypeRow]) -> Result<Rc<Family>, CompareError> {
        let key = (version, types[0].qualified_name());
        if let Some(family) = self.known.get(&key) {
            return Ok(Rc::clone(family));
        }
        let Above { supers, missing } = self.hierarchy.above(version, types)?;
        let mut ancestors = Vec::new();
        for one in supers {
            let own = Arc::ptr_eq(&one.index, &side.index);
            let other = if own { None } else { Some(self.side(version, &one.index)?) };
            let mut members = Vec::new();
            for row in &one.types {
                members.append(&mut member::members(other.as_deref().unwrap_or(side), row).of(version)?);
            }
            let is_interface = one.types.first().is_some_and(|row| member::is_interface(row.kind));
            let name = one.types.first().map(TypeRow::qualified_name).unwrap_or_default();
            ancestors.push(Ancestor { name, artifact: one.artifact, is_interface, members });
        }
        if !ancestors.iter().any(|ancestor| ancestor.name == "java.lang.Object") {
            ancestors.push(object(types[0]));
        }
        let family = Rc::new(Family { ancestors, missing });
        self.known.insert(key, Rc::clone(&family));
        Ok(family)
    }

    fn side(&mut self, version: Version, index: &Arc<crate::store::read::Index>) -> Result<Rc<Side>, CompareError> {
        let key = Arc::as_ptr(index).addr();
        if let Some(side) = self.sides.get(&key) {
            return Ok(Rc::clone(side));
        }
        let side = Rc::new(Side::load(Arc::clone(index)).of(version)?);
        self.sides.insert(key, Rc::clone(&side));
        Ok(side)
    }
}

/// `java.lang.Object` without a JDK.
fn object(row: &TypeRow) -> Ancestor {
    let members = OBJECT.iter().map(|(name, parameters, result, access)| {
        let made = member::made(row, Shape::Method, "method", name, *access, (*name).to_owned());
        let erased = parameters.iter().map(|name| Erased::named(name)).collect();
        Member { erased, erased_result: Erased::named(result), language: Language::Java, ..made }
    });
    Ancestor { name: "java.lang.Object".to_owned(), artifact: None, is_interface: false, members: members.collect() }
}
