//! What is asked for of symbols: a name, and what narrows it.

use super::name::{Class, Humps, fold};
use crate::model::{FieldKind, Language, MethodKind, TypeKind};
use crate::search::ends_with;

/// Names and what they must be.
#[derive(Debug, Clone)]
pub struct Query {
    /// As asked.
    pub(super) name: String,
    /// Without case.
    pub(super) folded: String,
    pub(super) humps: Option<Humps>,
    /// The last segments of the package or type around it; empty: any.
    pub(super) qualifier: String,
    pub(super) case_sensitive: bool,
    pub(super) whole: bool,
    pub(super) kinds: Kinds,
    pub(super) language: Option<Language>,
    /// Members of Kotlin are in what imports say as well: the package of a facade, the type of a companion.
    wide: bool,
    /// Members of Kotlin of the whole name may extend what stands before it, wherever they are.
    extending: bool,
}

impl Query {
    /// A name inside `qualifier` (`a.b.Type`, `Type`; empty: anywhere). `whole`: nothing but the name itself.
    #[must_use]
    pub fn new(qualifier: &str, name: &str, case_sensitive: bool, whole: bool) -> Self {
        Self {
            name: name.to_owned(),
            folded: fold(name),
            humps: if whole { None } else { Humps::of(name, case_sensitive) },
            qualifier: qualifier.to_owned(),
            case_sensitive,
            whole,
            kinds: Kinds::ALL,
            language: None,
            wide: false,
            extending: false,
        }
    }

    /// The name that is looked for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a name that answers so is the one asked for but for the case of its letters: it comes behind that one.
    pub(super) fn is_recased<'a>(&self, class: Class, name: impl FnOnce() -> &'a str) -> bool {
        class == Class::Exact && name() != self.name
    }

    /// Only symbols of these kinds and this language.
    #[must_use]
    pub fn only(self, kinds: Kinds, language: Option<Language>) -> Self {
        Self { kinds, language, ..self }
    }

    /// The same; a member of Kotlin is also inside the package of its facade, and inside the type whose companion has it.
    #[must_use]
    pub fn widely(self) -> Self {
        Self { wide: true, ..self }
    }

    /// The same, and members of Kotlin of the whole name anywhere: whoever asks has to see which of them extend what stands
    /// before it.
    #[must_use]
    pub fn or_extending(self) -> Self {
        Self { extending: true, ..self }
    }

    /// Whether a member whose name answers so may extend what stands before the name.
    pub(super) fn may_extend(&self, class: Class, mark: Mark) -> bool {
        self.extending && class == Class::Exact && mark.language() == Language::Kotlin
    }

    /// Whether a member is inside the qualifier by what Kotlin lets out of its name: `is_facade` tells of its type.
    pub(super) fn is_in_widely(&self, mark: Mark, name: &str, is_facade: impl FnOnce() -> bool) -> bool {
        if !self.wide || mark.language() != Language::Kotlin {
            return false;
        }
        let Some((around, last)) = name.rsplit_once('.') else { return false };
        (last == COMPANION || is_facade()) && self.is_in(around)
    }

    /// Whether a container's name ends with the qualifier.
    pub(super) fn is_in(&self, container: &str) -> bool {
        self.qualifier.is_empty() || ends_with(container, &self.qualifier, self.case_sensitive)
    }
}

/// What a companion is called that has no name of its own.
const COMPANION: &str = "Companion";

/// A set of kinds of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds {
    /// A bit for each of [`TypeKind::ALL`].
    types: u8,
    /// A bit for each kind of method, then each kind of field.
    members: u8,
}

const METHODS: [MethodKind; 3] = [MethodKind::Method, MethodKind::Constructor, MethodKind::Element];
const FIELDS: [FieldKind; 4] =
    [FieldKind::Field, FieldKind::EnumConstant, FieldKind::RecordComponent, FieldKind::Property];

/// Names of kinds, the three wide ones first.
pub const KINDS: &[&str] = &[
    "type",
    "method",
    "field",
    "class",
    "interface",
    "enum",
    "annotation",
    "record",
    "object",
    "facade",
    "typealias",
    "constructor",
    "element",
    "property",
    "enum_constant",
    "record_component",
];

impl Kinds {
    /// Every kind.
    pub const ALL: Self = Self { types: 0xff, members: 0x7f };

    /// Types of every kind.
    pub const TYPES: Self = Self { members: 0, ..Self::ALL };

    /// What is declared as methods are: constructors and elements of annotations as well.
    pub const METHODS: Self = Self { types: 0, members: 0b111 };

    /// Fields of every kind.
    pub const FIELDS: Self = Self { types: 0, members: 0b111_1000 };

    /// Constructors alone.
    pub const CONSTRUCTORS: Self = Self { types: 0, members: 0b10 };

    /// Methods and fields of every kind.
    pub const MEMBERS: Self = Self { types: 0, ..Self::ALL };

    /// The kinds that are in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { types: self.types & other.types, members: self.members & other.members }
    }

    /// What a word of [`KINDS`] means: `type`, `method` and `field` mean all of their sort.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let one_type = TypeKind::ALL.iter().position(|kind| kind.as_str() == word);
        let method = METHODS.iter().position(|kind| kind.as_str() == word);
        let field = FIELDS.iter().position(|kind| kind.as_str() == word);
        Some(match (word, one_type, method, field) {
            ("type", ..) => Self::TYPES,
            ("method", ..) => Self::METHODS,
            ("field", ..) => Self::FIELDS,
            (_, Some(at), ..) => Self { types: 1 << at, members: 0 },
            (_, _, Some(at), _) => Self { types: 0, members: 1 << at },
            (_, _, _, Some(at)) => Self { types: 0, members: 1 << (METHODS.len() + at) },
            _ => return None,
        })
    }

    pub(super) fn holds_type(self, kind: TypeKind) -> bool {
        TypeKind::ALL.iter().position(|one| *one == kind).is_some_and(|at| self.types >> at & 1 == 1)
    }

    pub(super) const fn holds_mark(self, mark: Mark) -> bool {
        self.members >> (mark.0 & 0x7f) & 1 == 1
    }

    pub(super) const fn has_members(self) -> bool {
        self.members != 0
    }
}

/// The kind of a member and whether Kotlin declares it, in a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(u8);

impl Mark {
    /// What is not to be found: a member of a multi-release overlay.
    pub(super) const HIDDEN: Self = Self(0x7f);

    pub(super) fn method(kind: MethodKind, language: Language) -> Self {
        Self::of(METHODS.iter().position(|one| *one == kind), 0, language)
    }

    pub(super) fn field(kind: FieldKind, language: Language) -> Self {
        Self::of(FIELDS.iter().position(|one| *one == kind), METHODS.len(), language)
    }

    fn of(at: Option<usize>, base: usize, language: Language) -> Self {
        let kotlin = if language == Language::Kotlin { 0x80 } else { 0 };
        Self((at.unwrap_or(0) + base) as u8 | kotlin)
    }

    pub(super) const fn language(self) -> Language {
        if self.0 & 0x80 == 0 { Language::Java } else { Language::Kotlin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read() {
        for word in KINDS {
            assert!(Kinds::parse(word).is_some(), "{word}");
        }
        assert_eq!(Kinds::parse("function"), None);
        assert_eq!(Kinds::parse("constructor"), Some(Kinds::CONSTRUCTORS));
        let constants = Kinds::parse("enum_constant").unwrap();
        assert!(constants.holds_mark(Mark::field(FieldKind::EnumConstant, Language::Kotlin)));
        assert!(!constants.holds_mark(Mark::method(MethodKind::Method, Language::Java)));
        let methods = Kinds::parse("method").unwrap();
        assert!(methods.holds_mark(Mark::method(MethodKind::Constructor, Language::Java)));
        assert!(!methods.holds_type(TypeKind::Class) && Kinds::parse("type").unwrap().holds_type(TypeKind::Facade));
    }
}
