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
        let is_it = |one: &&Member| one.name == name && descriptor == Some(one.descriptor.as_str());
        let found = self.own.iter().find(is_it);
        if found.is_some_and(|one| one.access.has(AccessFlags::STATIC)) {
            // A member of a value class takes the value. Only what overrides stands beside it without, under the name of the
            // supertype or one that is mangled for its parameters.
            let shorter = descriptor.and_then(without_first);
            let is_beside = |one: &Member| {
                (one.name == name || one.name == unmangled(name)) && Some(&one.descriptor) == shorter.as_ref()
            };
            return self.own.iter().any(|one| is_beside(one) && is_declared(one));
        }
        self.is_overriding(name, descriptor, parameters)
    }

    fn is_overriding(&self, name: &str, descriptor: Option<&str>, parameters: usize) -> bool {
        let count = |method: &Member| signature::method(&method.descriptor).map_or(0, |method| method.parameters.len());
        let plain = unmangled(name);
        let mut alike = self.own.iter().filter(|method| {
            let fits = descriptor.map_or_else(|| count(method) == parameters, |one| one == method.descriptor);
            let is_made = method.access.0.intersects(AccessFlags::SYNTHETIC | AccessFlags::PRIVATE);
            method.name == name && fits && !is_made
        });
        let (Some(method), None) = (alike.next(), alike.next()) else { return false };
        let is_static = method.access.has(AccessFlags::STATIC);
        let declared = key(name, &method.descriptor);
        let is_inherited = self.supertypes.iter().any(|supertype| supertype.methods.contains(&declared));
        // A bridge is there because something is overridden; of two that it may lead to, neither is known to be meant. It
        // has the name of the supertype, which is not mangled where its parameter is a type variable.
        let length = count(method);
        let named = || self.own.iter().filter(|one| unmangled(&one.name) == plain && count(one) == length);
        let is_bridged =
            || named().any(|one| one.access.has(AccessFlags::BRIDGE) && (one.name == name || one.name == plain));
        !is_static && (is_inherited || (is_bridged() && named().filter(|one| is_declared(one)).count() == 1))
    }
}

/// Whether somebody wrote it, and of an instance.
fn is_declared(method: &Member) -> bool {
    !method.access.0.intersects(AccessFlags::SYNTHETIC | AccessFlags::STATIC)
}

/// A name without what Kotlin's compiler puts behind it where a value class is among the parameters: `compareTo-LRDsOJo`.
fn unmangled(name: &str) -> &str {
    name.split_once('-').map_or(name, |(name, _)| name)
}

/// A method's descriptor without its first parameter.
fn without_first(descriptor: &str) -> Option<String> {
    let types = descriptor.strip_prefix('(')?;
    let element = types.trim_start_matches('[');
    let rest = if element.starts_with('L') { element.split_once(';')?.1 } else { element.get(1..)? };
    (!types.starts_with(')')).then(|| format!("({rest}"))
}
