//! Functions and properties of Kotlin that extend the type a symbol names before them.

use crate::tools::declared::{Declared, Member};
use crate::tools::erasure::Variables;
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
    pub(super) fn may_extend(&self) -> bool {
        let last = self.qualifier.rsplit('.').next().unwrap_or_default();
        last.starts_with(char::is_uppercase) && self.sort != Sort::Constructor
    }
}

impl Declared {
    /// Whether it extends the type that stands before the last name of a symbol, or a type above that.
    pub(super) fn extends(&self, wanted: &Symbol) -> bool {
        let (receiver, signature, name) = match &self.member {
            Some(Member::Method(method)) => (&method.receiver, &method.signature, &method.name),
            Some(Member::Field(field)) => (&field.receiver, &field.signature, &field.name),
            Some(Member::Made(_)) | None => return false,
        };
        let Some(receiver) = receiver else { return false };
        // What extends a companion is called on the type around it.
        let of_companion = receiver.strip_suffix(COMPANION);
        let receiver = of_companion.unwrap_or(receiver);
        let qualifier = wanted.qualifier.strip_suffix(COMPANION).filter(|_| of_companion.is_some());
        let last = qualifier.unwrap_or(&wanted.qualifier).rsplit('.').next().unwrap_or_default();
        let above = ABOVE.iter().find(|(name, _)| *name == last).map_or(&[][..], |(_, above)| above);
        let is_meant = |receiver: &str| receiver == last || above.contains(&receiver);
        let simple = symbol::simple_type(receiver);
        is_meant(&simple) || bound(&simple, signature, name).is_some_and(|bound| is_meant(&bound))
    }
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
