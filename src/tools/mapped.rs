//! What types of Kotlin declare for the methods of those of Java that they stand for: `size` of a `kotlin.collections.List` for
//! `size()`, `removeAt(Int)` for `remove(int)`.

use super::declared::{Declared, Member, Place};
use super::resolve::Rows;
use super::symbol;
use crate::error::Failure;
use crate::index::Opened;
use crate::model::{MethodKind, jvm};
use crate::store::{MethodRow, TypeRow};

/// What some types of Kotlin declare for methods of Java, as `members` finds it in a type for a method.
///
/// # Errors
/// When an index cannot be read.
pub fn declared_in<'a>(
    types: impl IntoIterator<Item = &'a Place>,
    methods: &[&MethodRow],
    members: impl Fn(&Opened, &TypeRow, &MethodRow) -> Result<Vec<Member>, Failure>,
) -> Result<Vec<Place>, Failure> {
    let mut found = Vec::new();
    for Place { artifact, declared: Declared { owner, .. } } in types {
        for method in methods {
            found.extend(members(artifact, owner, method)?.into_iter().map(|member| Place {
                artifact: artifact.clone(),
                declared: Declared { owner: owner.clone(), member: Some(member) },
            }));
        }
    }
    Ok(found)
}

/// What a type of Kotlin declares for a method of Java: under the name that Kotlin has for it, else under the same.
///
/// # Errors
/// When an index cannot be read.
pub fn members(artifact: &Opened, owner: &TypeRow, method: &MethodRow) -> Result<Vec<Member>, Failure> {
    let found = renamed(artifact, owner, method)?;
    let is_renamed = jvm::members_called_with(&method.name, &method.parameter_types).next().is_some();
    if is_renamed { Ok(found) } else { functions(artifact, owner, method, |name| name == method.name) }
}

/// What a type of Kotlin declares for a method of Java under the name that Kotlin has for it, or as a property.
///
/// # Errors
/// When an index cannot be read.
pub fn renamed(artifact: &Opened, owner: &TypeRow, method: &MethodRow) -> Result<Vec<Member>, Failure> {
    let mapped = || jvm::members_called_with(&method.name, &method.parameter_types);
    if mapped().next().is_none() {
        return Ok(Vec::new());
    }
    let is_property = |name: &str| mapped().any(|one| one.is_property() && one.kotlin == name);
    let mut fields = artifact.index.fields(owner.id).of(artifact)?;
    fields.retain(|field| field.receiver.is_none() && is_property(symbol::bare(&field.name)));
    let mut found: Vec<Member> = fields.into_iter().map(Member::Field).collect();
    found.extend(functions(artifact, owner, method, |name| {
        mapped().any(|one| !one.is_property() && one.kotlin == name)
    })?);
    Ok(found)
}

/// The functions of some names that a type of Kotlin declares and that take as much as a method.
fn functions(
    artifact: &Opened,
    owner: &TypeRow,
    method: &MethodRow,
    is_called: impl Fn(&str) -> bool,
) -> Result<Vec<Member>, Failure> {
    let mut found = artifact.index.methods(owner.id).of(artifact)?;
    found.retain(|function| {
        function.kind == MethodKind::Method
            && is_called(symbol::bare(&function.name))
            && function.receiver.is_none()
            && function.parameter_types.len() == method.parameter_types.len()
    });
    Ok(found.into_iter().map(Member::Method).collect())
}
