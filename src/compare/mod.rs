//! What differs between two versions of an artifact, and what that means to those who use it.
//!
//! Each change is breaking (a program that was compiled against the old version fails to link or run against the new), only
//! so for sources (it runs, but does not compile anew), or compatible, with the rule that says so: a section of chapter 13 of
//! The Java Language Specification, numbered as in the edition for Java SE 17, or one of Kotlin's own.
//!
//! Promises: the same two indexes give the same changes in the same order; what cannot be told is in `incomplete`; time in
//! what differs: a file that is the same, and what its names mean, is not looked into. Knows indexes and the model; must not know
//! tools, coordinates or where indexes come from.

mod bodies;
mod both;
mod constants;
mod expected;
mod exposed;
mod facets;
mod header;
mod inferred;
mod initialisers;
mod judge;
mod kotlin;
mod lombok;
mod made;
mod mapped;
mod meanings;
mod member;
mod names;
mod nesting;
mod notes;
mod nulls;
mod pair;
mod results;
mod rules;
mod scope;
mod side;
mod spelt;
mod supers;
mod thrown;
mod tokens;
mod type_facets;
mod typed;
mod types;
mod whole;
mod written;

use std::sync::Arc;

use crate::error::{Failure, Incomplete};
use crate::model::{ByteRange, LineRange};
use crate::store::TypeRow;
use crate::store::read::{Index, StoreError};
use crate::work::Work;

pub use bodies::unified;
pub use whole::compare;

/// One of the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Version {
    Old,
    New,
}

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    Added,
    Removed,
    SignatureChanged,
    SupertypesChanged,
    ModifiersChanged,
    MovedToSupertype,
    Deprecated,
    Undeprecated,
    AnnotationsChanged,
    BodyChanged,
}

impl Change {
    /// All of them, in the order in which a summary lists them; of several changes of one declaration the first is told.
    pub const ALL: [Self; 10] = [
        Self::Added,
        Self::Removed,
        Self::SignatureChanged,
        Self::SupertypesChanged,
        Self::ModifiersChanged,
        Self::MovedToSupertype,
        Self::Deprecated,
        Self::Undeprecated,
        Self::AnnotationsChanged,
        Self::BodyChanged,
    ];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::SignatureChanged => "signature_changed",
            Self::SupertypesChanged => "supertypes_changed",
            Self::ModifiersChanged => "modifiers_changed",
            Self::MovedToSupertype => "moved_to_supertype",
            Self::Deprecated => "deprecated",
            Self::Undeprecated => "undeprecated",
            Self::AnnotationsChanged => "annotations_changed",
            Self::BodyChanged => "body_changed",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|change| change.as_str() == text)
    }
}

/// What a change means to those who use the library, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compatibility {
    Breaking,
    SourceOnly,
    Compatible,
}

impl Compatibility {
    pub const ALL: [Self; 3] = [Self::Breaking, Self::SourceOnly, Self::Compatible];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::SourceOnly => "source_only",
            Self::Compatible => "compatible",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|compatibility| compatibility.as_str() == text)
    }
}

/// A member as a symbol names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemberName {
    /// `<init>` for a constructor.
    pub name: String,
    /// Types of parameters as written, an extension's receiver left out; none for a field.
    pub parameters: Option<Vec<String>>,
    /// Receiver of a Kotlin extension, as written.
    pub receiver: Option<String>,
}

/// Where a declaration stands in an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub file: u32,
    pub bytes: ByteRange,
    pub lines: LineRange,
}

/// One change.
#[derive(Debug, Clone)]
pub struct Row {
    pub change: Change,
    /// What else changed of the same declaration.
    pub also: Vec<Change>,
    /// As list_types, list_methods and list_fields call it.
    pub kind: &'static str,
    /// The package of the type.
    pub package: String,
    /// The qualified name of the type.
    pub owner: String,
    /// None: the type itself.
    pub member: Option<MemberName>,
    pub old: Option<String>,
    /// Of what moved, as the supertype declares it.
    pub new: Option<String>,
    /// The supertype that has it now, and its artifact where that is another.
    pub moved_to: Option<(String, Option<String>)>,
    pub compatibility: Compatibility,
    pub rule: String,
    /// The public subtype by which users see a member of a type that is not public.
    pub seen_through: Option<String>,
    /// Whether it breaks hangs on a supertype that no index has, or in another version than the one that is used, or on what Lombok
    /// adds; or it is compatible only if the type that Kotlin infers stayed
    /// what it was.
    pub unsure: bool,
    pub old_place: Option<Place>,
    pub new_place: Option<Place>,
    /// Whether users of the library see it, before or after.
    pub is_api: bool,
}

/// All that differs, breaking changes first, then by type and member.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    pub rows: Vec<Row>,
    pub incomplete: Vec<Incomplete>,
}

/// What is compared.
pub struct Question<'a> {
    pub old: Arc<Index>,
    pub new: Arc<Index>,
    /// Types by package and name (`Outer.Inner`).
    pub wants: &'a (dyn Fn(&str, &str) -> bool + Sync),
    /// Whether both are of the same origin: class files have no annotations of sources, and no bodies.
    pub same_origin: bool,
}

/// A supertype and where it is declared.
pub struct Super {
    /// Its artifact, where that is another than that of the type asked for.
    pub artifact: Option<String>,
    pub index: Arc<Index>,
    pub types: Vec<TypeRow>,
    /// Said where it is of another version of that artifact than the one that is used.
    pub instead_of: Option<Incomplete>,
}

/// All supertypes of a type, nearest first.
#[derive(Default)]
pub struct Above {
    pub supers: Vec<Super>,
    /// Names of supertypes that were not found.
    pub missing: Vec<Incomplete>,
}

/// Who knows supertypes, those in other artifacts included.
pub trait Hierarchy {
    /// The supertypes of a type of one of the versions.
    ///
    /// # Errors
    /// When an index cannot be read.
    fn above(&mut self, version: Version, types: &[&TypeRow]) -> Result<Above, Failure>;

    /// The names of all supertypes of the type of a qualified name in another artifact, as a type of one of the versions finds it;
    /// none where no index has it.
    ///
    /// # Errors
    /// When an index cannot be read.
    fn names_above(&mut self, version: Version, from: &TypeRow, name: &str) -> Result<Option<Vec<String>>, Failure>;
}

/// Why two versions could not be compared.
#[derive(Debug)]
pub enum CompareError {
    /// The index of this version could not be read.
    Store(Version, StoreError),
    Failure(Failure),
}

impl From<Failure> for CompareError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// Puts the version to an error of its index.
trait In<T> {
    fn of(self, version: Version) -> Result<T, CompareError>;
}

impl<T> In<T> for Result<T, StoreError> {
    fn of(self, version: Version) -> Result<T, CompareError> {
        self.map_err(|error| CompareError::Store(version, error))
    }
}

/// Fails when the caller wants the work no longer.
fn check(work: &Work) -> Result<(), CompareError> {
    Ok(work.check()?)
}
