//! Functions and properties of Kotlin that extend the type a symbol names before them.

use crate::tools::declared::{Declared, Member};
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
        let receiver = match &self.member {
            Some(Member::Method(method)) => method.receiver.as_deref(),
            Some(Member::Field(field)) => field.receiver.as_deref(),
            Some(Member::Made(_)) | None => None,
        };
        let last = wanted.qualifier.rsplit('.').next().unwrap_or_default();
        receiver.map(symbol::simple_type).is_some_and(|receiver| {
            let above = ABOVE.iter().find(|(name, _)| *name == last).map_or(&[][..], |(_, above)| above);
            receiver == last || above.contains(&&*receiver)
        })
    }
}
