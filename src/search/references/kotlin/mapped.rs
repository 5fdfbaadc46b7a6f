//! Members of Java's types that Kotlin has under another name or as a property, in whatever extends a mapped type: `size` of a
//! `java.util.ArrayList`, `sb[0]` of a `java.lang.StringBuilder`.
//!
//! Of Kotlin's own types for those of Java they are members as any other.

use std::sync::Arc;

use crate::model::Language;
use crate::model::jvm::{self, machine_name};
use crate::search::references::file::FileResolver;
use crate::search::references::members::{Candidate, has};
use crate::search::references::types::{Class, Type};
use crate::search::references::universe::{Method, TypeInfo, Universe};
use crate::store::MethodRow;

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
    /// The method of Java that a property's name stands for in what extends a mapped type.
    pub(super) fn mapped_getter(&self, of: &Type, name: &str) -> Option<Candidate> {
        jvm::members_of_kotlin(name).filter(|one| one.is_property()).find_map(|mapped| {
            let all = self.candidates(of, mapped.java).all.into_iter();
            let mut getters = all.filter(|one| one.parameters.is_empty() && one.header.is_none() && !one.is_static);
            let getter = getters.next()?;
            let Type::Class(wanted) = self.universe.named(self.place(), mapped.of) else { return None };
            self.seen_from(of, &wanted).map(|_| getter)
        })
    }
}
