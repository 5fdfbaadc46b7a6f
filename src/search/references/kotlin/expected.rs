//! What Kotlin's library expects of every platform and has from Java on this one.

use std::sync::Arc;

use crate::model::Language;
use crate::search::references::file::FileResolver;
use crate::search::references::members::{Candidate, Identity, has};
use crate::search::references::target::MethodId;
use crate::search::references::types::{Class, Type};
use crate::search::references::universe::Method;
use crate::store::TypeRow;

impl FileResolver<'_> {
    /// What the actual class, or what is an alias in its place, has from one of Java for a function that the expected class alone
    /// declares: `clear()` of an `AbstractMutableList`.
    pub(super) fn inherited_by_actual(&self, candidate: &Candidate, name: &str) -> Option<Identity> {
        let (Type::Class(owner), Identity::Stored(_, MethodId::Row(id))) = (&candidate.owner, candidate.identity)
        else {
            return None;
        };
        let (expected, actual): (Vec<&TypeRow>, Vec<&TypeRow>) =
            owner.info.rows.iter().partition(|row| has(&row.modifiers, "expect"));
        if expected.is_empty() || actual.is_empty() {
            return None;
        }
        let is_in = |rows: &[&TypeRow], method: &Method| rows.iter().any(|row| row.id == method.row.type_id);
        let methods = self.universe.methods(&owner.info, name);
        let own = methods.iter().find(|method| method.row.id == id).filter(|own| is_in(&expected, own))?;
        let taken = |method: &Arc<Method>| self.universe.shape(&owner.info, method).parameters.clone();
        let is_once_more = |method: &Arc<Method>| {
            let (one, other) = (taken(own), taken(method));
            is_in(&actual, method)
                && one.len() == other.len()
                && one.iter().zip(&other).all(|(one, other)| self.same_erasure(one, other))
        };
        if methods.iter().any(is_once_more) {
            return None;
        }
        let classes = match self.universe.aliased(owner) {
            Some(Type::Class(class)) => self.universe.hierarchy(&class),
            _ => self.universe.hierarchy(owner),
        };
        let mut of_java =
            classes.into_iter().filter(|one| one.info.row().language == Language::Java && !one.info.is_interface());
        of_java.find_map(|class| self.taking_the_same(&class, name, &candidate.parameters))
    }

    /// The method that a class of Java itself declares and that takes what one of Kotlin does.
    fn taking_the_same(&self, class: &Class, name: &str, wanted: &[Type]) -> Option<Identity> {
        let boxed = |of: &Type| self.java_type(&self.kotlin_type(of.clone()), true);
        let is_same = |(one, other): (&Type, &Type)| self.same_erasure(&boxed(one), &boxed(other));
        let bindings = self.universe.bindings(class);
        let takes_the_same = |method: &Arc<Method>| {
            let shape = self.universe.shape(&class.info, method);
            let mut taken: Vec<Type> = shape.parameters.iter().map(|one| one.with(&bindings)).collect();
            self.universe.put_elements(class, &method.row, &mut taken);
            !has(&method.row.modifiers, "static")
                && taken.len() == wanted.len()
                && taken.iter().zip(wanted).all(is_same)
        };
        let methods = self.universe.methods_for_kotlin(&class.info, &class.info, name);
        let found = methods.into_iter().find(takes_the_same)?;
        Some(Identity::Stored(class.info.place, MethodId::Row(found.row.id)))
    }
}
