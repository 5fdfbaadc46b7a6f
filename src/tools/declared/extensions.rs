//! Functions and properties of Kotlin that are called on a type, or named by their package, and that the facade of a file declares.

use std::sync::Arc;

use super::{Declared, MOST_PLACES, Member};
use crate::error::Failure;
use crate::index::Opened;
use crate::model::{Language, TypeKind};
use crate::search::symbols::{self, Group, Kinds, Query, Table};
use crate::tools::Call;
use crate::tools::erasure::Variables;
use crate::tools::resolve::Rows;
use crate::tools::symbol::{self, Sort, Symbol};

/// Types that Kotlin's own types are of, where what extends those is called on these: none is looked up, so they are named.
const ABOVE: [(&str, &[&str]); 14] = [
    ("String", &["CharSequence", "Comparable"]),
    ("Int", &["Number", "Comparable"]),
    ("Long", &["Number", "Comparable"]),
    ("Double", &["Number", "Comparable"]),
    ("Float", &["Number", "Comparable"]),
    ("Collection", &["Iterable"]),
    ("List", &["Collection", "Iterable"]),
    ("Set", &["Collection", "Iterable"]),
    ("MutableIterable", &["Iterable"]),
    ("MutableCollection", &["MutableIterable", "Collection", "Iterable"]),
    ("MutableList", &["List", "MutableCollection", "MutableIterable", "Collection", "Iterable"]),
    ("MutableSet", &["Set", "MutableCollection", "MutableIterable", "Collection", "Iterable"]),
    ("MutableMap", &["Map"]),
    ("StringBuilder", &["Appendable", "CharSequence"]),
];

/// The companion of a type.
const COMPANION: &str = ".Companion";

impl Symbol {
    /// Whether it may name an extension by the type that it extends, which is no package.
    #[must_use]
    pub fn may_extend(&self) -> bool {
        let last = self.qualifier.rsplit('.').next().unwrap_or_default();
        last.starts_with(char::is_uppercase) && self.sort != Sort::Constructor
    }
}

impl Declared {
    /// Whether it extends the type of this name, or a type above that.
    #[must_use]
    pub fn extends(&self, type_name: &str) -> bool {
        let (receiver, signature, name) = match &self.member {
            Some(Member::Method(method)) => (&method.receiver, &method.signature, &method.name),
            Some(Member::Field(field)) => (&field.receiver, &field.signature, &field.name),
            Some(Member::Made(_)) | None => return false,
        };
        receiver.as_deref().is_some_and(|receiver| is_on(receiver, (signature, name), type_name))
    }
}

/// Whether what has this receiver, signature and name extends the type of a name, or a type above that.
pub fn is_on(receiver: &str, (signature, name): (&str, &str), type_name: &str) -> bool {
    // What extends a companion is called on the type around it.
    let of_companion = receiver.strip_suffix(COMPANION);
    let receiver = of_companion.unwrap_or(receiver);
    let qualifier = type_name.strip_suffix(COMPANION).filter(|_| of_companion.is_some());
    let last = qualifier.unwrap_or(type_name).rsplit('.').next().unwrap_or_default();
    let above = ABOVE.iter().find(|(name, _)| *name == last).map_or(&[][..], |(_, above)| above);
    let is_meant = |receiver: &str| receiver == last || above.contains(&receiver);
    let simple = symbol::simple_type(receiver);
    is_meant(&simple) || bound(&simple, signature, name).is_some_and(|bound| is_meant(&bound))
}

/// The bound of a type variable that a declaration has; none of what is no variable of it.
fn bound(variable: &str, signature: &str, name: &str) -> Option<String> {
    let variables = Variables::of("", signature, name);
    if !variables.has(variable) {
        return None;
    }
    let of_list = Some(variables.erase(variable)).filter(|bound| bound != "Object");
    let behind = signature.split_once(" where ").map_or("", |(_, bounds)| bounds).split(',');
    let mut told = behind.filter_map(|bound| bound.split_once(':')).filter(|(name, _)| name.trim() == variable);
    let of_clause = || told.next().map(|(_, bound)| symbol::simple_type(bound.trim()));
    Some(of_list.or_else(of_clause).unwrap_or_else(|| "Any".to_owned()))
}

/// The functions of Kotlin that have a name and extend some type; of an artifact.
///
/// # Errors
/// When the index cannot be read.
pub fn extensions(call: &Call<'_>, artifact: &Opened, name: &str) -> Result<Vec<Declared>, Failure> {
    let query = Query::new("", name, true, true).only(Kinds::METHODS, Some(Language::Kotlin));
    let mut found = functions(call, artifact, &query)?;
    found.retain(|declared| matches!(&declared.member, Some(Member::Method(method)) if method.receiver.is_some()));
    Ok(found)
}

/// The functions that a name means which is no type's: those of a package, which the facades of their files declare.
///
/// # Errors
/// When the index cannot be read.
pub fn of_package(call: &Call<'_>, artifact: &Opened, qualified: &str) -> Result<Vec<Declared>, Failure> {
    let Some((package, name)) = qualified.rsplit_once('.') else { return Ok(Vec::new()) };
    let query = Query::new(package, name, true, true).only(Kinds::METHODS, Some(Language::Kotlin)).widely();
    let mut found = functions(call, artifact, &query)?;
    found.retain(|Declared { owner, .. }| owner.kind == TypeKind::Facade && owner.package == package);
    Ok(found)
}

/// The first of an artifact that a query finds.
fn functions(call: &Call<'_>, artifact: &Opened, query: &Query) -> Result<Vec<Declared>, Failure> {
    // Most artifacts have none, which is known without their tables.
    if !artifact.index.type_names().of(artifact)?.iter().any(|row| row.kind == TypeKind::Facade) {
        return Ok(Vec::new());
    }
    let table = call.explorer.symbols_of(artifact)?;
    let (_, groups) = symbols::search(&[Some(Arc::clone(&table))], query, None, MOST_PLACES);
    let mut found = Vec::new();
    for (_, group) in groups {
        call.work.check()?;
        found.append(&mut first_of(artifact, &table, query, &group)?);
    }
    Ok(found)
}

/// The first declarations of a group that a query finds in an artifact.
pub(super) fn first_of(
    artifact: &Opened,
    table: &Table,
    query: &Query,
    group: &Group,
) -> Result<Vec<Declared>, Failure> {
    let mut entries = table.entries(query, group);
    entries.truncate(MOST_PLACES);
    super::read_all(artifact, &entries)
}
