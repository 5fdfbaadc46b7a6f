//! Typealiases among supertypes, and what they stand for.

use std::rc::Rc;

use super::{Ancestor, DEEPEST, Known, Scope};
use crate::error::{Failure, Incomplete};
use crate::model::{Relation, TypeKind};
use crate::store::TypeRow;
use crate::tools::Call;
use crate::tools::erasure::Variables;
use crate::tools::resolve::Rows;

/// Replaces typealiases by what they stand for. An `actual typealias` beside an `expect class` is followed too: the class is a
/// supertype by its name, and what it stands for with it.
pub(super) fn through_aliases(
    call: &Call<'_>,
    known: &Known,
    found: Vec<Ancestor>,
    incomplete: &mut Vec<Incomplete>,
) -> Result<Vec<Ancestor>, Failure> {
    let mut plain = Vec::new();
    for ancestor in found {
        let mut next = Some(ancestor);
        for _ in 0..DEEPEST {
            let Some(ancestor) = next.take() else { break };
            let (classes, alias) = ancestor.parted();
            let target = match &alias {
                Some(alias) => behind(call, known, alias, incomplete)?,
                None => None,
            };
            // What an alias stands for may not be here; then the alias is what is known.
            plain.extend(classes.or(if target.is_none() { alias } else { None }));
            next = target;
        }
        plain.extend(next);
    }
    Ok(plain)
}

impl Ancestor {
    /// Its declarations that have members, and the first one that is a typealias.
    fn parted(self) -> (Option<Self>, Option<Self>) {
        let Self { artifact, types, variables, shares_package, instead_of } = self;
        let part = |pairs: Vec<(TypeRow, Rc<Variables>)>| {
            let (types, variables): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            let (artifact, instead_of) = (artifact.clone(), instead_of.clone());
            (!types.is_empty()).then_some(Self { artifact, types, variables, shares_package, instead_of })
        };
        let pairs = types.into_iter().zip(variables);
        let (mut aliases, classes): (Vec<_>, Vec<_>) = pairs.partition(|(row, _)| row.kind == TypeKind::Typealias);
        aliases.truncate(1);
        (part(classes), part(aliases))
    }
}

/// What a typealias stands for.
fn behind(
    call: &Call<'_>,
    known: &Known,
    alias: &Ancestor,
    incomplete: &mut Vec<Incomplete>,
) -> Result<Option<Ancestor>, Failure> {
    let row = &alias.types[0];
    let scope = Scope::of(call, known, &alias.artifact, row)?;
    let written = alias.artifact.index.supertypes(row.id).of(&alias.artifact)?;
    let Some(supertype) = written.into_iter().find(|supertype| supertype.relation == Relation::Alias) else {
        return Ok(None);
    };
    let Some((target, text)) = scope.find_supertype(&supertype)? else {
        incomplete.push(Incomplete::new(
            scope.unfound(&supertype),
            format!("what {} stands for is in no registered artifact", row.qualified_name()),
        ));
        return Ok(None);
    };
    Ok(Some(target.into_ancestor(&text, &alias.variables[0], incomplete)))
}
