//! What `super` is: the supertype above a type, or in Kotlin all of them, of which the one is meant that has what is asked of it.

use super::file::FileResolver;
use super::members::{Candidate, Identity, has};
use super::target::MethodId;
use super::types::Type;
use crate::model::uses::ScopeId;

impl FileResolver<'_> {
    /// The type of `super`, or of `name.super`.
    pub(super) fn super_type(&self, name: Option<&str>, scope: Option<ScopeId>) -> Type {
        let around = self.types_around(scope);
        let of = match name {
            None => around.into_iter().next(),
            Some(name) => match self.resolve(name, scope) {
                Type::Class(class) => {
                    let encloses = |one: &Type| matches!(one, Type::Class(found) if found.info == class.info);
                    if !around.iter().any(encloses) {
                        // `Interface.super` is what it names.
                        let seen = around.first().map(|first| self.seen_from(first, &class));
                        return Type::Class(seen.flatten().unwrap_or(class));
                    }
                    Some(Type::Class(self.universe.itself(&class.info)))
                }
                other => Some(other),
            },
        };
        match of {
            Some(Type::Class(class)) => {
                let bindings = self.universe.bindings(&class);
                self.above(self.universe.supertypes(&class.info).iter().map(|one| one.with(&bindings)).collect())
            }
            Some(Type::Local(local)) => self.above(self.above_local(&local)),
            _ => Type::Unknown,
        }
    }

    /// The first of some supertypes; in Kotlin all, a class before interfaces: one whose constructor others call is written as
    /// an interface is.
    fn above(&self, mut supertypes: Vec<Type>) -> Type {
        if supertypes.is_empty() {
            return Type::Unknown;
        }
        if !self.is_kotlin() {
            return supertypes.swap_remove(0);
        }
        let is_class = |one: &Type| {
            let Type::Class(above) = one else { return false };
            !above.info.is_interface() && above.info.qualified != "kotlin.Any"
        };
        supertypes.sort_by_key(|one| !is_class(one));
        Type::intersection(supertypes)
    }

    /// Of the types that `super` may be, those first that do not leave a function of a name to others.
    pub(super) fn super_with(&self, of: Type, name: &str) -> Type {
        let Type::Variable(variable) = &of else { return of };
        let is_left = |one: &Type| self.candidates(one, name).all.first().is_some_and(|found| self.is_abstract(found));
        let mut parts: Vec<Type> = variable.bounds().cloned().collect();
        parts.sort_by_cached_key(is_left);
        Type::intersection(parts)
    }

    /// Whether a method is left to others.
    pub(super) fn is_abstract(&self, candidate: &Candidate) -> bool {
        let (Type::Class(class), Identity::Stored(_, MethodId::Row(id))) = (&candidate.owner, candidate.identity)
        else {
            return false;
        };
        self.universe.method(&class.info, id).is_some_and(|method| {
            let row = &method.row;
            has(&row.modifiers, "abstract")
                || (class.info.is_interface() && row.body.is_none() && !has(&row.modifiers, "default"))
        })
    }
}
