//! Type variables of a file and their bounds, in which they may stand themselves: `T extends Comparable<T>`.

use super::file::FileResolver;
use super::types::{Owner, Type, Variable};
use crate::model::uses::{ScopeId, TypeParameter};

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
