//! What is asked for, and how sure a use of it can be.

use serde::{Deserialize, Serialize};

use super::members::Identity;
use super::universe::{Place, TypeInfo};
use crate::model::jvm::{self, machine_name};

/// How sure it is that a use means what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Resolved through imports, the package or a type's name.
    Exact,
    /// The type of the receiver is known, and the member was found in its hierarchy.
    High,
    /// Name and number of arguments fit, and the declaring type is in sight.
    Medium,
    /// The name alone.
    Low,
}

impl Tier {
    pub const ALL: [Self; 4] = [Self::Exact, Self::High, Self::Medium, Self::Low];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.as_str() == text)
    }
}

/// A declaration that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub place: Place,
    /// The type, or the type of the member.
    pub type_name: String,
    pub of: TargetKind,
    /// The only file that may use it: its own, where it is private.
    pub only_in: Option<u32>,
}

/// What it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetKind {
    Type,
    Method { id: MethodId, name: String, parameters: usize, varargs: bool, is_static: bool },
    Constructor { id: MethodId, parameters: usize, varargs: bool },
    Field { id: u32, name: String, is_static: bool },
}

/// Which method of an artifact it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MethodId {
    /// That of this row.
    Row(u32),
    /// One that nobody wrote, of the type of this row.
    Made(u32, Made),
}

/// What the language makes for a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Made {
    /// The constructor of a class that declares none, or a record's of all its components.
    Constructor,
    /// What gives a record's component, or gives or takes a property of Kotlin in Java: the field of this row.
    Accessor(u32),
    /// `values()` of an enum.
    Values,
    /// `valueOf(String)` of an enum.
    ValueOf,
    /// `copy` of a data class of Kotlin.
    Copy,
    /// What gives the part of this number, from 1 on, of a data class of Kotlin.
    Component(usize),
}

impl Target {
    /// The name that its uses have.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.of {
            TargetKind::Type | TargetKind::Constructor { .. } => self.simple_type(),
            TargetKind::Method { name, .. } | TargetKind::Field { name, .. } => name,
        }
    }

    /// The last segment of the type's name.
    #[must_use]
    pub fn simple_type(&self) -> &str {
        self.type_name.rsplit('.').next().unwrap_or(&self.type_name)
    }

    pub(super) fn is_method(&self, wanted: Identity) -> bool {
        match self.of {
            TargetKind::Method { id, .. } | TargetKind::Constructor { id, .. } => {
                wanted == Identity::Stored(self.place, id)
            }
            _ => false,
        }
    }

    pub(super) fn is_field(&self, field: (Place, u32)) -> bool {
        matches!(self.of, TargetKind::Field { id, .. } if field == (self.place, id))
    }

    /// Whether a method is an accessor of it.
    pub(super) fn is_property_of(&self, method: Identity) -> bool {
        matches!(method, Identity::Stored(place, MethodId::Made(_, Made::Accessor(field))) if self.is_field((place, field)))
    }

    /// Whether it is what a mapped type of Kotlin, or what is expected of an alias, has for a method of Java that is asked for with
    /// it.
    #[must_use]
    pub fn stands_for(&self, targets: &[Self]) -> bool {
        let is_member = |one: &Self| matches!(one.of, TargetKind::Field { .. } | TargetKind::Method { .. });
        let is_it = |other: &Self| {
            let name = other.name();
            matches!(other.of, TargetKind::Method { .. })
                && (name == self.name() || jvm::members_called(name).any(|one| one.kotlin == self.name()))
        };
        let is_of = |other: &Self| match machine_name(&self.type_name) {
            Some(java) => other.type_name == java,
            // What has the name of Java's is a member as any other.
            None => {
                (matches!(self.of, TargetKind::Field { .. }) || other.name() != self.name())
                    && jvm::may_be_alias(&self.type_name)
                    && other.type_name.starts_with("java.")
            }
        };
        is_member(self) && targets.iter().any(|other| is_it(other) && is_of(other))
    }

    pub(super) fn is_type(&self, info: &TypeInfo) -> bool {
        self.of == TargetKind::Type && self.is_of(info)
    }

    pub(super) fn is_of(&self, info: &TypeInfo) -> bool {
        info.place == self.place && info.qualified == self.type_name
    }

    /// How many parameters it has.
    pub(super) fn parameters(&self) -> Option<usize> {
        match self.of {
            TargetKind::Method { parameters, .. } | TargetKind::Constructor { parameters, .. } => Some(parameters),
            _ => None,
        }
    }

    /// Whether so many arguments may be given in Kotlin, where parameters may be left out.
    pub(super) fn may_take(&self, count: usize) -> bool {
        self.takes(count) || self.parameters().is_some_and(|most| count <= most)
    }

    /// Whether so many arguments may be given.
    pub(super) fn takes(&self, count: usize) -> bool {
        match self.of {
            TargetKind::Method { parameters, varargs, .. } | TargetKind::Constructor { parameters, varargs, .. } => {
                count == parameters || (varargs && count + 1 >= parameters)
            }
            _ => false,
        }
    }
}
