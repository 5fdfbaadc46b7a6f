//! What a class of Kotlin overrides, which its compiler notes nowhere: what a supertype in the same archive declares, and what
//! bridges in its own class file lead to. What comes from elsewhere stays unknown.

use std::collections::HashSet;
use std::sync::Arc;

use noak::AccessFlags;

use super::super::read::{ClassFile, Heritage, Member, key};
use super::super::{Around, signature};

/// Supertypes that are looked at, at most. Real ones are below a hundred.
const MOST: usize = 1_000;

/// What can be overridden in one class.
#[derive(Default)]
pub struct Inherited<'a> {
    supertypes: Vec<Arc<Heritage>>,
    own: &'a [Member],
}

impl<'a> Inherited<'a> {
    /// Of the class itself and of its supertypes, each once.
    pub fn of(class: &'a ClassFile, around: &Around<'_>) -> Self {
        let mut supertypes: Vec<Arc<Heritage>> = Vec::new();
        let mut waiting: Vec<String> = class.superclass.iter().chain(&class.interfaces).cloned().collect();
        let mut seen: HashSet<String> = waiting.iter().cloned().collect();
        while let Some(name) = waiting.pop() {
            if supertypes.len() >= MOST {
                break;
            }
            let Some(heritage) = (around.heritage)(&name) else { continue };
            waiting.extend(heritage.supertypes.iter().filter(|name| seen.insert((*name).clone())).cloned());
            supertypes.push(heritage);
        }
        Self { supertypes, own: &class.methods }
    }

    /// Whether the method of this name overrides: the one of this descriptor, or, where none is noted, the only one of so
    /// many parameters.
    pub fn overrides(&self, name: &str, descriptor: Option<&str>, parameters: usize) -> bool {
        let count = |method: &Member| signature::method(&method.descriptor).map_or(0, |method| method.parameters.len());
        let named = || self.own.iter().filter(|method| method.name == name);
        let mut alike = named().filter(|method| {
            let fits = descriptor.map_or_else(|| count(method) == parameters, |one| one == method.descriptor);
            fits && !method.access.has(AccessFlags::SYNTHETIC) && !method.access.has(AccessFlags::PRIVATE)
        });
        let (Some(method), None) = (alike.next(), alike.next()) else { return false };
        let is_static = method.access.has(AccessFlags::STATIC);
        let declared = key(name, &method.descriptor);
        let is_inherited = self.supertypes.iter().any(|supertype| supertype.methods.contains(&declared));
        // A bridge is there because something is overridden; of two that it may lead to, neither is known to be meant.
        let length = count(method);
        let is_alone =
            || named().filter(|one| !one.access.has(AccessFlags::SYNTHETIC) && count(one) == length).count() == 1;
        let is_bridged = || named().any(|one| one.access.has(AccessFlags::BRIDGE) && count(one) == length);
        !is_static && (is_inherited || (is_bridged() && is_alone()))
    }
}
