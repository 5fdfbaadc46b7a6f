//! What several types share: the least that all of them extend.

use super::file::FileResolver;
use super::names::deeper;
use super::overloads::Fit;
use super::types::{Class, Type};
use super::values::unboxed;

impl FileResolver<'_> {
    /// The nearest type that both are.
    pub fn common(&self, one: &Type, other: &Type) -> Type {
        if one == other {
            return one.clone();
        }
        match (one, other) {
            // What never gives anything leaves the other.
            (one, other) if self.is_kotlin() && is_nothing(one) => other.clone(),
            (one, other) if self.is_kotlin() && is_nothing(other) => one.clone(),
            (Type::Unknown, _) | (_, Type::Unknown) => Type::Unknown,
            (Type::Primitive(a), Type::Primitive(b)) => Type::Primitive(a.either(*b)),
            (Type::Primitive(a), boxed) | (boxed, Type::Primitive(a)) => match unboxed(boxed) {
                Some(b) => Type::Primitive(a.either(b)),
                None => Type::Unknown,
            },
            _ if self.converts(one, other, false) == Fit::Yes => other.clone(),
            _ if self.converts(other, one, false) == Fit::Yes => one.clone(),
            _ => self.shared(one, other).unwrap_or(Type::Unknown),
        }
    }

    /// What both of two types extend, the least of it: JLS 4.10.4.
    fn shared(&self, one: &Type, other: &Type) -> Option<Type> {
        let mut shared: Vec<Class> = Vec::new();
        let mut is_known = true;
        for supertype in self.supertypes_of(one)? {
            if supertype.info.qualified == "java.lang.Object" || shared.iter().any(|known| known.info == supertype.info)
            {
                continue;
            }
            match self.converts(other, &Type::Class(supertype.clone()), false) {
                Fit::Yes => shared.push(supertype),
                Fit::Maybe => is_known = false,
                Fit::No => {}
            }
        }
        let is_above = |above: &Class, below: &Class| {
            above.info != below.info
                && self.universe.closure(&below.info).types.iter().any(|one| one.info == above.info)
        };
        let least = shared.iter().filter(|above| !shared.iter().any(|below| is_above(above, below)));
        let least: Vec<Type> = least.cloned().map(Type::Class).collect();
        if least.is_empty() {
            return is_known.then(|| self.universe.object(self.asker()));
        }
        Some(Type::intersection(least))
    }

    /// A type with all that it extends, nearer ones first; none where that cannot be told.
    fn supertypes_of(&self, of: &Type) -> Option<Vec<Class>> {
        let of_all = |all: &mut dyn Iterator<Item = &Type>| {
            let found = all.map(|one| deeper(|| self.supertypes_of(one)).flatten());
            found.collect::<Option<Vec<_>>>().map(|all| all.concat())
        };
        match of {
            Type::Class(class) => Some(self.universe.hierarchy(class)),
            Type::Variable(variable) if variable.bound.is_some() => of_all(&mut variable.bounds()),
            Type::Local(local) => of_all(&mut self.above_local(local).iter()),
            _ => None,
        }
    }
}

/// Whether it is the type of what never gives a value.
pub(super) fn is_nothing(of: &Type) -> bool {
    match of {
        Type::Class(class) => class.info.qualified == "kotlin.Nothing",
        Type::Missing(name) => &**name == "kotlin.Nothing",
        _ => false,
    }
}
