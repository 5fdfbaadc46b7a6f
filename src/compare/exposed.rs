//! Types that users cannot name, and the public subtypes by which they use the members of such types all the same.

use std::collections::HashSet;

use super::member::{self, Access, Member, Shape};
use super::scope::Scope;
use super::side::Side;
use super::types;
use crate::model::Language;
use crate::store::TypeRow;
use crate::store::read::StoreError;

/// Most public subtypes that are looked at for one type: one that shows a member is enough.
const MOST: usize = 64;

/// A public type below one that is not public.
pub struct Heir {
    pub name: String,
    /// Others may write subtypes of it.
    pub is_extensible: bool,
    /// What it declares itself is not inherited.
    own: Vec<Member>,
}

impl Heir {
    /// Whether users see a member of the type above, which is an interface or not, by this one.
    #[must_use]
    pub fn inherits(&self, member: &Member, from_interface: bool) -> bool {
        let is_seen = match member.access {
            Access::Public => true,
            Access::Protected => self.is_extensible,
            Access::Package | Access::Private => false,
        };
        let is_lost = from_interface && member.is("static") && member.shape == Shape::Method;
        is_seen && !is_lost && member.shape != Shape::Constructor && !self.own.iter().any(|own| own.matches(member))
    }
}

/// The nearest public types below a type that is not public, of the same artifact, in the order of their names.
///
/// Kotlin refuses a public class with a supertype that is not: only Java's types are looked at.
///
/// # Errors
/// When the index cannot be read.
pub fn heirs(side: &Side, row: &TypeRow) -> Result<Vec<Heir>, StoreError> {
    if row.language != Language::Java {
        return Ok(Vec::new());
    }
    let mut seen = HashSet::from([row.id]);
    let mut below = vec![row];
    let mut public: Vec<&TypeRow> = Vec::new();
    while let Some(type_) = below.pop() {
        for child in subtypes(side, type_)? {
            if child.language == Language::Java && seen.insert(child.id) {
                (if types::is_api(side, child) { &mut public } else { &mut below }).push(child);
            }
        }
    }
    public.sort_by(|left, right| (&left.package, &left.name).cmp(&(&right.package, &right.name)));
    public.truncate(MOST);
    public
        .into_iter()
        .map(|child| {
            let own = member::members(side, child)?;
            let is_extensible = types::is_extensible(child, &own) || is_extended(side, child)?;
            Ok(Heir { name: child.qualified_name(), is_extensible, own })
        })
        .collect()
}

/// Whether users may extend a public type somewhere below a type: a class whose constructors are for its package alone, or a
/// sealed one, hands what it has as protected to those who extend a class of the package that extends it.
///
/// # Errors
/// When the index cannot be read.
pub fn is_extended(side: &Side, row: &TypeRow) -> Result<bool, StoreError> {
    let mut seen = HashSet::from([row.id]);
    let mut below = vec![row];
    while let Some(type_) = below.pop() {
        if types::is_final(type_) {
            continue;
        }
        for child in subtypes(side, type_)? {
            if !seen.insert(child.id) {
                continue;
            }
            if types::is_api(side, child) && types::is_extensible(child, &member::members(side, child)?) {
                return Ok(true);
            }
            below.push(child);
        }
    }
    Ok(false)
}

/// The types of the artifact that name this one as their supertype.
///
/// # Errors
/// When the index cannot be read.
pub fn subtypes<'a>(side: &'a Side, row: &TypeRow) -> Result<Vec<&'a TypeRow>, StoreError> {
    let qualified = row.qualified_name();
    let mut found = Vec::new();
    for (child, written) in side.named_as_supertype(row)? {
        if Scope::of_header(side, child)?.name(written).may_be(&qualified) {
            found.push(child);
        }
    }
    Ok(found)
}
