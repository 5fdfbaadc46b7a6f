//! What a type is above itself: its parameters and their bounds, its supertypes, and what type variables stand for in them.

use std::collections::HashMap;
use std::sync::Arc;

use super::names::{deeper, is_deep};
use super::types::{Bindings, Class, DEEPEST_BOUND, Type, Variable};
use super::universe::{Closure, Place, TypeInfo, Universe};
use super::written;
use crate::model::{Language, Relation, TypeKind, jvm};
use crate::store::TypeRow;

impl Universe<'_> {
    /// The bound of a type parameter, `Object` where it has none.
    pub fn bound_of(&self, parameter: Option<&Variable>, asker: Place) -> Type {
        match parameter.and_then(|parameter| parameter.bound.as_deref()).map(Type::bound) {
            Some(bound) if !matches!(bound, Type::Variable(_)) => self.erased(bound),
            _ => self.object(asker),
        }
    }

    /// A type without arguments.
    #[allow(clippy::self_only_used_in_recursion, reason = "asked of the universe as its neighbours are")]
    pub fn erased(&self, of: &Type) -> Type {
        match of {
            Type::Class(class) => Type::bare(Arc::clone(&class.info)),
            Type::Variable(variable) => variable
                .bound
                .as_deref()
                .map_or(Type::Unknown, |bound| deeper(|| self.erased(bound)).unwrap_or(Type::Unknown)),
            Type::Array(of) => Type::Array(Box::new(self.erased(of))),
            _ => of.clone(),
        }
    }

    /// The type parameters of a type, with their bounds.
    pub fn type_parameters(&self, info: &Arc<TypeInfo>) -> Arc<Vec<Variable>> {
        let key = (info.place, info.row().id);
        if let Some(known) = self.parameters.get(&key) {
            return known;
        }
        let bare = self.bare_parameters(info);
        if bare.is_empty() {
            return self.parameters.set(key, Arc::default());
        }
        let names: Vec<Variable> = bare.iter().map(|(variable, _)| variable.clone()).collect();
        let asker = self.asker(info.place, info.row().file);
        let bounded = bare.into_iter().map(|(variable, bounds)| {
            let lookup = |name: &str| self.in_header(info, &names, name);
            variable.bound_to(bounds.iter().map(|bound| self.resolve(bound, asker, &lookup)))
        });
        let bounded: Arc<Vec<Variable>> = Arc::new(linked(&bounded.collect::<Vec<_>>()));
        if is_deep() { bounded } else { self.parameters.set(key, bounded) }
    }

    /// The type as its own body sees it.
    pub fn itself(&self, info: &Arc<TypeInfo>) -> Class {
        let arguments = self.type_parameters(info).iter().cloned().map(Type::Variable).collect();
        Class { info: Arc::clone(info), arguments }
    }

    /// What the variables of a class stand for: its arguments, or their bounds where it has none.
    pub fn bindings(&self, class: &Class) -> Bindings {
        let parameters = self.type_parameters(&class.info);
        // Where other parameters stand in the bound of one, their arguments do.
        let bound = |parameter: &Variable| {
            let given = parameters
                .iter()
                .zip(&class.arguments)
                .map(|(one, given)| (one.owner, Arc::clone(&one.name), given.clone()));
            match parameter.bound.as_deref().map(Type::bound) {
                Some(bound @ Type::Class(_)) => bound.with(&given.collect()),
                _ => self.bound_of(Some(parameter), class.info.place),
            }
        };
        let value = |(at, parameter): (usize, &Variable)| {
            let value = match class.arguments.get(at) {
                Some(Type::Super(lower)) => Type::Variable(Variable::captured(bound(parameter), (**lower).clone())),
                Some(Type::Any) => bound(parameter),
                Some(value) => value.clone(),
                None => self.bound_of(Some(parameter), class.info.place),
            };
            (parameter.owner, Arc::clone(&parameter.name), value)
        };
        parameters.iter().enumerate().map(value).collect()
    }

    /// The direct supertypes of a type, the superclass first, in variables of the type.
    pub fn supertypes(&self, info: &Arc<TypeInfo>) -> Arc<Vec<Type>> {
        let key = (info.place, info.row().id);
        if let Some(known) = self.supertypes.get(&key) {
            return known;
        }
        let found = Arc::new(deeper(|| self.supertypes_here(info)).unwrap_or_default());
        if is_deep() { found } else { self.supertypes.set(key, found) }
    }

    fn supertypes_here(&self, info: &Arc<TypeInfo>) -> Vec<Type> {
        let own = self.type_parameters(info);
        let mut found = Vec::new();
        let mut has_class = false;
        for row in &info.rows {
            // What is expected and what is actual stand in two files.
            let lookup = |name: &str| self.in_header_of(info, row.file, &own, name);
            let asker = self.asker(info.place, row.file);
            let mut written = self.supertype_rows(info.place, row.id);
            written.retain(|supertype| supertype.relation != Relation::Permits);
            written.sort_by_key(|supertype| supertype.relation != Relation::Extends);
            for supertype in written {
                has_class |= supertype.relation == Relation::Extends;
                let resolved = self.resolve(&written::read(&supertype.text), asker, &lookup);
                found.push(self.function_interface(&resolved, asker).unwrap_or(resolved));
            }
        }
        let row = info.row();
        let asker = self.asker(info.place, row.file);
        let implied = match (row.kind, row.language) {
            (TypeKind::Typealias | TypeKind::Facade, _) => None,
            (TypeKind::Enum, Language::Kotlin) if self.find(asker, "kotlin.Enum").is_some() => Some("kotlin.Enum"),
            (TypeKind::Enum, _) => Some("java.lang.Enum"),
            (TypeKind::Record, _) => Some("java.lang.Record"),
            (TypeKind::Annotation, _) => Some("java.lang.annotation.Annotation"),
            (TypeKind::Interface, Language::Java) => Some("java.lang.Object"),
            (TypeKind::Interface, Language::Kotlin) => Some("kotlin.Any"),
            _ if has_class => None,
            (_, Language::Java) => Some("java.lang.Object"),
            (_, Language::Kotlin) => Some("kotlin.Any"),
        };
        if let Some(name) = implied.filter(|name| *name != info.qualified) {
            let mut implied = self.named(asker, name);
            if row.kind == TypeKind::Enum
                && let Type::Class(class) = &mut implied
            {
                class.arguments = vec![Type::bare(Arc::clone(info))];
            }
            if row.kind == TypeKind::Interface { found.push(implied) } else { found.insert(0, implied) }
        }
        found
    }

    /// The interface that stands above a class in place of a function type, where Kotlin's library is there.
    fn function_interface(&self, of: &Type, asker: Place) -> Option<Type> {
        let Type::Function(of) = of else { return None };
        let mut arguments: Vec<Type> = of.receiver.iter().chain(&of.parameters).cloned().collect();
        let name = jvm::function_interface(&format!("kotlin.Function{}", arguments.len()))?;
        let info = self.find(asker, &name)?;
        arguments.push(of.returns.clone());
        // That of very many parameters has what it gives alone.
        arguments.drain(..arguments.len().saturating_sub(self.type_parameters(&info).len()));
        Some(Type::Class(Class { info, arguments }))
    }

    /// What a typealias stands for; also one that is the `actual` of a class which is expected of every platform. None where
    /// it is no alias.
    pub fn aliased(&self, class: &Class) -> Option<Type> {
        let info = &class.info;
        let alias = info.rows.iter().find(|row| row.kind == TypeKind::Typealias)?;
        let key = (info.place, alias.id);
        let found = self.aliases.get(&key).unwrap_or_else(|| {
            let found = deeper(|| self.aliased_here(info, alias)).flatten();
            if is_deep() { found } else { self.aliases.set(key, found) }
        });
        found.map(|found| found.with(&self.bindings(class)))
    }

    fn aliased_here(&self, info: &Arc<TypeInfo>, alias: &TypeRow) -> Option<Type> {
        let own = self.type_parameters(info);
        // What is expected may call its parameters otherwise.
        let names = written::parameters(&alias.type_parameters);
        let lookup = |name: &str| match names.iter().position(|(own, _)| own == name) {
            Some(at) => own.get(at).cloned().map(Type::Variable),
            None => self.in_header(info, &own, name),
        };
        let rows = self.supertype_rows(info.place, alias.id);
        let stands_for = rows.iter().find(|row| row.relation == Relation::Alias)?;
        Some(self.resolve(&written::read(&stands_for.text), self.asker(info.place, alias.file), &lookup))
    }

    /// A type and all its supertypes, in variables of the type.
    pub fn closure(&self, info: &Arc<TypeInfo>) -> Arc<Closure> {
        /// Most types of a hierarchy: real ones stay below a hundred.
        const MOST: usize = 500;
        let key = (info.place, info.row().id);
        if let Some(known) = self.closures.get(&key) {
            return known;
        }
        let mut types = vec![self.itself(info)];
        let mut complete = true;
        let mut at = 0;
        while at < types.len() && types.len() < MOST {
            let class = types[at].clone();
            at += 1;
            let bindings = self.bindings(&class);
            let is_raw = class.arguments.is_empty() && !bindings.is_empty();
            for supertype in self.supertypes(&class.info).iter() {
                match supertype {
                    Type::Class(found) if types.iter().any(|known| known.info == found.info) => {}
                    // The supertypes of a raw type are raw.
                    Type::Class(found) if is_raw => {
                        types.push(Class::bare(Arc::clone(&found.info)));
                    }
                    Type::Class(_) => {
                        if let Type::Class(found) = supertype.with(&bindings) {
                            types.push(found);
                        }
                    }
                    Type::Missing(name) if &**name == "java.lang.Object" || &**name == "kotlin.Any" => {}
                    _ => complete = false,
                }
            }
        }
        let mut at = 0;
        types.sort_by_cached_key(|class| {
            at += 1;
            let rank = match class.info.qualified.as_str() {
                _ if at == 1 => 0,
                "java.lang.Object" | "kotlin.Any" => 3,
                _ => 1 + u8::from(class.info.is_interface()),
            };
            (rank, at)
        });
        let closure = Arc::new(Closure { types, complete });
        if is_deep() { closure } else { self.closures.set(key, closure) }
    }

    /// A class and all its supertypes, with its arguments put in.
    pub fn hierarchy(&self, class: &Class) -> Vec<Class> {
        let bindings = self.bindings(class);
        let closure = self.closure(&class.info);
        let is_raw = class.arguments.is_empty() && !bindings.is_empty();
        let with = |one: &Class| match Type::Class(one.clone()).with(&bindings) {
            Type::Class(found) if !is_raw => found,
            _ => Class::bare(Arc::clone(&one.info)),
        };
        closure.types.iter().map(with).collect()
    }
}

/// Type variables of one declaration, each that is bound by another one with the bounds of that: `A extends B, B extends Foo`.
pub(super) fn linked(all: &[Variable]) -> Vec<Variable> {
    // Of two variables of one name, which is an error, the first is meant.
    let by_name: HashMap<&str, &Variable> = all.iter().rev().map(|one| (&*one.name, one)).collect();
    all.iter().map(|one| link(one, &by_name, DEEPEST_BOUND)).collect()
}

fn link(variable: &Variable, by_name: &HashMap<&str, &Variable>, most: usize) -> Variable {
    // A variable that bounds another is its only bound.
    let Some(Type::Variable(above)) = variable.bound.as_deref().filter(|_| most > 0) else { return variable.clone() };
    let Some(above) = by_name.get(&*above.name).filter(|one| **one == above) else { return variable.clone() };
    variable.clone().bound_to(std::iter::once(Type::Variable(link(above, by_name, most - 1))))
}

#[cfg(test)]
mod tests {
    use super::super::types::Owner;
    use super::*;

    /// Bounds of one variable after the other, up to the end.
    fn length(variable: &Variable) -> usize {
        std::iter::successors(Some(variable), |one| match one.bound.as_deref() {
            Some(Type::Variable(above)) => Some(above),
            _ => None,
        })
        .count()
    }

    #[test]
    fn bounds_are_followed_a_few_steps() {
        let name = |at: usize| Variable::new(Owner::Argument, &format!("A{at}"));
        let bound = |at: usize, above: usize| name(at).bound_to(std::iter::once(Type::Variable(name(above))));
        let chain: Vec<Variable> = (0..5_000).map(|at| bound(at, at + 1)).chain([name(5_000)]).collect();
        let linked = linked(&chain);
        assert_eq!((length(&linked[0]), length(&linked[4_999]), linked.len()), (DEEPEST_BOUND + 2, 2, chain.len()));
        let circle = super::linked(&[bound(0, 1), bound(1, 0)]);
        assert_eq!(length(&circle[0]), DEEPEST_BOUND + 2);
    }
}
