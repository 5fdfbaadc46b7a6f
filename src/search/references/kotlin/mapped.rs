//! Members of Java's types that Kotlin has under another name or as a property, in whatever extends a mapped type: `size` of a
//! `java.util.ArrayList`, `sb[0]` of a `java.lang.StringBuilder`; components of records.
//!
//! Of Kotlin's own types for those of Java they are members as any other, beside those that they have from the JDK alone.

use std::sync::Arc;

use crate::model::jvm::{self, machine_name};
use crate::model::{FieldKind, Language, TypeKind};
use crate::search::references::file::{FileResolver, Value};
use crate::search::references::members::{Candidate, Candidates, Identity, has};
use crate::search::references::types::{Class, Type};
use crate::search::references::universe::{Method, Place, TypeInfo, Universe};
use crate::store::{FieldRow, MethodRow};

impl Universe<'_> {
    /// Whether a type is one of Java, or extends it, be it under Kotlin's name.
    pub fn is_below(&self, info: &Arc<TypeInfo>, java: &str) -> bool {
        let is_it = |one: &Class| one.info.qualified == java || machine_name(&one.info.qualified) == Some(java);
        self.closure(info).types.iter().any(is_it)
    }

    /// Puts what Kotlin takes in place of what a method of Java takes that may be anything there: the elements of a collection.
    pub fn put_elements(&self, owner: &Class, method: &MethodRow, parameters: &mut [Type]) {
        for taker in jvm::element_takers(&method.name, &method.parameter_types) {
            let hierarchy = self.hierarchy(owner);
            let Some(of) = hierarchy.iter().find(|one| one.info.qualified == taker.of) else { continue };
            for (parameter, at) in parameters.iter_mut().zip(taker.takes) {
                if let Some(element) = at.and_then(|at| of.arguments.get(at)) {
                    *parameter = element.clone();
                }
            }
        }
    }

    /// The methods that a type itself declares and Kotlin has under a name, where a value of the type `of` has them.
    pub fn methods_for_kotlin(&self, of: &Arc<TypeInfo>, info: &TypeInfo, name: &str) -> Vec<Arc<Method>> {
        let mut found = self.methods(info, name);
        if info.row().language != Language::Java {
            return found;
        }
        let is_member = |method: &Arc<Method>| !has(&method.row.modifiers, "static");
        for mapped in jvm::members_called(name).filter(|one| !one.is_property()) {
            let is_it = |method: &Arc<Method>| is_member(method) && mapped.takes(&method.row.parameter_types);
            if found.iter().any(is_it) && self.is_below(of, mapped.of) {
                found.retain(|method| !is_it(method));
            }
        }
        for mapped in jvm::members_of_kotlin(name).filter(|one| !one.is_property()) {
            let mut methods = self.methods(info, mapped.java);
            methods.retain(|method| is_member(method) && mapped.takes(&method.row.parameter_types));
            if !methods.is_empty() && self.is_below(of, mapped.of) {
                found.append(&mut methods);
            }
        }
        found
    }
}

impl FileResolver<'_> {
    /// Adds what a mapped type of Kotlin has from the JDK alone.
    pub(in crate::search::references) fn add_of_jdk(&self, of: &Class, java: &str, name: &str, found: &mut Candidates) {
        let is_declared = !self.universe.methods(&of.info, name).is_empty();
        let Some(info) = self.universe.find(self.asker(), java).filter(|_| !is_declared) else { return };
        let owner = Class { info, arguments: of.arguments.clone() };
        for method in self.universe.methods(&owner.info, name) {
            let modifiers = &method.row.modifiers;
            if !has(modifiers, "static") && self.is_inherited(modifiers, &owner.info) {
                self.stored(&owner, &method, false).into_iter().for_each(|one| self.add(one, found));
            }
        }
    }

    /// The method of Java that a property's name stands for in what extends a mapped type.
    pub(super) fn mapped_getter(&self, of: &Type, name: &str) -> Option<Candidate> {
        jvm::members_of_kotlin(name).filter(|one| one.is_property()).find_map(|mapped| {
            let mut getters = self.candidates(of, mapped.java).all.into_iter().filter(is_getter);
            getters.next().filter(|_| self.is_seen_as(of, mapped.of))
        })
    }

    /// Leaves out the methods of Java that are properties in Kotlin, and no functions.
    pub(super) fn leave_out_getters(&self, of: &Type, name: &str, found: &mut Vec<Candidate>) {
        if !found.iter().any(is_getter) {
            return;
        }
        let mut mapped = jvm::members_called(name).filter(|one| one.is_property());
        if mapped.any(|one| self.is_seen_as(of, one.of)) {
            found.retain(|one| !is_getter(one));
        }
    }

    /// The component of a record of Java that a property's name stands for: the method that gives it.
    pub(super) fn record_component(&self, of: &Type, name: &str) -> Option<Candidate> {
        let Type::Class(class) = of.bound() else { return None };
        let (info, row) = (&class.info, class.info.row());
        if row.kind != TypeKind::Record || row.language != Language::Java {
            return None;
        }
        self.universe.field(info, name).filter(|field| field.row.kind == FieldKind::RecordComponent)?;
        self.candidates(of, name).all.into_iter().find(is_getter)
    }

    /// The property that is a member of a value, and whether all that the value has is known. What a class of Java has for a
    /// member of a mapped type goes before what interfaces have; components of records are nobody's fields.
    pub(super) fn property(&self, of: &Type, name: &str) -> (Option<Value>, bool) {
        let (found, complete) = self.field(of, name);
        let Some((place, field)) = found.as_ref().and_then(|value| value.field.as_ref()) else {
            return (found, complete);
        };
        let is_component = || field.row.kind == FieldKind::RecordComponent;
        let is_behind = || {
            let is_class = |one: &Type| matches!(one, Type::Class(class) if !class.info.is_interface());
            let getter = self.mapped_getter(of, name);
            getter.is_some_and(|getter| is_class(&getter.owner)) && self.is_of_interface(of, *place, &field.row)
        };
        if is_component() || is_behind() { (None, complete) } else { (found, complete) }
    }

    /// Whether an interface above a type declares a property.
    fn is_of_interface(&self, of: &Type, place: Place, property: &FieldRow) -> bool {
        let Type::Class(class) = of.bound() else { return false };
        let is_one = |one: &Class| {
            let info = &one.info;
            info.place == place && info.is_interface() && info.rows.iter().any(|row| row.id == property.type_id)
        };
        self.universe.closure(&class.info).types.iter().any(is_one)
    }

    /// Whether a value is one of a type of Java.
    fn is_seen_as(&self, of: &Type, java: &str) -> bool {
        let Type::Class(wanted) = self.universe.named(self.asker(), java) else { return false };
        self.seen_from(of, &wanted).is_some()
    }
}

/// Whether it is a method of Java that takes nothing from a value.
fn is_getter(one: &Candidate) -> bool {
    one.parameters.is_empty() && one.header.is_none() && !one.is_static && matches!(one.identity, Identity::Stored(..))
}
