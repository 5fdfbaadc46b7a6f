//! Members that a symbol names by a type that inherits them.

use super::{Declared, Member, Place};
use crate::error::{Failure, Incomplete, Status};
use crate::model::MethodKind;
use crate::store::TypeRow;
use crate::tools::hierarchy::{self, Ancestor, Known};
use crate::tools::resolve::{self, Found, Rows};
use crate::tools::symbol::{Sort, Symbol};
use crate::tools::{Call, members};

/// What a symbol names that the type before its last name has from a supertype: those that it inherits. Where there is none,
/// that it is `unfound`, and which supertypes could not be asked.
///
/// # Errors
/// `unfound`, and every status of an artifact that cannot be asked.
pub(super) fn find(call: &Call<'_>, symbol: &Symbol, unfound: Failure) -> Result<Vec<Place>, Failure> {
    if symbol.sort == Sort::Constructor || symbol.written.0.is_empty() {
        return Err(unfound);
    }
    let owners = match Symbol::parse("symbol", &symbol.written.0).and_then(|owner| super::find(call, &owner)) {
        Ok(owners) => owners,
        Err(failure) if matches!(failure.status, Status::TypeNotFound | Status::InvalidArgument) => {
            return Err(unfound);
        }
        Err(failure) => return Err(failure),
    };
    let (places, missing) = of(call, symbol, owners)?;
    if places.is_empty() { Err(unfound.not_searched(resolve::bounded(missing))) } else { Ok(places) }
}

/// What these types inherit that a symbol names, and which supertypes could not be asked.
///
/// # Errors
/// When an index cannot be read or the caller wants the work no longer.
pub fn of(call: &Call<'_>, symbol: &Symbol, owners: Vec<Place>) -> Result<(Vec<Place>, Vec<Incomplete>), Failure> {
    let known = Known::default();
    let (mut places, mut missing): (Vec<Place>, Vec<Incomplete>) = Default::default();
    for owner in owners.into_iter().filter(|place| place.declared.member.is_none()) {
        let found = Found { artifact: owner.artifact, types: vec![owner.declared.owner] };
        let walk = hierarchy::ancestors_with(call, &known, &found)?;
        for ancestor in walk.in_precedence() {
            call.work.check()?;
            let shares = ancestor.shares_package;
            let mut here = Vec::new();
            for row in &ancestor.types {
                for member in named(ancestor, row, &symbol.name)? {
                    let is_there = match &member {
                        Member::Method(method) => members::is_inherited_method(false, &method.modifiers, row, shares),
                        Member::Field(field) => members::is_inherited(&field.modifiers, row, shares),
                        Member::Made(_) => false,
                    };
                    let declared = Declared { owner: row.clone(), member: Some(member) };
                    if is_there && declared.fits(symbol, &ancestor.artifact)? {
                        here.push(Place { artifact: ancestor.artifact.clone(), declared });
                    }
                }
            }
            super::qualified::keep(call, &mut here, symbol)?;
            if !here.is_empty() {
                // Several versions of a type may have it from the same one.
                here.retain(|place| !places.iter().any(|known| known.is(place)));
                places.extend(here);
                break;
            }
        }
        missing.extend(walk.incomplete);
    }
    places.truncate(super::MOST_PLACES);
    Ok((places, missing))
}

/// The methods of a type that bear a name, and its fields.
fn named(ancestor: &Ancestor, row: &TypeRow, wanted: &str) -> Result<Vec<Member>, Failure> {
    let index = &ancestor.artifact.index;
    let is_it = |name: &str| name.trim_matches('`') == wanted;
    let methods = index.methods_where(row.id, |name, kind| kind == MethodKind::Method && is_it(name));
    let mut found: Vec<Member> = methods.of(&ancestor.artifact)?.into_iter().map(Member::Method).collect();
    let fields = index.fields(row.id).of(&ancestor.artifact)?.into_iter();
    found.extend(fields.filter(|field| is_it(&field.name)).map(Member::Field));
    Ok(found)
}
