//! Whether a call of which nothing is known but its name can be one of what was asked for at all.

use super::decide::Judge;
use super::file::Denotation;
use super::names::{deeper, is_final_of_kotlin};
use super::overloads::Fit;
use super::types::Type;
use crate::model::ImportKind;
use crate::model::uses::{ExpressionId, Form, ScopeId};
use crate::search::frame::CONSTRUCTOR;

impl Judge<'_> {
    /// Whether all that a call can be looked for in is known, so that it means none of the targets.
    pub(super) fn is_elsewhere(&self, id: ExpressionId) -> bool {
        let resolver = self.resolver;
        let is_constructor = match resolver.form(id) {
            Form::Call(call) => call.name == CONSTRUCTOR,
            Form::MethodReference { name, .. } => name == CONSTRUCTOR && !resolver.is_kotlin(),
            form => matches!(form, Form::New(_)),
        };
        let of = match resolver.form(id) {
            Form::Call(call) => {
                let Some(receiver) = call.receiver else {
                    return self.is_out_of_sight(&call.name, resolver.scope_of(id));
                };
                match resolver.denotation(receiver) {
                    Denotation::Value(value) => value.of,
                    Denotation::Type(of) => of,
                    Denotation::Package(_) | Denotation::Unknown => return false,
                }
            }
            Form::New(new) => resolver.created(new, resolver.scope_of(id)),
            Form::MethodReference { of, name, .. } if resolver.is_kotlin() => {
                return self.is_referred_elsewhere(*of, name, id);
            }
            // `T[]::new` makes an array, and calls no constructor of `T`.
            Form::MethodReference { of, .. } => match resolver.base(*of) {
                Some((of, _)) => of,
                None => return false,
            },
            _ => return false,
        };
        is_constructor && self.is_another(&of) || self.is_whole(&of)
    }

    /// Whether a type is none that was asked for, known or not: what it inherits makes none of it.
    fn is_another(&self, of: &Type) -> bool {
        match of {
            Type::Class(class) => !self.targets.iter().any(|target| target.is_of(&class.info)),
            Type::Local(_) => true,
            // In Kotlin the name may be an alias.
            Type::Missing(name) => {
                !self.resolver.is_kotlin() && !self.targets.iter().any(|target| *target.type_name == **name)
            }
            _ => false,
        }
    }

    /// Whether a callable reference in Kotlin means a property, or what stands before it is known and has no such function.
    fn is_referred_elsewhere(&self, of: ExpressionId, name: &str, id: ExpressionId) -> bool {
        let resolver = self.resolver;
        if let Denotation::Value(value) = resolver.kotlin_property(of, name, id) {
            return value.certain;
        }
        if matches!(resolver.form(of), Form::Unknown) {
            return false;
        }
        let all = match resolver.denotation(of) {
            Denotation::Value(value) => vec![value.of],
            Denotation::Type(of) => {
                let of = resolver.kotlin_type(of);
                let object = resolver.object_of(&of);
                [of].into_iter().chain((object != Type::Unknown).then_some(object)).collect()
            }
            Denotation::Package(_) | Denotation::Unknown => return false,
        };
        // A type in that of a value or in a type is made.
        let is_type = |of: &Type| match of.bound() {
            Type::Class(class) => resolver.universe.member_type(&class.info, name).is_some(),
            _ => false,
        };
        all.iter().all(|one| self.is_whole(one) && !is_type(one)) && !self.may_be_extended(name, &all)
    }

    /// Whether a function in sight may extend one of some values.
    fn may_be_extended(&self, name: &str, values: &[Type]) -> bool {
        let levels = self.resolver.extensions(name, values);
        levels.iter().flat_map(|level| &level.all).any(|one| self.resolver.extends(one) == Fit::Maybe)
    }

    /// Whether a function of a simple name is none of what the places around have that it can be called in: all of these are
    /// known.
    fn is_out_of_sight(&self, name: &str, scope: Option<ScopeId>) -> bool {
        let resolver = self.resolver;
        if !resolver.is_kotlin() {
            let is_missing = |path: &str| resolver.universe.imported(resolver.asker(), path).is_none();
            let mut imports = resolver.context.imports.iter();
            return resolver.types_around(scope).iter().all(|one| self.is_whole(one))
                && !imports.any(|import| import.kind == ImportKind::StaticStar && is_missing(&import.path));
        }
        let receivers = resolver.receivers(scope);
        receivers.iter().all(|one| self.is_whole(one)) && !self.may_be_extended(name, &receivers)
    }

    /// Whether all that a value of a type has is known; of an intersection, by each of its parts.
    fn is_whole(&self, of: &Type) -> bool {
        let resolver = self.resolver;
        match of {
            Type::Class(class) => resolver.universe.closure(&class.info).complete,
            Type::Array(_) | Type::Primitive(_) | Type::Function(_) => true,
            Type::Missing(name) if is_final_of_kotlin(name) => {
                // Members of Java's types are called under their names, on what Kotlin has for those and for types above them.
                !self
                    .targets
                    .iter()
                    .any(|target| is_of_jdk(&target.type_name) || target.type_name.starts_with("kotlin."))
            }
            Type::Missing(name) => !self.targets.iter().any(|target| *target.type_name == **name) && is_of_jdk(name),
            Type::Local(_) => resolver.candidates(of, "").complete,
            Type::Variable(variable) => {
                variable.bound.is_some()
                    && variable.bounds().all(|bound| deeper(|| self.is_whole(bound)).unwrap_or(false))
            }
            _ => false,
        }
    }
}

/// Whether a name is one that only the JDK has.
fn is_of_jdk(name: &str) -> bool {
    name.starts_with("java.") || name.starts_with("jdk.")
}
