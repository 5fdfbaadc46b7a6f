//! Type variables of a file and their bounds, in which they may stand themselves: `T extends Comparable<T>`.

use std::rc::Rc;
use std::sync::Arc;

use super::file::FileResolver;
use super::members::Candidate;
use super::names::deeper;
use super::types::{Bindings, Owner, Type, Variable};
use crate::model::uses::{ScopeId, ScopeKind, TypeParameter};

/// Variables that stand in each other's bounds one in the other, at most: real ones are two or three.
const MOST: usize = 4;

impl FileResolver<'_> {
    /// The variable that a scope declares. Where it stands in its own bounds it has none: whoever comes to it there gets them
    /// from [`Self::with_bounds`].
    pub(super) fn variable(&self, scope: ScopeId, parameter: &TypeParameter) -> Variable {
        let bare = Variable::new(Owner::Scope(scope), &parameter.name);
        let is_inside = |open: &[Variable]| open.len() >= MOST || open.contains(&bare);
        if is_inside(&self.bounded.borrow()) {
            return bare;
        }
        self.bounded.borrow_mut().push(bare.clone());
        let bounds: Vec<Type> = parameter.bounds.iter().map(|bound| self.resolve(bound, Some(scope))).collect();
        self.bounded.borrow_mut().pop();
        bare.bound_to(bounds.into_iter())
    }

    /// What a type variable of a method is that nothing tells but its bounds: where the variables stand in these of which nothing
    /// is known either, any may.
    pub(super) fn of_bounds(&self, variable: &Variable, candidate: &Candidate, known: &Bindings) -> Type {
        if variable.bound.is_none() {
            return self.universe.object(self.asker());
        }
        let told = |one: &Variable| known.get(one).cloned().unwrap_or(Type::Any);
        let all: Bindings =
            candidate.type_parameters.iter().map(|one| (one.owner, Arc::clone(&one.name), told(one))).collect();
        let of = |bound: &Type| match bound {
            Type::Variable(above) if all.get(above) == Some(&Type::Any) => {
                deeper(|| self.of_bounds(above, candidate, known)).unwrap_or(Type::Unknown)
            }
            bound => bound.with(&all),
        };
        Type::intersection(variable.bounds().map(of).collect())
    }

    /// The type variables in sight of a scope, each standing for itself and for nothing else.
    pub(super) fn fixed(&self, scope: Option<ScopeId>) -> Rc<Bindings> {
        if let Some(known) = self.fixed.borrow().get(&scope) {
            return Rc::clone(known);
        }
        let of_type = |around| match around {
            Type::Class(class) => class.arguments,
            _ => Vec::new(),
        };
        let mut all: Vec<Type> = self.types_around(scope).into_iter().flat_map(of_type).collect();
        for (id, one) in self.scopes(scope).filter(|(_, one)| !matches!(one.kind, ScopeKind::Type(_))) {
            all.extend(one.type_parameters.iter().map(|parameter| Type::Variable(self.variable(id, parameter))));
        }
        let fixed = |one| match one {
            Type::Variable(variable) => {
                let (owner, name) = (variable.owner, Arc::clone(&variable.name));
                Some((owner, name, Type::Variable(Variable { fixed: true, ..variable })))
            }
            _ => None,
        };
        let found: Rc<Bindings> = Rc::new(all.into_iter().filter_map(fixed).collect());
        self.fixed.borrow_mut().insert(scope, Rc::clone(&found));
        found
    }

    /// A variable with its bounds, where it came without them out of the bounds of one.
    pub(super) fn with_bounds(&self, of: Type, scope: Option<ScopeId>) -> Type {
        let Type::Variable(variable @ Variable { bound: None, .. }) = &of else { return of };
        let found = match variable.owner {
            Owner::Scope(id) => self.type_named(&variable.name, Some(id)),
            Owner::Type(..) => self.types_around(scope).into_iter().find_map(|around| match around {
                Type::Class(class) if class.info.owner() == variable.owner => {
                    class.arguments.into_iter().find(|own| *own == of)
                }
                _ => None,
            }),
            Owner::Method(..) | Owner::Intersection | Owner::Argument => None,
        };
        found.unwrap_or(of)
    }
}
