//! Types that users cannot name, and the public subtypes by which they use the members of such types all the same: methods, fields
//! and member types.

use std::collections::HashSet;

use super::member::{self, Access, Member, Shape};
use super::nesting;
use super::scope::Scope;
use super::side::{Side, last_part};
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

    /// Whether it, or a type between them, has a body of its own for a method of the type above.
    #[must_use]
    pub fn writes(&self, member: &Member) -> bool {
        self.own.iter().any(|own| own.matches(member) && !own.is("abstract"))
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
    public_below(side, row, &mut HashSet::from([row.id]))?
        .into_iter()
        .map(|(child, _)| {
            let own = member::members(side, child)?;
            let is_extensible = types::is_extensible(child, &own) || !extended(side, child)?.is_empty();
            Ok(Heir { name: child.qualified_name(), is_extensible, own })
        })
        .collect()
}

/// The nearest public types of Java below a type, in the order of their names, and who may use them.
fn public_below<'a>(
    side: &'a Side,
    row: &TypeRow,
    asked: &mut HashSet<u32>,
) -> Result<Vec<(&'a TypeRow, Access)>, StoreError> {
    let mut seen = HashSet::from([row.id]);
    let mut below = vec![row];
    let mut public: Vec<(&TypeRow, Access)> = Vec::new();
    while let Some(type_) = below.pop() {
        for child in subtypes(side, type_)? {
            if child.language == Language::Java && seen.insert(child.id) {
                let (access, _) = types::effective_access(side, child, asked)?;
                if access >= Access::Protected {
                    public.push((child, access));
                } else {
                    below.push(child);
                }
            }
        }
    }
    public.sort_by(|(left, _), (right, _)| (&left.package, &left.name).cmp(&(&right.package, &right.name)));
    public.truncate(MOST);
    Ok(public)
}

/// The first public type by which users name a member type of one that they cannot name, since it inherits it (JLS 8.5), and who
/// may. `asked` are the types around member types of which this was asked already: one that extends the type around it is not
/// public by itself.
///
/// # Errors
/// When the index cannot be read.
pub fn shown_by(
    side: &Side,
    (outer, row): (&TypeRow, &TypeRow),
    own: Access,
    asked: &mut HashSet<u32>,
) -> Result<Option<(Access, String)>, StoreError> {
    if outer.language != Language::Java || asked.len() > MOST || !asked.insert(outer.id) {
        return Ok(None);
    }
    let name = row.qualified_name();
    for (heir, access) in public_below(side, outer, asked)? {
        let member = side.member_type(heir, last_part(&row.name), nesting::DEEPEST, true);
        if member.is_none_or(|member| member != name) {
            continue;
        }
        if own == Access::Public
            || types::is_extensible(heir, &member::members(side, heir)?)
            || !extended(side, heir)?.is_empty()
        {
            return Ok(Some((own.min(access), heir.qualified_name())));
        }
    }
    Ok(None)
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
            let is_open = types::is_extensible(child, &own) && types::is_api(side, child)?;
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

/// Whether a type has no longer, by any name, a member type that it inherited from a type that users cannot name.
///
/// # Errors
/// When an index cannot be read.
pub fn loses_member_type(
    (before, old): (&Side, &TypeRow),
    (after, new): (&Side, &TypeRow),
    lost: &str,
) -> Result<bool, StoreError> {
    for above in before.declarations(lost) {
        if types::is_api(before, above)? || !before.has_member_types(above) {
            continue;
        }
        for nested in before.index.nested_types(above.id)? {
            let own = types::own_access(before, &nested);
            let is_seen = match own {
                Access::Public => true,
                Access::Protected => types::is_extensible(old, &member::members(before, old)?),
                Access::Package | Access::Private => false,
            };
            let of = |side: &Side, row| side.member_type(row, last_part(&nested.name), nesting::DEEPEST, true);
            if is_seen
                && of(before, old).is_some_and(|name| name == nested.qualified_name())
                && of(after, new).is_none()
            {
                return Ok(true);
            }
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
