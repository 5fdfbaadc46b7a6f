//! What a symbol names that nobody wrote: members that the language makes, accessors of properties of Kotlin.

use std::sync::Arc;

use super::super::Call;
use super::super::resolve::{Rows, has_modifier};
use super::super::scope::Scope;
use super::super::signature::Wanted;
use super::super::symbol::{self, Symbol};
use super::{Declared, MOST_PLACES, MadeMember, Member, Place, find_named, keep_whole, types_called};
use crate::error::Failure;
use crate::index::Opened;
use crate::model::{FieldKind, Language, MethodKind, TypeKind, jvm, operators};
use crate::search::references::Made;
use crate::search::symbols::Table;
use crate::store::TypeRow;

/// Members that the language makes and a symbol names.
///
/// # Errors
/// When the index cannot be read.
pub fn find_made(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    symbol: &Symbol,
) -> Result<Vec<Place>, Failure> {
    let mut places = Vec::new();
    if symbol.sort == symbol::Sort::Any || symbol.qualifier.is_empty() {
        return Ok(places);
    }
    for Place { artifact, declared: Declared { owner, .. } } in types_called(call, scope, tables, &symbol.qualifier)? {
        let Some(made) = made(&artifact, &owner, &symbol.name)? else { continue };
        let declared = Declared { owner, member: Some(Member::Made(made)) };
        if declared.fits(symbol, &artifact)? {
            places.push(Place { artifact, declared });
        }
    }
    keep_whole(&mut places, &symbol.qualifier, false);
    places.truncate(MOST_PLACES);
    Ok(places)
}

/// The member of a name that the language makes for a type, where nobody wrote it.
///
/// # Errors
/// When the index cannot be read.
pub fn made(artifact: &Opened, owner: &TypeRow, name: &str) -> Result<Option<MadeMember>, Failure> {
    let index = &artifact.index;
    let member = |made, parameters: Vec<String>, line| MadeMember { made, name: name.to_owned(), parameters, line };
    let found = match (owner.kind, name) {
        (TypeKind::Class | TypeKind::Enum | TypeKind::Record, symbol::CONSTRUCTOR) => {
            let written = index.methods_where(owner.id, |_, kind| kind == MethodKind::Constructor).of(artifact)?;
            let fields = index.fields(owner.id).of(artifact)?.into_iter();
            let components = fields.filter(|field| field.kind == FieldKind::RecordComponent);
            let types: Vec<String> = components.map(|field| field.field_type.unwrap_or_default()).collect();
            let is_made = if owner.kind == TypeKind::Record {
                // A compact constructor has the types of the components.
                let canonical = Wanted::of(&types);
                !written.iter().any(|one| Wanted::of(&one.parameter_types).is_same(&canonical))
            } else {
                written.is_empty()
            };
            is_made.then(|| member(Made::Constructor, types, owner.name_line))
        }
        (TypeKind::Enum, "values") => Some(member(Made::Values, Vec::new(), owner.name_line)),
        (TypeKind::Enum, "valueOf") => Some(member(Made::ValueOf, vec!["String".to_owned()], owner.name_line)),
        (TypeKind::Record, _) => {
            let mut fields = index.fields(owner.id).of(artifact)?.into_iter();
            let component = fields.find(|field| field.kind == FieldKind::RecordComponent && field.name == name);
            component.map(|field| member(Made::Accessor(field.id), Vec::new(), field.name_line))
        }
        (TypeKind::Class, _) if owner.language == Language::Kotlin && has_modifier(&owner.modifiers, "data") => {
            let constructors = index.methods_where(owner.id, |_, kind| kind == MethodKind::Constructor).of(artifact)?;
            let types = constructors.into_iter().next().map(|primary| primary.parameter_types).unwrap_or_default();
            match operators::component(name) {
                Some(number) if number <= types.len() => {
                    Some(member(Made::Component(number), Vec::new(), owner.name_line))
                }
                None if name == "copy" => Some(member(Made::Copy, types, owner.name_line)),
                _ => None,
            }
        }
        _ => None,
    };
    Ok(found)
}

/// The accessor of a name that the language makes for a component of a record: where nobody wrote it.
///
/// # Errors
/// When the index cannot be read.
pub fn accessor(artifact: &Opened, owner: &TypeRow, name: &str) -> Result<Option<MadeMember>, Failure> {
    if owner.kind != TypeKind::Record {
        return Ok(None);
    }
    let is_named = |own: &str, kind| kind == MethodKind::Method && own == name;
    let written = artifact.index.methods_where(owner.id, is_named).of(artifact)?;
    let is_written = written.iter().any(|method| method.parameter_types.is_empty());
    Ok(made(artifact, owner, name)?.filter(|one| !is_written && matches!(one.made, Made::Accessor(_))))
}

/// The properties of Kotlin whose getter or setter Java finds under the name of a symbol.
///
/// # Errors
/// When the index cannot be read.
pub fn find_properties(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    symbol: &Symbol,
) -> Result<Vec<Place>, Failure> {
    let (getters, setters) = jvm::properties_of(&symbol.name);
    let mut places = Vec::new();
    if symbol.sort == symbol::Sort::Constructor || symbol.qualifier.is_empty() {
        return Ok(places);
    }
    let any = Symbol { sort: symbol::Sort::Member, parameters: None, ..symbol.clone() };
    for (properties, given) in [(getters, 0), (setters, 1)] {
        for property in properties {
            let found = find_named(call, scope, tables, &any, &(symbol.qualifier.clone(), property))?;
            places.extend(found.into_iter().filter(|place| has_accessor(place, given, symbol.parameters.as_ref())));
        }
    }
    Ok(places)
}

/// Whether a declaration is a property of Kotlin with an accessor that is `given` so many values; of an extension the
/// receiver stands before them.
fn has_accessor(place: &Place, given: usize, parameters: Option<&Wanted>) -> bool {
    let Some(Member::Field(field)) = &place.declared.member else { return false };
    let count = given + usize::from(field.receiver.is_some());
    place.declared.owner.language == Language::Kotlin
        && jvm::has_accessors(&field.annotations, &field.modifiers)
        && (given == 0 || field.is_variable())
        && parameters.is_none_or(|parameters| parameters.count() == count)
}
