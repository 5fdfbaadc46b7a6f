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

    /// Whether who extends it may override a method of the type above: nothing between them closed it.
    #[must_use]
    pub fn leaves_open(&self, member: &Member) -> bool {
        !self.own.iter().any(|own| own.matches(member) && own.is("final"))
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
            let is_extensible = types::is_extensible(child, &own) || !extended(side, child)?.is_empty();
            Ok(Heir { name: child.qualified_name(), is_extensible, own })
        })
        .collect()
}

/// The public types below a type that users may extend, where they may not extend it itself: a class whose constructors are for
/// its package alone, or a sealed one, hands what it has to those who extend a class of the package that extends it. What is
/// declared on the way is theirs.
///
/// # Errors
/// When the index cannot be read.
pub fn extended(side: &Side, row: &TypeRow) -> Result<Vec<Heir>, StoreError> {
    let mut seen = HashSet::from([row.id]);
    let mut below = vec![(row, Vec::new())];
    let mut found = Vec::new();
    while let Some((type_, above)) = below.pop().filter(|_| found.len() < MOST) {
        if types::is_final(type_) {
            continue;
        }
        for child in subtypes(side, type_)? {
            if !seen.insert(child.id) {
                continue;
            }
            let own = member::members(side, child)?;
            let is_open = types::is_api(side, child) && types::is_extensible(child, &own);
            let own: Vec<Member> = above.iter().cloned().chain(own).collect();
            if is_open {
                found.push(Heir { name: child.qualified_name(), is_extensible: true, own });
            } else {
                below.push((child, own));
            }
        }
    }
    Ok(found)
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
